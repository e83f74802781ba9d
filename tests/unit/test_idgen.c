/* Tests of idgen/: codec, texts, decoder against published IDs, and the generator under
 * every clock and overflow rule. The vectors are the project's domain facts; "published"
 * ones are stated by their sources, the rest is shift-and-mask arithmetic on them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "idgen/idgen.h"

static int setup(void **state)
{
    *state = idarch_arena_new(0, NULL, NULL);
    return 0;
}

static int teardown(void **state)
{
    idarch_arena_free(*state);
    return 0;
}

static void scheme_layout(const char *name, idarch_layout *layout, idarch_ratio *tick,
                          idarch_ratio *epoch)
{
    const idarch_scheme *scheme = idarch_scheme_find(idarch_str_of(name));
    assert_non_null(scheme);
    idarch_scheme_layout(scheme, (idarch_span){0}, layout);
    *tick = idarch_ratio_make(scheme->tick_num, scheme->tick_den);
    *epoch = idarch_ratio_int((idarch_i128)scheme->epoch_ms * IDARCH_NS_PER_MS);
}

/* --- decoding known IDs --- */

typedef struct vector {
    const char *scheme, *id; /* in the scheme's text form */
    const char *utc;
    uint64_t fields[5];      /* in the layout's order, sign included */
} vector;

static const vector vectors[] = {
    {"snowflake-2010", "1541815603606036480", "2022-06-28T16:07:40.105Z",
     {0, 367597485448, 11, 26, 0}},
    {"snowflake-2010", "1233161576649121792", "2020-02-27T22:46:45.564Z",
     {0, 294008630907, 10, 14, 0}},
    {"snowflake-2010", "1593572310593806338", "2022-11-18T11:50:20.644Z",
     {0, 379937245987, 11, 26, 2}},
    {"snowflake-2010", "1116766490855473152", "2019-04-12T18:14:14.595Z",
     {0, 266257879938, 0, 0, 0}},
    {"snowflake-2010", "1529877576591609861", "2022-05-26T17:30:12.667Z",
     {0, 364751238010, 10, 1, 5}},
    {"snowflake-2010", "1800000000000000000", "2024-06-10T03:00:17.039Z",
     {0, 429153442382, 26, 0, 0}},
    {"snowflake-2010", "1785223470585921538", "2024-04-30T08:23:37.892Z",
     {0, 425630443235, 27, 12, 2}},
    {"discord", "175928847299117063", "2016-04-30T11:18:25.796Z", {41944705796, 1, 0, 7}},
    {"discord", "1234567890123456789", "2024-04-29T18:12:02.167Z", {294343922167, 20, 24, 277}},
    {"discord", "9223372036854775808", "2084-09-06T15:47:35.552Z", {2199023255552, 0, 0, 0}},
    {"discord", "18446744073709551615", "2154-05-15T07:35:11.103Z",
     {4398046511103, 31, 31, 4095}},
    {"sonyflake-v1", "0", "2014-09-01T00:00:00Z", {0, 0, 0, 0}},
    {"sonyflake-v1", "9223372036854775807", "2188-11-16T03:28:58.870Z",
     {0, 549755813887, 255, 65535}},
    {"sonyflake-v1", "16777717761", "2014-09-01T00:00:10Z", {0, 1000, 7, 43009}},
    {"sonyflake-v2", "9223372036854775807", "2199-03-19T03:28:58.870Z",
     {0, 549755813887, 255, 65535}},
    {"sonyflake-v2", "16777717761", "2025-01-01T00:00:10Z", {0, 1000, 7, 43009}},
    {"instagram-2011", "11637205501278089", "2011-09-09T22:28:04.721Z",
     {1387263000, 1341, 905}},
    {"uuid-v7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "2022-02-22T19:22:22Z",
     {1645557742000, 7, 0xcc3, 2, UINT64_C(0x18c4dc0c0c07398f)}},
};

static void decodes_known_ids(void **state)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const vector *v = &vectors[i];
        const idarch_scheme *scheme = idarch_scheme_find(idarch_str_of(v->scheme));
        idarch_layout layout;
        idarch_ratio tick, epoch;
        idarch_id id, again;
        idarch_decoded decoded;
        size_t bad;
        scheme_layout(v->scheme, &layout, &tick, &epoch);
        assert_true(
            idarch_id_from_text(idarch_str_of(v->id), scheme->text_form, layout.bits, &id));
        idarch_decode(&layout, tick, epoch, &id, &decoded);
        assert_true(decoded.has_time && decoded.sign_ok);
        assert_string_equal(idarch_format_instant(*state, decoded.time), v->utc);
        for (size_t f = 0; f < layout.count; f++)
            assert_true(decoded.values[f] == v->fields[f]);
        assert_true(idarch_pack(&layout, v->fields, NULL, &again, &bad));
        assert_int_equal(idarch_id_compare(&id, &again), 0);
        assert_string_equal(idarch_id_text(*state, &again, scheme->text_form), v->id);
    }
}

