/* Exact fractions and the calendar. The civil-date routines follow the well-known
 * 400-year-cycle method (146,097 days), shifted so that the year starts in March. */
#include "base/ratio.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

static const int max_bits = 126;

static idarch_u128 magnitude(idarch_i128 a)
{
    return a < 0 ? (idarch_u128)0 - (idarch_u128)a : (idarch_u128)a;
}

static idarch_u128 gcd(idarch_u128 a, idarch_u128 b)
{
    while (b) {
        idarch_u128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* num/den with a sign, reduced; false when it does not fit. */
static bool reduce(bool negative, idarch_u128 num, idarch_u128 den, idarch_ratio *out)
{
    assert(den != 0);
    idarch_u128 common = gcd(num, den);
    num /= common;
    den /= common;
    if (num >> max_bits || den > INT64_MAX)
        return false;
    out->num = negative ? -(idarch_i128)num : (idarch_i128)num;
    out->den = (int64_t)den;
    return true;
}

idarch_ratio idarch_ratio_make(idarch_i128 num, int64_t den)
{
    idarch_ratio out;
    assert(den != 0);
    bool negative = (num < 0) != (den < 0);
    if (!reduce(negative, magnitude(num), magnitude(den), &out)) {
        idarch_i128 most = (idarch_i128)1 << max_bits;
        out = (idarch_ratio){negative ? -most : most, 1};
    }
    return out;
}

static bool mul_u128(idarch_u128 a, idarch_u128 b, idarch_u128 *out)
{
    return !__builtin_mul_overflow(a, b, out);
}

bool idarch_ratio_mul(idarch_ratio a, idarch_ratio b, idarch_ratio *out)
{
    /* Cross-reduce first, so that only results that really are too large fail. */
    idarch_u128 an = magnitude(a.num), bn = magnitude(b.num), num, den;
    idarch_u128 ad = (idarch_u128)a.den, bd = (idarch_u128)b.den;
    idarch_u128 g = gcd(an, bd), h = gcd(bn, ad);
    if (g == 0)
        g = 1;
    if (h == 0)
        h = 1;
    if (!mul_u128(an / g, bn / h, &num) || !mul_u128(ad / h, bd / g, &den))
        return false;
    return reduce((a.num < 0) != (b.num < 0) && num != 0, num, den, out);
}

bool idarch_ratio_div(idarch_ratio a, idarch_ratio b, idarch_ratio *out)
{
    assert(b.num != 0);
    if (magnitude(b.num) > INT64_MAX) {
        /* The divisor does not fit a denominator: only exact small results do. */
        idarch_u128 g = gcd(magnitude(a.num), magnitude(b.num)), num;
        idarch_u128 den, small = magnitude(b.num) / g;
        if (!mul_u128(magnitude(a.num) / g, (idarch_u128)b.den, &num) ||
            !mul_u128((idarch_u128)a.den, small, &den))
            return false;
        return reduce((a.num < 0) != (b.num < 0) && num != 0, num, den, out);
    }
    bool negative = b.num < 0;
    idarch_ratio inverse = {negative ? -(idarch_i128)b.den : b.den,
                            (int64_t)magnitude(b.num)};
    return idarch_ratio_mul(a, inverse, out);
}

bool idarch_ratio_add(idarch_ratio a, idarch_ratio b, idarch_ratio *out)
{
    idarch_i128 common = (idarch_i128)gcd((idarch_u128)a.den, (idarch_u128)b.den);
    idarch_i128 x, y, sum, den = (idarch_i128)a.den / common * b.den;
    if (__builtin_mul_overflow(a.num, b.den / common, &x) ||
        __builtin_mul_overflow(b.num, a.den / common, &y) ||
        __builtin_add_overflow(x, y, &sum))
        return false;
    return reduce(sum < 0, magnitude(sum), (idarch_u128)den, out);
}

bool idarch_ratio_sub(idarch_ratio a, idarch_ratio b, idarch_ratio *out)
{
    b.num = -b.num;
    return idarch_ratio_add(a, b, out);
}

int idarch_ratio_compare(idarch_ratio a, idarch_ratio b)
{
    /* Compare whole parts, then the remainders by cross-multiplication: no overflow,
     * as each remainder is under its 63-bit denominator. */
    idarch_i128 p = idarch_ratio_floor(a), q = idarch_ratio_floor(b);
    if (p != q)
        return p < q ? -1 : 1;
    idarch_i128 x = (a.num - p * a.den) * b.den, y = (b.num - q * b.den) * a.den;
    return (x > y) - (x < y);
}

double idarch_ratio_double(idarch_ratio a)
{
    return (double)a.num / (double)a.den;
}

idarch_i128 idarch_ratio_floor(idarch_ratio a)
{
    idarch_i128 quotient = a.num / a.den;
    return quotient * a.den > a.num ? quotient - 1 : quotient;
}

idarch_i128 idarch_ratio_ceil(idarch_ratio a)
{
    idarch_i128 floor_value = idarch_ratio_floor(a);
    return floor_value * a.den < a.num ? floor_value + 1 : floor_value;
}

idarch_i128 idarch_pow2(unsigned exponent)
{
    assert(exponent <= 125);
    return (idarch_i128)1 << exponent;
}

const char *idarch_format_i128(idarch_arena *arena, idarch_i128 value, bool group)
{
    char digits[64];
    size_t at = sizeof digits - 1, written = 0;
    digits[at] = '\0';
    idarch_u128 rest = magnitude(value);
    do {
        if (group && written && written % 3 == 0)
            digits[--at] = ',';
        digits[--at] = (char)('0' + (int)(rest % 10));
        rest /= 10;
        written++;
    } while (rest);
    if (value < 0)
        digits[--at] = '-';
    return idarch_strdup(arena, digits + at);
}

bool idarch_civil_valid(int64_t year, int month, int day)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month < 1 || month > 12 || day < 1)
        return false;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return day <= days[month - 1] + (month == 2 && leap);
}

