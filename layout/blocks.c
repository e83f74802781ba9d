/* Markdown blocks to a framed panel: heading, paragraphs, list items with bullets and
 * nesting, table rows with aligned cells, set in one or more columns of equal width.
 *
 * Takes the model's blocks, gives a page block whose corner is 0,0. */
#include <math.h>

#include "layout/internal.h"
#include "layout/text.h"

#define BODY_SIZE 12.0
#define HEADING_SIZE 14.0
#define PADDING 12.0     /* px between the frame and the text */
#define COLUMN_GAP 24.0
#define CELL_GAP 14.0
#define INDENT 14.0      /* px for each level of nesting */
#define ITEM_GAP 3.0     /* px between blocks */
#define TABLE_CELLS 16   /* cells of a row beyond this are joined to the last */

/* A block set at the column's left edge, top at 0. */
typedef struct set_block {
    idarch_textbox text;
    bool bullet, rule;
    idarch_point bullet_at;
    double height;
    int head;          /* row: the table's head, which a new column repeats; else -1 */
} set_block;

typedef struct block_setter {
    const lay_context *lay;
    double width;                    /* px of a column's text */
    double cells[TABLE_CELLS];       /* px, widths of the table's cells */
} block_setter;

static void set_rich(const block_setter *b, const idarch_rich *rich, double width, bool bold,
                     double size, idarch_textbox *box)
{
    text_style style = {.size = size, .bold = bold, .max_width = fmax(width, 24)};
    text_set(b->lay->arena, b->lay->measure, rich, &style, box);
}

/* Widths of a table's cells: what each needs; where that is too much, the widest give. */
static void measure_table(block_setter *b, const idarch_blocks *blocks, size_t first)
{
    double need[TABLE_CELLS] = {0}, sum = 0;
    size_t columns = 0;
    for (size_t i = first; i < blocks->count && blocks->items[i].kind == IDARCH_BLOCK_ROW; i++) {
        const idarch_block *row = &blocks->items[i];
        for (size_t c = 0; c < row->cells.count && c < TABLE_CELLS; c++) {
            idarch_textbox box;
            set_rich(b, &row->cells.items[c], 1e6, row->header, BODY_SIZE, &box);
            need[c] = fmax(need[c], box.box.w + 0.5);
            columns = c + 1 > columns ? c + 1 : columns;
        }
    }
    double room = b->width - CELL_GAP * (double)(columns > 0 ? columns - 1 : 0);
    for (size_t c = 0; c < columns; c++)
        sum += need[c];
    for (int round = 0; round < 32 && sum > room + 0.01; round++) {
        size_t widest = 0;
        for (size_t c = 1; c < columns; c++)
            if (need[c] > need[widest])
                widest = c;
        double give = fmin(sum - room, fmax(need[widest] * 0.25, 1));
        need[widest] -= give;
        sum -= give;
    }
    memcpy(b->cells, need, sizeof(need));
}

static void set_row(const block_setter *b, const idarch_block *block, set_block *out)
{
    double x = 0;
    for (size_t c = 0; c < block->cells.count && c < TABLE_CELLS; c++) {
        idarch_textbox cell;
        set_rich(b, &block->cells.items[c], b->cells[c] + 0.01, block->header, BODY_SIZE, &cell);
        text_place(&cell, x, 0);
        text_append(b->lay->arena, &out->text, &cell);
        out->height = fmax(out->height, cell.box.h);
        x += b->cells[c] + CELL_GAP;
    }
    out->rule = block->header;
    if (out->rule)
        out->height += 3;
}

static void set_item(const block_setter *b, const idarch_block *block, set_block *out)
{
    double indent = INDENT * (fmin(block->depth, 8) + 1);
    double first_line = BODY_SIZE * TEXT_LEADING / 2;
    idarch_textbox label = {0};
    if (block->number > 0) {
        text_style style = {.size = BODY_SIZE};
        text_set_plain(b->lay->arena, b->lay->measure,
                       idarch_printf(b->lay->arena, "%u.", block->number), &style, &label);
        indent = fmax(indent, indent - INDENT + label.box.w + 5);
        text_place(&label, indent - label.box.w - 5, 0);
    } else {
        out->bullet = true;
        out->bullet_at = (idarch_point){indent - 9, first_line};
    }
    idarch_textbox body = {0};
    if (block->cells.count)
        set_rich(b, &block->cells.items[0], b->width - indent, false, BODY_SIZE, &body);
    text_place(&body, indent, 0);
    if (block->number > 0)
        text_append(b->lay->arena, &out->text, &label);
    text_append(b->lay->arena, &out->text, &body);
    out->height = fmax(body.box.h, BODY_SIZE * TEXT_LEADING);
}

static void set_one(block_setter *b, const idarch_blocks *blocks, size_t i, set_block *out)
{
    const idarch_block *block = &blocks->items[i];
    switch (block->kind) {
    case IDARCH_BLOCK_ROW:
        if (i == 0 || blocks->items[i - 1].kind != IDARCH_BLOCK_ROW)
            measure_table(b, blocks, i);
        set_row(b, block, out);
        return;
    case IDARCH_BLOCK_ITEM:
        set_item(b, block, out);
        return;
    case IDARCH_BLOCK_HEADING:
    case IDARCH_BLOCK_PARAGRAPH:
        if (block->cells.count)
            set_rich(b, &block->cells.items[0], b->width, block->kind == IDARCH_BLOCK_HEADING,
                     BODY_SIZE, &out->text);
        out->height = out->text.box.h;
        return;
    }
}

