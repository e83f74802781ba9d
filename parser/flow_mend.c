/* A faulty label: where it ends, what it is in quotes, and reading on behind it.
 *
 * Takes the failure with the bracket that opened the label. Where it is clear at which
 * bracket of the line the label ends, reading goes on there, so that every label of a line
 * gets its own error; where it is not, the rest of the line is left alone. */
#include "parser/flow_failure.h"

#define LABEL_MAX 200 /* bytes of a label that is repeated in a hint */

char idarch_flow_closer(char open)
{
    return open == '(' ? ')' : open == '{' ? '}' : open == '|' ? '|' : ']';
}

/* The brackets of the opener, outermost first: `([` of `([`, `(` of `(-`. */
static idarch_str brackets_of(const flow_failure *f)
{
    size_t start = f->opener->start, end = start;
    while (end < f->opener->end && flow_in_set(f->all.ptr[end], "([{|>"))
        end++;
    return idarch_str_sub(f->all, start, end);
}

char idarch_flow_label_closer(const flow_failure *f)
{
    char last = f->all.ptr[f->opener->end - 1];
    return idarch_flow_closer(flow_in_set(last, "([{|>") ? last : f->all.ptr[f->opener->start]);
}

size_t idarch_flow_extra_closer(const flow_failure *f, size_t at, size_t end, char closer)
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

/* Where the label ends: at its own closing bracket or, where the brackets in it do not
 * match, at the last one of the kind in the line; the line's end where there is none. */
static size_t label_end(const flow_failure *f, size_t line_end)
{
    size_t from = f->opener->end, last = line_end;
    char closer = idarch_flow_label_closer(f);
    size_t end = idarch_flow_extra_closer(f, from, line_end, closer);
    if (end < line_end || closer == '|')
        return end;
    for (size_t i = from; i < line_end; i++)
        if (f->all.ptr[i] == closer)
            last = i;
    /* Of several brackets that close as one the first. */
    size_t twice = brackets_of(f).len;
    while (last < line_end && twice-- > 1 && last > from && f->all.ptr[last - 1] == closer)
        last--;
    return last;
}

/* The end of the line in which the label can end: its own or, where a label of several lines
 * is closed before any arrow, a later one. */
static size_t last_line(const flow_failure *f)
{
    size_t from = f->opener->end, line_end = idarch_str_find(f->all, '\n', from);
    size_t far = from + LABEL_MAX < f->all.len ? from + LABEL_MAX : f->all.len;
    char closer = idarch_flow_label_closer(f);
    if (closer == '|' || line_end >= far || memchr(f->all.ptr + from, closer, line_end - from))
        return line_end;
    far = idarch_flow_find_arrow(f, from, far);
    size_t end = idarch_flow_extra_closer(f, from, far, closer);
    return end < far && far > line_end ? idarch_str_find(f->all, '\n', end) : line_end;
}

/* The brackets that close the label, innermost first. */
static size_t closers_of(const flow_failure *f, char closers[4])
{
    idarch_str open = brackets_of(f);
    size_t count = open.len < 3 ? open.len : 3;
    for (size_t i = 0; i < count; i++)
        closers[i] = idarch_flow_closer(open.ptr[open.len - 1 - i]);
    closers[count] = '\0';
    return count;
}

size_t idarch_flow_id_start(const flow_failure *f, size_t open)
{
    size_t id = f->parser->vertex, at = open;
    if (id >= f->parser->statement && id < open && open - id <= LABEL_MAX &&
        !memchr(f->all.ptr + id, '\n', open - id) && !memchr(f->all.ptr + id, ' ', open - id))
        return id;
    while (at > 0 && open - at < 24 &&
           (g_ascii_isalnum(f->all.ptr[at - 1]) || flow_in_set(f->all.ptr[at - 1], "_") ||
            (unsigned char)f->all.ptr[at - 1] >= 0x80))
        at--;
    while (at < open && ((unsigned char)f->all.ptr[at] & 0xC0) == 0x80)
        at++; /* not in the middle of a character */
    return at;
}

const char *idarch_flow_in_quotes(const flow_failure *f, idarch_str text)
{
    idarch_strbuf out = {.arena = f->parser->arena};
    text = idarch_flow_trim(text);
    if (text.len >= 2 && text.ptr[0] == '"' && text.ptr[text.len - 1] == '"')
        text = idarch_flow_trim(idarch_str_sub(text, 1, text.len - 1));
    idarch_strbuf_putc(&out, '"');
    for (size_t i = 0; i < text.len; i++) {
        bool escape = text.ptr[i] == '\\' && i + 1 < text.len && text.ptr[i + 1] == '"';
        if (text.ptr[i] == '"')
            idarch_strbuf_puts(&out, "#quot;");
        else if (text.ptr[i] == '\n')
            idarch_strbuf_puts(&out, "<br>");
        else if (!escape)
            idarch_strbuf_putc(&out, text.ptr[i]);
    }
    idarch_strbuf_putc(&out, '"');
    return idarch_flow_clean(f->parser->arena, idarch_str_of(idarch_strbuf_text(&out)));
}

