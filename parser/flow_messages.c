/* What is said where Mermaid's grammar does not go on.
 *
 * Takes the token that did not fit and what was being read, gives one fatal diagnostic:
 * what was found, what was expected, how to repair it. First come the mistakes that people
 * make often (each is a test with its own words), then the general sentence. */
#include "parser/flow_parser.h"

#define SHOWN_MAX 24 /* bytes of the user's text in a message */

typedef struct failure {
    flow_parser *parser;
    flow_context context;
    flow_token token;
    const flow_token *opener;
    idarch_str rest; /* the prepared text from the token on */
    idarch_str line; /* its line up to the token */
} failure;

/* ---- words ---------------------------------------------------------------------------- */

/* What was expected, by context. */
static const char *const expected[] = {
    [FLOW_IN_HEADER] = "a header such as `flowchart LR`, then a line end",
    [FLOW_IN_STATEMENT] = "a node, an edge or another statement",
    [FLOW_IN_NODE] = "a node's id",
    [FLOW_AFTER_NODE] = "an arrow, `&`, or the end of the line",
    [FLOW_IN_LABEL] = "text and the closing bracket",
    [FLOW_IN_ARROW_TEXT] = "`|` after the text",
    [FLOW_IN_EDGE_TEXT] = "text and the second half of the arrow",
    [FLOW_AFTER_AMP] = "a blank and a node's id after `&`",
    [FLOW_IN_SUBGRAPH] = "an id or a title, then the end of the line",
    [FLOW_IN_STYLES] = "an id, a blank and declarations such as `fill:#eee`",
    [FLOW_IN_CLASS] = "ids with commas between them, a blank and a class name",
    [FLOW_IN_LINK_STYLE] = "numbers of edges (or `default`), a blank and declarations",
    [FLOW_IN_CLICK] = "an id, then a URL in quotes or `call name()`",
    [FLOW_IN_DATA] = "`key: value` pairs and `}`",
};

static const char *shown(const failure *f, idarch_str text)
{
    text = idarch_flow_trim(text);
    size_t end = idarch_str_find(text, '\n', 0);
    if (end > SHOWN_MAX) {
        end = SHOWN_MAX;
        while (end > 0 && ((unsigned char)text.ptr[end] & 0xC0) == 0x80)
            end--;
        return idarch_printf(f->parser->arena, "%s...",
                             idarch_flow_clean(f->parser->arena, idarch_str_sub(text, 0, end)));
    }
    return idarch_flow_clean(f->parser->arena, idarch_str_sub(text, 0, end));
}

/* What was found, in words. */
static const char *found(const failure *f)
{
    switch (f->token.kind) {
    case FLOW_END: case FLOW_EOF: return "the end of the text";
    case FLOW_NEWLINE: return "the end of the line";
    case FLOW_SPACE: return "a blank";
    case FLOW_STRING: case FLOW_MARKDOWN: return "a text in quotes";
    default: return idarch_printf(f->parser->arena, "`%s`", shown(f, f->token.text));
    }
}

static bool starts(idarch_str s, const char *prefix)
{
    return idarch_str_starts(s, prefix);
}

static idarch_diag *fail(const failure *f, const char *code, idarch_span span, const char *message)
{
    return idarch_flow_fail(f->parser->builder, code, span, "%s", message);
}

static idarch_span token_span(const failure *f)
{
    return idarch_flow_token_span(f->parser, &f->token);
}

static idarch_span span_from(const failure *f, size_t start, size_t len)
{
    return idarch_flow_span(f->parser->text, start, start + len);
}

static void relate_opener(const failure *f, idarch_diag *diag, const char *note)
{
    if (f->opener)
        idarch_diag_relate(f->parser->builder->diags, diag,
                           idarch_flow_token_span(f->parser, f->opener), note);
}

/* ---- frequent mistakes -------------------------------------------------------------------------
 * Each returns whether it knew the case and said something. */

