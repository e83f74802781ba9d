/* What must hold of every layout, asserted piece by piece: nothing overlaps, everything is
 * in its group, edges end on outlines and run through nothing, labels are on their edges. */
#ifndef LAYOUT_CHECKS_H
#define LAYOUT_CHECKS_H

#include "layout_fixture.h"

#include "model/shape_metrics.h"

/* ---- look-ups in a geometry */

static inline const idarch_node_geometry *node_of(const idarch_geometry *q, int node)
{
    for (size_t i = 0; i < q->nodes.count; i++)
        if (q->nodes.items[i].node == node)
            return &q->nodes.items[i];
    return NULL;
}

static inline const idarch_group_geometry *group_of(const idarch_geometry *q, int subgraph)
{
    for (size_t i = 0; i < q->groups.count; i++)
        if (q->groups.items[i].subgraph == subgraph)
            return &q->groups.items[i];
    return NULL;
}

static inline bool group_holds(const idarch_graph *g, int outer, int inner)
{
    for (; inner >= 0; inner = g->subgraphs.items[inner].parent)
        if (inner == outer)
            return true;
    return false;
}

static inline int group_index(const idarch_graph *g, int node)
{
    for (size_t i = 0; i < g->subgraphs.count; i++)
        if (g->subgraphs.items[i].node == node)
            return (int)i;
    return -1;
}

/* Whether the group holds the end of an edge, or is it. */
static inline bool holds_end(const idarch_graph *g, int group, int node)
{
    int own = g->nodes.items[node].is_subgraph ? group_index(g, node) : -1;
    return group_holds(g, group, own >= 0 ? own : g->nodes.items[node].subgraph);
}

/* ---- invariants */

static inline void check_nodes(const idarch_graph *g, const idarch_geometry *q)
{
    for (size_t i = 0; i < q->nodes.count; i++) {
        const idarch_node_geometry *a = &q->nodes.items[i];
        assert_true(a->box.w > 0 && a->box.h > 0);
        assert_true(within(a->label.box, a->box));
        assert_true(within(a->box, (idarch_box){0, 0, q->width, q->height}));
        for (size_t k = i + 1; k < q->nodes.count; k++)
            assert_false(overlap(a->box, q->nodes.items[k].box));
        for (size_t k = 0; k < q->groups.count; k++) {
            const idarch_group_geometry *group = &q->groups.items[k];
            if (group_holds(g, group->subgraph, g->nodes.items[a->node].subgraph))
                assert_true(within(a->box, group->box));
            else
                assert_false(overlap(a->box, group->box));
            assert_false(overlap(a->box, group->title.box));
        }
    }
}

static inline void check_groups(const idarch_graph *g, const idarch_geometry *q)
{
    for (size_t i = 0; i < q->groups.count; i++) {
        const idarch_group_geometry *a = &q->groups.items[i];
        assert_true(within(a->title.box, a->box));
        for (size_t k = i + 1; k < q->groups.count; k++) {
            const idarch_group_geometry *b = &q->groups.items[k];
            if (group_holds(g, a->subgraph, b->subgraph))
                assert_true(within(b->box, a->box));
            else if (!group_holds(g, b->subgraph, a->subgraph))
                assert_false(overlap(a->box, b->box));
        }
    }
}

/* How far the box is from the edge's line, px. */
static inline double from_line(const idarch_edge_geometry *e, idarch_box b)
{
    double best = 1e9;
    for (size_t i = 0; i + 1 < e->points.count; i++) {
        idarch_point p = e->points.items[i], r = e->points.items[i + 1];
        double dx = fmax(b.x - fmax(p.x, r.x), fmin(p.x, r.x) - b.x - b.w);
        double dy = fmax(b.y - fmax(p.y, r.y), fmin(p.y, r.y) - b.y - b.h);
        best = fmin(best, hypot(fmax(dx, 0), fmax(dy, 0)));
    }
    return best;
}

