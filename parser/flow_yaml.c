/* YAML inside a flowchart.
 *
 * Takes an extract, gives a tree whose nodes know their bytes in it. It reads what
 * Mermaid's YAML reader reads, which is neither more nor less strict than libyaml but
 * different: `:::a: b` and `[a]: b` are pairs, a key that stands twice, a tag that is not
 * YAML's own and a document after the first are errors. One pass with at most DEPTH_MAX
 * calls in one another; aliases count as what they stand for. */
#include "parser/flow_yaml_reader.h"

enum {
    DEPTH_MAX = 100,     /* Mermaid's own limit */
    ANCHORS_MAX = 600,   /* an anchor of a list or mapping counts twice */
    NODES_SPARE = 1000,  /* values that aliases may stand for, beyond four for each byte */
    NODE_BYTES = 64      /* bytes of a text that count as another value there */
};

bool flow_yaml_fail_at(yaml_reader *r, size_t start, size_t end, const char *message)
{
    yaml_cause cause = {start, end, message, "put the value into quotes, or leave it out"};
    if (!r->failed) {
        flow_yaml_cause(r, start, &cause);
        idarch_diag_add(r->diags, IDARCH_FATAL, "yaml",
                        idarch_extract_span(r->text, cause.start, cause.end), "not valid YAML: %s",
                        cause.message)
            ->hint = cause.hint;
    }
    r->failed = true;
    return false;
}

bool flow_yaml_fail(yaml_reader *r, const char *message)
{
    return flow_yaml_fail_at(r, r->at.pos, r->at.pos, message);
}

idarch_yaml *flow_yaml_new_node(yaml_reader *r, idarch_yaml_kind kind, size_t start)
{
    idarch_yaml *node = IDARCH_NEW(r->arena, idarch_yaml);
    *node = (idarch_yaml){.kind = kind, .scalar = "", .start = start, .end = start};
    if (++r->nodes > r->nodes_max)
        flow_yaml_fail(r, "too many values");
    return node;
}

/* A value that is left out has a node too: the plain scalar "". */
idarch_yaml *flow_yaml_value_of(yaml_reader *r, idarch_yaml *node)
{
    if (node)
        return node;
    node = flow_yaml_new_node(r, IDARCH_YAML_SCALAR, r->at.pos);
    node->plain = true;
    return node;
}

void flow_yaml_store_anchor(yaml_reader *r, idarch_yaml *node, bool open)
{
    if (r->found.anchor.len == 0)
        return;
    *IDARCH_PUSH(r->arena, &r->anchors) = (yaml_anchor){r->found.anchor, node, open};
    if (r->anchors.count > ANCHORS_MAX)
        flow_yaml_fail(r, "too many anchors");
}

/* ---- white space ----------------------------------------------------------------------- */

void flow_yaml_line_break(yaml_reader *r)
{
    r->at.pos++;
    r->at.line++;
    r->at.line_start = r->at.pos;
    r->at.first_tab = NONE;
}

/* Blanks, line ends and, where allowed, comments. Returns the number of line ends. */
size_t flow_yaml_skip_space(yaml_reader *r, bool comments)
{
    size_t breaks = 0;
    for (;;) {
        for (; yaml_is_blank(yaml_here(r)); r->at.pos++)
            if (yaml_here(r) == '\t' && r->at.first_tab == NONE)
                r->at.first_tab = r->at.pos;
        if (comments && yaml_here(r) == '#')
            while (yaml_here(r) != '\n' && yaml_here(r) != '\0')
                r->at.pos++;
        if (yaml_here(r) != '\n')
            return breaks;
        flow_yaml_line_break(r);
        breaks++;
        for (r->at.indent = 0; yaml_here(r) == ' '; r->at.pos++)
            r->at.indent++;
    }
}

/* --- or ... at the start of a line */
bool flow_yaml_at_document_mark(const yaml_reader *r)
{
    size_t at = r->at.pos;
    char c = yaml_peek(r, at), after = yaml_peek(r, at + 3);
    return at == r->at.line_start && (c == '-' || c == '.') && yaml_peek(r, at + 1) == c &&
           yaml_peek(r, at + 2) == c && (after == '\0' || yaml_is_space(after));
}

/* ---- properties and aliases ------------------------------------------------------------ */

