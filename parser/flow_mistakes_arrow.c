/* Frequent mistakes with arrows and the texts at them. */
#include "parser/flow_failure.h"

#define LOOK_MAX 1000 /* bytes of a line that are looked at for a hint */

typedef struct arrow_row {
    const char *written, *message, *hint;
} arrow_row;

static const arrow_row arrows[] = {
    {"<<-->>", "`<<-->>` is no arrow of a flowchart", "an arrow in both directions is <-->"},
    {"<<->>", "`<<->>` is no arrow of a flowchart", "an arrow in both directions is <-->"},
    {"<<-->", "`<<-->` is no arrow", "an arrow in both directions is <-->"},
    {"<<--", "`<<--` is no arrow", "an arrow in both directions is <-->"},
    {"-->>", "`-->>` is no arrow of a flowchart", "an arrow ends with one `>`: -->"},
    {"--)", "`--)` is no arrow of a flowchart", "an arrow ends with `>`: -->"},
    {"->>", "`->>` is no arrow of a flowchart", "an arrow has two dashes: -->"},
    {"->", "`->` is no arrow", "an arrow has two dashes: -->"},
    {"=>", "`=>` is no arrow", "a thick arrow has two equals signs: ==>"},
    {"~~>", "`~~>` is no arrow", "an arrow is --> ; an edge that is not drawn is ~~~"},
    {"~>", "`~>` is no arrow", "an arrow is --> ; an edge that is not drawn is ~~~"},
    {"<->", "`<->` is no arrow", "an arrow in both directions has two dashes: <-->"},
    {"<--", "an arrow cannot point to the left alone",
     "write the nodes the other way round, B --> A, or both ends: <-->"},
    {"<-", "an arrow cannot point to the left", "write the nodes the other way round: B --> A"},
    {"-x", "`-x` is no arrow of a flowchart", "a cross at the end has two dashes: --x"},
    {"-)", "`-)` is no arrow of a flowchart", "an arrow has two dashes: -->"},
    {"-=>", "`-=>` is no arrow", "a thick arrow is ==>"},
    {">>", "`>>` is no arrow", "an arrow is -->"},
    {"....>", "`....>` is no arrow", "a dotted arrow is -.->"},
    {"...>", "`...>` is no arrow", "a dotted arrow is -.->"},
    {"..>", "`..>` is no arrow", "a dotted arrow is -.->"},
    {".>", "`.>` is no arrow", "a dotted arrow is -.->"},
    {"-", "a single dash is no edge", "an edge has three dashes, ---, an arrow two, -->"},
    {"\xE2\x86\x92", "this is no arrow", "write it in dashes: -->"},      /* U+2192 */
    {"\xE2\x87\x92", "this is no arrow", "write it in signs: ==>"},       /* U+21D2 */
    {"\xE2\x9F\xB6", "this is no arrow", "write it in dashes: -->"},      /* U+27F6 */
    {"\xE2\x9E\x94", "this is no arrow", "write it in dashes: -->"},      /* U+2794 */
    {"\xE2\x86\x90", "this is no arrow", "write the nodes the other way round: B --> A"},
    {"\xE2\x86\x94", "this is no arrow", "an arrow in both directions is <-->"},
    {"\xE2\x9E\x9C", "this is no arrow", "write it in dashes: -->"},      /* U+279C */
    {"\xE2\x9E\xA1", "this is no arrow", "write it in dashes: -->"},      /* U+27A1 */
    {"\xE2\x96\xB6", "this is no arrow", "write it in dashes: -->"},      /* U+25B6 */
    {"\xE2\x87\x94", "this is no arrow", "an arrow in both directions is <==>"},
    {"\xEF\xBC\x8D\xEF\xBC\x8D\xEF\xBC\x9E", "this arrow is in full-width signs",
     "write it in plain dashes: -->"},
    {"\xEF\xBC\x8D\xEF\xBC\x8D>", "this arrow has full-width dashes",
     "write it in plain dashes: -->"},
    {"\xEF\xBC\x8D\xEF\xBC\x9E", "this arrow is in full-width signs",
     "write it in plain dashes: -->"},
    {"\xEF\xBC\x9D\xEF\xBC\x9D\xEF\xBC\x9E", "this arrow is in full-width signs",
     "write it in plain signs: ==>"},
    {"\xEF\xBC\x8D", "this dash is in full width", "write the edge in plain dashes: ---"},
    {"\xEF\xBC\x9D", "this sign is in full width", "write the edge in plain signs: ==="},
    {"\xE2\x80\x93", "this is a dash of text, no edge", "write the edge in hyphens: -->"},
    {"\xE2\x80\x94", "this is a dash of text, no edge", "write the edge in hyphens: -->"},
};

