/* Lifetime: the first instant that no longer fits the time field, exactly.
 *   first bad = E + 2^w_t * u;  last good = first bad - u.
 * In a signed column a layout without a sign bit turns negative after half of it:
 *   first negative = E + 2^(w_t - 1) * u  (w_t at the very top of 64 bits).
 * Unix time has no leap seconds, so the spans are exact. */
#include "validate/check.h"

/* Whether the top bit of the time field is the sign bit of a signed 64-bit column. */
static bool time_reaches_sign(const check *c)
{
    return c->layout->bits == 64 && c->layout->fields[0].kind == IDARCH_FIELD_TIME &&
           c->column.kind == CHECK_COLUMN_INTEGER && c->column.is_signed &&
           c->column.bits == 63;
}

void check_lifetime(check *c)
{
    idarch_report *report = c->report;
    if (!c->time_bits || !report->has_epoch)
        return;
    unsigned usable = c->time_bits;
    if (time_reaches_sign(c)) {
        report->negative_before_end = true;
        usable--;
    }
    report->lifetime = check_mul(idarch_ratio_int(check_power(usable)), report->tick);
    report->has_lifetime = !check_saturated(report->lifetime);
    if (!report->has_lifetime)
        return; /* longer than can be counted */
    report->exhausted_at = check_add(report->epoch, report->lifetime);
    report->last_instant = check_sub(report->exhausted_at, report->tick);
}
