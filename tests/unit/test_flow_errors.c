/* Errors in flowcharts: texts with mistakes against what is said about each, and where.
 *
 * An expectation is a line "code LINE:COLUMN words": the words stand in the message or in
 * the hint. All of them are expected, in this order, and no other error. Places are counted
 * by hand; that Mermaid rejects each text was asked once of Mermaid's own parser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <stdlib.h>

#include "parser/flow_codes.h"
#include "parser/flowchart.h"
#include "parser/parser.h"

typedef struct error_row {
    const char *text, *expected;
} error_row;

/* Read behind a first line `flowchart LR`. */
static const error_row statements[] = {
    /* labels */
    {"A[Process (v2.0)] --> B", "label-bracket 2:11 A[\"Process (v2.0)\"]\n"},
    {"A[f(x)] --> B[g(y)]", "label-bracket 2:4 A[\"f(x)\"]\nlabel-bracket 2:16 B[\"g(y)\"]\n"},
    {"A[f(x)] B[g(y)]", "label-bracket 2:4 A[\"f(x)\"]\n"},
    {"A --> B{x[0] > 1}", "label-bracket 2:10 B{\"x[0] > 1\"}\n"},
    {"A -->|f(x)| B", "label-bracket 2:8 |\"f(x)\"|\n"},
    {"A([x {y} z]) --> B", "label-bracket 2:6 A([\"x {y} z\"])\n"},
    {"A[a|b]", "label-bracket 2:4 A[\"a|b\"]\n"},
    {"A[x~~~y]\nB[~~~y]", "label-bracket 3:3 ~~~\n"},
    {"A[say \"hi\"] --> B", "label-quote 2:7 A[\"say #quot;hi#quot;\"]\n"},
    {"A[\"say \"hi\" now\"] --> B", "label-quote 2:11 #quot;hi#quot; now\n"},
    {"A[] --> B", "label-empty 2:3 A[ ]\n"},
    {"A[\"\"]", "label-empty 2:5 A[ ]\n"},
    {"A -->|| B", "label-empty 2:7 pipes away\n"},
    {"A --> B[/path]", "label-slash 2:14 B[\"/path\"]\n"},
    {"A[\"`x`y`\"] --> B", "markdown-string 2:6 #96;\n"},
    {"A(x] --> B", "bracket-other 2:4 does not close\n"},
    {"A((text) --> B", "bracket-other 2:8 close it as it opens: A((text))\n"},
    {"A[x]] --> B", "bracket-other 2:4 A[x]\n"},
    {"A[x][y] --> B", "label-twice 2:5 one pair\n"},
    {"A \"x\"", "label-bare 2:3 A[\"x\"]\n"},
    /* what is never closed */
    {"A[x\nB[y] --> C\nD [z]", "bracket-open 2:2 never closed\nblank-before-bracket 4:3 right after\n"},
    {"A[first\nsecond (x)] --> B\nC [y]",
     "label-bracket 3:8 unquoted\nblank-before-bracket 4:3 blank\n"},
    {"A[\"x] --> B\nC[\"y\"] --> D\nE [z]",
     "quote-open 2:3 never closed\nblank-before-bracket 4:3 blank\n"},
    {"A[\"one\ntwo\"] --> B\nC [z]", "blank-before-bracket 4:3 blank\n"},
    {"A --> \"x\nB --> C", "quote-open 2:7 never closed\n"},
    {"\"x", "quote-open 2:1 never closed\n"},
    {"A[\"x\nB --> C\n\n%% c\nD --> E", "quote-open 2:3 never closed\n"},
    {"A -->|x B\nC -->|y| D\nE [z]",
     "bracket-open 2:6 second `|`\nblank-before-bracket 4:3 blank\n"},
    {"A -->|x B\nC --> D", "bracket-open 2:6 two pipes\n"},
    {"A -- \"x --> B\nC -- \"y\" --> D\nE [z]",
     "quote-open 2:6 never closed\nblank-before-bracket 4:3 blank\n"},
    {"A@{ shape: rect\nB{x} --> C\nD [z]",
     "data-open 2:2 close it: @{ shape: rect }\nblank-before-bracket 4:3 blank\n"},
    {"A@{ shape: rect\nB --> C", "data-open 2:2 never closed\n"},
    {"A\nstyle A x:v", "syntax 3:11 declarations\n"},
    {"A@{ icon: fa:x\" }\nB --> C", "data-open 2:2 take the quote away: @{ icon: fa:x }\n"},
    {"A@{ label: \"x }\nB --> C", "data-open 2:2 close the quote: @{ label: \"x\" }\n"},
    {"A@{ label: \"x }\nB[\"y\"]\nC@{ shape: nope }",
     "quote-open 2:12 never closed\nshape-unknown 4:12 nope\n"},
    {"A@{label: #35;: x}", "yaml 2:15 colon\n"},
    {"A@{ label: \"a\" #9829; }", "yaml 2:14 quote ends\n"},
    {"A@{\n  label: x #quot;y#quot;\n  shape: n#35;\n}", "shape-unknown 4:10 n#35;\n"},
    /* what nobody sees is named */
    {"A\x01" "B --> C", "character-hidden 2:2 U+0001\n"},
    {"A\xC2\x85" "B --> C", "character-hidden 2:2 U+0085\n"},
    {"\xE2\x80\xAE" "A --> B", "character-hidden 2:1 U+202E\n"},
    /* errors that show only at the end stand beside the others */
    {"A@{label: 5}\nB -> C\nA --> B\nlinkStyle 99 stroke:red",
     "label-quotes 2:11 \"5\"\narrow 3:3 dashes\nlink-style 5:11 no edge 99\n"},
    {"A -> B\nlinkStyle 0 stroke:red", "arrow 2:3 dashes\n"},
    {"A -> B & C\nlinkStyle 3 stroke:red", "arrow 2:3 dashes\n"},
    {"A -- B\nC -- D\nE [z]",
     "edge-open 2:3 no second half\nedge-open 3:3 second half\nblank-before-bracket 4:3 blank\n"},
    {"A\nclick A call show\nB [z]\n", "call-open 3:9 parentheses\nblank-before-bracket 4:3 blank\n"},
    /* arrows */
    {"A -> B", "arrow 2:3 two dashes\n"},
    {"A -> B -> C[f(x)] --> D", "arrow 2:3 -->\narrow 2:8 -->\nlabel-bracket 2:14 f(x)\n"},
    {"A -> B --> C => D\nlinkStyle 2 stroke:red", "arrow 2:3 -->\narrow 2:14 ==>\n"},
    {"A -> [x]", "arrow 2:3 -->\n"},
    {"A ->", "arrow 2:3 -->\n"},
    {"A->B", "arrow 2:2 two dashes\n"},
    {"A => B", "arrow 2:3 ==>\n"},
    {"A ->> B", "arrow 2:3 flowchart\n"},
    {"A -->> B", "arrow 2:3 ends with one\n"},
    {"A->>B: text", "arrow 2:2 flowchart\n"},
    {"A --) B", "arrow 2:3 -->\n"},
    {"A <- B", "arrow 2:3 other way round\n"},
    {"A <-- B", "arrow 2:3 other way round\n"},
    {"A <-> B", "arrow 2:3 <-->\n"},
    {"A ~> B", "arrow 2:3 ~~~\n"},
    {"A .> B", "arrow 2:3 -.->\n"},
    {"A -x B", "arrow 2:3 --x\n"},
    {"A - B", "arrow 2:3 three dashes\n"},
    {"A \xE2\x86\x92 B", "arrow 2:3 dashes\n"},
    {"A \xE2\x80\x94> B", "arrow 2:3 hyphens\n"},
    {"A \xE2\x80\x93 B", "arrow 2:3 hyphens\n"},
    {"A -- text -- B", "edge-half 2:11 -- text -->\n"},
    {"A == text => B", "edge-half 2:11 == text ==>\n"},
    {"A -. v1.2 .-> B", "edge-text 2:8 quote the text\n"},
    {"A == a=b ==> B", "edge-text 2:7 \"a=b\"\n"},
    {"A -- a--b --> B", "edge-text 2:7 \"a--b\"\n"},
    {"A -. text -> B", "edge-open 2:3 -. text .->\n"},
    {"A -->|x|> B", "arrow-behind-text 2:9 -->|x|\n"},
    {"A -->|t| |u| B", "label-twice 2:10 in one\n"},
    {"A |t| B", "pipe-place 2:3 -->|text|\n"},
    {"A --> --> B", "edge-loose 2:7 follows an arrow\n"},
    {"A -->", "edge-loose 2:3 leads nowhere\n"},
    {"A ==>", "edge-loose 2:3 A ==> next\n"},
    {"--> B[x]", "edge-loose 2:1 start --> B[x]\n"},
    {"A --> ==> B", "edge-loose 2:7 A --> B\n"},
    {"web -> db[(x)]", "arrow 2:5 (web --> db[(x)])\n"},
    {"web ..> db", "arrow 2:5 (web -.-> db)\n"},
    {"web - db", "arrow 2:5 (web --> db)\n"},
    {"web -- db", "edge-open 2:5 web --- db or web --> db\n"},
    {"x --> A\n@{ shape: cyl }", "id-missing 3:1 A2@{ shape: cyl }\n"},
    {"A --> \"my node\" --> my", "id-missing 2:7 my2[\"my node\"]\n"},
    {"A@{shape: cyl, label: a^b}", "data-character 2:24 label: \"a^b\"\n"},
    {"group --> A\nsubgraph\nB\nend", "subgraph-name 3:1 subgraph group2 [\n"},
    {"A -->|x|", "edge-loose 2:9 leads nowhere\n"},
    {"--> B", "edge-loose 2:1 no node before\n"},
    {"o-->B", "edge-loose 2:1 o --> B\n"},
    {"A -->\nsubgraph s\nB\nend", "edge-loose 2:3 leads nowhere\n"},
    {"subgraph s\nA -->\nend", "edge-loose 3:3 leads nowhere\n"},
    {"A -->\nclassDef k fill:red\nB [x]", "edge-loose 2:3 nowhere\nblank-before-bracket 4:3 blank\n"},
    {"A e1@ B", "edge-id-alone 2:5 right before its arrow\n"},
    {"A[x] B[y]", "arrow-missing 2:6 joined\n"},
    {"A[x]B", "arrow-missing 2:5 arrow\n"},
    {"A --> call", "reserved-word 2:7 Call[\"call\"]\n"},
    {"A --> click", "reserved-word 2:7 Click[\"click\"]\n"},
    {"call", "reserved-word 2:1 Call\n"},
    {"click", "click-form 2:1 Click\n"},
    {"% c\nA", "comment-mark 2:1 %%\n"},
    {"A --> B]", "bracket-alone 2:8 away: B\n"},
    {"subgraph-x --> B", "reserved-word 2:1 Subgraph-x\n"},
    {"A & & B", "fan-open 2:5 between\n"},
    /* ids */
    {"web server --> B", "blank-in-id 2:5 web[\"web server\"]\n"},
    {"A [x]", "blank-before-bracket 2:3 right after the id\n"},
    {"A\t[x]", "blank-before-bracket 2:3 right after the id\n"},
    {"A :::k", "blank-before-class 2:3 right after the node\n"},
    {"A:::k:::l", "second-class 2:6 class A l\n"},
    {"A@{shape: cyl}:::k", "second-class 2:15 A:::k@{shape: cyl}\n"},
    {"A @{shape: cyl}", "blank-before-data 2:3 right after the node\n"},
    {"A, B --> C", "comma-list 2:2 A & B\n"},
    {"A --> B, C", "comma-list 2:8 B & C\n"},
    {"A &B --> C", "fan-blank 2:3 both sides\n"},
    {"A& B --> C", "fan-blank 2:2 both sides\n"},
    {"A &\nB --> C", "fan-open 2:3 one line\n"},
    {"A: text", "label-colon 2:4 A[\"text\"]\n"},
    {"A --> B: text", "label-colon 2:10 -->|\"text\"| B\n"},
    {"A --> [x]", "id-missing 2:7 x[x]\n"},
    {"(x) --> A", "id-missing 2:1 x(x)\n"},
    {"\"x\" --> A", "id-missing 2:1 x[\"x\"]\n"},
    {"A --> \"my node\"", "id-missing 2:7 my[\"my node\"]\n"},
    {"user@example.com --> B", "id-at 2:5 user[\"user@example.com\"]\n"},
    {"A --> \xF0\x9F\x98\x80 ok", "character 2:7 id1[\"\xF0\x9F\x98\x80\"]\n"},
    {"A = B", "character 2:3 label\n"},
    {"A --> \xE2\x80\x9C" "B\xE2\x80\x9D", "quote-curly 2:7 B[\"B\"]\n"},
    {"A\xEF\xBC\x88x\xEF\xBC\x89 --> B", "character-wide 2:2 A(x)\n"},
    {"A --> \xE2\x80\x8B" "B", "character-hidden 2:7 U+200B\n"},
    {"A --> #quot;x#quot;", "entity-place 2:7 label\n"},
    {"A --> end", "reserved-word 2:7 End\n"},
    {"end --> B", "reserved-word 2:1 End\n"},
    {"end[Finish] --> B", "reserved-word 2:1 End\n"},
    {"A --> graph", "reserved-word 2:7 Graph[\"graph\"]\n"},
    {"A --> style", "reserved-word 2:7 Style[\"style\"]\n"},
    {"class --> B", "reserved-word 2:1 Class[\"class\"]\n"},
    {"style --> B", "reserved-word 2:1 Style[\"style\"]\n"},
    {"subgraph --> B", "reserved-word 2:1 Subgraph[\"subgraph\"]\n"},
    /* comments, words, statements */
    {"// comment\nA --> B", "comment-mark 2:1 %%\n"},
    {"# comment\nA --> B", "comment-mark 2:1 %%\n"},
    {"A --> B // comment", "comment-mark 2:9 %%\n"},
    {"A --> B %% comment", "comment-place 2:9 a line of its own\n"},
    {"<!-- comment -->", "comment-mark 2:1 %%\n"},
    {"A --> B\ngraph TD\nC --> D", "header-twice 3:1 fence\n"},
    {"direction lr", "direction-word 2:11 capitals\n"},
    {"Direction LR", "keyword 2:1 direction\n"},
    {"ClassDef k fill:#fff", "keyword 2:1 `classDef`\n"},
    {"linkstyle 0 stroke:red", "keyword 2:1 `linkStyle`\n"},
    {"A\nclick A", "click-form 3:7 URL in quotes\n"},
    {"A\nclick A href https://x.com _blank", "click-form 3:14 \"https://x.com\"\n"},
    {"A\nclick A \"https://x.com\" tip", "click-form 3:25 click A \"https://x.com\" \"tip\"\n"},
    /* looks */
    {"style A", "style-missing 2:1 style A fill:#eee\n"},
    {"style A {fill:red}", "style-character 2:9 style A fill:red\n"},
    {"style A fill:rgb(1,2,3)", "style-character 2:17 #010203\n"},
    {"style A fill=red", "character 2:13 colon\n"},
    {"classDef k", "style-missing 2:1 classDef k fill:#eee\n"},
    {"classDef k fill:#fff;stroke:#000;\nA [x]",
     "entity-place 2:17 commas\nblank-before-bracket 3:3 blank\n"},
    {"class A", "class-missing 2:1 class A name\n"},
    {"class A, B k", "list-blank 2:9 without blanks\n"},
    {"A --> B\nlinkStyle 0", "style-missing 3:1 linkStyle 0\n"},
    {"A --> B\nlinkStyle A stroke:red", "link-number 3:11 numbered from 0\n"},
    {"A --> B\nlinkStyle 0, 1 stroke:red", "list-blank 3:13 without blanks\n"},
    {"A --> B\nlinkStyle 1 stroke:red\nlinkStyle 7,0 stroke:red",
     "link-style 3:11 numbered 0 to 0\nlink-style 4:11 edge 7\n"},
    /* settings of nodes */
    {"A@{shape: cylinderr}\nB@{shape: diamnd}",
     "shape-unknown 2:11 cylinder\nshape-unknown 3:11 diamond\n"},
    {"A@{label: 5}", "label-quotes 2:11 \"5\"\n"},
    {"A@{\n}\nB -> C", "data-empty 2:2 key: value\narrow 4:3 dashes\n"},
    {"A@{label: {x}}", "yaml 2:11 \"{x}\"\n"},
    {"A@{shape: cyl,\n   label: \"x\"\n}", "yaml 2:14 below one another\n"},
    {"A@{\n  shape: cyl\n   label: x\n}", "yaml 4:1 indented alike\n"},
    {"A@{label: x^2}", "data-character 2:12 quotes\n"},
    /* subgraphs */
    {"subgraph\nA\nend\nB [x]", "subgraph-name 2:1 no name\nblank-before-bracket 5:3 blank\n"},
    {"subgraph My (sub) graph\nA\nend", "subgraph-name 2:13 [\"My (sub) graph\"]\n"},
    {"subgraph a, b\nA\nend", "subgraph-name 2:11 [\"a, b\"]\n"},
    {"subgraph a {\nA\n}\nB [x]", "subgraph-name 2:12 braces\nblank-before-bracket 5:3 blank\n"},
    {"subgraph a[x\nA\nend\nB [x]", "bracket-open 2:11 never closed\nblank-before-bracket 5:3 blank\n"},
    {"Subgraph a\nA\nend\nB [x]", "keyword 2:1 `subgraph`\nblank-before-bracket 5:3 blank\n"},
    {"subgraph a\nA\nB [x]", "subgraph-open 2:1 no `end`\nblank-before-bracket 4:3 blank\n"},
    {"subgraph a\n  subgraph b\n    A\nend\nB", "subgraph-open 3:3 no `end`\n"},
    {"subgraph a\nsubgraph b\nA", "subgraph-open 2:1 end\nsubgraph-open 3:1 end\n"},
    {"subgraph a\nA\nEnd", "subgraph-open 2:1 `End` is a node\n"},
    {"subgraph a\nA\nend\nend\nB [x]", "end-alone 5:1 no subgraph\nblank-before-bracket 6:3 blank\n"},
    {"subgraph a\nA[x] end\nB [x]", "end-place 3:6 line of its own\nblank-before-bracket 4:3 blank\n"},
    {"subgraph a\nA\nend subgraph\nB [x]", "end-place 4:5 end\nblank-before-bracket 5:3 blank\n"},
    {"subgraph a\nend --> A\nend\nB [x]", "reserved-word 3:1 End\nblank-before-bracket 5:3 blank\n"},
    {"subgrah a\nA\nend\nB [x]", "keyword 2:1 `subgraph`\nblank-before-bracket 5:3 blank\n"},
    {"subgraph a\nA\n) end\nB [x]", "bracket-alone 4:1 away\nblank-before-bracket 5:3 blank\n"},
    {"} subgraph a\nA\nend\nB [x]", "brace-alone 2:1 end\nblank-before-bracket 5:3 blank\n"},
    {"sub(graph a[x]\nA\nend\nB [x]", "bracket-open 2:4 never closed\nblank-before-bracket 5:3 blank\n"},
    {"subgraph a\nA\nend\"\nB -->|\"x\"| C\nB [x]",
     "quote-open 4:4 never closed\nblank-before-bracket 6:3 blank\n"},
    {"subgraph a\nA\nedn\nB", "subgraph-open 2:1 `edn` is a node\n"},
    {"A -- B\nC[x] -->|y| D\nE [z]", "edge-open 2:3 no second half\nblank-before-bracket 4:3 blank\n"},
    {"A -- B\nsubgraph s\nC --> D\nend\nE [z]",
     "edge-open 2:3 took a subgraph\nblank-before-bracket 6:3 blank\n"},
    {"A --> B\n:::k", "id-missing 3:1 A2:::k\n"},
    {"A < B", "character 2:3 label\n"},
    {"}", "brace-alone 2:1 `end`\n"},
    /* several on a line, and lines that go on */
    {"A --> B; C -> D; E [x]; F --> G", "arrow 2:12 dashes\nblank-before-bracket 2:20 blank\n"},
    {"A[x (y)]\n  --> B\n  --> C[z (z)]", "label-bracket 2:5 A[\"x (y)\"]\nlabel-bracket 4:11 C[\"z (z)\"]\n"},
    /* what depends on a lost statement is not said */
    {"A -> B\nlinkStyle 0 stroke:red\nclass A k\nstyle B fill:red\nclick B \"https://e.com\"",
     "arrow 2:3 dashes\n"},
    {"A -- \"x\" -- B\nlinkStyle 0 stroke:red", "edge-half 2:10 second half\n"},
    /* ten mistakes */
    {"A[f(x)] --> B\nA -> C\nC [y]\nsubgraph s (t)\nD, E --> F\nend\n// g\n"
     "A -->|x| |y| B\nclassDef k\nA --> end\nstyle A {fill:red}\nZ@{ shape: circl }",
     "label-bracket 2:4 A[\"f(x)\"]\narrow 3:3 dashes\nblank-before-bracket 4:3 blank\n"
     "subgraph-name 5:12 subgraph\ncomma-list 6:2 D & E\ncomment-mark 8:1 %%\n"
     "label-twice 9:10 in one\nstyle-missing 10:1 classDef\nreserved-word 11:7 End\n"
     "style-character 12:9 braces\nshape-unknown 13:12 circle\n"},
    /* places: CRLF, tabs, wide characters */
    {"A\r\n%% c\r\n\tB -> C\r\n  D [x]\r\n", "arrow 4:4 dashes\nblank-before-bracket 5:5 blank\n"},
    {"\xE4\xBD\x9C\xE6\xA5\xAD -> \xE7\xAF\x80\n\xC3\xA9 [x]",
     "arrow 2:4 dashes\nblank-before-bracket 3:3 blank\n"},
};