/* The row of the table that the text begins with. */
static const arrow_row *find_arrow(idarch_str text)
{
    for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++)
        if (idarch_str_starts(text, arrows[i].written))
            return &arrows[i];
    return NULL;
}

/* Two texts between pipes as one. */
static const char *both_texts(const flow_failure *f)
{
    size_t open = f->parser->pipe, far = f->line_end < f->at + LOOK_MAX ? f->line_end : f->at;
    size_t close = idarch_str_find(idarch_str_sub(f->all, 0, far), '|', f->at + 1);
    size_t first = idarch_str_find(idarch_str_sub(f->all, 0, f->at), '|', open + 1);
    idarch_str a = idarch_flow_trim(idarch_str_sub(f->all, open + 1, first));
    idarch_str b = idarch_flow_trim(idarch_str_sub(f->all, f->at + 1, close));
    if (close >= far || first >= f->at || a.len + b.len > 160 || memchr(a.ptr, '"', a.len) ||
        memchr(b.ptr, '"', b.len))
        return "write both in one, between one pair of pipes";
    return idarch_printf(f->parser->arena, "write both in one: |%.*s, %.*s|", (int)a.len, a.ptr,
                         (int)b.len, b.ptr);
}

/* `A <-- B`: the other way round. */
static const char *reversed(const flow_failure *f, size_t start, size_t end)
{
    size_t left = f->parser->vertex, stop = end;
    while (stop < f->line_end && flow_in_set(f->all.ptr[stop], " \t"))
        stop++;
    size_t right = stop;
    while (stop < f->line_end && !flow_in_set(f->all.ptr[stop], " \t\n;-=<"))
        stop++;
    idarch_str a = idarch_flow_trim(idarch_str_sub(f->all, left, start));
    bool good = left >= f->parser->statement && left < start && a.len > 0 && a.len < 80 &&
                stop > right && stop - right < 80 && !memchr(a.ptr, '\n', a.len) &&
                !strpbrk(idarch_str_dup(f->parser->arena, idarch_str_sub(f->all, right, stop)), "[({\"");
    return good ? idarch_printf(f->parser->arena, "write the nodes the other way round, %.*s --> %.*s, "
                                "or <--> for both directions", (int)(stop - right),
                                f->all.ptr + right, (int)a.len, a.ptr)
                : "write the nodes the other way round, B --> A, or <--> for both directions";
}

/* `--> >`: a head stands behind an arrow and a blank. */
static bool says_second_head(const flow_failure *f)
{
    const flow_token *before = &f->parser->previous;
    idarch_str arrow = idarch_flow_trim(before->text);
    if (f->context != FLOW_IN_NODE || f->token.kind != FLOW_ODD || before->kind != FLOW_LINK ||
        before->end != f->at || flow_last_of(arrow) == flow_last_of(before->text))
        return false;
    idarch_flow_say(f, "arrow", f->at, f->end, "`>` stands behind the arrow and a blank")->hint =
        idarch_printf(f->parser->arena, "the arrow is written %.*s%s", (int)arrow.len, arrow.ptr,
                      flow_last_of(arrow) == '>' ? "" : "> without a blank");
    return true;
}

/* Reading goes on behind an arrow that a node follows. */
static void mend_arrow(const flow_failure *f, const arrow_row *row, size_t end)
{
    char head = row->written[strlen(row->written) - 1];
    size_t next = end;
    while (next < f->line_end && flow_in_set(f->all.ptr[next], " \t"))
        next++;
    if (f->context == FLOW_AFTER_NODE && row->written[0] != '<' && (head == '>' || (unsigned char)head >= 0x80) &&
        next < f->line_end && (g_ascii_isalnum(f->all.ptr[next]) || (unsigned char)f->all.ptr[next] >= 0x80))
        f->parser->mend = next;
}