static void decodes_known_ulids(void **state)
{
    static const struct {
        const char *text, *hex, *utc;
    } known[] = {
        {"01ARYZ6S410000000000000000", "01563df3648100000000000000000000",
         "2016-07-30T22:36:16.385Z"},
        {"01D78XZ44G0000000000000000", "0169d1df909000000000000000000000",
         "2019-03-31T03:51:23.536Z"},
        {"01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3ab5d3d6764c61efb99302bd5b",
         "2016-07-30T23:54:10.259Z"},
        {"01AN4Z07BY79KA1307SR9X4MV3", "015549f01d7e3a66a08c07ce13d25363",
         "2016-06-13T13:25:20.894Z"},
        {"0000XSNJG0MQJHBF4QX1EFD6Y3", "00003b9aca00a5e515bc97e85cf69bc3",
         "1970-01-12T13:46:40Z"},
        {"7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ffffffffffffffffffffffffffffffff",
         "+10889-08-02T05:31:50.655Z"},
        {"00000000000000000000000000", "00000000000000000000000000000000",
         "1970-01-01T00:00:00Z"},
    };
    idarch_layout layout;
    idarch_ratio tick, epoch;
    scheme_layout("ulid", &layout, &tick, &epoch);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        idarch_id id, hex;
        idarch_decoded decoded;
        assert_true(
            idarch_id_from_text(idarch_str_of(known[i].text), IDARCH_TEXT_ULID, 128, &id));
        assert_true(idarch_id_from_hex(idarch_str_of(known[i].hex), 128, &hex));
        assert_int_equal(idarch_id_compare(&id, &hex), 0);
        assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_ULID), known[i].text);
        idarch_decode(&layout, tick, epoch, &id, &decoded);
        assert_string_equal(idarch_format_instant(*state, decoded.time), known[i].utc);
    }
}

static void refuses_bad_texts(void **state)
{
    static const struct {
        const char *text;
        idarch_text_form form;
    } bad[] = {
        {"80000000000000000000000000", IDARCH_TEXT_ULID},
        {"8ZZZZZZZZZZZZZZZZZZZZZZZZZ", IDARCH_TEXT_ULID},
        {"ZZZZZZZZZZZZZZZZZZZZZZZZZZ", IDARCH_TEXT_ULID},
        {"01ARZ3NDEKTSV4RRFFQ69G5FA", IDARCH_TEXT_ULID},
        {"01ARZ3NDEKTSV4RRFFQ69G5FAVX", IDARCH_TEXT_ULID},
        {"01ARZ3NDEKTSV4RRFFQ69G5FAU", IDARCH_TEXT_ULID},
        {"oLARYZ6-S41TSV4RRF-FQ69G5FAV", IDARCH_TEXT_ULID},
        {"017F22E2-79B0-7CC3-98C4-DC0C0C07398", IDARCH_TEXT_UUID},
        {"017F22E2-79B0-7CC3-98C4-DC0C0C07398G", IDARCH_TEXT_UUID},
        {"017F22E279B0-7CC3-98C4-DC0C0C07398FF", IDARCH_TEXT_UUID},
        {"", IDARCH_TEXT_DECIMAL},
        {"-1", IDARCH_TEXT_DECIMAL},
        {"12a", IDARCH_TEXT_DECIMAL},
        {"340282366920938463463374607431768211456", IDARCH_TEXT_DECIMAL}, /* 2^128 */
    };
    (void)state;
    idarch_id id;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(idarch_id_from_text(idarch_str_of(bad[i].text), bad[i].form, 128, &id));
    assert_false(idarch_id_from_decimal(IDARCH_STR("18446744073709551616"), 64, &id));
    assert_true(idarch_id_from_text(IDARCH_STR("01arz3ndektsv4rrffq69g5fav"), IDARCH_TEXT_ULID,
                                    128, &id));
    assert_true(idarch_id_from_decimal(IDARCH_STR("18446744073709551615"), 64, &id));
    assert_true(idarch_id_low64(&id) == UINT64_MAX);
}

