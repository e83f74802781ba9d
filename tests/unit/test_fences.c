/* Which blocks of a Markdown document are flowcharts, and where findings in them stand. */
#include "document_fixture.h"

typedef struct fence_row {
    const char *text;
    int pictures;        /* those that were read */
    const char *ids;     /* of all nodes */
    const char *finding; /* the first one */
} fence_row;

static const fence_row rows[] = {
    {"```mermaid\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* plain */
    {"`````mermaid\nflowchart LR\nA---oak\n```x\n`````\n",
     1, "A ak ```x", "3:2 warning edge-end"}, /* longer: ``` is text of it */
    {"~~~mermaid\nflowchart LR\nA---oak\n~~~\n",
     1, "A ak", "3:2 warning edge-end"}, /* tildes */
    {"```mermaid\nflowchart LR\nA---oak\n`````\n",
     1, "A ak", "3:2 warning edge-end"}, /* closed by a longer one */
    {"   ```mermaid\n   flowchart LR\n A---oak\n  ```\n",
     1, "A ak", "3:3 warning edge-end"}, /* indented by up to three */
    {"```mermaid {width=50%}\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```mermaid{width=50%}\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```{mermaid}\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```{.mermaid}\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```{ .mermaid }\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```{#flow .mermaid}\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```{mermaid, echo=FALSE}\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```Mermaid\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```MERMAID\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```mermaid title=\"x\"\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```\tmermaid\t\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* info string */
    {"```mermaid-js\nflowchart LR\nA---oak\n```\n",
     0, "", "1:4 note fence-unread"}, /* another word */
    {"```mermaidx\nflowchart LR\nA---oak\n```\n",
     0, "", "1:4 note fence-unread"}, /* another word */
    {"```mermiad\nflowchart LR\nA---oak\n```\n",
     0, "", "1:4 note fence-unread"}, /* a slip */
    {"```text mermaid\nflowchart LR\nA---oak\n```\n",
     0, "", ""}, /* not the first word */
    {"```mermaid `x`\nflowchart LR\nA---oak\n```\n",
     0, "", ""}, /* no fence: backticks in its info string */
    {"text\n```mermaid\nflowchart LR\nA---oak\n```\ntext\n",
     1, "A ak", "4:2 warning edge-end"}, /* ends a paragraph */
    {"- ```mermaid\n  flowchart LR\n  A\n```\ntext\n",
     1, "A", "1:6 note fence-open"}, /* the closing fence left of its list opens another one */
    {"1. ```mermaid\n   flowchart LR\n   A\n\ntext\n",
     1, "A", "1:7 note fence-open"},
    {"> ```mermaid\n> flowchart LR\n> A\n```\n",
     1, "A", "1:6 note fence-open"}, /* the mark is missing before the closing fence */
    {"- a\n  > ```mermaid\n  > flowchart LR\n  > A\n  ```\n",
     1, "A", "2:8 note fence-open"},
    {"- ```mermaid\n  flowchart LR\n  A\n\n", 1, "A", ""}, /* nothing follows */
    {"- ```mermaid\n  flowchart LR\n  A\n\n  ```\ntext\n", 1, "A", ""},
    {"- a\n\n     ```mermaid\n  flowchart LR\n  A\n   ```\ntext\n", 1, "A", ""},
    {"1. a\n   - ```mermaid\n     flowchart LR\n     A\n     ```\n   - b\n", 1, "A", ""},
    {"> - ```mermaid\n>   flowchart LR\n>   A\n>   ```\n> b\n", 1, "A", ""},
    {"-\t```mermaid\n\tflowchart LR\n\tA\n\t```\ntext\n", 1, "A", ""},
    {"- a\n\n  ```mermaid\n  flowchart LR\n  A---oak\n  ```\n- b\n",
     1, "A ak", "5:4 warning edge-end"}, /* in a list */
    {"- ```mermaid\n  flowchart LR\n  A---oak\n  ```\n",
     1, "A ak", "3:4 warning edge-end"}, /* on the line of the item */
    {"1. a\n   - b\n     - c\n\n       ```mermaid\n       flowchart LR\n       A---oak\n       ```\n     more\n",
     1, "A ak", "7:9 warning edge-end"}, /* three deep */
    {"* a\n\n    ```mermaid\n    flowchart LR\n    A---oak\n    ```\n",
     1, "A ak", "5:6 warning edge-end"}, /* in an item, two blanks further in */
    {"- a\n\n  ```mermaid\n  flowchart LR\n  A---oak\n  ```\n\n  more\n\n  ```mermaid\n  flowchart LR\n  B\n  ```\n",
     2, "A ak B", "5:4 warning edge-end"}, /* the item goes on */
    {"- a\n\n  ```mermaid\n  flowchart LR\n  A---oak\nnext\n",
     1, "A ak", "3:6 note fence-open"}, /* ended by the end of the item */
    {"> ```mermaid\n> flowchart LR\n> A---oak\n> ```\n",
     1, "A ak", "3:4 warning edge-end"}, /* in a quotation */
    {">```mermaid\n>flowchart LR\n>A---oak\n>```\n",
     1, "A ak", "3:3 warning edge-end"}, /* without blanks */
    {"> > - x\n> >\n> >   ```mermaid\n> >   flowchart LR\n> >   A---oak\n> >   ```\n",
     1, "A ak", "5:8 warning edge-end"}, /* in a list in quotations */
    {"- > ```mermaid\n  > flowchart LR\n  > A---oak\n  > ```\n",
     1, "A ak", "3:6 warning edge-end"}, /* in a quotation in a list */
    {"> ```mermaid\n> flowchart LR\nA---oak\n",
     1, "", "1:6 note fence-open"}, /* a quotation is not continued by itself */
    {"-\t```mermaid\n\tflowchart LR\n\tA---oak\n\t```\n",
     1, "A ak", "3:3 warning edge-end"}, /* tabs */
    {"```mermaid\nflowchart LR\n\tA---oak\n```\n",
     1, "A ak", "3:3 warning edge-end"}, /* a tab inside */
    {"# x\r\n\r\n```mermaid\r\nflowchart LR\r\nA---oak\r\n```\r\n",
     1, "A ak", "5:2 warning edge-end"}, /* CRLF */
    {"- a\r\n\r\n  ```mermaid\r\n  flowchart LR\r\n  A---oak\r\n  ```\r\n",
     1, "A ak", "5:4 warning edge-end"}, /* CRLF in a list */
    {"\xEF\xBB\xBF""```mermaid\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "3:2 warning edge-end"}, /* BOM */
    {"> 日本\n>\n> ```mermaid\n> flowchart LR\n> 日本[é] --- A---oak\n> ```\n",
     1, "日本 A ak", "5:14 warning edge-end"}, /* wide characters */
    {"```mermaid\nflowchart LR\nA---oak\n",
     1, "A ak", "3:2 warning edge-end"}, /* open at the end of the file */
    {"```mermaid\nflowchart LR\nA---oak",
     1, "A ak", "3:2 warning edge-end"}, /* without a line end */
    {"```mermaid\n---\ntitle: x\n---\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "6:2 warning edge-end"}, /* front matter of its own */
    {"---\ntitle: x\n---\n```mermaid\nflowchart LR\nA---oak\n```\n",
     1, "A ak", "6:2 warning edge-end"}, /* the document's front matter */
    {"x\n\n    ```mermaid\n    flowchart LR\n    A---oak\n    ```\n",
     0, "", ""}, /* indented code */
    {"<!--\n```mermaid\nflowchart LR\nA---oak\n```\n-->\n",
     0, "", ""}, /* comment */
    {"<!-- ```mermaid\nflowchart LR\nA---oak\n``` -->\n",
     0, "", ""}, /* comment */
    {"````markdown\n```mermaid\nflowchart LR\nA---oak\n```\n````\n",
     0, "", ""}, /* inside a longer fence */
    {"~~~\n```mermaid\nflowchart LR\nA---oak\n```\n~~~\n",
     0, "", ""}, /* inside another fence */
    {"`` ```mermaid ``\n",
     0, "", ""}, /* code in a line */
    {"<details>\n\n```mermaid\nflowchart LR\nA---oak\n```\n\n</details>\n",
     1, "A ak", "5:2 warning edge-end"}, /* after HTML and a blank line */
    {"<details>\n```mermaid\nflowchart LR\nA---oak\n```\n</details>\n",
     0, "", "2:1 note fence-unread"}, /* swallowed by HTML */
    {"<pre class=\"mermaid\">\nflowchart LR\nA---oak\n</pre>\n",
     0, "", "1:1 note fence-unread"}, /* for a web page */
    {"<div class='mermaid'>\nflowchart LR\nA---oak\n</div>\n",
     0, "", "1:1 note fence-unread"}, /* for a web page */
    {":::mermaid\nflowchart LR\nA---oak\n:::\n",
     0, "", "1:1 note fence-unread"}, /* Azure DevOps */
    {"::: mermaid\nflowchart LR\nA---oak\n:::\n",
     0, "", "1:1 note fence-unread"}, /* Azure DevOps */
};

static const char *all_ids(const fixture *f, int *pictures)
{
    idarch_strbuf ids = {.arena = f->arena};
    *pictures = 0;
    for (size_t i = 0; i < f->doc.pictures.count; i++) {
        const idarch_picture *picture = &f->doc.pictures.items[i];
        *pictures += picture->readable;
        for (size_t k = 0; picture->readable && k < picture->graph.nodes.count; k++) {
            idarch_strbuf_puts(&ids, ids.len ? " " : "");
            idarch_strbuf_puts(&ids, picture->graph.nodes.items[k].id);
        }
    }
    return idarch_strbuf_text(&ids);
}

static const char *first_finding(const fixture *f)
{
    if (f->diags.list.count == 0)
        return "";
    const idarch_diag *diag = &f->diags.list.items[0];
    idarch_position at = idarch_source_position(f->source, diag->span.start);
    return idarch_printf(f->arena, "%u:%u %s %s", at.line, at.column,
                         idarch_severity_name(diag->severity), diag->code);
}

static void test_fences(void **state)
{
    fixture *f = *state;
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const fence_row *row = &rows[i];
        int pictures;
        parse(f, row->text);
        const char *ids = all_ids(f, &pictures), *finding = first_finding(f);
        if (pictures == row->pictures && strcmp(ids, row->ids) == 0 &&
            strcmp(finding, row->finding) == 0)
            continue;
        print_error("%s: %d pictures (%s) '%s'\n", row->text, pictures, ids, finding);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_fences, fixture_setup, fixture_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
