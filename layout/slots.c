/* Eighth phase: cross pieces. A seg whose ends differ in x runs sideways in the channel
 * between its layers, in a slot of its own.
 *
 * Of two cross pieces that overlap the one goes above whose stubs then meet the other
 * less; stubs of different edges at the same x must not run into one another: where the
 * order cannot prevent that, a piece changes slots half way. */
#include <math.h>
#include <stdlib.h>

#include "layout/flow.h"

#define NEAR 5.0 /* px: two stubs nearer than this would touch */
enum { PAIRS_MOST = 700, CLASH = 50 };

typedef struct channel {
    flow *f;
    int *segs;        /* those with a cross piece */
    int count;
    int *order;       /* indices in segs, uppermost first */
    int *weight;      /* count * count: what i above j costs more than j above i */
} channel;

static double low_of(const seg *s)
{
    return fmin(s->x1, s->x2);
}

static double high_of(const seg *s)
{
    return fmax(s->x1, s->x2);
}

static bool overlap(const seg *a, const seg *b)
{
    return low_of(a) - NEAR < high_of(b) && low_of(b) - NEAR < high_of(a);
}

static bool inside(double x, const seg *s)
{
    return x > low_of(s) && x < high_of(s);
}

/* What it costs to have a above b: stubs that cross, stubs that run into one another. */
static int cost_above(const seg *a, const seg *b)
{
    int cost = inside(b->x1, a) + inside(a->x2, b);
    return fabs(b->x1 - a->x2) < NEAR ? cost + CLASH : cost;
}

static const seg *seg_at(const channel *c, int i)
{
    return &c->f->segs.items[c->segs[i]];
}

static void weigh_pairs(channel *c)
{
    for (int i = 0; i < c->count; i++)
        for (int j = i + 1; j < c->count; j++) {
            const seg *a = seg_at(c, i), *b = seg_at(c, j);
            int w = overlap(a, b) ? cost_above(a, b) - cost_above(b, a) : 0;
            c->weight[i * c->count + j] = w;
            c->weight[j * c->count + i] = -w;
        }
}

/* Greedy: next comes the piece that would rather be above the rest than below. */
static void order_by_pairs(channel *c, idarch_arena *arena)
{
    int n = c->count;
    c->weight = IDARCH_NEW_ARRAY(arena, int, (size_t)n * (size_t)n);
    weigh_pairs(c);
    int64_t *wish = IDARCH_NEW_ARRAY(arena, int64_t, (size_t)n);
    int *against = IDARCH_NEW_ARRAY(arena, int, (size_t)n);
    bool *placed = IDARCH_NEW_ARRAY(arena, bool, (size_t)n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            wish[i] += c->weight[i * n + j];
            against[i] += c->weight[i * n + j] > 0;
        }
    for (int k = 0; k < n; k++) {
        int best = -1;
        for (int i = 0; i < n; i++) {
            if (placed[i])
                continue;
            bool free_now = against[i] == 0, best_free = best >= 0 && against[best] == 0;
            if (best < 0 || (free_now && !best_free) ||
                (free_now == best_free && wish[i] < wish[best]))
                best = i;
        }
        placed[best] = true;
        c->order[k] = best;
        for (int i = 0; i < n; i++) {
            wish[i] -= c->weight[i * n + best];
            against[i] -= c->weight[i * n + best] > 0;
        }
    }
}

typedef struct simple {
    bool right;
    double x;
    int index;
} simple;

static int by_side(const void *a, const void *b)
{
    const simple *s = a, *t = b;
    if (s->right != t->right)
        return s->right ? -1 : 1;
    if (s->x < t->x || s->x > t->x)
        return (s->x < t->x) == s->right ? 1 : -1;
    return s->index - t->index;
}

/* For crowded channels: those to the right from the rightmost on, then the others. */
static void order_simply(channel *c, idarch_arena *arena)
{
    simple *list = IDARCH_NEW_ARRAY(arena, simple, (size_t)c->count);
    for (int i = 0; i < c->count; i++)
        list[i] = (simple){seg_at(c, i)->x2 > seg_at(c, i)->x1, seg_at(c, i)->x1, i};
    qsort(list, (size_t)c->count, sizeof(list[0]), by_side);
    for (int i = 0; i < c->count; i++)
        c->order[i] = list[i].index;
}

/* How many slots are taken over each stretch between two ends of pieces, as a tree: a
 * part's `most` is the largest number in it, `all` what holds for the whole of it. */
typedef struct taken {
    double *ends;     /* px, ascending */
    int *most, *all;  /* part 1 is the whole, the halves of part p are 2 p and 2 p + 1 */
    int count;        /* stretches, a power of two */
} taken;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void taken_init(taken *t, const channel *c, idarch_arena *arena)
{
    int n = 2 * c->count;
    t->ends = IDARCH_NEW_ARRAY(arena, double, (size_t)n + 1);
    for (int i = 0; i < c->count; i++) {
        t->ends[2 * i] = low_of(seg_at(c, i)) - NEAR / 2;
        t->ends[2 * i + 1] = high_of(seg_at(c, i)) + NEAR / 2;
    }
    qsort(t->ends, (size_t)n, sizeof(double), by_value);
    for (t->count = 1; t->count < n; t->count *= 2)
        ;
    t->most = IDARCH_NEW_ARRAY(arena, int, 2 * (size_t)t->count);
    t->all = IDARCH_NEW_ARRAY(arena, int, 2 * (size_t)t->count);
}

