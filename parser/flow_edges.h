/* flow_edges.h: what an arrow says: its ends, stroke and length. */
#ifndef IDARCH_PARSER_FLOW_EDGES_H
#define IDARCH_PARSER_FLOW_EDGES_H

#include "model/graph.h"

typedef struct flow_link {
    idarch_stroke stroke;
    idarch_end start, end;
    int length;          /* 1..10, 0 for an invalid edge */
    bool invalid;        /* unlike ends around a text */
    bool capped;         /* it was longer than 10 */
    bool lost_start;     /* a marker stands at the start that Mermaid does not draw */
} flow_link;

/* An arrow in one piece (`-->`); white space around it is allowed. */
flow_link idarch_flow_link(idarch_str arrow);

/* An arrow around a text: `-- ` and ` -->`. */
flow_link idarch_flow_link_around(idarch_str opening, idarch_str closing);

#endif
