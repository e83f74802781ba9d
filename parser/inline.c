/* Inline Markdown of one block. Takes its lines as one text, gives plain characters that
 * know their place in the file, and runs with styles. Reads emphasis (CommonMark's
 * delimiter rules), ~~strike~~, code spans, links, images (their text), autolinks,
 * escapes, common entities and a few style tags; other tags and comments vanish.
 * Linear in the text: nothing is scanned twice, look-ahead is bounded. */
#include <glib.h>

#include "parser/label.h"
#include "parser/markdown.h"

enum { TAG_MAX = 1000, DEST_MAX = 2000, TICKS_MAX = 64 };

typedef enum token_kind {
    TOKEN_TEXT,
    TOKEN_CODE,
    TOKEN_MARK,   /* a run of *, _ or ~ */
    TOKEN_OPEN,   /* [ or ![ */
    TOKEN_BREAK   /* the end of a line, or <br> */
} token_kind;

typedef struct token {
    token_kind kind;
    size_t start, end;    /* in the raw text */
    const char *text;     /* instead of the raw bytes, or NULL */
    const char *href;     /* link that begins here */
    size_t opened, closed; /* MARK: characters used up at its end and its start */
    int bold, italic;     /* changes of depth here */
    signed char code, underline, strike, sub, sup, small;
    bool hard;            /* BREAK */
    bool can_open, can_close;
    bool href_end;
} token;

typedef struct reader {
    idarch_arena *arena;
    idarch_str raw;
    IDARCH_ARRAY(token) tokens;
    IDARCH_ARRAY(size_t) brackets; /* indices of open brackets */
    size_t last_ticks[TICKS_MAX];  /* offset + 1 of the last run of so many backticks */
    size_t no_comment_end;         /* from here on there is no "-->" */
} reader;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_mark(char c)
{
    return c == '*' || c == '_' || c == '~';
}

static token *add(reader *r, token_kind kind, size_t start, size_t end)
{
    token *t = IDARCH_PUSH(r->arena, &r->tokens);
    t->kind = kind;
    t->start = start;
    t->end = end;
    return t;
}

/* A token without characters, for what changes at a place. */
static token *add_point(reader *r, size_t at)
{
    return add(r, TOKEN_TEXT, at, at);
}

static size_t run_length(idarch_str s, size_t at)
{
    size_t end = at;
    while (end < s.len && s.ptr[end] == s.ptr[at])
        end++;
    return end - at;
}

/* The code point before or after a place, a blank at the ends of the text. */
static gunichar char_before(idarch_str s, size_t at)
{
    if (at == 0)
        return ' ';
    size_t i = at - 1;
    while (i > 0 && ((unsigned char)s.ptr[i] & 0xC0) == 0x80)
        i--;
    return g_utf8_get_char_validated(s.ptr + i, (gssize)(at - i));
}

static gunichar char_after(idarch_str s, size_t at)
{
    return at >= s.len ? ' ' : g_utf8_get_char_validated(s.ptr + at, (gssize)(s.len - at));
}

static bool is_blank_char(gunichar c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || g_unichar_isspace(c);
}

static bool is_punct_char(gunichar c)
{
    return c < 0x80 ? g_ascii_ispunct((char)c) : g_unichar_ispunct(c);
}

/* CommonMark's left- and right-flanking rules. */
static size_t read_mark(reader *r, size_t at)
{
    size_t len = run_length(r->raw, at);
    gunichar before = char_before(r->raw, at), after = char_after(r->raw, at + len);
    bool left = !is_blank_char(after) &&
                (!is_punct_char(after) || is_blank_char(before) || is_punct_char(before));
    bool right = !is_blank_char(before) &&
                 (!is_punct_char(before) || is_blank_char(after) || is_punct_char(after));
    token *t = add(r, TOKEN_MARK, at, at + len);
    bool word = r->raw.ptr[at] == '_';
    t->can_open = left && (!word || !right || is_punct_char(before));
    t->can_close = right && (!word || !left || is_punct_char(after));
    if (r->raw.ptr[at] == '~' && len != 2)
        t->can_open = t->can_close = false;
    return at + len;
}

static void note_ticks(reader *r)
{
    for (size_t i = 0; i < r->raw.len; i++) {
        if (r->raw.ptr[i] != '`')
            continue;
        size_t len = run_length(r->raw, i);
        if (len < TICKS_MAX)
            r->last_ticks[len] = i + 1;
        i += len - 1;
    }
}