static void checks_uuid_constants(void **state)
{
    idarch_layout layout;
    idarch_ratio tick, epoch;
    idarch_id id;
    idarch_decoded decoded;
    (void)state;
    scheme_layout("uuid-v4", &layout, &tick, &epoch);
    assert_true(idarch_id_from_text(IDARCH_STR("919108f7-52d1-4320-9bac-f847db4148a8"),
                                    IDARCH_TEXT_UUID, 128, &id));
    idarch_decode(&layout, tick, epoch, &id, &decoded);
    assert_true(decoded.sign_ok && !decoded.has_time);
    scheme_layout("uuid-v7", &layout, &tick, &epoch);
    idarch_decode(&layout, tick, epoch, &id, &decoded);
    assert_false(decoded.sign_ok); /* version 4, not 7 */
}

/* A worker number that spills over makes two seconds one ID (a published incident:
 * worker 462146 in 18 bits gave 33969564322693120 for 1590229776 s and 1590229777 s). */
static void never_masks_a_value(void **state)
{
    idarch_layout layout = {.stated = true, .count = 4};
    static const unsigned widths[] = {1, 30, 18, 15};
    static const idarch_field_kind kinds[] = {IDARCH_FIELD_SIGN, IDARCH_FIELD_TIME,
                                              IDARCH_FIELD_NODE, IDARCH_FIELD_SEQUENCE};
    (void)state;
    for (size_t i = 0; i < 4; i++)
        layout.fields[i] = (idarch_field){.name = "f", .kind = kinds[i], .bits = widths[i]};
    idarch_layout_number(&layout);
    const uint64_t values[] = {0, 1590229777 - 1586275200, 462146, 0};
    idarch_id id;
    size_t bad = 99;
    assert_false(idarch_pack(&layout, values, NULL, &id, &bad));
    assert_int_equal(bad, 2);
    idarch_arena *arena = *state;
    const idarch_gen_config config = {.layout = &layout, .node = 462146,
                                      .tick = idarch_ratio_int(IDARCH_NS_PER_S)};
    assert_null(idarch_gen_new(arena, &config, &(idarch_world){0}));
}

/* --- the codec on random layouts --- */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Up to 12 fields of 1 to 128 bits, at most 256 in all. */
static void random_layout(uint64_t *seed, idarch_layout *layout)
{
    unsigned left = IDARCH_BITS_MAX;
    size_t count = 1 + next_random(seed) % 12;
    *layout = (idarch_layout){.stated = true};
    for (size_t i = 0; i < count && left; i++) {
        unsigned most = i % 3 == 2 ? 128 : 40;
        unsigned bits = 1 + (unsigned)(next_random(seed) % most);
        bits = bits > left ? left : bits;
        layout->fields[layout->count++] =
            (idarch_field){.name = "f", .kind = IDARCH_FIELD_RANDOM, .bits = bits};
        left -= bits;
    }
    idarch_layout_number(layout);
}