/* Whole texts. */
static const error_row whole[] = {
    {"flowchart lr\nA -> B", "header-direction 1:11 LR\narrow 2:3 dashes\n"},
    {"flowchart LR A-->B\nA -> B", "header-line 1:14 end the header\narrow 2:3 dashes\n"},
    {"flowchart A-->B\nA -> B", "header-direction 1:11 TB, TD\narrow 2:3 dashes\n"},
    {"flowchart TD ;\nA -> B", "header-line 1:14 semicolon\narrow 2:3 dashes\n"},
    {"flowchart TD %% c\nA -> B", "comment-place 1:14 line of its own\narrow 2:3 dashes\n"},
    {"flowchrt LR\nA -> B", "unknown-diagram 1:1 flowchart\narrow 2:3 dashes\n"},
    {"FLOWCHART LR\nA -> B", "unknown-diagram 1:1 lower case\narrow 2:3 dashes\n"},
    {"Graph TD\nA -> B", "unknown-diagram 1:1 'graph'\narrow 2:3 dashes\n"},
    {"graphTD\nA -> B", "unknown-diagram 1:1 'graph TD'\narrow 2:3 dashes\n"},
    {"%%\nflowchart LR\nA -> B", "header 1:1 alone\narrow 3:3 dashes\n"},
    {"A --> B\nA -> B", "header 1:1 flowchart LR\n"},
    {"---\ntitle: [\n---\nflowchart LR\nA -> B", "yaml 2:8 title: \"[\"\narrow 5:3 dashes\n"},
    {"---\ntitle: x\n---\n\n%% c\nflowchart LR\nA -> B\nB [x]",
     "arrow 7:3 dashes\nblank-before-bracket 8:3 blank\n"},
    {"%%{init: {\"theme\": \"base\"}}%%\nflowchart LR\nA -> B", "arrow 3:3 dashes\n"},
    {"flowchart LR", ""},
};