static size_t read_code(reader *r, size_t at)
{
    size_t len = run_length(r->raw, at), open_end = at + len;
    if (len >= TICKS_MAX || r->last_ticks[len] <= at + 1) {
        add(r, TOKEN_TEXT, at, open_end);
        return open_end;
    }
    size_t close = open_end;
    for (;;) {
        close = idarch_str_find(r->raw, '`', close);
        size_t here = run_length(r->raw, close);
        if (here == len)
            break;
        close += here;
    }
    size_t start = open_end, end = close;
    bool blank = idarch_str_trim(idarch_str_sub(r->raw, start, end)).len == 0;
    if (!blank && is_space(r->raw.ptr[start]) && is_space(r->raw.ptr[end - 1])) {
        start++;
        end--;
    }
    add_point(r, start)->code = 1;
    add(r, TOKEN_CODE, start, end);
    add_point(r, end)->code = -1;
    return close + len;
}

static const struct {
    const char *name, *text;
} entities[] = {
    {"amp", "&"},           {"lt", "<"},           {"gt", ">"},
    {"quot", "\""},         {"apos", "'"},         {"nbsp", "\xC2\xA0"},
    {"middot", "\xC2\xB7"}, {"times", "\xC3\x97"}, {"micro", "\xC2\xB5"},
    {"deg", "\xC2\xB0"},    {"plusmn", "\xC2\xB1"}, {"ndash", "\xE2\x80\x93"},
    {"mdash", "\xE2\x80\x94"}, {"hellip", "\xE2\x80\xA6"}, {"le", "\xE2\x89\xA4"},
    {"ge", "\xE2\x89\xA5"}, {"rarr", "\xE2\x86\x92"}, {"larr", "\xE2\x86\x90"},
    {"thinsp", "\xE2\x80\x89"}, {"copy", "\xC2\xA9"}, {"aacute", "\xC3\xA1"},
    {"eacute", "\xC3\xA9"}, {"iacute", "\xC3\xAD"}, {"oacute", "\xC3\xB3"},
    {"uacute", "\xC3\xBA"}, {"ntilde", "\xC3\xB1"},
};

/* The characters of &name; or &#number;, NULL for none. */
static const char *entity_text(reader *r, idarch_str name)
{
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++)
        if (idarch_str_is(name, entities[i].name))
            return entities[i].text;
    if (name.len < 2 || name.ptr[0] != '#')
        return NULL;
    bool hex = name.ptr[1] == 'x' || name.ptr[1] == 'X';
    size_t i = hex ? 2 : 1;
    uint32_t value = 0;
    if (i == name.len || name.len > 9)
        return NULL;
    for (; i < name.len; i++) {
        int digit = hex ? g_ascii_xdigit_value(name.ptr[i]) : g_ascii_digit_value(name.ptr[i]);
        if (digit < 0)
            return NULL;
        value = value * (hex ? 16 : 10) + (uint32_t)digit;
    }
    idarch_strbuf buf = {.arena = r->arena};
    idarch_strbuf_add_utf8(&buf, value < 0x20 ? 0xFFFD : value);
    return idarch_strbuf_text(&buf);
}

static size_t read_entity(reader *r, size_t at)
{
    size_t limit = at + 12 < r->raw.len ? at + 12 : r->raw.len, end = at + 1;
    while (end < limit && (g_ascii_isalnum(r->raw.ptr[end]) || r->raw.ptr[end] == '#'))
        end++;
    const char *text = end < limit && r->raw.ptr[end] == ';'
                           ? entity_text(r, idarch_str_sub(r->raw, at + 1, end)) : NULL;
    add(r, TOKEN_TEXT, at, text ? end + 1 : at + 1)->text = text;
    return text ? end + 1 : at + 1;
}

static size_t read_escape(reader *r, size_t at)
{
    if (at + 1 < r->raw.len && r->raw.ptr[at + 1] == '\n')
        return at + 1; /* the break reader looks back for it */
    if (at + 1 < r->raw.len && g_ascii_ispunct(r->raw.ptr[at + 1])) {
        add(r, TOKEN_TEXT, at + 1, at + 2);
        return at + 2;
    }
    add(r, TOKEN_TEXT, at, at + 1);
    return at + 1;
}

