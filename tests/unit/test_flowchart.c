/* Flowcharts: every text in tests/flowchart against the graph that Mermaid's own parser
 * makes of it, and each diagnostic at its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <jansson.h>
#include <stdlib.h>
#include <time.h>

#include "parser/css.h"
#include "parser/flowchart.h"
#include "parser/label.h"
#include "render/render.h"

typedef struct parsed {
    idarch_arena *arena;
    const idarch_source *source;
    idarch_diags diags;
    idarch_graph graph;
    bool good;
} parsed;

static parsed *parse(const char *text, size_t len)
{
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    parsed *p = IDARCH_NEW(arena, parsed);
    p->arena = arena;
    idarch_str copy = {idarch_strndup(arena, text, len), len};
    p->source = idarch_source_new(arena, "test.mmd", copy);
    idarch_extract *extract = IDARCH_NEW(arena, idarch_extract);
    *extract = idarch_extract_all(arena, p->source, 0);
    idarch_diags_init(&p->diags, arena);
    p->good = idarch_parse_flowchart(arena, extract, NULL, &p->diags, &p->graph);
    return p;
}

static parsed *parse_text(const char *text)
{
    return parse(text, strlen(text));
}

static void release(parsed *p)
{
    idarch_arena_free(p->arena);
}

/* ---- against Mermaid's parser --------------------------------------------------------- */

/* White space folded in every string, as a graph holds no line ends. */
static json_t *folded(const json_t *value)
{
    const char *key;
    json_t *item, *result;
    size_t index;
    if (json_is_string(value)) {
        char *copy = g_strdup(json_string_value(value));
        char **words = g_strsplit_set(copy, " \t\n\r", -1);
        GString *text = g_string_new(NULL);
        for (char **word = words; *word; word++)
            if (**word)
                g_string_append_printf(text, text->len > 0 ? " %s" : "%s", *word);
        result = json_string(text->str);
        g_string_free(text, TRUE);
        g_strfreev(words);
        g_free(copy);
        return result;
    }
    if (json_is_array(value)) {
        result = json_array();
        json_array_foreach(value, index, item)
            json_array_append_new(result, folded(item));
        return result;
    }
    if (!json_is_object(value))
        return json_deep_copy(value);
    result = json_object();
    json_object_foreach((json_t *)(uintptr_t)value, key, item)
        json_object_set_new(result, key, folded(item));
    return result;
}

static bool same_graph(const parsed *p, const json_t *expected)
{
    idarch_strbuf out = {.arena = p->arena};
    idarch_graph_json(p->arena, &p->graph, &out);
    json_t *got = json_loads(idarch_strbuf_text(&out), 0, NULL);
    json_t *a = folded(expected), *b = folded(got);
    bool same = json_equal(a, b);
    if (!same) {
        char *want = json_dumps(a, 0), *have = json_dumps(b, 0);
        print_message("expected %s\ngot      %s\n", want, have);
        free(want);
        free(have);
    }
    json_decref(a);
    json_decref(b);
    json_decref(got);
    return same;
}

static bool check_file(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, name, NULL), *text;
    gsize len;
    assert_true(g_file_get_contents(path, &text, &len, NULL));
    char *json_path = g_strdup_printf("%.*s.json", (int)(strlen(path) - 4), path);
    json_t *expected = json_load_file(json_path, 0, NULL);
    assert_non_null(expected);
    parsed *p = parse(text, len);
    bool rejected = json_object_get(expected, "error") != NULL;
    bool same = rejected ? !p->good : p->good && same_graph(p, expected);
    if (!same)
        print_message("%s differs\n", name);
    assert_int_equal(p->good, p->diags.counts[IDARCH_FATAL] == 0);
    release(p);
    json_decref(expected);
    g_free(json_path);
    g_free(text);
    g_free(path);
    return same;
}

