/* Tests of the proofs: they pass on sound designs of every kind, and fail on the described
 * faults. A proof that could not fail would prove nothing, so each is shown to fail. */
#include "tests/unit/design_builder.h"

static const idarch_proof *proof_of(const builder *b, const char *name)
{
    for (size_t i = 0; i < b->report.proofs.count; i++)
        if (strcmp(b->report.proofs.items[i].name, name) == 0)
            return &b->report.proofs.items[i];
    return NULL;
}

static void assert_passes(const builder *b, const char *name, const char *detail)
{
    const idarch_proof *proof = proof_of(b, name);
    assert_non_null(proof);
    if (!proof->ran || !proof->passed)
        fail_msg("%s: %s", name, proof->detail);
    assert_string_equal(proof->detail, detail);
}

static void assert_all_pass(const builder *b)
{
    for (size_t i = 0; i < b->report.proofs.count; i++)
        if (!b->report.proofs.items[i].passed)
            fail_msg("%s: %s", b->report.proofs.items[i].name, b->report.proofs.items[i].detail);
}

static void a_snowflake_passes_all_five(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    put_choice(&b, IDARCH_KEY_SEQUENCE_OVERFLOW, "wait");
    check_design(&b);
    assert_int_equal(b.report.proofs.count, 5);
    assert_passes(&b, "first and last tick",
                  "issues at 2026-01-01T00:00:00Z and at 2095-09-07T15:47:35.551Z, refuses one "
                  "before and one after");
    assert_passes(&b, "fills one tick",
                  "4,096 IDs, all distinct and ascending; the next waits for the next tick");
    assert_passes(&b, "clock moves back",
                  "a step of 5 ms is waited for, a longer one refused; no ID repeated");
    assert_passes(&b, "two workers at once",
                  "workers 0 and 1,023 in one tick: 16 IDs, all distinct");
    assert_passes(&b, "lease is lost",
                  "the call whose wait outlives the lease is refused, no ID issued");
    builder_release(&b);
}

static void every_sound_rule_passes(void **state)
{
    static const char *const rules[] = {"fail", "wait", "logical"};
    static const char *const overflows[] = {"wait", "fail", "borrow"};
    static void (*const bases[])(builder *) = {build_snowflake, build_sonyflake};
    (void)state;
    for (size_t i = 0; i < 18; i++) {
        builder b;
        bases[i % 2](&b);
        put_choice(&b, IDARCH_KEY_CLOCK_RULE, rules[i / 2 % 3]);
        put_choice(&b, IDARCH_KEY_SEQUENCE_OVERFLOW, overflows[i / 6]);
        check_design(&b);
        assert_all_pass(&b);
        put_choice_ns(&b, IDARCH_KEY_CLOCK_RULE, rules[i / 2 % 3], 20 * IDARCH_NS_PER_MS);
        check_design(&b);
        assert_all_pass(&b);
        builder_release(&b);
    }
}

static void every_scheme_passes(void **state)
{
    size_t count;
    const idarch_scheme *schemes = idarch_schemes(&count);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        builder b;
        builder_init(&b);
        put_scheme(&b, schemes[i].name);
        check_design(&b);
        assert_true(b.report.proofs.count > 0);
        for (size_t j = 0; j < b.report.proofs.count; j++) {
            const idarch_proof *proof = &b.report.proofs.items[j];
            if (proof->ran && !proof->passed)
                fail_msg("%s: %s: %s", schemes[i].name, proof->name, proof->detail);
        }
        builder_release(&b);
    }
}

static void reset_repeats_ids(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    put_choice(&b, IDARCH_KEY_CLOCK_RULE, "reset");
    check_design(&b);
    const idarch_proof *proof = proof_of(&b, "clock moves back");
    assert_true(proof->ran && !proof->passed);
    assert_non_null(strstr(proof->detail, "was issued twice"));
    const idarch_diag *found = finding_of(&b, "proof-clock-step");
    assert_non_null(found);
    assert_int_equal(found->severity, IDARCH_ERROR);
    assert_int_equal(b.report.verdict, IDARCH_VERDICT_FAIL);
    builder_release(&b);
}

