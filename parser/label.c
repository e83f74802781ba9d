/* Label text to rich text.
 *
 * Takes a label as Mermaid's parser gives it, gives the runs that a browser would show of
 * it: HTML tags become styles and breaks, entity codes (#quot; #35; &amp;) characters,
 * Markdown strings are read by cmark. What is no tag and no entity stays as it is. It
 * promises no control characters, folded white space, and no more styles than the model
 * has. Linear, as Markdown above a bound is taken as plain text. */
#include "parser/label.h"

#include "parser/flow_bytes.h"

#include <cmark.h>
#include <stdlib.h>

#define STYLE_COUNT 8
#define MARKDOWN_MAX 20000 /* bytes; cmark is not linear on hostile input */
#define ENTITY_MAX 33      /* bytes of the longest name of an HTML entity, and more */

typedef struct writer {
    idarch_arena *arena;
    idarch_rich *rich;
    idarch_strbuf run;       /* text not yet added */
    unsigned style;          /* of that text */
    const char *href;
    unsigned depth[STYLE_COUNT]; /* open tags by style bit */
    bool blank;              /* white space was met and not yet written */
    bool line_begun;
    idarch_span span;
    idarch_diags *diags;
} writer;

static void flush(writer *w)
{
    if (w->run.len > 0)
        idarch_rich_add(w->arena, w->rich,
                        idarch_strndup(w->arena, w->run.ptr, w->run.len), w->style, w->href);
    w->run.len = 0;
}

static void put_break(writer *w)
{
    flush(w);
    w->blank = w->line_begun = false;
    idarch_rich_break(w->arena, w->rich);
}

/* Writes a character or word of len bytes; white space is folded. */
static void put(writer *w, const char *bytes, size_t len)
{
    unsigned char c = (unsigned char)bytes[0];
    bool c1 = len == 2 && c == 0xC2 && (unsigned char)bytes[1] < 0xA0;
    if (c <= ' ' || c == 0x7F || c1) {
        w->blank = w->line_begun;
        return;
    }
    if (w->blank)
        idarch_strbuf_putc(&w->run, ' ');
    w->blank = false;
    w->line_begun = true;
    idarch_strbuf_add(&w->run, bytes, len);
}

static size_t char_len(idarch_str s, size_t at)
{
    size_t len = 1;
    while (at + len < s.len && ((unsigned char)s.ptr[at + len] & 0xC0) == 0x80)
        len++;
    return len;
}

/* Text from a character on that is no white space, which is written at once: up to markup,
 * with single blanks in it and none at its end. */
static size_t plain_len(idarch_str s, size_t at)
{
    size_t end = at;
    while (end < s.len && !idarch_flow_is(s.ptr[end], FLOW_BYTE_MARKUP))
        if (s.ptr[end++] == ' ' && (end == s.len || s.ptr[end] == ' ' ||
                                    idarch_flow_is(s.ptr[end], FLOW_BYTE_MARKUP)))
            return end - 1 - at;
    return end - at;
}

static void put_all(writer *w, idarch_str s)
{
    for (size_t i = 0; i < s.len;) {
        size_t len = char_len(s, i);
        put(w, s.ptr + i, len);
        i += len;
    }
}

static void set_style(writer *w, unsigned bit, bool on)
{
    unsigned index = 0;
    while ((1u << index) < bit)
        index++;
    if (on)
        w->depth[index]++;
    else if (w->depth[index] > 0)
        w->depth[index]--;
    unsigned style = w->depth[index] > 0 ? w->style | bit : w->style & ~bit;
    if (style == w->style)
        return;
    if (w->blank && w->line_begun) { /* the blank belongs to the text before */
        idarch_strbuf_putc(&w->run, ' ');
        w->blank = false;
    }
    flush(w);
    w->style = style;
}

/* ---- tags ----------------------------------------------------------------------------- */

typedef enum tag_effect { TAG_STYLE, TAG_BREAK, TAG_BLOCK, TAG_NOTHING, TAG_LINK } tag_effect;

typedef struct tag_row {
    const char *name;
    tag_effect effect;
    unsigned style;
} tag_row;

