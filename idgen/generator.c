/* The reference generator of the Snowflake family and of time-and-random IDs, for any
 * order of fields. One reading of the clock decides everything about an ID: its tick,
 * whether the clock went back, and whether the lease still holds; after a wait all of it
 * is decided anew. It promises, whatever the world does: no value is masked, no ID of a
 * refused call, no tick outside the time field; and, but for the two described faults
 * (rule `reset`, overflow `modulo`), no ID twice. It takes no lock and keeps nothing over a
 * restart: these are the holder's work. */
#include "idgen/number.h"

struct idarch_gen {
    idarch_layout layout;
    idarch_gen_config config;
    idarch_world world;
    idgen_clock clock;
    bool timed;               /* there is a time field */
    bool ordered;             /* IDs of a tick are counted: sequence or monotonic random */
    idarch_i128 tick_limit;   /* first tick that does not fit the time field */
    idarch_i128 position_limit; /* IDs that one tick holds by its sequence */
    idarch_i128 cap;          /* whole ns */
    bool has_last;
    idarch_i128 seen;         /* highest tick read from the clock; behind it: clock moved back */
    idarch_i128 last;         /* tick of the last ID; over seen only by borrowing */
    idarch_i128 position;     /* sequence of the last ID */
    uint64_t values[IDARCH_FIELDS_MAX], high[IDARCH_FIELDS_MAX]; /* of the last ID */
};

/* What to do after one reading of the clock. */
typedef struct step {
    enum { ISSUE, SLEEP_FOR_CLOCK, SLEEP_FOR_SEQUENCE, REFUSE } kind;
    idarch_gen_status status; /* REFUSE */
    idarch_i128 until;        /* SLEEP: ns */
    idarch_i128 tick, seen, position; /* ISSUE */
    bool follow;              /* ISSUE: monotonic random counts on from the last ID */
    bool ahead;               /* ISSUE: the tick lies ahead of the clock */
} step;

static step refuse(idarch_gen_status status)
{
    return (step){.kind = REFUSE, .status = status};
}

/* 2^bits, or a number that nothing reaches. */
static idarch_i128 limit_of(unsigned bits)
{
    return idarch_pow2(bits > 125 ? 125 : bits);
}

static bool fields_supported(const idarch_layout *layout)
{
    for (size_t i = 0; i < layout->count; i++)
        if (layout->fields[i].bits == 0 || layout->fields[i].bits > 128)
            return false;
    return layout->count > 0 && layout->count <= IDARCH_FIELDS_MAX &&
           layout->bits <= IDARCH_BITS_MAX;
}

static bool node_fits(const idarch_layout *layout, uint64_t node)
{
    unsigned bits = idarch_layout_bits_of(layout, IDARCH_FIELD_NODE);
    return bits >= 64 || node >> bits == 0;
}

/* The parts of the layout that never change from ID to ID. */
static void set_fixed_fields(idarch_gen *gen)
{
    for (size_t i = 0; i < gen->layout.count; i++) {
        const idarch_field *field = &gen->layout.fields[i];
        if (field->kind == IDARCH_FIELD_CONSTANT && field->has_value)
            gen->values[i] = field->value;
    }
    idgen_spread(&gen->layout, IDARCH_FIELD_NODE, gen->config.node, gen->values, gen->high);
}

static bool constants_fit(const idarch_layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        const idarch_field *field = &layout->fields[i];
        if (field->kind == IDARCH_FIELD_CONSTANT && field->has_value && field->bits < 64 &&
            field->value >> field->bits)
            return false;
    }
    return true;
}

idarch_gen *idarch_gen_new(idarch_arena *arena, const idarch_gen_config *config,
                           const idarch_world *world)
{
    const idarch_layout *layout = config->layout;
    bool timed = idarch_layout_field(layout, IDARCH_FIELD_TIME) != NULL;
    idgen_clock clock = {0, 1, 1};
    if (!fields_supported(layout) || !constants_fit(layout) ||
        !node_fits(layout, config->node) ||
        (timed && !idgen_clock_init(&clock, config->tick, config->epoch)))
        return NULL;
    unsigned sequence = idarch_layout_bits_of(layout, IDARCH_FIELD_SEQUENCE);
    bool random = idarch_layout_field(layout, IDARCH_FIELD_RANDOM) != NULL;
    idarch_gen *gen = IDARCH_NEW(arena, idarch_gen);
    gen->layout = *layout;
    gen->config = *config;
    gen->config.layout = &gen->layout;
    gen->config.monotonic_random = config->monotonic_random && random && sequence == 0;
    gen->world = *world;
    gen->clock = clock;
    gen->timed = timed;
    gen->ordered = sequence > 0 || !random || gen->config.monotonic_random;
    gen->tick_limit = limit_of(idarch_layout_bits_of(layout, IDARCH_FIELD_TIME));
    gen->position_limit = limit_of(sequence);
    gen->cap = config->has_cap ? idarch_ratio_floor(config->cap) : 0;
    set_fixed_fields(gen);
    return gen;
}

