/* Proofs: the reference generator of idgen/ is run on the described layout, tick, clock
 * rule and overflow rule, in a small world of its own (a clock that moves only when told,
 * a seeded random source, a lease that ends at an instant), and the decoder checks every ID
 * for its fields, sign, order and for being the only one. A failed proof is an error
 * finding `proof-...`. The same design gives the same proof, always. */
#include <stdlib.h>

#include "idgen/idgen.h"
#include "validate/check.h"

enum { FILL_MOST = 4096, RANDOM_IDS = 1000 };

/* The world of one proof. */
typedef struct stage {
    const check *c;
    idarch_i128 now;          /* ns */
    idarch_i128 lease_until;  /* the lease holds before this instant, ns */
    uint64_t seed;
    unsigned sleeps;
    idarch_gen *gen;
    idarch_id *ids;           /* issued so far */
    size_t count, room;
    const char *fault;        /* what went wrong first, or NULL */
} stage;

static idarch_i128 stage_now(void *context)
{
    return ((stage *)context)->now;
}

static void stage_sleep(void *context, idarch_i128 until)
{
    stage *s = context;
    s->sleeps++;
    if (until > s->now)
        s->now = until;
}

/* splitmix64: every seed gives a full-period sequence. */
static uint64_t stage_random(void *context)
{
    uint64_t z = ((stage *)context)->seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static bool stage_lease(void *context, idarch_i128 date)
{
    return date < ((stage *)context)->lease_until;
}

static idarch_full_rule full_rule(const check *c)
{
    if (check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "fail"))
        return IDARCH_FULL_FAIL;
    if (check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "borrow"))
        return IDARCH_FULL_BORROW;
    if (check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "modulo"))
        return IDARCH_FULL_MODULO;
    return IDARCH_FULL_WAIT;
}

/* A fresh stage with a generator for a worker number; false where none can be made. */
static bool stage_open(stage *s, const check *c, uint64_t node, size_t room)
{
    const idarch_gen_config config = {
        .layout = c->layout, .tick = c->report->tick, .epoch = c->report->epoch,
        .clock_rule = c->clock_rule, .has_cap = c->has_cap, .cap = c->cap,
        .on_full = full_rule(c), .node = node,
    };
    *s = (stage){.c = c, .lease_until = idarch_pow2(125), .room = room};
    s->ids = IDARCH_NEW_ARRAY(c->arena, idarch_id, room);
    const idarch_world world = {s, stage_now, stage_sleep, stage_random, stage_lease};
    s->gen = idarch_gen_new(c->arena, &config, &world);
    return s->gen != NULL;
}

/* First whole ns of a tick: ceil(E + tick * u). */
static idarch_i128 tick_start(const check *c, idarch_i128 tick)
{
    idarch_ratio since = check_mul(idarch_ratio_int(tick), c->report->tick);
    return idarch_ratio_ceil(check_add(c->report->epoch, since));
}

static void fault(stage *s, const char *what)
{
    if (!s->fault)
        s->fault = what;
}

/* Issues one ID and keeps it; any other status than the wanted one is a fault. */
static bool issue(stage *s, idarch_gen_status wanted)
{
    idarch_id id;
    idarch_gen_status status = idarch_gen_next(s->gen, &id);
    if (status == IDARCH_GEN_OK && s->count < s->room)
        s->ids[s->count++] = id;
    if (status != wanted)
        fault(s, idarch_printf(s->c->arena, "expected \"%s\", got \"%s\"",
                               idarch_gen_status_name(wanted), idarch_gen_status_name(status)));
    return status == wanted;
}

static void issue_some(stage *s, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!issue(s, IDARCH_GEN_OK))
            return;
}

/* The last ID, decoded, must be of the tick with its fixed bits right. */
static void expect_tick(stage *s, idarch_i128 tick)
{
    idarch_decoded decoded;
    if (!s->count)
        return;
    const check *c = s->c;
    idarch_decode(c->layout, c->report->tick, c->report->epoch, &s->ids[s->count - 1], &decoded);
    idarch_ratio wanted = check_add(
        c->report->epoch, check_mul(idarch_ratio_int(tick), c->report->tick));
    if (!decoded.sign_ok)
        fault(s, "a sign bit or constant is wrong");
    if (!decoded.has_time || idarch_ratio_compare(decoded.time, wanted) != 0)
        fault(s, "an ID decodes to another time than it was issued at");
}

