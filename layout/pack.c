/* Parts of a level that nothing joins: packed in rows, so that the drawing comes near a
 * sensible shape. Part of the ranking phase: takes layers from 1 on and moves whole parts
 * to later layers; a part with edges to the outside (anchored) stays in the first row. */
#include <math.h>

#include "layout/flow.h"

#define WANTED 1.6 /* width to height of what is packed */
enum { ROW_MOST = 5 }; /* so many single units stay in one row: replicas, stores */

typedef struct part {
    double w, h;    /* px, estimated */
    int layers, first; /* count; lowest layer */
    int row_start;  /* layers before its row */
    bool anchored;
} part;

static int find(int *leader, int v)
{
    while (leader[v] != v)
        v = leader[v] = leader[leader[v]];
    return v;
}

static void join(int *leader, int a, int b)
{
    a = find(leader, a);
    b = find(leader, b);
    leader[a > b ? a : b] = a > b ? b : a;
}

/* A group's size is not known yet: from the room that its members need. */
static void estimate(const flow *f, const vert *v, double *w, double *h)
{
    *w = v->w + NODE_GAP;
    *h = v->h + 2 * NODE_GAP;
    if (v->kind != VERT_GROUP)
        return;
    double area = 4000;
    const level *l = &f->levels[v->index];
    for (size_t i = 0; i < l->units.count; i++) {
        const vert *u = &f->verts.items[l->units.items[i]];
        area += (u->w + NODE_GAP) * (u->h + 2 * NODE_GAP) + (u->kind == VERT_GROUP ? 20000 : 0);
    }
    *w = sqrt(area * 1.5);
    *h = area / *w;
}

static void measure_parts(flow *f, const level *l, const int *rank, int *leader, part *parts,
                          const int *anchored)
{
    int n = (int)l->units.count;
    for (int i = 0; i < n; i++)
        parts[i] = (part){.first = 1 << 30};
    for (int i = 0; i < n; i++) {
        part *p = &parts[find(leader, i)];
        double w, h;
        estimate(f, &f->verts.items[l->units.items[i]], &w, &h);
        p->w += w * h; /* area for now */
        p->h = fmax(p->h, h);
        p->first = rank[i] < p->first ? rank[i] : p->first;
        p->layers = rank[i] + 1 > p->layers ? rank[i] + 1 : p->layers;
        p->anchored = p->anchored || anchored[i];
    }
    for (int i = 0; i < n; i++)
        if (parts[i].layers > 0) {
            parts[i].layers -= parts[i].first;
            parts[i].h *= parts[i].layers;
            parts[i].w /= parts[i].h;
        }
}

static void fill_rows(part *parts, int n, double width)
{
    double x = 0;
    int start = 0, deepest = 0;
    for (int i = 0; i < n; i++)
        if (parts[i].anchored) {
            x += parts[i].w;
            deepest = parts[i].first - 1 + parts[i].layers > deepest
                          ? parts[i].first - 1 + parts[i].layers : deepest;
        }
    for (int i = 0; i < n; i++) {
        if (parts[i].layers == 0 || parts[i].anchored)
            continue;
        if (x > 0 && x + parts[i].w > width) {
            start += deepest;
            x = 0;
            deepest = 0;
        }
        parts[i].row_start = start;
        x += parts[i].w;
        deepest = parts[i].layers > deepest ? parts[i].layers : deepest;
    }
}

void flow_pack(flow *f, int level_index, int *rank, const int *anchored)
{
    const level *l = &f->levels[level_index];
    int n = (int)l->units.count, count = 0;
    int *leader = IDARCH_NEW_ARRAY(f->arena, int, (size_t)n + 1);
    part *parts = IDARCH_NEW_ARRAY(f->arena, part, (size_t)n + 1);
    for (int i = 0; i < n; i++)
        leader[i] = i;
    for (size_t i = 0; i < l->edges.count; i++) {
        const flow_edge *e = &f->edges[l->edges.items[i]];
        if (e->unit_up >= 0 && e->unit_down >= 0)
            join(leader, f->verts.items[e->unit_up].decl, f->verts.items[e->unit_down].decl);
    }
    measure_parts(f, l, rank, leader, parts, anchored);
    double area = 0, widest = 0;
    for (int i = 0; i < n; i++) {
        count += parts[i].layers > 0;
        area += parts[i].layers > 0 ? parts[i].w * parts[i].h : 0;
        widest = fmax(widest, parts[i].w);
    }
    if (count < 2 || (count <= ROW_MOST && (size_t)count == l->units.count))
        return;
    double wanted = flow_across(l->direction) ? 1 / WANTED : WANTED;
    fill_rows(parts, n, fmax(widest, sqrt(area * wanted)) * 1.05);
    for (int i = 0; i < n; i++) {
        const part *p = &parts[find(leader, i)];
        if (!p->anchored)
            rank[i] += p->row_start + 1 - p->first;
    }
}
