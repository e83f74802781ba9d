/* Properties of the layout of random compound graphs: those of layout_checks.h, the same
 * bytes twice, mirrored directions give mirrored drawings. Every graph has a seed, which a
 * failure prints. IDARCH_TEST_SEED and IDARCH_TEST_RUNS set the first one and how many:
 * script/test-full takes many, from a new seed. */
#include "layout_checks.h"

/* ---- random graphs */

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static int below(uint64_t *seed, size_t limit)
{
    return (int)(next_random(seed) % limit);
}

static bool one_in(uint64_t *seed, size_t count)
{
    return below(seed, count) == 0;
}

static const char *random_label(idarch_arena *arena, uint64_t *seed)
{
    static const char *const words[] = {"order", "id", "worker ID 0", "gateway", "a", "store",
                                        "time synchronisation", "x"};
    if (one_in(seed, 12))
        return idarch_printf(arena, "%s, and then %s of all %s for the %s", words[below(seed, 8)],
                             words[below(seed, 8)], words[below(seed, 8)], words[below(seed, 8)]);
    return idarch_printf(arena, "%s %s", words[below(seed, 8)], words[below(seed, 8)]);
}

/* What a family of graphs looks like. */
typedef struct family {
    size_t nodes, groups;  /* at most this many less one */
    size_t deep;           /* one group in so many is not put into the last one; 0: any parent */
    size_t edges;          /* at most so many times the nodes */
    size_t group_end;      /* one end in so many is a group, 0: none */
    size_t member;         /* one edge in so many goes from a group to its own member, 0: none */
    size_t again;          /* one edge in so many repeats the one before, 0: none */
    bool near;             /* edges go to the nodes declared next */
} family;

static const family families[] = {
    {24, 6, 0, 2, 0, 0, 0, false},    /* anything */
    {40, 10, 0, 1, 0, 0, 0, true},    /* as people draw */
    {16, 8, 0, 2, 4, 6, 0, true},     /* edges to groups and from groups to members */
    {10, 41, 9, 2, 6, 8, 0, false},   /* groups nested up to 40 deep */
    {8, 4, 0, 4, 0, 0, 2, false},     /* the same edge again and again */
    {12, 14, 0, 1, 3, 0, 0, false},   /* many empty groups */
    {30, 5, 0, 1, 0, 0, 0, false},    /* several parts */
    {14, 5, 0, 4, 5, 9, 5, false},    /* dense */
};

enum { FAMILIES = sizeof families / sizeof families[0] };

static void random_groups(idarch_arena *arena, idarch_graph *g, const family *f, uint64_t *s)
{
    int count = below(s, f->groups);
    for (int i = 0; i < count; i++) {
        bool inside = f->deep && i && !one_in(s, f->deep);
        int parent = inside ? i - 1 : below(s, (size_t)i + 1) - 1;
        int group = add_group(arena, g, one_in(s, 6) ? "" : random_label(arena, s), parent);
        if (one_in(s, 3)) {
            g->subgraphs.items[group].has_direction = true;
            g->subgraphs.items[group].direction = (idarch_direction)below(s, 4);
        }
    }
}

/* A node that is in the group or deeper, else the group's own. */
static int member(const idarch_graph *g, int group, uint64_t *s)
{
    size_t first = (size_t)below(s, g->nodes.count);
    for (size_t i = 0; i < g->nodes.count; i++) {
        size_t k = (first + i) % g->nodes.count;
        if ((int)k != g->subgraphs.items[group].node && holds_end(g, group, (int)k))
            return (int)k;
    }
    return g->subgraphs.items[group].node;
}

static void random_ends(const idarch_graph *g, const family *f, uint64_t *s, int *from, int *to)
{
    size_t count = g->nodes.count, groups = g->subgraphs.count;
    if (f->again && g->edges.count && one_in(s, f->again)) {
        const idarch_edge *last = &g->edges.items[g->edges.count - 1];
        *from = last->from, *to = last->to;
    } else if (f->member && groups && one_in(s, f->member)) {
        int group = below(s, groups);
        *from = g->subgraphs.items[group].node, *to = member(g, group, s);
    } else {
        *from = below(s, count);
        int next = *from + below(s, 7) - 2;
        *to = f->near && next >= 0 && next < (int)count ? next : below(s, count);
        if (f->group_end && groups && one_in(s, f->group_end))
            *to = g->subgraphs.items[below(s, groups)].node;
    }
}