/* The row's hint, with the author's statement as it would be. */
static const char *row_hint(const flow_failure *f, const arrow_row *row, size_t start, size_t end)
{
    static const char *const rights[] = {"<-->", "<==>", "-.->", "-->", "==>", "--x"};
    if (idarch_flow_trim(idarch_str_sub(f->all, f->line, start)).len == 0 ||
        idarch_flow_trim(idarch_str_sub(f->all, end, f->line_end)).len == 0 ||
        strstr(row->hint, "B --> A"))
        return row->hint;
    for (size_t i = 0; i < sizeof rights / sizeof rights[0]; i++) {
        if (!strstr(row->hint, rights[i]))
            continue;
        const char *whole = idarch_flow_own_edge(f, start, end, rights[i]);
        return whole ? idarch_printf(f->parser->arena, "%s (%s)", row->hint, whole) : row->hint;
    }
    return row->hint;
}

static bool says_wrong_arrow(const flow_failure *f)
{
    size_t start = f->at;
    const flow_token *before = &f->parser->previous;
    if (!flow_at_node(f) || flow_is_arrow(f->token.kind))
        return false;
    if (f->token.kind == FLOW_ODD && before->kind == FLOW_LINK && before->end == f->at) {
        idarch_str arrow = idarch_flow_trim(before->text);
        if (!idarch_str_is(arrow, "-->"))
            return false;
        start = (size_t)(arrow.ptr - f->all.ptr);
    }
    /* An id that ends with a dash took the arrow's first one. */
    while (start > f->line && flow_in_set(f->all.ptr[start - 1], "-=.<~"))
        start--;
    const arrow_row *row = find_arrow(idarch_str_sub(f->all, start, f->line_end));
    if (!row)
        return false;
    size_t end = start + strlen(row->written);
    while (end < f->line_end && f->all.ptr[end] == '>')
        end++;
    bool left = flow_in_set(row->written[0], "<") && !strchr(row->written, '>') &&
                row->written[1] == '-';
    idarch_flow_say(f, "arrow", start, end, "%s", row->message)->hint =
        left ? reversed(f, start, end) : row_hint(f, row, start, end);
    mend_arrow(f, row, end);
    return true;
}

/* A statement on the next line where the node of an edge is expected. */
static bool begins_statement(const flow_failure *f)
{
    const flow_token *edge = &f->parser->previous;
    switch (f->token.kind) {
    case FLOW_SUBGRAPH: case FLOW_END_WORD: case FLOW_STYLE: case FLOW_LINK_STYLE:
    case FLOW_CLASS_DEF: case FLOW_CLASS: case FLOW_CLICK: case FLOW_DIRECTION:
        return edge->kind == FLOW_LINK && memchr(edge->text.ptr, '\n', edge->text.len);
    default:
        return false;
    }
}

/* An edge text that took the lines behind it in, as its second half is missing. */
static bool says_swallowed_lines(const flow_failure *f)
{
    size_t open = f->parser->edge_open;
    if (open == SIZE_MAX || f->context == FLOW_IN_EDGE_TEXT)
        return false;
    size_t start = open, line = idarch_str_find(f->all, '\n', open);
    while (line + 1 < f->at && idarch_flow_space(f->all.ptr + start, f->all.ptr + line) > 0)
        start += idarch_flow_space(f->all.ptr + start, f->all.ptr + line);
    bool bracket = false;
    for (size_t i = line; i < f->at && !bracket; i++)
        bracket = flow_in_set(f->all.ptr[i], "([{|\"");
    if (line >= f->at || !(bracket || f->token.kind == FLOW_PIPE))
        return false;
    size_t end = start;
    while (flow_in_set(f->all.ptr[end], "-=.<xo"))
        end++;
    idarch_diag *diag =
        idarch_flow_say(f, "edge-open", start, end, "this edge has no second half");
    diag->hint = "an edge without text is `---` or `-->`; with text `-- text -->`";
    idarch_flow_also(f, diag, f->at, f->end, "noticed here");
    f->parser->fault_line = true;
    return true;
}

static const char *own(const flow_failure *f, size_t start, size_t end)
{
    return idarch_flow_clean(f->parser->arena,
                             idarch_flow_trim(idarch_str_sub(f->all, start, end)));
}

