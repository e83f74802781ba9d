/* What is said where Mermaid's grammar does not go on.
 *
 * Takes the token that did not fit and what was being read, gives one fatal diagnostic:
 * what was found, what was expected, how to repair it. The rules of flow_mistakes_*.c
 * know the mistakes that people make often; the general sentence stands here. */
#include "parser/flow_failure.h"

#include <glib.h>

#define SHOWN_MAX 24 /* bytes of the user's text in a message */

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

const char *idarch_flow_shown(const flow_failure *f, idarch_str text)
{
    idarch_arena *arena = f->parser->arena;
    size_t start = 0, step;
    while ((step = idarch_flow_space(text.ptr + start, text.ptr + text.len)) > 0)
        start += step;
    text = idarch_str_sub(text, start, text.len);
    size_t end = idarch_str_find(text, '\n', 0);
    if (end <= SHOWN_MAX)
        return idarch_flow_clean(arena, idarch_flow_trim(idarch_str_sub(text, 0, end)));
    end = SHOWN_MAX;
    while (end > 0 && ((unsigned char)text.ptr[end] & 0xC0) == 0x80)
        end--;
    return idarch_printf(arena, "%s...", idarch_flow_clean(arena, idarch_str_sub(text, 0, end)));
}

const char *idarch_flow_found(const flow_failure *f)
{
    switch (f->token.kind) {
    case FLOW_END: case FLOW_EOF: return "the end of the text";
    case FLOW_NEWLINE: return "the end of the line";
    case FLOW_SPACE: return "a blank";
    case FLOW_STRING: case FLOW_MARKDOWN: return "a text in quotes";
    default:
        return idarch_printf(f->parser->arena, "`%s`", idarch_flow_shown(f, f->token.text));
    }
}

bool idarch_flow_ends(flow_kind kind)
{
    return kind == FLOW_NEWLINE || kind == FLOW_SEMI || kind == FLOW_EOF || kind == FLOW_END;
}

idarch_diag *idarch_flow_say(const flow_failure *f, const char *code, size_t start, size_t end,
                             const char *format, ...)
{
    flow_parser *parser = f->parser;
    idarch_strbuf message = {.arena = parser->arena};
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    idarch_strbuf_puts(&message, text);
    g_free(text);
    parser->fault = start;
    parser->fault_end = end;
    return idarch_flow_fail(parser->builder, code, idarch_flow_span(parser->text, start, end),
                            "%s", idarch_strbuf_text(&message));
}

void idarch_flow_also(const flow_failure *f, idarch_diag *diag, size_t start, size_t end,
                      const char *note)
{
    idarch_diag_relate(f->parser->builder->diags, diag,
                       idarch_flow_span(f->parser->text, start, end), note);
}

void idarch_flow_also_opener(const flow_failure *f, idarch_diag *diag, const char *note)
{
    if (f->opener)
        idarch_diag_relate(f->parser->builder->diags, diag,
                           idarch_flow_token_span(f->parser, f->opener), note);
}

/* The token without white space; one of white space alone stays as it is. */
static void find_token(flow_failure *f)
{
    const char *stop = f->all.ptr + f->token.end;
    size_t at = f->token.start, step;
    while ((step = idarch_flow_space(f->all.ptr + at, stop)) > 0)
        at += step;
    if (at >= f->token.end) {
        f->at = f->token.start;
        f->end = f->token.end;
        return;
    }
    f->at = at;
    f->end = at + idarch_flow_trim(idarch_str_sub(f->all, at, f->token.end)).len;
}

flow_failure idarch_flow_failure(flow_parser *parser, flow_context context,
                                 const flow_token *opener)
{
    flow_failure f = {.parser = parser, .context = context, .token = parser->token,
                      .opener = opener, .all = parser->lexer.text};
    find_token(&f);
    f.line = f.at;
    while (f.line > parser->statement && f.all.ptr[f.line - 1] != '\n')
        f.line--;
    f.line_end = idarch_str_find(f.all, '\n', f.at);
    f.rest = idarch_str_sub(f.all, f.at, f.line_end);
    f.before = idarch_flow_trim(idarch_str_sub(f.all, f.line, f.at));
    f.blank = f.at > f.line && f.before.ptr + f.before.len < f.all.ptr + f.at;
    f.later = opener && memchr(f.all.ptr + opener->start, '\n', f.at - opener->start);
    return f;
}

static bool ask(const flow_failure *f, flow_rule *const *rules)
{
    for (size_t i = 0; rules[i]; i++)
        if (rules[i](f))
            return true;
    return false;
}

bool idarch_flow_unexpected(flow_parser *parser, flow_context context, const flow_token *opener)
{
    flow_failure f = idarch_flow_failure(parser, context, opener);
    parser->fault_line = context == FLOW_IN_EDGE_TEXT;
    parser->mend = 0;
    if (ask(&f, idarch_flow_text_rules) || ask(&f, idarch_flow_arrow_rules) ||
        ask(&f, idarch_flow_word_rules) || ask(&f, idarch_flow_id_rules) ||
        ask(&f, idarch_flow_statement_rules))
        return false;
    idarch_diag *diag = idarch_flow_say(&f, "syntax", f.at, f.end, "%s is not expected here",
                                        idarch_flow_found(&f));
    diag->hint = idarch_printf(parser->arena, "expected: %s", expected[context]);
    idarch_flow_also_opener(&f, diag, "it starts here");
    return false;
}

bool idarch_flow_unclosed_data(flow_parser *parser, size_t open)
{
    flow_failure f = idarch_flow_failure(parser, FLOW_IN_DATA, NULL);
    parser->fault_line = true;
    idarch_flow_say(&f, "data-open", open, open + 2, "this block of settings is never closed")
        ->hint = idarch_flow_open_data_hint(&f, open, false);
    return false;
}
