/* Numbers and units of time. Takes a scan, gives exact fractions. Commas, blanks and
 * underscores group digits by three; the point is decimal; what could be both is a
 * problem that shows both readings. */
#include <glib.h>

#include "parser/values.h"

enum { DIGITS_MAX = 36, FRACTION_MAX = 17 };

const char idarch_unit_list[] = "ns, us, ms, s, min, h, days, weeks, years";

bool idarch_scan_fail(idarch_scan *scan, const char *code, size_t start, size_t end,
                      const char *message, const char *hint)
{
    if (!scan->problem.code || scan->problem.severity < IDARCH_ERROR)
        scan->problem = (idarch_problem){IDARCH_ERROR, code, message, hint, start, end};
    return false;
}

void idarch_scan_blanks(idarch_scan *scan)
{
    size_t len;
    while ((len = idarch_blank_at(scan->text, scan->at)))
        scan->at += len;
}

bool idarch_scan_end(const idarch_scan *scan)
{
    idarch_scan copy = *scan;
    idarch_scan_blanks(&copy);
    return copy.at >= copy.text.len;
}

bool idarch_scan_skip(idarch_scan *scan, const char *text)
{
    size_t len = strlen(text);
    if (scan->text.len - scan->at < len ||
        !idarch_str_eq_nocase(idarch_str_sub(scan->text, scan->at, scan->at + len),
                              idarch_str_of(text)))
        return false;
    scan->at += len;
    return true;
}

static char peek(const idarch_scan *scan, size_t skip)
{
    return scan->at + skip < scan->text.len ? scan->text.ptr[scan->at + skip] : '\0';
}

/* Whether a letter (not ASCII alone) or digit stands at the place. */
static bool word_at(idarch_str text, size_t at)
{
    if (at >= text.len)
        return false;
    gunichar c = g_utf8_get_char_validated(text.ptr + at, (gssize)(text.len - at));
    return c != (gunichar)-1 && c != (gunichar)-2 && g_unichar_isalnum(c);
}

const char *idarch_scan_word(idarch_scan *scan)
{
    size_t end = scan->at;
    while (word_at(scan->text, end))
        end = (size_t)(g_utf8_next_char(scan->text.ptr + end) - scan->text.ptr);
    if (end == scan->at)
        return NULL;
    const char *fold = idarch_fold_word(scan->arena, idarch_str_sub(scan->text, scan->at, end));
    scan->at = end;
    return fold;
}

enum { PHRASE_MAX = 3 };

/* The next words, as many as a phrase can have. */
typedef struct ahead {
    const char *words[PHRASE_MAX];
    size_t ends[PHRASE_MAX];
    size_t count;
} ahead;

static ahead look_ahead(const idarch_scan *scan)
{
    ahead a = {.count = 0};
    idarch_scan copy = *scan;
    while (a.count < PHRASE_MAX) {
        idarch_scan_blanks(&copy);
        const char *word = idarch_scan_word(&copy);
        if (!word)
            break;
        if (word[0] == '\0')
            continue;
        a.words[a.count] = word;
        a.ends[a.count++] = copy.at;
    }
    return a;
}

/* Where the phrase (folded words) ends when it stands here, 0 when it does not. */
static size_t phrase_end(const ahead *a, const char *phrase, size_t len)
{
    size_t count = 0;
    for (size_t start = 0; start < len; count++) {
        size_t end = start;
        while (end < len && phrase[end] != ' ')
            end++;
        if (count == a->count || strlen(a->words[count]) != end - start ||
            memcmp(a->words[count], phrase + start, end - start) != 0)
            return 0;
        start = end + 1;
    }
    return count ? a->ends[count - 1] : 0;
}

bool idarch_scan_phrase(idarch_scan *scan, const char *names)
{
    ahead a = look_ahead(scan);
    size_t best = 0;
    for (const char *name = names; *name && a.count;) {
        size_t len = strcspn(name, "|"), end = phrase_end(&a, name, len);
        best = end > best ? end : best;
        name += len + (name[len] == '|');
    }
    scan->at = best ? best : scan->at;
    return best > 0;
}

