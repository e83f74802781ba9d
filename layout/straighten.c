/* After the positions: fewer bends. Every chain is routed anew through its layers: each
 * of its bends and ports may stand anywhere between its neighbours in its layer, and of
 * all ways the one with the fewest bends, then the shortest, is taken. The order within
 * the layers stays, so no crossing comes or goes. */
#include <math.h>

#include "layout/flow.h"

enum { CHAIN_MOST = 60, SEGS_MOST = 20000 };
#define BEND_COST 60.0 /* px that a bend is worth */

typedef struct stop {
    int vert;          /* -1: a fixed end */
    double low, high;
} stop;

typedef struct chain {
    flow *f;
    int head;
    int first;         /* index of its first seg in the edge's list */
    int count;         /* segs; stops are count + 1 */
    stop stops[CHAIN_MOST + 1];
    double at[2 * CHAIN_MOST + 4]; /* places to choose from */
    int choices;
    /* scratch of solve(): the least cost up to a stop at each place, and from which place */
    double cost[CHAIN_MOST + 1][CHAIN_MOST + 1];
    int from[CHAIN_MOST + 1][CHAIN_MOST + 1];
} chain;

static double right_of(const flow *f, const vert *v)
{
    if (v->kind == VERT_GROUP && flow_is_atom(f, v))
        return v->x + v->w / 2 + f->levels[v->index].loop_w;
    if (v->kind == VERT_GROUP)
        return f->levels[v->index].right + f->levels[v->index].loop_w;
    return v->x + v->w / 2 + v->loop_w;
}

static double left_of(const flow *f, const vert *v)
{
    if (v->kind == VERT_GROUP && !flow_is_atom(f, v))
        return f->levels[v->index].left;
    return v->x - v->w / 2;
}

bool flow_movable(const flow *f, int head, const vert *v)
{
    if (v->kind == VERT_IN || v->kind == VERT_OUT)
        return !(f->levels[v->level].comp == v->level && v->level != head);
    return v->kind == VERT_BEND || v->kind == VERT_LABEL;
}

/* For a straight edge nodes may come a little nearer than they would otherwise. */
static double least_gap(const vert *a, const vert *b)
{
    bool nodes = a->kind == VERT_NODE && b->kind == VERT_NODE;
    return flow_gap(a, b) - (nodes ? NODE_GAP / 5 : 0);
}

void flow_limits(const flow *f, int head, int vert_index, double *low, double *high)
{
    const vert *v = &f->verts.items[vert_index];
    const level *l = &f->levels[v->level];
    const int_list *items = &l->layers[v->layer];
    size_t i = (size_t)v->pos;
    double before = v->w / 2, after = v->w / 2 + v->loop_w;
    bool port = v->kind == VERT_IN || v->kind == VERT_OUT;
    double pad = port && flow_pad_left(f, l) <= FRAME_PAD ? LINE_NODE : flow_pad_left(f, l);
    *low = l->left + (l->group < 0 ? 0 : pad) + before;
    *high = l->right - (l->group < 0 ? 0 : port ? LINE_NODE : FRAME_PAD) - after;
    if (i > 0) {
        const vert *b = &f->verts.items[items->items[i - 1]];
        *low = fmax(*low, right_of(f, b) + least_gap(b, v) + before);
    }
    if (i + 1 < items->count) {
        const vert *b = &f->verts.items[items->items[i + 1]];
        *high = fmin(*high, left_of(f, b) - least_gap(v, b) - after);
    }
    bool titled = port && l->title_w > 0 && !flow_across(f->levels[head].direction);
    if (titled && v->x <= l->title_x)
        *high = fmin(*high, l->title_x - 8);
    else if (titled)
        *low = fmax(*low, l->title_x + l->title_w + 8);
    *low = fmin(*low, v->x);
    *high = fmax(*high, v->x);
}

static void limits(const chain *c, int index, stop *s)
{
    flow_limits(c->f, c->head, index, &s->low, &s->high);
}

