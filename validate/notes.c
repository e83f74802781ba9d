/* Failure rules for the picture, made from the settings, where the document states none in
 * its own words: clock moved back, lease lost, restart. Only what is stated is said. */
#include "validate/check.h"

static void add_note(check *c, const char *head, const char *text)
{
    idarch_block *block = IDARCH_PUSH(c->arena, &c->report->notes);
    *block = (idarch_block){.kind = IDARCH_BLOCK_ITEM,
                            .number = (unsigned)c->report->notes.count};
    idarch_rich *cell = IDARCH_PUSH(c->arena, &block->cells);
    *cell = (idarch_rich){0};
    idarch_rich_add(c->arena, cell, head, IDARCH_RUN_BOLD, NULL);
    idarch_rich_add(c->arena, cell, text, 0, NULL);
}

static const char *clock_note(const check *c)
{
    const char *cap = c->has_cap ? check_span_text(c, c->cap) : NULL;
    switch (c->clock_rule) {
    case IDARCH_CLOCK_NOT_STATED: return NULL;
    case IDARCH_CLOCK_FAIL: return " refuse requests until the clock has caught up.";
    case IDARCH_CLOCK_WAIT:
        return cap ? idarch_printf(c->arena, " wait up to %s, then refuse requests.", cap)
                   : " wait until the clock has caught up.";
    case IDARCH_CLOCK_LOGICAL:
        return cap ? idarch_printf(c->arena,
                                   " go on counting from the last tick, at most %s ahead.", cap)
                   : " go on counting from the last tick.";
    case IDARCH_CLOCK_RESET:
        return " start the sequence anew: IDs repeat.";
    }
    return NULL;
}

static const char *lease_note(const check *c)
{
    const idarch_setting *ttl = check_get(c, IDARCH_KEY_LEASE_TTL);
    const idarch_setting *margin = check_get(c, IDARCH_KEY_LEASE_MARGIN);
    if (!c->leased)
        return NULL;
    if (!ttl || !margin)
        return " stop issuing IDs; another instance may hold the number next.";
    return idarch_printf(c->arena,
                         " stop issuing IDs %s before the TTL of %s has run out; another "
                         "instance may hold the number next.",
                         check_span_text(c, margin->value.ratio),
                         check_span_text(c, ttl->value.ratio));
}

static const char *restart_note(const check *c)
{
    const idarch_setting *lead = check_get(c, IDARCH_KEY_MARK_LEAD);
    if (!check_is(c, IDARCH_KEY_MARK, "kept") && !lead)
        return NULL;
    if (!lead)
        return " wait until the clock has passed the high-water mark.";
    return idarch_printf(c->arena,
                         " wait until the clock has passed the high-water mark, up to %s ahead.",
                         check_span_text(c, lead->value.ratio));
}

void check_notes(check *c)
{
    if (c->document->notes.count || !c->counted)
        return;
    const char *clock = clock_note(c), *lease = lease_note(c), *restart = restart_note(c);
    if (clock)
        add_note(c, "Clock moved back:", clock);
    if (lease)
        add_note(c, "Lease lost:", lease);
    if (restart)
        add_note(c, "Restart:", restart);
}