/* Whether every random bit of the last ID is 1, so that nothing can be added. */
static bool random_is_full(const idarch_gen *gen)
{
    for (size_t i = 0; i < gen->layout.count; i++) {
        const idarch_field *field = &gen->layout.fields[i];
        if (field->kind != IDARCH_FIELD_RANDOM)
            continue;
        idarch_u128 value = (idarch_u128)gen->high[i] << 64 | gen->values[i];
        if (value != (idarch_u128)-1 >> (128 - field->bits))
            return false;
    }
    return true;
}

static bool tick_is_full(const idarch_gen *gen)
{
    return gen->config.monotonic_random ? random_is_full(gen)
                                        : gen->position + 1 >= gen->position_limit;
}

/* Whether an ID of the tick would stand further ahead of the clock than the cap allows. */
static bool too_far_ahead(const idarch_gen *gen, idarch_i128 tick, idarch_i128 now)
{
    return gen->config.has_cap && idgen_tick_start(&gen->clock, tick) - now > gen->cap;
}

static step full_tick(const idarch_gen *gen, idarch_i128 now, idarch_i128 seen)
{
    bool last_tick = gen->timed && gen->last + 1 >= gen->tick_limit;
    switch (gen->config.on_full) {
    case IDARCH_FULL_WAIT:
        if (!gen->timed || last_tick)
            return refuse(IDARCH_GEN_EXHAUSTED);
        return (step){.kind = SLEEP_FOR_SEQUENCE,
                      .until = idgen_tick_start(&gen->clock, gen->last + 1)};
    case IDARCH_FULL_BORROW:
        if (!gen->timed || last_tick)
            return refuse(IDARCH_GEN_EXHAUSTED);
        if (too_far_ahead(gen, gen->last + 1, now))
            return refuse(IDARCH_GEN_SEQUENCE_FULL);
        return (step){.kind = ISSUE, .tick = gen->last + 1, .seen = seen, .ahead = true};
    case IDARCH_FULL_MODULO:
        return (step){.kind = ISSUE, .tick = gen->last, .seen = seen};
    case IDARCH_FULL_FAIL: break;
    }
    return refuse(gen->timed ? IDARCH_GEN_SEQUENCE_FULL : IDARCH_GEN_EXHAUSTED);
}

/* One more ID in the tick of the last one; the clock stands in the given tick. */
static step same_tick(const idarch_gen *gen, idarch_i128 now, idarch_i128 tick)
{
    idarch_i128 seen = tick > gen->seen ? tick : gen->seen;
    if (tick_is_full(gen))
        return full_tick(gen, now, seen);
    return (step){.kind = ISSUE, .tick = gen->last, .seen = seen,
                  .position = gen->position + 1, .follow = true, .ahead = gen->last > tick};
}

static step clock_back(const idarch_gen *gen, idarch_i128 now, idarch_i128 tick)
{
    switch (gen->config.clock_rule) {
    case IDARCH_CLOCK_WAIT:
        return (step){.kind = SLEEP_FOR_CLOCK,
                      .until = idgen_tick_start(&gen->clock, gen->seen)};
    case IDARCH_CLOCK_LOGICAL:
        if (too_far_ahead(gen, gen->last, now))
            return refuse(IDARCH_GEN_CLOCK_BACK);
        return same_tick(gen, now, tick);
    case IDARCH_CLOCK_RESET:
        if (tick < 0)
            return refuse(IDARCH_GEN_BEFORE_EPOCH);
        return (step){.kind = ISSUE, .tick = tick, .seen = tick};
    case IDARCH_CLOCK_FAIL:
    case IDARCH_CLOCK_NOT_STATED: break;
    }
    return refuse(IDARCH_GEN_CLOCK_BACK);
}

/* Decides by one reading of the clock. */
static step decide(const idarch_gen *gen, idarch_i128 now)
{
    if (!gen->timed)
        return gen->ordered && gen->has_last ? same_tick(gen, now, 0)
                                             : (step){.kind = ISSUE};
    idarch_i128 tick = idgen_tick_of(&gen->clock, now);
    if (gen->ordered && gen->has_last && tick < gen->seen)
        return clock_back(gen, now, tick);
    if (tick < 0)
        return refuse(IDARCH_GEN_BEFORE_EPOCH);
    if (tick >= gen->tick_limit)
        return refuse(IDARCH_GEN_EXHAUSTED);
    if (gen->ordered && gen->has_last && tick <= gen->last)
        return same_tick(gen, now, tick);
    return (step){.kind = ISSUE, .tick = tick, .seen = tick};
}

