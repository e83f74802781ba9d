/* Rules about where IDs go: column, JSON, uniqueness, privacy, secrets, chance. */
#include <math.h>

#include "validate/check.h"

/* Bits of the largest ID that can be issued: a sign bit is always 0. */
static unsigned value_bits(const check *c)
{
    const idarch_field *first = &c->layout->fields[0];
    return first->kind == IDARCH_FIELD_SIGN ? c->layout->bits - first->bits : c->layout->bits;
}

/* Characters that the text form of the ID takes, 0 where it is not known. */
static unsigned text_length(const check *c)
{
    const idarch_scheme *scheme = c->design->scheme;
    if (scheme && scheme->text_form == IDARCH_TEXT_UUID)
        return 36;
    if (scheme && scheme->text_form == IDARCH_TEXT_ULID)
        return 26;
    return c->integer ? (unsigned)ceil(value_bits(c) * log10(2)) : 0;
}

/* What the column holds against what it must, as a text; NULL where it is enough. */
static const char *shortage(const check *c)
{
    const check_column *column = &c->column;
    unsigned bits = value_bits(c), chars = text_length(c);
    switch (column->kind) {
    case CHECK_COLUMN_INTEGER:
        /* A signed 64-bit column keeps 64 bits; that they turn negative is sign-bit-used. */
        if (bits <= column->bits || (bits == 64 && column->bits == 63 && c->time_bits))
            return NULL;
        return idarch_printf(c->arena, "%u %s, %u are needed", column->bits,
                             column->bits == 1 ? "bit" : "bits", bits);
    case CHECK_COLUMN_UUID:
        return bits <= 128 ? NULL : idarch_printf(c->arena, "128 bits, %u are needed", bits);
    case CHECK_COLUMN_BINARY:
        if (!column->bits || bits <= column->bits)
            return NULL;
        return idarch_printf(c->arena, "%u bytes, %u are needed", column->length,
                             (bits + 7) / 8);
    case CHECK_COLUMN_TEXT:
        if (!column->length || column->length >= chars)
            return NULL;
        if (chars == 36 && column->length >= 32)
            return NULL; /* a UUID without hyphens */
        return idarch_printf(c->arena, "%u characters, %u are needed", column->length, chars);
    case CHECK_COLUMN_DECIMAL: {
        unsigned digits = (unsigned)ceil(bits * log10(2));
        if (!column->length || column->length >= digits)
            return NULL;
        return idarch_printf(c->arena, "%u digits, %u are needed", column->length, digits);
    }
    case CHECK_COLUMN_FLOAT:
        if (bits <= column->bits)
            return NULL;
        return idarch_printf(c->arena, "only integers of %u bits exactly, %u are needed: "
                                       "different IDs become one",
                             column->bits, bits);
    case CHECK_COLUMN_UNKNOWN: break;
    }
    return NULL;
}

/* A type that is stated, but not known: nothing is said about what it holds. */
static idarch_rule_state column_unknown(check *c)
{
    const idarch_setting *stated = check_get(c, IDARCH_KEY_ID_COLUMN);
    idarch_diag *found =
        check_break(c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_ID_COLUMN),
                    "no type in `%s` is known: whether it holds the IDs is not checked",
                    stated->text ? stated->text : "");
    check_hint(c, found, "name the type: `BIGINT`, `NUMERIC(20)`, `uuid`, `CHAR(36)`, "
                         "`BINARY(16)`");
    return check_not_known(c);
}

static idarch_rule_state column_too_small(check *c)
{
    if (c->column.kind == CHECK_COLUMN_UNKNOWN)
        return column_unknown(c);
    const char *too_small = shortage(c);
    if (!too_small)
        return IDARCH_RULE_HOLDS;
    const idarch_crossing *over = &c->report->int32;
    bool when = c->column.kind == CHECK_COLUMN_INTEGER && c->column.bits == 31 &&
                over->kind == IDARCH_CROSSING_AT;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_ID_COLUMN),
        "the column `%s` holds %s%s", c->column.type, too_small,
        when ? idarch_printf(c->arena, ": it overflows at %s", check_instant(c, over->at)) : "");
    check_hint(c, found, c->integer ? "use BIGINT" : "use a column of the ID's size");
    check_relate_place(c, found, check_at_layout(c), "the bit layout");
    return IDARCH_RULE_BROKEN;
}

