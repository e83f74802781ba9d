/* Rules about worker numbers: enough of them, distinct, in range, and not left to chance. */
#include <math.h>

#include "validate/check.h"

static bool applies_nodes(const check *c)
{
    return (c->counted || c->timeless) && c->node_bits > 0;
}

/* Numbers below the ones of the (last) set of workers. An offset out of the field is
 * field-overflow-unmasked's. */
static idarch_i128 first_number(const check *c)
{
    idarch_ratio offset = check_ratio(c, IDARCH_KEY_WORKER_ID_OFFSET);
    idarch_i128 sets = check_sets(c);
    if (offset.num <= 0 || idarch_ratio_compare(offset, idarch_ratio_int(c->report->nodes)) >= 0)
        return 0;
    return idarch_ratio_floor(check_mul(offset, idarch_ratio_int(sets > 1 ? sets - 1 : 1)));
}

static const char *numbers_text(const check *c, idarch_i128 first)
{
    if (!c->node_bits)
        return "the layout has no worker field";
    return idarch_printf(c->arena, "%u %s %s%s", c->node_bits,
                         c->node_bits == 1 ? "bit holds" : "bits hold",
                         check_count(c, c->report->nodes),
                         first ? idarch_printf(c->arena, ", and these begin at %s",
                                               check_count(c, first))
                               : "");
}

static idarch_rule_state replicas_over_workers(check *c)
{
    idarch_i128 processes = check_processes(c), first = first_number(c);
    idarch_i128 needed = idarch_ratio_floor(
        check_mul(idarch_ratio_int(c->replicas), idarch_ratio_int(processes)));
    if (needed <= c->report->nodes - first)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_REPLICAS),
        "%s%s need as many worker numbers, but %s",
        check_plural(c, c->replicas, "replica", "replicas"),
        processes > 1 ? idarch_printf(c->arena, " of %s processes", check_count(c, processes))
                      : "",
        numbers_text(c, first));
    check_hint(c, found, c->node_bits ? "widen the worker field, or run fewer replicas"
                                      : "add a worker field, or run one generator");
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_NODE), "the worker field");
    check_relate(c, found, IDARCH_KEY_PROCESSES);
    if (first)
        check_relate(c, found, IDARCH_KEY_WORKER_ID_OFFSET);
    return IDARCH_RULE_BROKEN;
}

/* Where IDs have random bits beside the sequence, chance keeps workers apart as well. */
static bool applies_replicas(const check *c)
{
    return (c->counted || c->timeless) && (c->node_bits > 0 || c->random_bits == 0) &&
           !check_central_counter(c);
}

/* Only lent or handed-out numbers are in use twice as long during a rolling update. */
static bool applies_surge(const check *c)
{
    return applies_nodes(c) && c->moving && !check_is(c, IDARCH_KEY_WORKER_IDS, "statefulset");
}

/* replicas + surge + (crash restarts per second) * (T + 1 s), rounded up; each of them as
 * often as it has processes. */
static idarch_i128 numbers_in_use(const check *c)
{
    const idarch_setting *surge = check_get(c, IDARCH_KEY_SURGE);
    idarch_ratio extra = surge->value.ratio;
    if (surge->value.type == IDARCH_VALUE_SHARE)
        extra = check_mul(extra, idarch_ratio_int(c->replicas));
    idarch_ratio held = check_add(check_ratio(c, IDARCH_KEY_LEASE_TTL),
                                  idarch_ratio_int(IDARCH_NS_PER_S));
    idarch_ratio starts = check_mul(check_ratio(c, IDARCH_KEY_RESTARTS),
                                    idarch_ratio_int(c->replicas));
    idarch_ratio crashed = check_div(check_mul(starts, held), idarch_ratio_int(IDARCH_NS_PER_DAY));
    idarch_i128 at_once = c->replicas + idarch_ratio_ceil(extra) + idarch_ratio_ceil(crashed);
    return idarch_ratio_floor(
        check_mul(idarch_ratio_int(at_once), idarch_ratio_int(check_processes(c))));
}

static idarch_rule_state surge_over_workers(check *c)
{
    idarch_i128 used = numbers_in_use(c), numbers = c->report->nodes - first_number(c);
    if (used <= numbers)
        return IDARCH_RULE_HOLDS;
    if (c->replicas > numbers)
        return IDARCH_RULE_NOT_APPLICABLE; /* replicas-over-workers says it */
    idarch_diag *found = check_break(
        c, IDARCH_WARNING, check_at_key(c, IDARCH_KEY_SURGE),
        "%s replicas and their surge use up to %s worker numbers at once, but %u bits hold %s",
        check_count(c, c->replicas), check_count(c, used), c->node_bits,
        check_count(c, c->report->nodes));
    check_hint(c, found, "a rolling update would wait for a free number: lower the surge or "
                         "widen the worker field");
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    check_relate(c, found, IDARCH_KEY_RESTARTS);
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_NODE), "the worker field");
    return IDARCH_RULE_BROKEN;
}