static const tag_row tags[] = {
    {"br", TAG_BREAK, 0},
    {"b", TAG_STYLE, IDARCH_RUN_BOLD},
    {"strong", TAG_STYLE, IDARCH_RUN_BOLD},
    {"i", TAG_STYLE, IDARCH_RUN_ITALIC},
    {"em", TAG_STYLE, IDARCH_RUN_ITALIC},
    {"code", TAG_STYLE, IDARCH_RUN_CODE},
    {"kbd", TAG_STYLE, IDARCH_RUN_CODE},
    {"samp", TAG_STYLE, IDARCH_RUN_CODE},
    {"tt", TAG_STYLE, IDARCH_RUN_CODE},
    {"u", TAG_STYLE, IDARCH_RUN_UNDERLINE},
    {"ins", TAG_STYLE, IDARCH_RUN_UNDERLINE},
    {"s", TAG_STYLE, IDARCH_RUN_STRIKE},
    {"del", TAG_STYLE, IDARCH_RUN_STRIKE},
    {"strike", TAG_STYLE, IDARCH_RUN_STRIKE},
    {"sub", TAG_STYLE, IDARCH_RUN_SUB},
    {"sup", TAG_STYLE, IDARCH_RUN_SUP},
    {"small", TAG_STYLE, IDARCH_RUN_SMALL},
    {"h1", TAG_BLOCK, IDARCH_RUN_BOLD},
    {"h2", TAG_BLOCK, IDARCH_RUN_BOLD},
    {"h3", TAG_BLOCK, IDARCH_RUN_BOLD},
    {"h4", TAG_BLOCK, IDARCH_RUN_BOLD},
    {"p", TAG_BLOCK, 0},
    {"div", TAG_BLOCK, 0},
    {"hr", TAG_BLOCK, 0},
    {"li", TAG_BLOCK, 0},
    {"ul", TAG_BLOCK, 0},
    {"ol", TAG_BLOCK, 0},
    {"span", TAG_NOTHING, 0},
    {"font", TAG_NOTHING, 0},
    {"center", TAG_NOTHING, 0},
    {"big", TAG_NOTHING, 0},
    {"mark", TAG_NOTHING, 0},
    {"a", TAG_LINK, 0},
};

typedef struct tag {
    const tag_row *row; /* NULL for an unknown name */
    bool closing;
    idarch_str attributes;
    size_t len; /* of the whole */
} tag;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A tag at the place: '<', perhaps '/', a name, anything but '<', '>'. */
static bool read_tag(idarch_str s, size_t at, tag *out)
{
    size_t name = at + 1;
    *out = (tag){0};
    if (name < s.len && s.ptr[name] == '/') {
        out->closing = true;
        name++;
    }
    size_t end = name;
    while (end < s.len && (is_letter(s.ptr[end]) || (end > name && is_digit(s.ptr[end]))))
        end++;
    size_t close = end;
    while (close < s.len && s.ptr[close] != '>' && s.ptr[close] != '<')
        close++;
    if (end == name || close == s.len || s.ptr[close] == '<')
        return false;
    out->attributes = idarch_str_sub(s, end, close);
    out->len = close + 1 - at;
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if ((s.ptr[name] | ('a' - 'A')) == tags[i].name[0] &&
            idarch_str_eq_nocase(idarch_str_sub(s, name, end), idarch_str_of(tags[i].name)))
            out->row = &tags[i];
    return true;
}

bool idarch_label_href_trap(idarch_str url)
{
    for (size_t i = 0; i < url.len; i++)
        if ((unsigned char)url.ptr[i] < 0x20 || url.ptr[i] == 0x7F || url.ptr[i] == '\\')
            return true;
    return idarch_str_starts(url, "//");
}

bool idarch_label_href_allowed(idarch_str url)
{
    static const char *const schemes[] = {"http://", "https://", "mailto:"};
    if (idarch_label_href_trap(url))
        return false;
    for (size_t i = 0; i < 3; i++) {
        idarch_str start = idarch_str_sub(url, 0, strlen(schemes[i]));
        if (idarch_str_eq_nocase(start, idarch_str_of(schemes[i])))
            return true;
    }
    for (size_t i = 0; i < url.len; i++) {
        char c = url.ptr[i];
        if (c == '/' || c == '?' || c == '#')
            return true;
        if (c == ':' || c == '&' || c == '\\' || (unsigned char)c <= ' ')
            return false;
    }
    return url.len > 0;
}

static const char *href_of(writer *w, idarch_str attributes)
{
    size_t at = idarch_str_search(attributes, "href=", 0);
    if (at + 6 >= attributes.len)
        return NULL;
    char quote = attributes.ptr[at + 5];
    if (quote != '\'' && quote != '"')
        return NULL;
    size_t end = idarch_str_find(attributes, quote, at + 6);
    idarch_str url = idarch_str_trim(idarch_str_sub(attributes, at + 6, end));
    return idarch_label_href_allowed(url) ? idarch_str_dup(w->arena, url) : NULL;
}

static void apply_tag(writer *w, const tag *t)
{
    switch (t->row->effect) {
    case TAG_STYLE:
        set_style(w, t->row->style, !t->closing);
        return;
    case TAG_BREAK:
        put_break(w);
        return;
    case TAG_BLOCK:
        if (w->line_begun)
            put_break(w);
        if (t->row->style)
            set_style(w, t->row->style, !t->closing);
        return;
    case TAG_LINK:
        flush(w);
        w->href = t->closing ? NULL : href_of(w, t->attributes);
        return;
    case TAG_NOTHING:
        return;
    }
}

