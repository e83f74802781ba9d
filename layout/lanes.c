/* Support of the positions in large components: which bends, labels and ports stand one
 * under the other anyway, so that one variable is enough for them.
 *
 * A seg between two of them is kept straight unless it would cross another one that is:
 * of those in a channel as many as can be. What is straight everywhere then hangs
 * together as lines that do not cross, so the distances asked for contradict nothing. */
#include "layout/flow.h"
#include "layout/solve.h"

typedef struct lane {
    int seg, key;  /* key: place of its lower end */
    int before;    /* the lane left of it in the longest row of lanes so far, -1 */
} lane;

typedef IDARCH_ARRAY(lane) lanes;

static void gather_vert(flow *f, int head, int index, lanes *out)
{
    const vert *v = &f->verts.items[index];
    if (!flow_movable(f, head, v))
        return;
    for (size_t i = 0; i < v->down.count; i++) {
        const seg *s = &f->segs.items[v->down.items[i]];
        const vert *to = &f->verts.items[s->to];
        if (flow_in_comp(f, v->down.items[i], head) && flow_movable(f, head, to))
            *IDARCH_PUSH(f->arena, out) = (lane){v->down.items[i], f->key_up[s->to], -1};
    }
}

static void gather(flow *f, int head, layer_ref at, lanes *out)
{
    const int_list *items = &f->levels[at.level].layers[at.layer];
    out->count = 0;
    for (size_t i = 0; i < items->count; i++) {
        const vert *v = &f->verts.items[items->items[i]];
        if (v->kind != VERT_GROUP) {
            gather_vert(f, head, items->items[i], out);
            continue;
        }
        const int_list *ports = flow_ports(f, v, true);
        for (size_t k = 0; k < ports->count; k++)
            gather_vert(f, head, ports->items[k], out);
    }
}

/* The longest row of lanes whose lower ends are in order; ends: scratch, the last lane of
 * the best row of each length. Gives the last lane, -1 for none. */
static int longest_row(lanes *all, int *ends)
{
    int length = 0;
    for (size_t i = 0; i < all->count; i++) {
        int low = 0, high = length;
        while (low < high) {
            int mid = (low + high) / 2;
            if (all->items[ends[mid]].key < all->items[i].key)
                low = mid + 1;
            else
                high = mid;
        }
        all->items[i].before = low > 0 ? ends[low - 1] : -1;
        ends[low] = (int)i;
        length = low == length ? length + 1 : length;
    }
    return length > 0 ? ends[length - 1] : -1;
}

void flow_join_lanes(flow *f, int head, const layer_refs *layers, solve_problem *p, int most)
{
    lanes all = {0};
    int *joined = IDARCH_NEW_ARRAY(f->arena, int, f->verts.count); /* segs above it */
    int *ends = NULL;
    size_t room = 0;
    for (size_t i = 0; i < layers->count; i++) {
        if (layers->items[i].layer + 1 == f->levels[layers->items[i].level].layer_count)
            continue;
        gather(f, head, layers->items[i], &all);
        if (all.count > room) {
            room = 2 * all.count;
            ends = IDARCH_NEW_ARRAY(f->arena, int, room);
        }
        for (int k = longest_row(&all, ends); k >= 0; k = all.items[k].before) {
            const seg *s = &f->segs.items[all.items[k].seg];
            if (joined[s->from] == most)
                continue; /* where lines never step aside the drawing becomes wide */
            joined[s->to] = joined[s->from] + 1;
            solve_join(p, f->verts.items[s->from].var, f->verts.items[s->to].var, 0);
        }
    }
}
