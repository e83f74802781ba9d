/* Several fields of one kind as one number, and instants as ticks. Ticks are exact
 * fractions of a ns (1/4096 ms exists), so everything is whole-number arithmetic over a
 * common denominator; nothing is ever rounded through a float. */
#include "idgen/number.h"

static const idarch_i128 far_away = (idarch_i128)1 << 126;

void idgen_spread(const idarch_layout *layout, idarch_field_kind kind, idarch_u128 number,
                  uint64_t *values, uint64_t *high)
{
    for (size_t i = layout->count; i-- > 0;) {
        const idarch_field *field = &layout->fields[i];
        if (field->kind != kind)
            continue;
        idarch_u128 part = number;
        if (field->bits < 128) {
            part &= ((idarch_u128)1 << field->bits) - 1;
            number >>= field->bits;
        } else {
            number = 0;
        }
        values[i] = (uint64_t)part;
        high[i] = (uint64_t)(part >> 64);
    }
}

idarch_u128 idgen_gather(const idarch_layout *layout, idarch_field_kind kind,
                         const uint64_t *values, const uint64_t *high)
{
    idarch_u128 number = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const idarch_field *field = &layout->fields[i];
        if (field->kind != kind)
            continue;
        number = field->bits < 128 ? number << field->bits : 0;
        number |= (idarch_u128)high[i] << 64 | values[i];
    }
    return number;
}

bool idgen_clock_init(idgen_clock *clock, idarch_ratio tick, idarch_ratio epoch)
{
    if (tick.num <= 0)
        return false;
    clock->scale = (idarch_i128)tick.den * epoch.den;
    return !__builtin_mul_overflow(epoch.num, tick.den, &clock->origin) &&
           !__builtin_mul_overflow(tick.num, epoch.den, &clock->step);
}

idarch_i128 idgen_tick_of(const idgen_clock *clock, idarch_i128 now)
{
    idarch_i128 scaled = now, since;
    if ((clock->scale != 1 && __builtin_mul_overflow(now, clock->scale, &scaled)) ||
        __builtin_sub_overflow(scaled, clock->origin, &since))
        return now < 0 ? -far_away : far_away;
    if (since >= 0 && since <= INT64_MAX && clock->step <= INT64_MAX) /* nearly always */
        return (int64_t)since / (int64_t)clock->step;
    idarch_i128 tick = since / clock->step;
    return tick * clock->step > since ? tick - 1 : tick;
}

idarch_i128 idgen_tick_start(const idgen_clock *clock, idarch_i128 tick)
{
    idarch_i128 offset, scaled;
    if (__builtin_mul_overflow(tick, clock->step, &offset) ||
        __builtin_add_overflow(offset, clock->origin, &scaled))
        return tick < 0 ? -far_away : far_away;
    idarch_i128 ns = scaled / clock->scale;
    return ns * clock->scale < scaled ? ns + 1 : ns;
}
