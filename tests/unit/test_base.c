/* The ground: arena, strings, positions, diagnostics, exact numbers, calendar. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <math.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/ratio.h"
#include "base/table.h"

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

static void arena_memory_is_zeroed_and_aligned(void **state)
{
    for (size_t size = 1; size < 100000; size = size * 3 + 1) {
        unsigned char *p = idarch_alloc(*state, size);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xFF, size);
    }
}

/* Keys that differ at the borders of what a slot holds of them: every length up to 20 with
 * one byte changed at every place, beside their own beginnings. */
static GPtrArray *close_keys(void)
{
    GPtrArray *keys = g_ptr_array_new_with_free_func(g_free);
    for (size_t len = 0; len <= 20; len++) {
        g_ptr_array_add(keys, g_strnfill(len, 'a'));
        for (size_t at = 0; at < len; at++) {
            char *key = g_strnfill(len, 'a');
            key[at] = (char)(at % 2 ? 'b' : '\xC3');
            g_ptr_array_add(keys, key);
        }
    }
    return keys;
}

static void tables_tell_keys_apart(void **state)
{
    for (int reserved = 0; reserved < 2; reserved++) {
        idarch_table table = {.arena = *state};
        GPtrArray *keys = close_keys();
        GHashTable *expected = g_hash_table_new(g_str_hash, g_str_equal);
        if (reserved)
            idarch_table_reserve(&table, keys->len / 2);
        for (guint i = 0; i < keys->len; i += 2) { /* each second one, some twice */
            const char *key = keys->pdata[i];
            idarch_table_set(&table, key, (int32_t)i);
            g_hash_table_insert(expected, (gpointer)key, GINT_TO_POINTER(i + 1));
        }
        assert_int_equal(table.count, g_hash_table_size(expected));
        for (guint i = 0; i < keys->len; i++)
            assert_int_equal(idarch_table_find(&table, idarch_str_of(keys->pdata[i])),
                             GPOINTER_TO_INT(g_hash_table_lookup(expected, keys->pdata[i])) - 1);
        idarch_table_release(&table);
        g_hash_table_destroy(expected);
        g_ptr_array_free(keys, TRUE);
    }
}

static void large_arrays_keep_their_items(void **state)
{
    for (size_t reserved = 0; reserved < 2000; reserved = reserved * 3 + 30) {
        IDARCH_ARRAY(uint64_t) array = {0};
        IDARCH_RESERVE_LARGE(*state, &array, reserved);
        for (uint64_t i = 0; i < 50000; i++) {
            uint64_t *item = IDARCH_PUSH_LARGE(*state, &array);
            assert_int_equal(*item, 0);
            *item = i * i;
        }
        for (uint64_t i = 0; i < 50000; i++)
            assert_int_equal(array.items[i], i * i);
    }
}

static jmp_buf after_oom;

static void note_oom(void *context)
{
    *(int *)context = 1;
    longjmp(after_oom, 1);
}

static void arena_limit_calls_the_handler(void **state)
{
    (void)state;
    int seen = 0;
    idarch_arena *volatile arena = idarch_arena_new(100000, note_oom, &seen);
    if (setjmp(after_oom) == 0)
        for (;;)
            idarch_alloc(arena, 1000);
    assert_int_equal(seen, 1);
    if (setjmp(after_oom) == 0)
        idarch_alloc_array(arena, SIZE_MAX / 2, 8);
    assert_true(idarch_arena_size(arena) <= 100000);
    idarch_arena_free(arena);
}

static void doubles_have_short_forms(void **state)
{
    assert_string_equal(idarch_format_double(*state, 1.5, 3), "1.5");
    assert_string_equal(idarch_format_double(*state, 2.0, 3), "2");
    assert_string_equal(idarch_format_double(*state, -0.0001, 2), "0");
    assert_string_equal(idarch_format_double(*state, -12.345, 2), "-12.35");
    assert_string_equal(idarch_format_double(*state, 100, 0), "100");
    assert_string_equal(idarch_format_double(*state, 1e300 * 1e300, 2), "0");
}

static void distance_counts_edits(void **state)
{
    (void)state;
    assert_int_equal(idarch_str_distance(IDARCH_STR("kitten"), IDARCH_STR("sitting"), 5), 3);
    assert_int_equal(idarch_str_distance(IDARCH_STR("TTL"), IDARCH_STR("ttl"), 5), 0);
    assert_int_equal(idarch_str_distance(IDARCH_STR("abc"), IDARCH_STR("xyz"), 1), 2);
}

