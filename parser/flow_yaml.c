/* YAML inside a flowchart.
 *
 * Takes an extract, gives a tree whose nodes know their bytes in it. It reads what
 * Mermaid's YAML reader reads, which is neither more nor less strict than libyaml but
 * different: `:::a: b` and `[a]: b` are pairs, a key that stands twice, a tag that is not
 * YAML's own and a document after the first are errors. One pass with at most DEPTH_MAX
 * calls in one another; aliases count as what they stand for. */
#include "parser/flow_yaml.h"

#include <stdlib.h>

enum {
    DEPTH_MAX = 100,     /* Mermaid's own limit */
    ANCHORS_MAX = 600,   /* an anchor of a list or mapping counts twice */
    NODES_SPARE = 1000,  /* values that aliases may stand for, beyond four for each byte */
    NODE_BYTES = 64      /* bytes of a text that count as another value there */
};

#define NONE SIZE_MAX

/* Where a value stands: decides which forms it may have. */
typedef enum yaml_place { IN_FLOW, KEY, IN_BLOCK, BLOCK_VALUE } yaml_place;

typedef struct yaml_anchor {
    idarch_str name;
    idarch_yaml *node;  /* NULL: null */
    bool open;          /* its content is not read yet */
} yaml_anchor;

/* What was read last. */
typedef struct yaml_found {
    idarch_str tag;      /* with its ! marks; empty for none */
    bool plain;          /* a scalar without quotes */
    idarch_str anchor;   /* its name, empty for none */
    bool scalar;         /* the node is a scalar that stands here, no alias */
    idarch_yaml *node;   /* NULL: nothing, which is null */
} yaml_found;

/* A place to come back to. */
typedef struct yaml_mark {
    size_t pos, line, line_start, first_tab;
    long indent;
} yaml_mark;

typedef struct yaml_reader {
    idarch_arena *arena;
    const idarch_extract *text;
    idarch_diags *diags;
    idarch_str in;
    yaml_mark at;        /* first_tab: the first tab in the line's white space, or NONE */
    yaml_found found;
    unsigned depth;
    size_t nodes, nodes_max;
    IDARCH_ARRAY(yaml_anchor) anchors;
    bool failed;
} yaml_reader;

static bool compose(yaml_reader *r, long parent, yaml_place place, bool seek, bool compact);

static char peek(const yaml_reader *r, size_t at)
{
    if (at < r->in.len)
        return r->in.ptr[at];
    /* The text ends with a line end, written or not. */
    return at == r->in.len && at > 0 && r->in.ptr[at - 1] != '\n' ? '\n' : '\0';
}

