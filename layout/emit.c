/* Last phase: internal places to the picture.
 *
 * Every component is turned the way its flow wants and set into the one around it; then
 * nodes, groups and edges are written to the geometry. An edge's points run from its
 * start to its end, on the outlines, whatever way the flow took it. */
#include <math.h>

#include "layout/flow.h"
#include "model/edge_metrics.h"

#define CROSS_ARM 0.7 /* of a cross's length, to each side of its middle */
#define CROSS_CLEAR 1.0 /* px between its arm and a slanted outline */

typedef struct path {
    flow *f;
    IDARCH_ARRAY(idarch_point) points;
} path;

static bool mirrored(idarch_direction d)
{
    return d == IDARCH_DIR_BT || d == IDARCH_DIR_RL;
}

static idarch_point to_picture(const flow *f, int head, double x, double y)
{
    const level *l = &f->levels[head];
    const comp *c = &f->comps[head];
    x -= l->left;
    y -= l->top;
    if (mirrored(l->direction))
        y = l->bottom - l->top - y;
    if (flow_across(l->direction))
        return (idarch_point){c->x + y, c->y + x};
    return (idarch_point){c->x + x, c->y + y};
}

static idarch_box box_to_picture(const flow *f, int head, double x, double y, double w, double h)
{
    idarch_point a = to_picture(f, head, x, y), b = to_picture(f, head, x + w, y + h);
    return (idarch_box){fmin(a.x, b.x), fmin(a.y, b.y), fabs(b.x - a.x), fabs(b.y - a.y)};
}

/* Corner of an atom's frame in the component around it. */
static void place_comps(flow *f)
{
    for (size_t i = f->heads.count; i-- > 0;) {
        int head = f->heads.items[i];
        comp *c = &f->comps[head];
        const level *l = &f->levels[head];
        if (head == 0)
            continue;
        const vert *unit = &f->verts.items[l->unit];
        idarch_box box = box_to_picture(f, f->levels[l->parent].comp,
                                        unit->x - unit->w / 2 + c->pad_left, unit->y - unit->h / 2,
                                        l->bottom - l->top, l->right - l->left);
        c->x = box.x;
        c->y = box.y;
    }
}

static void add_point(path *p, idarch_point at)
{
    size_t n = p->points.count;
    const idarch_point *last = n > 0 ? &p->points.items[n - 1] : NULL;
    if (last && fabs(last->x - at.x) < 0.01 && fabs(last->y - at.y) < 0.01)
        return;
    if (n > 1) {
        const idarch_point *before = &p->points.items[n - 2];
        bool down = fabs(before->x - last->x) < 0.01 && fabs(last->x - at.x) < 0.01;
        bool side = fabs(before->y - last->y) < 0.01 && fabs(last->y - at.y) < 0.01;
        if (down || side) {
            p->points.items[n - 1] = at;
            return;
        }
    }
    *IDARCH_PUSH(p->f->arena, &p->points) = at;
}

static void add_internal(path *p, int head, double x, double y)
{
    add_point(p, to_picture(p->f, head, x, y));
}

/* Internal y where an edge at internal x meets the node's upper or lower outline. */
static double outline_y(const flow *f, int head, const vert *v, double x, bool lower)
{
    const idarch_node *n = &f->graph->nodes.items[v->index];
    bool across = flow_across(f->levels[head].direction);
    int side = flow_side(f, head, lower ? FLOW_LOWER : FLOW_UPPER);
    double inset = shape_inset(n->shape, across ? v->h : v->w, across ? v->w : v->h, side,
                               x - (v->x - v->w / 2));
    return lower ? v->y + v->h / 2 - inset : v->y - v->h / 2 + inset;
}

