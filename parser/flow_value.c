/* A YAML value as JavaScript sees it.
 *
 * Takes a tree of flow_yaml.c, gives types by YAML's JSON schema, truth, and the texts of
 * String() and JSON.stringify(). Numbers are doubles, written with the fewest digits that
 * read back the same. */
#include <glib.h>
#include <math.h>

#include "parser/flow_yaml.h"

enum { DEPTH_MAX = 128 /* aliases may make a tree deeper than it was written */ };

static const struct {
    const char *text;
    flow_type type;
} words[] = {
    {"", FLOW_TYPE_NULL},         {"~", FLOW_TYPE_NULL},       {"null", FLOW_TYPE_NULL},
    {"Null", FLOW_TYPE_NULL},     {"NULL", FLOW_TYPE_NULL},    {"true", FLOW_TYPE_TRUE},
    {"True", FLOW_TYPE_TRUE},     {"TRUE", FLOW_TYPE_TRUE},    {"false", FLOW_TYPE_FALSE},
    {"False", FLOW_TYPE_FALSE},   {"FALSE", FLOW_TYPE_FALSE},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t digits(const char *text)
{
    size_t count = 0;
    while (is_digit(text[count]))
        count++;
    return count;
}

/* 0x.., 0o.., 0b.. of any length, after the sign. */
static bool based_number(const char *text, double *number)
{
    int base = text[0] != '0' ? 0 : text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : text[1] == 'b' ? 2 : 0;
    double value = 0;
    if (base == 0 || text[2] == '\0')
        return false;
    for (const char *c = text + 2; *c; c++) {
        int digit = g_ascii_xdigit_value(*c);
        if (digit < 0 || digit >= base)
            return false;
        value = value * base + digit;
    }
    *number = value;
    return isfinite(value);
}

/* digits, a point, digits, an exponent: at least one digit before or, without a sign,
 * after the point. */
static bool decimal_number(const char *text, bool sign, double *number)
{
    size_t whole = digits(text), at = whole;
    if (text[at] == '.') {
        size_t fraction = digits(text + at + 1);
        if (whole == 0 && (sign || fraction == 0))
            return false;
        at += 1 + fraction;
    }
    if (at == 0)
        return false;
    if (text[at] == 'e' || text[at] == 'E') {
        size_t mark = text[at + 1] == '-' || text[at + 1] == '+' ? 2 : 1;
        size_t exponent = digits(text + at + mark);
        if (exponent == 0)
            return false;
        at += mark + exponent;
    }
    *number = g_ascii_strtod(text, NULL);
    return text[at] == '\0' && isfinite(*number);
}

static bool special_number(const char *text, bool sign, double *number)
{
    bool infinite = strcmp(text, ".inf") == 0 || strcmp(text, ".Inf") == 0 ||
                    strcmp(text, ".INF") == 0;
    bool none = !sign && (strcmp(text, ".nan") == 0 || strcmp(text, ".NaN") == 0 ||
                          strcmp(text, ".NAN") == 0);
    *number = infinite ? (double)INFINITY : (double)NAN;
    return infinite || none;
}

static bool plain_number(const char *text, double *number)
{
    bool sign = *text == '-' || *text == '+', minus = *text == '-';
    text += sign;
    if (!based_number(text, number) && !decimal_number(text, sign, number) &&
        !special_number(text, sign, number))
        return false;
    if (minus)
        *number = -*number;
    return true;
}

flow_type idarch_flow_type(const idarch_yaml *value, double *number)
{
    double ignored;
    if (!value)
        return FLOW_TYPE_NULL;
    if (value->kind != IDARCH_YAML_SCALAR)
        return value->kind == IDARCH_YAML_MAPPING ? FLOW_TYPE_MAP : FLOW_TYPE_LIST;
    if (!value->plain)
        return FLOW_TYPE_TEXT;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].text, value->scalar) == 0)
            return words[i].type;
    return plain_number(value->scalar, number ? number : &ignored) ? FLOW_TYPE_NUMBER
                                                                   : FLOW_TYPE_TEXT;
}

