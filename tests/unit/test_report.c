/* Tests of the two printers of the report: the whole JSON of a design, places in it, and
 * the table for people. */
#include "tests/unit/design_builder.h"

#include <jansson.h>
#include <locale.h>

static json_t *parsed(const builder *b)
{
    const char *text = idarch_report_json(b->arena, &b->document, &b->report, &b->findings);
    json_error_t error;
    assert_null(strchr(text, '\n'));
    json_t *value = json_loads(text, 0, &error);
    if (!value)
        fail_msg("%s: %s", error.text, text);
    return value;
}

static const char *text_at(json_t *object, const char *outer, const char *inner)
{
    return json_string_value(json_object_get(json_object_get(object, outer), inner));
}

static void json_of_a_snowflake(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    put_ms(&b, IDARCH_KEY_TICK, 1);
    check_design(&b);
    const char *text = idarch_report_json(b.arena, &b.document, &b.report, &b.findings);
    static const char start[] =
        "{\"file\":null,\"design\":{\"scheme\":null,\"epoch\":\"2026-01-01T00:00:00Z\","
        "\"tick_ns\":1000000,\"bits\":64,\"fields\":["
        "{\"name\":\"sign\",\"kind\":\"sign\",\"bits\":1,\"shift\":63},"
        "{\"name\":\"time\",\"kind\":\"time\",\"bits\":41,\"shift\":22},"
        "{\"name\":\"worker ID\",\"kind\":\"node\",\"bits\":10,\"shift\":12},"
        "{\"name\":\"sequence\",\"kind\":\"sequence\",\"bits\":12,\"shift\":0}]},"
        "\"capacity\":{\"ids_per_tick\":\"4096\",\"ids_per_second\":\"4096000\","
        "\"nodes\":\"1024\",\"fleet_ids_per_second\":\"12288000\"},"
        "\"lifetime\":{\"last_instant\":\"2095-09-07T15:47:35.551Z\","
        "\"exhausted_at\":\"2095-09-07T15:47:35.552Z\",\"years\":69.682842027},"
        "\"crossings\":{\"js_safe_integer\":\"2026-01-25T20:31:23.648Z\","
        "\"int32\":\"2026-01-01T00:00:00.512Z\",\"int64\":\"never\"},"
        "\"collision\":null,\"findings\":[],\"rules\":["
        "{\"rule\":\"bits-sum\",\"state\":\"holds\",\"add\":null},";
    assert_memory_equal(text, start, sizeof start - 1);
    assert_non_null(strstr(text, "\"assumed\":[],\"verdict\":\"pass\"}"));
    builder_release(&b);
}

static void json_of_a_uuid(void **state)
{
    (void)state;
    builder b;
    build_uuidv7(&b);
    check_design(&b);
    json_t *out = parsed(&b);
    assert_string_equal(text_at(out, "design", "scheme"), "uuid-v7");
    assert_string_equal(text_at(out, "lifetime", "exhausted_at"), "+10889-08-02T05:31:50.656Z");
    assert_true(json_is_null(json_object_get(out, "capacity")));
    assert_true(json_is_null(json_object_get(out, "crossings")));
    json_t *collision = json_object_get(out, "collision");
    double p = json_real_value(json_object_get(collision, "probability"));
    assert_true(p > 2.0883067e-10 && p < 2.0883069e-10);
    assert_true(json_real_value(json_object_get(collision, "one_in")) > 4.788e9);
    json_decref(out);
    builder_release(&b);
}

static void json_of_a_fractional_tick(void **state)
{
    (void)state;
    builder b;
    build_uuidv7(&b);
    put(&b, IDARCH_KEY_TICK,
        (idarch_value){.type = IDARCH_VALUE_DURATION,
                       .ratio = idarch_ratio_make(IDARCH_NS_PER_MS, 4096)});
    check_design(&b);
    json_t *out = parsed(&b);
    assert_true(json_is_null(json_object_get(json_object_get(out, "design"), "tick_ns")));
    assert_string_equal(text_at(out, "design", "tick"), "1/4096 ms");
    json_decref(out);
    builder_release(&b);
}

static void json_without_settings(void **state)
{
    (void)state;
    builder b;
    builder_init(&b);
    b.document.design.has_settings = false;
    check_design(&b);
    assert_string_equal(
        idarch_report_json(b.arena, &b.document, &b.report, &b.findings),
        "{\"file\":null,\"design\":null,\"capacity\":null,\"lifetime\":null,\"crossings\":null,"
        "\"collision\":null,\"findings\":[],\"rules\":[],\"proofs\":[],\"assumed\":[],"
        "\"verdict\":\"pass\"}");
    builder_release(&b);
}

/* Two lines of settings, with the spans where they stand. */
static void place(builder *b, idarch_key key, const char *text, const char *part)
{
    uint32_t at = (uint32_t)(strstr(text, part) - text);
    b->document.design.settings[key].span =
        (idarch_span){at, at + (uint32_t)strlen(part)};
}

