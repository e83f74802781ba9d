/* flow_surprises.h: warnings where Mermaid draws something else than was written.
 *
 * What a statement shows by itself is said where it is read; what only the whole graph
 * shows (a node that nobody meant, a class that nobody defined) is said after the last
 * statement, from the graph and from what was noted on the way. Nothing here changes the
 * graph. */
#ifndef IDARCH_PARSER_FLOW_SURPRISES_H
#define IDARCH_PARSER_FLOW_SURPRISES_H

#include "base/source.h"
#include "model/graph.h"

typedef struct flow_builder flow_builder;
typedef struct flow_styles flow_styles;
typedef struct idarch_yaml idarch_yaml;

/* A subgraph says that a node is one of its own: by a label or a statement for it alone. */
typedef struct flow_claim {
    int node;          /* index */
    unsigned declared; /* of the subgraph */
    idarch_span span;
} flow_claim;

/* A name and where it was used. */
typedef struct flow_use {
    const char *name;
    idarch_span span;
} flow_use;

/* A \n in a label: what it does. */
typedef enum flow_newline_kind {
    FLOW_NEWLINE_BREAK,    /* it breaks the line */
    FLOW_NEWLINE_PATH,     /* it does so in C:\new */
    FLOW_NEWLINE_MARKDOWN, /* it is drawn as it stands */
    FLOW_NEWLINE_KINDS
} flow_newline_kind;

typedef struct flow_newline {
    flow_newline_kind kind;
    const char *path; /* a path as it would be written, or NULL */
    idarch_span span;
} flow_newline;

/* What is noted while the text is read. */
typedef struct flow_notes {
    IDARCH_ARRAY(flow_claim) claims;
    IDARCH_ARRAY(flow_use) classes; /* of `:::` and `class`, where not defined before */
    IDARCH_ARRAY(flow_newline) newlines; /* the first \n of each label */
    IDARCH_ARRAY(flow_use) styled;  /* ids whose first sight is a style statement */
} flow_notes;

void idarch_flow_note_claim(flow_builder *builder, int node, unsigned declared,
                            idarch_span span);
void idarch_flow_note_class(flow_builder *builder, const char *name, idarch_span span);
/* The first \n of a label whose bytes stand at text; span is its place in the file. */
void idarch_flow_note_newline(flow_builder *builder, idarch_str text, bool markdown,
                              idarch_span span);
void idarch_flow_note_styled(flow_builder *builder, const char *id, idarch_span span);

/* A label takes the place of another one that the node had. */
void idarch_flow_check_relabel(flow_builder *builder, const idarch_node *node, const char *label,
                               idarch_span span);

/* The link of a click statement as written. */
void idarch_flow_check_link(flow_builder *builder, const char *written, idarch_span span);

/* linkStyle takes the place of declarations that the edges had. */
void idarch_flow_check_restyle(flow_builder *builder, const idarch_strings *before,
                               const idarch_strings *after, idarch_span span);

/* Properties that have no effect on a picture, though they read like one that does. */
void idarch_flow_check_properties(flow_builder *builder, const flow_styles *styles);

/* Keys and values of @{ } that say nothing about a node or an edge (flow_data_check.c). */
void idarch_flow_check_data(flow_builder *builder, const idarch_yaml *map,
                            const idarch_extract *extract, bool edge);

/* A curve's name in a configuration or behind `interpolate`. */
void idarch_flow_check_curve(flow_builder *builder, const char *name, idarch_span span);

/* Keys of the front matter and of a directive's JSON (an object, in json) that have no
 * effect, and unknown themes. */
void idarch_flow_check_front(flow_builder *builder, const idarch_yaml *front);
void idarch_flow_check_init(flow_builder *builder, const char *json, idarch_span span);

/* After the last statement, when parents and marks of subgraphs are set. */
void idarch_flow_surprises(flow_builder *builder);

#endif
