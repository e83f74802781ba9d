/* flowchart.h: Mermaid's flowchart language. A lexer with modes and a recursive-descent
 * parser (bounded depth) build the graph as Mermaid 12.3 understands it. */
#ifndef IDARCH_PARSER_FLOWCHART_H
#define IDARCH_PARSER_FLOWCHART_H

#include "base/diag.h"
#include "base/source.h"
#include "model/graph.h"
#include "parser/limits.h"

typedef enum idarch_diagram_kind {
    IDARCH_DIAGRAM_FLOWCHART, /* flowchart, graph, flowchart-elk */
    IDARCH_DIAGRAM_OTHER,     /* sequenceDiagram, classDiagram, ... */
    IDARCH_DIAGRAM_UNKNOWN,   /* no known header: "flowchrt" */
    IDARCH_DIAGRAM_EMPTY
} idarch_diagram_kind;

/* What the text (of a fence or a .mmd file, front matter included) is by its header,
 * and where the header word stands in the text. */
idarch_diagram_kind idarch_diagram_kind_of(idarch_str text, size_t *start, size_t *end);

/* Is the word, which begins no diagram, the header of a flowchart with a slip in it? Then
 * idarch_parse_flowchart says so, and what else is wrong. */
bool idarch_flowchart_meant(idarch_str word);

/* Parses the text of one flowchart (limits: NULL for the usual ones). Returns false after adding IDARCH_FATAL
 * diagnostics, one for each mistake, where Mermaid would reject the text; the graph is then not to be used.
 * Warnings (Mermaid silently draws something else than was written) are added as well. */
bool idarch_parse_flowchart(idarch_arena *arena, const idarch_extract *text,
                            const idarch_limits *limits, idarch_diags *diags,
                            idarch_graph *graph);

#endif
