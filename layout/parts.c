/* Before the first phase: what no edge joins is laid out each part by itself, so that no
 * part waits for another one's layers, and packed in rows in order of declaration, near
 * to a sensible shape.
 *
 * Edges that are not drawn join parts too: they say what comes before what. */
#include <math.h>
#include <stdlib.h>

#include "layout/flow.h"

#define PART_GAP 40.0 /* px between parts */
#define WANTED 1.6    /* width to height of what is packed */
enum { PARTS_MOST = 200 };

typedef struct part {
    int leader;        /* unit that stands for it */
    idarch_graph graph;
    int_list nodes, edges, groups; /* of the whole graph, by index in the part's */
    idarch_geometry geometry;
    double x, y;
} part;

typedef struct parts {
    const lay_context *lay;
    const idarch_graph *graph;
    int *leader;       /* groups first, then nodes */
    int *node_unit;    /* by node: outermost group or the node itself */
    part *list;
    int count;
} parts;

static int find(int *leader, int v)
{
    while (leader[v] != v)
        v = leader[v] = leader[leader[v]];
    return v;
}

static bool is_group(const idarch_graph *g, int index)
{
    return index >= 0 && (size_t)index < g->subgraphs.count;
}

/* The outermost group around the group; -1 where the parents run in a ring. */
static int outermost(const idarch_graph *g, int group)
{
    for (size_t i = 0; i < g->subgraphs.count; i++) {
        if (!is_group(g, g->subgraphs.items[group].parent))
            return group;
        group = g->subgraphs.items[group].parent;
    }
    return -1;
}

/* Groups in a ring, or that no node stands for: such a graph is left whole. */
static bool has_odd_groups(const idarch_graph *g)
{
    for (size_t i = 0; i < g->subgraphs.count; i++)
        if (g->subgraphs.items[i].node < 0 || outermost(g, (int)i) < 0)
            return true;
    return false;
}

static void find_units(parts *p)
{
    const idarch_graph *g = p->graph;
    size_t groups = g->subgraphs.count;
    p->leader = IDARCH_NEW_ARRAY(p->lay->arena, int, groups + g->nodes.count + 1);
    p->node_unit = IDARCH_NEW_ARRAY(p->lay->arena, int, g->nodes.count + 1);
    for (size_t i = 0; i < groups + g->nodes.count; i++)
        p->leader[i] = (int)i;
    for (size_t i = 0; i < g->nodes.count; i++) {
        int in = g->nodes.items[i].subgraph;
        p->node_unit[i] = is_group(g, in) ? outermost(g, in) : (int)(groups + i);
    }
    for (size_t i = 0; i < groups; i++)
        p->node_unit[g->subgraphs.items[i].node] = outermost(g, (int)i);
    for (size_t i = 0; i < g->edges.count; i++) {
        int a = find(p->leader, p->node_unit[g->edges.items[i].from]);
        int b = find(p->leader, p->node_unit[g->edges.items[i].to]);
        p->leader[a > b ? a : b] = a > b ? b : a;
    }
}

/* Finds the parts in order of declaration; false where the graph is best left whole. */
static bool find_parts(parts *p)
{
    const idarch_graph *g = p->graph;
    bool joined = false;
    int *seen = IDARCH_NEW_ARRAY(p->lay->arena, int, g->subgraphs.count + g->nodes.count + 1);
    p->list = IDARCH_NEW_ARRAY(p->lay->arena, part, PARTS_MOST);
    for (size_t i = 0; i < g->nodes.count; i++) {
        int at = find(p->leader, p->node_unit[i]);
        joined = joined || seen[at] || (size_t)at < g->subgraphs.count;
        if (seen[at]++)
            continue;
        if (p->count == PARTS_MOST)
            return false;
        p->list[p->count++].leader = at;
    }
    return joined && p->count > 1;
}

/* Indices of the whole graph become the part's own. */
static void renumber(const idarch_graph *g, idarch_graph *own, const int *place,
                     const int *group_place)
{
    for (size_t i = 0; i < own->nodes.count; i++) {
        idarch_node *n = &own->nodes.items[i];
        n->subgraph = is_group(g, n->subgraph) ? group_place[n->subgraph] : -1;
    }
    for (size_t i = 0; i < own->subgraphs.count; i++) {
        idarch_subgraph *s = &own->subgraphs.items[i];
        s->parent = is_group(g, s->parent) ? group_place[s->parent] : -1;
        s->node = place[s->node];
    }
    for (size_t i = 0; i < own->edges.count; i++) {
        own->edges.items[i].from = place[own->edges.items[i].from];
        own->edges.items[i].to = place[own->edges.items[i].to];
    }
}