/* `--> B`: with a node before it. */
static const char *loose_hint(const flow_failure *f)
{
    const char *whole = f->token.kind == FLOW_LINK
                            ? idarch_flow_own_edge(f, f->at, f->end, own(f, f->at, f->end)) : NULL;
    return whole ? idarch_printf(f->parser->arena, "an edge stands between two nodes: %s", whole)
                 : "an edge stands between two nodes";
}

/* An edge with no node before or behind it. */
static bool says_loose_edge(const flow_failure *f)
{
    flow_kind before = f->parser->previous.kind;
    if (f->context == FLOW_IN_NODE && (idarch_flow_ends(f->token.kind) || begins_statement(f))) {
        const flow_token *edge = &f->parser->previous;
        idarch_str text = idarch_flow_trim(edge->text);
        size_t start = before == FLOW_LINK ? (size_t)(text.ptr - f->all.ptr) : f->at;
        size_t end = before == FLOW_LINK ? start + text.len : f->at;
        const char *whole = end == start ? NULL
                            : idarch_flow_own_edge(f, start, end, own(f, start, end));
        idarch_flow_say(f, "edge-loose", start, end, "this edge leads nowhere")->hint =
            whole ? idarch_printf(f->parser->arena, "write the node that it leads to: %s", whole)
                  : "write the node that it leads to, behind it";
        return true;
    }
    if (f->context == FLOW_IN_NODE && before == FLOW_LINK &&
        (flow_is_arrow(f->token.kind) || f->token.kind == FLOW_ODD)) {
        idarch_str first = idarch_flow_trim(f->parser->previous.text);
        const char *arrow = idarch_flow_clean(f->parser->arena, first);
        const char *whole = idarch_flow_own_edge(f, (size_t)(first.ptr - f->all.ptr), f->end, arrow);
        idarch_flow_say(f, "edge-loose", f->at, f->end, "an arrow follows an arrow")->hint =
            whole ? idarch_printf(f->parser->arena, "one arrow stands between two nodes: %s", whole)
                  : "one arrow stands between two nodes, such as --> or ==>";
        return true;
    }
    if (!flow_is_arrow(f->token.kind) || f->context != FLOW_IN_STATEMENT)
        return false;
    char mark = f->at < f->all.len ? f->all.ptr[f->at] : '\0';
    if (f->parser->previous_end == f->parser->statement)
        return false; /* `end --> B`, which has words of its own */
    idarch_flow_say(f, "edge-loose", f->at, f->end, "this edge has no node before it")->hint =
        flow_in_set(mark, "ox") ? "an id of o or x alone needs a blank before the arrow: o --> B"
                           : loose_hint(f);
    return true;
}

/* The arrow with its text that ends at the place. */
static idarch_str own_arrow_text(const flow_failure *f, size_t end)
{
    size_t start = f->parser->pipe;
    while (start > f->line && flow_in_set(f->all.ptr[start - 1], "-=.<>~"))
        start--;
    return end - start < 120 ? idarch_str_sub(f->all, start, end) : IDARCH_STR("-->|...|");
}

/* `-->|text|> B`, as if the arrow ended behind its text. */
static bool says_arrow_behind_text(const flow_failure *f)
{
    if (f->context != FLOW_IN_NODE || f->parser->pipe < f->parser->statement ||
        (f->token.kind != FLOW_ODD && !flow_is_arrow(f->token.kind)))
        return false;
    size_t at = f->at;
    while (at > f->line && f->all.ptr[at - 1] == ' ')
        at--;
    if (f->all.ptr[at - 1] != '|')
        return false;
    idarch_flow_say(f, "arrow-behind-text", f->at, f->end, "the arrow ended before its text")
        ->hint = idarch_printf(f->parser->arena,
                               "the text stands behind the whole arrow, and nothing but the node "
                               "behind the text: %s",
                               idarch_flow_clean(f->parser->arena, own_arrow_text(f, at)));
    return true;
}

