/* Lists in statements about looks that end earlier than they were meant to.
 *
 * Takes declarations and what stands around them, warns where a blank or a semicolon stands
 * for a comma: Mermaid accepts that and draws something else. */
#include <glib.h>

#include "parser/flow_parser.h"

#define SHOWN_MAX 120 /* bytes of a statement that is repeated in a hint */

static idarch_str shown(idarch_str text)
{
    size_t end = text.len < SHOWN_MAX ? text.len : SHOWN_MAX;
    while (end < text.len && end > 0 && ((unsigned char)text.ptr[end] & 0xC0) == 0x80)
        end--;
    return idarch_str_sub(text, 0, end);
}

static const char *clean(const flow_parser *parser, idarch_str text)
{
    return idarch_flow_clean(parser->arena, shown(idarch_flow_trim(text)));
}

/* Letters and dashes with a colon, but not three, behind them: the length of the name. */
static size_t property_at(idarch_str text, size_t at)
{
    size_t end = at;
    while (end < text.len && (g_ascii_isalpha(text.ptr[end]) || text.ptr[end] == '-'))
        end++;
    bool colon = end < text.len && text.ptr[end] == ':';
    bool more = end + 1 < text.len && text.ptr[end + 1] == ':';
    return colon && !more && end + 1 < text.len ? end - at : 0;
}

/* ---- semicolons ------------------------------------------------------------------------- */

const char *idarch_flow_cut_declaration(idarch_arena *arena, idarch_str text, size_t semicolon,
                                        idarch_span *span)
{
    size_t end = idarch_str_find(text, '\n', semicolon), start = semicolon;
    size_t stop = idarch_str_find(idarch_str_sub(text, 0, end), ';', semicolon + 1);
    idarch_str rest = idarch_flow_trim(idarch_str_sub(text, semicolon + 1, stop));
    size_t name = property_at(rest, 0);
    if (name < 2 || idarch_str_search(rest, "--", name) < rest.len)
        return NULL;
    for (size_t i = 0; i < rest.len; i++)
        if (strchr("[](){}<>|\"&", rest.ptr[i]))
            return NULL;
    while (start > 0 && !strchr(",\n;", text.ptr[start - 1]) && semicolon - start < SHOWN_MAX)
        start--;
    idarch_str before = idarch_flow_trim(idarch_str_sub(text, start, semicolon));
    size_t blank = before.len; /* the keyword and the ids stand before a first declaration */
    while (blank > 0 && property_at(before, blank) == 0)
        blank--;
    while (blank > 0 && before.ptr[blank - 1] != ' ')
        blank--;
    size_t at = (size_t)(rest.ptr - text.ptr);
    *span = (idarch_span){(uint32_t)at, (uint32_t)(at + rest.len)};
    before = shown(idarch_str_sub(before, blank, before.len));
    rest = shown(rest);
    return idarch_flow_clean(
        arena, idarch_str_of(idarch_printf(arena, "write a comma: %.*s,%.*s", (int)before.len,
                                           before.ptr, (int)rest.len, rest.ptr)));
}

void idarch_flow_check_semicolon(flow_parser *parser, size_t semicolon)
{
    idarch_span rest;
    const char *hint =
        idarch_flow_cut_declaration(parser->arena, parser->lexer.text, semicolon, &rest);
    if (hint)
        idarch_flow_warn(parser->builder, "style-semicolon",
                         idarch_flow_span(parser->text, semicolon, semicolon + 1),
                         "this semicolon ends the statement, so `%s` becomes a node",
                         clean(parser, idarch_str_sub(parser->lexer.text, rest.start, rest.end)))
            ->hint = hint;
}

/* ---- blanks ----------------------------------------------------------------------------- */

