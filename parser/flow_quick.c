/* The quick way through the lines that most flowcharts consist of:
 *
 *     A[text] -->|text| B("text") --> C
 *
 * Takes a whole line whose ids are letters, digits and _, whose brackets are single ones
 * and whose texts are free of marks, and gives the builder what flow_vertex.c would give it,
 * in the same order. The line is looked at to its end before anything is done; whatever
 * else stands in it is left to the lexer and the grammar. */
#include "parser/flow_parser.h"

enum { NODES_MAX = 16 };

/* Text between two places, with or without quotes. */
typedef struct quick_text {
    size_t start, end; /* start 0: none */
    idarch_label_type type;
} quick_text;

typedef struct quick_node {
    size_t start, end;
    quick_text text;
    const char *shape;
} quick_node;

/* The arrow before the node of the same index. */
typedef struct quick_edge {
    size_t start, end, pipe;
    quick_text text;
} quick_edge;

typedef struct quick_line {
    const flow_lexer *lexer;
    const char *bytes;
    size_t at, end; /* end: of the line */
    size_t count;
    quick_node nodes[NODES_MAX];
    quick_edge edges[NODES_MAX];
} quick_line;

/* Past line ends and blanks. */
static size_t next_line(const char *bytes, size_t at)
{
    while (bytes[at] == '\n' || bytes[at] == ' ')
        at++;
    return at;
}

static void skip_blanks(quick_line *line)
{
    while (line->bytes[line->at] == ' ')
        line->at++;
}

/* Text up to the mark that closes it. */
static bool scan_text(quick_line *line, char close, quick_text *text)
{
    bool string = line->bytes[line->at] == '"';
    size_t at = line->at + string;
    text->start = at;
    text->type = string ? IDARCH_LABEL_STRING : IDARCH_LABEL_TEXT;
    for (char c; at < line->end; at++) {
        c = line->bytes[at];
        if (c == '\\' || c == '`' || c == '~' || c == '"' ||
            (!string && idarch_flow_is(c, FLOW_BYTE_ENDS_TEXT)))
            break;
    }
    text->end = at;
    line->at = at + string;
    return at > text->start && (!string || line->bytes[at] == '"') && line->at < line->end &&
           line->bytes[line->at++] == close;
}

