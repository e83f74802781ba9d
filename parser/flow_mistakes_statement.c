/* Frequent mistakes with subgraphs, styles and clicks. */
#include "parser/flow_failure.h"

/* `subgraph-x`: a name or an id that the word begins. */
static void say_glued(const flow_failure *f, size_t keyword)
{
    size_t end = keyword, name = keyword;
    while (end < f->line_end && !flow_in_set(f->all.ptr[end], " \t;[({"))
        end++;
    while (name < end && flow_in_set(f->all.ptr[name], "-_.:/"))
        name++;
    idarch_str word = idarch_str_sub(f->all, name, end);
    bool edge = idarch_flow_find_arrow(f, f->at, f->line_end) < f->line_end;
    idarch_diag *diag = idarch_flow_say(f, edge ? "reserved-word" : "subgraph-name",
                                        f->opener->start, end,
                                        edge ? "no id can begin with `subgraph`"
                                             : "a blank stands behind `subgraph`");
    f->parser->fault_edge = edge;
    if (edge)
        diag->hint = idarch_printf(f->parser->arena, "write it with a capital: S%.*s",
                                   (int)(end - f->opener->start < 80 ? end - f->opener->start - 1 : 7),
                                   f->all.ptr + f->opener->start + 1);
    else
        diag->hint = word.len > 0 && word.len < 80
                         ? idarch_printf(f->parser->arena, "write subgraph %.*s", (int)word.len,
                                         word.ptr)
                         : "write subgraph, a blank and a name";
}

static bool says_subgraph(const flow_failure *f)
{
    if (f->context != FLOW_IN_SUBGRAPH)
        return false;
    flow_parser *parser = f->parser;
    bool after_end = parser->previous_end == parser->statement;
    if (idarch_flow_ends(f->token.kind) && f->opener) {
        if (after_end)
            idarch_flow_say(f, "end-place", f->opener->start, f->opener->end,
                            "a subgraph is closed by `end` alone")->hint = "write `end`";
        else
            idarch_flow_say(f, "subgraph-name", f->opener->start, f->opener->end,
                            "this subgraph has no name")->hint =
                idarch_printf(parser->arena, "write an id and a title: subgraph %s [\"a title\"]",
                              idarch_flow_made_id(f, IDARCH_STR("group")));
        return true;
    }
    size_t keyword = f->opener ? f->opener->end : f->at;
    if (f->opener && f->token.start == keyword && !f->blank && !flow_opens_shape(f->token.kind)) {
        say_glued(f, keyword);
        return true;
    }
    if (f->token.kind == FLOW_DIRECTION) {
        size_t at = idarch_str_search(idarch_str_sub(f->all, 0, f->line_end), "direction", f->at);
        idarch_str word = idarch_flow_trim(idarch_str_sub(f->all, at, f->line_end));
        idarch_flow_say(f, "subgraph-name", at, f->end,
                        "a direction cannot stand in a subgraph's line")
            ->hint = idarch_printf(parser->arena, "write it on the next line: %.*s",
                                   (int)(word.len < 60 ? word.len : 60), word.ptr);
        return true;
    }
    if (f->token.kind == FLOW_BRACE) {
        parser->fault_brace = idarch_str_find(f->rest, '}', 0) == f->rest.len;
        idarch_flow_say(f, "subgraph-name", f->at, f->end, "a subgraph has no braces")->hint =
            "its name ends with the line, and `end` on a line of its own closes it";
        return true;
    }
    idarch_str line = flow_statement(f), name = idarch_str_sub(line, 8, line.len);
    idarch_diag *diag = idarch_flow_say(f, "subgraph-name", f->at, f->end,
                                        "%s cannot stand in a subgraph's line",
                                        idarch_flow_found(f));
    diag->hint = "give it an id and a title in brackets, and nothing after them: "
                 "subgraph ids [\"a title, as you like\"]";
    name = idarch_flow_trim(name);
    bool plain = name.len > 0 && name.len <= 40 && !memchr(name.ptr, '"', name.len) &&
                 !memchr(name.ptr, '[', name.len);
    if (plain && (f->token.kind == FLOW_ROUND || f->token.kind == FLOW_COMMA))
        diag->hint =
            idarch_printf(parser->arena, "give it an id and a title: subgraph %s [\"%s\"]",
                          idarch_flow_made_id(f, name), idarch_flow_clean(parser->arena, name));
    return true;
}

