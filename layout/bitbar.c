/* The bit bar: an ID's fields as rectangles to scale.
 *
 * Takes the report's bar, gives one rectangle a field (one a piece where a field runs
 * over the end of a row of 64 bits), all rows at one scale, bit numbers over the edges,
 * captions under the fields. A field too narrow for its caption has a leader line to a
 * caption at its right, as high as there is room: no leader meets another one or a
 * caption. */
#include <ctype.h>
#include <math.h>

#include "layout/internal.h"
#include "layout/text.h"

enum { ROW_BITS = 64 };

#define BAR_HEIGHT 34.0    /* px */
#define MIN_WIDTH 640.0    /* px for a full row: a bit is at least 10 px wide */
#define CAPTION_SIZE 12.0
#define NUMBER_SIZE 10.0
#define NUMBER_AIR 3.0     /* px beside a bit number that stands at an edge */
#define CAPTION_GAP 6.0    /* between the bar and the captions, between captions */
#define CAPTION_SIDE 16.0  /* least px between captions beside one another */
#define CAPTION_MIN 92.0   /* px of field below which its caption stands aside */
#define ASIDE_WIDTH 260.0  /* px where a caption that stands aside is broken */

typedef struct bar_layout {
    const lay_context *lay;
    const idarch_bar *bar;
    idarch_geometry *geometry;
    double scale;          /* px a bit */
    double y;              /* top of the row to come */
    double right, bottom;  /* extent so far */
    double left;
    bool named[IDARCH_FIELDS_MAX]; /* by field: its name stands inside a piece of it */
} bar_layout;

static void set_text(const bar_layout *b, const char *text, double size, double max_width,
                     bool bold, idarch_textbox *box)
{
    text_style style = {.size = size, .bold = bold, .centred = true, .max_width = max_width};
    text_set_plain(b->lay->arena, b->lay->measure, text, &style, box);
}

static bool part_of_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Whether the text has the name as words of its own. */
static bool tells_name(const char *text, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = strstr(text, name); len > 0 && at; at = strstr(at + 1, name))
        if ((at == text || !part_of_word(at[-1])) && !part_of_word(at[len]))
            return true;
    return len == 0;
}

/* The field's title, after its name where the name is to be read nowhere else. */
static const char *caption_title(const bar_layout *b, int index)
{
    const idarch_bar_field *field = &b->bar->fields.items[index];
    if (!field->title)
        return field->name;
    bool named = index >= IDARCH_FIELDS_MAX || b->named[index] || !field->name;
    if (named || tells_name(field->title, field->name))
        return field->title;
    return idarch_printf(b->lay->arena, "%s · %s", field->name, field->title);
}

/* Title over capacity, centred or flush left. */
static void set_caption(const bar_layout *b, int index, double max_width, bool centred,
                        idarch_textbox *box)
{
    const idarch_bar_field *field = &b->bar->fields.items[index];
    idarch_arena *arena = b->lay->arena;
    idarch_rich rich = {0};
    idarch_rich_add(arena, &rich, caption_title(b, index), 0, NULL);
    if (field->capacity) {
        idarch_rich_break(arena, &rich);
        idarch_rich_add(arena, &rich, field->capacity, IDARCH_RUN_BOLD, NULL);
    }
    text_style style = {.size = CAPTION_SIZE, .centred = centred, .max_width = max_width};
    text_set(arena, b->lay->measure, &rich, &style, box);
}

/* Centres the text in the rectangle in the largest size up to most that fits. */
static bool fit_inside(const bar_layout *b, const char *text, double most, idarch_box rect,
                       idarch_textbox *box)
{
    if (!text || !text[0])
        return false;
    double room = rect.w - (rect.w < 24 ? 2 : 8);
    for (double size = most; size >= 7; size -= 1) {
        set_text(b, text, size, 0, false, box);
        if (box->box.w <= room) {
            text_centre(box, rect.x + rect.w / 2, rect.y + rect.h / 2);
            return true;
        }
    }
    *box = (idarch_textbox){0};
    return false;
}

