/* Last of the straightening: little jogs. Where an edge steps aside by a few px, both of
 * its straight stretches there may slide together: ends along the sides of nodes, bends,
 * labels and ports between their neighbours. The order everywhere stays. */
#include <math.h>

#include "layout/flow.h"

#define JOG_MOST 18.0 /* px: a larger step is no jog */
#define CORNER 4.0    /* px from a square corner that an end may go to for a straight edge */
#define END_GAP 8.0   /* px between the ends of edges, at least */

/* A straight run of segs' ends at one x, and how far it may move. */
typedef struct stretch {
    double x, low, high;
    int stops;
} stretch;

typedef struct jogs {
    flow *f;
    int head;
    const flow_edge *edge;
} jogs;

static seg *seg_at(const jogs *j, int i)
{
    return &j->f->segs.items[j->edge->segs.items[i]];
}

/* Where the end of the seg at a node may be, between the ends beside it. */
static void end_range(const jogs *j, const seg *s, bool lower, double *low, double *high)
{
    const flow *f = j->f;
    const vert *v = &f->verts.items[lower ? s->from : s->to];
    const int_list *segs = lower ? &v->down : &v->up;
    bool across = flow_across(f->levels[j->head].direction);
    double x = lower ? s->x1 : s->x2, left = v->x - v->w / 2;
    shape_port_range(f->graph->nodes.items[v->index].shape, across ? v->h : v->w,
                     across ? v->w : v->h, flow_side(f, j->head, lower ? FLOW_LOWER : FLOW_UPPER),
                     segs->count, low, high);
    if (f->graph->nodes.items[v->index].shape == IDARCH_SHAPE_RECT) {
        *low = fmin(*low, CORNER);
        *high = fmax(*high, v->w - CORNER);
    }
    *low += left;
    *high += left;
    for (size_t i = 0; i < segs->count; i++) {
        const seg *t = &f->segs.items[segs->items[i]];
        double other = lower ? t->x1 : t->x2, gap = fmin(END_GAP, fabs(other - x));
        if (t != s && other < x)
            *low = fmax(*low, other + gap);
        else if (t != s)
            *high = fmin(*high, other - gap);
    }
}

/* Takes the stop, the upper (or lower) end of seg i, into the stretch. */
static void add_stop(const jogs *j, stretch *t, int i, bool upper)
{
    const seg *s = seg_at(j, i);
    int index = upper ? s->from : s->to;
    const vert *v = &j->f->verts.items[index];
    double low = t->x, high = t->x;
    if (v->kind == VERT_NODE)
        end_range(j, s, upper, &low, &high);
    else if (flow_movable(j->f, j->head, v))
        flow_limits(j->f, j->head, index, &low, &high);
    t->low = fmax(t->low, low);
    t->high = fmin(t->high, high);
    t->stops++;
}

static bool straight(const seg *s)
{
    return fabs(s->x1 - s->x2) < 0.01;
}

/* The stretch that ends at the upper end of seg i, or begins at its lower end. */
static stretch stretch_at(const jogs *j, int i, bool above)
{
    int step = above ? -1 : 1, count = (int)j->edge->segs.count;
    stretch t = {.x = above ? seg_at(j, i)->x1 : seg_at(j, i)->x2, .low = -1e9, .high = 1e9};
    add_stop(j, &t, i, above);
    for (int k = i + step; k >= 0 && k < count; k += step) {
        if (!flow_in_comp(j->f, j->edge->segs.items[k], j->head) || !straight(seg_at(j, k)))
            break;
        add_stop(j, &t, k, above);
    }
    return t;
}

static void move_stop(const jogs *j, int i, bool upper, double x)
{
    seg *s = seg_at(j, i);
    vert *v = &j->f->verts.items[upper ? s->from : s->to];
    *(upper ? &s->x1 : &s->x2) = x;
    if (v->kind != VERT_NODE)
        v->x = x;
}

/* Moves what lies on the stretch that begins at seg i and goes away from it. */
static void move_stretch(const jogs *j, int i, bool above, double x)
{
    int step = above ? -1 : 1, count = (int)j->edge->segs.count;
    move_stop(j, i, above, x);
    for (int k = i + step; k >= 0 && k < count; k += step) {
        if (!flow_in_comp(j->f, j->edge->segs.items[k], j->head))
            break;
        bool went_on = straight(seg_at(j, k));
        *(above ? &seg_at(j, k)->x2 : &seg_at(j, k)->x1) = x;
        if (!went_on)
            break;
        move_stop(j, k, above, x);
    }
}

/* Takes away the jog in seg i if its two sides can meet: the shorter one goes farther. */
static void smooth(const jogs *j, int i)
{
    const seg *s = seg_at(j, i);
    double step = fabs(s->x1 - s->x2);
    if (step < 0.01 || step > JOG_MOST)
        return;
    stretch a = stretch_at(j, i, true), b = stretch_at(j, i, false);
    double low = fmax(a.low, b.low), high = fmin(a.high, b.high);
    if (low > high)
        return;
    double x = fmin(fmax(a.stops >= b.stops ? a.x : b.x, low), high);
    move_stretch(j, i, true, x);
    move_stretch(j, i, false, x);
}

void flow_jogs(flow *f, int head)
{
    for (int i = 0; i < f->edge_count; i++) {
        jogs j = {f, head, &f->edges[i]};
        for (int k = 0; k < (int)f->edges[i].segs.count; k++)
            if (flow_in_comp(f, f->edges[i].segs.items[k], head))
                smooth(&j, k);
    }
}
