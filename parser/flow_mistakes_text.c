/* Frequent mistakes with quotes, brackets and the text between them.
 *
 * What was opened on an earlier line and never closed is named where it was opened. */
#include "parser/flow_failure.h"

#include <glib.h>

#define LABEL_MAX 60 /* bytes of a label that is repeated in a hint */

static char byte_at(const flow_failure *f, size_t at)
{
    return at < f->all.len ? f->all.ptr[at] : '\0';
}

static bool in_text(const flow_failure *f)
{
    return (f->context == FLOW_IN_LABEL || f->context == FLOW_IN_ARROW_TEXT) && f->opener;
}

/* ---- quotes --------------------------------------------------------------------------- */

/* Does the string from open to close take another label's opening quote for its end? Then
 * an opening bracket, pipe or blank stands before that one and a word behind it. */
static bool swallows(const flow_failure *f, size_t open, size_t close, bool lines)
{
    size_t next = close + 1;
    while (flow_in_set(byte_at(f, next), " \t"))
        next++;
    char before = byte_at(f, close - 1), after = byte_at(f, next);
    if (close == open + 1 || after == '\0' || flow_in_set(after, "])}|/\\-=.\n;:&"))
        return false;
    return flow_in_set(before, "[({|>/\\") || (lines && flow_in_set(before, " \t:"));
}

/* Is the number of quotes odd in what the statement has of the line around the place? Sets
 * *line_end to where that ends. */
static bool odd_quotes(const flow_failure *f, size_t at, size_t limit, size_t *line_end)
{
    size_t count = 0;
    while (at > f->parser->statement && f->all.ptr[at - 1] != '\n')
        at--;
    for (; at < limit && f->all.ptr[at] != '\n'; at++)
        count += f->all.ptr[at] == '"';
    *line_end = at;
    return count % 2 == 1;
}

/* The quote of the statement that has no second one, or all.len. */
static size_t lonely_quote(const flow_failure *f)
{
    bool string = f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN, odd = false;
    size_t limit = string && f->token.end < f->all.len ? f->token.end + 1 : f->at;
    size_t open = idarch_str_find(f->all, '"', f->parser->statement), line_end = 0;
    size_t counted = limit > f->line_end ? limit : f->line_end;
    while (open < limit) {
        size_t close = idarch_str_find(f->all, '"', open + 1);
        if (close >= limit)
            break;
        bool lines = memchr(f->all.ptr + open, '\n', close - open) != NULL;
        if (!lines && open >= line_end)
            odd = odd_quotes(f, open, counted, &line_end); /* once a line */
        if (swallows(f, open, close, lines) && (lines || odd))
            return open;
        open = idarch_str_find(f->all, '"', close + 1);
    }
    return f->all.len;
}

static bool says_unclosed_quote(const flow_failure *f)
{
    flow_mode mode = idarch_flow_mode(&f->parser->lexer);
    bool string = mode == FLOW_MODE_STRING || mode == FLOW_MODE_MARKDOWN ||
                  mode == FLOW_MODE_SHAPE_STRING;
    size_t open = lonely_quote(f);
    bool ends = f->token.end >= f->all.len; /* the string, or the text behind it */
    if (open == f->all.len && string && ends && mode != FLOW_MODE_SHAPE_STRING)
        open = f->parser->lexer.string_start;
    if (open < f->all.len) {
        idarch_flow_say(f, "quote-open", open, open + 1, "this quote is never closed")->hint =
            "close it with \" ; a quote inside a label is written #quot;";
        return true;
    }
    if (mode != FLOW_MODE_MARKDOWN || f->token.kind != FLOW_ERROR)
        return false;
    idarch_flow_say(f, "markdown-string", f->at, f->end, "a Markdown string cannot hold this")
        ->hint = "inside \"`...`\" backticks and quotes are not allowed; write #96; and #quot;";
    return true;
}

/* ---- blocks that swallow the rest ----------------------------------------------------- */

static bool says_open_data(const flow_failure *f)
{
    flow_mode mode = idarch_flow_mode(&f->parser->lexer);
    size_t open = f->parser->lexer.data_start;
    if (f->context != FLOW_IN_DATA)
        return false;
    if (f->token.kind != FLOW_END) {
        idarch_flow_say(f, "data-character", f->at, f->end, "`%s` cannot stand here",
                        idarch_flow_shown(f, f->token.text))
            ->hint = "write the value in quotes: A@{ label: \"x^2\" }";
        return true;
    }
    idarch_flow_say(f, "data-open", open, open + 2, "this block of settings is never closed")
        ->hint = mode == FLOW_MODE_SHAPE_STRING
                     ? "a quote in it is not closed: A@{ label: \"text\" }"
                     : "close it with }: A@{ shape: cyl }";
    return true;
}

