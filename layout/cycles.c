/* Third phase: which edges run against the flow.
 *
 * Takes the levels' edges, sets `reversed` so that in every level the edges from
 * unit_up to unit_down have no cycle. Two orders are tried: a search in depth from the
 * units in order of declaration, and the greedy order of Eades, Lin and Smyth; the second
 * only counts if it turns far fewer edges. An edge that is in no cycle of the whole graph
 * (a ring between groups need not be one between nodes) weighs more. In an ID service
 * coordinators, clocks and stores go below those that depend on them. */
#include <stdlib.h>

#include "layout/flow.h"

typedef struct cycle_edge {
    int from, to;      /* units by declaration */
    int64_t weight;
} cycle_edge;

typedef struct cycles {
    flow *f;
    const level *l;
    int count;         /* units */
    cycle_edge *edges; /* as the level's list; from < 0: no edge between units */
    int *start, *list; /* edges at each unit */
    int64_t *out, *in;
    int *place;        /* of each unit in the order made, -1 before */
    int *queue;
    const int *cyclic; /* by flow edge */
} cycles;

/* LARGE: units from which a level's layers are found first, and its order from them. */
enum { LARGE = 120 };
enum { WEIGHT_CYCLIC = 2, WEIGHT_PLAIN = 5, WEIGHT_ROLE = 20 };

static idarch_role role_of(const flow *f, edge_end end)
{
    if (end.group)
        return f->graph->subgraphs.items[f->levels[end.index].group].role;
    return f->graph->nodes.items[end.index].role;
}

static bool depended_on(idarch_role role)
{
    return role == IDARCH_ROLE_COORDINATOR || role == IDARCH_ROLE_CLOCK ||
           role == IDARCH_ROLE_STORE;
}

static bool depends(idarch_role role)
{
    return role == IDARCH_ROLE_WORKER || role == IDARCH_ROLE_CLIENT;
}

static void turn(flow_edge *e)
{
    int keep = e->unit_up;
    e->unit_up = e->unit_down;
    e->unit_down = keep;
    e->reversed = !e->reversed;
}

static void gather(cycles *c)
{
    flow *f = c->f;
    for (size_t i = 0; i < c->l->edges.count; i++) {
        flow_edge *e = &f->edges[c->l->edges.items[i]];
        c->edges[i].from = -1;
        if (e->unit_up < 0 || e->unit_down < 0)
            continue;
        bool role = depended_on(role_of(f, e->from)) && depends(role_of(f, e->to));
        bool fixed = role || (depends(role_of(f, e->from)) && depended_on(role_of(f, e->to)));
        if (role)
            turn(e);
        c->edges[i] = (cycle_edge){f->verts.items[e->unit_up].decl,
                                   f->verts.items[e->unit_down].decl,
                                   fixed ? WEIGHT_ROLE
                                   : c->cyclic[c->l->edges.items[i]] ? WEIGHT_CYCLIC
                                                                     : WEIGHT_PLAIN};
        c->out[c->edges[i].from] += c->edges[i].weight;
        c->in[c->edges[i].to] += c->edges[i].weight;
        c->start[c->edges[i].from + 2]++;
        c->start[c->edges[i].to + 2]++;
    }
    for (int v = 2; v < c->count + 2; v++)
        c->start[v] += c->start[v - 1];
    for (size_t i = 0; i < c->l->edges.count; i++) {
        if (c->edges[i].from < 0)
            continue;
        c->list[c->start[c->edges[i].from + 1]++] = (int)i;
        c->list[c->start[c->edges[i].to + 1]++] = (int)i;
    }
}

/* Takes the unit out of the rest; its neighbours that become ends join the queue. */
static void take(cycles *c, int unit, int place, int *queued)
{
    c->place[unit] = place;
    for (int k = c->start[unit]; k < c->start[unit + 1]; k++) {
        const cycle_edge *e = &c->edges[c->list[k]];
        int other = e->from == unit ? e->to : e->from;
        if (c->place[other] >= 0)
            continue;
        int64_t *side = e->from == unit ? &c->in[other] : &c->out[other];
        *side -= e->weight;
        if (*side == 0)
            c->queue[(*queued)++] = other;
    }
}

static int most_outgoing(const cycles *c)
{
    int best = -1;
    for (int v = 0; v < c->count; v++)
        if (c->place[v] < 0 &&
            (best < 0 || c->out[v] - c->in[v] > c->out[best] - c->in[best]))
            best = v;
    return best;
}

