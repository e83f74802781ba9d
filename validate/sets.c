/* How many generators the document speaks of beyond its replicas: processes of each, and
 * sets of them that number their workers without knowing of each other. */
#include "validate/check.h"

idarch_i128 check_processes(const check *c)
{
    return idarch_ratio_floor(check_ratio_or(c, IDARCH_KEY_PROCESSES, idarch_ratio_int(1)));
}

/* Each cluster numbers its workers by itself, and so does each set of pods in it. */
idarch_i128 check_sets(const check *c)
{
    const idarch_ratio one = idarch_ratio_int(1);
    idarch_ratio sets = check_ratio_or(c, IDARCH_KEY_CLUSTERS, one);
    if (check_applies_ordinals(c))
        sets = check_mul(sets, check_ratio_or(c, IDARCH_KEY_STATEFULSETS, one));
    return idarch_ratio_floor(sets);
}

bool check_central_counter(const check *c)
{
    static const idarch_key keys[] = {IDARCH_KEY_SEQUENCE_CACHE, IDARCH_KEY_SEQUENCE_INCREMENT,
                                      IDARCH_KEY_SEQUENCE_FIRST, IDARCH_KEY_TICKET_SERVERS};
    bool central = check_is(c, IDARCH_KEY_WORKER_IDS, "database") ||
                   check_is(c, IDARCH_KEY_WORKER_IDS, "ticket");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        central |= check_get(c, keys[i]) != NULL;
    return c->timeless && c->node_bits == 0 && central;
}

bool check_lone_worker(const check *c)
{
    return c->has_replicas && c->replicas <= 1 && check_processes(c) <= 1 && check_sets(c) <= 1;
}
