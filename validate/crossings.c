/* Crossings: when an ID first passes 2^53 - 1, 2^31 - 1, 2^63 - 1.
 * The largest ID of tick t is (t << shift) + the largest value of all other fields, so the
 * first tick that passes a limit is ceil((limit - others) / 2^shift). Only for integer
 * IDs of at most 64 bits whose time field is in one piece. */
#include "validate/check.h"

/* The largest that the fields other than time can add; and the time field's shift. */
static idarch_u128 largest_others(const check *c, unsigned *shift)
{
    idarch_u128 sum = 0;
    for (size_t i = 0; i < c->layout->count; i++) {
        const idarch_field *field = &c->layout->fields[i];
        idarch_u128 most = ((idarch_u128)1 << field->bits) - 1;
        switch (field->kind) {
        case IDARCH_FIELD_TIME: *shift = field->shift; break;
        case IDARCH_FIELD_NODE:
        case IDARCH_FIELD_SEQUENCE:
        case IDARCH_FIELD_RANDOM: sum += most << field->shift; break;
        case IDARCH_FIELD_CONSTANT:
            sum += (idarch_u128)(field->has_value ? field->value : 0) << field->shift;
            break;
        case IDARCH_FIELD_SIGN:
        case IDARCH_FIELD_RESERVED: break;
        }
    }
    return sum;
}

/* Whether the time fields follow one another without a gap. */
static bool time_in_one_piece(const check *c)
{
    unsigned runs = 0;
    for (size_t i = 0; i < c->layout->count; i++)
        runs += c->layout->fields[i].kind == IDARCH_FIELD_TIME &&
                (i == 0 || c->layout->fields[i - 1].kind != IDARCH_FIELD_TIME);
    return runs == 1;
}

static idarch_crossing crossing(const check *c, unsigned limit_bits)
{
    unsigned shift = 0;
    idarch_i128 others = (idarch_i128)largest_others(c, &shift);
    idarch_i128 limit = idarch_pow2(limit_bits), unit = idarch_pow2(shift);
    if (others >= limit)
        return (idarch_crossing){.kind = IDARCH_CROSSING_ALWAYS};
    idarch_i128 tick = (limit - others + unit - 1) / unit;
    if (tick >= check_power(c->time_bits))
        return (idarch_crossing){.kind = IDARCH_CROSSING_NEVER};
    idarch_ratio since = check_mul(idarch_ratio_int(tick), c->report->tick);
    return (idarch_crossing){IDARCH_CROSSING_AT, check_add(c->report->epoch, since)};
}

void check_crossings(check *c)
{
    idarch_report *report = c->report;
    if (!c->integer || !report->has_epoch || !c->layout || !time_in_one_piece(c))
        return;
    report->js_safe_integer = crossing(c, 53);
    report->int32 = crossing(c, 31);
    report->int64 = crossing(c, 63);
}