/* The pieces of an edge in the component, between fixed ends. */
static bool read_chain(chain *c, const flow_edge *e)
{
    const flow *f = c->f;
    int n = 0;
    for (; c->first + n < (int)e->segs.count; n++) {
        const seg *s = &f->segs.items[e->segs.items[c->first + n]];
        const vert *b = &f->verts.items[s->to];
        if (n == 0) {
            c->stops[0] = (stop){-1, s->x1, s->x1};
            if (flow_movable(f, c->head, &f->verts.items[s->from])) {
                c->stops[0].vert = s->from;
                limits(c, s->from, &c->stops[0]);
            }
        }
        if (n + 1 > CHAIN_MOST || !flow_in_comp(f, e->segs.items[c->first + n], c->head))
            return false;
        c->stops[n + 1] = (stop){-1, s->x2, s->x2};
        if (!flow_movable(f, c->head, b)) {
            n++;
            break;
        }
        c->stops[n + 1].vert = s->to;
        limits(c, s->to, &c->stops[n + 1]);
    }
    c->count = n;
    c->choices = 0;
    for (int i = 0; i <= n; i++) {
        const seg *s = &f->segs.items[e->segs.items[c->first + (i < n ? i : n - 1)]];
        c->at[c->choices++] = i < n ? s->x1 : s->x2;
    }
    return n > 1;
}

static bool allowed(const stop *s, double x)
{
    return x >= s->low - 0.001 && x <= s->high + 0.001;
}

/* Cheapest way through all stops (dynamic programming over the choices). */
static double solve(chain *c, int *pick)
{
    const double far = 1e18;
    int n = c->choices;
    for (int i = 0; i <= c->count; i++)
        for (int k = 0; k < n; k++) {
            c->cost[i][k] = i == 0 && allowed(&c->stops[0], c->at[k]) ? 0 : far;
            c->from[i][k] = k;
        }
    for (int i = 1; i <= c->count; i++)
        for (int k = 0; k < n; k++) {
            if (!allowed(&c->stops[i], c->at[k]))
                continue;
            for (int m = 0; m < n; m++) {
                double d = fabs(c->at[k] - c->at[m]);
                double sum = c->cost[i - 1][m] + d + (d > 0.01 ? 2 * BEND_COST : 0);
                if (sum < c->cost[i][k] - 1e-9) {
                    c->cost[i][k] = sum;
                    c->from[i][k] = m;
                }
            }
        }
    int best = 0;
    for (int k = 1; k < n; k++)
        if (c->cost[c->count][k] < c->cost[c->count][best] - 1e-9)
            best = k;
    double least = c->cost[c->count][best];
    for (int i = c->count; i >= 0; i--) {
        pick[i] = best;
        best = c->from[i][best];
    }
    return least;
}

static double present_cost(const chain *c, const flow_edge *e)
{
    double sum = 0;
    for (int i = 0; i < c->count; i++) {
        const seg *s = &c->f->segs.items[e->segs.items[c->first + i]];
        double d = fabs(s->x1 - s->x2);
        sum += d + (d > 0.01 ? 2 * BEND_COST : 0);
    }
    return sum;
}

static void take(chain *c, const flow_edge *e, const int *pick)
{
    flow *f = c->f;
    for (int i = 0; i <= c->count; i++) {
        double x = c->at[pick[i]];
        if (c->stops[i].vert < 0)
            continue;
        f->verts.items[c->stops[i].vert].x = x;
        if (i < c->count)
            f->segs.items[e->segs.items[c->first + i]].x1 = x;
        if (i > 0)
            f->segs.items[e->segs.items[c->first + i - 1]].x2 = x;
    }
}

static void straighten(chain *c, const flow_edge *e)
{
    for (c->first = 0; c->first < (int)e->segs.count;) {
        int pick[CHAIN_MOST + 1];
        if (!flow_in_comp(c->f, e->segs.items[c->first], c->head)) {
            c->first++;
            continue;
        }
        if (!read_chain(c, e)) {
            c->first++;
            continue;
        }
        if (solve(c, pick) < present_cost(c, e) - 0.01)
            take(c, e, pick);
        c->first += c->count;
    }
}

void flow_straighten(flow *f, int head)
{
    chain c = {.f = f, .head = head};
    if (f->segs.count > SEGS_MOST)
        return;
    layer_refs layers = {0};
    flow_sequence(f, head, false, &layers);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < f->edge_count; i++)
            straighten(&c, &f->edges[i]);
        if (round < 3)
            flow_nudge(f, head, &layers, false);
    }
    flow_nudge(f, head, &layers, true);
    flow_jogs(f, head);
}
