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
    if (check_get(c, IDARCH_KEY_LEASE_TTL) || c->refused[IDARCH_KEY_LEASE_TTL])
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

/* "TTL 10 s - margin 1 s - reply 500 ms leave 8.5 s for keepalives every 9 s": what is
 * stated of it. */
static const char *keepalive_sum(check *c, const check_lease *lease)
{
    idarch_strbuf sum = {.arena = c->arena};
    idarch_ratio left = check_sub(check_sub(lease->ttl, lease->margin), lease->reply);
    bool margin = lease->margin.num != 0, reply = lease->reply.num != 0;
    idarch_strbuf_printf(&sum, "TTL %s", check_span_text(c, lease->ttl));
    if (margin)
        idarch_strbuf_printf(&sum, " - margin %s", check_span_text(c, lease->margin));
    if (reply)
        idarch_strbuf_printf(&sum, " - reply %s", check_span_text(c, lease->reply));
    if (margin || reply)
        idarch_strbuf_printf(&sum, " leave%s %s", margin && reply ? "" : "s",
                             check_span_text(c, left));
    idarch_strbuf_puts(&sum, margin || reply ? " for keepalives" : " and keepalives");
    if (check_get(c, IDARCH_KEY_KEEPALIVE))
        idarch_strbuf_printf(&sum, " every %s", check_span_text(c, lease->keepalive));
    return idarch_strbuf_text(&sum);
}

/* Keepalives that may be lost, with what is not stated at its best: no reply time, no
 * margin, a keepalive at every moment. A fenced generator may run to the end of its lease:
 * for it, no margin stated is a margin of 0. */
static idarch_i128 lost_at_best(check *c, const check_lease *lease)
{
    const idarch_i128 plenty = 2;
    if (!fenced(c) && !check_get(c, IDARCH_KEY_LEASE_MARGIN))
        check_at_best(c, IDARCH_KEY_LEASE_MARGIN);
    if (check_get(c, IDARCH_KEY_KEEPALIVE))
        return check_lost_keepalives(lease);
    idarch_ratio left = check_sub(check_sub(lease->ttl, lease->margin), lease->reply);
    return left.num > 0 ? plenty : -1;
}

static check_place at_keepalive(const check *c)
{
    return check_at_key(c, check_get(c, IDARCH_KEY_KEEPALIVE) ? IDARCH_KEY_KEEPALIVE
                                                              : IDARCH_KEY_LEASE_TTL);
}