static bool says_unclosed_quote(const failure *f)
{
    flow_mode mode = idarch_flow_mode(&f->parser->lexer);
    bool string = mode == FLOW_MODE_STRING || mode == FLOW_MODE_MARKDOWN;
    if (!string)
        return false;
    size_t start = f->parser->lexer.string_start;
    if (mode == FLOW_MODE_MARKDOWN && f->token.kind == FLOW_ERROR) {
        fail(f, "markdown-string", token_span(f), "a Markdown string cannot hold this")->hint =
            "inside \"`...`\" backticks and quotes are not allowed; write #96; and #quot;";
        return true;
    }
    if (f->token.kind != FLOW_END)
        return false;
    fail(f, "quote-open", span_from(f, start, 1), "this quote is never closed")->hint =
        "close it with \" ; a quote inside a label is written #quot;";
    return true;
}

/* `A->B`: the id takes the dash and `>` opens a shape. */
static bool says_odd_arrow(const failure *f)
{
    idarch_str all = f->parser->lexer.text;
    if (!f->opener || f->opener->kind != FLOW_ODD || f->opener->start == 0)
        return false;
    char before = all.ptr[f->opener->start - 1];
    if (before != '-' && before != '=')
        return false;
    fail(f, "arrow", span_from(f, f->opener->start - 1, 2),
         before == '-' ? "`->` is no arrow" : "`=>` is no arrow")->hint =
        before == '-' ? "an arrow has two dashes: -->"
                               : "a thick arrow has two equals signs: ==>";
    return true;
}

/* @{ that is not closed */
static bool says_open_data(const failure *f)
{
    flow_mode mode = idarch_flow_mode(&f->parser->lexer);
    if ((mode != FLOW_MODE_SHAPE_DATA && mode != FLOW_MODE_SHAPE_STRING) ||
        f->token.kind != FLOW_END)
        return false;
    size_t open = f->parser->lexer.data_start;
    fail(f, "data-open", span_from(f, open, 2), "this block of settings is never closed")->hint =
        mode == FLOW_MODE_SHAPE_STRING ? "a quote in it is not closed: A@{ label: \"text\" }"
                                       : "close it with }: A@{ shape: cyl }";
    return true;
}

/* An edge with no node before or behind it. */
static bool says_loose_edge(const failure *f)
{
    bool arrow = f->token.kind == FLOW_LINK || f->token.kind == FLOW_START_LINK;
    bool ends = f->token.kind == FLOW_END || f->token.kind == FLOW_EOF ||
                f->token.kind == FLOW_SEMI || f->token.kind == FLOW_NEWLINE;
    bool after_end = f->parser->previous.kind == FLOW_END_WORD;
    if (f->context == FLOW_IN_NODE && ends && f->parser->previous.kind == FLOW_LINK) {
        fail(f, "edge-loose", idarch_flow_token_span(f->parser, &f->parser->previous),
             "this edge leads nowhere")->hint = "write the node that it leads to: A --> B";
        return true;
    }
    if (f->context == FLOW_IN_NODE && f->parser->previous.kind == FLOW_LINK &&
        (arrow || f->token.kind == FLOW_ODD)) {
        fail(f, "edge-loose", token_span(f), "an arrow follows an arrow")->hint =
            "one arrow stands between two nodes, such as --> or ==>";
        return true;
    }
    if (!arrow || (f->context != FLOW_IN_STATEMENT && f->context != FLOW_IN_HEADER))
        return false;
    idarch_diag *diag = fail(f, "edge-loose", token_span(f), "this edge has no node before it");
    diag->hint = after_end ? "`end` cannot be an id; `End` is fine, or x[\"end\"]"
                           : "an id of o or x alone needs a blank before the arrow: o --> B";
    return true;
}

