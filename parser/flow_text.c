/* Makes a flowchart's text ready for the lexer.
 *
 * Takes the text of a fence, gives the bytes that Mermaid's grammar sees and the way back
 * from each to its offset in the fence. Every step only deletes bytes or replaces one by
 * one, so it works in place: it looks for the byte that can begin what it takes out, notes
 * what that is and closes all gaps at once. Each is linear in the text. */
#include "parser/flow_text.h"

#include <string.h>

static bool is_word(char c)
{
    return idarch_flow_is(c, FLOW_BYTE_WORD);
}

size_t idarch_flow_wide_space(const char *ptr, const char *end)
{
    size_t left = (size_t)(end - ptr);
    unsigned char c = (unsigned char)ptr[0];
    if (left >= 2 && c == 0xC2 && (unsigned char)ptr[1] == 0xA0)
        return 2;
    if (left < 3 || (c & 0xF0) != 0xE0)
        return 0;
    /* U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF */
    unsigned code = ((c & 0x0Fu) << 12) | (((unsigned char)ptr[1] & 0x3Fu) << 6) |
                    ((unsigned char)ptr[2] & 0x3Fu);
    bool space = code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
                 code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000 ||
                 code == 0xFEFF;
    return space ? 3 : 0;
}

static size_t skip_space(idarch_str s, size_t at)
{
    size_t step;
    while ((step = idarch_flow_space(s.ptr + at, s.ptr + s.len)) > 0)
        at += step;
    return at;
}

/* Bytes of the white space character that ends at the end of s, 0 for none. */
static size_t space_before(idarch_str s)
{
    for (size_t step = 1; step <= 3 && step <= s.len; step++)
        if (idarch_flow_space(s.ptr + s.len - step, s.ptr + s.len) == step)
            return step;
    return 0;
}

idarch_str idarch_flow_trim(idarch_str s)
{
    size_t start = skip_space(s, 0);
    s = idarch_str_sub(s, start, s.len);
    size_t step;
    while ((step = space_before(s)) > 0)
        s.len -= step;
    return s;
}

bool idarch_flow_entity(idarch_str s, size_t at, size_t *len)
{
    if (at >= s.len || s.ptr[at] != '#')
        return false;
    size_t end = at + 1;
    while (end < s.len && is_word(s.ptr[end]))
        end++;
    if (end == at + 1 || end >= s.len || s.ptr[end] != ';')
        return false;
    *len = end + 1 - at;
    return true;
}