/* `-->|a|b| C`: a stroke inside the text, or `A |text| --> B`. */
static const char *pipe_hint(const flow_failure *f, size_t *open)
{
    size_t pipe = f->parser->pipe;
    idarch_str between = idarch_str_sub(f->all, pipe + 1, f->at);
    *open = pipe;
    if (pipe > f->parser->statement && pipe < f->at && between.len < 100 &&
        !memchr(between.ptr, '\n', between.len) &&
        idarch_flow_find_arrow(f, pipe + 1, f->at) == f->at)
        return idarch_printf(f->parser->arena, "quote the text: |%s|",
                             idarch_flow_in_quotes(f, between));
    *open = SIZE_MAX;
    size_t far = f->line_end < f->at + LOOK_MAX ? f->line_end : f->at + LOOK_MAX;
    size_t close = idarch_str_find(idarch_str_sub(f->all, 0, far), '|', f->at + 1);
    size_t arrow = close + 1, end;
    while (flow_in_set(f->all.ptr[arrow], " \t"))
        arrow++;
    end = arrow;
    while (flow_in_set(f->all.ptr[end], "-=.>"))
        end++;
    if (close < far && end - arrow >= 2 && close - f->at < 100)
        return idarch_printf(f->parser->arena, "it stands right behind the arrow: %.*s%s",
                             (int)(end - arrow), f->all.ptr + arrow,
                             idarch_flow_clean(f->parser->arena,
                                               idarch_str_sub(f->all, f->at, close + 1)));
    return "it stands right behind the arrow: -->|text|";
}

static bool says_pipe(const flow_failure *f)
{
    size_t open;
    if (f->token.kind != FLOW_PIPE || !flow_at_node(f))
        return false;
    const char *hint = f->context == FLOW_AFTER_NODE ? pipe_hint(f, &open) : NULL;
    if (hint && open != SIZE_MAX) {
        idarch_diag *diag = idarch_flow_say(f, "label-bracket", f->at, f->end,
                                            "`|` cannot stand inside this text");
        diag->hint = hint;
        idarch_flow_also(f, diag, open, open + 1, "the text starts here");
        return true;
    }
    if (f->context == FLOW_IN_NODE && f->parser->pipe >= f->parser->statement)
        idarch_flow_say(f, "label-twice", f->at, f->end, "this edge has a text already")->hint =
            both_texts(f);
    else
        idarch_flow_say(f, "pipe-place", f->at, f->end, "a text between pipes needs an arrow")
            ->hint = hint ? hint : "it stands right behind the arrow: -->|text|";
    return true;
}

/* ---- texts inside edges --------------------------------------------------------------- */

static const char *close_hint(const flow_failure *f)
{
    idarch_str opener = idarch_flow_trim(f->opener->text);
    size_t start = (size_t)(opener.ptr - f->all.ptr), end = start + opener.len;
    size_t line = start, line_end = idarch_str_find(idarch_str_sub(f->all, 0, end + LOOK_MAX), '\n', end);
    while (line > 0 && start - line < LOOK_MAX && f->all.ptr[line - 1] != '\n' && f->all.ptr[line - 1] != ';')
        line--;
    idarch_str left = idarch_flow_trim(idarch_str_sub(f->all, line, start));
    idarch_str right = idarch_flow_trim(idarch_str_sub(f->all, end, line_end));
    if (idarch_str_is(opener, "--") && left.len && right.len && left.len + right.len < 80) {
        const char *a = idarch_flow_clean(f->parser->arena, left);
        const char *b = idarch_flow_clean(f->parser->arena, right);
        return idarch_printf(f->parser->arena, "an edge without text is %s --- %s or %s --> %s; with "
                             "text `-- text -->`", a, b, a, b);
    }
    if (idarch_str_starts(opener, "<"))
        return "an arrow to the left is written the other way round, B --> A; one in both "
               "directions is <-->";
    if (idarch_str_find(opener, '.', 0) < opener.len)
        return "a dotted edge without text is `-.-` or `-.->`; with text `-. text .->`";
    if (idarch_str_find(opener, '=', 0) < opener.len)
        return "a thick edge without text is `===` or `==>`; with text `== text ==>`";
    return "an edge without text is `---` or `-->`; with text `-- text -->`";
}

/* The second half as it was to be written. */
static const char *own_half(idarch_str opener)
{
    return idarch_str_find(opener, '.', 0) < opener.len   ? ".->"
           : idarch_str_find(opener, '=', 0) < opener.len ? "==>"
                                                          : "-->";
}

/* What stands behind the opener shows what was meant: `-- text -> B`, `-- > B`, `--|t| B`,
 * `--* B`. */