static bool applies_never_reused(const check *c)
{
    return applies_nodes(c) &&
           (check_is(c, IDARCH_KEY_WORKER_ID_REUSE, "never") ||
            (!check_get(c, IDARCH_KEY_WORKER_ID_REUSE) && !c->leased &&
             (check_is(c, IDARCH_KEY_WORKER_IDS, "zookeeper sequential") ||
              check_is(c, IDARCH_KEY_WORKER_IDS, "database"))));
}

static idarch_rule_state never_reused(check *c)
{
    if (!c->has_life)
        return check_not_stated(c, c->has_end ? IDARCH_KEY_LAUNCH : IDARCH_KEY_SERVICE_LIFE);
    idarch_ratio days = check_div(c->life, idarch_ratio_int(IDARCH_NS_PER_DAY));
    idarch_ratio a_day = check_mul(check_ratio(c, IDARCH_KEY_RESTARTS),
                                   idarch_ratio_int(c->replicas));
    idarch_ratio starts = check_add(check_mul(a_day, days), idarch_ratio_int(c->replicas));
    if (idarch_ratio_compare(starts, idarch_ratio_int(c->report->nodes)) <= 0)
        return IDARCH_RULE_HOLDS;
    idarch_ratio last = check_div(idarch_ratio_int(c->report->nodes - c->replicas), a_day);
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_RESTARTS),
        "every start takes a new worker number for ever: %s starts during service, but %u bits "
        "hold %s, which last %s days",
        check_count(c, idarch_ratio_ceil(starts)), c->node_bits,
        check_count(c, c->report->nodes),
        a_day.num ? check_count(c, idarch_ratio_floor(last)) : "0");
    check_hint(c, found, "lend the numbers and reuse them, or widen the worker field");
    check_relate(c, found, IDARCH_KEY_WORKER_ID_REUSE);
    check_relate(c, found, IDARCH_KEY_WORKER_IDS);
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    return IDARCH_RULE_BROKEN;
}

static idarch_rule_state worker_duplicate(check *c)
{
    idarch_rule_state state = IDARCH_RULE_HOLDS;
    const idarch_worker *workers = c->design->workers.items;
    for (size_t i = 1; i < c->design->workers.count; i++) {
        size_t j = 0;
        while (j < i && workers[j].id != workers[i].id)
            j++;
        if (j == i)
            continue;
        idarch_diag *found = check_break(c, IDARCH_ERROR, check_at_span(workers[i].span),
                                         "two instances have the worker ID %s",
                                         check_count(c, workers[i].id));
        check_hint(c, found, "they would issue the same IDs: give each its own number");
        check_relate_place(c, found, check_at_span(workers[j].span), "the other one");
        state = IDARCH_RULE_BROKEN;
    }
    return state;
}

static idarch_rule_state worker_out_of_range(check *c)
{
    idarch_rule_state state = IDARCH_RULE_HOLDS;
    for (size_t i = 0; i < c->design->workers.count; i++) {
        const idarch_worker *worker = &c->design->workers.items[i];
        if (worker->id >= 0 && worker->id < c->report->nodes)
            continue;
        idarch_diag *found =
            check_break(c, IDARCH_ERROR, check_at_span(worker->span),
                        "worker ID %s does not fit %u bits: 0 to %s",
                        check_count(c, worker->id), c->node_bits,
                        check_count(c, c->report->nodes - 1));
        check_hint(c, found, "renumber the instance or widen the worker field");
        check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_NODE), "the worker field");
        state = IDARCH_RULE_BROKEN;
    }
    return state;
}

static idarch_rule_state worker_shared_template(check *c)
{
    bool fixed = !c->moving;
    bool multiplied = c->design->drawn_replicas > 1 ||
                      (fixed && c->has_replicas && c->replicas > 1);
    if (c->design->workers.count != 1 || !multiplied)
        return IDARCH_RULE_HOLDS;
    const idarch_worker *worker = &c->design->workers.items[0];
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_span(worker->span),
        "one literal worker ID %s stands for %s replicas: all of them would use it",
        check_count(c, worker->id), check_count(c, c->replicas));
    check_hint(c, found, "draw each instance with its own number, or let the number be leased");
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    return IDARCH_RULE_BROKEN;
}

/* Threshold of the chance that two replicas draw one number, and when it is an error. */
static const double chance_warned = 1e-6, chance_refused = 1e-3;