static inline void check_labels(const idarch_graph *g, const idarch_geometry *q)
{
    for (size_t i = 0; i < q->edges.count; i++) {
        const idarch_edge_geometry *a = &q->edges.items[i];
        if (!a->has_label)
            continue;
        assert_true(within(a->label.box, (idarch_box){0, 0, q->width, q->height}));
        assert_true(from_line(a, a->label.box) < 7.5);
        for (size_t k = 0; k < q->nodes.count; k++)
            assert_false(overlap(a->label.box, q->nodes.items[k].box));
        for (size_t k = 0; k < q->groups.count; k++) {
            assert_false(overlap(a->label.box, q->groups.items[k].title.box));
            if (!within(a->label.box, q->groups.items[k].box))
                assert_false(overlap(a->label.box, q->groups.items[k].box));
        }
        for (size_t k = 0; k < q->edges.count; k++) {
            const idarch_edge_geometry *b = &q->edges.items[k];
            if (k > i && b->has_label)
                assert_false(overlap(a->label.box, b->label.box));
            for (size_t p = 0; k != i && p + 1 < b->points.count; p++)
                assert_false(runs_through(b->points.items[p], b->points.items[p + 1],
                                          a->label.box));
        }
    }
    (void)g;
}

static inline bool on_box(idarch_point p, idarch_box b, double tolerance)
{
    bool in_x = p.x >= b.x - 0.5 && p.x <= b.x + b.w + 0.5;
    bool in_y = p.y >= b.y - 0.5 && p.y <= b.y + b.h + 0.5;
    return in_x && in_y &&
           (fabs(p.x - b.x) < tolerance || fabs(p.x - b.x - b.w) < tolerance ||
            fabs(p.y - b.y) < tolerance || fabs(p.y - b.y - b.h) < tolerance);
}

