/* After a syntax error: where reading goes on, and what is open at the end.
 *
 * Takes the place of the error, moves the lexer to the end of its line, or to a semicolon
 * behind it that ends the statement. What was read beyond is read again, which the budget
 * bounds: a text in which every line swallows the rest stays linear. */
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

/* Takes back the warnings about the faulty statement: they may have the same cause. */
static void drop_warnings(flow_parser *parser)
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

bool idarch_flow_recover(flow_parser *parser)
{
    size_t resume = resume_point(parser), looked = parser->lexer.pos;
    size_t again = looked - parser->statement; /* as the rules looked at the statement */
    parser->builder->lost = true;
    drop_warnings(parser);
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

/* A node that was meant as the word `end`. */
static int misspelt_end(const flow_parser *parser)
{
    static const char *const words[] = {"End", "END", "endsubgraph", "end_subgraph", "endSubgraph",
                                        "ende", "fi", "End;"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        int index = idarch_flow_find(parser->builder->nodes, words[i]);
        if (index >= 0)
            return index;
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
