/* edge_metrics.h: widths of edge lines and lengths of the marks at their ends. Layout leaves
 * room by them, render draws by them. All lengths are px. */
#ifndef IDARCH_MODEL_EDGE_METRICS_H
#define IDARCH_MODEL_EDGE_METRICS_H

#include "model/graph.h"

/* Width of a line of the kind that no style changes. */
static inline double idarch_stroke_width(idarch_stroke stroke)
{
    return stroke == IDARCH_STROKE_THICK ? 2.75 : stroke == IDARCH_STROKE_INVISIBLE ? 0 : 1.25;
}

/* Width of the edge's line, the author's style included. */
static inline double idarch_edge_width(const idarch_edge *edge)
{
    return edge->style->set & IDARCH_STYLE_STROKE_WIDTH ? edge->style->stroke_width
                                                        : idarch_stroke_width(edge->stroke);
}

/* Length of the mark on a line of the width: it grows by a quarter for each px above one,
 * for 8 px at most. 0 for no mark. */
static inline double idarch_mark_length(idarch_end end, double width)
{
    double thicker = width > 9 ? 8 : width > 1 ? width - 1 : 0;
    double length = end == IDARCH_END_POINT    ? 8.5
                    : end == IDARCH_END_CIRCLE ? 7
                    : end == IDARCH_END_CROSS  ? 6
                                               : 0;
    return length * (1 + 0.25 * thicker);
}

/* How far the mark reaches back from the edge's end: a cross lies around its place. */
static inline double idarch_mark_reach(idarch_end end, double width)
{
    double length = idarch_mark_length(end, width);
    return end == IDARCH_END_CROSS ? 1.7 * length + 0.7 * width : length;
}

#endif