/* The name behind & or *, up to white space or a flow mark. */
static idarch_str read_name(yaml_reader *r)
{
    size_t start = ++r->at.pos;
    while (yaml_here(r) != '\0' && !yaml_is_space(yaml_here(r)) && !yaml_is_flow_mark(yaml_here(r)))
        r->at.pos++;
    if (r->at.pos == start)
        flow_yaml_fail(r, "a name is missing behind & or *");
    return idarch_str_sub(r->in, start, r->at.pos);
}

static bool read_tag(yaml_reader *r)
{
    size_t start = r->at.pos;
    if (yaml_here(r) != '!')
        return false;
    if (r->found.tag.len > 0)
        return flow_yaml_fail(r, "a second tag");
    bool verbatim = yaml_peek(r, start + 1) == '<';
    while (yaml_here(r) != '\0' && (verbatim ? yaml_here(r) != '>' : !yaml_is_space(yaml_here(r))))
        r->at.pos++;
    r->at.pos += verbatim && yaml_here(r) == '>';
    r->found.tag = idarch_str_sub(r->in, start, r->at.pos);
    for (size_t i = 0; i < r->found.tag.len && !verbatim; i++)
        if (yaml_is_flow_mark(r->found.tag.ptr[i]))
            return flow_yaml_fail(r, "a bracket or comma in a tag");
    return true;
}

static bool read_property(yaml_reader *r)
{
    if (read_tag(r))
        return true;
    if (r->failed || yaml_here(r) != '&')
        return false;
    if (r->found.anchor.len > 0)
        return flow_yaml_fail(r, "a second anchor");
    r->found.anchor = read_name(r);
    return !r->failed;
}

/* Counts what an alias stands for. */
static void count_nodes(yaml_reader *r, const idarch_yaml *node, unsigned depth)
{
    if (!node || r->failed)
        return;
    r->nodes += 1 + strlen(node->scalar) / NODE_BYTES;
    if (r->nodes > r->nodes_max || depth > DEPTH_MAX) {
        flow_yaml_fail(r, "too many values");
        return;
    }
    for (size_t i = 0; i < node->items.count; i++)
        count_nodes(r, node->items.items[i], depth + 1);
    for (size_t i = 0; i < node->pairs.count; i++) {
        count_nodes(r, node->pairs.items[i].key, depth + 1);
        count_nodes(r, node->pairs.items[i].value, depth + 1);
    }
}

static bool read_alias(yaml_reader *r)
{
    size_t start = r->at.pos;
    if (yaml_here(r) != '*')
        return false;
    idarch_str name = read_name(r);
    for (size_t i = r->anchors.count; i-- > 0 && !r->failed;) {
        const yaml_anchor *anchor = &r->anchors.items[i];
        if (!idarch_str_eq(anchor->name, name))
            continue;
        if (anchor->open)
            return flow_yaml_fail_at(r, start, r->at.pos, "an alias inside what it stands for");
        count_nodes(r, anchor->node, 0);
        r->found.node = anchor->node;
        flow_yaml_skip_space(r, true);
        if (r->found.tag.len > 0 || r->found.anchor.len > 0)
            return flow_yaml_fail_at(r, start, start + 1, "an alias with a tag or an anchor");
        return true;
    }
    return flow_yaml_fail_at(r, start, r->at.pos, "this alias has no anchor before it");
}

/* ---- tags ------------------------------------------------------------------------------ */

/* The type that the tag wants: a letter of the table, or 0 for an unknown one. */
static char tag_type(idarch_str tag)
{
    static const struct {
        const char *name;
        char type;
    } rows[] = {{"str", 's'}, {"null", 'n'}, {"bool", 'b'}, {"int", 'i'},
                {"float", 'f'}, {"seq", 'l'}, {"map", 'm'}};
    static const char *const prefixes[] = {"!!", "!<tag:yaml.org,2002:"};
    for (size_t p = 0; p < 2; p++) {
        if (!idarch_str_starts(tag, prefixes[p]))
            continue;
        idarch_str name = idarch_str_sub(tag, strlen(prefixes[p]), tag.len - p);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            if (idarch_str_is(name, rows[i].name))
                return rows[i].type;
    }
    return '\0';
}

/* Whether a scalar can be of the type; its text then counts as typed. */
static bool scalar_fits(const idarch_yaml *node, char type)
{
    double number = 0;
    idarch_yaml plain = *node;
    plain.plain = true;
    flow_type is = idarch_flow_type(&plain, &number);
    bool point = strpbrk(node->scalar, ".eE") != NULL;
    switch (type) {
    case 'n': return is == FLOW_TYPE_NULL && node->scalar[0] != '\0';
    case 'b': return is == FLOW_TYPE_TRUE || is == FLOW_TYPE_FALSE;
    case 'i': return is == FLOW_TYPE_NUMBER && !(point && node->scalar[1] != 'x');
    case 'f': return is == FLOW_TYPE_NUMBER && !strpbrk(node->scalar, "xob");
    default: return false;
    }
}

