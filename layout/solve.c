/* Least cost under difference constraints by the network simplex method.
 *
 * The dual of the problem is a circulation of least cost: a hard relation is an arc
 * without bound, a pull two opposite arcs with its weight as bound; the potentials of
 * the nodes are the values looked for. No flow at all is a feasible start. The tree is
 * kept strongly feasible (every arc without flow can send some to the root), so the
 * method ends though most pivots move no flow. */
#include "layout/solve.h"

#include <assert.h>
#include <limits.h>

#define NO_BOUND INT64_MAX
/* SIMPLEX_WORK: arcs and nodes looked at before the coarse solver takes over. */
enum { SIMPLEX_ARCS = 70000, CENTRE_WORK = 30000000, SIMPLEX_WORK = 80000000 };

int solve_variable(solve_problem *problem)
{
    return problem->count++;
}

void solve_at_least(solve_problem *p, int from, int to, int64_t length)
{
    *IDARCH_PUSH(p->arena, &p->arcs) = (solve_arc){from, to, length, 0, true};
}

void solve_pull(solve_problem *p, int from, int to, int64_t length, int64_t weight)
{
    *IDARCH_PUSH(p->arena, &p->arcs) = (solve_arc){from, to, length, weight, false};
}

void solve_tight(solve_problem *p, int from, int to, int64_t length, int64_t weight)
{
    *IDARCH_PUSH(p->arena, &p->arcs) = (solve_arc){from, to, length, weight, true};
}

typedef struct arc {
    int from, to;
    int64_t cost;
} arc;

typedef struct vertex {
    int parent, pred;      /* pred: the arc to the parent */
    bool up;               /* pred runs from here to the parent */
    int first, next, prev; /* children as a list */
    int depth;
} vertex;

/* What the search for an arc looks at lies in arrays of its own. */
typedef struct simplex {
    arc *arcs;
    int64_t *bound, *flow; /* by arc */
    signed char *state;    /* by arc; 1: no flow, -1: at its bound, 0: in the tree */
    int arc_count;  /* real ones; one artificial arc a variable follows */
    vertex *nodes;
    int64_t *value; /* by variable, and of the root */
    int count;      /* variables; the root is nodes[count] */
    int next_arc, block;
    int64_t work;   /* arcs and nodes looked at */
} simplex;

static void add_arc(simplex *s, int from, int to, int64_t cost, int64_t bound)
{
    s->arcs[s->arc_count] = (arc){from, to, cost};
    s->bound[s->arc_count] = bound;
    s->state[s->arc_count++] = 1;
}

static void link_child(simplex *s, int parent, int child)
{
    vertex *c = &s->nodes[child];
    c->parent = parent;
    c->prev = -1;
    c->next = s->nodes[parent].first;
    if (c->next >= 0)
        s->nodes[c->next].prev = child;
    s->nodes[parent].first = child;
}

static void unlink_child(simplex *s, int child)
{
    vertex *c = &s->nodes[child];
    if (c->prev >= 0)
        s->nodes[c->prev].next = c->next;
    else
        s->nodes[c->parent].first = c->next;
    if (c->next >= 0)
        s->nodes[c->next].prev = c->prev;
}

static void build(simplex *s, const solve_problem *p)
{
    size_t most = p->arcs.count * 2 + (size_t)p->count + 1;
    s->arcs = IDARCH_NEW_ARRAY(p->arena, arc, most);
    s->bound = IDARCH_NEW_ARRAY(p->arena, int64_t, most);
    s->flow = IDARCH_NEW_ARRAY(p->arena, int64_t, most);
    s->state = IDARCH_NEW_ARRAY(p->arena, signed char, most);
    s->value = IDARCH_NEW_ARRAY(p->arena, int64_t, (size_t)p->count + 1);
    s->nodes = IDARCH_NEW_ARRAY(p->arena, vertex, (size_t)p->count + 1);
    s->count = p->count;
    for (size_t i = 0; i < p->arcs.count; i++) {
        const solve_arc *a = &p->arcs.items[i];
        if (a->from == a->to)
            continue;
        if (a->hard)
            add_arc(s, a->to, a->from, -a->length, NO_BOUND);
        else if (a->weight > 0)
            add_arc(s, a->to, a->from, -a->length, a->weight);
        if (a->weight > 0)
            add_arc(s, a->from, a->to, a->length, a->weight);
    }
    s->nodes[s->count] = (vertex){-1, -1, false, -1, -1, -1, 0};
    for (int i = 0; i < s->count; i++) {
        s->arcs[s->arc_count + i] = (arc){i, s->count, 0};
        s->bound[s->arc_count + i] = NO_BOUND;
        s->nodes[i] = (vertex){s->count, s->arc_count + i, true, -1, -1, -1, 1};
        link_child(s, s->count, i);
    }
    s->block = 16;
    while (s->block * s->block < s->arc_count)
        s->block++;
}

