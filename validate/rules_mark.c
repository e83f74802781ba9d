/* Rules about restarts: the high-water mark, where it is kept, and what it costs. */
#include "validate/check.h"

static bool applies_kept(const check *c)
{
    return c->counted && check_mark_kept(c);
}

/* Longest time between keepers of a number's clocks: 2 e + L. */
static idarch_ratio overlap(const check *c)
{
    check_lease lease = check_lease_of(c);
    return check_add(check_mul(idarch_ratio_int(2), lease.offset), lease.lead);
}

/* Whether a start may find its clock behind the last ID by more than any bound: it is
 * stepped, IDs lead it, or it drifts away from real time until a restart. */
static bool steps_allowed(const check *c)
{
    return c->clock_rule == IDARCH_CLOCK_LOGICAL || check_lead_unbounded(c) ||
           check_steps_in_service(c) || check_is(c, IDARCH_KEY_CLOCK_SOURCE, "monotonic base");
}

static idarch_rule_state mark_breaks(check *c)
{
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_MARK),
        "without a high-water mark an instance that starts with a clock behind its predecessor "
        "issues old timestamps again%s",
        steps_allowed(c)
            ? ""
            : idarch_printf(c->arena, ": a restart of %s must take longer than %s",
                            check_span_text(c, check_ratio(c, IDARCH_KEY_RESTART_TIME)),
                            check_span_text(c, overlap(c))));
    check_hint(c, found, "keep a mark: `high-water mark: every 3 s, 6 s ahead`");
    check_relate(c, found, IDARCH_KEY_RESTART_TIME);
    check_relate(c, found, IDARCH_KEY_MAX_OFFSET);
    check_relate(c, found, IDARCH_KEY_CLOCK_RULE);
    check_relate(c, found, IDARCH_KEY_MAKESTEP);
    return IDARCH_RULE_BROKEN;
}

/* Without a mark, a restart is safe only if it takes longer than clocks can differ. */
static idarch_rule_state hwm_missing(check *c)
{
    if (check_mark_kept(c))
        return IDARCH_RULE_HOLDS;
    if (!check_get(c, IDARCH_KEY_MARK))
        return check_not_stated(c, IDARCH_KEY_MARK);
    if (steps_allowed(c))
        return mark_breaks(c);
    if (!check_get(c, IDARCH_KEY_RESTART_TIME))
        return check_not_stated(c, IDARCH_KEY_RESTART_TIME);
    if (!check_get(c, IDARCH_KEY_MAX_OFFSET))
        check_at_best(c, IDARCH_KEY_MAX_OFFSET);
    return idarch_ratio_compare(check_ratio(c, IDARCH_KEY_RESTART_TIME), overlap(c)) > 0
               ? IDARCH_RULE_HOLDS
               : mark_breaks(c);
}

/* a >= i + w: the write's latency is bounded by the reply timeout where that is stated. */
static idarch_rule_state hwm_lead(check *c)
{
    idarch_ratio interval = check_ratio(c, IDARCH_KEY_MARK_INTERVAL);
    idarch_ratio lead = check_ratio(c, IDARCH_KEY_MARK_LEAD);
    idarch_ratio write = check_ratio(c, IDARCH_KEY_REPLY_TIMEOUT);
    idarch_ratio bound = check_add(interval, write);
    int order = idarch_ratio_compare(lead, bound);
    if (order > 0 || (order == 0 && write.num > 0))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_MARK_LEAD),
        "a mark%s, %s ahead, lets the generator run into it: the lead must %s %s%s",
        interval.num ? idarch_printf(c->arena, " written every %s", check_span_text(c, interval))
                     : "",
        check_span_text(c, lead),
        write.num ? "be at least" : "exceed", check_span_text(c, bound),
        write.num ? idarch_printf(c->arena, " (interval and reply timeout of %s)",
                                  check_span_text(c, write))
                  : "");
    check_hint(c, found, "a lead of twice the interval survives a failed write");
    check_relate(c, found, IDARCH_KEY_MARK_INTERVAL);
    check_relate(c, found, IDARCH_KEY_REPLY_TIMEOUT);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state hwm_on_lease(check *c)
{
    if (!check_is(c, IDARCH_KEY_MARK_STORED_IN, "lease"))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_MARK_STORED_IN),
                    "a mark attached to the lease vanishes with the holder, just when the next "
                    "one needs it");
    check_hint(c, found, "keep it in its own key, one for each worker number");
    check_relate(c, found, IDARCH_KEY_MARK);
    return IDARCH_RULE_BROKEN;
}

