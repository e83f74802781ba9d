/* Fifth phase: edges as chains. Every drawn edge becomes a chain of verts from its upper
 * to its lower end with one seg between neighbouring layers: ports where it passes a
 * frame, bends where it passes a layer, its label half way. Fills the layers.
 */
#include "layout/flow.h"

/* Beyond these a layered drawing is no drawing any more: bends in all; in a dense graph
 * (so many bends an edge, so many edges a unit) bends, and edges; units in a layer. */
enum { WIDEST = 2000, MOST_BENDS = 400000, DENSE_BENDS = 50000, DENSE_EDGES = 20000, DENSE = 24 };

static int new_vert(flow *f, vert_kind kind, int level_index, int edge, int layer)
{
    vert *v = IDARCH_PUSH(f->arena, &f->verts);
    v->kind = kind;
    v->level = level_index;
    v->index = edge;
    v->edge = edge;
    v->layer = layer;
    v->var = -1;
    v->decl = 1 << 28;
    return (int)f->verts.count - 1;
}

static void to_layer(flow *f, int index)
{
    vert *v = &f->verts.items[index];
    flow_push(f, &f->levels[v->level].layers[v->layer], index);
}

static void connect(flow *f, int edge, int from, int to, int at, int layer)
{
    int s = (int)f->segs.count;
    seg *made = IDARCH_PUSH(f->arena, &f->segs);
    *made = (seg){.from = from, .to = to, .edge = edge, .level = at, .layer = layer,
                  .slot = -1, .slot2 = -1, .y_var = -1, .y_var2 = -1};
    flow_push(f, &f->verts.items[from].down, s);
    flow_push(f, &f->verts.items[to].up, s);
    flow_push(f, &f->edges[edge].segs, s);
}

/* Runs the chain from vert a, seen from the level in layer la, down to b in lb. */
static void run(flow *f, int edge, int at, int a, int la, int b, int lb)
{
    flow_edge *e = &f->edges[edge];
    int label = e->level == at && e->label_w > 0 ? la + (lb - la) / 2 : -1;
    int last = a;
    for (int layer = la + 1; layer < lb; layer++) {
        int v = new_vert(f, layer == label ? VERT_LABEL : VERT_BEND, at, edge, layer);
        if (layer == label) {
            f->verts.items[v].w = e->label_w;
            f->verts.items[v].h = e->label_h;
        }
        to_layer(f, v);
        connect(f, edge, last, v, at, layer - 1);
        flow_push(f, &e->chain, v);
        last = v;
    }
    connect(f, edge, last, b, at, lb - 1);
}

typedef struct spot {
    int vert;
    int layer; /* in the level where the chain stands */
} spot;

static int make_port(flow *f, int edge, int at, bool lower)
{
    level *l = &f->levels[at];
    int v = new_vert(f, lower ? VERT_OUT : VERT_IN, at, edge, lower ? l->layer_count - 1 : 0);
    to_layer(f, v);
    return v;
}

/* The chain leaves level `at` through its lower frame; returns where it stands in the
 * level around it. */
static spot leave(flow *f, int edge, int at, spot from)
{
    level *l = &f->levels[at];
    int port = make_port(f, edge, at, true);
    run(f, edge, at, from.vert, from.layer, port, l->layer_count - 1);
    flow_push(f, &f->edges[edge].chain, port);
    return (spot){port, f->verts.items[l->unit].layer};
}

static spot start_of(flow *f, int edge, edge_end end, int top)
{
    flow_edge *e = &f->edges[edge];
    spot s;
    if (end.group) {
        bool own = end.index == top;
        s.vert = make_port(f, edge, end.index, !own);
        s.layer = own ? 0 : f->verts.items[f->levels[end.index].unit].layer;
    } else {
        s.vert = f->node_vert[end.index];
        s.layer = f->verts.items[s.vert].layer;
    }
    flow_push(f, &e->chain, s.vert);
    return s;
}

/* The levels that the end lies in, outermost first, up to top (excluded). */
static int_list enclosing(flow *f, edge_end end, int top)
{
    int_list list = {0};
    int at = end.group ? f->levels[end.index].parent : f->verts.items[f->node_vert[end.index]].level;
    if (end.group && end.index == top)
        return list;
    for (; at != top; at = f->levels[at].parent)
        flow_push(f, &list, at);
    for (size_t i = 0; i < list.count / 2; i++) {
        int keep = list.items[i];
        list.items[i] = list.items[list.count - 1 - i];
        list.items[list.count - 1 - i] = keep;
    }
    return list;
}

