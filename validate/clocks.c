/* Clocks, as several rules need them: how far an ID's time may stand ahead of the wall
 * clock, and whether that clock may be stepped back while the service runs. Only what the
 * document states. */
#include <stdlib.h>

#include "validate/check.h"

bool check_leads(const check *c)
{
    return c->clock_rule == IDARCH_CLOCK_LOGICAL ||
           check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "borrow");
}

bool check_lead_unbounded(const check *c)
{
    return check_leads(c) && !c->has_cap;
}

/* The last number of `makestep threshold limit`. */
bool check_makestep_limit(const check *c, long *limit)
{
    const idarch_setting *makestep = check_get(c, IDARCH_KEY_MAKESTEP);
    const char *text = makestep ? makestep->text : NULL;
    const char *last = text ? strrchr(text, ' ') : NULL;
    char *after;
    if (!last)
        return false;
    *limit = strtol(last + 1, &after, 10);
    return after != last + 1;
}

bool check_makestep_in_service(long limit)
{
    const long updates_at_start = 10;
    return limit < 0 || limit > updates_at_start;
}

/* A threshold of 0, or of ten minutes and more, keeps ntpd from stepping. */
bool check_ntpd_slews(const check *c)
{
    const idarch_setting *threshold = check_get(c, IDARCH_KEY_STEP_THRESHOLD);
    return threshold && (threshold->value.ratio.num == 0 ||
                         idarch_ratio_compare(threshold->value.ratio,
                                              idarch_ratio_int(600 * IDARCH_NS_PER_S)) >= 0);
}

bool check_steps_in_service(const check *c)
{
    long limit;
    return (check_is(c, IDARCH_KEY_TIME_SYNC, "ntpd") && !check_ntpd_slews(c)) ||
           check_is(c, IDARCH_KEY_TIME_SYNC, "systemd-timesyncd") ||
           (check_makestep_limit(c, &limit) && check_makestep_in_service(limit));
}