static void draw(idarch_gen *gen, size_t field)
{
    unsigned bits = gen->layout.fields[field].bits;
    uint64_t low = gen->world.random(gen->world.context);
    uint64_t upper = bits > 64 ? gen->world.random(gen->world.context) : 0;
    gen->values[field] = bits < 64 ? low >> (64 - bits) : low;
    gen->high[field] = bits > 64 && bits < 128 ? upper >> (128 - bits) : upper;
}

/* Adds 1 to all random bits as one number; the caller knows that they are not all 1. */
static void add_one(idarch_gen *gen)
{
    for (size_t i = gen->layout.count; i-- > 0;) {
        const idarch_field *field = &gen->layout.fields[i];
        if (field->kind != IDARCH_FIELD_RANDOM)
            continue;
        idarch_u128 value = (idarch_u128)gen->high[i] << 64 | gen->values[i];
        idarch_u128 most = (idarch_u128)-1 >> (128 - field->bits);
        bool carry = value == most;
        value = carry ? 0 : value + 1;
        gen->values[i] = (uint64_t)value;
        gen->high[i] = (uint64_t)(value >> 64);
        if (!carry)
            return;
    }
}

static void set_random(idarch_gen *gen, bool follow)
{
    if (follow && gen->config.monotonic_random) {
        add_one(gen);
        return;
    }
    for (size_t i = 0; i < gen->layout.count; i++)
        if (gen->layout.fields[i].kind == IDARCH_FIELD_RANDOM)
            draw(gen, i);
}

static bool lease_holds(const idarch_gen *gen, idarch_i128 date)
{
    return !gen->world.lease_valid || gen->world.lease_valid(gen->world.context, date);
}

static idarch_gen_status issue(idarch_gen *gen, const step *to, idarch_id *id)
{
    if (to->ahead && !lease_holds(gen, idgen_tick_start(&gen->clock, to->tick)))
        return IDARCH_GEN_LEASE_LOST;
    if (!gen->has_last || gen->last != to->tick)
        idgen_spread(&gen->layout, IDARCH_FIELD_TIME, (idarch_u128)to->tick, gen->values,
                     gen->high);
    gen->has_last = true;
    gen->seen = to->seen;
    gen->last = to->tick;
    gen->position = to->position;
    idgen_spread(&gen->layout, IDARCH_FIELD_SEQUENCE, (idarch_u128)to->position, gen->values,
                 gen->high);
    set_random(gen, to->follow);
    size_t bad_field;
    bool packed = idarch_pack(&gen->layout, gen->values, gen->high, id, &bad_field);
    return packed ? IDARCH_GEN_OK : IDARCH_GEN_EXHAUSTED;
}

/* The wait for a clock that went back, over all its readings. */
typedef struct patience {
    bool waiting;
    idarch_i128 previous; /* last reading, ns */
    idarch_i128 waited;   /* ns that the clock has moved on while we waited */
} patience;

/* Whether the cap allows to wait from now until an instant, after what was waited. */
static bool may_wait(const idarch_gen *gen, patience *p, idarch_i128 now, idarch_i128 until)
{
    if (p->waiting && now > p->previous)
        p->waited += now - p->previous;
    p->waiting = true;
    p->previous = now;
    return !gen->config.has_cap || p->waited + (until - now) <= gen->cap;
}

idarch_gen_status idarch_gen_next(idarch_gen *gen, idarch_id *id)
{
    patience wait = {0};
    for (;;) {
        idarch_i128 now = gen->world.now ? gen->world.now(gen->world.context) : 0;
        if (!lease_holds(gen, now))
            return IDARCH_GEN_LEASE_LOST;
        step to = decide(gen, now);
        if (to.kind == REFUSE)
            return to.status;
        if (to.kind == ISSUE)
            return issue(gen, &to, id);
        if (to.until <= now) /* the tick starts beyond what 126 bits of ns can say */
            return IDARCH_GEN_EXHAUSTED;
        if (to.kind == SLEEP_FOR_CLOCK && !may_wait(gen, &wait, now, to.until))
            return IDARCH_GEN_CLOCK_BACK;
        gen->world.sleep_until(gen->world.context, to.until);
    }
}