size_t idarch_flow_origin(const flow_text *text, size_t at)
{
    size_t most = text->extract->text.len, low = text->place->piece, high = text->pieces.count;
    const flow_piece *pieces = text->pieces.items;
    if (low >= high || pieces[low].at > at) {
        high = low < high ? low : high;
        low = 0;
    } else if (low + 1 < high && pieces[low + 1].at > at) {
        high = low + 1;
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (pieces[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    text->place->piece = low;
    size_t origin = pieces[low].origin + (at - pieces[low].at);
    return origin < most ? origin : most; /* the line end that was added */
}

/* Notes how far what follows the place follows in the file as well. */
static void note_place(const flow_text *text, size_t at)
{
    size_t origin = idarch_flow_origin(text, at), piece = text->place->piece;
    size_t end = piece + 1 < text->pieces.count ? text->pieces.items[piece + 1].at : text->len;
    size_t run = idarch_extract_run(text->extract, origin);
    text->place->start = at;
    text->place->end = end - at < run ? end : at + run;
    text->place->offset = idarch_extract_offset(text->extract, origin);
}

idarch_span idarch_flow_span_afar(const flow_text *text, size_t start, size_t end)
{
    if (start > text->len)
        start = text->len;
    if (end > text->len)
        end = text->len;
    size_t first = idarch_flow_origin(text, start);
    size_t last = end > start ? idarch_flow_origin(text, end - 1) + 1 : first;
    if (last > text->extract->text.len)
        last = text->extract->text.len;
    if (start < text->len)
        note_place(text, start);
    return idarch_extract_span(text->extract, first, last);
}

static idarch_str view(const flow_text *text)
{
    return (idarch_str){text->ptr, text->len};
}

/* ---- taking bytes out ----------------------------------------------------------------- */

static void cut(flow_text *text, size_t start, size_t end)
{
    if (start < end)
        *IDARCH_PUSH(text->arena, &text->cuts) = (flow_cut){start, end};
}

static void add_piece(flow_text *text, size_t at, size_t origin)
{
    *IDARCH_PUSH(text->arena, &text->pieces) = (flow_piece){(uint32_t)at, (uint32_t)origin};
}

/* Moves the bytes [from, end) down to `to`; `piece` is the first of the old ones that is
 * not yet passed. */
static void move_down(flow_text *text, const flow_piece *old, size_t count, size_t *piece,
                      size_t from, size_t end, size_t to)
{
    memmove(text->ptr + to, text->ptr + from, end - from);
    while (*piece + 1 < count && old[*piece + 1].at <= from)
        (*piece)++;
    add_piece(text, to, old[*piece].origin + (from - old[*piece].at));
    while (*piece + 1 < count && old[*piece + 1].at < end) {
        (*piece)++;
        add_piece(text, to + (old[*piece].at - from), old[*piece].origin);
    }
}

/* Takes the noted bytes out of the text; the places of what stays go along. */
static void apply_cuts(flow_text *text)
{
    if (text->cuts.count == 0)
        return;
    const flow_piece *old = text->pieces.items;
    size_t count = text->pieces.count, piece = 0, to = 0, from = 0;
    text->pieces.items = NULL;
    text->pieces.count = text->pieces.capacity = 0;
    cut(text, text->len, text->len + 1); /* what stays behind the last one */
    for (size_t i = 0; i < text->cuts.count; i++) {
        flow_cut gap = text->cuts.items[i];
        if (gap.start > from) {
            move_down(text, old, count, &piece, from, gap.start, to);
            to += gap.start - from;
        }
        from = gap.end;
    }
    if (text->pieces.count == 0)
        add_piece(text, 0, text->extract->text.len);
    text->cuts.count = 0;
    *text->place = (flow_place){0};
    text->len = to;
    text->ptr[to] = '\0';
}

/* ---- the steps ------------------------------------------------------------------------ */

/* A copy in which CR LF and CR are LF. */
static void copy_text(flow_text *text)
{
    idarch_str all = text->extract->text;
    text->ptr = idarch_alloc(text->arena, all.len + 2);
    if (all.len > 0)
        memcpy(text->ptr, all.ptr, all.len);
    text->len = all.len;
    text->place = IDARCH_NEW(text->arena, flow_place);
    add_piece(text, 0, 0);
    for (size_t i = 0; (i = idarch_str_find(all, '\r', i)) < all.len; i++) {
        text->ptr[i] = '\n';
        if (i + 1 < all.len && all.ptr[i + 1] == '\n')
            cut(text, i + 1, i + 2);
    }
    apply_cuts(text);
}

/* Inside <tag ...> an attribute in double quotes gets single ones. */
static void quote_attributes(char *ptr, size_t start, size_t end)
{
    for (size_t i = start; i + 1 < end; i++) {
        if (ptr[i] != '=' || ptr[i + 1] != '"')
            continue;
        char *close = memchr(ptr + i + 2, '"', end - i - 2);
        if (!close)
            return;
        ptr[i + 1] = '\'';
        *close = '\'';
        i = (size_t)(close - ptr);
    }
}

static void clean_tags(flow_text *text)
{
    size_t i = 0;
    while ((i = idarch_str_find(view(text), '<', i)) + 1 < text->len) {
        if (!is_word(text->ptr[i + 1])) {
            i++;
            continue;
        }
        size_t name_end = i + 1;
        while (name_end < text->len && is_word(text->ptr[name_end]))
            name_end++;
        size_t close = idarch_str_find(view(text), '>', name_end);
        if (close == text->len)
            return;
        quote_attributes(text->ptr, name_end, close);
        i = close + 1;
    }
}

/* One past the last line end in the white space run at the place, or 0 for none. */
static size_t last_line_end(idarch_str text, size_t at)
{
    size_t found = 0, step;
    while ((step = idarch_flow_space(text.ptr + at, text.ptr + text.len)) > 0) {
        if (text.ptr[at] == '\n' || text.ptr[at] == '\r')
            found = at + 1;
        at += step;
    }
    return found;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Where the body of a front matter block ends (at the line end before the closing ---),
 * or text.len. */
static size_t closing_fence(idarch_str text, size_t from, idarch_str indent, size_t *after)
{
    for (size_t i = from; i < text.len; i++) {
        if (!is_line_end(text.ptr[i]))
            continue;
        idarch_str rest = idarch_str_sub(text, i + 1, text.len);
        if (rest.len < indent.len + 3 ||
            (indent.len > 0 && memcmp(rest.ptr, indent.ptr, indent.len) != 0) ||
            memcmp(rest.ptr + indent.len, "---", 3) != 0)
            continue;
        *after = last_line_end(text, i + 1 + indent.len + 3);
        if (*after > 0)
            return i;
    }
    return text.len;
}

bool idarch_flow_front_matter(idarch_str text, size_t *start, size_t *end, size_t *after)
{
    size_t i = 0, step;
    while ((step = idarch_flow_space(text.ptr + i, text.ptr + text.len)) > 0 &&
           !is_line_end(text.ptr[i]))
        i += step;
    idarch_str indent = idarch_str_sub(text, 0, i);
    if (!idarch_str_starts(idarch_str_sub(text, i, text.len), "---"))
        return false;
    size_t body = last_line_end(text, i + 3);
    if (body == 0)
        return false;
    /* The longest opening that leaves a closing mark: blank lines belong to the opening,
     * unless the only closing mark comes right after them. */
    size_t close = closing_fence(text, body, indent, after);
    if (close == text.len) {
        size_t line_ends = 0;
        for (size_t k = i + 3; k < body; k++)
            line_ends += is_line_end(text.ptr[k]);
        close = line_ends > 1 ? closing_fence(text, body - 1, indent, after) : text.len;
        if (close == text.len)
            return false;
    }
    *start = body < close ? body : close;
    *end = close;
    return true;
}

/* The YAML between the marks; each line without the indentation of the opening one. */
static void copy_front_matter(flow_text *text, size_t start, size_t end)
{
    size_t indent = 0, to = 0;
    while (text->ptr[indent] != '-')
        indent++;
    char *copy = idarch_alloc(text->arena, end - start + 1);
    uint32_t expected = UINT32_MAX;
    for (size_t i = start; i < end;) {
        bool cut = indent > 0 && i + indent <= end && memcmp(text->ptr + i, text->ptr, indent) == 0;
        bool line = true;
        for (i += cut ? indent : 0; i < end && line; i++) {
            uint32_t place = idarch_extract_offset(text->extract, idarch_flow_origin(text, i));
            if (place != expected)
                *IDARCH_PUSH(text->arena, &text->front.pieces) = (idarch_piece){(uint32_t)to, place};
            expected = place + 1;
            copy[to++] = text->ptr[i];
            line = !is_line_end(text->ptr[i]);
        }
    }
    copy[to] = '\0';
    if (text->front.pieces.count == 0)
        *IDARCH_PUSH(text->arena, &text->front.pieces) = (idarch_piece){
            0, idarch_extract_offset(text->extract, idarch_flow_origin(text, end))};
    text->front.text = (idarch_str){copy, to};
}

/* A byte order mark is white space to Mermaid and so counts as indentation, which the
 * closing mark then lacks: there is no front matter behind it. */
static bool behind_order_mark(const flow_text *text)
{
    return idarch_extract_offset(text->extract, 0) == 3 && text->extract->pieces.count == 1;
}

static void cut_front_matter(flow_text *text)
{
    size_t start, end, after;
    text->has_front = !behind_order_mark(text) &&
                      idarch_flow_front_matter(view(text), &start, &end, &after);
    if (!text->has_front)
        return;
    copy_front_matter(text, start, end);
    cut(text, 0, after);
    apply_cuts(text);
}

/* %%{ name: arguments }%%, where the closing mark may be missing. */
size_t idarch_flow_directive_end(idarch_str text, size_t at, flow_directive *out, bool *closed)
{
    size_t i = skip_space(text, at + 3);
    size_t name = i;
    while (i < text.len && is_word(text.ptr[i]))
        i++;
    if (i == name)
        return at;
    out->name = idarch_str_sub(text, name, i);
    size_t colon = skip_space(text, i);
    if (colon < text.len && text.ptr[colon] == ':')
        i = colon + 1;
    i = skip_space(text, i);
    size_t arguments = i;
    while (i < text.len && is_word(text.ptr[i]))
        i++;
    if (i == arguments)
        i = idarch_str_search(text, "}%%", i);
    out->arguments = idarch_flow_trim(idarch_str_sub(text, arguments, i));
    i = skip_space(text, i);
    *closed = idarch_str_starts(idarch_str_sub(text, i, text.len), "}%%");
    return *closed ? i + 3 : i;
}

static void cut_directives(flow_text *text)
{
    text->closed_directives = true;
    for (size_t i = 0; (i = idarch_str_find(view(text), '%', i)) < text->len;) {
        flow_directive found;
        bool closed;
        size_t end = i;
        if (idarch_str_starts(idarch_str_sub(view(text), i, text->len), "%%{"))
            end = idarch_flow_directive_end(view(text), i, &found, &closed);
        if (end == i) {
            i++;
            continue;
        }
        text->closed_directives = text->closed_directives && closed;
        found.closed = closed;
        found.name = idarch_str_of(idarch_str_dup(text->arena, found.name));
        found.arguments = idarch_str_of(idarch_str_dup(text->arena, found.arguments));
        found.start = idarch_flow_origin(text, i);
        found.end = idarch_flow_origin(text, end - 1) + 1;
        *IDARCH_PUSH(text->arena, &text->directives) = found;
        cut(text, i, end);
        i = end;
    }
    apply_cuts(text);
}

/* Whether %% at the place makes a comment of what follows in the line. */
static bool is_comment_mark(const flow_text *text, size_t mark)
{
    return mark + 2 < text->len && text->ptr[mark + 1] == '%' && text->ptr[mark + 2] != '{' &&
           text->ptr[mark + 2] != '\n';
}

/* Behind the first line end between the two places, to + 1 for none. A line and a paragraph
 * separator (U+2028, U+2029) end a line too. */
static size_t next_line_start(const flow_text *text, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (text->ptr[i] == '\n')
            return i + 1;
        if (memcmp(text->ptr + i, "\xE2\x80\xA8", 3) == 0 ||
            memcmp(text->ptr + i, "\xE2\x80\xA9", 3) == 0)
            return i + 3;
    }
    return to + 1;
}

/* Where the blank lines before the mark begin, mark + 1 when it does not start a line.
 * `from` is the start of a line that lies before the mark. */
static size_t comment_start(const flow_text *text, size_t from, size_t mark)
{
    size_t start = mark, step;
    while (start > from &&
           (step = space_before(idarch_str_sub(view(text), from, start))) > 0)
        start -= step;
    if (start > from)
        start = next_line_start(text, start, mark);
    return start;
}

/* Lines that start with %% and something after it, with the blank lines before them. */
static void cut_comments(flow_text *text)
{
    size_t from = 0; /* the line start behind the last comment */
    for (size_t i = 0; (i = idarch_str_find(view(text), '%', i)) < text->len;) {
        size_t start = is_comment_mark(text, i) ? comment_start(text, from, i) : i + 1;
        if (start > i) {
            i++;
            continue;
        }
        i = idarch_str_find(view(text), '\n', i);
        from = i = i < text->len ? i + 1 : i;
        cut(text, start, i);
    }
    apply_cuts(text);
    cut(text, 0, skip_space(view(text), 0));
    apply_cuts(text);
}

/* The last semicolon of a line in which `word` is followed by a colon and, in one run
 * without white space, a '#': Mermaid drops it. Returns the line's end for none. */
static size_t lost_semicolon(const flow_text *text, size_t start, size_t end, const char *word)
{
    idarch_str line = idarch_str_sub(view(text), start, end);
    size_t i = idarch_str_search(line, word, 0);
    if (i == line.len)
        return end;
    bool colon = false;
    size_t last = line.len;
    for (size_t k = line.len; k > 0 && last == line.len; k--)
        if (line.ptr[k - 1] == ';')
            last = k - 1;
    for (i += strlen(word); i < last && last < line.len; i++) {
        if (line.ptr[i] == ':')
            colon = true;
        else if (idarch_flow_space(line.ptr + i, line.ptr + line.len) > 0)
            colon = false;
        else if (line.ptr[i] == '#' && colon)
            return start + last;
    }
    return end;
}

static void warn_lost_semicolon(flow_text *text, size_t at)
{
    idarch_str rest = idarch_flow_trim(idarch_str_sub(
        view(text), at + 1, idarch_str_find(view(text), '\n', at)));
    if (rest.len == 0)
        return; /* the statement's own end, which the line end replaces */
    idarch_diag *diag = idarch_diag_add(text->diags, IDARCH_WARNING, "lost-semicolon",
                                        idarch_flow_span(text, at, at + 1),
                                        "Mermaid drops this semicolon");
    idarch_span declaration;
    const char *comma = idarch_flow_cut_declaration(text->arena, view(text), at, &declaration);
    diag->hint = comma ? comma
                       : "in a line with `style ...:#...;` the last semicolon is taken away; "
                         "write one statement a line, or the colour in words";
}

/* Only lines with a '#' can lose one. */
static void cut_semicolons(flow_text *text, const char *word)
{
    size_t start = 0, end;
    for (size_t i = 0; (i = idarch_str_find(view(text), '#', i)) < text->len; i = start = end) {
        size_t line = i;
        while (line > start && text->ptr[line - 1] != '\n')
            line--;
        end = idarch_str_find(view(text), '\n', i);
        size_t lost = lost_semicolon(text, line, end, word);
        if (lost == end)
            continue;
        warn_lost_semicolon(text, lost);
        cut(text, lost, lost + 1);
    }
    apply_cuts(text);
}

static void end_with_line_end(flow_text *text)
{
    add_piece(text, text->len, text->extract->text.len);
    *text->place = (flow_place){0};
    text->ptr[text->len++] = '\n';
    text->ptr[text->len] = '\0';
}

/* After a closing brace white space that holds a line end becomes one line end. */
static void trim_after_braces(flow_text *text)
{
    for (size_t i = 0; (i = idarch_str_find(view(text), '}', i)) < text->len;) {
        size_t after = last_line_end(view(text), ++i);
        if (after > 0)
            cut(text, i, after - 1);
    }
    apply_cuts(text);
}

void idarch_flow_text_init(flow_text *text, idarch_arena *arena, const idarch_extract *extract,
                           idarch_diags *diags)
{
    *text = (flow_text){.arena = arena, .extract = extract, .diags = diags};
    copy_text(text);
    clean_tags(text);
    cut_front_matter(text);
    cut_directives(text);
    cut_comments(text);
    cut_semicolons(text, "style");
    cut_semicolons(text, "classDef");
    end_with_line_end(text);
    trim_after_braces(text);
}