/* Index of the first end at x. */
static int taken_find(const taken *t, int ends, double x)
{
    int low = 0, high = ends;
    while (low < high) {
        int mid = (low + high) / 2;
        if (t->ends[mid] < x)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* The most slots taken over the stretches from..to - 1; part p begins at first. */
static int taken_most(const taken *t, int p, int first, int size, int from, int to)
{
    if (to <= first || from >= first + size)
        return 0;
    if (from <= first && to >= first + size)
        return t->most[p];
    int half = size / 2;
    int a = taken_most(t, 2 * p, first, half, from, to);
    int b = taken_most(t, 2 * p + 1, first + half, half, from, to);
    a = a > b ? a : b;
    return a > t->all[p] ? a : t->all[p];
}

static void taken_raise(taken *t, int p, int first, int size, int from, int to, int slots)
{
    if (to <= first || from >= first + size)
        return;
    t->most[p] = t->most[p] > slots ? t->most[p] : slots;
    if (from <= first && to >= first + size) {
        t->all[p] = t->all[p] > slots ? t->all[p] : slots;
        return;
    }
    int half = size / 2;
    taken_raise(t, 2 * p, first, half, from, to, slots);
    taken_raise(t, 2 * p + 1, first + half, half, from, to, slots);
}

/* The first slot below all pieces that must be above. */
static int assign(channel *c, idarch_arena *arena)
{
    taken t;
    taken_init(&t, c, arena);
    for (int k = 0; k < c->count; k++) {
        seg *s = &c->f->segs.items[c->segs[c->order[k]]];
        int from = taken_find(&t, 2 * c->count, low_of(s) - NEAR / 2);
        int to = taken_find(&t, 2 * c->count, high_of(s) + NEAR / 2);
        s->slot = taken_most(&t, 1, 0, t.count, from, to);
        taken_raise(&t, 1, 0, t.count, from, to, s->slot + 1);
    }
    return t.most[1];
}

/* A piece above another whose upper stub comes down where its own lower stub goes:
 * the last bit of it is moved to a slot below all. */
static int split_clashes(channel *c, int slots)
{
    for (int k = 0; k < c->count; k++)
        for (int m = k + 1; m < c->count; m++) {
            seg *a = &c->f->segs.items[c->segs[c->order[k]]];
            const seg *b = seg_at(c, c->order[m]);
            if (a->slot2 >= 0 || a->slot >= b->slot || fabs(b->x1 - a->x2) >= NEAR)
                continue;
            double step = fmin(LINE_GAP / 2 + 1, fabs(a->x2 - a->x1) / 2);
            a->xs = a->x2 + (a->x1 > a->x2 ? step : -step);
            a->slot2 = slots++;
        }
    return slots;
}

static void gather(flow *f, int_list *out, const vert *v)
{
    for (size_t i = 0; i < v->down.count; i++) {
        const seg *s = &f->segs.items[v->down.items[i]];
        if (fabs(s->x1 - s->x2) > 0.01)
            flow_push(f, out, v->down.items[i]);
    }
}

static void lay_channel(flow *f, layer_ref at)
{
    level *l = &f->levels[at.level];
    int_list crossing = {0};
    for (size_t i = 0; i < l->layers[at.layer].count; i++) {
        const vert *v = &f->verts.items[l->layers[at.layer].items[i]];
        if (v->kind != VERT_GROUP) {
            gather(f, &crossing, v);
            continue;
        }
        const int_list *ports = flow_ports(f, v, true);
        for (size_t k = 0; k < ports->count; k++)
            gather(f, &crossing, &f->verts.items[ports->items[k]]);
    }
    channel c = {.f = f, .segs = crossing.items, .count = (int)crossing.count};
    if (c.count == 0)
        return;
    c.order = IDARCH_NEW_ARRAY(f->arena, int, crossing.count);
    if (c.count > PAIRS_MOST) {
        order_simply(&c, f->arena);
        l->slots[at.layer] = assign(&c, f->arena);
        return;
    }
    order_by_pairs(&c, f->arena);
    l->slots[at.layer] = split_clashes(&c, assign(&c, f->arena));
}

void flow_slots(flow *f, int head)
{
    layer_refs layers = {0};
    flow_sequence(f, head, false, &layers);
    for (size_t i = 0; i < layers.count; i++) {
        level *l = &f->levels[layers.items[i].level];
        if (layers.items[i].layer == 0)
            l->slots = IDARCH_NEW_ARRAY(f->arena, int, (size_t)l->layer_count);
        if (layers.items[i].layer + 1 < l->layer_count)
            lay_channel(f, layers.items[i]);
    }
}
