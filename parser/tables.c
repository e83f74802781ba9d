/* Pipe tables. cmark knows none, so a paragraph's lines are read: a head, an alignment
 * row of as many cells, rows to the paragraph's end. Pipes that are escaped do not part
 * cells (as on GitHub, the ones in code spans do unless escaped). */
#include "parser/markdown.h"

enum { CELLS_MAX = 256 };

typedef struct line {
    idarch_str text;
    uint32_t start; /* in the source */
} line;

static line line_at(const idarch_source *source, idarch_span span)
{
    return (line){idarch_str_sub(source->text, span.start, span.end), span.start};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next cell as bytes of the line, from *at; false at the end of the row. */
static bool next_cell(idarch_str text, size_t *at, size_t *start, size_t *end)
{
    if (*at >= text.len)
        return false;
    size_t i = *at;
    while (i < text.len && text.ptr[i] != '|')
        i += text.ptr[i] == '\\' && i + 1 < text.len ? 2 : 1;
    *start = *at;
    *end = i < text.len ? i : text.len;
    *at = *end + 1;
    while (*start < *end && is_blank(text.ptr[*start]))
        ++*start;
    while (*end > *start && is_blank(text.ptr[*end - 1]))
        --*end;
    return true;
}

/* The row without blanks around and without its first and last pipe. */
static line trim_row(line row)
{
    size_t start = 0, end = row.text.len;
    while (start < end && is_blank(row.text.ptr[start]))
        start++;
    while (end > start && is_blank(row.text.ptr[end - 1]))
        end--;
    if (start < end && row.text.ptr[start] == '|')
        start++;
    if (end > start && row.text.ptr[end - 1] == '|' &&
        !(end - start > 1 && row.text.ptr[end - 2] == '\\'))
        end--;
    return (line){idarch_str_sub(row.text, start, end), row.start + (uint32_t)start};
}

static size_t count_cells(line row)
{
    size_t at = 0, start, end, count = 0;
    row = trim_row(row);
    while (next_cell(row.text, &at, &start, &end))
        count++;
    return count;
}

/* Cells of an alignment row (`:---:`), 0 when the line is none. */
static size_t alignment_cells(line row)
{
    size_t at = 0, start, end, count = 0;
    if (idarch_str_find(row.text, '|', 0) == row.text.len &&
        idarch_str_find(row.text, ':', 0) == row.text.len)
        return 0;
    row = trim_row(row);
    for (; next_cell(row.text, &at, &start, &end); count++) {
        idarch_str cell = idarch_str_sub(row.text, start, end);
        size_t first = idarch_str_starts(cell, ":"), last = cell.len;
        if (last > first && cell.ptr[last - 1] == ':')
            last--;
        if (first == last)
            return 0;
        for (size_t i = first; i < last; i++)
            if (cell.ptr[i] != '-')
                return 0;
    }
    return count;
}

/* The cell's bytes, the backslash before an escaped pipe left out. */
static idarch_extract cell_text(idarch_arena *arena, line row, size_t start, size_t end)
{
    idarch_extract extract = {0};
    idarch_strbuf buf = {.arena = arena};
    size_t from = start;
    for (size_t i = start; i <= end; i++) {
        bool escaped = i + 1 < end && row.text.ptr[i] == '\\' && row.text.ptr[i + 1] == '|';
        if (i < end && !escaped)
            continue;
        *IDARCH_PUSH(arena, &extract.pieces) =
            (idarch_piece){(uint32_t)buf.len, row.start + (uint32_t)from};
        idarch_strbuf_add(&buf, row.text.ptr + from, i - from);
        from = i + 1;
    }
    extract.text = (idarch_str){idarch_strbuf_text(&buf), buf.len};
    return extract;
}

static void add_row(idarch_arena *arena, idarch_pipe_table *table, line row, idarch_span span,
                    size_t width)
{
    size_t at = 0, start = 0, end = 0;
    idarch_cells *cells = IDARCH_PUSH(arena, &table->rows);
    *IDARCH_PUSH(arena, &table->spans) = span;
    row = trim_row(row);
    for (size_t i = 0; i < width; i++) {
        if (!next_cell(row.text, &at, &start, &end))
            start = end = row.text.len;
        idarch_extract raw = cell_text(arena, row, start, end);
        idarch_inline_parse(arena, &raw, IDARCH_PUSH(arena, cells));
    }
    while (table->extra.count < CELLS_MAX && next_cell(row.text, &at, &start, &end))
        if (start < end)
            *IDARCH_PUSH(arena, &table->extra) =
                (idarch_span){row.start + (uint32_t)start, row.start + (uint32_t)end};
}

bool idarch_md_table(idarch_arena *arena, const idarch_source *source,
                     const idarch_spans *lines, idarch_pipe_table *table)
{
    *table = (idarch_pipe_table){0};
    size_t head = 0, width = 0;
    for (size_t i = 1; i < lines->count && width == 0; i++) {
        size_t cells = alignment_cells(line_at(source, lines->items[i]));
        if (cells && cells <= CELLS_MAX &&
            cells == count_cells(line_at(source, lines->items[i - 1]))) {
            head = i - 1;
            width = cells;
        }
    }
    if (width == 0)
        return false;
    table->first_line = head;
    for (size_t i = head; i < lines->count; i++)
        if (i != head + 1)
            add_row(arena, table, line_at(source, lines->items[i]), lines->items[i], width);
    return true;
}
