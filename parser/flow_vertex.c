/* Nodes and edges: A[x]:::k & B -- text --> C.
 *
 * Takes the tokens of one statement, adds its nodes and edges in Mermaid's order, and
 * tells the open subgraph which ids were named (the last one first). */
#include "parser/flow_parser.h"

typedef struct bracket_row {
    flow_kind open, close;
    const char *shape;
} bracket_row;

static const bracket_row brackets[] = {
    {FLOW_SQUARE, FLOW_SQUARE_END, "square"},
    {FLOW_DOUBLE_CIRCLE, FLOW_DOUBLE_CIRCLE_END, "doublecircle"},
    {FLOW_ELLIPSE, FLOW_ELLIPSE_END, "ellipse"},
    {FLOW_STADIUM, FLOW_STADIUM_END, "stadium"},
    {FLOW_SUBROUTINE, FLOW_SUBROUTINE_END, "subroutine"},
    {FLOW_CYLINDER, FLOW_CYLINDER_END, "cylinder"},
    {FLOW_ROUND, FLOW_ROUND_END, "round"},
    {FLOW_BRACE, FLOW_BRACE_END, "diamond"},
    {FLOW_ODD, FLOW_SQUARE_END, "odd"},
    {FLOW_TRAPEZOID, FLOW_TRAPEZOID_END, "trapezoid"},
    {FLOW_TRAPEZOID, FLOW_INV_TRAPEZOID_END, "lean_right"},
    {FLOW_INV_TRAPEZOID, FLOW_INV_TRAPEZOID_END, "inv_trapezoid"},
    {FLOW_INV_TRAPEZOID, FLOW_TRAPEZOID_END, "lean_left"},
    /* the same bracket twice */
    {FLOW_ROUND, FLOW_ROUND_END, "circle"},
    {FLOW_BRACE, FLOW_BRACE_END, "hexagon"},
};

#define BRACKETS (sizeof brackets / sizeof brackets[0])
#define DOUBLES 2 /* the last rows */

static bool opens_shape(flow_kind kind)
{
    return kind >= FLOW_SQUARE && kind <= FLOW_INV_TRAPEZOID;
}

static const char *shape_of(flow_kind open, flow_kind close, bool twice)
{
    for (size_t i = twice ? BRACKETS - DOUBLES : 0; i < BRACKETS; i++)
        if (brackets[i].open == open && brackets[i].close == close)
            return brackets[i].shape;
    return NULL;
}

/* [|field:value| before the text of a rectangle with properties. */
static bool parse_props(flow_parser *parser, const flow_token *opener, idarch_str found[2])
{
    static const flow_kind expected[] = {FLOW_NODE_STRING, FLOW_COLON, FLOW_NODE_STRING,
                                         FLOW_PIPE};
    for (size_t i = 0; i < 4; i++) {
        if (parser->token.kind != expected[i])
            return idarch_flow_unexpected(parser, FLOW_IN_LABEL, opener);
        found[i / 2] = i == 0 || i == 2 ? parser->token.text : found[i / 2];
        idarch_flow_advance(parser);
    }
    return true;
}

/* The brackets after an id, with the text between them. */
static bool parse_shape(flow_parser *parser, flow_label *label, const char **shape,
                        idarch_str found[2])
{
    flow_token opener = parser->token;
    bool props = opener.kind == FLOW_PROPS;
    idarch_flow_advance(parser);
    bool twice = parser->token.kind == opener.kind &&
                 (opener.kind == FLOW_ROUND || opener.kind == FLOW_BRACE);
    if (twice) {
        opener.end = parser->token.end;
        idarch_flow_advance(parser);
    }
    if ((props && !parse_props(parser, &opener, found)) ||
        !idarch_flow_label_text(parser, label, &opener))
        return false;
    flow_kind open = props ? FLOW_SQUARE : opener.kind;
    *shape = shape_of(open, parser->token.kind, twice);
    if (!*shape)
        return idarch_flow_unexpected(parser, FLOW_IN_LABEL, &opener);
    idarch_flow_advance(parser);
    if (!twice) {
        *shape = props ? "rect" : *shape;
        return true;
    }
    if (shape_of(open, parser->token.kind, true) != *shape)
        return idarch_flow_unexpected(parser, FLOW_IN_LABEL, &opener);
    idarch_flow_advance(parser);
    return true;
}

