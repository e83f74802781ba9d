/* Sizes that cannot be meant: durations past a year, a life past a million years, fleets
 * larger than the world's. A setting of such a size is refused: for all other steps it is
 * not stated, so that no figure is made from it that overflows or misleads. The rule
 * `too-large` makes the findings. */
#include "validate/check.h"

typedef struct bound {
    idarch_key key;
    idarch_i128 least, most; /* in the unit of the value; least 0 for none */
} bound;

#define YEAR ((idarch_i128)IDARCH_NS_PER_YEAR)
#define AGE (1000000 * YEAR)
#define FLEET ((idarch_i128)1000000000)
#define MANY ((idarch_i128)1000000000 * 1000000000)

static const bound bounds[] = {
    {IDARCH_KEY_TICK, 1, YEAR},
    {IDARCH_KEY_EPOCH, 0, AGE},
    {IDARCH_KEY_LAUNCH, 0, AGE},
    {IDARCH_KEY_SERVICE_LIFE, 0, AGE},
    {IDARCH_KEY_RATE, 0, MANY},
    {IDARCH_KEY_BURST, 0, MANY},
    {IDARCH_KEY_REPLICAS, 0, FLEET},
    {IDARCH_KEY_SURGE, 0, FLEET},
    {IDARCH_KEY_PROCESSES, 0, FLEET},
    {IDARCH_KEY_CLUSTERS, 0, FLEET},
    {IDARCH_KEY_STATEFULSETS, 0, FLEET},
    {IDARCH_KEY_RESTARTS, 0, FLEET},
    {IDARCH_KEY_ETCD_NODES, 0, FLEET},
    {IDARCH_KEY_LEASE_TTL, 0, YEAR},
    {IDARCH_KEY_KEEPALIVE, 0, YEAR},
    {IDARCH_KEY_REPLY_TIMEOUT, 0, YEAR},
    {IDARCH_KEY_LEASE_MARGIN, 0, YEAR},
    {IDARCH_KEY_ELECTION_TIMEOUT, 0, YEAR},
    {IDARCH_KEY_MAX_PAUSE, 0, YEAR},
    {IDARCH_KEY_MAX_OFFSET, 0, YEAR},
    {IDARCH_KEY_CLOCK_DRIFT, 0, 1},
    {IDARCH_KEY_MAX_SLEW_RATE, 0, 1},
    {IDARCH_KEY_STEP_THRESHOLD, 0, YEAR},
    {IDARCH_KEY_MARK_INTERVAL, 0, YEAR},
    {IDARCH_KEY_MARK_LEAD, 0, YEAR},
    {IDARCH_KEY_RESTART_TIME, 0, YEAR},
    {IDARCH_KEY_STARTUP_LIMIT, 0, YEAR},
    {IDARCH_KEY_CLOCK_RULE, 0, YEAR},
    {IDARCH_KEY_ORDER, 0, YEAR},
    {IDARCH_KEY_PAGING_LAG, 0, YEAR},
    {IDARCH_KEY_COMMIT_TIME, 0, YEAR},
    {IDARCH_KEY_LATENCY, 0, YEAR},
    {IDARCH_KEY_ROWS, 0, MANY},
};

/* Whether a number lies past the bound, in either direction from 0. */
static bool past(const bound *b, idarch_ratio value)
{
    if (!value.den)
        return false;
    idarch_ratio size = {value.num < 0 ? -value.num : value.num, value.den};
    bool small = size.num > 0 && b->least > 0 &&
                 idarch_ratio_compare(size, idarch_ratio_int(b->least)) < 0;
    return small || idarch_ratio_compare(size, idarch_ratio_int(b->most)) > 0;
}

void check_sizes(check *c)
{
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        const bound *b = &bounds[i];
        const idarch_setting *setting = idarch_design_get(c->design, b->key);
        if (!setting)
            continue;
        bool number = setting->value.type != IDARCH_VALUE_TEXT &&
                      setting->value.type != IDARCH_VALUE_CHOICE;
        c->refused[b->key] = (number && past(b, setting->value.ratio)) ||
                             (setting->value.has_argument && past(b, setting->value.argument));
    }
}
