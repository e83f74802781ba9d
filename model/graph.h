/* graph.h: a Mermaid flowchart as understood by Mermaid: nodes, edges, subgraphs in
 * their order of declaration, each with its place in the file. */
#ifndef IDARCH_MODEL_GRAPH_H
#define IDARCH_MODEL_GRAPH_H

#include "base/arena.h"
#include "base/source.h"
#include "model/rich.h"
#include "model/style.h"

typedef enum idarch_direction {
    IDARCH_DIR_TB, /* TD too */
    IDARCH_DIR_BT,
    IDARCH_DIR_LR,
    IDARCH_DIR_RL
} idarch_direction;

/* How a label was written; Mermaid's names. */
typedef enum idarch_label_type {
    IDARCH_LABEL_TEXT,    /* unquoted */
    IDARCH_LABEL_STRING,  /* "quoted" */
    IDARCH_LABEL_MARKDOWN /* "`...`" or @{label:} */
} idarch_label_type;

/* Outlines that layout and render know. The name that Mermaid prints for a shape is
 * kept beside it (node.shape_name); later shapes are further rows in shape.c. */
typedef enum idarch_shape {
    IDARCH_SHAPE_RECT,          /* A[x], and a bare id */
    IDARCH_SHAPE_ROUND,         /* A(x) */
    IDARCH_SHAPE_STADIUM,       /* A([x]) */
    IDARCH_SHAPE_SUBROUTINE,    /* A[[x]] */
    IDARCH_SHAPE_CYLINDER,      /* A[(x)] */
    IDARCH_SHAPE_CIRCLE,        /* A((x)) */
    IDARCH_SHAPE_DOUBLE_CIRCLE, /* A(((x))) */
    IDARCH_SHAPE_ELLIPSE,       /* A(-x-) */
    IDARCH_SHAPE_ODD,           /* A>x] */
    IDARCH_SHAPE_DIAMOND,       /* A{x} */
    IDARCH_SHAPE_HEXAGON,       /* A{{x}} */
    IDARCH_SHAPE_LEAN_RIGHT,    /* A[/x/] */
    IDARCH_SHAPE_LEAN_LEFT,     /* A[\x\] */
    IDARCH_SHAPE_TRAPEZOID,     /* A[/x\] */
    IDARCH_SHAPE_INV_TRAPEZOID, /* A[\x/] */
    IDARCH_SHAPE_COUNT
} idarch_shape;

typedef enum idarch_stroke {
    IDARCH_STROKE_NORMAL,
    IDARCH_STROKE_THICK,
    IDARCH_STROKE_DOTTED,
    IDARCH_STROKE_INVISIBLE,
    IDARCH_STROKE_INVALID /* unlike ends around a label; Mermaid accepts it, drawn as normal */
} idarch_stroke;

typedef enum idarch_end {
    IDARCH_END_NONE,
    IDARCH_END_POINT,
    IDARCH_END_CIRCLE,
    IDARCH_END_CROSS
} idarch_end;

/* What a node or group is in an ID service (settings.md, "Roles in the picture"). */
typedef enum idarch_role {
    IDARCH_ROLE_NONE,
    IDARCH_ROLE_WORKER,
    IDARCH_ROLE_COORDINATOR,
    IDARCH_ROLE_CLOCK,
    IDARCH_ROLE_STORE,
    IDARCH_ROLE_CLIENT
} idarch_role;

typedef IDARCH_ARRAY(const char *) idarch_strings;

/* A fact that is no text, or that nothing draws: for dumps only. */
typedef struct idarch_fact {
    const char *key;
    const char *json; /* its value as JSON text */
} idarch_fact;

typedef IDARCH_ARRAY(idarch_fact) idarch_facts;

