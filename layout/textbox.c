/* Rich text to lines.
 *
 * Takes runs of styled text, gives fragments (one style on one line) with their places.
 * Lines break at blanks and at line breaks of the text; a word wider than a line is
 * broken between code points. Widths come from the measuring interface alone. */
#include "layout/text.h"

#include <math.h>

/* A stretch of one run without blanks. */
typedef struct piece {
    const char *text;
    size_t len;
    const idarch_run *run;
    idarch_font font;
    double width;
    bool space;       /* a blank stands before it */
    unsigned breaks;  /* line breaks before it */
} piece;

typedef struct setter {
    idarch_arena *arena;
    const idarch_measure *measure;
    const text_style *style;
    IDARCH_ARRAY(piece) pieces;
    idarch_textbox *box;
    double y;          /* top of the line to come */
    double widest;
} setter;

static double width_of(const setter *s, const char *text, size_t len, const idarch_font *font)
{
    return s->measure->width(s->measure->context, text, len, font);
}

static idarch_font font_of(const text_style *style, unsigned bits)
{
    idarch_font font = {IDARCH_FAMILY_SANS, style->size, style->bold, style->italic};
    if (bits & IDARCH_RUN_BOLD)
        font.bold = true;
    if (bits & IDARCH_RUN_ITALIC)
        font.italic = true;
    if (bits & IDARCH_RUN_CODE) {
        font.family = IDARCH_FAMILY_MONO;
        font.size *= 0.92;
    }
    if (bits & (IDARCH_RUN_SUB | IDARCH_RUN_SUP))
        font.size *= 0.72;
    else if (bits & IDARCH_RUN_SMALL)
        font.size *= 0.85;
    return font;
}

static double baseline_shift(const text_style *style, unsigned bits)
{
    if (bits & IDARCH_RUN_SUB)
        return style->size * 0.18;
    if (bits & IDARCH_RUN_SUP)
        return -style->size * 0.34;
    return 0;
}

/* Cuts a run at its blanks. space and breaks are what stands before the run. */
static void cut_run(setter *s, const idarch_run *run, bool *space, unsigned *breaks)
{
    const char *p = run->text;
    while (*p) {
        size_t len = strcspn(p, " \t\n");
        if (len == 0) {
            *space = true;
            p++;
            continue;
        }
        piece *made = IDARCH_PUSH(s->arena, &s->pieces);
        *made = (piece){.text = p, .len = len, .run = run, .space = *space, .breaks = *breaks};
        made->font = font_of(s->style, run->style);
        made->width = width_of(s, p, len, &made->font);
        *space = false;
        *breaks = 0;
        p += len;
    }
}

/* No more bytes than these fit into the room. */
static size_t bytes_most(const piece *p, double room)
{
    return (size_t)(room / (p->font.size * 0.1)) * 4 + 8;
}

/* Bytes of the longest start of text that fits, at least one code point. */
static size_t fitting(const setter *s, const piece *p, double room)
{
    size_t most = bytes_most(p, room), len = 0;
    double width = 0;
    while (len < p->len && len < most) {
        size_t step = 1;
        while (len + step < p->len && ((unsigned char)p->text[len + step] & 0xC0) == 0x80)
            step++;
        width += width_of(s, p->text + len, step, &p->font);
        if (width > room && len > 0)
            break;
        len += step;
    }
    return len;
}

/* Breaks pieces that are wider than a line. */
static void break_words(setter *s)
{
    double limit = s->style->max_width;
    if (limit <= 0)
        return;
    IDARCH_ARRAY(piece) cut = {0};
    for (size_t i = 0; i < s->pieces.count; i++) {
        piece rest = s->pieces.items[i];
        while (rest.width > limit) {
            size_t len = fitting(s, &rest, limit);
            if (len >= rest.len)
                break;
            piece head = rest;
            head.len = len;
            head.width = width_of(s, head.text, len, &head.font);
            *IDARCH_PUSH(s->arena, &cut) = head;
            rest.text += len;
            rest.len -= len;
            /* Measured only near its end, so that a word of a megabyte takes linear time. */
            if (rest.len <= bytes_most(&rest, limit))
                rest.width = width_of(s, rest.text, rest.len, &rest.font);
            rest.space = false;
            rest.breaks = 1;
        }
        *IDARCH_PUSH(s->arena, &cut) = rest;
    }
    s->pieces.items = cut.items;
    s->pieces.count = cut.count;
    s->pieces.capacity = cut.capacity;
}

