/* Rules about clocks: what happens when one moves back, how it is kept, and how well IDs
 * are sorted. */
#include "validate/check.h"

static idarch_rule_state clock_rule_missing(check *c)
{
    (void)c; /* stated: that is all this rule asks for */
    return IDARCH_RULE_HOLDS;
}

static bool applies_stated_rule(const check *c)
{
    return c->counted && c->clock_rule != IDARCH_CLOCK_NOT_STATED;
}

static idarch_rule_state clock_rule_reset(check *c)
{
    if (c->clock_rule != IDARCH_CLOCK_RESET)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_CLOCK_RULE),
                    "a generator that starts its sequence anew at a smaller time repeats the IDs "
                    "of that time");
    check_hint(c, found, "fail, wait up to a cap, or go on with a logical clock");
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_SEQUENCE), "the sequence");
    return IDARCH_RULE_BROKEN;
}

static bool applies_wait_rule(const check *c)
{
    return c->counted && c->clock_rule == IDARCH_CLOCK_WAIT;
}

static idarch_rule_state clock_wait_cap(check *c)
{
    const idarch_ratio longest = idarch_ratio_int(100 * IDARCH_NS_PER_MS);
    if (c->has_cap && idarch_ratio_compare(c->cap, longest) <= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_CLOCK_RULE), "%s",
        c->has_cap ? idarch_printf(c->arena,
                                   "a wait of up to %s blocks all callers (over 100 ms)",
                                   check_span_text(c, c->cap))
                   : "a wait without a cap blocks all callers for as long as the clock is behind");
    check_hint(c, found, "cap it and fail after it: `wait 5 ms, then fail`");
    return IDARCH_RULE_BROKEN;
}

static bool applies_logical_rule(const check *c)
{
    return c->counted && c->clock_rule == IDARCH_CLOCK_LOGICAL &&
           check_get(c, IDARCH_KEY_CLOCK_RULE);
}

static idarch_rule_state clock_lead_cap(check *c)
{
    if (c->has_cap)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_CLOCK_RULE),
                    "a logical clock without a cap may run ahead of real time without end");
    check_hint(c, found, "cap its lead: `logical (cap 1 s)`");
    return IDARCH_RULE_BROKEN;
}

static bool applies_drawn(const check *c)
{
    return c->counted && c->design->has_workers_drawn;
}

static idarch_rule_state ntp_edge_missing(check *c)
{
    if (c->design->worker_to_clock)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_WARNING,
                    c->design->workers.count ? check_at_span(c->design->workers.items[0].span)
                                             : check_at_layout(c),
                    "the picture draws no time source for the generators, though their IDs "
                    "depend on it");
    check_hint(c, found, "draw an edge to the NTP servers, or mark the node with `:::clock`");
    check_relate(c, found, IDARCH_KEY_TIME_SYNC);
    return IDARCH_RULE_BROKEN;
}

static bool applies_sync(const check *c)
{
    bool other = check_get(c, IDARCH_KEY_TIME_SYNC) &&
                 !check_is(c, IDARCH_KEY_TIME_SYNC, "chrony");
    return c->counted && !other;
}

/* chrony's `makestep threshold limit`: the last number; more than ten updates, or -1 for
 * always, mean steps in service. */
static idarch_rule_state makestep_late(check *c)
{
    long limit;
    if (!check_makestep_limit(c, &limit))
        return check_not_stated(c, IDARCH_KEY_MAKESTEP);
    if (!check_makestep_in_service(limit))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_MAKESTEP),
        "chrony may step the clock %s, not only at its start: a backward step in service",
        limit < 0 ? "at any update"
                  : idarch_printf(c->arena, "in the first %ld updates", limit));
    check_hint(c, found, "limit steps to the first updates: `makestep 1.0 3`");
    check_relate(c, found, IDARCH_KEY_CLOCK_RULE);
    return IDARCH_RULE_BROKEN;
}

static bool applies_ntpd(const check *c)
{
    return c->counted && (check_is(c, IDARCH_KEY_TIME_SYNC, "ntpd") ||
                          check_is(c, IDARCH_KEY_TIME_SYNC, "systemd-timesyncd"));
}