static void test_against_mermaid(void **state)
{
    (void)state;
    const char *folder = IDARCH_SOURCE_DIR "/tests/flowchart";
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    unsigned count = 0, differing = 0;
    assert_non_null(dir);
    while ((name = g_dir_read_name(dir))) {
        if (!g_str_has_suffix(name, ".mmd"))
            continue;
        count++;
        differing += !check_file(folder, name);
    }
    g_dir_close(dir);
    assert_true(count > 400);
    assert_int_equal(differing, 0);
}

/* A link that no picture may hold is warned of and stays in the graph, as Mermaid has it. */
static void test_refused_links(void **state)
{
    static const struct {
        const char *written, *link;
        unsigned warnings;
    } rows[] = {
        {"\\\\evil\\x", "\\\\evil\\x", 1}, {"//evil.com/x", "//evil.com/x", 1},
        {"/\\evil.com", "/\\evil.com", 1}, {"ftp://a", "ftp://a", 1},
        {"page.html", "page.html", 0}, {"../a", "../a", 0}, {"#part", "#part", 0},
        {"https://a.example/b", "https://a.example/b", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = g_strdup_printf("flowchart LR\nA\nclick A \"%s\"\n", rows[i].written);
        parsed *p = parse_text(text);
        assert_true(p->good);
        assert_string_equal(p->graph.nodes.items[0].link, rows[i].link);
        assert_int_equal(p->diags.list.count, rows[i].warnings);
        release(p);
        g_free(text);
    }
}

/* ---- diagnostics ---------------------------------------------------------------------- */

typedef struct diag_row {
    const char *text; /* after "flowchart LR\n", or with a header of its own */
    const char *code;
    unsigned line, column, end_column; /* of the last character + 1 */
} diag_row;

static const diag_row errors[] = {
    {"A -> B", "arrow", 2, 3, 5},
    {"A->B", "arrow", 2, 2, 4},
    {"A <- B", "arrow", 2, 3, 5},
    {"A \xE2\x86\x92 B", "arrow", 2, 3, 4},
    {"A --> B %% c", "comment-place", 2, 9, 11},
    {"A [x]", "blank-before-bracket", 2, 3, 4},
    {"A :::k", "blank-before-class", 2, 3, 6},
    {"A:::k:::l", "second-class", 2, 6, 9},
    {"A B", "blank-in-id", 2, 3, 4},
    {"direction lr", "direction-word", 2, 11, 13},
    {"A[f(x)]", "label-bracket", 2, 4, 5},
    {"A -->|f(x)| B", "label-bracket", 2, 8, 9},
    {"A[x \"y\"]", "label-quote", 2, 5, 7},
    {"A[\"x]", "quote-open", 2, 3, 4},
    {"A[x\nB", "bracket-open", 2, 2, 3},
    {"A -->|x B", "bracket-open", 2, 6, 7},
    {"A(x]", "bracket-other", 2, 4, 5},
    {"A[x]]", "bracket-other", 2, 4, 6},
    {"A[]", "label-empty", 2, 3, 4},
    {"A[\"\"]", "label-empty", 2, 5, 6},
    {"A[/path]", "label-slash", 2, 8, 9},
    {"A[\"`x`y`\"]", "markdown-string", 2, 6, 7},
    {"end", "end-alone", 2, 1, 4},
    {"A --> end", "reserved-word", 2, 7, 10},
    {"A --> class", "reserved-word", 2, 7, 12},
    {"subgraph a\nA", "subgraph-open", 2, 1, 9},
    {"subgraph\nA\nend", "subgraph-name", 2, 1, 9},
    {"subgraph a(b)\nA\nend", "subgraph-name", 2, 11, 12},
    {"A -- B", "edge-open", 2, 3, 5},
    {"A -- a--b --> B", "edge-text", 2, 7, 8},
    {"A -. v1.2 .-> B", "edge-text", 2, 8, 9},
    {"A == a=b ==> B", "edge-text", 2, 7, 8},
    {"A -->", "edge-loose", 2, 3, 6},
    {"o-->B", "edge-loose", 2, 1, 5},
    {"A--->>B", "edge-loose", 2, 6, 7},
    {"A &B", "fan-blank", 2, 3, 4},
    {"A --> \xF0\x9F\x98\x80", "character", 2, 7, 8},
    {"\xC3\xA9 --> \xE2\x80\x9C", "quote-curly", 2, 7, 8},
    {"style A fill:rgb(1,2,3)", "style-character", 2, 17, 18},
    {"style A", "style-missing", 2, 1, 8},
    {"class A, B k", "list-blank", 2, 9, 10},
    {"A-->B\nlinkStyle 0, 1 stroke:red", "list-blank", 3, 13, 14},
    {"A-->B\nlinkStyle 1 stroke:red", "link-style", 3, 11, 12},
    {"classDef a fill:#fff;classDef b fill:#000;", "entity-place", 2, 17, 22},
    {"A@{shape: Cyl}", "shape-unknown", 2, 11, 14},
    {"A@{\n  shape: nope\n}", "shape-unknown", 3, 10, 14},
    {"A@{shape: rect", "data-open", 2, 2, 4},
    {"A@{\n}", "data-empty", 2, 2, 5},
    {"A@{label: 5}", "label-quotes", 2, 11, 12},
    {"click A href https://x", "click-form", 2, 14, 23},
    {"\tA[x\n\tB", "bracket-open", 2, 3, 4},
    {"A\r\n%% c\r\n  B [x]\r\n", "blank-before-bracket", 4, 5, 6},
};

static const diag_row headers[] = {
    {"flowchart lr\nA", "header-direction", 1, 11, 13},
    {"flowchart LR A-->B", "header-line", 1, 14, 15},
    {"A-->B", "header", 1, 1, 2},
    {"%%\nflowchart LR\nA", "header", 1, 1, 2},
    {"---\ntitle: [\n---\nflowchart LR\nA", "yaml", 0, 0, 0},
    {"---\ntitle: x\n---\nflowchart LR\nA -> B", "arrow", 5, 3, 5},
    {"%%{init: {\"theme\": \"base\"}}%%\n%% c\n\nflowchart LR\nA -> B", "arrow", 5, 3, 5},
};

static const diag_row warnings[] = {
    {"A[wind direction LR here] --> B", "direction-line", 2, 1, 32},
    {"direction LR", "direction-line", 2, 1, 13},
    {"A x--- B", "edge-start", 2, 3, 7},
    {"A o--> B", "edge-start", 2, 3, 7},
    {"A x-- t --> B", "edge-ends", 2, 3, 12},
    {"A --------------> B", "edge-length", 2, 3, 18},
    {"A---oak", "edge-end", 2, 2, 6},
    {"A[x]\nA[y]", "label-replaced", 3, 3, 4},
    {"class A k\nA", "unknown-id", 2, 7, 8},
    {"click A \"https://e.com\"\nA", "unknown-id", 2, 7, 8},
    {"A\nclass A k,l", "class-list", 3, 9, 12},
    {"style A fill:red\nA", "style-node", 2, 7, 8},
    {"A e1@--> B\nstyle e1 stroke:red", "style-edge", 3, 7, 9},
    {"A e1@--> B\ne1 --> C", "edge-id", 3, 1, 3},
    {"A e1@--> B\nB e1@--> C", "edge-id", 3, 6, 9},
    {"A\nstyle A fill:nocolor", "style-value", 3, 9, 21},
    {"A\nstyle A stroke-width:4km", "style-value", 3, 9, 25},
    {"A\nclick A https://e.com", "click-url", 3, 9, 22},
    {"A\nclick A \"javascript:x\"", "click-url", 3, 10, 22},
    {"A\nclick A \"\\\\evil\\x\"", "click-url", 3, 10, 18},
    {"A\nclick A \"//evil.com/x\"", "click-url", 3, 10, 22},
    {"A\nclick A \"ftp://evil.com\"", "click-url", 3, 10, 24},
    {"A[\"List<String>\"]", "label-markup", 2, 4, 16},
    {"A[\"#nosuch;\"]", "label-markup", 2, 4, 12},
    {"subgraph one \nA\nend\nB --> one", "subgraph-id", 5, 7, 10},
    {"subgraph a\nA\nend\nsubgraph a\nB\nend", "subgraph-twice", 5, 10, 11},
    {"subgraph a\nb\nend\nsubgraph b\na\nend", "subgraph-circle", 0, 0, 0},
    {"accDescr {x", "accdescr-open", 0, 0, 0},
    {"A[style x:#abc; y; z]", "lost-semicolon", 2, 18, 19},
    {"%%{init: {bad}}%%\nA", "init-json", 2, 1, 18},
};

static const idarch_diag *find_diag(const parsed *p, const char *code)
{
    for (size_t i = 0; i < p->diags.list.count; i++)
        if (strcmp(p->diags.list.items[i].code, code) == 0)
            return &p->diags.list.items[i];
    return NULL;
}

static void check_row(const diag_row *row, const char *header, bool fatal)
{
    char *text = g_strconcat(header, row->text, NULL);
    parsed *p = parse_text(text);
    const idarch_diag *diag = find_diag(p, row->code);
    if (!diag || p->good == fatal)
        print_message("%s: %s\n", row->text,
                      p->diags.list.count ? p->diags.list.items[0].code : "none");
    assert_non_null(diag);
    assert_int_equal(p->good, !fatal);
    assert_int_equal(diag->severity, fatal ? IDARCH_FATAL : IDARCH_WARNING);
    idarch_position start = idarch_source_position(p->source, diag->span.start);
    idarch_position end = idarch_source_position(p->source, diag->span.end);
    bool right = row->line == 0 || (start.line == row->line && start.column == row->column &&
                                    (end.column == row->end_column || end.line > start.line));
    if (!right)
        print_message("%s: %u:%u to %u\n", row->text, start.line, start.column, end.column);
    assert_true(right);
    release(p);
    g_free(text);
}

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        check_row(&errors[i], "flowchart LR\n", true);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        check_row(&headers[i], "", true);
}

