/* Frequent mistakes with quotes, brackets and the text between them.
 *
 * What was opened on an earlier line and never closed is named where it was opened. */
#include "parser/flow_failure.h"

#include <glib.h>

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

/* The text up to the last closing bracket of the line, or up to an arrow, in its quotes. */
static const char *open_quote_hint(const flow_failure *f, size_t open, bool markdown)
{
    size_t from = open + 1 + markdown, end = idarch_str_find(f->all, '\n', open);
    end = idarch_flow_find_arrow(f, from, end);
    size_t last = end;
    while (last > from && !flow_in_set(f->all.ptr[last - 1], "])}|"))
        last--;
    while (last > from && flow_in_set(f->all.ptr[last - 1], "])}|"))
        last--;
    idarch_str text = idarch_flow_trim(idarch_str_sub(f->all, from, last > from ? last : end));
    if (text.len == 0 || text.len > 120 || memchr(text.ptr, '"', text.len))
        return markdown ? "a Markdown string begins with \"` and ends with `\""
                        : "close it with \" ; a quote inside a label is written #quot;";
    const char *mark = markdown && text.ptr[text.len - 1] != '`' ? "`" : "";
    return idarch_printf(f->parser->arena, "close it: \"%s%s%s\"", markdown ? "`" : "",
                         idarch_flow_clean(f->parser->arena, text), mark);
}

/* The Markdown string up to the last `" of the line, with entity codes for what it cannot
 * hold. */
static const char *markdown_hint(const flow_failure *f)
{
    size_t start = f->at, end = f->line_end < f->at + 200 ? f->line_end : f->at;
    while (start > f->line && f->at - start < 200 &&
           !(f->all.ptr[start - 1] == '`' && start > 1 && f->all.ptr[start - 2] == '"'))
        start--;
    while (end > f->at && !(f->all.ptr[end - 1] == '"' && f->all.ptr[end - 2] == '`'))
        end--;
    if (end <= f->at + 2 || start <= f->line || f->at - start >= 200)
        return "inside \"`...`\" backticks and quotes are not allowed; write #96; and #quot;";
    idarch_strbuf out = {.arena = f->parser->arena};
    for (size_t i = start; i < end - 2; i++) {
        if (f->all.ptr[i] == '`' || f->all.ptr[i] == '"')
            idarch_strbuf_puts(&out, f->all.ptr[i] == '`' ? "#96;" : "#quot;");
        else
            idarch_strbuf_putc(&out, f->all.ptr[i]);
    }
    return idarch_printf(f->parser->arena, "write backticks as #96; and quotes as #quot;: \"`%s`\"",
                         idarch_flow_clean(f->parser->arena,
                                           idarch_str_of(idarch_strbuf_text(&out))));
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
        bool markdown = byte_at(f, open + 1) == '`';
        idarch_flow_say(f, "quote-open", open, open + 1 + markdown,
                        markdown ? "this Markdown string is never closed"
                                 : "this quote is never closed")
            ->hint = open_quote_hint(f, open, markdown);
        return true;
    }
    if (mode != FLOW_MODE_MARKDOWN || f->token.kind != FLOW_ERROR)
        return false;
    idarch_flow_say(f, "markdown-string", f->at, f->end, "a Markdown string cannot hold this")
        ->hint = markdown_hint(f);
    return true;
}

/* ---- blocks that swallow the rest ----------------------------------------------------- */

const char *idarch_flow_open_data_hint(const flow_failure *f, size_t open, bool quote)
{
    idarch_str line = idarch_flow_trim(
        idarch_str_sub(f->all, open + 2, idarch_str_find(f->all, '\n', open)));
    bool brace = line.len > 0 && line.ptr[line.len - 1] == '}';
    line = idarch_flow_trim(idarch_str_sub(line, 0, line.len - brace));
    size_t comma = line.len > 0 && line.ptr[line.len - 1] == ',';
    line = idarch_str_sub(line, 0, line.len - comma);
    if (line.len == 0 || line.len > 120 || (quote && !brace))
        return quote ? "a quote in it is not closed" : "close it with }";
    const char *text = idarch_flow_clean(f->parser->arena, line);
    if (quote && line.ptr[line.len - 1] == '"') /* it stands behind a value, and none before it */
        return idarch_printf(f->parser->arena, "take the quote away: @{ %.*s }",
                             (int)strlen(text) - 1, text);
    return idarch_printf(f->parser->arena, quote ? "close the quote: @{ %s\" }" : "close it: @{ %s }",
                         text);
}