/* A Markdown document: fences in lists and quotations, with their prefixes. */
static const error_row documents[] = {
    {"# T\n\n- item\n\n  ```mermaid\n  flowchart LR\n  A -> B\n  C [x]\n  ```\n\n> quote\n>\n"
     "> ~~~mermaid\n> flowchart lr\n> \xE4\xBD\x9C[f(x)] --> B\n> A[\"x --> B\n> C[\"y\"]\n> ~~~\n\n"
     "```mermaid\nflowchrt LR\nA -> B\n```\n",
     "arrow 7:5 dashes\nblank-before-bracket 8:5 blank\nheader-direction 14:13 LR\n"
     "label-bracket 15:6 f(x)\nquote-open 16:5 never closed\nunknown-diagram 21:1 flowchart\n"
     "arrow 22:3 dashes\n"},
    {"---\ntitle: x\n---\n\n1. a\n   > ```mermaid\n   > graph TD\n   >   A --> end\n   > ```\n",
     "reserved-word 8:14 End\n"},
    {"\xEF\xBB\xBF```mermaid\r\nflowchart LR\r\nA -> B\r\n```\r\n", "arrow 3:3 dashes\n"},
};

/* ---- the comparison ------------------------------------------------------------------- */

typedef struct found {
    idarch_arena *arena;
    const idarch_source *source;
    idarch_diags diags;
    bool good;
} found;

