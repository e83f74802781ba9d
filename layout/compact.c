/* Tenth phase: the final internal y.
 *
 * Nodes, labels, cross pieces and the upper and lower lines of frames are variables.
 * What stands above what in the first drawing (seen along the flow, a sweep over a
 * skyline) stays so at a least distance; what is minimised is the length of the edges
 * along the flow, nodes of one layer out of line, and the height of frames. So a layer
 * need not wait for a high group that it has nothing to do with. */
#include <math.h>
#include <stdlib.h>

#include "layout/flow.h"
#include "layout/solve.h"
#include "model/edge_metrics.h"

#define UNIT 8.0 /* values per px */
#define BEFORE_MARK 4.0    /* px of line at least before a mark */
#define BETWEEN_MARKS 13.0 /* where the other end has one too, */
#define BOTH_MARKS 22.0    /* and at least so much with the mark */
#define LENGTH_STEP 26.0   /* px that an edge is long at least for each layer that it spans */
enum { OBJECTS_MOST = 20000, BOUND_ALL = 1500 };
enum { WEIGHT_EDGE = 8, WEIGHT_ALIGN = 14, WEIGHT_FRAME = 3, WEIGHT_PAGE = 2 };

typedef enum thing {
    THING_NODE,
    THING_LABEL,
    THING_LINE,
    THING_TOP,    /* a frame's upper line */
    THING_BOTTOM,
    THING_COUNT
} thing;

/* Least px between what stands above (row) and below (column). Frames' paddings with
 * titles are added to rows TOP and columns BOTTOM. */
static const double gaps[THING_COUNT][THING_COUNT] = {
    [THING_NODE] = {26, 16, 14, 26, 0},
    [THING_LABEL] = {20, 8, 10, 18, -4},
    [THING_LINE] = {20, 10, 11, 18, -2},
    [THING_TOP] = {0, -4, -3, 0, 0},
    [THING_BOTTOM] = {26, 16, 13, 24, 0},
};

typedef struct object {
    thing what;
    double x1, x2;    /* widened by what it keeps free at its sides */
    double top;       /* in the first drawing */
    double up, down;  /* from the variable to its edges, px */
    int var;
    const level *frame;
    const vert *vert; /* of a node or label, else NULL */
    bool under, over; /* something else; set by relate */
} object;

/* A stretch of the skyline: from x on, object is the lowest so far. */
typedef struct stretch {
    double x;
    int object;       /* -1: none */
} stretch;

typedef struct compact {
    flow *f;
    int head;
    layer_refs layers;
    solve_problem p;
    IDARCH_ARRAY(object) objects;
    stretch *sky;
    int sky_count, sky_room;
} compact;

static int64_t units(double px)
{
    return (int64_t)ceil(px * UNIT - 1e-6);
}

static void add(compact *c, thing what, double x1, double x2, double top, double up, double down,
                int var, const level *frame)
{
    double side = what == THING_LINE ? 4 : what == THING_LABEL ? 4 : 10;
    *IDARCH_PUSH(c->f->arena, &c->objects) =
        (object){what, x1 - side, x2 + side, top, up, down, var, frame, NULL, false, false};
}

static void add_vert(compact *c, vert *v)
{
    const flow *f = c->f;
    if (v->kind == VERT_GROUP && !flow_is_atom(f, v))
        return;
    if (v->kind != VERT_GROUP && v->kind != VERT_NODE && v->kind != VERT_LABEL)
        return;
    v->y_var = solve_variable(&c->p);
    double right = v->x + v->w / 2 +
                   (v->kind == VERT_GROUP ? f->levels[v->index].loop_w : v->loop_w);
    add(c, v->kind == VERT_LABEL ? THING_LABEL : THING_NODE, v->x - v->w / 2, right,
        v->y - v->h / 2, v->h / 2, v->h / 2, v->y_var, NULL);
    c->objects.items[c->objects.count - 1].vert = v;
}

