/* Hints of errors in flowcharts repair the text: what a hint says is put in the place of the
 * author's words, and the text is read again. That Mermaid's own parser takes each repaired
 * text, and rejects it before, was asked of it once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>

#include "parser/flowchart.h"

typedef struct repair_row {
    const char *text;
    const char *repairs[8]; /* wrong words and, as some hint says, right ones, in turn */
} repair_row;

/* Read behind a first line `flowchart LR`; the hints repair everything together. */
static const repair_row rows[] = {
    /* every label of a line */
    {"A[f(x)] --> B[g(y)]", {"A[f(x)]", "A[\"f(x)\"]", "B[g(y)]", "B[\"g(y)\"]"}},
    {"A[f(x)] -->|y[0]| B{a|b} & C[say \"x\"]:::k",
     {"A[f(x)]", "A[\"f(x)\"]", "|y[0]|", "|\"y[0]\"|", "B{a|b}", "B{\"a|b\"}",
      "C[say \"x\"]", "C[\"say #quot;x#quot;\"]"}},
    {"A[] --> B((\"\")); C[] --> D", {"A[]", "A[ ]", "B((\"\"))", "B(( ))", "C[]", "C[ ]"}},
    {"my-node[f(x)] --> my.node[g(y)]",
     {"my-node[f(x)]", "my-node[\"f(x)\"]", "my.node[g(y)]", "my.node[\"g(y)\"]"}},
    {"A[/etc/hosts] --> B[\\x] --> C[f()]",
     {"A[/etc/hosts]", "A[\"/etc/hosts\"]", "B[\\x]", "B[\"\\x\"]", "C[f()]", "C[\"f()\"]"}},
    {"A[first (x)\n  second] --> B",
     {"A[first (x)\n  second]", "A[\"first (x)<br>  second\"]"}},
    {"A[one\ntwo (x)\nthree] --> B[f(x)]",
     {"A[one\ntwo (x)\nthree]", "A[\"one<br>two (x)<br>three\"]", "B[f(x)]", "B[\"f(x)\"]"}},
    /* brackets that are never closed, or by others */
    {"A[Start --> B[Middle]", {"A[Start", "A[Start]"}},
    {"A[Start --> B(Go", {"A[Start", "A[Start]", "B(Go", "B(Go)"}},
    {"A[\"Start\" --> B[Middle]", {"A[\"Start\"", "A[\"Start\"]"}},
    {"A[Start (x) --> B[Middle]", {"A[Start (x)", "A[\"Start (x)\"]"}},
    {"A[x] --> B[f(x", {"B[f(x", "B[\"f(x\"]"}},
    {"A -->|yes B[x] --> C[f(x)]", {"|yes", "|yes|", "C[f(x)]", "C[\"f(x)\"]"}},
    {"A([x --> B((y) --> C[z]]",
     {"A([x", "A([x])", "B((y)", "B((y))", "C[z]]", "C[z]"}},
    {"A((x] --> B(y] --> C[x]]",
     {"A((x]", "A((x))", "B(y]", "B(y)", "C[x]]", "C[x]"}},
    {"I((x)))", {"I((x)))", "I((x))"}},
    {"A(x] y) --> B", {"A(x] y)", "A(\"x] y\")"}},
    {"A[(] --> B([)", {"A[(]", "A[\"(\"]", "B([)", "B(\"[\")"}},
    {"A[\"`text] --> B", {"\"`text", "\"`text`\""}},
    {"A[\"text] --> B", {"\"text", "\"text\""}},
    {"A --> B]", {"B]", "B"}},
    {"A --> B{x}}", {"B{x}}", "B{x}"}},
    /* arrows */
    {"A -- Yes -> B", {"-- Yes ->", "-- Yes -->"}},
    {"A -. Yes -> B", {"-. Yes ->", "-. Yes .->"}},
    {"A == Yes => B", {"== Yes =>", "== Yes ==>"}},
    {"A -- text -- B", {"-- text --", "-- text -->"}},
    {"A -- > B", {"-- >", "-->"}},
    {"A --> > B", {"--> >", "-->"}},
    {"A ~~> B", {"~~>", "~~~"}},
    {"A <<--> B", {"<<-->", "<-->"}},
    {"A ...> B", {"...>", "-.->"}},
    {"A --* B", {"--*", "-->"}},
    {"A ==- B", {"==-", "==>"}},
    {"A -=> B", {"-=>", "==>"}},
    {"A --|yes| B", {"--|yes|", "-->|yes|"}},
    {"A >> B", {">>", "-->"}},
    {"A \xEF\xBC\x8D\xEF\xBC\x8D\xEF\xBC\x9E B", {"\xEF\xBC\x8D\xEF\xBC\x8D\xEF\xBC\x9E", "-->"}},
    {"A --\xEF\xBC\x9E B", {"--\xEF\xBC\x9E", "-->"}},
    {"A -->|a|b| B", {"|a|b|", "|\"a|b\"|"}},
    {"A -->|yes|> B", {"-->|yes|>", "-->|yes|"}},
    {"A -. v1.2 .-> B", {"-. v1.2 .->", "-. \"v1.2\" .->"}},
    {"A == a=b ==> B", {"== a=b ==>", "== \"a=b\" ==>"}},
    {"A -- a--b --> B", {"-- a--b -->", "-- \"a--b\" -->"}},
    /* ids */
    {"A\xE3\x80\x90x\xE3\x80\x91 --> B", {"A\xE3\x80\x90x\xE3\x80\x91", "A[x]"}},
    {"A\xE2\x80\x9Cx y\xE2\x80\x9D --> B", {"A\xE2\x80\x9Cx y\xE2\x80\x9D", "A[\"x y\"]"}},
    {"A --> \xE2\x80\x9C" "B\xE2\x80\x9D", {"\xE2\x80\x9C" "B\xE2\x80\x9D", "B[\"B\"]"}},
    {"A [Cart]", {"A [Cart]", "A[Cart]"}},
    {"A :::hot", {"A :::hot", "A:::hot"}},
    {"A @{shape: cyl}", {"A @{shape: cyl}", "A@{shape: cyl}"}},
    {"A@{shape: cyl}:::hot", {"A@{shape: cyl}:::hot", "A:::hot@{shape: cyl}"}},
    {"A \"Cart\"", {"A \"Cart\"", "A[\"Cart\"]"}},
    {"B[Cart][Basket]", {"B[Cart][Basket]", "B[Cart<br>Basket]"}},
    {"B --> C : bought it", {"--> C : bought it", "-->|\"bought it\"| C"}},
    {"A: some text", {"A: some text", "A[\"some text\"]"}},
    {"[\"Cart\"] --> D", {"[\"Cart\"]", "Cart[\"Cart\"]"}},
    {"A --> \"my node\"", {"\"my node\"", "my[\"my node\"]"}},
    {"order service --> B", {"order service", "order[\"order service\"]"}},
    {"A[One] B[Two]", {"A[One] B", "A[One] --> B"}},
    {"A, B --> C", {"A, B", "A & B"}},
    {"me@home --> E", {"me@home", "me[\"me@home\"]"}},
    {"A --> end", {"end", "End[\"end\"]"}},
    {"A --> graph --> B", {"graph", "Graph[\"graph\"]"}},
    {"subgraph-x\nA\nend", {"subgraph-x", "subgraph x"}},
    {"subgraph-x --> B", {"subgraph-x", "Subgraph-x"}},
    /* looks, clicks and settings */
    {"style A fill:rgb(1, 2, 30)", {"rgb(1, 2, 30)", "#01021e"}},
    {"style A fill=red", {"fill=red", "fill:red"}},
    {"style A {fill:red; stroke:blue;}", {"style A {fill:red; stroke:blue;}", "style A fill:red, stroke:blue"}},
    {"style A fill:red,", {"style A fill:red,", "style A fill:red"}},
    {"A & B\nclass A, B hot", {"class A, B hot", "class A,B hot"}},
    {"A & B\nclass A B hot", {"class A B hot", "class A,B hot"}},
    {"A --> B --> C\nlinkStyle 0, 1 stroke:red", {"linkStyle 0, 1 stroke:red", "linkStyle 0,1 stroke:red"}},
    {"A\nclick A \"https://x.com\" tip", {"click A \"https://x.com\" tip", "click A \"https://x.com\" \"tip\""}},
    {"A\nclick A \"https://x.com\" blank", {"click A \"https://x.com\" blank", "click A \"https://x.com\" _blank"}},
    {"A\nclick A call show", {"click A call show", "click A call show()"}},
    {"A e1@ B", {"e1@", "e1@-->"}},
    {"A -->|t| |u| B", {"|t| |u|", "|t, u|"}},
    {"accTitle My title", {"accTitle My title", "accTitle: My title"}},
    {"subgraph a\ndirection: LR\nA\nend", {"direction: LR", "direction LR"}},
    {"subgraph a\ndirection lr\nA\nend", {"direction lr", "direction LR"}},
    {"subgraph Data (EU)\nA\nend", {"subgraph Data (EU)", "subgraph Data [\"Data (EU)\"]"}},
    {"A <- B", {"A <- B", "B --> A"}},
    {"A <-- B", {"A <-- B", "B --> A"}},
    {"A &B --> C", {"A &B", "A & B"}},
    {"A& B --> C", {"A& B", "A & B"}},
    {"A[\"`use `x` here`\"] --> B", {"\"`use `x` here`\"", "\"`use #96;x#96; here`\""}},
    /* YAML */
    {"A@{label: Hello: World}", {"label: Hello: World", "label: \"Hello: World\""}},
    {"A@{shape: cyl, label: [a}", {"label: [a", "label: \"[a\""}},
    {"A@{label: {x}}", {"label: {x}", "label: \"{x}\""}},
    {"A@{label: x]}", {"label: x]", "label: \"x]\""}},
    {"A@{shape: cyl; label: \"x\"}", {"shape: cyl;", "shape: cyl,"}},
    {"A@{shape: cyl label: \"x\"}", {"shape: cyl label", "shape: cyl, label"}},
    {"A@{label: 'it's'}", {"label: 'it's'", "label: \"it's\""}},
    {"A@{label: \"say \"hi\"\"}", {"label: \"say \"hi\"\"", "label: 'say \"hi\"'"}},
    {"A@{label: \"C:\\x\"}", {"label: \"C:\\x\"", "label: 'C:\\x'"}},
    {"A@{label: @foo}", {"label: @foo", "label: \"@foo\""}},
    {"A@{label: `code`}", {"label: `code`", "label: \"`code`\""}},
    {"A@{label: - x}", {"label: - x", "label: \"- x\""}},
    {"A@{label: *x*}", {"label: *x*", "label: \"*x*\""}},
    {"A@{label: %x}", {"label: %x", "label: \"%x\""}},
    {"A@{label: !x}", {"label: !x", "label: \"!x\""}},
    {"A@{label: 'x}", {"label: 'x", "label: \"x\""}},
    {"A@{ label: \"x }", {"@{ label: \"x }", "@{ label: \"x\" }"}},
    {"A@{ shape: cyl\nB --> C", {"@{ shape: cyl", "@{ shape: cyl }"}},
    {"A@{\n  shape:cyl\n  label: x\n}", {"shape:cyl", "shape: cyl"}},
    {"A@{\n  shape: cyl,\n  label: \"x\"\n}", {"shape: cyl,", "shape: cyl"}},
    {"A@{\n  shape: cyl\n  label: \"x\",\n}", {"label: \"x\",", "label: \"x\""}},
    {"A@{\n  label: a: b\n}", {"label: a: b", "label: \"a: b\""}},
};