static bool apply_tag(yaml_reader *r)
{
    idarch_yaml *node = r->found.node;
    idarch_str tag = r->found.tag;
    if (tag.len == 0)
        return true;
    if (tag.len == 1) { /* ! alone: no typing */
        if (node)
            node->plain = false;
        return true;
    }
    char type = tag_type(tag);
    if (type == '\0')
        return flow_yaml_fail(r, "an unknown tag");
    bool list = type == 'l', map = type == 'm';
    if (!node) {
        if (type != 's' && type != 'n' && !list && !map)
            return flow_yaml_fail(r, "a value is missing behind its tag");
        if (type != 'n')
            r->found.node = flow_yaml_new_node(r, list   ? IDARCH_YAML_SEQUENCE
                                        : map ? IDARCH_YAML_MAPPING
                                              : IDARCH_YAML_SCALAR, r->at.pos);
        return true;
    }
    idarch_yaml_kind kind = list ? IDARCH_YAML_SEQUENCE : map ? IDARCH_YAML_MAPPING
                                                             : IDARCH_YAML_SCALAR;
    if (node->kind != kind)
        return flow_yaml_fail(r, "a tag of another kind");
    if (type == 's' || list || map) {
        node->plain = false;
        return true;
    }
    if (!scalar_fits(node, type))
        return flow_yaml_fail(r, "a value that its tag does not fit");
    node->plain = true;
    return true;
}

/* ---- values ---------------------------------------------------------------------------- */

/* Where the next line begins against the collection around: 1 inside, 0 level, -1 out. */
static int indent_status(const yaml_reader *r, long parent)
{
    return (r->at.indent > parent) - (r->at.indent < parent);
}

/* A key whose properties stand before it on the same line: `&a key: value`. */
static bool mapping_from_property(yaml_reader *r, const yaml_mark *start, long flow_indent)
{
    yaml_mark mark = r->at;
    yaml_found found = r->found;
    size_t anchors = r->anchors.count;
    r->at = *start;
    r->found = (yaml_found){0};
    long indent = (long)(start->pos - start->line_start);
    if (flow_yaml_block_mapping(r, indent, flow_indent) && r->found.node &&
        r->found.node->kind == IDARCH_YAML_MAPPING && !r->found.scalar)
        return true;
    if (r->failed)
        return false;
    r->at = mark;
    r->found = found;
    r->anchors.count = anchors;
    return false;
}

typedef struct compose_state {
    long parent;
    yaml_place place;
    int status;          /* of the indentation */
    bool new_line;       /* the value begins on a line of its own */
    bool block;          /* a block collection may begin here */
    bool has_properties;
    yaml_mark properties;
} compose_state;

static void read_properties(yaml_reader *r, compose_state *s, bool block_styles)
{
    while (!r->failed) {
        char c = yaml_here(r);
        yaml_mark before = r->at;
        if (s->new_line && ((c == '!' && r->found.tag.len > 0) ||
                            (c == '&' && r->found.anchor.len > 0)))
            return;
        if (!read_property(r))
            return;
        if (!s->has_properties)
            s->properties = before;
        s->has_properties = true;
        s->block = flow_yaml_skip_space(r, true) > 0 && block_styles;
        if (r->at.line != before.line) {
            s->new_line = true;
            s->status = indent_status(r, s->parent);
        }
    }
}

/* The content of a value that stands inside its parent. */
static bool read_content(yaml_reader *r, const compose_state *s, bool block_styles, long flow_indent)
{
    long indent = (long)(r->at.pos - r->at.line_start);
    bool content = (s->block && (flow_yaml_block_sequence(r, indent) ||
                                 (!r->failed && flow_yaml_block_mapping(r, indent, flow_indent)))) ||
                   (!r->failed && flow_yaml_flow_collection(r, flow_indent));
    if (content || r->failed)
        return content;
    bool scalar_mark = yaml_here(r) == '|' || yaml_here(r) == '>';
    if (s->has_properties && block_styles && !s->block && !scalar_mark &&
        mapping_from_property(r, &s->properties, flow_indent))
        content = true;
    content = content || (!r->failed && block_styles && flow_yaml_block_scalar(r, flow_indent)) ||
              (!r->failed && flow_yaml_quoted(r, '\'')) || (!r->failed && flow_yaml_quoted(r, '"')) ||
              (!r->failed && read_alias(r)) ||
              (!r->failed && flow_yaml_plain(r, flow_indent, s->place == IN_FLOW));
    return content;
}