static void warn_shown(writer *w, const char *what, idarch_str text)
{
    if (!w->diags)
        return;
    int shown = text.len < 40 ? (int)text.len : 40;
    idarch_diag *diag = idarch_diag_add(w->diags, IDARCH_WARNING, "label-markup", w->span,
                                        "`%.*s` is %s; it is drawn as it stands", shown,
                                        text.ptr, what);
    diag->hint = "write #lt; for < and #amp; for & where they are meant";
}

/* Handles a '<'; returns the bytes taken. */
static size_t put_tag(writer *w, idarch_str s, size_t at)
{
    tag t;
    if (!read_tag(s, at, &t)) {
        put(w, s.ptr + at, 1);
        return 1;
    }
    if (t.row) {
        apply_tag(w, &t);
        return t.len;
    }
    idarch_str text = idarch_str_sub(s, at, at + t.len);
    warn_shown(w, "no tag that a label may hold, and Mermaid leaves it out", text);
    put_all(w, text);
    return t.len;
}

/* ---- entities ------------------------------------------------------------------------- */

/* The entities that nearly all texts keep to, without the cost of asking cmark. */
static const char *usual_entity(const char *entity)
{
    static const struct {
        const char *entity, *text;
    } rows[] = {{"&quot;", "\""}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&#35;", "#"},
                {"&#59;", ";"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(entity, rows[i].entity) == 0)
            return rows[i].text;
    return NULL;
}

/* The characters of the HTML entity (with & and ;), or NULL; free() it. */
static char *decode_entity(const char *entity)
{
    char *result = NULL;
    cmark_node *document = cmark_parse_document(entity, strlen(entity), CMARK_OPT_DEFAULT);
    cmark_node *paragraph = document ? cmark_node_first_child(document) : NULL;
    cmark_node *node = paragraph ? cmark_node_first_child(paragraph) : NULL;
    const char *literal = node ? cmark_node_get_literal(node) : NULL;
    /* An unknown one is a text "&" with the rest in a second node. */
    if (literal && !cmark_node_next(node) && literal[0] != '\0' && strcmp(literal, entity) != 0) {
        size_t len = strlen(literal);
        result = malloc(len + 1);
        if (result)
            memcpy(result, literal, len + 1);
    }
    if (document)
        cmark_node_free(document);
    return result;
}

static bool is_entity_char(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

/* An entity at the place (#word; #123; &word; &#123; &#x1F;): its length, 0 for none. The
 * HTML form goes to out. */
static size_t read_entity(idarch_str s, size_t at, char out[ENTITY_MAX + 4])
{
    size_t i = at + 1, len = 0;
    bool html = s.ptr[at] == '&', number = html && i < s.len && s.ptr[i] == '#';
    if (number)
        i++;
    size_t word = i;
    while (i < s.len && is_entity_char(s.ptr[i]) && i - word <= ENTITY_MAX)
        i++;
    if (i == word || i >= s.len || s.ptr[i] != ';' || i - word > ENTITY_MAX)
        return 0;
    bool digits = true;
    for (size_t k = word; k < i; k++)
        digits = digits && is_digit(s.ptr[k]);
    out[len++] = '&';
    if (number || (!html && digits))
        out[len++] = '#';
    memcpy(out + len, s.ptr + word, i + 1 - word);
    out[len + i + 1 - word] = '\0';
    return i + 1 - at;
}

static size_t put_entity(writer *w, idarch_str s, size_t at)
{
    char entity[ENTITY_MAX + 4];
    size_t len = read_entity(s, at, entity);
    if (len == 0) {
        put(w, s.ptr + at, 1);
        return 1;
    }
    const char *usual = usual_entity(entity);
    if (usual) {
        put_all(w, idarch_str_of(usual));
        return len;
    }
    char *text = decode_entity(entity);
    if (text) {
        put_all(w, idarch_str_of(text));
        free(text);
        return len;
    }
    warn_shown(w, "no entity code", idarch_str_sub(s, at, at + len));
    put_all(w, idarch_str_of(entity));
    return len;
}

/* ---- plain and Markdown labels -------------------------------------------------------- */

static void put_html(writer *w, idarch_str s, bool line_ends)
{
    for (size_t i = 0; i < s.len;) {
        char c = s.ptr[i];
        bool escaped = line_ends && c == '\\' && i + 1 < s.len && s.ptr[i + 1] == 'n';
        if (c == '<') {
            i += put_tag(w, s, i);
        } else if (c == '#' || c == '&') {
            i += put_entity(w, s, i);
        } else if (escaped || (line_ends && c == '\n')) {
            put_break(w);
            i += escaped ? 2 : 1;
        } else {
            size_t len = c == ' ' || idarch_flow_is(c, FLOW_BYTE_MARKUP) ? char_len(s, i)
                                                                         : plain_len(s, i);
            put(w, s.ptr + i, len);
            i += len;
        }
    }
}

/* Only paragraphs: anything else (a list, a heading) Mermaid shows as it was written. */
static bool only_paragraphs(cmark_node *document)
{
    for (cmark_node *n = cmark_node_first_child(document); n; n = cmark_node_next(n))
        if (cmark_node_get_type(n) != CMARK_NODE_PARAGRAPH)
            return false;
    return true;
}

static void put_node(writer *w, cmark_node *node, bool entering)
{
    const char *literal = cmark_node_get_literal(node);
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
        put_all(w, idarch_str_of(literal));
        break;
    case CMARK_NODE_CODE:
        set_style(w, IDARCH_RUN_CODE, true);
        put_all(w, idarch_str_of(literal));
        set_style(w, IDARCH_RUN_CODE, false);
        break;
    case CMARK_NODE_HTML_INLINE:
        put_html(w, idarch_str_of(literal), false);
        break;
    case CMARK_NODE_EMPH:
        set_style(w, IDARCH_RUN_ITALIC, entering);
        break;
    case CMARK_NODE_STRONG:
        set_style(w, IDARCH_RUN_BOLD, entering);
        break;
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
        put_break(w);
        break;
    case CMARK_NODE_PARAGRAPH:
        if (entering && w->line_begun)
            put_break(w);
        break;
    default:
        break;
    }
}

/* #word; and #123; as HTML writes them, so that cmark decodes them. */
static idarch_str html_entities(idarch_arena *arena, idarch_str s)
{
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < s.len;) {
        char entity[ENTITY_MAX + 4];
        size_t len = s.ptr[i] == '#' ? read_entity(s, i, entity) : 0;
        if (len > 0)
            idarch_strbuf_puts(&out, entity);
        else
            idarch_strbuf_putc(&out, s.ptr[i]);
        i += len > 0 ? len : 1;
    }
    return (idarch_str){idarch_strbuf_text(&out), out.len};
}