static size_t read_line_end(reader *r, size_t at)
{
    size_t next = at + 1;
    bool hard = at > 0 && (r->raw.ptr[at - 1] == '\\' ||
                           (at > 1 && r->raw.ptr[at - 1] == ' ' && r->raw.ptr[at - 2] == ' '));
    while (next < r->raw.len && is_space(r->raw.ptr[next]))
        next++;
    if (next < r->raw.len)
        add(r, TOKEN_BREAK, at, at + 1)->hard = hard;
    return next;
}

/* Changes of style by tag. */
static void apply_tag(token *t, idarch_str name, signed char change)
{
    static const struct {
        const char *name;
        unsigned style;
    } tags[] = {{"b", IDARCH_RUN_BOLD},      {"strong", IDARCH_RUN_BOLD},
                {"i", IDARCH_RUN_ITALIC},    {"em", IDARCH_RUN_ITALIC},
                {"code", IDARCH_RUN_CODE},   {"kbd", IDARCH_RUN_CODE},
                {"u", IDARCH_RUN_UNDERLINE}, {"s", IDARCH_RUN_STRIKE},
                {"del", IDARCH_RUN_STRIKE},  {"sub", IDARCH_RUN_SUB},
                {"sup", IDARCH_RUN_SUP},     {"small", IDARCH_RUN_SMALL}};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        if (!idarch_str_eq_nocase(name, idarch_str_of(tags[i].name)))
            continue;
        t->bold = tags[i].style == IDARCH_RUN_BOLD ? change : 0;
        t->italic = tags[i].style == IDARCH_RUN_ITALIC ? change : 0;
        t->code = tags[i].style == IDARCH_RUN_CODE ? change : 0;
        t->underline = tags[i].style == IDARCH_RUN_UNDERLINE ? change : 0;
        t->strike = tags[i].style == IDARCH_RUN_STRIKE ? change : 0;
        t->sub = tags[i].style == IDARCH_RUN_SUB ? change : 0;
        t->sup = tags[i].style == IDARCH_RUN_SUP ? change : 0;
        t->small = tags[i].style == IDARCH_RUN_SMALL ? change : 0;
    }
}

static size_t read_comment(reader *r, size_t at)
{
    if (at < r->no_comment_end) {
        size_t end = idarch_str_search(r->raw, "-->", at + 4);
        if (end < r->raw.len)
            return end + 3;
        r->no_comment_end = at;
    }
    add(r, TOKEN_TEXT, at, at + 1);
    return at + 1;
}

static bool is_address(idarch_str s)
{
    size_t colon = idarch_str_find(s, ':', 0), mail = idarch_str_find(s, '@', 0);
    for (size_t i = 0; i < s.len; i++)
        if (is_space(s.ptr[i]))
            return false;
    return (colon > 1 && colon < s.len) || (mail > 0 && mail + 1 < s.len);
}

/* Only targets that a picture may hold: http, https, mailto, relative. */
static const char *safe_href(reader *r, idarch_str target)
{
    size_t colon = idarch_str_find(target, ':', 0);
    if (idarch_label_href_trap(target))
        return NULL;
    bool scheme = colon < target.len;
    for (size_t i = 0; i < colon && scheme; i++)
        scheme = !strchr("/?#", target.ptr[i]);
    if (scheme) {
        idarch_str name = idarch_str_sub(target, 0, colon);
        if (!idarch_str_eq_nocase(name, IDARCH_STR("http")) &&
            !idarch_str_eq_nocase(name, IDARCH_STR("https")) &&
            !idarch_str_eq_nocase(name, IDARCH_STR("mailto")))
            return NULL;
    }
    return idarch_str_dup(r->arena, target);
}

static size_t read_tag(reader *r, size_t at)
{
    if (idarch_str_starts(idarch_str_sub(r->raw, at, r->raw.len), "<!--"))
        return read_comment(r, at);
    size_t limit = at + TAG_MAX < r->raw.len ? at + TAG_MAX : r->raw.len, end = at + 1;
    while (end < limit && r->raw.ptr[end] != '>' && r->raw.ptr[end] != '<')
        end++;
    idarch_str inside = idarch_str_sub(r->raw, at + 1, end);
    bool closing = inside.len && inside.ptr[0] == '/';
    size_t name = closing, name_end = closing;
    while (name_end < inside.len && g_ascii_isalnum(inside.ptr[name_end]))
        name_end++;
    bool ends = end < limit && r->raw.ptr[end] == '>';
    if (ends && is_address(inside)) {
        add_point(r, at)->href = safe_href(r, inside);
        add(r, TOKEN_TEXT, at + 1, end);
        add_point(r, end)->href_end = true;
        return end + 1;
    }
    if (!ends || name_end == name || !g_ascii_isalpha(inside.ptr[name])) {
        add(r, TOKEN_TEXT, at, at + 1);
        return at + 1;
    }
    idarch_str tag = idarch_str_sub(inside, name, name_end);
    if (idarch_str_eq_nocase(tag, IDARCH_STR("br")))
        add(r, TOKEN_BREAK, at, end + 1)->hard = true;
    else
        apply_tag(add_point(r, at), tag, closing ? -1 : 1);
    return end + 1;
}

