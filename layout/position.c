/* Seventh phase: internal x of everything in a component, in one problem: nodes, bends,
 * labels, ports on nodes, ports on frames and both sides of every frame are variables;
 * the order found before gives the least distances; what is minimised is how far edges
 * run sideways, bends weighing most, then the width of the frames.
 *
 * A group's title stands where no edge enters: between two ports if there is room, else
 * the problem is solved again with room asked for. */
#include <math.h>
#include <stdlib.h>

#include "layout/flow.h"
#include "layout/solve.h"

#define UNIT 8.0        /* values per px */
#define TITLE_GAP 8.0   /* px between a title and an edge beside it */

/* LARGE: segs from which on straight stretches are joined, of so many layers at most. */
enum { LARGE = 3000, JOINED = 2 };
enum { WEIGHT_REAL = 12, WEIGHT_HALF = 20, WEIGHT_BEND = 36, WEIGHT_FRAME = 3, WEIGHT_PORT = 1 };

typedef struct position {
    flow *f;
    int head;
    layer_refs layers;
    solve_problem p;
    int *title_var;     /* by level, -1 */
    bool large;         /* straight stretches are one variable, ends fixed on their nodes */
} position;

/* Where an item of a layer begins and ends. */
typedef struct extent {
    int left, right;    /* variables */
    double before, after; /* px from the variables outwards */
} extent;

static int64_t units(double px)
{
    return (int64_t)ceil(px * UNIT - 1e-6);
}

static extent extent_of(const flow *f, const vert *v)
{
    const level *l = &f->levels[v->index >= 0 && v->kind == VERT_GROUP ? v->index : 0];
    switch (v->kind) {
    case VERT_GROUP: return (extent){l->left_var, l->right_var, 0, l->loop_w};
    case VERT_NODE: return (extent){v->var, v->var, 0, v->w + v->loop_w};
    case VERT_LABEL: return (extent){v->var, v->var, v->w / 2, v->w / 2};
    case VERT_BEND:
    case VERT_IN:
    case VERT_OUT: break;
    }
    return (extent){v->var, v->var, 0, 0};
}

static bool is_line(const vert *v)
{
    return v->kind == VERT_BEND || v->kind == VERT_IN || v->kind == VERT_OUT;
}

double flow_gap(const vert *a, const vert *b)
{
    if (is_line(a) && is_line(b))
        return LINE_GAP;
    if (a->kind == VERT_LABEL || b->kind == VERT_LABEL)
        return is_line(a) || is_line(b) || a->kind == b->kind ? LABEL_GAP : LABEL_GAP + 4;
    if (is_line(a) || is_line(b))
        return LINE_NODE;
    return a->kind == VERT_GROUP || b->kind == VERT_GROUP ? GROUP_GAP : NODE_GAP;
}

/* Widens a node until its ends on a side have room. */
static void widen(const flow *f, int head, vert *v)
{
    size_t most = v->up.count > v->down.count ? v->up.count : v->down.count;
    const idarch_node *n = &f->graph->nodes.items[v->index];
    double from, to;
    bool across = flow_across(f->levels[head].direction);
    if (most < 2)
        return;
    for (int round = 0; round < 3; round++) {
        double w = across ? v->h : v->w, h = across ? v->w : v->h;
        shape_port_range(n->shape, w, h, across ? 1 : 0, most, &from, &to);
        double need = (double)(most - 1) * PORT_LEAST - (to - from);
        if (need <= 0.01)
            return;
        v->w += need * v->w / (to - from > 1 ? to - from : 1);
    }
}

static void make_variables(position *p)
{
    flow *f = p->f;
    for (size_t i = 0; i < p->layers.count; i++) {
        layer_ref at = p->layers.items[i];
        level *l = &f->levels[at.level];
        if (at.layer == 0) {
            l->left_var = solve_variable(&p->p);
            l->right_var = solve_variable(&p->p);
        }
        for (size_t k = 0; k < l->layers[at.layer].count; k++) {
            vert *v = &f->verts.items[l->layers[at.layer].items[k]];
            if (v->kind == VERT_NODE)
                widen(f, p->head, v);
            if (v->kind != VERT_GROUP)
                v->var = solve_variable(&p->p);
            else if (flow_is_atom(f, v)) {
                f->levels[v->index].left_var = solve_variable(&p->p);
                f->levels[v->index].right_var = solve_variable(&p->p);
            }
        }
    }
}