/* Only nodes are ends where the family has no edges to groups: groups come first. */
static void random_edges(idarch_arena *arena, idarch_graph *g, const family *f, uint64_t *s)
{
    int count = below(s, (g->nodes.count - g->subgraphs.count) * f->edges + 1);
    for (int i = 0; i < count; i++) {
        int from, to;
        random_ends(g, f, s, &from, &to);
        bool group = g->nodes.items[from].is_subgraph || g->nodes.items[to].is_subgraph;
        if (group && !f->group_end)
            continue;
        idarch_edge *e = add_edge(arena, g, from, to,
                                  one_in(s, 3) ? random_label(arena, s) : NULL);
        e->length = 1 + one_in(s, 5) + one_in(s, 20);
        e->start = one_in(s, 8) ? (idarch_end)(1 + below(s, 3)) : IDARCH_END_NONE;
        e->end = (idarch_end)below(s, 4);
        if (one_in(s, 12))
            e->stroke = IDARCH_STROKE_INVISIBLE;
    }
}

static idarch_graph random_graph(idarch_arena *arena, uint64_t seed)
{
    const family *f = &families[seed % FAMILIES];
    uint64_t s = seed * 2654435761u;
    idarch_graph g = {.direction = (idarch_direction)below(&s, 4)};
    random_groups(arena, &g, f, &s);
    int nodes = 1 + below(&s, f->nodes), groups = (int)g.subgraphs.count;
    for (int i = 0; i < nodes; i++)
        add_node(arena, &g, random_label(arena, &s), (idarch_shape)below(&s, IDARCH_SHAPE_COUNT),
                 below(&s, (size_t)groups + 1) - 1);
    random_edges(arena, &g, f, &s);
    return g;
}

/* ---- runs */

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* The test for each seed of the run; the last line that it prints names the seed at fault. */
static void for_seeds(void (*test)(idarch_arena *arena, uint64_t seed), uint64_t runs)
{
    uint64_t seed = from_environment("IDARCH_TEST_SEED", 20260101);
    uint64_t end = seed + from_environment("IDARCH_TEST_RUNS", runs);
    for (; seed < end; seed++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        print_message("seed %llu\r", (unsigned long long)seed);
        fflush(stdout);
        test(arena, seed);
        idarch_arena_free(arena);
    }
    print_message("\n");
}

/* ---- the same twice */

static void assert_same_text(const idarch_textbox *a, const idarch_textbox *b)
{
    assert_memory_equal(&a->box, &b->box, sizeof a->box);
    assert_int_equal(a->fragments.count, b->fragments.count);
    for (size_t i = 0; i < a->fragments.count; i++) {
        assert_string_equal(a->fragments.items[i].text, b->fragments.items[i].text);
        assert_true(a->fragments.items[i].x == b->fragments.items[i].x);
        assert_true(a->fragments.items[i].baseline == b->fragments.items[i].baseline);
    }
}

static void assert_same(const idarch_geometry *a, const idarch_geometry *b)
{
    assert_true(a->width == b->width && a->height == b->height);
    assert_int_equal(a->edges.count, b->edges.count);
    for (size_t i = 0; i < a->nodes.count; i++) {
        assert_memory_equal(&a->nodes.items[i].box, &b->nodes.items[i].box, sizeof(idarch_box));
        assert_same_text(&a->nodes.items[i].label, &b->nodes.items[i].label);
    }
    for (size_t i = 0; i < a->groups.count; i++) {
        assert_memory_equal(&a->groups.items[i].box, &b->groups.items[i].box, sizeof(idarch_box));
        assert_same_text(&a->groups.items[i].title, &b->groups.items[i].title);
    }
    for (size_t i = 0; i < a->edges.count; i++) {
        const idarch_edge_geometry *x = &a->edges.items[i], *y = &b->edges.items[i];
        assert_int_equal(x->points.count, y->points.count);
        assert_memory_equal(x->points.items, y->points.items,
                            x->points.count * sizeof(idarch_point));
        assert_int_equal(x->has_label, y->has_label);
        if (x->has_label)
            assert_same_text(&x->label, &y->label);
    }
}

static void check_seed(idarch_arena *arena, uint64_t seed)
{
    idarch_graph g = random_graph(arena, seed);
    idarch_geometry a, b;
    lay_out(arena, &g, &a);
    check_geometry(&g, &a);
    lay_out(arena, &g, &b);
    assert_same(&a, &b);
}

static void test_random(void **state)
{
    (void)state;
    for_seeds(check_seed, 800);
}

/* ---- mirrored directions */

