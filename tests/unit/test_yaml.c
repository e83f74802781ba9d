/* The YAML reader: trees, places, what it refuses, JSON, front matter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parser/yaml.h"

typedef struct fixture {
    idarch_arena *arena;
    idarch_source *source;
    idarch_extract text;
    idarch_diags diags;
} fixture;

static void set(fixture *f, const char *text)
{
    f->source = idarch_source_new(f->arena, "t", idarch_str_of(text));
    f->text = idarch_extract_all(f->arena, f->source, 0);
    idarch_diags_init(&f->diags, f->arena);
}

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->arena = idarch_arena_new(0, NULL, NULL);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    idarch_arena_free(f->arena);
    free(f);
    return 0;
}

static idarch_yaml *parse(fixture *f, const char *text)
{
    set(f, text);
    return idarch_yaml_parse(f->arena, &f->text, 0, f->text.text.len, IDARCH_ERROR, &f->diags);
}

static const char *json(fixture *f, const char *text)
{
    idarch_yaml *tree = parse(f, text);
    return tree ? idarch_yaml_json(f->arena, tree) : "(none)";
}

static void expect_error(fixture *f, const char *text, unsigned line, unsigned column)
{
    assert_null(parse(f, text));
    assert_int_equal(f->diags.list.count, 1);
    idarch_diag *diag = &f->diags.list.items[0];
    assert_string_equal(diag->code, "yaml");
    assert_int_equal(diag->severity, IDARCH_ERROR);
    idarch_position at = idarch_source_position(f->source, diag->span.start);
    assert_int_equal(at.line, line);
    assert_int_equal(at.column, column);
}

static void test_trees(void **state)
{
    fixture *f = *state;
    assert_string_equal(json(f, "a: 1\nb: [x, 'y', \"z\"]\nc:\n  d: true\n"),
                        "{\"a\":1,\"b\":[\"x\",\"y\",\"z\"],\"c\":{\"d\":true}}");
    assert_string_equal(json(f, "- 1\n- - 2\n"), "[1,[2]]");
    assert_string_equal(json(f, "a: |\n  x\n  y\n"), "{\"a\":\"x\\ny\\n\"}");
    assert_string_equal(json(f, "---\na: b\n"), "{\"a\":\"b\"}");
    assert_null(parse(f, " \n\t\n"));
    assert_int_equal(f->diags.list.count, 0);
}

static void test_scalars_in_json(void **state)
{
    fixture *f = *state;
    assert_string_equal(json(f, "[~, null, true, False, 0x1F, 0o17]"),
                        "[null,null,true,false,31,15]");
    assert_string_equal(json(f, "[1, -2, +3, 007, .5, 5., 1.50, 1e3, -.5E-2]"),
                        "[1,-2,3,7,0.5,5,1.50,1e3,-0.5E-2]");
    assert_string_equal(json(f, "['1', 1.2.3, 1_000, e5, '.', .inf, 10s]"),
                        "[\"1\",\"1.2.3\",\"1_000\",\"e5\",\".\",null,\"10s\"]");
    assert_string_equal(json(f, "a: \"q\\\"\\\\\\t\""), "{\"a\":\"q\\\"\\\\\\u0009\"}");
    assert_string_equal(json(f, "a:\n"), "{\"a\":null}");
}

static void test_places(void **state)
{
    fixture *f = *state;
    const char *text = "réplicas: 3\nlease:\n  ttl: '10 s'\n";
    idarch_yaml *tree = parse(f, text);
    const idarch_yaml *value = idarch_yaml_get(tree, "réplicas");
    assert_int_equal(value->start, 11);
    assert_int_equal(value->end, 12);
    const idarch_yaml *ttl = idarch_yaml_get(idarch_yaml_get(tree, "lease"), "ttl");
    assert_memory_equal(text + ttl->start, "'10 s'", 6);
    assert_int_equal(ttl->end - ttl->start, 6);
    assert_false(ttl->plain);
    assert_true(value->plain);
    assert_null(idarch_yaml_get(tree, "nothing"));
    assert_null(idarch_yaml_get(NULL, "nothing"));
}

static void test_places_in_long_text(void **state)
{
    fixture *f = *state;
    idarch_strbuf buf = {.arena = f->arena};
    for (int i = 0; i < 500; i++)
        idarch_strbuf_printf(&buf, "k%d: \xC3\xA9\xF0\x9F\x99\x82\n", i);
    const char *text = idarch_strbuf_text(&buf);
    idarch_yaml *tree = parse(f, text);
    assert_int_equal(tree->pairs.count, 500);
    for (size_t i = 0; i < 500; i++) {
        idarch_yaml *value = tree->pairs.items[i].value;
        assert_memory_equal(text + value->start, "\xC3\xA9\xF0\x9F\x99\x82", 6);
        assert_int_equal(value->end - value->start, 6);
    }
}

static void test_part_of_a_text(void **state)
{
    fixture *f = *state;
    set(f, "---\na: 1\n---\nrest: [\n");
    size_t start, end, after;
    assert_true(idarch_front_matter(f->text.text, &start, &end, &after));
    idarch_yaml *tree =
        idarch_yaml_parse(f->arena, &f->text, start, end, IDARCH_ERROR, &f->diags);
    assert_int_equal(idarch_yaml_get(tree, "a")->start, 7);
}

static void test_refused(void **state)
{
    fixture *f = *state;
    expect_error(f, "a: 1\nb: 2\na: 3\n", 3, 1);
    assert_int_equal(f->diags.list.items[0].related.count, 1);
    expect_error(f, "{a: 1} }", 1, 8);
    expect_error(f, "a: 1\n}\n", 2, 1);
    expect_error(f, "a: [1, 2\n", 2, 1);
    expect_error(f, "a: 1\n---\nb: 2\n", 3, 1);
    expect_error(f, "a: b: c\n", 1, 5);
    expect_error(f, "\ta: b\n", 1, 1);
    expect_error(f, "? [a]\n: b\n", 1, 3);
    expect_error(f, "a: \x01\n", 1, 4);
    expect_error(f, "a: \"\\0\"\n", 1, 4);
    expect_error(f, "a: *x\n", 1, 4);
    expect_error(f, "a: &x [*x]\n", 1, 8);
}

static void test_aliases(void **state)
{
    fixture *f = *state;
    assert_string_equal(json(f, "a: &x [1, 2]\nb: *x\n"), "{\"a\":[1,2],\"b\":[1,2]}");
    idarch_strbuf bomb = {.arena = f->arena};
    idarch_strbuf_puts(&bomb, "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
        idarch_strbuf_printf(&bomb, "a%d: &a%d [", i, i);
        for (int j = 0; j < 10; j++)
            idarch_strbuf_printf(&bomb, "%s*a%d", j ? ", " : "", i - 1);
        idarch_strbuf_puts(&bomb, "]\n");
    }
    assert_null(parse(f, idarch_strbuf_text(&bomb)));
    assert_int_equal(f->diags.list.count, 1);
}

static void test_bounds(void **state)
{
    fixture *f = *state;
    idarch_strbuf deep = {.arena = f->arena};
    for (int i = 0; i < 5000; i++)
        idarch_strbuf_putc(&deep, '[');
    assert_null(parse(f, idarch_strbuf_text(&deep)));
    assert_int_equal(f->diags.list.count, 1);
    idarch_strbuf many = {.arena = f->arena};
    for (int i = 0; i < 40000; i++)
        idarch_strbuf_printf(&many, "k%d: v\n", i);
    assert_int_equal(parse(f, idarch_strbuf_text(&many))->pairs.count, 40000);
    idarch_strbuf huge = {.arena = f->arena};
    for (int i = 0; i < 1 << 20; i++)
        idarch_strbuf_puts(&huge, "ab");
    assert_null(parse(f, idarch_strbuf_text(&huge)));
}

static void expect_front_matter(const char *text, size_t start, size_t end, size_t after)
{
    size_t s = 0, e = 0, a = 0;
    assert_true(idarch_front_matter(idarch_str_of(text), &s, &e, &a));
    assert_int_equal(s, start);
    assert_int_equal(e, end);
    assert_int_equal(a, after);
}

static void test_front_matter(void **state)
{
    (void)state;
    size_t s, e, a;
    expect_front_matter("---\na: 1\n---\nx", 4, 9, 13);
    expect_front_matter("---\r\na: 1\r\n---\r\nx", 5, 11, 16);
    expect_front_matter("\xEF\xBB\xBF--- \na\n---\t\n", 8, 10, 15);
    expect_front_matter("---\n---\nx", 4, 4, 8);
    expect_front_matter("---\na\n---", 4, 6, 9);
    expect_front_matter("  ---\n  a: 1\n  ---\nx", 6, 13, 19);
    assert_false(idarch_front_matter(idarch_str_of("---\na: 1\n"), &s, &e, &a));
    assert_false(idarch_front_matter(idarch_str_of("a\n---\nb\n---\n"), &s, &e, &a));
    assert_false(idarch_front_matter(idarch_str_of("----\na\n----\n"), &s, &e, &a));
    assert_false(idarch_front_matter(idarch_str_of(""), &s, &e, &a));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_trees, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scalars_in_json, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places_in_long_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_part_of_a_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_aliases, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bounds, setup, teardown),
        cmocka_unit_test(test_front_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