/* `: "x^2"`: the value around the token in quotes; empty where that cannot be told. */
static const char *value_hint(const flow_failure *f)
{
    size_t start = f->at, end = f->at, open = f->parser->lexer.data_start;
    while (start > open && f->at - start < 100 && !flow_in_set(f->all.ptr[start - 1], "{,:\n\""))
        start--;
    while (end < f->all.len && end - f->at < 100 && !flow_in_set(f->all.ptr[end], "},\n\""))
        end++;
    size_t key = start > open ? start - 1 : open;
    while (key > open && start - key < 100 && !flow_in_set(f->all.ptr[key - 1], "{,\n"))
        key--;
    idarch_str name = idarch_flow_trim(idarch_str_sub(f->all, key, start > open ? start - 1 : open));
    idarch_str value = idarch_flow_trim(idarch_str_sub(f->all, start, end));
    if (start == 0 || f->all.ptr[start - 1] != ':' || name.len == 0 || name.len > 30 || value.len == 0 ||
        value.len > 80 || f->all.ptr[end] == '"')
        return "";
    return idarch_printf(f->parser->arena, ": %s: \"%s\"", idarch_flow_clean(f->parser->arena, name),
                         idarch_flow_clean(f->parser->arena, value));
}

static bool says_open_data(const flow_failure *f)
{
    flow_mode mode = idarch_flow_mode(&f->parser->lexer);
    size_t open = f->parser->lexer.data_start;
    if (f->context != FLOW_IN_DATA)
        return false;
    if (f->token.kind != FLOW_END) {
        idarch_flow_say(f, "data-character", f->at, f->end, "`%s` cannot stand here",
                        idarch_flow_shown(f, f->token.text))
            ->hint = idarch_printf(f->parser->arena, "write the value in quotes%s", value_hint(f));
        return true;
    }
    idarch_flow_say(f, "data-open", open, open + 2, "this block of settings is never closed")
        ->hint = idarch_flow_open_data_hint(f, open, mode == FLOW_MODE_SHAPE_STRING);
    return true;
}

static const char *call_hint(const flow_failure *f, size_t line_end)
{
    idarch_str line = idarch_flow_trim(idarch_str_sub(f->all, f->parser->statement, line_end));
    size_t click = f->parser->statement; /* the token is what follows the word */
    bool plain = line.len > 0 && line.len < 120 && !memchr(line.ptr, '"', line.len) &&
                 !memchr(line.ptr, '(', line.len) && flow_last_of(line) != ';';
    bool word = idarch_str_starts(line, "click") || click == 0;
    return plain ? idarch_printf(f->parser->arena, "write them even when they are empty: %s%s()",
                                 word ? "" : "click ", idarch_flow_clean(f->parser->arena, line))
                 : "write them even when they are empty: click A call show()";
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
        call_hint(f, line_end);
    return true;
}

/* ---- brackets ------------------------------------------------------------------------- */

/* The closing brackets are missing: says what the label was to be, up to an arrow or the
 * line's end, and goes on there. */
static void say_open(const flow_failure *f, bool noticed)
{
    size_t open = f->opener->start, stop = f->opener->end;
    size_t line_end = idarch_str_find(f->all, '\n', stop);
    size_t arrow = idarch_flow_find_arrow(f, stop, line_end);
    size_t closer = idarch_flow_extra_closer(f, stop, arrow, idarch_flow_label_closer(f));
    bool pipe = f->opener->kind == FLOW_PIPE, half = closer < arrow && !pipe;
    idarch_diag *diag =
        idarch_flow_say(f, "bracket-open", open, stop,
                        pipe   ? "this `|` has no second `|`"
                        : half ? "`%.*s` is not closed by as many brackets"
                               : "this bracket is never closed",
                        (int)(stop - open), f->all.ptr + open);
    const char *label = pipe ? NULL : idarch_flow_closed_label(f, half ? closer : arrow);
    diag->hint = label  ? idarch_printf(f->parser->arena, "close it: %s", label)
                 : pipe ? "a text on an arrow stands between two pipes: -->|text|"
                        : "close it with the same kind of bracket";
    if (noticed)
        idarch_flow_also(f, diag, f->at, f->end, "noticed here");
    if (arrow < line_end && !pipe)
        f->parser->mend = arrow;
}

