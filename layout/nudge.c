/* After the positions, before the chains are straightened: a node, or the end of one of
 * its edges, is moved sideways within its room where that saves bends. The order within
 * the layers stays. */
#include <math.h>

#include "layout/flow.h"

#define BEND_COST 60.0 /* px that a bend is worth */
#define FIRST_COST 6.0 /* more for the first edge, less for later ones */
enum { ENDS_MOST = 40, RUN_MOST = 12 };

/* An end of a seg at the node with the run of verts behind it that stand straight at the
 * same x and could move along. */
typedef struct end {
    bool lower;          /* at the node's lower side */
    seg *s;
    int run[RUN_MOST];   /* verts */
    seg *segs[RUN_MOST]; /* the one behind each of them */
    int count;
    double low, high;    /* how far the run may move */
    double far;          /* x of what stands behind the run */
} end;

typedef struct ends {
    flow *f;
    int head;
    const vert *node;
    int count;
    end list[ENDS_MOST];
} ends;

static double *near_of(seg *s, bool lower)
{
    return lower ? &s->x1 : &s->x2;
}

static double *near_x(ends *e, int i)
{
    return near_of(e->list[i].s, e->list[i].lower);
}

static double far_of(const seg *s, bool lower)
{
    return lower ? s->x2 : s->x1;
}

static double far_x(const ends *e, int i)
{
    return far_of(e->list[i].s, e->list[i].lower);
}

/* Follows the chain from the node as long as it is straight and can move. */
static void follow(ends *e, end *n)
{
    flow *f = e->f;
    seg *s = n->s;
    n->count = 0;
    n->low = -1e9;
    n->high = 1e9;
    while (n->count < RUN_MOST && fabs(s->x1 - s->x2) < 0.01) {
        int index = n->lower ? s->to : s->from;
        const vert *v = &f->verts.items[index];
        const int_list *next = n->lower ? &v->down : &v->up;
        double low, high;
        if (v->kind == VERT_NODE || next->count != 1 || !flow_movable(f, e->head, v) ||
            !flow_in_comp(f, next->items[0], e->head))
            break;
        flow_limits(f, e->head, index, &low, &high);
        n->low = fmax(n->low, low - v->x);
        n->high = fmin(n->high, high - v->x);
        s = &f->segs.items[next->items[0]];
        n->run[n->count] = index;
        n->segs[n->count++] = s;
    }
    n->far = far_of(s, n->lower);
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
            e->list[e->count].lower = lower;
            follow(e, &e->list[e->count++]);
        }
    return e->count > 0;
}

/* Of two edges that cannot both be straight the one declared first should be. */
static double jog(const ends *e, const end *n, double d)
{
    double late = (double)n->s->edge / (e->f->edge_count > 0 ? e->f->edge_count : 1);
    return fabs(d) > 0.01 ? fabs(d) + 2 * BEND_COST + FIRST_COST * (1 - late) : 0;
}

static bool run_moves(const end *n, double by)
{
    return n->count > 0 && by >= n->low - 0.001 && by <= n->high + 0.001;
}

static double cost_at(ends *e, double by)
{
    double sum = 0;
    for (int i = 0; i < e->count; i++) {
        const end *n = &e->list[i];
        double x = *near_x(e, i);
        if (n->count == 0)
            sum += jog(e, n, x + by - n->far);
        else
            sum += run_moves(n, by) ? jog(e, n, x + by - n->far)
                                    : jog(e, n, by) + jog(e, n, x - n->far);
    }
    return sum;
}

static void move_run(ends *e, const end *n, double by)
{
    if (!run_moves(n, by))
        return;
    *(n->lower ? &n->s->x2 : &n->s->x1) += by;
    for (int i = 0; i < n->count; i++) {
        e->f->verts.items[n->run[i]].x += by;
        *near_of(n->segs[i], n->lower) += by;
        if (i + 1 < n->count)
            *(n->lower ? &n->segs[i]->x2 : &n->segs[i]->x1) += by;
    }
}

/* Moves the node, and runs with it, so that an edge runs straight, if that is better for
 * all. */
static void shift_node(ends *e, vert *v)
{
    double low, high, best_by = 0, best = cost_at(e, 0) - 0.01;
    flow_limits(e->f, e->head, (int)(v - e->f->verts.items), &low, &high);
    for (int i = 0; i < 2 * e->count; i++) {
        double to = i < e->count ? far_x(e, i) : e->list[i - e->count].far;
        double by = to - *near_x(e, i % e->count);
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
    for (int i = 0; i < e->count; i++) {
        *near_x(e, i) += best_by;
        move_run(e, &e->list[i], best_by);
    }
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

/* Moves the node alone to the middle of its edges, as far as their ends stay on it. */
static void centre_node(ends *e, vert *v)
{
    double low, high, sum[2] = {0}, wanted = 0;
    int count[2] = {0};
    bool across = flow_across(e->f->levels[e->head].direction);
    idarch_shape shape = e->f->graph->nodes.items[v->index].shape;
    flow_limits(e->f, e->head, (int)(v - e->f->verts.items), &low, &high);
    for (int i = 0; i < e->count; i++) {
        bool lower = e->list[i].lower;
        double from, to, x = *near_x(e, i);
        shape_port_range(shape, across ? v->h : v->w, across ? v->w : v->h,
                         flow_side(e->f, e->head, lower ? FLOW_LOWER : FLOW_UPPER),
                         lower ? v->down.count : v->up.count, &from, &to);
        low = fmax(low, x - to + v->w / 2);
        high = fmin(high, x - from + v->w / 2);
        sum[lower] += x;
        count[lower]++;
    }
    for (int k = 0; k < 2; k++)
        wanted += count[k] > 0 ? sum[k] / count[k] : 0;
    wanted /= (count[0] > 0) + (count[1] > 0);
    if (low <= v->x && v->x <= high)
        v->x = fmin(fmax(wanted, low), high);
}

void flow_nudge(flow *f, int head, const layer_refs *layers, bool centre)
{
    ends e = {.f = f, .head = head};
    for (size_t i = 0; i < layers->count; i++) {
        const int_list *items = &f->levels[layers->items[i].level].layers[layers->items[i].layer];
        for (size_t k = 0; k < items->count; k++) {
            vert *v = &f->verts.items[items->items[k]];
            e.node = v;
            if (v->kind != VERT_NODE || !gather(&e))
                continue;
            if (centre) {
                centre_node(&e, v);
                continue;
            }
            shift_ends(&e);
            gather(&e);
            shift_node(&e, v);
            shift_ends(&e);
        }
    }
}
