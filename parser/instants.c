/* Instants: RFC 3339 with a zone, dates in words with a zone, milliseconds or seconds
 * since the Unix epoch, a year alone. Takes a scan, gives nanoseconds since 1970. A date
 * without a zone, and a bare number, are problems that show the repair. */
#include <glib.h>

#include "parser/values.h"

typedef struct date_time {
    int64_t year;
    int month, day;
    bool has_time;
    int hour, minute, second;
    idarch_ratio fraction; /* ns */
    bool has_zone;
    int zone;              /* minutes east of UTC */
} date_time;

static char peek(const idarch_scan *scan, size_t skip)
{
    return scan->at + skip < scan->text.len ? scan->text.ptr[scan->at + skip] : '\0';
}

/* Exactly count digits as a number. */
static bool digits(idarch_scan *scan, size_t count, int *out)
{
    int value = 0;
    for (size_t i = 0; i < count; i++) {
        if (!g_ascii_isdigit(peek(scan, i)))
            return false;
        value = value * 10 + (peek(scan, i) - '0');
    }
    scan->at += count;
    *out = value;
    return true;
}

static bool skip_char(idarch_scan *scan, char c)
{
    bool here = peek(scan, 0) == c;
    scan->at += here;
    return here;
}

/* YYYY-MM-DD, or a sign and more digits for years past 9999. */
static bool scan_iso_date(idarch_scan *scan, date_time *d)
{
    idarch_scan s = *scan;
    bool plus = skip_char(&s, '+'), minus = !plus && skip_char(&s, '-');
    size_t len = 0;
    int64_t year = 0;
    for (; g_ascii_isdigit(peek(&s, 0)) && len < 9; len++, s.at++)
        year = year * 10 + (peek(&s, 0) - '0');
    if (len < 4 || (len > 4 && !plus && !minus))
        return false;
    d->year = minus ? -year : year;
    if (!skip_char(&s, '-') || !digits(&s, 2, &d->month) || !skip_char(&s, '-') ||
        !digits(&s, 2, &d->day) || g_ascii_isdigit(peek(&s, 0)))
        return false;
    scan->at = s.at;
    return true;
}

static const char *const months[] = {
    "january|jan|enero|ene", "february|feb|febrero", "march|mar|marzo", "april|apr|abril|abr",
    "may|mayo", "june|jun|junio", "july|jul|julio", "august|aug|agosto|ago",
    "september|sep|sept|septiembre|setiembre", "october|oct|octubre", "november|nov|noviembre",
    "december|dec|diciembre|dic"};

static bool scan_month(idarch_scan *scan, int *month)
{
    for (int i = 0; i < 12; i++)
        if (idarch_scan_phrase(scan, months[i])) {
            *month = i + 1;
            return true;
        }
    return false;
}

static bool scan_day(idarch_scan *scan, int *day)
{
    idarch_scan_blanks(scan);
    bool found = digits(scan, 2, day) || digits(scan, 1, day);
    if (!found || g_ascii_isdigit(peek(scan, 0)))
        return false;
    if (!idarch_scan_skip(scan, "st") && !idarch_scan_skip(scan, "nd") &&
        !idarch_scan_skip(scan, "rd"))
        idarch_scan_skip(scan, "th");
    return true;
}

/* 1 January 2026, January 1, 2026, 1 de enero de 2026. */
static bool scan_word_date(idarch_scan *scan, date_time *d)
{
    idarch_scan s = *scan;
    int year;
    bool day_first = scan_day(&s, &d->day);
    if (day_first)
        idarch_scan_fillers(&s, "of|de|del");
    else
        s.at = scan->at;
    if (!scan_month(&s, &d->month) || (!day_first && !scan_day(&s, &d->day)))
        return false;
    idarch_scan_skip(&s, ".");
    idarch_scan_skip(&s, ",");
    idarch_scan_fillers(&s, "of|de|del");
    idarch_scan_blanks(&s);
    if (!digits(&s, 4, &year) || g_ascii_isdigit(peek(&s, 0)))
        return false;
    d->year = year;
    scan->at = s.at;
    return true;
}

/* Behind the seconds: .123456789, as exact as it is written. */
static bool scan_second_fraction(idarch_scan *scan, date_time *d)
{
    idarch_i128 value = 0;
    int64_t scale = 1;
    d->fraction = idarch_ratio_int(0);
    if ((peek(scan, 0) != '.' && peek(scan, 0) != ',') || !g_ascii_isdigit(peek(scan, 1)))
        return true;
    scan->at++;
    for (; g_ascii_isdigit(peek(scan, 0)); scan->at++) {
        if (scale >= 1000000000000000000)
            continue;
        value = value * 10 + (peek(scan, 0) - '0');
        scale *= 10;
    }
    return idarch_ratio_mul(idarch_ratio_make(value, scale), idarch_ratio_int(IDARCH_NS_PER_S),
                            &d->fraction);
}