static idarch_rule_state keepalive_too_slow(check *c)
{
    check_lease lease = check_lease_of(c);
    if (lost_at_best(c, &lease) >= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, at_keepalive(c),
                    "%s: each lease ends before it can be renewed", keepalive_sum(c, &lease));
    check_hint(c, found, "send keepalives more often, or lengthen the TTL");
    relate_keepalive(c, found);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state keepalive_one_loss(check *c)
{
    check_lease lease = check_lease_of(c);
    idarch_i128 lost = lost_at_best(c, &lease);
    if (lost >= 1)
        return IDARCH_RULE_HOLDS;
    if (lost < 0)
        return IDARCH_RULE_NOT_APPLICABLE; /* keepalive-too-slow says it */
    idarch_diag *found =
        check_break(c, IDARCH_WARNING, at_keepalive(c),
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
static void need_pause(check *c)
{
    if (check_lease_form_of(c) == CHECK_LEASE_BEFORE && !check_get(c, IDARCH_KEY_MAX_PAUSE))
        check_at_best(c, IDARCH_KEY_MAX_PAUSE);
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
    else if (check_leads(c))
        check_relate(c, found, IDARCH_KEY_SEQUENCE_OVERFLOW);
    if (check_is(c, IDARCH_KEY_DEADLINE_FROM, "reply")) {
        check_relate(c, found, IDARCH_KEY_DEADLINE_FROM);
        check_relate(c, found, IDARCH_KEY_REPLY_TIMEOUT);
    }
}

/* Up to the next whole ms, so that the printed bound is one that holds. */
static idarch_ratio next_ms(idarch_ratio ns)
{
    idarch_ratio ms = idarch_ratio_int(IDARCH_NS_PER_MS);
    return check_mul(idarch_ratio_int(idarch_ratio_ceil(check_div(ns, ms))), ms);
}

/* A deadline counted from the reply ends too late by as long as the reply took: the bound
 * grows by that. What is not stated about it is taken at its best. */
static idarch_ratio bound_of_deadline(check *c, const check_lease *lease, idarch_ratio bound)
{
    idarch_ratio late = check_add(bound, lease->reply);
    bool timed = check_get(c, IDARCH_KEY_REPLY_TIMEOUT) != NULL;
    bool from_reply = check_is(c, IDARCH_KEY_DEADLINE_FROM, "reply");
    if (check_is(c, IDARCH_KEY_DEADLINE_FROM, "send"))
        return bound;
    if (from_reply && !timed)
        check_at_best(c, IDARCH_KEY_REPLY_TIMEOUT);
    if (!from_reply && !(timed && idarch_ratio_compare(lease->margin, late) >= 0))
        check_at_best(c, IDARCH_KEY_DEADLINE_FROM);
    return from_reply ? late : bound;
}

static const char *margin_repair(const check *c, check_lease_form form)
{
    if (check_lead_unbounded(c))
        return c->clock_rule == IDARCH_CLOCK_LOGICAL
                   ? "cap the lead: `clock moved back: logical (cap 1 s)`"
                   : "let a full sequence wait: `sequence overflow: wait`";
    return form == CHECK_LEASE_BEFORE
               ? "raise the margin, or check the lease with the clock reading: pauses then do "
                 "not count"
               : "raise the margin, or lower the clock offset and drift";
}

static idarch_rule_state margin_too_small(check *c)
{
    check_lease lease = check_lease_of(c);
    check_lease_form form = check_lease_form_of(c);
    need_pause(c);
    idarch_ratio bound = bound_of_deadline(c, &lease, check_margin_bound(&lease, form));
    bool unbounded = check_lead_unbounded(c);
    if (!unbounded && idarch_ratio_compare(lease.margin, bound) >= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_LEASE_MARGIN),
        "with a lease %s, a margin of %s is too small: %s", form_text(form),
        check_span_text(c, lease.margin),
        unbounded ? "IDs may be dated ahead of the clock without bound"
                  : idarch_printf(c->arena,
                                  "two holders can issue one timestamp unless it is at least %s",
                                  check_span_text(c, next_ms(bound))));
    check_hint(c, found, "%s", margin_repair(c, form));
    relate_margin(c, found);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state margin_impossible(check *c)
{
    check_lease lease = check_lease_of(c);
    check_lease_form form = check_lease_form_of(c);
    if (check_lead_unbounded(c))
        return IDARCH_RULE_NOT_APPLICABLE; /* margin-too-small says it */
    need_pause(c);
    idarch_ratio bound = check_margin_bound(&lease, form);
    idarch_ratio room = check_sub(check_sub(lease.ttl, lease.keepalive), lease.reply);
    if (idarch_ratio_compare(bound, room) < 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_LEASE_TTL),
        "no margin is both safe and live: safety needs %s, but TTL%s%s leaves only %s",
        check_span_text(c, bound), lease.keepalive.num ? " - keepalive" : "",
        lease.reply.num ? " - reply timeout" : "", check_span_text(c, room));
    check_hint(c, found, "lengthen the TTL, or shorten pauses, offsets or the keepalive period");
    check_relate(c, found, IDARCH_KEY_KEEPALIVE);
    check_relate(c, found, IDARCH_KEY_REPLY_TIMEOUT);
    relate_margin(c, found);
    return IDARCH_RULE_BROKEN;
}

/* A pause that the margin covers does no harm. */
static idarch_rule_state check_order(check *c)
{
    if (!check_is(c, IDARCH_KEY_LEASE_CHECK, "before the clock"))
        return IDARCH_RULE_HOLDS;
    if (!check_get(c, IDARCH_KEY_MAX_PAUSE) || !check_get(c, IDARCH_KEY_LEASE_MARGIN))
        return check_not_stated(c, check_get(c, IDARCH_KEY_MAX_PAUSE) ? IDARCH_KEY_LEASE_MARGIN
                                                                      : IDARCH_KEY_MAX_PAUSE);
    check_lease lease = check_lease_of(c);
    bool covered = idarch_ratio_compare(
                       lease.margin, check_margin_bound(&lease, CHECK_LEASE_BEFORE)) >= 0;
    if (covered && !check_lead_unbounded(c))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_LEASE_CHECK),
                    "the lease is checked before the clock is read: a pause of %s between the two "
                    "dates an ID after the lease has ended",
                    check_span_text(c, lease.pause));
    check_hint(c, found, "decide both by one reading, again after each wait: `lease check: with "
                         "the clock`");
    check_relate(c, found, IDARCH_KEY_MAX_PAUSE);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state clock_breaks(check *c, const char *what, const char *repair)
{
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_DEADLINE_CLOCK), "%s", what);
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
        return clock_breaks(c,
                            "a lease counted by the wall clock lasts longer when that clock is "
                            "set back",
                            "count it by the boot-time clock");
    if (!check_get(c, IDARCH_KEY_SUSPEND))
        return check_not_stated(c, IDARCH_KEY_SUSPEND);
    if (check_is(c, IDARCH_KEY_SUSPEND, "never"))
        return IDARCH_RULE_HOLDS;
    return clock_breaks(c,
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

/* A lease in a table of a database has no coordinator. */
static bool applies_coordinator(const check *c)
{
    return check_applies_leased(c) && !check_is(c, IDARCH_KEY_WORKER_IDS, "database");
}

static bool applies_drawn(const check *c)
{
    return applies_coordinator(c) && c->design->has_workers_drawn;
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
    /* A mark that only the owner raises keeps the next holder above what was issued. */
    if (check_mark_fenced(c))
        return IDARCH_RULE_HOLDS;
    if (check_mark_kept(c) && !check_get(c, IDARCH_KEY_MARK_WRITTEN))
        return check_not_stated(c, IDARCH_KEY_MARK_WRITTEN);
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_RELEASE),
        "a lease revoked at once lets the next holder start at timestamps already issued%s",
        wait.num ? idarch_printf(c->arena, ": twice the clock offset and the lead make %s",
                                 check_span_text(c, wait))
                 : "");
    check_hint(c, found, "before revoking, wait for twice the clock offset and the lead; or let "
                         "the lease expire");
    check_relate(c, found, IDARCH_KEY_MAX_OFFSET);
    return IDARCH_RULE_BROKEN;
}