static void test_warnings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof warnings / sizeof warnings[0]; i++)
        check_row(&warnings[i], "flowchart LR\n", false);
}

static void test_no_warnings_without_cause(void **state)
{
    (void)state;
    parsed *p = parse_text("flowchart LR\nA[\"a<br/>b\"] -->|x| B:::k\nclassDef k fill:#eee\n"
                           "subgraph s [\"S\"]\ndirection TB\nC & D --> E\nend\nA --> s\n"
                           "style s stroke:red\nlinkStyle 0 stroke:#333,stroke-width:2px\n"
                           "click A \"https://example.com\"\nA e1@==> C\ne1@{animate: true}\n");
    assert_true(p->good);
    assert_int_equal(p->diags.list.count, 0);
    release(p);
}

/* ---- labels, styles, structure -------------------------------------------------------- */

/* Runs as text: | for a break, b( ) for bold and so on. */
static char *shown(idarch_arena *arena, const idarch_rich *rich)
{
    static const char letters[] = "bickxuo";
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < rich->runs.count; i++) {
        const idarch_run *run = &rich->runs.items[i];
        if (run->style & IDARCH_RUN_BREAK) {
            idarch_strbuf_putc(&out, '|');
            continue;
        }
        for (unsigned bit = 0; bit < 3; bit++)
            if (run->style & (1u << bit))
                idarch_strbuf_putc(&out, letters[bit]);
        idarch_strbuf_puts(&out, run->style ? "(" : "");
        idarch_strbuf_puts(&out, run->text);
        idarch_strbuf_puts(&out, run->style ? ")" : "");
    }
    return idarch_strbuf_text(&out);
}

