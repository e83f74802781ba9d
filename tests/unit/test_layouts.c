/* Bit layouts: tables, ranges, lists, one line, the short form, kinds, sub-fields. */
#include "document_fixture.h"

/* The fields as "1 sign, 41 time, ...". */
static const char *layout_text(fixture *f)
{
    const idarch_layout *layout = &f->doc.design.layout;
    idarch_strbuf buf = {.arena = f->arena};
    for (size_t i = 0; i < layout->count; i++)
        idarch_strbuf_printf(&buf, "%s%u %s", i ? ", " : "", layout->fields[i].bits,
                             idarch_field_kind_name(layout->fields[i].kind));
    return layout->stated ? idarch_strbuf_text(&buf) : "(none)";
}

static const char snowflake[] = "1 sign, 41 time, 10 node, 12 sequence";

static void expect_layout(fixture *f, const char *body, const char *expected)
{
    parse_layout(f, body);
    if (strcmp(layout_text(f), expected) != 0 || f->diags.list.count)
        print_error("%s\n%s\n", body, diags_text(f));
    assert_string_equal(layout_text(f), expected);
    expect_clean(f);
}

static void test_tables(void **state)
{
    fixture *f = *state;
    expect_layout(f, "| Bits | Field |\n|-----:|-------|\n| 1 | sign |\n| 41 | time |\n"
                     "| 10 | worker ID |\n| 12 | sequence |", snowflake);
    expect_layout(f, "Field | Bits\n:- | -:\nsign | 1\ntime | 41 bits\nmachine | 10\ncounter | 12",
                  snowflake);
    expect_layout(f, "| Bits | Field | Kind |\n|-|-|-|\n| 1 | s | sign |\n| 41 | t | time |\n"
                     "| 10 | w | node |\n| 12 | q | sequence |", snowflake);
    expect_layout(f, "| Ancho | Campo | Significado |\n|-|-|-|\n| 1 | signo | |\n"
                     "| 41 | marca de tiempo | ms |\n| 10 | trabajador | |\n"
                     "| 12 | secuencia | |", snowflake);
    expect_layout(f, "| Bits | Field | Meaning |\n|-|-|-|\n| 48 | unix_ts_ms | |\n"
                     "| 4 | ver | always 7 |\n| 12 | rand_a | |\n| 2 | var | 0b10 |\n"
                     "| 62 | rand_b | |",
                  "48 time, 4 constant, 12 random, 2 constant, 62 random");
    assert_true(f->doc.design.layout.fields[1].has_value);
    assert_int_equal(f->doc.design.layout.fields[1].value, 7);
    assert_int_equal(f->doc.design.layout.fields[3].value, 2);
}

static void test_spanish_article(void **state)
{
    fixture *f = *state;
    expect_layout(f, "Bits | Campo | Capacidad\n-|-|-\n"
                     "1 | Bit de signo, siempre 0 | siguen siendo positivos\n"
                     "41 | Milisegundos desde una \xC3\xA9poca propia | unos 69,7 a\xC3\xB1os\n"
                     "10 | Worker ID | 1 024 generadores\n"
                     "12 | Secuencia dentro del milisegundo | 4 096 IDs", snowflake);
    assert_string_equal(value_text(f, IDARCH_KEY_TICK), "1000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_EPOCH), "(none)");
}

static void test_places(void **state)
{
    fixture *f = *state;
    parse_layout(f, "| Bits | Field | Meaning |\r\n|-|-|-|\r\n| 64 | **worker** ID | a \\| b |\r\n");
    const idarch_field *field = &f->doc.design.layout.fields[0];
    assert_string_equal(field->name, "worker ID");
    assert_string_equal(field->meaning, "a | b");
    idarch_position name = idarch_source_position(f->source, field->name_span.start);
    idarch_position meaning = idarch_source_position(f->source, field->meaning_span.start);
    assert_int_equal(name.line, 5);
    assert_int_equal(name.column, 10);
    assert_int_equal(meaning.column, 24);
    assert_int_equal(idarch_source_position(f->source, field->bits_span.start).column, 3);
}

static void test_ranges(void **state)
{
    static const char *const joints[] = {"\xE2\x80\x93", "..", ":", "-", " to ", " - ", "..."};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof joints / sizeof joints[0]; i++) {
        const char *j = joints[i];
        expect_layout(f, idarch_printf(f->arena, "| Bits | Field |\n|-|-|\n| 11%s0 | sequence |\n"
                                       "| 63 | sign |\n| 62%s22 | time |\n| 21%s12 | node |",
                                       j, j, j), snowflake);
    }
    expect_layout(f, "| Bits | Field |\n|-|-|\n| 0-47 | time |\n| 48-51 | version |\n"
                     "| 52-127 | random |", "48 time, 4 constant, 76 random");
    parse_layout(f, "| Bits | Field |\n|-|-|\n| 63-22 | time |\n| 20-0 | sequence |");
    expect_diags(f, "5:3 error layout-shape");
    assert_string_equal(f->diags.list.items[0].message, "bits 21 to 21 belong to no field");
    parse_layout(f, "| Bits | Field |\n|-|-|\n| 63-22 | time |\n| 22-0 | sequence |");
    expect_diags(f, "5:3 error layout-shape");
    parse_layout(f, "| Bits | Field |\n|-|-|\n| 63-22 | time |\n| 21-1 | sequence |");
    expect_diags(f, "6:3 error layout-shape");
}