static idarch_rule_state ntp_step_threshold(check *c)
{
    const idarch_setting *threshold = check_get(c, IDARCH_KEY_STEP_THRESHOLD);
    bool ntpd = check_is(c, IDARCH_KEY_TIME_SYNC, "ntpd");
    if (ntpd && check_ntpd_slews(c))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, ntpd && threshold ? IDARCH_KEY_STEP_THRESHOLD
                                                             : IDARCH_KEY_TIME_SYNC),
        "%s steps the clock, also backwards, when it is off by more than %s",
        ntpd ? "ntpd" : "systemd-timesyncd",
        !ntpd       ? "0.4 s"
        : threshold ? check_span_text(c, threshold->value.ratio)
                    : "its default of 128 ms");
    check_hint(c, found, ntpd ? "let it slew (`step threshold: 600 s`, or 0), or use chrony"
                              : "use chrony, with steps only at its start: `makestep 1.0 3`");
    check_relate(c, found, IDARCH_KEY_CLOCK_RULE);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state leap_breaks(check *c, idarch_key key, const char *what)
{
    idarch_diag *found =
        check_break(c, IDARCH_WARNING, check_at_key(c, key), "%s", what);
    check_hint(c, found, "slew over a leap second (`leapsecmode: slew`) or use smeared servers, "
                         "not both");
    check_relate(c, found, IDARCH_KEY_LEAPSECMODE);
    check_relate(c, found, IDARCH_KEY_LEAP_SMEAR);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state leap_mode(check *c)
{
    bool mode = check_get(c, IDARCH_KEY_LEAPSECMODE) != NULL;
    bool slew = check_is(c, IDARCH_KEY_LEAPSECMODE, "slew");
    bool smeared = check_is(c, IDARCH_KEY_LEAP_SMEAR, "smeared");
    if (slew && smeared)
        return leap_breaks(c, IDARCH_KEY_LEAPSECMODE,
                           "smeared servers and a slewing client correct a leap second twice");
    if (slew || smeared || check_is(c, IDARCH_KEY_LEAPSECMODE, "ignore"))
        return IDARCH_RULE_HOLDS;
    if (check_is(c, IDARCH_KEY_LEAP_SMEAR, "mixed"))
        return IDARCH_RULE_NOT_APPLICABLE; /* leap-mixed says it */
    if (!mode)
        return check_not_stated(c, IDARCH_KEY_LEAPSECMODE);
    return leap_breaks(c, IDARCH_KEY_LEAPSECMODE,
                       "an inserted leap second sets every clock back by 1 s at once");
}

static bool applies_smear(const check *c)
{
    return c->time_bits && check_get(c, IDARCH_KEY_LEAP_SMEAR);
}

static idarch_rule_state leap_mixed(check *c)
{
    if (!check_is(c, IDARCH_KEY_LEAP_SMEAR, "mixed"))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_LEAP_SMEAR),
        "smeared and unsmeared time servers differ by up to 1 s around a leap second");
    check_hint(c, found, "use servers of one kind only");
    return IDARCH_RULE_BROKEN;
}

/* The promised bound, `within 1 s` or just `1 s`; 0 where none is promised. */
static idarch_ratio order_bound(const check *c)
{
    const idarch_setting *order = check_get(c, IDARCH_KEY_ORDER);
    if (order && order->value.type == IDARCH_VALUE_DURATION)
        return order->value.ratio;
    return order && order->value.has_argument ? order->value.argument : idarch_ratio_int(0);
}

static bool applies_order_bound(const check *c)
{
    return c->time_bits && order_bound(c).num > 0;
}

/* IDs issued further apart than 2 e + L + q never stand in the wrong order. */
static idarch_rule_state offset_vs_order(check *c)
{
    check_lease lease = check_lease_of(c);
    idarch_ratio bound = order_bound(c);
    idarch_ratio spread = check_add(check_mul(idarch_ratio_int(2), lease.offset),
                                    check_add(lease.lead, lease.tick));
    bool unbounded = check_lead_unbounded(c);
    if (!unbounded && idarch_ratio_compare(spread, bound) <= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_ORDER),
        "IDs are promised sorted within %s, but clocks %s off on two nodes, lead and tick let "
        "them cross %s",
        check_span_text(c, bound), check_span_text(c, lease.offset),
        unbounded ? "without bound"
                  : idarch_printf(c->arena, "within %s", check_span_text(c, spread)));
    check_hint(c, found, "promise at least that, or keep the clocks closer");
    check_relate(c, found, IDARCH_KEY_MAX_OFFSET);
    check_relate(c, found, IDARCH_KEY_CLOCK_RULE);
    check_relate(c, found, IDARCH_KEY_TICK);
    return IDARCH_RULE_BROKEN;
}

/* IDs of one worker are in order; those of several are as far as their clocks are. */
static bool applies_order_across(const check *c)
{
    bool one = !c->node_bits && !c->random_bits;
    return c->time_bits && !one && (check_is(c, IDARCH_KEY_ORDER, "strict") ||
                                    check_is(c, IDARCH_KEY_ORDER, "per tick"));
}

