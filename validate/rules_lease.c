/* Rules about leases of worker numbers: margin, keepalives, clocks, coordinator. The
 * arithmetic is in leases.c. */
#include "validate/check.h"

static bool fenced(const check *c)
{
    return check_lease_form_of(c) == CHECK_LEASE_FENCED;
}

static bool applies_unfenced(const check *c)
{
    return check_applies_leased(c) && !fenced(c);
}

static bool applies_etcd(const check *c)
{
    return check_applies_leased(c) && check_is(c, IDARCH_KEY_WORKER_IDS, "etcd lease");
}

static idarch_rule_state lease_missing_ttl(check *c)
{
    if (check_get(c, IDARCH_KEY_LEASE_TTL))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_WORKER_IDS),
                                     "worker IDs are leased, but for how long is not stated");
    check_hint(c, found, "add `lease TTL`");
    return IDARCH_RULE_BROKEN;
}

/* etcd grants whole seconds, at least ceil(1.5 x election timeout). */
static idarch_rule_state lease_ttl_min(check *c)
{
    idarch_ratio second = idarch_ratio_int(IDARCH_NS_PER_S);
    idarch_ratio ttl = check_div(check_ratio(c, IDARCH_KEY_LEASE_TTL), second);
    idarch_ratio election = check_div(check_ratio(c, IDARCH_KEY_ELECTION_TIMEOUT), second);
    idarch_i128 least = idarch_ratio_ceil(check_mul(election, idarch_ratio_make(3, 2)));
    least = least < 1 ? 1 : least;
    bool short_ttl = idarch_ratio_compare(ttl, idarch_ratio_int(least)) < 0;
    if (!short_ttl && ttl.den == 1)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, short_ttl ? IDARCH_ERROR : IDARCH_WARNING, check_at_key(c, IDARCH_KEY_LEASE_TTL),
        "a TTL of %s is %s: etcd grants whole seconds, here at least %s s",
        check_span_text(c, check_ratio(c, IDARCH_KEY_LEASE_TTL)),
        short_ttl ? "under the least that the coordinator grants" : "not a whole number of seconds",
        check_count(c, least));
    check_hint(c, found, "ask for whole seconds, and count by the TTL of the server's answer");
    check_relate(c, found, IDARCH_KEY_ELECTION_TIMEOUT);
    return IDARCH_RULE_BROKEN;
}

/* What the two keepalive rules share: places and sizes. */
static void relate_keepalive(check *c, idarch_diag *found)
{
    check_relate(c, found, IDARCH_KEY_LEASE_TTL);
    check_relate(c, found, IDARCH_KEY_LEASE_MARGIN);
    check_relate(c, found, IDARCH_KEY_REPLY_TIMEOUT);
}

static const char *keepalive_sum(check *c, const check_lease *lease)
{
    return idarch_printf(c->arena, "TTL %s - margin %s - reply %s leave %s for keepalives "
                         "every %s",
                         check_span_text(c, lease->ttl), check_span_text(c, lease->margin),
                         check_span_text(c, lease->reply),
                         check_span_text(c, check_sub(check_sub(lease->ttl, lease->margin),
                                                      lease->reply)),
                         check_span_text(c, lease->keepalive));
}

/* A fenced generator may run to the end of its lease: no margin stated is a margin of 0. */
static bool margin_unknown(const check *c)
{
    return !fenced(c) && !check_get(c, IDARCH_KEY_LEASE_MARGIN);
}

static idarch_rule_state keepalive_too_slow(check *c)
{
    check_lease lease = check_lease_of(c);
    if (margin_unknown(c))
        return check_not_stated(c, IDARCH_KEY_LEASE_MARGIN);
    if (check_lost_keepalives(&lease) >= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_KEEPALIVE),
                    "%s: each lease ends before it can be renewed", keepalive_sum(c, &lease));
    check_hint(c, found, "send keepalives more often, or lengthen the TTL");
    relate_keepalive(c, found);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state keepalive_one_loss(check *c)
{
    check_lease lease = check_lease_of(c);
    idarch_i128 lost = check_lost_keepalives(&lease);
    if (margin_unknown(c))
        return check_not_stated(c, IDARCH_KEY_LEASE_MARGIN);
    if (lost >= 1)
        return IDARCH_RULE_HOLDS;
    if (lost < 0)
        return IDARCH_RULE_NOT_APPLICABLE; /* keepalive-too-slow says it */
    idarch_diag *found =
        check_break(c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_KEEPALIVE),
                    "%s: one lost keepalive stops the worker", keepalive_sum(c, &lease));
    check_hint(c, found, "leave room for two keepalives, better three");
    relate_keepalive(c, found);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state margin_missing(check *c)
{
    if (check_ratio(c, IDARCH_KEY_LEASE_MARGIN).num > 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_LEASE_MARGIN),
                    "a holder that stops only at the end of the TTL overlaps with the next one");
    check_hint(c, found, "stop earlier by a `lease margin`");
    check_relate(c, found, IDARCH_KEY_LEASE_TTL);
    return IDARCH_RULE_BROKEN;
}

