/* First phase: the graph as levels.
 *
 * Takes the graph, gives a level for the root and for each subgraph, each with its units
 * in order of declaration, the components, and for each edge its ends and the innermost
 * level that holds both. */
#include <stdlib.h>

#include "layout/flow.h"

static int new_vert(flow *f, vert_kind kind, int level_index, int index)
{
    vert *v = IDARCH_PUSH(f->arena, &f->verts);
    v->kind = kind;
    v->level = level_index;
    v->index = index;
    v->edge = -1;
    v->var = -1;
    return (int)f->verts.count - 1;
}

/* Level 0 is the root, level g + 1 subgraph g. A parent that is no group counts as the
 * root, and so does one that would close a ring. */
static void make_levels(flow *f)
{
    const idarch_graph *g = f->graph;
    f->level_count = (int)g->subgraphs.count + 1;
    f->levels = IDARCH_NEW_ARRAY(f->arena, level, (size_t)f->level_count);
    f->comps = IDARCH_NEW_ARRAY(f->arena, comp, (size_t)f->level_count);
    f->levels[0] = (level){.group = -1, .parent = -1, .direction = g->direction, .unit = -1};
    for (int i = 1; i < f->level_count; i++) {
        const idarch_subgraph *s = &g->subgraphs.items[i - 1];
        int parent = s->parent >= 0 && s->parent < f->level_count - 1 ? s->parent + 1 : 0;
        f->levels[i] = (level){.group = i - 1, .parent = parent, .depth = -1, .unit = -1,
                               .decl = -1};
    }
    for (int i = 1; i < f->level_count; i++)
        flow_push(f, &f->levels[f->levels[i].parent].children, i);
}

/* Outer before inner; sets depth, direction, component. Returns the order. */
static int *walk_levels(flow *f)
{
    int *order = IDARCH_NEW_ARRAY(f->arena, int, (size_t)f->level_count);
    int count = 0;
    order[count++] = 0;
    for (int k = 0; k < count; k++) {
        const level *outer = &f->levels[order[k]];
        for (size_t c = 0; c < outer->children.count; c++) {
            level *l = &f->levels[outer->children.items[c]];
            const idarch_subgraph *s = &f->graph->subgraphs.items[l->group];
            l->depth = outer->depth + 1;
            l->direction = s->has_direction ? s->direction : outer->direction;
            bool same = flow_across(l->direction) == flow_across(outer->direction);
            l->comp = same ? outer->comp : outer->children.items[c];
            l->flip = l->direction != f->levels[l->comp].direction;
            order[count++] = outer->children.items[c];
        }
    }
    for (int k = count; k-- > 0;)
        if (f->levels[order[k]].comp == order[k])
            flow_push(f, &f->heads, order[k]);
    return order;
}

/* A group is declared where its first member is first seen. */
static void set_declared(flow *f, const int *order)
{
    const idarch_graph *g = f->graph;
    for (size_t i = 0; i < g->nodes.count; i++) {
        const idarch_node *n = &g->nodes.items[i];
        if (n->is_subgraph || n->subgraph < 0)
            continue;
        level *l = &f->levels[n->subgraph + 1];
        if (l->decl < 0)
            l->decl = (int)i;
    }
    for (int k = f->level_count; k-- > 1;) {
        level *l = &f->levels[order[k]], *outer = &f->levels[l->parent];
        if (l->decl < 0)
            l->decl = l->group >= 0 && g->subgraphs.items[l->group].node >= 0
                          ? g->subgraphs.items[l->group].node
                          : (int)(g->nodes.count + g->subgraphs.items[l->group].declared);
        if (l->parent > 0 && (outer->decl < 0 || l->decl < outer->decl))
            outer->decl = l->decl;
    }
}

typedef struct declared {
    int vert, decl;
} declared;

static int by_declaration(const void *a, const void *b)
{
    const declared *x = a, *y = b;
    if (x->decl != y->decl)
        return x->decl < y->decl ? -1 : 1;
    return x->vert < y->vert ? -1 : x->vert > y->vert;
}