/* A bracket that does not fit the one that opened the label. */
static bool says_other_bracket(const failure *f)
{
    bool closes = f->token.kind >= FLOW_SQUARE_END;
    bool first = f->parser->previous.start == f->opener->start;
    if (f->context != FLOW_IN_LABEL || !closes || first ||
        f->token.start == f->opener->end || f->opener->kind == FLOW_TRAPEZOID ||
        f->opener->kind == FLOW_INV_TRAPEZOID)
        return false;
    idarch_diag *diag =
        idarch_flow_fail(f->parser->builder, "bracket-other", token_span(f),
                         "`%s` does not close `%s`", shown(f, f->token.text),
                         shown(f, f->opener->text));
    diag->hint = "a bracket in a label needs quotes: A[\"[x]\"]; a shape closes as it opens: "
                 "A([x]), A[[x]], A((x))";
    relate_opener(f, diag, "the label starts here");
    return true;
}

/* Is the bracket of the label still open at the end of the text? */
static bool says_unclosed_bracket(const failure *f)
{
    bool label = f->context == FLOW_IN_LABEL || f->context == FLOW_IN_ARROW_TEXT;
    if (!label || !f->opener || f->token.kind != FLOW_END)
        return false;
    const char *what = f->opener->kind == FLOW_PIPE ? "this `|` has no second `|`"
                                                    : "this bracket is never closed";
    fail(f, "bracket-open", idarch_flow_token_span(f->parser, f->opener), what)->hint =
        f->opener->kind == FLOW_PIPE ? "a text on an arrow stands between two pipes: -->|text|"
                                     : "close it on the same kind of bracket, as in A[text]";
    return true;
}

static bool is_bracket(char c)
{
    return c != '\0' && strchr("()[]{}|\"", c) != NULL;
}

/* Brackets, pipes and quotes inside an unquoted label; empty labels; slashes. */
static bool says_bad_label(const failure *f)
{
    bool label = f->context == FLOW_IN_LABEL || f->context == FLOW_IN_ARROW_TEXT;
    if (!label || !f->opener || f->rest.len == 0)
        return false;
    if (says_other_bracket(f))
        return true;
    char c = f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN ? '"' : f->rest.ptr[0];
    bool empty = f->token.start == f->opener->end ||
                 f->parser->previous.start == f->opener->start;
    bool closes = f->token.kind >= FLOW_SQUARE_END || f->token.kind == FLOW_PIPE;
    idarch_diag *diag;
    if (empty && closes) {
        diag = fail(f, "label-empty", token_span(f), "this label is empty");
        diag->hint = "write a blank between the brackets for an empty label: A[ ]";
    } else if (f->opener->kind == FLOW_TRAPEZOID || f->opener->kind == FLOW_INV_TRAPEZOID) {
        diag = fail(f, "label-slash", token_span(f),
                    "a label that starts with a slash needs one at its end");
        diag->hint = "A[/text/] is a parallelogram; for a path write A[\"/path\"]";
    } else if (c == '"') {
        diag = fail(f, "label-quote", token_span(f),
                    "a quote cannot stand inside an unquoted label");
        diag->hint = "quote the whole label, with #quot; for a quote inside it";
    } else if (is_bracket(c)) {
        diag = idarch_flow_fail(f->parser->builder, "label-bracket",
                                span_from(f, f->token.start, 1), "`%c` cannot stand here in an unquoted label", c);
        diag->hint = "quote the label: A[\"f(x)\"], -->|\"f(x)\"|";
    } else {
        return false;
    }
    relate_opener(f, diag, "the label starts here");
    return true;
}

static bool says_edge_text(const failure *f)
{
    if (f->context != FLOW_IN_EDGE_TEXT)
        return false;
    idarch_diag *diag;
    if (f->token.kind == FLOW_END) {
        diag = fail(f, "edge-open", idarch_flow_token_span(f->parser, f->opener),
                    "this edge has no second half");
        diag->hint = "an edge without text is `---` or `-->`; with text `-- text -->`";
        return true;
    }
    if (f->token.kind == FLOW_LINK) {
        diag = fail(f, "label-empty", token_span(f), "the text of this edge is empty");
        diag->hint = "write the edge without a text: `-->`";
    } else {
        diag = idarch_flow_fail(f->parser->builder, "edge-text", token_span(f),
                                "%s cannot stand in the text of this edge", found(f));
        diag->hint = "quote the text: `-- \"a--b\" -->`";
    }
    relate_opener(f, diag, "the edge starts here");
    return true;
}

