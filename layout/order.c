/* Sixth phase: places within the layers.
 *
 * Barycentre sweeps down and up through all layers of a component, groups included: a
 * group moves as one, the order of the ports on its frame follows from the order inside
 * and goes on outside. Each layer is then improved by exchanges of neighbours with exact
 * counts. Several seeded starts, the first from the order of declaration, then mirror
 * images of all layers from one on; the order with the fewest crossings wins, among equals
 * the one nearest to the declaration. Members of a group stay together because a group is
 * one unit of its level. */
#include <stdlib.h>

#include "layout/flow.h"

/* EXCHANGE_WORK: ends of segs looked at in exchanges, of all starts together; what a graph
 * of some dozen nodes needs is a tenth of it. FIRST_WEIGHT: what it counts more when a unit
 * stands right of the one declared first; so a unit that is added below, or one more pair
 * of later ones, does not mirror the whole. HOPE: crossings that a sweep may yet take away
 * from a random start, besides half of the best order's. */
enum { MOST_SWEEPS = 14, PATIENCE = 3, STARTS_WORK = 40000, MOST_STARTS = 40, EXCHANGES = 6,
       NEIGHBOURS = 40, INSERT_MOST = 24, MANY_SEGS = 3000, EXCHANGE_WORK = 4000000,
       NOT_DECLARED = 1 << 28, FIRST_WEIGHT = 12, MIRROR_LAYERS = 60, MIRROR_SWEEPS = 3, HOPE = 4 };

typedef struct sorted {
    double bary;
    int pos, vert;
} sorted;

/* Sorted places of the far ends of a unit's segs on one side: a stretch of keys. */
typedef struct far_keys {
    size_t first, count;
} far_keys;

typedef struct looked_at {
    int vert;
    far_keys keys[2];  /* below, above */
    bool fresh;        /* not yet looked at beside the one now left of it */
} looked_at;

typedef struct order {
    flow *f;
    int head;
    layer_refs down, up;
    uint64_t seed;
    int *best;         /* layers one after the other */
    sorted *sorted;    /* scratch for a layer */
    int *slots;
    int64_t best_crossings, best_inversions;
    int64_t crossings; /* of the order judged last */
    looked_at *units;  /* of the layer whose neighbours are exchanged */
    int_list keys;     /* far keys of all of them, one after the other */
    int64_t work;      /* left of EXCHANGE_WORK */
} order;

static void changed_at(order *o, layer_ref at)
{
    o->f->levels[at.level].versions[at.layer].own++;
}

/* The layer before (-1) or after in the same level; false at its end. */
static bool beside(const flow *f, layer_ref at, int step, layer_ref *out)
{
    *out = (layer_ref){at.level, at.layer + step};
    return out->layer >= 0 && out->layer < f->levels[at.level].layer_count;
}

/* The far ends on one side within the component: not those outside its own frame. */
static flow_ends far_ends(const order *o, int index, bool upper)
{
    const flow *f = o->f;
    flow_ends ends = flow_far(f, index, upper);
    if (ends.count > 0 && o->head > 0) {
        const vert *v = &f->verts.items[index];
        if (v->level == o->head && v->kind == (upper ? VERT_IN : VERT_OUT))
            ends.count = 0;
    }
    return ends;
}

/* Sums the places of the far ends of the vert's segs on one side. */
static int add_far(const order *o, int index, bool upper, double *sum)
{
    flow_ends ends = far_ends(o, index, upper);
    const int *key = upper ? o->f->key_down : o->f->key_up;
    for (int i = 0; i < ends.count; i++)
        *sum += key[ends.verts[i]];
    return ends.count;
}

/* The ports on the side of a group. */
static const int_list *ports_of(const flow *f, int group_vert, bool upper)
{
    const level *l = &f->levels[f->inside[group_vert]];
    return &l->layers[upper ? 0 : l->layer_count - 1];
}