static char here(const yaml_reader *r)
{
    return peek(r, r->at.pos);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_space(char c)
{
    return is_blank(c) || c == '\n' || c == '\r';
}

static bool in_set(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_flow_mark(char c)
{
    return in_set(c, ",[]{}");
}

static bool fail_at(yaml_reader *r, size_t start, size_t end, const char *message)
{
    if (!r->failed)
        idarch_diag_add(r->diags, IDARCH_FATAL, "yaml", idarch_extract_span(r->text, start, end),
                        "not valid YAML: %s", message);
    r->failed = true;
    return false;
}

static bool fail(yaml_reader *r, const char *message)
{
    return fail_at(r, r->at.pos, r->at.pos, message);
}

static idarch_yaml *new_node(yaml_reader *r, idarch_yaml_kind kind, size_t start)
{
    idarch_yaml *node = IDARCH_NEW(r->arena, idarch_yaml);
    *node = (idarch_yaml){.kind = kind, .scalar = "", .start = start, .end = start};
    if (++r->nodes > r->nodes_max)
        fail(r, "too many values");
    return node;
}

/* A value that is left out has a node too: the plain scalar "". */
static idarch_yaml *value_of(yaml_reader *r, idarch_yaml *node)
{
    if (node)
        return node;
    node = new_node(r, IDARCH_YAML_SCALAR, r->at.pos);
    node->plain = true;
    return node;
}

static void store_anchor(yaml_reader *r, idarch_yaml *node, bool open)
{
    if (r->found.anchor.len == 0)
        return;
    *IDARCH_PUSH(r->arena, &r->anchors) = (yaml_anchor){r->found.anchor, node, open};
    if (r->anchors.count > ANCHORS_MAX)
        fail(r, "too many anchors");
}

/* ---- white space ----------------------------------------------------------------------- */

static void line_break(yaml_reader *r)
{
    r->at.pos++;
    r->at.line++;
    r->at.line_start = r->at.pos;
    r->at.first_tab = NONE;
}

/* Blanks, line ends and, where allowed, comments. Returns the number of line ends. */
static size_t skip_space(yaml_reader *r, bool comments)
{
    size_t breaks = 0;
    for (;;) {
        for (; is_blank(here(r)); r->at.pos++)
            if (here(r) == '\t' && r->at.first_tab == NONE)
                r->at.first_tab = r->at.pos;
        if (comments && here(r) == '#')
            while (here(r) != '\n' && here(r) != '\0')
                r->at.pos++;
        if (here(r) != '\n')
            return breaks;
        line_break(r);
        breaks++;
        for (r->at.indent = 0; here(r) == ' '; r->at.pos++)
            r->at.indent++;
    }
}

/* --- or ... at the start of a line */
static bool at_document_mark(const yaml_reader *r)
{
    size_t at = r->at.pos;
    char c = peek(r, at), after = peek(r, at + 3);
    return at == r->at.line_start && (c == '-' || c == '.') && peek(r, at + 1) == c &&
           peek(r, at + 2) == c && (after == '\0' || is_space(after));
}

/* ---- scalars --------------------------------------------------------------------------- */

/* Whether a character stands at the byte that must not: outside quotes the C1 controls
 * and two noncharacters count too. */
static bool is_forbidden(idarch_str s, size_t at, bool quoted)
{
    unsigned char c = (unsigned char)s.ptr[at];
    unsigned char next = at + 1 < s.len ? (unsigned char)s.ptr[at + 1] : 0;
    if (c < 0x20)
        return c != '\t';
    if (quoted || c < 0x7F)
        return false;
    return c == 0x7F || (c == 0xC2 && next < 0xA0 && next != 0x85) ||
           (c == 0xEF && next == 0xBF && at + 2 < s.len && (unsigned char)s.ptr[at + 2] >= 0xBE);
}

static void capture(yaml_reader *r, idarch_strbuf *out, size_t start, size_t end, bool quoted)
{
    idarch_str part = idarch_str_sub(r->in, start, end);
    for (size_t i = 0; i < part.len; i++)
        if (is_forbidden(part, i, quoted)) {
            fail_at(r, start + i, start + i + 1, "a control character");
            return;
        }
    idarch_strbuf_add_str(out, part);
}

/* Line ends inside a scalar: one is a blank, more are one less. */
static void fold(idarch_strbuf *out, size_t breaks)
{
    if (breaks == 1)
        idarch_strbuf_putc(out, ' ');
    for (; breaks > 1; breaks--)
        idarch_strbuf_putc(out, '\n');
}

static bool found_scalar(yaml_reader *r, idarch_strbuf *text, size_t start, bool plain)
{
    idarch_yaml *node = new_node(r, IDARCH_YAML_SCALAR, start);
    node->scalar = idarch_strndup(r->arena, idarch_strbuf_text(text), text->len);
    node->plain = plain;
    node->end = r->at.pos;
    r->found.node = node;
    r->found.scalar = true;
    r->found.plain = plain;
    return !r->failed;
}

static bool starts_plain(const yaml_reader *r, bool flow)
{
    char c = here(r), next = peek(r, r->at.pos + 1);
    if (c == '\0' || is_space(c) || in_set(c, ",[]{}#&*!|>'\"%@`"))
        return false;
    return (c != '?' && c != '-') || !(is_space(next) || (flow && is_flow_mark(next)));
}

static bool ends_plain(const yaml_reader *r, bool flow)
{
    char c = here(r), next = peek(r, r->at.pos + 1);
    if (c == ':')
        return is_space(next) || (flow && is_flow_mark(next));
    if (c == '#')
        return is_space(peek(r, r->at.pos - 1));
    return at_document_mark(r) || (flow && is_flow_mark(c));
}

static bool read_plain(yaml_reader *r, long indent, bool flow)
{
    idarch_strbuf text = {.arena = r->arena};
    size_t begin = r->at.pos, start = begin, end = begin;
    if (!starts_plain(r, flow))
        return false;
    while (here(r) != '\0' && !ends_plain(r, flow)) {
        if (here(r) == '\n') {
            yaml_mark before = r->at;
            skip_space(r, false);
            if (r->at.indent < indent) {
                r->at = before;
                r->at.pos = end;
                break;
            }
            if (here(r) == '\0' || ends_plain(r, flow))
                break;
            capture(r, &text, start, end, false);
            fold(&text, r->at.line - before.line);
            start = end = r->at.pos;
        }
        if (!is_blank(here(r)))
            end = r->at.pos + 1;
        r->at.pos++;
    }
    capture(r, &text, start, end, false);
    if (text.len == 0)
        return false;
    found_scalar(r, &text, begin, true);
    r->found.node->end = end;
    return !r->failed;
}

static const struct {
    char letter;
    uint32_t code;
} escapes[] = {
    {'0', ' '},     {'a', 7},      {'b', 8},     {'t', 9},   {'\t', 9},   {'n', 10},
    {'v', 11},      {'f', 12},     {'r', 13},    {'e', 27},  {' ', ' '},  {'"', '"'},
    {'/', '/'},     {'\\', '\\'},  {'N', 0x85},  {'_', 0xA0}, {'L', 0x2028}, {'P', 0x2029},
};

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The hexadecimal digits at the place; false where there are fewer. */
static bool read_hex(const yaml_reader *r, size_t at, size_t count, uint32_t *code)
{
    *code = 0;
    for (size_t i = 0; i < count; i++) {
        int digit = hex_value(peek(r, at + i));
        if (digit < 0)
            return false;
        *code = *code << 4 | (uint32_t)digit;
    }
    return true;
}

static void read_hex_escape(yaml_reader *r, idarch_strbuf *text, size_t count)
{
    uint32_t code, low;
    if (!read_hex(r, r->at.pos + 1, count, &code)) {
        fail(r, "a hexadecimal digit is missing");
        return;
    }
    r->at.pos += 1 + count;
    bool high = code >= 0xD800 && code < 0xDC00;
    if (high && here(r) == '\\' && peek(r, r->at.pos + 1) == 'u' &&
        read_hex(r, r->at.pos + 2, 4, &low) && low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        r->at.pos += 6;
    }
    bool good = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000);
    idarch_strbuf_add_utf8(text, good ? code : 0xFFFD);
}

/* Behind a backslash. */
static void read_escape(yaml_reader *r, idarch_strbuf *text)
{
    char c = here(r);
    size_t count = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (c == '\n') {
        skip_space(r, false);
        return;
    }
    if (count > 0) {
        read_hex_escape(r, text, count);
        return;
    }
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++)
        if (escapes[i].letter == c) {
            idarch_strbuf_add_utf8(text, escapes[i].code);
            r->at.pos++;
            return;
        }
    fail_at(r, r->at.pos - 1, r->at.pos + 1, "an unknown escape sequence");
}

