/* Debug builds: what must hold of a finished geometry, by assertion: nothing of no size or
 * out of the picture, no two nodes over one another, members inside their group, labels
 * clear of nodes and of one another, edges that start and end at something.
 *
 * Quadratic, so in large drawings things are only looked at one by one. */
#include <assert.h>

#include "layout/internal.h"

#ifdef NDEBUG

void lay_check(const idarch_graph *graph, const idarch_geometry *geometry)
{
    (void)graph;
    (void)geometry;
}

#else

enum { PAIRS_MOST = 400 };

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static bool overlap(idarch_box a, idarch_box b)
{
    return least(a.x + a.w, b.x + b.w) - most(a.x, b.x) > 0.5 &&
           least(a.y + a.h, b.y + b.h) - most(a.y, b.y) > 0.5;
}

static bool within(idarch_box in, idarch_box out)
{
    return in.x >= out.x - 0.5 && in.y >= out.y - 0.5 && in.x + in.w <= out.x + out.w + 0.5 &&
           in.y + in.h <= out.y + out.h + 0.5;
}

static void check_singly(const idarch_geometry *q)
{
    idarch_box page = {0, 0, q->width, q->height};
    for (size_t i = 0; i < q->nodes.count; i++) {
        assert(q->nodes.items[i].box.w > 0 && q->nodes.items[i].box.h > 0);
        assert(within(q->nodes.items[i].box, page));
    }
    for (size_t i = 0; i < q->groups.count; i++)
        assert(within(q->groups.items[i].box, page));
    for (size_t i = 0; i < q->edges.count; i++)
        assert(q->edges.items[i].points.count >= 2);
    for (size_t i = 0; i < q->blocks.count; i++)
        assert(within(q->blocks.items[i].box, page));
}

static bool holds(const idarch_graph *graph, int outer, int inner)
{
    for (; inner >= 0; inner = graph->subgraphs.items[inner].parent)
        if (inner == outer)
            return true;
    return false;
}

static void check_nodes(const idarch_graph *graph, const idarch_geometry *q)
{
    for (size_t i = 0; i < q->nodes.count; i++) {
        const idarch_node_geometry *a = &q->nodes.items[i];
        int group = graph->nodes.items[a->node].subgraph;
        for (size_t k = i + 1; k < q->nodes.count; k++)
            assert(!overlap(a->box, q->nodes.items[k].box));
        for (size_t k = 0; k < q->groups.count; k++) {
            const idarch_group_geometry *g = &q->groups.items[k];
            assert(holds(graph, g->subgraph, group) ? within(a->box, g->box)
                                                    : !overlap(a->box, g->box));
            assert(!overlap(a->box, g->title.box));
        }
    }
}

static void check_labels(const idarch_geometry *q)
{
    for (size_t i = 0; i < q->edges.count; i++) {
        const idarch_edge_geometry *a = &q->edges.items[i];
        for (size_t k = 0; a->has_label && k < q->nodes.count; k++)
            assert(!overlap(a->label.box, q->nodes.items[k].box));
        for (size_t k = i + 1; a->has_label && k < q->edges.count; k++)
            assert(!q->edges.items[k].has_label ||
                   !overlap(a->label.box, q->edges.items[k].label.box));
    }
}

void lay_check(const idarch_graph *graph, const idarch_geometry *geometry)
{
    check_singly(geometry);
    if (geometry->nodes.count + geometry->edges.count > PAIRS_MOST)
        return;
    check_nodes(graph, geometry);
    check_labels(geometry);
}

#endif
