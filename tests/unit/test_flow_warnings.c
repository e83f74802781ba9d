/* Warnings where Mermaid draws something else than was written: each one at its place, and
 * not for the text beside it, which says plainly what it means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>

#include "parser/flowchart.h"

typedef struct warning_row {
    const char *text, *code;
    unsigned line, column; /* of its start; 0: anywhere */
    const char *clean;     /* a text that gets no such warning */
} warning_row;

/* After the line "flowchart LR". */
static const warning_row rows[] = {
    {"A[\"C:\\new\\x\"]", "label-newline", 2, 6, "A[\"C:#92;new\\x\"]"},
    {"A[\"`a\\nb`\"]", "label-newline", 2, 6, "A[\"`C:\\new`\"]"},
    {"A@{label: a\\nb}", "label-newline", 2, 11, "A@{label: \"a\\nb\"}"},
    {"A@{shape:cyl}", "data-key", 2, 4, "A@{shape: cyl}"},
    {"A@{shape=cyl}", "data-key", 2, 4, "A@{shape: cyl}"},
    {"A@{label: x, y}", "data-key", 2, 14, "A@{label: \"x, y\"}"},
    {"A@{label: step #1}", "data-comment", 2, 16, "A@{label: \"step #1\"}"},
    {"A@{label: step #1}", "data-comment", 2, 16, "A@{label: step #35;1}"},
    {"A e1@--> B\ne1@{animate: tru}", "data-value", 3, 14, "A e1@--> B\ne1@{animate: true}"},
    {"A e1@--> B\ne1@{animation: fst}", "data-value", 3, 16,
     "A e1@--> B\ne1@{animation: fast}"},
    {"A e1@--> B\ne1@{curve: zig}", "data-value", 3, 12, "A e1@--> B\ne1@{curve: stepAfter}"},
    {"A@{icon: \"x\", form: sqare}", "data-value", 2, 21, "A@{icon: \"x\", form: square}"},
    {"A@{icon: \"x\", pos: x}", "data-value", 2, 20, "A@{icon: \"x\", pos: t}"},
    {"A@{icon: \"x\", w: abc}", "data-value", 2, 18, "A@{icon: \"x\", w: 80}"},
    {"A@{icon: \"x\", h: -3}", "data-value", 2, 18, "A@{icon: \"x\", h: \"60\"}"},
    {"A@{img: \"x\", constraint: maybe}", "data-value", 2, 26, "A@{img: \"x\", constraint: on}"},
    {"A\nstyle A fill:red;stroke:blue", "style-semicolon", 3, 17,
     "A\nstyle A fill:red;B:::k --> C\nclassDef k fill:red;"},
    {"classDef k fill:red; stroke:blue;", "style-semicolon", 2, 20,
     "classDef k fill:red,stroke:blue;"},
    {"A --> B\nlinkStyle 0 stroke:red;stroke-width:2px", "style-semicolon", 3, 23,
     "A --> B\nlinkStyle 0 stroke:red;api:v1 --> B"},
    {"A --> B --> C\nlinkStyle 0 1 stroke:red", "style-blank", 3, 13,
     "A --> B --> C\nlinkStyle 0,1 stroke:red"},
    {"A --> B\nstyle A B fill:red", "style-blank", 3, 9, "A --> B\nstyle A fill : red"},
    {"A\nclassDef a b fill:red", "style-blank", 3, 12, "A\nclassDef a,b fill:red"},
    {"A\nstyle A fill:red stroke:blue", "style-blank", 3, 9,
     "A\nstyle A fill:red, stroke-dasharray:5 5"},
    {"A\nstyle A fill:red,stroke", "style-value", 3, 18, "A\nstyle A stroke:currentColor"},
    {"A --> B\nlinkStyle 0 strok:red", "style-property", 3, 13,
     "A --> B\nlinkStyle 0 stroke:red"},
    {"A:::hot,cold", "class-list", 2, 5, "A:::hot"},
    {"A & B\nclass A,B, k", "list-comma", 3, 7, "A & B\nclass A,B k"},
    {"classDef a,,b fill:red", "list-comma", 2, 10, "classDef a,b fill:red"},
    {"A---oracle", "edge-end", 2, 2,
     "A--- oracle"},
    {"A--xB", "edge-end", 2, 2,
     "A--x B"},
    {"A==o1", "edge-end", 2, 2,
     "A==o 1"},
    {"A --otext--> B", "edge-end", 2, 3,
     "A -- otext --> B"},
    {"A <--- B", "edge-start", 2, 3,
     "A <--> B"},
    {"A[x]x-->B", "edge-start", 2, 5,
     "A[x] --> B"},
    {"A x-- t --> B", "edge-ends", 2, 3,
     "A x-- t --x B"},
    {"A ----------------> B", "edge-length", 2, 3,
     "A -----> B"},
    {"A -- B;\nC --> D", "edge-text-lines", 2, 3, "A -- x\n--> B"},
    {"A -- x --- y --> B", "edge-text-id", 2, 12,
     "A -- x --- y\ny --> B\ny --> C"},
    {"A -- x --- y --> B", "edge-text-id", 2, 12,
     "A -- x --- y[Y] --> B"},
    {"A -- x --- y --> B", "edge-text-id", 2, 12,
     "A -- x --> y --> B"},
    {"A --|t|--> B", "edge-text-pipes", 2, 5,
     "A -->|t| B"},
    {"A & B e1@--> C & D", "edge-id-fan", 2, 10,
     "A e1@--> B"},
    {"A%%c --> B", "id-comment", 2, 1,
     "A --> B\n%% c"},
    {"A\n%%\nB", "id-comment", 3, 1,
     "A\n%% c\nB"},
    {"A --> B,C", "id-list", 2, 7,
     "A --> B & C"},
    {"A&B --> C", "id-list", 2, 1,
     "A & B --> C"},
    {"A&B --> C", "id-list", 2, 1,
     "R&D[R&D] --> C"},
    {"classDef k fill:#eee\nA::k", "id-colon", 3, 1,
     "classDef k fill:#eee\nA:::k"},
    {"A --> B\nC --> B:done", "id-colon", 3, 7,
     "A --> svc:api"},
    {"A --> B\nC --> B-", "id-dash", 3, 7,
     "B-[x] --> B"},
    {"A --> B\nB-A", "id-dash", 3, 1,
     "api --> gateway\napi --> api-gateway"},
    {"Server[API] --> DB\nX --> server", "id-case", 3, 7,
     "A[x] --> a[y]"},
    {"Server[API] --> DB\nX --> server", "id-case", 3, 7,
     "A[x] --> a"},
    {"Server --> DB\nServer --> Log\nX --> server", "id-case", 4, 7,
     "Server --> DB\nX --> server"},
    {"A[\"a <!-- b --> c\"]", "label-markup", 2, 4, "A[\"a #lt;!-- b --> c\"]"},
    {"A -->|\"x <!-- y\"| B", "label-markup", 2, 8, "A -->|\"x <! y\"| B"},
    {"A --> B\nlinkStyle 0 interpolate zigzag", "curve-unknown", 3, 25,
     "A --> B\nlinkStyle 0 interpolate stepAfter"},
    {"A --> B\nlinkStyle default interpolate Basis stroke:red", "curve-unknown", 3, 31,
     "A --> B\nlinkStyle default interpolate basis stroke:red"},
    {"%%{init: {'flowchart': {'curve': 'zig'}}}%%\nA", "curve-unknown", 2, 1,
     "%%{init: {'flowchart': {'curve': 'natural'}}}%%\nA"},
    {"subgraph Backend\nA\nend\nB --> backend", "id-case", 5, 7,
     "subgraph Backend\nA\nend\nB --> Backend"},
    {"subgraph one two\nA\nend\nB --> one", "subgraph-id", 5, 7,
     "subgraph one [one two]\nA\nend\nB --> one"},
    {"subgraph one \nA\nend\nB --> one", "subgraph-id", 5, 7,
     "subgraph one \nA\nend\nB --> A"},
    {"subgraph one two [T]\nA\nend\nB --> one", "subgraph-id", 5, 7,
     "subgraph one [T]\nA\nend\nB --> one"},
    {"A\nstyle A fil:red", "style-property", 3, 9, "A\nstyle A fill:red,rx:5px,filter:none,background:red"},
    {"A:::k\nclassDef k color:red,border-color:blue", "style-property", 3, 22,
     "A:::k\nclassDef k color:red,font-family:serif,text-align:left"},
    {"subgraph s [Store]\nA\nend\nB --> Store", "subgraph-id", 5, 7,
     "subgraph s [Store]\nStore\nend\nB --> Store"},
    {"subgraph a\nA\nend\nsubgraph a\nB\nend", "subgraph-twice", 5, 10,
     "subgraph a\nA\nend\nsubgraph b\nB\nend"},
    {"subgraph a\nA --> B\nend\nsubgraph b\nB\nend", "subgraph-member", 6, 1,
     "subgraph a\nA\nend\nsubgraph b\nB\nend\nA --> B"},
    {"subgraph a\nA --> B\nend\nsubgraph b\nB[x] --> C\nend", "subgraph-member", 6, 1,
     "subgraph a\nA\nend\nsubgraph b\nB --> A\nend"},
    {"subgraph a\nA --> B\nend\nsubgraph b\nB\nend", "subgraph-member", 6, 1,
     "subgraph a\nB\nsubgraph b\nB\nend\nend"},
    {"subgraph db\ndb[(Store)]\nend", "subgraph-node", 3, 5,
     "subgraph db\nstore[(Store)]\nend"},
    {"subgraph db\nA\nend\ndb[Other] --> B", "subgraph-node", 5, 4,
     "subgraph db\nA\nend\ndb[db] --> B"},
    {"subgraph a\nA --> a\nend", "edge-inside", 3, 3,
     "subgraph a\nA\nend\nB --> a"},
    {"subgraph a\nsubgraph b\nA\nend\nend\na --> b", "edge-inside", 7, 3,
     "subgraph a\nA\nend\nsubgraph b\nB\nend\na --> b"},
    {"subgraph the end\nA\nend", "subgraph-line", 2, 10,
     "subgraph \"the end\"\nA --> B\nend"},
    {"subgraph a\nA\nend a2", "end-rest", 4, 5,
     "subgraph a\nA\nend\na2"},
    {"subgraph a\nA\nend a2", "end-rest", 4, 5,
     "subgraph a\nA\nend C-->D"},
    {"subgraph a\ndirection LR\ndirection TB\nA\nend", "direction-twice", 4, 1,
     "subgraph a\ndirection LR\nsubgraph b\ndirection TB\nA\nend\nend"},
    {"A[wind direction LR here] --> B", "direction-line", 2, 1,
     "A[wind direction here] --> B"},
    {"X[\"bidirectional direction TBD\"]", "direction-line", 2, 1,
     "X[\"bidirectional direction tbd\"]"},
    {"direction LR\nA", "direction-line", 2, 1,
     "subgraph a\ndirection LR\nA\nend"},
    {"classDef good fill:#efe\nA:::god", "class-unknown", 3, 5,
     "classDef good fill:#efe\nA:::good"},
    {"A:::workr", "class-unknown", 2, 5, "A:::worker\nB:::store\nC:::clock\nD:::client"},
    {"A\nclass A k", "class-unknown", 3, 9,
     "A\nclass A k\nclassDef k fill:#eee"},
    {"A e1@--> B\nclass e1 k", "class-unknown", 3, 10,
     "classDef k stroke:red\nA e1@--> B\nclass e1 k"},
    {"class A k\nA\nclassDef k fill:#eee", "unknown-id", 2, 7,
     "A\nclass A k\nclassDef k fill:#eee"},
    {"A\nclass A,Zed k\nclassDef k fill:#eee", "unknown-id", 3, 9,
     "A\nZed\nclass A,Zed k\nclassDef k fill:#eee"},
    {"click A \"https://e.com\"\nA", "unknown-id", 2, 7,
     "A\nclick A \"https://e.com\""},
    {"A\nclass A k,l", "class-list", 3, 9,
     "A\nclass A k\nclassDef k fill:#eee"},
    {"A & B\nstyle A,B fill:#eee", "style-node", 3, 7,
     "A & B\nstyle A fill:#eee"},
    {"style A fill:#eee\nB", "style-node", 2, 7,
     "style A fill:#eee\nA --> B"},
    {"A e1@--> B\nstyle e1 stroke:red", "style-edge", 3, 7,
     "A e1@--> B\nstyle B stroke:red"},
    {"A-->B\nlinkStyle 0 stroke:red\nlinkStyle 0 color:blue", "link-style-lost", 4, 11,
     "A-->B\nlinkStyle 0 stroke:red\nlinkStyle 0 stroke:blue"},
    {"A-->B\nlinkStyle default stroke:red\nlinkStyle default color:blue", "link-style-lost", 4, 11,
     "A-->B\nlinkStyle default stroke:red\nlinkStyle 0 color:blue"},
    {"click --> B", "click-word", 2, 7,
     "clicked --> B"},
    {"A\nclick A https://e.com", "click-url", 3, 9,
     "A\nclick A \"https://e.com\""},
    {"A\nclick A \"javascript:x\"", "click-url", 3, 10,
     "A\nclick A \"mailto:a@b.c\""},
    {"A\nclick A \"example.com/x\"", "click-scheme", 3, 10,
     "A\nclick A \"example.html\""},
    {"A\nclick A \"www.e.se\"", "click-scheme", 3, 10,
     "A\nclick A \"../docs/a.md\""},
    {"A\nclick A \"https://e.com/#frag;z\"", "click-entity", 3, 10,
     "A\nclick A \"https://e.com/#frag\""},
    {"subgraph s\nA\nend\nclick s \"https://e.com\"", "click-node", 5, 7,
     "subgraph s\nA\nend\nclick A \"https://e.com\""},
    {"A[x]\nA[y]", "label-replaced", 3, 3,
     "A[x]\nA --> B\nA[x]"},
    {"A[x]\nA@{label: y}", "label-replaced", 3, 11,
     "A@{label: y}"},
    {"A[\"a\\nb\"]", "label-newline", 2, 5,
     "A[\"a<br/>b\"]"},
    {"A -->|a\\nb| B", "label-newline", 2, 8,
     "A -->|a<br/>b| B"},
    {"subgraph s [\"a\\nb\"]\nA\nend", "label-newline", 2, 15,
     "subgraph s [\"a<br/>b\"]\nA\nend"},
    {"A[\"List<String>\"]", "label-markup", 2, 4,
     "A[\"List#lt;String#gt;\"]"},
    {"A -->|List<String>| B", "label-markup", 2, 7,
     "A -->|a < b and c > d| B"},
    {"A[\"a<b\"]", "label-markup", 2, 4,
     "A[\"a < b\"]"},
    {"A[\"#nosuch;\"]", "label-markup", 2, 4,
     "A[\"#quot;x#quot; #35;1 <b>x</b> fa:fa-car\"]"},
    {"A[`x`]", "markdown-quotes", 2, 3,
     "A[\"`x`\"]"},
    {"A(\"a\" b)", "label-quotes-lost", 2, 4,
     "A(\"a b\")"},
    {"A[/api/users/]", "label-path", 2, 4,
     "A[/read users/] --> B[\"/api/users/\"]"},
    {"A[style x:#abc; y; z]", "lost-semicolon", 2, 18,
     "A[style x; y; z]"},
    {"e2@{animate: true}", "data-key", 2, 5,
     "A e2@--> B\ne2@{animate: true}"},
    {"A@{shap: rect}", "data-key", 2, 4,
     "A@{shape: rect}"},
    {"A e2@--> B\ne2@{label: x}", "data-key", 3, 5,
     "A e2@--> B\ne2@{curve: basis}"},
    {"accTitle: a\naccTitle: b\nA", "accessible-twice", 3, 11,
     "accTitle: a\naccDescr: b\nA"},
    {"A\n%%{init: {\"theme\": \"dark\"}\nB --> C", "directive-open", 3, 1,
     "A\n%%{init: {\"theme\": \"dark\"}}%%\nB --> C"},
    {"A\n%%{foo: 1}%%\nB", "directive-unknown", 3, 1,
     "A\n%%{wrap}%%\nB"},
    {"%%{init: {'theme': 'dakr'}}%%\nA", "config-theme", 2, 1,
     "%%{init: {'theme': 'dark'}}%%\nA"},
    {"%%{init: {'flowchart': {'curv': 'basis'}}}%%\nA", "config-key", 2, 1,
     "%%{init: {'flowchart': {'curve': 'basis'}}}%%\nA"},
    {"%%{init: {theme}}%%\nA", "init-json", 2, 1,
     "%%{init: {\"theme\": \"dark\"}}%%\nA"},
    {"A e1@--> B\ne1 --> C", "edge-id", 3, 1,
     "A e1@--> B\nC --> D"},
    {"A e1@--> B\nB e1@--> C", "edge-id", 3, 6,
     "A e1@--> B\nB e2@--> C"},
    {"subgraph s\nA\nend\ns@{shape: rect}", "subgraph-data", 5, 2,
     "subgraph s\nA\nend\nA@{shape: rect}"},
    {"accDescr {x", "accdescr-open", 2, 1,
     "accDescr {x}\nA"},
};

