/* Third phase: which edges run against the flow.
 *
 * Takes the levels' edges, sets `reversed` so that in every level the edges from
 * unit_up to unit_down have no cycle. Only edges within a strongly connected part of a
 * level are ever turned, and each part is settled by itself, so what leads to a ring or
 * away from it does not change where the ring is cut. Three orders are tried in a part:
 * that of declaration, a search in depth from the units in that order, and the greedy
 * order of Eades, Lin and Smyth; a later one only counts if it turns far fewer edges. An
 * edge that is in no cycle of the whole graph (a ring between groups need not be one
 * between nodes) weighs more. In an ID service coordinators, clocks and stores go below
 * those that depend on them. */
#include <stdlib.h>

#include "layout/flow.h"

typedef struct cycle_edge {
    int from, to;      /* units by declaration */
    int64_t weight;    /* 0: in no ring of the level, never turned */
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
    int *part;         /* of each unit */
} cycles;

/* LARGE: units from which a level's layers are found first, and its order from them. */
enum { LARGE = 120 };
/* The order of declaration may turn DECLARED_OF / DECLARED_FOR times what the search in
 * depth turns, and both GREEDY_TIMES what the greedy order turns. A unit moves up in it
 * where more than that share of its turned edges goes, down where DOWN_TIMES as many go. */
enum { DECLARED_FOR = 2, DECLARED_OF = 3, GREEDY_TIMES = 2, DOWN_TIMES = 3 };
/* Units of a level, rounds through them, when single units are moved. */
enum { SIFT_MOST = 2000, SIFT_ROUNDS = 4 };
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
        c->edges[i] = (cycle_edge){-1, -1, 0};
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
    }
}

/* Edges between strongly connected parts are set aside. */
static void find_rings(cycles *c)
{
    flow_arcs list = {0};
    for (size_t i = 0; i < c->l->edges.count; i++)
        if (c->edges[i].from >= 0)
            *IDARCH_PUSH(c->f->arena, &list) = (flow_arc){c->edges[i].from, c->edges[i].to};
    c->part = flow_scc(c->f->arena, c->count, &list);
    for (size_t i = 0; i < c->l->edges.count; i++) {
        cycle_edge *e = &c->edges[i];
        if (e->from >= 0 && c->part[e->from] != c->part[e->to])
            e->weight = 0;
    }
}

