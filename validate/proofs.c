/* Proofs: the reference generator of idgen/ is run on the described layout, tick, clock
 * rule and overflow rule, in a small world of its own (a clock that moves only when told,
 * a seeded random source, a lease that ends at an instant), and the decoder checks every ID
 * for its fields, sign, order and for being the only one. A failed proof is an error
 * finding `proof-...`. The same design gives the same proof, always. */
#include "validate/stage.h"

/* Some 20 ms of IDs; where random bits decide their order, all of them are kept. */
enum { FILL_MOST = 1 << 18, FILL_KEPT = 1 << 14, LEASE_FILL = 1 << 12, RANDOM_IDS = 1000 };

/* Adds the outcome to the report, and a finding when it failed, at the key that states the
 * rule, else at the layout. */
static void conclude(check *c, const char *name, const char *code, idarch_key key,
                     const stage *s, const char *detail)
{
    *IDARCH_PUSH(c->arena, &c->report->proofs) =
        (idarch_proof){name, true, !s->fault, s->fault ? s->fault : detail};
    if (!s->fault)
        return;
    check_place stated = check_at_key(c, key);
    check_place place = stated.known ? stated : check_at_layout(c);
    idarch_diag *found = idarch_diag_add(c->findings, IDARCH_ERROR, code, place.span,
                                         "the reference generator, run on this design, fails "
                                         "at \"%s\": %s",
                                         name, s->fault);
    found->no_place = !place.known;
    found->hint = "idarch runs the described rules on the described bits; repair the rule or "
                  "the layout";
}

static void not_run(check *c, const char *name, const char *why)
{
    *IDARCH_PUSH(c->arena, &c->report->proofs) = (idarch_proof){name, false, false, why};
}

/* Ticks that IDs may use: the top bit is lost in a signed column. */
static idarch_i128 usable_ticks(const check *c)
{
    return check_power(c->time_bits - (c->report->negative_before_end ? 1 : 0));
}

/* A tick in mid-life, where nothing special happens. */
static idarch_i128 middle_tick(const check *c)
{
    return usable_ticks(c) / 2;
}

static uint64_t largest_node(const check *c)
{
    return c->node_bits ? UINT64_MAX >> (64 - (c->node_bits > 64 ? 64 : c->node_bits)) : 0;
}

static const char *ends_detail(const check *c, bool one_after)
{
    bool dated = c->report->has_epoch;
    return idarch_printf(c->arena, "issues at %s and at %s, refuses one before%s",
                         dated ? check_instant(c, c->report->epoch) : "tick 0",
                         dated ? check_instant(c, c->report->last_instant) : "the last tick",
                         one_after ? " and one after" : "");
}

/* That one after the last tick is refused is not shown for a design that wraps. */
static void prove_ends(check *c)
{
    stage s;
    bool one_after = !c->report->negative_before_end &&
                     !check_is(c, IDARCH_KEY_TIME_OVERFLOW, "wrap");
    idarch_i128 last = usable_ticks(c) - 1;
    if (!stage_open(&s, c, largest_node(c), 4)) {
        not_run(c, "first and last tick", "no generator can be made for this layout");
        return;
    }
    s.now = stage_tick_start(c, 0) - 1;
    stage_issue(&s, IDARCH_GEN_BEFORE_EPOCH);
    s.now = stage_tick_start(c, 0);
    stage_issue(&s, IDARCH_GEN_OK);
    stage_expect_tick(&s, 0);
    s.now = stage_tick_start(c, last);
    stage_issue(&s, IDARCH_GEN_OK);
    stage_expect_tick(&s, last);
    stage_expect_ascending(&s);
    if (one_after) {
        s.now = stage_tick_start(c, last + 1);
        stage_issue(&s, IDARCH_GEN_EXHAUSTED);
    }
    conclude(c, "first and last tick", "proof-ends", IDARCH_KEY_EPOCH, &s,
             ends_detail(c, one_after));
}

/* What the ID after a full tick must be, by the overflow rule. */
static const char *overflow(stage *s, idarch_i128 tick)
{
    unsigned before = s->sleeps;
    if (!check_get(s->c, IDARCH_KEY_SEQUENCE_OVERFLOW))
        return "what a full tick does is not stated";
    switch (stage_full_rule(s->c)) {
    case IDARCH_FULL_WAIT:
        stage_issue(s, IDARCH_GEN_OK);
        stage_expect_tick(s, tick + 1);
        if (s->sleeps == before)
            stage_fault(s, "the generator did not wait for the next tick");
        return "the next waits for the next tick";
    case IDARCH_FULL_FAIL: stage_issue(s, IDARCH_GEN_SEQUENCE_FULL); return "the next is refused";
    case IDARCH_FULL_BORROW: {
        bool room = !s->c->has_cap || idarch_ratio_compare(s->c->cap, s->c->report->tick) >= 0;
        stage_issue(s, room ? IDARCH_GEN_OK : IDARCH_GEN_SEQUENCE_FULL);
        if (room)
            stage_expect_tick(s, tick + 1);
        return room ? "the next borrows the next tick" : "the next is refused by the cap";
    }
    case IDARCH_FULL_MODULO: stage_issue(s, IDARCH_GEN_OK); break;
    }
    return "the next starts again";
}