static void set_inside(bar_layout *b, idarch_bar_geometry *g)
{
    const idarch_bar_field *field = &b->bar->fields.items[g->field];
    if (g->box.w >= 40 && fit_inside(b, field->name, CAPTION_SIZE, g->box, &g->inside)) {
        if (g->field < IDARCH_FIELDS_MAX)
            b->named[g->field] = true;
        return;
    }
    fit_inside(b, field->inside, CAPTION_SIZE, g->box, &g->inside);
}

static void set_number(const bar_layout *b, unsigned bit, idarch_textbox *box)
{
    set_text(b, idarch_printf(b->lay->arena, "%u", bit), NUMBER_SIZE, 0, false, box);
}

/* Bit numbers: the highest bit of the row's first piece and after a piece of one bit,
 * the lowest bit of every piece; a piece too narrow for two numbers keeps one. */
static void set_numbers(const bar_layout *b, idarch_bar_geometry *g, unsigned high,
                        unsigned low, bool want_high)
{
    double base = g->box.y - 2;
    if (high == low) {
        /* Leaves air before the next number; a bit at the row's end has all the room. */
        set_number(b, high, &g->top_bit);
        double x = g->box.x + (g->box.w - g->top_bit.box.w) / 2;
        text_place(&g->top_bit, fmax(low > 0 ? x - NUMBER_AIR / 2 : x, 0), base - g->top_bit.box.h);
        return;
    }
    set_number(b, low, &g->low_bit);
    text_place(&g->low_bit, g->box.x + g->box.w - g->low_bit.box.w - 1,
               base - g->low_bit.box.h);
    if (!want_high)
        return;
    set_number(b, high, &g->top_bit);
    if (g->top_bit.box.w + g->low_bit.box.w + 8 > g->box.w)
        g->top_bit = (idarch_textbox){0};
    else
        text_place(&g->top_bit, g->box.x + NUMBER_AIR, base - g->top_bit.box.h);
}

static double bottom_of(const idarch_textbox *box)
{
    return box->box.y + box->box.h;
}

/* Whether this piece is the widest of its field, which carries the caption. */
static bool carries_caption(const bar_layout *b, size_t piece)
{
    const idarch_bar_geometry *items = b->geometry->fields.items;
    for (size_t i = 0; i < b->geometry->fields.count; i++)
        if (items[i].field == items[piece].field &&
            (items[i].box.w > items[piece].box.w ||
             (items[i].box.w >= items[piece].box.w && i < piece)))
            return false;
    return true;
}

/* Captions of the wide pieces; returns the lowest edge. */
static double set_under(bar_layout *b, size_t first, size_t end, double top)
{
    double lowest = top;
    for (size_t i = first; i < end; i++) {
        idarch_bar_geometry *g = &b->geometry->fields.items[i];
        if (!carries_caption(b, i))
            continue;
        double room = g->box.w - CAPTION_SIDE;
        set_caption(b, g->field, 0, true, &g->caption);
        if (g->caption.box.w > room && g->box.w >= CAPTION_MIN)
            set_caption(b, g->field, room, true, &g->caption);
        if (g->caption.box.w > room) {
            g->caption = (idarch_textbox){0};
            continue;
        }
        text_place(&g->caption, g->box.x + (g->box.w - g->caption.box.w) / 2, top);
        lowest = fmax(lowest, bottom_of(&g->caption));
    }
    return lowest;
}

static bool beside(const idarch_box *a, double from, double to)
{
    return a->x < to + CAPTION_SIDE && a->x + a->w > from - CAPTION_SIDE;
}

/* Under all captions that it would touch, and under those whose leader comes down where
 * it stands. */