/* id, bracket, the text as given, closing brackets */
static const char *with_brackets(const flow_failure *f, const char *text)
{
    char closers[4];
    size_t open = f->opener->start;
    idarch_str brackets = brackets_of(f);
    closers_of(f, closers);
    size_t start = f->opener->kind == FLOW_PIPE ? open : idarch_flow_id_start(f, open);
    idarch_str head = idarch_str_sub(f->all, start, open + brackets.len);
    return idarch_printf(f->parser->arena, "%s%s%s", idarch_flow_clean(f->parser->arena, head),
                         text, closers);
}

const char *idarch_flow_quoted_label(const flow_failure *f)
{
    size_t line_end = last_line(f);
    size_t from = f->opener->start + brackets_of(f).len, end = label_end(f, line_end);
    idarch_str text = idarch_flow_trim(idarch_str_sub(f->all, from, end));
    if (end == line_end || text.len == 0 || text.len > LABEL_MAX)
        return NULL;
    return with_brackets(f, idarch_flow_in_quotes(f, text));
}

const char *idarch_flow_closed_label(const flow_failure *f, size_t end)
{
    size_t from = f->opener->start + brackets_of(f).len;
    if (end == 0)
        return with_brackets(f, " ");
    idarch_str text = idarch_flow_trim(idarch_str_sub(f->all, from, end));
    if (end <= from || text.len == 0 || text.len > LABEL_MAX)
        return NULL;
    if (memchr(text.ptr, '"', text.len)) {
        bool whole = text.ptr[0] == '"' && text.ptr[text.len - 1] == '"' && text.len > 2 &&
                     !memchr(text.ptr + 1, '"', text.len - 2);
        return with_brackets(f, whole ? idarch_flow_clean(f->parser->arena, text)
                                      : idarch_flow_in_quotes(f, text));
    }
    for (size_t i = 0; i < text.len; i++)
        if (flow_in_set(text.ptr[i], "()[]{}|"))
            return with_brackets(f, idarch_flow_in_quotes(f, text));
    return with_brackets(f, idarch_flow_clean(f->parser->arena, text));
}

/* ---- reading on ------------------------------------------------------------------------- */

size_t idarch_flow_find_arrow(const flow_failure *f, size_t start, size_t end)
{
    static const char *const arrows[] = {"-->", "---", "--x ", "--o ", "-- ", "==>", "===",
                                         "== ", "-.-", "-. ", "~~~", "<--", "<=="};
    for (size_t at = start; at < end; at++)
        for (size_t i = 0; i < sizeof arrows / sizeof arrows[0] && flow_in_set(f->all.ptr[at], "-=~<"); i++)
            if (idarch_str_starts(idarch_str_sub(f->all, at, end), arrows[i]))
                return at;
    return end;
}

/* Does the text go on as behind a whole node? */
static bool goes_on_behind_node(const flow_failure *f, size_t at, size_t line_end)
{
    idarch_str rest = idarch_str_sub(f->all, at, line_end);
    if (idarch_str_starts(rest, ":::") || idarch_str_starts(rest, "@{"))
        return true;
    rest = idarch_flow_trim(rest);
    if (rest.len == 0 || rest.ptr[0] == ';' || idarch_str_starts(rest, "& "))
        return true;
    static const char *const arrows[] = {"--", "==", "-.", "~~~", "<--", "<==", "<-."};
    for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++)
        if (idarch_str_starts(rest, arrows[i]))
            return true;
    return false;
}

void idarch_flow_mend_label(const flow_failure *f)
{
    char closers[4];
    size_t line_end = last_line(f), end = label_end(f, line_end), count = closers_of(f, closers);
    if (end >= line_end || end < f->opener->end)
        return;
    if (strncmp(f->all.ptr + end, closers, count) != 0)
        return;
    end += count;
    if (f->opener->kind != FLOW_PIPE) {
        if (goes_on_behind_node(f, end, line_end))
            f->parser->mend = end;
        return;
    }
    idarch_str rest = idarch_flow_trim(idarch_str_sub(f->all, end, line_end));
    if (rest.len > 0 && !flow_in_set(rest.ptr[0], "|>)]}-=;\"[({"))
        f->parser->mend = end;
}

void idarch_flow_mend_at(const flow_failure *f, size_t at)
{
    if (goes_on_behind_node(f, at, f->line_end))
        f->parser->mend = at;
}

bool idarch_flow_mend(flow_parser *parser)
{
    size_t mend = parser->mend, cost = parser->lexer.pos - parser->statement;
    parser->mend = 0;
    if (mend <= parser->statement || parser->builder->diags->dropped > 0)
        return false;
    /* The rules looked at the whole line, more than once. */
    cost += idarch_str_find(parser->lexer.text, '\n', mend) - parser->statement;
    if (cost > parser->budget)
        return false;
    parser->budget -= cost;
    parser->mended = true;
    parser->token.kind = FLOW_SQUARE_END; /* what was read last */
    parser->token.start = mend - 1;
    parser->token.end = mend;
    parser->token.text = idarch_str_sub(parser->lexer.text, mend - 1, mend);
    idarch_flow_seek(&parser->lexer, mend, FLOW_MODE_PLAIN);
    idarch_flow_advance(parser);
    return true;
}
