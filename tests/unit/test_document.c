/* Documents: blocks and fences with exact places, front matter, titles, the page, hostile
 * sizes, the examples. */
#include "document_fixture.h"

#include <time.h>

#include "parser/markdown.h"

static idarch_position place(fixture *f, uint32_t offset)
{
    return idarch_source_position(f->source, offset);
}

/* The node's place in the file as "line:column". */
static const char *node_place(fixture *f, size_t picture, size_t node)
{
    const idarch_graph *graph = &f->doc.pictures.items[picture].graph;
    idarch_position at = place(f, graph->nodes.items[node].span.start);
    return idarch_printf(f->arena, "%u:%u", at.line, at.column);
}

typedef struct fence_row {
    const char *text, *first_node;
} fence_row;

static void test_fences(void **state)
{
    static const fence_row rows[] = {
        {"```mermaid\ngraph LR\n  ab --> c\n```\n", "3:3"},
        {"~~~mermaid\ngraph LR\n  ab --> c\n~~~\n", "3:3"},
        {"````` mermaid\ngraph LR\nab --> c\n`````\n", "3:1"},
        {"```mermaid {theme=x}\ngraph LR\nab --> c\n```\n", "3:1"},
        {"```mermaid\r\ngraph LR\r\n  ab --> c\r\n```\r\n", "3:3"},
        {"```mermaid\rgraph LR\r  ab --> c\r```\r", "3:3"},
        {"   ```mermaid\n   graph LR\n     ab --> c\n   ```\n", "3:6"},
        {"- item\n\n  ```mermaid\n  graph LR\n    ab --> c\n  ```\n", "5:5"},
        {"1. item\n   - inner\n\n     ~~~mermaid\n     graph LR\n     ab --> c\n     ~~~\n",
         "6:6"},
        {"> ```mermaid\n> graph LR\n> ab --> c\n> ```\n", "3:3"},
        {"> > ```mermaid\n> > graph LR\n>> ab --> c\n> > ```\n", "3:4"},
        {"> - ```mermaid\n>   graph LR\n>   ab --> c\n>   ```\n", "3:5"},
        {"- > ```mermaid\n  > graph LR\n  > ab --> c\n  > ```\n", "3:5"},
        {"-\t```mermaid\n\tgraph LR\n\tab --> c\n\t```\n", "3:2"},
        {"```mermaid\ngraph LR\nab --> c\n", "3:1"},
        {"```mermaid\ngraph LR\nab --> c", "3:1"},
        {"text\n```mermaid\ngraph LR\nab --> c\n```\ntext\n", "4:1"},
        {"\xEF\xBB\xBF```mermaid\ngraph LR\nab --> c\n```\n", "3:1"},
        {"---\na: b\n---\n```mermaid\ngraph LR\nab --> c\n```\n", "6:1"},
        {"\xEF\xBB\xBF---\r\na: b\r\n---\r\n```mermaid\r\ngraph LR\r\n\xC3\xA9z --> c\r\n```\r\n",
         "6:1"},
        {"<div>\n\n```mermaid\ngraph LR\nab --> c\n```\n\n</div>\n", "5:1"},
        {"<!-- a\nb -->\n```mermaid\ngraph LR\nab --> c\n```\n", "5:1"},
        {"| a | b |\n|---|---|\n| ` | c |\n\n```mermaid\ngraph LR\nab --> c\n```\n", "7:1"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse(f, rows[i].text);
        bool good = f->doc.pictures.count == 1 && f->doc.pictures.items[0].readable &&
                    strcmp(node_place(f, 0, 0), rows[i].first_node) == 0;
        if (!good)
            print_error("row %zu:\n%s\n%s\n", i, rows[i].text, diags_text(f));
        assert_true(good);
        expect_clean(f);
    }
}

/* Other spellings of a mermaid fence: read, or said. */
static void test_spellings_of_fences(void **state)
{
    static const char *const read[] = {"Mermaid", "MERMAID", "{mermaid}", "{.mermaid}",
                                       "mermaid {code}"};
    static const char *const near[] = {"mermaids", "mermiad", "{.mermai}"};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++) {
        parse(f, idarch_printf(f->arena, "```%s\ngraph LR\na --> b\n```\n", read[i]));
        expect_clean(f);
        assert_int_equal(f->doc.pictures.count, 1);
    }
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++) {
        parse(f, idarch_printf(f->arena, "```%s\ngraph LR\na --> b\n```\n", near[i]));
        expect_diags(f, "1:4 note fence-unread");
        assert_int_equal(f->doc.pictures.count, 0);
    }
    parse(f, ":::mermaid\ngraph LR\na --> b\n:::\n");
    expect_diags(f, "1:1 note fence-unread");
    parse_as(f, "# Title\n\n```mermaid\ngraph LR\n```\n", IDARCH_INPUT_FLOWCHART);
    assert_string_equal(f->diags.list.items[0].hint, "is this Markdown? then name it .md");
}

