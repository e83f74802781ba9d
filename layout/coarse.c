/* The coarse layout (coarse.h): which tracks and lanes are needed, then the places, then
 * the geometry. */
#include <math.h>

#include "layout/coarse.h"

enum { BUDGET = 300000 }; /* of frames that edges pass; what passes more is drawn straight */

static void walk_levels(coarse *c)
{
    flow *f = c->f;
    flow_push(f, &c->outer_first, 0);
    for (size_t k = 0; k < c->outer_first.count; k++) {
        const level *l = &f->levels[c->outer_first.items[k]];
        for (size_t i = 0; i < l->children.count; i++)
            flow_push(f, &c->outer_first, l->children.items[i]);
    }
}

/* Sizes as in the picture: the phases before had them along the flow. */
static void turn_sizes(coarse *c)
{
    flow *f = c->f;
    for (size_t i = 0; i < f->verts.count; i++) {
        vert *v = &f->verts.items[i];
        double w = v->w;
        if (v->kind != VERT_NODE || !flow_across(f->levels[v->level].direction))
            continue;
        v->w = v->h;
        v->h = w;
    }
    c->loops = IDARCH_NEW_ARRAY(f->arena, double, f->verts.count + 1);
    for (int i = 0; i < f->edge_count; i++) {
        const flow_edge *e = &f->edges[i];
        if (!e->loop || !e->drawn)
            continue;
        level *l = &f->levels[e->from.group ? e->from.index : 0];
        int unit = e->from.group ? l->unit : f->node_vert[e->from.index];
        vert *v = &f->verts.items[unit];
        double *room = e->from.group ? &l->loop_w : &v->loop_w;
        *room = fmax(*room, LOOP_SIZE + flow_mark_extra(c->f, e) + e->label.box.w + LABEL_GAP);
        c->loops[unit] += coarse_loop_height(e) + LOOP_STEP;
        if (e->from.group)
            l->loop_h = c->loops[unit];
        else
            v->h = fmax(v->h, c->loops[unit] + LOOP_STEP);
    }
    memset(c->loops, 0, f->verts.count * sizeof(double));
}

/* Counts edges through each frame. */
static void count_passes(coarse *c)
{
    flow *f = c->f;
    int64_t budget = c->budget;
    for (int i = 0; i < f->edge_count && budget > 0; i++) {
        const flow_edge *e = &f->edges[i];
        if (!e->drawn || e->loop)
            continue;
        for (int k = 0; k < 2; k++) {
            edge_end end = k == 0 ? e->from : e->to;
            int at = end.group ? f->levels[end.index].parent
                               : f->verts.items[f->node_vert[end.index]].level;
            if (end.group && end.index == e->level) { /* its other end is inside */
                *(k == 0 ? &c->levels[e->level].in_edges : &c->levels[e->level].out_edges) += 1;
                continue;
            }
            for (; at != e->level; at = f->levels[at].parent, budget--)
                *(k == 0 ? &c->levels[at].out_edges : &c->levels[at].in_edges) += 1;
        }
    }
    for (int i = 0; i < f->level_count; i++) {
        coarse_level *l = &c->levels[i];
        l->outs = l->out_edges < PASSES_MOST ? l->out_edges : PASSES_MOST;
        l->ins = l->in_edges < PASSES_MOST ? l->in_edges : PASSES_MOST;
    }
}

/* A node has one port each way, a group one for each lane and one for its frame. */
static void make_ports(coarse *c)
{
    flow *f = c->f;
    size_t n = f->verts.count;
    c->row = IDARCH_NEW_ARRAY(f->arena, int, n + 1);
    c->out_first = IDARCH_NEW_ARRAY(f->arena, int, n + 1);
    c->in_first = IDARCH_NEW_ARRAY(f->arena, int, n + 1);
    for (size_t i = 0; i < n; i++) {
        const vert *v = &f->verts.items[i];
        bool group = v->kind == VERT_GROUP;
        c->out_first[i + 1] = c->out_first[i] + 1 + (group ? c->levels[v->index].outs : 0);
        c->in_first[i + 1] = c->in_first[i] + 1 + (group ? c->levels[v->index].ins : 0);
    }
    c->outs = IDARCH_NEW_ARRAY(f->arena, coarse_port, (size_t)c->out_first[n] + 1);
    c->ins = IDARCH_NEW_ARRAY(f->arena, coarse_port, (size_t)c->in_first[n] + 1);
}

static void mark(const coarse_chain *chain, coarse_port *ports, const int *first)
{
    for (size_t i = 0; i < chain->units.count; i++)
        ports[first[chain->units.items[i]] + chain->ports.items[i]].used = true;
}