static void test_labels(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        idarch_label_type type;
        const char *expected;
    } rows[] = {
        {"a<br>b<BR/>c<br />d</br>e", IDARCH_LABEL_STRING, "a|b|c|d|e"},
        {"a\\nb\nc", IDARCH_LABEL_STRING, "a|b|c"},
        {"<b>x</b> <i>y</i> <code>z</code>", IDARCH_LABEL_STRING, "b(x) i(y) c(z)"},
        {"<strong><em>x</em></strong>", IDARCH_LABEL_STRING, "bi(x)"},
        {"#35; #quot;x#quot; &amp; &lt;", IDARCH_LABEL_TEXT, "# \"x\" & <"},
        {"#x20AC; #euro; #9829;", IDARCH_LABEL_TEXT, "&x20AC; \xE2\x82\xAC \xE2\x99\xA5"},
        {"a  <  b", IDARCH_LABEL_STRING, "a < b"},
        {"List<String>", IDARCH_LABEL_STRING, "List<String>"},
        {"**b** and *i*\nnext `c`", IDARCH_LABEL_MARKDOWN, "b(b) and i(i)|next c(c)"},
        {"a<br/>**b**", IDARCH_LABEL_MARKDOWN, "a|b(b)"},
        {"- a list", IDARCH_LABEL_MARKDOWN, "- a list"},
        {"a: 5 > 4, b) 1. c! (d)", IDARCH_LABEL_MARKDOWN, "a: 5 > 4, b) 1. c! (d)"},
        {"a [b](https://c.d) _e_", IDARCH_LABEL_MARKDOWN, "a b i(e)"},
        {"#quot;m#quot;", IDARCH_LABEL_MARKDOWN, "\"m\""},
        {"a\tb\x01 c", IDARCH_LABEL_STRING, "a b c"},
        {"x <span style='color:red'>y</span>", IDARCH_LABEL_STRING, "x y"},
        {"", IDARCH_LABEL_TEXT, ""},
        {"<br>", IDARCH_LABEL_TEXT, ""},
    };
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        idarch_rich rich = idarch_label_rich(arena, idarch_str_of(rows[i].text), rows[i].type,
                                             (idarch_span){0, 0}, NULL);
        assert_string_equal(shown(arena, &rich), rows[i].expected);
    }
    idarch_arena_free(arena);
}