static void sort_units(flow *f, level *l)
{
    declared *list = IDARCH_NEW_ARRAY(f->arena, declared, l->units.count + 1);
    for (size_t i = 0; i < l->units.count; i++)
        list[i] = (declared){l->units.items[i], f->verts.items[l->units.items[i]].decl};
    qsort(list, l->units.count, sizeof(list[0]), by_declaration);
    for (size_t i = 0; i < l->units.count; i++) {
        l->units.items[i] = list[i].vert;
        f->verts.items[list[i].vert].decl = (int)i;
    }
}

static void make_units(flow *f)
{
    const idarch_graph *g = f->graph;
    f->node_vert = IDARCH_NEW_ARRAY(f->arena, int, g->nodes.count + 1);
    for (size_t i = 0; i < g->nodes.count; i++) {
        const idarch_node *n = &g->nodes.items[i];
        f->node_vert[i] = -1;
        if (n->is_subgraph)
            continue;
        int at = n->subgraph >= 0 && n->subgraph + 1 < f->level_count ? n->subgraph + 1 : 0;
        f->node_vert[i] = new_vert(f, VERT_NODE, at, (int)i);
        f->verts.items[f->node_vert[i]].decl = (int)i;
        flow_push(f, &f->levels[at].units, f->node_vert[i]);
    }
    for (int i = 1; i < f->level_count; i++) {
        level *l = &f->levels[i];
        l->unit = new_vert(f, VERT_GROUP, l->parent, i);
        f->verts.items[l->unit].decl = l->decl;
        flow_push(f, &f->levels[l->parent].units, l->unit);
    }
    for (int i = 0; i < f->level_count; i++)
        sort_units(f, &f->levels[i]);
}

/* The level that holds an end; for a group the one around it. */
static int holder(const flow *f, edge_end end)
{
    return end.group ? f->levels[end.index].parent : f->verts.items[f->node_vert[end.index]].level;
}

/* The unit of the level that is or holds the end; -1 where the end is the level itself. */
static int unit_in(const flow *f, edge_end end, int at)
{
    if (end.group && end.index == at)
        return -1;
    int unit = end.group ? f->levels[end.index].unit : f->node_vert[end.index];
    for (int l = holder(f, end); l != at; l = f->levels[l].parent)
        unit = f->levels[l].unit;
    return unit;
}

static int innermost(const flow *f, edge_end a, edge_end b)
{
    int x = a.group ? a.index : holder(f, a), y = b.group ? b.index : holder(f, b);
    while (x != y) {
        if (f->levels[x].depth >= f->levels[y].depth)
            x = f->levels[x].parent;
        else
            y = f->levels[y].parent;
    }
    return x;
}

static edge_end end_of(const int *group_of, int node)
{
    return group_of[node] ? (edge_end){true, group_of[node]} : (edge_end){false, node};
}

static void make_edges(flow *f)
{
    const idarch_graph *g = f->graph;
    int *group_of = IDARCH_NEW_ARRAY(f->arena, int, g->nodes.count + 1);
    for (size_t i = 0; i < g->subgraphs.count; i++)
        if (g->subgraphs.items[i].node >= 0)
            group_of[g->subgraphs.items[i].node] = (int)i + 1;
    f->edges = IDARCH_NEW_ARRAY(f->arena, flow_edge, g->edges.count + 1);
    for (size_t i = 0; i < g->edges.count; i++) {
        const idarch_edge *e = &g->edges.items[i];
        flow_edge *made = &f->edges[f->edge_count];
        made->edge = (int)i;
        made->from = end_of(group_of, e->from);
        made->to = end_of(group_of, e->to);
        if ((!made->from.group && f->node_vert[made->from.index] < 0) ||
            (!made->to.group && f->node_vert[made->to.index] < 0))
            continue;
        made->drawn = e->stroke != IDARCH_STROKE_INVISIBLE;
        made->loop = made->from.group == made->to.group && made->from.index == made->to.index;
        made->level = innermost(f, made->from, made->to);
        made->unit_up = unit_in(f, made->from, made->level);
        made->unit_down = unit_in(f, made->to, made->level);
        if (!made->loop)
            flow_push(f, &f->levels[made->level].edges, f->edge_count);
        f->edge_count++;
    }
}

void flow_levels(flow *f)
{
    make_levels(f);
    int *order = walk_levels(f);
    set_declared(f, order);
    make_units(f);
    make_edges(f);
}
