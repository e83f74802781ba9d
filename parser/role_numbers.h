/* role_numbers.h: numbers in the labels of the picture: which workers a label names, and
 * how many replicas it counts. */
#ifndef IDARCH_PARSER_ROLE_NUMBERS_H
#define IDARCH_PARSER_ROLE_NUMBERS_H

#include "base/arena.h"

/* The worker numbers that a label names, as written: they may be negative or too large. */
typedef struct idarch_worker_numbers {
    bool found;
    int64_t first, last; /* the same for one number; first <= last */
} idarch_worker_numbers;

/* `worker ID 7`, `machine #3`, `node ID: 2`, `worker IDs 0-2`. Lines of the label are
 * parted by '\n'. */
idarch_worker_numbers idarch_worker_numbers_of(idarch_arena *arena, const char *label);

/* `3 replicas`, `2 workers`, `x3`, a times sign before or behind: the count, -1 for none. */
int64_t idarch_replica_count(idarch_arena *arena, const char *label);

#endif