/* Which ports have tracks and lanes, and room for labels along the tracks. */
static void mark_edge(coarse *c, const flow_edge *e)
{
    const coarse_chain *out = &c->out, *in = &c->in;
    coarse_climb(c, e);
    mark(out, c->outs, c->out_first);
    mark(in, c->ins, c->in_first);
    if (out->units.count > 0 && in->units.count > 0) {
        size_t last = out->units.count - 1;
        int source = c->out_first[out->units.items[last]] + out->ports.items[last];
        c->outs[source].far = true;
        last = in->units.count - 1;
        coarse_port *p = &c->ins[c->in_first[in->units.items[last]] + in->ports.items[last]];
        p->source = p->source == 0 || p->source == source + 1 ? source + 1 : -1;
    }
    if (e->label_w > 0) {
        coarse_port *p = coarse_label_port(c);
        p->label_h = fmax(p->label_h, e->label.box.h);
        p->labels += e->label.box.w + LABEL_GAP;
    }
}

static void mark_edges(coarse *c)
{
    for (int i = 0; i < c->f->edge_count && c->budget > 0; i++)
        if (c->f->edges[i].drawn && !c->f->edges[i].loop)
            mark_edge(c, &c->f->edges[i]);
}

/* Places in the level, until now from its own corner, become places in the picture. */
static void make_absolute(coarse *c, int index)
{
    flow *f = c->f;
    level *l = &f->levels[index];
    coarse_level *own = &c->levels[index];
    if (index > 0) {
        const vert *unit = &f->verts.items[l->unit];
        double dx = unit->x - unit->w / 2, dy = unit->y - unit->h / 2;
        l->left += dx, l->right += dx;
        l->top += dy, l->bottom += dy;
    }
    own->label_x += l->left;
    for (int i = 0; i < PASSES_MOST; i++) {
        own->out_x[i] += l->left;
        own->in_x[i] += l->left;
    }
    for (size_t i = 0; i < l->units.count; i++) {
        int v = l->units.items[i];
        f->verts.items[v].x += l->left;
        f->verts.items[v].y += l->top;
        for (int p = c->out_first[v]; p < c->out_first[v + 1]; p++) {
            c->outs[p].track += l->top;
            c->outs[p].lane += l->left;
        }
        for (int p = c->in_first[v]; p < c->in_first[v + 1]; p++)
            c->ins[p].track += l->top;
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
        g->box = (idarch_box){v->x - v->w / 2 + stroke, v->y - v->h / 2 + stroke,
                              v->w - 2 * stroke, v->h - 2 * stroke};
        g->label = f->labels[i];
        idarch_point shift = shape_label_shift(f->graph->nodes.items[i].shape, g->box.w, g->box.h);
        text_centre(&g->label, v->x + shift.x, v->y + shift.y);
    }
}

static void emit_groups(const coarse *c, idarch_geometry *geometry)
{
    const flow *f = c->f;
    for (size_t i = 1; i < c->outer_first.count; i++) {
        const level *l = &f->levels[c->outer_first.items[i]];
        idarch_group_geometry *g = IDARCH_PUSH(f->arena, &geometry->groups);
        g->subgraph = l->group;
        g->depth = l->depth - 1;
        g->box = (idarch_box){l->left, l->top, l->right - l->left, l->bottom - l->top};
        g->title = l->title;
        text_place(&g->title, l->left + FRAME_PAD, l->top + 7);
    }
}

static void emit_edges(coarse *c, idarch_geometry *geometry)
{
    flow *f = c->f;
    for (int i = 0; i < f->edge_count; i++) {
        const flow_edge *e = &f->edges[i];
        if (!e->drawn)
            continue;
        idarch_edge_geometry *g = IDARCH_PUSH(f->arena, &geometry->edges);
        g->edge = e->edge;
        g->has_label = e->label_w > 0;
        g->label = e->label;
        coarse_emit_edge(c, e, g);
    }
}

void flow_coarse(flow *f, idarch_geometry *geometry)
{
    coarse c = {.f = f, .budget = BUDGET};
    c.levels = IDARCH_NEW_ARRAY(f->arena, coarse_level, (size_t)f->level_count);
    walk_levels(&c);
    turn_sizes(&c);
    count_passes(&c);
    make_ports(&c);
    mark_edges(&c);
    for (size_t i = c.outer_first.count; i-- > 0;)
        coarse_rows(&c, c.outer_first.items[i]);
    for (size_t i = 0; i < c.outer_first.count; i++)
        make_absolute(&c, c.outer_first.items[i]);
    emit_nodes(f, geometry);
    emit_groups(&c, geometry);
    c.budget = BUDGET;
    emit_edges(&c, geometry);
    geometry->width = f->levels[0].right;
    geometry->height = f->levels[0].bottom;
}