static void modulo_repeats_ids(void **state)
{
    (void)state;
    builder b;
    build_sonyflake(&b);
    put_choice(&b, IDARCH_KEY_SEQUENCE_OVERFLOW, "modulo");
    check_design(&b);
    const idarch_proof *proof = proof_of(&b, "fills one tick");
    assert_true(proof->ran && !proof->passed);
    assert_non_null(strstr(proof->detail, "was issued twice"));
    assert_non_null(finding_of(&b, "proof-fill"));
    builder_release(&b);
}

/* Constants that do not fit cannot be generated: nothing is claimed. */
static void what_cannot_run_is_said(void **state)
{
    (void)state;
    builder b;
    build_uuidv7(&b);
    b.document.design.layout.fields[1].value = 16;
    check_design(&b);
    const idarch_proof *proof = proof_of(&b, "random IDs");
    assert_false(proof->ran);
    assert_non_null(finding_of(&b, "field-overflow-unmasked"));
    builder_release(&b);
    build_snowflake(&b);
    unset(&b, IDARCH_KEY_CLOCK_RULE);
    check_design(&b);
    assert_false(proof_of(&b, "clock moves back")->ran);
    builder_release(&b);
}

static void huge_sequences_are_bounded(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    put_choice(&b, IDARCH_KEY_SEQUENCE_OVERFLOW, "wait");
    put_layout(&b, 1, 40, 10, 13);
    check_design(&b);
    assert_passes(&b, "fills one tick",
                  "8,192 IDs, all distinct and ascending; the next waits for the next tick");
    put_layout(&b, 1, 33, 10, 20);
    check_design(&b);
    assert_passes(&b, "fills one tick",
                  "262,144 IDs of 1,048,576, all distinct and ascending; the tick holds more, "
                  "which were not tried");
    assert_passes(&b, "lease is lost", "the first call after its end is refused, no ID issued");
    put_layout(&b, 1, 53, 10, 0);
    check_design(&b);
    assert_passes(&b, "fills one tick", "1 ID; the next waits for the next tick");
    assert_passes(&b, "first and last tick",
                  "issues at 2026-01-01T00:00:00Z and at +287452-10-13T08:59:00.991Z, refuses "
                  "one before and one after");
    builder_release(&b);
}

/* In a signed column the last tick is the last one with IDs that are not negative. */
static void signed_columns_end_early(void **state)
{
    (void)state;
    builder b;
    builder_init(&b);
    put_scheme(&b, "instagram-2011");
    put_text(&b, IDARCH_KEY_ID_COLUMN, "bigint");
    check_design(&b);
    assert_passes(&b, "first and last tick",
                  "issues at 2011-08-24T21:07:01.721Z and at 2046-06-27T17:00:49.496Z, refuses "
                  "one before");
    builder_release(&b);
}

static void fractional_ticks_pass(void **state)
{
    (void)state;
    builder b;
    build_sonyflake(&b);
    put(&b, IDARCH_KEY_TICK,
        (idarch_value){.type = IDARCH_VALUE_DURATION,
                       .ratio = idarch_ratio_make(IDARCH_NS_PER_MS, 4096)});
    check_design(&b);
    assert_all_pass(&b);
    builder_release(&b);
}

static void the_same_design_gives_the_same_proofs(void **state)
{
    (void)state;
    builder a, b;
    build_uuidv7(&a);
    build_uuidv7(&b);
    check_design(&a);
    check_design(&b);
    assert_string_equal(idarch_report_json(a.arena, &a.document, &a.report, &a.findings),
                        idarch_report_json(b.arena, &b.document, &b.report, &b.findings));
    builder_release(&a);
    builder_release(&b);
}

/* --- designs that nobody would write --- */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static idarch_ratio odd_ratio(uint64_t *seed)
{
    static const int64_t nums[] = {0, 1, -1, 2, 3, 1000, 1000000, 1000000000, INT64_MAX,
                                   INT64_MIN + 1, 1024, 5000000, 40000000000};
    static const int64_t dens[] = {1, 1, 1, 3, 4096, INT64_MAX};
    idarch_i128 num = nums[next_random(seed) % 13];
    if (next_random(seed) % 8 == 0)
        num *= idarch_pow2(60);
    return idarch_ratio_make(num, dens[next_random(seed) % 6]);
}

