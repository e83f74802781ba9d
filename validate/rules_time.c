/* Rules about epoch and lifetime. */
#include <math.h>

#include "validate/check.h"
#include "validate/claims.h"

/* An ID of time is dated from an epoch: before it, the time field would be negative. */
static idarch_rule_state epoch_future(check *c)
{
    idarch_ratio epoch = c->report->epoch, start = c->launch;
    bool by_now = !c->has_launch && c->has_now;
    if (by_now) {
        c->used_now = true;
        start = c->now;
    }
    if ((c->has_launch || by_now) && idarch_ratio_compare(epoch, start) > 0) {
        idarch_diag *found = check_break(
            c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_EPOCH),
            "the epoch %s lies after %s %s, so the time field would be negative",
            check_instant(c, epoch), by_now ? "now," : "the launch at",
            check_instant(c, start));
        check_hint(c, found, "take an epoch at or before the launch");
        check_relate(c, found, IDARCH_KEY_LAUNCH);
        return IDARCH_RULE_BROKEN;
    }
    return c->has_launch ? IDARCH_RULE_HOLDS : check_not_stated(c, IDARCH_KEY_LAUNCH);
}

/* Life that is left at the launch, or from the epoch where no launch is stated. */
static idarch_ratio remaining_life(const check *c)
{
    return c->has_launch ? check_sub(c->report->exhausted_at, c->launch) : c->report->lifetime;
}

static idarch_rule_state epoch_not_set(check *c)
{
    const idarch_ratio thirty_years = idarch_ratio_int(30 * (idarch_i128)IDARCH_NS_PER_YEAR);
    idarch_ratio left = remaining_life(c);
    if (c->report->epoch.num != 0 || c->time_bits > 42 ||
        idarch_ratio_compare(left, thirty_years) >= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_EPOCH),
        "the epoch is 1970-01-01, so %u bits of time end at %s, %s after the launch",
        c->time_bits, check_instant(c, c->report->exhausted_at), check_span_text(c, left));
    check_hint(c, found, "take an epoch near the launch: the years since 1970 are wasted");
    check_relate(c, found, IDARCH_KEY_LAUNCH);
    return IDARCH_RULE_BROKEN;
}

/* The reader refuses a date without zone (under this rule's id), so an epoch that was
 * read is one instant everywhere. */
static idarch_rule_state epoch_zone(check *c)
{
    (void)c;
    return IDARCH_RULE_HOLDS;
}

static idarch_rule_state shorter_than_life(check *c, idarch_ratio span)
{
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_field(c, IDARCH_FIELD_TIME),
        "%u bits of %s last %s, less than the service life of %s, whenever it starts",
        c->report->negative_before_end ? c->time_bits - 1 : c->time_bits,
        check_tick_text(c->arena, c->report->tick), check_span_text(c, span),
        check_span_text(c, c->life));
    check_hint(c, found, "one more bit of time doubles the life, and so does a tick twice as "
                         "long");
    check_relate(c, found, IDARCH_KEY_SERVICE_LIFE);
    return IDARCH_RULE_BROKEN;
}

/* What the time field can last, from whatever epoch. */
static idarch_ratio whole_span(const check *c)
{
    return c->report->has_lifetime
               ? c->report->lifetime
               : check_mul(idarch_ratio_int(check_power(c->time_bits)), c->report->tick);
}

/* Without launch or epoch the best is a launch at the epoch: that too can be too short. */
static idarch_rule_state lifetime_short(check *c)
{
    if (!check_get(c, IDARCH_KEY_SERVICE_LIFE))
        return check_not_stated(c, c->report->has_epoch ? IDARCH_KEY_SERVICE_LIFE
                                                        : IDARCH_KEY_EPOCH);
    if (c->has_life && idarch_ratio_compare(whole_span(c), c->life) < 0 &&
        !(c->report->has_epoch && c->has_end))
        return shorter_than_life(c, whole_span(c));
    if (!c->report->has_epoch || !c->has_end)
        return check_not_stated(c, c->report->has_epoch ? IDARCH_KEY_LAUNCH : IDARCH_KEY_EPOCH);
    if (idarch_ratio_compare(c->report->exhausted_at, c->end) >= 0)
        return IDARCH_RULE_HOLDS;
    idarch_ratio missing = check_sub(c->end, c->report->exhausted_at);
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_field(c, IDARCH_FIELD_TIME),
        "the time field is exhausted at %s, %s before the service ends at %s",
        check_instant(c, c->report->exhausted_at), check_span_text(c, missing),
        check_instant(c, c->end));
    check_hint(c, found, "one more bit of time doubles the life, and so does a tick twice as "
                         "long; or take a later epoch");
    check_relate(c, found, IDARCH_KEY_SERVICE_LIFE);
    check_relate(c, found, IDARCH_KEY_LAUNCH);
    check_relate(c, found, IDARCH_KEY_EPOCH);
    return IDARCH_RULE_BROKEN;
}