static void json_names_places(void **state)
{
    static const char text[] = "# D\n\n- Rate: 20,000/s \xC3\xA9\n- R\xC3\xA9plicas: 3\n";
    (void)state;
    builder b;
    build_snowflake(&b);
    b.document.source = idarch_source_new(b.arena, "a \"b\".md", idarch_str_of(text));
    put_rate(&b, 20000000, false);
    place(&b, IDARCH_KEY_RATE, text, "20,000/s");
    place(&b, IDARCH_KEY_REPLICAS, text, "3");
    check_design(&b);
    json_t *out = parsed(&b);
    assert_string_equal(json_string_value(json_object_get(out, "file")), "a \"b\".md");
    json_t *finding = json_array_get(json_object_get(out, "findings"), 0);
    assert_string_equal(json_string_value(json_object_get(finding, "rule")),
                        "rate-over-capacity");
    assert_string_equal(json_string_value(json_object_get(finding, "severity")), "error");
    json_t *places = json_object_get(finding, "places");
    static const int wanted[2][4] = {{3, 9, 3, 17}, {4, 13, 4, 14}};
    static const char *const names[] = {"line", "column", "end_line", "end_column"};
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 4; j++)
            assert_int_equal(
                json_integer_value(json_object_get(json_array_get(places, i), names[j])),
                wanted[i][j]);
    assert_string_equal(json_string_value(json_object_get(json_array_get(places, 0), "file")),
                        "a \"b\".md");
    assert_string_equal(json_string_value(json_object_get(out, "verdict")), "fail");
    json_decref(out);
    b.document.source = idarch_source_new(b.arena, "-", idarch_str_of(text));
    out = parsed(&b);
    assert_string_equal(json_string_value(json_object_get(out, "file")), "<stdin>");
    json_decref(out);
    builder_release(&b);
}

static void json_says_what_to_add(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    unset(&b, IDARCH_KEY_CLOCK_RULE);
    check_design(&b);
    const char *text = idarch_report_json(b.arena, &b.document, &b.report, &b.findings);
    assert_non_null(strstr(text, "{\"rule\":\"clock-rule-missing\",\"state\":\"not stated\","
                                 "\"add\":\"clock moved back\"}"));
    assert_non_null(strstr(text, "\"verdict\":\"unproven\"}"));
    assert_non_null(strstr(text, "{\"name\":\"clock moves back\",\"passed\":null,"
                                 "\"detail\":\"no rule is stated\"}"));
    builder_release(&b);
}

static void text_of_a_snowflake(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    b.document.source = idarch_source_new(b.arena, "ids.md", IDARCH_STR("# Order IDs\n"));
    b.document.title = "Order IDs";
    unset(&b, IDARCH_KEY_MAKESTEP);
    check_design(&b);
    const char *text = idarch_report_text(b.arena, &b.document, &b.report, &b.findings);
    static const char *const lines[] = {
        "ids.md: Order IDs\n\nLayout, 64 bits\n",
        "\n   1  sign       bit 63\n",
        "\n  41  time       bits 62 to 22  2^41 ms \xE2\x89\x88 69.7 years\n",
        "\n  10  worker ID  bits 21 to 12  1,024 instances\n",
        "\n  12  sequence   bits 11 to 0   4,096 IDs per ms\n",
        "\n  tick               1 ms (assumed)\n",
        "\n  all replicas       12,288,000 IDs/s\n",
        "\n  exhausted at       2095-09-07T15:47:35.552Z\n",
        "\n  passes 2^63 - 1    never\n",
        "\n  passed  two workers at once  workers 0 and 1,023 in one tick",
        "\n  not stated  ntp-makestep-late  add `makestep`\n",
        "\nAssumed: tick 1 ms (not stated)\n",
        "\nVerdict: unproven (0 errors, 0 warnings)\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!strstr(text, lines[i]))
            fail_msg("missing: %s in\n%s", lines[i], text);
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        assert_true(at == text || at[-1] != ' '); /* no blanks at line ends */
    builder_release(&b);
}

static void text_of_broken_designs(void **state)
{
    (void)state;
    builder b;
    build_sonyflake(&b);
    put_choice(&b, IDARCH_KEY_CLOCK_RULE, "reset");
    check_design(&b);
    const char *text = idarch_report_text(b.arena, &b.document, &b.report, &b.findings);
    assert_non_null(strstr(text, "\n  broken  clock-rule-reset\n"));
    assert_non_null(strstr(text, "\n  FAILED  clock moves back"));
    assert_non_null(strstr(text, "\nVerdict: fail (2 errors, 0 warnings)\n"));
    builder_release(&b);
}

static void no_locale_shows(void **state)
{
    (void)state;
    builder b;
    build_uuidv7(&b);
    check_design(&b);
    const char *text = idarch_report_text(b.arena, &b.document, &b.report, &b.findings);
    const char *json = idarch_report_json(b.arena, &b.document, &b.report, &b.findings);
    setlocale(LC_ALL, "de_DE.UTF-8"); /* a comma as the decimal point, where it is installed */
    check_design(&b);
    assert_string_equal(text,
                        idarch_report_text(b.arena, &b.document, &b.report, &b.findings));
    assert_string_equal(json,
                        idarch_report_json(b.arena, &b.document, &b.report, &b.findings));
    setlocale(LC_ALL, "C");
    builder_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_of_a_snowflake),     cmocka_unit_test(json_of_a_uuid),
        cmocka_unit_test(json_of_a_fractional_tick), cmocka_unit_test(json_without_settings),
        cmocka_unit_test(json_names_places),       cmocka_unit_test(json_says_what_to_add),
        cmocka_unit_test(text_of_a_snowflake),     cmocka_unit_test(text_of_broken_designs),
        cmocka_unit_test(no_locale_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