/* `call` without parentheses takes everything up to the next one. */
static bool says_open_call(const flow_failure *f)
{
    flow_mode mode = idarch_flow_mode(&f->parser->lexer);
    bool call = mode == FLOW_MODE_CALL_NAME || mode == FLOW_MODE_CALL_ARGUMENTS ||
                f->parser->previous.kind == FLOW_CALL_NAME ||
                f->parser->previous.kind == FLOW_CALL_ARGUMENTS;
    if (f->context != FLOW_IN_CLICK || !call)
        return false;
    size_t line_end = idarch_str_find(f->all, '\n', f->parser->statement);
    size_t word = idarch_str_search(idarch_str_sub(f->all, 0, line_end), "call",
                                    f->parser->statement);
    if (word == line_end || (f->at <= line_end && f->token.kind != FLOW_END))
        return false;
    idarch_flow_say(f, "call-open", word, word + 4, "this call has no parentheses")->hint =
        "write them even when they are empty: click A call show()";
    return true;
}

/* ---- brackets ------------------------------------------------------------------------- */

static char closer_of(char open)
{
    return open == '(' ? ')' : open == '{' ? '}' : open == '|' ? '|' : ']';
}

/* What closes the opener's innermost bracket. */
static char opener_closer(const flow_failure *f)
{
    char last = f->all.ptr[f->opener->end - 1];
    return closer_of(flow_in_set(last, "([{|>") ? last : f->all.ptr[f->opener->start]);
}

/* Where a closing bracket stands in [at, end) that nothing there opened, or end. */
static size_t extra_closer(const flow_failure *f, size_t at, size_t end, char closer)
{
    int depth = 0;
    bool quoted = false;
    for (; at < end; at++) {
        char c = f->all.ptr[at];
        quoted ^= c == '"';
        if (quoted)
            continue;
        if (depth == 0 && c == closer)
            return at;
        depth += flow_in_set(c, "([{");
        depth -= flow_in_set(c, ")]}");
    }
    return end;
}

/* The label with its bracket still open lines later. */
static bool says_unclosed_bracket(const flow_failure *f)
{
    if (!in_text(f) || (!f->later && f->token.kind != FLOW_END))
        return false;
    size_t start = f->at, open = f->opener->start, stop = f->opener->end;
    while (start > open && f->all.ptr[start - 1] != '\n')
        start--;
    bool pipe = f->opener->kind == FLOW_PIPE;
    char closer = opener_closer(f);
    if (f->token.kind != FLOW_END && !pipe &&
        extra_closer(f, start, f->line_end, closer) < f->line_end)
        return false; /* a label of several lines with a mistake in this one */
    size_t line_end = idarch_str_find(f->all, '\n', stop);
    bool half = stop > open + 1 && extra_closer(f, stop, line_end, closer) < line_end;
    idarch_diag *diag =
        idarch_flow_say(f, "bracket-open", open, stop,
                        pipe   ? "this `|` has no second `|`"
                        : half ? "`%.*s` is not closed by as many brackets"
                               : "this bracket is never closed",
                        (int)(stop - open), f->all.ptr + open);
    diag->hint = pipe   ? "a text on an arrow stands between two pipes: -->|text|"
                 : half ? "a shape closes as it opens: A([x]), A[[x]], A((x)), A{{x}}"
                        : "close it on the same kind of bracket, as in A[text]";
    if (f->token.kind != FLOW_END)
        idarch_flow_also(f, diag, f->at, f->end, "noticed here");
    return true;
}

/* `-->|text` took the next edge's pipe for its own. */
static bool says_unclosed_pipe(const flow_failure *f)
{
    size_t open = f->parser->pipe;
    if (f->token.kind != FLOW_PIPE || open < f->parser->statement || open >= f->at ||
        in_text(f) || !memchr(f->all.ptr + open, '\n', f->at - open))
        return false;
    size_t line_end = idarch_str_find(f->all, '\n', open);
    if (idarch_str_find(idarch_str_sub(f->all, 0, line_end), '|', open + 1) < line_end)
        return false;
    idarch_flow_say(f, "bracket-open", open, open + 1, "this `|` has no second `|`")->hint =
        "a text on an arrow stands between two pipes: -->|text|";
    return true;
}