static bool applies_json(const check *c)
{
    return c->layout && c->integer;
}

static idarch_rule_state json_number(check *c)
{
    const idarch_crossing *safe = &c->report->js_safe_integer;
    if (!check_is(c, IDARCH_KEY_EXPOSED_AS, "json number") ||
        safe->kind == IDARCH_CROSSING_NEVER || value_bits(c) <= 53)
        return IDARCH_RULE_HOLDS;
    if (safe->kind == IDARCH_CROSSING_NONE && c->time_bits)
        return check_not_stated(c, IDARCH_KEY_EPOCH);
    bool at = safe->kind == IDARCH_CROSSING_AT;
    bool launched = c->has_launch && at && idarch_ratio_compare(safe->at, c->launch) <= 0;
    bool in_time = at && !launched && c->has_least_end &&
                   idarch_ratio_compare(safe->at, c->least_end) >= 0;
    if (at && !launched && !c->has_end && (!c->has_least_end || in_time))
        return check_not_stated(c, check_get(c, IDARCH_KEY_SERVICE_LIFE)
                                       ? IDARCH_KEY_LAUNCH
                                       : IDARCH_KEY_SERVICE_LIFE);
    if (at && in_time)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_EXPOSED_AS),
        "a JSON number is exact in JavaScript only up to 2^53 - 1, which IDs pass %s%s",
        at ? idarch_printf(c->arena, "at %s", check_instant(c, safe->at)) : "from the start",
        at && c->has_end
            ? idarch_printf(c->arena, ", before the service ends at %s", check_instant(c, c->end))
            : "");
    check_hint(c, found, "send IDs as JSON strings");
    check_relate(c, found, IDARCH_KEY_EPOCH);
    check_relate(c, found, IDARCH_KEY_SERVICE_LIFE);
    return IDARCH_RULE_BROKEN;
}

static bool applies_long_text(const check *c)
{
    return c->layout && c->layout->bits == 128 && c->column.kind == CHECK_COLUMN_TEXT;
}

static idarch_rule_state uuid_as_text(check *c)
{
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_ID_COLUMN),
        "a 128-bit ID stored as text takes %s bytes an index entry instead of 28",
        text_length(c) == 26 ? "44" : "52");
    check_hint(c, found, "use a uuid or 16-byte binary column");
    return IDARCH_RULE_BROKEN;
}

static bool applies_unique(const check *c)
{
    return c->layout && check_get(c, IDARCH_KEY_UNIQUE);
}

static idarch_rule_state unique_constraint(check *c)
{
    if (check_ratio(c, IDARCH_KEY_UNIQUE).num)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_UNIQUE),
                                     "without a unique key a duplicate ID goes unnoticed");
    check_hint(c, found, "make the ID the primary key, or add a unique constraint");
    return IDARCH_RULE_BROKEN;
}

static bool applies_public(const check *c)
{
    return c->time_bits && check_get(c, IDARCH_KEY_VISIBLE_TO);
}

static idarch_rule_state privacy_time(check *c)
{
    if (!check_is(c, IDARCH_KEY_VISIBLE_TO, "public"))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_VISIBLE_TO),
        "everyone who sees an ID reads when it was made, to %s",
        check_span_text(c, c->report->tick));
    check_hint(c, found, "show a random public identifier where the time is private");
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_TIME), "the time field");
    return IDARCH_RULE_BROKEN;
}

static bool applies_secret(const check *c)
{
    return c->layout && check_get(c, IDARCH_KEY_SECRET) &&
           check_ratio(c, IDARCH_KEY_SECRET).num != 0;
}