/* The margin rules need the pause only where the check comes before the reading. */
static bool pause_missing(const check *c)
{
    return check_lease_form_of(c) == CHECK_LEASE_BEFORE && !check_get(c, IDARCH_KEY_MAX_PAUSE);
}

/* Without a cap the lead of a logical clock has no bound, and then no margin is enough. */
static bool lead_unbounded(const check *c)
{
    return c->clock_rule == IDARCH_CLOCK_LOGICAL && !c->has_cap;
}

static const char *form_text(check_lease_form form)
{
    switch (form) {
    case CHECK_LEASE_BEFORE: return "checked before the clock is read";
    case CHECK_LEASE_WITH: return "checked by the reading that dates the ID";
    case CHECK_LEASE_STAMP: return "bounding the ID's own timestamp";
    case CHECK_LEASE_FENCED: return "fenced by the high-water mark";
    case CHECK_LEASE_UNSTATED: break;
    }
    return "checked at a time not stated";
}

static void relate_margin(check *c, idarch_diag *found)
{
    static const idarch_key keys[] = {IDARCH_KEY_LEASE_TTL, IDARCH_KEY_LEASE_CHECK,
                                      IDARCH_KEY_CLOCK_DRIFT, IDARCH_KEY_MAX_OFFSET,
                                      IDARCH_KEY_MAX_PAUSE};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        check_relate(c, found, keys[i]);
    if (c->clock_rule == IDARCH_CLOCK_LOGICAL)
        check_relate(c, found, IDARCH_KEY_CLOCK_RULE);
}

/* Up to the next whole ms, so that the printed bound is one that holds. */
static idarch_ratio next_ms(idarch_ratio ns)
{
    idarch_ratio ms = idarch_ratio_int(IDARCH_NS_PER_MS);
    return check_mul(idarch_ratio_int(idarch_ratio_ceil(check_div(ns, ms))), ms);
}