void idarch_scan_fillers(idarch_scan *scan, const char *names)
{
    static const char *const signs[] = {"\xC2\xB1", "\xE2\x89\xA4", "="};
    for (bool again = true; again;) {
        again = false;
        idarch_scan_blanks(scan);
        for (size_t i = 0; i < sizeof signs / sizeof signs[0] && !again; i++)
            again = idarch_scan_skip(scan, signs[i]);
        again = again || idarch_scan_phrase(scan, names);
    }
}

/* The digits of a number so far. */
typedef struct digits {
    idarch_u128 value;
    size_t count;    /* digits without leading zeros */
    size_t groups;   /* separators met */
    bool malformed;  /* separators that do not part groups of three */
    bool mixed;      /* commas and blanks in one number */
} digits;

static bool add_digit(digits *d, char c)
{
    if (d->value || c != '0')
        d->count++;
    d->value = d->value * 10 + (unsigned)(c - '0');
    return d->count <= DIGITS_MAX;
}

/* Length of a separator of thousands before three digits, 0 for none. */
static size_t separator_at(const idarch_scan *scan)
{
    bool sign = peek(scan, 0) == ',' || peek(scan, 0) == '_';
    size_t len = sign ? 1 : idarch_blank_at(scan->text, scan->at);
    if (len == 0 || peek(scan, 0) == '\n' || !g_ascii_isdigit(peek(scan, len)))
        return 0;
    return len;
}

static size_t digit_run(const idarch_scan *scan, size_t skip)
{
    size_t n = 0;
    while (g_ascii_isdigit(peek(scan, skip + n)))
        n++;
    return n;
}

/* The whole part with its groups. */
static bool scan_whole(idarch_scan *scan, digits *d)
{
    size_t first = digit_run(scan, 0);
    char separator = 0;
    bool ok = true;
    for (size_t run = first;;) {
        for (size_t i = 0; i < run; i++)
            ok = add_digit(d, peek(scan, i)) && ok;
        scan->at += run;
        size_t len = separator_at(scan);
        if (len == 0)
            break;
        char kind = peek(scan, 0) == ',' || peek(scan, 0) == '_' ? peek(scan, 0) : ' ';
        run = digit_run(scan, len);
        bool three = run == 3 && first <= 3 && (separator == 0 || separator == kind);
        if (!three && kind == ' ')
            break; /* another number stands behind a blank */
        d->malformed = d->malformed || !three;
        d->groups++;
        separator = kind;
        scan->at += len;
    }
    return ok;
}

static const char *group_digits(idarch_arena *arena, idarch_u128 value)
{
    return idarch_format_i128(arena, (idarch_i128)value, true);
}

/* `4.096`: thousands or decimals? */
static bool fail_ambiguous(idarch_scan *scan, size_t start, digits whole, const char *fraction)
{
    const char *thousands = group_digits(scan->arena, whole.value * 1000 +
                                         (idarch_u128)g_ascii_strtoull(fraction, NULL, 10));
    const char *written = idarch_shown(scan->arena, idarch_str_sub(scan->text, start, scan->at));
    return idarch_scan_fail(
        scan, "number-locale", start, scan->at,
        idarch_printf(scan->arena, "'%s' can be read as %s or as the decimal %s", written,
                      thousands, written),
        idarch_printf(scan->arena, "write %s, or %s0", thousands, written));
}

static bool fail_separators(idarch_scan *scan, size_t start)
{
    const char *written = idarch_shown(scan->arena, idarch_str_sub(scan->text, start, scan->at));
    return idarch_scan_fail(
        scan, "number-locale", start, scan->at,
        idarch_printf(scan->arena, "the separators of '%s' do not part groups of three digits",
                      written),
        "write a decimal point and commas between thousands: 1.5, 20,000");
}