/* Runs down to the upper frame of level `into`, a unit of level `at`. */
static spot enter(flow *f, int edge, int at, spot from, int into)
{
    int port = make_port(f, edge, into, false);
    run(f, edge, at, from.vert, from.layer, port, f->verts.items[f->levels[into].unit].layer);
    flow_push(f, &f->edges[edge].chain, port);
    return (spot){port, 0};
}

static void finish(flow *f, int edge, int at, spot from, edge_end end)
{
    int v, layer;
    if (end.group && end.index == at) {
        v = make_port(f, edge, at, true);
        layer = f->levels[at].layer_count - 1;
    } else if (end.group) {
        v = make_port(f, edge, end.index, false);
        layer = f->verts.items[f->levels[end.index].unit].layer;
    } else {
        v = f->node_vert[end.index];
        layer = f->verts.items[v].layer;
    }
    run(f, edge, at, from.vert, from.layer, v, layer);
    flow_push(f, &f->edges[edge].chain, v);
}

static void split_edge(flow *f, int edge)
{
    flow_edge *e = &f->edges[edge];
    edge_end upper = e->reversed ? e->to : e->from, lower = e->reversed ? e->from : e->to;
    int_list out = enclosing(f, upper, e->level), in = enclosing(f, lower, e->level);
    spot at = start_of(f, edge, upper, e->level);
    for (size_t i = out.count; i-- > 0;)
        at = leave(f, edge, out.items[i], at);
    int where = e->level;
    for (size_t i = 0; i < in.count; i++) {
        at = enter(f, edge, where, at, in.items[i]);
        where = in.items[i];
    }
    finish(f, edge, where, at, lower);
}

static int layer_of(const flow *f, int unit, int otherwise)
{
    return unit >= 0 ? f->verts.items[unit].layer : otherwise;
}

/* An upper bound of the bends that the chains would make. */
static int64_t count_bends(const flow *f)
{
    int64_t sum = 0;
    for (int i = 0; i < f->edge_count; i++) {
        const flow_edge *e = &f->edges[i];
        const level *l = &f->levels[e->level];
        if (e->loop || !e->drawn)
            continue;
        sum += layer_of(f, e->unit_down, l->layer_count - 1) - layer_of(f, e->unit_up, 0);
        edge_end ends[2] = {e->from, e->to};
        for (int k = 0; k < 2; k++) {
            if (ends[k].group && ends[k].index == e->level)
                continue;
            int at = ends[k].group ? f->levels[ends[k].index].parent
                                   : f->verts.items[f->node_vert[ends[k].index]].level;
            for (; at != e->level && sum <= MOST_BENDS; at = f->levels[at].parent)
                sum += f->levels[at].layer_count;
        }
    }
    return sum;
}

/* A row so long that nobody can look along it. */
static bool too_wide(const flow *f, const level *l)
{
    if (l->units.count <= WIDEST)
        return false;
    int *count = IDARCH_NEW_ARRAY(f->arena, int, (size_t)l->layer_count);
    for (size_t i = 0; i < l->units.count; i++)
        if (++count[f->verts.items[l->units.items[i]].layer] > WIDEST)
            return true;
    return false;
}

static bool too_much(const flow *f)
{
    int64_t bends = count_bends(f), edges = f->edge_count, units = (int64_t)f->verts.count;
    for (int i = 0; i < f->level_count; i++)
        if (too_wide(f, &f->levels[i]))
            return true;
    return bends > MOST_BENDS || (bends > DENSE_BENDS && bends > DENSE * edges) ||
           (edges > DENSE_EDGES && edges > DENSE * units);
}

bool flow_split(flow *f)
{
    if (too_much(f))
        return false;
    for (int i = 0; i < f->level_count; i++) {
        level *l = &f->levels[i];
        l->layers = IDARCH_NEW_ARRAY(f->arena, int_list, (size_t)l->layer_count);
        for (size_t u = 0; u < l->units.count; u++)
            to_layer(f, l->units.items[u]);
    }
    f->node_edges = IDARCH_NEW_ARRAY(f->arena, int_list, f->graph->nodes.count + 1);
    for (int i = 0; i < f->edge_count; i++) {
        const flow_edge *e = &f->edges[i];
        if (!e->drawn || e->loop)
            continue;
        split_edge(f, i);
        if (!e->from.group)
            flow_push(f, &f->node_edges[e->from.index], i);
        if (!e->to.group)
            flow_push(f, &f->node_edges[e->to.index], i);
    }
    flow_index(f);
    return true;
}