/* How far the edge's mark reaches to either side of its line; 0 for one that may end anywhere. */
static double mark_half(const flow *f, const flow_edge *e, bool at_end)
{
    const idarch_edge *edge = &f->graph->edges.items[e->edge];
    idarch_end mark = at_end ? edge->end : edge->start;
    double length = idarch_mark_length(mark, idarch_edge_width(edge));
    if (mark == IDARCH_END_CIRCLE)
        return length / 2;
    return mark == IDARCH_END_CROSS ? length * CROSS_ARM : 0;
}

/* rise: how far the outline comes out at the sides of a mark, beyond where its line ends. */
static double stands_back(const flow *f, const flow_edge *e, bool at_end, double rise)
{
    const idarch_edge *edge = &f->graph->edges.items[e->edge];
    double half = mark_half(f, e, at_end);
    if ((at_end ? edge->end : edge->start) == IDARCH_END_CIRCLE)
        return hypot(half, rise) - half;
    return fmax(0, rise + CROSS_CLEAR - half / CROSS_ARM * (1 - CROSS_ARM));
}

double flow_mark_back(const flow *f, const flow_edge *e, bool at_end)
{
    edge_end end = at_end ? e->to : e->from;
    double half = mark_half(f, e, at_end), rise = 0;
    if (e->segs.count == 0 || end.group || half <= 0)
        return 0;
    bool lower = at_end == e->reversed; /* of the node's sides */
    const seg *s = &f->segs.items[e->segs.items[lower ? 0 : e->segs.count - 1]];
    const vert *v = &f->verts.items[f->node_vert[end.index]];
    int head = f->levels[v->level].comp;
    double x = lower ? s->x1 : s->x2, out = lower ? 1 : -1;
    for (int side = -1; side <= 1; side += 2)
        rise = fmax(rise, out * (outline_y(f, head, v, x + side * half, lower) -
                                 outline_y(f, head, v, x, lower)));
    return stands_back(f, e, at_end, rise);
}

/* The component in which the seg runs and the y at one of its ends. */
static double end_y(const flow *f, int head, const vert *v, double x, bool lower)
{
    const level *l = &f->levels[v->level];
    switch (v->kind) {
    case VERT_NODE: return outline_y(f, head, v, x, lower);
    case VERT_IN:
    case VERT_OUT:
        if (l->comp == v->level && v->level != head) {
            const vert *atom = &f->verts.items[l->unit];
            return v->kind == VERT_IN ? atom->y - atom->h / 2 : atom->y + atom->h / 2;
        }
        return v->kind == VERT_IN ? l->top : l->bottom;
    case VERT_GROUP:
    case VERT_LABEL:
    case VERT_BEND: break;
    }
    return v->y;
}

/* From the margin of an atom to the side of its frame, or back. */
static void add_margin(path *p, const vert *port, bool enters)
{
    flow *f = p->f;
    const level *l = &f->levels[port->level];
    int outer = f->levels[l->parent].comp;
    const vert *atom = &f->verts.items[l->unit];
    const comp *c = &f->comps[port->level];
    double left = atom->x - atom->w / 2, top = atom->y - atom->h / 2;
    double frame = port->off_x < c->pad_left ? c->pad_left : atom->w - c->pad_right;
    if (enters)
        add_internal(p, outer, left + port->off_x, top + port->off_y);
    add_internal(p, outer, left + frame, top + port->off_y);
    if (!enters)
        add_internal(p, outer, left + port->off_x, top + port->off_y);
}

static bool is_passed_atom(const flow *f, const vert *v)
{
    return (v->kind == VERT_IN || v->kind == VERT_OUT) && f->levels[v->level].comp == v->level &&
           v->level != 0 && v->up.count > 0 && v->down.count > 0;
}