static void test_colors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t rgba;
    } rows[] = {
        {"#f9f", 0xFF99FFFF},          {"#FF99FF80", 0xFF99FF80}, {"SteelBlue", 0x4682B4FF},
        {"rgb(1, 2, 3)", 0x010203FF},  {"rgba(255,0,0,0.5)", 0xFF000080},
        {"hsl(120,100%,50%)", 0x00FF00FF}, {"hsl(240deg 100% 25%)", 0x000080FF},
        {"none", 0},                   {"rebeccapurple", 0x663399FF}, {"yellowgreen", 0x9ACD32FF},
        {"aliceblue", 0xF0F8FFFF},
    };
    idarch_color c;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(idarch_css_color(idarch_str_of(rows[i].text), &c));
        uint32_t got = (uint32_t)c.r << 24 | (uint32_t)c.g << 16 | (uint32_t)c.b << 8 | c.a;
        assert_int_equal(got, rows[i].rgba);
    }
    static const char *const bad[] = {"", "#ff", "#ggg", "nocolor", "rgb(1,2)", "re", "redd",
                                      "rgb(1,2,3", "url(x)"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(idarch_css_color(idarch_str_of(bad[i]), &c));
}

static void test_precedence(void **state)
{
    (void)state;
    parsed *p = parse_text("flowchart LR\nA:::k --> B\nC\nclassDef default fill:#111,stroke:#222\n"
                           "classDef k fill:#333,stroke-width:3px,stroke-dasharray:5 2\n"
                           "style B fill:#444,font-weight:bold,color:red,rx:4,opacity:50%\n"
                           "linkStyle default stroke:blue,stroke-width:1px\n"
                           "linkStyle 0 stroke:red\n");
    const idarch_node *n = p->graph.nodes.items;
    assert_true(p->good);
    assert_int_equal(n[0].style->fill.r, 0x33);
    assert_int_equal(n[0].style->stroke.r, 0x22);
    assert_int_equal(n[0].style->dash_count, 2);
    assert_true(n[0].style->stroke_width > 2.99 && n[0].style->stroke_width < 3.01);
    assert_int_equal(n[1].style->fill.r, 0x44);
    assert_true(n[1].style->bold && n[1].style->opacity < 0.51);
    assert_int_equal(n[2].style->fill.r, 0x11);
    const idarch_edge *e = p->graph.edges.items;
    assert_int_equal(e->style->stroke.r, 255);
    assert_int_equal(e->style->stroke.b, 0);
    assert_true(e->style->set & IDARCH_STYLE_STROKE_WIDTH);
    release(p);
}

