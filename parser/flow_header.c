/* The header of a flowchart: its word and its direction.
 *
 * Takes the first tokens, sets the graph's direction. A header with a mistake is an error,
 * but where it can be told what was meant the statements behind it are read all the same. */
#include "parser/flow_failure.h"
#include "parser/flow_shapes.h"

typedef struct direction_row {
    const char *written, *name;
} direction_row;

static const direction_row directions[] = {
    {"<", "RL"},  {"^", "BT"},  {">", "LR"},  {"v", "TB"},  {"TD", "TB"},
    {"TB", "TB"}, {"LR", "LR"}, {"RL", "RL"}, {"BT", "BT"}, {"BR", "BR"}};

static const char *direction_of(idarch_str word)
{
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++)
        if (idarch_str_is(word, directions[i].written))
            return directions[i].name;
    return "TB";
}

const char *idarch_flow_header_near(idarch_str word)
{
    static const char *const words[] = {"flowchart", "graph", "flowchart-elk"};
    if (idarch_str_eq_nocase(word, IDARCH_STR("digraph")))
        return NULL; /* Graphviz's */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (idarch_str_distance(word, idarch_str_of(words[i]), 2) <= 2)
            return words[i];
    return NULL;
}

/* Letters and dashes from the place on. */
static idarch_str word_at(idarch_str text, size_t at)
{
    size_t end = at;
    while (end < text.len &&
           ((text.ptr[end] | 0x20) >= 'a' && (text.ptr[end] | 0x20) <= 'z'))
        end++;
    return idarch_str_sub(text, at, end);
}

/* Everything up to white space or a semicolon. */
static idarch_str header_word(idarch_str text, size_t at)
{
    size_t end = at;
    while (end < text.len && text.ptr[end] != ';' &&
           idarch_flow_space(text.ptr + end, text.ptr + text.len) == 0)
        end++;
    return idarch_str_sub(text, at, end);
}

static void go_on(flow_parser *parser, size_t at, flow_mode mode)
{
    idarch_flow_seek(&parser->lexer, at, mode);
    idarch_flow_advance(parser);
}

/* `%%` alone on the lines before the header: where the header begins, or 0. */
static size_t behind_bare_comments(idarch_str text, size_t at)
{
    while (at + 2 <= text.len && memcmp(text.ptr + at, "%%", 2) == 0) {
        at = idarch_str_find(text, '\n', at);
        size_t step;
        while ((step = idarch_flow_space(text.ptr + at, text.ptr + text.len)) > 0)
            at += step;
    }
    idarch_str word = header_word(text, at);
    return idarch_flow_header_near(word) ? at : 0;
}

/* Does the word begin with the header, with a direction right behind it? */
static bool is_joined(idarch_str word, const char *header)
{
    size_t len = strlen(header);
    if (word.len != len + 2 || !idarch_str_eq_nocase(idarch_str_sub(word, 0, len),
                                                     idarch_str_of(header)))
        return false;
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++)
        if (idarch_str_eq_nocase(idarch_str_sub(word, len, word.len),
                                 idarch_str_of(directions[i].written)))
            return true;
    return false;
}

/* The word is nearly a header: goes on with the direction behind it. */
static void nearly_header(const flow_failure *f, idarch_str word, const char *near)
{
    size_t end = f->at + word.len;
    idarch_diag *diag = idarch_flow_say(f, "unknown-diagram", f->at, end, "'%s' begins no diagram",
                                        idarch_flow_shown(f, word));
    bool same = idarch_str_eq_nocase(word, idarch_str_of(near)), joined = is_joined(word, near);
    diag->hint = idarch_printf(f->parser->arena,
                               same ? "write it in lower case: '%s'" : "did you mean '%s'?", near);
    if (joined)
        diag->hint =
            idarch_printf(f->parser->arena, "a blank stands before the direction: '%s %.2s'", near,
                          word.ptr + word.len - 2);
    f->parser->lexer.graph_seen = true;
    go_on(f->parser, joined ? end - 2 : end, FLOW_MODE_DIR);
}

/* The first word is no header. False: it cannot be told where one begins. */
static bool odd_word(const flow_failure *f)
{
    idarch_str word = header_word(f->all, f->at);
    const char *near = idarch_flow_header_near(word);
    if (near) {
        nearly_header(f, word, near);
        return true;
    }
    size_t letters = word_at(f->all, f->at).len, next = behind_bare_comments(f->all, f->at);
    idarch_diag *diag = idarch_flow_say(f, "header", f->at, f->at + (letters ? letters : 1),
                                        "a flowchart starts with `flowchart` or `graph`");
    diag->hint = "write the header first, as in `flowchart LR`";
    if (next == 0)
        return false;
    diag->hint = "a line of %% alone is no comment; write a text after it";
    go_on(f->parser, next, FLOW_MODE_PLAIN);
    return true;
}

