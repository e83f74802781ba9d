/* Rules about rates: against a worker's capacity, with headroom for random arrivals, and
 * about what happens when a tick is full. */
#include <math.h>

#include "validate/check.h"

static idarch_rule_state rate_over_capacity(check *c)
{
    idarch_ratio rate = c->worker_rate;
    if (!c->has_worker_rate) { /* at best, every worker number is in use */
        check_at_best(c, IDARCH_KEY_REPLICAS);
        rate = check_div(c->total_rate, idarch_ratio_int(c->report->nodes));
    }
    if (idarch_ratio_compare(rate, c->report->ids_per_second) <= 0)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_RATE),
        "one worker must issue %s, but %u bits of sequence give it at most %s",
        check_demand_text(c, rate), c->sequence_bits,
        check_rate_text(c, c->report->ids_per_second));
    check_hint(c, found, "add replicas or bits of sequence");
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_SEQUENCE), "the sequence");
    return IDARCH_RULE_BROKEN;
}

/* The largest mean per tick that rarely fills it: C - 4 sqrt(C), four standard deviations
 * of Poisson arrivals. For a small C, where that is nothing, the tail itself is bounded by
 * the same chance. */
static bool has_headroom(double mean, double cap)
{
    if (cap > 16)
        return mean <= cap - 4 * sqrt(cap);
    return check_poisson_over(mean, cap) <= 3.2e-5;
}

static double mean_per_tick(const check *c)
{
    return idarch_ratio_double(c->worker_rate) * check_tick_seconds(c);
}

static idarch_rule_state rate_headroom(check *c)
{
    if (!c->has_worker_rate)
        return check_not_stated(c, IDARCH_KEY_REPLICAS);
    double cap = (double)c->report->ids_per_tick, mean = mean_per_tick(c);
    if (has_headroom(mean, cap))
        return IDARCH_RULE_HOLDS;
    if (mean > cap)
        return IDARCH_RULE_NOT_APPLICABLE; /* rate-over-capacity says it */
    double bound = cap - 4 * sqrt(cap);
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_RATE),
        "on average %s of %s IDs of a tick are used, over the %s that leave room for random "
        "arrivals: %s of the ticks overflow",
        idarch_format_double(c->arena, mean, 1), check_count(c, c->report->ids_per_tick),
        idarch_format_double(c->arena, bound > 0 ? bound : 0, 0),
        idarch_printf(c->arena, "%s %%",
                      check_small_text(c->arena, 100 * check_poisson_over(mean, cap))));
    check_hint(c, found, "add replicas or bits of sequence, or accept waits of a tick");
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state burst_over_tick(check *c)
{
    idarch_i128 burst = idarch_ratio_floor(check_ratio(c, IDARCH_KEY_BURST));
    idarch_i128 cap = c->report->ids_per_tick;
    if (burst <= cap || check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "wait"))
        return IDARCH_RULE_HOLDS;
    idarch_i128 ticks = (burst + cap - 1) / cap;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_BURST),
        "a burst of %s needs %s ticks of %s: its last ID comes %s later",
        check_plural(c, burst, "ID", "IDs"), check_count(c, ticks),
        check_plural(c, cap, "ID", "IDs"),
        check_span_text(c, check_mul(c->report->tick, idarch_ratio_int(ticks - 1))));
    check_hint(c, found, "state `sequence overflow: wait` where that wait is accepted");
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_SEQUENCE), "the sequence");
    return IDARCH_RULE_BROKEN;
}

static bool applies_burst(const check *c)
{
    return c->counted && check_get(c, IDARCH_KEY_BURST);
}

/* Only a tick that can be filled needs a word about what then happens. */
static idarch_rule_state modulo_sequence(check *c)
{
    if (!check_get(c, IDARCH_KEY_SEQUENCE_OVERFLOW)) {
        bool peak = c->has_worker_rate && !check_get(c, IDARCH_KEY_RATE)->value.mean;
        bool never_full = peak && !check_get(c, IDARCH_KEY_BURST) &&
                          has_headroom(mean_per_tick(c), (double)c->report->ids_per_tick);
        return never_full ? IDARCH_RULE_HOLDS
                          : check_not_stated(c, IDARCH_KEY_SEQUENCE_OVERFLOW);
    }
    if (!check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "modulo"))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_SEQUENCE_OVERFLOW),
        "the sequence is taken modulo %s: ID %s of a tick repeats the first one",
        check_count(c, c->report->ids_per_tick), check_count(c, c->report->ids_per_tick + 1));
    check_hint(c, found, "wait for the next tick, or fail, when the sequence is full");
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_SEQUENCE), "the sequence");
    check_relate(c, found, IDARCH_KEY_RATE);
    return IDARCH_RULE_BROKEN;
}

static bool applies_skew(const check *c)
{
    return c->counted && check_is(c, IDARCH_KEY_SHARD_BY, "modulo") && c->has_worker_rate &&
           c->layout->fields[c->layout->count - 1].kind == IDARCH_FIELD_SEQUENCE;
}

static idarch_rule_state sequence_reset_skew(check *c)
{
    double mean = mean_per_tick(c);
    if (mean >= 1 || check_is(c, IDARCH_KEY_SEQUENCE_START, "random"))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_SHARD_BY),
        "the sequence starts at 0 in each tick and a tick has %s IDs on average, so nearly "
        "all IDs end in 0 and modulo sharding fills one shard",
        check_small_text(c->arena, mean));
    check_hint(c, found, "start the sequence at a random number, or shard by a hash");
    check_relate(c, found, IDARCH_KEY_RATE);
    return IDARCH_RULE_BROKEN;
}

static const check_rule rules[] = {
    {"rate-over-capacity", IDARCH_ERROR, true, check_applies_counted, {IDARCH_KEY_RATE},
     rate_over_capacity, "the rate of one worker fits its sequence"},
    {"rate-headroom", IDARCH_WARNING, true, check_applies_counted, {IDARCH_KEY_RATE},
     rate_headroom, "random arrivals seldom fill a tick"},
    {"burst-over-tick", IDARCH_WARNING, false, applies_burst, {0}, burst_over_tick,
     "the largest burst fits one tick, or its wait is accepted"},
    {"modulo-sequence", IDARCH_ERROR, true, check_applies_counted, {0}, modulo_sequence,
     "a full sequence waits or fails, and never starts again in its tick"},
    {"sequence-reset-skew", IDARCH_WARNING, false, applies_skew, {0}, sequence_reset_skew,
     "modulo sharding does not meet a sequence that is nearly always 0"},
};

const check_rules check_capacity_rules = {rules, sizeof rules / sizeof rules[0]};
