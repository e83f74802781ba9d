/* Crossings of segs, counted exactly in O(m log m), and the order of a component's
 * layers. Support of the ordering phase. */
#include <stdlib.h>

#include "layout/flow.h"

void flow_sequence(flow *f, int head, bool upwards, layer_refs *sequence)
{
    layer_refs stack = {0};
    *IDARCH_PUSH(f->arena, &stack) = (layer_ref){head, 0};
    while (stack.count > 0) {
        layer_ref *top = &stack.items[stack.count - 1];
        const level *l = &f->levels[top->level];
        if (top->layer == l->layer_count) {
            stack.count--;
            continue;
        }
        layer_ref at = {top->level, upwards ? l->layer_count - 1 - top->layer : top->layer};
        top->layer++;
        *IDARCH_PUSH(f->arena, sequence) = at;
        const int_list *items = &l->layers[at.layer];
        for (size_t i = items->count; i-- > 0;) {
            const vert *v = &f->verts.items[items->items[i]];
            if (v->kind == VERT_GROUP && !flow_is_atom(f, v))
                *IDARCH_PUSH(f->arena, &stack) = (layer_ref){v->index, 0};
        }
    }
}

void flow_number(flow *f, layer_ref at, bool lower)
{
    const int_list *items = &f->levels[at.level].layers[at.layer];
    int next = 0;
    for (size_t i = 0; i < items->count; i++) {
        vert *v = &f->verts.items[items->items[i]];
        v->pos = (int)i;
        if (v->kind != VERT_GROUP) {
            *(lower ? &v->key_down : &v->key_up) = next++;
            continue;
        }
        const int_list *ports = flow_ports(f, v, lower);
        for (size_t k = 0; k < ports->count; k++) {
            vert *port = &f->verts.items[ports->items[k]];
            *(lower ? &port->key_down : &port->key_up) = next++;
        }
    }
}

static int by_ends(const void *x, const void *y)
{
    const flow_span *s = x, *t = y;
    if (s->a != t->a)
        return s->a < t->a ? -1 : 1;
    return s->b < t->b ? -1 : s->b > t->b;
}

static size_t gather_vert(flow *f, int vert_index, flow_span *out)
{
    const vert *v = &f->verts.items[vert_index];
    for (size_t i = 0; i < v->down.count; i++) {
        const seg *s = &f->segs.items[v->down.items[i]];
        out[i] = (flow_span){v->key_down, f->verts.items[s->to].key_up};
    }
    return v->down.count;
}

static size_t out_count(const flow *f, int vert_index)
{
    const vert *v = &f->verts.items[vert_index];
    if (v->kind != VERT_GROUP)
        return v->down.count;
    return flow_ports(f, v, true)->count;
}

static size_t gather(flow *f, layer_ref at)
{
    const int_list *items = &f->levels[at.level].layers[at.layer];
    size_t most = 0, count = 0;
    for (size_t i = 0; i < items->count; i++)
        most += out_count(f, items->items[i]);
    if (most >= f->span_room) { /* room for one at least, so that there is an array */
        f->span_room = most + most / 4 + 16;
        f->spans = IDARCH_NEW_ARRAY(f->arena, flow_span, f->span_room);
    }
    for (size_t i = 0; i < items->count; i++) {
        const vert *v = &f->verts.items[items->items[i]];
        if (v->kind != VERT_GROUP) {
            count += gather_vert(f, items->items[i], f->spans + count);
            continue;
        }
        const int_list *ports = flow_ports(f, v, true);
        for (size_t k = 0; k < ports->count; k++)
            count += gather_vert(f, ports->items[k], f->spans + count);
    }
    return count;
}

static void clear_tree(flow *f, size_t size)
{
    if (size > f->tree_room) {
        f->tree_room = size + size / 4 + 16;
        f->tree = IDARCH_NEW_ARRAY(f->arena, int, f->tree_room);
    }
    memset(f->tree, 0, size * sizeof(int));
}

static int64_t count_channel(flow *f, layer_ref at)
{
    flow_number(f, at, true);
    flow_number(f, (layer_ref){at.level, at.layer + 1}, false);
    size_t count = gather(f, at), size = 1;
    int64_t sum = 0;
    if (count < 2)
        return 0;
    const flow_span *spans = f->spans;
    qsort(f->spans, count, sizeof(flow_span), by_ends);
    for (size_t i = 0; i < count; i++)
        size = (size_t)spans[i].b + 2 > size ? (size_t)spans[i].b + 2 : size;
    clear_tree(f, size);
    for (size_t i = 0; i < count;) {
        size_t k = i;
        for (; k < count && spans[k].a == spans[i].a; k++) {
            int before = 0; /* earlier ones that end at or left of this one */
            for (size_t t = (size_t)spans[k].b + 1; t > 0; t &= t - 1)
                before += f->tree[t];
            sum += (int64_t)i - before;
        }
        for (; i < k; i++)
            for (size_t t = (size_t)spans[i].b + 1; t < size; t += t & (~t + 1))
                f->tree[t]++;
    }
    return sum;
}

int64_t flow_crossings(flow *f, int head, const layer_refs *sequence)
{
    int64_t sum = 0;
    (void)head;
    for (size_t i = 0; i < sequence->count; i++)
        if (sequence->items[i].layer + 1 < f->levels[sequence->items[i].level].layer_count)
            sum += count_channel(f, sequence->items[i]);
    return sum;
}