/* The label with its bracket still open lines later. */
static bool says_unclosed_bracket(const flow_failure *f)
{
    if (!in_text(f) || (!f->later && f->token.kind != FLOW_END))
        return false;
    size_t start = f->at, open = f->opener->start;
    while (start > open && f->all.ptr[start - 1] != '\n')
        start--;
    bool pipe = f->opener->kind == FLOW_PIPE;
    char closer = idarch_flow_label_closer(f);
    if (f->token.kind != FLOW_END && !pipe &&
        idarch_flow_extra_closer(f, start, f->line_end, closer) < f->line_end)
        return false; /* a label of several lines with a mistake in this one */
    size_t own_end = idarch_str_find(f->all, '\n', f->opener->end);
    if (f->later && !pipe && idarch_flow_quoted_label(f) &&
        !memchr(f->all.ptr + f->opener->end, closer, own_end - f->opener->end))
        return false; /* one that is closed further down, before any arrow */
    say_open(f, f->token.kind != FLOW_END);
    return true;
}

/* A second bracket where an arrow in between shows that the first one was to be closed. */
static bool says_open_before_arrow(const flow_failure *f)
{
    if (!in_text(f) || f->later || f->at >= f->all.len || f->token.kind >= FLOW_SQUARE_END)
        return false;
    size_t from = f->opener->end, line_end = f->line_end;
    char closer = idarch_flow_label_closer(f);
    bool text = f->token.kind == FLOW_TEXT; /* behind quotes */
    size_t arrow = idarch_flow_find_arrow(f, text ? f->at : from, line_end);
    if (f->opener->kind == FLOW_PIPE || arrow >= line_end || (text && arrow > f->at))
        return false;
    if (memchr(f->all.ptr + from, closer, arrow - from) ||
        (!text && idarch_flow_extra_closer(f, from, line_end, closer) < line_end))
        return false;
    say_open(f, false);
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

/* What repairs a label that another bracket ends: quotes where its own one follows, else
 * its own one there. */
static void hint_other(const flow_failure *f, idarch_diag *diag, size_t at, size_t end)
{
    char closer = idarch_flow_label_closer(f);
    size_t own = idarch_flow_extra_closer(f, end, f->line_end, closer);
    bool inside = own < f->line_end && idarch_flow_find_arrow(f, end, own) == own;
    const char *label = inside ? idarch_flow_quoted_label(f) : idarch_flow_closed_label(f, at);
    diag->hint = label ? idarch_printf(f->parser->arena,
                                       inside ? "quote the label: %s" : "close it as it opens: %s",
                                       label)
                       : "a shape closes as it opens; a bracket in a label needs quotes";
    if (inside)
        idarch_flow_mend_label(f);
    else
        idarch_flow_mend_at(f, end);
}

/* A bracket that does not fit the one that opened the label. */
static bool says_other_bracket(const flow_failure *f)
{
    bool closes = f->token.kind >= FLOW_SQUARE_END;
    if (f->context != FLOW_IN_LABEL || !f->opener || !closes ||
        f->parser->previous.end == f->opener->end || f->token.start == f->opener->end ||
        f->opener->kind == FLOW_TRAPEZOID || f->opener->kind == FLOW_INV_TRAPEZOID)
        return false;
    idarch_diag *diag = idarch_flow_say(f, "bracket-other", f->at, f->end,
                                        "`%s` does not close `%s`",
                                        idarch_flow_shown(f, f->token.text),
                                        idarch_flow_shown(f, f->opener->text));
    hint_other(f, diag, f->at, f->end);
    idarch_flow_also_opener(f, diag, "the label starts here");
    return true;
}

/* ---- the repair of a label ------------------------------------------------------------ */

static void hint_quotes(const flow_failure *f, idarch_diag *diag, const char *otherwise)
{
    const char *label = idarch_flow_quoted_label(f);
    diag->hint = label ? idarch_printf(f->parser->arena, "quote the label: %s", label) : otherwise;
    idarch_flow_mend_label(f);
    idarch_flow_also_opener(f, diag, "the label starts here");
}

/* No second pipe follows in the line: `-->|yes B[x]`. */
static bool is_open_pipe(const flow_failure *f)
{
    return f->opener->kind == FLOW_PIPE && f->all.ptr[f->at] != '|' &&
           idarch_str_find(idarch_str_sub(f->all, 0, f->line_end), '|', f->at) >= f->line_end;
}

/* No bracket of the kind follows in the line, nor one that closes a label of several lines. */
static bool is_open_bracket(const flow_failure *f)
{
    return !f->later && f->opener->kind != FLOW_PIPE && !idarch_flow_quoted_label(f) &&
           !memchr(f->all.ptr + f->opener->end, idarch_flow_label_closer(f),
                   f->line_end - f->opener->end);
}

/* The text ends before the id at the bracket. */
static void say_open_pipe(const flow_failure *f)
{
    size_t open = f->opener->start, id = f->at;
    while (id > open + 1 && !flow_in_set(f->all.ptr[id - 1], " \t"))
        id--;
    const char *label = idarch_flow_closed_label(f, id);
    idarch_flow_say(f, "bracket-open", open, open + 1, "this `|` has no second `|`")->hint =
        label && id > open + 1
            ? idarch_printf(f->parser->arena, "close it before the node: %s", label)
            : "a text on an arrow stands between two pipes, before the node";
    if (id > open + 1)
        f->parser->mend = id;
}

/* `A[]`, `A[""]`; and `A[(]`, where the second bracket was to be the label. */
static void say_empty(const flow_failure *f)
{
    size_t open = f->opener->start, stop = f->opener->end;
    idarch_arena *arena = f->parser->arena;
    const char *label = idarch_flow_closed_label(f, 0);
    idarch_diag *diag;
    char second = f->at + 1 < f->all.len ? f->all.ptr[f->at + 1] : '\0';
    if (stop - open > 1 && f->end - f->at == 1 && !flow_in_set(second, ")]}") && f->opener->kind != FLOW_PIPE &&
        f->all.ptr[f->at] == idarch_flow_closer(f->all.ptr[open])) {
        size_t start = idarch_flow_id_start(f, open);
        diag = idarch_flow_say(f, "bracket-other", f->at, f->end, "`%c` does not close `%.*s`",
                               f->all.ptr[f->at], (int)(stop - open), f->all.ptr + open);
        diag->hint = idarch_printf(
            arena, "quote the label: %s\"%.*s\"%c",
            idarch_flow_clean(arena, idarch_str_sub(f->all, start, open + 1)),
            (int)(stop - open - 1), f->all.ptr + open + 1, f->all.ptr[f->at]);
        idarch_flow_mend_at(f, f->end);
        return;
    }
    diag = idarch_flow_say(f, "label-empty", f->at, f->end, "this label is empty");
    diag->hint = f->opener->kind == FLOW_PIPE
                     ? "take the pipes away, or write a text between them"
                     : idarch_printf(arena, "write a blank for an empty label: %s",
                                     label ? label : "A[ ]");
    idarch_flow_mend_label(f);
}

/* Brackets, pipes and quotes inside an unquoted label; empty labels; slashes. */
static bool says_bad_label(const flow_failure *f)
{
    if (!in_text(f) || f->at >= f->all.len)
        return false;
    bool string = f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN;
    char c = string ? '"' : f->all.ptr[f->at];
    bool empty = f->token.start == f->opener->end || f->parser->previous.end == f->opener->end;
    bool closes = f->token.kind >= FLOW_SQUARE_END || f->token.kind == FLOW_PIPE;
    bool starts = f->all.ptr[f->opener->end] == '"';
    idarch_diag *diag;
    if (empty && closes) {
        say_empty(f);
        return true;
    }
    if (f->opener->kind == FLOW_TRAPEZOID || f->opener->kind == FLOW_INV_TRAPEZOID) {
        diag = idarch_flow_say(f, "label-slash", f->at, f->end,
                               "a label that starts with a slash needs one at its end");
        hint_quotes(f, diag, "A[/text/] is a parallelogram; a path needs quotes");
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
    } else if (flow_in_set(c, "()[]{}|") && is_open_pipe(f)) {
        say_open_pipe(f);
    } else if (flow_in_set(c, "()[]{}|") && is_open_bracket(f)) {
        say_open(f, false);
    } else if (flow_in_set(c, "()[]{}|")) {
        diag = idarch_flow_say(f, "label-bracket", f->at, f->at + 1,
                               "`%c` cannot stand here in an unquoted label", c);
        hint_quotes(f, diag, "put the whole label into quotes, inside its brackets");
    } else if (c == '~') {
        diag = idarch_flow_say(f, "label-bracket", f->at, f->at + 3,
                               "`~~~` cannot stand here in an unquoted label");
        hint_quotes(f, diag, "put the whole label into quotes, inside its brackets");
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
        hint_other(f, diag, before->start, before->end);
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
    says_unclosed_bracket, says_open_before_arrow, says_unclosed_pipe, says_other_bracket, says_bad_label,
    says_text_behind_quotes, NULL,
};