/* The head of the table that the row stands in: none for the head itself. The blocks
 * before it have theirs. */
static int head_of(const idarch_blocks *blocks, const set_block *set, size_t i)
{
    if (i == 0 || blocks->items[i].kind != IDARCH_BLOCK_ROW ||
        blocks->items[i - 1].kind != IDARCH_BLOCK_ROW)
        return -1;
    return blocks->items[i - 1].header && set[i - 1].head < 0 ? (int)i - 1 : set[i - 1].head;
}

/* Whether block i begins a new column where the column is filled down to y. A table's
 * head goes with its first row. */
static bool breaks(const set_block *set, size_t count, size_t i, double y, double limit)
{
    double need = set[i].height;
    if (i + 1 < count && set[i + 1].head == (int)i)
        need += ITEM_GAP + set[i + 1].height;
    bool first_row = i > 0 && set[i].head == (int)i - 1;
    return y > 0 && !first_row && y + need > limit;
}

/* What a column that begins with block i repeats above it, px. */
static double repeated(const set_block *set, size_t i)
{
    return set[i].head >= 0 ? set[set[i].head].height + ITEM_GAP : 0;
}

/* Columns needed when none may be higher than limit. */
static int columns_at(const set_block *set, size_t count, double limit)
{
    int columns = 1;
    double y = 0;
    for (size_t i = 0; i < count; i++) {
        if (breaks(set, count, i, y, limit)) {
            columns++;
            y = repeated(set, i);
        }
        y += set[i].height + ITEM_GAP;
    }
    return columns;
}

/* The smallest column height (to a quarter px) that keeps to the number of columns. */
static double column_height(const set_block *set, size_t count, int columns)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < count; i++)
        high += set[i].height + ITEM_GAP;
    while (high - low > 0.25) {
        double mid = (low + high) / 2;
        if (columns_at(set, count, mid) <= columns)
            high = mid;
        else
            low = mid;
    }
    return high;
}

typedef struct pen {
    double x, y, top, bottom;
} pen;

static void place_block(const block_setter *b, const set_block *set, pen *at,
                        idarch_page_block *block)
{
    idarch_textbox text = {0}; /* a copy: a head is placed more than once */
    text_append(b->lay->arena, &text, &set->text);
    text_move(&text, at->x, at->y);
    text_append(b->lay->arena, &block->text, &text);
    if (set->bullet)
        *IDARCH_PUSH(b->lay->arena, &block->bullets) =
            (idarch_point){set->bullet_at.x + at->x, set->bullet_at.y + at->y};
    at->y += set->height;
    if (set->rule) {
        idarch_rule_line *rule = IDARCH_PUSH(b->lay->arena, &block->rules);
        rule->from = (idarch_point){at->x, at->y - 1.5};
        rule->to = (idarch_point){at->x + b->width, at->y - 1.5};
    }
    at->bottom = fmax(at->bottom, at->y);
    at->y += ITEM_GAP;
}

void lay_blocks(const lay_context *lay, const idarch_blocks *blocks, const char *heading,
                double column_width, int columns, idarch_page_block *block)
{
    if (blocks->count == 0)
        return;
    block_setter b = {.lay = lay, .width = column_width};
    pen at = {PADDING, PADDING, PADDING, PADDING};
    block->framed = true;
    if (heading && heading[0]) {
        text_style style = {.size = HEADING_SIZE, .bold = true, .max_width = column_width};
        text_set_plain(lay->arena, lay->measure, heading, &style, &block->text);
        text_place(&block->text, at.x, at.y);
        at.y = at.top = at.bottom = at.y + block->text.box.h + 6;
    }
    set_block *set = IDARCH_NEW_ARRAY(lay->arena, set_block, blocks->count);
    for (size_t i = 0; i < blocks->count; i++) {
        set[i].head = head_of(blocks, set, i);
        set_one(&b, blocks, i, &set[i]);
    }
    double limit = column_height(set, blocks->count, columns);
    int used = 1;
    for (size_t i = 0; i < blocks->count; i++) {
        if (used < columns && breaks(set, blocks->count, i, at.y - at.top, limit)) {
            at.x += column_width + COLUMN_GAP;
            at.y = at.top;
            used++;
            if (set[i].head >= 0)
                place_block(&b, &set[set[i].head], &at, block);
        }
        place_block(&b, &set[i], &at, block);
    }
    block->box.w = used * column_width + (used - 1) * COLUMN_GAP + 2 * PADDING;
    block->box.h = at.bottom + PADDING;
}

double lay_column_width(double width, int columns)
{
    return (width - 2 * PADDING - (columns - 1) * COLUMN_GAP) / columns;
}

void lay_block_move(idarch_page_block *block, double dx, double dy)
{
    block->box.x += dx;
    block->box.y += dy;
    text_move(&block->text, dx, dy);
    for (size_t i = 0; i < block->bullets.count; i++) {
        block->bullets.items[i].x += dx;
        block->bullets.items[i].y += dy;
    }
    for (size_t i = 0; i < block->rules.count; i++) {
        idarch_rule_line *rule = &block->rules.items[i];
        rule->from.x += dx, rule->to.x += dx;
        rule->from.y += dy, rule->to.y += dy;
    }
}
