/* After the ordering: other layers for single units, where that takes crossings away.
 *
 * The layers of the ranking phase make edges short and know nothing of crossings. Here the
 * units whose edges cross most are moved a layer up or down, one at a time, with what must
 * make way; the chains are made anew, the order goes on from the one before, and the move
 * stays when it is worth the longer edges and the additional layers. For small drawings of one
 * component. */
#include <stdlib.h>

#include "layout/flow.h"

/* What a crossing, a piece of an edge and a layer cost. FEW: fewer crossings than that are
 * left alone, so that a small change of the graph does not change its layers. UNITS_TRIED in a
 * round; WORK: pieces of edges in all trials together. */
enum { COST_CROSSING = 20, COST_SEG = 2, COST_LAYER = 8, FEW = 6, UNITS_TRIED = 8, ROUNDS = 3,
       WORK = 1500, MOST_EDGES = 100 };

typedef struct crossed {
    int unit;
    int64_t count; /* crossings of its edges */
} crossed;

/* Layers and an order: what a trial begins with and what is kept of the best. */
typedef struct trial {
    int64_t cost;
    int *layer;       /* by unit's vert */
    double *place;    /* by unit's vert: 0 at its layer's start, 1 at the end */
    int *layer_count; /* by level */
} trial;

/* The flow before its edges are chains, in another arena. */
static flow copy_of(const flow *f, const lay_context *lay)
{
    flow copy = *f;
    size_t levels = (size_t)f->level_count, edges = (size_t)f->edge_count + 1;
    copy.lay = lay;
    copy.arena = lay->arena;
    copy.levels = IDARCH_NEW_ARRAY(lay->arena, level, levels);
    memcpy(copy.levels, f->levels, levels * sizeof(level));
    copy.comps = IDARCH_NEW_ARRAY(lay->arena, comp, levels);
    memcpy(copy.comps, f->comps, levels * sizeof(comp));
    copy.edges = IDARCH_NEW_ARRAY(lay->arena, flow_edge, edges);
    memcpy(copy.edges, f->edges, edges * sizeof(flow_edge));
    copy.verts.capacity = f->verts.count;
    copy.verts.items = IDARCH_NEW_ARRAY(lay->arena, vert, f->verts.count + 1);
    memcpy(copy.verts.items, f->verts.items, f->verts.count * sizeof(vert));
    return copy;
}

const flow *flow_keep(const flow *f)
{
    if (f->heads.count != 1 || f->edge_count < FEW || f->edge_count > MOST_EDGES)
        return NULL;
    flow *kept = IDARCH_NEW(f->arena, flow);
    *kept = copy_of(f, f->lay);
    return kept;
}

/* ---- what to try ---------------------------------------------------------------------- */

/* By edge, how many others it crosses in the order found. */
static int64_t *count_by_edge(const flow *f)
{
    int64_t *count = IDARCH_NEW_ARRAY(f->arena, int64_t, (size_t)f->edge_count + 1);
    for (size_t i = 0; i < f->segs.count; i++) {
        const seg *s = &f->segs.items[i];
        for (size_t k = i + 1; k < f->segs.count; k++) {
            const seg *t = &f->segs.items[k];
            if (s->level != t->level || s->layer != t->layer)
                continue;
            int above = f->key_down[s->from] - f->key_down[t->from];
            int below = f->key_up[s->to] - f->key_up[t->to];
            if ((above < 0 && below > 0) || (above > 0 && below < 0)) {
                count[s->edge]++;
                count[t->edge]++;
            }
        }
    }
    return count;
}

static void add_to_units(const flow *f, edge_end end, int top, int64_t count, crossed *units)
{
    int unit = end.group ? f->levels[end.index].unit : f->node_vert[end.index];
    if (end.group && end.index == top)
        return;
    for (;;) {
        units[unit].count += count;
        int at = f->verts.items[unit].level;
        if (at == top)
            return;
        unit = f->levels[at].unit;
    }
}

static int by_count(const void *a, const void *b)
{
    const crossed *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x->unit - y->unit;
}