static int64_t reduced(const simplex *s, const arc *a)
{
    return a->cost + s->value[a->from] - s->value[a->to];
}

/* The arc of a block that breaks its condition most, or -1. */
static int entering(simplex *s)
{
    int best = -1, left = s->block;
    int64_t worst = 0;
    for (int tried = 0; tried < s->arc_count; tried++) {
        int i = s->next_arc;
        s->next_arc = i + 1 < s->arc_count ? i + 1 : 0;
        s->work++;
        int64_t c = s->state[i] * reduced(s, &s->arcs[i]);
        if (c < worst) {
            worst = c;
            best = i;
        }
        if (--left == 0) {
            if (best >= 0)
                return best;
            left = s->block;
        }
    }
    return best;
}

/* Where the ways of two nodes to the root meet. leaving and push go these ways again. */
static int meeting(simplex *s, int a, int b)
{
    while (a != b) {
        s->work += 3;
        if (s->nodes[a].depth >= s->nodes[b].depth)
            a = s->nodes[a].parent;
        else
            b = s->nodes[b].parent;
    }
    return a;
}

static int64_t room_of(const simplex *s, int a, bool forward)
{
    if (!forward)
        return s->flow[a];
    return s->bound[a] == NO_BOUND ? NO_BOUND : s->bound[a] - s->flow[a];
}

typedef struct pivot {
    int in;             /* entering arc */
    int first, second;  /* flow is pushed along it from first to second */
    int join;
    int out;            /* node whose arc to the parent leaves; -1: in itself */
    bool on_first;      /* out is on the side of first */
    int64_t amount;
} pivot;

static void leaving(simplex *s, pivot *p)
{
    const arc *in = &s->arcs[p->in];
    p->first = s->state[p->in] > 0 ? in->from : in->to;
    p->second = s->state[p->in] > 0 ? in->to : in->from;
    p->join = meeting(s, p->first, p->second);
    p->out = -1;
    p->amount = s->bound[p->in];
    for (int u = p->first; u != p->join; u = s->nodes[u].parent) {
        int64_t room = room_of(s, s->nodes[u].pred, !s->nodes[u].up);
        if (room < p->amount) {
            p->amount = room;
            p->out = u;
            p->on_first = true;
        }
    }
    for (int u = p->second; u != p->join; u = s->nodes[u].parent) {
        int64_t room = room_of(s, s->nodes[u].pred, s->nodes[u].up);
        if (room <= p->amount) {
            p->amount = room;
            p->out = u;
            p->on_first = false;
        }
    }
}

static void push(simplex *s, const pivot *p)
{
    if (p->amount == 0)
        return;
    s->flow[p->in] += s->state[p->in] * p->amount;
    for (int u = p->first; u != p->join; u = s->nodes[u].parent)
        s->flow[s->nodes[u].pred] += s->nodes[u].up ? -p->amount : p->amount;
    for (int u = p->second; u != p->join; u = s->nodes[u].parent)
        s->flow[s->nodes[u].pred] += s->nodes[u].up ? p->amount : -p->amount;
}

/* Hangs the subtree that holds u and ends at out under parent by the arc pred. */
static void rehang(simplex *s, int u, int out, int parent, int pred)
{
    for (;;) {
        vertex *v = &s->nodes[u];
        int old_parent = v->parent, old_pred = v->pred;
        unlink_child(s, u);
        v->pred = pred;
        v->up = s->arcs[pred].from == u;
        link_child(s, parent, u);
        if (u == out)
            return;
        parent = u;
        pred = old_pred;
        u = old_parent;
    }
}

/* The next node of the subtree of top in preorder, -1 after the last. */
static int preorder(const simplex *s, int top, int u)
{
    if (s->nodes[u].first >= 0)
        return s->nodes[u].first;
    while (u != top && s->nodes[u].next < 0)
        u = s->nodes[u].parent;
    return u == top ? -1 : s->nodes[u].next;
}