/* Positions count from the least significant bit, also where the rows rise. */
static void test_rising_ranges(void **state)
{
    fixture *f = *state;
    expect_layout(f, "| Bits | Field |\n|-|-|\n| 0-11 | sequence |\n| 12-21 | worker |\n"
                     "| 22-62 | time |\n| 63 | sign |", snowflake);
    expect_layout(f, "| Bits | Field |\n|-|-|\n| 12-21 | worker |\n| 63 | sign |\n"
                     "| 0-11 | sequence |\n| 22-62 | time |", snowflake);
    expect_layout(f, "| Bits | Field |\n|-|-|\n| 0-21 | sequence |\n| 22-62 | time |",
                  "41 time, 22 sequence");
    expect_layout(f, "| Bits | Field |\n|-|-|\n| 0 | sign |\n| 1-41 | time |\n| 42-51 | node |\n"
                     "| 52-63 | sequence |", snowflake);
    expect_layout(f, "| Bits | Field |\n|-|-|\n| 48-51 | version |\n| 0-47 | time |\n"
                     "| 52-127 | random |", "48 time, 4 constant, 76 random");
    parse_layout(f, "| Bits | Field |\n|-|-|\n| 0-11 | sequence |\n| 11-62 | time |");
    expect_diags(f, "6:3 error layout-shape");
    parse_layout(f, "| Bits | Field |\n|-|-|\n| 0-11 | sequence |\n| 13-62 | time |");
    expect_diags(f, "6:3 error layout-shape");
}

static void test_splits_that_do_not_sum(void **state)
{
    fixture *f = *state;
    parse_layout(f, "| Bits | Field |\n|-|-|\n| 41 | time |\n"
                    "| 10 | machine (5 bits datacenter + 6 bits worker) |\n| 12 | sequence |");
    expect_diags(f, "6:17 error layout-shape");
    parse_layout(f, "| Bits | Field | Meaning |\n|-|-|-|\n| 41 | time | |\n"
                    "| 10 | machine | (5 bits datacenter, 4 bits worker) |\n| 12 | sequence | |");
    expect_diags(f, "6:19 error layout-shape");
    expect_layout(f, "| Bits | Field | Meaning |\n|-|-|-|\n| 1 | sign | |\n| 41 | time | |\n"
                     "| 10 | machine | (2 zones, 3 hosts) |\n| 12 | sequence | |", snowflake);
}

/* A row that cannot be read does not take a whole layout with it. */
static void test_rows_beside_a_whole_layout(void **state)
{
    fixture *f = *state;
    parse_layout(f, "| Bits | Field |\n|-|-|\n| all | The ID is a 64-bit integer |\n| 1 | sign |\n"
                    "| 41 | time |\n| 10 | worker |\n| 12 | sequence |");
    expect_diags(f, "5:3 warning layout-width");
    assert_string_equal(layout_text(f), snowflake);
    parse_layout(f, "* The ID as a whole is a 63 bit integer\n* 41 bits for the time\n"
                    "* 10 bits for the node\n* 12 bits for a sequence number");
    expect_diags(f, "3:3 warning layout-kind");
    assert_string_equal(layout_text(f), "41 time, 10 node, 12 sequence");
    parse_layout(f, "| Bits | Field |\n|-|-|\n| all | words |\n| 41 | time |\n| 12 | sequence |");
    assert_string_equal(layout_text(f), "41 time, 12 sequence"); /* 53 bits */
    parse_layout(f, "| Bits | Field |\n|-|-|\n| all | words |\n| 41 | time |\n| 13 | sequence |");
    expect_diags(f, "5:3 error layout-width");
    assert_string_equal(layout_text(f), "(none)");
}