/* A bracket that does not fit the one that opened the label. */
static bool says_other_bracket(const flow_failure *f)
{
    bool closes = f->token.kind >= FLOW_SQUARE_END;
    if (f->context != FLOW_IN_LABEL || !f->opener || !closes ||
        f->parser->previous.start == f->opener->start || f->token.start == f->opener->end ||
        f->opener->kind == FLOW_TRAPEZOID || f->opener->kind == FLOW_INV_TRAPEZOID)
        return false;
    idarch_diag *diag = idarch_flow_say(f, "bracket-other", f->at, f->end,
                                        "`%s` does not close `%s`",
                                        idarch_flow_shown(f, f->token.text),
                                        idarch_flow_shown(f, f->opener->text));
    diag->hint = "a bracket in a label needs quotes: A[\"[x]\"]; a shape closes as it opens: "
                 "A([x]), A[[x]], A((x))";
    idarch_flow_also_opener(f, diag, "the label starts here");
    return true;
}

/* ---- the repair of a label ------------------------------------------------------------ */

/* Where the label ends: at its own closing bracket or, where the brackets in it do not
 * match, at the last one of the kind in the line. */
static size_t label_end(const flow_failure *f, size_t from, size_t line_end, char closer)
{
    size_t end = extra_closer(f, from, line_end, closer), last = line_end;
    if (end < line_end || closer == '|')
        return end;
    for (size_t i = from; i < line_end; i++)
        if (f->all.ptr[i] == closer)
            last = i;
    return last;
}

static size_t id_start(const flow_failure *f, size_t open)
{
    size_t at = open;
    while (at > 0 && open - at < 24 &&
           (g_ascii_isalnum(f->all.ptr[at - 1]) || flow_in_set(f->all.ptr[at - 1], "_") ||
            (unsigned char)f->all.ptr[at - 1] >= 0x80))
        at--;
    while (at < open && ((unsigned char)f->all.ptr[at] & 0xC0) == 0x80)
        at++; /* not in the middle of a character */
    return at;
}

/* The label in quotes with its brackets, or NULL where it cannot be told where it ends. */
static const char *quoted_label(const flow_failure *f)
{
    size_t open = f->opener->start, from = f->opener->end;
    size_t line_end = idarch_str_find(f->all, '\n', from);
    char closer = opener_closer(f);
    size_t end = label_end(f, from, line_end, closer);
    idarch_str text = idarch_flow_trim(idarch_str_sub(f->all, from, end));
    if (text.len >= 2 && text.ptr[0] == '"' && text.ptr[text.len - 1] == '"')
        text = idarch_str_sub(text, 1, text.len - 1);
    if (end == line_end || text.len == 0 || text.len > LABEL_MAX)
        return NULL;
    idarch_strbuf out = {.arena = f->parser->arena};
    size_t start = f->opener->kind == FLOW_PIPE ? open : id_start(f, open);
    idarch_strbuf_add(&out, f->all.ptr + start, from - start);
    idarch_strbuf_putc(&out, '"');
    for (size_t i = 0; i < text.len; i++) {
        bool escape = text.ptr[i] == '\\' && i + 1 < text.len && text.ptr[i + 1] == '"';
        if (text.ptr[i] == '"')
            idarch_strbuf_puts(&out, "#quot;");
        else if (!escape)
            idarch_strbuf_putc(&out, text.ptr[i]);
    }
    idarch_strbuf_putc(&out, '"');
    for (size_t i = open; i < from && i < open + 3; i++)
        if (flow_in_set(f->all.ptr[i], "([{|>") && end + (from - open) <= line_end)
            idarch_strbuf_putc(&out, closer_of(f->all.ptr[from - 1 - (i - open)]));
    return idarch_flow_clean(f->parser->arena, idarch_str_of(idarch_strbuf_text(&out)));
}

static void hint_quotes(const flow_failure *f, idarch_diag *diag, const char *otherwise)
{
    const char *label = quoted_label(f);
    diag->hint = label ? idarch_printf(f->parser->arena, "quote the label: %s", label) : otherwise;
    idarch_flow_also_opener(f, diag, "the label starts here");
}