static idarch_rule_state security_role(check *c)
{
    const unsigned enough = 122;
    if (c->random_bits >= enough)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_SECRET),
                    "an ID used as a secret needs %u random bits; this one has %u", enough,
                    c->random_bits);
    check_hint(c, found, "use a UUIDv4 or a token made for the purpose");
    check_relate_place(c, found, check_at_layout(c), "the bit layout");
    return IDARCH_RULE_BROKEN;
}

static bool applies_chance(const check *c)
{
    return c->random_bits > 0 && (!c->sequence_bits || !c->time_bits || !c->node_bits);
}

/* Thresholds of the chance of one collision during service. */
static const double odds_warned = 1e-6, odds_refused = 1e-2;

static idarch_rule_state collision_odds(check *c)
{
    double chance = c->report->collision_probability;
    if (!c->report->has_collision)
        return check_not_stated(c, c->has_total_rate ? IDARCH_KEY_SERVICE_LIFE
                                                     : IDARCH_KEY_REPLICAS);
    if (chance <= odds_warned)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, chance > odds_refused ? IDARCH_ERROR : IDARCH_WARNING,
        check_at_key(c, IDARCH_KEY_RATE), "two IDs are the same with a chance of %s (%s): %s",
        check_small_text(c->arena, chance), check_odds_text(c->arena, chance),
        c->report->collision_basis);
    check_hint(c, found, "use more random bits, or a worker number and a sequence");
    check_relate(c, found, IDARCH_KEY_SERVICE_LIFE);
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_RANDOM), "the random bits");
    return IDARCH_RULE_BROKEN;
}

static bool applies_offline(const check *c)
{
    return c->layout && check_is(c, IDARCH_KEY_CREATED_BY, "offline client");
}

static idarch_rule_state offline_client(check *c)
{
    if (!c->node_bits && !c->sequence_bits)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_CREATED_BY),
                    "a client without a network cannot be given the %s of this layout",
                    c->node_bits ? "worker number" : "next number");
    check_hint(c, found, "take a scheme of time and random bits, such as UUIDv7");
    check_relate_place(c, found, check_at_layout(c), "the bit layout");
    return IDARCH_RULE_BROKEN;
}

static bool applies_strict(const check *c)
{
    return c->time_bits && c->random_bits && !c->sequence_bits &&
           check_is(c, IDARCH_KEY_ORDER, "strict");
}

static idarch_rule_state order_within_tick(check *c)
{
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_ORDER),
                    "a strict order is promised, but IDs of one %s are sorted by their random "
                    "bits",
                    check_tick_text(c->arena, c->report->tick));
    check_hint(c, found, "promise `per tick`, or generate them monotonic");
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_RANDOM), "the random bits");
    return IDARCH_RULE_BROKEN;
}

static const check_rule rules[] = {
    {"column-too-small", IDARCH_ERROR, true, NULL, {IDARCH_KEY_ID_COLUMN}, column_too_small,
     "the column holds every ID"},
    {"json-number", IDARCH_ERROR, true, applies_json, {IDARCH_KEY_EXPOSED_AS}, json_number,
     "IDs sent as JSON numbers stay under 2^53 during service"},
    {"uuid-as-text", IDARCH_WARNING, false, applies_long_text, {0}, uuid_as_text,
     "128-bit IDs are not stored as text"},
    {"unique-constraint", IDARCH_WARNING, false, applies_unique, {0}, unique_constraint,
     "a unique key guards the ID"},
    {"privacy-time", IDARCH_WARNING, false, applies_public, {0}, privacy_time,
     "IDs shown to outsiders do not tell when they were made"},
    {"security-role", IDARCH_ERROR, false, applies_secret, {0}, security_role,
     "an ID used as a secret is random"},
    {"collision-odds", IDARCH_ERROR, true, applies_chance, {IDARCH_KEY_RATE}, collision_odds,
     "random IDs do not collide during service"},
    {"offline-client", IDARCH_ERROR, false, applies_offline, {0}, offline_client,
     "offline clients need no number from anybody"},
    {"order-within-tick", IDARCH_ERROR, false, applies_strict, {0}, order_within_tick,
     "a strict order does not rest on random bits"},
};

const check_rules check_storage_rules = {rules, sizeof rules / sizeof rules[0]};