static void put_markdown(writer *w, idarch_str s)
{
    idarch_str html = html_entities(w->arena, s);
    cmark_node *document =
        s.len <= MARKDOWN_MAX ? cmark_parse_document(html.ptr, html.len, CMARK_OPT_DEFAULT) : NULL;
    if (!document || !only_paragraphs(document)) {
        put_html(w, s, true);
        if (document)
            cmark_node_free(document);
        return;
    }
    cmark_iter *iter = cmark_iter_new(document);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE)
        put_node(w, cmark_iter_get_node(iter), event == CMARK_EVENT_ENTER);
    cmark_iter_free(iter);
    cmark_node_free(document);
}

bool idarch_label_plain(idarch_str s)
{
    if (s.len == 0 || s.ptr[0] == ' ' || s.ptr[s.len - 1] == ' ')
        return false;
    for (size_t i = 0; i < s.len; i++)
        if (idarch_flow_is(s.ptr[i], FLOW_BYTE_MARKUP) ||
            (s.ptr[i] == ' ' && s.ptr[i + 1] == ' '))
            return false;
    return true;
}

/* Whether Markdown leaves a plain text as it is: it begins with a letter, so it is a
 * paragraph, and nothing in it may be emphasis, code or a link. */
static bool no_markdown(idarch_str s)
{
    if (!is_letter(s.ptr[0]))
        return false;
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] == '*' || s.ptr[i] == '_' || s.ptr[i] == '`' || s.ptr[i] == '[')
            return false;
    return true;
}

idarch_rich idarch_label_rich(idarch_arena *arena, idarch_str text, idarch_label_type type,
                              idarch_span span, idarch_diags *diags)
{
    idarch_rich rich = {0};
    writer w = {.arena = arena, .rich = &rich, .span = span, .diags = diags};
    w.run.arena = arena;
    text = idarch_str_trim(text);
    if (text.len >= 2 && text.ptr[0] == '"' && text.ptr[text.len - 1] == '"')
        text = idarch_str_sub(text, 1, text.len - 1);
    if (idarch_label_plain(text) && (type != IDARCH_LABEL_MARKDOWN || no_markdown(text))) {
        bool ended = text.ptr[text.len] == '\0';
        idarch_rich_add(arena, &rich, ended ? text.ptr : idarch_str_dup(arena, text), 0, NULL);
        return rich;
    }
    if (type == IDARCH_LABEL_MARKDOWN)
        put_markdown(&w, text);
    else
        put_html(&w, text, true);
    flush(&w);
    /* Breaks at the end draw nothing. */
    while (rich.runs.count > 0 && (rich.runs.items[rich.runs.count - 1].style & IDARCH_RUN_BREAK))
        rich.runs.count--;
    return rich;
}