/* Reads `(target "title")` from the opening parenthesis; returns the end, 0 for none. */
static size_t read_target(reader *r, size_t at, idarch_str *target)
{
    idarch_str s = idarch_str_sub(r->raw, 0, at + DEST_MAX < r->raw.len ? at + DEST_MAX
                                                                        : r->raw.len);
    size_t i = at + 1;
    while (i < s.len && is_space(s.ptr[i]))
        i++;
    size_t start = i, depth = 0;
    if (i < s.len && s.ptr[i] == '<') {
        start = ++i;
        while (i < s.len && s.ptr[i] != '>' && s.ptr[i] != '\n')
            i++;
        *target = idarch_str_sub(s, start, i);
        i++;
    } else {
        for (; i < s.len && !is_space(s.ptr[i]) && (s.ptr[i] != ')' || depth > 0); i++)
            depth += s.ptr[i] == '(' ? 1 : s.ptr[i] == ')' ? (size_t)-1 : 0;
        *target = idarch_str_sub(s, start, i);
    }
    while (i < s.len && is_space(s.ptr[i]))
        i++;
    if (i < s.len && (s.ptr[i] == '"' || s.ptr[i] == '\'')) {
        i = idarch_str_find(s, s.ptr[i], i + 1) + 1;
        while (i < s.len && is_space(s.ptr[i]))
            i++;
    }
    return i < s.len && s.ptr[i] == ')' ? i + 1 : 0;
}

static size_t read_bracket_end(reader *r, size_t at)
{
    idarch_str target;
    size_t end = 0;
    if (r->brackets.count > 0 && at + 1 < r->raw.len && r->raw.ptr[at + 1] == '(')
        end = read_target(r, at + 1, &target);
    if (r->brackets.count > 0)
        r->brackets.count--;
    if (end == 0) {
        add(r, TOKEN_TEXT, at, at + 1);
        return at + 1;
    }
    token *open = &r->tokens.items[r->brackets.items[r->brackets.count]];
    bool image = r->raw.ptr[open->start] == '!';
    open->end = open->start; /* the bracket itself is not drawn */
    open->kind = TOKEN_TEXT;
    open->href = image ? NULL : safe_href(r, target);
    add_point(r, at)->href_end = !image;
    return end;
}

static size_t read_bracket(reader *r, size_t at, size_t len)
{
    *IDARCH_PUSH(r->arena, &r->brackets) = r->tokens.count;
    add(r, TOKEN_OPEN, at, at + len);
    return at + len;
}

static size_t read_plain(reader *r, size_t at)
{
    size_t end = at + 1;
    while (end < r->raw.len && !strchr("`&\\\n<[]!*_~", r->raw.ptr[end]))
        end++;
    add(r, TOKEN_TEXT, at, end);
    return end;
}

static size_t read_token(reader *r, size_t at)
{
    char c = r->raw.ptr[at];
    if (is_mark(c))
        return read_mark(r, at);
    switch (c) {
    case '`': return read_code(r, at);
    case '&': return read_entity(r, at);
    case '\\': return read_escape(r, at);
    case '\n': return read_line_end(r, at);
    case '<': return read_tag(r, at);
    case '[': return read_bracket(r, at, 1);
    case ']': return read_bracket_end(r, at);
    case '!':
        if (at + 1 < r->raw.len && r->raw.ptr[at + 1] == '[')
            return read_bracket(r, at, 2);
        return read_plain(r, at);
    default: return read_plain(r, at);
    }
}

/* Characters of a run of marks that are not used yet. */
static size_t left_over(const token *t)
{
    return t->end - t->start - t->opened - t->closed;
}

static bool matches(const reader *r, const token *open, const token *close)
{
    if (r->raw.ptr[open->start] != r->raw.ptr[close->start] || !open->can_open)
        return false;
    size_t a = open->end - open->start, b = close->end - close->start;
    bool both = open->can_close || close->can_open;
    return !both || (a + b) % 3 != 0 || (a % 3 == 0 && b % 3 == 0);
}