static void shift_subtree(simplex *s, int top, int64_t by)
{
    for (int u = top; u >= 0; u = preorder(s, top, u)) {
        s->work++;
        s->value[u] += by;
        s->nodes[u].depth = s->nodes[s->nodes[u].parent].depth + 1;
    }
}

static void apply(simplex *s, const pivot *p)
{
    const arc *in = &s->arcs[p->in];
    push(s, p);
    if (p->out < 0) {
        s->state[p->in] = (signed char)-s->state[p->in];
        return;
    }
    int gone = s->nodes[p->out].pred;
    s->state[gone] = s->flow[gone] == 0 ? 1 : -1;
    int inner = p->on_first ? p->first : p->second;
    int outer = p->on_first ? p->second : p->first;
    rehang(s, inner, p->out, outer, p->in);
    s->state[p->in] = 0;
    int64_t c = reduced(s, in);
    shift_subtree(s, inner, in->from == inner ? -c : c);
}

/* How far the subtree of top may move by a step of sign: marks[u] == mark inside it. */
static int64_t slack(const simplex *s, const int *marks, int mark, int sign)
{
    int64_t least = NO_BOUND;
    for (int i = 0; i < s->arc_count; i++) {
        const arc *a = &s->arcs[i];
        bool from = marks[a->from] == mark, to = marks[a->to] == mark;
        if (from == to || s->state[i] == 0)
            continue;
        /* moving `from` up raises the reduced cost, moving `to` up lowers it */
        int64_t c = reduced(s, a);
        bool raises = (from ? 1 : -1) * sign > 0;
        if (s->state[i] > 0 && !raises && c < least)
            least = c;
        if (s->state[i] < 0 && raises && -c < least)
            least = -c;
    }
    return least;
}

/* Parts of the tree that can move at no cost are set in the middle of their room. */
static void centre_parts(simplex *s, idarch_arena *arena)
{
    int *marks = IDARCH_NEW_ARRAY(arena, int, (size_t)s->count + 1);
    for (int i = 0; i < s->count; i++) {
        const vertex *v = &s->nodes[i];
        int64_t flow = s->flow[v->pred], bound = s->bound[v->pred];
        bool at_bound = bound != NO_BOUND && flow == bound;
        if (v->pred >= s->arc_count || (flow != 0 && !at_bound))
            continue;
        for (int u = i; u >= 0; u = preorder(s, i, u))
            marks[u] = i + 1;
        int sign = (v->up ? 1 : -1) * (at_bound ? -1 : 1);
        int64_t room = slack(s, marks, i + 1, sign);
        if (room != NO_BOUND && room > 1)
            for (int u = i; u >= 0; u = preorder(s, i, u))
                s->value[u] += sign * (room / 2);
    }
}

/* Whether the optimum was reached within the bound on pivots. */
static bool optimise(simplex *s)
{
    int64_t pivots = 2000 + 60 * (int64_t)s->count;
    for (; pivots > 0 && s->work < SIMPLEX_WORK; pivots--) {
        pivot p = {.in = entering(s)};
        if (p.in < 0)
            return true;
        leaving(s, &p);
        assert(p.out >= 0 || p.amount != NO_BOUND);
        if (p.out < 0 && p.amount == NO_BOUND)
            return false;
        apply(s, &p);
    }
    return false;
}

static void from_zero(int64_t *value, int count)
{
    int64_t least = count > 0 ? value[0] : 0;
    for (int i = 1; i < count; i++)
        least = value[i] < least ? value[i] : least;
    for (int i = 0; i < count; i++)
        value[i] -= least;
}

int64_t *solve_run(solve_problem *problem, bool centre)
{
    if (problem->joins.count > 0)
        return solve_joined(problem, centre);
    int64_t *value = IDARCH_NEW_ARRAY(problem->arena, int64_t, (size_t)problem->count + 1);
    simplex s = {0};
    if (problem->arcs.count > SIMPLEX_ARCS) {
        relax_run(problem, value);
        return value;
    }
    build(&s, problem);
    if (!optimise(&s)) {
        relax_run(problem, value);
        return value;
    }
    if (centre && (int64_t)s.count * s.arc_count < CENTRE_WORK)
        centre_parts(&s, problem->arena);
    for (int i = 0; i < s.count; i++)
        value[i] = s.value[i];
    from_zero(value, s.count);
    return value;
}
