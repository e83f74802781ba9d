/* Strongly connected parts: of any list of arcs, and of the drawn graph with frames as
 * their members' ways in and out. Support of cycle removal: an edge in no cycle should
 * never run against the flow. */
#include "layout/flow.h"

typedef struct scc {
    int count;
    int *start, *next; /* arcs at each vertex: next[start[v]..start[v + 1]) */
    int *number, *low, *part, *stack, *work, *at;
} scc;

static void build(scc *s, idarch_arena *arena, const flow_arcs *list)
{
    size_t n = (size_t)s->count;
    s->start = IDARCH_NEW_ARRAY(arena, int, n + 3);
    s->next = IDARCH_NEW_ARRAY(arena, int, list->count + 1);
    for (size_t i = 0; i < list->count; i++)
        s->start[list->items[i].from + 2]++;
    for (size_t v = 2; v < n + 2; v++)
        s->start[v] += s->start[v - 1];
    for (size_t i = 0; i < list->count; i++)
        s->next[s->start[list->items[i].from + 1]++] = list->items[i].to;
}

/* Tarjan's method with a stack of its own. */
static void visit(scc *s, int root, int *clock, int *parts)
{
    int depth = 0, held = 0;
    s->work[depth++] = root;
    while (depth > 0) {
        int v = s->work[depth - 1];
        if (s->number[v] == 0) {
            s->number[v] = s->low[v] = ++*clock;
            s->stack[held++] = v;
            s->at[v] = s->start[v];
        }
        if (s->at[v] < s->start[v + 1]) {
            int w = s->next[s->at[v]];
            if (s->number[w] == 0) {
                s->work[depth++] = w;
                continue;
            }
            if (s->part[w] == 0 && s->low[w] < s->low[v])
                s->low[v] = s->low[w];
            s->at[v]++;
            continue;
        }
        depth--;
        if (s->low[v] == s->number[v]) {
            ++*parts;
            do
                s->part[s->stack[--held]] = *parts;
            while (s->stack[held] != v);
        }
    }
}

int *flow_scc(idarch_arena *arena, int count, const flow_arcs *list)
{
    scc s = {.count = count};
    size_t n = (size_t)count + 1;
    int clock = 0, parts = 0;
    build(&s, arena, list);
    int **arrays[] = {&s.number, &s.low, &s.part, &s.stack, &s.work, &s.at};
    for (int i = 0; i < 6; i++)
        *arrays[i] = IDARCH_NEW_ARRAY(arena, int, n);
    for (int v = 0; v < count; v++)
        if (s.number[v] == 0)
            visit(&s, v, &clock, &parts);
    return s.part;
}

/* Vertices of the drawn graph: nodes, then a way in and a way out for each level. */
static int way(const flow *f, edge_end end, bool out)
{
    int nodes = (int)f->graph->nodes.count;
    return end.group ? nodes + 2 * end.index + out : end.index;
}

static void gather(flow *f, flow_arcs *list)
{
    for (int i = 1; i < f->level_count; i++) {
        const level *l = &f->levels[i];
        for (size_t u = 0; u < l->units.count; u++) {
            const vert *v = &f->verts.items[l->units.items[u]];
            edge_end end = {v->kind == VERT_GROUP, v->index}, group = {true, i};
            *IDARCH_PUSH(f->arena, list) = (flow_arc){way(f, group, false), way(f, end, false)};
            *IDARCH_PUSH(f->arena, list) = (flow_arc){way(f, end, true), way(f, group, true)};
        }
    }
    for (int i = 0; i < f->edge_count; i++)
        *IDARCH_PUSH(f->arena, list) =
            (flow_arc){way(f, f->edges[i].from, true), way(f, f->edges[i].to, false)};
}

int *flow_parts(flow *f)
{
    flow_arcs list = {0};
    gather(f, &list);
    int *part = flow_scc(f->arena, (int)f->graph->nodes.count + 2 * f->level_count, &list);
    int *cyclic = IDARCH_NEW_ARRAY(f->arena, int, (size_t)f->edge_count + 1);
    for (int i = 0; i < f->edge_count; i++)
        cyclic[i] = part[way(f, f->edges[i].from, true)] == part[way(f, f->edges[i].to, false)];
    return cyclic;
}