static void positions_count_code_points_and_all_line_ends(void **state)
{
    const char *text = "\xEF\xBB\xBF" "a\xC3\xA9 b\r\nx\rzz\n\tend";
    idarch_source *source = idarch_source_new(*state, "f.md", idarch_str_of(text));
    static const struct {
        uint32_t offset, line, column;
    } cases[] = {{3, 1, 1}, {4, 1, 2}, {6, 1, 3}, {7, 1, 4}, {10, 2, 1},
                 {12, 3, 1}, {13, 3, 2}, {15, 4, 1}, {16, 4, 2}, {999, 4, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        idarch_position at = idarch_source_position(source, cases[i].offset);
        assert_int_equal(at.line, cases[i].line);
        assert_int_equal(at.column, cases[i].column);
    }
    assert_true(idarch_str_is(idarch_source_line(source, 1), "a\xC3\xA9 b"));
    assert_true(idarch_str_is(idarch_source_line(source, 3), "zz"));
    assert_true(idarch_str_is(idarch_source_line(source, 9), ""));
}

static void invalid_text_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t len, bad;
    } cases[] = {
        {"abc", 3, 3},           {"a\0b", 3, 1},          {"a\xC0\x80", 3, 1},
        {"\xED\xA0\x80", 3, 0},  {"\xF4\x90\x80\x80", 4, 0}, {"x\xE2\x82", 3, 1},
        {"\xF0\x9F\x98\x80", 4, 4}, {"\xE0\x9F\xBF", 3, 0},  {"\x80", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(
            idarch_source_first_invalid((idarch_str){cases[i].text, cases[i].len}),
            cases[i].bad);
}

static void extracts_lead_back_to_the_file(void **state)
{
    idarch_extract extract = {.text = IDARCH_STR("ab\ncd")};
    *IDARCH_PUSH(*state, &extract.pieces) = (idarch_piece){0, 12};
    *IDARCH_PUSH(*state, &extract.pieces) = (idarch_piece){3, 19};
    idarch_span span = idarch_extract_span(&extract, 1, 4);
    assert_int_equal(span.start, 13);
    assert_int_equal(span.end, 20);
    assert_int_equal(idarch_extract_offset(&extract, 99), 21);
}

/* What printf writes, without the zeros behind the point. */
static void check_double(idarch_arena *arena, double value, int decimals)
{
    char expected[400];
    snprintf(expected, sizeof expected, "%.*f", decimals, value);
    if (strchr(expected, '.')) {
        while (expected[strlen(expected) - 1] == '0')
            expected[strlen(expected) - 1] = '\0';
        if (expected[strlen(expected) - 1] == '.')
            expected[strlen(expected) - 1] = '\0';
    }
    assert_string_equal(idarch_format_double(arena, value, decimals),
                        strcmp(expected, "-0") == 0 ? "0" : expected);
}

/* Numbers of all sizes, and those in the middle between two results and beside it. */
static void doubles_are_rounded_as_printf_does(void **state)
{
    uint64_t seed = 12345;
    for (int i = 0; i < 60000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        double part = (double)(seed >> 11) / 9007199254740992.0 - 0.5;
        double value = part * pow(10, i % 16 - 3);
        int decimals = i / 16 % 5;
        double middle = (floor(value) + 0.5) / pow(10, decimals);
        check_double(*state, value, decimals);
        check_double(*state, middle, decimals);
        check_double(*state, nextafter(middle, 0), decimals);
        check_double(*state, nextafter(middle, 1e300), decimals);
    }
    check_double(*state, 1e300, 2);
    check_double(*state, -0.001, 2);
    check_double(*state, 0, 3);
}

static void a_diagnostic_shows_line_and_caret(void **state)
{
    idarch_source *source = idarch_source_new(*state, "d.md", IDARCH_STR("one\n\ttwo thr\xC3\xA9\xC3\xA9\n"));
    idarch_diags diags;
    idarch_diags_init(&diags, *state);
    idarch_diag *diag = idarch_diag_add(&diags, IDARCH_ERROR, "some-code", (idarch_span){9, 16},
                                        "bad %s", "word");
    diag->hint = "write another";
    idarch_strbuf out = {.arena = *state};
    idarch_diag_print(&out, source, diag);
    assert_string_equal(idarch_strbuf_text(&out), "d.md:2:6: error: bad word [some-code]\n"
                                                  "   two thr\xC3\xA9\xC3\xA9\n"
                                                  "       ^~~~~\n"
                                                  "  hint: write another\n");
}

static void a_long_line_is_cut_around_the_caret(void **state)
{
    char text[5000];
    memset(text, 'x', sizeof text);
    text[3000] = '!';
    idarch_source *source = idarch_source_new(*state, "d.md", (idarch_str){text, sizeof text});
    idarch_diags diags;
    idarch_diags_init(&diags, *state);
    idarch_strbuf out = {.arena = *state};
    idarch_diag_print(&out, source, idarch_diag_add(&diags, IDARCH_ERROR, "c",
                                                    (idarch_span){3000, 3001}, "m"));
    const char *shown = idarch_strbuf_text(&out);
    assert_true(strlen(shown) < 400);
    const char *line = strchr(shown, '\n') + 1;
    const char *marks = strchr(line, '\n') + 1;
    assert_int_equal(line[strchr(marks, '^') - marks], '!');
}

/* A name of a megabyte stands in a thousand messages: each keeps its two ends, in whole
 * code points, and what a message usually holds stays as it is. */
static void a_long_message_loses_its_middle(void **state)
{
    enum { LETTERS = 50000 };
    char *name = idarch_alloc(*state, 2 * LETTERS + 1);
    for (size_t i = 0; i < LETTERS; i++)
        memcpy(name + 2 * i, "\xC3\xA9", 3);
    idarch_source *source = idarch_source_new(*state, "d.md", IDARCH_STR("x\n"));
    idarch_diags diags;
    idarch_diags_init(&diags, *state);
    idarch_diag *diag = idarch_diag_add(&diags, IDARCH_WARNING, "c", (idarch_span){0, 1},
                                        "a `%s` is not known", name);
    diag->hint = name;
    idarch_strbuf out = {.arena = *state};
    idarch_diag_print(&out, source, diag);
    assert_true(g_utf8_validate(idarch_strbuf_text(&out), -1, NULL));
    assert_true(out.len > 1000 && out.len < 1500);
    assert_int_equal(strncmp(diag->message, "a `\xC3\xA9", 5), 0);
    assert_non_null(strstr(diag->message, "\xC3\xA9...\xC3\xA9"));
    assert_non_null(strstr(diag->message, "\xC3\xA9` is not known"));
    name[600] = '\0';
    assert_string_equal(idarch_diag_add(&diags, IDARCH_WARNING, "c", (idarch_span){0, 1}, "%s",
                                        name)->message, name);
}

static void diagnostics_sort_by_place_and_are_bounded(void **state)
{
    idarch_diags diags;
    idarch_diags_init(&diags, *state);
    for (uint32_t i = 0; i < IDARCH_DIAGS_MAX + 10; i++)
        idarch_diag_add(&diags, IDARCH_WARNING, "c", (idarch_span){5000 - i, 5000}, "%u", i);
    assert_int_equal(diags.list.count, IDARCH_DIAGS_MAX);
    assert_int_equal(diags.dropped, 10);
    assert_int_equal(diags.counts[IDARCH_WARNING], IDARCH_DIAGS_MAX + 10);
    diags.list.items[3].no_place = true;
    idarch_diags_sort(&diags);
    for (size_t i = 1; i + 1 < diags.list.count; i++)
        assert_true(diags.list.items[i - 1].span.start < diags.list.items[i].span.start);
    assert_true(diags.list.items[IDARCH_DIAGS_MAX - 1].no_place);
}

static void ratios_are_exact(void **state)
{
    (void)state;
    idarch_ratio r, tick = idarch_ratio_make(IDARCH_NS_PER_MS, 4096);
    assert_true(tick.num == 15625 && tick.den == 64);
    assert_true(idarch_ratio_mul(tick, idarch_ratio_int(4096), &r));
    assert_true(r.num == IDARCH_NS_PER_MS && r.den == 1);
    assert_true(idarch_ratio_add(idarch_ratio_make(1, 3), idarch_ratio_make(1, 6), &r));
    assert_true(r.num == 1 && r.den == 2);
    assert_true(idarch_ratio_sub(r, idarch_ratio_make(3, 4), &r));
    assert_true(r.num == -1 && r.den == 4);
    assert_true(idarch_ratio_floor(r) == -1 && idarch_ratio_ceil(r) == 0);
    assert_true(idarch_ratio_div(idarch_ratio_int(5), idarch_ratio_make(-10, 3), &r));
    assert_true(r.num == -3 && r.den == 2);
    assert_int_equal(idarch_ratio_compare(idarch_ratio_make(1, 3), idarch_ratio_make(2, 6)), 0);
    assert_int_equal(idarch_ratio_compare(idarch_ratio_make(-1, 3), idarch_ratio_make(1, 9)), -1);
    assert_false(idarch_ratio_mul(idarch_ratio_int(idarch_pow2(100)),
                                  idarch_ratio_int(idarch_pow2(100)), &r));
    /* A divisor beyond 63 bits. */
    assert_true(idarch_ratio_div(idarch_ratio_int(idarch_pow2(80)),
                                 idarch_ratio_int(idarch_pow2(70)), &r));
    assert_true(r.num == 1024 && r.den == 1);
}

/* First bad instants of public layouts: epoch + 2^bits ticks. The expected texts were
 * computed with Python's datetime and, beyond year 9999, by counting 400-year cycles. */
static void instants_follow_the_calendar(void **state)
{
    static const struct {
        int64_t epoch_ms;
        unsigned bits;
        int64_t tick_ns;
        const char *text;
    } cases[] = {
        {1288834974657, 41, 1000000, "2080-07-10T17:30:30.209Z"},
        {0, 41, 1000000, "2039-09-07T15:47:35.552Z"},
        {1409529600000, 39, 10000000, "2188-11-16T03:28:58.880Z"},
        {0, 32, 1000000000, "2106-02-07T06:28:16Z"},
        {0, 48, 1000000, "+10889-08-02T05:31:50.656Z"},
        {-12219292800000, 60, 100, "5236-03-31T21:21:00.684697600Z"},
        {1582136402000, 51, 1000000, "+73376-10-30T14:34:47.248Z"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        idarch_i128 ns = (idarch_i128)cases[i].epoch_ms * IDARCH_NS_PER_MS +
                         idarch_pow2(cases[i].bits) * cases[i].tick_ns;
        assert_string_equal(idarch_format_instant(*state, idarch_ratio_int(ns)), cases[i].text);
    }
    assert_string_equal(idarch_format_instant(*state, idarch_ratio_int(-1)),
                        "1969-12-31T23:59:59.999999999Z");
}

static void civil_days_are_inverse(void **state)
{
    (void)state;
    for (int64_t day = -1000000; day < 4000000; day += 37) {
        idarch_civil c = idarch_civil_from_ns((idarch_i128)day * IDARCH_NS_PER_DAY);
        assert_true(idarch_civil_valid(c.year, c.month, c.day));
        assert_int_equal(idarch_days_from_civil(c.year, c.month, c.day), day);
    }
    assert_false(idarch_civil_valid(2100, 2, 29));
    assert_true(idarch_civil_valid(2000, 2, 29));
}

static void numbers_and_durations_read_well(void **state)
{
    assert_string_equal(idarch_format_i128(*state, 4194304000, true), "4,194,304,000");
    assert_string_equal(idarch_format_i128(*state, -1234, true), "-1,234");
    assert_string_equal(idarch_format_i128(*state, idarch_pow2(100), false),
                        "1267650600228229401496703205376");
    assert_string_equal(idarch_format_duration(*state, idarch_ratio_int(10 * IDARCH_NS_PER_S)),
                        "10 s");
    assert_string_equal(
        idarch_format_duration(*state, idarch_ratio_int(idarch_pow2(41) * IDARCH_NS_PER_MS)),
        "69.7 years");
    assert_string_equal(idarch_format_duration(*state, idarch_ratio_make(IDARCH_NS_PER_MS, 4096)),
                        "1/4096 ms");
    assert_string_equal(idarch_format_duration(*state, idarch_ratio_int(500000000)), "500 ms");
    assert_string_equal(idarch_format_duration(*state, idarch_ratio_int(0)), "0 s");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(arena_memory_is_zeroed_and_aligned),
        TEST(tables_tell_keys_apart),
        TEST(large_arrays_keep_their_items),
        TEST(arena_limit_calls_the_handler),
        TEST(doubles_have_short_forms),
        TEST(distance_counts_edits),
        TEST(positions_count_code_points_and_all_line_ends),
        TEST(invalid_text_is_found),
        TEST(extracts_lead_back_to_the_file),
        TEST(a_diagnostic_shows_line_and_caret),
        TEST(a_long_line_is_cut_around_the_caret),
        TEST(doubles_are_rounded_as_printf_does),
        TEST(a_long_message_loses_its_middle),
        TEST(diagnostics_sort_by_place_and_are_bounded),
        TEST(ratios_are_exact),
        TEST(instants_follow_the_calendar),
        TEST(civil_days_are_inverse),
        TEST(numbers_and_durations_read_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