static idarch_rule_state margin_too_small(check *c)
{
    check_lease lease = check_lease_of(c);
    check_lease_form form = check_lease_form_of(c);
    if (pause_missing(c))
        return check_not_stated(c, IDARCH_KEY_MAX_PAUSE);
    idarch_ratio bound = check_margin_bound(&lease, form);
    bool unbounded = lead_unbounded(c);
    if (!unbounded && idarch_ratio_compare(lease.margin, bound) >= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_LEASE_MARGIN),
        "with a lease %s, a margin of %s is too small: %s", form_text(form),
        check_span_text(c, lease.margin),
        unbounded ? "the logical clock may lead without bound"
                  : idarch_printf(c->arena,
                                  "two holders can issue one timestamp unless it is at least %s",
                                  check_span_text(c, next_ms(bound))));
    if (unbounded)
        check_hint(c, found, "cap the lead: `clock moved back: logical (cap 1 s)`");
    else
        check_hint(c, found, "raise the margin%s",
                   form == CHECK_LEASE_BEFORE
                       ? ", or check the lease with the clock reading: pauses then do not count"
                       : ", or lower the clock offset and drift");
    relate_margin(c, found);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state margin_impossible(check *c)
{
    check_lease lease = check_lease_of(c);
    check_lease_form form = check_lease_form_of(c);
    if (form == CHECK_LEASE_UNSTATED || pause_missing(c) || lead_unbounded(c))
        return IDARCH_RULE_NOT_STATED;
    idarch_ratio bound = check_margin_bound(&lease, form);
    idarch_ratio room = check_sub(check_sub(lease.ttl, lease.keepalive), lease.reply);
    if (idarch_ratio_compare(bound, room) < 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_LEASE_TTL),
        "no margin is both safe and live: safety needs %s, but TTL - keepalive - reply leave "
        "only %s",
        check_span_text(c, bound), check_span_text(c, room));
    check_hint(c, found, "lengthen the TTL, or shorten pauses, offsets or the keepalive period");
    check_relate(c, found, IDARCH_KEY_KEEPALIVE);
    check_relate(c, found, IDARCH_KEY_REPLY_TIMEOUT);
    relate_margin(c, found);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state check_order(check *c)
{
    if (!check_is(c, IDARCH_KEY_LEASE_CHECK, "before the clock"))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_LEASE_CHECK),
                    "the lease is checked before the clock is read: a pause between the two "
                    "dates an ID after the lease has ended");
    check_hint(c, found, "decide both by one reading, again after each wait: `lease check: with "
                         "the clock`");
    check_relate(c, found, IDARCH_KEY_MAX_PAUSE);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state clock_breaks(check *c, idarch_severity severity, const char *what,
                                      const char *repair)
{
    idarch_diag *found = check_break(c, severity, check_at_key(c, IDARCH_KEY_DEADLINE_CLOCK),
                                     "%s", what);
    check_hint(c, found, "%s", repair);
    check_relate(c, found, IDARCH_KEY_SUSPEND);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state deadline_clock(check *c)
{
    if (check_lease_form_of(c) == CHECK_LEASE_STAMP)
        return IDARCH_RULE_HOLDS; /* no clock of the holder's own is trusted */
    if (!check_get(c, IDARCH_KEY_DEADLINE_CLOCK))
        return check_not_stated(c, IDARCH_KEY_DEADLINE_CLOCK);
    if (check_is(c, IDARCH_KEY_DEADLINE_CLOCK, "boottime"))
        return IDARCH_RULE_HOLDS;
    if (check_is(c, IDARCH_KEY_DEADLINE_CLOCK, "wall"))
        return clock_breaks(c, IDARCH_WARNING,
                            "a lease counted by the wall clock lasts longer when that clock is "
                            "set back",
                            "count it by the boot-time clock");
    if (!check_get(c, IDARCH_KEY_SUSPEND))
        return check_not_stated(c, IDARCH_KEY_SUSPEND);
    if (check_is(c, IDARCH_KEY_SUSPEND, "never"))
        return IDARCH_RULE_HOLDS;
    return clock_breaks(c, IDARCH_ERROR,
                        "the monotonic clock stands still while the machine is suspended, so a "
                        "lease that has ended still looks valid",
                        "count the lease by the boot-time clock, or bound the ID's own timestamp");
}

static bool applies_deadline_from(const check *c)
{
    return applies_unfenced(c) && check_get(c, IDARCH_KEY_DEADLINE_FROM);
}

static idarch_rule_state deadline_from_reply(check *c)
{
    if (!check_is(c, IDARCH_KEY_DEADLINE_FROM, "reply"))
        return IDARCH_RULE_HOLDS;
    const idarch_setting *reply = check_get(c, IDARCH_KEY_REPLY_TIMEOUT);
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_DEADLINE_FROM),
        "a lease counted from the reply ends too late by as long as the reply took%s",
        reply ? idarch_printf(c->arena, ", up to %s", check_span_text(c, reply->value.ratio))
              : "");
    check_hint(c, found, "count from when the keepalive was sent");
    check_relate(c, found, IDARCH_KEY_REPLY_TIMEOUT);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state lease_single_node(check *c)
{
    idarch_i128 nodes = idarch_ratio_floor(check_ratio(c, IDARCH_KEY_ETCD_NODES));
    if (nodes >= 3 && nodes % 2 == 1)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_ETCD_NODES),
        nodes < 3 ? "a coordinator of %s: one failure stops all renewals and starts"
                  : "a coordinator of %s survives no more failures than one node fewer",
        check_plural(c, nodes, "node", "nodes"));
    check_hint(c, found, "run 3 or 5 nodes");
    return IDARCH_RULE_BROKEN;
}

static bool applies_drawn(const check *c)
{
    return check_applies_leased(c) && c->design->has_workers_drawn;
}

static idarch_rule_state lease_edge_missing(check *c)
{
    if (c->design->worker_to_coordinator)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_WORKER_IDS),
                    "worker IDs are leased, but the picture has no edge from the workers to a "
                    "coordinator");
    check_hint(c, found, "draw the edge, or mark the node with `:::coordinator`");
    check_relate(c, found, IDARCH_KEY_LEASE_TTL);
    return IDARCH_RULE_BROKEN;
}

static bool applies_release(const check *c)
{
    return applies_unfenced(c) && check_get(c, IDARCH_KEY_RELEASE);
}

static idarch_rule_state revoke_early(check *c)
{
    if (!check_is(c, IDARCH_KEY_RELEASE, "revoke"))
        return IDARCH_RULE_HOLDS;
    check_lease lease = check_lease_of(c);
    idarch_ratio wait = check_add(check_mul(idarch_ratio_int(2), lease.offset), lease.lead);
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_RELEASE),
        "a lease revoked at once lets the next holder start at timestamps already issued: "
        "twice the clock offset and the lead make %s",
        check_span_text(c, wait));
    check_hint(c, found, "wait that long before revoking, or let the lease expire");
    check_relate(c, found, IDARCH_KEY_MAX_OFFSET);
    return IDARCH_RULE_BROKEN;
}