/* `end` that closes nothing, and words of the language in the place of ids. */
static bool says_reserved_word(const failure *f)
{
    flow_kind kind = f->token.kind;
    bool word = kind == FLOW_END_WORD || kind == FLOW_GRAPH || kind == FLOW_SUBGRAPH ||
                kind == FLOW_STYLE || kind == FLOW_LINK_STYLE || kind == FLOW_CLASS_DEF ||
                kind == FLOW_CLASS || kind == FLOW_INTERPOLATE || kind == FLOW_TARGET ||
                kind == FLOW_HREF || kind == FLOW_CALL_NAME || kind == FLOW_CLICK ||
                kind == FLOW_DEFAULT;
    if (!word || f->context == FLOW_IN_HEADER)
        return false;
    const char *name = shown(f, f->token.text);
    if (kind == FLOW_END_WORD && f->context == FLOW_IN_STATEMENT) {
        fail(f, "end-alone", token_span(f), "this `end` closes no subgraph")->hint =
            "take it away, or open a subgraph before it; an id cannot be `end`, but `End` is fine";
        return true;
    }
    idarch_diag *diag = idarch_flow_fail(f->parser->builder, "reserved-word", token_span(f),
                                         "`%s` is a word of the language and cannot be used here",
                                         name);
    diag->hint = idarch_printf(f->parser->arena, "use another id and a label: x[\"%s\"]", name);
    return true;
}

static bool says_open_subgraph(const failure *f)
{
    if (f->context != FLOW_IN_STATEMENT || f->token.kind != FLOW_END ||
        f->parser->groups.count == 0)
        return false;
    const flow_group *group = &f->parser->groups.items[f->parser->groups.count - 1];
    fail(f, "subgraph-open", group->keyword, "this subgraph has no `end`")->hint =
        "write `end` on a line of its own after its nodes";
    return true;
}

/* A statement that ended in the middle: `A -- text` swallows the rest of the text. */
static bool says_short_arrow(const failure *f)
{
    static const struct {
        const char *written, *message, *hint;
    } rows[] = {
        {"->>", "`->>` is no arrow of a flowchart", "an arrow has two dashes: -->"},
        {"->", "`->` is no arrow", "an arrow has two dashes: -->"},
        {"=>", "`=>` is no arrow", "a thick arrow has two equals signs: ==>"},
        {"<-", "an arrow cannot point to the left", "write the nodes the other way round: B --> A"},
        {"-", "a single dash is no edge",
         "an edge has three dashes, an arrow two: A --- B, A --> B"},
        {"\xE2\x86\x92", "this is no arrow", "write it in dashes: -->"},
        {"\xE2\x80\x93", "this is a dash of text, no edge", "write the edge in hyphens: -->"},
        {"\xE2\x80\x94", "this is a dash of text, no edge", "write the edge in hyphens: -->"},
    };
    if (f->context != FLOW_AFTER_NODE && f->context != FLOW_IN_STATEMENT &&
        f->context != FLOW_IN_NODE)
        return false;
    size_t start = f->token.start;
    idarch_str all = f->parser->lexer.text;
    /* A> after an id that ends with a dash opened a shape: the arrow began before it. */
    while (start > 0 && (all.ptr[start - 1] == '-' || all.ptr[start - 1] == '='))
        start--;
    idarch_str rest = idarch_flow_trim(idarch_str_sub(all, start, all.len));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!starts(rest, rows[i].written))
            continue;
        size_t at = (size_t)(rest.ptr - all.ptr);
        fail(f, "arrow", span_from(f, at, strlen(rows[i].written)), rows[i].message)->hint =
            rows[i].hint;
        return true;
    }
    return false;
}