static uint64_t low_part(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static void set_most(const idarch_layout *layout, size_t f, uint64_t *low, uint64_t *high)
{
    unsigned bits = layout->fields[f].bits;
    low[f] = low_part(bits);
    high[f] = bits > 64 ? low_part(bits - 64) : 0;
}

static void assert_round_trip(const idarch_layout *layout, const uint64_t *low,
                              const uint64_t *high)
{
    idarch_id id;
    size_t bad;
    uint64_t low2[IDARCH_FIELDS_MAX], high2[IDARCH_FIELDS_MAX];
    assert_true(idarch_pack(layout, low, high, &id, &bad));
    idarch_unpack(layout, &id, low2, high2);
    for (size_t f = 0; f < layout->count; f++)
        assert_true(low[f] == low2[f] && high[f] == high2[f]);
}

/* Every field alone at 0, 1 and its largest value: read back, and no other field moved. */
static void packs_random_layouts(void **state)
{
    uint64_t seed = UINT64_C(0x1d4a7c5e91);
    (void)state;
    for (int round = 0; round < 400; round++) {
        idarch_layout layout;
        random_layout(&seed, &layout);
        for (size_t f = 0; f < layout.count; f++) {
            uint64_t low[IDARCH_FIELDS_MAX] = {0}, high[IDARCH_FIELDS_MAX] = {0};
            assert_round_trip(&layout, low, high);
            low[f] = 1;
            assert_round_trip(&layout, low, high);
            set_most(&layout, f, low, high);
            assert_round_trip(&layout, low, high);
        }
        uint64_t low[IDARCH_FIELDS_MAX] = {0}, high[IDARCH_FIELDS_MAX] = {0};
        for (size_t f = 0; f < layout.count; f++)
            set_most(&layout, f, low, high);
        assert_round_trip(&layout, low, high);
    }
}

static void refuses_one_too_many(void **state)
{
    uint64_t seed = 77;
    (void)state;
    for (int round = 0; round < 200; round++) {
        idarch_layout layout;
        random_layout(&seed, &layout);
        for (size_t f = 0; f < layout.count; f++) {
            uint64_t low[IDARCH_FIELDS_MAX] = {0}, high[IDARCH_FIELDS_MAX] = {0};
            unsigned bits = layout.fields[f].bits;
            if (bits >= 128)
                continue;
            if (bits < 64)
                low[f] = UINT64_C(1) << bits;
            else
                high[f] = UINT64_C(1) << (bits - 64);
            idarch_id id;
            size_t bad = 99;
            assert_false(idarch_pack(&layout, low, high, &id, &bad));
            assert_int_equal(bad, f);
        }
    }
}

/* --- the generator --- */

typedef struct fake_world {
    idarch_i128 now;
    idarch_i128 lease_until;
    idarch_i128 asked; /* last date that the lease was asked for */
    uint64_t random;   /* given back as it is */
    int sleeps;
    idarch_i128 step_back_on_sleep; /* the clock goes back once more while we wait */
} fake_world;

static idarch_i128 fake_now(void *context)
{
    return ((fake_world *)context)->now;
}

static void fake_sleep(void *context, idarch_i128 until)
{
    fake_world *w = context;
    w->sleeps++;
    w->now = until - w->step_back_on_sleep;
    w->step_back_on_sleep = 0;
}

static uint64_t fake_random(void *context)
{
    return ((fake_world *)context)->random;
}

static bool fake_lease(void *context, idarch_i128 date)
{
    fake_world *w = context;
    w->asked = date;
    return date < w->lease_until;
}

#define MS ((idarch_i128)IDARCH_NS_PER_MS)
#define START (1000 * MS) /* tick 1000 after an epoch of 0 */

typedef struct rig {
    idarch_layout layout;
    idarch_gen_config config;
    fake_world world;
    idarch_gen *gen;
    idarch_id id;
} rig;

/* 1 sign, 20 time, 4 node, 2 sequence: four IDs a ms. */
static void rig_init(rig *r)
{
    static const struct {
        idarch_field_kind kind;
        unsigned bits;
    } fields[] = {{IDARCH_FIELD_SIGN, 1}, {IDARCH_FIELD_TIME, 20}, {IDARCH_FIELD_NODE, 4},
                  {IDARCH_FIELD_SEQUENCE, 2}};
    *r = (rig){.layout = {.stated = true}};
    for (size_t i = 0; i < 4; i++)
        r->layout.fields[r->layout.count++] =
            (idarch_field){.name = "f", .kind = fields[i].kind, .bits = fields[i].bits};
    idarch_layout_number(&r->layout);
    r->config = (idarch_gen_config){.tick = idarch_ratio_int(MS), .node = 5,
                                    .clock_rule = IDARCH_CLOCK_FAIL,
                                    .epoch = idarch_ratio_int(0)};
    r->world = (fake_world){.now = START, .lease_until = idarch_pow2(120)};
}

static void rig_start(rig *r, idarch_arena *arena)
{
    const idarch_world world = {&r->world, fake_now, fake_sleep, fake_random, fake_lease};
    r->config.layout = &r->layout;
    r->gen = idarch_gen_new(arena, &r->config, &world);
    assert_non_null(r->gen);
}

static void rig_cap(rig *r, idarch_i128 cap)
{
    r->config.has_cap = true;
    r->config.cap = idarch_ratio_int(cap);
}

/* The next ID must be issued with this tick and sequence. */
static void expect_id(rig *r, uint64_t tick, uint64_t sequence)
{
    idarch_decoded decoded;
    assert_int_equal(idarch_gen_next(r->gen, &r->id), IDARCH_GEN_OK);
    idarch_decode(&r->layout, r->config.tick, r->config.epoch, &r->id, &decoded);
    assert_true(decoded.sign_ok);
    assert_true(decoded.values[1] == tick);
    assert_true(decoded.values[2] == 5);
    assert_true(decoded.values[3] == sequence);
}

static void expect_status(rig *r, idarch_gen_status status)
{
    const idarch_id before = r->id;
    assert_int_equal(idarch_gen_next(r->gen, &r->id), status);
    assert_memory_equal(&before, &r->id, sizeof before);
}

static void counts_within_a_tick_and_waits(void **state)
{
    rig r;
    rig_init(&r);
    rig_start(&r, *state);
    for (uint64_t i = 0; i < 4; i++)
        expect_id(&r, 1000, i);
    expect_id(&r, 1001, 0); /* after a wait */
    assert_int_equal(r.world.sleeps, 1);
    assert_true(r.world.now == START + MS);
    r.world.now += 7 * MS + 5;
    expect_id(&r, 1008, 0);
}

static void overflow_may_fail(void **state)
{
    rig r;
    rig_init(&r);
    r.config.on_full = IDARCH_FULL_FAIL;
    rig_start(&r, *state);
    for (uint64_t i = 0; i < 4; i++)
        expect_id(&r, 1000, i);
    expect_status(&r, IDARCH_GEN_SEQUENCE_FULL);
    r.world.now += MS;
    expect_id(&r, 1001, 0);
}

static void overflow_may_borrow(void **state)
{
    rig r;
    rig_init(&r);
    r.config.on_full = IDARCH_FULL_BORROW;
    rig_cap(&r, 2 * MS);
    rig_start(&r, *state);
    for (uint64_t tick = 1000; tick <= 1002; tick++)
        for (uint64_t i = 0; i < 4; i++)
            expect_id(&r, tick, i);
    expect_status(&r, IDARCH_GEN_SEQUENCE_FULL); /* tick 1003 would be 3 ms ahead */
    assert_int_equal(r.world.sleeps, 0);
    r.world.now += MS; /* a borrowed lead is no clock that went back */
    expect_id(&r, 1003, 0);
    r.world.now -= MS;
    expect_status(&r, IDARCH_GEN_CLOCK_BACK);
}

static void modulo_repeats_ids(void **state)
{
    rig r;
    rig_init(&r);
    r.config.on_full = IDARCH_FULL_MODULO;
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    const idarch_id first = r.id;
    for (uint64_t i = 1; i < 4; i++)
        expect_id(&r, 1000, i);
    expect_id(&r, 1000, 0);
    assert_int_equal(idarch_id_compare(&first, &r.id), 0); /* the described fault */
}

static void clock_rule_fail(void **state)
{
    rig r;
    rig_init(&r);
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    r.world.now -= 1; /* one ns earlier is the tick before */
    expect_status(&r, IDARCH_GEN_CLOCK_BACK);
    r.world.now += 1;
    expect_id(&r, 1000, 1);
    r.world.now += MS / 2;
    expect_id(&r, 1000, 2);
    r.world.now -= MS / 4; /* inside the tick: not seen */
    expect_id(&r, 1000, 3);
}

static void clock_rule_not_stated_fails(void **state)
{
    rig r;
    rig_init(&r);
    r.config.clock_rule = IDARCH_CLOCK_NOT_STATED;
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    r.world.now -= MS;
    expect_status(&r, IDARCH_GEN_CLOCK_BACK);
}

static void clock_rule_wait(void **state)
{
    rig r;
    rig_init(&r);
    r.config.clock_rule = IDARCH_CLOCK_WAIT;
    rig_cap(&r, 5 * MS);
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    r.world.now = START - 5 * MS;
    expect_id(&r, 1000, 1); /* exactly the cap */
    assert_int_equal(r.world.sleeps, 1);
    r.world.now = START - 5 * MS - 1;
    expect_status(&r, IDARCH_GEN_CLOCK_BACK);
    assert_int_equal(r.world.sleeps, 1);
    r.config.has_cap = false;
    rig_start(&r, *state);
    expect_id(&r, 994, 0);
    r.world.now = 0;
    expect_id(&r, 994, 1); /* without a cap, however long */
}

/* Steps during the wait count against one cap: 4 ms waited, then 2 ms more are needed. */
static void clock_rule_wait_sums_up(void **state)
{
    rig r;
    rig_init(&r);
    r.config.clock_rule = IDARCH_CLOCK_WAIT;
    rig_cap(&r, 5 * MS);
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    r.world.now = START - 5 * MS;
    r.world.step_back_on_sleep = MS / 2;
    expect_id(&r, 1000, 1); /* 4.5 ms moved on, 0.5 ms left: still 5 ms */
    assert_int_equal(r.world.sleeps, 2);
    r.world.now = START - 5 * MS;
    r.world.step_back_on_sleep = 6 * MS;
    expect_status(&r, IDARCH_GEN_CLOCK_BACK);
}

static void clock_rule_logical(void **state)
{
    rig r;
    rig_init(&r);
    r.config.clock_rule = IDARCH_CLOCK_LOGICAL;
    r.config.on_full = IDARCH_FULL_BORROW;
    rig_cap(&r, 3 * MS);
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    r.world.now = START - 2 * MS;
    for (uint64_t i = 1; i < 4; i++)
        expect_id(&r, 1000, i);
    expect_id(&r, 1001, 0); /* 3 ms ahead: the cap */
    r.world.now -= 1;
    expect_status(&r, IDARCH_GEN_CLOCK_BACK);
    r.world.now = START + 5 * MS;
    expect_id(&r, 1005, 0);
}

static void clock_rule_reset_repeats_ids(void **state)
{
    rig r;
    rig_init(&r);
    r.config.clock_rule = IDARCH_CLOCK_RESET;
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    const idarch_id first = r.id;
    r.world.now += MS;
    expect_id(&r, 1001, 0);
    r.world.now -= MS;
    expect_id(&r, 1000, 0);
    assert_int_equal(idarch_id_compare(&first, &r.id), 0); /* the described fault */
}

/* Whatever the clock does, the sound rules give every ID once and ascending; the check
 * itself is shown to see a fault by the rule `reset`. */
static bool ids_ascend_under(idarch_arena *arena, idarch_clock_rule rule,
                             idarch_full_rule on_full)
{
    rig r;
    uint64_t seed = 2026;
    bool good = true, has_previous = false;
    idarch_id previous = {0};
    rig_init(&r);
    r.config.clock_rule = rule;
    r.config.on_full = on_full;
    rig_cap(&r, 3 * MS);
    rig_start(&r, arena);
    for (int i = 0; i < 20000; i++) {
        idarch_id id;
        r.world.now += (idarch_i128)(next_random(&seed) % (2 * IDARCH_NS_PER_MS / 5));
        if (next_random(&seed) % 50 == 0)
            r.world.now -= (idarch_i128)(next_random(&seed) % (6 * IDARCH_NS_PER_MS));
        if (idarch_gen_next(r.gen, &id) != IDARCH_GEN_OK)
            continue;
        good &= !has_previous || idarch_id_compare(&previous, &id) < 0;
        previous = id;
        has_previous = true;
    }
    return good;
}

static void sound_rules_never_repeat(void **state)
{
    static const idarch_clock_rule rules[] = {IDARCH_CLOCK_NOT_STATED, IDARCH_CLOCK_FAIL,
                                              IDARCH_CLOCK_WAIT, IDARCH_CLOCK_LOGICAL};
    static const idarch_full_rule full[] = {IDARCH_FULL_WAIT, IDARCH_FULL_FAIL,
                                            IDARCH_FULL_BORROW};
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 3; j++)
            assert_true(ids_ascend_under(*state, rules[i], full[j]));
    assert_false(ids_ascend_under(*state, IDARCH_CLOCK_RESET, IDARCH_FULL_WAIT));
    assert_false(ids_ascend_under(*state, IDARCH_CLOCK_FAIL, IDARCH_FULL_MODULO));
}