/* A:::k,l */
static void warn_about_classes(flow_parser *parser, idarch_str id, idarch_str name,
                               idarch_span span)
{
    size_t comma = idarch_str_find(name, ',', 0);
    if (comma == name.len)
        return;
    idarch_str rest = idarch_str_sub(name, comma + 1, name.len);
    idarch_flow_warn(parser->builder, "class-list", span, "`%s` counts as one class name", name.ptr)
        ->hint = idarch_printf(parser->arena, "one class stands at the node, %.*s:::%.*s, another on "
                               "a line of its own: class %.*s %.*s", (int)id.len, id.ptr, (int)comma,
                               name.ptr, (int)id.len, id.ptr,
                               (int)idarch_str_find(rest, ',', 0), rest.ptr);
}

void idarch_flow_add_vertex(flow_parser *parser, const char *id, idarch_span span,
                            const flow_label *label, const char *shape, bool alone)
{
    int index = idarch_flow_add_node(parser->builder, id, span, label, shape);
    if (index < 0 && parser->token.kind != FLOW_SHAPE_DATA)
        idarch_flow_warn(parser->builder, "edge-id", span,
                         "`%s` is the id of an edge, so it makes no node", id)
            ->hint = "give the node another id";
    if (parser->groups.count > 0 && (label->present || alone))
        idarch_flow_note_claim(parser->builder, index,
                               parser->groups.items[parser->groups.count - 1].declared, span);
    *IDARCH_PUSH(parser->arena, &parser->ends) = (flow_end){id, index};
}

static const flow_end *last_end(const flow_parser *parser)
{
    return &parser->ends.items[parser->ends.count - 1];
}

/* id, perhaps a shape, perhaps :::class */
static bool parse_vertex(flow_parser *parser, flow_context context)
{
    idarch_str id, class_name;
    idarch_span span, class_span;
    flow_label label = {0};
    const char *shape = NULL;
    idarch_str prop[2] = {{NULL, 0}, {NULL, 0}};
    parser->vertex = parser->token.start;
    if (!idarch_flow_id(parser, false, &id, &span, context))
        return false;
    if (opens_shape(parser->token.kind) && !parse_shape(parser, &label, &shape, prop)) {
        if (!idarch_flow_mend(parser))
            return false;
        label = (flow_label){0};
        shape = NULL;
        prop[0].ptr = NULL;
    }
    bool alone = context == FLOW_IN_STATEMENT &&
                 (parser->token.kind == FLOW_NEWLINE || parser->token.kind == FLOW_SEMI);
    idarch_flow_add_vertex(parser, id.ptr, span, &label, shape, alone);
    if (prop[0].ptr)
        idarch_flow_add_prop(parser->builder, last_end(parser)->node,
                             idarch_str_dup(parser->arena, prop[0]),
                             idarch_str_dup(parser->arena, prop[1]));
    if (parser->token.kind == FLOW_STYLE_SEPARATOR) {
        idarch_flow_advance(parser);
        if (!idarch_flow_id(parser, false, &class_name, &class_span, FLOW_IN_CLASS))
            return false;
        idarch_flow_set_class(parser->builder, id, class_name.ptr, class_span);
        warn_about_classes(parser, id, class_name, class_span);
        idarch_flow_note_class(parser->builder, class_name.ptr, class_span);
    }
    return true;
}

/* Adds a token's text to the block; line ends in its strings become <br/>. */
static void add_to_block(flow_parser *parser, flow_block *block)
{
    bool string = idarch_flow_mode(&parser->lexer) == FLOW_MODE_SHAPE_STRING;
    idarch_str token = parser->token.text;
    for (size_t i = 0; i < token.len; i++) {
        bool fold = string && token.ptr[i] == '\n';
        size_t from = parser->token.start + i;
        while (fold && i + 1 < token.len &&
               (token.ptr[i + 1] == ' ' || token.ptr[i + 1] == '\t' || token.ptr[i + 1] == '\n'))
            i++;
        const char *text = fold ? "<br/>" : &token.ptr[i];
        size_t len = fold ? 5 : 1;
        idarch_strbuf_add(&block->text, text, len);
        for (size_t k = 0; k < len; k++)
            *IDARCH_PUSH(parser->arena, &block->origin) = (uint32_t)from;
    }
}

