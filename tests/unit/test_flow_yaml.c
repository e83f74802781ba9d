/* The reader of YAML in flowcharts (front matter, @{ }): values and errors with their places.
 *
 * Expected are the JSON of the value, "NONE" for no document, or "LINE:COLUMN" of an error. That
 * a text is an error, and every value, is what js-yaml as in Mermaid 12.3 says with the JSON
 * schema of YAML 1.2; the places of errors are counted by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "parser/flow_yaml.h"

typedef struct yaml_row {
    const char *text, *expected;
} yaml_row;

static const yaml_row block_collections[] = {
    {"a: 1\nb: two", "{\"a\":1,\"b\":\"two\"}"},
    {"a:\n  b:\n    c: 1\n  d: 2", "{\"a\":{\"b\":{\"c\":1},\"d\":2}}"},
    {"- a\n- b\n-\n  - c\n  - d", "[\"a\",\"b\",[\"c\",\"d\"]]"},
    {"a:\n- 1\n- 2\nb: 3", "{\"a\":[1,2],\"b\":3}"},
    {"- a: 1\n  b: 2\n- c: 3", "[{\"a\":1,\"b\":2},{\"c\":3}]"},
    {"a:\nb:", "{\"a\":null,\"b\":null}"},
    {"? a\n: 1\n? b", "{\"a\":1,\"b\":null}"},
    {"- - 1\n  - 2\n- []", "[[1,2],[]]"},
    {"a: b: c", "1:5"},
    {"a: 1\n b: 2", "2:1"},
    {"a:\n\t- 1", "2:1"},
    {"\ta: 1", "1:1"},
    {"a: 1\na: 2", "2:1"},
    {"- 1\nb: 2", "2:1"},
    {"a: x\n- y", "2:1"},
    {"? [a, b]\n: 1", "{\"a,b\":1}"},
    {"1: one\ntrue: yes", "{\"1\":\"one\",\"true\":\"yes\"}"},
};

static const yaml_row flow_collections[] = {
    {"{a: 1, b: [x, y]}", "{\"a\":1,\"b\":[\"x\",\"y\"]}"},
    {"[a, [b, c], {d: e}]", "[\"a\",[\"b\",\"c\"],{\"d\":\"e\"}]"},
    {"{a, b: , c: 3}", "{\"a\":null,\"b\":null,\"c\":3}"},
    {"[a: 1, b]", "[{\"a\":1},\"b\"]"},
    {"{\"a\":1}", "{\"a\":1}"},
    {"{a: 1,}", "{\"a\":1}"},
    {"[1, 2,]", "[1,2]"},
    {"{\n  a: 1,\n  b: 2\n}", "{\"a\":1,\"b\":2}"},
    {"[a\n b, c]", "[\"a b\",\"c\"]"},
    {"{a: 1", "1:1"},
    {"[1, 2", "1:1"},
    {"{a: 1]", "1:6"},
    {"[,]", "1:2"},
    {"{,a: 1}", "1:2"},
    {"[a, , b]", "1:5"},
    {"{a: {b: {c: []}}}", "{\"a\":{\"b\":{\"c\":[]}}}"},
    {"[]", "[]"},
    {"{}", "{}"},
    {"{a: 1} b", "1:8"},
    {"{a : 1, 'b': \"c\"}", "{\"a\":1,\"b\":\"c\"}"},
    {"{? a : 1}", "{\"a\":1}"},
    {"[-1, - 1]", "1:6"},
    {"{a: b: c}", "1:6"},
    {"{a:1}", "{\"a:1\":null}"},
};

static const yaml_row plain_scalars[] = {
    {"a b c", "\"a b c\""},
    {"a\nb\n\nc", "\"a b\\u000ac\""},
    {"a#b #c", "\"a#b\""},
    {"a: x # c", "{\"a\":\"x\"}"},
    {"a: b#c", "{\"a\":\"b#c\"}"},
    {"a: -1", "{\"a\":-1}"},
    {"a: - 1", "1:4"},
    {"a: 0x1F", "{\"a\":31}"},
    {"a: 0o17", "{\"a\":15}"},
    {"a: 017", "{\"a\":17}"},
    {"a: 1e3", "{\"a\":1000}"},
    {"a: 1.5", "{\"a\":1.5}"},
    {"a: .5", "{\"a\":0.5}"},
    {"a: 5.", "{\"a\":5}"},
    {"a: +1", "{\"a\":1}"},
    {"a: 1_000", "{\"a\":\"1_000\"}"},
    {"a: .inf", "{\"a\":null}"},
    {"a: -.INF", "{\"a\":null}"},
    {"a: .nan", "{\"a\":null}"},
    {"a: true", "{\"a\":true}"},
    {"a: True", "{\"a\":true}"},
    {"a: TRUE", "{\"a\":true}"},
    {"a: tRue", "{\"a\":\"tRue\"}"},
    {"a: null", "{\"a\":null}"},
    {"a: Null", "{\"a\":null}"},
    {"a: ~", "{\"a\":null}"},
    {"a: yes", "{\"a\":\"yes\"}"},
    {"a: 2001-12-14", "{\"a\":\"2001-12-14\"}"},
    {"a: 0b101", "{\"a\":5}"},
    {"a: -0", "{\"a\":0}"},
    {"a: @x", "1:4"},
    {"a: `x", "1:4"},
    {"a: %x", "1:4"},
    {"a: x:y", "{\"a\":\"x:y\"}"},
    {"a: :x", "{\"a\":\":x\"}"},
    {"a: ?x", "{\"a\":\"?x\"}"},
    {"a: -x", "{\"a\":\"-x\"}"},
    {"a: a, b", "{\"a\":\"a, b\"}"},
    {"a: [x] y", "1:8"},
    {"a: x\n  y\n  z", "{\"a\":\"x y z\"}"},
    {"a: <<", "{\"a\":\"<<\"}"},
    {"a: 1e", "{\"a\":\"1e\"}"},
    {"a: 0x", "{\"a\":\"0x\"}"},
    {"a: ''", "{\"a\":\"\"}"},
};

static const yaml_row quoted_scalars[] = {
    {"'it''s'", "\"it's\""},
    {"\"a\\tb\\n\"", "\"a\\u0009b\\u000a\""},
    {"\"\\x41\\u00e9\\U0001F600\"", "\"A\xc3\xa9\xf0\x9f\x98\x80\""},
    {"\"a\\\n   b\"", "\"ab\""},
    {"\"a\n  b\n\n  c\"", "\"a b\\u000ac\""},
    {"'a\n  b'", "\"a b\""},
    {"\"\\q\"", "1:2"},
    {"\"\\x4\"", "1:3"},
    {"\"abc", "1:1"},
    {"'abc", "1:1"},
    {"a: \"x\" y", "1:6"},
    {"a: 'x'\nb: \"y\"", "{\"a\":\"x\",\"b\":\"y\"}"},
    {"\"a\": 1", "{\"a\":1}"},
    {"'k': v", "{\"k\":\"v\"}"},
    {"\"\"", "\"\""},
    {"' a '", "\" a \""},
    {"\"a \\\n\\  b\"", "\"a   b\""},
    {"a: \"1\"", "{\"a\":\"1\"}"},
    {"a: 'true'", "{\"a\":\"true\"}"},
    {"\"multi\nline\": 1", "2:6"},
};

static const yaml_row block_scalars[] = {
    {"a: |\n  x\n  y\n", "{\"a\":\"x\\u000ay\\u000a\"}"},
    {"a: >\n  x\n  y\n", "{\"a\":\"x y\\u000a\"}"},
    {"a: |-\n  x\n\n", "{\"a\":\"x\"}"},
    {"a: |+\n  x\n\n", "{\"a\":\"x\\u000a\\u000a\"}"},
    {"a: >\n  x\n\n  y\n   z\n  w\n", "{\"a\":\"x\\u000ay\\u000a z\\u000aw\\u000a\"}"},
    {"a: |2\n   x\n  y\n", "{\"a\":\" x\\u000ay\\u000a\"}"},
    {"a: >-\n  x\n  y\nb: 1", "{\"a\":\"x y\",\"b\":1}"},
    {"a: |\nb: 1", "{\"a\":\"\",\"b\":1}"},
    {"a: | # c\n  x", "{\"a\":\"x\\u000a\"}"},
    {"a: |x\n  y", "1:4"},
    {"a: |0\n  y", "1:4"},
    {"a: |\n  x\n y\n", "3:2"},
    {"- |\n x\n- >\n y", "[\"x\\u000a\",\"y\\u000a\"]"},
    {"|\n x\n y", "\"x\\u000ay\\u000a\""},
    {"a: |+2-\n  x", "1:4"},
    {"a: >\n\n  x", "{\"a\":\"\\u000ax\\u000a\"}"},
    {"a: |\n\t\n  x", "2:1"},
};

static const yaml_row anchors_aliases_and_tags[] = {
    {"a: &x 1\nb: *x", "{\"a\":1,\"b\":1}"},
    {"a: &x [1, 2]\nb: *x", "{\"a\":[1,2],\"b\":[1,2]}"},
    {"a: &x {k: v}\nb: *x\nc: [*x]",
     "{\"a\":{\"k\":\"v\"},\"b\":{\"k\":\"v\"},\"c\":[{\"k\":\"v\"}]}"},
    {"a: *x", "1:4"},
    {"- &a b\n- *a", "[\"b\",\"b\"]"},
    {"&a a: 1\nb: *a", "{\"a\":1,\"b\":\"a\"}"},
    {"a: !!str 12", "{\"a\":\"12\"}"},
    {"a: !!int \"3\"", "{\"a\":3}"},
    {"a: !!float 1", "{\"a\":1}"},
    {"a: !!null ''", "1:4"},
    {"a: !!bool \"true\"", "{\"a\":true}"},
    {"a: !!seq [1]", "{\"a\":[1]}"},
    {"a: !!map {b: 1}", "{\"a\":{\"b\":1}}"},
    {"a: !x y", "1:4"},
    {"a: !!int x", "1:4"},
    {"a: ! 12", "{\"a\":\"12\"}"},
    {"a: !!set {b}", "1:4"},
    {"a: &x", "{\"a\":null}"},
    {"a: &x\nb: *x", "{\"a\":null,\"b\":null}"},
    {"a: & 1", "1:4"},
    {"a: * ", "1:4"},
    {"- &x a\n- &x b\n- *x", "[\"a\",\"b\",\"b\"]"},
    {"<<: {a: 1}", "{\"<<\":{\"a\":1}}"},
    {"a: &x {b: 1}\nc:\n  <<: *x", "{\"a\":{\"b\":1},\"c\":{\"<<\":{\"b\":1}}}"},
    {"!!str", "\"\""},
    {"a: !<tag:yaml.org,2002:str> 1", "{\"a\":\"1\"}"},
    {"b:\n  &a c: 1", "{\"b\":{\"c\":1}}"},
    {"- &a b: 1", "[{\"b\":1}]"},
    {"&a\na: 1\nb: *a", "3:4"},
    {"&a [1]", "[1]"},
    {"&a x", "\"x\""},
    {"!!map a: 1", "1:8"},
    {"!!map\na: 1", "{\"a\":1}"},
    {"b: 1\n&a c: 2\nd: *a", "{\"b\":1,\"c\":2,\"d\":\"c\"}"},
    {"&a \"k\": 1", "{\"k\":1}"},
    {"&a ? x\n: y", "1:4"},
    {"? &a x\n: *a", "{\"x\":\"x\"}"},
    {"a:\n  &x b: 1\n  c: *x", "{\"a\":{\"b\":1,\"c\":\"b\"}}"},
    {"- !!str a: 1", "[{\"a\":1}]"},
    {"&a - 1", "1:4"},
    {"&a {x: 1}: 2", "1:10"},
    {"&a &b c", "1:4"},
    {"a: *x b", "1:4"},
    {"!!str a: 1\nb: 2", "{\"a\":1,\"b\":2}"},
    {"a: 1\n!!str b: 2", "{\"a\":1,\"b\":2}"},
};

static const yaml_row documents[] = {
    {"# only\n", "null"},
    {"", "NONE"},
    {"---\na: 1", "{\"a\":1}"},
    {"a: 1\n...\n", "{\"a\":1}"},
    {"a: 1\n---\nb: 2", "2:1"},
    {"%YAML 1.2\n---\na: 1", "{\"a\":1}"},
    {"--- a", "\"a\""},
    {"a: 1\n... x", "2:5"},
    {"%FOO\n---\na", "\"a\""},
    {"# c\na: 1 # d\n# e", "{\"a\":1}"},
    {"a: 1\n...\n...\n", "3:1"},
    {"---\n---\n", "2:1"},
    {"%YAML 1.2\na: 1", "2:1"},
    {"\xef\xbb\xbf""a: 1", "{\"a\":1}"},
};

static const char *read_text(idarch_arena *arena, const char *text)
{
    idarch_source *source = idarch_source_new(arena, "t", idarch_str_of(text));
    idarch_extract all = idarch_extract_all(arena, source, 0);
    idarch_diags diags;
    idarch_diags_init(&diags, arena);
    const idarch_yaml *value = idarch_flow_yaml(arena, &all, &diags);
    if (diags.counts[IDARCH_FATAL] == 0)
        return value ? idarch_flow_json(arena, value) : "NONE";
    idarch_position at = idarch_source_position(source, diags.list.items[0].span.start);
    assert_string_equal(diags.list.items[0].code, "yaml");
    assert_null(value);
    return idarch_printf(arena, "%u:%u", at.line, at.column);
}

static void check(const yaml_row *rows, size_t count)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        const char *got = read_text(arena, rows[i].text);
        if (strcmp(got, rows[i].expected) != 0) {
            print_message("--- expected %s, got %s of\n%s\n", rows[i].expected, got, rows[i].text);
            wrong++;
        }
        idarch_arena_free(arena);
    }
    assert_int_equal(wrong, 0);
}

#define TEST_OF(rows)                                  \
    static void test_##rows(void **state)              \
    {                                                  \
        (void)state;                                   \
        check(rows, sizeof rows / sizeof rows[0]);     \
    }

TEST_OF(block_collections)
TEST_OF(flow_collections)
TEST_OF(plain_scalars)
TEST_OF(quoted_scalars)
TEST_OF(block_scalars)
TEST_OF(anchors_aliases_and_tags)
TEST_OF(documents)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_collections),
        cmocka_unit_test(test_flow_collections),
        cmocka_unit_test(test_plain_scalars),
        cmocka_unit_test(test_quoted_scalars),
        cmocka_unit_test(test_block_scalars),
        cmocka_unit_test(test_anchors_aliases_and_tags),
        cmocka_unit_test(test_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