static bool says_meant_half(const flow_failure *f, idarch_str opener, size_t start)
{
    static const char *const halves[] = {"->>", "->", "=>", ".>", "~>", "\xE2\x86\x92"};
    size_t end = start + opener.len;
    size_t line_end = idarch_str_find(idarch_str_sub(f->all, 0, end + LOOK_MAX), '\n', end);
    idarch_arena *arena = f->parser->arena;
    idarch_str rest = idarch_str_sub(f->all, end, line_end), text = idarch_flow_trim(rest);
    const char *arrow = own_half(opener);
    if (idarch_str_starts(rest, "\xEF\xBC\x9E")) {
        idarch_flow_say(f, "arrow", start, end + 3, "the head of this arrow is a full-width sign")
            ->hint = idarch_printf(arena, "write it in plain signs: %s", arrow);
        return true;
    }
    if (text.len > 0 && text.ptr[0] == '>') {
        size_t head = (size_t)(text.ptr - f->all.ptr);
        idarch_flow_say(f, "arrow", start, head + 1, "a blank stands inside this arrow")->hint =
            idarch_printf(arena, "write it without: %s", arrow);
        return true;
    }
    size_t pipe = rest.len > 0 && rest.ptr[0] == '|' ? idarch_str_find(rest, '|', 1) : rest.len;
    if (pipe < rest.len && pipe < 100) {
        idarch_flow_say(f, "arrow", start, end, "this is only half of an arrow")->hint =
            idarch_printf(arena, "write the whole one before its text: %s%s", arrow,
                          idarch_flow_clean(arena, idarch_str_sub(rest, 0, pipe + 1)));
        return true;
    }
    if (rest.len > 1 && flow_in_set(rest.ptr[0], "*-+=~)/") && rest.ptr[1] == ' ') {
        idarch_flow_say(f, "arrow", start, end + 1, "`%.*s%c` is no arrow", (int)opener.len,
                        opener.ptr, rest.ptr[0])
            ->hint = idarch_printf(arena, "write %s, or %.*s for an edge without a head", arrow,
                                   3, arrow[0] == '.' ? "-.-" : arrow[0] == '=' ? "===" : "---");
        return true;
    }
    size_t best = rest.len;
    const char *half = NULL;
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        size_t at = idarch_str_search(rest, halves[i], 0);
        if (at >= best)
            continue;
        best = at;
        half = halves[i];
    }
    text = idarch_flow_trim(idarch_str_sub(rest, 0, best));
    if (!half || text.len == 0 || text.len > 100)
        return false;
    idarch_diag *diag =
        idarch_flow_say(f, "edge-open", start, end, "this edge has no second half: `%s` is none", half);
    diag->hint = idarch_printf(arena, "write %.*s %s %s", (int)opener.len, opener.ptr,
                               idarch_flow_clean(arena, text), arrow);
    return true;
}

static void say_half(const flow_failure *f)
{
    idarch_str opener = idarch_flow_trim(f->opener->text);
    size_t start = (size_t)(opener.ptr - f->all.ptr);
    if (!idarch_str_starts(opener, "<") && says_meant_half(f, opener, start))
        return;
    const arrow_row *row = find_arrow(idarch_str_sub(f->all, start, f->all.len));
    if (row && strlen(row->written) == 3) { /* `--)` or `<--` */
        idarch_flow_say(f, "arrow", start, start + 3, "%s", row->message)->hint =
            idarch_str_starts(opener, "<--") ? reversed(f, start, start + 3) : row->hint;
        return;
    }
    idarch_diag *diag = idarch_flow_say(f, "edge-open", start, start + opener.len,
                                        "this edge has no second half");
    diag->hint = close_hint(f);
    if (f->later && f->token.kind != FLOW_END)
        idarch_flow_also(f, diag, f->at, f->end, "noticed here");
}

