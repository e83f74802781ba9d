/* A flowchart's text to a graph: the steps in order.
 *
 * Takes the text of a fence or file, gives the graph or fatal diagnostics. And tells what
 * kind of diagram a text is, by its header alone. */
#include "parser/flowchart.h"

#include "parser/flow_config.h"
#include "parser/flow_failure.h"
#include "parser/flow_parser.h"

typedef struct header_row {
    const char *word;
    idarch_diagram_kind kind;
} header_row;

static const header_row headers[] = {
    {"flowchart-elk", IDARCH_DIAGRAM_FLOWCHART}, {"flowchart", IDARCH_DIAGRAM_FLOWCHART},
    {"graph", IDARCH_DIAGRAM_FLOWCHART},         {"sequenceDiagram", IDARCH_DIAGRAM_OTHER},
    {"classDiagram", IDARCH_DIAGRAM_OTHER},      {"stateDiagram", IDARCH_DIAGRAM_OTHER},
    {"erDiagram", IDARCH_DIAGRAM_OTHER},         {"gantt", IDARCH_DIAGRAM_OTHER},
    {"pie", IDARCH_DIAGRAM_OTHER},               {"journey", IDARCH_DIAGRAM_OTHER},
    {"gitGraph", IDARCH_DIAGRAM_OTHER},          {"mindmap", IDARCH_DIAGRAM_OTHER},
    {"timeline", IDARCH_DIAGRAM_OTHER},          {"quadrantChart", IDARCH_DIAGRAM_OTHER},
    {"requirement", IDARCH_DIAGRAM_OTHER},       {"C4", IDARCH_DIAGRAM_OTHER},
    {"sankey", IDARCH_DIAGRAM_OTHER},            {"xychart", IDARCH_DIAGRAM_OTHER},
    {"block", IDARCH_DIAGRAM_OTHER},             {"packet", IDARCH_DIAGRAM_OTHER},
    {"kanban", IDARCH_DIAGRAM_OTHER},            {"architecture", IDARCH_DIAGRAM_OTHER},
    {"radar", IDARCH_DIAGRAM_OTHER},             {"treemap", IDARCH_DIAGRAM_OTHER},
    {"treeView", IDARCH_DIAGRAM_OTHER},          {"zenuml", IDARCH_DIAGRAM_OTHER},
    {"swimlane", IDARCH_DIAGRAM_OTHER},          {"info", IDARCH_DIAGRAM_OTHER},
};

/* Past white space, directives and comments. */
static size_t skip_to_header(idarch_str text, size_t at)
{
    for (;;) {
        size_t step;
        while ((step = idarch_flow_space(text.ptr + at, text.ptr + text.len)) > 0)
            at += step;
        idarch_str rest = idarch_str_sub(text, at, text.len);
        if (!idarch_str_starts(rest, "%%"))
            return at;
        flow_directive directive;
        bool closed;
        size_t end = idarch_str_starts(rest, "%%{")
                         ? idarch_flow_directive_end(text, at, &directive, &closed)
                         : at;
        if (end == at) {
            end = at;
            while (end < text.len && text.ptr[end] != '\n' && text.ptr[end] != '\r')
                end++;
        }
        at = end;
    }
}

idarch_diagram_kind idarch_diagram_kind_of(idarch_str text, size_t *start, size_t *end)
{
    size_t front_start, front_end, at = 0;
    if (!idarch_flow_front_matter(text, &front_start, &front_end, &at))
        at = 0;
    at = skip_to_header(text, at);
    *start = *end = at;
    if (at >= text.len)
        return IDARCH_DIAGRAM_EMPTY;
    while (*end < text.len && text.ptr[*end] != ';' &&
           idarch_flow_space(text.ptr + *end, text.ptr + text.len) == 0)
        (*end)++;
    idarch_str word = idarch_str_sub(text, *start, *end);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (idarch_str_starts(word, headers[i].word))
            return headers[i].kind;
    return IDARCH_DIAGRAM_UNKNOWN;
}

bool idarch_flowchart_meant(idarch_str word)
{
    return idarch_flow_header_near(word) != NULL;
}

bool idarch_parse_flowchart(idarch_arena *arena, const idarch_extract *extract,
                            const idarch_limits *limits, idarch_diags *diags,
                            idarch_graph *graph)
{
    flow_text text;
    flow_builder builder;
    *graph = (idarch_graph){.direction_name = "TB", .config_json = "{}"};
    idarch_flow_text_init(&text, arena, extract, diags);
    idarch_flow_builder_init(&builder, arena, &text, diags, graph);
    builder.limits = limits ? *limits : IDARCH_LIMITS_DEFAULT;
    bool config = idarch_flow_config(&builder);
    bool good = idarch_flow_parse(&builder, &text) && config;
    idarch_flow_check_labels(&builder);
    if (good)
        idarch_flow_finish(&builder);
    good = good && !builder.failed;
    idarch_flow_builder_release(&builder);
    return good;
}