static bool applies_slew(const check *c)
{
    return applies_unfenced(c) && check_get(c, IDARCH_KEY_MAX_SLEW_RATE) &&
           check_get(c, IDARCH_KEY_CLOCK_DRIFT);
}

static idarch_rule_state slew_rate_margin(check *c)
{
    idarch_ratio slew = check_ratio(c, IDARCH_KEY_MAX_SLEW_RATE);
    idarch_ratio drift = check_ratio(c, IDARCH_KEY_CLOCK_DRIFT);
    if (idarch_ratio_compare(drift, slew) >= 0)
        return IDARCH_RULE_HOLDS;
    const double ppm = 1e6;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_CLOCK_DRIFT),
        "the margin counts on a drift of %s ppm, but clocks may be slewed by %s ppm",
        check_small_text(c->arena, idarch_ratio_double(drift) * ppm),
        check_small_text(c->arena, idarch_ratio_double(slew) * ppm));
    check_hint(c, found, "state at least the slew rate as the clock drift");
    check_relate(c, found, IDARCH_KEY_MAX_SLEW_RATE);
    return IDARCH_RULE_BROKEN;
}

#define TTL IDARCH_KEY_LEASE_TTL
#define KEEPALIVE IDARCH_KEY_KEEPALIVE
#define REPLY IDARCH_KEY_REPLY_TIMEOUT
#define MARGIN IDARCH_KEY_LEASE_MARGIN
#define CHECKED IDARCH_KEY_LEASE_CHECK
#define DRIFT IDARCH_KEY_CLOCK_DRIFT
#define OFFSET IDARCH_KEY_MAX_OFFSET

static const check_rule rules[] = {
    {"lease-missing-ttl", IDARCH_WARNING, false, check_applies_leased, {0}, lease_missing_ttl,
     "a lease has a TTL"},
    {"lease-ttl-min", IDARCH_ERROR, false, applies_etcd, {TTL}, lease_ttl_min,
     "the TTL is one that the coordinator grants"},
    {"keepalive-too-slow", IDARCH_ERROR, true, check_applies_leased,
     {TTL, KEEPALIVE, REPLY}, keepalive_too_slow, "a lease is renewed before it ends"},
    {"keepalive-one-loss", IDARCH_WARNING, true, check_applies_leased,
     {TTL, KEEPALIVE, REPLY}, keepalive_one_loss,
     "one lost keepalive does not stop a worker"},
    {"margin-missing", IDARCH_ERROR, true, applies_unfenced, {MARGIN}, margin_missing,
     "a holder stops before the TTL has run out"},
    {"margin-too-small", IDARCH_ERROR, true, applies_unfenced,
     {TTL, MARGIN, CHECKED, DRIFT, OFFSET}, margin_too_small,
     "the margin covers drift, pause, offset and lead"},
    {"margin-impossible", IDARCH_ERROR, false, applies_unfenced,
     {TTL, KEEPALIVE, REPLY, CHECKED, DRIFT, OFFSET}, margin_impossible,
     "some margin is both safe and live"},
    {"check-order", IDARCH_WARNING, true, applies_unfenced, {CHECKED}, check_order,
     "the lease is not checked before the clock is read"},
    {"deadline-clock", IDARCH_WARNING, true, applies_unfenced, {0}, deadline_clock,
     "the clock of the deadline counts suspended time"},
    {"deadline-from-reply", IDARCH_WARNING, false, applies_deadline_from, {0},
     deadline_from_reply, "the validity counts from the keepalive's sending"},
    {"lease-single-node", IDARCH_WARNING, true, check_applies_leased, {IDARCH_KEY_ETCD_NODES},
     lease_single_node, "the coordinator survives a failure"},
    {"lease-edge-missing", IDARCH_ERROR, false, applies_drawn, {0}, lease_edge_missing,
     "the picture joins leased workers with their coordinator"},
    {"revoke-early", IDARCH_WARNING, false, applies_release, {0}, revoke_early,
     "a released number is not taken before its last timestamps have passed"},
    {"slew-rate-margin", IDARCH_WARNING, false, applies_slew, {0}, slew_rate_margin,
     "the stated drift covers the slew rate"},
};

const check_rules check_lease_rules = {rules, sizeof rules / sizeof rules[0]};
