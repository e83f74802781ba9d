/* First step: what later steps need to know about the design, gathered once: widths by
 * kind, tick and epoch with where they come from, replicas, rates, start and end of the
 * service, clock rule, column. States no opinion. The only default is a tick of 1 ms,
 * which the report lists as assumed. */
#include "validate/check.h"

static void find_layout(check *c)
{
    c->layout = c->design->layout.stated && c->design->layout.count ? &c->design->layout : NULL;
    if (c->layout || !c->design->scheme)
        return;
    idarch_layout *layout = IDARCH_NEW(c->arena, idarch_layout);
    idarch_scheme_layout(c->design->scheme, c->design->scheme_span, layout);
    c->layout = layout;
}

static void find_widths(check *c)
{
    if (!c->layout)
        return;
    c->time_bits = idarch_layout_bits_of(c->layout, IDARCH_FIELD_TIME);
    c->node_bits = idarch_layout_bits_of(c->layout, IDARCH_FIELD_NODE);
    c->sequence_bits = idarch_layout_bits_of(c->layout, IDARCH_FIELD_SEQUENCE);
    c->random_bits = idarch_layout_bits_of(c->layout, IDARCH_FIELD_RANDOM);
    /* Without a sequence and random bits, a tick has one ID for each worker. */
    c->counted = c->time_bits > 0 && (c->sequence_bits > 0 || c->random_bits == 0);
    c->timeless = !c->time_bits && c->sequence_bits > 0;
    c->integer = c->layout->bits <= 64;
}

static void find_tick(check *c)
{
    idarch_report *report = c->report;
    const idarch_scheme *scheme = c->design->scheme;
    const idarch_setting *stated = check_get(c, IDARCH_KEY_TICK);
    if (!c->time_bits)
        return;
    report->has_tick = true;
    if (stated && stated->value.ratio.num > 0) {
        report->tick = stated->value.ratio;
    } else if (scheme && scheme->has_time) {
        report->tick = idarch_ratio_make(scheme->tick_num, scheme->tick_den);
    } else {
        report->tick = idarch_ratio_int(IDARCH_NS_PER_MS);
        report->tick_assumed = true;
        *IDARCH_PUSH(c->arena, &report->assumed) = 
            c->refused[IDARCH_KEY_TICK] ? "tick 1 ms (the stated one is refused)"
                                        : "tick 1 ms (not stated)";
    }
}

static void find_epoch(check *c)
{
    idarch_report *report = c->report;
    const idarch_scheme *scheme = c->design->scheme;
    const idarch_setting *stated = check_get(c, IDARCH_KEY_EPOCH);
    if (!c->time_bits)
        return;
    if (stated && stated->value.type == IDARCH_VALUE_INSTANT) {
        report->has_epoch = true;
        report->epoch = stated->value.ratio;
    } else if (scheme && scheme->has_epoch) {
        report->has_epoch = true;
        report->epoch = idarch_ratio_int((idarch_i128)scheme->epoch_ms * IDARCH_NS_PER_MS);
    }
}

/* Counts beyond any fleet are as good as this one, and do not overflow in sums. */
static idarch_i128 bounded(idarch_i128 count)
{
    const idarch_i128 most = idarch_pow2(62);
    return count > most ? most : count < 0 ? 0 : count;
}

static void find_replicas(check *c)
{
    if (check_get(c, IDARCH_KEY_REPLICAS)) {
        c->has_replicas = true;
        c->replicas = bounded(idarch_ratio_floor(check_ratio(c, IDARCH_KEY_REPLICAS)));
    } else if (c->design->drawn_replicas >= 0) {
        c->has_replicas = true;
        c->replicas = c->design->drawn_replicas;
    } else if (c->design->workers.count) {
        c->has_replicas = true;
        c->replicas = (idarch_i128)c->design->workers.count;
    }
}

