/* The coarse layout of graphs too dense for layers: boxes apart and inside their groups,
 * lines along the axes from outline to outline, clear of all boxes, titles and frames that
 * hold none of their ends. Random graphs are brought there by stopping early. */
#include "layout_fixture.h"

static void lay_out_coarsely(idarch_arena *arena, const idarch_graph *graph, idarch_geometry *q)
{
    idarch_document document = {0};
    idarch_picture picture = {.readable = true, .graph = *graph};
    idarch_page_options options = {.margin = 8, .stop_after = "sizes"};
    *q = (idarch_geometry){0};
    idarch_lay_out(arena, &document, &picture, NULL, &fake_measure, &options, q);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static int below(uint64_t *seed, size_t limit)
{
    return (int)(next_random(seed) % limit);
}

static idarch_graph random_graph(idarch_arena *arena, uint64_t *seed)
{
    idarch_graph g = {.direction = (idarch_direction)below(seed, 4)};
    int nodes = 2 + below(seed, 40), groups = below(seed, 8), edges = below(seed, 120);
    for (int i = 0; i < groups; i++)
        add_group(arena, &g, "a title", i > 0 && below(seed, 2) ? below(seed, (size_t)i) : -1);
    for (int i = 0; i < nodes; i++)
        add_node(arena, &g, below(seed, 3) ? "node" : "a node of a longer name",
                 (idarch_shape)below(seed, IDARCH_SHAPE_COUNT),
                 groups > 0 && below(seed, 3) ? below(seed, (size_t)groups) : -1);
    for (int i = 0; i < edges; i++)
        add_edge(arena, &g, below(seed, g.nodes.count), below(seed, g.nodes.count),
                 below(seed, 4) ? NULL : "label");
    return g;
}

static bool group_holds(const idarch_graph *g, int outer, int inner)
{
    for (; inner >= 0; inner = g->subgraphs.items[inner].parent)
        if (inner == outer)
            return true;
    return false;
}

/* Whether the node (or the group that it stands for) is the group or lies in it. */
static bool is_in(const idarch_graph *g, int group, int node)
{
    if (g->subgraphs.items[group].node == node)
        return true;
    return group_holds(g, group, g->nodes.items[node].subgraph);
}

static void check_boxes(const idarch_graph *g, const idarch_geometry *q)
{
    for (size_t i = 0; i < q->nodes.count; i++) {
        const idarch_node_geometry *a = &q->nodes.items[i];
        for (size_t k = i + 1; k < q->nodes.count; k++)
            assert_false(overlap(a->box, q->nodes.items[k].box));
        for (size_t k = 0; k < q->groups.count; k++) {
            const idarch_group_geometry *b = &q->groups.items[k];
            if (is_in(g, b->subgraph, a->node))
                assert_true(within(a->box, b->box));
            else
                assert_false(overlap(a->box, b->box));
            assert_false(overlap(a->box, b->title.box));
        }
    }
}

static void check_piece(const idarch_graph *g, const idarch_geometry *q, const idarch_edge *e,
                        idarch_point a, idarch_point b)
{
    assert_true(fabs(a.x - b.x) < 0.01 || fabs(a.y - b.y) < 0.01);
    for (size_t i = 0; i < q->nodes.count; i++) {
        const idarch_node_geometry *n = &q->nodes.items[i];
        if (n->node != e->from && n->node != e->to)
            assert_false(runs_through(a, b, n->box));
    }
    for (size_t i = 0; i < q->groups.count; i++) {
        const idarch_group_geometry *r = &q->groups.items[i];
        if (!is_in(g, r->subgraph, e->from) && !is_in(g, r->subgraph, e->to))
            assert_false(runs_through(a, b, r->box));
        assert_false(runs_through(a, b, r->title.box));
    }
}

static void check_edges(const idarch_graph *g, const idarch_geometry *q)
{
    assert_int_equal(q->edges.count, g->edges.count);
    for (size_t i = 0; i < q->edges.count; i++) {
        const idarch_edge_geometry *e = &q->edges.items[i];
        assert_true(e->points.count >= 2);
        for (size_t k = 1; k < e->points.count; k++)
            check_piece(g, q, &g->edges.items[e->edge], e->points.items[k - 1],
                        e->points.items[k]);
        for (size_t k = 0; e->has_label && k < q->nodes.count; k++)
            assert_false(overlap(e->label.box, q->nodes.items[k].box));
        for (size_t k = i + 1; e->has_label && k < q->edges.count; k++)
            if (q->edges.items[k].has_label)
                assert_false(overlap(e->label.box, q->edges.items[k].label.box));
    }
}

static void test_random(void **state)
{
    (void)state;
    uint64_t seed = 20261201;
    for (int run = 0; run < 400; run++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = random_graph(arena, &seed);
        idarch_geometry q;
        lay_out_coarsely(arena, &g, &q);
        check_boxes(&g, &q);
        check_edges(&g, &q);
        idarch_arena_free(arena);
    }
}

/* So many edges between two halves that layers would have a bend for each pixel. */
static void test_fan(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {0};
    idarch_geometry q = {0};
    int half = 200;
    for (int i = 0; i < 2 * half; i++)
        add_node(arena, &g, "node", IDARCH_SHAPE_RECT, -1);
    for (int i = 0; i < half; i++)
        for (int k = 0; k < half; k++)
            add_edge(arena, &g, i, half + k, NULL);
    lay_out(arena, &g, &q);
    check_boxes(&g, &q);
    for (size_t i = 0; i < q.edges.count; i += 97)
        for (size_t k = 1; k < q.edges.items[i].points.count; k++)
            check_piece(&g, &q, &g.edges.items[i], q.edges.items[i].points.items[k - 1],
                        q.edges.items[i].points.items[k]);
    assert_true(q.width < 40000 && q.height < 40000);
    idarch_arena_free(arena);
}

/* Many edges out of many frames: bounded, whatever is drawn. */
static void test_deep(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {0};
    idarch_geometry q = {0};
    int group = -1;
    for (int i = 0; i < 1000; i++)
        group = add_group(arena, &g, "nested", group);
    int in = add_node(arena, &g, "in", IDARCH_SHAPE_RECT, group);
    int out = add_node(arena, &g, "out", IDARCH_SHAPE_RECT, -1);
    for (int i = 0; i < 60000; i++)
        add_edge(arena, &g, in, out, NULL);
    size_t before = idarch_arena_size(arena);
    lay_out_coarsely(arena, &g, &q);
    assert_int_equal(q.edges.count, g.edges.count);
    assert_true(idarch_arena_size(arena) - before < (size_t)600 << 20);
    idarch_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random), cmocka_unit_test(test_fan), cmocka_unit_test(test_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
