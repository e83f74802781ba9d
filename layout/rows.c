/* Ninth phase: a first internal y, layer under layer.
 *
 * Takes sizes and slots, gives a valid but roomy drawing: every layer as high as its
 * highest unit, every channel as high as its slots need. Heights are found from inner
 * levels to outer ones, places the other way. What stands above what is final. */
#include <math.h>

#include "layout/flow.h"

#define CHANNEL 34.0 /* px of an empty channel */

double flow_pad_top(const flow *f, const level *l)
{
    idarch_direction d = f->levels[l->comp].direction;
    bool title = d == IDARCH_DIR_TB && l->title_h > 0;
    return l->group < 0 ? 0 : FRAME_PAD + (title ? l->title_h + 2 : 0);
}

double flow_pad_bottom(const flow *f, const level *l)
{
    bool title = f->levels[l->comp].direction == IDARCH_DIR_BT && l->title_h > 0;
    return l->group < 0 ? 0 : FRAME_PAD + (title ? l->title_h + 2 : 0);
}

double flow_pad_left(const flow *f, const level *l)
{
    bool title = flow_across(f->levels[l->comp].direction) && l->title_h > 0;
    return l->group < 0 ? 0 : FRAME_PAD + (title ? l->title_h + 2 : 0);
}

double flow_least_height(const flow *f, const level *l)
{
    if (l->group < 0)
        return 0;
    double title = flow_across(f->levels[l->comp].direction) ? l->title_w + 2 * FRAME_PAD : 0;
    return fmax(fmax(title, l->loop_h + 2 * LOOP_STEP),
                flow_pad_top(f, l) + flow_pad_bottom(f, l));
}

int flow_side(const flow *f, int head, int internal)
{
    static const int sides[4][3] = {
        [IDARCH_DIR_TB] = {0, 2, 1},
        [IDARCH_DIR_BT] = {2, 0, 1},
        [IDARCH_DIR_LR] = {3, 1, 2},
        [IDARCH_DIR_RL] = {1, 3, 2},
    };
    return sides[f->levels[head].direction][internal];
}

static double height_of(const flow *f, const vert *v)
{
    if (v->kind == VERT_GROUP && !flow_is_atom(f, v))
        return f->levels[v->index].bottom;
    return v->h;
}

/* Height of the level; sets y of its units (centres) from its own top. */
static void stack(flow *f, level *l)
{
    double y = flow_pad_top(f, l);
    for (int k = 0; k < l->layer_count; k++) {
        const int_list *items = &l->layers[k];
        double high = 0;
        bool ports = k == 0 || k == l->layer_count - 1;
        for (size_t i = 0; i < items->count && !ports; i++)
            high = fmax(high, height_of(f, &f->verts.items[items->items[i]]));
        for (size_t i = 0; i < items->count && !ports; i++)
            f->verts.items[items->items[i]].y = y + high / 2;
        y += high;
        l->layer_bottom[k] = y;
        if (k + 1 < l->layer_count)
            y += CHANNEL + LINE_GAP * l->slots[k];
    }
    l->top = 0;
    l->bottom = y + flow_pad_bottom(f, l);
    l->bottom = fmax(l->bottom, flow_least_height(f, l));
}

static void move_level(flow *f, level *l)
{
    const vert *unit = &f->verts.items[l->unit];
    double dy = unit->y - l->bottom / 2;
    l->top += dy;
    l->bottom += dy;
    for (int k = 0; k < l->layer_count; k++) {
        l->layer_bottom[k] += dy;
        for (size_t i = 0; i < l->layers[k].count; i++)
            f->verts.items[l->layers[k].items[i]].y += dy;
    }
}

static void place_segs(flow *f, int head)
{
    for (size_t i = 0; i < f->segs.count; i++) {
        seg *s = &f->segs.items[i];
        const level *l = &f->levels[s->level];
        if (l->comp != head || s->slot < 0)
            continue;
        double top = l->layer_bottom[s->layer] + CHANNEL / 2;
        s->y = top + LINE_GAP * s->slot;
        s->y2 = s->slot2 >= 0 ? top + LINE_GAP * s->slot2 : s->y;
    }
}

void flow_rows(flow *f, int head)
{
    layer_refs layers = {0};
    flow_sequence(f, head, false, &layers);
    for (size_t i = layers.count; i-- > 0;) {
        level *l = &f->levels[layers.items[i].level];
        if (layers.items[i].layer != 0)
            continue;
        l->layer_bottom = IDARCH_NEW_ARRAY(f->arena, double, (size_t)l->layer_count);
        stack(f, l);
    }
    for (size_t i = 0; i < layers.count; i++)
        if (layers.items[i].layer == 0 && layers.items[i].level != head)
            move_level(f, &f->levels[layers.items[i].level]);
    place_segs(f, head);
}
