/* Fourth phase: a layer for every unit.
 *
 * Least total length of edges where an edge spans at least its own length in layers
 * (network simplex; longest paths and medians for large levels). Where a level has
 * labels every edge spans twice that, so that a label has a layer of its own half way.
 * Units with edges to the outside are drawn to the frame that these pass. */
#include "layout/flow.h"
#include "layout/solve.h"

enum { EDGE_WEIGHT = 8, PORT_WEIGHT = 3, SHORT_WEIGHT = 1, SIMPLEX_MOST = 30000, PULLS_MOST = 500 };

typedef struct pull {
    int unit;  /* vert */
    bool down; /* to the lower frame */
    int count; /* of edges */
} pull;

typedef IDARCH_ARRAY(pull) pulls;

static edge_end upper_end(const flow_edge *e)
{
    return e->reversed ? e->to : e->from;
}

static edge_end lower_end(const flow_edge *e)
{
    return e->reversed ? e->from : e->to;
}

/* Where a level has many pulls those at one unit are one; found: by unit, below and above,
 * the one there is, plus 1. */
static void add_pull(flow *f, pulls *list, int unit, bool down, int *found)
{
    int *at = &found[2 * unit + down];
    if (list->count > PULLS_MOST && *at > 0) {
        list->items[*at - 1].count++;
        return;
    }
    *IDARCH_PUSH(f->arena, list) = (pull){unit, down, 1};
    *at = (int)list->count;
}

static void climb(flow *f, edge_end end, int top, bool down, pulls *list, int *found)
{
    int unit = end.group ? f->levels[end.index].unit : f->node_vert[end.index];
    if (end.group && end.index == top)
        return;
    for (int at = f->verts.items[unit].level; at != top; at = f->levels[at].parent) {
        add_pull(f, &list[at], unit, down, found);
        unit = f->levels[at].unit;
    }
}

static pulls *gather_pulls(flow *f)
{
    pulls *list = IDARCH_NEW_ARRAY(f->arena, pulls, (size_t)f->level_count);
    int *found = IDARCH_NEW_ARRAY(f->arena, int, 2 * f->verts.count + 1);
    for (int i = 0; i < f->edge_count; i++) {
        const flow_edge *e = &f->edges[i];
        if (e->loop || !e->drawn)
            continue;
        climb(f, upper_end(e), e->level, true, list, found);
        climb(f, lower_end(e), e->level, false, list, found);
    }
    return list;
}

/* Layers from the edge's upper to its lower unit. */
static int span_of(const flow *f, const level *l, const flow_edge *e, int scale)
{
    int length = f->graph->edges.items[e->edge].length;
    return l->shallow ? flow_edge_layers(f, e) : scale * (length < 1 ? 1 : length);
}

int flow_scale(const flow *f, const level *l)
{
    for (size_t i = 0; i < l->edges.count; i++)
        if (f->edges[l->edges.items[i]].label_w > 0)
            return 2;
    return 1;
}

int flow_least_span(const flow *f, const level *l, const flow_edge *e)
{
    return span_of(f, l, e, flow_scale(f, l));
}

void flow_count_layers(const flow *f, level *l, int last)
{
    for (size_t i = 0; i < l->edges.count; i++) {
        const flow_edge *e = &f->edges[l->edges.items[i]];
        if (e->unit_down < 0 && e->unit_up >= 0 && e->label_w > 0 &&
            f->verts.items[e->unit_up].layer == last)
            last++; /* its label has a layer of its own above the frame */
    }
    l->layer_count = last + 2;
}

static void add_edges(flow *f, const level *l, solve_problem *p, int top, int bottom)
{
    int scale = flow_scale(f, l);
    for (size_t i = 0; i < l->edges.count; i++) {
        const flow_edge *e = &f->edges[l->edges.items[i]];
        int length = span_of(f, l, e, scale);
        int up = e->unit_up < 0 ? top : f->verts.items[e->unit_up].decl;
        int down = e->unit_down < 0 ? bottom : f->verts.items[e->unit_down].decl;
        if (up == top || down == bottom)
            length = e->label_w > 0 ? 2 : 1;
        solve_tight(p, up, down, length, EDGE_WEIGHT);
    }
}

/* The layers wished for, made to fit; upside down where the level's flow is turned. */
static int64_t *from_shallow(const flow *f, const level *l, const solve_problem *p)
{
    int n = (int)l->units.count, least = 0, most = 0;
    int64_t *value = IDARCH_NEW_ARRAY(f->arena, int64_t, (size_t)n + 2);
    for (int i = 0; i < n; i++) {
        least = i == 0 || l->shallow[i] < least ? l->shallow[i] : least;
        most = i == 0 || l->shallow[i] > most ? l->shallow[i] : most;
    }
    for (int i = 0; i < n; i++)
        value[i] = 1 + (l->flip ? most - l->shallow[i] : l->shallow[i] - least);
    relax_from(p, value);
    return value;
}

static void rank_level(flow *f, int index, const pulls *list)
{
    level *l = &f->levels[index];
    int n = (int)l->units.count;
    solve_problem p = {.arena = f->arena, .count = n + 2};
    for (int i = 0; i < n; i++) {
        solve_at_least(&p, n, i, 1);
        solve_at_least(&p, i, n + 1, 1);
    }
    add_edges(f, l, &p, n, n + 1);
    for (size_t i = 0; i < list->count; i++) {
        int unit = f->verts.items[list->items[i].unit].decl;
        if (list->items[i].down)
            solve_tight(&p, unit, n + 1, 1, PORT_WEIGHT * list->items[i].count);
        else
            solve_tight(&p, n, unit, 1, PORT_WEIGHT * list->items[i].count);
    }
    solve_tight(&p, n, n + 1, 1, SHORT_WEIGHT);
    int64_t *value = l->shallow && p.arcs.count > SIMPLEX_MOST ? from_shallow(f, l, &p) : solve_run(&p, false);
    int *rank = IDARCH_NEW_ARRAY(f->arena, int, (size_t)n + 2);
    int *anchored = IDARCH_NEW_ARRAY(f->arena, int, (size_t)n + 2);
    int last = 0;
    for (int i = 0; i < n; i++)
        rank[i] = (int)(value[i] - value[n]);
    for (size_t i = 0; i < list->count; i++)
        anchored[f->verts.items[list->items[i].unit].decl] = 1;
    for (size_t i = 0; i < l->edges.count; i++) {
        const flow_edge *e = &f->edges[l->edges.items[i]];
        if (e->unit_up < 0 || e->unit_down < 0)
            anchored[f->verts.items[e->unit_up < 0 ? e->unit_down : e->unit_up].decl] = 1;
    }
    flow_pack(f, index, rank, anchored);
    for (int i = 0; i < n; i++) {
        f->verts.items[l->units.items[i]].layer = rank[i];
        last = rank[i] > last ? rank[i] : last;
    }
    flow_count_layers(f, l, last);
}

void flow_ranks(flow *f)
{
    pulls *list = gather_pulls(f);
    for (int i = 0; i < f->level_count; i++)
        rank_level(f, i, &list[i]);
}