/* The fraction behind a point; *scale is the power of ten. */
static bool scan_fraction(idarch_scan *scan, size_t start, digits *d, int64_t *scale)
{
    digits whole = *d;
    size_t run = digit_run(scan, 1), used = run;
    if (peek(scan, 0) != '.' || run == 0)
        return true;
    const char *fraction = idarch_str_dup(
        scan->arena, idarch_str_sub(scan->text, scan->at + 1, scan->at + 1 + run));
    while (used > 0 && fraction[used - 1] == '0')
        used--;
    scan->at += 1 + run;
    if (peek(scan, 0) == '.' && digit_run(scan, 1))
        return fail_separators(scan, start);
    bool percent = idarch_str_starts(idarch_str_trim(idarch_str_sub(scan->text, scan->at,
                                                                    scan->text.len)), "%");
    if (run == 3 && whole.groups == 0 && whole.value > 0 && whole.value < 1000 && !percent)
        return fail_ambiguous(scan, start, whole, fraction);
    if (used > FRACTION_MAX)
        return idarch_scan_fail(scan, "setting-value", start, scan->at,
                                "this number has too many decimals", NULL);
    for (size_t i = 0; i < used; i++) {
        add_digit(d, fraction[i]);
        *scale *= 10;
    }
    return true;
}

static const struct {
    const char *names;
    int64_t factor;
} multiples[] = {
    {"mil millone", 1000000000}, /* before mil */
    {"k|thousand|mil", 1000},
    {"million|mio|millon|millone", 1000000},
    {"billion|bn", 1000000000},
};

/* A multiple behind the number: k, M, million. M only as a capital, and not before
 * letters. */
static bool scan_multiple(idarch_scan *scan, int64_t *factor)
{
    idarch_scan copy = *scan;
    *factor = 1;
    idarch_scan_blanks(&copy);
    if ((peek(&copy, 0) == 'M' || peek(&copy, 0) == 'G') && !word_at(copy.text, copy.at + 1)) {
        *factor = peek(&copy, 0) == 'M' ? 1000000 : 1000000000;
        scan->at = copy.at + 1;
        return true;
    }
    for (size_t i = 0; i < sizeof multiples / sizeof multiples[0]; i++) {
        if (!idarch_scan_phrase(&copy, multiples[i].names))
            continue;
        *factor = multiples[i].factor;
        scan->at = copy.at;
        return true;
    }
    return false;
}

static const struct {
    const char *names;
    int value;
} small_numbers[] = {
    {"zero|cero", 0}, {"one|uno|una|once", 1}, {"two|do|twice", 2}, {"three|tre", 3},
    {"four|cuatro", 4}, {"five|cinco", 5}, {"six|seis", 6}, {"seven|siete", 7},
    {"eight|ocho", 8}, {"nine|nueve", 9}, {"ten|diez", 10}, {"twelve|doce", 12},
};

static bool scan_number_word(idarch_scan *scan, idarch_ratio *out)
{
    idarch_scan copy = *scan;
    const char *word = idarch_scan_word(&copy);
    for (size_t i = 0; word && i < sizeof small_numbers / sizeof small_numbers[0]; i++) {
        if (!idarch_fold_is(word, small_numbers[i].names))
            continue;
        *out = idarch_ratio_int(small_numbers[i].value);
        scan->at = copy.at;
        return true;
    }
    return false;
}

/* ^41, **41 or superscript digits behind the base. */
static bool scan_exponent(idarch_scan *scan, unsigned *exponent)
{
    static const char *const superscripts[] = {
        "\xE2\x81\xB0", "\xC2\xB9", "\xC2\xB2", "\xC2\xB3", "\xE2\x81\xB4",
        "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};
    *exponent = 0;
    if (peek(scan, 0) == '^' && digit_run(scan, 1)) {
        scan->at++;
        for (; g_ascii_isdigit(peek(scan, 0)); scan->at++)
            *exponent = *exponent < 1000 ? *exponent * 10 + (unsigned)(peek(scan, 0) - '0') : 1000;
        return true;
    }
    size_t start = scan->at;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < 10 && !again; i++)
            if ((again = idarch_scan_skip(scan, superscripts[i])))
                *exponent = *exponent < 1000 ? *exponent * 10 + i : 1000;
    }
    return scan->at > start;
}