static idarch_rule_state worker_random(check *c)
{
    if (!check_is(c, IDARCH_KEY_WORKER_IDS, "random") &&
        !check_is(c, IDARCH_KEY_WORKER_IDS, "hash"))
        return IDARCH_RULE_HOLDS;
    if (!c->has_replicas)
        return check_not_stated(c, IDARCH_KEY_REPLICAS);
    double chance = check_birthday((double)c->replicas, (double)c->report->nodes);
    if (chance <= chance_warned)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, chance > chance_refused ? IDARCH_ERROR : IDARCH_WARNING,
        check_at_key(c, IDARCH_KEY_WORKER_IDS),
        "%s replicas that draw from %s numbers share one with a chance of %s %% (%s), at each "
        "start anew",
        check_count(c, c->replicas), check_count(c, c->report->nodes),
        check_small_text(c->arena, 100 * chance), check_odds_text(c->arena, chance));
    check_hint(c, found, "lease the numbers, or assign them");
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_NODE), "the worker field");
    return IDARCH_RULE_BROKEN;
}

static bool applies_private_ip(const check *c)
{
    return applies_nodes(c) && check_is(c, IDARCH_KEY_WORKER_IDS, "private ip");
}

/* Networks of a list of CIDR blocks, and the most bits that differ inside one of them. */
static unsigned count_networks(const char *text, unsigned *host_bits)
{
    const unsigned address = strchr(text, ':') ? 128 : 32;
    unsigned count = 0;
    *host_bits = 0;
    for (const char *at = strchr(text, '/'); at; at = strchr(at + 1, '/')) {
        unsigned prefix = 0;
        for (const char *digit = at + 1; *digit >= '0' && *digit <= '9' && prefix < 1000; digit++)
            prefix = prefix * 10 + (unsigned)(*digit - '0');
        unsigned hosts = prefix < address ? address - prefix : 0;
        *host_bits = hosts > *host_bits ? hosts : *host_bits;
        count++;
    }
    return count;
}

static idarch_rule_state worker_from_ip(check *c)
{
    const idarch_setting *network = check_get(c, IDARCH_KEY_NETWORK);
    unsigned host_bits, count = count_networks(network->text ? network->text : "", &host_bits);
    idarch_i128 clusters = idarch_ratio_floor(check_ratio(c, IDARCH_KEY_CLUSTERS));
    if (!count)
        return check_not_stated(c, IDARCH_KEY_NETWORK);
    if ((count == 1 && host_bits <= c->node_bits && clusters <= 1) || check_lone_worker(c))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_NETWORK),
        "the lowest %u bits of an address are not distinct %s", c->node_bits,
        count > 1 ? idarch_printf(c->arena, "over %u networks", count)
        : host_bits > c->node_bits
            ? idarch_printf(c->arena, "in a network whose addresses differ in %u bits",
                            host_bits)
            : idarch_printf(c->arena, "over %s clusters", check_count(c, clusters)));
    check_hint(c, found, "use one network of at most %u differing bits, or lease the numbers",
               c->node_bits);
    check_relate(c, found, IDARCH_KEY_WORKER_IDS);
    return IDARCH_RULE_BROKEN;
}

static bool applies_mac_pid(const check *c)
{
    return applies_nodes(c) && (check_is(c, IDARCH_KEY_WORKER_IDS, "mac") ||
                                check_is(c, IDARCH_KEY_WORKER_IDS, "pid"));
}

static idarch_rule_state worker_from_mac_pid(check *c)
{
    if (check_lone_worker(c))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_WORKER_IDS),
        "a worker number made from a MAC address or a process ID is not distinct among "
        "containers: they share process ID 1 and patterns of addresses");
    check_hint(c, found, "lease the numbers, or assign them");
    return IDARCH_RULE_BROKEN;
}

static bool applies_fork(const check *c)
{
    return c->counted && (c->node_bits > 0 || c->random_bits == 0) &&
           (check_get(c, IDARCH_KEY_THREADS_SHARE) || check_get(c, IDARCH_KEY_PROCESSES));
}

/* Whether a number belongs to the pod, host or drawn instance, and so to all its processes. */
static bool number_of_host(const check *c)
{
    static const char *const kinds[] = {"static", "statefulset", "private ip", "mac"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (check_is(c, IDARCH_KEY_WORKER_IDS, kinds[i]) && !c->leased)
            return true;
    return false;
}

/* Threads have the number of their process; processes have one of their own where they
 * lease or draw it. */
static idarch_rule_state process_fork(check *c)
{
    bool apart = check_get(c, IDARCH_KEY_THREADS_SHARE) &&
                 check_ratio(c, IDARCH_KEY_THREADS_SHARE).num == 0;
    bool forked = number_of_host(c) && check_processes(c) > 1;
    if (!apart && !forked)
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, apart ? IDARCH_KEY_THREADS_SHARE : IDARCH_KEY_PROCESSES),
        "%s with a generator each share one worker number: they issue the same IDs",
        apart ? "threads" : "processes");
    check_hint(c, found, "share one generator, or give each its own number");
    check_relate(c, found, IDARCH_KEY_WORKER_IDS);
    return IDARCH_RULE_BROKEN;
}