int64_t idarch_days_from_civil(int64_t year, int month, int day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t year_of_era = year - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

static void civil_from_days(int64_t days, idarch_civil *civil)
{
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int64_t day_of_era = days - era * 146097;
    int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t march_month = (5 * day_of_year + 2) / 153;
    civil->day = (int)(day_of_year - (153 * march_month + 2) / 5 + 1);
    civil->month = (int)(march_month < 10 ? march_month + 3 : march_month - 9);
    civil->year = year_of_era + era * 400 + (civil->month <= 2);
}

idarch_civil idarch_civil_from_ns(idarch_i128 ns)
{
    idarch_civil civil;
    idarch_i128 days = idarch_ratio_floor((idarch_ratio){ns, IDARCH_NS_PER_DAY});
    int64_t rest = (int64_t)(ns - days * IDARCH_NS_PER_DAY);
    /* 2^126 ns are under 2^80 days; clamp what no calendar reaches. */
    const idarch_i128 most = (idarch_i128)1 << 60;
    days = days > most ? most : days < -most ? -most : days;
    civil_from_days((int64_t)days, &civil);
    civil.ns = rest % IDARCH_NS_PER_S;
    rest /= IDARCH_NS_PER_S;
    civil.second = (int)(rest % 60);
    civil.minute = (int)(rest / 60 % 60);
    civil.hour = (int)(rest / 3600);
    return civil;
}

const char *idarch_format_instant(idarch_arena *arena, idarch_ratio instant)
{
    idarch_civil c = idarch_civil_from_ns(idarch_ratio_floor(instant));
    char fraction[16] = "";
    if (c.ns % IDARCH_NS_PER_MS == 0 && c.ns)
        snprintf(fraction, sizeof fraction, ".%03d", (int)(c.ns / IDARCH_NS_PER_MS));
    else if (c.ns % IDARCH_NS_PER_US == 0 && c.ns)
        snprintf(fraction, sizeof fraction, ".%06d", (int)(c.ns / IDARCH_NS_PER_US));
    else if (c.ns)
        snprintf(fraction, sizeof fraction, ".%09d", (int)c.ns);
    const char *sign = c.year > 9999 ? "+" : c.year < 0 ? "-" : "";
    return idarch_printf(arena, "%s%04lld-%02d-%02dT%02d:%02d:%02d%sZ", sign,
                         (long long)(c.year < 0 ? -c.year : c.year), c.month, c.day, c.hour,
                         c.minute, c.second, fraction);
}

typedef struct unit {
    const char *name;
    int64_t ns;
} unit;

const char *idarch_format_duration(idarch_arena *arena, idarch_ratio ns)
{
    static const unit units[] = {
        {"years", IDARCH_NS_PER_YEAR}, {"days", IDARCH_NS_PER_DAY},
        {"h", 3600 * IDARCH_NS_PER_S}, {"min", 60 * IDARCH_NS_PER_S},
        {"s", IDARCH_NS_PER_S},        {"ms", IDARCH_NS_PER_MS},
        {"\xC2\xB5s", IDARCH_NS_PER_US}, {"ns", 1},
    };
    const size_t count = sizeof units / sizeof units[0];
    double size = fabs(idarch_ratio_double(ns));
    if (ns.num == 0)
        return "0 s";
    size_t chosen = 0;
    while (chosen + 1 < count && size < (double)units[chosen].ns)
        chosen++;
    idarch_ratio in_unit;
    if (!idarch_ratio_div(ns, idarch_ratio_int(units[chosen].ns), &in_unit))
        in_unit = idarch_ratio_int(idarch_ratio_floor(ns) / units[chosen].ns);
    if (size < (double)IDARCH_NS_PER_MS && ns.den > 1) { /* a tick such as 1/4096 ms */
        idarch_ratio ms;
        if (idarch_ratio_div(ns, idarch_ratio_int(IDARCH_NS_PER_MS), &ms) && ms.num == 1)
            return idarch_printf(arena, "1/%lld ms", (long long)ms.den);
    }
    double value = idarch_ratio_double(in_unit);
    int decimals = fabs(value) >= 1000 ? 0 : fabs(value) >= 100 ? 1 : fabs(value) >= 10 ? 1 : 3;
    if (in_unit.den == 1 && (in_unit.num >= 1000 || in_unit.num <= -1000))
        return idarch_printf(arena, "%s %s", idarch_format_i128(arena, in_unit.num, true),
                             units[chosen].name);
    return idarch_printf(arena, "%s %s", idarch_format_double(arena, value, decimals),
                         units[chosen].name);
}