/* [text], (text) or {text}; true as well when there is none. */
static bool scan_shape(quick_line *line, quick_node *node)
{
    static const struct {
        char open, close;
        const char *shape;
    } rows[] = {{'[', ']', "square"}, {'(', ')', "round"}, {'{', '}', "diamond"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (line->bytes[line->at] != rows[i].open)
            continue;
        char next = line->bytes[++line->at];
        node->shape = rows[i].shape;
        return next != '/' && next != '-' && scan_text(line, rows[i].close, &node->text);
    }
    return true;
}

/* What may follow a node here: a blank, an arrow, the line's end. */
static bool ends_node(char c)
{
    return c == ' ' || c == '\n' || c == '-' || c == '=';
}

static bool scan_node(quick_line *line)
{
    if (line->count == NODES_MAX)
        return false;
    quick_node *node = &line->nodes[line->count++];
    *node = (quick_node){.start = line->at};
    char first = line->bytes[line->at];
    if (!idarch_flow_is(first, FLOW_BYTE_WORD) || (first >= '0' && first <= '9'))
        return false;
    while (idarch_flow_is(line->bytes[line->at], FLOW_BYTE_WORD))
        line->at++;
    node->end = line->at;
    bool mark = node->end == node->start + 1 && (first == 'x' || first == 'o') &&
                line->bytes[node->end] != ' ' && line->bytes[node->end] != '\n';
    return !mark && !idarch_flow_keyword(line->lexer, node->start, node->end) &&
           scan_shape(line, node) && ends_node(line->bytes[line->at]);
}

/* An arrow and the node behind it. */
static bool scan_edge(quick_line *line)
{
    if (line->count == NODES_MAX)
        return false;
    quick_edge *edge = &line->edges[line->count];
    *edge = (quick_edge){.start = line->at, .end = idarch_flow_arrow_end(line->lexer, line->at)};
    line->at = edge->end;
    if (edge->end == 0)
        return false;
    char last = line->bytes[edge->end - 1];
    if ((last == 'o' || last == 'x') && line->bytes[edge->end] != ' ')
        return false;
    skip_blanks(line);
    if (line->bytes[line->at] == '|') {
        edge->pipe = line->at++;
        if (!scan_text(line, '|', &edge->text))
            return false;
        skip_blanks(line);
    }
    return scan_node(line);
}

static bool scan_line(quick_line *line)
{
    if (!scan_node(line))
        return false;
    for (;;) {
        skip_blanks(line);
        if (line->bytes[line->at] == '\n')
            return true;
        if (!scan_edge(line))
            return false;
    }
}

/* ---- what the line says --------------------------------------------------------------- */

static flow_label label_of(const flow_parser *parser, const quick_text *text)
{
    flow_label label = {0};
    if (text->start == 0)
        return label;
    label.present = true;
    label.type = text->type;
    label.text = idarch_strndup(parser->arena, parser->text->ptr + text->start,
                                text->end - text->start);
    label.span = idarch_flow_span(parser->text, text->start, text->end);
    return label;
}

static void add_node(flow_parser *parser, const quick_node *node, bool alone)
{
    idarch_str id = {parser->text->ptr + node->start, node->end - node->start};
    parser->vertex = node->start;
    id.ptr = idarch_flow_intern(parser->builder, id);
    idarch_span span = idarch_flow_span(parser->text, node->start, node->end);
    flow_label label = label_of(parser, &node->text);
    idarch_flow_add_vertex(parser, id.ptr, span, &label, node->shape, alone);
    *IDARCH_PUSH(parser->arena, &parser->nodes) = (flow_nodes){parser->ends.count - 1, 1};
}

static void add_edge(flow_parser *parser, const quick_edge *edge)
{
    idarch_str arrow = {parser->text->ptr + edge->start, edge->end - edge->start};
    flow_edge_data data = {.link = idarch_flow_link(arrow),
                           .label = label_of(parser, &edge->text),
                           .span = idarch_flow_span(parser->text, edge->start, edge->end)};
    flow_end *to = &parser->ends.items[parser->ends.count - 1];
    if (edge->pipe > 0)
        parser->pipe = edge->pipe;
    idarch_flow_add_edges(parser->builder, to - 1, 1, to, 1, &data);
}

static void do_line(flow_parser *parser, const quick_line *line)
{
    bool alone = line->count == 1 && line->bytes[line->end - 1] != ' ';
    parser->ends.count = parser->nodes.count = 0;
    for (size_t i = 0; i < line->count && !parser->builder->stopped; i++) {
        add_node(parser, &line->nodes[i], alone);
        if (i > 0)
            add_edge(parser, &line->edges[i]);
    }
    idarch_flow_add_members(parser);
}

bool idarch_flow_quick_lines(flow_parser *parser)
{
    quick_line line;
    idarch_str all = {parser->text->ptr, parser->text->len};
    size_t done = 0, at = parser->token.start;
    line.lexer = &parser->lexer;
    line.bytes = all.ptr;
    for (; idarch_flow_is(all.ptr[at], FLOW_BYTE_WORD); at = next_line(all.ptr, done)) {
        line.at = at;
        line.count = 0;
        line.end = idarch_str_find(all, '\n', at);
        if (line.end == all.len || !idarch_flow_calm(&parser->lexer, at, line.end) ||
            !scan_line(&line) || !idarch_flow_ends_line(&parser->lexer, line.end))
            break;
        if (done > 0)
            idarch_flow_begin(parser, at);
        do_line(parser, &line);
        done = line.end;
        if (parser->builder->stopped || parser->builder->failed)
            break;
    }
    if (done > 0)
        idarch_flow_go_on(parser, done);
    return done > 0;
}
