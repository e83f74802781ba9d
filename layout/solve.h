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

typedef struct solve_join_to {
    int leader;
    int64_t offset;      /* value = that of the leader + offset */
} solve_join_to;

typedef struct solve_problem {
    idarch_arena *arena;
    int count;           /* variables */
    IDARCH_ARRAY(solve_arc) arcs;
    IDARCH_ARRAY(solve_join_to) joins; /* of the first variables; none for the others */
} solve_problem;

/* A new variable. */
int solve_variable(solve_problem *problem);

/* value[to] - value[from] >= length; or cost. */
void solve_at_least(solve_problem *problem, int from, int to, int64_t length);
void solve_pull(solve_problem *problem, int from, int to, int64_t length, int64_t weight);
/* At least length, and no longer than need be. */
void solve_tight(solve_problem *problem, int from, int to, int64_t length, int64_t weight);

/* value[b] == value[a] + offset, for as long as that contradicts no hard relation. */
void solve_join(solve_problem *problem, int a, int b, int64_t offset);

/* Values >= 0 that keep every hard relation, at the least cost where the problem is of
 * ordinary size, near it for a large one. Values that cost nothing more either way are
 * set half way. Returns new; from the arena. The hard relations must allow a solution. */
int64_t *solve_run(solve_problem *problem, bool centre);

/* The same with joined variables taken as one (contract.c); solve_run calls it. */
int64_t *solve_joined(solve_problem *problem, bool centre);

/* The coarse method: longest paths, then each variable to its median. */
void relax_run(const solve_problem *problem, int64_t *value);
/* The same from the values given: they are raised as far as the hard relations ask for. */
void relax_from(const solve_problem *problem, int64_t *value);

#endif
