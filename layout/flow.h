/* flow.h: internal: the flowchart as the phases of its layout see it.
 *
 * Every group (and the root) is a level: a layered graph of its own whose units are the
 * nodes and groups directly in it. An edge between units of different depth is cut at
 * the frames that it passes: it leaves a group through an OUT port, enters through an IN
 * port. Flow runs downwards in all phases ("internal" axes); the last phase turns it the
 * way the graph wants. Levels whose flow runs along the same axis make one component; a
 * group across the flow is an atom in the component around it: a fixed box with fixed
 * ports, laid out before. */
#ifndef IDARCH_LAYOUT_FLOW_H
#define IDARCH_LAYOUT_FLOW_H

#include "layout/internal.h"
#include "layout/solve.h"
#include "layout/text.h"

/* Distances, px. */
#define NODE_GAP 26.0    /* between nodes beside one another */
#define GROUP_GAP 22.0   /* between a frame and what is beside it */
#define LINE_NODE 14.0   /* between a line and a node or frame beside it */
#define LINE_GAP 12.0    /* between two lines */
#define LABEL_GAP 8.0    /* between a label and what is beside it */
#define FRAME_PAD 14.0   /* between a frame and its members */
#define PORT_GAP 12.0    /* between edge ends at one side, where there is room */
#define PORT_LEAST 12.0 /* nodes grow to keep this much: lines go on at LINE_GAP */
#define LOOP_SIZE 18.0   /* how far a self-loop stands out, its least height */
#define LOOP_STEP 6.0    /* between self-loops one under the other */

typedef enum vert_kind {
    VERT_NODE,
    VERT_GROUP, /* index: its level */
    VERT_LABEL, /* index: its edge */
    VERT_BEND,  /* an edge passes a layer */
    VERT_IN,    /* an edge passes the upper frame of its level */
    VERT_OUT    /* an edge passes the lower frame of its level */
} vert_kind;

typedef IDARCH_ARRAY(int) int_list;

typedef struct vert {
    vert_kind kind;
    int level;        /* that holds it; IN, OUT: whose frame it is on */
    int index;        /* node, level or edge, by kind */
    int edge;         /* BEND, LABEL, IN, OUT: the flow edge */
    int layer, pos;   /* in its level */
    int decl;         /* order of declaration in its level */
    double w, h;      /* internal size, px */
    double loop_w, loop_h; /* room for self-loops at the right, and along the side, px */
    double x, y;      /* internal centre, px */
    double in_x;      /* port of an atom: x in the component inside */
    double off_x, off_y; /* port of an atom: from the atom's corner in the component around
                            it to where the edge comes in; to where it meets the frame */
    int_list up, down; /* segs */
    int var;          /* position phase: its variable (NODE: left side) */
    int y_var;        /* compaction: of its centre */
} vert;

/* A piece of an edge between two neighbouring layers of a level. */
typedef struct seg {
    int from, to;     /* verts, downwards */
    int edge, level, layer; /* between layer and layer + 1 */
    int var_from, var_to;   /* position phase: variables of its two ends */
    double x1, x2;    /* of the ends */
    int slot, slot2;  /* of its cross piece in the channel; slot2 where it is split, else -1 */
    double xs;        /* where a split piece changes slots */
    int y_var, y_var2;
    double y, y2;
} seg;

/* One end of an edge. */
typedef struct edge_end {
    bool group;
    int index;        /* node, or level of the group */
} edge_end;

typedef struct flow_edge {
    int edge;         /* in the graph */
    edge_end from, to;
    bool drawn, loop;
    bool reversed;    /* flow runs from `to` down to `from` */
    int level;        /* innermost that holds both ends */
    int unit_up, unit_down; /* verts in that level; -1: its own frame */
    idarch_textbox label;   /* at 0,0, visual */
    double label_w, label_h; /* internal; 0 without a label */
    int_list chain;   /* verts downwards */
    int_list segs;
} flow_edge;

/* How often a layer's order has changed; sums of versions (versions.c) at which its
 * neighbours could not be exchanged to any gain, and its channel had so many crossings. */
typedef struct layer_version {
    uint64_t own, settled, counted, inverted;
    int64_t crossings, inversions; /* the latter by its own version */
} layer_version;

typedef struct level {
    int group;        /* subgraph, -1 for the root */
    int parent, depth;
    idarch_direction direction;
    int comp;         /* level that heads its component */
    bool flip;        /* flow against that of the component */
    int unit;         /* vert that stands for it in its parent */
    int decl;
    int_list children;
    int_list units, edges; /* verts; flow edges whose level it is */
    int *shallow;     /* a large level's wished layers by unit; else NULL */
    int_list *layers; /* verts; 0: IN ports, last: OUT ports */
    int layer_count;
    layer_version *versions; /* by layer */
    int_list *inner;  /* levels of the groups in each layer, atoms left out */
    double *layer_bottom; /* rows phase: internal y under each layer */
    int *slots;       /* cross pieces one above the other, by the layer over the channel */
    idarch_textbox title;
    double title_w, title_h; /* visual */
    double loop_w, loop_h; /* room for self-loops on the frame, px */
    int left_var, right_var, top_var, bottom_var;
    double title_x;   /* internal left of the title, flow not across */
    double left, right, top, bottom; /* internal, in its component */
} level;