/* T00:00, T00:00:00.000, " 00:00", ", 00:00", " at 00:00". */
static void scan_time(idarch_scan *scan, date_time *d)
{
    idarch_scan s = *scan;
    if (!idarch_scan_skip(&s, "T")) {
        idarch_scan_skip(&s, ",");
        idarch_scan_fillers(&s, "at|a la|la");
        idarch_scan_blanks(&s);
    }
    if (!digits(&s, 2, &d->hour) || !skip_char(&s, ':') || !digits(&s, 2, &d->minute))
        return;
    if (peek(&s, 0) == ':' && g_ascii_isdigit(peek(&s, 1))) {
        s.at++;
        if (!digits(&s, 2, &d->second) || !scan_second_fraction(&s, d))
            return;
    }
    if (g_ascii_isdigit(peek(&s, 0)))
        return;
    d->has_time = true;
    scan->at = s.at;
}

/* Z, UTC, GMT, +02:00, UTC+2. */
static bool scan_zone(idarch_scan *scan, date_time *d)
{
    idarch_scan s = *scan;
    int hours = 0, minutes = 0;
    idarch_scan_blanks(&s);
    bool named = idarch_scan_phrase(&s, "z|utc|gmt|zulu");
    bool west = peek(&s, 0) == '-' || idarch_str_starts(idarch_str_sub(s.text, s.at, s.text.len),
                                                        "\xE2\x88\x92");
    if (!named && peek(&s, 0) != '+' && !west)
        return true;
    if (peek(&s, 0) == '+' || west) {
        s.at += peek(&s, 0) == '+' || peek(&s, 0) == '-' ? 1 : 3;
        if (!digits(&s, 2, &hours) && !digits(&s, 1, &hours))
            return true;
        bool colon = skip_char(&s, ':');
        if (!digits(&s, 2, &minutes) && colon)
            return true;
    }
    if (hours > 23 || minutes > 59)
        return idarch_scan_fail(scan, "setting-value", scan->at, s.at, "there is no such zone",
                                "write Z for UTC, or an offset such as +02:00");
    d->has_zone = true;
    d->zone = (west ? -1 : 1) * (hours * 60 + minutes);
    scan->at = s.at;
    return true;
}

static bool real(const date_time *d)
{
    int minute_of_day = ((d->hour * 60 + d->minute - d->zone) % 1440 + 1440) % 1440;
    bool leap_second = d->second == 60 && minute_of_day == 1439;
    return idarch_civil_valid(d->year, d->month, d->day) && d->hour < 24 && d->minute < 60 &&
           (d->second < 60 || leap_second);
}

static idarch_ratio to_ns(const date_time *d)
{
    int64_t days = idarch_days_from_civil(d->year, d->month, d->day);
    idarch_i128 seconds = (idarch_i128)days * 86400 + d->hour * 3600 + d->minute * 60 +
                          d->second - (idarch_i128)d->zone * 60;
    idarch_ratio ns = idarch_ratio_int(seconds * IDARCH_NS_PER_S);
    if (d->fraction.den > 0)
        idarch_ratio_add(ns, d->fraction, &ns);
    return ns;
}

static bool fail_zone(idarch_scan *scan, size_t start, const date_time *d)
{
    const char *written = idarch_shown(scan->arena, idarch_str_sub(scan->text, start, scan->at));
    return idarch_scan_fail(
        scan, "epoch-zone", start, scan->at,
        idarch_printf(scan->arena, "'%s' has no time zone, so it is another instant on each host",
                      written),
        idarch_printf(scan->arena, "write %s",
                      idarch_format_instant(scan->arena, to_ns(d))));
}

/* How many digits stand at the place. */
static size_t digit_count(const idarch_scan *scan, size_t skip)
{
    size_t count = 0;
    while (g_ascii_isdigit(peek(scan, skip + count)))
        count++;
    return count;
}

/* Dates that are written in another form: 01/02/2026, 2026-1-1, 10000-01-01. */
static bool is_foreign_date(idarch_scan *scan)
{
    size_t first = digit_count(scan, 0), second = digit_count(scan, first + 1);
    char sign = peek(scan, first);
    size_t third = digit_count(scan, first + second + 2), end = scan->at;
    if (!first || !second || !third || !strchr("/-.", sign) ||
        peek(scan, first + 1 + second) != sign)
        return false;
    while (end < scan->text.len && !idarch_blank_at(scan->text, end) &&
           !strchr(",;)", scan->text.ptr[end]))
        end++;
    const char *written = idarch_shown(scan->arena, idarch_str_sub(scan->text, scan->at, end));
    const char *why = "is no date that is read: which number is the month?";
    const char *hint = "write year, month and day: 2026-01-31T00:00:00Z";
    if (sign == '-' && first == 4) {
        why = "is no date that is read: month and day have two digits";
        hint = "write 2026-01-01T00:00:00Z";
    } else if (sign == '-' && first > 4) {
        why = "is no date that is read: a year past 9999 begins with a sign";
        hint = idarch_printf(scan->arena, "write +%s", written);
    } else if (sign == '-' && third <= 2) {
        why = "is no date that is read: the year has four digits";
    }
    idarch_scan_fail(scan, "instant-form", scan->at, end,
                     idarch_printf(scan->arena, "'%s' %s", written, why), hint);
    return true;
}