static bool read_quoted(yaml_reader *r, char quote)
{
    idarch_strbuf text = {.arena = r->arena};
    size_t begin = r->at.pos, start, end;
    if (here(r) != quote)
        return false;
    start = end = ++r->at.pos;
    while (here(r) != '\0' && !r->failed) {
        char c = here(r);
        if (c == quote) {
            capture(r, &text, start, r->at.pos++, true);
            if (quote == '"' || here(r) != '\'')
                return found_scalar(r, &text, begin, false);
            start = r->at.pos++;
            end = r->at.pos;
        } else if (c == '\\' && quote == '"') {
            capture(r, &text, start, r->at.pos++, true);
            read_escape(r, &text);
            start = end = r->at.pos;
        } else if (c == '\n') {
            capture(r, &text, start, end, true);
            fold(&text, skip_space(r, false));
            start = end = r->at.pos;
        } else if (at_document_mark(r)) {
            return fail(r, "the document ends within quotes");
        } else {
            r->at.pos++;
            end = is_blank(c) ? end : r->at.pos;
        }
    }
    return fail_at(r, begin, begin + 1, "this quote is not closed");
}

/* What stands behind | or >. */
typedef struct block_header {
    bool folds;
    char chomp;      /* '+', '-' or 0 */
    bool has_indent; /* given, or seen in the first line with text */
    long indent;
} block_header;