/* The chain's points, downwards. */
static void trace(path *p, const flow_edge *e)
{
    flow *f = p->f;
    for (size_t i = 0; i < e->segs.count; i++) {
        const seg *s = &f->segs.items[e->segs.items[i]];
        const vert *a = &f->verts.items[s->from], *b = &f->verts.items[s->to];
        int head = f->levels[s->level].comp;
        if (is_passed_atom(f, a) && a->kind == VERT_OUT)
            add_margin(p, a, false);
        if (a->kind != VERT_BEND && a->kind != VERT_LABEL)
            add_internal(p, head, s->x1, end_y(f, head, a, s->x1, true));
        if (s->slot >= 0) {
            add_internal(p, head, s->x1, s->y);
            if (s->slot2 >= 0) {
                add_internal(p, head, s->xs, s->y);
                add_internal(p, head, s->xs, s->y2);
            }
            add_internal(p, head, s->x2, s->y2);
        }
        if (b->kind != VERT_BEND && b->kind != VERT_LABEL)
            add_internal(p, head, s->x2, end_y(f, head, b, s->x2, false));
        if (is_passed_atom(f, b) && b->kind == VERT_IN)
            add_margin(p, b, true);
    }
}

/* How far inside the node's right side its outline is, at y from the node's centre. */
static double side_inset(const flow *f, int head, const vert *v, double y)
{
    idarch_direction d = f->levels[head].direction;
    double along = mirrored(d) ? v->h / 2 - y : v->h / 2 + y;
    return shape_inset(f->graph->nodes.items[v->index].shape, flow_across(d) ? v->h : v->w,
                       flow_across(d) ? v->w : v->h, flow_side(f, head, FLOW_RIGHT), along);
}

/* How far a loop's mark stands back from the node's right side, at y from its centre. */
static double loop_back(const flow *f, const flow_edge *e, bool at_end, double y)
{
    const vert *v = &f->verts.items[f->node_vert[e->from.index]];
    int head = f->levels[v->level].comp;
    double half = mark_half(f, e, at_end), rise = 0;
    for (int side = -1; side <= 1; side += 2)
        rise = fmax(rise, side_inset(f, head, v, y) - side_inset(f, head, v, y + side * half));
    return half > 0 ? stands_back(f, e, at_end, rise) : 0;
}

/* A rectangle at the right of the node or frame, under those before it. */
static void trace_loop(path *p, const flow_edge *e, double *used, idarch_edge_geometry *g)
{
    flow *f = p->f;
    bool group = e->from.group;
    const level *l = &f->levels[group ? e->from.index : 0];
    const vert *v = &f->verts.items[group ? l->unit : f->node_vert[e->from.index]];
    int head = f->levels[group ? l->parent : v->level].comp;
    bool atom = group && l->comp == e->from.index, frame = group && !atom;
    double right = frame ? l->right : v->x + v->w / 2;
    double centre = frame ? (l->top + l->bottom) / 2 : v->y;
    double high = fmax(LOOP_SIZE, e->label_h + 2);
    double y = *used - (group ? l->loop_h : v->loop_h) / 2 + LOOP_STEP / 2;
    double out = right + LOOP_SIZE - 6 + flow_mark_extra(f, e), in[2] = {right, right};
    if (atom)
        in[0] = in[1] = right - f->comps[e->from.index].pad_right;
    for (int k = 0; k < 2 && !group; k++)
        in[k] -= side_inset(f, head, v, k ? y + high : y);
    g->start_back = group ? 0 : loop_back(f, e, false, y);
    g->end_back = group ? 0 : loop_back(f, e, true, y + high);
    add_internal(p, head, in[0], centre + y);
    add_internal(p, head, out, centre + y);
    add_internal(p, head, out, centre + y + high);
    add_internal(p, head, in[1], centre + y + high);
    if (e->label_w > 0) {
        idarch_point c = to_picture(f, head, out + 4 + e->label_w / 2, centre + y + high / 2);
        text_centre(&g->label, c.x, c.y);
    }
    *used += high + LOOP_STEP;
}

static void reverse(path *p)
{
    for (size_t i = 0; i < p->points.count / 2; i++) {
        idarch_point keep = p->points.items[i];
        p->points.items[i] = p->points.items[p->points.count - 1 - i];
        p->points.items[p->points.count - 1 - i] = keep;
    }
}