/* With a header of their own. */
static const warning_row headers[] = {
    {"flowchart BR\nA", "direction-br", 1, 11,
     "flowchart RL\nA"},
    {"---\ntheme: dark\n---\nflowchart LR\nA", "front-key", 2, 1,
     "---\nconfig:\n  theme: dark\n---\nflowchart LR\nA"},
    {"---\nconfig:\n  theme: nosuch\n---\nflowchart LR\nA", "config-theme", 3, 10,
     "---\ntitle: theme\nowner: me\n---\nflowchart LR\nA"},
    {"---\nconfig:\n  flowchart:\n    curv: basis\n---\nflowchart LR\nA", "config-key", 4, 5,
     "---\nconfig:\n  flowchart:\n    curve: basis\n---\nflowchart LR\nA"},
};

typedef struct parsed {
    idarch_arena *arena;
    const idarch_source *source;
    idarch_diags diags;
    bool good;
} parsed;

static void parse(const char *header, const char *text, parsed *p)
{
    p->arena = idarch_arena_new(0, NULL, NULL);
    char *all = idarch_printf(p->arena, "%s%s\n", header, text);
    p->source = idarch_source_new(p->arena, "test.mmd", idarch_str_of(all));
    idarch_extract *extract = IDARCH_NEW(p->arena, idarch_extract);
    idarch_graph *graph = IDARCH_NEW(p->arena, idarch_graph);
    *extract = idarch_extract_all(p->arena, p->source, 0);
    idarch_diags_init(&p->diags, p->arena);
    p->good = idarch_parse_flowchart(p->arena, extract, NULL, &p->diags, graph);
}