static bool read_block_header(yaml_reader *r, block_header *h, long parent)
{
    h->folds = here(r) == '>';
    h->indent = parent;
    for (;;) {
        char c = peek(r, ++r->at.pos);
        if (c == '+' || c == '-') {
            if (h->chomp)
                return fail(r, "a second chomping mark");
            h->chomp = c;
        } else if (c >= '0' && c <= '9') {
            if (c == '0' || h->has_indent)
                return fail(r, "an indentation of 0, or given twice");
            h->indent = parent + (c - '0') - 1;
            h->has_indent = true;
        } else {
            break;
        }
    }
    bool blank = is_blank(here(r));
    while (is_blank(here(r)))
        r->at.pos++;
    if (blank && here(r) == '#')
        while (here(r) != '\n' && here(r) != '\0')
            r->at.pos++;
    return true;
}

static void repeat(idarch_strbuf *text, size_t count)
{
    for (; count > 0; count--)
        idarch_strbuf_putc(text, '\n');
}

/* The line ends between the last line of a folded text and this one. */
static void fold_block(idarch_strbuf *text, bool more, bool *was_more, bool content, size_t empty)
{
    if (more) {
        *was_more = true;
        repeat(text, content ? 1 + empty : empty);
    } else if (*was_more) {
        *was_more = false;
        repeat(text, empty + 1);
    } else if (empty == 0) {
        if (content)
            idarch_strbuf_putc(text, ' ');
    } else {
        repeat(text, empty);
    }
}

static bool read_block_scalar(yaml_reader *r, long parent)
{
    idarch_strbuf text = {.arena = r->arena};
    block_header h = {0};
    size_t begin = r->at.pos, empty = 0;
    bool content = false, was_more = false;
    if ((here(r) != '|' && here(r) != '>') || !read_block_header(r, &h, parent))
        return false;
    while (here(r) != '\0' && !r->failed) {
        if (here(r) != '\n')
            return fail(r, "a line end is missing behind | or >");
        line_break(r);
        for (r->at.indent = 0; here(r) == ' ' && (!h.has_indent || r->at.indent < h.indent);
             r->at.pos++)
            r->at.indent++;
        if (!h.has_indent && r->at.indent > h.indent)
            h.indent = r->at.indent;
        if (here(r) == '\n') {
            empty++;
            continue;
        }
        if (!h.has_indent && h.indent == 0)
            return fail(r, "the text behind | or > is not indented");
        if (r->at.indent < h.indent) {
            if (h.chomp == '+')
                repeat(&text, content ? 1 + empty : empty);
            else if (h.chomp != '-' && content)
                idarch_strbuf_putc(&text, '\n');
            break;
        }
        if (h.folds)
            fold_block(&text, is_blank(here(r)), &was_more, content, empty);
        else
            repeat(&text, content ? 1 + empty : empty);
        content = h.has_indent = true;
        empty = 0;
        size_t start = r->at.pos;
        while (here(r) != '\n' && here(r) != '\0')
            r->at.pos++;
        capture(r, &text, start, r->at.pos, false);
    }
    return found_scalar(r, &text, begin, false);
}

/* ---- lists and mappings ---------------------------------------------------------------- */

static int compare_keys(const void *left, const void *right)
{
    const idarch_yaml *a = *(idarch_yaml *const *)left, *b = *(idarch_yaml *const *)right;
    int order = strcmp(a->scalar, b->scalar);
    return order ? order : (a->start > b->start) - (a->start < b->start);
}

static void check_keys(yaml_reader *r, const idarch_yaml *map)
{
    size_t count = map->pairs.count;
    idarch_yaml **keys = IDARCH_NEW_ARRAY(r->arena, idarch_yaml *, count + 1);
    for (size_t i = 0; i < count; i++)
        keys[i] = map->pairs.items[i].key;
    qsort(keys, count, sizeof keys[0], compare_keys);
    for (size_t i = 1; i < count && !r->failed; i++) {
        if (strcmp(keys[i - 1]->scalar, keys[i]->scalar) != 0)
            continue;
        idarch_diag *diag = idarch_diag_add(
            r->diags, IDARCH_FATAL, "yaml",
            idarch_extract_span(r->text, keys[i]->start, keys[i]->end),
            "the key '%s' stands twice in this mapping", keys[i]->scalar);
        idarch_diag_relate(r->diags, diag,
                           idarch_extract_span(r->text, keys[i - 1]->start, keys[i - 1]->end),
                           "the first one");
        r->failed = true;
    }
}