/* Copies what belongs to the part. */
static void cut_out(const parts *p, part *t, int *place)
{
    const idarch_graph *g = p->graph;
    idarch_arena *arena = p->lay->arena;
    int *group_place = place + g->nodes.count;
    t->graph.direction = g->direction;
    for (size_t i = 0; i < g->nodes.count; i++) {
        if (find(p->leader, p->node_unit[i]) != t->leader)
            continue;
        place[i] = (int)t->graph.nodes.count;
        *IDARCH_PUSH(arena, &t->nodes) = (int)i;
        *IDARCH_PUSH(arena, &t->graph.nodes) = g->nodes.items[i];
    }
    for (size_t i = 0; i < g->subgraphs.count; i++) {
        if (find(p->leader, outermost(g, (int)i)) != t->leader)
            continue;
        group_place[i] = (int)t->graph.subgraphs.count;
        *IDARCH_PUSH(arena, &t->groups) = (int)i;
        *IDARCH_PUSH(arena, &t->graph.subgraphs) = g->subgraphs.items[i];
    }
    for (size_t i = 0; i < g->edges.count; i++) {
        if (find(p->leader, p->node_unit[g->edges.items[i].from]) != t->leader)
            continue;
        *IDARCH_PUSH(arena, &t->edges) = (int)i;
        *IDARCH_PUSH(arena, &t->graph.edges) = g->edges.items[i];
    }
    renumber(g, &t->graph, place, group_place);
}

/* Sets the parts in rows no wider than limit; gives the size of all. */
static void set_rows(parts *p, double limit, double *w, double *h)
{
    double x = 0, y = 0, row = 0;
    *w = 0;
    for (int i = 0; i < p->count; i++) {
        part *t = &p->list[i];
        if (x > 0 && x + t->geometry.width > limit) {
            y += row + PART_GAP;
            x = row = 0;
        }
        t->x = x;
        t->y = y;
        *w = fmax(*w, x + t->geometry.width);
        x += t->geometry.width + PART_GAP;
        row = fmax(row, t->geometry.height);
    }
    *h = y + row;
}

/* Tries so many rows as there may be. */
static void pack(parts *p, double *w, double *h)
{
    double all = 0, widest = 0, best = INFINITY, best_limit = 0;
    for (int i = 0; i < p->count; i++) {
        all += p->list[i].geometry.width + PART_GAP;
        widest = fmax(widest, p->list[i].geometry.width);
    }
    for (int rows = 1; rows <= p->count; rows++) {
        double limit = fmax(widest, all / rows * (rows > 1 ? 1.05 : 1));
        set_rows(p, limit, w, h);
        double cost = fabs(log(*w / *h / WANTED)) + log(*w * *h);
        if (cost < best - 1e-9) {
            best = cost;
            best_limit = limit;
        }
    }
    set_rows(p, best_limit, w, h);
}

static void take_over(const parts *p, part *t, idarch_geometry *out)
{
    idarch_geometry *from = &t->geometry;
    idarch_arena *arena = p->lay->arena;
    lay_graph_move(from, t->x, t->y);
    for (size_t i = 0; i < from->nodes.count; i++) {
        from->nodes.items[i].node = t->nodes.items[from->nodes.items[i].node];
        *IDARCH_PUSH(arena, &out->nodes) = from->nodes.items[i];
    }
    for (size_t i = 0; i < from->groups.count; i++) {
        from->groups.items[i].subgraph = t->groups.items[from->groups.items[i].subgraph];
        *IDARCH_PUSH(arena, &out->groups) = from->groups.items[i];
    }
    for (size_t i = 0; i < from->edges.count; i++) {
        from->edges.items[i].edge = t->edges.items[from->edges.items[i].edge];
        *IDARCH_PUSH(arena, &out->edges) = from->edges.items[i];
    }
}

static int by_node(const void *a, const void *b)
{
    return ((const idarch_node_geometry *)a)->node - ((const idarch_node_geometry *)b)->node;
}

static int by_depth(const void *a, const void *b)
{
    const idarch_group_geometry *x = a, *y = b;
    return x->depth != y->depth ? x->depth - y->depth : x->subgraph - y->subgraph;
}

static int by_edge(const void *a, const void *b)
{
    return ((const idarch_edge_geometry *)a)->edge - ((const idarch_edge_geometry *)b)->edge;
}

static void sort_all(idarch_geometry *q)
{
    if (q->nodes.count)
        qsort(q->nodes.items, q->nodes.count, sizeof(q->nodes.items[0]), by_node);
    if (q->groups.count)
        qsort(q->groups.items, q->groups.count, sizeof(q->groups.items[0]), by_depth);
    if (q->edges.count)
        qsort(q->edges.items, q->edges.count, sizeof(q->edges.items[0]), by_edge);
}

bool lay_parts(const lay_context *lay, const idarch_graph *graph, idarch_geometry *geometry)
{
    parts p = {.lay = lay, .graph = graph};
    if (has_odd_groups(graph))
        return false;
    find_units(&p);
    if (!find_parts(&p))
        return false;
    int *place = IDARCH_NEW_ARRAY(lay->arena, int, graph->nodes.count + graph->subgraphs.count + 1);
    for (int i = 0; i < p.count; i++) {
        cut_out(&p, &p.list[i], place);
        lay_whole(lay, &p.list[i].graph, &p.list[i].geometry);
    }
    double w, h;
    pack(&p, &w, &h);
    for (int i = 0; i < p.count; i++) {
        part *t = &p.list[i]; /* against the flow: the same from the other side */
        if (graph->direction == IDARCH_DIR_BT)
            t->y = h - t->y - t->geometry.height;
        if (graph->direction == IDARCH_DIR_RL)
            t->x = w - t->x - t->geometry.width;
        take_over(&p, t, geometry);
    }
    sort_all(geometry);
    geometry->width = w;
    geometry->height = h;
    return true;
}
