/* The two panels below picture and bar: as wide together as what is above them, each with
 * the share of the width that brings their heights near to one another. */
#include <math.h>

#include "layout/internal.h"

#define GAP 20.0          /* px between the panels */
#define COLUMN_LEAST 200.0 /* px of a column's text */
#define COLUMN_MOST 620.0 /* px: longer lines are hard to read */

enum { SHARES = 5 };
static const double shares[SHARES] = {0.5, 0.4, 0.6, 0.32, 0.68}; /* of the first, best liked first */

static bool set_panel(const lay_context *lay, const lay_panel *panel, double width, int columns,
                      idarch_page_block *block)
{
    double column = lay_column_width(width, columns);
    if (column < COLUMN_LEAST)
        return false;
    column = fmin(column, COLUMN_MOST);
    lay_blocks(lay, panel->blocks, panel->heading, column, columns, block);
    if (lay_column_width(block->box.w, columns) < column - 1)
        return false; /* more columns than there is to set */
    block->box.w = fmax(block->box.w, width);
    return true;
}

static double height_cost(const idarch_page_block *a, const idarch_page_block *b)
{
    return fmax(a->box.h, b->box.h) + 0.5 * fabs(a->box.h - b->box.h);
}

static void set_alone(const lay_context *lay, const lay_panel *panel, double width, bool first,
                      lay_pair pairs[LAY_COLUMNS][LAY_COLUMNS])
{
    for (int c = 0; c < LAY_COLUMNS; c++) {
        lay_pair *pair = first ? &pairs[c][0] : &pairs[0][c];
        pair->fits = set_panel(lay, panel, width, c + 1, first ? &pair->first : &pair->second);
    }
}

/* One share of the width: takes over every number of columns for which it is better. */
static void set_share(const lay_context *lay, const lay_panel *first, const lay_panel *second,
                      double width, double share, lay_pair pairs[LAY_COLUMNS][LAY_COLUMNS])
{
    idarch_page_block a[LAY_COLUMNS] = {0}, b[LAY_COLUMNS] = {0};
    bool fits_a[LAY_COLUMNS], fits_b[LAY_COLUMNS];
    double wide = floor((width - GAP) * share);
    for (int c = 0; c < LAY_COLUMNS; c++) {
        fits_a[c] = set_panel(lay, first, wide, c + 1, &a[c]);
        fits_b[c] = set_panel(lay, second, width - GAP - wide, c + 1, &b[c]);
    }
    for (int i = 0; i < LAY_COLUMNS; i++)
        for (int k = 0; k < LAY_COLUMNS; k++) {
            lay_pair *pair = &pairs[i][k];
            if (!fits_a[i] || !fits_b[k] ||
                (pair->fits && height_cost(&a[i], &b[k]) >=
                                   height_cost(&pair->first, &pair->second) - 4))
                continue;
            *pair = (lay_pair){a[i], b[k], true};
        }
}

void lay_pairs(const lay_context *lay, const lay_panel *first, const lay_panel *second,
               double width, lay_pair pairs[LAY_COLUMNS][LAY_COLUMNS])
{
    if (!first->blocks || !second->blocks) {
        if (first->blocks || second->blocks)
            set_alone(lay, first->blocks ? first : second, width, first->blocks, pairs);
        else
            pairs[0][0].fits = true;
        return;
    }
    for (int i = 0; i < SHARES; i++)
        set_share(lay, first, second, width, shares[i], pairs);
}

double lay_pair_least(const lay_panel *first, const lay_panel *second)
{
    double one = COLUMN_LEAST + 60; /* with what is around the text */
    return first->blocks && second->blocks ? 2 * one + GAP : one;
}
