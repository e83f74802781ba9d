/* internal.h: what the files of layout/ share beyond the public contract. */
#ifndef IDARCH_LAYOUT_INTERNAL_H
#define IDARCH_LAYOUT_INTERNAL_H

#include "layout/layout.h"

/* What every phase is given. */
typedef struct lay_context {
    idarch_arena *arena;
    const idarch_measure *measure;
    double font_size;       /* px of node labels */
    const char *stop_after; /* a phase's name, or NULL */
} lay_context;

/* The flowchart alone, its top left corner at 0,0; sets nodes, groups, edges, width and
 * height of the geometry. */
void lay_graph(const lay_context *lay, const idarch_graph *graph, idarch_geometry *geometry);
/* The same without a look for parts that nothing joins. */
void lay_whole(const lay_context *lay, const idarch_graph *graph, idarch_geometry *geometry);
/* The same part by part; false, and nothing done, where the graph is best left whole. */
bool lay_parts(const lay_context *lay, const idarch_graph *graph, idarch_geometry *geometry);
/* Moves everything of the flowchart. */
void lay_graph_move(idarch_geometry *geometry, double dx, double dy);

/* The bit bar, at least min_width px wide, its captions included in *extent, whose top
 * left corner is 0,0. Sets has_bar, bar and fields. */
void lay_bar(const lay_context *lay, const idarch_bar *bar, double min_width,
             idarch_geometry *geometry, idarch_box *extent);
void lay_bar_move(idarch_geometry *geometry, double dx, double dy);

/* Markdown blocks under a heading set in columns of the given width each, as a page block
 * with its corner at 0,0. Empty blocks give a box of no size. */
void lay_blocks(const lay_context *lay, const idarch_blocks *blocks, const char *heading,
                double column_width, int columns, idarch_page_block *block);
/* Width of the text in each of the columns of a panel of the given width. */
double lay_column_width(double width, int columns);
void lay_block_move(idarch_page_block *block, double dx, double dy);

/* What a panel holds; blocks is NULL for none. */
typedef struct lay_panel {
    const idarch_blocks *blocks;
    const char *heading;
} lay_panel;

/* Two panels side by side, or one alone. */
typedef struct lay_pair {
    idarch_page_block first, second;
    bool fits; /* the columns are wide enough to be read */
} lay_pair;

enum { LAY_COLUMNS = 3 };

/* The two panels, together of the given width, in every number of columns (less one). */
void lay_pairs(const lay_context *lay, const lay_panel *first, const lay_panel *second,
               double width, lay_pair pairs[LAY_COLUMNS][LAY_COLUMNS]);
/* The least width, px, at which one column each fits. */
double lay_pair_least(const lay_panel *first, const lay_panel *second);

/* Asserts the invariants of a finished geometry; does nothing with NDEBUG. */
void lay_check(const idarch_graph *graph, const idarch_geometry *geometry);

#endif