/* What stands before the property of the first declaration belongs to the list of ids. */
static const char *list_hint(const flow_parser *parser, idarch_str word, idarch_str subject,
                             idarch_str text, size_t property)
{
    idarch_strbuf out = {.arena = parser->arena};
    idarch_str more = idarch_flow_trim(idarch_str_sub(text, 0, property));
    idarch_str rest = shown(idarch_str_sub(text, property, text.len));
    if (idarch_str_is(word, "style"))
        return idarch_printf(parser->arena, "`style` takes one id; write a line for each: style %s %s",
                             clean(parser, more), clean(parser, rest));
    idarch_strbuf_add_str(&out, subject);
    for (size_t i = 0; i < more.len; i++) {
        bool first = i == 0 || strchr(" \t,", more.ptr[i - 1]);
        if (strchr(" \t,", more.ptr[i]))
            continue;
        if (first)
            idarch_strbuf_putc(&out, ',');
        idarch_strbuf_putc(&out, more.ptr[i]);
    }
    return idarch_printf(parser->arena, "write commas without blanks: %.*s %s %s", (int)word.len,
                         word.ptr, clean(parser, idarch_str_of(idarch_strbuf_text(&out))),
                         clean(parser, rest));
}

/* A declaration without its colon. */
static void warn_no_value(flow_parser *parser, const flow_style *style, idarch_str text)
{
    size_t blank = idarch_str_find(text, ' ', 0);
    idarch_str value = idarch_flow_trim(idarch_str_sub(text, blank, text.len));
    idarch_str name = idarch_str_sub(text, 0, blank);
    bool length = idarch_str_search(name, "width", 0) < name.len;
    idarch_flow_warn(parser->builder, "style-value", style->span, "`%s` has no value",
                     clean(parser, name))
        ->hint = idarch_printf(parser->arena, "write a colon and the value: %s:%s",
                               clean(parser, name),
                               value.len > 0 ? clean(parser, value) : length ? "2px" : "#333");
}

/* `fill:red stroke:blue` */
static bool warn_no_comma(flow_parser *parser, const flow_style *style, idarch_str text,
                          size_t colon)
{
    idarch_strbuf out = {.arena = parser->arena};
    size_t from = 0;
    const char *second = NULL;
    for (size_t at = colon + 1; at < text.len; at++) {
        if (text.ptr[at - 1] != ' ' || property_at(text, at) < 2)
            continue;
        second = second ? second : clean(parser, idarch_str_sub(text, at, text.len));
        idarch_strbuf_add_str(&out, idarch_flow_trim(idarch_str_sub(text, from, at)));
        idarch_strbuf_putc(&out, ',');
        from = at;
    }
    if (!second)
        return false;
    idarch_strbuf_add_str(&out, idarch_str_sub(text, from, text.len));
    idarch_flow_warn(parser->builder, "style-blank", style->span, "a comma is missing before `%s`",
                     second)
        ->hint = idarch_printf(parser->arena, "write %s",
                               clean(parser, idarch_str_of(idarch_strbuf_text(&out))));
    return true;
}

static bool check_one(flow_parser *parser, const flow_style *style, idarch_str word,
                      idarch_str subject, bool first)
{
    idarch_str text = idarch_flow_trim(idarch_str_of(style->text));
    size_t colon = idarch_str_find(text, ':', 0), start = colon;
    while (start > 0 && (text.ptr[start - 1] == ' ' || text.ptr[start - 1] == '\t'))
        start--;
    while (start > 0 && (g_ascii_isalpha(text.ptr[start - 1]) || text.ptr[start - 1] == '-'))
        start--;
    if (colon < text.len && first && start > 0) {
        idarch_flow_warn(parser->builder, "style-blank", style->span,
                         "`%s` is read as the name of a property",
                         clean(parser, idarch_str_sub(text, 0, colon)))
            ->hint = list_hint(parser, word, subject, text, start);
        return true;
    }
    if (colon == text.len && text.len > 0 && g_ascii_isalpha(text.ptr[0])) {
        warn_no_value(parser, style, text);
        return true;
    }
    return colon < text.len && warn_no_comma(parser, style, text, colon);
}

void idarch_flow_check_lists(flow_parser *parser, idarch_str word, idarch_str subject,
                             flow_styles *styles)
{
    for (size_t i = 0; i < styles->count; i++)
        styles->items[i].told = check_one(parser, &styles->items[i], word, subject, i == 0);
}