static bool applies_volume(const check *c)
{
    return applies_kept(c) && c->moving && check_get(c, IDARCH_KEY_MARK_STORED_IN) &&
           !check_is(c, IDARCH_KEY_WORKER_IDS, "statefulset");
}

static idarch_rule_state hwm_memory_only(check *c)
{
    if (!check_is(c, IDARCH_KEY_MARK_STORED_IN, "volume"))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_MARK_STORED_IN),
                    "the worker number can move to another instance, but the mark stays on the "
                    "volume of the old one");
    check_hint(c, found, "keep the mark beside the number, in the coordinator");
    check_relate(c, found, IDARCH_KEY_WORKER_IDS);
    return IDARCH_RULE_BROKEN;
}

static bool applies_fence(const check *c)
{
    bool two_pods = check_applies_ordinals(c) &&
                    check_is(c, IDARCH_KEY_FORCED_DELETION, "allowed");
    return applies_kept(c) && (c->leased || two_pods);
}

static idarch_rule_state hwm_unfenced(check *c)
{
    if (check_mark_fenced(c))
        return IDARCH_RULE_HOLDS;
    if (!check_get(c, IDARCH_KEY_MARK_WRITTEN))
        return check_not_stated(c, IDARCH_KEY_MARK_WRITTEN);
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_MARK_WRITTEN),
                    "a mark written without a condition can be raised by a paused old holder "
                    "after its successor has read it");
    check_hint(c, found, "write it in a transaction that checks that the worker key is still ours");
    check_relate(c, found, IDARCH_KEY_MARK);
    check_relate(c, found, IDARCH_KEY_WORKER_IDS);
    return IDARCH_RULE_BROKEN;
}

static bool applies_wait(const check *c)
{
    return applies_kept(c) && check_get(c, IDARCH_KEY_STARTUP_LIMIT) &&
           check_get(c, IDARCH_KEY_MARK_LEAD);
}

static idarch_rule_state hwm_wait_budget(check *c)
{
    idarch_ratio limit = check_ratio(c, IDARCH_KEY_STARTUP_LIMIT);
    idarch_ratio clocks = check_mul(idarch_ratio_int(2), check_ratio(c, IDARCH_KEY_MAX_OFFSET));
    idarch_ratio wait = check_add(check_ratio(c, IDARCH_KEY_MARK_LEAD), clocks);
    if (idarch_ratio_compare(wait, limit) <= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_STARTUP_LIMIT),
        "a start may wait %s for its clock to pass the mark, longer than the start-up limit %s",
        check_span_text(c, wait), check_span_text(c, limit));
    check_hint(c, found, "shorten the lead or raise the limit, or the instance is restarted for "
                         "ever");
    check_relate(c, found, IDARCH_KEY_MARK_LEAD);
    check_relate(c, found, IDARCH_KEY_MAX_OFFSET);
    return IDARCH_RULE_BROKEN;
}

static const check_rule rules[] = {
    {"hwm-missing", IDARCH_ERROR, true, check_applies_counted, {0}, hwm_missing,
     "a restart cannot issue old timestamps again"},
    {"hwm-lead", IDARCH_ERROR, true, applies_kept,
     {CHECK_BEST(IDARCH_KEY_MARK_INTERVAL), IDARCH_KEY_MARK_LEAD}, hwm_lead,
     "the mark runs ahead of the generator until it is next written"},
    {"hwm-on-lease", IDARCH_ERROR, true, applies_kept, {IDARCH_KEY_MARK_STORED_IN},
     hwm_on_lease, "the mark outlives the lease"},
    {"hwm-memory-only", IDARCH_ERROR, false, applies_volume, {0}, hwm_memory_only,
     "the mark moves with the worker number"},
    {"hwm-unfenced", IDARCH_ERROR, true, applies_fence, {0}, hwm_unfenced,
     "only the owner of the number raises its mark"},
    {"hwm-wait-budget", IDARCH_WARNING, false, applies_wait,
     {CHECK_BEST(IDARCH_KEY_MAX_OFFSET)}, hwm_wait_budget,
     "waiting for the mark fits the start-up limit"},
};

const check_rules check_mark_rules = {rules, sizeof rules / sizeof rules[0]};