bool idarch_flow_truthy(const idarch_yaml *value)
{
    double number = 0;
    switch (idarch_flow_type(value, &number)) {
    case FLOW_TYPE_NULL:
    case FLOW_TYPE_FALSE: return false;
    case FLOW_TYPE_NUMBER: return number < 0 || number > 0;
    case FLOW_TYPE_TEXT: return value->scalar[0] != '\0';
    case FLOW_TYPE_TRUE:
    case FLOW_TYPE_LIST:
    case FLOW_TYPE_MAP: break;
    }
    return true;
}

/* ---- numbers as text ------------------------------------------------------------------- */

/* The digits and the exponent of a positive number, with as few digits as read back. */
static int shortest(double number, char out[32])
{
    char text[40];
    for (int precision = 0; precision < 17; precision++) {
        char format[8];
        g_snprintf(format, sizeof format, "%%.%de", precision);
        g_ascii_formatd(text, sizeof text, format, number);
        double back = g_ascii_strtod(text, NULL);
        if (!(back < number) && !(back > number))
            break;
    }
    size_t len = 0;
    const char *c = text;
    for (; *c && *c != 'e'; c++)
        if (is_digit(*c))
            out[len++] = *c;
    while (len > 1 && out[len - 1] == '0')
        len--;
    out[len] = '\0';
    return (int)g_ascii_strtoll(c + 1, NULL, 10);
}

/* Where JavaScript changes to exponents: 1e21 and above, below 1e-6. */
static void add_positive(idarch_strbuf *out, double number)
{
    char mantissa[32];
    int exponent = shortest(number, mantissa);
    int count = (int)strlen(mantissa);
    if (exponent >= 21 || exponent < -6) {
        idarch_strbuf_putc(out, mantissa[0]);
        if (count > 1)
            idarch_strbuf_printf(out, ".%s", mantissa + 1);
        idarch_strbuf_printf(out, "e%+d", exponent);
    } else if (exponent < 0) {
        idarch_strbuf_printf(out, "0.%.*s%s", -exponent - 1, "000000", mantissa);
    } else {
        for (int i = 0; i <= exponent || i < count; i++) {
            if (i == exponent + 1)
                idarch_strbuf_putc(out, '.');
            idarch_strbuf_putc(out, i < count ? mantissa[i] : '0');
        }
    }
}

static const char *number_text(idarch_arena *arena, double number)
{
    idarch_strbuf out = {.arena = arena};
    if (isnan(number))
        return "NaN";
    if (isinf(number))
        return number < 0 ? "-Infinity" : "Infinity";
    if (!(number < 0) && !(number > 0))
        return "0";
    if (number < 0)
        idarch_strbuf_putc(&out, '-');
    add_positive(&out, fabs(number));
    return idarch_strbuf_text(&out);
}

const char *idarch_flow_json_number(idarch_arena *arena, double number)
{
    if (!isfinite(number))
        return "null";
    const char *text = number_text(arena, number);
    /* Whole numbers above 64 bits get a point, so that readers take them as doubles. */
    return fabs(number) >= 9e18 && !strchr(text, 'e') ? idarch_printf(arena, "%s.0", text) : text;
}

/* ---- the texts of a value -------------------------------------------------------------- */

static void add_string(idarch_strbuf *out, const idarch_yaml *value, unsigned depth)
{
    double number = 0;
    switch (idarch_flow_type(value, &number)) {
    case FLOW_TYPE_NULL: idarch_strbuf_puts(out, "null"); break;
    case FLOW_TYPE_FALSE: idarch_strbuf_puts(out, "false"); break;
    case FLOW_TYPE_TRUE: idarch_strbuf_puts(out, "true"); break;
    case FLOW_TYPE_NUMBER: idarch_strbuf_puts(out, number_text(out->arena, number)); break;
    case FLOW_TYPE_TEXT: idarch_strbuf_puts(out, value->scalar); break;
    case FLOW_TYPE_MAP: idarch_strbuf_puts(out, "[object Object]"); break;
    case FLOW_TYPE_LIST:
        for (size_t i = 0; i < value->items.count && depth < DEPTH_MAX; i++) {
            idarch_strbuf_puts(out, i > 0 ? "," : "");
            if (idarch_flow_type(value->items.items[i], NULL) != FLOW_TYPE_NULL)
                add_string(out, value->items.items[i], depth + 1);
        }
    }
}

