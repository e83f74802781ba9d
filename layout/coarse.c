/* Instead of the layered layout where an edge would pass too many layers (a complete
 * graph of hundreds of nodes): groups as boxes within boxes, members in a grid, edges as
 * straight lines between outlines. Linear time. */
#include <math.h>

#include "layout/flow.h"

typedef struct place {
    double x, y, w, h;
} place;

/* Sets the members of a level in rows; leaves them relative to the level's corner. */
static void grid(flow *f, int index)
{
    level *l = &f->levels[index];
    double pad = l->group < 0 ? 0 : FRAME_PAD, top = l->group < 0 ? 0 : FRAME_PAD + l->title_h + 2;
    double area = 0, widest = l->title_w;
    for (size_t i = 0; i < l->units.count; i++) {
        const vert *v = &f->verts.items[l->units.items[i]];
        area += (v->w + 2 * NODE_GAP) * (v->h + 2 * NODE_GAP);
        widest = fmax(widest, v->w);
    }
    double limit = fmax(widest, sqrt(area * 1.4)), x = 0, y = 0, row = 0, right = 0;
    for (size_t i = 0; i < l->units.count; i++) {
        vert *v = &f->verts.items[l->units.items[i]];
        if (x > 0 && x + v->w > limit) {
            x = 0;
            y += row + 2 * NODE_GAP;
            row = 0;
        }
        v->x = pad + x + v->w / 2;
        v->y = top + y + v->h / 2;
        x += v->w + 2 * NODE_GAP;
        right = fmax(right, x - 2 * NODE_GAP);
        row = fmax(row, v->h);
    }
    l->left = l->top = 0;
    l->right = fmax(right, l->title_w) + 2 * pad;
    l->bottom = top + y + row + pad;
    if (index > 0) {
        f->verts.items[l->unit].w = l->right;
        f->verts.items[l->unit].h = l->bottom;
    }
}

static int_list outer_first(flow *f)
{
    int_list order = {0};
    flow_push(f, &order, 0);
    for (size_t k = 0; k < order.count; k++)
        for (size_t c = 0; c < f->levels[order.items[k]].children.count; c++)
            flow_push(f, &order, f->levels[order.items[k]].children.items[c]);
    return order;
}

static void make_absolute(flow *f, int index)
{
    level *l = &f->levels[index];
    if (index > 0) {
        const vert *unit = &f->verts.items[l->unit];
        double dx = unit->x - unit->w / 2, dy = unit->y - unit->h / 2;
        l->left += dx, l->right += dx;
        l->top += dy, l->bottom += dy;
    }
    for (size_t i = 0; i < l->units.count; i++) {
        f->verts.items[l->units.items[i]].x += l->left;
        f->verts.items[l->units.items[i]].y += l->top;
    }
}

static place place_of(const flow *f, edge_end end)
{
    const vert *v = &f->verts.items[end.group ? f->levels[end.index].unit : f->node_vert[end.index]];
    return (place){v->x, v->y, v->w, v->h};
}

/* Whether the point lies inside the end's outline. */
static bool covers(const flow *f, edge_end end, place p, double x, double y)
{
    double dx = x - p.x + p.w / 2, dy = y - p.y + p.h / 2;
    if (dx < 0 || dy < 0 || dx > p.w || dy > p.h)
        return false;
    if (end.group)
        return true;
    idarch_shape shape = f->graph->nodes.items[end.index].shape;
    return dy >= shape_inset(shape, p.w, p.h, 0, dx) && p.h - dy >= shape_inset(shape, p.w, p.h, 2, dx) &&
           dx >= shape_inset(shape, p.w, p.h, 3, dy) && p.w - dx >= shape_inset(shape, p.w, p.h, 1, dy);
}

/* Where the line from the centre towards x, y leaves the outline. */
static idarch_point leave(const flow *f, edge_end end, place p, double x, double y)
{
    double in = 0, out = 1;
    for (int i = 0; i < 40; i++) {
        double mid = (in + out) / 2;
        if (covers(f, end, p, p.x + (x - p.x) * mid, p.y + (y - p.y) * mid))
            in = mid;
        else
            out = mid;
    }
    return (idarch_point){p.x + (x - p.x) * in, p.y + (y - p.y) * in};
}

static void emit_edge(flow *f, const flow_edge *e, idarch_geometry *geometry)
{
    place a = place_of(f, e->from), b = place_of(f, e->to);
    idarch_edge_geometry *g = IDARCH_PUSH(f->arena, &geometry->edges);
    g->edge = e->edge;
    if (e->loop) {
        b.x = a.x + a.w, b.y = a.y;
    }
    idarch_point from = leave(f, e->from, a, b.x, b.y), to = leave(f, e->to, b, a.x, a.y);
    *IDARCH_PUSH(f->arena, &g->points) = from;
    *IDARCH_PUSH(f->arena, &g->points) = to;
    g->has_label = e->label_w > 0;
    g->label = e->label;
    text_centre(&g->label, (from.x + to.x) / 2, (from.y + to.y) / 2);
}

void flow_coarse(flow *f, idarch_geometry *geometry)
{
    int_list order = outer_first(f);
    for (size_t i = order.count; i-- > 0;)
        grid(f, order.items[i]);
    for (size_t i = 0; i < order.count; i++)
        make_absolute(f, order.items[i]);
    for (size_t i = 0; i < f->graph->nodes.count; i++) {
        if (f->node_vert[i] < 0)
            continue;
        const vert *v = &f->verts.items[f->node_vert[i]];
        idarch_node_geometry *g = IDARCH_PUSH(f->arena, &geometry->nodes);
        g->node = (int)i;
        double stroke = flow_stroke(f, (int)i);
        g->box = (idarch_box){v->x - v->w / 2 + stroke, v->y - v->h / 2 + stroke,
                              v->w - 2 * stroke, v->h - 2 * stroke};
        g->label = f->labels[i];
        text_centre(&g->label, v->x, v->y);
    }
    for (size_t i = 1; i < order.count; i++) {
        const level *l = &f->levels[order.items[i]];
        idarch_group_geometry *g = IDARCH_PUSH(f->arena, &geometry->groups);
        g->subgraph = l->group;
        g->depth = l->depth - 1;
        g->box = (idarch_box){l->left, l->top, l->right - l->left, l->bottom - l->top};
        g->title = l->title;
        text_place(&g->title, l->left + FRAME_PAD, l->top + 7);
    }
    for (int i = 0; i < f->edge_count; i++)
        if (f->edges[i].drawn)
            emit_edge(f, &f->edges[i], geometry);
    geometry->width = f->levels[0].right;
    geometry->height = f->levels[0].bottom;
}