static void index_edges(cycles *c)
{
    for (size_t i = 0; i < c->l->edges.count; i++) {
        const cycle_edge *e = &c->edges[i];
        if (e->weight == 0)
            continue;
        c->out[e->from] += e->weight;
        c->in[e->to] += e->weight;
        c->start[e->from + 2]++;
        c->start[e->to + 2]++;
    }
    for (int v = 2; v < c->count + 2; v++)
        c->start[v] += c->start[v - 1];
    for (size_t i = 0; i < c->l->edges.count; i++) {
        const cycle_edge *e = &c->edges[i];
        if (e->weight == 0)
            continue;
        c->list[c->start[e->from + 1]++] = (int)i;
        c->list[c->start[e->to + 1]++] = (int)i;
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
    for (int root = 0; root < c->count; root++) {
        int depth = 0;
        if (at[root] == 0)
            c->queue[depth++] = root;
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

/* By part: the weight of the edges that the order turns. */
static int64_t *turned(const cycles *c, const int *place)
{
    int64_t *sum = IDARCH_NEW_ARRAY(c->f->arena, int64_t, (size_t)c->count + 1);
    for (size_t i = 0; i < c->l->edges.count; i++) {
        const cycle_edge *e = &c->edges[i];
        if (e->weight > 0 && place[e->from] > place[e->to])
            sum[c->part[e->from]] += e->weight;
    }
    return sum;
}

/* net[u]: the weight of the unit's edges to u less that of those from u. Takes the place
 * where the fewest of its edges are turned, the nearest of them, if that is far fewer than
 * now: those who are declared early stay above unless very many are against it.
 * sequence: the units by place. */
static bool move_unit(const cycles *c, int unit, int *sequence, int *place, const int64_t *net)
{
    int64_t now = 0, sum = 0, least = 0;
    int at = place[unit], best = at;
    for (int k = c->start[unit]; k < c->start[unit + 1]; k++) {
        const cycle_edge *e = &c->edges[c->list[k]];
        now += place[e->from] > place[e->to] ? e->weight : 0;
    }
    for (int i = at - 1; i >= 0 && now > 0; i--) {
        sum -= net[sequence[i]];
        if (sum < least) {
            least = sum;
            best = i;
        }
    }
    sum = 0;
    for (int i = at + 1; i < c->count && now > 0; i++) {
        sum += net[sequence[i]];
        if (sum < least || (sum == least && best < at && i - at < at - best)) {
            least = sum;
            best = i;
        }
    }
    if (best > at ? now <= DOWN_TIMES * (now + least)
                  : DECLARED_FOR * now <= DECLARED_OF * (now + least))
        return false;
    int step = best < at ? -1 : 1;
    for (int i = at; i != best; i += step) {
        sequence[i] = sequence[i + step];
        place[sequence[i]] = i;
    }
    sequence[best] = unit;
    place[unit] = best;
    return true;
}

static void add_net(const cycles *c, int unit, int sign, int64_t *net)
{
    for (int k = c->start[unit]; k < c->start[unit + 1]; k++) {
        const cycle_edge *e = &c->edges[c->list[k]];
        if (e->from == unit)
            net[e->to] += sign * e->weight;
        else
            net[e->from] -= sign * e->weight;
    }
}

/* Moves single units of an order where far fewer of their edges are turned then. */
static void sift(const cycles *c, int *place)
{
    int *sequence = IDARCH_NEW_ARRAY(c->f->arena, int, (size_t)c->count + 1);
    int64_t *net = IDARCH_NEW_ARRAY(c->f->arena, int64_t, (size_t)c->count + 1);
    bool moved = c->count <= SIFT_MOST;
    for (int v = 0; v < c->count; v++)
        sequence[place[v]] = v;
    for (int round = 0; moved && round < SIFT_ROUNDS; round++) {
        moved = false;
        for (int v = 0; v < c->count; v++) {
            add_net(c, v, 1, net);
            moved = move_unit(c, v, sequence, place, net) || moved;
            add_net(c, v, -1, net);
        }
    }
}

/* Each part's order, the first of the three that turns not many more edges than another. */
static void choose_orders(cycles *c)
{
    int *orders[3] = {0};
    int64_t *cost[3];
    for (int k = 0; k < 2; k++)
        orders[k] = IDARCH_NEW_ARRAY(c->f->arena, int, (size_t)c->count + 1);
    for (int v = 0; v < c->count; v++)
        orders[0][v] = v;
    sift(c, orders[0]);
    order_in_depth(c, orders[1]);
    make_order(c);
    orders[2] = c->place;
    for (int k = 0; k < 3; k++)
        cost[k] = turned(c, orders[k]);
    for (int v = 0; v < c->count; v++) {
        int part = c->part[v], k = 0;
        int64_t searched = cost[1][part], greedy = cost[2][part];
        if (DECLARED_FOR * cost[0][part] > DECLARED_OF * searched ||
            cost[0][part] > GREEDY_TIMES * greedy)
            k = searched > GREEDY_TIMES * greedy ? 2 : 1;
        c->place[v] = orders[k][v];
    }
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
    for (size_t i = 0; i < n; i++)
        c.place[i] = -1;
    gather(&c);
    if (depths && c.count >= LARGE) {
        l->shallow = flow_shallow(f, l, depths);
        order_by_layers(&c, l->shallow);
    } else {
        find_rings(&c);
        index_edges(&c);
        choose_orders(&c);
    }
    for (size_t i = 0; i < l->edges.count; i++) {
        flow_edge *e = &f->edges[l->edges.items[i]];
        if (c.edges[i].from < 0)
            continue;
        if (c.edges[i].weight > 0 && c.place[c.edges[i].from] > c.place[c.edges[i].to])
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
