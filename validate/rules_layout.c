/* Rules about the bits: sum, widths, sign, order, versions, values, numbers in texts. */
#include "validate/check.h"
#include "validate/claims.h"

/* The sum that the document asks for; 0 where any usual width is as good. */
static unsigned wanted_bits(const check *c)
{
    if (check_get(c, IDARCH_KEY_ID_BITS))
        return (unsigned)idarch_ratio_floor(check_ratio(c, IDARCH_KEY_ID_BITS));
    if (c->design->scheme)
        return c->design->scheme->bits;
    return c->layout->claimed ? 0 : 64;
}

static bool sum_is_right(const check *c, unsigned wanted)
{
    static const unsigned usual[] = {53, 63, 64, 96, 128, 160};
    unsigned sum = c->layout->bits;
    bool has_sign = idarch_layout_field(c->layout, IDARCH_FIELD_SIGN) != NULL;
    for (size_t i = 0; wanted == 0 && i < sizeof usual / sizeof usual[0]; i++)
        if (sum == usual[i])
            return true;
    return sum == wanted || (sum == 63 && wanted == 64 && !has_sign);
}

static bool same_fields(const idarch_layout *layout, const idarch_scheme *scheme)
{
    idarch_layout other;
    idarch_scheme_layout(scheme, layout->span, &other);
    bool same = other.count == layout->count;
    for (size_t i = 0; same && i < other.count; i++)
        same = other.fields[i].kind == layout->fields[i].kind &&
               other.fields[i].bits == layout->fields[i].bits;
    return same;
}

/* How to say that the ID is not of 64 bits, where the sum is a usual size or a scheme has
 * the very fields; else NULL. */
static const char *size_statement(const check *c)
{
    static const unsigned usual[] = {53, 96, 128, 160};
    const unsigned sum = c->layout->bits;
    size_t count;
    const idarch_scheme *schemes = idarch_schemes(&count);
    for (size_t i = 0; i < count; i++)
        if (same_fields(c->layout, &schemes[i]))
            return idarch_printf(c->arena, "name the scheme, `Scheme: %s`, or state `ID bits: %u`",
                                 schemes[i].name, sum);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (sum == usual[i])
            return idarch_printf(c->arena,
                                 sum == 128 ? "state the size, `ID bits: %u`, or name a scheme of "
                                              "it, such as `Scheme: ulid`"
                                            : "state the size: `ID bits: %u`",
                                 sum);
    return NULL;
}

static idarch_rule_state bits_sum(check *c)
{
    const idarch_layout *layout = c->layout;
    unsigned wanted = wanted_bits(c);
    if (layout->total_stated && layout->total != layout->bits) {
        idarch_diag *found = check_break(
            c, IDARCH_ERROR, check_at_span(layout->total_span),
            "the total row says %u bits, but the fields add up to %u", layout->total,
            layout->bits);
        check_hint(c, found, "correct the total row or the width of a field");
        check_relate_place(c, found, check_at_layout(c), "the bit layout");
        return IDARCH_RULE_BROKEN;
    }
    if (sum_is_right(c, wanted))
        return IDARCH_RULE_HOLDS;
    unsigned aim = wanted ? wanted : 64;
    bool over = layout->bits > aim;
    const char *named = wanted == 64 ? size_statement(c) : NULL;
    unsigned by = over ? layout->bits - aim : aim - layout->bits;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_layout(c),
                    "the fields add up to %u bits, %u %s than the %u of the ID", layout->bits,
                    by, over ? "more" : "fewer", aim);
    if (named)
        check_hint(c, found, "%s", named);
    else
        check_hint(c, found, "make a field %u %s %s, or state `ID bits: %u`", by,
                   by == 1 ? "bit" : "bits", over ? "narrower" : "wider", layout->bits);
    check_relate(c, found, IDARCH_KEY_ID_BITS);
    return IDARCH_RULE_BROKEN;
}

static bool applies_design(const check *c)
{
    return c->design->has_settings;
}

/* Widest sensible width: an integer ID needs more than one field, larger IDs do not. */
static unsigned widest(const check *c, const idarch_field *field)
{
    if (field->kind == IDARCH_FIELD_SIGN)
        return 1;
    bool counts = field->kind == IDARCH_FIELD_TIME || field->kind == IDARCH_FIELD_NODE ||
                  field->kind == IDARCH_FIELD_SEQUENCE;
    return c->layout->bits <= 64 ? 63 : counts ? 96 : 128;
}

static idarch_rule_state bits_width_range(check *c)
{
    idarch_rule_state state = IDARCH_RULE_HOLDS;
    for (size_t i = 0; i < c->layout->count; i++) {
        const idarch_field *field = &c->layout->fields[i];
        unsigned most = widest(c, field);
        if (field->bits >= 1 && field->bits <= most)
            continue;
        idarch_diag *found = check_break(c, IDARCH_ERROR, check_at_span(field->bits_span),
                                         "field `%s` has %u bits; a %s field has 1 to %u",
                                         field->name, field->bits,
                                         idarch_field_kind_name(field->kind), most);
        check_hint(c, found, most == 1 ? "a sign field is exactly 1 bit; make the rest reserved"
                                       : "split the field, or correct its width");
        state = IDARCH_RULE_BROKEN;
    }
    return state;
}