/* Total and per-worker rate, each from the other by the number of replicas. */
static void find_rates(check *c)
{
    const idarch_setting *rate = check_get(c, IDARCH_KEY_RATE);
    if (!rate || rate->value.type != IDARCH_VALUE_RATE)
        return;
    bool one = !c->has_replicas && c->node_bits == 0;
    idarch_ratio replicas = idarch_ratio_int(one ? 1 : c->replicas);
    bool convertible = one || (c->has_replicas && c->replicas > 0);
    if (rate->value.per_worker) {
        c->worker_rate = rate->value.ratio;
        c->total_rate = check_mul(rate->value.ratio, replicas);
    } else {
        c->total_rate = rate->value.ratio;
        c->worker_rate = convertible ? check_div(rate->value.ratio, replicas)
                                     : rate->value.ratio;
    }
    c->has_worker_rate = rate->value.per_worker || convertible;
    c->has_total_rate = !rate->value.per_worker || convertible;
}

static void find_service(check *c)
{
    const idarch_setting *life = check_get(c, IDARCH_KEY_SERVICE_LIFE);
    if (check_get(c, IDARCH_KEY_LAUNCH)) {
        c->has_launch = true;
        c->launch = check_ratio(c, IDARCH_KEY_LAUNCH);
    }
    bool instant = life && life->value.type == IDARCH_VALUE_INSTANT;
    c->has_life = life && (!instant || c->has_launch);
    c->has_end = life && (instant || c->has_launch);
    if (!life)
        return;
    c->life = instant ? check_sub(life->value.ratio, c->launch) : life->value.ratio;
    c->end = instant ? life->value.ratio : check_add(c->launch, life->value.ratio);
    c->has_least_end = c->has_end || c->report->has_epoch;
    c->least_end = c->has_end ? c->end : check_add(c->report->epoch, c->life);
}

static void find_clock_rule(check *c)
{
    static const struct {
        const char *name;
        idarch_clock_rule rule;
    } names[] = {{"fail", IDARCH_CLOCK_FAIL}, {"wait", IDARCH_CLOCK_WAIT},
                 {"logical", IDARCH_CLOCK_LOGICAL}, {"reset", IDARCH_CLOCK_RESET}};
    const idarch_setting *stated = check_get(c, IDARCH_KEY_CLOCK_RULE);
    const idarch_scheme *scheme = c->design->scheme;
    if (stated) {
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (check_is(c, IDARCH_KEY_CLOCK_RULE, names[i].name))
                c->clock_rule = names[i].rule;
        c->has_cap = stated->value.has_argument && stated->value.argument.den;
        if (c->has_cap)
            c->cap = stated->value.argument;
    } else if (scheme) {
        c->clock_rule = scheme->clock_rule;
        c->has_cap = scheme->has_wait_cap;
        c->cap = idarch_ratio_int((idarch_i128)scheme->wait_cap_ms * IDARCH_NS_PER_MS);
    }
}

static void find_worker_kind(check *c)
{
    static const char *const lent[] = {"etcd lease", "zookeeper ephemeral"};
    static const char *const moving[] = {"etcd lease", "zookeeper ephemeral", "statefulset",
                                         "database", "ticket", "zookeeper sequential"};
    for (size_t i = 0; i < sizeof lent / sizeof lent[0]; i++)
        c->leased |= check_is(c, IDARCH_KEY_WORKER_IDS, lent[i]);
    for (size_t i = 0; i < sizeof moving / sizeof moving[0]; i++)
        c->moving |= check_is(c, IDARCH_KEY_WORKER_IDS, moving[i]);
    /* A TTL, or reuse after a lease, makes a lease of any number that can move; and so
     * without a word about the worker IDs. */
    bool lent_otherwise = check_get(c, IDARCH_KEY_LEASE_TTL) ||
                          check_is(c, IDARCH_KEY_WORKER_ID_REUSE, "after lease");
    c->moving |= lent_otherwise && !check_get(c, IDARCH_KEY_WORKER_IDS);
    c->leased |= lent_otherwise && c->moving;
}

void check_facts(check *c)
{
    if (c->design->scheme)
        c->report->scheme = c->design->scheme->name;
    find_layout(c);
    find_widths(c);
    find_tick(c);
    find_epoch(c);
    find_replicas(c);
    find_rates(c);
    find_service(c);
    find_clock_rule(c);
    find_worker_kind(c);
    const idarch_setting *column = check_get(c, IDARCH_KEY_ID_COLUMN);
    if (column && column->value.type == IDARCH_VALUE_TEXT && column->text)
        c->column = check_read_column(c->arena, column->text);
}