static bool says_comment(const failure *f)
{
    idarch_str rest = idarch_flow_trim(f->rest);
    if (!starts(rest, "%%"))
        return false;
    size_t at = (size_t)(rest.ptr - f->parser->lexer.text.ptr);
    fail(f, "comment-place", span_from(f, at, 2), "a comment cannot stand behind a statement")
        ->hint = "a comment has a line of its own, with a text after the %%";
    return true;
}

/* Something right behind a blank: a bracket, a word. */
static bool says_after_blank(const failure *f)
{
    if (f->context != FLOW_AFTER_NODE || f->line.len == 0)
        return false;
    char before = f->line.ptr[f->line.len - 1];
    bool blank = before == ' ' || before == '\t';
    idarch_diag *diag = NULL;
    if (blank && f->token.kind >= FLOW_SQUARE && f->token.kind <= FLOW_INV_TRAPEZOID) {
        diag = fail(f, "blank-before-bracket", token_span(f),
                    "a blank stands between the id and its bracket");
        diag->hint = "write the bracket right after the id: A[text]";
    } else if (blank && f->token.kind == FLOW_STYLE_SEPARATOR) {
        diag = fail(f, "blank-before-class", token_span(f), "a blank stands before `:::`");
        diag->hint = "write the class right after the node: A[text]:::name";
    } else if (f->token.kind == FLOW_STYLE_SEPARATOR) {
        diag = fail(f, "second-class", token_span(f), "a second `:::` cannot follow");
        diag->hint = "one class can stand at a node; more with `class A name` lines, and ::: goes "
                     "before @{ }";
    } else if (blank && (f->token.kind == FLOW_NODE_STRING || f->token.kind == FLOW_LETTER ||
                         f->token.kind == FLOW_NUMBER)) {
        diag = fail(f, "blank-in-id", token_span(f), "an id cannot hold a blank");
        idarch_str line = idarch_flow_trim(f->line);
        diag->hint = "give the node an id and a label: web[\"web server\"]; a fan is A & B";
        if (idarch_str_is(line, "direction"))
            diag->hint = "directions are TB, BT, LR and RL, in capitals";
        else if (idarch_str_ends(line, ":"))
            diag->hint = "an edge's text stands at the arrow: A -->|text| B";
    }
    return diag != NULL;
}

/* Characters that no id may hold. */
static bool says_bad_character(const failure *f)
{
    size_t entity;
    if (f->token.kind != FLOW_ERROR || f->rest.len == 0 ||
        idarch_flow_mode(&f->parser->lexer) != FLOW_MODE_PLAIN)
        return false;
    if (idarch_flow_entity(f->rest, 0, &entity)) {
        fail(f, "entity-place", span_from(f, f->token.start, entity),
             "this is read as an entity code, which can stand in labels only")->hint =
            f->context == FLOW_IN_STYLES ? "take the semicolon after the colour away, or write one "
                                           "statement a line"
                                         : "write it in a label: A[\"...\"]";
        return true;
    }
    const char *character = shown(f, f->token.text);
    idarch_diag *diag = idarch_flow_fail(f->parser->builder, "character", token_span(f),
                                         "`%s` cannot stand outside of a label", character);
    diag->hint = "ids are letters, digits and _; anything else goes into a label: A[\"...\"]";
    return true;
}