/* Reads a value into r->found; false where there is none or an error. */
bool flow_yaml_compose(yaml_reader *r, long parent, yaml_place place, bool seek, bool compact)
{
    bool block_styles = place == BLOCK_VALUE || place == IN_BLOCK, content = false;
    compose_state s = {.parent = parent, .place = place, .status = 1, .block = block_styles};
    r->found = (yaml_found){0};
    if (r->failed || r->depth >= DEPTH_MAX)
        return flow_yaml_fail(r, "nested too deeply");
    r->depth++;
    if (seek && flow_yaml_skip_space(r, true) > 0) {
        s.new_line = true;
        s.status = indent_status(r, parent);
    }
    if (s.status == 1)
        read_properties(r, &s, block_styles);
    s.block = s.block && (s.new_line || compact);
    if (!r->failed && s.status == 1) {
        bool flow = place == IN_FLOW || place == KEY;
        content = read_content(r, &s, block_styles, flow ? parent : parent + 1);
    } else if (!r->failed && s.status == 0 && place == BLOCK_VALUE) {
        content = s.block && flow_yaml_block_sequence(r, (long)(r->at.pos - r->at.line_start));
    }
    if (!r->failed && apply_tag(r))
        flow_yaml_store_anchor(r, r->found.node, false);
    r->depth--;
    return !r->failed && (content || r->found.tag.len > 0 || r->found.anchor.len > 0);
}

/* ---- the document ---------------------------------------------------------------------- */

/* %YAML and other directives before ---: each up to its line end. */
static bool read_directives(yaml_reader *r)
{
    bool any = false;
    for (;;) {
        flow_yaml_skip_space(r, true);
        if (yaml_here(r) != '%' || r->at.indent > 0)
            return any;
        any = true;
        size_t start = r->at.pos;
        while (yaml_here(r) != '\n' && yaml_here(r) != '\0')
            r->at.pos++;
        idarch_str line = idarch_str_sub(r->in, start, r->at.pos);
        if (yaml_is_space(yaml_peek(r, start + 1)))
            flow_yaml_fail(r, "the name of a directive is missing");
        if (idarch_str_starts(line, "%YAML") && idarch_str_search(line, " 1.", 0) == line.len)
            flow_yaml_fail(r, "another version of YAML than 1");
    }
}

static idarch_yaml *read_document(yaml_reader *r)
{
    bool directives = read_directives(r);
    if (r->at.indent == 0 && idarch_str_starts(idarch_str_sub(r->in, r->at.pos, r->in.len), "---")) {
        r->at.pos += 3;
        flow_yaml_skip_space(r, true);
    } else if (directives) {
        flow_yaml_fail(r, "--- is missing after the directives");
    }
    flow_yaml_compose(r, r->at.indent - 1, BLOCK_VALUE, false, true);
    idarch_yaml *root = r->failed ? NULL : flow_yaml_value_of(r, r->found.node);
    flow_yaml_skip_space(r, true);
    if (!r->failed && flow_yaml_at_document_mark(r) && yaml_here(r) == '.') {
        r->at.pos += 3;
        flow_yaml_skip_space(r, true);
    }
    if (!r->failed && yaml_here(r) != '\0')
        flow_yaml_fail(r, "this does not belong to what stands before it");
    return root;
}

idarch_yaml *idarch_flow_yaml(idarch_arena *arena, const idarch_extract *text, idarch_diags *diags)
{
    yaml_reader r = {.arena = arena, .text = text, .diags = diags, .in = text->text};
    r.nodes_max = NODES_SPARE + 4 * text->text.len;
    r.at.first_tab = NONE;
    if (idarch_str_starts(r.in, "\xEF\xBB\xBF"))
        r.at.pos = r.at.line_start = 3;
    for (; yaml_here(&r) == ' '; r.at.pos++)
        r.at.indent++;
    if (r.at.pos >= r.in.len || (r.at.pos + 1 == r.in.len && yaml_here(&r) == '\n'))
        return NULL;
    idarch_yaml *root = read_document(&r);
    return r.failed ? NULL : root;
}