static void test_too_many_fields(void **state)
{
    fixture *f = *state;
    idarch_strbuf rows = {.arena = f->arena};
    idarch_strbuf_puts(&rows, "| Bits | Field |\n|-|-|\n");
    for (int i = 0; i < 40; i++)
        idarch_strbuf_puts(&rows, "| 1 | random |\n");
    parse_layout(f, idarch_strbuf_text(&rows));
    expect_diags(f, "37:7 error layout-shape");
}

static void test_totals(void **state)
{
    fixture *f = *state;
    expect_layout(f, "| Bits | Field |\n|-|-|\n| 41 | time |\n| 22 | sequence |\n| 64 | total |",
                  "41 time, 22 sequence");
    assert_true(f->doc.design.layout.total_stated);
    assert_int_equal(f->doc.design.layout.total, 64);
    assert_true(f->doc.design.layout.implied_sign);
    expect_layout(f, "| Field | Bits |\n|-|-|\n| time | 41 |\n| seq | 22 |\n| **Total** | **63** |",
                  "41 time, 22 sequence");
    assert_int_equal(f->doc.design.layout.total, 63);
}

static void test_lists(void **state)
{
    fixture *f = *state;
    expect_layout(f, "- 1 bit: sign, always 0\n- 41 bits: time, ms since 2026-01-01T00:00:00Z\n"
                     "- 10 bits - worker\n- 12: sequence number", snowflake);
    assert_string_equal(value_text(f, IDARCH_KEY_TICK), "1000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_EPOCH), "2026-01-01T00:00:00Z");
    assert_int_equal(stated(f, IDARCH_KEY_TICK)->origin, IDARCH_ORIGIN_LAYOUT);
    assert_string_equal(f->doc.design.layout.fields[0].meaning, "always 0");
    expect_layout(f, "* **1 bit** sign\n* **41 bits** timestamp\n* **10-bit** machine ID\n"
                     "* **12 bits** of sequence", snowflake);
    expect_layout(f, "- sign: 1 bit\n- time: 41 bits, milliseconds\n- worker (10 bits)\n"
                     "- sequence \xE2\x80\x93 12 bits", snowflake);
    expect_layout(f, "1. bits 63: sign\n2. bits 62\xE2\x80\x93" "22: time\n3. bits 21-12: node\n"
                     "4. bits 11-0: sequence", snowflake);
    expect_layout(f, "- 1 bit: sign\n- 41 bits: time\n- 10 bits: machine ID\n"
                     "  - 5 bits: datacenter\n  - 5 bits: worker\n- 12 bits: sequence",
                  "1 sign, 41 time, 5 node, 5 node, 12 sequence");
}

static void test_lines(void **state)
{
    fixture *f = *state;
    expect_layout(f, "1 sign + 41 time + 10 worker + 12 sequence", snowflake);
    expect_layout(f, "1 sign, 41 time, 10 worker, 12 sequence", snowflake);
    expect_layout(f, "1 sign | 41 time | 10 worker | 12 sequence", snowflake);
    expect_layout(f, "`1 sign / 41 time / 10 worker / 12 sequence`", snowflake);
    expect_layout(f, "1 bit sign + 41 bits time (Unix ms) + 10 bits worker + 12 bits sequence",
                  snowflake);
    assert_string_equal(value_text(f, IDARCH_KEY_EPOCH), "1970-01-01T00:00:00Z");
    expect_layout(f, "1:41:10:12", snowflake);
    expect_layout(f, "1/41/10/12", snowflake);
    expect_layout(f, "1s:39t:8q:16n", "1 sign, 39 time, 8 sequence, 16 node");
    expect_layout(f, "48t:4c:12r:2c:62r", "48 time, 4 constant, 12 random, 2 constant, 62 random");
    expect_layout(f, "40t:2x:22q", "40 time, 2 reserved, 22 sequence");
    expect_layout(f, "```\n1:41:10:12\n```", snowflake);
}

static void test_layout_key(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- layout: 1:41:10:12");
    assert_string_equal(layout_text(f), snowflake);
    expect_clean(f);
    parse_settings(f, "- layout: 1 sign, 41 time, 10 worker, 12 sequence\n- layout: 1:41:10:12");
    assert_string_equal(layout_text(f), snowflake);
    expect_clean(f);
    parse_settings(f, "- layout: 41:10:12");
    expect_diags(f, "3:11 error setting-value");
    parse_settings(f, "- layout: 2:41:9:12");
    expect_diags(f, "3:11 error setting-value");
    parse(f, "## Bits\n\n1:41:10:12\n\n## Settings\n\n- layout: 1:41:12:10\n");
    expect_diags(f, "7:11 error duplicate-setting");
    parse(f, "```idarch layout\n1:41:10:12\n```\n");
    assert_string_equal(layout_text(f), snowflake);
}

static void test_sub_fields(void **state)
{
    fixture *f = *state;
    expect_layout(f, "| Bits | Field |\n|-|-|\n| 42 | time |\n"
                     "| 10 | machine ID (5 bits datacenter + 5 bits machine) |\n| 12 | seq |",
                  "42 time, 5 node, 5 node, 12 sequence");
    assert_string_equal(f->doc.design.layout.fields[1].name, "datacenter");
    expect_layout(f, "- 42 bits: time\n- 10 bits: ID (4 bits of colour, 6 bits of machine)\n"
                     "- 12 bits: sequence", "42 time, 4 node, 6 node, 12 sequence");
}

static void test_kinds(void **state)
{
    static const struct {
        const char *field, *kind;
    } rows[] = {
        {"unused sign bit", "sign"}, {"timestamp", "time"}, {"time in ms", "time"},
        {"shard", "node"}, {"data center", "node"}, {"process ID", "node"}, {"host", "node"},
        {"sequence within the tick", "sequence"}, {"increment", "sequence"},
        {"machine counter", "sequence"}, {"entropy", "random"}, {"UUID version", "constant"},
        {"variante", "constant"}, {"reserved", "reserved"}, {"spare", "reserved"},
        {"no usado, reservado", "reserved"}, {"contador de proceso", "sequence"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_layout(f, idarch_printf(f->arena, "| Bits | Field |\n|-|-|\n| 1 | %s |",
                                       rows[i].field),
                      idarch_printf(f->arena, "1 %s", rows[i].kind));
    parse_layout(f, "- 52 bits: time\n- 12 bits: random or counter");
    expect_diags(f, "4:3 note random-or-counter");
    assert_string_equal(layout_text(f), "52 time, 12 random");
    parse_layout(f, "- 52 bits: time\n- 12 bits: bananas");
    expect_diags(f, "4:12 error layout-kind");
    assert_string_equal(layout_text(f), "(none)");
    assert_non_null(strstr(f->diags.list.items[0].hint, "sequence"));
}

static void test_tick_and_epoch(void **state)
{
    static const struct {
        const char *meaning, *tick, *epoch;
    } rows[] = {
        {"10 ms units since the epoch", "10000000 ns", "(none)"},
        {"milliseconds since the custom epoch", "1000000 ns", "(none)"},
        {"in units of 10 milliseconds since 2014-09-01 00:00:00 UTC", "10000000 ns",
         "2014-09-01T00:00:00Z"},
        {"seconds since 1 January 2026, 00:00 UTC", "1000000000 ns", "2026-01-01T00:00:00Z"},
        {"Unix ms", "1000000 ns", "1970-01-01T00:00:00Z"},
        {"Unix time in seconds", "1000000000 ns", "1970-01-01T00:00:00Z"},
        {"1/4096 ms", "15625/64 ns", "(none)"},
        {"good for 69 years", "(none)", "(none)"},
        {"ms, lasts 69.7 years", "1000000 ns", "(none)"},
        {"milisegundos desde 2026-01-01T00:00:00Z", "1000000 ns", "2026-01-01T00:00:00Z"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect_layout(f, idarch_printf(f->arena, "| Bits | Field | Meaning |\n|-|-|-|\n"
                                       "| 41 | time | %s |", rows[i].meaning), "41 time");
        assert_string_equal(value_text(f, IDARCH_KEY_TICK), rows[i].tick);
        assert_string_equal(value_text(f, IDARCH_KEY_EPOCH), rows[i].epoch);
    }
    parse_layout(f, "- 41 bits: time, ms since 2026-01-01");
    expect_diags(f, "3:27 error epoch-zone");
    parse_layout(f, "- 41 bits: time, 10 ms units\n\n## Settings\n\n- tick: 1 ms");
    expect_diags(f, "7:9 error duplicate-setting");
}

static void test_unsectioned(void **state)
{
    fixture *f = *state;
    const char *table = "| Bits | Field |\n|-|-|\n| 42 | time |\n| 10 | node |\n| 12 | seq |\n";
    parse(f, idarch_printf(f->arena, "# README\n\n%s", table));
    expect_diags(f, "3:1 note layout-claimed");
    assert_true(f->doc.design.layout.claimed);
    parse(f, idarch_printf(f->arena, "# README\n\n%s\ntext\n\n%s", table, table));
    expect_clean(f);
    assert_false(f->doc.design.layout.stated);
    parse(f, "| Bits | Field |\n|-|-|\n| 42 | time |\n| 10 | node |\n");
    expect_clean(f);
    assert_false(f->doc.design.layout.stated);
}

static void test_not_understood(void **state)
{
    fixture *f = *state;
    parse_layout(f, "Nothing here.");
    expect_diags(f, "1:1 error layout-form\n3:1 note prose-unread");
    parse_layout(f, "```\n+---+\n| 1 Bit | 41 Bit |\n+---+\n```");
    assert_int_equal(f->diags.counts[IDARCH_ERROR], 1);
    assert_string_equal(f->diags.list.items[0].code, "layout-form");
    assert_non_null(strstr(f->diags.list.items[0].hint, "| Bits | Field | Meaning |"));
    parse_layout(f, "| 1 bit | 41 bits |\n|-|-|\n| sign | time |");
    expect_diags(f, "1:1 error layout-form\n3:1 warning layout-form");
    parse_layout(f, "| Bits | Field |\n|-|-|\n| x | time |\n| 0 | seq |");
    expect_diags(f, "5:3 error layout-width");
    parse_layout(f, "| Bits | Field |\n|-|-|\n| 0 | seq |\n| 257 | time |");
    expect_diags(f, "5:3 error layout-shape\n6:3 error layout-shape");
    parse_layout(f, "- 41 bits: time\n- bananas");
    expect_diags(f, "4:1 error layout-row");
    parse_layout(f, "| Bits | Field | Colour |\n|-|-|-|\n| 64 | time | red |");
    expect_diags(f, "3:18 note column-unread");
    parse_layout(f, "1:41:10:12\n\n- the 41 bits last 69 years\n- and so on\n\n"
                    "| Field | Why |\n|-|-|\n| time | so |\n");
    expect_diags(f, "5:1 note prose-unread");
    assert_string_equal(layout_text(f), snowflake);
    parse_layout(f, "Some words.\n\n1:41:10:12\n\n- the sign is zero\n");
    expect_diags(f, "3:1 note prose-unread");
}

static void test_many_fields(void **state)
{
    fixture *f = *state;
    idarch_strbuf buf = {.arena = f->arena};
    for (int i = 0; i < 32; i++)
        idarch_strbuf_puts(&buf, "- 2 bits: random\n");
    parse_layout(f, idarch_strbuf_text(&buf));
    expect_clean(f);
    assert_int_equal(f->doc.design.layout.count, 32);
    idarch_strbuf_puts(&buf, "- 2 bits: random\n");
    parse_layout(f, idarch_strbuf_text(&buf));
    expect_diags(f, "35:3 error layout-shape");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_tables), TEST(test_spanish_article), TEST(test_places), TEST(test_ranges), TEST(test_totals),
        TEST(test_lists), TEST(test_lines), TEST(test_layout_key), TEST(test_sub_fields),
        TEST(test_kinds), TEST(test_tick_and_epoch), TEST(test_unsectioned),
        TEST(test_not_understood), TEST(test_many_fields),
        TEST(test_rows_beside_a_whole_layout), TEST(test_too_many_fields),
        TEST(test_rising_ranges), TEST(test_splits_that_do_not_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