/* A key of any kind as text. */
static idarch_yaml *key_of(yaml_reader *r, idarch_yaml *node)
{
    idarch_yaml *key = new_node(r, IDARCH_YAML_SCALAR, node ? node->start : r->at.pos);
    bool list = node && node->kind == IDARCH_YAML_SEQUENCE;
    for (size_t i = 0; list && i < node->items.count; i++)
        if (node->items.items[i]->kind == IDARCH_YAML_SEQUENCE)
            fail(r, "a list within a list as a key");
    key->scalar = idarch_flow_string(r->arena, node);
    key->end = node ? node->end : key->start;
    return key;
}

static void add_pair(yaml_reader *r, idarch_yaml *map, idarch_yaml *key, idarch_yaml *value)
{
    idarch_yaml *name = key_of(r, key);
    *IDARCH_PUSH(r->arena, &map->pairs) = (idarch_yaml_pair){name, value_of(r, value)};
}

/* What was found now is the collection, with the properties from before it. */
static bool found_collection(yaml_reader *r, idarch_yaml *node, const yaml_found *before)
{
    node->end = r->at.pos;
    if (node->kind == IDARCH_YAML_MAPPING)
        check_keys(r, node);
    r->found = (yaml_found){.tag = before->tag, .anchor = before->anchor, .node = node};
    return !r->failed;
}

/* An entry between [ ] or { }: a value or a pair. */
static void read_flow_entry(yaml_reader *r, idarch_yaml *node, long indent)
{
    bool map = node->kind == IDARCH_YAML_MAPPING;
    bool marked = here(r) == '?' && is_space(peek(r, r->at.pos + 1)), pair = marked;
    if (marked) {
        r->at.pos++;
        skip_space(r, true);
    }
    size_t line = r->at.line, start = r->at.pos;
    compose(r, indent, IN_FLOW, false, true);
    idarch_yaml *key = r->found.node, *value = NULL;
    skip_space(r, true);
    if ((marked || r->at.line == line) && here(r) == ':') {
        pair = true;
        r->at.pos++;
        skip_space(r, true);
        compose(r, indent, IN_FLOW, false, true);
        value = r->found.node;
    }
    if (map) {
        add_pair(r, node, key, value);
    } else if (pair) {
        idarch_yaml *single = new_node(r, IDARCH_YAML_MAPPING, start);
        add_pair(r, single, key, value);
        *IDARCH_PUSH(r->arena, &node->items) = single;
    } else {
        *IDARCH_PUSH(r->arena, &node->items) = value_of(r, key);
    }
}

static bool read_flow_collection(yaml_reader *r, long indent)
{
    yaml_found before = r->found;
    size_t begin = r->at.pos;
    char open = here(r), close = open == '[' ? ']' : '}';
    if (open != '[' && open != '{')
        return false;
    idarch_yaml *node =
        new_node(r, open == '[' ? IDARCH_YAML_SEQUENCE : IDARCH_YAML_MAPPING, begin);
    store_anchor(r, node, true);
    r->at.pos++;
    for (bool comma = true; here(r) != '\0' && !r->failed;) {
        skip_space(r, true);
        if (here(r) == close) {
            r->at.pos++;
            return found_collection(r, node, &before);
        }
        if (!comma)
            return fail(r, "a comma is missing between two entries");
        if (here(r) == ',')
            return fail(r, "nothing stands before this comma");
        read_flow_entry(r, node, indent);
        skip_space(r, true);
        comma = here(r) == ',';
        r->at.pos += comma;
    }
    return fail_at(r, begin, begin + 1, "this bracket is not closed");
}

static bool tab_in_indent(yaml_reader *r)
{
    if (r->at.first_tab == NONE)
        return false;
    fail_at(r, r->at.first_tab, r->at.first_tab + 1, "a tab in the indentation");
    return true;
}

