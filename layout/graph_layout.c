/* The flowchart's layout as its list of phases (flow.h says what each one does).
 *
 * Components are laid out from the inside out: a group across the flow around it is
 * finished before what holds it. stop_after names a phase: what later phases would
 * improve is then left as the earlier ones made it. */
#include "layout/flow.h"
#include "layout/layout.h"

bool idarch_lay_out_phase(const char *name)
{
    static const char *const phases[] = {"sizes", "ranks", "order", "rows"};
    for (size_t i = 0; i < sizeof phases / sizeof phases[0]; i++)
        if (strcmp(phases[i], name) == 0)
            return true;
    return false;
}

static bool stops(const flow *f, const char *phase)
{
    return f->lay->stop_after && strcmp(f->lay->stop_after, phase) == 0;
}

/* kept: the flow before it was split, or NULL. */
static void order_component(flow *f, int head, const flow *kept)
{
    if (stops(f, "ranks")) {
        flow_as_declared(f, head);
        return;
    }
    int64_t crossings = flow_order(f, head, false);
    if (kept)
        flow_rerank(f, kept, crossings);
}

static void lay_component(flow *f, int head, const flow *kept)
{
    order_component(f, head, kept);
    flow_position(f, head);
    flow_slots(f, head);
    flow_rows(f, head);
    if (!stops(f, "ranks") && !stops(f, "order") && !stops(f, "rows"))
        flow_compact(f, head);
    if (head > 0)
        flow_atom(f, head);
}

void lay_whole(const lay_context *lay, const idarch_graph *graph, idarch_geometry *geometry)
{
    flow f = {.lay = lay, .arena = lay->arena, .graph = graph};
    flow_levels(&f);
    flow_sizes(&f);
    flow_cycles(&f);
    flow_ranks(&f);
    const flow *kept = flow_keep(&f);
    if (stops(&f, "sizes") || !flow_split(&f)) {
        flow_coarse(&f, geometry);
        return;
    }
    for (size_t i = 0; i < f.heads.count; i++)
        lay_component(&f, f.heads.items[i], kept);
    flow_emit(&f, geometry);
}

void lay_graph(const lay_context *lay, const idarch_graph *graph, idarch_geometry *geometry)
{
    if (!lay_parts(lay, graph, geometry))
        lay_whole(lay, graph, geometry);
}

void lay_graph_move(idarch_geometry *g, double dx, double dy)
{
    for (size_t i = 0; i < g->nodes.count; i++) {
        g->nodes.items[i].box.x += dx;
        g->nodes.items[i].box.y += dy;
        text_move(&g->nodes.items[i].label, dx, dy);
    }
    for (size_t i = 0; i < g->groups.count; i++) {
        g->groups.items[i].box.x += dx;
        g->groups.items[i].box.y += dy;
        text_move(&g->groups.items[i].title, dx, dy);
    }
    for (size_t i = 0; i < g->edges.count; i++) {
        idarch_edge_geometry *e = &g->edges.items[i];
        for (size_t k = 0; k < e->points.count; k++) {
            e->points.items[k].x += dx;
            e->points.items[k].y += dy;
        }
        text_move(&e->label, dx, dy);
    }
}