static void test_no_fences(void **state)
{
    static const char *const texts[] = {
        "````md\n```mermaid\ngraph LR\na --> b\n```\n````\n",
        "~~~\n```mermaid\ngraph LR\n```\n~~~\n",
        "    ```mermaid\n    graph LR\n    ```\n",
        "<pre>\n```mermaid\ngraph LR\n```\n</pre>\n",
        "<!--\n```mermaid\ngraph LR\n```\n-->\n",
        "```text\ngraph LR\n```\n",
        "``` ```mermaid\ngraph LR\n",
        "---\nx: |\n  ```mermaid\n---\n",
        "",
        "\xEF\xBB\xBF",
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        parse(f, texts[i]);
        if (f->doc.pictures.count)
            print_error("%s\n", texts[i]);
        assert_int_equal(f->doc.pictures.count, 0);
        expect_clean(f);
    }
}

static void test_other_diagrams(void **state)
{
    fixture *f = *state;
    parse(f, "```mermaid\nsequenceDiagram\nA->>B: x\n```\n\n```mermaid\nflowchrt LR\na --> b\n```\n"
             "\n```mermaid\n```\n");
    expect_diags(f, "2:1 note other-diagram\n7:1 error unknown-diagram\n"
                    "11:11 warning empty-diagram");
    assert_int_equal(f->diags.list.items[1].severity, IDARCH_FATAL);
    assert_string_equal(f->diags.list.items[1].hint, "did you mean 'flowchart'?");
    assert_int_equal(f->doc.pictures.count, 1);
    assert_false(f->doc.pictures.items[0].readable);
    parse_as(f, "subgraph a\nA --> B\nend\n", IDARCH_INPUT_FLOWCHART);
    assert_non_null(strstr(f->diags.list.items[0].hint, "flowchart LR")); /* and not gitGraph */
    parse_as(f, "sequenceDiagram\nA->>B: x\n", IDARCH_INPUT_FLOWCHART);
    assert_int_equal(f->diags.counts[IDARCH_FATAL], 1);
    parse_as(f, "", IDARCH_INPUT_FLOWCHART);
    assert_int_equal(f->diags.counts[IDARCH_FATAL], 1);
}

static void test_one_bad_fence_leaves_the_rest(void **state)
{
    fixture *f = *state;
    parse(f, "```mermaid\ngraph LR\na --> [\n```\n\n```mermaid\ngraph LR\na --> b\n```\n\n"
             "## Settings\n\n- TTL: 10 s\n");
    assert_int_equal(f->doc.pictures.count, 2);
    assert_false(f->doc.pictures.items[0].readable);
    assert_true(f->doc.pictures.items[1].readable && f->doc.pictures.items[1].page);
    assert_int_equal(f->diags.counts[IDARCH_FATAL], 1);
    assert_non_null(stated(f, IDARCH_KEY_LEASE_TTL));
}

