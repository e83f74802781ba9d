/* Source positions: the line table, UTF-8 checking, and the map from a fence's text
 * back to the file. */
#include "base/source.h"

#include <assert.h>

static void index_lines(idarch_arena *arena, idarch_source *source)
{
    idarch_str text = source->text;
    *IDARCH_PUSH_LARGE(arena, &source->lines) = 0;
    size_t cr = idarch_str_find(text, '\r', 0), lf = idarch_str_find(text, '\n', 0);
    while (cr < text.len || lf < text.len) {
        size_t end = cr < lf ? cr : lf;
        if (cr != lf - 1 || lf == text.len) /* CR LF counts once, at its LF */
            *IDARCH_PUSH_LARGE(arena, &source->lines) = (uint32_t)(end + 1);
        if (end == cr)
            cr = idarch_str_find(text, '\r', cr + 1);
        else
            lf = idarch_str_find(text, '\n', lf + 1);
    }
}

idarch_source *idarch_source_new(idarch_arena *arena, const char *name, idarch_str text)
{
    assert(text.len <= IDARCH_SOURCE_MOST);
    idarch_source *source = IDARCH_NEW(arena, idarch_source);
    source->name = strcmp(name, "-") == 0 ? "<stdin>" : idarch_strdup(arena, name);
    source->text = text;
    index_lines(arena, source);
    return source;
}

/* Length of the valid UTF-8 sequence at p (RFC 3629, table in section 4), 0 if none. */
static size_t sequence_length(const unsigned char *p, size_t left)
{
    if (p[0] < 0x80)
        return p[0] != 0;
    size_t len = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || left < len)
        return 0;
    for (size_t i = 1; i < len; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) ||
        (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F))
        return 0;
    return len;
}

size_t idarch_source_first_invalid(idarch_str text)
{
    size_t i = 0;
    while (i < text.len) {
        size_t len = sequence_length((const unsigned char *)text.ptr + i, text.len - i);
        if (len == 0)
            break;
        i += len;
    }
    return i;
}

/* Index of the last line that starts at or before offset. */
static size_t line_of(const idarch_source *source, uint32_t offset)
{
    size_t low = 0, high = source->lines.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->lines.items[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

idarch_position idarch_source_position(const idarch_source *source, uint32_t offset)
{
    if (offset > source->text.len)
        offset = (uint32_t)source->text.len;
    size_t line = line_of(source, offset);
    uint32_t column = 1, i = source->lines.items[line];
    if (i == 0 && idarch_str_starts(source->text, "\xEF\xBB\xBF"))
        i = 3;
    for (; i < offset; i++)
        if (((unsigned char)source->text.ptr[i] & 0xC0) != 0x80)
            column++;
    return (idarch_position){(uint32_t)line + 1, column};
}

idarch_str idarch_source_line(const idarch_source *source, uint32_t line)
{
    if (line == 0 || line > source->lines.count)
        return (idarch_str){NULL, 0};
    size_t start = source->lines.items[line - 1];
    size_t end = line < source->lines.count ? source->lines.items[line] : source->text.len;
    idarch_str text = idarch_str_sub(source->text, start, end);
    while (text.len && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == '\r'))
        text.len--;
    if (line == 1 && idarch_str_starts(text, "\xEF\xBB\xBF"))
        text = idarch_str_sub(text, 3, text.len);
    return text;
}

idarch_extract idarch_extract_all(idarch_arena *arena, const idarch_source *source,
                                  uint32_t start)
{
    idarch_extract extract = {0};
    idarch_str rest = idarch_str_sub(source->text, start, source->text.len);
    extract.text = (idarch_str){idarch_str_dup(arena, rest), rest.len};
    *IDARCH_PUSH(arena, &extract.pieces) = (idarch_piece){0, start};
    return extract;
}

/* The piece that holds the offset. */
static size_t piece_at(const idarch_extract *extract, size_t text_offset)
{
    size_t low = 0, high = extract->pieces.count;
    assert(high > 0);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (extract->pieces.items[middle].text_offset <= text_offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t idarch_extract_offset(const idarch_extract *extract, size_t text_offset)
{
    if (text_offset > extract->text.len)
        text_offset = extract->text.len;
    idarch_piece piece = extract->pieces.items[piece_at(extract, text_offset)];
    return piece.source_offset + (uint32_t)(text_offset - piece.text_offset);
}

size_t idarch_extract_run(const idarch_extract *extract, size_t text_offset)
{
    if (text_offset >= extract->text.len)
        return 0;
    size_t next = piece_at(extract, text_offset) + 1;
    size_t end = next < extract->pieces.count ? extract->pieces.items[next].text_offset
                                              : extract->text.len;
    return end - text_offset;
}

idarch_span idarch_extract_span(const idarch_extract *extract, size_t start, size_t end)
{
    idarch_span span = {idarch_extract_offset(extract, start), 0};
    span.end = end > start ? idarch_extract_offset(extract, end - 1) + 1 : span.start;
    return span;
}
