/* stage.h: inside validate/ only: a small deterministic world for the reference generator,
 * and expectations on the IDs that it issues there. */
#ifndef IDARCH_VALIDATE_STAGE_H
#define IDARCH_VALIDATE_STAGE_H

#include "idgen/idgen.h"
#include "validate/check.h"

/* The world of one proof. */
typedef struct stage {
    const check *c;
    idarch_i128 now;          /* ns */
    idarch_i128 lease_until;  /* the lease holds before this instant, ns */
    uint64_t seed;
    unsigned sleeps;
    idarch_gen *gen;
    idarch_id *ids;           /* the first ones issued, as many as there is room for */
    size_t count, room;
    idarch_id last;           /* issued */
    size_t issued;
    bool climbs;              /* each ID issued is larger than the one before */
    const char *fault;        /* what went wrong first, or NULL */
} stage;

/* A fresh stage with a generator for a worker number, and room for so many IDs (1 or more);
 * false where no generator can be made. IDs beyond the room are only compared with the one
 * before and the first. */
bool stage_open(stage *s, const check *c, uint64_t node, size_t room);

/* The described overflow rule; waiting where none is stated. */
idarch_full_rule stage_full_rule(const check *c);

/* First whole ns of a tick. */
idarch_i128 stage_tick_start(const check *c, idarch_i128 tick);

/* Keeps what went wrong, if nothing did before. */
void stage_fault(stage *s, const char *what);

/* Keeps an ID that was issued. */
void stage_keep(stage *s, const idarch_id *id);

/* Issues one ID and keeps it; any other status than the wanted one is a fault. */
bool stage_issue(stage *s, idarch_gen_status wanted);
void stage_issue_some(stage *s, size_t count);

/* Whether the layout sorts IDs by time and then by sequence. */
bool stage_sorted(const check *c);

/* Expectations: the last ID is of the tick; all are distinct (this may sort them); all
 * ascend, where the layout sorts them. */
void stage_expect_tick(stage *s, idarch_i128 tick);
void stage_expect_distinct(stage *s);
void stage_expect_ascending(stage *s);

#endif