typedef struct idarch_node {
    const char *id;
    const char *label;     /* as Mermaid's parser gives it: trimmed, quotes off */
    idarch_label_type label_type;
    idarch_rich rich;      /* the label to draw */
    idarch_shape shape;
    const char *shape_name; /* Mermaid's name ("square", "stadium", ...), NULL for a bare id */
    idarch_strings classes;
    idarch_strings styles; /* declarations as written, in order */
    const idarch_style *style; /* worked out, perhaps shared; never NULL */
    const char *link, *link_target, *tooltip; /* or NULL */
    const char *icon, *icon_form, *label_pos, *image, *constraint; /* of @{ }, or NULL */
    double asset_width, asset_height; /* px, of the icon or image; 0 for not said */
    idarch_facts facts;    /* of @{ }: members of the dump, instead of those above */
    idarch_facts props;    /* of [|key:value|text]; the last one of a key holds */
    int subgraph;          /* index of the group that holds it, -1 for none */
    bool is_subgraph;      /* stands for the subgraph of the same id; not drawn */
    idarch_role role;
    int64_t worker_id;     /* from the label, -1 for none */
    idarch_span span;      /* first sight of the id */
    idarch_span label_span; /* the label that holds, empty for none */
} idarch_node;

typedef struct idarch_edge {
    const char *id;        /* the author's e1@; NULL: see edge_ids.h */
    int from, to;          /* node indices; where a node is_subgraph the edge ends at the group */
    const char *label;     /* "" for none */
    idarch_label_type label_type;
    idarch_rich rich;
    idarch_stroke stroke;
    idarch_end start, end;
    int length;            /* 1..10; 0 for an invalid edge */
    bool invalid;
    idarch_strings classes;
    idarch_strings styles;
    const idarch_style *style; /* as a node's */
    const char *curve;     /* interpolate or NULL */
    int animate;           /* of @{ }: 1 yes, -1 no, 0 not said */
    const char *animation; /* of @{ }: "fast", "slow", or NULL */
    idarch_facts facts;    /* of @{ }: as a node's; `step` too */
    idarch_span span;      /* the arrow */
    idarch_span label_span;
} idarch_edge;

typedef struct idarch_subgraph {
    const char *id;
    const char *title;     /* as Mermaid gives it */
    idarch_label_type label_type;
    idarch_rich rich;
    bool has_direction;
    idarch_direction direction; /* own direction where has_direction */
    const char *direction_name; /* as Mermaid prints it ("TD" stays), NULL for none */
    idarch_strings members; /* ids in Mermaid's order, inner subgraphs too */
    idarch_facts metadata;  /* of @{ }; the last one of a key holds */
    idarch_strings classes;
    idarch_strings styles;
    const idarch_style *style; /* as a node's */
    int parent;            /* index of the outer group, -1 for none */
    int node;              /* index of the node that stands for it, -1 for none */
    unsigned declared;     /* rank by where `subgraph` stands in the text, from 0 */
    idarch_role role;
    int64_t replicas;      /* "3 replicas" in the title, -1 for none */
    idarch_span span;      /* id or title after the keyword */
} idarch_subgraph;

typedef struct idarch_class_def {
    const char *name;
    idarch_strings styles;
    idarch_span span;
} idarch_class_def;

typedef struct idarch_graph {
    idarch_direction direction;
    const char *direction_name; /* "TB", "LR", "BR"...: what Mermaid prints */
    const char *title;      /* front matter's, or NULL */
    const char *acc_title, *acc_descr; /* or NULL */
    IDARCH_ARRAY(idarch_node) nodes;         /* in order of first sight */
    IDARCH_ARRAY(idarch_edge) edges;         /* in order */
    IDARCH_ARRAY(idarch_subgraph) subgraphs; /* in the order they close: inner before outer */
    IDARCH_ARRAY(idarch_class_def) class_defs;
    idarch_strings default_edge_styles;
    const char *default_curve; /* of linkStyle default, or NULL */
    const char *config_curve;  /* flowchart.curve of the configuration, or NULL: of edges that
                                  no other one is said for */
    const char *config_json; /* front matter config and init, merged and with the keys that
                                Mermaid keeps, as JSON text; "{}" */
} idarch_graph;

/* Index of the node or subgraph with the id, -1 for none. Linear. */
int idarch_graph_node(const idarch_graph *graph, const char *id);
int idarch_graph_subgraph(const idarch_graph *graph, const char *id);

/* Names for dumps: "TB", "text", "normal", "none", "worker". */
const char *idarch_direction_name(idarch_direction direction);
const char *idarch_label_type_name(idarch_label_type type);
const char *idarch_stroke_name(idarch_stroke stroke);
const char *idarch_end_name(idarch_end end);
const char *idarch_role_name(idarch_role role);
const char *idarch_shape_id(idarch_shape shape); /* "rect", "cylinder", ...: for ids and classes */

#endif