static bool read_block_sequence(yaml_reader *r, long indent)
{
    yaml_found before = r->found;
    if (r->at.first_tab != NONE || here(r) != '-' || !is_space(peek(r, r->at.pos + 1)))
        return false;
    idarch_yaml *node = new_node(r, IDARCH_YAML_SEQUENCE, r->at.pos);
    store_anchor(r, node, true);
    while (here(r) == '-' && is_space(peek(r, r->at.pos + 1)) && !r->failed) {
        if (tab_in_indent(r))
            return false;
        r->at.pos++;
        if (skip_space(r, true) > 0 && r->at.indent <= indent) {
            *IDARCH_PUSH(r->arena, &node->items) = value_of(r, NULL);
            continue;
        }
        size_t line = r->at.line;
        compose(r, indent, IN_BLOCK, false, true);
        *IDARCH_PUSH(r->arena, &node->items) = value_of(r, r->found.node);
        skip_space(r, true);
        if ((r->at.line == line || r->at.indent > indent) && here(r) != '\0')
            return fail(r, "this does not fit the indentation of the list");
        if (r->at.indent < indent)
            break;
    }
    if (!r->failed && here(r) != '\0' && r->at.indent >= indent && tab_in_indent(r))
        return false;
    return found_collection(r, node, &before);
}

/* A block mapping while it is read. */
typedef struct block_map {
    idarch_yaml *node;
    yaml_found before;
    long indent, flow_indent;
    idarch_yaml *key;
    bool explicit_key;  /* behind a ? */
    bool compact;       /* a value may begin a collection on the same line */
    bool detected;      /* there is a pair */
} block_map;

typedef enum key_step { KEY_READ, NO_KEY, NO_MAPPING } key_step;

static void end_explicit(yaml_reader *r, block_map *m)
{
    if (m->explicit_key)
        add_pair(r, m->node, m->key, NULL);
    m->key = NULL;
}

/* ? or : with a blank behind it */
static key_step read_key_mark(yaml_reader *r, block_map *m)
{
    bool question = here(r) == '?';
    if (!question && !m->explicit_key) {
        fail(r, "there is no key before this colon");
        return NO_KEY;
    }
    if (question)
        end_explicit(r, m);
    m->detected = m->detected || question;
    m->explicit_key = question;
    m->compact = true;
    r->at.pos++;
    return KEY_READ;
}

/* A key with a colon behind it; without a colon it is a value and no mapping. */
static key_step read_key(yaml_reader *r, block_map *m)
{
    size_t line = r->at.line;
    if (!compose(r, m->flow_indent, KEY, false, true))
        return NO_KEY;
    if (r->at.line == line)
        while (is_blank(here(r)))
            r->at.pos++;
    bool colon = r->at.line == line && here(r) == ':';
    if (!colon && m->detected) {
        fail(r, "a key needs a colon behind it, on its line");
        return NO_KEY;
    }
    if (!colon)
        return NO_MAPPING;
    r->at.pos++;
    if (!is_space(here(r))) {
        fail(r, "a blank is missing behind the colon");
        return NO_KEY;
    }
    idarch_yaml *key = value_of(r, r->found.node);
    end_explicit(r, m);
    m->key = key;
    m->detected = true;
    m->explicit_key = m->compact = false;
    return KEY_READ;
}

static void read_map_value(yaml_reader *r, block_map *m)
{
    idarch_yaml *value = NULL;
    if (compose(r, m->indent, BLOCK_VALUE, true, m->compact)) {
        if (m->explicit_key)
            m->key = r->found.node;
        else
            value = r->found.node;
    }
    if (!m->explicit_key) {
        add_pair(r, m->node, m->key, value);
        m->key = NULL;
    }
    skip_space(r, true);
}

