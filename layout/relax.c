/* The coarse solver for large problems: every variable as low as the hard relations
 * allow (longest paths), then a fixed number of rounds that move each one to the median
 * of where its neighbours want it, as far as the hard relations give room. Linear in the
 * size of the problem. */
#include "layout/solve.h"

#include <limits.h>
#include <stdlib.h>

enum { ROUNDS = 8, MEDIAN_MOST = 64 };

typedef struct relax {
    const solve_problem *problem;
    int64_t *value;
    int *order;         /* variables, those that bound others first */
    int *start, *list;  /* arcs at each variable: list[start[v]..start[v+1]) */
} relax;

static void index_arcs(relax *r)
{
    const solve_problem *p = r->problem;
    size_t n = (size_t)p->count;
    r->start = IDARCH_NEW_ARRAY(p->arena, int, n + 2);
    r->list = IDARCH_NEW_ARRAY(p->arena, int, 2 * p->arcs.count + 1);
    for (size_t i = 0; i < p->arcs.count; i++) {
        r->start[p->arcs.items[i].from + 2]++;
        r->start[p->arcs.items[i].to + 2]++;
    }
    for (size_t v = 2; v < n + 2; v++)
        r->start[v] += r->start[v - 1];
    for (size_t i = 0; i < p->arcs.count; i++) {
        r->list[r->start[p->arcs.items[i].from + 1]++] = (int)i;
        r->list[r->start[p->arcs.items[i].to + 1]++] = (int)i;
    }
}

/* Longest paths in topological order; what lies on a cycle of hard relations (an
 * equality) is taken in the order of its numbers. */
static void longest_paths(relax *r)
{
    const solve_problem *p = r->problem;
    int n = p->count, done = 0, seen = 0;
    int *waits = IDARCH_NEW_ARRAY(p->arena, int, (size_t)n + 1);
    bool *placed = IDARCH_NEW_ARRAY(p->arena, bool, (size_t)n + 1);
    for (size_t i = 0; i < p->arcs.count; i++)
        if (p->arcs.items[i].hard)
            waits[p->arcs.items[i].to]++;
    for (int v = 0; v < n; v++)
        if (waits[v] == 0) {
            r->order[done++] = v;
            placed[v] = true;
        }
    for (int next = 0; seen < n; seen++) {
        if (seen == done) {
            while (placed[next])
                next++;
            r->order[done++] = next;
            placed[next] = true;
        }
        int v = r->order[seen];
        for (int k = r->start[v]; k < r->start[v + 1]; k++) {
            const solve_arc *a = &p->arcs.items[r->list[k]];
            if (!a->hard || a->from != v || a->to == v)
                continue;
            if (r->value[v] + a->length > r->value[a->to])
                r->value[a->to] = r->value[v] + a->length;
            if (--waits[a->to] == 0 && !placed[a->to]) {
                r->order[done++] = a->to;
                placed[a->to] = true;
            }
        }
    }
}

/* Repairs what cycles of hard relations left; a few passes are enough for equalities. */
static void repair(relax *r)
{
    const solve_problem *p = r->problem;
    for (int round = 0; round < 64; round++) {
        bool moved = false;
        for (size_t i = 0; i < p->arcs.count; i++) {
            const solve_arc *a = &p->arcs.items[i];
            if (a->hard && r->value[a->from] + a->length > r->value[a->to]) {
                r->value[a->to] = r->value[a->from] + a->length;
                moved = true;
            }
        }
        if (!moved)
            return;
    }
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void to_median(relax *r, int v)
{
    const solve_problem *p = r->problem;
    int64_t low = INT64_MIN, high = INT64_MAX, wanted[MEDIAN_MOST];
    int count = 0;
    for (int k = r->start[v]; k < r->start[v + 1]; k++) {
        const solve_arc *a = &p->arcs.items[r->list[k]];
        bool from = a->from == v;
        int64_t at = from ? r->value[a->to] - a->length : r->value[a->from] + a->length;
        if (a->from == a->to)
            continue;
        if (a->hard && from && at < high)
            high = at;
        if (a->hard && !from && at > low)
            low = at;
        if (a->weight > 0 && count < MEDIAN_MOST)
            wanted[count++] = at;
    }
    if (count == 0)
        return;
    qsort(wanted, (size_t)count, sizeof(wanted[0]), compare);
    int64_t at = (wanted[(count - 1) / 2] + wanted[count / 2]) / 2;
    if (at > high)
        at = high;
    if (at < low)
        at = low;
    if (low <= high)
        r->value[v] = at;
}

void relax_from(const solve_problem *problem, int64_t *value)
{
    relax r = {.problem = problem, .value = value};
    r.order = IDARCH_NEW_ARRAY(problem->arena, int, (size_t)problem->count + 1);
    index_arcs(&r);
    longest_paths(&r);
    repair(&r);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < problem->count; i++)
            to_median(&r, r.order[round % 2 == 0 ? problem->count - 1 - i : i]);
    int64_t least = 0;
    for (int v = 0; v < problem->count; v++)
        least = value[v] < least ? value[v] : least;
    for (int v = 0; v < problem->count; v++)
        value[v] -= least;
}

void relax_run(const solve_problem *problem, int64_t *value)
{
    for (int v = 0; v < problem->count; v++)
        value[v] = 0;
    relax_from(problem, value);
}
