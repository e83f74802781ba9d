/* After the last phase of a group across the flow around it: the group as an atom of the
 * component around it. Edges come in at its upper and lower side there, run down a
 * margin beside the frame and turn into the side where the group's own flow begins or
 * ends. The port nearest to where edges come from has the slot nearest to the frame, so
 * nothing crosses. */
#include <math.h>
#include <stdlib.h>

#include "layout/flow.h"

#define MARGIN 8.0 /* px beyond the outermost slot */

typedef struct port_place {
    double along; /* px from the frame's upper corner, outer internal y */
    int vert;
} port_place;

static int by_along(const void *a, const void *b)
{
    const port_place *x = a, *y = b;
    if (x->along < y->along || x->along > y->along)
        return x->along < y->along ? -1 : 1;
    return x->vert - y->vert;
}

static bool passes(const vert *v)
{
    return v->up.count > 0 && v->down.count > 0;
}

/* Ports with an edge inside, from the one met first on. */
static int gather(flow *f, const level *l, bool lower, bool mirrored, double h, port_place *out)
{
    const int_list *ports = &l->layers[lower ? l->layer_count - 1 : 0];
    int count = 0;
    for (size_t i = 0; i < ports->count; i++) {
        vert *v = &f->verts.items[ports->items[i]];
        double along = v->in_x - l->left;
        if (!passes(v))
            continue;
        v->off_y = mirrored ? h - along : along;
        out[count++] = (port_place){lower ? h - v->off_y : v->off_y, ports->items[i]};
    }
    qsort(out, (size_t)count, sizeof(out[0]), by_along);
    return count;
}

typedef struct port_off {
    double x;
    int vert;
} port_off;

static int by_off(const void *a, const void *b)
{
    const port_off *x = a, *y = b;
    if (x->x < y->x || x->x > y->x)
        return x->x < y->x ? -1 : 1;
    return x->vert - y->vert;
}

static void sort_ports(flow *f, int_list *ports)
{
    port_off *list = IDARCH_NEW_ARRAY(f->arena, port_off, ports->count + 1);
    for (size_t i = 0; i < ports->count; i++)
        list[i] = (port_off){f->verts.items[ports->items[i]].off_x, ports->items[i]};
    qsort(list, ports->count, sizeof(list[0]), by_off);
    for (size_t i = 0; i < ports->count; i++)
        ports->items[i] = list[i].vert;
}

/* Edges that end at the frame itself keep to the upper or lower side of it. */
static void spread_ends(flow *f, int_list *ports, double left, double w)
{
    int ends = 0, next = 0;
    for (size_t i = 0; i < ports->count; i++)
        ends += !passes(&f->verts.items[ports->items[i]]);
    for (size_t i = 0; i < ports->count; i++) {
        vert *v = &f->verts.items[ports->items[i]];
        if (!passes(v))
            v->off_x = left + w * ++next / (ends + 1);
    }
}

static void keep_inner(flow *f, const level *l)
{
    for (int lower = 0; lower < 2; lower++) {
        const int_list *ports = &l->layers[lower ? l->layer_count - 1 : 0];
        for (size_t i = 0; i < ports->count; i++)
            f->verts.items[ports->items[i]].in_x = f->verts.items[ports->items[i]].x;
    }
}

void flow_atom(flow *f, int head)
{
    level *l = &f->levels[head];
    comp *c = &f->comps[head];
    const level *outer = &f->levels[f->levels[l->parent].comp];
    double w = l->bottom - l->top, h = l->right - l->left; /* outer internal */
    bool mirrored = outer->direction == IDARCH_DIR_BT || outer->direction == IDARCH_DIR_RL;
    bool in_left = l->direction == IDARCH_DIR_LR || l->direction == IDARCH_DIR_TB;
    size_t most = l->layers[0].count + l->layers[l->layer_count - 1].count + 1;
    port_place *in = IDARCH_NEW_ARRAY(f->arena, port_place, most);
    port_place *out = IDARCH_NEW_ARRAY(f->arena, port_place, most);
    keep_inner(f, l);
    int ins = gather(f, l, false, mirrored, h, in), outs = gather(f, l, true, mirrored, h, out);
    double in_pad = ins > 0 ? ins * LINE_GAP + MARGIN : 0;
    double out_pad = outs > 0 ? outs * LINE_GAP + MARGIN : 0;
    c->pad_left = in_left ? in_pad : out_pad;
    c->pad_right = in_left ? out_pad : in_pad;
    for (int k = 0; k < 2; k++) {
        bool left = (k == 0) == in_left;
        for (int i = 0; i < (k == 0 ? ins : outs); i++)
            f->verts.items[(k == 0 ? in : out)[i].vert].off_x =
                left ? c->pad_left - LINE_GAP * (i + 1) : c->pad_left + w + LINE_GAP * (i + 1);
        int_list *ports = &l->layers[k == 0 ? 0 : l->layer_count - 1];
        spread_ends(f, ports, c->pad_left, w);
        sort_ports(f, ports);
    }
    vert *unit = &f->verts.items[l->unit];
    unit->w = c->pad_left + w + c->pad_right;
    unit->h = h;
}