static const char *fill_detail(const check *c, size_t count, const char *then)
{
    const char *of = c->report->ids_per_tick == (idarch_i128)count
                         ? ""
                         : idarch_printf(c->arena, " of %s",
                                         check_count(c, c->report->ids_per_tick));
    return idarch_printf(c->arena, "%s%s%s%s; %s",
                         check_plural(c, (idarch_i128)count, "ID", "IDs"), of,
                         count > 1 ? ", all distinct" : "",
                         count > 1 && c->random_bits == 0 ? " and ascending" : "", then);
}

static void prove_fill(check *c)
{
    stage s;
    idarch_i128 cap = c->report->ids_per_tick, tick = middle_tick(c);
    const size_t most = c->random_bits ? FILL_KEPT : FILL_MOST;
    bool whole = cap <= (idarch_i128)most;
    size_t count = whole ? (size_t)cap : most;
    if (!stage_open(&s, c, largest_node(c), c->random_bits ? count + 1 : 1)) {
        not_run(c, "fills one tick", "no generator can be made for this layout");
        return;
    }
    s.now = stage_tick_start(c, tick);
    stage_issue_some(&s, count);
    stage_expect_tick(&s, tick);
    const char *then =
        whole && !s.fault ? overflow(&s, tick) : "the tick holds more, which were not tried";
    stage_expect_distinct(&s);
    stage_expect_ascending(&s);
    conclude(c, "fills one tick", "proof-fill", IDARCH_KEY_SEQUENCE_OVERFLOW, &s,
             fill_detail(c, count, then));
}

/* Moves the clock forth, back by two ticks and forth again, three calls at each stop. What
 * the rule refuses is refused; what it issues must be new. */
static void cross_step(stage *s, idarch_i128 tick, unsigned *refused)
{
    static const int path[] = {-2, -1, 0, -2, -1, 0, 1, 2};
    idarch_id id;
    for (size_t i = 0; i < sizeof path / sizeof path[0]; i++) {
        s->now = stage_tick_start(s->c, tick + path[i]);
        for (int call = 0; call < 3; call++) {
            idarch_gen_status status = idarch_gen_next(s->gen, &id);
            if (status == IDARCH_GEN_OK)
                stage_keep(s, &id);
            *refused += status != IDARCH_GEN_OK;
            if (status != IDARCH_GEN_OK && status != IDARCH_GEN_CLOCK_BACK &&
                status != IDARCH_GEN_SEQUENCE_FULL)
                stage_fault(s, "a step back gave another refusal than `clock moved back`");
        }
    }
}

/* A wait with a cap: a step of the cap is waited for, one ns more is refused. */
static void test_wait_cap(check *c, stage *s)
{
    idarch_i128 cap = idarch_ratio_floor(c->cap), tick = middle_tick(c) + 100;
    s->now = stage_tick_start(c, tick);
    stage_issue(s, IDARCH_GEN_OK);
    s->now = stage_tick_start(c, tick) - cap;
    stage_issue(s, IDARCH_GEN_OK);
    s->now = stage_tick_start(c, tick) - cap - 1;
    stage_issue(s, IDARCH_GEN_CLOCK_BACK);
}

static const char *step_detail(check *c, unsigned refused)
{
    const char *cap = c->has_cap ? check_span_text(c, c->cap) : "";
    switch (c->clock_rule) {
    case IDARCH_CLOCK_FAIL:
        return idarch_printf(c->arena, "a step of 2 ticks: %u calls refused, no ID repeated",
                             refused);
    case IDARCH_CLOCK_WAIT:
        return c->has_cap ? idarch_printf(c->arena,
                                          "a step of %s is waited for, a longer one refused; no "
                                          "ID repeated", cap)
                          : "a step back is waited for; no ID repeated";
    case IDARCH_CLOCK_LOGICAL:
        return "the logical clock goes on ahead of a step back; no ID repeated";
    case IDARCH_CLOCK_RESET:
    case IDARCH_CLOCK_NOT_STATED: break;
    }
    return "no ID repeated";
}

static void prove_step(check *c)
{
    stage s;
    unsigned refused = 0;
    idarch_i128 tick = middle_tick(c);
    if (c->clock_rule == IDARCH_CLOCK_NOT_STATED) {
        not_run(c, "clock moves back", "no rule is stated");
        return;
    }
    if (usable_ticks(c) < 1024 || !stage_open(&s, c, largest_node(c), 64)) {
        not_run(c, "clock moves back", "no generator can be made for this layout");
        return;
    }
    cross_step(&s, tick, &refused);
    if (c->clock_rule == IDARCH_CLOCK_FAIL && refused == 0)
        stage_fault(&s, "the clock went back and no call was refused");
    if (c->clock_rule == IDARCH_CLOCK_WAIT && c->has_cap &&
        idarch_ratio_compare(c->cap, check_mul(c->report->tick, idarch_ratio_int(100))) < 0)
        test_wait_cap(c, &s);
    stage_expect_distinct(&s);
    stage_expect_ascending(&s);
    conclude(c, "clock moves back", "proof-clock-step", IDARCH_KEY_CLOCK_RULE, &s,
             step_detail(c, refused));
}