static void guards_the_epoch_and_the_end(void **state)
{
    rig r;
    rig_init(&r);
    r.config.epoch = idarch_ratio_int(START);
    r.world.now = START - 1;
    rig_start(&r, *state);
    expect_status(&r, IDARCH_GEN_BEFORE_EPOCH);
    r.world.now = START;
    expect_id(&r, 0, 0);
    const uint64_t last = (1u << 20) - 1;
    r.world.now = START + (idarch_i128)(last + 1) * MS - 1;
    for (uint64_t i = 0; i < 4; i++)
        expect_id(&r, last, i);
    expect_status(&r, IDARCH_GEN_EXHAUSTED); /* no wait for a tick that does not exist */
    r.world.now += 1;
    expect_status(&r, IDARCH_GEN_EXHAUSTED);
}

static void checks_the_lease_on_every_id(void **state)
{
    rig r;
    rig_init(&r);
    r.world.lease_until = START + MS;
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    assert_true(r.world.asked == START); /* the very reading that dates the ID */
    r.world.now += MS - 1;
    expect_id(&r, 1000, 1);
    expect_id(&r, 1000, 2);
    expect_id(&r, 1000, 3);
    expect_status(&r, IDARCH_GEN_LEASE_LOST); /* valid before the wait, not after it */
    assert_int_equal(r.world.sleeps, 1);
    r.world.lease_until = START + 9 * MS;
    expect_id(&r, 1001, 0);
}