static void add_frame(compact *c, level *l)
{
    l->top_var = solve_variable(&c->p);
    l->bottom_var = solve_variable(&c->p);
    double least = flow_least_height(c->f, l);
    solve_tight(&c->p, l->top_var, l->bottom_var, units(least),
                l->group < 0 ? WEIGHT_PAGE : WEIGHT_FRAME);
    if (l->group < 0)
        return;
    add(c, THING_TOP, l->left, l->right + l->loop_w, l->top, 0, 0, l->top_var, l);
    add(c, THING_BOTTOM, l->left, l->right + l->loop_w, l->bottom, 0, 0, l->bottom_var, l);
}

static void add_segs(compact *c)
{
    flow *f = c->f;
    for (size_t i = 0; i < f->segs.count; i++) {
        seg *s = &f->segs.items[i];
        if (!flow_in_comp(f, (int)i, c->head) || s->slot < 0)
            continue;
        double end = s->slot2 >= 0 ? s->xs : s->x2;
        s->y_var = solve_variable(&c->p);
        add(c, THING_LINE, fmin(s->x1, end), fmax(s->x1, end), s->y, 0, 0, s->y_var, NULL);
        if (s->slot2 < 0)
            continue;
        s->y_var2 = solve_variable(&c->p);
        add(c, THING_LINE, fmin(end, s->x2), fmax(end, s->x2), s->y2, 0, 0, s->y_var2, NULL);
    }
}

static double gap_of(const compact *c, const object *a, const object *b)
{
    double gap = gaps[a->what][b->what];
    if (a->what == THING_TOP)
        gap += flow_pad_top(c->f, a->frame);
    if (b->what == THING_BOTTOM)
        gap += flow_pad_bottom(c->f, b->frame);
    if (a->what == THING_TOP && b->what == THING_BOTTOM)
        gap = fmax(gap, 2 * FRAME_PAD);
    return gap + a->down + b->up;
}

/* Index of the stretch that holds x. */
static int sky_find(const compact *c, double x)
{
    int low = 0, high = c->sky_count - 1;
    while (low < high) {
        int mid = (low + high + 1) / 2;
        if (c->sky[mid].x <= x)
            low = mid;
        else
            high = mid - 1;
    }
    return low;
}

/* Members of one layer stand side by side, also where the room that they keep free meets. */
static bool same_layer(const object *a, const object *b)
{
    return a->vert && b->vert && a->vert->level == b->vert->level &&
           a->vert->layer == b->vert->layer;
}

/* Relates the object to all that it stands under, then makes it part of the skyline. */
static void drop(compact *c, int index)
{
    object *o = &c->objects.items[index];
    int first = sky_find(c, o->x1), last = first, seen = -1;
    while (last + 1 < c->sky_count && c->sky[last + 1].x < o->x2)
        last++;
    for (int k = first; k <= last; k++) {
        int above = c->sky[k].object;
        if (above < 0 || above == seen)
            continue;
        object *a = &c->objects.items[above];
        if (same_layer(a, o))
            continue;
        solve_at_least(&c->p, a->var, o->var, units(gap_of(c, a, o)));
        o->under = a->over = true;
        seen = above;
    }
    int behind = c->sky[last].object;
    bool keep_first = c->sky[first].x < o->x1;
    int at = keep_first ? first + 1 : first, put = 2, rest = c->sky_count - last - 1;
    if (last + 1 < c->sky_count && c->sky[last + 1].x <= o->x2)
        put = 1;
    memmove(&c->sky[at + put], &c->sky[last + 1], (size_t)rest * sizeof(stretch));
    c->sky[at] = (stretch){o->x1, index};
    if (put == 2)
        c->sky[at + 1] = (stretch){o->x2, behind};
    c->sky_count = at + put + rest;
}

typedef struct sorted {
    double top;
    int index;
} sorted;

static int by_top(const void *a, const void *b)
{
    const sorted *x = a, *y = b;
    if (x->top < y->top || x->top > y->top)
        return x->top < y->top ? -1 : 1;
    return x->index - y->index;
}

