/* Lease arithmetic: how large the margin must be so that two holders of one worker number
 * never issue one timestamp, and how many keepalives may be lost. Exact fractions.
 *   A  check, then read the clock:  m >= T - (1-r)(T/(1+r) - p - 2e - L - q)
 *   B  one reading, or check after the reading:  as A with p = 0
 *   C  bounded by the ID's own timestamp:  m >= T - T/(1+r) + 2e + L + q
 *   D  fenced high-water mark:  no condition
 * with r the rate error of both clocks, p the longest pause between check and reading, e
 * the clock offset, L the logical clock's lead, q one tick. The adversary renews at the
 * instant of sending, has a fast server and a slow holder, and clocks at opposite ends. */
#include "validate/check.h"

static bool fence_stated(const check *c)
{
    return check_ratio(c, IDARCH_KEY_FENCED_MARK).num != 0;
}

bool check_mark_kept(const check *c)
{
    return !check_is(c, IDARCH_KEY_MARK, "none") &&
           (check_is(c, IDARCH_KEY_MARK, "kept") || check_get(c, IDARCH_KEY_MARK_INTERVAL) ||
            check_get(c, IDARCH_KEY_MARK_LEAD) || fence_stated(c));
}

bool check_mark_fenced(const check *c)
{
    return check_mark_kept(c) && !check_is(c, IDARCH_KEY_MARK_WRITTEN, "plainly") &&
           (fence_stated(c) || check_is(c, IDARCH_KEY_MARK_WRITTEN, "conditionally"));
}

check_lease_form check_lease_form_of(const check *c)
{
    if (fence_stated(c) && check_mark_fenced(c))
        return CHECK_LEASE_FENCED;
    if (check_is(c, IDARCH_KEY_LEASE_CHECK, "by timestamp"))
        return CHECK_LEASE_STAMP;
    if (check_is(c, IDARCH_KEY_LEASE_CHECK, "with the clock") ||
        check_is(c, IDARCH_KEY_LEASE_CHECK, "after the clock"))
        return CHECK_LEASE_WITH;
    if (check_is(c, IDARCH_KEY_LEASE_CHECK, "before the clock"))
        return CHECK_LEASE_BEFORE;
    return CHECK_LEASE_UNSTATED;
}

check_lease check_lease_of(const check *c)
{
    bool leads = check_leads(c) && c->has_cap;
    return (check_lease){
        .ttl = check_ratio(c, IDARCH_KEY_LEASE_TTL),
        .keepalive = check_ratio(c, IDARCH_KEY_KEEPALIVE),
        .reply = check_ratio(c, IDARCH_KEY_REPLY_TIMEOUT),
        .margin = check_ratio(c, IDARCH_KEY_LEASE_MARGIN),
        .drift = check_ratio(c, IDARCH_KEY_CLOCK_DRIFT),
        .pause = check_ratio(c, IDARCH_KEY_MAX_PAUSE),
        .offset = check_ratio(c, IDARCH_KEY_MAX_OFFSET),
        .lead = leads ? c->cap : idarch_ratio_int(0),
        .tick = c->report->has_tick ? c->report->tick : idarch_ratio_int(0),
    };
}

static idarch_ratio smaller(idarch_ratio a, idarch_ratio b)
{
    return idarch_ratio_compare(a, b) < 0 ? a : b;
}

idarch_ratio check_margin_bound(const check_lease *lease, check_lease_form form)
{
    if (form == CHECK_LEASE_UNSTATED)
        return smaller(check_margin_bound(lease, CHECK_LEASE_WITH),
                       check_margin_bound(lease, CHECK_LEASE_STAMP));
    idarch_ratio one = idarch_ratio_int(1), two = idarch_ratio_int(2);
    idarch_ratio clocks = check_add(check_add(check_mul(two, lease->offset), lease->lead),
                                    lease->tick);
    idarch_ratio shortest = check_div(lease->ttl, check_add(one, lease->drift));
    if (form == CHECK_LEASE_FENCED)
        return idarch_ratio_int(0);
    if (form == CHECK_LEASE_STAMP)
        return check_add(check_sub(lease->ttl, shortest), clocks);
    idarch_ratio usable = check_sub(shortest, clocks);
    if (form != CHECK_LEASE_WITH)
        usable = check_sub(usable, lease->pause);
    return check_sub(lease->ttl, check_mul(check_sub(one, lease->drift), usable));
}

idarch_i128 check_lost_keepalives(const check_lease *lease)
{
    idarch_ratio left = check_sub(check_sub(lease->ttl, lease->margin), lease->reply);
    if (lease->keepalive.num <= 0)
        return -1;
    return idarch_ratio_floor(check_div(left, lease->keepalive)) - 1;
}