/* Behind the header's word stands no direction. Returns where to go on. */
static size_t odd_direction(const flow_failure *f)
{
    static const char *const names[] = {"TB", "TD", "BT", "LR", "RL"};
    idarch_str word = word_at(f->all, f->at);
    idarch_diag *diag =
        idarch_flow_say(f, "header-direction", f->at, f->at + (word.len ? word.len : 1),
                        "%s", word.len ? "this is no direction" : "a direction is missing here");
    diag->hint = "the directions are TB, TD, BT, LR and RL, in capitals: `flowchart LR`; the "
                 "nodes begin on the next line";
    for (size_t i = 0; i < 5; i++)
        if (idarch_str_eq_nocase(word, idarch_str_of(names[i]))) {
            diag->hint = idarch_printf(f->parser->arena, "directions are in capitals: %s",
                                       names[i]);
            return f->at + word.len;
        }
    return f->line_end;
}

/* Something stands behind the direction. Goes on with it as with a statement. */
static void odd_end(const flow_failure *f)
{
    if (idarch_str_starts(f->rest, "%%")) {
        idarch_flow_say(f, "comment-place", f->at, f->at + 2,
                        "a comment cannot stand behind the header")
            ->hint = "a comment has a line of its own, with a text after the %%";
        go_on(f->parser, f->line_end, FLOW_MODE_PLAIN);
        return;
    }
    bool semi = f->token.kind == FLOW_SEMI;
    idarch_flow_say(f, "header-line", f->at, f->token.kind == FLOW_LINK ? f->end : f->at + 1,
                    semi ? "a blank stands before this semicolon"
                         : "something stands behind the direction in the header")
        ->hint = semi ? "write the semicolon right after the direction, or none"
                      : "end the header's line, or write a semicolon right after the direction";
}

/* The word. False: it is none, and nothing else is read. */
static bool parse_word(flow_parser *parser)
{
    while (parser->token.kind == FLOW_SPACE || parser->token.kind == FLOW_NEWLINE)
        idarch_flow_advance(parser);
    if (parser->token.kind != FLOW_GRAPH || idarch_str_starts(parser->token.text, "swimlane")) {
        flow_failure f = idarch_flow_failure(parser, FLOW_IN_HEADER, NULL);
        if (!odd_word(&f))
            return false;
        if (parser->token.kind != FLOW_GRAPH)
            return true;
    }
    idarch_flow_advance(parser);
    return true;
}

/* A direction alone on the line below the header is a node. */
static void warn_about_direction(flow_parser *parser)
{
    idarch_str all = parser->lexer.text;
    size_t at = parser->token.end, step;
    while ((step = idarch_flow_space(all.ptr + at, all.ptr + all.len)) > 0)
        at += step;
    idarch_str word = word_at(all, at), header = idarch_flow_trim(parser->previous.text);
    size_t end = idarch_str_find(all, '\n', at);
    idarch_str line = idarch_flow_trim(idarch_str_sub(all, at, end));
    bool alone = line.len == word.len || (line.len == word.len + 1 && line.ptr[word.len] == ';');
    if (word.len != 2 || !alone)
        return;
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++)
        if (idarch_str_eq_nocase(word, idarch_str_of(directions[i].written)))
            idarch_flow_warn(parser->builder, "header-node",
                             idarch_flow_span(parser->text, at, at + word.len),
                             "`%.2s` on a line of its own is a node", word.ptr)
                ->hint = idarch_printf(parser->arena,
                                       "the direction stands in the header's line: %.*s %s",
                                       (int)header.len, header.ptr, directions[i].written);
}

bool idarch_flow_header(flow_parser *parser)
{
    idarch_graph *graph = parser->builder->graph;
    graph->direction_name = "TB";
    graph->direction = IDARCH_DIR_TB;
    if (!parse_word(parser))
        return false;
    if (parser->token.kind == FLOW_NODIR) {
        warn_about_direction(parser);
        idarch_flow_advance(parser);
        return true;
    }
    if (parser->token.kind == FLOW_DIR) {
        graph->direction_name = direction_of(idarch_flow_trim(parser->token.text));
        graph->direction = idarch_flow_direction(graph->direction_name);
        if (strcmp(graph->direction_name, "BR") == 0)
            idarch_flow_warn(parser->builder, "direction-br",
                             idarch_flow_token_span(parser, &parser->token),
                             "`BR` is taken but means nothing; the picture goes from top to bottom")
                ->hint = "directions are TB, BT, LR and RL";
        idarch_flow_advance(parser);
    } else {
        flow_failure f = idarch_flow_failure(parser, FLOW_IN_HEADER, NULL);
        go_on(parser, odd_direction(&f), FLOW_MODE_PLAIN);
    }
    if (parser->token.kind == FLOW_SEMI) {
        idarch_flow_advance(parser);
        return true;
    }
    idarch_flow_skip_space(parser);
    bool next_line = (parser->token.kind == FLOW_LINK || parser->token.kind == FLOW_START_LINK) &&
                     parser->token.text.ptr[0] == '\n'; /* an arrow's own error */
    if (parser->token.kind != FLOW_NEWLINE && !next_line) {
        flow_failure f = idarch_flow_failure(parser, FLOW_IN_HEADER, NULL);
        odd_end(&f);
    }
    return true;
}
