/* Support of cycle removal in large levels: how deep in the flow of the whole graph a
 * unit lies. Frames are looked through: the depth of a node is its place in a layering of
 * the nodes alone, that of a group the mean of its members.
 *
 * An order of units by it turns a few edges more than an order made from the edges
 * between the units, but a ring or a row of groups beside one another does not become a
 * long path: the layering has far fewer layers. */
#include <math.h>

#include "layout/flow.h"

enum { SETTLE_ROUNDS = 6 };

/* Nodes with the edges between them, as lists in one array. */
typedef struct deep {
    flow *f;
    int count;          /* nodes of the graph */
    int *start, *list;  /* flow edges at each node: list[start[v]..start[v + 1]) */
    int *place;         /* in the order chosen */
    double *depth;
} deep;

static bool counts(const flow_edge *e)
{
    return !e->loop && !e->from.group && !e->to.group;
}

static void index_edges(deep *d)
{
    const flow *f = d->f;
    size_t n = (size_t)d->count;
    d->start = IDARCH_NEW_ARRAY(f->arena, int, n + 3);
    d->list = IDARCH_NEW_ARRAY(f->arena, int, 2 * (size_t)f->edge_count + 1);
    for (int i = 0; i < f->edge_count; i++)
        if (counts(&f->edges[i])) {
            d->start[f->edges[i].from.index + 2]++;
            d->start[f->edges[i].to.index + 2]++;
        }
    for (size_t v = 2; v < n + 2; v++)
        d->start[v] += d->start[v - 1];
    for (int i = 0; i < f->edge_count; i++)
        if (counts(&f->edges[i])) {
            d->list[d->start[f->edges[i].from.index + 1]++] = i;
            d->list[d->start[f->edges[i].to.index + 1]++] = i;
        }
}

/* The reverse of the order in which a search in depth, in order of declaration, is done
 * with the nodes. */
static void search_order(const deep *d, int *place)
{
    const flow *f = d->f;
    int *at = IDARCH_NEW_ARRAY(f->arena, int, (size_t)d->count + 1);
    int *stack = IDARCH_NEW_ARRAY(f->arena, int, (size_t)d->count + 1);
    int *waits = IDARCH_NEW_ARRAY(f->arena, int, (size_t)d->count + 1);
    int next = d->count - 1;
    for (int i = 0; i < f->edge_count; i++)
        if (counts(&f->edges[i]))
            waits[f->edges[i].to.index]++;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < d->count; i++) {
            int depth = 0, root = pass == 0 ? d->count - 1 - i : i;
            if (at[root] != 0 || (pass == 0 && waits[root] > 0))
                continue;
            stack[depth++] = root;
            while (depth > 0) {
                int v = stack[depth - 1], k = d->start[v] + at[v]++;
                if (k >= d->start[v + 1]) {
                    place[v] = next--;
                    depth--;
                    continue;
                }
                const flow_edge *e = &f->edges[d->list[k]];
                if (e->from.index == v && at[e->to.index] == 0)
                    stack[depth++] = e->to.index;
            }
        }
}

static int64_t turned(const deep *d, const int *place)
{
    int64_t sum = 0;
    for (int i = 0; i < d->f->edge_count; i++) {
        const flow_edge *e = &d->f->edges[i];
        sum += counts(e) && place[e->from.index] > place[e->to.index];
    }
    return sum;
}

/* Of the order of declaration and that of a search the one that turns fewer edges. */
static void choose_order(deep *d)
{
    size_t n = (size_t)d->count + 1;
    int *declared = IDARCH_NEW_ARRAY(d->f->arena, int, n);
    d->place = IDARCH_NEW_ARRAY(d->f->arena, int, n);
    for (int v = 0; v < d->count; v++)
        declared[v] = v;
    search_order(d, d->place);
    if (turned(d, declared) <= 2 * turned(d, d->place))
        d->place = declared;
}

/* The least and the greatest depth that the neighbours before and after leave. */
static void room(const deep *d, int v, double *low, double *high, double *mean)
{
    double sum = 0;
    int count = 0;
    *low = 0;
    *high = INFINITY;
    for (int k = d->start[v]; k < d->start[v + 1]; k++) {
        const flow_edge *e = &d->f->edges[d->list[k]];
        int other = e->from.index == v ? e->to.index : e->from.index;
        bool before = d->place[other] < d->place[v];
        double at = d->depth[other] + (before ? 1 : -1);
        if (before)
            *low = fmax(*low, at);
        else
            *high = fmin(*high, at);
        sum += at;
        count++;
    }
    *mean = count > 0 ? sum / count : 0;
}

/* Longest paths, then a few rounds towards the mean of the neighbours. */
static void settle(deep *d)
{
    int *order = IDARCH_NEW_ARRAY(d->f->arena, int, (size_t)d->count + 1);
    double low, high, mean;
    for (int v = 0; v < d->count; v++)
        order[d->place[v]] = v;
    for (int i = 0; i < d->count; i++) {
        room(d, order[i], &low, &high, &mean);
        d->depth[order[i]] = low;
    }
    for (int round = 0; round < SETTLE_ROUNDS; round++)
        for (int i = 0; i < d->count; i++) {
            int v = order[round % 2 == 0 ? d->count - 1 - i : i];
            room(d, v, &low, &high, &mean);
            if (low <= high)
                d->depth[v] = fmin(fmax(mean, low), high);
        }
}

double *flow_depths(flow *f)
{
    deep d = {.f = f, .count = (int)f->graph->nodes.count};
    double *by_vert = IDARCH_NEW_ARRAY(f->arena, double, f->verts.count + 1);
    double *sum = IDARCH_NEW_ARRAY(f->arena, double, (size_t)f->level_count);
    int *count = IDARCH_NEW_ARRAY(f->arena, int, (size_t)f->level_count);
    int_list outer_first = {0};
    d.depth = IDARCH_NEW_ARRAY(f->arena, double, (size_t)d.count + 1);
    index_edges(&d);
    choose_order(&d);
    settle(&d);
    flow_push(f, &outer_first, 0);
    for (size_t k = 0; k < outer_first.count; k++)
        for (size_t c = 0; c < f->levels[outer_first.items[k]].children.count; c++)
            flow_push(f, &outer_first, f->levels[outer_first.items[k]].children.items[c]);
    for (size_t k = outer_first.count; k-- > 0;) {
        int at = outer_first.items[k];
        const level *l = &f->levels[at];
        for (size_t u = 0; u < l->units.count; u++) {
            const vert *v = &f->verts.items[l->units.items[u]];
            if (v->kind != VERT_NODE)
                continue;
            by_vert[l->units.items[u]] = d.depth[v->index];
            sum[at] += d.depth[v->index];
            count[at]++;
        }
        if (at == 0)
            continue;
        by_vert[l->unit] = count[at] > 0 ? sum[at] / count[at] : 0;
        sum[l->parent] += sum[at];
        count[l->parent] += count[at];
    }
    return by_vert;
}