/* A component: where its frame stands in the picture and, for an atom, the margins beside
 * the frame that carry its ports (internal axes of the component around it). */
typedef struct comp {
    double x, y;
    double pad_left, pad_right;
} comp;

/* A seg as places in the two layers that it joins. */
typedef struct flow_span {
    int a, b;
} flow_span;

typedef struct flow {
    const lay_context *lay;
    idarch_arena *arena;
    const idarch_graph *graph;
    level *levels;
    int level_count;
    comp *comps;      /* by heading level */
    int_list heads;   /* heading levels, inner before outer */
    IDARCH_ARRAY(vert) verts;
    IDARCH_ARRAY(seg) segs;
    flow_edge *edges;
    int edge_count;
    int *node_vert;   /* by node, -1 */
    int_list *node_edges; /* drawn edges by node, loops left out */
    idarch_textbox *labels; /* by node */
    /* For the ordering, from split on, by vert: the far ends of its segs as lists, those
     * above before those below (flow_far); a group's level, else -1; its place as seen
     * from the layer above, below. */
    int *far_start, *far, *inside, *key_up, *key_down;
    flow_span *spans; /* scratch of crossings.c, used again for every channel */
    int *tree;
    size_t span_room, tree_room;
} flow;

static inline void flow_push(flow *f, int_list *list, int value)
{
    *IDARCH_PUSH(f->arena, list) = value;
}

/* Layers from one end of the edge to the other in a large level: a label has its own. */
static inline int flow_edge_layers(const flow *f, const flow_edge *e)
{
    int length = f->graph->edges.items[e->edge].length;
    return length > 1 ? length : e->label_w > 0 ? 2 : 1;
}

static inline bool flow_across(idarch_direction d)
{
    return d == IDARCH_DIR_LR || d == IDARCH_DIR_RL;
}

/* px between items beside one another in a layer. */
double flow_gap(const vert *a, const vert *b);

/* What the author's stroke of a node takes up outside its outline, px. A vert's size has it
 * on every side. */
double flow_stroke(const flow *f, int node);

static inline bool flow_is_atom(const flow *f, const vert *v)
{
    return v->kind == VERT_GROUP && f->levels[v->index].comp == v->index;
}

/* The port verts of a group on its upper or lower frame as its surroundings see them. */
static inline int_list *flow_ports(const flow *f, const vert *group, bool lower)
{
    const level *l = &f->levels[group->index];
    return &l->layers[lower ? l->layer_count - 1 : 0];
}

/* Whether the seg belongs to the component. */
static inline bool flow_in_comp(const flow *f, int seg_index, int head)
{
    return f->levels[f->segs.items[seg_index].level].comp == head;
}

typedef struct flow_arc {
    int from, to;
} flow_arc;

typedef IDARCH_ARRAY(flow_arc) flow_arcs;

/* The verts that the vert's segs lead to on one side. */
typedef struct flow_ends {
    const int *verts;
    int count;
} flow_ends;

static inline flow_ends flow_far(const flow *f, int vert_index, bool upper)
{
    const int *start = &f->far_start[2 * vert_index + !upper];
    return (flow_ends){f->far + start[0], start[1] - start[0]};
}

/* A layer of a level. */
typedef struct layer_ref {
    int level, layer;
} layer_ref;

typedef IDARCH_ARRAY(layer_ref) layer_refs;

/* All layers of a component in the order of the flow: a group's layers follow the layer
 * that holds it. upwards: from the last layer to the first, a group's layers again after
 * the layer that holds it. */
void flow_sequence(flow *f, int head, bool upwards, layer_refs *sequence);

/* crossings.c: flow_far and what goes with it, once the chains are made. */
void flow_index(flow *f);
/* Numbers the ends of segs in a layer as seen from its upper or lower side. */
void flow_number(flow *f, layer_ref at, bool lower);
/* versions.c: for a component about to be ordered. */
void flow_versions(flow *f, const layer_refs *layers);
/* Of what the crossings under the layer depend on; what exchanges in it depend on. */
uint64_t flow_channel_version(const flow *f, layer_ref at);
uint64_t flow_near_version(const flow *f, int head, layer_ref at);
/* Crossings in all channels of the layers in sequence; exact. */
int64_t flow_crossings(flow *f, int head, const layer_refs *sequence);

