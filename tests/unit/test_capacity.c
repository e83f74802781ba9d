/* Tests of the capacity figures, the crossings and the captions of the bit bar. Expected
 * values: 2^w and 2^w / u by exact arithmetic, recomputed outside this program. */
#include "tests/unit/design_builder.h"

static void assert_i128(const builder *b, idarch_i128 value, const char *digits)
{
    assert_string_equal(idarch_format_i128(b->arena, value, false), digits);
}

typedef struct figure {
    unsigned sign, time, node, sequence;
    int64_t tick_num, tick_den; /* ns */
    int64_t replicas;           /* -1: not stated */
    const char *per_tick, *per_second, *nodes, *fleet;
} figure;

/* Twitter's, Sonyflake's, Baidu's, one with a tick of 1/4096 ms, one of 3 ms. */
static const figure figures[] = {
    {1, 41, 10, 12, 1000000, 1, 3, "4096", "4096000", "1024", "12288000"},
    {1, 41, 10, 12, 1000000, 1, -1, "4096", "4096000", "1024", "4194304000"},
    {1, 39, 16, 8, 10000000, 1, -1, "256", "25600", "65536", "1677721600"},
    {1, 28, 22, 13, 1000000000, 1, 1, "8192", "8192", "4194304", "8192"},
    {1, 53, 5, 5, 1000000, 4096, 2, "32", "131072000", "32", "262144000"},
    {1, 41, 10, 12, 3000000, 1, 3, "4096", "1365333", "1024", "4096000"},
    {1, 20, 3, 40, 1000000, 1, -1, "1099511627776", "1099511627776000", "8",
     "8796093022208000"},
};

static void figures_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        const figure *f = &figures[i];
        builder b;
        builder_init(&b);
        put_layout(&b, f->sign, f->time, f->node, f->sequence);
        put(&b, IDARCH_KEY_TICK,
            (idarch_value){.type = IDARCH_VALUE_DURATION,
                           .ratio = idarch_ratio_make(f->tick_num, f->tick_den)});
        if (f->replicas >= 0)
            put_number(&b, IDARCH_KEY_REPLICAS, f->replicas);
        check_design(&b);
        assert_true(b.report.has_capacity && b.report.has_nodes && b.report.has_fleet);
        assert_int_equal(b.report.fleet_of_replicas, f->replicas >= 0);
        assert_i128(&b, b.report.ids_per_tick, f->per_tick);
        assert_i128(&b, idarch_ratio_floor(b.report.ids_per_second), f->per_second);
        assert_i128(&b, b.report.nodes, f->nodes);
        assert_i128(&b, idarch_ratio_floor(b.report.fleet_ids_per_second), f->fleet);
        builder_release(&b);
    }
}

static void no_capacity_without_sequence(void **state)
{
    (void)state;
    builder b;
    build_uuidv7(&b);
    check_design(&b);
    assert_false(b.report.has_capacity || b.report.has_nodes || b.report.has_fleet);
    builder_release(&b);
}

static void assumes_only_the_tick(void **state)
{
    (void)state;
    builder b;
    builder_init(&b);
    put_layout(&b, 1, 41, 10, 12);
    check_design(&b);
    assert_true(b.report.tick_assumed);
    assert_int_equal(b.report.assumed.count, 1);
    assert_string_equal(b.report.assumed.items[0], "tick 1 ms (not stated)");
    put_ms(&b, IDARCH_KEY_TICK, 1);
    check_design(&b);
    assert_false(b.report.tick_assumed);
    assert_int_equal(b.report.assumed.count, 0);
    builder_release(&b);
}

static void assert_caption(const builder *b, size_t field, const char *inside,
                           const char *title, const char *capacity)
{
    const idarch_bar_field *f = &b->report.bar.fields.items[field];
    assert_string_equal(f->inside, inside);
    assert_string_equal(f->title, title);
    if (capacity)
        assert_string_equal(f->capacity, capacity);
    else
        assert_null(f->capacity);
}

#define DOT " \xC2\xB7 "
#define ABOUT " \xE2\x89\x88 "

static void captions_of_a_snowflake(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    check_design(&b);
    assert_int_equal(b.report.bar.bits, 64);
    assert_caption(&b, 0, "0", "1 bit" DOT "always 0, so IDs stay positive", NULL);
    assert_caption(&b, 1, "", "41 bits" DOT "milliseconds since the custom epoch",
                   "2^41 ms" ABOUT "69.7 years");
    assert_caption(&b, 2, "", "10 bits" DOT "worker ID", "1,024 instances");
    assert_caption(&b, 3, "", "12 bits" DOT "sequence", "4,096 IDs per ms");
    assert_string_equal(b.report.verdict_line,
                        "Verdict: pass" DOT "exhausted 2095-09-07" DOT
                        "12,288,000 IDs/s with 3 replicas");
    builder_release(&b);
}

static void captions_of_other_ticks(void **state)
{
    (void)state;
    builder b;
    build_sonyflake(&b);
    check_design(&b);
    assert_caption(&b, 1, "", "39 bits" DOT "10 ms units since the epoch",
                   "2^39 \xC3\x97 10 ms" ABOUT "174.2 years");
    assert_caption(&b, 2, "", "8 bits" DOT "sequence within the 10 ms", "256 IDs per 10 ms");
    put_ms(&b, IDARCH_KEY_TICK, 1000);
    check_design(&b);
    assert_caption(&b, 2, "", "8 bits" DOT "sequence within the 10 ms", "256 IDs per s");
    builder_release(&b);
}

static void captions_of_a_uuid(void **state)
{
    (void)state;
    builder b;
    build_uuidv7(&b);
    check_design(&b);
    assert_caption(&b, 0, "", "48 bits" DOT "time", "2^48 ms" ABOUT "8,919 years");
    assert_caption(&b, 1, "7", "4 bits" DOT "version", "always 7");
    assert_caption(&b, 2, "", "12 bits" DOT "random", "12 of 74 random bits");
    assert_caption(&b, 4, "", "62 bits" DOT "random", "62 of 74 random bits");
    put_scheme(&b, "ulid");
    check_design(&b);
    assert_caption(&b, 1, "", "80 bits" DOT "random", "80 random bits");
    builder_release(&b);
}

static void notes_are_made_from_the_settings(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    check_design(&b);
    assert_int_equal(b.report.notes.count, 3);
    const idarch_rich *first = &b.report.notes.items[0].cells.items[0];
    assert_string_equal(idarch_rich_text(b.arena, first),
                        "Clock moved back: wait up to 5 ms, then refuse requests.");
    IDARCH_PUSH(b.arena, &b.document.notes); /* the document's own words count */
    check_design(&b);
    assert_int_equal(b.report.notes.count, 0);
    builder_release(&b);
}

static void nothing_without_settings(void **state)
{
    (void)state;
    builder b;
    builder_init(&b);
    b.document.design.has_settings = false;
    check_design(&b);
    assert_int_equal(b.report.rules.count, 0);
    assert_int_equal(b.report.bar.bits, 0);
    assert_null(b.report.verdict_line);
    assert_int_equal(b.report.verdict, IDARCH_VERDICT_PASS);
    builder_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_exact),
        cmocka_unit_test(no_capacity_without_sequence),
        cmocka_unit_test(assumes_only_the_tick),
        cmocka_unit_test(captions_of_a_snowflake),
        cmocka_unit_test(captions_of_other_ticks),
        cmocka_unit_test(captions_of_a_uuid),
        cmocka_unit_test(notes_are_made_from_the_settings),
        cmocka_unit_test(nothing_without_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