static void test_groups(void **state)
{
    (void)state;
    parsed *p = parse_text("flowchart TB\nsubgraph out\nsubgraph in [Inner]\nA\nend\nB --> in\n"
                           "end\nC --> A\nstyle in fill:#123456\n");
    const idarch_graph *g = &p->graph;
    assert_true(p->good);
    assert_int_equal(g->subgraphs.count, 2);
    assert_string_equal(g->subgraphs.items[0].id, "in");
    assert_int_equal(g->subgraphs.items[0].parent, 1);
    assert_int_equal(g->subgraphs.items[1].parent, -1);
    assert_int_equal(g->subgraphs.items[0].declared, 1);
    assert_int_equal(g->nodes.items[idarch_graph_node(g, "A")].subgraph, 0);
    assert_int_equal(g->nodes.items[idarch_graph_node(g, "B")].subgraph, 1);
    assert_int_equal(g->nodes.items[idarch_graph_node(g, "C")].subgraph, -1);
    assert_true(g->nodes.items[idarch_graph_node(g, "in")].is_subgraph);
    assert_int_equal(g->subgraphs.items[0].style->fill.b, 0x56);
    release(p);
}

static void test_config(void **state)
{
    (void)state;
    parsed *p = parse_text("---\ntitle: A title\nconfig:\n  theme: forest\n  flowchart:\n"
                           "    curve: linear\n---\n"
                           "%%{init: {'theme': 'dark', 'config': {'nodeSpacing': 20}}}%%\n"
                           "flowchart LR\nA\n");
    assert_true(p->good);
    assert_string_equal(p->graph.title, "A title");
    json_t *got = json_loads(p->graph.config_json, 0, NULL);
    json_t *want = json_pack("{s:s, s:{s:s, s:i}}", "theme", "dark", "flowchart", "curve",
                             "linear", "nodeSpacing", 20);
    assert_true(json_equal(got, want));
    json_decref(got);
    json_decref(want);
    release(p);
}

static void test_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        idarch_diagram_kind kind;
        size_t start, end;
    } rows[] = {
        {"flowchart LR", IDARCH_DIAGRAM_FLOWCHART, 0, 9},
        {"graph;", IDARCH_DIAGRAM_FLOWCHART, 0, 5},
        {"---\ntitle: x\n---\n%% c\n  flowchart-elk TD", IDARCH_DIAGRAM_FLOWCHART, 24, 37},
        {"%%{init: {}}%%\nsequenceDiagram\n", IDARCH_DIAGRAM_OTHER, 15, 30},
        {"flowchrt LR", IDARCH_DIAGRAM_UNKNOWN, 0, 8},
        {" \n %% only a comment", IDARCH_DIAGRAM_EMPTY, 20, 20},
        {"", IDARCH_DIAGRAM_EMPTY, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t start, end;
        assert_int_equal(idarch_diagram_kind_of(idarch_str_of(rows[i].text), &start, &end),
                         rows[i].kind);
        assert_int_equal(start, rows[i].start);
        assert_int_equal(end, rows[i].end);
    }
}

/* ---- sizes ---------------------------------------------------------------------------- */

static double seconds_for(const char *text, bool good)
{
    clock_t start = clock();
    parsed *p = parse_text(text);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_int_equal(p->good, good);
    release(p);
    return seconds;
}

