/* Bit layouts and the table of built-in schemes. */
#include "model/scheme.h"

unsigned idarch_layout_bits_of(const idarch_layout *layout, idarch_field_kind kind)
{
    unsigned bits = 0;
    for (size_t i = 0; i < layout->count; i++)
        if (layout->fields[i].kind == kind)
            bits += layout->fields[i].bits;
    return bits;
}

const idarch_field *idarch_layout_field(const idarch_layout *layout, idarch_field_kind kind)
{
    for (size_t i = 0; i < layout->count; i++)
        if (layout->fields[i].kind == kind)
            return &layout->fields[i];
    return NULL;
}

void idarch_layout_number(idarch_layout *layout)
{
    layout->bits = 0;
    for (size_t i = layout->count; i-- > 0;) {
        layout->fields[i].shift = layout->bits;
        layout->bits += layout->fields[i].bits;
    }
}

const char *idarch_field_kind_name(idarch_field_kind kind)
{
    switch (kind) {
    case IDARCH_FIELD_SIGN: return "sign";
    case IDARCH_FIELD_TIME: return "time";
    case IDARCH_FIELD_NODE: return "node";
    case IDARCH_FIELD_SEQUENCE: return "sequence";
    case IDARCH_FIELD_RANDOM: return "random";
    case IDARCH_FIELD_CONSTANT: return "constant";
    case IDARCH_FIELD_RESERVED: return "reserved";
    }
    return "reserved";
}

const char *idarch_clock_rule_name(idarch_clock_rule rule)
{
    switch (rule) {
    case IDARCH_CLOCK_NOT_STATED: return "not stated";
    case IDARCH_CLOCK_FAIL: return "fail";
    case IDARCH_CLOCK_WAIT: return "wait";
    case IDARCH_CLOCK_LOGICAL: return "logical";
    case IDARCH_CLOCK_RESET: return "reset";
    }
    return "not stated";
}

#define SIGN {"sign", IDARCH_FIELD_SIGN, 1, -1}
#define TIME(n) {"time", IDARCH_FIELD_TIME, (n), -1}
#define NODE(label, n) {(label), IDARCH_FIELD_NODE, (n), -1}
#define SEQUENCE(n) {"sequence", IDARCH_FIELD_SEQUENCE, (n), -1}
#define RANDOM(n) {"random", IDARCH_FIELD_RANDOM, (n), -1}
#define CONSTANT(label, n, v) {(label), IDARCH_FIELD_CONSTANT, (n), (v)}
#define MS IDARCH_NS_PER_MS

/* Layouts, epochs and clock rules as published by each system's own source. */
static const idarch_scheme schemes[] = {
    {"snowflake-2010", "Twitter Snowflake (2010)", 64, true, MS, 1, true, 1288834974657,
     IDARCH_CLOCK_FAIL, false, 0, IDARCH_TEXT_DECIMAL,
     {SIGN, TIME(41), NODE("datacenter", 5), NODE("worker", 5), SEQUENCE(12)}},
    {"discord", "Discord", 64, true, MS, 1, true, 1420070400000, IDARCH_CLOCK_NOT_STATED, false,
     0, IDARCH_TEXT_DECIMAL, {TIME(42), NODE("worker", 5), NODE("process", 5), SEQUENCE(12)}},
    {"instagram-2011", "Instagram (2011)", 64, true, MS, 1, true, 1314220021721,
     IDARCH_CLOCK_NOT_STATED, false, 0, IDARCH_TEXT_DECIMAL,
     {TIME(41), NODE("shard", 13), SEQUENCE(10)}},
    {"sonyflake-v1", "Sonyflake v1", 64, true, 10 * MS, 1, true, 1409529600000,
     IDARCH_CLOCK_LOGICAL, false, 0, IDARCH_TEXT_DECIMAL,
     {SIGN, TIME(39), SEQUENCE(8), NODE("machine", 16)}},
    {"sonyflake-v2", "Sonyflake v2", 64, true, 10 * MS, 1, true, 1735689600000,
     IDARCH_CLOCK_LOGICAL, false, 0, IDARCH_TEXT_DECIMAL,
     {SIGN, TIME(39), SEQUENCE(8), NODE("machine", 16)}},
    {"leaf-snowflake", "Leaf Snowflake", 64, true, MS, 1, true, 1288834974657, IDARCH_CLOCK_WAIT,
     true, 5, IDARCH_TEXT_DECIMAL, {SIGN, TIME(41), NODE("worker", 10), SEQUENCE(12)}},
    {"uuid-v4", "UUID version 4", 128, false, 0, 1, false, 0, IDARCH_CLOCK_NOT_STATED, false, 0,
     IDARCH_TEXT_UUID,
     {RANDOM(48), CONSTANT("version", 4, 4), RANDOM(12), CONSTANT("variant", 2, 2), RANDOM(62)}},
    {"uuid-v7", "UUID version 7", 128, true, MS, 1, true, 0, IDARCH_CLOCK_NOT_STATED, false, 0,
     IDARCH_TEXT_UUID,
     {TIME(48), CONSTANT("version", 4, 7), RANDOM(12), CONSTANT("variant", 2, 2), RANDOM(62)}},
    {"ulid", "ULID", 128, true, MS, 1, true, 0, IDARCH_CLOCK_NOT_STATED, false, 0,
     IDARCH_TEXT_ULID, {TIME(48), RANDOM(80)}},
};