static bool applies_sign(const check *c)
{
    return c->time_bits && c->layout->bits == 64;
}

/* A worker number, count or random field at the top: half of its values are negative IDs. */
static idarch_rule_state sign_bit_of_other(check *c)
{
    const idarch_field *first = &c->layout->fields[0];
    if (c->column.kind != CHECK_COLUMN_INTEGER || !c->column.is_signed || c->column.bits != 63)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_span(first->span),
        "field `%s` reaches bit 63, the sign bit of a signed column: half of its values make "
        "negative IDs",
        first->name);
    check_hint(c, found, "give the top bit to a sign field, or store the ID unsigned");
    check_relate(c, found, IDARCH_KEY_ID_COLUMN);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state sign_bit_used(check *c)
{
    idarch_field_kind first = c->layout->fields[0].kind;
    if (first == IDARCH_FIELD_SIGN || first == IDARCH_FIELD_RESERVED ||
        first == IDARCH_FIELD_CONSTANT)
        return IDARCH_RULE_HOLDS;
    if (c->column.kind == CHECK_COLUMN_UNKNOWN)
        return check_get(c, IDARCH_KEY_ID_COLUMN) ? check_not_known(c)
                                                  : check_not_stated(c, IDARCH_KEY_ID_COLUMN);
    if (first != IDARCH_FIELD_TIME)
        return sign_bit_of_other(c);
    if (!c->report->negative_before_end && c->report->has_lifetime)
        return IDARCH_RULE_HOLDS;
    if (!c->report->has_lifetime)
        return check_not_stated(c, IDARCH_KEY_EPOCH);
    bool in_service =
        c->has_least_end && idarch_ratio_compare(c->report->exhausted_at, c->least_end) < 0;
    idarch_diag *found = check_break(
        c, in_service ? IDARCH_ERROR : IDARCH_WARNING, check_at_span(c->layout->fields[0].span),
        "the time field reaches bit 63, the sign bit of a signed column: IDs turn negative at "
        "%s%s",
        check_instant(c, c->report->exhausted_at),
        in_service ? idarch_printf(c->arena, ", before the service ends at %s",
                                   check_instant(c, c->least_end))
                   : "");
    check_hint(c, found, "give the top bit to a sign field, or store the ID unsigned");
    check_relate(c, found, IDARCH_KEY_ID_COLUMN);
    check_relate(c, found, IDARCH_KEY_SERVICE_LIFE);
    return IDARCH_RULE_BROKEN;
}

static bool promises_order(const check *c)
{
    return check_get(c, IDARCH_KEY_ORDER) && !check_is(c, IDARCH_KEY_ORDER, "none");
}

static bool applies_order(const check *c)
{
    return c->layout && promises_order(c);
}

/* The field before the time that spoils the order, or NULL. */
static const idarch_field *field_before_time(const check *c)
{
    for (size_t i = 0; i < c->layout->count; i++) {
        const idarch_field *field = &c->layout->fields[i];
        if (field->kind == IDARCH_FIELD_TIME)
            return NULL;
        if (field->kind != IDARCH_FIELD_SIGN && field->kind != IDARCH_FIELD_CONSTANT &&
            field->kind != IDARCH_FIELD_RESERVED)
            return field;
    }
    return NULL;
}

static idarch_rule_state time_not_first(check *c)
{
    const idarch_field *before = field_before_time(c);
    if (!before && c->time_bits)
        return IDARCH_RULE_HOLDS;
    if (!c->time_bits && c->sequence_bits)
        return IDARCH_RULE_HOLDS; /* a plain counter */
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, before ? check_at_span(before->span) : check_at_layout(c),
        "an order is promised, but %s decides it",
        before && c->time_bits
            ? idarch_printf(c->arena, "field `%s`, above the time field,", before->name)
            : "no time field");
    check_hint(c, found, "put the time field first after the sign, or promise no order");
    check_relate(c, found, IDARCH_KEY_ORDER);
    return IDARCH_RULE_BROKEN;
}

static bool applies_uuid(const check *c)
{
    const idarch_scheme *scheme = c->design->scheme;
    return c->layout && scheme && scheme->text_form == IDARCH_TEXT_UUID;
}

/* Whether a constant of the width and value stands at the shift. */
static bool has_constant(const check *c, unsigned bits, unsigned shift, uint64_t value)
{
    for (size_t i = 0; i < c->layout->count; i++) {
        const idarch_field *field = &c->layout->fields[i];
        if (field->kind == IDARCH_FIELD_CONSTANT && field->bits == bits &&
            field->shift == shift && (!field->has_value || field->value == value))
            return true;
    }
    return false;
}