/* Mean place of what the unit is joined to in the layer above or below; false for none. */
static bool barycentre(const order *o, int index, bool upper, double *at)
{
    const flow *f = o->f;
    double sum = 0;
    int count = 0;
    if (f->inside[index] >= 0) {
        const int_list *ports = ports_of(f, index, upper);
        for (size_t i = 0; i < ports->count; i++)
            count += add_far(o, ports->items[i], upper, &sum);
    } else {
        count = add_far(o, index, upper, &sum);
    }
    *at = count > 0 ? sum / count : 0;
    return count > 0;
}

static int by_bary(const void *a, const void *b)
{
    const sorted *x = a, *y = b;
    if (x->bary < y->bary || x->bary > y->bary)
        return x->bary < y->bary ? -1 : 1;
    return x->pos - y->pos;
}

static void sort_by_bary(sorted *list, size_t count)
{
    if (count > INSERT_MOST) {
        qsort(list, count, sizeof(sorted), by_bary);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        sorted keep = list[i];
        size_t k = i;
        for (; k > 0 && by_bary(&list[k - 1], &keep) > 0; k--)
            list[k] = list[k - 1];
        list[k] = keep;
    }
}

/* Sorts a layer by barycentres; units that are joined to nothing keep their place. */
static void sort_layer(order *o, layer_ref at, bool upper)
{
    int_list *items = &o->f->levels[at.level].layers[at.layer];
    size_t count = 0;
    if (items->count < 2)
        return;
    for (size_t i = 0; i < items->count; i++) {
        double b;
        if (!barycentre(o, items->items[i], upper, &b))
            continue;
        o->slots[count] = (int)i;
        o->sorted[count++] = (sorted){b, (int)i, items->items[i]};
    }
    sort_by_bary(o->sorted, count);
    bool changed = false;
    for (size_t i = 0; i < count; i++) {
        changed = changed || items->items[o->slots[i]] != o->sorted[i].vert;
        items->items[o->slots[i]] = o->sorted[i].vert;
    }
    if (changed)
        changed_at(o, at);
}

/* Ports and others without edges above take their place from below. */
static void sort_from(order *o, layer_ref at, bool upper)
{
    layer_ref near;
    if (beside(o->f, at, upper ? -1 : 1, &near))
        flow_number(o->f, near, upper);
    sort_layer(o, at, upper);
}