static found parse(const char *text, bool document)
{
    found f = {.arena = idarch_arena_new(0, NULL, NULL)};
    f.source = idarch_source_new(f.arena, "test", idarch_str_of(idarch_strdup(f.arena, text)));
    idarch_diags_init(&f.diags, f.arena);
    if (document) {
        idarch_document *out = IDARCH_NEW(f.arena, idarch_document);
        idarch_parse_document(f.arena, f.source, IDARCH_INPUT_MARKDOWN, NULL, &f.diags, out);
    } else {
        idarch_graph graph;
        idarch_extract *extract = IDARCH_NEW(f.arena, idarch_extract);
        *extract = idarch_extract_all(f.arena, f.source, 0);
        f.good = idarch_parse_flowchart(f.arena, extract, NULL, &f.diags, &graph);
        idarch_diags_sort(&f.diags);
    }
    return f;
}

/* Does the line of an expectation describe the diagnostic? */
static bool fits(const found *f, const idarch_diag *diag, const char *line)
{
    char **parts = g_strsplit(line, " ", 3);
    idarch_position at = idarch_source_position(f->source, diag->span.start);
    char *place = g_strdup_printf("%u:%u", at.line, at.column);
    bool words = strstr(diag->message, parts[2]) || (diag->hint && strstr(diag->hint, parts[2]));
    bool same = words && strcmp(diag->code, parts[0]) == 0 && strcmp(place, parts[1]) == 0;
    g_free(place);
    g_strfreev(parts);
    return same;
}

