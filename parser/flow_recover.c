/* After a syntax error: where reading goes on, and what is open at the end.
 *
 * Takes the place of the error, moves the lexer to the end of its line, or to a semicolon
 * behind it that ends the statement. What was read beyond is read again, which the budget
 * bounds: a text in which every line swallows the rest stays linear. */
#include <glib.h>

#include "parser/flow_parser.h"

/* A semicolon outside of brackets, pipes and quotes in [from, end), not before `after`. */
static size_t find_semicolon(idarch_str all, size_t from, size_t after, size_t end)
{
    int depth = 0;
    bool quoted = false, piped = false;
    size_t entity;
    for (size_t i = from; i < end; i++) {
        char c = all.ptr[i];
        if (c == '"')
            quoted = !quoted;
        if (quoted)
            continue;
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if (c == ')' || c == ']' || c == '}')
            depth--;
        else if (c == '|')
            piped = !piped;
        else if (c == '#' && idarch_flow_entity(idarch_str_sub(all, 0, end), i, &entity))
            i += entity - 1;
        else if (c == ';' && i >= after && depth == 0 && !piped)
            return i;
    }
    return end;
}

static size_t resume_point(const flow_parser *parser)
{
    idarch_str all = {parser->text->ptr, parser->text->len};
    size_t fault = parser->fault > parser->statement ? parser->fault : parser->statement;
    size_t end = idarch_str_find(all, '\n', fault), line = fault;
    if (end == parser->statement) /* a token that begins with a line end */
        end = idarch_str_find(all, '\n', end + 1);
    while (line > parser->statement && all.ptr[line - 1] != '\n')
        line--;
    return parser->fault_line ? end : find_semicolon(all, line, parser->fault_end, end);
}

void idarch_flow_drop_warnings(flow_parser *parser)
{
    idarch_diags *diags = parser->builder->diags;
    size_t kept = parser->said;
    for (size_t i = kept; i < diags->list.count; i++) {
        if (diags->list.items[i].severity == IDARCH_WARNING)
            diags->counts[IDARCH_WARNING]--;
        else
            diags->list.items[kept++] = diags->list.items[i];
    }
    diags->list.count = kept;
}

/* Is the line, apart from stray marks, the word `end` alone? */
static bool is_end_line(idarch_str line)
{
    char letters[4] = "";
    size_t count = 0;
    for (size_t i = 0; i < line.len; i++) {
        if (!g_ascii_isalnum(line.ptr[i]))
            continue;
        if (count == 3)
            return false;
        letters[count++] = line.ptr[i];
    }
    return strcmp(letters, "end") == 0 && idarch_str_search(line, "--", 0) == line.len &&
           idarch_str_search(line, "==", 0) == line.len;
}

/* Does the line, apart from stray marks before or in the word, begin a subgraph? An arrow
 * behind the word makes it an id. */
static bool is_group_line(idarch_str line)
{
    static const char word[] = "subgraph";
    size_t at = 0, matched = 0;
    for (; at < line.len && matched < sizeof word - 1; at++) {
        if (line.ptr[at] == word[matched])
            matched++;
        else if (g_ascii_isalnum(line.ptr[at]) || (matched > 0 && line.ptr[at] == ' '))
            return false;
    }
    size_t blank = at;
    while (at < line.len && (line.ptr[at] == ' ' || line.ptr[at] == '\t'))
        at++;
    return matched == sizeof word - 1 && at > blank && at < line.len &&
           !strchr("-=.<~&", line.ptr[at]);
}

/* A faulty line that was meant to open or to close a subgraph does so, if it has not: the
 * other half of the pair is no second error. */
static void mend_groups(flow_parser *parser, size_t resume)
{
    idarch_str all = {parser->text->ptr, parser->text->len};
    size_t start = parser->fault > parser->statement ? parser->fault : parser->statement;
    while (start > parser->statement && all.ptr[start - 1] != '\n')
        start--;
    if (parser->groups.count != parser->depth || parser->previous_end == parser->statement)
        return;
    idarch_str line = idarch_str_sub(all, start, resume);
    if (is_group_line(line))
        idarch_flow_open_broken(parser, start, resume, false);
    else if (parser->groups.count > 0 && is_end_line(line))
        parser->groups.count--;
}

bool idarch_flow_recover(flow_parser *parser)
{
    size_t resume = resume_point(parser), looked = parser->lexer.pos;
    /* The rules looked at the statement, and searched for the end of its line. */
    size_t line_end = idarch_str_find((idarch_str){parser->text->ptr, parser->text->len}, '\n',
                                      resume);
    size_t again = looked - parser->statement + (line_end - resume) / 16;
    parser->builder->lost = true;
    idarch_flow_drop_warnings(parser);
    mend_groups(parser, resume);
    if (parser->builder->diags->dropped > 0)
        return false; /* nothing else would be shown */
    if (again > parser->budget) {
        idarch_diag_add(parser->builder->diags, IDARCH_NOTE, "reading-stopped",
                        idarch_flow_span(parser->text, resume, resume),
                        "reading stopped here; there may be more errors behind");
        return false;
    }
    parser->budget -= again;
    parser->recovered = true;
    idarch_flow_seek(&parser->lexer, resume, FLOW_MODE_PLAIN);
    idarch_flow_advance(parser);
    return true;
}

/* Is the id nearly the word `end`: `End`, `edn`, `e-nd`, `endsubgraph`? */
static bool is_nearly_end(const char *id)
{
    char letters[16] = "";
    size_t count = 0;
    for (const char *c = id; *c; c++) {
        if (!g_ascii_isalpha(*c))
            continue;
        if (count == sizeof letters - 1)
            return false;
        letters[count++] = g_ascii_tolower(*c);
    }
    static const char *const words[] = {"end", "edn", "ned", "nd", "endd", "ennd", "ende",
                                        "endsubgraph", "endgraph", "endend", "fi"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(letters, words[i]) == 0)
            return true;
    return false;
}

/* A node without label and shape that was meant as the word `end`: its index, or -1. */
static int misspelt_end(const flow_parser *parser)
{
    const idarch_graph *graph = parser->builder->graph;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const idarch_node *node = &graph->nodes.items[i];
        if (!node->shape_name && is_nearly_end(node->id) && node->label_span.end == 0)
            return (int)i;
    }
    return -1;
}

void idarch_flow_report_open_groups(flow_parser *parser)
{
    flow_builder *builder = parser->builder;
    int word = parser->groups.count > 0 ? misspelt_end(parser) : -1;
    while (parser->groups.count > 0) {
        const flow_group *group = &parser->groups.items[--parser->groups.count];
        bool crooked = parser->crooked && parser->crooked_start > group->start;
        idarch_span span = crooked ? parser->crooked_group : group->keyword;
        idarch_diag *diag =
            idarch_flow_fail(builder, "subgraph-open", span, "this subgraph has no `end`");
        diag->hint = "write `end` on a line of its own after its nodes";
        if (crooked)
            idarch_diag_relate(builder->diags, diag, parser->crooked_end,
                               "this `end` stands under another subgraph");
        if (word >= 0) {
            const idarch_node *node = &builder->graph->nodes.items[word];
            idarch_diag_relate(builder->diags, diag, node->span, "this is a node");
            diag->hint = idarch_printf(parser->arena, "a subgraph ends with `end`, in lower case; "
                                       "`%s` is a node", node->id);
        }
        parser->crooked = parser->crooked && !crooked;
        word = -1;
    }
}
