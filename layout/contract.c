/* Support of the solver: variables that are joined (value[b] = value[a] + offset) become
 * one, and relations between the same two variables become one. */
#include "layout/solve.h"

/* The variable that stands for v; *offset: from its value to that of v. */
static int leader(const solve_problem *p, int v, int64_t *offset)
{
    *offset = 0;
    while (v < (int)p->joins.count && p->joins.items[v].leader != v) {
        *offset += p->joins.items[v].offset;
        v = p->joins.items[v].leader;
    }
    return v;
}

/* Shortens the ways to the leader for the next time. */
static int find(solve_problem *p, int v, int64_t *offset)
{
    int top = leader(p, v, offset);
    int64_t left = *offset;
    while (v != top) {
        solve_join_to *j = &p->joins.items[v];
        solve_join_to old = *j;
        *j = (solve_join_to){top, left};
        left -= old.offset;
        v = old.leader;
    }
    return top;
}

void solve_join(solve_problem *p, int a, int b, int64_t offset)
{
    int64_t off_a, off_b;
    while ((int)p->joins.count < p->count) {
        solve_join_to *j = IDARCH_PUSH(p->arena, &p->joins);
        *j = (solve_join_to){(int)p->joins.count - 1, 0};
    }
    int top_a = find(p, a, &off_a), top_b = find(p, b, &off_b);
    if (top_a != top_b)
        p->joins.items[top_b] = (solve_join_to){top_a, off_a + offset - off_b};
}

typedef struct contraction {
    solve_problem *from;
    int *number;      /* by variable: its leader's in the small problem */
    int64_t *offset;
    int *start, *list; /* relations by their first variable in the small problem */
} contraction;

static void number_leaders(contraction *c, solve_problem *small)
{
    solve_problem *p = c->from;
    int *by_leader = IDARCH_NEW_ARRAY(p->arena, int, (size_t)p->count + 1);
    c->number = IDARCH_NEW_ARRAY(p->arena, int, (size_t)p->count + 1);
    c->offset = IDARCH_NEW_ARRAY(p->arena, int64_t, (size_t)p->count + 1);
    for (int v = 0; v < p->count; v++) {
        int top = v < (int)p->joins.count ? find(p, v, &c->offset[v]) : v;
        if (by_leader[top] == 0)
            by_leader[top] = ++small->count;
        c->number[v] = by_leader[top] - 1;
    }
}

static void sort_arcs(contraction *c, int count)
{
    const solve_problem *p = c->from;
    c->start = IDARCH_NEW_ARRAY(p->arena, int, (size_t)count + 2);
    c->list = IDARCH_NEW_ARRAY(p->arena, int, p->arcs.count + 1);
    for (size_t i = 0; i < p->arcs.count; i++)
        c->start[c->number[p->arcs.items[i].from] + 2]++;
    for (int v = 2; v < count + 2; v++)
        c->start[v] += c->start[v - 1];
    for (size_t i = 0; i < p->arcs.count; i++)
        c->list[c->start[c->number[p->arcs.items[i].from] + 1]++] = (int)i;
}

/* Adds to one of the last relations or as a new one; hard[to], soft[to]: where there is
 * one from the same variable, plus 1. */
static void add_arc(solve_problem *small, solve_arc a, int *hard, int *soft, int first)
{
    int at = (a.hard ? hard : soft)[a.to] - 1;
    if (at >= first) {
        solve_arc *old = &small->arcs.items[at];
        if (a.hard || old->length == a.length) {
            old->length = old->length > a.length ? old->length : a.length;
            old->weight += a.weight;
            return;
        }
    }
    *IDARCH_PUSH(small->arena, &small->arcs) = a;
    (a.hard ? hard : soft)[a.to] = (int)small->arcs.count;
}

int64_t *solve_joined(solve_problem *problem, bool centre)
{
    solve_problem small = {.arena = problem->arena};
    contraction c = {.from = problem};
    number_leaders(&c, &small);
    sort_arcs(&c, small.count);
    int *hard = IDARCH_NEW_ARRAY(problem->arena, int, (size_t)small.count + 1);
    int *soft = IDARCH_NEW_ARRAY(problem->arena, int, (size_t)small.count + 1);
    for (int v = 0; v < small.count; v++) {
        int first = (int)small.arcs.count;
        for (int k = c.start[v]; k < c.start[v + 1]; k++) {
            solve_arc a = problem->arcs.items[c.list[k]];
            int64_t length = a.length + c.offset[a.from] - c.offset[a.to];
            a = (solve_arc){v, c.number[a.to], length, a.weight, a.hard};
            if (a.to != v)
                add_arc(&small, a, hard, soft, first);
        }
    }
    int64_t *found = solve_run(&small, centre), least = 0;
    int64_t *value = IDARCH_NEW_ARRAY(problem->arena, int64_t, (size_t)problem->count + 1);
    for (int v = 0; v < problem->count; v++) {
        value[v] = found[c.number[v]] + c.offset[v];
        least = value[v] < least ? value[v] : least;
    }
    for (int v = 0; v < problem->count; v++)
        value[v] -= least;
    return value;
}