/* Every code is in the table, every error has a hint, nothing is said twice at a place. */
static void check_form(const found *f, const idarch_diag *diag)
{
    const idarch_flow_code *code = idarch_flow_code_find(diag->code);
    if (!code)
        print_message("no code %s\n", diag->code);
    assert_non_null(code);
    assert_int_equal(code->severity, diag->severity);
    assert_true(diag->hint != NULL || strcmp(diag->code, "yaml") == 0 ||
                strcmp(diag->code, "subgraph-depth") == 0 || diag->severity == IDARCH_NOTE);
    assert_true(diag->span.start <= diag->span.end && diag->span.end <= f->source->text.len);
}

static bool check(const char *text, const char *expected, bool document)
{
    found f = parse(text, document);
    char **lines = g_strsplit(expected, "\n", 0);
    size_t next = 0;
    bool same = true;
    for (size_t i = 0; i < f.diags.list.count; i++) {
        const idarch_diag *diag = &f.diags.list.items[i];
        if (diag->severity != IDARCH_FATAL)
            continue;
        check_form(&f, diag);
        same = same && lines[next] && *lines[next] && fits(&f, diag, lines[next]);
        next++;
    }
    same = same && next == (*expected ? g_strv_length(lines) - 1 : 0);
    if (!document)
        assert_int_equal(f.good, next == 0);
    if (!same) {
        idarch_strbuf out = {.arena = f.arena};
        for (size_t i = 0; i < f.diags.list.count; i++)
            idarch_diag_print(&out, f.source, &f.diags.list.items[i]);
        print_message("---- %s\n---- expected:\n%s---- said:\n%s", text, expected,
                      idarch_strbuf_text(&out));
    }
    g_strfreev(lines);
    idarch_arena_free(f.arena);
    return same;
}