/* Why the design does not say that a lost lease stops the generator, or NULL. */
static const char *lease_doubt(const check *c)
{
    bool fenced = check_lease_form_of(c) == CHECK_LEASE_FENCED;
    if (!check_get(c, IDARCH_KEY_LEASE_CHECK))
        return "lease check not stated";
    if (check_is(c, IDARCH_KEY_LEASE_CHECK, "before the clock"))
        return "the lease is checked before the clock is read";
    if (!fenced && !check_get(c, IDARCH_KEY_LEASE_MARGIN))
        return "lease margin not stated";
    if (!fenced && check_ratio(c, IDARCH_KEY_LEASE_MARGIN).num <= 0)
        return "no lease margin";
    return NULL;
}

static void prove_lease(check *c)
{
    stage s;
    idarch_i128 cap = c->report->ids_per_tick, tick = middle_tick(c);
    bool fills = cap <= LEASE_FILL && check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "wait");
    if (lease_doubt(c)) {
        not_run(c, "lease is lost", lease_doubt(c));
        return;
    }
    size_t count = fills ? (size_t)cap : cap < 3 ? (size_t)cap : 3;
    if (!stage_open(&s, c, largest_node(c), 1)) {
        not_run(c, "lease is lost", "no generator can be made for this layout");
        return;
    }
    s.now = stage_tick_start(c, tick);
    s.lease_until = stage_tick_start(c, tick + 1);
    stage_issue_some(&s, count);
    if (!fills)
        s.now = s.lease_until;
    size_t before = s.issued;
    stage_issue(&s, IDARCH_GEN_LEASE_LOST); /* after a wait, where the tick is full */
    if (s.issued != before)
        stage_fault(&s, "an ID was issued after the lease had ended");
    conclude(c, "lease is lost", "proof-lease", IDARCH_KEY_LEASE_TTL, &s,
             fills ? "the call whose wait outlives the lease is refused, no ID issued"
                   : "the first call after its end is refused, no ID issued");
}

static void prove_workers(check *c)
{
    stage low, high;
    uint64_t last = largest_node(c);
    if (!stage_open(&low, c, 0, 16) || !stage_open(&high, c, last, 16)) {
        not_run(c, "two workers at once", "no generator can be made for this layout");
        return;
    }
    low.now = high.now = stage_tick_start(c, middle_tick(c));
    size_t each = c->report->ids_per_tick < 8 ? (size_t)c->report->ids_per_tick : 8;
    stage_issue_some(&low, each);
    stage_issue_some(&high, each);
    for (size_t i = 0; i < high.count; i++)
        stage_keep(&low, &high.ids[i]);
    if (high.fault)
        stage_fault(&low, high.fault);
    stage_expect_distinct(&low);
    conclude(c, "two workers at once", "proof-workers", IDARCH_KEY_LAYOUT, &low,
             idarch_printf(c->arena, "workers 0 and %s in one tick: %zu IDs, all distinct",
                           check_count(c, (idarch_i128)last), low.count));
}

static void prove_random(check *c)
{
    stage s;
    size_t count = c->random_bits >= 40 ? RANDOM_IDS : 1;
    if (!stage_open(&s, c, largest_node(c), count)) {
        not_run(c, "random IDs", "no generator can be made for this layout");
        return;
    }
    if (c->time_bits)
        s.now = stage_tick_start(c, middle_tick(c));
    stage_issue_some(&s, count);
    for (size_t i = 0; i < s.count; i++) {
        idarch_decoded decoded;
        idarch_decode(c->layout, c->report->tick, c->report->epoch, &s.ids[i], &decoded);
        if (!decoded.sign_ok)
            stage_fault(&s, "a constant is wrong");
    }
    if (c->time_bits)
        stage_expect_tick(&s, middle_tick(c));
    stage_expect_distinct(&s);
    conclude(c, "random IDs", "proof-random", IDARCH_KEY_LAYOUT, &s,
             idarch_printf(c->arena, "%s%s, constants in place, all distinct",
                           check_plural(c, (idarch_i128)s.count, "ID", "IDs"),
                           c->time_bits ? " of one tick" : ""));
}

void check_proofs(check *c)
{
    if (!c->layout)
        return;
    if (c->time_bits)
        prove_ends(c);
    if (c->counted) {
        prove_fill(c);
        prove_step(c);
        if (c->node_bits)
            prove_workers(c);
        if (c->leased)
            prove_lease(c);
    }
    if (c->random_bits && !c->sequence_bits)
        prove_random(c);
}