static bool apply_exponent(idarch_scan *scan, size_t start, idarch_ratio *out)
{
    unsigned exponent;
    idarch_ratio base = *out, power = idarch_ratio_int(1);
    if (!scan_exponent(scan, &exponent))
        return true;
    bool ok = exponent <= 125;
    for (unsigned i = 0; i < exponent && ok; i++)
        ok = idarch_ratio_mul(power, base, &power);
    *out = power;
    return ok || idarch_scan_fail(scan, "setting-value", start, scan->at,
                                  "this number is too large", NULL);
}

/* `1/4096`: digits at both sides, nothing between. */
static bool apply_division(idarch_scan *scan, size_t start, idarch_ratio *out)
{
    digits d = {0};
    if (peek(scan, 0) != '/' || !g_ascii_isdigit(peek(scan, 1)))
        return true;
    scan->at++;
    bool ok = scan_whole(scan, &d) && d.value > 0 && d.value <= INT64_MAX;
    return (ok && idarch_ratio_div(*out, (idarch_ratio){(idarch_i128)d.value, 1}, out)) ||
           idarch_scan_fail(scan, "setting-value", start, scan->at,
                            "this fraction cannot be read", NULL);
}

/* Forms that look like numbers and are none: 1e6, 0x10, 1..5. */
static bool is_foreign_form(idarch_scan *scan, size_t start, idarch_u128 value)
{
    char c = peek(scan, 0);
    bool sign = peek(scan, 1) == '+' || peek(scan, 1) == '-';
    bool exponent = (c == 'e' || c == 'E') && g_ascii_isdigit(peek(scan, sign ? 2 : 1));
    bool hex = value == 0 && (c == 'x' || c == 'X') && g_ascii_isxdigit(peek(scan, 1));
    bool points = c == '.' && (peek(scan, 1) == '.' || g_ascii_isdigit(peek(scan, 1)));
    size_t end = scan->at;
    if (!exponent && !hex && !points)
        return false;
    while (end < scan->text.len && (g_ascii_isalnum(scan->text.ptr[end]) ||
                                    strchr(".+-", scan->text.ptr[end])))
        end++;
    const char *written = idarch_shown(scan->arena, idarch_str_sub(scan->text, start, end));
    const char *what = exponent ? "a number with an exponent, which is not read"
                       : hex    ? "a hexadecimal number, which is not read here"
                                : "no number";
    idarch_scan_fail(scan, "setting-value", start, end,
                     idarch_printf(scan->arena, "'%s' is %s", written, what),
                     exponent ? "write it out, or as 2^41, 4k, 1 million"
                     : hex    ? "write it in decimal"
                              : "write one decimal point: 1.5");
    return true;
}

static bool scan_digits(idarch_scan *scan, idarch_ratio *out)
{
    size_t start = scan->at;
    digits d = {0};
    int64_t scale = 1, factor;
    if (!scan_whole(scan, &d))
        return idarch_scan_fail(scan, "setting-value", start, scan->at,
                                "this number is too large", NULL);
    if (d.malformed)
        return fail_separators(scan, start);
    if (!scan_fraction(scan, start, &d, &scale))
        return false;
    if (d.count > DIGITS_MAX)
        return idarch_scan_fail(scan, "setting-value", start, scan->at,
                                "this number has too many digits", NULL);
    if (is_foreign_form(scan, start, d.value))
        return false;
    *out = idarch_ratio_make((idarch_i128)d.value, scale);
    if (scan_multiple(scan, &factor) && !idarch_ratio_mul(*out, idarch_ratio_int(factor), out))
        return idarch_scan_fail(scan, "setting-value", start, scan->at,
                                "this number is too large", NULL);
    return apply_exponent(scan, start, out) && apply_division(scan, start, out);
}

bool idarch_scan_number(idarch_scan *scan, idarch_ratio *out)
{
    size_t start = scan->at;
    idarch_scan_blanks(scan);
    idarch_scan_skip(scan, "+");
    bool found = g_ascii_isdigit(peek(scan, 0)) ? scan_digits(scan, out)
                                                : scan_number_word(scan, out);
    if (!found && !scan->problem.code)
        scan->at = start;
    return found;
}