static void check_rows(const error_row *rows, size_t count, const char *header, bool document)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        char *text = g_strconcat(header, rows[i].text, NULL);
        wrong += !check(text, rows[i].expected, document);
        g_free(text);
    }
    assert_int_equal(wrong, 0);
}

#define ROWS(rows) rows, sizeof rows / sizeof rows[0]

static void test_statements(void **state)
{
    (void)state;
    check_rows(ROWS(statements), "flowchart LR\n", false);
}

static void test_whole_texts(void **state)
{
    (void)state;
    check_rows(ROWS(whole), "", false);
}

static void test_documents(void **state)
{
    (void)state;
    check_rows(ROWS(documents), "", true);
}

/* Each row of the table but those that a number of errors changes: two mistakes one after
 * the other are two errors, the second one at its place. */
static void test_each_behind_another(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        char *text = g_strconcat("flowchart LR\n", statements[i].text, "\nY -> Z\n", NULL);
        found f = parse(text, false);
        unsigned line = 1;
        for (const char *c = text; strncmp(c, "\nY -> Z\n", 8) != 0; c++)
            line += *c == '\n';
        bool seen = false;
        for (size_t k = 0; k < f.diags.list.count; k++) {
            const idarch_diag *diag = &f.diags.list.items[k];
            idarch_position at = idarch_source_position(f.source, diag->span.start);
            seen = seen || (at.line == line + 1 && at.column == 3 &&
                            strcmp(diag->code, "arrow") == 0);
        }
        if (!seen)
            print_message("the error behind is not seen: %s\n", text);
        wrong += !seen;
        idarch_arena_free(f.arena);
        g_free(text);
    }
    assert_int_equal(wrong, 0);
}

