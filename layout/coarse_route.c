/* The coarse layout: the ways of the edges along tracks and lanes (coarse.h). */
#include <math.h>

#include "layout/coarse.h"

#define LABEL_ROOM LABEL_GAP /* px between labels on a track */

/* The lane through the frame of a level for what leaves or enters the unit in it. */
static int pass_of(const coarse *c, int level_index, int unit, bool out)
{
    const coarse_level *l = &c->levels[level_index];
    int lanes = out ? l->outs : l->ins;
    return lanes > 0 ? c->f->verts.items[unit].decl % lanes : 0;
}

static void climb(coarse *c, edge_end end, int top, bool out, coarse_chain *chain)
{
    const flow *f = c->f;
    chain->units.count = chain->ports.count = 0;
    if (end.group && end.index == top)
        return;
    int unit = end.group ? f->levels[end.index].unit : f->node_vert[end.index];
    int port = 0;
    if (end.group) /* the last one is that of the frame itself */
        port = (out ? c->out_first : c->in_first)[unit + 1] -
               (out ? c->out_first : c->in_first)[unit] - 1;
    for (;;) {
        int at = f->verts.items[unit].level;
        *IDARCH_PUSH(f->arena, &chain->units) = unit;
        *IDARCH_PUSH(f->arena, &chain->ports) = port;
        if (at == top)
            return;
        port = pass_of(c, at, unit, out);
        unit = f->levels[at].unit;
    }
}

void coarse_climb(coarse *c, const flow_edge *e)
{
    climb(c, e->from, e->level, true, &c->out);
    climb(c, e->to, e->level, false, &c->in);
    /* Each chain's last unit stands in the level itself: no frame is passed for it. */
    for (int k = 0; k < 2; k++) {
        const coarse_chain *chain = k == 0 ? &c->out : &c->in;
        c->budget -= chain->units.count > 1 ? (int64_t)chain->units.count - 1 : 0;
    }
}

bool coarse_direct(const coarse *c, const flow_edge *e, int from, int to)
{
    return e->label_w <= 0 && c->row[to] == c->row[from] + 1;
}

/* x where lines meet the unit's port. */
static double port_x(const coarse *c, int unit, int port, bool out)
{
    const vert *v = &c->f->verts.items[unit];
    if (v->kind == VERT_NODE)
        return v->x;
    const coarse_level *l = &c->levels[v->index];
    if (port >= (out ? l->outs : l->ins))
        return v->x;
    return out ? l->out_x[port] : l->in_x[port];
}

/* y where lines meet the outline of an end. */
static double end_y(const coarse *c, int unit, bool out)
{
    const vert *v = &c->f->verts.items[unit];
    double edge = v->y + (out ? v->h / 2 : -v->h / 2);
    if (v->kind != VERT_NODE)
        return edge;
    double inset = shape_inset(c->f->graph->nodes.items[v->index].shape, v->w, v->h, out ? 2 : 0,
                               v->w / 2);
    return out ? edge - inset : edge + inset;
}

typedef struct pen {
    coarse *c;
    idarch_edge_geometry *g;
    double x, y;
} pen;

/* Goes on to x, y; what is straight stays one piece. */
static void draw_to(pen *p, double x, double y)
{
    size_t n = p->g->points.count;
    idarch_point *points = p->g->points.items;
    p->x = x;
    p->y = y;
    if (n > 0 && fabs(points[n - 1].x - x) < 0.01 && fabs(points[n - 1].y - y) < 0.01)
        return;
    if (n > 1 && ((fabs(points[n - 2].x - x) < 0.01 && fabs(points[n - 1].x - x) < 0.01) ||
                  (fabs(points[n - 2].y - y) < 0.01 && fabs(points[n - 1].y - y) < 0.01))) {
        points[n - 1] = (idarch_point){x, y};
        return;
    }
    *IDARCH_PUSH(p->c->f->arena, &p->g->points) = (idarch_point){x, y};
}

static coarse_port *out_port(const coarse *c, const coarse_chain *chain, size_t i)
{
    return &c->outs[c->out_first[chain->units.items[i]] + chain->ports.items[i]];
}

static coarse_port *in_port(const coarse *c, const coarse_chain *chain, size_t i)
{
    return &c->ins[c->in_first[chain->units.items[i]] + chain->ports.items[i]];
}

/* From the start out of all frames below the top level; ends on the track there. */
static void go_out(pen *p, const coarse_chain *chain)
{
    coarse *c = p->c;
    draw_to(p, port_x(c, chain->units.items[0], chain->ports.items[0], true),
            end_y(c, chain->units.items[0], true));
    for (size_t i = 0; i < chain->units.count; i++) {
        draw_to(p, p->x, out_port(c, chain, i)->track);
        if (i + 1 < chain->units.count)
            draw_to(p, port_x(c, chain->units.items[i + 1], chain->ports.items[i + 1], true), p->y);
    }
}