/* The units whose edges cross most come first. */
static crossed *worst_units(const flow *f, size_t unit_count)
{
    const int64_t *count = count_by_edge(f);
    crossed *units = IDARCH_NEW_ARRAY(f->arena, crossed, unit_count + 1);
    for (size_t i = 0; i < unit_count; i++)
        units[i].unit = (int)i;
    for (int i = 0; i < f->edge_count; i++) {
        if (count[i] == 0)
            continue;
        add_to_units(f, f->edges[i].from, f->edges[i].level, count[i], units);
        add_to_units(f, f->edges[i].to, f->edges[i].level, count[i], units);
    }
    qsort(units, unit_count, sizeof(units[0]), by_count);
    return units;
}

/* ---- one trial ------------------------------------------------------------------------ */

/* Layers that the units of the level must go down for the first one to be layer 1, and for
 * the labels of edges from its own frame to have a layer. */
static int too_high(const flow *f, const level *l)
{
    int most = 0;
    for (size_t i = 0; i < l->units.count; i++) {
        int missing = 1 - f->verts.items[l->units.items[i]].layer;
        most = missing > most ? missing : most;
    }
    for (size_t i = 0; i < l->edges.count; i++) {
        const flow_edge *e = &f->edges[l->edges.items[i]];
        if (e->unit_up >= 0 || e->unit_down < 0)
            continue;
        int missing = (e->label_w > 0 ? 2 : 1) - f->verts.items[e->unit_down].layer;
        most = missing > most ? missing : most;
    }
    return most;
}

/* Moves the unit by so many layers, and others out of its way in the same direction. */
static void move_unit(flow *f, int unit, int step)
{
    level *l = &f->levels[f->verts.items[unit].level];
    bool again = true;
    int last = 0;
    f->verts.items[unit].layer += step;
    while (again) {
        again = false;
        for (size_t i = 0; i < l->edges.count; i++) {
            const flow_edge *e = &f->edges[l->edges.items[i]];
            if (e->unit_up < 0 || e->unit_down < 0)
                continue;
            int *up = &f->verts.items[e->unit_up].layer;
            int *down = &f->verts.items[e->unit_down].layer, least = flow_least_span(f, l, e);
            if (*down - *up >= least)
                continue;
            again = true;
            if (step > 0)
                *down = *up + least;
            else
                *up = *down - least;
        }
    }
    int lower = too_high(f, l);
    for (size_t i = 0; i < l->units.count; i++) {
        int *layer = &f->verts.items[l->units.items[i]].layer;
        *layer += lower;
        last = *layer > last ? *layer : last;
    }
    flow_count_layers(f, l, last);
}

/* In a level with labels layers are half as far apart. */
static int64_t cost_of(const flow *f, int64_t crossings)
{
    int64_t cost = COST_CROSSING * crossings;
    int *scale = IDARCH_NEW_ARRAY(f->arena, int, (size_t)f->level_count);
    for (int i = 0; i < f->level_count; i++) {
        scale[i] = flow_scale(f, &f->levels[i]);
        cost += COST_LAYER * f->levels[i].layer_count / scale[i];
    }
    for (size_t i = 0; i < f->segs.count; i++)
        cost += COST_SEG / scale[f->segs.items[i].level];
    return cost;
}

/* ---- orders --------------------------------------------------------------------------- */

static void read_places(const flow *f, double *place)
{
    for (int i = 0; i < f->level_count; i++)
        for (int k = 0; k < f->levels[i].layer_count; k++) {
            const int_list *items = &f->levels[i].layers[k];
            for (size_t m = 0; m < items->count; m++) {
                const vert *v = &f->verts.items[items->items[m]];
                if (v->kind == VERT_NODE || v->kind == VERT_GROUP)
                    place[items->items[m]] = ((double)m + 0.5) / (double)items->count;
            }
        }
}

/* The unit of the level that is or holds the end of an edge. */
static int unit_at(const flow *f, edge_end end, int at)
{
    int unit = end.group ? f->levels[end.index].unit : f->node_vert[end.index];
    while (unit >= 0 && f->verts.items[unit].level != at)
        unit = f->levels[f->verts.items[unit].level].unit;
    return unit;
}