/* Joins an opening and a closing run as far as one pair goes. */
static void pair(const reader *r, token *open, token *close)
{
    size_t used = left_over(open) >= 2 && left_over(close) >= 2 ? 2 : 1;
    bool strike = r->raw.ptr[open->start] == '~';
    open->opened += used;
    close->closed += used;
    open->strike = (signed char)(open->strike + strike);
    close->strike = (signed char)(close->strike - strike);
    if (!strike && used == 2) {
        open->bold++;
        close->bold--;
    } else if (!strike) {
        open->italic++;
        close->italic--;
    }
}

/* CommonMark's way of pairing marks: a stack of openers, and for each kind of closer a
 * bottom below which no opener can match, which keeps it linear. */
static void pair_marks(reader *r)
{
    IDARCH_ARRAY(size_t) stack = {0};
    size_t bottoms[3][2][3] = {{{0}}};
    for (size_t i = 0; i < r->tokens.count; i++) {
        token *close = &r->tokens.items[i];
        if (close->kind != TOKEN_MARK)
            continue;
        char c = r->raw.ptr[close->start];
        size_t *bottom = &bottoms[c == '*' ? 0 : c == '_' ? 1 : 2][close->can_open]
                                 [(close->end - close->start) % 3];
        while (close->can_close && left_over(close)) {
            size_t at = stack.count;
            while (at > *bottom && !matches(r, &r->tokens.items[stack.items[at - 1]], close))
                at--;
            if (at <= *bottom) {
                *bottom = stack.count;
                break;
            }
            token *open = &r->tokens.items[stack.items[at - 1]];
            pair(r, open, close);
            stack.count = left_over(open) ? at : at - 1;
            for (size_t k = 0; k < 18; k++)
                if (((size_t *)bottoms)[k] > stack.count)
                    ((size_t *)bottoms)[k] = stack.count;
        }
        if (close->can_open && left_over(close))
            *IDARCH_PUSH(r->arena, &stack) = i;
    }
}

typedef struct writer {
    idarch_arena *arena;
    const idarch_extract *raw;
    idarch_inline *out;
    idarch_strbuf buf;
    int bold, italic, code, underline, strike, sub, sup, small;
    const char *href;
} writer;

static unsigned style_of(const writer *w)
{
    return (w->bold > 0 ? (unsigned)IDARCH_RUN_BOLD : 0) |
           (w->italic > 0 ? (unsigned)IDARCH_RUN_ITALIC : 0) |
           (w->code > 0 ? (unsigned)IDARCH_RUN_CODE : 0) |
           (w->underline > 0 ? (unsigned)IDARCH_RUN_UNDERLINE : 0) |
           (w->strike > 0 ? (unsigned)IDARCH_RUN_STRIKE : 0) |
           (w->sub > 0 ? (unsigned)IDARCH_RUN_SUB : 0) |
           (w->sup > 0 ? (unsigned)IDARCH_RUN_SUP : 0) |
           (w->small > 0 ? (unsigned)IDARCH_RUN_SMALL : 0);
}

static void add_run(writer *w, size_t start, unsigned style)
{
    size_t end = w->buf.len;
    if (start == end)
        return;
    size_t count = w->out->runs.count;
    idarch_inline_run *last = count ? &w->out->runs.items[count - 1] : NULL;
    if (last && last->style == style && last->href == w->href && !(style & IDARCH_RUN_BREAK)) {
        last->end = end;
        return;
    }
    *IDARCH_PUSH(w->arena, &w->out->runs) = (idarch_inline_run){start, end, style, w->href};
}

/* Copies raw bytes, mapping each stretch that is together in the file. */
static void copy_raw(writer *w, size_t start, size_t end)
{
    while (start < end) {
        uint32_t from = idarch_extract_offset(w->raw, start);
        size_t stop = start + 1;
        while (stop < end && idarch_extract_offset(w->raw, stop) == from + (stop - start))
            stop++;
        *IDARCH_PUSH(w->arena, &w->out->plain.pieces) = (idarch_piece){(uint32_t)w->buf.len, from};
        idarch_strbuf_add(&w->buf, w->raw->text.ptr + start, stop - start);
        start = stop;
    }
}