static idarch_rule_state order_across_workers(check *c)
{
    bool strict = check_is(c, IDARCH_KEY_ORDER, "strict");
    check_lease lease = check_lease_of(c);
    idarch_ratio spread = check_add(check_mul(idarch_ratio_int(2), lease.offset), lease.lead);
    if (check_lone_worker(c))
        return IDARCH_RULE_HOLDS;
    if (!strict && !check_get(c, IDARCH_KEY_MAX_OFFSET))
        check_at_best(c, IDARCH_KEY_MAX_OFFSET);
    bool near = idarch_ratio_compare(spread, lease.tick) < 0 && !check_lead_unbounded(c);
    if (!strict && near)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_ORDER), "%s",
        strict ? "a strict order is promised, but the IDs of several workers are sorted by clocks "
                 "that differ, and in one tick by worker"
               : idarch_printf(c->arena,
                               "an order by ticks is promised, but clocks and lead let IDs of two "
                               "workers cross within %s, and a tick is %s",
                               check_lead_unbounded(c) ? "any time" : check_span_text(c, spread),
                               check_span_text(c, lease.tick)));
    check_hint(c, found, "promise `within` a duration of twice the clock offset, lead and a tick, "
                         "or run one generator");
    check_relate(c, found, IDARCH_KEY_MAX_OFFSET);
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    check_relate(c, found, IDARCH_KEY_TICK);
    return IDARCH_RULE_BROKEN;
}

static bool applies_monotonic(const check *c)
{
    return c->counted && check_is(c, IDARCH_KEY_CLOCK_SOURCE, "monotonic base");
}

static idarch_rule_state monotonic_suspend(check *c)
{
    if (!check_get(c, IDARCH_KEY_SUSPEND))
        return check_not_stated(c, IDARCH_KEY_SUSPEND);
    if (check_is(c, IDARCH_KEY_SUSPEND, "never"))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_CLOCK_SOURCE),
                    "a monotonic base stands still while the machine is suspended: IDs fall "
                    "behind real time and jump at the next start");
    check_hint(c, found, "read the wall clock, or rule suspend and live migration out");
    check_relate(c, found, IDARCH_KEY_SUSPEND);
    return IDARCH_RULE_BROKEN;
}

static bool applies_latency(const check *c)
{
    return c->counted && check_get(c, IDARCH_KEY_LATENCY) &&
           c->clock_rule == IDARCH_CLOCK_WAIT;
}

static idarch_rule_state latency_budget(check *c)
{
    idarch_ratio latency = check_ratio(c, IDARCH_KEY_LATENCY);
    if (c->has_cap && idarch_ratio_compare(c->cap, latency) <= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_LATENCY),
        "an ID is promised within %s, but the clock rule may wait %s",
        check_span_text(c, latency), c->has_cap ? check_span_text(c, c->cap) : "without end");
    check_hint(c, found, "shorten the wait or promise less");
    check_relate(c, found, IDARCH_KEY_CLOCK_RULE);
    return IDARCH_RULE_BROKEN;
}

static const check_rule rules[] = {
    {"clock-rule-missing", IDARCH_ERROR, true, check_applies_counted, {IDARCH_KEY_CLOCK_RULE},
     clock_rule_missing, "what happens when the clock moves back is stated"},
    {"clock-rule-reset", IDARCH_ERROR, false, applies_stated_rule, {0}, clock_rule_reset,
     "a smaller time does not start the sequence anew"},
    {"clock-wait-cap", IDARCH_WARNING, false, applies_wait_rule, {0}, clock_wait_cap,
     "a wait has a cap that callers can bear"},
    {"clock-lead-cap", IDARCH_WARNING, false, applies_logical_rule, {0}, clock_lead_cap,
     "the lead of a logical clock has a cap"},
    {"ntp-edge-missing", IDARCH_WARNING, true, applies_drawn, {0}, ntp_edge_missing,
     "the picture draws a time source for the generators"},
    {"ntp-makestep-late", IDARCH_WARNING, true, applies_sync, {IDARCH_KEY_TIME_SYNC},
     makestep_late, "the clock is stepped only at its start"},
    {"ntp-step-threshold", IDARCH_WARNING, false, applies_ntpd, {0}, ntp_step_threshold,
     "ntpd or timesyncd does not step the clock in service"},
    {"leap-mode", IDARCH_WARNING, true, check_applies_counted, {0}, leap_mode,
     "a leap second is slewed or smeared, not both"},
    {"leap-mixed", IDARCH_ERROR, false, applies_smear, {0}, leap_mixed,
     "smeared and unsmeared servers are not mixed"},
    {"offset-vs-order", IDARCH_ERROR, true, applies_order_bound,
     {CHECK_BEST(IDARCH_KEY_MAX_OFFSET)}, offset_vs_order, "clocks keep the promised order"},
    {"order-across-workers", IDARCH_ERROR, true, applies_order_across, {IDARCH_KEY_REPLICAS},
     order_across_workers, "a strict order, or one by ticks, is not promised across clocks"},
    {"monotonic-suspend", IDARCH_WARNING, false, applies_monotonic, {0}, monotonic_suspend,
     "a monotonic base does not meet suspend"},
    {"latency-budget", IDARCH_WARNING, false, applies_latency, {0}, latency_budget,
     "the longest wait fits the promised latency"},
};

const check_rules check_clock_rules = {rules, sizeof rules / sizeof rules[0]};