static double aside_y(const bar_layout *b, size_t first, size_t end, size_t self, double x,
                      double w, double top)
{
    double y = top;
    for (size_t k = first; k < end; k++) {
        const idarch_bar_geometry *g = &b->geometry->fields.items[k];
        if (k == self || g->caption.fragments.count == 0)
            continue;
        double leader = g->box.x + g->box.w / 2;
        bool under = beside(&g->caption.box, x, x + 14 + w);
        bool crossed = g->leader.count > 0 && leader > x && leader < x + 14 + w + CAPTION_GAP;
        if (under || crossed)
            y = fmax(y, bottom_of(&g->caption) + CAPTION_GAP);
    }
    return y;
}

/* Captions that stand aside, from right to left, each as high as it can. */
static double set_aside(bar_layout *b, size_t first, size_t end, double top)
{
    double low = top;
    for (size_t i = end; i-- > first;) {
        idarch_bar_geometry *g = &b->geometry->fields.items[i];
        if (g->caption.fragments.count || !carries_caption(b, i))
            continue;
        set_caption(b, g->field, ASIDE_WIDTH, false, &g->caption);
        double x = g->box.x + g->box.w / 2, line = CAPTION_SIZE * TEXT_LEADING / 2;
        double y = aside_y(b, first, end, i, x, g->caption.box.w, top);
        text_place(&g->caption, x + 14, y);
        *IDARCH_PUSH(b->lay->arena, &g->leader) = (idarch_point){x, g->box.y + g->box.h};
        *IDARCH_PUSH(b->lay->arena, &g->leader) = (idarch_point){x, y + line};
        *IDARCH_PUSH(b->lay->arena, &g->leader) = (idarch_point){x + 10, y + line};
        low = fmax(low, bottom_of(&g->caption));
        b->right = fmax(b->right, g->caption.box.x + g->caption.box.w);
    }
    return low;
}

/* The first number of a wide field gives way to the one before it. */
static void give_way(idarch_bar_geometry *g, double taken)
{
    double by = taken + NUMBER_AIR + 1 - g->top_bit.box.x;
    if (g->top_bit.fragments.count && by > 0 && by < NUMBER_AIR && g->low_bit.fragments.count &&
        g->top_bit.box.x + g->top_bit.box.w + by < g->low_bit.box.x - 4)
        text_move(&g->top_bit, by, 0);
}

/* Keeps the number if it is clear of the one before it. */
static void keep_number(bar_layout *b, idarch_textbox *number, double *taken)
{
    if (number->fragments.count == 0)
        return;
    if (number->box.x < *taken + 1) {
        *number = (idarch_textbox){0};
        return;
    }
    *taken = number->box.x + number->box.w;
    b->left = fmin(b->left, number->box.x);
    b->right = fmax(b->right, *taken);
}

static void number_row(bar_layout *b, size_t first, size_t end, unsigned high)
{
    bool want_high = true;
    double taken = -1e9;
    for (size_t i = first; i < end; i++) {
        idarch_bar_geometry *g = &b->geometry->fields.items[i];
        unsigned bits = (unsigned)lround(g->box.w / b->scale);
        set_numbers(b, g, high, high + 1 - bits, want_high);
        want_high = bits == 1;
        high -= bits;
        give_way(g, taken);
        keep_number(b, &g->top_bit, &taken);
        keep_number(b, &g->low_bit, &taken);
    }
}

/* Finishes the row whose rectangles are the pieces first..end. */
static void finish_row(bar_layout *b, size_t first, size_t end, unsigned high)
{
    number_row(b, first, end, high);
    for (size_t i = first; i < end; i++)
        set_inside(b, &b->geometry->fields.items[i]);
}

/* Captions need to know all pieces of a field, so they come after all rectangles. Moves
 * the row down by what the captions of the rows above took. */
