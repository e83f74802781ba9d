/* coarse.h: internal: what the files of the coarse layout share. It stands in for the
 * layered layout where an edge would pass too many layers (a complete graph of hundreds
 * of nodes): linear in the number of edges and of frames that they pass.
 *
 * The units of a level stand in rows. Above, between and below the rows are channels with
 * tracks that lines run along, at the right of all rows a gutter with lanes that lines run
 * down and up. A unit has a port below for what leaves it and one above for what comes in,
 * each with a track of its own; edges with an end in common share that end's way, and so
 * do ports beside one another that only one unit leads to. Nothing stands in channels and gutters but lines, so no line meets a box. */
#ifndef IDARCH_LAYOUT_COARSE_H
#define IDARCH_LAYOUT_COARSE_H

#include "layout/flow.h"

enum { PASSES_MOST = 8 }; /* lanes through a frame, each way; edges share them */

/* Where lines leave or enter a unit: a node's one, or a group's lane through its frame. */
typedef struct coarse_port {
    bool used;         /* has a track */
    bool far;          /* has a lane in the gutter */
    int source;        /* ins: the port of outs that all edges come from, plus 1; -1: many */
    double track;      /* y */
    double lane;       /* x */
    double label_h;    /* of the highest label on its track */
    double labels;     /* px of labels along the track */
    double label_end;  /* x where the next one goes; 0 before the first */
} coarse_port;

typedef struct coarse_level {
    int outs, ins;     /* lanes through the frame that are used */
    int out_edges, in_edges;
    double label_x;    /* right of all rows: labels stand on the tracks from there on */
    double out_x[PASSES_MOST], in_x[PASSES_MOST];
} coarse_level;

/* One end of an edge with the units around it, innermost first, as far as the level that
 * holds both ends. */
typedef struct coarse_chain {
    IDARCH_ARRAY(int) units;
    IDARCH_ARRAY(int) ports; /* of each of them */
} coarse_chain;

typedef struct coarse {
    flow *f;
    coarse_level *levels;
    int_list outer_first;   /* levels */
    int *row;               /* by vert, in its level */
    int *out_first, *in_first; /* by vert: its first port */
    coarse_port *outs, *ins;
    int64_t budget;         /* frames that edges may still pass */
    coarse_chain out, in;   /* of the edge looked at */
    double *loops;          /* by vert: px along its right side taken by self-loops */
} coarse;

/* coarse_route.c */
/* Sets the chains of the edge; empty where the end is the frame of the level itself. */
void coarse_climb(coarse *c, const flow_edge *e);
/* The port whose track has the edge's label. */
coarse_port *coarse_label_port(coarse *c);
double coarse_loop_height(const flow_edge *e);
/* Whether the edge goes from one row straight to the next. */
bool coarse_direct(const coarse *c, const flow_edge *e, int from, int to);
void coarse_emit_edge(coarse *c, const flow_edge *e, idarch_edge_geometry *g);

/* coarse_rows.c: places of the level's units, tracks and lanes from its own corner, and
 * its size; the levels in it are done. */
void coarse_rows(coarse *c, int level_index);

#endif