/* Room between a level's upper or lower frame and its members, left frame and members. */
double flow_pad_top(const flow *f, const level *l);
double flow_pad_bottom(const flow *f, const level *l);
double flow_pad_left(const flow *f, const level *l);
/* What a frame needs along the flow for its title and its self-loops. */
double flow_least_height(const flow *f, const level *l);

/* The side of a node (0 top, 1 right, 2 bottom, 3 left) that the internal lower (or
 * upper, right) side is in the picture. */
enum { FLOW_UPPER, FLOW_LOWER, FLOW_RIGHT };
int flow_side(const flow *f, int head, int internal);

/* px that a circle or cross at the edge's start or end stands back from a slanted outline, so
 * that it does not reach over it; once the edge's places sideways are known. */
double flow_mark_back(const flow *f, const flow_edge *e, bool at_end);

/* What the marks of an edge take beyond the usual ones: 0 but for wide lines, px. */
double flow_mark_extra(const flow *f, const flow_edge *e);

/* The phases, in order. */
void flow_levels(flow *f);               /* levels.c: levels, units, ends of edges */
void flow_sizes(flow *f);                /* sizes.c: labels, titles, sizes of nodes */
void flow_cycles(flow *f);               /* cycles.c: which edges run upwards */
int *flow_parts(flow *f);                /* scc.c: by edge, whether it is in a cycle */
/* By vertex, the number (from 1) of its strongly connected part. */
int *flow_scc(idarch_arena *arena, int count, const flow_arcs *list);
double *flow_depths(flow *f);            /* depth.c: by vert, where it lies in the whole flow */
int *flow_shallow(flow *f, const level *l, const double *depths); /* shallow.c: by unit, a layer */
void flow_ranks(flow *f);                /* ranks.c: a layer for each unit */
/* Layers that the edge spans at least; that the shortest ones of the level do. */
int flow_least_span(const flow *f, const level *l, const flow_edge *e);
int flow_scale(const flow *f, const level *l);
/* Sets the number of the level's layers; last: the last one that holds a unit. */
void flow_count_layers(const flow *f, level *l, int last);
void flow_pack(flow *f, int level_index, int *rank, const int *first); /* pack.c */
bool flow_split(flow *f);                /* split.c: chains; false: too many bends */
/* order.c: places within layers; returns the crossings. quick: from the order there is alone. */
int64_t flow_order(flow *f, int head, bool quick);
/* rerank.c: what flow_rerank needs of the flow before it is split, NULL where it would do
 * nothing; other layers for an ordered flow, where that takes crossings away. */
const flow *flow_keep(const flow *f);
void flow_rerank(flow *f, const flow *kept, int64_t crossings);
void flow_siblings(flow *f, int head, const layer_refs *layers); /* siblings.c: part of it */
void flow_as_declared(flow *f, int head); /* order.c: without the search */
void flow_position(flow *f, int head);   /* position.c: internal x */
/* lanes.c: part of it: what stands one under the other becomes one variable, over so many
 * layers at most. */
void flow_join_lanes(flow *f, int head, const layer_refs *layers, solve_problem *p, int most);
void flow_straighten(flow *f, int head); /* straighten.c: fewer bends, same order */
/* nudge.c: part of it; centre: nodes to the middle of their edges, nothing else. */
void flow_nudge(flow *f, int head, const layer_refs *layers, bool centre);
void flow_jogs(flow *f, int head);       /* jogs.c: part of it */
/* Whether the vert may move sideways alone. */
bool flow_movable(const flow *f, int head, const vert *v);
/* Where the centre of a vert may stand between its neighbours and within its frame. */
void flow_limits(const flow *f, int head, int vert_index, double *low, double *high);
void flow_slots(flow *f, int head);      /* slots.c: cross pieces in channels */
void flow_atom(flow *f, int head);       /* atom.c: margins and ports of a finished group */
void flow_rows(flow *f, int head);       /* rows.c: a first internal y */
void flow_compact(flow *f, int head);    /* compact.c: the final internal y */
void flow_emit(flow *f, idarch_geometry *geometry); /* emit.c */
void flow_coarse(flow *f, idarch_geometry *geometry); /* coarse.c: instead of all after split */

/* shape.c: outlines. */
void shape_size(idarch_shape shape, double text_w, double text_h, double *w, double *h);
/* How far inside the box's side the outline is at t px along it: side 0 top, 1 right,
 * 2 bottom, 3 left. */
double shape_inset(idarch_shape shape, double w, double h, int side, double t);
/* The stretch of the side where so many edges may end, px from its start. */
void shape_port_range(idarch_shape shape, double w, double h, int side, size_t ends,
                      double *from, double *to);
/* From the box's centre to the centre of the label. */
idarch_point shape_label_shift(idarch_shape shape, double w, double h);

#endif