static inline double distance(idarch_point p, idarch_point a, idarch_point b)
{
    double dx = b.x - a.x, dy = b.y - a.y, l2 = dx * dx + dy * dy;
    double t = l2 > 0 ? fmin(fmax(((p.x - a.x) * dx + (p.y - a.y) * dy) / l2, 0), 1) : 0;
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

static inline bool on_polygon(idarch_point p, idarch_box b, const idarch_point *points, int count)
{
    double best = 1e9;
    for (int i = 0; i < count; i++) {
        idarch_point u = points[i], v = points[(i + 1) % count];
        u.x += b.x, u.y += b.y, v.x += b.x, v.y += b.y;
        best = fmin(best, distance(p, u, v));
    }
    return best < 0.1;
}

/* Distance from the outline of a box whose corners are quarters of ellipses. */
static inline double from_round(idarch_point p, idarch_box b, double rx, double ry)
{
    double dx = fabs(p.x - b.x - b.w / 2), dy = fabs(p.y - b.y - b.h / 2);
    double cx = b.w / 2 - rx, cy = b.h / 2 - ry;
    if (dx <= cx || dy <= cy || rx < 0.01 || ry < 0.01)
        return fmin(fabs(dx - b.w / 2) + fmax(dy - b.h / 2, 0),
                    fabs(dy - b.h / 2) + fmax(dx - b.w / 2, 0));
    double u = (dx - cx) / rx, v = (dy - cy) / ry, r = hypot(u, v);
    return fabs(r - 1) / fmax(r, 0.01) * hypot(dx - cx, dy - cy);
}

static inline bool on_shape(idarch_shape shape, idarch_point p, idarch_box b)
{
    double w = b.w, h = b.h, s = idarch_lean_slant(w, h), n = idarch_hexagon_inset(w, h);
    switch (shape) {
    case IDARCH_SHAPE_HEXAGON:
        return on_polygon(p, b, (idarch_point[]){{n, 0}, {w - n, 0}, {w, h / 2}, {w - n, h},
                                                 {n, h}, {0, h / 2}}, 6);
    case IDARCH_SHAPE_LEAN_RIGHT:
        return on_polygon(p, b, (idarch_point[]){{s, 0}, {w, 0}, {w - s, h}, {0, h}}, 4);
    case IDARCH_SHAPE_LEAN_LEFT:
        return on_polygon(p, b, (idarch_point[]){{0, 0}, {w - s, 0}, {w, h}, {s, h}}, 4);
    case IDARCH_SHAPE_TRAPEZOID:
        return on_polygon(p, b, (idarch_point[]){{s, 0}, {w - s, 0}, {w, h}, {0, h}}, 4);
    case IDARCH_SHAPE_INV_TRAPEZOID:
        return on_polygon(p, b, (idarch_point[]){{0, 0}, {w, 0}, {w - s, h}, {s, h}}, 4);
    case IDARCH_SHAPE_ODD:
        return on_polygon(p, b, (idarch_point[]){{0, 0}, {w, 0}, {w, h}, {0, h},
                                                 {idarch_odd_notch(w, h), h / 2}}, 5);
    case IDARCH_SHAPE_ROUND: return from_round(p, b, idarch_round_radius(w, h),
                                               idarch_round_radius(w, h)) < 1;
    case IDARCH_SHAPE_STADIUM: return from_round(p, b, idarch_stadium_radius(w, h),
                                                 idarch_stadium_radius(w, h)) < 1;
    case IDARCH_SHAPE_CYLINDER: return from_round(p, b, w / 2, idarch_cylinder_ry(w, h)) < 1;
    default: return on_box(p, b, 0.1);
    }
}

/* On the outline of the node, or on the frame of the group. */
static inline void check_end(const idarch_graph *g, const idarch_geometry *q, int node,
                             idarch_point p)
{
    if (g->nodes.items[node].is_subgraph) {
        assert_true(on_box(p, group_of(q, group_index(g, node))->box, 0.1));
        return;
    }
    idarch_box b = node_of(q, node)->box;
    double dx = fabs(p.x - b.x - b.w / 2) / (b.w / 2), dy = fabs(p.y - b.y - b.h / 2) / (b.h / 2);
    switch (g->nodes.items[node].shape) {
    case IDARCH_SHAPE_DIAMOND: assert_true(fabs(dx + dy - 1) < 0.01); return;
    case IDARCH_SHAPE_CIRCLE:
    case IDARCH_SHAPE_DOUBLE_CIRCLE:
    case IDARCH_SHAPE_ELLIPSE: assert_true(fabs(dx * dx + dy * dy - 1) < 0.01); return;
    case IDARCH_SHAPE_RECT:
    case IDARCH_SHAPE_SUBROUTINE: assert_true(on_box(p, b, 0.1)); return;
    default: break;
    }
    if (!on_shape(g->nodes.items[node].shape, p, b))
        print_message("\n%s: end at %g, %g is off %s in %g, %g, %g x %g\n", g->nodes.items[node].id,
                      p.x, p.y, idarch_shape_id(g->nodes.items[node].shape), b.x, b.y, b.w, b.h);
    assert_true(on_shape(g->nodes.items[node].shape, p, b));
}

/* Whether the line may run over the group's frame: it starts or ends inside of it. A line
 * that ends on the frame stays out, unless it comes from within. */
static inline bool may_enter(const idarch_graph *g, int group, const idarch_edge *edge)
{
    int frame = g->subgraphs.items[group].node;
    if (edge->from == frame)
        return edge->to == frame || holds_end(g, group, edge->to);
    if (edge->to == frame)
        return holds_end(g, group, edge->from);
    return holds_end(g, group, edge->from) || holds_end(g, group, edge->to);
}

/* A piece of a line, the p-th: level or upright, and clear of all that is not its own. Only
 * the first and the last piece come to the box of the node where the line ends. */
static inline void check_piece(const idarch_graph *g, const idarch_geometry *q,
                               const idarch_edge_geometry *e, size_t p)
{
    const idarch_edge *edge = &g->edges.items[e->edge];
    idarch_point a = e->points.items[p], b = e->points.items[p + 1];
    assert_true(fabs(a.x - b.x) < 0.02 || fabs(a.y - b.y) < 0.02);
    for (size_t k = 0; k < q->nodes.count; k++) {
        int node = q->nodes.items[k].node;
        if (!(p == 0 && node == edge->from) && !(p + 2 == e->points.count && node == edge->to))
            assert_false(runs_through(a, b, q->nodes.items[k].box));
    }
    for (size_t k = 0; k < q->groups.count; k++) {
        assert_false(runs_through(a, b, q->groups.items[k].title.box));
        if (!may_enter(g, q->groups.items[k].subgraph, edge))
            assert_false(runs_through(a, b, q->groups.items[k].box));
    }
}

static inline void check_edges(const idarch_graph *g, const idarch_geometry *q)
{
    for (size_t i = 0; i < q->edges.count; i++) {
        const idarch_edge_geometry *e = &q->edges.items[i];
        const idarch_edge *edge = &g->edges.items[e->edge];
        assert_true(e->points.count >= 2);
        check_end(g, q, edge->from, e->points.items[0]);
        check_end(g, q, edge->to, e->points.items[e->points.count - 1]);
        for (size_t p = 0; p + 1 < e->points.count; p++)
            check_piece(g, q, e, p);
    }
}

static inline void check_geometry(const idarch_graph *g, const idarch_geometry *q)
{
    check_nodes(g, q);
    check_groups(g, q);
    check_labels(g, q);
    check_edges(g, q);
}

#endif