/* The mapping at the place, or the scalar there when no colon follows it. */
static bool read_block_mapping(yaml_reader *r, long indent, long flow_indent)
{
    block_map m = {.before = r->found, .indent = indent, .flow_indent = flow_indent};
    if (r->at.first_tab != NONE || here(r) == '\0')
        return false;
    m.node = new_node(r, IDARCH_YAML_MAPPING, r->at.pos);
    store_anchor(r, m.node, true);
    while (here(r) != '\0' && !r->failed) {
        if (!m.explicit_key && tab_in_indent(r))
            return false;
        size_t line = r->at.line;
        bool mark = (here(r) == '?' || here(r) == ':') && is_space(peek(r, r->at.pos + 1));
        key_step step = mark ? read_key_mark(r, &m) : read_key(r, &m);
        if (step == NO_MAPPING) {
            r->found.tag = m.before.tag;
            r->found.anchor = m.before.anchor;
            return true;
        }
        if (step == NO_KEY)
            break;
        if (r->at.line == line || r->at.indent > indent)
            read_map_value(r, &m);
        if ((r->at.line == line || r->at.indent > indent) && here(r) != '\0')
            return fail(r, "this does not fit the indentation of the mapping");
        if (r->at.indent < indent)
            break;
    }
    end_explicit(r, &m);
    return m.detected && !r->failed && found_collection(r, m.node, &m.before);
}

/* ---- properties and aliases ------------------------------------------------------------ */

/* The name behind & or *, up to white space or a flow mark. */
static idarch_str read_name(yaml_reader *r)
{
    size_t start = ++r->at.pos;
    while (here(r) != '\0' && !is_space(here(r)) && !is_flow_mark(here(r)))
        r->at.pos++;
    if (r->at.pos == start)
        fail(r, "a name is missing behind & or *");
    return idarch_str_sub(r->in, start, r->at.pos);
}

static bool read_tag(yaml_reader *r)
{
    size_t start = r->at.pos;
    if (here(r) != '!')
        return false;
    if (r->found.tag.len > 0)
        return fail(r, "a second tag");
    bool verbatim = peek(r, start + 1) == '<';
    while (here(r) != '\0' && (verbatim ? here(r) != '>' : !is_space(here(r))))
        r->at.pos++;
    r->at.pos += verbatim && here(r) == '>';
    r->found.tag = idarch_str_sub(r->in, start, r->at.pos);
    for (size_t i = 0; i < r->found.tag.len && !verbatim; i++)
        if (is_flow_mark(r->found.tag.ptr[i]))
            return fail(r, "a bracket or comma in a tag");
    return true;
}

