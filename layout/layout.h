/* layout/: graph and report in, geometry out. Layered layout with nested groups,
 * orthogonal routes, the bit bar to scale and the composition of the page. It is given
 * a text-measuring interface (model/geometry.h) and knows only base/ and model/: no
 * Markdown, no colours, no file formats. */
#ifndef IDARCH_LAYOUT_LAYOUT_H
#define IDARCH_LAYOUT_LAYOUT_H

#include "model/document.h"
#include "model/geometry.h"
#include "model/report.h"

typedef struct idarch_page_options {
    bool title, bar, settings, notes, verdict; /* which blocks are wanted */
    double font_size;  /* px of node labels; 0 for the default (14) */
    double margin;     /* px around everything; negative for the default (16) */
    const char *stop_after; /* a phase's name, to look at a layout half way; NULL for all */
} idarch_page_options;

/* Whether stop_after may name it: "sizes", "ranks", "order", "rows". */
bool idarch_lay_out_phase(const char *name);

/* Lays out one page: the picture (NULL for a document without a flowchart), and, when
 * the picture has the page or there is none, the blocks of the document and the bar of
 * the report (NULL: plain flowchart). Everything is taken from the arena. The result
 * depends on nothing but the arguments. Never fails: hostile graphs get a coarser
 * layout, not an endless one. */
void idarch_lay_out(idarch_arena *arena, const idarch_document *document,
                    const idarch_picture *picture, const idarch_report *report,
                    const idarch_measure *measure, const idarch_page_options *options,
                    idarch_geometry *geometry);

#endif