static char *repeat(const char *start, const char *part, unsigned count, const char *end)
{
    GString *text = g_string_new(start);
    for (unsigned i = 0; i < count; i++)
        g_string_append(text, part);
    g_string_append(text, end);
    return g_string_free(text, FALSE);
}

typedef struct size_row {
    const char *start, *part;
    unsigned count;
    const char *end;
    bool good;
} size_row;

static const size_row sizes[] = {
    {"flowchart LR\n", "A", 1000000, "\n", true},
    {"flowchart LR\nA", "-->B", 100000, "\n", true},
    {"flowchart LR\nA[\"", "x ", 500000, "\"]\n", true},
    {"flowchart LR\nA[\"", "<a", 500000, "\"]\n", true},
    {"flowchart LR\nA[\"`", "*a_ ", 200000, "`\"]\n", true},
    {"flowchart LR\n", "A@", 500000, "\n", false},
    {"flowchart LR\n", " \n", 500000, "A", true},
    {"flowchart LR\n", "A direction ", 80000, "\n", false},
    {"flowchart LR\n", "%%{", 300000, "A", false},
    {"---\n", " \n", 300000, "A", false},
    {"flowchart LR\n", "A[\"", 300000, "\n", false},
    {"flowchart LR\n", "subgraph s\n", 100000, "\n", false},
};

/* Twice the text must not take much more than twice the time; the bound is wide, as a
 * quadratic step shows as a factor of thousands here. */
static void test_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const size_row *row = &sizes[i];
        char *text = repeat(row->start, row->part, row->count, row->end);
        assert_true(seconds_for(text, row->good) < 30);
        g_free(text);
    }
}

static void test_many(void **state)
{
    (void)state;
    GString *text = g_string_new("flowchart LR\n");
    for (unsigned i = 0; i < 10000; i++)
        g_string_append_printf(text, "N%u[\"node %u\"]\n", i, i);
    for (unsigned i = 0; i < 100000; i++)
        g_string_append_printf(text, "N%u --> N%u\n", i % 10000, (i * 7 + 1) % 10000);
    assert_true(seconds_for(text->str, true) < 60);
    g_string_assign(text, "flowchart LR\n");
    for (unsigned i = 0; i < 1000; i++)
        g_string_append_printf(text, "subgraph s%u\n", i);
    g_string_append(text, "A\n");
    for (unsigned i = 0; i < 1000; i++)
        g_string_append(text, "end\n");
    assert_true(seconds_for(text->str, true) < 30);
    g_string_free(text, TRUE);
}

/* What JSON escapes (RFC 8259), bytes that are no UTF-8, and facts: one of them in the place
 * of a member that every node has, the other last. */
static void test_json(void **state)
{
    (void)state;
    static const char text[] = "flowchart LR\nA";
    parsed *p = parse(text, strlen(text));
    idarch_node *node = &p->graph.nodes.items[0];
    node->label = "\"\\/\b\t\n\v\f\r\x01\x1F\x7F\xC3\xA9\xF0\x9F\x98\x80\xFF!";
    *IDARCH_PUSH(p->arena, &node->facts) = (idarch_fact){"last", "[1,{\"a\":null}]"};
    *IDARCH_PUSH(p->arena, &node->facts) = (idarch_fact){"shape", "7"};
    node->asset_width = 2.5;
    node->asset_height = 1e300;
    idarch_strbuf out = {.arena = p->arena};
    idarch_graph_json(p->arena, &p->graph, &out);
    assert_non_null(strstr(
        idarch_strbuf_text(&out),
        "\"nodes\":[{\"id\":\"A\",\"label\":\"\\\"\\\\/\\b\\t\\n\\u000B\\f\\r\\u0001\\u001F\x7F"
        "\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD!\",\"labelType\":\"text\",\"shape\":7,\"classes\":[],"
        "\"styles\":[],\"w\":2.5,\"h\":1e300,\"last\":[1,{\"a\":null}]}]"));
    release(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_mermaid), cmocka_unit_test(test_refused_links),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_no_warnings_without_cause),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_colors),
        cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_config),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
