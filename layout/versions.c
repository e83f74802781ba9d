/* Support of the ordering phase: what has changed since it was looked at. Every layer has
 * a version that grows with each change of its order; a sum of versions is the same only
 * if nothing in it has changed. */
#include "layout/flow.h"

void flow_versions(flow *f, const layer_refs *layers)
{
    for (size_t i = 0; i < layers->count; i++) {
        level *l = &f->levels[layers->items[i].level];
        int at = layers->items[i].layer;
        if (at == 0) {
            l->versions = IDARCH_NEW_ARRAY(f->arena, layer_version, (size_t)l->layer_count);
            l->inner = IDARCH_NEW_ARRAY(f->arena, int_list, (size_t)l->layer_count);
        }
        l->versions[at].own = 1;
        for (size_t k = 0; k < l->layers[at].count; k++) {
            const vert *v = &f->verts.items[l->layers[at].items[k]];
            if (v->kind == VERT_GROUP && !flow_is_atom(f, v))
                flow_push(f, &l->inner[at], v->index);
        }
    }
}

/* The layer and the ports of its groups on one side. */
static uint64_t side_of(const flow *f, int level_index, int layer, bool lower)
{
    const level *l = &f->levels[level_index];
    if (layer < 0 || layer >= l->layer_count)
        return 0;
    uint64_t sum = l->versions[layer].own;
    for (size_t i = 0; i < l->inner[layer].count; i++) {
        const level *in = &f->levels[l->inner[layer].items[i]];
        sum += in->versions[lower ? in->layer_count - 1 : 0].own;
    }
    return sum;
}

uint64_t flow_channel_version(const flow *f, layer_ref at)
{
    return side_of(f, at.level, at.layer, true) + side_of(f, at.level, at.layer + 1, false);
}

uint64_t flow_near_version(const flow *f, int head, layer_ref at)
{
    const level *l = &f->levels[at.level];
    uint64_t sum = l->versions[at.layer].own + side_of(f, at.level, at.layer - 1, true) +
                   side_of(f, at.level, at.layer + 1, false);
    int layer = at.level != head ? f->verts.items[l->unit].layer : 0;
    if (at.level != head && at.layer == 0)
        sum += side_of(f, l->parent, layer - 1, true);
    if (at.level != head && at.layer == l->layer_count - 1)
        sum += side_of(f, l->parent, layer + 1, false);
    return sum;
}