/* Whole texts. */
static const repair_row text_rows[] = {
    {"---\ntitle: Foo: bar\n---\nflowchart LR\nA", {"title: Foo: bar", "title: \"Foo: bar\""}},
    {"---\ntitle: @foo\n---\nflowchart LR\nA", {"title: @foo", "title: \"@foo\""}},
    {"---\ntitle: [abc\n---\nflowchart LR\nA", {"title: [abc", "title: \"[abc\""}},
    {"---\nconfig: {theme: dark\n---\nflowchart LR\nA",
     {"config: {theme: dark", "config: {theme: dark}"}},
};

static bool read_text(const char *text, GString *hints)
{
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    const idarch_source *source =
        idarch_source_new(arena, "test", idarch_str_of(idarch_strdup(arena, text)));
    idarch_diags diags;
    idarch_diags_init(&diags, arena);
    idarch_graph graph;
    idarch_extract *extract = IDARCH_NEW(arena, idarch_extract);
    *extract = idarch_extract_all(arena, source, 0);
    bool good = idarch_parse_flowchart(arena, extract, NULL, &diags, &graph);
    for (size_t i = 0; i < diags.list.count; i++)
        if (diags.list.items[i].hint)
            g_string_append_printf(hints, "%s\n", diags.list.items[i].hint);
    idarch_arena_free(arena);
    return good;
}

