/* Runs the rules. Every rule is a row of a table (rules_*.c): where it applies, the keys
 * it needs, and a small check. A row whose needs are not stated is not run: its state is
 * "not stated" with the first key to add; but for needs that can only make things worse,
 * which are taken at their best: a rule that is broken even so is broken. A finding that
 * the reader of the document has already made under a rule's id counts as that rule broken
 * and is not repeated. */
#include "validate/check.h"

static const check_rules *const groups[] = {
    &check_layout_rules, &check_shape_rules, &check_time_rules, &check_capacity_rules,
    &check_worker_rules, &check_set_rules,   &check_lease_rules, &check_mark_rules,
    &check_clock_rules,  &check_storage_rules,
};

enum { GROUPS = sizeof groups / sizeof groups[0] };

static bool already_found(const check *c, const char *id)
{
    for (size_t i = 0; i < c->findings->list.count; i++)
        if (strcmp(c->findings->list.items[i].code, id) == 0)
            return true;
    return false;
}

/* Notes the needs that may stand at their best; NOT_STATED for one that may not. */
static idarch_rule_state missing_need(check *c, const check_rule *rule)
{
    const size_t most = sizeof rule->needs / sizeof rule->needs[0];
    for (size_t i = 0; i < most && rule->needs[i]; i++) {
        bool best = rule->needs[i] & CHECK_BEST_FLAG;
        idarch_key key = (idarch_key)(rule->needs[i] & ~(unsigned)CHECK_BEST_FLAG);
        if (check_has(c, key))
            continue;
        if (!best)
            return check_not_stated(c, key);
        check_at_best(c, key);
    }
    return IDARCH_RULE_HOLDS;
}

static idarch_rule_state run_rule(check *c, const check_rule *rule)
{
    if (already_found(c, rule->id))
        return IDARCH_RULE_BROKEN;
    if (rule->applies ? !rule->applies(c) : !c->layout)
        return IDARCH_RULE_NOT_APPLICABLE;
    if (missing_need(c, rule) == IDARCH_RULE_NOT_STATED)
        return IDARCH_RULE_NOT_STATED;
    idarch_rule_state state = rule->run(c);
    return state == IDARCH_RULE_HOLDS && c->at_best ? check_not_stated(c, c->at_best_key)
                                                    : state;
}

/* Adds the state to the report; what is not stated is told for core rules only. */
static void record(check *c, const check_rule *rule, idarch_rule_state state)
{
    bool missing = state == IDARCH_RULE_NOT_STATED;
    if (state == IDARCH_RULE_NOT_APPLICABLE || (missing && !rule->core))
        return;
    c->unproven |= missing;
    if (rule->core && state == IDARCH_RULE_BROKEN) {
        c->core_broken = true;
        c->core_broken_always |= !c->used_now;
    }
    *IDARCH_PUSH(c->arena, &c->report->rules) =
        (idarch_rule_result){rule->id, state, missing ? c->add : NULL};
}

void check_all_rules(check *c)
{
    for (size_t g = 0; g < GROUPS; g++) {
        for (size_t i = 0; i < groups[g]->count; i++) {
            const check_rule *rule = &groups[g]->rules[i];
            c->rule = rule;
            c->add = c->at_best = NULL;
            c->used_now = false;
            record(c, rule, run_rule(c, rule));
        }
    }
    c->rule = NULL;
}

bool idarch_rule_at(size_t index, idarch_rule_info *info)
{
    for (size_t g = 0; g < GROUPS; g++) {
        if (index < groups[g]->count) {
            const check_rule *rule = &groups[g]->rules[index];
            *info = (idarch_rule_info){rule->id, rule->severity, rule->core, rule->summary};
            return true;
        }
        index -= groups[g]->count;
    }
    return false;
}