static const struct {
    const char *names; /* folded */
    int64_t ns;
} units[] = {
    {"ns|nsec|nanosecond|nanosegundo", 1},
    {"us|usec|microsecond|microsegundo", 1000},
    {"ms|msec|millisecond|millis|milisegundo", 1000000},
    {"s|sec|second|seg|segundo", 1000000000},
    {"min|minute|minuto", 60000000000},
    {"h|hr|hour|hora", 3600000000000},
    {"d|day|dia", 86400000000000},
    {"w|wk|week|semana", 604800000000000},
    {"y|yr|year|ano", 31557600000000000},
};

bool idarch_scan_unit(idarch_scan *scan, idarch_ratio *ns)
{
    idarch_scan copy = *scan;
    idarch_scan_blanks(&copy);
    if (peek(&copy, 0) == '-' && word_at(copy.text, copy.at + 1))
        copy.at++; /* 10-ms */
    size_t start = copy.at;
    const char *word = idarch_scan_word(&copy);
    if (!word)
        return false;
    if (strcmp(word, "m") == 0)
        return idarch_scan_fail(scan, "unit-missing", start, copy.at,
                                "the unit 'm' can mean minutes, months or milliseconds",
                                "write min, or ms");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (!idarch_fold_is(word, units[i].names))
            continue;
        *ns = idarch_ratio_int(units[i].ns);
        scan->at = copy.at;
        return true;
    }
    return false;
}

/* A word where a unit of time should stand. */
static bool fail_unknown_unit(idarch_scan *scan)
{
    idarch_scan copy = *scan;
    idarch_scan_blanks(&copy);
    size_t start = copy.at;
    const char *word = idarch_scan_word(&copy);
    static const char joints[] = "then|and|or|each|per|at|in|for|to|of|if|until|ahead|long|before|"
                                 "after|y|o|u|luego|por|cada|de|en|hasta";
    if (!word || !word[0] || idarch_fold_is(word, joints))
        return false; /* no unit at all stands here */
    const char *written = idarch_shown(scan->arena, idarch_str_sub(scan->text, start, copy.at));
    bool month = idarch_fold_is(word, "month|months|me|mese|mo");
    idarch_scan_fail(scan, "unit-unknown", start, copy.at,
                     month ? idarch_printf(scan->arena, "'%s' is no unit that is read: months "
                                                        "differ in length", written)
                           : idarch_printf(scan->arena, "unknown unit of time '%s'", written),
                     month ? "write days: 30 days"
                           : idarch_printf(scan->arena, "write one of %s", idarch_unit_list));
    return true;
}

static bool fail_unit(idarch_scan *scan, size_t start)
{
    if (fail_unknown_unit(scan))
        return false;
    idarch_str text = idarch_str_trim(idarch_str_sub(scan->text, start, scan->at));
    const char *number = idarch_shown(scan->arena, text);
    return idarch_scan_fail(
        scan, "unit-missing", start, scan->at,
        idarch_printf(scan->arena, "the duration '%s' has no unit of time", number),
        idarch_printf(scan->arena, "write one of %s: '%s s'", idarch_unit_list, number));
}

bool idarch_scan_duration(idarch_scan *scan, idarch_ratio *ns)
{
    idarch_ratio total = idarch_ratio_int(0), amount, unit, last = total;
    size_t start = scan->at;
    bool any = false;
    for (;;) {
        idarch_scan one = *scan;
        idarch_scan_blanks(&one);
        if (any)
            idarch_scan_fillers(&one, "and|y");
        size_t number = one.at;
        if (!idarch_scan_number(&one, &amount)) {
            if (!any)
                scan->problem = one.problem;
            break;
        }
        if (!idarch_scan_unit(&one, &unit)) {
            if (any)
                break;
            if (!one.problem.code)
                fail_unit(&one, number);
            *scan = one;
            return false;
        }
        if (any && idarch_ratio_compare(unit, last) >= 0)
            break; /* `10 s and 20 s` are two durations */
        last = unit;
        if (!idarch_ratio_mul(amount, unit, &amount) || !idarch_ratio_add(total, amount, &total))
            return idarch_scan_fail(scan, "setting-value", start, one.at,
                                    "this duration is too long", NULL);
        any = true;
        scan->at = one.at;
    }
    *ns = total;
    return any;
}