/* The scheme's own version number. */
static uint64_t scheme_version(const idarch_scheme *scheme)
{
    for (size_t i = 0; i < 12 && scheme->fields[i].bits; i++)
        if (scheme->fields[i].kind == IDARCH_FIELD_CONSTANT && scheme->fields[i].bits == 4)
            return (uint64_t)scheme->fields[i].value;
    return 0;
}

static idarch_rule_state uuid_version_variant(check *c)
{
    uint64_t version = scheme_version(c->design->scheme);
    if (has_constant(c, 4, 76, version) && has_constant(c, 2, 62, 2))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_layout(c),
        "a %s has the constant %u in the 4 bits after the first 48 and the constant 2 in the 2 "
        "bits after the first 64; this layout has not",
        c->design->scheme->title, (unsigned)version);
    check_hint(c, found, "use the layout 48, 4 version, 12, 2 variant, 62");
    check_relate_place(c, found, check_at_span(c->design->scheme_span), "the scheme");
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state value_too_large(check *c, check_place place, const char *what,
                                         idarch_i128 value, unsigned bits)
{
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, place, "%s %s does not fit %u %s: 0 to %s", what,
        check_count(c, value), bits, bits == 1 ? "bit" : "bits",
        check_count(c, check_power(bits) - 1));
    check_hint(c, found, "a value that spills over makes two different ticks or workers one "
                         "ID: widen the field or lower the value");
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state field_overflow(check *c)
{
    idarch_rule_state state = IDARCH_RULE_HOLDS;
    for (size_t i = 0; i < c->layout->count; i++) {
        const idarch_field *field = &c->layout->fields[i];
        if (field->has_value && field->bits < 64 && field->value >> field->bits)
            state = value_too_large(c, check_at_span(field->span),
                                    idarch_printf(c->arena, "the constant `%s`", field->name),
                                    (idarch_i128)field->value, field->bits);
    }
    idarch_i128 offset = idarch_ratio_floor(check_ratio(c, IDARCH_KEY_WORKER_ID_OFFSET));
    if (c->node_bits && offset >= check_power(c->node_bits))
        state = value_too_large(c, check_at_key(c, IDARCH_KEY_WORKER_ID_OFFSET),
                                "the worker ID offset", offset, c->node_bits);
    const idarch_setting *start = check_get(c, IDARCH_KEY_SEQUENCE_START);
    if (c->sequence_bits && start && start->value.has_argument &&
        idarch_ratio_floor(start->value.argument) >= check_power(c->sequence_bits))
        state = value_too_large(c, check_at_key(c, IDARCH_KEY_SEQUENCE_START),
                                "the sequence start",
                                idarch_ratio_floor(start->value.argument), c->sequence_bits);
    return state;
}

/* Numbers in a field's own text: "10 bits, 512 instances". */
static idarch_rule_state label_mismatch(check *c)
{
    idarch_rule_state state = IDARCH_RULE_HOLDS;
    for (size_t i = 0; i < c->layout->count; i++) {
        const idarch_field *field = &c->layout->fields[i];
        check_claim claim;
        bool counts =
            field->kind == IDARCH_FIELD_NODE || field->kind == IDARCH_FIELD_SEQUENCE;
        if (!counts || field->bits > 62 ||
            !check_find_count_claim(field->meaning, field->kind, &claim) ||
            !check_count_claim_wrong(&claim, field->bits))
            continue;
        idarch_diag *found = check_break(
            c, IDARCH_ERROR, check_at_span(field->meaning_span),
            "field `%s` says %s, but %u %s hold %s", field->name,
            check_count(c, claim.whole), field->bits, field->bits == 1 ? "bit" : "bits",
            check_count(c, check_power(field->bits)));
        check_hint(c, found, "correct the text or the width");
        check_relate_place(c, found, check_at_span(field->bits_span), "the width");
        state = IDARCH_RULE_BROKEN;
    }
    return state;
}

static const check_rule rules[] = {
    {"bits-sum", IDARCH_ERROR, true, applies_design, {IDARCH_KEY_LAYOUT}, bits_sum,
     "the widths add up to the size of the ID"},
    {"bits-width-range", IDARCH_ERROR, false, NULL, {0}, bits_width_range,
     "every field has a sensible width, a sign field one bit"},
    {"sign-bit-used", IDARCH_WARNING, true, applies_sign, {0}, sign_bit_used,
     "time does not reach the sign bit of a signed column during service"},
    {"time-not-first", IDARCH_ERROR, false, applies_order, {0}, time_not_first,
     "where an order is promised, time is the most significant field"},
    {"label-mismatch", IDARCH_ERROR, true, NULL, {0}, label_mismatch,
     "numbers in the texts of the fields agree with their widths"},
    {"uuid-version-variant", IDARCH_ERROR, false, applies_uuid, {0}, uuid_version_variant,
     "a UUID layout has its version and variant bits"},
    {"field-overflow-unmasked", IDARCH_ERROR, true, NULL, {0}, field_overflow,
     "declared values fit their fields"},
};

const check_rules check_layout_rules = {rules, sizeof rules / sizeof rules[0]};
