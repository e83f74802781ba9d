/* ratio.h: exact numbers: 128-bit fractions for durations, instants and rates, and
 * the proleptic Gregorian calendar beyond the year 9999. */
#ifndef IDARCH_BASE_RATIO_H
#define IDARCH_BASE_RATIO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

__extension__ typedef __int128 idarch_i128;
__extension__ typedef unsigned __int128 idarch_u128;

/* num / den, den > 0, lowest terms. What it counts is said where it is used; all
 * durations and instants of the product are in nanoseconds (instants since
 * 1970-01-01T00:00:00Z, without leap seconds). */
typedef struct idarch_ratio {
    idarch_i128 num;
    int64_t den;
} idarch_ratio;

#define IDARCH_NS_PER_US ((int64_t)1000)
#define IDARCH_NS_PER_MS ((int64_t)1000000)
#define IDARCH_NS_PER_S ((int64_t)1000000000)
#define IDARCH_NS_PER_DAY (86400 * IDARCH_NS_PER_S)
/* A year of 365.25 days, as durations in years are meant. */
#define IDARCH_NS_PER_YEAR (31557600 * IDARCH_NS_PER_S)

/* Lowest terms; den may be negative, not 0. The magnitude saturates at 2^126. */
idarch_ratio idarch_ratio_make(idarch_i128 num, int64_t den);
static inline idarch_ratio idarch_ratio_int(idarch_i128 value)
{
    return (idarch_ratio){value, 1};
}

/* The operations return false, and leave *out alone, when the exact result does not
 * fit 126 bits over 63 bits. */
bool idarch_ratio_add(idarch_ratio a, idarch_ratio b, idarch_ratio *out);
bool idarch_ratio_sub(idarch_ratio a, idarch_ratio b, idarch_ratio *out);
bool idarch_ratio_mul(idarch_ratio a, idarch_ratio b, idarch_ratio *out);
bool idarch_ratio_div(idarch_ratio a, idarch_ratio b, idarch_ratio *out); /* b != 0 */

/* -1, 0, 1; exact. */
int idarch_ratio_compare(idarch_ratio a, idarch_ratio b);

double idarch_ratio_double(idarch_ratio a);

/* Rounds towards minus infinity. */
idarch_i128 idarch_ratio_floor(idarch_ratio a);
idarch_i128 idarch_ratio_ceil(idarch_ratio a);

/* 2^exponent, 0 <= exponent <= 125. */
idarch_i128 idarch_pow2(unsigned exponent);

/* Decimal digits; group puts a comma between groups of three ("4,194,304"). */
const char *idarch_format_i128(idarch_arena *arena, idarch_i128 value, bool group);

/* A civil instant of the proleptic Gregorian calendar, UTC. */
typedef struct idarch_civil {
    int64_t year; /* astronomical: 0 is 1 BC */
    int month;    /* 1..12 */
    int day;      /* 1..31 */
    int hour, minute, second;
    int64_t ns;   /* 0..999,999,999 */
} idarch_civil;

/* Days from 1970-01-01 to a civil date and back (400-year cycles of 146,097 days). */
int64_t idarch_days_from_civil(int64_t year, int month, int day);
idarch_civil idarch_civil_from_ns(idarch_i128 ns);

/* Whether the date exists. */
bool idarch_civil_valid(int64_t year, int month, int day);

/* RFC 3339 in UTC: "2080-07-10T17:30:30.209Z". Fraction digits: none when the instant
 * is on a second, else 3, 6 or 9 (as many groups as it needs, fractions of a ns
 * dropped). Years above 9999 get a plus sign ("+10889-..."), negative ones a minus. */
const char *idarch_format_instant(idarch_arena *arena, idarch_ratio instant);

/* A duration for people: "10 s", "500 ms", "1/4096 ms", "69.7 years", at most three
 * significant digits after the unit is chosen; exact where it can be. */
const char *idarch_format_duration(idarch_arena *arena, idarch_ratio ns);

#endif