static void test_titles(void **state)
{
    fixture *f = *state;
    parse(f, "# Doc *title* `x`\n\n## Part\n\n```mermaid\ngraph LR\na --> b\n```\n");
    assert_string_equal(f->doc.title, "Doc title x");
    assert_string_equal(f->doc.pictures.items[0].title, "Doc title x");
    parse(f, "# Doc\n\n## One\n\n```mermaid\ngraph LR\na\n```\n\n## Two\n\n```mermaid\ngraph LR\na\n```\n");
    assert_string_equal(f->doc.pictures.items[0].title, "One");
    assert_string_equal(f->doc.pictures.items[1].title, "Two");
    parse(f, "# Doc\n\n```mermaid\ngraph LR\naccTitle: Acc\na --> b\n```\n");
    assert_string_equal(f->doc.pictures.items[0].title, "Acc");
    parse(f, "# Doc\n\n```mermaid\n---\ntitle: Front\n---\ngraph LR\naccTitle: Acc\na --> b\n```\n");
    assert_string_equal(f->doc.pictures.items[0].title, "Front");
    parse(f, "---\ntitle: Whole\n---\n\n```mermaid\ngraph LR\na --> b\n```\n\n# Late\n");
    assert_string_equal(f->doc.title, "Whole");
    assert_string_equal(f->doc.pictures.items[0].title, "Whole");
    parse(f, "```mermaid\ngraph LR\na --> b\n```\n");
    assert_null(f->doc.title);
    assert_null(f->doc.pictures.items[0].title);
    parse(f, "Setext title\nof two lines\n---\n");
    assert_string_equal(f->doc.title, "Setext title of two lines");
}

static void test_front_matter(void **state)
{
    fixture *f = *state;
    parse(f, "---\ntitle: T\n---\n\n## Settings\n\n- TTL: 10\n");
    expect_diags(f, "7:8 error unit-missing");
    parse(f, "---\ntitle: [\n---\n\n# H\n");
    assert_int_equal(f->diags.counts[IDARCH_WARNING], 1);
    assert_string_equal(f->doc.title, "H");
    parse(f, "---\nidarch: [\n---\n");
    assert_int_equal(f->diags.counts[IDARCH_ERROR], 1);
    parse(f, "---\n\n# No front matter\n");
    expect_clean(f);
    assert_string_equal(f->doc.title, "No front matter");
}

static void test_page_has_the_workers(void **state)
{
    fixture *f = *state;
    const char *fences = "```mermaid\ngraph LR\na --> b\n```\n\n"
                         "```mermaid\ngraph LR\nw[\"worker ID 1\"] --> b\n```\n";
    parse(f, idarch_printf(f->arena, "%s\n## Settings\n\n- replicas: 1\n", fences));
    assert_false(f->doc.pictures.items[0].page);
    assert_true(f->doc.pictures.items[1].page);
    parse(f, fences);
    assert_true(f->doc.pictures.items[0].page);
    assert_false(f->doc.pictures.items[1].page);
    assert_int_equal(f->doc.pictures.items[1].graph.nodes.items[0].role, IDARCH_ROLE_NONE);
}

