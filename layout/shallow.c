/* Support of cycle removal and ranks in large levels: a layer for every unit so that edges
 * pass few layers, whatever way they run.
 *
 * A level of hundreds of groups and nodes has rows of units side by side that edges join
 * both ways; an order made from the edges alone turns such a row into a path as long as
 * the row. Here every unit begins where it lies in the flow of the whole graph and moves
 * to the layer that costs least, between its neighbours: passed layers cost, an edge that
 * runs upwards costs something, ends in one layer cost much. Linear time. */
#include <stdlib.h>

#include "layout/flow.h"

enum { SPAN_COST = 2, UP_COST = 5, NEAR_COST = 8, ROUNDS = 12, LOOK_MOST = 16 };

typedef struct tie {
    int from, to;   /* units by declaration, as the arrow runs */
    int length;     /* layers that it needs */
} tie;

typedef struct shallow {
    flow *f;
    const level *l;
    int count;           /* units */
    tie *ties;
    int *start, *list;   /* ties at each unit: list[start[v]..start[v + 1]) */
    int *layer;
} shallow;

static void index_ties(shallow *s)
{
    flow *f = s->f;
    size_t m = s->l->edges.count, n = (size_t)s->count;
    s->ties = IDARCH_NEW_ARRAY(f->arena, tie, m + 1);
    s->start = IDARCH_NEW_ARRAY(f->arena, int, n + 3);
    s->list = IDARCH_NEW_ARRAY(f->arena, int, 2 * m + 1);
    for (size_t i = 0; i < m; i++) {
        const flow_edge *e = &f->edges[s->l->edges.items[i]];
        s->ties[i].from = -1;
        if (e->unit_up < 0 || e->unit_down < 0)
            continue;
        s->ties[i] = (tie){f->verts.items[e->unit_up].decl, f->verts.items[e->unit_down].decl,
                           flow_edge_layers(f, e)};
        s->start[s->ties[i].from + 2]++;
        s->start[s->ties[i].to + 2]++;
    }
    for (size_t v = 2; v < n + 2; v++)
        s->start[v] += s->start[v - 1];
    for (size_t i = 0; i < m; i++) {
        if (s->ties[i].from < 0)
            continue;
        s->list[s->start[s->ties[i].from + 1]++] = (int)i;
        s->list[s->start[s->ties[i].to + 1]++] = (int)i;
    }
}

static int other_end(const shallow *s, int v, int k)
{
    const tie *t = &s->ties[s->list[k]];
    return t->from == v ? t->to : t->from;
}

/* What it costs to have the unit in the layer; step > 1: as some of its edges see it. */
static int64_t cost_in(const shallow *s, int v, int at, int step)
{
    int64_t sum = 0;
    for (int k = s->start[v]; k < s->start[v + 1]; k += step) {
        const tie *t = &s->ties[s->list[k]];
        int d = t->from == v ? s->layer[t->to] - at : at - s->layer[t->from];
        int spare = abs(d) - t->length;
        sum += spare < 0 ? NEAR_COST : SPAN_COST * spare;
        sum += d < 0 ? UP_COST : 0;
    }
    return sum;
}

/* Moves the unit to the layer before or after a neighbour that costs least. */
static bool move_unit(shallow *s, int v)
{
    int step = (s->start[v + 1] - s->start[v]) / LOOK_MOST + 1, best = s->layer[v];
    int64_t least = cost_in(s, v, best, step);
    for (int k = s->start[v]; k < s->start[v + 1]; k += step)
        for (int side = -1; side < 2; side += 2) {
            int at = s->layer[other_end(s, v, k)] + side * s->ties[s->list[k]].length;
            int64_t cost = cost_in(s, v, at, step);
            if (cost < least) {
                least = cost;
                best = at;
            }
        }
    bool moved = s->layer[v] != best;
    s->layer[v] = best;
    return moved;
}

typedef struct deep_unit {
    double depth;
    int unit;
} deep_unit;

static int by_depth(const void *a, const void *b)
{
    const deep_unit *x = a, *y = b;
    if (x->depth < y->depth || x->depth > y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->unit - y->unit;
}

int *flow_shallow(flow *f, const level *l, const double *depths)
{
    shallow s = {.f = f, .l = l, .count = (int)l->units.count};
    deep_unit *order = IDARCH_NEW_ARRAY(f->arena, deep_unit, (size_t)s.count + 1);
    s.layer = IDARCH_NEW_ARRAY(f->arena, int, (size_t)s.count + 1);
    index_ties(&s);
    for (int v = 0; v < s.count; v++) {
        order[v] = (deep_unit){depths[l->units.items[v]], v};
        s.layer[v] = (int)(order[v].depth + 0.5);
    }
    qsort(order, (size_t)s.count, sizeof(order[0]), by_depth);
    for (int round = 0; round < ROUNDS; round++) {
        bool moved = false;
        for (int i = 0; i < s.count; i++)
            moved = move_unit(&s, order[round % 2 ? s.count - 1 - i : i].unit) || moved;
        if (!moved)
            break;
    }
    return s.layer;
}
