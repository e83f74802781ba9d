/* End of the ordering phase: nodes of one layer with the same neighbours can change
 * places, with all that their edges pass, without a crossing more or less. They are put
 * in their order of declaration. */
#include <stdlib.h>

#include "layout/flow.h"

enum { EDGES_MOST = 24, LAYER_MOST = 2000 };

/* One edge as seen from a node. */
typedef struct tie {
    int out, group, other;
    int edge;
} tie;

typedef struct member {
    int vert;
    int count;
    tie ties[EDGES_MOST];
} member;

static int compare_ints(const int *a, const int *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int by_tie(const void *a, const void *b)
{
    const tie *x = a, *y = b;
    int u[4] = {x->out, x->group, x->other, x->edge};
    int v[4] = {y->out, y->group, y->other, y->edge};
    return compare_ints(u, v, 4);
}

/* Order of members by their neighbours; 0 for interchangeable ones. */
static int compare_members(const member *x, const member *y)
{
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    for (int i = 0; i < x->count; i++) {
        int u[3] = {x->ties[i].out, x->ties[i].group, x->ties[i].other};
        int v[3] = {y->ties[i].out, y->ties[i].group, y->ties[i].other};
        int c = compare_ints(u, v, 3);
        if (c != 0)
            return c;
    }
    return 0;
}

static int by_neighbours(const void *a, const void *b)
{
    const member *x = a, *y = b;
    int c = compare_members(x, y);
    return c != 0 ? c : x->vert < y->vert ? -1 : x->vert > y->vert;
}

static bool read_member(const flow *f, int index, member *m)
{
    const vert *v = &f->verts.items[index];
    m->vert = index;
    m->count = 0;
    if (v->kind != VERT_NODE)
        return false;
    const int_list *edges = &f->node_edges[v->index];
    for (size_t i = 0; i < edges->count; i++) {
        const flow_edge *e = &f->edges[edges->items[i]];
        bool out = !e->from.group && e->from.index == v->index;
        edge_end other = out ? e->to : e->from;
        if (m->count == EDGES_MOST)
            return false;
        m->ties[m->count++] = (tie){out, other.group, other.index, edges->items[i]};
    }
    qsort(m->ties, (size_t)m->count, sizeof(tie), by_tie);
    return m->count > 0;
}

static bool lies_in(const flow *f, int at, int head)
{
    while (at >= 0 && at != head)
        at = f->levels[at].parent;
    return at == head;
}

/* The member's node and what its edges pass in the component, always in the same order.
 * Where an edge goes into an atom, whose ports are fixed, the list begins with -1, which
 * is like no other. */
static int_list verts_of(flow *f, int head, const member *m)
{
    int_list list = {0};
    flow_push(f, &list, m->vert);
    for (int i = 0; i < m->count; i++) {
        const int_list *chain = &f->edges[m->ties[i].edge].chain;
        for (size_t k = 0; k < chain->count; k++) {
            const vert *v = &f->verts.items[chain->items[k]];
            if (v->kind == VERT_NODE)
                continue;
            if (f->levels[v->level].comp == head)
                flow_push(f, &list, chain->items[k]);
            else if (lies_in(f, v->level, head))
                list.items[0] = -1;
        }
    }
    return list;
}

static int by_place(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

/* Whether the verts stand in the same layers, one by one; a label may take a bend's place. */
static bool alike(const flow *f, const int_list *a, const int_list *b)
{
    if (a->count != b->count || a->items[0] < 0 || b->items[0] < 0)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const vert *u = &f->verts.items[a->items[i]], *v = &f->verts.items[b->items[i]];
        if (u->level != v->level || u->layer != v->layer)
            return false;
    }
    return true;
}

/* members: interchangeable, in order of declaration (vert numbers). */
static void arrange(flow *f, int head, const member *members, int count)
{
    int_list *lists = IDARCH_NEW_ARRAY(f->arena, int_list, (size_t)count);
    int *places = IDARCH_NEW_ARRAY(f->arena, int, (size_t)count * 2), *who = places + count;
    for (int i = 0; i < count; i++) {
        lists[i] = verts_of(f, head, &members[i]);
        places[i] = f->verts.items[members[i].vert].pos;
        if (!alike(f, &lists[0], &lists[i]))
            return;
    }
    qsort(places, (size_t)count, sizeof(int), by_place);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (f->verts.items[members[k].vert].pos == places[i])
                who[i] = k;
    int *pos = IDARCH_NEW_ARRAY(f->arena, int, (size_t)count);
    for (size_t t = 0; t < lists[0].count; t++) {
        const vert *first = &f->verts.items[lists[0].items[t]];
        int_list *items = &f->levels[first->level].layers[first->layer];
        for (int i = 0; i < count; i++)
            pos[i] = f->verts.items[lists[who[i]].items[t]].pos;
        for (int i = 0; i < count; i++) {
            items->items[pos[i]] = lists[i].items[t];
            f->verts.items[lists[i].items[t]].pos = pos[i];
        }
    }
}

static void arrange_layer(flow *f, int head, layer_ref at)
{
    const int_list *items = &f->levels[at.level].layers[at.layer];
    if (items->count < 2 || items->count > LAYER_MOST)
        return;
    member *members = IDARCH_NEW_ARRAY(f->arena, member, items->count);
    size_t count = 0;
    for (size_t i = 0; i < items->count; i++)
        count += read_member(f, items->items[i], &members[count]);
    qsort(members, count, sizeof(member), by_neighbours);
    for (size_t i = 0, k; i < count; i = k) {
        for (k = i + 1; k < count && compare_members(&members[i], &members[k]) == 0;)
            k++;
        if (k - i > 1 && k - i < 300)
            arrange(f, head, &members[i], (int)(k - i));
    }
}

void flow_siblings(flow *f, int head, const layer_refs *layers)
{
    for (size_t i = 0; i < layers->count; i++) {
        const int_list *items = &f->levels[layers->items[i].level].layers[layers->items[i].layer];
        for (size_t k = 0; k < items->count; k++)
            f->verts.items[items->items[k]].pos = (int)k;
    }
    for (size_t i = 0; i < layers->count; i++)
        arrange_layer(f, head, layers->items[i]);
}