static void a_logical_lead_is_asked_for_too(void **state)
{
    rig r;
    rig_init(&r);
    r.config.clock_rule = IDARCH_CLOCK_LOGICAL;
    rig_start(&r, *state);
    expect_id(&r, 1000, 0);
    r.world.now = START - 5 * MS;
    r.world.lease_until = START; /* holds now, but not at the ID's own tick */
    expect_status(&r, IDARCH_GEN_LEASE_LOST);
    r.world.lease_until = START + 1;
    expect_id(&r, 1000, 1);
}

/* Ticks that are no whole number of ns: 1/4096 ms = 15625/64 ns. */
static void ticks_are_exact_fractions(void **state)
{
    rig r;
    rig_init(&r);
    r.config.tick = idarch_ratio_make(IDARCH_NS_PER_MS, 4096);
    r.world.now = 0;
    rig_start(&r, *state);
    for (uint64_t tick = 0; tick < 5000; tick += 7) {
        idarch_decoded decoded;
        r.world.now = ((idarch_i128)tick * 15625 + 63) / 64; /* first whole ns of it */
        expect_id(&r, tick, 0);
        idarch_decode(&r.layout, r.config.tick, r.config.epoch, &r.id, &decoded);
        idarch_ratio exact = idarch_ratio_make((idarch_i128)tick * 15625, 64);
        assert_int_equal(idarch_ratio_compare(decoded.time, exact), 0);
    }
    r.world.now = (5000 * 15625 + 63) / 64;
    expect_id(&r, 5000, 0);
    r.world.now -= 1;
    expect_status(&r, IDARCH_GEN_CLOCK_BACK);
}