static void make_order(cycles *c)
{
    int left = 0, right = c->count - 1, queued = 0, done = 0;
    for (int v = 0; v < c->count; v++)
        if (c->in[v] == 0 || c->out[v] == 0)
            c->queue[queued++] = v;
    while (left <= right) {
        int v = done < queued ? c->queue[done++] : most_outgoing(c);
        if (c->place[v] >= 0)
            continue;
        if (c->out[v] == 0 && c->in[v] > 0)
            take(c, v, right--, &queued);
        else
            take(c, v, left++, &queued);
    }
}

/* Places by a search in depth, units in order of declaration: the reverse of the order
 * in which they are finished. Edges back to a unit under way are the ones turned. */
static void order_in_depth(cycles *c, int *place)
{
    int *at = IDARCH_NEW_ARRAY(c->f->arena, int, (size_t)c->count + 1);
    int next = c->count - 1;
    for (int v = 0; v < c->count; v++)
        place[v] = -1;
    for (int pass = 0; pass < 2; pass++)
        for (int root = c->count - 1; root >= 0; root--) {
            int depth = 0, unit = pass == 0 ? root : c->count - 1 - root;
            if (at[unit] != 0 || (pass == 0 && c->in[unit] > 0))
                continue;
            c->queue[depth++] = unit;
            while (depth > 0) {
                int v = c->queue[depth - 1], k = c->start[v] + at[v]++;
                if (k >= c->start[v + 1]) {
                    place[v] = next--;
                    depth--;
                    continue;
                }
                const cycle_edge *e = &c->edges[c->list[k]];
                if (e->from == v && at[e->to] == 0)
                    c->queue[depth++] = e->to;
            }
        }
}

static int64_t turned(const cycles *c, const int *place)
{
    int64_t sum = 0;
    for (size_t i = 0; i < c->l->edges.count; i++)
        if (c->edges[i].from >= 0 && place[c->edges[i].from] > place[c->edges[i].to])
            sum += c->edges[i].weight;
    return sum;
}

typedef struct placed {
    int layer, unit;
} placed;

static int by_layer(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    return x->layer != y->layer ? x->layer - y->layer : x->unit - y->unit;
}

/* Large levels: an order by layers that edges pass few of. */
static void order_by_layers(cycles *c, const int *layer)
{
    placed *list = IDARCH_NEW_ARRAY(c->f->arena, placed, (size_t)c->count);
    for (int v = 0; v < c->count; v++)
        list[v] = (placed){layer[v], v};
    qsort(list, (size_t)c->count, sizeof(list[0]), by_layer);
    for (int i = 0; i < c->count; i++)
        c->place[list[i].unit] = i;
}

static void remove_cycles(flow *f, level *l, const int *cyclic, const double *depths)
{
    size_t n = l->units.count + 2, m = l->edges.count + 1;
    cycles c = {.f = f, .l = l, .count = (int)l->units.count, .cyclic = cyclic};
    c.edges = IDARCH_NEW_ARRAY(f->arena, cycle_edge, m);
    c.start = IDARCH_NEW_ARRAY(f->arena, int, n + 1);
    c.list = IDARCH_NEW_ARRAY(f->arena, int, 2 * m);
    c.out = IDARCH_NEW_ARRAY(f->arena, int64_t, n);
    c.in = IDARCH_NEW_ARRAY(f->arena, int64_t, n);
    c.place = IDARCH_NEW_ARRAY(f->arena, int, n);
    c.queue = IDARCH_NEW_ARRAY(f->arena, int, 2 * n + 2 * m);
    int *place = IDARCH_NEW_ARRAY(f->arena, int, n);
    for (size_t i = 0; i < n; i++)
        c.place[i] = -1;
    gather(&c);
    if (depths && c.count >= LARGE) {
        l->shallow = flow_shallow(f, l, depths);
        order_by_layers(&c, l->shallow);
        place = c.place;
    } else {
        order_in_depth(&c, place);
        make_order(&c);
        if (turned(&c, place) > 2 * turned(&c, c.place))
            place = c.place;
    }
    for (size_t i = 0; i < l->edges.count; i++) {
        flow_edge *e = &f->edges[l->edges.items[i]];
        if (c.edges[i].from < 0)
            continue;
        if (place[c.edges[i].from] > place[c.edges[i].to])
            turn(e);
        if (l->flip)
            turn(e);
    }
}

void flow_cycles(flow *f)
{
    const int *cyclic = flow_parts(f);
    const double *depths = f->graph->nodes.count >= LARGE ? flow_depths(f) : NULL;
    for (int i = 0; i < f->level_count; i++)
        remove_cycles(f, &f->levels[i], cyclic, depths);
}