/* Puts the far keys of the vert's segs on one side behind those read. */
static void add_keys(order *o, int index, bool upper)
{
    flow_ends ends = far_ends(o, index, upper);
    const int *key = upper ? o->f->key_down : o->f->key_up;
    for (int i = 0; i < ends.count; i++)
        flow_push(o->f, &o->keys, key[ends.verts[i]]);
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static void sort_keys(int *keys, size_t count)
{
    if (count > INSERT_MOST) {
        qsort(keys, count, sizeof(int), compare_ints);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        int key = keys[i];
        size_t k = i;
        for (; k > 0 && keys[k - 1] > key; k--)
            keys[k] = keys[k - 1];
        keys[k] = key;
    }
}

/* Reads the far keys of a unit on one side, sorted. */
static far_keys read_keys(order *o, int index, bool upper)
{
    const flow *f = o->f;
    size_t first = o->keys.count;
    if (f->inside[index] >= 0) {
        const int_list *ports = ports_of(f, index, upper);
        for (size_t k = 0; k < ports->count; k++)
            add_keys(o, ports->items[k], upper);
    } else {
        add_keys(o, index, upper);
    }
    size_t count = o->keys.count - first;
    if (count > 1)
        sort_keys(o->keys.items + first, count);
    return (far_keys){first, count};
}

/* Pairs (a, b) of the two sorted lists with a < b, less those with a > b. */
static int64_t ordered(const order *o, far_keys a, far_keys b)
{
    const int *x = o->keys.items + a.first, *y = o->keys.items + b.first;
    int64_t sum = 0;
    size_t less = 0, most = 0; /* of b: less than x[i], not greater */
    if (a.count == 1 && b.count == 1)
        return (x[0] < y[0]) - (x[0] > y[0]);
    for (size_t i = 0; i < a.count; i++) {
        while (less < b.count && y[less] < x[i])
            less++;
        most = most < less ? less : most;
        while (most < b.count && y[most] <= x[i])
            most++;
        sum += (int64_t)(b.count - most) - (int64_t)less;
    }
    return sum;
}

/* What exchanging the two neighbours would add to the crossings. */
static int64_t exchange_gain(order *o, const looked_at *left, const looked_at *right)
{
    int64_t gain = 0;
    for (int side = 0; side < 2; side++) {
        far_keys a = left->keys[side], b = right->keys[side];
        o->work -= (int64_t)(a.count + b.count) + 1;
        if (a.count > 0 && b.count > 0)
            gain += ordered(o, a, b);
    }
    return gain;
}

static void look_at(order *o, const int_list *items)
{
    o->keys.count = 0;
    for (size_t i = 0; i < items->count; i++)
        o->units[i] = (looked_at){items->items[i],
                                  {read_keys(o, items->items[i], false),
                                   read_keys(o, items->items[i], true)},
                                  true};
}

/* One round of exchanges; a pair that was looked at before is not looked at again. */
static bool exchange_round(order *o, size_t count)
{
    const vert *verts = o->f->verts.items;
    bool changed = false, fresh = o->units[0].fresh;
    for (size_t i = 0; i + 1 < count; i++) {
        looked_at *a = &o->units[i], *b = &o->units[i + 1], keep;
        bool look = fresh || b->fresh;
        fresh = b->fresh;
        b->fresh = false;
        if (!look)
            continue;
        int64_t gain = exchange_gain(o, a, b);
        if (gain > 0 || (gain == 0 && verts[a->vert].decl <= verts[b->vert].decl))
            continue;
        keep = *a;
        *a = *b;
        *b = keep;
        a->fresh = b->fresh = fresh = changed = true;
    }
    return changed;
}

/* The far keys of a port outside its level come from the level around it. */
static void number_outside(order *o, layer_ref at)
{
    const flow *f = o->f;
    const level *l = &f->levels[at.level];
    if (at.level == o->head || (at.layer != 0 && at.layer != l->layer_count - 1))
        return;
    layer_ref near, unit = {l->parent, f->verts.items[l->unit].layer};
    bool first = at.layer == 0;
    if (beside(f, unit, first ? -1 : 1, &near))
        flow_number(o->f, near, first);
}

/* Exchanges neighbours while that helps; at no gain the order of declaration decides. */
static bool exchange_layer(order *o, layer_ref at)
{
    flow *f = o->f;
    int_list *items = &f->levels[at.level].layers[at.layer];
    layer_ref near;
    bool changed = false;
    layer_version *version = &f->levels[at.level].versions[at.layer];
    if (items->count < 2 || o->work < 0 ||
        version->settled == flow_near_version(f, o->head, at))
        return false;
    number_outside(o, at);
    if (beside(f, at, -1, &near))
        flow_number(f, near, true);
    if (beside(f, at, 1, &near))
        flow_number(f, near, false);
    look_at(o, items);
    bool again = true;
    for (int round = 0; again && round < EXCHANGES && o->work > 0; round++) {
        again = exchange_round(o, items->count);
        changed = changed || again;
    }
    for (size_t i = 0; i < items->count; i++)
        items->items[i] = o->units[i].vert;
    version->own += changed;
    if (!again)
        version->settled = flow_near_version(f, o->head, at);
    return changed;
}

static void exchange_all(order *o)
{
    for (int round = 0; round < 4; round++) {
        bool changed = false;
        for (size_t i = 0; i < o->down.count; i++)
            changed = exchange_layer(o, o->down.items[i]) || changed;
        if (!changed)
            return;
    }
}

static void sweep(order *o, bool upper)
{
    const layer_refs *sequence = upper ? &o->down : &o->up;
    for (size_t i = 0; i < sequence->count; i++) {
        layer_ref at = sequence->items[i];
        if (o->f->levels[at.level].layers[at.layer].count < 2)
            continue;
        number_outside(o, at);
        sort_from(o, at, upper);
    }
}

static int64_t inversions_in(const order *o, layer_ref at)
{
    const vert *verts = o->f->verts.items;
    const int_list *items = &o->f->levels[at.level].layers[at.layer];
    int64_t sum = 0;
    for (size_t k = 0; k < items->count; k++) {
        int decl = verts[items->items[k]].decl;
        for (size_t m = k; decl < NOT_DECLARED && m-- > 0 && k - m <= NEIGHBOURS;) {
            int before = verts[items->items[m]].decl;
            if (before < NOT_DECLARED && before > decl)
                sum += 1 + FIRST_WEIGHT / (1 + decl);
        }
    }
    return sum;
}

/* Pairs of units of a layer against their order of declaration, the first units more. */
static int64_t inversions(const order *o)
{
    int64_t sum = 0;
    for (size_t i = 0; i < o->down.count; i++) {
        layer_ref at = o->down.items[i];
        layer_version *v = &o->f->levels[at.level].versions[at.layer];
        if (v->inverted != v->own)
            v->inversions = inversions_in(o, at);
        v->inverted = v->own;
        sum += v->inversions;
    }
    return sum;
}

static void copy_order(order *o, bool save)
{
    int *at = o->best;
    for (size_t i = 0; i < o->down.count; i++) {
        layer_ref r = o->down.items[i];
        int_list *items = &o->f->levels[r.level].layers[r.layer];
        if (items->count == 0)
            continue;
        if (!save && memcmp(items->items, at, items->count * sizeof(int)) != 0)
            changed_at(o, r);
        memcpy(save ? at : items->items, save ? items->items : at, items->count * sizeof(int));
        at += items->count;
    }
}

static bool keep_if_best(order *o)
{
    int64_t crossings = flow_crossings(o->f, o->head, &o->down), inv = inversions(o);
    o->crossings = crossings;
    bool fewer = crossings < o->best_crossings;
    if (!fewer && (crossings > o->best_crossings || inv >= o->best_inversions))
        return false;
    o->best_crossings = crossings;
    o->best_inversions = inv;
    copy_order(o, true);
    return fewer;
}

static uint64_t random_next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void shuffle(order *o)
{
    for (size_t i = 0; i < o->down.count; i++) {
        int_list *items = &o->f->levels[o->down.items[i].level].layers[o->down.items[i].layer];
        changed_at(o, o->down.items[i]);
        for (size_t k = items->count; k > 1; k--) {
            size_t j = (size_t)(random_next(&o->seed) % k);
            int keep = items->items[k - 1];
            items->items[k - 1] = items->items[j];
            items->items[j] = keep;
        }
    }
}

static bool perfect(const order *o)
{
    return o->best_crossings == 0 && o->best_inversions == 0;
}

/* Whether the order has so many more crossings than the best that a few more sweeps would
 * not bring it there. */
static bool hopeless(const order *o, int sweeps)
{
    return o->crossings > o->best_crossings + (o->best_crossings / 2 + HOPE) * sweeps;
}

/* Layers from one on mirrored, then improved; kept if that is better. */
static void try_mirror(order *o, size_t first)
{
    for (size_t i = first; i < o->down.count; i++) {
        layer_ref at = o->down.items[i];
        int_list *items = &o->f->levels[at.level].layers[at.layer];
        changed_at(o, at);
        for (size_t k = 0; k < items->count / 2; k++) {
            int keep = items->items[k];
            items->items[k] = items->items[items->count - 1 - k];
            items->items[items->count - 1 - k] = keep;
        }
    }
    exchange_all(o);
    keep_if_best(o);
    for (int k = 0; k < MIRROR_SWEEPS && !hopeless(o, 1 + MIRROR_SWEEPS - k); k++) {
        sweep(o, k % 2 == 0);
        exchange_all(o);
        keep_if_best(o);
    }
    copy_order(o, false);
}

/* The mirror image has as many crossings and may be nearer to the declaration. So may that
 * of all layers from one on, where little joins them to those before; and where it is not,
 * what the sweeps make of it often is better than what they make of a random order. */
static void try_mirrors(order *o)
{
    try_mirror(o, 0);
    for (size_t i = 1; i < o->down.count && o->down.count <= MIRROR_LAYERS && !perfect(o); i++)
        if (o->f->levels[o->down.items[i].level].layers[o->down.items[i].layer].count > 1)
            try_mirror(o, i);
}

static void one_start(order *o, bool down_first, bool shuffled)
{
    int idle = 0;
    for (int s = 0; s < MOST_SWEEPS && idle < PATIENCE && o->work > 0 && !perfect(o); s++) {
        sweep(o, (s % 2 == 0) == down_first);
        exchange_all(o);
        idle = keep_if_best(o) ? 0 : idle + 1;
        if (shuffled && idle > 0 && hopeless(o, PATIENCE - idle))
            return;
    }
}

/* Leaves every place numbered for the phases to come: a port's place outside its frame
 * is what counts there, so inner layers come first. */
static void number_all(flow *f, const layer_refs *layers)
{
    for (size_t i = layers->count; i-- > 0;) {
        const int_list *items = &f->levels[layers->items[i].level].layers[layers->items[i].layer];
        for (size_t k = 0; k < items->count; k++)
            f->verts.items[items->items[k]].pos = (int)k;
        flow_number(f, layers->items[i], true);
        flow_number(f, layers->items[i], false);
    }
}

int64_t flow_order(flow *f, int head, bool quick)
{
    order o = {.f = f, .head = head, .seed = 0x9E3779B97F4A7C15u, .work = EXCHANGE_WORK,
               .best_crossings = INT64_MAX, .best_inversions = INT64_MAX};
    size_t total = 0, segs = 1, widest = 0;
    flow_sequence(f, head, false, &o.down);
    flow_sequence(f, head, true, &o.up);
    flow_versions(f, &o.down);
    for (size_t i = 0; i < o.down.count; i++) {
        size_t count = f->levels[o.down.items[i].level].layers[o.down.items[i].layer].count;
        total += count;
        widest = count > widest ? count : widest;
    }
    o.sorted = IDARCH_NEW_ARRAY(f->arena, sorted, widest + 1);
    o.units = IDARCH_NEW_ARRAY(f->arena, looked_at, widest + 1);
    o.slots = IDARCH_NEW_ARRAY(f->arena, int, widest + 1);
    for (size_t i = 0; i < f->segs.count; i++)
        segs += flow_in_comp(f, (int)i, head);
    o.best = IDARCH_NEW_ARRAY(f->arena, int, total + 1);
    keep_if_best(&o);
    int starts = (int)(STARTS_WORK / (int64_t)segs);
    starts = starts < 1 ? 1 : starts > MOST_STARTS ? MOST_STARTS : starts;
    starts = segs > MANY_SEGS && starts > 2 ? 2 : starts; /* random ones win nothing there */
    for (int s = 0; s < (quick ? 1 : starts) && !perfect(&o); s++) {
        if (s > 1)
            shuffle(&o);
        one_start(&o, s % 2 == 0, s > 1);
    }
    copy_order(&o, false);
    if (segs < 200000 && !quick) {
        exchange_all(&o);
        keep_if_best(&o);
        try_mirrors(&o);
    }
    flow_siblings(f, head, &o.down);
    number_all(f, &o.down);
    return o.best_crossings;
}

void flow_as_declared(flow *f, int head)
{
    layer_refs layers = {0};
    flow_sequence(f, head, false, &layers);
    number_all(f, &layers);
}