/* ---- size ----------------------------------------------------------------------------- */

typedef struct size_row {
    const char *part;
    unsigned count;
} size_row;

/* Lines that each swallow the rest: the work stays in proportion to the text. */
static void test_sizes(void **state)
{
    (void)state;
    static const size_row rows[] = {
        {"A@{ x\n", 100000}, {"A[\"x\n", 100001}, {"A[x\n", 100000}, {"A -> B\n", 100000},
        {"A B;", 200000},    {"subgraph (\n", 1900}, {"A -- x\n", 100000}, {"A -->|x\n", 100001},
        {"\"\n", 100001},    {"click A call x\n", 100000}, {"[;", 200000}, {"}\n", 100000},
        {"A[\"x[\" y] ", 100000}, {"A[\"x[\" y] B;", 100000}, {"A[\"x\"] -- ", 100000}, {"A[f(x)] --> ", 100000},
        {"A[(] & ", 100000}, {"A[f(x --> ", 100000}, {"A[x --> ", 100000}, {"A[f(x)]\n", 100000},
        {"A -->|y B(x) ", 100000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        GString *text = g_string_new("flowchart LR\n");
        for (unsigned k = 0; k < rows[i].count; k++)
            g_string_append(text, rows[i].part);
        gint64 start = g_get_monotonic_time();
        found f = parse(text->str, false);
        gint64 spent = g_get_monotonic_time() - start;
        if (spent > 5 * G_USEC_PER_SEC)
            print_message("%s takes %d ms\n", rows[i].part, (int)(spent / 1000));
        assert_true(spent < 20 * G_USEC_PER_SEC);
        assert_false(f.good);
        assert_true(f.diags.list.count <= IDARCH_DIAGS_MAX);
        idarch_arena_free(f.arena);
        g_string_free(text, TRUE);
    }
}

/* Where so much would be read again that it stops, it says so. */
static void test_stop(void **state)
{
    (void)state;
    GString *text = g_string_new("flowchart LR\n");
    for (unsigned k = 0; k < 100000; k++)
        g_string_append(text, "A@{ x\n");
    found f = parse(text->str, false);
    const idarch_diag *last = NULL;
    for (size_t i = 0; i < f.diags.list.count; i++)
        if (f.diags.list.items[i].severity == IDARCH_NOTE)
            last = &f.diags.list.items[i];
    assert_non_null(last);
    assert_string_equal(last->code, "reading-stopped");
    assert_true(f.diags.counts[IDARCH_FATAL] >= 16);
    idarch_arena_free(f.arena);
    g_string_free(text, TRUE);
}

static void test_codes(void **state)
{
    (void)state;
    for (size_t i = 0; i < idarch_flow_code_count; i++) {
        const idarch_flow_code *row = &idarch_flow_codes[i];
        assert_ptr_equal(idarch_flow_code_find(row->code), row); /* none is there twice */
        assert_true(strlen(row->meaning) > 10);
        if (i > 0 && row->severity == row[-1].severity)
            assert_true(strcmp(row[-1].code, row->code) < 0);
    }
    assert_null(idarch_flow_code_find("no-such-code"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statements), cmocka_unit_test(test_whole_texts),
        cmocka_unit_test(test_documents),  cmocka_unit_test(test_each_behind_another),
        cmocka_unit_test(test_sizes),      cmocka_unit_test(test_stop),
        cmocka_unit_test(test_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
