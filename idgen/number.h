/* number.h: inside idgen/ only: several fields of one kind as one number, and times as
 * ticks. */
#ifndef IDARCH_IDGEN_NUMBER_H
#define IDARCH_IDGEN_NUMBER_H

#include "idgen/idgen.h"

/* Writes number over all fields of a kind, the first field taking its highest bits; bits
 * above the fields are dropped, so the caller has compared it with the limit before. */
void idgen_spread(const idarch_layout *layout, idarch_field_kind kind, idarch_u128 number,
                  uint64_t *values, uint64_t *high);

/* The inverse. Fields of a kind with more than 128 bits in all give their low 128. */
idarch_u128 idgen_gather(const idarch_layout *layout, idarch_field_kind kind,
                         const uint64_t *values, const uint64_t *high);

/* Tick and epoch over one denominator: start of tick k = (origin + k * step) / scale ns. */
typedef struct idgen_clock {
    idarch_i128 origin, step, scale;
} idgen_clock;

/* false when the tick is not positive or the numbers are too large. */
bool idgen_clock_init(idgen_clock *clock, idarch_ratio tick, idarch_ratio epoch);

/* The tick that holds an instant (negative before the epoch); saturates far away. */
idarch_i128 idgen_tick_of(const idgen_clock *clock, idarch_i128 now);

/* The first whole ns in a tick; saturates far away. */
idarch_i128 idgen_tick_start(const idgen_clock *clock, idarch_i128 tick);

#endif
