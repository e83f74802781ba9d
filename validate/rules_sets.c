/* Rules about several sets of workers that number from 0 each, about ordinals of pods, and
 * about counters without a time. */
#include "validate/check.h"

static idarch_rule_state ordinal_two_clusters(check *c)
{
    bool stated = check_get(c, IDARCH_KEY_CLUSTERS) || check_get(c, IDARCH_KEY_STATEFULSETS);
    if (!stated)
        return check_not_stated(c, IDARCH_KEY_STATEFULSETS);
    idarch_i128 sets = check_sets(c);
    idarch_i128 offset = idarch_ratio_floor(check_ratio(c, IDARCH_KEY_WORKER_ID_OFFSET));
    if (sets > 1 && !c->has_replicas)
        check_at_best(c, IDARCH_KEY_REPLICAS);
    if (sets <= 1 || (offset > 0 && offset >= c->replicas))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR,
        check_at_key(c, check_get(c, IDARCH_KEY_STATEFULSETS) ? IDARCH_KEY_STATEFULSETS
                                                              : IDARCH_KEY_CLUSTERS),
        "%s sets of pods number their ordinals from 0 and an offset of %s does not keep %s "
        "apart",
        check_count(c, sets), check_count(c, offset),
        c->has_replicas ? check_plural(c, c->replicas, "replica", "replicas") : "them");
    check_hint(c, found, "give each set its own range: worker ID offset >= the replicas of a set");
    check_relate(c, found, IDARCH_KEY_CLUSTERS);
    check_relate(c, found, IDARCH_KEY_WORKER_ID_OFFSET);
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    return IDARCH_RULE_BROKEN;
}

/* A mark that anyone can raise is no guard: the old pod goes on and overwrites it. */
static idarch_rule_state ordinal_force_delete(check *c)
{
    if (check_is(c, IDARCH_KEY_FORCED_DELETION, "never") || c->leased || check_mark_fenced(c))
        return IDARCH_RULE_HOLDS;
    if (!check_get(c, IDARCH_KEY_FORCED_DELETION))
        return check_not_stated(c, IDARCH_KEY_FORCED_DELETION);
    idarch_diag *found =
        check_break(c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_FORCED_DELETION),
                    "a pod that is deleted by force may still run while its successor takes the "
                    "same ordinal%s",
                    check_mark_kept(c) ? ", and a mark that both can raise stops neither" : "");
    check_hint(c, found, "guard the ordinal by a lease, or by a high-water mark that only the "
                         "owner can raise: `mark written: conditionally`");
    check_relate(c, found, IDARCH_KEY_WORKER_IDS);
    check_relate(c, found, IDARCH_KEY_MARK_WRITTEN);
    return IDARCH_RULE_BROKEN;
}

/* Numbers that each cluster gives out by itself. Numbers drawn or made from an address have
 * rules of their own. */
static bool applies_clusters(const check *c)
{
    static const char *const own[] = {"statefulset", "random", "hash", "private ip", "mac", "pid"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (check_is(c, IDARCH_KEY_WORKER_IDS, own[i]))
            return false;
    return (c->counted || c->timeless) && c->node_bits > 0 &&
           check_get(c, IDARCH_KEY_CLUSTERS) && check_sets(c) > 1;
}

/* Kept apart by an offset, or because the picture gives every replica a number. */
static idarch_rule_state coordinators_overlap(check *c)
{
    idarch_i128 offset = idarch_ratio_floor(check_ratio(c, IDARCH_KEY_WORKER_ID_OFFSET));
    idarch_i128 drawn = (idarch_i128)c->design->workers.count;
    bool all_drawn = !c->moving && c->has_replicas && drawn > 1 && drawn >= c->replicas;
    if (!c->has_replicas)
        check_at_best(c, IDARCH_KEY_REPLICAS);
    if (all_drawn || (offset > 0 && offset >= c->replicas))
        return IDARCH_RULE_HOLDS;
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_CLUSTERS),
        "%s clusters give out worker numbers from 0 each, and an offset of %s does not keep them "
        "apart",
        check_count(c, check_sets(c)), check_count(c, offset));
    check_hint(c, found, "give each cluster its own range, `worker ID offset` >= its replicas; or "
                         "let one coordinator serve them all and state `clusters: 1`");
    check_relate(c, found, IDARCH_KEY_WORKER_IDS);
    check_relate(c, found, IDARCH_KEY_WORKER_ID_OFFSET);
    check_relate(c, found, IDARCH_KEY_REPLICAS);
    return IDARCH_RULE_BROKEN;
}

static bool applies_timeless(const check *c)
{
    return c->timeless && c->random_bits == 0 && !check_central_counter(c);
}

/* A counter in memory starts anew with its process. */
static idarch_rule_state counter_restart(check *c)
{
    if (check_mark_kept(c))
        return IDARCH_RULE_HOLDS;
    if (!check_get(c, IDARCH_KEY_MARK))
        return check_not_stated(c, IDARCH_KEY_MARK);
    idarch_diag *found = check_break(
        c, IDARCH_ERROR, check_at_key(c, IDARCH_KEY_MARK),
        "a counter without a time and without a high-water mark starts anew at each restart: all "
        "IDs repeat");
    check_hint(c, found, "keep a mark, add a time field, or let a database count");
    check_relate_place(c, found, check_at_field(c, IDARCH_FIELD_SEQUENCE), "the sequence");
    return IDARCH_RULE_BROKEN;
}

static const check_rule rules[] = {
    {"ordinal-two-clusters", IDARCH_ERROR, true, check_applies_ordinals, {0},
     ordinal_two_clusters,
     "ordinals of several sets of pods are kept apart by an offset"},
    {"ordinal-force-delete", IDARCH_ERROR, true, check_applies_ordinals, {0},
     ordinal_force_delete, "forced deletion cannot run two pods with one ordinal"},
    {"coordinators-overlap", IDARCH_ERROR, true, applies_clusters, {0}, coordinators_overlap,
     "several clusters give out different worker numbers"},
    {"counter-restart", IDARCH_ERROR, true, applies_timeless, {0}, counter_restart,
     "a counter without a time goes on after a restart"},
};

const check_rules check_set_rules = {rules, sizeof rules / sizeof rules[0]};
