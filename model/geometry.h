/* geometry.h: where everything of a picture stands. All lengths are px (1/96 inch),
 * y grows downwards, boxes are given by their top left corner. Layout makes it, render
 * draws it without moving anything. */
#ifndef IDARCH_MODEL_GEOMETRY_H
#define IDARCH_MODEL_GEOMETRY_H

#include "base/arena.h"
#include "model/graph.h"
#include "model/report.h"

typedef struct idarch_point {
    double x, y;
} idarch_point;

typedef struct idarch_box {
    double x, y, w, h;
} idarch_box;

typedef enum idarch_family {
    IDARCH_FAMILY_SANS,
    IDARCH_FAMILY_MONO
} idarch_family;

typedef struct idarch_font {
    idarch_family family;
    double size; /* px */
    bool bold, italic;
} idarch_font;

/* How layout learns the size of text; render (or a test) provides it. */
typedef struct idarch_measure {
    void *context;
    /* Advance width in px of len bytes of UTF-8 without line ends. */
    double (*width)(void *context, const char *text, size_t len, const idarch_font *font);
    /* Height above and below the baseline, px, for the family at the size. */
    void (*extents)(void *context, const idarch_font *font, double *ascent, double *descent);
} idarch_measure;

/* A piece of text in one style on one line. */
typedef struct idarch_fragment {
    const char *text;
    idarch_font font;   /* the size already reduced for sub, sup and small */
    unsigned style;     /* IDARCH_RUN_ bits: underline, strike, code matter to the drawing */
    const char *href;
    double x, baseline; /* from the left and top of the picture */
    double width;       /* as measured */
} idarch_fragment;

/* A laid-out text: every fragment placed, and the box of all of it. */
typedef struct idarch_textbox {
    idarch_box box;
    IDARCH_ARRAY(idarch_fragment) fragments;
} idarch_textbox;

typedef struct idarch_node_geometry {
    int node;             /* index in the graph */
    idarch_box box;       /* the outline's bounding box */
    idarch_textbox label;
} idarch_node_geometry;

typedef struct idarch_group_geometry {
    int subgraph;         /* index in the graph */
    int depth;            /* 0 for an outermost group */
    idarch_box box;
    idarch_textbox title;
} idarch_group_geometry;

typedef struct idarch_edge_geometry {
    int edge;             /* index in the graph */
    IDARCH_ARRAY(idarch_point) points; /* from start to end, on the outlines, arrow tips included;
                                          corners are rounded when drawn */
    double start_back, end_back; /* px that a circle or cross stands back from the end, where
                                    the outline is slanted; 0 for other marks */
    bool has_label;
    idarch_textbox label;
} idarch_edge_geometry;

/* A rectangle of the bit bar with its texts and, for a narrow field, a leader line. */
typedef struct idarch_bar_geometry {
    int field;            /* index in the report's bar */
    idarch_box box;
    idarch_textbox inside; /* may have no fragments */
    idarch_textbox caption;
    idarch_textbox top_bit, low_bit; /* bit numbers over the field's edges; may be empty */
    IDARCH_ARRAY(idarch_point) leader; /* empty: the caption stands under its field */
} idarch_bar_geometry;

typedef enum idarch_page_block_kind {
    IDARCH_PAGE_TITLE,
    IDARCH_PAGE_SETTINGS,
    IDARCH_PAGE_NOTES,
    IDARCH_PAGE_VERDICT,
    IDARCH_PAGE_LEGEND
} idarch_page_block_kind;

/* A horizontal or vertical rule inside a block (under a table's head). */
typedef struct idarch_rule_line {
    idarch_point from, to;
} idarch_rule_line;

typedef struct idarch_page_block {
    idarch_page_block_kind kind;
    idarch_box box;
    bool framed;          /* draw a panel behind it */
    idarch_textbox text;
    IDARCH_ARRAY(idarch_point) bullets; /* centres of list bullets */
    IDARCH_ARRAY(idarch_rule_line) rules;
} idarch_page_block;

typedef struct idarch_geometry {
    double width, height; /* of the picture, margins included */
    IDARCH_ARRAY(idarch_node_geometry) nodes;   /* drawn nodes in the graph's order */
    IDARCH_ARRAY(idarch_group_geometry) groups; /* outer before inner */
    IDARCH_ARRAY(idarch_edge_geometry) edges;   /* drawn edges in the graph's order */
    bool has_bar;
    idarch_box bar;       /* the fields' rectangles together, to scale */
    IDARCH_ARRAY(idarch_bar_geometry) fields;
    IDARCH_ARRAY(idarch_page_block) blocks;
} idarch_geometry;

#endif
