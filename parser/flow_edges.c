/* What an arrow says.
 *
 * Takes the characters of an arrow, gives ends, stroke and length. Mermaid reads the end
 * of an arrow first; a marker at its start counts only when it is the same one. A start
 * marker that does not count still stands where the stroke and the length are read from,
 * so `x---` has length 2 and `x===` is no thick line. */
#include "parser/flow_edges.h"

#include "parser/flow_text.h"

typedef struct end_row {
    char start, end;
    idarch_end kind;
} end_row;

static const end_row ends[] = {
    {'x', 'x', IDARCH_END_CROSS},
    {'<', '>', IDARCH_END_POINT},
    {'o', 'o', IDARCH_END_CIRCLE},
};

static const end_row *end_by_mark(char c, bool start)
{
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (c == (start ? ends[i].start : ends[i].end))
            return &ends[i];
    return NULL;
}

static int count_dots(idarch_str line)
{
    int dots = 0;
    for (size_t i = 0; i < line.len && dots < 1000; i++)
        dots += line.ptr[i] == '.';
    return dots;
}

static void set_length(flow_link *link, size_t length)
{
    link->capped = length > 10;
    link->length = link->capped ? 10 : (int)length;
}

/* The arrows that nearly all edges have: -->, ---, ==>, -.-> */
static bool usual_link(idarch_str arrow, flow_link *link)
{
    const char *c = arrow.ptr;
    bool dotted = arrow.len == 4 && memcmp(c, "-.->", 4) == 0;
    if (!dotted && (arrow.len != 3 || c[0] != c[1] || (c[0] != '-' && c[0] != '=') ||
                    (c[2] != '>' && (c[2] != '-' || c[0] != '-'))))
        return false;
    *link = (flow_link){.length = 1,
                        .end = c[2] == '-' && !dotted ? IDARCH_END_NONE : IDARCH_END_POINT,
                        .stroke = dotted        ? IDARCH_STROKE_DOTTED
                                  : c[0] == '=' ? IDARCH_STROKE_THICK
                                                : IDARCH_STROKE_NORMAL};
    return true;
}

flow_link idarch_flow_link(idarch_str arrow)
{
    flow_link link = {.stroke = IDARCH_STROKE_NORMAL};
    if (usual_link(arrow, &link))
        return link;
    idarch_str s = idarch_flow_trim(arrow);
    if (s.len < 2)
        return link;
    idarch_str line = idarch_str_sub(s, 0, s.len - 1);
    const end_row *start = end_by_mark(s.ptr[0], true);
    const end_row *end = end_by_mark(s.ptr[s.len - 1], false);
    if (end) {
        link.end = end->kind;
        if (start == end) {
            link.start = end->kind;
            line = idarch_str_sub(line, 1, line.len);
        }
    }
    link.lost_start = start && start != end;
    size_t length = line.len > 0 ? line.len - 1 : 0;
    if (idarch_str_starts(line, "="))
        link.stroke = IDARCH_STROKE_THICK;
    if (idarch_str_starts(line, "~"))
        link.stroke = IDARCH_STROKE_INVISIBLE;
    int dots = count_dots(line);
    if (dots > 0) {
        link.stroke = IDARCH_STROKE_DOTTED;
        length = (size_t)dots;
    }
    set_length(&link, length);
    return link;
}

static idarch_stroke opening_stroke(idarch_str s)
{
    if (idarch_str_find(s, '.', 0) < s.len)
        return IDARCH_STROKE_DOTTED;
    return idarch_str_find(s, '=', 0) < s.len ? IDARCH_STROKE_THICK : IDARCH_STROKE_NORMAL;
}

flow_link idarch_flow_link_around(idarch_str opening, idarch_str closing)
{
    static const flow_link invalid = {.stroke = IDARCH_STROKE_INVALID, .invalid = true,
                                      .start = IDARCH_END_NONE, .end = IDARCH_END_POINT};
    flow_link link = idarch_flow_link(closing);
    idarch_str s = idarch_flow_trim(opening);
    const end_row *start = s.len > 0 ? end_by_mark(s.ptr[0], true) : NULL;
    if (opening_stroke(s) != link.stroke)
        return invalid;
    /* Mermaid compares the start with what it read of the end: a pair at the end alone
     * (`x-- t x--x`) is another kind, so it does not fit either. */
    if (start && (start->kind != link.end || link.start != IDARCH_END_NONE))
        return invalid;
    if (start)
        link.start = start->kind;
    return link;
}