/* Ports need no room for members, but where the title stands at the left they keep off it. */
static double pad_left(const flow *f, const level *l, bool ports)
{
    return ports && flow_pad_left(f, l) <= FRAME_PAD ? LINE_NODE : flow_pad_left(f, l);
}

/* Items of a layer keep their distances and stay inside the frame. */
static void separate(position *p, layer_ref at)
{
    flow *f = p->f;
    const level *l = &f->levels[at.level];
    const int_list *items = &l->layers[at.layer];
    const vert *last = NULL;
    extent e = {0}, last_e = {0};
    bool ports = at.layer == 0 || at.layer == l->layer_count - 1;
    for (size_t i = 0; i < items->count; i++) {
        const vert *v = &f->verts.items[items->items[i]];
        e = extent_of(f, v);
        if (last)
            solve_at_least(&p->p, last_e.right, e.left,
                           units(last_e.after + e.before + flow_gap(last, v)));
        else if (l->group >= 0)
            solve_at_least(&p->p, l->left_var, e.left,
                           units(e.before + pad_left(f, l, ports)));
        else
            solve_at_least(&p->p, l->left_var, e.left, units(e.before));
        last = v;
        last_e = e;
    }
    if (last)
        solve_at_least(&p->p, last_e.right, l->right_var,
                       units(last_e.after + (l->group < 0 ? 0 : ports ? LINE_NODE : FRAME_PAD)));
}

static void frame(position *p, const level *l)
{
    bool across = flow_across(p->f->levels[p->head].direction);
    double least = l->group < 0 ? 0 : 2 * FRAME_PAD + (across ? l->title_h : l->title_w);
    if (l->comp == p->head && l == &p->f->levels[p->head])
        least = fmax(least, l->loop_h + 2 * LOOP_STEP); /* an atom's loops stand across */
    solve_tight(&p->p, l->left_var, l->right_var, units(least),
                l->group < 0 ? 1 : WEIGHT_FRAME);
}

/* The ports of an atom are where the component inside put them. */
static void fix_ports(position *p, const vert *atom)
{
    flow *f = p->f;
    level *l = &f->levels[atom->index];
    int64_t w = units(atom->w);
    solve_at_least(&p->p, l->left_var, l->right_var, w);
    solve_at_least(&p->p, l->right_var, l->left_var, -w);
    for (int lower = 0; lower < 2; lower++) {
        const int_list *ports = flow_ports(f, atom, lower);
        for (size_t i = 0; i < ports->count; i++) {
            vert *port = &f->verts.items[ports->items[i]];
            port->var = solve_variable(&p->p);
            solve_at_least(&p->p, l->left_var, port->var, units(port->off_x));
            solve_at_least(&p->p, port->var, l->left_var, -units(port->off_x));
        }
    }
}

typedef struct port_key {
    int key, seg;
} port_key;

static int by_key(const void *a, const void *b)
{
    const port_key *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->seg < y->seg ? -1 : x->seg > y->seg;
}