static void several_node_fields_are_one_number(void **state)
{
    idarch_layout layout;
    idarch_ratio tick, epoch;
    scheme_layout("snowflake-2010", &layout, &tick, &epoch);
    fake_world fake = {.now = (idarch_i128)1656432460105 * MS, .lease_until = idarch_pow2(120)};
    const idarch_world world = {&fake, fake_now, fake_sleep, fake_random, NULL};
    idarch_gen_config config = {.layout = &layout, .tick = tick, .epoch = epoch, .node = 378};
    idarch_gen *gen = idarch_gen_new(*state, &config, &world);
    idarch_id id;
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    /* published: machine 378 is datacenter 11, worker 26 */
    assert_string_equal(idarch_id_decimal(*state, &id), "1541815603606036480");
    config.node = 1024;
    assert_null(idarch_gen_new(*state, &config, &world));
}

static void any_order_of_fields(void **state)
{
    idarch_layout layout;
    idarch_ratio tick, epoch;
    scheme_layout("sonyflake-v1", &layout, &tick, &epoch);
    fake_world fake = {.now = (idarch_i128)1409529610000 * MS, .lease_until = idarch_pow2(120)};
    const idarch_world world = {&fake, fake_now, fake_sleep, fake_random, NULL};
    const idarch_gen_config config = {.layout = &layout, .tick = tick, .epoch = epoch,
                                      .node = 43009};
    idarch_gen *gen = idarch_gen_new(*state, &config, &world);
    idarch_id id;
    for (int i = 0; i < 8; i++)
        assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_true(idarch_id_low64(&id) == 16777717761); /* time 1000, sequence 7 */
}

static idarch_gen *random_gen(idarch_arena *arena, const char *scheme, fake_world *fake,
                              bool monotonic, idarch_full_rule on_full)
{
    static idarch_layout layout; /* copied by the generator */
    idarch_ratio tick, epoch;
    scheme_layout(scheme, &layout, &tick, &epoch);
    const idarch_world world = {fake, fake_now, fake_sleep, fake_random, NULL};
    const idarch_gen_config config = {.layout = &layout, .tick = tick, .epoch = epoch,
                                      .monotonic_random = monotonic, .on_full = on_full};
    return idarch_gen_new(arena, &config, &world);
}