/* Joins pieces of one run and places the fragments of a line; returns its width. */
static double set_line(setter *s, size_t first, size_t end)
{
    idarch_font base = font_of(s->style, 0);
    double ascent, descent, pitch = s->style->size * TEXT_LEADING;
    s->measure->extents(s->measure->context, &base, &ascent, &descent);
    double baseline = s->y + (pitch - ascent - descent) / 2 + ascent, x = 0;
    for (size_t i = first; i < end;) {
        const piece *p = &s->pieces.items[i];
        idarch_strbuf buf = {.arena = s->arena};
        if (p->space && i > first)
            x += width_of(s, " ", 1, &p->font);
        size_t k = i;
        for (; k < end && s->pieces.items[k].run == p->run; k++) {
            if (k > i && s->pieces.items[k].space)
                idarch_strbuf_putc(&buf, ' ');
            idarch_strbuf_add(&buf, s->pieces.items[k].text, s->pieces.items[k].len);
        }
        idarch_fragment *f = IDARCH_PUSH(s->arena, &s->box->fragments);
        f->text = idarch_strbuf_text(&buf);
        f->font = p->font;
        f->style = p->run->style;
        f->href = p->run->href;
        f->x = x;
        f->baseline = baseline + baseline_shift(s->style, p->run->style);
        f->width = width_of(s, f->text, buf.len, &f->font);
        x += f->width;
        i = k;
    }
    s->y += pitch;
    return x;
}

/* The end of the word that starts at piece i: pieces without a blank between them. */
static size_t word_end(const setter *s, size_t i, double *width)
{
    size_t k = i;
    *width = 0;
    do
        *width += s->pieces.items[k++].width;
    while (k < s->pieces.count && !s->pieces.items[k].space && !s->pieces.items[k].breaks);
    return k;
}

/* Centres the line's fragments once the width of the widest line is known. */
static void centre_line(idarch_textbox *box, size_t first, size_t end, double by)
{
    for (size_t i = first; i < end; i++)
        box->fragments.items[i].x += by;
}

typedef struct line {
    size_t first, end; /* fragments */
    double width;
} line;

static void set_lines(setter *s)
{
    IDARCH_ARRAY(line) lines = {0};
    size_t i = 0;
    while (i < s->pieces.count) {
        for (unsigned b = 1; b < s->pieces.items[i].breaks; b++)
            s->y += s->style->size * TEXT_LEADING;
        size_t first = i;
        double x = 0, word;
        while (i < s->pieces.count && (i == first || !s->pieces.items[i].breaks)) {
            size_t next = word_end(s, i, &word);
            double gap = i > first ? width_of(s, " ", 1, &s->pieces.items[i].font) : 0;
            if (i > first && s->style->max_width > 0 && x + gap + word > s->style->max_width)
                break;
            x += gap + word;
            i = next;
        }
        line *made = IDARCH_PUSH(s->arena, &lines);
        made->first = s->box->fragments.count;
        made->width = set_line(s, first, i);
        made->end = s->box->fragments.count;
        s->widest = fmax(s->widest, made->width);
    }
    for (size_t k = 0; s->style->centred && k < lines.count; k++)
        centre_line(s->box, lines.items[k].first, lines.items[k].end,
                    (s->widest - lines.items[k].width) / 2);
}

void text_set(idarch_arena *arena, const idarch_measure *measure, const idarch_rich *rich,
              const text_style *style, idarch_textbox *box)
{
    *box = (idarch_textbox){0};
    setter s = {.arena = arena, .measure = measure, .style = style, .box = box};
    bool space = false;
    unsigned breaks = 0;
    for (size_t i = 0; i < rich->runs.count; i++) {
        const idarch_run *run = &rich->runs.items[i];
        if (run->style & IDARCH_RUN_BREAK)
            breaks++;
        else
            cut_run(&s, run, &space, &breaks);
    }
    break_words(&s);
    set_lines(&s);
    box->box.w = s.widest;
    box->box.h = s.y;
}

void text_set_plain(idarch_arena *arena, const idarch_measure *measure, const char *text,
                    const text_style *style, idarch_textbox *box)
{
    idarch_rich rich = idarch_rich_plain(arena, text);
    text_set(arena, measure, &rich, style, box);
}

void text_move(idarch_textbox *box, double dx, double dy)
{
    box->box.x += dx;
    box->box.y += dy;
    for (size_t i = 0; i < box->fragments.count; i++) {
        box->fragments.items[i].x += dx;
        box->fragments.items[i].baseline += dy;
    }
}

void text_place(idarch_textbox *box, double x, double y)
{
    text_move(box, x - box->box.x, y - box->box.y);
}

void text_centre(idarch_textbox *box, double x, double y)
{
    text_place(box, x - box->box.w / 2, y - box->box.h / 2);
}

void text_append(idarch_arena *arena, idarch_textbox *box, const idarch_textbox *from)
{
    bool empty = box->box.w <= 0 && box->box.h <= 0 && box->fragments.count == 0;
    for (size_t i = 0; i < from->fragments.count; i++)
        *IDARCH_PUSH(arena, &box->fragments) = from->fragments.items[i];
    if (empty) {
        box->box = from->box;
        return;
    }
    double right = fmax(box->box.x + box->box.w, from->box.x + from->box.w);
    double bottom = fmax(box->box.y + box->box.h, from->box.y + from->box.h);
    box->box.x = fmin(box->box.x, from->box.x);
    box->box.y = fmin(box->box.y, from->box.y);
    box->box.w = right - box->box.x;
    box->box.h = bottom - box->box.y;
}
