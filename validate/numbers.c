/* Numbers and their texts for the rules and reports: fractions that saturate instead of
 * failing, and counts, rates, ticks and odds as people write them. No locale. */
#include <math.h>

#include "validate/check.h"

bool check_saturated(idarch_ratio value)
{
    idarch_i128 most = idarch_pow2(125);
    return value.num >= most || value.num <= -most;
}

/* What a result that does not fit becomes: far away, with the right sign. */
static idarch_ratio saturated(bool negative)
{
    idarch_i128 most = idarch_pow2(125);
    return idarch_ratio_int(negative ? -most : most);
}

idarch_ratio check_add(idarch_ratio a, idarch_ratio b)
{
    idarch_ratio out;
    return idarch_ratio_add(a, b, &out)
               ? out
               : saturated(idarch_ratio_double(a) + idarch_ratio_double(b) < 0);
}

idarch_ratio check_sub(idarch_ratio a, idarch_ratio b)
{
    b.num = -b.num;
    return check_add(a, b);
}

idarch_ratio check_mul(idarch_ratio a, idarch_ratio b)
{
    idarch_ratio out;
    return idarch_ratio_mul(a, b, &out) ? out : saturated((a.num < 0) != (b.num < 0));
}

idarch_ratio check_div(idarch_ratio a, idarch_ratio b)
{
    idarch_ratio out;
    return b.num && idarch_ratio_div(a, b, &out) ? out : saturated((a.num < 0) != (b.num < 0));
}

idarch_i128 check_power(unsigned bits)
{
    return idarch_pow2(bits > 125 ? 125 : bits);
}

const char *check_count(const check *c, idarch_i128 value)
{
    return idarch_format_i128(c->arena, value, true);
}

const char *check_plural(const check *c, idarch_i128 count, const char *one, const char *many)
{
    return idarch_printf(c->arena, "%s %s", check_count(c, count), count == 1 ? one : many);
}

/* A rate under one a second: "0.0114 IDs/s", "1 ID per 2.78 h". */
static const char *slow_rate_words(idarch_arena *arena, idarch_ratio per_second)
{
    double rate = idarch_ratio_double(per_second);
    if (rate >= 1e-3)
        return idarch_printf(arena, "%s IDs/s", check_small_text(arena, rate));
    idarch_ratio apart = check_div(idarch_ratio_int(IDARCH_NS_PER_S), per_second);
    return idarch_printf(arena, "1 ID per %s", idarch_format_duration(arena, apart));
}

const char *check_rate_words(idarch_arena *arena, idarch_ratio per_second)
{
    idarch_i128 whole = idarch_ratio_floor(per_second);
    if (check_saturated(per_second))
        return "over 2^125 IDs/s";
    if (whole == 0 && per_second.num > 0)
        return slow_rate_words(arena, per_second);
    if (per_second.den == 1 || whole >= 1000)
        return idarch_printf(arena, "%s IDs/s", idarch_format_i128(arena, whole, true));
    return idarch_printf(arena, "%s IDs/s",
                         idarch_format_double(arena, idarch_ratio_double(per_second), 2));
}

const char *check_rate_text(const check *c, idarch_ratio per_second)
{
    return check_rate_words(c->arena, per_second);
}

/* One decimal of a large rate, two of a small one; never less than the rate. */
const char *check_demand_text(const check *c, idarch_ratio per_second)
{
    if (per_second.num > 0 && idarch_ratio_floor(check_mul(per_second, idarch_ratio_int(10))) == 0)
        return slow_rate_words(c->arena, per_second);
    unsigned decimals = idarch_ratio_floor(per_second) >= 1000 ? 1 : 2;
    idarch_i128 unit = decimals == 1 ? 10 : 100;
    idarch_i128 parts = idarch_ratio_ceil(check_mul(per_second, idarch_ratio_int(unit)));
    const char *whole = check_count(c, parts / unit);
    if (parts % unit == 0)
        return idarch_printf(c->arena, "%s IDs/s", whole);
    return idarch_printf(c->arena, "%s.%0*d IDs/s", whole, (int)decimals, (int)(parts % unit));
}

const char *check_tick_text(idarch_arena *arena, idarch_ratio tick)
{
    static const struct {
        const char *name;
        int64_t ns;
    } units[] = {{"s", IDARCH_NS_PER_S}, {"ms", IDARCH_NS_PER_MS},
                 {"\xC2\xB5s", IDARCH_NS_PER_US}, {"ns", 1}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        idarch_ratio in_unit = check_div(tick, idarch_ratio_int(units[i].ns));
        if (in_unit.den != 1)
            continue;
        if (in_unit.num == 1)
            return units[i].name;
        return idarch_printf(arena, "%s %s", idarch_format_i128(arena, in_unit.num, true),
                             units[i].name);
    }
    idarch_ratio ms = check_div(tick, idarch_ratio_int(IDARCH_NS_PER_MS));
    return idarch_printf(arena, "%s/%lld ms", idarch_format_i128(arena, ms.num, false),
                         (long long)ms.den);
}

const char *check_span_text(const check *c, idarch_ratio ns)
{
    idarch_i128 years = idarch_ratio_floor(ns) / IDARCH_NS_PER_YEAR;
    if (years >= 1000)
        return idarch_printf(c->arena, "%s years", check_count(c, years));
    return idarch_format_duration(c->arena, ns);
}

const char *check_instant(const check *c, idarch_ratio instant)
{
    return idarch_format_instant(c->arena, instant);
}

const char *check_small_text(idarch_arena *arena, double value)
{
    if (value == 0 || !isfinite(value))
        return "0";
    int exponent = (int)floor(log10(fabs(value)));
    if (exponent >= -3 && exponent < 6)
        return idarch_format_double(arena, value, exponent > 2 ? 0 : 2 - exponent);
    double mantissa = value / pow(10, exponent);
    return idarch_printf(arena, "%se%d", idarch_format_double(arena, mantissa, 2), exponent);
}

const char *check_odds_text(idarch_arena *arena, double probability)
{
    double one_in = probability > 0 ? 1 / probability : 0;
    if (probability <= 0)
        return "none";
    if (one_in < 100)
        return idarch_printf(arena, "1 in %s", idarch_format_double(arena, one_in, 1));
    if (one_in < 1e15)
        return idarch_printf(arena, "1 in %s",
                             idarch_format_i128(arena, (idarch_i128)llround(one_in), true));
    return idarch_printf(arena, "1 in %s", check_small_text(arena, one_in));
}

double check_tick_seconds(const check *c)
{
    return idarch_ratio_double(c->report->tick) / 1e9;
}