static const idarch_diag *find(const parsed *p, const char *code)
{
    for (size_t i = 0; i < p->diags.list.count; i++)
        if (strcmp(p->diags.list.items[i].code, code) == 0)
            return &p->diags.list.items[i];
    return NULL;
}

static bool warns(const char *header, const warning_row *row)
{
    parsed p;
    parse(header, row->text, &p);
    const idarch_diag *diag = find(&p, row->code);
    idarch_position at = {0};
    if (diag)
        at = idarch_source_position(p.source, diag->span.start);
    bool right = p.good && diag && diag->severity == IDARCH_WARNING && diag->hint &&
                 (row->line == 0 || (at.line == row->line && at.column == row->column));
    if (!right)
        print_error("%s: %s at %u:%u, wanted %u:%u\n", row->text, diag ? row->code : "nothing",
                    at.line, at.column, row->line, row->column);
    idarch_arena_free(p.arena);
    return right;
}

static bool is_quiet(const char *header, const warning_row *row)
{
    parsed p;
    parse(header, row->clean, &p);
    bool right = p.good && !find(&p, row->code);
    if (!right)
        print_error("%s: %s\n", row->clean, p.good ? row->code : "not read");
    idarch_arena_free(p.arena);
    return right;
}

static unsigned check(const char *header, const warning_row *table, size_t count)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += (warns(header, &table[i]) ? 0u : 1u) + (is_quiet(header, &table[i]) ? 0u : 1u);
    return wrong;
}