/* Where a vert of an edge goes: on the straight line between the units at its ends. */
static double place_on_edge(const flow *f, const vert *v, const double *place)
{
    const flow_edge *e = &f->edges[v->edge];
    int up = unit_at(f, e->reversed ? e->to : e->from, v->level);
    int down = unit_at(f, e->reversed ? e->from : e->to, v->level);
    if (up < 0 || down < 0)
        return up >= 0 ? place[up] : down >= 0 ? place[down] : 0.5;
    int first = f->verts.items[up].layer, last = f->verts.items[down].layer;
    double part = last > first ? (double)(v->layer - first) / (last - first) : 0.5;
    return place[up] + part * (place[down] - place[up]);
}

/* Puts the layers of a flow just split in the order of the places. */
static void arrange(flow *f, const double *place)
{
    double *key = IDARCH_NEW_ARRAY(f->arena, double, f->verts.count + 1);
    for (size_t i = 0; i < f->verts.count; i++) {
        const vert *v = &f->verts.items[i];
        bool unit = v->kind == VERT_NODE || v->kind == VERT_GROUP;
        key[i] = unit ? place[i] : place_on_edge(f, v, place);
    }
    for (int i = 0; i < f->level_count; i++)
        for (int k = 0; k < f->levels[i].layer_count; k++) {
            int_list *items = &f->levels[i].layers[k];
            for (size_t m = 1; m < items->count; m++) {
                int keep = items->items[m];
                size_t at = m;
                for (; at > 0 && key[items->items[at - 1]] > key[keep]; at--)
                    items->items[at] = items->items[at - 1];
                items->items[at] = keep;
            }
        }
}

/* ---- the search ----------------------------------------------------------------------- */

/* Orders a copy with the unit moved; takes its layers if it costs less than what is best. */
static bool try_move(const flow *clean, int unit, int step, int64_t *work, trial *best)
{
    lay_context lay = *clean->lay;
    lay.arena = idarch_arena_new(0, NULL, NULL);
    flow f = copy_of(clean, &lay);
    move_unit(&f, unit, step);
    bool better = false;
    if (flow_split(&f)) {
        arrange(&f, best->place);
        int64_t cost = cost_of(&f, flow_order(&f, f.heads.items[0], true));
        *work -= (int64_t)f.segs.count;
        better = cost < best->cost;
        if (better) {
            best->cost = cost;
            read_places(&f, best->place);
        }
    }
    for (size_t i = 0; i < clean->verts.count && better; i++)
        best->layer[i] = f.verts.items[i].layer;
    for (int i = 0; i < clean->level_count && better; i++)
        best->layer_count[i] = f.levels[i].layer_count;
    idarch_arena_free(lay.arena);
    return better;
}

static void use_layers(flow *f, const trial *best)
{
    for (size_t i = 0; i < f->verts.count; i++)
        f->verts.items[i].layer = best->layer[i];
    for (int i = 0; i < f->level_count; i++)
        f->levels[i].layer_count = best->layer_count[i];
}

void flow_rerank(flow *f, const flow *kept, int64_t crossings)
{
    size_t count = kept->verts.count;
    int64_t work = WORK;
    if (crossings < FEW || f->segs.count > WORK)
        return;
    flow clean = copy_of(kept, f->lay);
    trial best = {cost_of(f, crossings), IDARCH_NEW_ARRAY(f->arena, int, count + 1),
                  IDARCH_NEW_ARRAY(f->arena, double, count + 1),
                  IDARCH_NEW_ARRAY(f->arena, int, (size_t)f->level_count)};
    read_places(f, best.place);
    const crossed *units = worst_units(f, count);
    bool again = true, moved = false;
    for (int round = 0; again && round < ROUNDS; round++) {
        again = false;
        for (size_t i = 0; i < count && i < UNITS_TRIED && units[i].count > 0; i++)
            for (int step = -1; step <= 1 && work > 0; step += 2) {
                int layers = step * flow_scale(f, &f->levels[f->verts.items[units[i].unit].level]);
                if (!try_move(&clean, units[i].unit, layers, &work, &best))
                    continue;
                use_layers(&clean, &best);
                again = moved = true;
            }
    }
    if (!moved)
        return;
    *f = copy_of(kept, f->lay);
    use_layers(f, &best);
    flow_split(f);
    arrange(f, best.place);
    flow_order(f, f->heads.items[0], false);
}
