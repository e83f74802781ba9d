/* After the positions, before the chains are straightened: a node, or the end of one of
 * its edges, is moved sideways within its room where that saves bends. The order within
 * the layers stays. */
#include <math.h>

#include "layout/flow.h"

#define BEND_COST 60.0 /* px that a bend is worth */
enum { ENDS_MOST = 40 };

/* Ends of segs at one node. */
typedef struct ends {
    flow *f;
    int head;
    const vert *node;
    int count;
    struct {
        seg *s;
        bool lower;      /* at the node's lower side */
    } list[ENDS_MOST];
} ends;

static double *near_x(ends *e, int i)
{
    return e->list[i].lower ? &e->list[i].s->x1 : &e->list[i].s->x2;
}

static double far_x(const ends *e, int i)
{
    return e->list[i].lower ? e->list[i].s->x2 : e->list[i].s->x1;
}

static bool gather(ends *e)
{
    const int_list *sides[2] = {&e->node->up, &e->node->down};
    e->count = 0;
    for (int lower = 0; lower < 2; lower++)
        for (size_t i = 0; i < sides[lower]->count; i++) {
            if (e->count == ENDS_MOST)
                return false;
            e->list[e->count].s = &e->f->segs.items[sides[lower]->items[i]];
            e->list[e->count++].lower = lower;
        }
    return e->count > 0;
}

static double cost_at(ends *e, double by)
{
    double sum = 0;
    for (int i = 0; i < e->count; i++) {
        double d = fabs(*near_x(e, i) + by - far_x(e, i));
        sum += d + (d > 0.01 ? 2 * BEND_COST : 0);
    }
    return sum;
}

/* Moves the node so that one of its edges runs straight, if that is better for all. */
static void shift_node(ends *e, vert *v)
{
    double low, high, best_by = 0, best = cost_at(e, 0) - 0.01;
    flow_limits(e->f, e->head, (int)(v - e->f->verts.items), &low, &high);
    for (int i = 0; i < e->count; i++) {
        double by = far_x(e, i) - *near_x(e, i);
        if (fabs(by) < 0.01 || v->x + by < low || v->x + by > high)
            continue;
        double cost = cost_at(e, by);
        if (cost < best - 1e-9) {
            best = cost;
            best_by = by;
        }
    }
    if (fabs(best_by) < 0.01)
        return;
    v->x += best_by;
    for (int i = 0; i < e->count; i++)
        *near_x(e, i) += best_by;
}

/* How far the end may go between the ends beside it on the node's side. */
static void end_range(ends *e, int i, double *low, double *high)
{
    const vert *v = e->node;
    bool across = flow_across(e->f->levels[e->head].direction), lower = e->list[i].lower;
    size_t count = lower ? v->down.count : v->up.count;
    double x = *near_x(e, i), left = v->x - v->w / 2;
    shape_port_range(e->f->graph->nodes.items[v->index].shape, across ? v->h : v->w,
                     across ? v->w : v->h, flow_side(e->f, e->head, lower ? FLOW_LOWER : FLOW_UPPER),
                     count, low, high);
    *low += left;
    *high += left;
    for (int k = 0; k < e->count; k++) {
        if (k == i || e->list[k].lower != lower)
            continue;
        double other = *near_x(e, k), gap = fmin(PORT_GAP, fabs(other - x));
        if (other < x)
            *low = fmax(*low, other + gap);
        else
            *high = fmin(*high, other - gap);
    }
}

static void shift_ends(ends *e)
{
    for (int i = 0; i < e->count; i++) {
        double low, high, to = far_x(e, i);
        if (fabs(to - *near_x(e, i)) < 0.01)
            continue;
        end_range(e, i, &low, &high);
        if (to >= low && to <= high)
            *near_x(e, i) = to;
    }
}

void flow_nudge(flow *f, int head, const layer_refs *layers)
{
    ends e = {.f = f, .head = head};
    for (size_t i = 0; i < layers->count; i++) {
        const int_list *items = &f->levels[layers->items[i].level].layers[layers->items[i].layer];
        for (size_t k = 0; k < items->count; k++) {
            vert *v = &f->verts.items[items->items[k]];
            e.node = v;
            if (v->kind != VERT_NODE || !gather(&e))
                continue;
            shift_ends(&e);
            shift_node(&e, v);
            shift_ends(&e);
        }
    }
}