/* The tokens of @{ }: their text is YAML. */
static void take_block(flow_parser *parser)
{
    flow_block *block = &parser->block;
    block->present = parser->token.kind == FLOW_SHAPE_DATA;
    if (!block->present)
        return;
    size_t start = parser->token.start, end = start;
    block->text.arena = parser->arena;
    block->text.len = block->origin.count = 0;
    block->start = start;
    while (parser->token.kind == FLOW_SHAPE_DATA) {
        add_to_block(parser, block);
        end = parser->token.end;
        idarch_flow_advance(parser);
    }
    block->span = idarch_flow_span(parser->text, start, end);
}

/* Does a block that is no YAML look as if it had taken the lines behind it in? */
static bool looks_unclosed(idarch_str data)
{
    static const char *const marks[] = {"-->", "---", "==>", ".->", "[", "{", "(", "\"", "end\n"};
    static const char *const keys[] = {"label:", "shape:", "icon:", "img:", "form:", "pos:",
                                       "w:", "h:", "constraint:", "animate:", "animation:",
                                       "curve:"};
    size_t line = idarch_str_find(data, '\n', 0);
    if (line == data.len || idarch_flow_trim(idarch_str_sub(data, 0, line)).len == 0)
        return false;
    idarch_str second = idarch_flow_trim(
        idarch_str_sub(data, line, idarch_str_find(data, '\n', line + 1)));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (idarch_str_starts(second, keys[i]))
            return false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (idarch_str_search(data, marks[i], line) < data.len)
            return true;
    return false;
}

/* False: the block was not closed where it should have been. What its reader said about
 * the lines that it took in is taken back then. */
static bool apply_block(flow_parser *parser, const char *id)
{
    const flow_block *block = &parser->block;
    const char *text = block->text.len > 0
                           ? idarch_strndup(parser->arena, block->text.ptr, block->text.len)
                           : "";
    idarch_diags *diags = parser->builder->diags;
    size_t count = diags->list.count;
    idarch_flow_add_data(parser->builder, id, text, block->origin.items, block->origin.count,
                         block->span);
    size_t end = block->origin.count > 0 ? block->origin.items[block->origin.count - 1] + 2 : 0;
    bool brace = diags->list.count > count && end > 0 && end < parser->lexer.text.len &&
                 strcmp(diags->list.items[count].code, "yaml") == 0 &&
                 parser->lexer.text.ptr[end] == '}';
    if (brace) { /* one of the value that stands without quotes */
        parser->fault = end;
        parser->fault_end = end + 1;
        parser->fault_line = true;
        return false;
    }
    if (diags->list.count != count + 1 || strcmp(diags->list.items[count].code, "yaml") != 0 ||
        !looks_unclosed((idarch_str){text, block->text.len}))
        return true;
    diags->list.count--;
    diags->counts[IDARCH_FATAL]--;
    return idarch_flow_unclosed_data(parser, block->start);
}

/* Nodes with & between them and their blocks. Mermaid applies a block when it has read the
 * node after it. */
static bool parse_nodes(flow_parser *parser, flow_context context)
{
    if (!parse_vertex(parser, context))
        return false;
    for (;;) {
        take_block(parser);
        flow_mode mode = idarch_flow_mode(&parser->lexer);
        if (mode == FLOW_MODE_SHAPE_DATA || mode == FLOW_MODE_SHAPE_STRING)
            return idarch_flow_unexpected(parser, FLOW_IN_DATA, NULL);
        bool space = idarch_flow_skip_space(parser), block = parser->block.present;
        const char *last = last_end(parser)->id;
        if (!space || parser->token.kind != FLOW_AMP)
            return !block || apply_block(parser, last);
        idarch_flow_advance(parser);
        if (!idarch_flow_skip_space(parser))
            return idarch_flow_unexpected(parser, FLOW_AFTER_AMP, NULL);
        if (!parse_vertex(parser, FLOW_AFTER_AMP))
            return false;
        if (block && !apply_block(parser, last))
            return false;
    }
}

/* Unquoted text of several lines is mostly an edge whose second half is missing: noted for
 * errors that come of it later. */