static void write_token(writer *w, const token *t)
{
    size_t start = t->start + t->closed, end = t->end - t->opened, before = w->buf.len;
    if (t->text || t->kind == TOKEN_BREAK) {
        uint32_t from = idarch_extract_offset(w->raw, t->start);
        *IDARCH_PUSH(w->arena, &w->out->plain.pieces) = (idarch_piece){(uint32_t)before, from};
        idarch_strbuf_puts(&w->buf, t->text ? t->text : " ");
    } else {
        copy_raw(w, start, end);
        for (size_t i = before; i < w->buf.len; i++)
            if (w->buf.ptr[i] == '\n')
                w->buf.ptr[i] = ' ';
    }
    add_run(w, before, style_of(w) | (t->hard ? (unsigned)IDARCH_RUN_BREAK : 0));
}

/* What ends at a token counts before its characters, what begins there after them. */
static void change(writer *w, const token *t, bool beginning)
{
    const int changes[] = {t->bold, t->italic, t->code, t->underline,
                           t->strike, t->sub, t->sup, t->small};
    int *const depths[] = {&w->bold, &w->italic, &w->code, &w->underline,
                           &w->strike, &w->sub, &w->sup, &w->small};
    for (size_t i = 0; i < 8; i++)
        if ((changes[i] > 0) == beginning)
            *depths[i] += changes[i];
    if (t->href && beginning)
        w->href = t->href;
    if (t->href_end && !beginning)
        w->href = NULL;
}

static void write_tokens(writer *w, const reader *r)
{
    for (size_t i = 0; i < r->tokens.count; i++) {
        const token *t = &r->tokens.items[i];
        change(w, t, false);
        write_token(w, t);
        change(w, t, true);
    }
    if (w->out->plain.pieces.count == 0)
        *IDARCH_PUSH(w->arena, &w->out->plain.pieces) =
            (idarch_piece){0, idarch_extract_offset(w->raw, 0)};
    w->out->plain.text = (idarch_str){idarch_strbuf_text(&w->buf), w->buf.len};
}

/* Text without any sign of markup, on one line. */
static bool is_plain(idarch_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (strchr("`&\\\n<[]!*_~", s.ptr[i]))
            return false;
    return true;
}

static void write_plain(writer *w, size_t len)
{
    copy_raw(w, 0, len);
    add_run(w, 0, 0);
    if (len == 0)
        *IDARCH_PUSH(w->arena, &w->out->plain.pieces) =
            (idarch_piece){0, idarch_extract_offset(w->raw, 0)};
    w->out->plain.text = (idarch_str){idarch_strbuf_text(&w->buf), w->buf.len};
}

void idarch_inline_parse(idarch_arena *arena, const idarch_extract *raw, idarch_inline *out)
{
    reader r = {.arena = arena, .raw = raw->text, .no_comment_end = raw->text.len};
    while (r.raw.len && is_space(r.raw.ptr[r.raw.len - 1]))
        r.raw.len--;
    *out = (idarch_inline){0};
    if (is_plain(r.raw)) {
        writer plain = {.arena = arena, .raw = raw, .out = out, .buf = {.arena = arena}};
        write_plain(&plain, r.raw.len);
        return;
    }
    note_ticks(&r);
    for (size_t at = 0; at < r.raw.len;)
        at = read_token(&r, at);
    pair_marks(&r);
    writer w = {.arena = arena, .raw = raw, .out = out, .buf = {.arena = arena}};
    write_tokens(&w, &r);
}

void idarch_md_inline(idarch_arena *arena, const idarch_source *source,
                      const idarch_spans *lines, idarch_inline *out)
{
    idarch_extract raw = idarch_md_lines(arena, source, lines);
    idarch_inline_parse(arena, &raw, out);
}

/* The bytes with control characters (tabs too) made blanks. */
static const char *printable(idarch_arena *arena, idarch_str s)
{
    char *text = idarch_str_dup(arena, s);
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            *p = ' ';
    return text;
}

idarch_rich idarch_inline_rich(idarch_arena *arena, const idarch_inline *text)
{
    idarch_rich rich = {0};
    for (size_t i = 0; i < text->runs.count; i++) {
        const idarch_inline_run *run = &text->runs.items[i];
        if (run->style & IDARCH_RUN_BREAK)
            idarch_rich_break(arena, &rich);
        else
            idarch_rich_add(arena, &rich,
                            printable(arena, idarch_str_sub(text->plain.text, run->start,
                                                            run->end)),
                            run->style, run->href);
    }
    return rich;
}