const char *idarch_flow_string(idarch_arena *arena, const idarch_yaml *value)
{
    idarch_strbuf out = {.arena = arena};
    if (idarch_flow_type(value, NULL) == FLOW_TYPE_TEXT)
        return value->scalar;
    add_string(&out, value, 0);
    return idarch_strbuf_text(&out);
}

double idarch_flow_number(idarch_arena *arena, const idarch_yaml *value)
{
    double number = 0;
    flow_type type = idarch_flow_type(value, &number);
    if (type == FLOW_TYPE_NUMBER)
        return number;
    if (type == FLOW_TYPE_TRUE)
        return 1;
    if (type != FLOW_TYPE_TEXT && type != FLOW_TYPE_LIST)
        return (double)NAN;
    idarch_str text = idarch_str_trim(idarch_str_of(idarch_flow_string(arena, value)));
    const char *copy = idarch_str_dup(arena, text);
    bool sign = *copy == '-' || *copy == '+', minus = *copy == '-';
    if (*copy == '\0')
        return 0;
    /* Unlike YAML, Number() takes .5 with a sign and no 0x with one. */
    if (sign ? decimal_number(copy + 1, copy[1] == '.' ? false : sign, &number)
             : based_number(copy, &number) || decimal_number(copy, false, &number))
        return minus ? -number : number;
    return (double)NAN;
}

static void add_json_text(idarch_strbuf *out, const char *text)
{
    idarch_strbuf_putc(out, '"');
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            idarch_strbuf_printf(out, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            idarch_strbuf_printf(out, "\\u%04x", (unsigned)(unsigned char)*c);
        else
            idarch_strbuf_putc(out, *c);
    }
    idarch_strbuf_putc(out, '"');
}

static void add_json(idarch_strbuf *out, const idarch_yaml *value, unsigned depth)
{
    double number = 0;
    flow_type type = depth > DEPTH_MAX ? FLOW_TYPE_NULL : idarch_flow_type(value, &number);
    switch (type) {
    case FLOW_TYPE_NULL: idarch_strbuf_puts(out, "null"); return;
    case FLOW_TYPE_FALSE: idarch_strbuf_puts(out, "false"); return;
    case FLOW_TYPE_TRUE: idarch_strbuf_puts(out, "true"); return;
    case FLOW_TYPE_NUMBER:
        idarch_strbuf_puts(out, idarch_flow_json_number(out->arena, number));
        return;
    case FLOW_TYPE_TEXT: add_json_text(out, value->scalar); return;
    case FLOW_TYPE_LIST:
    case FLOW_TYPE_MAP: break;
    }
    bool map = type == FLOW_TYPE_MAP;
    size_t count = map ? value->pairs.count : value->items.count;
    idarch_strbuf_putc(out, map ? '{' : '[');
    for (size_t i = 0; i < count; i++) {
        idarch_strbuf_puts(out, i > 0 ? "," : "");
        if (map) {
            add_json_text(out, value->pairs.items[i].key->scalar);
            idarch_strbuf_putc(out, ':');
        }
        add_json(out, map ? value->pairs.items[i].value : value->items.items[i], depth + 1);
    }
    idarch_strbuf_putc(out, map ? '}' : ']');
}

const char *idarch_flow_json(idarch_arena *arena, const idarch_yaml *value)
{
    idarch_strbuf out = {.arena = arena};
    add_json(&out, value, 0);
    return idarch_strbuf_text(&out);
}