static bool applies_life(const check *c)
{
    return check_get(c, IDARCH_KEY_SERVICE_LIFE) != NULL;
}

/* A life that ends before it starts would make every other rule about it hold. */
static idarch_rule_state life_empty(check *c)
{
    bool from_epoch = !c->has_launch && c->report->has_epoch;
    idarch_ratio start = from_epoch ? c->report->epoch : c->launch;
    bool dated = c->has_end && (c->has_launch || from_epoch);
    bool over = dated ? idarch_ratio_compare(c->end, start) <= 0 : c->has_life && c->life.num <= 0;
    if (!over)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_SERVICE_LIFE), "the service has no life%s",
        dated ? idarch_printf(c->arena, ": it ends at %s, and %s is %s", check_instant(c, c->end),
                              from_epoch ? "the epoch" : "the launch", check_instant(c, start))
              : "");
    check_hint(c, found, "correct the end or the launch");
    check_relate(c, found, from_epoch ? IDARCH_KEY_EPOCH : IDARCH_KEY_LAUNCH);
    return IDARCH_RULE_BROKEN;
}

static bool applies_now(const check *c)
{
    return c->has_now && c->report->has_lifetime;
}

static idarch_rule_state lifetime_expired(check *c)
{
    c->used_now = true;
    if (idarch_ratio_compare(c->report->exhausted_at, c->now) > 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_field(c, IDARCH_FIELD_TIME),
        "the time field has been exhausted since %s (now is %s)",
        check_instant(c, c->report->exhausted_at), check_instant(c, c->now));
    check_hint(c, found, "move to a new layout or epoch whose IDs are larger than the old ones");
    check_relate(c, found, IDARCH_KEY_EPOCH);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state lifetime_near(check *c)
{
    const idarch_ratio five_years = idarch_ratio_int(5 * (idarch_i128)IDARCH_NS_PER_YEAR);
    c->used_now = true;
    idarch_ratio left = check_sub(c->report->exhausted_at, c->now);
    idarch_ratio tenth = check_div(c->report->lifetime, idarch_ratio_int(10));
    bool few_years = idarch_ratio_compare(left, five_years) < 0;
    if (left.num <= 0)
        return IDARCH_RULE_NOT_APPLICABLE; /* lifetime-expired says it */
    if (!few_years && idarch_ratio_compare(left, tenth) >= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_field(c, IDARCH_FIELD_TIME),
        "only %s are left until the time field is exhausted at %s (%s)",
        check_span_text(c, left), check_instant(c, c->report->exhausted_at),
        few_years ? "under 5 years" : "under a tenth of its life");
    check_hint(c, found, "plan the move to a wider time field");
    check_relate(c, found, IDARCH_KEY_EPOCH);
    return IDARCH_RULE_BROKEN;
}

/* Whether a claim in years fits the lifetime, by either year and any rounding. */
static bool years_agree(const check_claim *claim, double ns)
{
    double step = pow(10, -(double)claim->decimals);
    double julian = ns / 31557600e9, common = ns / 31536000e9;
    return fabs(claim->value - julian) < step || fabs(claim->value - common) < step;
}

static idarch_rule_state lifetime_claim(check *c)
{
    const idarch_field *field = idarch_layout_field(c->layout, IDARCH_FIELD_TIME);
    check_claim claim;
    if (!check_find_years_claim(field->meaning, &claim))
        return IDARCH_RULE_HOLDS;
    idarch_ratio span =
        check_mul(idarch_ratio_int(check_power(c->time_bits)), c->report->tick);
    double ns = c->report->has_lifetime ? idarch_ratio_double(c->report->lifetime)
                                        : idarch_ratio_double(span);
    if (years_agree(&claim, ns))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_span(field->meaning_span),
        "the text says %s years, but %u bits of %s last %s years",
        idarch_format_double(c->arena, claim.value, (int)claim.decimals),
        c->report->negative_before_end ? c->time_bits - 1 : c->time_bits,
        idarch_format_duration(c->arena, c->report->tick),
        idarch_format_double(c->arena, ns / 31557600e9, 2));
    check_hint(c, found, "correct the text, the width or the tick");
    check_relate_place(c, found, check_at_span(field->bits_span), "the width");
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state tick_too_coarse(check *c)
{
    bool coarse =
        idarch_ratio_compare(c->report->tick, idarch_ratio_int(IDARCH_NS_PER_S)) >= 0;
    bool order = check_get(c, IDARCH_KEY_ORDER) && !check_is(c, IDARCH_KEY_ORDER, "none");
    if (!coarse || (!order && !check_get(c, IDARCH_KEY_PAGING_LAG)))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_WARNING, check_at_field(c, IDARCH_FIELD_TIME),
                    "a tick of %s sorts IDs only to %s, and a full sequence waits as long",
                    check_span_text(c, c->report->tick), check_span_text(c, c->report->tick));
    check_hint(c, found, "take a finer tick and more time bits");
    check_relate(c, found, IDARCH_KEY_ORDER);
    return IDARCH_RULE_BROKEN;
}