/* Shapes that look the same upside down and from right to left. */
static const idarch_shape even_shapes[] = {
    IDARCH_SHAPE_RECT,    IDARCH_SHAPE_ROUND,  IDARCH_SHAPE_STADIUM, IDARCH_SHAPE_SUBROUTINE,
    IDARCH_SHAPE_DIAMOND, IDARCH_SHAPE_CIRCLE, IDARCH_SHAPE_ELLIPSE, IDARCH_SHAPE_HEXAGON,
};

/* Titles stay at the top left, so they are left out. */
static idarch_graph even_graph(idarch_arena *arena, uint64_t seed)
{
    idarch_graph g = random_graph(arena, seed);
    for (size_t i = 0; i < g.subgraphs.count; i++)
        g.subgraphs.items[i].rich = (idarch_rich){0};
    for (size_t i = 0; i < g.nodes.count; i++)
        g.nodes.items[i].shape = even_shapes[g.nodes.items[i].shape % 8];
    return g;
}

/* Where a point of a drawing is in its mirror: from right to left, or upside down. */
static idarch_point mirrored(const idarch_geometry *q, idarch_point p, bool across)
{
    return across ? (idarch_point){q->width - p.x, p.y} : (idarch_point){p.x, q->height - p.y};
}

static bool same_point(idarch_point a, idarch_point b)
{
    return fabs(a.x - b.x) < 0.01 && fabs(a.y - b.y) < 0.01;
}

static bool same_box(const idarch_geometry *q, idarch_box a, idarch_box b, bool across)
{
    idarch_point p = mirrored(q, (idarch_point){a.x + (across ? a.w : 0), a.y + (across ? 0 : a.h)},
                              across);
    return same_point(p, (idarch_point){b.x, b.y}) && fabs(a.w - b.w) < 0.01 &&
           fabs(a.h - b.h) < 0.01;
}

static void assert_mirrored(const idarch_geometry *a, const idarch_geometry *b, bool across)
{
    assert_true(fabs(a->width - b->width) < 0.01 && fabs(a->height - b->height) < 0.01);
    for (size_t i = 0; i < a->nodes.count; i++)
        assert_true(same_box(a, a->nodes.items[i].box, b->nodes.items[i].box, across));
    for (size_t i = 0; i < a->groups.count; i++)
        assert_true(same_box(a, a->groups.items[i].box, b->groups.items[i].box, across));
    for (size_t i = 0; i < a->edges.count; i++) {
        const idarch_edge_geometry *x = &a->edges.items[i], *y = &b->edges.items[i];
        assert_int_equal(x->points.count, y->points.count);
        for (size_t k = 0; k < x->points.count; k++)
            assert_true(same_point(mirrored(a, x->points.items[k], across), y->points.items[k]));
        if (x->has_label)
            assert_true(same_box(a, x->label.box, y->label.box, across));
    }
}

static bool is_across(idarch_direction d)
{
    return d == IDARCH_DIR_LR || d == IDARCH_DIR_RL;
}

static idarch_direction turned(idarch_direction d)
{
    static const idarch_direction other[] = {
        [IDARCH_DIR_TB] = IDARCH_DIR_BT, [IDARCH_DIR_BT] = IDARCH_DIR_TB,
        [IDARCH_DIR_LR] = IDARCH_DIR_RL, [IDARCH_DIR_RL] = IDARCH_DIR_LR,
    };
    return other[d];
}

/* The groups' own directions along the graph's axis are mirrored as well; one across it
 * would keep the order of its members, which a mirror turns round. */
static void check_mirror(idarch_arena *arena, uint64_t seed)
{
    for (int across = 0; across < 2; across++) {
        idarch_graph g = even_graph(arena, seed);
        idarch_geometry a, b;
        g.direction = across ? IDARCH_DIR_LR : IDARCH_DIR_TB;
        for (size_t i = 0; i < g.subgraphs.count; i++)
            if (is_across(g.subgraphs.items[i].direction) != across)
                g.subgraphs.items[i].has_direction = false;
        lay_out(arena, &g, &a);
        g.direction = turned(g.direction);
        for (size_t i = 0; i < g.subgraphs.count; i++)
            g.subgraphs.items[i].direction = turned(g.subgraphs.items[i].direction);
        lay_out(arena, &g, &b);
        assert_mirrored(&a, &b, across);
    }
}

static void test_mirror(void **state)
{
    (void)state;
    /* a frame without a title that three ports pass above, more below */
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    check_mirror(arena, 1796098988);
    idarch_arena_free(arena);
    for_seeds(check_mirror, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