/* chrony has a slew rate also where none is stated. */
static bool applies_slew(const check *c)
{
    return applies_unfenced(c) && check_get(c, IDARCH_KEY_CLOCK_DRIFT) &&
           (check_get(c, IDARCH_KEY_MAX_SLEW_RATE) ||
            check_is(c, IDARCH_KEY_TIME_SYNC, "chrony"));
}

static idarch_rule_state slew_rate_margin(check *c)
{
    const idarch_ratio chrony = idarch_ratio_make(1, 12);
    bool stated = check_get(c, IDARCH_KEY_MAX_SLEW_RATE) != NULL;
    idarch_ratio slew = check_ratio_or(c, IDARCH_KEY_MAX_SLEW_RATE, chrony);
    idarch_ratio drift = check_ratio(c, IDARCH_KEY_CLOCK_DRIFT);
    if (idarch_ratio_compare(drift, slew) >= 0)
        return IDARCH_RULE_HOLDS;
    const double ppm = 1e6;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_CLOCK_DRIFT),
        "the margin counts on a drift of %s ppm, but clocks may be slewed by %s ppm%s",
        check_small_text(c->arena, idarch_ratio_double(drift) * ppm),
        check_small_text(c->arena, idarch_ratio_double(slew) * ppm),
        stated ? "" : ", chrony's default");
    check_hint(c, found, stated ? "state at least the slew rate as the clock drift"
                                : "lower it: `max slew rate: 1000 ppm`, and state as much drift");
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
     {TTL, CHECK_BEST(KEEPALIVE), CHECK_BEST(REPLY)}, keepalive_too_slow,
     "a lease is renewed before it ends"},
    {"keepalive-one-loss", IDARCH_WARNING, true, check_applies_leased,
     {TTL, CHECK_BEST(KEEPALIVE), CHECK_BEST(REPLY)}, keepalive_one_loss,
     "one lost keepalive does not stop a worker"},
    {"margin-missing", IDARCH_ERROR, true, applies_unfenced, {MARGIN}, margin_missing,
     "a holder stops before the TTL has run out"},
    {"margin-too-small", IDARCH_ERROR, true, applies_unfenced,
     {MARGIN, CHECK_BEST(TTL), CHECK_BEST(CHECKED), CHECK_BEST(DRIFT), CHECK_BEST(OFFSET)},
     margin_too_small,
     "the margin covers drift, pause, offset and lead"},
    {"margin-impossible", IDARCH_ERROR, false, applies_unfenced,
     {TTL, CHECK_BEST(KEEPALIVE), CHECK_BEST(REPLY), CHECK_BEST(CHECKED), CHECK_BEST(DRIFT),
      CHECK_BEST(OFFSET)}, margin_impossible,
     "some margin is both safe and live"},
    {"check-order", IDARCH_ERROR, true, applies_unfenced, {CHECKED}, check_order,
     "no pause between lease check and clock reading outlasts the lease"},
    {"deadline-clock", IDARCH_ERROR, true, applies_unfenced, {0}, deadline_clock,
     "the clock of the deadline counts suspended time"},
    {"deadline-from-reply", IDARCH_WARNING, false, applies_deadline_from, {0},
     deadline_from_reply, "the validity counts from the keepalive's sending"},
    {"lease-single-node", IDARCH_WARNING, true, applies_coordinator, {IDARCH_KEY_ETCD_NODES},
     lease_single_node, "the coordinator survives a failure"},
    {"lease-edge-missing", IDARCH_ERROR, false, applies_drawn, {0}, lease_edge_missing,
     "the picture joins leased workers with their coordinator"},
    {"revoke-early", IDARCH_ERROR, false, applies_release, {0}, revoke_early,
     "a released number is not taken before its last timestamps have passed"},
    {"slew-rate-margin", IDARCH_WARNING, false, applies_slew, {0}, slew_rate_margin,
     "the stated drift covers the slew rate"},
};

const check_rules check_lease_rules = {rules, sizeof rules / sizeof rules[0]};
