/* Crossings of segs, counted exactly in O(m log m), and the order of a component's
 * layers. Support of the ordering phase. */
#include <stdlib.h>

#include "layout/flow.h"

enum { INSERT_MOST = 24 };

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

void flow_index(flow *f)
{
    size_t n = f->verts.count, next = 0;
    int **by_vert[] = {&f->inside, &f->key_up, &f->key_down};
    for (int i = 0; i < 3; i++)
        *by_vert[i] = IDARCH_NEW_ARRAY(f->arena, int, n + 1);
    f->far_start = IDARCH_NEW_ARRAY(f->arena, int, 2 * n + 1);
    f->far = IDARCH_NEW_ARRAY(f->arena, int, 2 * f->segs.count + 1);
    for (size_t i = 0; i < n; i++) {
        const vert *v = &f->verts.items[i];
        f->inside[i] = v->kind == VERT_GROUP ? v->index : -1;
        for (size_t k = 0; k < v->up.count; k++)
            f->far[next++] = f->segs.items[v->up.items[k]].from;
        f->far_start[2 * i + 1] = (int)next;
        for (size_t k = 0; k < v->down.count; k++)
            f->far[next++] = f->segs.items[v->down.items[k]].to;
        f->far_start[2 * i + 2] = (int)next;
    }
}

/* The ports on the group's lower or upper frame. */
static const int_list *ports_of(const flow *f, int group_vert, bool lower)
{
    const level *l = &f->levels[f->inside[group_vert]];
    return &l->layers[lower ? l->layer_count - 1 : 0];
}

void flow_number(flow *f, layer_ref at, bool lower)
{
    const int_list *items = &f->levels[at.level].layers[at.layer];
    int next = 0, *key = lower ? f->key_down : f->key_up;
    for (size_t i = 0; i < items->count; i++) {
        int v = items->items[i];
        if (f->inside[v] < 0) {
            key[v] = next++;
            continue;
        }
        const int_list *ports = ports_of(f, v, lower);
        for (size_t k = 0; k < ports->count; k++)
            key[ports->items[k]] = next++;
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
    flow_ends ends = flow_far(f, vert_index, false);
    int a = f->key_down[vert_index];
    for (int i = 0; i < ends.count; i++)
        out[i] = (flow_span){a, f->key_up[ends.verts[i]]};
    return (size_t)ends.count;
}

static size_t out_count(const flow *f, int vert_index)
{
    return f->inside[vert_index] < 0 ? (size_t)flow_far(f, vert_index, false).count
                                     : ports_of(f, vert_index, true)->count;
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
        if (f->inside[items->items[i]] < 0) {
            count += gather_vert(f, items->items[i], f->spans + count);
            continue;
        }
        const int_list *ports = ports_of(f, items->items[i], true);
        for (size_t k = 0; k < ports->count; k++)
            count += gather_vert(f, ports->items[k], f->spans + count);
    }
    return count;
}

/* The spans come sorted by their upper ends but for those of one vert. */
static void sort_spans(flow_span *spans, size_t count)
{
    for (size_t i = 0, k; i < count; i = k) {
        for (k = i + 1; k < count && spans[k].a == spans[i].a;)
            k++;
        if (k - i > INSERT_MOST) {
            qsort(spans + i, k - i, sizeof(flow_span), by_ends);
            continue;
        }
        for (size_t m = i + 1; m < k; m++) {
            flow_span keep = spans[m];
            size_t at = m;
            for (; at > i && spans[at - 1].b > keep.b; at--)
                spans[at] = spans[at - 1];
            spans[at] = keep;
        }
    }
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
    sort_spans(f->spans, count);
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
    for (size_t i = 0; i < sequence->count; i++) {
        layer_ref at = sequence->items[i];
        layer_version *v = &f->levels[at.level].versions[at.layer];
        if (at.layer + 1 == f->levels[at.level].layer_count)
            continue;
        uint64_t version = flow_channel_version(f, at);
        if (v->counted != version)
            v->crossings = count_channel(f, at);
        v->counted = version;
        sum += v->crossings;
    }
    return sum;
}