static void note_lines(flow_parser *parser, size_t start, size_t end, size_t opener)
{
    idarch_str all = {parser->text->ptr, parser->text->len};
    size_t line = idarch_str_find(idarch_str_sub(all, 0, end), '\n', start);
    if (line == end)
        return;
    if (parser->edge_open == SIZE_MAX)
        parser->edge_open = opener;
    if (parser->edge_noted == SIZE_MAX &&
        idarch_str_search(idarch_str_sub(all, 0, end), "subgraph ", line) < end)
        parser->edge_noted = opener;
}

/* `-- Yes -> B` was to be an edge with a text; nothing in it says so otherwise. */
static const char *lines_hint(flow_parser *parser, idarch_str text)
{
    static const char *const halves[][2] = {{"->", "-->"}, {"=>", "==>"}};
    size_t line = idarch_str_find(text, '\n', 0);
    idarch_str first = idarch_str_sub(text, 0, line);
    for (size_t i = 0; i < 2; i++) {
        size_t at = idarch_str_search(first, halves[i][0], 0);
        if (at < first.len && at > 0 && at < 100)
            return idarch_printf(parser->arena, "`%s` does not end it: write -- %s %s", halves[i][0],
                                 idarch_flow_clean(parser->arena,
                                                   idarch_flow_trim(idarch_str_sub(first, 0, at))),
                                 halves[i][1]);
    }
    return "an edge without text is `---` or `-->`; a text of several lines is written in quotes: "
           "-- \"one<br>two\" -->";
}

static bool parse_edge_text(flow_parser *parser, flow_label *label, const flow_token *opener)
{
    flow_kind kind = parser->token.kind;
    if (kind != FLOW_STRING && kind != FLOW_MARKDOWN && kind != FLOW_EDGE_TEXT)
        return idarch_flow_unexpected(parser, FLOW_IN_EDGE_TEXT, opener);
    label->type = kind == FLOW_STRING     ? IDARCH_LABEL_STRING
                  : kind == FLOW_MARKDOWN ? IDARCH_LABEL_MARKDOWN
                                          : IDARCH_LABEL_TEXT;
    size_t start = parser->token.start;
    idarch_flow_take_label(parser, label, FLOW_EDGE_TEXT);
    if (kind != FLOW_EDGE_TEXT)
        return true;
    note_lines(parser, start, parser->previous.end, opener->start);
    idarch_str text = idarch_flow_trim(idarch_str_of(label->text));
    if (idarch_str_find(text, '\n', 0) < text.len)
        idarch_flow_warn(parser->builder, "edge-text-lines",
                         idarch_flow_token_span(parser, opener),
                         "the text of this edge goes over the line's end, up to the next arrow")
            ->hint = lines_hint(parser, text);
    return true;
}

/* The text between pipes after an arrow. */
static bool parse_pipes(flow_parser *parser, flow_label *label)
{
    flow_token opener = parser->token;
    idarch_flow_advance(parser);
    parser->pipe = opener.start;
    bool good = idarch_flow_label_text(parser, label, &opener) &&
                (parser->token.kind == FLOW_PIPE ||
                 idarch_flow_unexpected(parser, FLOW_IN_ARROW_TEXT, &opener));
    if (good)
        idarch_flow_advance(parser);
    else if (!idarch_flow_mend(parser))
        return false;
    if (parser->token.kind == FLOW_SPACE)
        idarch_flow_advance(parser);
    return true;
}

/* Reads `o` or `x` at the end of an arrow that a letter follows at once. */
static void warn_about_letter(flow_parser *parser, const flow_token *arrow)
{
    char last = arrow->text.len > 0 ? arrow->text.ptr[arrow->text.len - 1] : '\0';
    if ((last != 'o' && last != 'x') || parser->token.start != arrow->end ||
        !idarch_flow_is_id_part(parser->token.kind))
        return;
    idarch_diag *diag = idarch_flow_warn(parser->builder, "edge-end",
                                         idarch_flow_token_span(parser, arrow),
                                         "the `%c` belongs to the arrow, not to the id after it",
                                         last);
    diag->hint = "set a blank before an id that starts with o or x";
}

