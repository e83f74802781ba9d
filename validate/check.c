/* The check: a list of steps over one design. Each step reads what is stated and what the
 * steps before it found; the verdict is drawn at the end. Takes a document, gives findings
 * and a report, changes nothing else, and prints nothing. */
#include "validate/check.h"

static void draw_verdict(check *c)
{
    const idarch_diags *findings = c->findings;
    bool broken = findings->counts[IDARCH_ERROR] || findings->counts[IDARCH_FATAL] ||
                  c->core_broken;
    c->report->verdict = broken        ? IDARCH_VERDICT_FAIL
                         : c->unproven ? IDARCH_VERDICT_UNPROVEN
                                       : IDARCH_VERDICT_PASS;
}

static void (*const steps[])(check *) = {
    check_sizes,     check_facts,   check_capacity, check_lifetime, check_crossings,
    check_collision,
    check_all_rules, check_proofs,   draw_verdict,   check_captions,  check_notes,
};

void idarch_check(idarch_arena *arena, const idarch_document *document,
                  const idarch_check_options *options, idarch_diags *findings,
                  idarch_report *report)
{
    const idarch_ratio zero = {0, 1};
    *report = (idarch_report){.epoch = zero, .tick = zero, .ids_per_second = zero,
                              .fleet_ids_per_second = zero, .last_instant = zero,
                              .exhausted_at = zero, .lifetime = zero};
    check c = {
        .arena = arena, .document = document, .design = &document->design,
        .has_now = options->has_now && !options->for_picture, .now = options->now,
        .findings = findings, .report = report, .total_rate = zero, .worker_rate = zero,
        .launch = zero, .end = zero, .life = zero, .least_end = zero, .cap = zero,
    };
    if (!document->design.has_settings) {
        draw_verdict(&c);
        return;
    }
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        steps[i](&c);
}