static void test_input_kinds(void **state)
{
    (void)state;
    const struct {
        const char *name, *text;
        idarch_input_kind kind;
    } rows[] = {
        {"a.mmd", "# x", IDARCH_INPUT_FLOWCHART},
        {"a.MERMAID", "", IDARCH_INPUT_FLOWCHART},
        {"a.md", "flowchart LR\n", IDARCH_INPUT_MARKDOWN},
        {"-", "flowchart LR\na-->b\n", IDARCH_INPUT_FLOWCHART},
        {"-", "\xEF\xBB\xBF---\ntitle: x\n---\n%% c\ngraph TD\na-->b\n", IDARCH_INPUT_FLOWCHART},
        {"-", "# Title\n\ntext\n", IDARCH_INPUT_MARKDOWN},
        {"-", "flowchat LR\na-->b\n", IDARCH_INPUT_FLOWCHART},
        {"-", "Flowchart\na-->b\n", IDARCH_INPUT_FLOWCHART},
        {"-", "Flowcharts are drawn\n", IDARCH_INPUT_MARKDOWN},
        {"-", "flowchat\n\n```mermaid\nflowchart LR\n```\n", IDARCH_INPUT_MARKDOWN},
        {"-", "", IDARCH_INPUT_MARKDOWN},
        {"notes", "text\n", IDARCH_INPUT_MARKDOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(idarch_input_kind_of(rows[i].name, idarch_str_of(rows[i].text)),
                         rows[i].kind);
}

/* Inline text as plain characters with the place of a character in the file. */
static void expect_inline(fixture *f, const char *markdown, const char *plain)
{
    idarch_md md;
    f->source = idarch_source_new(f->arena, "t", idarch_str_of(markdown));
    idarch_diags_init(&f->diags, f->arena);
    idarch_md_parse(f->arena, f->source, 0, &f->diags, &md);
    idarch_inline text;
    idarch_md_inline(f->arena, f->source, &md.blocks.items[0].lines, &text);
    assert_string_equal(text.plain.text.ptr, plain);
    for (size_t i = 0; i < text.plain.text.len; i++) {
        uint32_t at = idarch_extract_offset(&text.plain, i);
        char c = plain[i], s = f->source->text.ptr[at];
        assert_true(c == s || s == '&' || (c == ' ' && (s == '\n' || s == '\r' || s == '<')) ||
                    (c & 0x80));
    }
}

static void test_inline(void **state)
{
    fixture *f = *state;
    expect_inline(f, "a **b** *c* __d__ _e_ ~~f~~ `g`", "a b c d e f g");
    expect_inline(f, "snake_case_key 2*3*4 * x", "snake_case_key 234 * x");
    expect_inline(f, "***b*** **a*b**", "b a*b");
    expect_inline(f, "`` a ` b `` ` c", "a ` b ` c");
    expect_inline(f, "\\*a\\* \\a &amp; &lt; &#65; &bogus; &", "*a* \\a & < A &bogus; &");
    expect_inline(f, "[t](u \"x\") ![i](j) [r] [u](<a b>) ](", "t i [r] u ](");
    expect_inline(f, "<https://a.b> <b>c</b> a < b <!-- x --> d", "https://a.b c a < b  d");
    expect_inline(f, "a  \nb\\\nc\n   d", "a   b c d");
    expect_inline(f, "x<br>y", "x y");
}

static void test_examples(void **state)
{
    static const char *const names[] = {"snowflake", "sonyflake", "uuidv7"};
    static const size_t statements[] = {36, 22, 10};
    fixture *f = *state;
    for (size_t i = 0; i < 3; i++) {
        char *path = idarch_printf(f->arena, "%s/examples/%s.md", IDARCH_SOURCE_DIR, names[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        char *text = idarch_alloc(f->arena, 1 << 16);
        size_t len = fread(text, 1, (1 << 16) - 1, file);
        fclose(file);
        text[len] = '\0';
        parse(f, text);
        expect_clean(f);
        assert_int_equal(f->doc.design.statements.count, statements[i]);
        assert_true(f->doc.design.layout.stated);
    }
}

static void test_snowflake_values(void **state)
{
    static const struct {
        idarch_key key;
        const char *value;
    } rows[] = {
        {IDARCH_KEY_EPOCH, "2026-01-01T00:00:00Z"}, {IDARCH_KEY_LAUNCH, "2026-03-01T00:00:00Z"},
        {IDARCH_KEY_SERVICE_LIFE, "631152000000000000 ns"}, {IDARCH_KEY_RATE, "20000/s"},
        {IDARCH_KEY_REPLICAS, "3"}, {IDARCH_KEY_SURGE, "1"},
        {IDARCH_KEY_WORKER_IDS, "etcd lease"}, {IDARCH_KEY_LEASE_TTL, "10000000000 ns"},
        {IDARCH_KEY_KEEPALIVE, "3000000000 ns"}, {IDARCH_KEY_REPLY_TIMEOUT, "500000000 ns"},
        {IDARCH_KEY_LEASE_MARGIN, "1000000000 ns"}, {IDARCH_KEY_LEASE_CHECK, "with the clock"},
        {IDARCH_KEY_DEADLINE_CLOCK, "boottime"}, {IDARCH_KEY_DEADLINE_FROM, "send"},
        {IDARCH_KEY_MAX_PAUSE, "500000000 ns"}, {IDARCH_KEY_MAX_OFFSET, "50000000 ns"},
        {IDARCH_KEY_CLOCK_DRIFT, "share 1/1000"}, {IDARCH_KEY_ETCD_NODES, "3"},
        {IDARCH_KEY_MARK, "kept"}, {IDARCH_KEY_MARK_INTERVAL, "3000000000 ns"},
        {IDARCH_KEY_MARK_LEAD, "6000000000 ns"}, {IDARCH_KEY_MARK_STORED_IN, "own key"},
        {IDARCH_KEY_MARK_WRITTEN, "conditionally"}, {IDARCH_KEY_STARTUP_LIMIT, "30000000000 ns"},
        {IDARCH_KEY_CLOCK_RULE, "wait 5000000"}, {IDARCH_KEY_TIME_SYNC, "chrony"},
        {IDARCH_KEY_MAKESTEP, "1.0 3"}, {IDARCH_KEY_LEAPSECMODE, "slew"},
        {IDARCH_KEY_MAX_SLEW_RATE, "share 1/1000"},
        {IDARCH_KEY_ID_COLUMN, "BIGINT in PostgreSQL 18"}, {IDARCH_KEY_UNIQUE, "yes"},
        {IDARCH_KEY_EXPOSED_AS, "json string"}, {IDARCH_KEY_ORDER, "within 1000000000"},
        {IDARCH_KEY_TICK, "1000000 ns"},
    };
    fixture *f = *state;
    char *text = idarch_alloc(f->arena, 1 << 16);
    FILE *file = fopen(IDARCH_SOURCE_DIR "/examples/snowflake.md", "rb");
    assert_non_null(file);
    size_t len = fread(text, 1, (1 << 16) - 1, file);
    fclose(file);
    text[len] = '\0';
    parse(f, text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(value_text(f, rows[i].key), rows[i].value);
    assert_int_equal(f->doc.design.drawn_replicas, 3);
    assert_int_equal(f->doc.design.workers.count, 3);
    assert_true(f->doc.design.worker_to_coordinator && f->doc.design.worker_to_clock);
}

static char *repeat(fixture *f, const char *head, const char *piece, size_t count)
{
    idarch_strbuf buf = {.arena = f->arena};
    idarch_strbuf_puts(&buf, head);
    for (size_t i = 0; i < count; i++)
        idarch_strbuf_puts(&buf, piece);
    return idarch_strbuf_text(&buf);
}

/* Every hostile document is read in bounded time, without a deep stack. */
static void test_hostile_sizes(void **state)
{
    static const struct {
        const char *head, *piece;
        size_t count;
    } rows[] = {
        {"## Settings\n\n- Epoch: ", "x", 1 << 20},
        {"", "[", 1 << 20},
        {"", "*a_ ", 1 << 18},
        {"", "![a](", 1 << 18},
        {"", "`a``", 1 << 18},
        {"", "> ", 10000},
        {"", "- ", 10000},
        {"", "1. ", 10000},
        {"a\n", "    <!-- x\n", 50000},
        {"", "<!-- idarch: settings -->\n- a: b\n\n", 5000},
        {"## Settings\n\n", "- key: value\n", 100000},
        {"## Settings\n\n- a\n", "    - TTL 1 s\n", 5000},
        {"## Bits\n\n", "- 1 bit: sign\n", 20000},
        {"|a|b|\n|-|-|\n", "|", 1 << 20},
        {"- - - - - - - - - - - - x\n", "\n", 500000},
        {"```mermaid\n", "a", 1 << 20},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        idarch_arena *all = f->arena;
        f->arena = idarch_arena_new(0, NULL, NULL);
        clock_t start = clock();
        parse(f, repeat(f, rows[i].head, rows[i].piece, rows[i].count));
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds > 60)
            print_error("row %zu: %.1f s\n", i, seconds);
        assert_true(seconds <= 60); /* sanitizers on a slow machine included */
        idarch_arena_free(f->arena);
        f->arena = all;
    }
}

static void test_too_deep_is_said(void **state)
{
    fixture *f = *state;
    parse(f, repeat(f, "", "> ", 100));
    expect_diags(f, "1:49 warning too-deep");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_fences), TEST(test_spellings_of_fences),
        TEST(test_no_fences), TEST(test_other_diagrams),
        TEST(test_one_bad_fence_leaves_the_rest), TEST(test_titles), TEST(test_front_matter),
        TEST(test_page_has_the_workers), TEST(test_input_kinds), TEST(test_inline),
        TEST(test_examples), TEST(test_snowflake_values), TEST(test_hostile_sizes),
        TEST(test_too_deep_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