static bool says_header(const failure *f)
{
    static const char *const directions[] = {"TB", "TD", "BT", "LR", "RL"};
    if (f->context != FLOW_IN_HEADER)
        return false;
    idarch_str rest = idarch_flow_trim(f->rest);
    size_t len = 0;
    while (len < rest.len && ((rest.ptr[len] | 0x20) >= 'a' && (rest.ptr[len] | 0x20) <= 'z'))
        len++;
    idarch_str word = idarch_str_sub(rest, 0, len);
    idarch_span span = span_from(f, (size_t)(rest.ptr - f->parser->lexer.text.ptr), len ? len : 1);
    if (idarch_flow_mode(&f->parser->lexer) == FLOW_MODE_DIR) {
        idarch_diag *diag = fail(f, "header-direction", span, "this is no direction");
        diag->hint = "the directions are TB, TD, BT, LR and RL, in capitals";
        for (size_t i = 0; i < 5; i++)
            if (idarch_str_eq_nocase(word, idarch_str_of(directions[i])))
                diag->hint = idarch_printf(f->parser->arena, "directions are in capitals: %s",
                                           directions[i]);
        return true;
    }
    if (f->parser->lexer.graph_seen && f->token.kind != FLOW_GRAPH) {
        fail(f, "header-line", span, "something stands behind the direction in the header")->hint =
            "end the header's line, or write a semicolon right after the direction";
        return true;
    }
    idarch_diag *diag = fail(f, "header", span, "a flowchart starts with `flowchart` or `graph`");
    diag->hint = starts(rest, "%%") ? "a line of %% alone is no comment; write a text after it"
                                    : "write the header first, as in `flowchart LR`";
    return true;
}

static bool says_subgraph(const failure *f)
{
    if (f->context != FLOW_IN_SUBGRAPH)
        return false;
    bool none = f->token.kind == FLOW_NEWLINE || f->token.kind == FLOW_SEMI ||
                f->token.kind == FLOW_END;
    if (none && f->opener) {
        fail(f, "subgraph-name", idarch_flow_token_span(f->parser, f->opener),
             "this subgraph has no name")->hint =
            "write an id and a title: subgraph ids [\"ID service\"]";
        return true;
    }
    idarch_diag *diag = idarch_flow_fail(f->parser->builder, "subgraph-name", token_span(f),
                                         "%s cannot stand in a subgraph's line", found(f));
    diag->hint = "give it an id and a title in brackets, and nothing after them: "
                 "subgraph ids [\"a title, as you like\"]";
    return true;
}

static bool says_styles(const failure *f)
{
    if (f->context != FLOW_IN_STYLES && f->context != FLOW_IN_CLASS &&
        f->context != FLOW_IN_LINK_STYLE)
        return false;
    idarch_diag *diag = NULL;
    if (f->token.kind == FLOW_ROUND || f->token.kind == FLOW_STRING) {
        diag = idarch_flow_fail(f->parser->builder, "style-character", token_span(f),
                                "%s cannot stand in a style", found(f));
        diag->hint = "write colours as #rrggbb or by name; rgb() and quotes are not allowed here";
    } else if (f->token.kind == FLOW_SPACE || f->token.kind == FLOW_COMMA) {
        diag = fail(f, "list-blank", token_span(f), "no blank can stand in this list");
        diag->hint = "write commas without blanks: `class A,B name`, `linkStyle 0,1 stroke:red`";
    }
    return diag != NULL;
}

static void general(const failure *f)
{
    idarch_diag *diag =
        idarch_flow_fail(f->parser->builder, "syntax", token_span(f), "%s is not expected here",
                         found(f));
    diag->hint = idarch_printf(f->parser->arena, "expected: %s", expected[f->context]);
    relate_opener(f, diag, "it starts here");
}

bool idarch_flow_unexpected(flow_parser *parser, flow_context context, const flow_token *opener)
{
    static bool (*const rules[])(const failure *) = {
        says_odd_arrow,      says_unclosed_quote, says_open_data,    says_loose_edge,
        says_header,         says_open_subgraph, says_comment,       says_unclosed_bracket,
        says_bad_label,   says_edge_text,     says_short_arrow,
        says_subgraph,       says_after_blank,   says_reserved_word, says_styles,
        says_bad_character,
    };
    idarch_str all = parser->lexer.text;
    failure f = {.parser = parser, .context = context, .token = parser->token, .opener = opener};
    size_t line = f.token.start;
    while (line > 0 && all.ptr[line - 1] != '\n')
        line--;
    f.rest = idarch_str_sub(all, f.token.start, all.len);
    f.line = idarch_str_sub(all, line, f.token.start);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i](&f))
            return false;
    general(&f);
    return false;
}
