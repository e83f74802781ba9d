/* Tests of lifetimes and crossings. First bad instants are the domain facts for real
 * schemes (E + 2^w_t * u with exact integers); crossings are E + 2^(limit - low) * u. */
#include "tests/unit/design_builder.h"

static const char *instant(const builder *b, idarch_ratio at)
{
    return idarch_format_instant(b->arena, at);
}

typedef struct life {
    const char *name;
    int64_t epoch_ms;
    unsigned bits;
    int64_t tick_num, tick_den; /* ns */
    const char *first_bad, *last_good;
} life;

static const life lives[] = {
    {"snowflake-2010", 1288834974657, 41, 1000000, 1, "2080-07-10T17:30:30.209Z",
     "2080-07-10T17:30:30.208Z"},
    {"unix-41", 0, 41, 1000000, 1, "2039-09-07T15:47:35.552Z", "2039-09-07T15:47:35.551Z"},
    {"discord", 1420070400000, 42, 1000000, 1, "2154-05-15T07:35:11.104Z",
     "2154-05-15T07:35:11.103Z"},
    {"instagram, signed", 1314220021721, 40, 1000000, 1, "2046-06-27T17:00:49.497Z",
     "2046-06-27T17:00:49.496Z"},
    {"sonyflake-v1", 1409529600000, 39, 10000000, 1, "2188-11-16T03:28:58.880Z",
     "2188-11-16T03:28:58.870Z"},
    {"sonyflake-v2", 1735689600000, 39, 10000000, 1, "2199-03-19T03:28:58.880Z",
     "2199-03-19T03:28:58.870Z"},
    {"ksuid", 1400000000000, 32, 1000000000, 1, "2150-06-19T23:21:36Z",
     "2150-06-19T23:21:35Z"},
    {"objectid", 0, 32, 1000000000, 1, "2106-02-07T06:28:16Z", "2106-02-07T06:28:15Z"},
    {"uuid-v7", 0, 48, 1000000, 1, "+10889-08-02T05:31:50.656Z",
     "+10889-08-02T05:31:50.655Z"},
    {"uuid-v1", -12219292800000, 60, 100, 1, "5236-03-31T21:21:00.684697600Z",
     "5236-03-31T21:21:00.684697500Z"},
    {"cockroach", 1420070400000, 48, 10000, 1, "2104-03-13T02:56:07.106560Z",
     "2104-03-13T02:56:07.106550Z"},
    {"hazelcast", 1514764800000, 41, 1000000, 1, "2087-09-07T15:47:35.552Z",
     "2087-09-07T15:47:35.551Z"},
    {"yitter", 1582136402000, 51, 1000000, 1, "+73376-10-30T14:34:47.248Z",
     "+73376-10-30T14:34:47.247Z"},
    {"tsid, signed", 1577836800000, 41, 1000000, 1, "2089-09-06T15:47:35.552Z",
     "2089-09-06T15:47:35.551Z"},
    {"baidu", 1463673600000, 28, 1000000000, 1, "2024-11-20T13:24:16Z",
     "2024-11-20T13:24:15Z"},
    {"baidu sample", 1474300800000, 29, 1000000000, 1, "2033-09-24T10:48:32Z",
     "2033-09-24T10:48:31Z"},
    {"1/4096 ms", 0, 60, 1000000, 4096, "+10889-08-02T05:31:50.656Z",
     "+10889-08-02T05:31:50.655999755Z"},
};

static void build_life(builder *b, const life *l)
{
    builder_init(b);
    put_field(b, "time", IDARCH_FIELD_TIME, l->bits, NULL);
    put_field(b, "random", IDARCH_FIELD_RANDOM, 128 - l->bits, NULL);
    put_number(b, IDARCH_KEY_ID_BITS, 128);
    put_epoch_ms(b, l->epoch_ms);
    put(b, IDARCH_KEY_TICK,
        (idarch_value){.type = IDARCH_VALUE_DURATION,
                       .ratio = idarch_ratio_make(l->tick_num, l->tick_den)});
    check_design(b);
}

static void first_bad_instants(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lives / sizeof lives[0]; i++) {
        builder b;
        build_life(&b, &lives[i]);
        assert_true(b.report.has_lifetime);
        assert_string_equal(instant(&b, b.report.exhausted_at), lives[i].first_bad);
        assert_string_equal(instant(&b, b.report.last_instant), lives[i].last_good);
        builder_release(&b);
    }
}

/* 2^41 ms = 2,199,023,255.552 s = 69.683 years of 365.25 days */
static void years_are_julian(void **state)
{
    (void)state;
    builder b;
    build_life(&b, &lives[1]);
    double years = idarch_ratio_double(b.report.lifetime) / IDARCH_NS_PER_YEAR;
    assert_true(years > 69.68284 && years < 69.68285);
    builder_release(&b);
}