static void test_rows(void **state)
{
    (void)state;
    unsigned wrong = check("flowchart LR\n", rows, sizeof rows / sizeof rows[0]);
    wrong += check("", headers, sizeof headers / sizeof headers[0]);
    assert_int_equal(wrong, 0);
}

/* Ordinary flowcharts, with everything that a rule might stumble over, get no finding. */
static void test_ordinary(void **state)
{
    static const char *const texts[] = {
        "Start([Start]) --> Login{Logged in?}\nLogin -->|yes| Home[Home page]\n"
        "Login -- no --> Form[/Enter name/]\nForm --> Login\nHome --> E((End))",
        "subgraph client [Client side]\n  direction TB\n  app --> cache[(Cache)]\nend\n"
        "subgraph server\n  api-gateway --> orders & users\n  orders --> db\nend\n"
        "app -->|HTTPS| api-gateway\nserver -.-> log\nclassDef hot fill:#fee\nclass db hot",
        "A[\"<b>Bold</b><br/>R&D < 5 & x > 3\"] --- B[\"C:/temp\"]\nB o--o C\nC x--x D\n"
        "D <--> E\nE == yes ==> F\nF -. maybe .-> G\nG ~~~ H",
        "c1-->a2\nsubgraph one\na1-->a2\nend\nsubgraph two\nb1-->b2\nend\nsubgraph three\n"
        "c1-->c2\nend\none --> two\nthree --> two\ntwo --> c2",
        "subgraph TOP\ndirection TB\nsubgraph B1\ndirection RL\ni1 -->f1\nend\nsubgraph B2\n"
        "direction BT\ni2 -->f2\nend\nend\nA --> TOP --> B\nB1 --> B2",
        "A[Christmas] -->|Get money| B(Go shopping)\nB --> C{Let me think}\nC -->|One| D[Laptop]\n"
        "C -->|Two| E[iPhone]\nC -->|Three| F[fa:fa-car Car]",
        "a[\"`The **cat** in the hat`\"] -- \"edge label\" --> b{{\"`The **dog**`\"}}\n"
        "A-. text .-> B ==> C & D--> E\nB@{shape: manual-file, label: \"File handling\"}",
        "A e1@==> B\nclassDef animate stroke-dasharray:9\\,5,stroke-dashoffset:900\n"
        "class e1 animate\nB --o C --x D\nD[[\"Call f(x), g(y)\"]] -->|\"a, b & c\"| E[(\"DB: main\")]",
        "a.b-c/d:e --> f_g\nns:x --> ns:y\nlinkStyle 0 stroke:#f00\nlinkStyle 1 stroke:#00f",
        "subgraph outer\n  subgraph inner\n    A --> B\n  end\n  B --> C\nend\nC --> D\n"
        "D --> inner\nstyle outer fill:#eee\nclick D \"https://example.com/a#b\" \"tip\" _blank",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        parsed p;
        parse("flowchart LR\n", texts[i], &p);
        if (!p.good || p.diags.list.count)
            print_error("text %zu: %s\n", i,
                        p.diags.list.count ? p.diags.list.items[0].message : "not read");
        assert_true(p.good);
        assert_int_equal(p.diags.list.count, 0);
        idarch_arena_free(p.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_ordinary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