/* The first blank behind a comma, or the token. */
static size_t list_blank(const flow_failure *f)
{
    for (size_t at = f->line; at + 1 < f->end; at++)
        if (f->all.ptr[at] == ',' && flow_in_set(f->all.ptr[at + 1], " \t"))
            return at + 1;
    return f->at;
}

#define OWN_MAX 160 /* bytes of a statement that a hint repeats */

/* The statement on its line, NULL where it is long. */
static const char *own_statement(const flow_failure *f, size_t end)
{
    size_t start = f->parser->statement, stop = idarch_str_find(f->all, '\n', start);
    idarch_str text = idarch_flow_trim(idarch_str_sub(f->all, start, end < stop ? end : stop));
    return text.len > 0 && text.len <= OWN_MAX ? idarch_flow_clean(f->parser->arena, text) : NULL;
}

/* Without the blanks behind commas, and with one comma for several. */
static const char *list_hint(const flow_failure *f)
{
    idarch_strbuf out = {.arena = f->parser->arena};
    const char *text = own_statement(f, f->line_end), *c = text;
    if (!text || !strchr(text, ','))
        return "write commas without blanks: class A,B name; linkStyle 0,1 stroke:red";
    for (; *c; c++) {
        bool comma = out.len > 0 && idarch_strbuf_text(&out)[out.len - 1] == ',';
        if (!comma || (*c != ' ' && *c != ',' && *c != '\t'))
            idarch_strbuf_putc(&out, *c);
    }
    const char *list = idarch_strbuf_text(&out);
    bool ids = strncmp(list, "class ", 6) == 0 && !strchr(list + 6, ' ');
    return ids ? "write ids with commas, a blank and the class: class A,B name"
               : idarch_printf(f->parser->arena, "write commas without blanks: %s", list);
}

/* `class A B k`: more ids, or more classes. */
static const char *class_hint(const flow_failure *f)
{
    const char *text = own_statement(f, f->line_end);
    char **words = text ? g_strsplit_set(text, " \t", 0) : NULL;
    size_t count = words ? g_strv_length(words) : 0;
    const char *hint = "write ids with commas, a blank and the class: class A,B name";
    if (count == 4 && idarch_flow_find(f->parser->builder->nodes, words[2]) >= 0)
        hint = idarch_printf(f->parser->arena, "write commas between ids: class %s,%s %s", words[1],
                             words[2], words[3]);
    else if (count == 4)
        hint = idarch_printf(f->parser->arena, "write a line for each class: class %s %s, and class "
                             "%s %s", words[1], words[2], words[1], words[3]);
    g_strfreev(words);
    return hint;
}

static const char *style_hint(const flow_failure *f)
{
    idarch_str word = flow_first_word(idarch_str_sub(f->all, f->parser->statement, f->all.len));
    const char *text = own_statement(f, f->at);
    size_t len = text ? strlen(text) : 0;
    if (len > word.len && text[len - 1] != ',' && !strchr(text, ':'))
        return idarch_printf(f->parser->arena, "write them behind it: %s %s", text,
                             idarch_str_is(word, "linkStyle") ? "stroke:red" : "fill:#eee");
    if (len > 1 && text[len - 1] == ',')
        return idarch_printf(f->parser->arena, "take the comma away: %.*s", (int)len - 1, text);
    if (idarch_str_is(word, "classDef"))
        return "write them behind the name and a blank: classDef k fill:#eee";
    return idarch_str_is(word, "linkStyle")
               ? "write them behind the number: linkStyle 0 stroke:red"
               : "write them behind the id: style A fill:#eee";
}

