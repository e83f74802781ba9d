/* solve.h: internal: places on a line under difference constraints. The one solver of
 * the flowchart's layout: ranks, horizontal places and vertical places are all found by
 * it. */
#ifndef IDARCH_LAYOUT_SOLVE_H
#define IDARCH_LAYOUT_SOLVE_H

#include "base/arena.h"

/* A relation between two variables, with d = value[to] - value[from]:
 *   hard: d >= length must hold, and (d - length) * weight is the cost;
 *   soft: |d - length| * weight is the cost. */
typedef struct solve_arc {
    int from, to;
    int64_t length;
    int64_t weight;
    bool hard;
} solve_arc;

typedef struct solve_problem {
    idarch_arena *arena;
    int count;           /* variables */
    IDARCH_ARRAY(solve_arc) arcs;
} solve_problem;

/* A new variable. */
int solve_variable(solve_problem *problem);

/* value[to] - value[from] >= length; or cost. */
void solve_at_least(solve_problem *problem, int from, int to, int64_t length);
void solve_pull(solve_problem *problem, int from, int to, int64_t length, int64_t weight);
/* At least length, and no longer than need be. */
void solve_tight(solve_problem *problem, int from, int to, int64_t length, int64_t weight);

/* Values >= 0 that keep every hard relation, at the least cost where the problem is of
 * ordinary size, near it for a large one. Values that cost nothing more either way are
 * set half way. Returns new; from the arena. The hard relations must allow a solution. */
int64_t *solve_run(solve_problem *problem, bool centre);

/* The coarse method: longest paths, then each variable to its median. */
void relax_run(const solve_problem *problem, int64_t *value);

#endif