/* Other names, written as fold() leaves them. */
static const struct {
    const char *name, *slug;
} aliases[] = {
    {"snowflake", "snowflake-2010"}, {"twittersnowflake", "snowflake-2010"},
    {"twitter", "snowflake-2010"},   {"instagram", "instagram-2011"},
    {"sonyflake", "sonyflake-v1"},   {"leaf", "leaf-snowflake"},
    {"uuid4", "uuid-v4"},            {"uuid7", "uuid-v7"},
    {"uuidversion4", "uuid-v4"},     {"uuidversion7", "uuid-v7"},
};

const idarch_scheme *idarch_schemes(size_t *count)
{
    *count = sizeof schemes / sizeof schemes[0];
    return schemes;
}

enum { NAME_MAX_LEN = 48 };

/* Lower case without blanks, hyphens, underscores; false when it is too long. */
static bool fold(idarch_str name, char out[NAME_MAX_LEN])
{
    size_t len = 0;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        if (c == ' ' || c == '-' || c == '_')
            continue;
        if (len + 1 == NAME_MAX_LEN)
            return false;
        out[len++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    out[len] = '\0';
    return true;
}

static const idarch_scheme *find_folded(const char *folded)
{
    char slug[NAME_MAX_LEN];
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (fold(idarch_str_of(schemes[i].name), slug) && strcmp(slug, folded) == 0)
            return &schemes[i];
    return NULL;
}

const idarch_scheme *idarch_scheme_find(idarch_str name)
{
    char folded[NAME_MAX_LEN], slug[NAME_MAX_LEN];
    if (!fold(name, folded))
        return NULL;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (strcmp(aliases[i].name, folded) == 0 && fold(idarch_str_of(aliases[i].slug), slug))
            return find_folded(slug);
    return find_folded(folded);
}

const char *idarch_scheme_nearest(idarch_str name)
{
    const char *best = NULL;
    unsigned best_distance = 4;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        unsigned d = idarch_str_distance(name, idarch_str_of(schemes[i].name), 3);
        if (d < best_distance) {
            best_distance = d;
            best = schemes[i].name;
        }
    }
    return best;
}

void idarch_scheme_layout(const idarch_scheme *scheme, idarch_span span, idarch_layout *layout)
{
    *layout = (idarch_layout){.stated = true, .from_scheme = true, .span = span};
    for (size_t i = 0; i < 12 && scheme->fields[i].bits; i++) {
        const idarch_scheme_field *from = &scheme->fields[i];
        layout->fields[layout->count++] = (idarch_field){
            .name = from->name, .kind = from->kind, .bits = from->bits,
            .has_value = from->value >= 0, .value = from->value >= 0 ? (uint64_t)from->value : 0,
            .span = span, .bits_span = span, .name_span = span, .meaning_span = span};
    }
    idarch_layout_number(layout);
}