static int choices_of(idarch_key key)
{
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    int count = 0;
    while (idarch_key_choice(arena, key, count))
        count++;
    idarch_arena_free(arena);
    return count;
}

static void put_odd(builder *b, idarch_key key, uint64_t *seed)
{
    static const char *const texts[] = {"", "BIGINT", "char(36)", "1 -1", "10.0.0.0/8", "/99999",
                                        "NUMERIC(99999999999)", "int(", "binary(16)"};
    idarch_value value = {.ratio = odd_ratio(seed), .argument = odd_ratio(seed),
                          .has_argument = next_random(seed) % 2,
                          .per_worker = next_random(seed) % 2};
    switch (idarch_key_takes(key)) {
    case IDARCH_TAKES_TEXT:
        put_text(b, key, texts[next_random(seed) % 9]);
        return;
    case IDARCH_TAKES_LAYOUT: return;
    case IDARCH_TAKES_NUMBER: value.type = IDARCH_VALUE_NUMBER; break;
    case IDARCH_TAKES_NUMBER_OR_SHARE:
    case IDARCH_TAKES_DRIFT: value.type = IDARCH_VALUE_SHARE; break;
    case IDARCH_TAKES_DURATION:
    case IDARCH_TAKES_DURATION_OR_INSTANT: value.type = IDARCH_VALUE_DURATION; break;
    case IDARCH_TAKES_INSTANT: value.type = IDARCH_VALUE_INSTANT; break;
    case IDARCH_TAKES_RATE: value.type = IDARCH_VALUE_RATE; break;
    case IDARCH_TAKES_YESNO: value.type = IDARCH_VALUE_YESNO; break;
    case IDARCH_TAKES_ORDER:
    case IDARCH_TAKES_CHOICE:
        value.type = IDARCH_VALUE_CHOICE;
        value.choice = (int)(next_random(seed) % (uint64_t)choices_of(key));
        break;
    }
    put(b, key, value);
}

static void odd_layout(builder *b, uint64_t *seed)
{
    size_t count = next_random(seed) % 8;
    unsigned left = IDARCH_BITS_MAX;
    clear_layout(b);
    for (size_t i = 0; i < count; i++) {
        unsigned most = next_random(seed) % 4 ? 20 : 160;
        unsigned bits = (unsigned)(next_random(seed) % most);
        bits = bits > left ? left : bits;
        left -= bits;
        idarch_field *field = put_field(b, "f", (idarch_field_kind)(next_random(seed) % 7), bits,
                                        "2^99 IDs, 1,0 years 12.");
        field->has_value = next_random(seed) % 2;
        field->value = next_random(seed) >> (next_random(seed) % 64);
    }
}

/* Nothing that a reader could hand over breaks the checker or its printers. */
static void odd_designs_do_no_harm(void **state)
{
    uint64_t seed = UINT64_C(20260101);
    (void)state;
    for (int round = 0; round < 1500; round++) {
        builder b;
        if (round % 3 == 0)
            build_snowflake(&b);
        else
            builder_init(&b);
        if (round % 5)
            odd_layout(&b, &seed);
        for (int key = 0; key < IDARCH_KEY_COUNT; key++)
            if (next_random(&seed) % 3 == 0)
                put_odd(&b, (idarch_key)key, &seed);
        if (next_random(&seed) % 4 == 0)
            put_worker(&b, (int64_t)next_random(&seed));
        b.options.has_now = next_random(&seed) % 2;
        b.options.now = odd_ratio(&seed);
        check_design(&b);
        assert_non_null(idarch_report_text(b.arena, &b.document, &b.report, &b.findings));
        assert_non_null(idarch_report_json(b.arena, &b.document, &b.report, &b.findings));
        builder_release(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snowflake_passes_all_five),
        cmocka_unit_test(every_sound_rule_passes),
        cmocka_unit_test(every_scheme_passes),
        cmocka_unit_test(reset_repeats_ids),
        cmocka_unit_test(modulo_repeats_ids),
        cmocka_unit_test(what_cannot_run_is_said),
        cmocka_unit_test(huge_sequences_are_bounded),
        cmocka_unit_test(signed_columns_end_early),
        cmocka_unit_test(fractional_ticks_pass),
        cmocka_unit_test(the_same_design_gives_the_same_proofs),
        cmocka_unit_test(odd_designs_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