/* Brackets, pipes and quotes inside an unquoted label; empty labels; slashes. */
static bool says_bad_label(const flow_failure *f)
{
    if (!in_text(f) || f->at >= f->all.len)
        return false;
    bool string = f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN;
    char c = string ? '"' : f->all.ptr[f->at];
    bool empty = f->token.start == f->opener->end || f->parser->previous.start == f->opener->start;
    bool closes = f->token.kind >= FLOW_SQUARE_END || f->token.kind == FLOW_PIPE;
    bool starts = f->all.ptr[f->opener->end] == '"';
    idarch_diag *diag;
    if (empty && closes) {
        idarch_flow_say(f, "label-empty", f->at, f->end, "this label is empty")->hint =
            f->opener->kind == FLOW_PIPE ? "take the pipes away, or write a text between them"
                                         : "write a blank between the brackets for an empty "
                                           "label: A[ ]";
        return true;
    }
    if (f->opener->kind == FLOW_TRAPEZOID || f->opener->kind == FLOW_INV_TRAPEZOID) {
        diag = idarch_flow_say(f, "label-slash", f->at, f->end,
                               "a label that starts with a slash needs one at its end");
        diag->hint = "A[/text/] is a parallelogram; for a path write A[\"/path\"]";
        idarch_flow_also_opener(f, diag, "the label starts here");
    } else if (c == '"') {
        bool inside = f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN;
        size_t marks = f->token.kind == FLOW_STRING ? 1 : 2;
        size_t quote = inside ? f->token.start - marks : f->at;
        bool escaped = quote > 0 && f->all.ptr[quote - 1] == '\\';
        diag = idarch_flow_say(f, "label-quote", quote, inside ? f->end : quote + 1,
                               escaped  ? "a backslash does not protect a quote"
                               : starts ? "a quote ended this label already"
                                        : "a quote cannot stand inside an unquoted label");
        hint_quotes(f, diag, "quote the whole label, with #quot; for a quote inside it");
    } else if (flow_in_set(c, "()[]{}|")) {
        diag = idarch_flow_say(f, "label-bracket", f->at, f->at + 1,
                               "`%c` cannot stand here in an unquoted label", c);
        hint_quotes(f, diag, f->opener->kind == FLOW_PIPE ? "quote the label: -->|\"f(x)\"|"
                                                          : "quote the label: A[\"f(x)\"]");
    } else if (c == '~') {
        diag = idarch_flow_say(f, "label-bracket", f->at, f->at + 3,
                               "`~~~` cannot stand here in an unquoted label");
        hint_quotes(f, diag, "quote the label: A[\"~~~\"]");
    } else {
        return false;
    }
    return true;
}

/* Text behind the quotes of a label, before its bracket. */
static bool says_text_behind_quotes(const flow_failure *f)
{
    const flow_token *before = &f->parser->previous;
    if (!in_text(f) || f->later || f->at >= f->all.len || f->token.kind != FLOW_TEXT)
        return false;
    if (before->kind >= FLOW_SQUARE_END) { /* A((text): one of two brackets is closed */
        idarch_diag *diag = idarch_flow_say(f, "bracket-other", before->start, before->end,
                                            "`%s` does not close `%.*s`",
                                            idarch_flow_shown(f, before->text),
                                            (int)(f->opener->end - f->opener->start),
                                            f->all.ptr + f->opener->start);
        diag->hint = "a shape closes as it opens: A([x]), A[[x]], A((x)), A{{x}}";
        idarch_flow_also_opener(f, diag, "the label starts here");
        return true;
    }
    hint_quotes(f, idarch_flow_say(f, "label-quote", f->at, f->end,
                                   "the label ended before this text"),
                "a label is quoted as a whole: A[\"text\"]");
    return true;
}

/* `A->B`: the id takes the dash and `>` opens a shape. */
static bool says_odd_arrow(const flow_failure *f)
{
    if (!f->opener || f->opener->kind != FLOW_ODD || f->opener->start == 0)
        return false;
    size_t start = f->opener->start;
    char before = f->all.ptr[start - 1];
    if (before != '-' && before != '=')
        return false;
    bool twice = byte_at(f, start + 1) == '>';
    idarch_flow_say(f, "arrow", start - 1, start + (twice ? 2 : 1), "`%c>%s` is no arrow%s", before,
                    twice ? ">" : "", twice ? " of a flowchart" : "")
        ->hint = before == '-' ? "an arrow has two dashes: -->"
                               : "a thick arrow has two equals signs: ==>";
    return true;
}

flow_rule *const idarch_flow_text_rules[] = {
    says_odd_arrow,        says_unclosed_quote, says_open_data,     says_open_call,
    says_unclosed_bracket, says_unclosed_pipe,  says_other_bracket, says_bad_label,
    says_text_behind_quotes, NULL,
};