static bool scan_date(idarch_scan *scan, idarch_ratio *ns)
{
    date_time d = {.fraction = {0, 1}};
    size_t start = scan->at;
    if (!scan_iso_date(scan, &d) && !scan_word_date(scan, &d))
        return false;
    scan_time(scan, &d);
    if (!d.has_time && (peek(scan, 0) == 'T' || peek(scan, 0) == 't'))
        return idarch_scan_fail(scan, "instant-form", start, scan->text.len,
                                "the time behind the date is not understood",
                                "hours, minutes and seconds have two digits: T09:05:00Z");
    if (!d.has_time)
        d.hour = d.minute = d.second = 0;
    if (!scan_zone(scan, &d))
        return false;
    if (!real(&d))
        return idarch_scan_fail(scan, "setting-value", start, scan->at,
                                "there is no such date or time", NULL);
    if (!d.has_zone)
        return fail_zone(scan, start, &d);
    *ns = to_ns(&d);
    return true;
}

static bool fail_bare(idarch_scan *scan, size_t start, idarch_ratio number)
{
    idarch_ratio ms, s;
    const char *digits_text = idarch_format_i128(scan->arena, idarch_ratio_floor(number), false);
    bool fits = idarch_ratio_mul(number, idarch_ratio_int(IDARCH_NS_PER_MS), &ms) &&
                idarch_ratio_mul(number, idarch_ratio_int(IDARCH_NS_PER_S), &s);
    const char *hint = "write an instant, like 2026-01-01T00:00:00Z";
    if (fits && number.num < (idarch_i128)1 << 62)
        hint = idarch_printf(scan->arena, "write '%s ms' (%s) or '%s s' (%s)", digits_text,
                             idarch_format_instant(scan->arena, ms), digits_text,
                             idarch_format_instant(scan->arena, s));
    return idarch_scan_fail(scan, "epoch-zone", start, scan->at,
                            idarch_printf(scan->arena, "the bare number %s is no instant",
                                          digits_text),
                            hint);
}

/* A year alone: noted, as it is its first instant in UTC. */
static bool scan_year(idarch_scan *scan, idarch_ratio *ns)
{
    idarch_scan s = *scan;
    int year;
    if (!digits(&s, 4, &year) || year < 1900 || !idarch_scan_end(&s))
        return false;
    date_time d = {.year = year, .month = 1, .day = 1, .fraction = {0, 1}};
    *ns = to_ns(&d);
    if (!scan->problem.code)
        s.problem = (idarch_problem){
            IDARCH_NOTE, "year-alone",
            idarch_printf(scan->arena, "the year %d alone is read as its first instant, %s", year,
                          idarch_format_instant(scan->arena, *ns)),
            NULL, scan->at, s.at};
    *scan = s;
    return true;
}

/* 1288834974657 ms [since the Unix epoch] */
static bool scan_since_epoch(idarch_scan *scan, idarch_ratio *ns)
{
    idarch_scan s = *scan;
    idarch_ratio number, unit;
    size_t start = scan->at;
    bool negative = skip_char(&s, '-');
    if (!g_ascii_isdigit(peek(&s, 0)) || !idarch_scan_number(&s, &number)) {
        scan->problem = s.problem;
        return false;
    }
    if (!idarch_scan_unit(&s, &unit)) {
        scan->at = s.at;
        return fail_bare(scan, start, number);
    }
    if (!idarch_ratio_mul(number, unit, ns))
        return idarch_scan_fail(scan, "setting-value", start, s.at,
                                "this instant is too far away", NULL);
    ns->num = negative ? -ns->num : ns->num;
    idarch_scan_fillers(&s, "since|after|from|desde|unix|epoch|epoca|de|the|la");
    scan->at = s.at;
    return true;
}

bool idarch_scan_instant(idarch_scan *scan, idarch_ratio *ns)
{
    idarch_scan_blanks(scan);
    if (idarch_scan_phrase(scan, "unix epoch|epoch unix|epoca unix|epoca de unix|unix time|unix")) {
        *ns = idarch_ratio_int(0);
        return true;
    }
    if (scan_date(scan, ns))
        return true;
    if (scan->problem.code || is_foreign_date(scan))
        return false;
    return scan_year(scan, ns) || scan_since_epoch(scan, ns);
}