/* Ends of segs on one side of a node, in the order of their other ends. */
static void node_ports(position *p, int index, bool lower)
{
    flow *f = p->f;
    const vert *v = &f->verts.items[index];
    const int_list *segs = lower ? &v->down : &v->up;
    int count = (int)segs->count, last = -1;
    bool across = flow_across(f->levels[p->head].direction);
    double from, to;
    if (count == 0)
        return;
    port_key *keys = IDARCH_NEW_ARRAY(f->arena, port_key, (size_t)count);
    for (int i = 0; i < count; i++) {
        const seg *s = &f->segs.items[segs->items[i]];
        keys[i] = (port_key){lower ? f->key_up[s->to] : f->key_down[s->from],
                             segs->items[i]};
    }
    qsort(keys, (size_t)count, sizeof(keys[0]), by_key);
    shape_port_range(f->graph->nodes.items[v->index].shape, across ? v->h : v->w,
                     across ? v->w : v->h, flow_side(f, p->head, lower ? FLOW_LOWER : FLOW_UPPER),
                     segs->count, &from, &to);
    double least = count > 1 ? fmin(PORT_GAP, (to - from) / (count - 1)) : 0;
    double even = count > 1 ? fmin(24, (to - from) / (count - 1)) : 0;
    for (int i = 0; i < count; i++) {
        seg *s = &f->segs.items[keys[i].seg];
        int var = solve_variable(&p->p);
        int64_t place = units(v->w / 2 + (i - (count - 1) / 2.0) * even);
        *(lower ? &s->var_from : &s->var_to) = var;
        if (p->large) {
            solve_join(&p->p, v->var, var, place);
            continue;
        }
        solve_at_least(&p->p, v->var, var, (int64_t)(from * UNIT));
        solve_at_least(&p->p, var, v->var, -(int64_t)(to * UNIT));
        solve_pull(&p->p, v->var, var, place, WEIGHT_PORT);
        if (last >= 0)
            solve_at_least(&p->p, last, var, (int64_t)floor(least * UNIT));
        last = var;
    }
}

static bool is_bend(const vert *v)
{
    return v->kind != VERT_NODE && v->kind != VERT_LABEL;
}

static void pull_segs(position *p)
{
    flow *f = p->f;
    for (size_t i = 0; i < f->segs.count; i++) {
        seg *s = &f->segs.items[i];
        if (!flow_in_comp(f, (int)i, p->head))
            continue;
        const vert *a = &f->verts.items[s->from], *b = &f->verts.items[s->to];
        if (a->kind != VERT_NODE)
            s->var_from = a->var;
        if (b->kind != VERT_NODE)
            s->var_to = b->var;
        int bends = is_bend(a) + is_bend(b);
        int64_t weight = bends == 2 ? WEIGHT_BEND : bends == 1 ? WEIGHT_HALF : WEIGHT_REAL;
        solve_pull(&p->p, s->var_from, s->var_to, 0, weight);
    }
}

/* Ports on the frame's side in the picture's top that edges pass, in order. */
static int_list title_ports(const position *p, const level *l)
{
    flow *f = p->f;
    int_list out = {0};
    bool lower = f->levels[p->head].direction == IDARCH_DIR_BT;
    const int_list *ports = &l->layers[lower ? l->layer_count - 1 : 0];
    for (size_t i = 0; i < ports->count; i++) {
        const vert *v = &f->verts.items[ports->items[i]];
        if ((lower ? v->up.count : v->down.count) > 0)
            flow_push(f, &out, ports->items[i]);
    }
    return out;
}

/* The room before port i (behind the last for i == count), px. */
static double gap_before(const position *p, const level *l, const int_list *ports, size_t i,
                         const int64_t *value, double *left)
{
    const vert *verts = p->f->verts.items;
    double right = i < ports->count ? (double)value[verts[ports->items[i]].var] / UNIT - TITLE_GAP
                                    : (double)value[l->right_var] / UNIT - FRAME_PAD;
    *left = i > 0 ? (double)value[verts[ports->items[i - 1]].var] / UNIT + TITLE_GAP
                  : (double)value[l->left_var] / UNIT + FRAME_PAD;
    return right - *left;
}

/* Asks for room for the title where it has none; true if the problem changed. */
static bool make_title_room(position *p, int at, const int64_t *value)
{
    level *l = &p->f->levels[at];
    double left, best = -1e30;
    size_t where = 0;
    if (l->title_w <= 0)
        return false;
    int_list ports = title_ports(p, l);
    for (size_t i = 0; i <= ports.count; i++) {
        double room = gap_before(p, l, &ports, i, value, &left);
        if (room >= l->title_w - 0.01)
            return false;
        if (room > best + 0.01) {
            best = room;
            where = i;
        }
    }
    if (p->title_var[at] >= 0)
        return false;
    if (ports.count == 1)
        where = 0; /* a single line goes beside it, the title stays at the left */
    int var = p->title_var[at] = solve_variable(&p->p);
    const vert *verts = p->f->verts.items;
    solve_at_least(&p->p, l->left_var, var, units(FRAME_PAD));
    solve_at_least(&p->p, var, l->right_var, units(l->title_w + FRAME_PAD));
    if (where > 0)
        solve_at_least(&p->p, verts[ports.items[where - 1]].var, var, units(TITLE_GAP));
    if (where < ports.count)
        solve_at_least(&p->p, var, verts[ports.items[where]].var, units(l->title_w + TITLE_GAP));
    return true;
}

