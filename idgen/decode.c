/* The decoder: an ID back to its fields and its time, for any layout. Promises the exact
 * instant at which the ID's tick starts; has_time is false where there is no time field or
 * the instant is beyond 126 bits of ns. */
#include "idgen/number.h"

/* Whether sign bits are 0 and constants hold what the layout says. */
static bool fixed_bits_ok(const idarch_layout *layout, const idarch_decoded *decoded)
{
    for (size_t i = 0; i < layout->count; i++) {
        const idarch_field *field = &layout->fields[i];
        bool fixed = field->kind == IDARCH_FIELD_SIGN ||
                     (field->kind == IDARCH_FIELD_CONSTANT && field->has_value);
        uint64_t wanted = field->kind == IDARCH_FIELD_SIGN ? 0 : field->value;
        if (fixed && (decoded->values[i] != wanted || decoded->high[i] != 0))
            return false;
    }
    return true;
}

void idarch_decode(const idarch_layout *layout, idarch_ratio tick, idarch_ratio epoch,
                   const idarch_id *id, idarch_decoded *decoded)
{
    *decoded = (idarch_decoded){0};
    idarch_unpack(layout, id, decoded->values, decoded->high);
    decoded->sign_ok = fixed_bits_ok(layout, decoded);
    if (!idarch_layout_field(layout, IDARCH_FIELD_TIME))
        return;
    idarch_u128 ticks =
        idgen_gather(layout, IDARCH_FIELD_TIME, decoded->values, decoded->high);
    idarch_ratio since;
    decoded->has_time = ticks >> 126 == 0 &&
                        idarch_ratio_mul(idarch_ratio_int((idarch_i128)ticks), tick, &since) &&
                        idarch_ratio_add(epoch, since, &decoded->time);
}

const char *idarch_gen_status_name(idarch_gen_status status)
{
    switch (status) {
    case IDARCH_GEN_OK: return "issued";
    case IDARCH_GEN_CLOCK_BACK: return "clock moved back";
    case IDARCH_GEN_LEASE_LOST: return "lease lost";
    case IDARCH_GEN_BEFORE_EPOCH: return "before the epoch";
    case IDARCH_GEN_EXHAUSTED: return "time field exhausted";
    case IDARCH_GEN_SEQUENCE_FULL: return "sequence full";
    }
    return "issued";
}