static const char *edge_id(flow_parser *parser)
{
    idarch_str id = parser->token.text;
    size_t mark = idarch_str_find(id, '@', 0);
    idarch_strbuf text = {.arena = parser->arena};
    idarch_strbuf_add(&text, id.ptr, mark);
    idarch_strbuf_add(&text, id.ptr + mark + 1, id.len - mark - 1);
    idarch_flow_advance(parser);
    return idarch_strbuf_text(&text);
}

static bool parse_edge(flow_parser *parser, flow_edge_data *edge)
{
    if (parser->token.kind == FLOW_LINK_ID)
        edge->id = edge_id(parser);
    flow_token first = parser->token;
    edge->span = idarch_flow_token_span(parser, &first);
    if (first.kind == FLOW_LINK) {
        edge->link = idarch_flow_link(first.text);
        idarch_flow_advance(parser);
        warn_about_letter(parser, &first);
        return parser->token.kind != FLOW_PIPE || parse_pipes(parser, &edge->label);
    }
    if (first.kind != FLOW_START_LINK)
        return idarch_flow_unexpected(parser, FLOW_AFTER_NODE, NULL);
    idarch_flow_advance(parser);
    if (!parse_edge_text(parser, &edge->label, &first))
        return false;
    if (parser->token.kind != FLOW_LINK)
        return idarch_flow_unexpected(parser, FLOW_IN_EDGE_TEXT, &first);
    flow_token second = parser->token;
    edge->link = idarch_flow_link_around(first.text, second.text);
    edge->span.end = idarch_flow_token_span(parser, &second).end;
    idarch_flow_advance(parser);
    warn_about_letter(parser, &second);
    return true;
}

static bool starts_edge(flow_kind kind)
{
    return kind == FLOW_LINK || kind == FLOW_START_LINK || kind == FLOW_LINK_ID;
}

/* The ids of the statement, the last group of nodes first. */
void idarch_flow_add_members(flow_parser *parser)
{
    if (parser->groups.count == 0)
        return;
    flow_group *group = &parser->groups.items[parser->groups.count - 1];
    for (size_t i = parser->nodes.count; i > 0; i--) {
        flow_nodes nodes = parser->nodes.items[i - 1];
        for (size_t k = 0; k < nodes.count; k++)
            *IDARCH_PUSH(parser->arena, &group->members) = parser->ends.items[nodes.first + k];
    }
}

/* The nodes up to the next arrow or the statement's end. */
static bool parse_group(flow_parser *parser, flow_context context)
{
    size_t first = parser->ends.count;
    if (!parse_nodes(parser, context))
        return false;
    *IDARCH_PUSH(parser->arena, &parser->nodes) =
        (flow_nodes){first, parser->ends.count - first};
    return true;
}

/* The rest of a statement whose first group of nodes is read. */
static bool parse_edges(flow_parser *parser)
{
    while (starts_edge(parser->token.kind) && !parser->builder->stopped) {
        flow_edge_data edge = {0};
        if (!parse_edge(parser, &edge) || !parse_group(parser, FLOW_IN_NODE))
            return false;
        flow_nodes from = parser->nodes.items[parser->nodes.count - 2];
        flow_nodes to = parser->nodes.items[parser->nodes.count - 1];
        idarch_flow_add_edges(parser->builder, parser->ends.items + from.first, from.count,
                              parser->ends.items + to.first, to.count, &edge);
    }
    return true;
}

/* The same to the statement's end; behind a wrong arrow it goes on, with an edge less. */
static bool parse_chain(flow_parser *parser)
{
    while (parse_edges(parser)) {
        if (parser->builder->stopped || idarch_flow_separator(parser, FLOW_AFTER_NODE)) {
            idarch_flow_add_members(parser);
            return true;
        }
        if (!idarch_flow_mend(parser))
            return false;
        parser->builder->lost = true;
        if (!parse_group(parser, FLOW_IN_NODE))
            return false;
    }
    return false;
}

bool idarch_flow_vertex_statement(flow_parser *parser)
{
    parser->ends.count = parser->nodes.count = 0; /* room is used again */
    return parse_group(parser, FLOW_IN_STATEMENT) && parse_chain(parser);
}

bool idarch_flow_vertex_rest(flow_parser *parser)
{
    parser->ends.count = 0;
    parser->nodes.count = 0;
    *IDARCH_PUSH(parser->arena, &parser->nodes) = (flow_nodes){0, 0};
    return parse_chain(parser);
}