/* `rgb(1, 2, 3)` in the signs that a style may hold. */
static const char *color_hint(const flow_failure *f)
{
    size_t start = f->at;
    while (start > f->line && g_ascii_isalpha(f->all.ptr[start - 1]))
        start--;
    idarch_str name = idarch_str_sub(f->all, start, f->at);
    char *text = idarch_str_dup(f->parser->arena, idarch_str_sub(f->rest, 1, 60));
    unsigned part[3] = {0, 0, 0};
    size_t count = 0;
    bool rgb = idarch_str_is(name, "rgb") || idarch_str_is(name, "rgba");
    for (char *c = text; rgb && count < 3; count++) {
        char *end;
        guint64 value = g_ascii_strtoull(c, &end, 10);
        if (end == c || value > 255 || !strchr(", )", *end))
            break;
        part[count] = (unsigned)value;
        c = end + strspn(end, ", ");
    }
    return count == 3 ? idarch_printf(f->parser->arena, "write the colour as #%02x%02x%02x", part[0],
                                      part[1], part[2])
                      : "write colours as #rrggbb or by name; rgb() and quotes are not allowed here";
}

/* `style A {fill:red; stroke:blue}` without braces, and with commas. */
static const char *brace_hint(const flow_failure *f)
{
    const char *text = own_statement(f, f->line_end);
    const char *open = text ? strchr(text, '{') : NULL, *close = open ? strchr(open, '}') : NULL;
    if (!close || close[1] || close == open + 1)
        return "write the declarations with commas, and no braces: fill:#eee,stroke:#333";
    char *inside = idarch_strndup(f->parser->arena, open + 1, (size_t)(close - open - 1));
    g_strdelimit(g_strstrip(inside), ";", ',');
    size_t len = strlen(inside);
    if (len > 0 && inside[len - 1] == ',')
        inside[len - 1] = '\0';
    return idarch_printf(f->parser->arena, "write %.*s%s", (int)(open - text), text, inside);
}

static const char *missing_class_hint(const flow_failure *f)
{
    const char *text = own_statement(f, f->at);
    size_t len = text ? strlen(text) : 0;
    bool colons = len > 3 && strcmp(text + len - 3, ":::") == 0;
    if (len > 6 && strncmp(text, "class ", 6) == 0)
        return idarch_printf(f->parser->arena, "write a blank and the class behind it: %s name", text);
    return colons ? idarch_printf(f->parser->arena, "write the class behind it: %sname", text)
                  : "write ids, a blank and the class: class A,B name; or A:::name";
}

static bool says_styles(const flow_failure *f)
{
    bool styles = f->context == FLOW_IN_STYLES || f->context == FLOW_IN_LINK_STYLE;
    if (!styles && f->context != FLOW_IN_CLASS)
        return false;
    if (idarch_flow_ends(f->token.kind)) {
        size_t start = f->before.len ? f->line : f->at, end = start + f->before.len;
        if (styles)
            idarch_flow_say(f, "style-missing", start, end, "declarations are missing here")->hint =
                style_hint(f);
        else
            idarch_flow_say(f, "class-missing", start, end, "the name of a class is missing here")
                ->hint = missing_class_hint(f);
    } else if (f->token.kind == FLOW_BRACE) {
        idarch_flow_say(f, "style-character", f->at, f->end, "styles have no braces")->hint =
            brace_hint(f);
    } else if (flow_opens_shape(f->token.kind) || f->token.kind == FLOW_STRING) {
        idarch_flow_say(f, "style-character", f->at, f->end, "%s cannot stand in a style",
                        idarch_flow_found(f))
            ->hint = color_hint(f);
    } else if (f->context == FLOW_IN_LINK_STYLE && flow_last_of(f->before) != ',' &&
               (f->token.kind == FLOW_NODE_STRING || flow_is_arrow(f->token.kind))) {
        idarch_flow_say(f, "link-number", f->at, f->end, "the number of an edge is expected here")
            ->hint = f->all.ptr[f->at] == '-' && f->before.len > 0 &&
                             g_ascii_isdigit(flow_last_of(f->before))
                         ? "edges are listed one by one, with commas: linkStyle 0,1,2 stroke:red"
                         : "edges are numbered from 0 in the order of the text: linkStyle 0 stroke:red";
    } else if (f->token.kind == FLOW_SPACE || f->token.kind == FLOW_COMMA) {
        size_t blank = list_blank(f);
        idarch_flow_say(f, "list-blank", blank, blank + 1, "no blank can stand in this list")->hint =
            f->context == FLOW_IN_CLASS && blank == f->at ? class_hint(f) : list_hint(f);
    } else if (f->context == FLOW_IN_CLASS && f->blank) {
        size_t blank = list_blank(f);
        idarch_flow_say(f, "list-blank", blank, blank + 1, "no blank can stand in this list")->hint =
            blank == f->at ? class_hint(f) : list_hint(f);
    } else {
        return false;
    }
    return true;
}