static void place_label(flow *f, const flow_edge *e, idarch_edge_geometry *g)
{
    for (size_t i = 0; i < e->chain.count; i++) {
        const vert *v = &f->verts.items[e->chain.items[i]];
        if (v->kind != VERT_LABEL)
            continue;
        idarch_point c = to_picture(f, f->levels[v->level].comp, v->x, v->y);
        text_centre(&g->label, c.x, c.y);
    }
}

static void emit_edges(flow *f, idarch_geometry *geometry)
{
    double *used = IDARCH_NEW_ARRAY(f->arena, double, f->verts.count + 1);
    for (int i = 0; i < f->edge_count; i++) {
        const flow_edge *e = &f->edges[i];
        if (!e->drawn)
            continue;
        idarch_edge_geometry *g = IDARCH_PUSH(f->arena, &geometry->edges);
        path p = {.f = f};
        g->edge = e->edge;
        g->start_back = flow_mark_back(f, e, false);
        g->end_back = flow_mark_back(f, e, true);
        g->has_label = e->label_w > 0;
        g->label = e->label;
        if (e->loop) {
            int unit = e->from.group ? f->levels[e->from.index].unit : f->node_vert[e->from.index];
            trace_loop(&p, e, &used[unit], g);
        } else {
            trace(&p, e);
            place_label(f, e, g);
        }
        if (e->reversed)
            reverse(&p);
        g->points.items = p.points.items;
        g->points.count = p.points.count;
        g->points.capacity = p.points.capacity;
    }
}

static void emit_nodes(flow *f, idarch_geometry *geometry)
{
    for (size_t i = 0; i < f->graph->nodes.count; i++) {
        if (f->node_vert[i] < 0)
            continue;
        const vert *v = &f->verts.items[f->node_vert[i]];
        idarch_node_geometry *g = IDARCH_PUSH(f->arena, &geometry->nodes);
        g->node = (int)i;
        double stroke = flow_stroke(f, (int)i);
        g->box = box_to_picture(f, f->levels[v->level].comp, v->x - v->w / 2 + stroke,
                                v->y - v->h / 2 + stroke, v->w - 2 * stroke, v->h - 2 * stroke);
        g->label = f->labels[i];
        idarch_point shift = shape_label_shift(f->graph->nodes.items[i].shape, g->box.w, g->box.h);
        text_centre(&g->label, g->box.x + g->box.w / 2 + shift.x, g->box.y + g->box.h / 2 + shift.y);
    }
}

static void emit_group(flow *f, int index, idarch_geometry *geometry)
{
    const level *l = &f->levels[index];
    idarch_group_geometry *g = IDARCH_PUSH(f->arena, &geometry->groups);
    g->subgraph = l->group;
    g->depth = l->depth - 1;
    g->box = box_to_picture(f, l->comp, l->left, l->top, l->right - l->left, l->bottom - l->top);
    g->title = l->title;
    double x = g->box.x + FRAME_PAD;
    if (!flow_across(f->levels[l->comp].direction))
        x = to_picture(f, l->comp, l->title_x, l->top).x;
    text_place(&g->title, x, g->box.y + 7);
}

static void emit_groups(flow *f, idarch_geometry *geometry)
{
    int_list queue = {0};
    flow_push(f, &queue, 0);
    for (size_t k = 0; k < queue.count; k++) {
        int at = queue.items[k];
        if (at > 0)
            emit_group(f, at, geometry);
        for (size_t c = 0; c < f->levels[at].children.count; c++)
            flow_push(f, &queue, f->levels[at].children.items[c]);
    }
}

void flow_emit(flow *f, idarch_geometry *geometry)
{
    const level *root = &f->levels[0];
    bool across = flow_across(root->direction);
    place_comps(f);
    emit_nodes(f, geometry);
    emit_groups(f, geometry);
    emit_edges(f, geometry);
    geometry->width = across ? root->bottom - root->top : root->right - root->left;
    geometry->height = across ? root->right - root->left : root->bottom - root->top;
}