/* Does the mode's kind of arrow follow in the line? */
static bool arrow_follows(const flow_failure *f)
{
    static const char *const ends[] = {"-->", "---", "--x", "--o", "==>",
                                       "===", "==x", "==o", ".-"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (idarch_str_search(idarch_str_sub(f->rest, 1, f->rest.len), ends[i], 0) <
            (f->rest.len ? f->rest.len - 1 : 0))
            return true;
    return false;
}

/* The edge with its text up to the place, in quotes when asked for, and its second half. */
static const char *own_edge(const flow_failure *f, size_t end, const char *half, bool quotes)
{
    idarch_arena *arena = f->parser->arena;
    idarch_str opener = idarch_flow_trim(f->opener->text);
    idarch_str text = idarch_flow_trim(idarch_str_sub(f->all, f->opener->end, end));
    if (text.len == 0 || text.len > 120)
        return "-- \"text\" -->";
    return idarch_printf(arena, "%.*s %s %s", (int)opener.len, opener.ptr,
                         quotes ? idarch_flow_in_quotes(f, text) : idarch_flow_clean(arena, text),
                         half);
}

/* The last run of strokes in the line that can end the edge. */
static idarch_str second_half(const flow_failure *f)
{
    static const char *const ends[] = {"-->", "---", "--x", "--o", "==>", "===", "==x", "==o",
                                       ".->", ".-x", ".-o", ".-"};
    size_t best = f->line_end, end;
    for (size_t at = f->line_end < f->at + LOOK_MAX ? f->line_end : f->at; at > f->at && best == f->line_end; at--)
        for (size_t i = 0; i < sizeof ends / sizeof ends[0] && best == f->line_end; i++)
            if (idarch_str_starts(idarch_str_sub(f->all, at - 1, f->line_end), ends[i]))
                best = at - 1;
    while (best > f->at + 1 && best < f->line_end && flow_in_set(f->all.ptr[best - 1], "-=."))
        best--;
    for (end = best; end < f->line_end && flow_in_set(f->all.ptr[end], "-=.>ox");)
        end++;
    return idarch_str_sub(f->all, best, end);
}

static bool says_edge_text(const flow_failure *f)
{
    if (f->context != FLOW_IN_EDGE_TEXT)
        return false;
    if (f->token.kind == FLOW_END || f->later) {
        say_half(f);
        return true;
    }
    idarch_diag *diag;
    if (flow_is_arrow(f->token.kind)) {
        idarch_flow_say(f, "label-empty", f->at, f->end, "the text of this edge is empty")->hint =
            "write the edge without a text: `-->`";
        return true;
    }
    char mark = f->rest.len ? f->rest.ptr[0] : '\0';
    if (flow_in_set(mark, "-=.") && !arrow_follows(f)) {
        size_t end = f->at;
        while (flow_in_set(f->all.ptr[end], "-=.>"))
            end++;
        diag = idarch_flow_say(f, "edge-half", f->at, end, "this does not end the edge");
        diag->hint = idarch_printf(f->parser->arena, "write its second half as `%s` or `%s`: %s",
                                   mark == '-' ? "---" : mark == '=' ? "===" : ".-",
                                   mark == '-' ? "-->" : mark == '=' ? "==>" : ".->",
                                   own_edge(f, f->at, mark == '-'   ? "-->"
                                                      : mark == '=' ? "==>"
                                                                    : ".->", false));
    } else {
        idarch_str half = second_half(f);
        const char *quoted = own_edge(f, (size_t)(half.ptr - f->all.ptr),
                                      idarch_flow_clean(f->parser->arena, half), true);
        diag = idarch_flow_say(f, "edge-text", f->at, f->end,
                               "%s cannot stand in the text of this edge", idarch_flow_found(f));
        diag->hint = idarch_printf(f->parser->arena, "quote the text: `%s`", quoted);
    }
    idarch_flow_also_opener(f, diag, "the edge starts here");
    return true;
}

static bool says_edge_id(const flow_failure *f)
{
    if (f->parser->previous.kind != FLOW_LINK_ID)
        return false;
    const flow_token *id = &f->parser->previous;
    idarch_str own = idarch_flow_trim(id->text);
    idarch_flow_say(f, "edge-id-alone", id->end - 1, id->end, "no arrow follows this edge's id")
        ->hint = idarch_printf(f->parser->arena,
                               "an edge's id stands right before its arrow, %.*s-->; `@` elsewhere "
                               "stands in a label", (int)(own.len < 80 ? own.len : 80), own.ptr);
    return true;
}

flow_rule *const idarch_flow_arrow_rules[] = {
    says_swallowed_lines, says_arrow_behind_text, says_second_head, says_wrong_arrow,
    says_loose_edge,      says_edge_text,         says_pipe,
    says_edge_id,           NULL,
};
