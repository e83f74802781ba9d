/* The quick way through the lines that most flowcharts consist of:
 *
 *     A[text] -->|text| B("text") -- text --> C & D
 *
 * Takes a whole line whose ids are letters, digits and _, whose brackets are the classic
 * ones and whose texts are free of marks, and gives the builder what flow_vertex.c would give it,
 * in the same order. The line is looked at to its end before anything is done; whatever
 * else stands in it is left to the lexer and the grammar. */
#include "parser/flow_parser.h"

enum { NODES_MAX = 16 }; /* of a line */

/* Text between two places, with or without quotes. */
typedef struct quick_text {
    size_t start, end; /* start 0: none */
    idarch_label_type type;
} quick_text;

typedef struct quick_node {
    size_t start, end;
    uint32_t hash; /* of the id */
    quick_text text;
    const char *shape;
    bool joined; /* by & with the one before */
} quick_node;

/* The arrow before the node of the same index. */
typedef struct quick_edge {
    size_t start, end, pipe;
    size_t opening; /* end of the half before a text, 0: in one piece */
    size_t closing; /* where the half behind it begins */
    quick_text text;
} quick_edge;

typedef struct quick_line {
    const flow_lexer *lexer;
    const idarch_table *ids;
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

/* Text up to the mark that closes it, which is not passed; with `slant` a slash is one. */
static bool scan_text(quick_line *line, quick_text *text, bool slant)
{
    bool string = line->bytes[line->at] == '"';
    unsigned stops = string ? FLOW_BYTE_STOPS_STRING : FLOW_BYTE_STOPS_TEXT;
    size_t at = line->at + string, end = line->end;
    text->start = at;
    text->type = string ? IDARCH_LABEL_STRING : IDARCH_LABEL_TEXT;
    while (at < end && !idarch_flow_is(line->bytes[at], stops) &&
           !(slant && !string && line->bytes[at] == '/'))
        at++;
    text->end = at;
    line->at = at + string;
    return at > text->start && (!string || line->bytes[at] == '"') && line->at < line->end;
}

typedef struct quick_shape {
    char open[4], close[4];
    const char *shape;
} quick_shape;

static const quick_shape shapes[] = {
    {"(((", ")))", "doublecircle"}, {"((", "))", "circle"},     {"([", "])", "stadium"},
    {"[[", "]]", "subroutine"},     {"[(", ")]", "cylinder"},   {"{{", "}}", "hexagon"},
    {"[/", "/]", "lean_right"},     {"[/", "\\]", "trapezoid"}, {"[\\", "\\]", "lean_left"},
    {"[\\", "/]", "inv_trapezoid"}, {"[", "]", "square"},       {"(", ")", "round"},
    {"{", "}", "diamond"},
};

static bool starts(const char *text, const char *mark)
{
    while (*mark && *text == *mark) {
        text++;
        mark++;
    }
    return *mark == '\0';
}

/* A text in brackets; true as well when there is none. */
static bool scan_shape(quick_line *line, quick_node *node)
{
    const char *open = line->bytes + line->at;
    if (*open != '[' && *open != '(' && *open != '{')
        return true;
    const quick_shape *shape = shapes;
    while (!starts(open, shape->open)) /* single ones come last */
        shape++;
    size_t width = shape->open[1] == '\0' ? 1 : shape->open[2] == '\0' ? 2 : 3;
    bool slant = shape->open[1] == '/' || shape->open[1] == '\\';
    line->at += width;
    if (line->bytes[line->at] == '-' || !scan_text(line, &node->text, slant))
        return false;
    if (slant && !starts(line->bytes + line->at, shape->close))
        shape++; /* the other slash closes it */
    node->shape = shape->shape;
    bool closed = starts(line->bytes + line->at, shape->close);
    line->at += width;
    return closed;
}

/* What may follow a node here: a blank, an arrow, the line's end. */
static bool ends_node(char c)
{
    return c == ' ' || c == '\n' || c == '-' || c == '=';
}

/* An id of letters, digits and _ that is no keyword and begins no arrow. */
static size_t scan_id(const quick_line *line)
{
    const char *start = line->bytes + line->at, *end = start;
    while (idarch_flow_is(*end, FLOW_BYTE_WORD))
        end++;
    size_t len = (size_t)(end - start);
    bool mark = len == 1 && (*start == 'x' || *start == 'o') && *end != ' ' && *end != '\n';
    if (len == 0 || (*start >= '0' && *start <= '9') || mark)
        return 0;
    bool keyword = idarch_flow_is(*start, FLOW_BYTE_KEYWORD) &&
                   idarch_flow_keyword(line->lexer, line->at, line->at + len);
    return keyword ? 0 : len;
}

static bool scan_node(quick_line *line)
{
    size_t len = line->count < NODES_MAX ? scan_id(line) : 0;
    if (len == 0)
        return false;
    quick_node *node = &line->nodes[line->count++];
    idarch_str id = {line->bytes + line->at, len};
    *node = (quick_node){.start = line->at, .end = line->at + len,
                         .hash = idarch_table_hash(line->ids, id)};
    line->at += len;
    return scan_shape(line, node) && ends_node(line->bytes[line->at]);
}

/* -- text -->, == text ==> and -. text .-> with a text of words. */
static bool scan_halves(quick_line *line, quick_edge *edge)
{
    const char *bytes = line->bytes;
    size_t at = edge->start + 2;
    char first = bytes[edge->start], second = bytes[edge->start + 1];
    bool known = (first == '-' && (second == '-' || second == '.')) ||
                 (first == '=' && second == '=');
    if (!known || bytes[at] != ' ')
        return false;
    edge->opening = at;
    line->at = at;
    skip_blanks(line);
    edge->text = (quick_text){.start = line->at, .type = IDARCH_LABEL_TEXT};
    for (at = line->at; idarch_flow_is(bytes[at], FLOW_BYTE_WORD) || bytes[at] == ' ';)
        at++;
    edge->closing = at;
    if (bytes[at] != second || bytes[at + 1] != first || at == line->at)
        return false;
    while (bytes[at - 1] == ' ')
        at--;
    edge->text.end = at;
    edge->end = idarch_flow_arrow_end(line->lexer, edge->closing);
    return at < edge->closing && edge->end > 0;
}

/* An arrow with its text. */
static bool scan_arrow(quick_line *line, quick_edge *edge)
{
    bool usual = starts(line->bytes + line->at, "-->");
    *edge = (quick_edge){.start = line->at,
                         .end = usual ? line->at + 3
                                      : idarch_flow_arrow_end(line->lexer, line->at)};
    if (edge->end == 0 && !scan_halves(line, edge))
        return false;
    line->at = edge->end;
    char last = line->bytes[edge->end - 1];
    if ((last == 'o' || last == 'x') && line->bytes[edge->end] != ' ')
        return false;
    skip_blanks(line);
    if (line->bytes[line->at] != '|' || edge->opening > 0)
        return true;
    edge->pipe = line->at++;
    if (!scan_text(line, &edge->text, false) || line->bytes[line->at++] != '|')
        return false;
    skip_blanks(line);
    return true;
}

/* An arrow or & and the node behind it. */
static bool scan_more(quick_line *line)
{
    size_t index = line->count;
    if (index == NODES_MAX)
        return false;
    bool joined = line->bytes[line->at] == '&' && line->bytes[line->at - 1] == ' ' &&
                  line->bytes[line->at + 1] == ' ';
    if (joined)
        line->at++;
    else if (!scan_arrow(line, &line->edges[index]))
        return false;
    skip_blanks(line);
    if (!scan_node(line))
        return false;
    line->nodes[index].joined = joined;
    return true;
}

static bool scan_line(quick_line *line)
{
    if (!scan_node(line))
        return false;
    for (;;) {
        skip_blanks(line);
        if (line->bytes[line->at] == '\n')
            return true;
        if (!scan_more(line))
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
    flow_builder *builder = parser->builder;
    idarch_str id = {parser->text->ptr + node->start, node->end - node->start};
    parser->vertex = node->start;
    id.ptr = idarch_flow_intern(builder, id, node->hash);
    if (builder->named >= 0 && !node->shape && !alone && !idarch_flow_may_be_edge(builder, id.ptr)) {
        *IDARCH_PUSH(parser->arena, &parser->ends) = (flow_end){id.ptr, builder->named};
        return; /* nothing new is said */
    }
    idarch_span span = idarch_flow_span(parser->text, node->start, node->end);
    flow_label label = label_of(parser, &node->text);
    idarch_flow_add_vertex(parser, id.ptr, span, &label, node->shape, alone);
}

/* What stands in the arrow's one or two halves. */
static flow_link link_of(const flow_parser *parser, const quick_edge *edge)
{
    idarch_str all = {parser->text->ptr, parser->text->len};
    if (edge->opening == 0)
        return idarch_flow_link(idarch_str_sub(all, edge->start, edge->end));
    return idarch_flow_link_around(idarch_str_sub(all, edge->start, edge->opening),
                                   idarch_str_sub(all, edge->closing, edge->end));
}

/* From the nodes [from, to) of the statement to those from `to` on. */
static void add_edges(flow_parser *parser, const quick_edge *edge, size_t from, size_t to)
{
    flow_edge_data data = {.link = link_of(parser, edge),
                           .label = label_of(parser, &edge->text),
                           .span = idarch_flow_span(parser->text, edge->start, edge->end)};
    if (edge->pipe > 0)
        parser->pipe = edge->pipe;
    idarch_flow_add_edges(parser->builder, parser->ends.items + from, to - from,
                          parser->ends.items + to, parser->ends.count - to, &data);
}

static void do_line(flow_parser *parser, const quick_line *line)
{
    bool alone = line->count == 1 && line->bytes[line->end - 1] != ' ';
    parser->ends.count = parser->nodes.count = 0;
    for (size_t i = 0, before = 0; i < line->count && !parser->builder->stopped;) {
        size_t first = i;
        do
            add_node(parser, &line->nodes[i++], alone);
        while (i < line->count && line->nodes[i].joined);
        *IDARCH_PUSH(parser->arena, &parser->nodes) = (flow_nodes){first, i - first};
        if (first > 0)
            add_edges(parser, &line->edges[first], before, first);
        before = first;
    }
    idarch_flow_add_members(parser);
}

/* Whether what stands behind the line's end, `next` being the next line's first byte, is no
 * arrow that goes on with the line. */
static bool ends_line(flow_parser *parser, size_t end, size_t next)
{
    const char *bytes = parser->text->ptr;
    bool word = idarch_flow_is(bytes[next], FLOW_BYTE_WORD) && bytes[next] != 'x' &&
                bytes[next] != 'o';
    return word || idarch_flow_ends_line(&parser->lexer, end);
}

bool idarch_flow_quick_lines(flow_parser *parser)
{
    quick_line line;
    idarch_str all = {parser->text->ptr, parser->text->len};
    size_t done = 0, at = parser->token.start, next = at;
    line.lexer = &parser->lexer;
    line.ids = parser->builder->nodes;
    line.bytes = all.ptr;
    for (; idarch_flow_is(all.ptr[at], FLOW_BYTE_WORD); at = next) {
        line.at = at;
        line.count = 0;
        line.end = idarch_str_find(all, '\n', at);
        if (line.end == all.len || !idarch_flow_calm(&parser->lexer, at, line.end) ||
            !scan_line(&line))
            break;
        next = next_line(all.ptr, line.end);
        if (!ends_line(parser, line.end, next))
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