/* What the picture says of the number of replicas, -1 for nothing. */
static idarch_i128 drawn_count(const check *c)
{
    if (c->design->drawn_replicas >= 0)
        return c->design->drawn_replicas;
    return c->design->workers.count ? (idarch_i128)c->design->workers.count : -1;
}

static check_place drawn_place(const check *c)
{
    if (c->design->drawn_replicas >= 0)
        return check_at_span(c->design->drawn_replicas_span);
    return check_at_span(c->design->workers.items[0].span);
}

static bool applies_drawn(const check *c)
{
    return c->design->has_settings && drawn_count(c) >= 0;
}

/* Whether the reader of the picture has already said it, at the words in the picture. */
static bool reader_said_it(const check *c)
{
    for (size_t i = 0; i < c->findings->list.count; i++) {
        const idarch_diag *diag = &c->findings->list.items[i];
        if (strcmp(diag->code, "picture-mismatch") == 0 && c->design->drawn_replicas >= 0 &&
            diag->span.start == c->design->drawn_replicas_span.start)
            return true;
    }
    return false;
}

static idarch_rule_state replica_count(check *c)
{
    idarch_i128 drawn = drawn_count(c), boxes = (idarch_i128)c->design->workers.count;
    bool stated = check_get(c, IDARCH_KEY_REPLICAS) != NULL;
    if (boxes <= drawn && (!stated || c->replicas == drawn))
        return IDARCH_RULE_HOLDS;
    if (boxes <= drawn && reader_said_it(c))
        return IDARCH_RULE_BROKEN;
    idarch_diag *found;
    if (boxes > drawn)
        found = check_break(c, IDARCH_ERROR, drawn_place(c),
                            "the picture says %s, but draws %s with a worker ID",
                            check_plural(c, drawn, "replica", "replicas"),
                            check_count(c, boxes));
    else
        found = check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_REPLICAS),
                            "the settings say %s, the picture %s",
                            check_plural(c, c->replicas, "replica", "replicas"),
                            check_count(c, drawn));
    check_hint(c, found, "make the picture and the settings say the same number");
    check_relate_place(c, found, drawn_place(c), "in the picture");
    return IDARCH_RULE_BROKEN;
}

static const check_rule rules[] = {
    {"replicas-over-workers", IDARCH_ERROR, true, applies_replicas, {IDARCH_KEY_REPLICAS},
     replicas_over_workers, "there is a worker number for every replica"},
    {"surge-over-workers", IDARCH_WARNING, true, applies_surge,
     {IDARCH_KEY_REPLICAS, IDARCH_KEY_SURGE}, surge_over_workers,
     "a rolling update does not run out of worker numbers"},
    {"never-reused-exhaustion", IDARCH_ERROR, true, applies_never_reused,
     {IDARCH_KEY_REPLICAS, IDARCH_KEY_RESTARTS}, never_reused,
     "numbers that are never reused last for the service"},
    {"worker-duplicate", IDARCH_ERROR, true, applies_nodes, {0}, worker_duplicate,
     "no two instances have one worker number"},
    {"worker-out-of-range", IDARCH_ERROR, true, applies_nodes, {0}, worker_out_of_range,
     "every worker number fits its field"},
    {"worker-shared-template", IDARCH_ERROR, true, applies_nodes, {0}, worker_shared_template,
     "one literal worker number is not copied to several replicas"},
    {"worker-random", IDARCH_ERROR, true, applies_nodes, {IDARCH_KEY_WORKER_IDS},
     worker_random, "worker numbers are not drawn at random or hashed"},
    {"worker-from-ip16", IDARCH_ERROR, true, applies_private_ip, {IDARCH_KEY_NETWORK},
     worker_from_ip, "bits of an address are distinct in the network"},
    {"worker-from-mac-pid", IDARCH_ERROR, true, applies_mac_pid, {0}, worker_from_mac_pid,
     "worker numbers do not come from MAC addresses or process IDs"},
    {"process-fork", IDARCH_ERROR, true, applies_fork, {0}, process_fork,
     "one worker number has one generator"},
    {"replica-count-mismatch", IDARCH_ERROR, false, applies_drawn, {0}, replica_count,
     "the picture and the settings agree on the replicas"},
};

const check_rules check_worker_rules = {rules, sizeof rules / sizeof rules[0]};