/* One row: false, and what was wrong is printed. */
static bool check_row(const char *header, const repair_row *row)
{
    GString *text = g_string_new(header), *hints = g_string_new(NULL), *again = g_string_new(NULL);
    g_string_append(text, row->text);
    bool good = !read_text(text->str, hints);
    if (!good)
        print_message("no error: %s\n", row->text);
    for (size_t i = 0; i < 8 && row->repairs[i]; i += 2) {
        if (!strstr(hints->str, row->repairs[i + 1])) {
            print_message("%s: no hint says %s but\n%s", row->text, row->repairs[i + 1],
                          hints->str);
            good = false;
        }
        g_string_replace(text, row->repairs[i], row->repairs[i + 1], 1);
    }
    if (!read_text(text->str, again)) {
        print_message("%s is no repair:\n%s", text->str, again->str);
        good = false;
    }
    g_string_free(text, TRUE);
    g_string_free(hints, TRUE);
    g_string_free(again, TRUE);
    return good;
}

static void test_repairs(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        wrong += !check_row("flowchart LR\n", &rows[i]);
    for (size_t i = 0; i < sizeof text_rows / sizeof text_rows[0]; i++)
        wrong += !check_row("", &text_rows[i]);
    assert_int_equal(wrong, 0);
}

/* A name that is none, and the one that is proposed. */
static void test_shapes(void **state)
{
    (void)state;
    static const char *const shapes[][2] = {
        {"square", "rect"},        {"ellipse", "circle"},     {"parallelogram", "lean-r"},
        {"roundedRect", "rounded"}, {"squareRect", "rect"},   {"lean_right", "lean-r"},
        {"lean_left", "lean-l"},   {"inv_trapezoid", "trap-t"}, {"labelRect", "rect"},
        {"imageSquare", "rect"},   {"iconSquare", "rect"},    {"stateEnd", "fr-circ"},
        {"forkJoin", "fork"},      {"rect_left_inv_arrow", "odd"}, {"Cyl", "cyl"},
        {"LeanRight", "lean-r"},   {"Lean Right", "lean-right"}, {"cylinderr", "cylinder"},
        {"notchedRect", "notch-rect"}, {"rhombus", "diam"},   {"doubleCircle", "dbl-circ"},
        {"BLOCK_ARROW", "bolt"},   {"actor", "person"},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        char *text = g_strdup_printf("A@{shape: %s}", shapes[i][0]);
        char *said = g_strdup_printf("did you mean `%s`?", shapes[i][1]);
        GString *hints = g_string_new(NULL);
        repair_row row = {text, {shapes[i][0], shapes[i][1]}};
        char *whole = g_strconcat("flowchart LR\n", text, NULL);
        assert_true(check_row("flowchart LR\n", &row));
        assert_false(read_text(whole, hints));
        assert_non_null(strstr(hints->str, said));
        g_string_free(hints, TRUE);
        g_free(whole);
        g_free(said);
        g_free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_repairs),
                                       cmocka_unit_test(test_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