static int by_value(const void *a, const void *b)
{
    return idarch_id_compare(a, b);
}

/* Whether the kept IDs ascend; equal neighbours do not. */
static bool ascending(const idarch_id *ids, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (idarch_id_compare(&ids[i - 1], &ids[i]) >= 0)
            return false;
    return true;
}

/* All kept IDs distinct; sorts them where they do not ascend by themselves. */
static void expect_distinct(stage *s)
{
    if (ascending(s->ids, s->count))
        return;
    qsort(s->ids, s->count, sizeof s->ids[0], by_value);
    for (size_t i = 1; i < s->count; i++)
        if (idarch_id_compare(&s->ids[i - 1], &s->ids[i]) == 0) {
            fault(s, idarch_printf(s->c->arena, "ID %s was issued twice",
                                   idarch_id_decimal(s->c->arena, &s->ids[i])));
            return;
        }
}

static void expect_ascending(stage *s)
{
    if (s->c->random_bits == 0 && !ascending(s->ids, s->count))
        fault(s, "the IDs do not ascend");
}

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

static void prove_ends(check *c)
{
    stage s;
    idarch_i128 last = usable_ticks(c) - 1;
    if (!stage_open(&s, c, largest_node(c), 4)) {
        not_run(c, "first and last tick", "no generator can be made for this layout");
        return;
    }
    s.now = tick_start(c, 0) - 1;
    issue(&s, IDARCH_GEN_BEFORE_EPOCH);
    s.now = tick_start(c, 0);
    issue(&s, IDARCH_GEN_OK);
    expect_tick(&s, 0);
    s.now = tick_start(c, last);
    issue(&s, IDARCH_GEN_OK);
    expect_tick(&s, last);
    expect_ascending(&s);
    if (!c->report->negative_before_end) {
        s.now = tick_start(c, last + 1);
        issue(&s, IDARCH_GEN_EXHAUSTED);
    }
    const char *detail = idarch_printf(
        c->arena, "issues at %s and at %s, refuses one before%s", c->report->has_epoch
            ? check_instant(c, c->report->epoch) : "tick 0",
        c->report->has_epoch ? check_instant(c, c->report->last_instant) : "the last tick",
        c->report->negative_before_end ? "" : " and one after");
    conclude(c, "first and last tick", "proof-ends", IDARCH_KEY_EPOCH, &s, detail);
}

/* What the ID after a full tick must be, by the overflow rule. */
static const char *overflow(stage *s, idarch_i128 tick)
{
    unsigned before = s->sleeps;
    switch (full_rule(s->c)) {
    case IDARCH_FULL_WAIT:
        issue(s, IDARCH_GEN_OK);
        expect_tick(s, tick + 1);
        if (s->sleeps == before)
            fault(s, "the generator did not wait for the next tick");
        return "the next waits for the next tick";
    case IDARCH_FULL_FAIL: issue(s, IDARCH_GEN_SEQUENCE_FULL); return "the next is refused";
    case IDARCH_FULL_BORROW: {
        bool room = !s->c->has_cap || idarch_ratio_compare(s->c->cap, s->c->report->tick) >= 0;
        issue(s, room ? IDARCH_GEN_OK : IDARCH_GEN_SEQUENCE_FULL);
        if (room)
            expect_tick(s, tick + 1);
        return room ? "the next borrows the next tick" : "the next is refused by the cap";
    }
    case IDARCH_FULL_MODULO: issue(s, IDARCH_GEN_OK); break;
    }
    return "the next starts again";
}

static void prove_fill(check *c)
{
    stage s;
    idarch_i128 cap = c->report->ids_per_tick, tick = middle_tick(c);
    bool whole = cap <= FILL_MOST;
    size_t count = whole ? (size_t)cap : FILL_MOST;
    if (!stage_open(&s, c, largest_node(c), count + 1)) {
        not_run(c, "fills one tick", "no generator can be made for this layout");
        return;
    }
    s.now = tick_start(c, tick);
    issue_some(&s, count);
    expect_tick(&s, tick);
    const char *then = whole && !s.fault ? overflow(&s, tick) : "more fit";
    expect_distinct(&s);
    expect_ascending(&s);
    conclude(c, "fills one tick", "proof-fill", IDARCH_KEY_SEQUENCE_OVERFLOW, &s,
             idarch_printf(c->arena, "%s%s, all distinct and ascending; %s",
                           check_plural(c, (idarch_i128)count, "ID", "IDs"),
                           whole ? ""
                                 : idarch_printf(c->arena, " of %s", check_count(c, cap)),
                           then));
}