static bool read_property(yaml_reader *r)
{
    if (read_tag(r))
        return true;
    if (r->failed || here(r) != '&')
        return false;
    if (r->found.anchor.len > 0)
        return fail(r, "a second anchor");
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
        fail(r, "too many values");
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
    if (here(r) != '*')
        return false;
    idarch_str name = read_name(r);
    for (size_t i = r->anchors.count; i-- > 0 && !r->failed;) {
        const yaml_anchor *anchor = &r->anchors.items[i];
        if (!idarch_str_eq(anchor->name, name))
            continue;
        if (anchor->open)
            return fail_at(r, start, r->at.pos, "an alias inside what it stands for");
        count_nodes(r, anchor->node, 0);
        r->found.node = anchor->node;
        skip_space(r, true);
        if (r->found.tag.len > 0 || r->found.anchor.len > 0)
            return fail_at(r, start, start + 1, "an alias with a tag or an anchor");
        return true;
    }
    return fail_at(r, start, r->at.pos, "this alias has no anchor before it");
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
        return fail(r, "an unknown tag");
    bool list = type == 'l', map = type == 'm';
    if (!node) {
        if (type != 's' && type != 'n' && !list && !map)
            return fail(r, "a value is missing behind its tag");
        if (type != 'n')
            r->found.node = new_node(r, list   ? IDARCH_YAML_SEQUENCE
                                        : map ? IDARCH_YAML_MAPPING
                                              : IDARCH_YAML_SCALAR, r->at.pos);
        return true;
    }
    idarch_yaml_kind kind = list ? IDARCH_YAML_SEQUENCE : map ? IDARCH_YAML_MAPPING
                                                             : IDARCH_YAML_SCALAR;
    if (node->kind != kind)
        return fail(r, "a tag of another kind");
    if (type == 's' || list || map) {
        node->plain = false;
        return true;
    }
    if (!scalar_fits(node, type))
        return fail(r, "a value that its tag does not fit");
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
    if (read_block_mapping(r, indent, flow_indent) && r->found.node &&
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
        char c = here(r);
        yaml_mark before = r->at;
        if (s->new_line && ((c == '!' && r->found.tag.len > 0) ||
                            (c == '&' && r->found.anchor.len > 0)))
            return;
        if (!read_property(r))
            return;
        if (!s->has_properties)
            s->properties = before;
        s->has_properties = true;
        s->block = skip_space(r, true) > 0 && block_styles;
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
    bool content = (s->block && (read_block_sequence(r, indent) ||
                                 (!r->failed && read_block_mapping(r, indent, flow_indent)))) ||
                   (!r->failed && read_flow_collection(r, flow_indent));
    if (content || r->failed)
        return content;
    bool scalar_mark = here(r) == '|' || here(r) == '>';
    if (s->has_properties && block_styles && !s->block && !scalar_mark &&
        mapping_from_property(r, &s->properties, flow_indent))
        content = true;
    content = content || (!r->failed && block_styles && read_block_scalar(r, flow_indent)) ||
              (!r->failed && read_quoted(r, '\'')) || (!r->failed && read_quoted(r, '"')) ||
              (!r->failed && read_alias(r)) ||
              (!r->failed && read_plain(r, flow_indent, s->place == IN_FLOW));
    return content;
}

/* Reads a value into r->found; false where there is none or an error. */
static bool compose(yaml_reader *r, long parent, yaml_place place, bool seek, bool compact)
{
    bool block_styles = place == BLOCK_VALUE || place == IN_BLOCK, content = false;
    compose_state s = {.parent = parent, .place = place, .status = 1, .block = block_styles};
    r->found = (yaml_found){0};
    if (r->failed || r->depth >= DEPTH_MAX)
        return fail(r, "nested too deeply");
    r->depth++;
    if (seek && skip_space(r, true) > 0) {
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
        content = s.block && read_block_sequence(r, (long)(r->at.pos - r->at.line_start));
    }
    if (!r->failed && apply_tag(r))
        store_anchor(r, r->found.node, false);
    r->depth--;
    return !r->failed && (content || r->found.tag.len > 0 || r->found.anchor.len > 0);
}

/* ---- the document ---------------------------------------------------------------------- */

/* %YAML and other directives before ---: each up to its line end. */
static bool read_directives(yaml_reader *r)
{
    bool any = false;
    for (;;) {
        skip_space(r, true);
        if (here(r) != '%' || r->at.indent > 0)
            return any;
        any = true;
        size_t start = r->at.pos;
        while (here(r) != '\n' && here(r) != '\0')
            r->at.pos++;
        idarch_str line = idarch_str_sub(r->in, start, r->at.pos);
        if (is_space(peek(r, start + 1)))
            fail(r, "the name of a directive is missing");
        if (idarch_str_starts(line, "%YAML") && idarch_str_search(line, " 1.", 0) == line.len)
            fail(r, "another version of YAML than 1");
    }
}

static idarch_yaml *read_document(yaml_reader *r)
{
    bool directives = read_directives(r);
    if (r->at.indent == 0 && idarch_str_starts(idarch_str_sub(r->in, r->at.pos, r->in.len), "---")) {
        r->at.pos += 3;
        skip_space(r, true);
    } else if (directives) {
        fail(r, "--- is missing after the directives");
    }
    compose(r, r->at.indent - 1, BLOCK_VALUE, false, true);
    idarch_yaml *root = r->failed ? NULL : value_of(r, r->found.node);
    skip_space(r, true);
    if (!r->failed && at_document_mark(r) && here(r) == '.') {
        r->at.pos += 3;
        skip_space(r, true);
    }
    if (!r->failed && here(r) != '\0')
        fail(r, "this does not belong to what stands before it");
    return root;
}

idarch_yaml *idarch_flow_yaml(idarch_arena *arena, const idarch_extract *text, idarch_diags *diags)
{
    yaml_reader r = {.arena = arena, .text = text, .diags = diags, .in = text->text};
    r.nodes_max = NODES_SPARE + 4 * text->text.len;
    r.at.first_tab = NONE;
    if (idarch_str_starts(r.in, "\xEF\xBB\xBF"))
        r.at.pos = r.at.line_start = 3;
    for (; here(&r) == ' '; r.at.pos++)
        r.at.indent++;
    if (r.at.pos >= r.in.len || (r.at.pos + 1 == r.in.len && here(&r) == '\n'))
        return NULL;
    idarch_yaml *root = read_document(&r);
    return r.failed ? NULL : root;
}
