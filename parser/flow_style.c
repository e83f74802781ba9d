/* The statements about how things look and what a click does: style, linkStyle,
 * classDef, class, click.
 *
 * Takes their tokens, tells the builder. Declarations are kept as written; the builder
 * works them out. */
#include "parser/flow_parser.h"
#include "parser/flow_url.h"
#include "parser/label.h"

static bool is_style_part(flow_kind kind)
{
    switch (kind) {
    case FLOW_SPACE: case FLOW_COLON: case FLOW_STYLE: case FLOW_NUMBER: case FLOW_NODE_STRING:
    case FLOW_HASH:
        return true;
    default:
        return false;
    }
}

static void add_style(flow_parser *parser, flow_styles *styles, size_t start, size_t end)
{
    flow_style *style = IDARCH_PUSH(parser->arena, styles);
    style->text = idarch_flow_clean(parser->arena,
                                    (idarch_str){parser->text->ptr + start, end - start});
    style->span = idarch_flow_span(parser->text, start, end);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Where the word, number or mark of a declaration ends that can stand there whatever is
 * around it; 0 where the lexer must look at it. */
static size_t plain_part(const flow_lexer *lexer, size_t at)
{
    const char *bytes = lexer->text.ptr;
    size_t end = at, word = at;
    while (idarch_flow_is(bytes[end], FLOW_BYTE_WORD))
        end++;
    while (word < end && bytes[word] >= '0' && bytes[word] <= '9')
        word++;
    bool down = end - word == 1 && bytes[word] == 'v'; /* an arrowhead by itself */
    if (end > at)
        return down || (word < end && idarch_flow_keyword(lexer, word, end)) ? 0 : end;
    switch (bytes[at]) {
    case '-': return is_letter(bytes[at - 1]) && is_letter(bytes[at + 1]) ? at + 1 : 0;
    case ':': return bytes[at + 1] == ':' ? 0 : at + 1;
    case '#': case ' ': return at + 1;
    default: return 0;
    }
}

/* The declarations up to the line's end without tokens, where nothing odd stands in them. */
static bool quick_styles(flow_parser *parser, flow_styles *styles)
{
    flow_lexer *lexer = &parser->lexer;
    size_t start = parser->token.start, end = idarch_str_find(lexer->text, '\n', start);
    if (!is_style_part(parser->token.kind) || end == lexer->text.len || end == start || lexer->text.ptr[end - 1] == ' ' ||
        !idarch_flow_calm(lexer, start, end) || !idarch_flow_ends_line(lexer, end))
        return false;
    for (size_t at = start; at < end;) {
        size_t first = at;
        while (at < end && lexer->text.ptr[at] != ',')
            if ((at = plain_part(lexer, at)) == 0)
                return false;
        if (at == first || at + 1 == end)
            return false;
        at += at < end;
    }
    for (size_t at = start; at < end;) {
        size_t comma = idarch_str_find(idarch_str_sub(lexer->text, 0, end), ',', at);
        add_style(parser, styles, at, comma);
        at = comma + 1;
    }
    lexer->pos = end;
    idarch_flow_advance(parser);
    return true;
}

/* Declarations with commas between them. */
static bool parse_styles(flow_parser *parser, flow_styles *styles)
{
    if (quick_styles(parser, styles))
        return true;
    for (;;) {
        size_t start = parser->token.start, end = start;
        while (is_style_part(parser->token.kind)) {
            end = parser->token.end;
            idarch_flow_advance(parser);
        }
        if (end == start)
            return idarch_flow_unexpected(parser, FLOW_IN_STYLES, NULL);
        add_style(parser, styles, start, end);
        if (parser->token.kind != FLOW_COMMA)
            return true;
        idarch_flow_advance(parser);
    }
}

/* One blank (a run of them) must stand here. */
static bool need_space(flow_parser *parser, flow_context context)
{
    if (parser->token.kind != FLOW_SPACE)
        return idarch_flow_unexpected(parser, context, NULL);
    idarch_flow_advance(parser);
    return true;
}

/* The end of the statement; a semicolon there may have been meant as a comma. */
static bool end_styles(flow_parser *parser, flow_context context)
{
    size_t semicolon = parser->token.kind == FLOW_SEMI ? parser->token.start : SIZE_MAX;
    if (!idarch_flow_separator(parser, context))
        return false;
    if (semicolon != SIZE_MAX)
        idarch_flow_check_semicolon(parser, semicolon);
    return true;
}

/* keyword, blank, id, blank: the start of style, classDef and class. */
static bool parse_subject(flow_parser *parser, flow_context context, idarch_str *id,
                          idarch_span *span)
{
    idarch_flow_advance(parser);
    return need_space(parser, context) && idarch_flow_id(parser, false, id, span, context) &&
           need_space(parser, context);
}

bool idarch_flow_style_statement(flow_parser *parser)
{
    idarch_str id;
    idarch_span span;
    flow_styles styles = {0};
    if (!parse_subject(parser, FLOW_IN_STYLES, &id, &span) || !parse_styles(parser, &styles) ||
        !end_styles(parser, FLOW_IN_STYLES))
        return false;
    idarch_flow_check_lists(parser, IDARCH_STR("style"), id, &styles);
    idarch_flow_set_style(parser->builder, id.ptr, span, &styles);
    return true;
}

bool idarch_flow_class_def_statement(flow_parser *parser)
{
    idarch_str names;
    idarch_span span;
    flow_styles styles = {0};
    if (!parse_subject(parser, FLOW_IN_STYLES, &names, &span) ||
        !parse_styles(parser, &styles) || !end_styles(parser, FLOW_IN_STYLES))
        return false;
    idarch_flow_check_lists(parser, IDARCH_STR("classDef"), names, &styles);
    idarch_flow_add_class_def(parser->builder, names, span, &styles);
    return true;
}

bool idarch_flow_class_statement(flow_parser *parser)
{
    idarch_str ids, name;
    idarch_span span, name_span;
    if (!parse_subject(parser, FLOW_IN_CLASS, &ids, &span) ||
        !idarch_flow_id(parser, false, &name, &name_span, FLOW_IN_CLASS) ||
        !idarch_flow_separator(parser, FLOW_IN_CLASS))
        return false;
    if (idarch_str_find(name, ',', 0) < name.len) {
        idarch_diag *diag = idarch_flow_warn(parser->builder, "class-list", name_span,
                                             "`%s` counts as one class name", name.ptr);
        size_t comma = idarch_str_find(name, ',', 0);
        diag->hint = idarch_printf(parser->arena, "write a line for each class: class %.*s %.*s",
                                   (int)(ids.len < 80 ? ids.len : 80), ids.ptr, (int)comma, name.ptr);
    }
    idarch_flow_set_class(parser->builder, ids, name.ptr, span);
    idarch_flow_note_class(parser->builder, name.ptr, name_span);
    return true;
}

/* ---- linkStyle ------------------------------------------------------------------------ */

typedef struct edge_number {
    const char *text; /* NULL: default */
    idarch_span span;
} edge_number;

typedef IDARCH_ARRAY(edge_number) edge_numbers;

static bool parse_numbers(flow_parser *parser, edge_numbers *numbers)
{
    for (;;) {
        bool all = parser->token.kind == FLOW_DEFAULT && numbers->count == 0;
        if (!all && parser->token.kind != FLOW_NUMBER)
            return idarch_flow_unexpected(parser, FLOW_IN_LINK_STYLE, NULL);
        edge_number *number = IDARCH_PUSH(parser->arena, numbers);
        number->text = all ? NULL : idarch_str_dup(parser->arena, parser->token.text);
        number->span = idarch_flow_token_span(parser, &parser->token);
        idarch_flow_advance(parser);
        if (all || parser->token.kind != FLOW_COMMA)
            return true;
        idarch_flow_advance(parser);
    }
}

/* interpolate NAME, perhaps with declarations after it. */
static bool parse_interpolate(flow_parser *parser, const char **curve, flow_styles *styles)
{
    idarch_str name;
    idarch_span span;
    idarch_flow_advance(parser);
    if (!need_space(parser, FLOW_IN_LINK_STYLE) ||
        !idarch_flow_id(parser, true, &name, &span, FLOW_IN_LINK_STYLE))
        return false;
    *curve = name.ptr;
    idarch_flow_check_curve(parser->builder, name.ptr, span);
    if (parser->token.kind != FLOW_SPACE)
        return true;
    idarch_flow_advance(parser);
    return parse_styles(parser, styles);
}

/* Mermaid adds "fill:none" to what edges get that says nothing of a fill. */
static bool set_links(flow_parser *parser, const edge_numbers *numbers, const flow_styles *styles,
                      const char *curve)
{
    flow_builder *builder = parser->builder;
    idarch_strings declared = idarch_flow_declarations(builder, styles);
    size_t bytes = idarch_flow_declared(styles) + (curve ? strlen(curve) : 0);
    bool fill = styles->count == 0 || !numbers->items[0].text;
    for (size_t i = 0; i < styles->count && !fill; i++)
        fill = strncmp(styles->items[i].text, "fill", 4) == 0;
    if (!fill)
        *IDARCH_PUSH(builder->arena, &declared) = "fill:none";
    if (numbers->count > 1 &&
        !idarch_flow_count_copies(builder, bytes, numbers->count, numbers->items[0].span))
        return true;
    for (size_t i = 0; i < numbers->count; i++)
        idarch_flow_link_style(builder, numbers->items[i].text, numbers->items[i].span, &declared,
                               curve);
    return true;
}

bool idarch_flow_link_style_statement(flow_parser *parser)
{
    edge_numbers numbers = {0};
    flow_styles styles = {0};
    const char *curve = NULL;
    idarch_flow_advance(parser);
    if (!need_space(parser, FLOW_IN_LINK_STYLE))
        return false;
    size_t start = parser->token.start;
    if (!parse_numbers(parser, &numbers))
        return false;
    idarch_str list = idarch_str_sub(parser->lexer.text, start, parser->token.start);
    if (!need_space(parser, FLOW_IN_LINK_STYLE))
        return false;
    bool good = parser->token.kind == FLOW_INTERPOLATE
                    ? parse_interpolate(parser, &curve, &styles)
                    : parse_styles(parser, &styles);
    if (!good || !end_styles(parser, FLOW_IN_LINK_STYLE))
        return false;
    idarch_flow_check_lists(parser, IDARCH_STR("linkStyle"), list, &styles);
    idarch_flow_check_styles(parser->builder, &styles);
    return set_links(parser, &numbers, &styles, curve);
}

/* ---- click ---------------------------------------------------------------------------- */

typedef struct click {
    idarch_str ids;
    idarch_span span;      /* of the ids */
    const char *url;       /* or NULL */
    idarch_span url_span;
    const char *tooltip, *target;
} click;

static const char *take_text(flow_parser *parser)
{
    const char *text = idarch_flow_clean(parser->arena, parser->token.text);
    idarch_flow_advance(parser);
    return text;
}

/* After the URL or the callback: a blank and a tooltip, a blank and a target. */
static bool parse_click_rest(flow_parser *parser, click *c, bool target)
{
    if (parser->token.kind != FLOW_SPACE)
        return true;
    idarch_flow_advance(parser);
    if (parser->token.kind == FLOW_STRING) {
        c->tooltip = take_text(parser);
        if (!target || parser->token.kind != FLOW_SPACE)
            return true;
        idarch_flow_advance(parser);
    }
    if (!target || parser->token.kind != FLOW_TARGET)
        return idarch_flow_unexpected(parser, FLOW_IN_CLICK, NULL);
    c->target = take_text(parser);
    return true;
}

/* A link that no picture may hold (`about:blank` is what Mermaid leaves of a script) stays
 * in the graph; the writers of pictures leave it out. */
static void warn_about_url(flow_parser *parser, click *c, const char *written)
{
    bool blank = strcmp(c->url, "about:blank") == 0;
    if (!blank && idarch_label_href_allowed(idarch_str_of(c->url)))
        return;
    idarch_diag *diag = idarch_flow_warn(parser->builder, "click-url", c->url_span,
                                         "`%s` is no link that a picture may hold", written);
    diag->hint = "links are http, https, mailto or relative";
}

static bool parse_url(flow_parser *parser, click *c)
{
    if (parser->token.kind != FLOW_STRING)
        return idarch_flow_unexpected(parser, FLOW_IN_CLICK, NULL);
    c->url_span = idarch_flow_token_span(parser, &parser->token);
    const char *url =
        idarch_flow_url(parser->arena, idarch_str_dup(parser->arena, parser->token.text));
    const char *written = take_text(parser);
    c->url = url ? idarch_flow_clean(parser->arena, idarch_str_of(url)) : NULL;
    if (c->url)
        warn_about_url(parser, c, written);
    idarch_flow_check_link(parser->builder, written, c->url_span);
    return parse_click_rest(parser, c, true);
}

/* The word of a callback without `call`. */
static bool parse_bare_callback(flow_parser *parser, click *c)
{
    idarch_str name;
    idarch_span span;
    if (!idarch_flow_id(parser, true, &name, &span, FLOW_IN_CLICK))
        return false;
    if (idarch_str_search(name, "//", 0) < name.len || idarch_str_starts(name, "www.")) {
        idarch_diag *diag = idarch_flow_warn(parser->builder, "click-url", span,
                                             "without quotes this is a function's name, no link");
        diag->hint = idarch_printf(parser->arena, "write \"%s\"", name.ptr);
    }
    return parse_click_rest(parser, c, false);
}

static bool parse_callback(flow_parser *parser, click *c)
{
    idarch_flow_advance(parser);
    if (parser->token.kind == FLOW_CALL_ARGUMENTS)
        idarch_flow_advance(parser);
    return parse_click_rest(parser, c, false);
}

static bool parse_click(flow_parser *parser, click *c, bool *link)
{
    *link = parser->token.kind == FLOW_STRING || parser->token.kind == FLOW_HREF;
    if (parser->token.kind == FLOW_HREF)
        idarch_flow_advance(parser);
    if (*link)
        return parse_url(parser, c);
    if (parser->token.kind == FLOW_CALL_NAME)
        return parse_callback(parser, c);
    return parse_bare_callback(parser, c);
}

/* `click --> B`: the line is a click statement, whatever its author meant. */
static bool is_arrow(flow_parser *parser, const click *c)
{
    if (c->ids.len == 0 || !strchr("-=.<~&", c->ids.ptr[0]) ||
        memchr(c->ids.ptr, ',', c->ids.len) ||
        idarch_flow_find(parser->builder->nodes, c->ids.ptr) >= 0 ||
        idarch_flow_find_edge(parser->builder, c->ids.ptr) >= 0 ||
        idarch_flow_find(parser->builder->groups, c->ids.ptr) >= 0)
        return false;
    idarch_flow_warn(parser->builder, "click-word", c->span,
                     "`click` is a word of the language, so this line draws nothing")
        ->hint = "give the node another id: clicked[click] --> ...";
    return true;
}

bool idarch_flow_click_statement(flow_parser *parser)
{
    click c = {0};
    bool link;
    c.span = idarch_flow_token_span(parser, &parser->token);
    c.ids = idarch_str_of(idarch_flow_clean(parser->arena, parser->token.text));
    idarch_flow_advance(parser);
    if (!parse_click(parser, &c, &link) || !idarch_flow_separator(parser, FLOW_IN_CLICK))
        return false;
    if (is_arrow(parser, &c))
        return true;
    if (link)
        idarch_flow_set_link(parser->builder, c.ids, c.url, c.span, c.target);
    else
        idarch_flow_set_callback(parser->builder, c.ids, c.span);
    if (c.tooltip)
        idarch_flow_set_tooltip(parser->builder, c.ids, c.span, c.tooltip);
    return true;
}