static void relate(compact *c)
{
    size_t n = c->objects.count;
    sorted *order = IDARCH_NEW_ARRAY(c->f->arena, sorted, n + 1);
    c->sky = IDARCH_NEW_ARRAY(c->f->arena, stretch, 2 * n + 4);
    c->sky[0] = (stretch){-INFINITY, -1};
    c->sky_count = 1;
    for (size_t i = 0; i < n; i++)
        order[i] = (sorted){c->objects.items[i].top, (int)i};
    qsort(order, n, sizeof(order[0]), by_top);
    for (size_t i = 0; i < n; i++)
        drop(c, order[i].index);
}

/* Everything lies between the root's upper and lower line, where there is much of it by
 * what it is under and over; inside an atom's component the head is a frame as any other. */
static void bound(compact *c)
{
    const level *l = &c->f->levels[c->head];
    bool all = c->objects.count <= BOUND_ALL;
    for (size_t i = 0; l->group < 0 && i < c->objects.count; i++) {
        const object *o = &c->objects.items[i];
        if (all || !o->under)
            solve_at_least(&c->p, l->top_var, o->var, units(o->up));
        if (all || !o->over)
            solve_at_least(&c->p, o->var, l->bottom_var, units(o->down));
    }
}

typedef struct anchor {
    int var;
    double up, down; /* px from the variable to where an edge ends */
} anchor;

/* A chain's ends and what it meets on its way. */
static bool vert_anchor(const compact *c, const vert *v, bool start, bool end, anchor *out)
{
    const level *l = v->kind == VERT_IN || v->kind == VERT_OUT ? &c->f->levels[v->level] : NULL;
    if (v->kind == VERT_NODE || v->kind == VERT_LABEL) {
        *out = (anchor){v->y_var, v->h / 2, v->h / 2};
        return true;
    }
    if (!l || (!start && !end))
        return false;
    if (l->comp == v->level && v->level != c->head) {
        const vert *atom = &c->f->verts.items[l->unit];
        *out = (anchor){atom->y_var, atom->h / 2, atom->h / 2};
        return true;
    }
    *out = (anchor){v->kind == VERT_IN ? l->top_var : l->bottom_var, 0, 0};
    return true;
}

static void link_anchor(compact *c, anchor *last, anchor next)
{
    if (last->var >= 0 && last->var != next.var)
        solve_tight(&c->p, last->var, next.var, units(last->down + next.up), WEIGHT_EDGE);
    *last = next;
}

/* What an edge keeps free before its start or end for the mark there, px. */
static double mark_room(const flow *f, const flow_edge *e, bool at_end)
{
    const idarch_edge *edge = &f->graph->edges.items[e->edge];
    idarch_end mark = at_end ? edge->end : edge->start, other = at_end ? edge->start : edge->end;
    double width = idarch_edge_width(edge), wide = width > 2 ? width : 0;
    if (mark == IDARCH_END_NONE)
        return 0;
    double length = idarch_mark_length(mark, width) + wide + flow_mark_back(f, e, at_end);
    return other == IDARCH_END_NONE ? length + BEFORE_MARK : fmax(length + BETWEEN_MARKS, BOTH_MARKS);
}

static void pull_edge(compact *c, const flow_edge *e)
{
    flow *f = c->f;
    double above = mark_room(f, e, e->reversed), below = mark_room(f, e, !e->reversed);
    anchor last = {-1, 0, 0}, next, first = last;
    bool whole = true;
    for (size_t i = 0; i < e->segs.count; i++) {
        const seg *s = &f->segs.items[e->segs.items[i]];
        if (!flow_in_comp(f, e->segs.items[i], c->head)) {
            whole = false;
            continue;
        }
        const vert *a = &f->verts.items[s->from], *b = &f->verts.items[s->to];
        if (last.var < 0 && vert_anchor(c, a, true, false, &next))
            last = next, last.down += i == 0 ? above : 0;
        if (i == 0)
            first = last;
        if (s->slot >= 0)
            link_anchor(c, &last, (anchor){s->y_var, 0, 0});
        if (s->slot2 >= 0)
            link_anchor(c, &last, (anchor){s->y_var2, 0, 0});
        bool end = i + 1 == e->segs.count ||
                   !flow_in_comp(f, e->segs.items[i + 1], c->head);
        if (!vert_anchor(c, b, false, end, &next))
            continue;
        next.up += i + 1 == e->segs.count ? below : 0;
        link_anchor(c, &last, next);
    }
    int length = f->graph->edges.items[e->edge].length;
    if (whole && length > 1 && first.var >= 0 && last.var != first.var)
        solve_at_least(&c->p, first.var, last.var,
                       units(first.down + last.up + e->label_h + LENGTH_STEP * length));
}