static void uuids_have_their_constants(void **state)
{
    fake_world fake = {.now = (idarch_i128)1645557742000 * MS, .random = UINT64_MAX};
    idarch_id id;
    idarch_gen *gen = random_gen(*state, "uuid-v7", &fake, false, IDARCH_FULL_WAIT);
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_UUID),
                        "017f22e2-79b0-7fff-bfff-ffffffffffff");
    fake.now -= 1000 * MS; /* follows the clock wherever it goes */
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_UUID),
                        "017f22e2-75c8-7fff-bfff-ffffffffffff");
    fake.random = 0;
    gen = random_gen(*state, "uuid-v4", &fake, false, IDARCH_FULL_WAIT);
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_UUID),
                        "00000000-0000-4000-8000-000000000000");
}

/* UUIDv7 monotonic: 74 random bits as one number, the carry skips the variant. */
static void monotonic_carries_over_constants(void **state)
{
    fake_world fake = {.now = (idarch_i128)1645557742000 * MS};
    idarch_id id;
    idarch_gen *gen = random_gen(*state, "uuid-v7", &fake, true, IDARCH_FULL_FAIL);
    fake.random = UINT64_MAX >> 1; /* 12 bits 0x7ff, 62 bits 0x1fff... */
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_UUID),
                        "017f22e2-79b0-77ff-9fff-ffffffffffff");
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_UUID),
                        "017f22e2-79b0-77ff-a000-000000000000");
    fake.now -= MS;
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_CLOCK_BACK);
}

/* The specification's example, and its overflow: it fails and never carries into time. */
static void monotonic_ulid_overflows(void **state)
{
    fake_world fake = {.now = 0, .random = UINT64_MAX};
    idarch_id id;
    idarch_gen *gen = random_gen(*state, "ulid", &fake, true, IDARCH_FULL_FAIL);
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_ULID),
                        "0000000000ZZZZZZZZZZZZZZZZ");
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_SEQUENCE_FULL);
    gen = random_gen(*state, "ulid", &fake, true, IDARCH_FULL_WAIT);
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    fake.random = 0;
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_ULID),
                        "00000000010000000000000000");
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
    assert_string_equal(idarch_id_text(*state, &id, IDARCH_TEXT_ULID),
                        "00000000010000000000000001");
}

static void a_plain_counter_ends(void **state)
{
    idarch_layout layout = {.stated = true, .count = 1};
    layout.fields[0] =
        (idarch_field){.name = "counter", .kind = IDARCH_FIELD_SEQUENCE, .bits = 3};
    idarch_layout_number(&layout);
    const idarch_gen_config config = {.layout = &layout};
    idarch_gen *gen = idarch_gen_new(*state, &config, &(idarch_world){0});
    idarch_id id;
    for (uint64_t i = 0; i < 8; i++) {
        assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_OK);
        assert_true(idarch_id_low64(&id) == i);
    }
    assert_int_equal(idarch_gen_next(gen, &id), IDARCH_GEN_EXHAUSTED);
}

static void refuses_what_it_cannot_generate(void **state)
{
    rig r;
    rig_init(&r);
    r.config.layout = &r.layout;
    r.config.tick = idarch_ratio_int(0);
    assert_null(idarch_gen_new(*state, &r.config, &(idarch_world){0}));
    r.config.tick = idarch_ratio_int(MS);
    r.config.node = 16;
    assert_null(idarch_gen_new(*state, &r.config, &(idarch_world){0}));
    r.config.node = 15;
    assert_non_null(idarch_gen_new(*state, &r.config, &(idarch_world){0}));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(decodes_known_ids), TEST(decodes_known_ulids), TEST(refuses_bad_texts),
        TEST(checks_uuid_constants), TEST(never_masks_a_value), TEST(packs_random_layouts),
        TEST(refuses_one_too_many), TEST(counts_within_a_tick_and_waits),
        TEST(overflow_may_fail), TEST(overflow_may_borrow), TEST(modulo_repeats_ids),
        TEST(clock_rule_fail), TEST(clock_rule_not_stated_fails), TEST(clock_rule_wait),
        TEST(clock_rule_wait_sums_up), TEST(clock_rule_logical),
        TEST(clock_rule_reset_repeats_ids), TEST(sound_rules_never_repeat),
        TEST(guards_the_epoch_and_the_end), TEST(checks_the_lease_on_every_id),
        TEST(a_logical_lead_is_asked_for_too), TEST(ticks_are_exact_fractions),
        TEST(several_node_fields_are_one_number), TEST(any_order_of_fields),
        TEST(uuids_have_their_constants), TEST(monotonic_carries_over_constants),
        TEST(monotonic_ulid_overflows), TEST(a_plain_counter_ends),
        TEST(refuses_what_it_cannot_generate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
