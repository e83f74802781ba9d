/* Names of edges: the author's, or L_from_to_number. */
#include "model/edge_ids.h"

idarch_edge_namer idarch_edge_namer_of(idarch_arena *arena, const idarch_graph *graph)
{
    return (idarch_edge_namer){.arena = arena, .graph = graph, .pairs = {.arena = arena}};
}

void idarch_edge_namer_release(idarch_edge_namer *namer)
{
    idarch_pair_table_release(&namer->pairs);
}

const char *idarch_edge_namer_next(idarch_edge_namer *namer)
{
    const idarch_edge *edge = &namer->graph->edges.items[namer->next++];
    const idarch_node *nodes = namer->graph->nodes.items;
    unsigned before = idarch_pair_table_count(&namer->pairs, (uint32_t)edge->from,
                                              (uint32_t)edge->to);
    if (edge->id)
        return edge->id;
    return idarch_printf(namer->arena, "L_%s_%s_%u", nodes[edge->from].id, nodes[edge->to].id,
                         before > 0 ? before + 1 : 0);
}

const char *const *idarch_edge_ids(idarch_arena *arena, const idarch_graph *graph)
{
    idarch_edge_namer namer = idarch_edge_namer_of(arena, graph);
    const char **ids = IDARCH_NEW_ARRAY(arena, const char *, graph->edges.count);
    while (namer.next < graph->edges.count) {
        size_t index = namer.next;
        ids[index] = idarch_edge_namer_next(&namer);
    }
    idarch_edge_namer_release(&namer);
    return ids;
}