/* The first place from the left where the title fits. */
static void set_title(position *p, int at, const int64_t *value)
{
    level *l = &p->f->levels[at];
    int_list ports = title_ports(p, l);
    for (size_t i = 0; i <= ports.count; i++) {
        double left;
        if (gap_before(p, l, &ports, i, value, &left) >= l->title_w - 0.01) {
            l->title_x = left;
            return;
        }
    }
    l->title_x = (double)value[l->left_var] / UNIT + FRAME_PAD;
}

static void store(position *p, const int64_t *value)
{
    flow *f = p->f;
    for (size_t i = 0; i < p->layers.count; i++) {
        layer_ref at = p->layers.items[i];
        level *l = &f->levels[at.level];
        l->left = (double)value[l->left_var] / UNIT;
        l->right = (double)value[l->right_var] / UNIT;
        for (size_t k = 0; k < l->layers[at.layer].count; k++) {
            vert *v = &f->verts.items[l->layers[at.layer].items[k]];
            if (v->kind == VERT_GROUP)
                v->x = (double)(value[f->levels[v->index].left_var] +
                                value[f->levels[v->index].right_var]) / 2 / UNIT;
            else
                v->x = (double)value[v->var] / UNIT + (v->kind == VERT_NODE ? v->w / 2 : 0);
        }
    }
    for (size_t i = 0; i < f->segs.count; i++) {
        seg *s = &f->segs.items[i];
        if (!flow_in_comp(f, (int)i, p->head))
            continue;
        s->x1 = (double)value[s->var_from] / UNIT;
        s->x2 = (double)value[s->var_to] / UNIT;
    }
}

static void state_problem(position *p)
{
    flow *f = p->f;
    make_variables(p);
    for (size_t i = 0; i < p->layers.count; i++) {
        layer_ref at = p->layers.items[i];
        const level *l = &f->levels[at.level];
        separate(p, at);
        if (at.layer == 0)
            frame(p, l);
        for (size_t k = 0; k < l->layers[at.layer].count; k++) {
            int index = l->layers[at.layer].items[k];
            if (flow_is_atom(f, &f->verts.items[index]))
                fix_ports(p, &f->verts.items[index]);
            if (f->verts.items[index].kind == VERT_NODE) {
                node_ports(p, index, false);
                node_ports(p, index, true);
            }
        }
    }
    pull_segs(p);
    if (p->large)
        flow_join_lanes(f, p->head, &p->layers, &p->p, JOINED);
}

void flow_position(flow *f, int head)
{
    position p = {.f = f, .head = head, .p = {.arena = f->arena}};
    flow_sequence(f, head, false, &p.layers);
    p.title_var = IDARCH_NEW_ARRAY(f->arena, int, (size_t)f->level_count);
    for (int i = 0; i < f->level_count; i++)
        p.title_var[i] = -1;
    size_t segs = 0;
    for (size_t i = 0; i < f->segs.count; i++)
        segs += flow_in_comp(f, (int)i, head);
    p.large = segs > LARGE;
    state_problem(&p);
    bool titles = !flow_across(f->levels[head].direction);
    int64_t *value = solve_run(&p.p, true);
    for (int round = 0; titles && round < 3; round++) {
        bool changed = false;
        for (size_t i = 0; i < p.layers.count; i++)
            if (p.layers.items[i].layer == 0 && f->levels[p.layers.items[i].level].group >= 0)
                changed = make_title_room(&p, p.layers.items[i].level, value) || changed;
        if (!changed)
            break;
        value = solve_run(&p.p, true);
    }
    store(&p, value);
    for (size_t i = 0; titles && i < p.layers.count; i++)
        if (p.layers.items[i].layer == 0)
            set_title(&p, p.layers.items[i].level, value);
    flow_straighten(f, head);
}
