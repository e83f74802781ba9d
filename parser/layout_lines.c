/* Bit layouts on one line: `1 sign + 41 time + 10 worker`, the short forms `1:41:10:12` and
 * `1s:39t:8q:16n`. Takes a text, gives rows, or says why the text is none. States nothing:
 * layouts.c does. */
#include <glib.h>

#include "parser/layout_rows.h"

/* The letters of the short form. */
static bool letter_kind(char c, const char **name)
{
    static const struct {
        char letter;
        const char *name;
    } letters[] = {{'s', "sign"}, {'t', "time"}, {'n', "node"}, {'q', "sequence"},
                   {'r', "random"}, {'c', "constant"}, {'x', "reserved"}};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (g_ascii_tolower(c) == letters[i].letter) {
            *name = letters[i].name;
            return true;
        }
    return false;
}

/* A part whose text is a constant of ours but whose place is the author's. */
static idarch_part named_part(idarch_arena *arena, const char *name, idarch_part place)
{
    idarch_extract *text = IDARCH_NEW(arena, idarch_extract);
    size_t len = strlen(name);
    text->text = idarch_str_of(name);
    for (size_t i = 0; i <= len; i++)
        *IDARCH_PUSH(arena, &text->pieces) =
            (idarch_piece){(uint32_t)i, idarch_part_span(place).start};
    return (idarch_part){text, 0, len};
}

/* `1:41:10:12` or `1s:39t:8q:16n`. */
static bool read_short(idarch_arena *arena, idarch_part part, idarch_layout_rows *rows)
{
    static const char *const four[] = {"sign", "time", "node", "sequence"};
    idarch_str s = idarch_part_str(part);
    bool letters = false, plain = false;
    for (size_t at = 0; at < s.len;) {
        size_t end = at;
        while (end < s.len && !strchr(":/", s.ptr[end]))
            end++;
        idarch_part one = idarch_part_trim(idarch_part_sub(part, at, end));
        idarch_str o = idarch_part_str(one);
        idarch_layout_row row = {.whole = one, .bits = one, .single = true};
        size_t digits = 0;
        for (; digits < o.len && g_ascii_isdigit(o.ptr[digits]); digits++)
            row.width = row.width < 1000 ? row.width * 10 + (unsigned)(o.ptr[digits] - '0') : 1000;
        const char *name = NULL;
        bool lettered = digits + 1 == o.len && letter_kind(o.ptr[digits], &name);
        if (digits == 0 || (!lettered && digits < o.len))
            return false;
        if (!lettered && rows->items.count < 4)
            name = four[rows->items.count];
        letters = letters || lettered;
        plain = plain || !lettered;
        row.kind = row.meaning = row.value = idarch_part_sub(one, o.len, o.len);
        row.name = named_part(arena, name ? name : "", one);
        *IDARCH_PUSH(arena, &rows->items) = row;
        at = end + 1;
    }
    size_t count = rows->items.count;
    return count > 1 && letters != plain &&
           (letters || (count == 4 && rows->items.items[0].width == 1));
}

/* `1 sign + 41 time + 10 worker`: parts at +, comma, | and /. */
static bool read_line(idarch_arena *arena, idarch_part part, idarch_layout_rows *rows)
{
    idarch_str s = idarch_part_str(part);
    int depth = 0;
    for (size_t at = 0, end = 0; at < s.len; at = ++end) {
        for (; end < s.len && (depth > 0 || !strchr("+,|/;", s.ptr[end])); end++)
            depth += s.ptr[end] == '(' ? 1 : s.ptr[end] == ')' && depth > 0 ? -1 : 0;
        idarch_part one = idarch_part_trim(idarch_part_sub(part, at, end));
        idarch_layout_row row;
        if (one.start == one.end)
            continue;
        if (!idarch_layout_row_text(arena, one, &row) || row.is_range ||
            !g_ascii_isdigit(idarch_part_str(one).ptr[0]))
            return false;
        *IDARCH_PUSH(arena, &rows->items) = row;
    }
    return rows->items.count > 1;
}

static bool read_bare_line(idarch_arena *arena, idarch_part part, idarch_layout_rows *rows)
{
    *rows = (idarch_layout_rows){0};
    if (read_short(arena, part, rows))
        return true;
    *rows = (idarch_layout_rows){0};
    return read_line(arena, part, rows);
}

bool idarch_layout_read_line(idarch_arena *arena, idarch_part part, idarch_layout_rows *rows)
{
    idarch_part inside;
    part = idarch_part_trim(part);
    if (part.end - part.start > IDARCH_ITEM_MAX)
        return false;
    idarch_part bare = idarch_without_remark(part, &inside);
    return read_bare_line(arena, part, rows) ||
           (bare.end < part.end && read_bare_line(arena, bare, rows));
}

const char *idarch_layout_line_fault(idarch_str s, const char **hint)
{
    size_t widths = 0, lettered = 0, words = 0, signs = 0;
    const char *name;
    for (size_t i = 0; i < s.len; i++) {
        bool starts = i == 0 || !g_ascii_isalnum(s.ptr[i - 1]);
        signs += strchr("+,|/;:", s.ptr[i]) != NULL;
        words += starts && g_ascii_isalpha(s.ptr[i]);
        if (!starts || !g_ascii_isdigit(s.ptr[i]))
            continue;
        while (i + 1 < s.len && g_ascii_isdigit(s.ptr[i + 1]))
            i++;
        bool letter = i + 1 < s.len && letter_kind(s.ptr[i + 1], &name) &&
                      (i + 2 >= s.len || !g_ascii_isalnum(s.ptr[i + 2]));
        widths++;
        lettered += letter;
    }
    *hint = "write 1 sign + 41 time + 10 worker + 12 sequence, 1:41:10:12 or 1s:39t:8q:16n";
    if (widths == 1 && words == 0)
        return "one field alone is no bit layout: an ID has time, node, sequence or others";
    if (widths > 1 && lettered > 0 && lettered < widths && words == 0)
        return "some widths have a letter and some have none";
    if (widths > 1 && words == 0 && lettered == 0) {
        *hint = "write letters: 1s:41t:10n:12q (s sign, t time, n node, q sequence, r random, "
                "c constant, x reserved)";
        return "widths without names are read only as four that begin with 1: sign, time, "
               "node, sequence";
    }
    if (widths > 1 && words > 0 && signs == 0) {
        *hint = "put a plus between the fields: 1 sign + 41 time + 10 worker + 12 sequence";
        return "nothing parts the fields of this bit layout";
    }
    return "this is no bit layout";
}