static void signed_columns_halve_the_time(void **state)
{
    (void)state;
    builder b;
    builder_init(&b);
    put_scheme(&b, "instagram-2011");
    check_design(&b); /* no column: the whole field counts */
    assert_false(b.report.negative_before_end);
    assert_string_equal(instant(&b, b.report.exhausted_at), "2081-04-30T12:54:37.273Z");
    put_text(&b, IDARCH_KEY_ID_COLUMN, "BIGINT in PostgreSQL 15");
    check_design(&b);
    assert_true(b.report.negative_before_end);
    assert_string_equal(instant(&b, b.report.exhausted_at), "2046-06-27T17:00:49.497Z");
    put_text(&b, IDARCH_KEY_ID_COLUMN, "bigint unsigned in MySQL");
    check_design(&b);
    assert_false(b.report.negative_before_end);
    put_scheme(&b, "discord");
    put_text(&b, IDARCH_KEY_ID_COLUMN, "int8");
    check_design(&b);
    assert_string_equal(instant(&b, b.report.exhausted_at), "2084-09-06T15:47:35.552Z");
    builder_release(&b);
}

typedef struct cross {
    const char *scheme;
    const char *js, *int32, *int64;
} cross;

/* low bits, tick: 22, 1 ms: 24.855 days; 23, 1 ms: 12.428 days; 24, 10 ms: 62.138 days */
static const cross crosses[] = {
    {"snowflake-2010", "2010-11-28T22:14:18.305Z", "2010-11-04T01:42:55.169Z", "never"},
    {"instagram-2011", "2011-09-06T07:22:43.545Z", "2011-08-24T21:07:01.977Z",
     "2046-06-27T17:00:49.497Z"},
    {"sonyflake-v1", "2014-11-02T03:18:29.120Z", "2014-09-01T00:00:01.280Z", "never"},
    {"discord", "2015-01-25T20:31:23.648Z", "2015-01-01T00:00:00.512Z",
     "2084-09-06T15:47:35.552Z"},
};

static void assert_crossing(const builder *b, const idarch_crossing *crossing,
                            const char *wanted)
{
    switch (crossing->kind) {
    case IDARCH_CROSSING_NONE: assert_string_equal("none", wanted); break;
    case IDARCH_CROSSING_NEVER: assert_string_equal("never", wanted); break;
    case IDARCH_CROSSING_ALWAYS: assert_string_equal("always", wanted); break;
    case IDARCH_CROSSING_AT: assert_string_equal(instant(b, crossing->at), wanted); break;
    }
}

static void crossings_of_schemes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof crosses / sizeof crosses[0]; i++) {
        builder b;
        builder_init(&b);
        put_scheme(&b, crosses[i].scheme);
        check_design(&b);
        assert_crossing(&b, &b.report.js_safe_integer, crosses[i].js);
        assert_crossing(&b, &b.report.int32, crosses[i].int32);
        assert_crossing(&b, &b.report.int64, crosses[i].int64);
        builder_release(&b);
    }
}

/* A node number above the time passes 2^53 from the start; 12 low bits do in 69.68 years:
 * 1582136402000 ms + 2^41 ms = 2089-10-26T10:07:37.552Z (51 bits of time). */
static void crossings_of_odd_layouts(void **state)
{
    (void)state;
    builder b;
    builder_init(&b);
    put_field(&b, "node", IDARCH_FIELD_NODE, 10, NULL);
    put_field(&b, "time", IDARCH_FIELD_TIME, 42, NULL);
    put_field(&b, "sequence", IDARCH_FIELD_SEQUENCE, 12, NULL);
    put_epoch_ms(&b, 0);
    check_design(&b);
    assert_crossing(&b, &b.report.js_safe_integer, "always");
    clear_layout(&b);
    put_field(&b, "time", IDARCH_FIELD_TIME, 52, NULL);
    put_field(&b, "node", IDARCH_FIELD_NODE, 6, NULL);
    put_field(&b, "sequence", IDARCH_FIELD_SEQUENCE, 6, NULL);
    put_epoch_ms(&b, 1582136402000);
    check_design(&b);
    assert_crossing(&b, &b.report.js_safe_integer, "2089-10-26T10:07:37.552Z");
    clear_layout(&b);
    put_field(&b, "time", IDARCH_FIELD_TIME, 32, NULL);
    put_field(&b, "node", IDARCH_FIELD_NODE, 12, NULL);
    put_field(&b, "sequence", IDARCH_FIELD_SEQUENCE, 9, NULL);
    put_number(&b, IDARCH_KEY_ID_BITS, 53);
    check_design(&b);
    assert_crossing(&b, &b.report.js_safe_integer, "never"); /* w_t + low = 53 */
    builder_release(&b);
}

static void no_crossings_of_uuids(void **state)
{
    (void)state;
    builder b;
    build_uuidv7(&b);
    check_design(&b);
    assert_crossing(&b, &b.report.js_safe_integer, "none");
    builder_release(&b);
}

static void no_lifetime_without_epoch(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    unset(&b, IDARCH_KEY_EPOCH);
    check_design(&b);
    assert_false(b.report.has_lifetime);
    assert_crossing(&b, &b.report.js_safe_integer, "none");
    builder_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_bad_instants),
        cmocka_unit_test(years_are_julian),
        cmocka_unit_test(signed_columns_halve_the_time),
        cmocka_unit_test(crossings_of_schemes),
        cmocka_unit_test(crossings_of_odd_layouts),
        cmocka_unit_test(no_crossings_of_uuids),
        cmocka_unit_test(no_lifetime_without_epoch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
