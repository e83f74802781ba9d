/* edge_ids.h: what edges are called. One that the author named (e1@-->) keeps its name; the
 * others are called after their ends and counted, as Mermaid does it. Such names are made
 * when somebody asks, because most do not. */
#ifndef IDARCH_MODEL_EDGE_IDS_H
#define IDARCH_MODEL_EDGE_IDS_H

#include "base/table.h"
#include "model/graph.h"

/* Names a graph's edges in their order, also while the graph grows. */
typedef struct idarch_edge_namer {
    idarch_arena *arena;
    const idarch_graph *graph;
    size_t next;             /* index of the edge to be named */
    idarch_pair_table pairs; /* (from, to) -> edges between them so far */
} idarch_edge_namer;

idarch_edge_namer idarch_edge_namer_of(idarch_arena *arena, const idarch_graph *graph);

/* Gives back what counting took; the names stay. */
void idarch_edge_namer_release(idarch_edge_namer *namer);

/* The id of edge `next`, which must exist; goes on to the one after it. The first edge from
 * A to B is L_A_B_0, the second L_A_B_2, the third L_A_B_3; named ones count too. */
const char *idarch_edge_namer_next(idarch_edge_namer *namer);

/* The ids of all edges, by index. Returns new. */
const char *const *idarch_edge_ids(idarch_arena *arena, const idarch_graph *graph);

#endif