static bool applies_guard(const check *c)
{
    return c->time_bits && check_get(c, IDARCH_KEY_TIME_OVERFLOW);
}

static idarch_rule_state time_guard(check *c)
{
    if (!check_is(c, IDARCH_KEY_TIME_OVERFLOW, "wrap"))
        return IDARCH_RULE_HOLDS;
    bool after_service = c->report->has_lifetime && c->has_end &&
                         idarch_ratio_compare(c->report->exhausted_at, c->end) >= 0;
    idarch_diag *found = check_break(
        c, after_service ? IDARCH_WARNING : IDARCH_ERROR,
        check_at_key(c, IDARCH_KEY_TIME_OVERFLOW),
        "a time field that wraps starts to repeat old IDs%s",
        c->report->has_lifetime
            ? idarch_printf(c->arena, " at %s", check_instant(c, c->report->exhausted_at))
            : "");
    check_hint(c, found, "refuse IDs before the epoch and after the last tick");
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_TIME), "the time field");
    return IDARCH_RULE_BROKEN;
}

static const check_rule rules[] = {
    {"epoch-future", IDARCH_ERROR, true, check_applies_timed, {IDARCH_KEY_EPOCH}, epoch_future,
     "the epoch is not after the launch"},
    {"epoch-not-set", IDARCH_WARNING, true, check_applies_timed, {IDARCH_KEY_EPOCH},
     epoch_not_set, "few bits of time do not start in 1970"},
    {"epoch-zone", IDARCH_ERROR, true, check_applies_timed, {IDARCH_KEY_EPOCH}, epoch_zone,
     "the epoch is one instant, whatever the zone of the host"},
    {"life-empty", IDARCH_ERROR, true, applies_life, {0}, life_empty,
     "the service ends after it starts"},
    {"lifetime-short", IDARCH_ERROR, true, check_applies_timed, {0}, lifetime_short,
     "the time field lasts as long as the service"},
    {"lifetime-expired", IDARCH_ERROR, true, applies_now, {0}, lifetime_expired,
     "the time field is not yet exhausted"},
    {"lifetime-near", IDARCH_WARNING, false, applies_now, {0}, lifetime_near,
     "the time field is not soon exhausted"},
    {"lifetime-claim", IDARCH_ERROR, true, check_applies_timed, {0}, lifetime_claim,
     "years stated in the text agree with the width"},
    {"tick-too-coarse", IDARCH_WARNING, false, check_applies_timed, {0}, tick_too_coarse,
     "the tick is fine enough for the promised order"},
    {"time-guard-missing", IDARCH_ERROR, false, applies_guard, {0}, time_guard,
     "IDs outside the time field are refused"},
};

const check_rules check_time_rules = {rules, sizeof rules / sizeof rules[0]};