/* Where the line of the statement's `click` ends, when nothing but an id follows there. */
static size_t bare_click(const flow_failure *f)
{
    size_t start = f->parser->statement, end = start;
    while (end < f->all.len && !flow_in_set(f->all.ptr[end], "\n ;"))
        end++;
    size_t line_end = idarch_str_find(f->all, '\n', start);
    bool bare = idarch_flow_trim(idarch_str_sub(f->all, end, line_end)).len == 0;
    return bare && line_end <= f->at ? end : 0;
}

static bool says_click(const flow_failure *f)
{
    if (f->context != FLOW_IN_CLICK)
        return false;
    size_t bare = bare_click(f), word = f->parser->statement;
    while (word > 0 && flow_in_set(f->all.ptr[word - 1], " \t\n"))
        word--;
    bool lone = idarch_str_ends(idarch_str_sub(f->all, 0, word), "click") &&
                memchr(f->all.ptr + word, '\n', f->parser->statement - word);
    if (bare || lone || idarch_flow_ends(f->token.kind)) {
        size_t start = bare ? f->parser->statement : f->line;
        size_t end = bare ? bare : f->line + f->before.len;
        if (start >= end || lone)
            idarch_flow_word_before(f, &start, &end);
        idarch_flow_say(f, "click-form", start, end, "nothing is to happen at this click")->hint =
            "write an id and a URL in quotes or a call: click A \"https://e.example\"; an id is "
            "`Click`";
        return true;
    }
    idarch_str url = idarch_str_sub(f->rest, 0, idarch_str_find(f->rest, ' ', 0));
    bool href = f->parser->previous.kind == FLOW_HREF;
    idarch_diag *diag = idarch_flow_say(f, "click-form", f->at, href ? f->at + url.len : f->end,
                                        href ? "this link needs quotes" : "%s cannot stand here",
                                        idarch_flow_found(f));
    diag->hint = "write click A \"https://e.example\" \"tooltip\" _blank, with the URL and the "
                 "tooltip in quotes, or click A call name()";
    const char *text = own_statement(f, f->at);
    idarch_str rest = idarch_flow_trim(idarch_str_sub(f->rest, 0, idarch_str_find(f->rest, ';', 0)));
    if (!href && text && flow_last_of(f->before) == '"' && rest.len > 0 && rest.len < 80 &&
        !memchr(rest.ptr, '"', rest.len)) {
        bool target = idarch_str_is(rest, "blank") || idarch_str_is(rest, "self") ||
                      idarch_str_is(rest, "parent") || idarch_str_is(rest, "top");
        diag->hint = idarch_printf(f->parser->arena, target ? "write click %s _%s" : "write click %s \"%s\"", text,
                                   idarch_flow_clean(f->parser->arena, rest));
    }
    if (href && url.len <= 80)
        diag->hint = idarch_printf(f->parser->arena, "write \"%s\"",
                                   idarch_flow_clean(f->parser->arena, url));
    return true;
}

flow_rule *const idarch_flow_statement_rules[] = {says_subgraph, says_styles, says_click, NULL};