static void caption_row(bar_layout *b, size_t first, size_t end, double dy)
{
    for (size_t i = first; i < end; i++) {
        idarch_bar_geometry *g = &b->geometry->fields.items[i];
        g->box.y += dy;
        text_move(&g->inside, 0, dy);
        text_move(&g->top_bit, 0, dy);
        text_move(&g->low_bit, 0, dy);
    }
    double bar_bottom = b->geometry->fields.items[first].box.y + BAR_HEIGHT;
    double under = set_under(b, first, end, bar_bottom + CAPTION_GAP);
    double aside = set_aside(b, first, end, bar_bottom + CAPTION_GAP);
    b->bottom = fmax(fmax(under, aside), bar_bottom);
}

/* A rectangle for each field or part of one in the row; returns the bits placed. */
static unsigned place_row(bar_layout *b, size_t *field, unsigned *used, double y)
{
    unsigned placed = 0;
    while (*field < b->bar->fields.count && placed < ROW_BITS) {
        unsigned rest = b->bar->fields.items[*field].bits - *used;
        unsigned take = rest < ROW_BITS - placed ? rest : ROW_BITS - placed;
        if (take > 0) {
            idarch_bar_geometry *g = IDARCH_PUSH(b->lay->arena, &b->geometry->fields);
            g->field = (int)*field;
            g->box = (idarch_box){placed * b->scale, y, take * b->scale, BAR_HEIGHT};
        }
        placed += take;
        *used += take;
        if (*used == b->bar->fields.items[*field].bits) {
            (*field)++;
            *used = 0;
        }
    }
    return placed;
}

static void shift_right(idarch_geometry *geometry, double left)
{
    if (left < 0)
        lay_bar_move(geometry, -left, 0);
}

void lay_bar(const lay_context *lay, const idarch_bar *bar, double min_width,
             idarch_geometry *geometry, idarch_box *extent)
{
    *extent = (idarch_box){0};
    unsigned total = 0;
    for (size_t i = 0; i < bar->fields.count; i++)
        total += bar->fields.items[i].bits;
    if (total == 0)
        return;
    unsigned row = total < ROW_BITS ? total : ROW_BITS;
    bar_layout b = {.lay = lay, .bar = bar, .geometry = geometry};
    b.scale = fmax(MIN_WIDTH, min_width) / row;
    size_t field = 0, starts[2 + IDARCH_BITS_MAX / ROW_BITS + IDARCH_FIELDS_MAX] = {0};
    unsigned used = 0, done = 0;
    int rows = 0, most = (int)(sizeof(starts) / sizeof(starts[0])) - 1;
    double head = NUMBER_SIZE * TEXT_LEADING + 2;
    while (done < total && rows < most) {
        starts[rows] = geometry->fields.count;
        unsigned placed = place_row(&b, &field, &used, head);
        finish_row(&b, starts[rows], geometry->fields.count, total - done - 1);
        b.right = fmax(b.right, placed * b.scale);
        done += placed;
        starts[++rows] = geometry->fields.count;
    }
    for (int r = 0; r < rows; r++)
        caption_row(&b, starts[r], starts[r + 1], r == 0 ? 0 : b.bottom + 4);
    const idarch_bar_geometry *last = &geometry->fields.items[geometry->fields.count - 1];
    geometry->has_bar = true;
    geometry->bar = (idarch_box){0, head, row * b.scale, last->box.y + BAR_HEIGHT - head};
    *extent = (idarch_box){0, 0, b.right - b.left, b.bottom};
    shift_right(geometry, b.left);
}

void lay_bar_move(idarch_geometry *geometry, double dx, double dy)
{
    geometry->bar.x += dx;
    geometry->bar.y += dy;
    for (size_t i = 0; i < geometry->fields.count; i++) {
        idarch_bar_geometry *g = &geometry->fields.items[i];
        g->box.x += dx;
        g->box.y += dy;
        text_move(&g->inside, dx, dy);
        text_move(&g->caption, dx, dy);
        text_move(&g->top_bit, dx, dy);
        text_move(&g->low_bit, dx, dy);
        for (size_t k = 0; k < g->leader.count; k++) {
            g->leader.items[k].x += dx;
            g->leader.items[k].y += dy;
        }
    }
}