static void keep_level(compact *c, int a, int b)
{
    solve_at_least(&c->p, a, b, 0);
    solve_at_least(&c->p, b, a, 0);
}

/* Nodes of one layer stay in line. */
static void align(compact *c)
{
    flow *f = c->f;
    for (size_t i = 0; i < c->layers.count; i++) {
        const int_list *items = &f->levels[c->layers.items[i].level].layers[c->layers.items[i].layer];
        int last = -1;
        for (size_t k = 0; k < items->count; k++) {
            const vert *v = &f->verts.items[items->items[k]];
            if (v->kind != VERT_NODE)
                continue;
            if (last >= 0)
                keep_level(c, last, v->y_var);
            last = v->y_var;
        }
    }
}

/* Replicas in a frame that is higher than they need, for its title: in its middle. */
static void centre_row(compact *c, const level *l)
{
    flow *f = c->f;
    double low = l->top + flow_pad_top(f, l), high = l->bottom - flow_pad_bottom(f, l);
    if (l->group < 0 || l->layer_count != 3)
        return;
    for (size_t i = 0; i < l->units.count; i++) {
        const vert *v = &f->verts.items[l->units.items[i]];
        if (v->kind != VERT_NODE || v->up.count + v->down.count > 0)
            return;
    }
    for (int port = 0; port < 3; port += 2)
        for (size_t i = 0; i < l->layers[port].count; i++) {
            const vert *v = &f->verts.items[l->layers[port].items[i]];
            if ((port == 0 ? v->down.count : v->up.count) > 0)
                return;
        }
    for (size_t i = 0; i < l->units.count; i++)
        f->verts.items[l->units.items[i]].y = (low + high) / 2;
}

static void store(compact *c, const int64_t *value)
{
    flow *f = c->f;
    for (size_t i = 0; i < c->layers.count; i++) {
        level *l = &f->levels[c->layers.items[i].level];
        const int_list *items = &l->layers[c->layers.items[i].layer];
        l->top = (double)value[l->top_var] / UNIT;
        l->bottom = (double)value[l->bottom_var] / UNIT;
        for (size_t k = 0; k < items->count; k++) {
            vert *v = &f->verts.items[items->items[k]];
            if (v->kind == VERT_NODE || v->kind == VERT_LABEL || flow_is_atom(f, v))
                v->y = (double)value[v->y_var] / UNIT;
        }
    }
    for (size_t i = 0; i < c->layers.count; i++)
        if (c->layers.items[i].layer == 0)
            centre_row(c, &f->levels[c->layers.items[i].level]);
    for (size_t i = 0; i < f->segs.count; i++) {
        seg *s = &f->segs.items[i];
        if (!flow_in_comp(f, (int)i, c->head) || s->slot < 0)
            continue;
        s->y = (double)value[s->y_var] / UNIT;
        s->y2 = s->slot2 >= 0 ? (double)value[s->y_var2] / UNIT : s->y;
    }
}

void flow_compact(flow *f, int head)
{
    compact c = {.f = f, .head = head, .p = {.arena = f->arena}};
    flow_sequence(f, head, false, &c.layers);
    for (size_t i = 0; i < c.layers.count; i++) {
        level *l = &f->levels[c.layers.items[i].level];
        const int_list *items = &l->layers[c.layers.items[i].layer];
        if (c.layers.items[i].layer == 0)
            add_frame(&c, l);
        for (size_t k = 0; k < items->count; k++)
            add_vert(&c, &f->verts.items[items->items[k]]);
    }
    add_segs(&c);
    if (c.objects.count > OBJECTS_MOST)
        return;
    relate(&c);
    bound(&c);
    align(&c);
    for (int i = 0; i < f->edge_count; i++)
        pull_edge(&c, &f->edges[i]);
    store(&c, solve_run(&c.p, true));
}
