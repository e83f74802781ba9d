/* Rules about whether the layout and the sizes make sense at all: something that makes IDs
 * distinct, one sign at the top, a named scheme left as it is, sizes that can be meant. */
#include "validate/check.h"

/* A worker number, constants and reserved bits alone are one ID for each worker, for ever. */
static idarch_rule_state ids_distinct(check *c)
{
    if (c->time_bits || c->sequence_bits || c->random_bits)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_layout(c),
        "no field makes IDs distinct: the layout has no time, no sequence and no random bits");
    check_hint(c, found, "add a time and a sequence, or random bits");
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state sign_at_top(check *c)
{
    idarch_rule_state state = IDARCH_RULE_HOLDS;
    for (size_t i = 1; i < c->layout->count; i++) {
        const idarch_field *field = &c->layout->fields[i];
        if (field->kind != IDARCH_FIELD_SIGN)
            continue;
        bool second = c->layout->fields[0].kind == IDARCH_FIELD_SIGN;
        idarch_diag *found = check_break(
            c, IDARCH_ERROR, check_at_span(field->span), "field `%s` at bit %u is %s",
            field->name, field->shift + field->bits - 1,
            second ? "a second sign: an integer has one, its top bit"
                   : "no sign: the sign of an integer is its top bit");
        check_hint(c, found, second ? "make it reserved, or give its bit to another field"
                                    : "move the sign field to the top, or make it reserved");
        check_relate_place(c, found, check_at_span(c->layout->fields[0].span), "the top field");
        state = IDARCH_RULE_BROKEN;
    }
    return state;
}

/* Schemes that a specification fixes, whose IDs others decode. */
static bool applies_fixed_scheme(const check *c)
{
    return c->layout && c->design->scheme && c->design->scheme->has_time &&
           c->design->scheme->text_form != IDARCH_TEXT_DECIMAL;
}

static idarch_rule_state scheme_left(check *c, idarch_key key, const char *fixed)
{
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, key),
                    "%s fixes the %s to %s: with another one these are no such IDs, and every "
                    "other decoder reads wrong times",
                    c->design->scheme->title, idarch_key_name(key), fixed);
    check_hint(c, found, "leave the %s out, or state the layout without the name of the scheme",
               idarch_key_name(key));
    check_relate_place(c, found, check_at_span(c->design->scheme_span), "the scheme");
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state scheme_changed(check *c)
{
    const idarch_scheme *scheme = c->design->scheme;
    idarch_ratio tick = idarch_ratio_make(scheme->tick_num, scheme->tick_den);
    idarch_ratio epoch = idarch_ratio_int((idarch_i128)scheme->epoch_ms * IDARCH_NS_PER_MS);
    idarch_rule_state state = IDARCH_RULE_HOLDS;
    if (idarch_ratio_compare(c->report->tick, tick) != 0 && !c->report->tick_assumed)
        state = scheme_left(c, IDARCH_KEY_TICK, check_span_text(c, tick));
    if (scheme->has_epoch && idarch_ratio_compare(c->report->epoch, epoch) != 0)
        state = scheme_left(c, IDARCH_KEY_EPOCH, check_instant(c, epoch));
    return state;
}

static bool applies_design(const check *c)
{
    return c->design->has_settings;
}

static idarch_rule_state too_large(check *c)
{
    idarch_rule_state state = IDARCH_RULE_HOLDS;
    for (size_t key = 0; key < IDARCH_KEY_COUNT; key++) {
        if (!c->refused[key])
            continue;
        const idarch_setting *setting = idarch_design_get(c->design, (idarch_key)key);
        bool small = key == IDARCH_KEY_TICK &&
                     idarch_ratio_compare(setting->value.ratio, idarch_ratio_int(1)) < 0;
        idarch_diag *found = check_break(
            c, IDARCH_ERROR, check_at_span(setting->span),
            "`%s` is too %s to be meant: it is left out of all rules and figures",
            idarch_key_name((idarch_key)key), small ? "small" : "large");
        check_hint(c, found, "correct the number or its unit");
        state = IDARCH_RULE_BROKEN;
    }
    return state;
}

static const check_rule rules[] = {
    {"ids-distinct", IDARCH_ERROR, true, NULL, {0}, ids_distinct,
     "some field makes each ID another one"},
    {"sign-not-first", IDARCH_ERROR, true, NULL, {0}, sign_at_top,
     "there is one sign field at most, at the top"},
    {"scheme-changed", IDARCH_ERROR, true, applies_fixed_scheme, {0}, scheme_changed,
     "a scheme fixed by a specification keeps its tick and epoch"},
    {"too-large", IDARCH_ERROR, true, applies_design, {0}, too_large,
     "every stated size is one that can be meant"},
};

const check_rules check_shape_rules = {rules, sizeof rules / sizeof rules[0]};