/* From a lane of the top level, or through its upper frame, to the end. */
static void go_in(pen *p, const coarse_chain *chain, bool on_track)
{
    coarse *c = p->c;
    for (size_t i = chain->units.count; i-- > 0;) {
        if (!on_track)
            draw_to(p, p->x, in_port(c, chain, i)->track);
        on_track = false;
        draw_to(p, port_x(c, chain->units.items[i], chain->ports.items[i], false), p->y);
    }
    draw_to(p, p->x, end_y(c, chain->units.items[0], false));
}

coarse_port *coarse_label_port(coarse *c)
{
    if (c->in.units.count > 0)
        return in_port(c, &c->in, c->in.units.count - 1);
    return out_port(c, &c->out, c->out.units.count - 1);
}

/* The label on the track into the unit of the top level (out of it, where the edge goes
 * to the frame), right of all rows, after those before it. */
static void put_label(coarse *c, const flow_edge *e, idarch_edge_geometry *g)
{
    coarse_port *port = coarse_label_port(c);
    if (e->label_w <= 0)
        return;
    if (port->label_end <= 0)
        port->label_end = c->levels[e->level].label_x;
    double from = port->label_end + LABEL_ROOM;
    text_centre(&g->label, from + g->label.box.w / 2, port->track);
    port->label_end = from + g->label.box.w;
}

double coarse_loop_height(const flow_edge *e)
{
    return fmax(LOOP_SIZE, e->label.box.h + 2);
}

/* A rectangle at the right of the node or frame, under those before it. */
static void draw_loop(coarse *c, const flow_edge *e, idarch_edge_geometry *g)
{
    const flow *f = c->f;
    int unit = e->from.group ? f->levels[e->from.index].unit : f->node_vert[e->from.index];
    const vert *v = &f->verts.items[unit];
    pen p = {.c = c, .g = g};
    double right = v->x + v->w / 2, out = right + LOOP_SIZE - 6 + flow_mark_extra(f, e), ends[2];
    double from = LOOP_STEP + c->loops[unit], high = coarse_loop_height(e);
    c->loops[unit] += high + LOOP_STEP;
    for (int k = 0; k < 2; k++) {
        ends[k] = right;
        if (!e->from.group)
            ends[k] -= shape_inset(f->graph->nodes.items[v->index].shape, v->w, v->h, 1,
                                   from + k * high);
    }
    double top = v->y - v->h / 2 + from;
    draw_to(&p, ends[0], top);
    draw_to(&p, out, top);
    draw_to(&p, out, top + high);
    draw_to(&p, ends[1], top + high);
    text_centre(&g->label, out + 4 + g->label.box.w / 2, top + high / 2);
}

/* Beyond the budget of frames: straight, from one end to the other. */
static void draw_straight(coarse *c, const flow_edge *e, idarch_edge_geometry *g)
{
    const flow *f = c->f;
    edge_end ends[2] = {e->from, e->to};
    pen p = {.c = c, .g = g};
    for (int k = 0; k < 2; k++) {
        int unit = ends[k].group ? f->levels[ends[k].index].unit : f->node_vert[ends[k].index];
        draw_to(&p, unit >= 0 ? f->verts.items[unit].x : 0, unit >= 0 ? end_y(c, unit, k == 0) : 0);
    }
    text_centre(&g->label, p.x, p.y - LABEL_ROOM - g->label.box.h / 2);
}

void coarse_emit_edge(coarse *c, const flow_edge *e, idarch_edge_geometry *g)
{
    const coarse_chain *out = &c->out, *in = &c->in;
    const level *top = &c->f->levels[e->level];
    const coarse_level *own = &c->levels[e->level];
    pen p = {.c = c, .g = g};
    if (e->loop) {
        draw_loop(c, e, g);
        return;
    }
    if (c->budget > 0)
        coarse_climb(c, e);
    if (c->budget <= 0) {
        draw_straight(c, e, g);
        return;
    }
    if (out->units.count == 0) { /* from the frame to a member */
        draw_to(&p, own->in_x[pass_of(c, e->level, in->units.items[in->units.count - 1], false)],
                top->top);
        go_in(&p, in, false);
    } else if (in->units.count == 0) { /* from a member to the frame */
        int last = out->units.items[out->units.count - 1];
        go_out(&p, out);
        draw_to(&p, own->out_x[pass_of(c, e->level, last, true)], p.y);
        draw_to(&p, p.x, top->bottom);
    } else {
        size_t last = out->units.count - 1;
        bool direct = coarse_direct(c, e, out->units.items[last], in->units.items[in->units.count - 1]);
        go_out(&p, out);
        if (!direct)
            draw_to(&p, out_port(c, out, last)->lane, p.y);
        go_in(&p, in, direct);
    }
    put_label(c, e, g);
}