/* Moves the clock forth, back by two ticks and forth again, three calls at each stop. What
 * the rule refuses is refused; what it issues must be new. */
static void cross_step(stage *s, idarch_i128 tick, unsigned *refused)
{
    static const int path[] = {-2, -1, 0, -2, -1, 0, 1, 2};
    idarch_id id;
    for (size_t i = 0; i < sizeof path / sizeof path[0]; i++) {
        s->now = tick_start(s->c, tick + path[i]);
        for (int call = 0; call < 3; call++) {
            idarch_gen_status status = idarch_gen_next(s->gen, &id);
            if (status == IDARCH_GEN_OK)
                s->ids[s->count++] = id;
            *refused += status != IDARCH_GEN_OK;
            if (status != IDARCH_GEN_OK && status != IDARCH_GEN_CLOCK_BACK &&
                status != IDARCH_GEN_SEQUENCE_FULL)
                fault(s, "a step back gave another refusal than `clock moved back`");
        }
    }
}

/* A wait with a cap: a step of the cap is waited for, one ns more is refused. */
static void test_wait_cap(check *c, stage *s)
{
    idarch_i128 cap = idarch_ratio_floor(c->cap), tick = middle_tick(c) + 100;
    s->now = tick_start(c, tick);
    issue(s, IDARCH_GEN_OK);
    s->now = tick_start(c, tick) - cap;
    issue(s, IDARCH_GEN_OK);
    s->now = tick_start(c, tick) - cap - 1;
    issue(s, IDARCH_GEN_CLOCK_BACK);
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
        fault(&s, "the clock went back and no call was refused");
    if (c->clock_rule == IDARCH_CLOCK_WAIT && c->has_cap &&
        idarch_ratio_compare(c->cap, check_mul(c->report->tick, idarch_ratio_int(100))) < 0)
        test_wait_cap(c, &s);
    expect_distinct(&s);
    expect_ascending(&s);
    conclude(c, "clock moves back", "proof-clock-step", IDARCH_KEY_CLOCK_RULE, &s,
             step_detail(c, refused));
}

static void prove_lease(check *c)
{
    stage s;
    idarch_i128 cap = c->report->ids_per_tick, tick = middle_tick(c);
    bool fills = cap <= FILL_MOST && full_rule(c) == IDARCH_FULL_WAIT;
    size_t count = fills ? (size_t)cap : 3;
    if (!stage_open(&s, c, largest_node(c), count + 1)) {
        not_run(c, "lease is lost", "no generator can be made for this layout");
        return;
    }
    s.now = tick_start(c, tick);
    s.lease_until = tick_start(c, tick + 1);
    issue_some(&s, count);
    if (!fills)
        s.now = s.lease_until;
    size_t before = s.count;
    issue(&s, IDARCH_GEN_LEASE_LOST); /* after a wait, where the tick is full */
    if (s.count != before)
        fault(&s, "an ID was issued after the lease had ended");
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
    low.now = high.now = tick_start(c, middle_tick(c));
    size_t each = c->report->ids_per_tick < 8 ? (size_t)c->report->ids_per_tick : 8;
    issue_some(&low, each);
    issue_some(&high, each);
    for (size_t i = 0; i < high.count; i++)
        low.ids[low.count++] = high.ids[i];
    if (high.fault)
        fault(&low, high.fault);
    expect_distinct(&low);
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
        s.now = tick_start(c, middle_tick(c));
    issue_some(&s, count);
    for (size_t i = 0; i < s.count; i++) {
        idarch_decoded decoded;
        idarch_decode(c->layout, c->report->tick, c->report->epoch, &s.ids[i], &decoded);
        if (!decoded.sign_ok)
            fault(&s, "a constant is wrong");
    }
    if (c->time_bits)
        expect_tick(&s, middle_tick(c));
    expect_distinct(&s);
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
