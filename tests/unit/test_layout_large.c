/* Graphs of some hundred to some thousand nodes, where the layout chooses layers first and
 * joins straight stretches to one variable: nothing overlaps, lines keep clear of boxes,
 * and a row of groups with edges both ways does not become a path of layers. */
#include <time.h>

#include "layout_fixture.h"

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static int below(uint64_t *seed, size_t limit)
{
    return (int)(next_random(seed) % limit);
}

/* Groups of neighbours, edges mostly a little further on; some groups with a direction of
 * their own, some in one another. */
static idarch_graph random_graph(idarch_arena *arena, uint64_t *seed, int nodes)
{
    idarch_graph g = {.direction = (idarch_direction)below(seed, 4)};
    int *made = IDARCH_NEW_ARRAY(arena, int, (size_t)nodes), group = -1, outer = -1;
    for (int i = 0; i < nodes; i++) {
        if (i % 40 == 0)
            outer = below(seed, 2) ? add_group(arena, &g, "outer", -1) : -1;
        if (i % 8 == 0)
            group = below(seed, 3) ? add_group(arena, &g, "group", outer) : outer;
        if (group >= 0 && i % 8 == 0 && below(seed, 8) == 0) {
            g.subgraphs.items[group].has_direction = true;
            g.subgraphs.items[group].direction = (idarch_direction)below(seed, 4);
        }
        made[i] = add_node(arena, &g, "a node", IDARCH_SHAPE_RECT, group);
    }
    for (int i = 0; i < nodes * 13 / 10; i++) {
        int from = below(seed, (size_t)nodes), to = from + 1 + below(seed, 30);
        if (below(seed, 10) == 0)
            to = from - below(seed, 20);
        if (to >= 0 && to < nodes)
            add_edge(arena, &g, made[from], made[to], below(seed, 4) ? NULL : "label");
    }
    return g;
}

static void check(const idarch_graph *g, const idarch_geometry *q)
{
    assert_int_equal(q->edges.count, g->edges.count);
    for (size_t i = 0; i < q->nodes.count; i++)
        for (size_t k = i + 1; k < q->nodes.count; k++)
            assert_false(overlap(q->nodes.items[i].box, q->nodes.items[k].box));
    for (size_t i = 0; i < q->nodes.count; i++)
        for (size_t k = 0; k < q->groups.count; k++) {
            const idarch_group_geometry *r = &q->groups.items[k];
            int in = g->nodes.items[q->nodes.items[i].node].subgraph;
            while (in >= 0 && in != r->subgraph)
                in = g->subgraphs.items[in].parent;
            if (in >= 0)
                assert_true(within(q->nodes.items[i].box, r->box));
            else
                assert_false(overlap(q->nodes.items[i].box, r->box));
            assert_false(overlap(q->nodes.items[i].box, r->title.box));
        }
    for (size_t i = 0; i < q->edges.count; i++) {
        const idarch_edge_geometry *e = &q->edges.items[i];
        for (size_t m = 1; m < e->points.count; m++) {
            idarch_point a = e->points.items[m - 1], b = e->points.items[m];
            assert_true(fabs(a.x - b.x) < 0.01 || fabs(a.y - b.y) < 0.01);
            for (size_t k = 0; k < q->nodes.count; k++)
                assert_false(runs_through(a, b, q->nodes.items[k].box));
        }
    }
}

static void test_random(void **state)
{
    (void)state;
    static const int sizes[] = {200, 350, 500, 700, 900, 1500};
    uint64_t seed = 20261202;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = random_graph(arena, &seed, sizes[i]);
        idarch_geometry q = {0};
        lay_out(arena, &g, &q);
        print_message("%d nodes: %.0f x %.0f px\n", sizes[i], q.width, q.height);
        check(&g, &q);
        idarch_arena_free(arena);
    }
}

/* Rows of groups of two nodes, joined to the next in the row from lower to upper node and
 * to the row below: by the edges alone every row would be a path of groups. */
static void test_rows(void **state)
{
    (void)state;
    enum { ROWS = 12, COLUMNS = 14 };
    int upper[ROWS][COLUMNS], lower[ROWS][COLUMNS];
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {0};
    idarch_geometry q = {0};
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            int group = add_group(arena, &g, "group", -1);
            upper[r][c] = add_node(arena, &g, "upper", IDARCH_SHAPE_RECT, group);
            lower[r][c] = add_node(arena, &g, "lower", IDARCH_SHAPE_RECT, group);
            add_edge(arena, &g, upper[r][c], lower[r][c], NULL);
        }
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c + 1 < COLUMNS; c++) {
            add_edge(arena, &g, upper[r][c], lower[r][c + 1], NULL);
            if (r + 1 < ROWS)
                add_edge(arena, &g, lower[r][c], upper[r + 1][c], NULL);
        }
    lay_out(arena, &g, &q);
    check(&g, &q);
    assert_true(q.height < 200 * 4 * ROWS);
    idarch_arena_free(arena);
}

/* Ten times the nodes do not take much more than ten times as long. */
static void test_growth(void **state)
{
    (void)state;
    double seconds[2];
    uint64_t seed = 20261203;
    for (int i = 0; i < 2; i++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = random_graph(arena, &seed, i == 0 ? 1000 : 10000);
        idarch_geometry q = {0};
        clock_t start = clock();
        lay_out(arena, &g, &q);
        seconds[i] = (double)(clock() - start) / CLOCKS_PER_SEC;
        print_message("%zu nodes: %.2f s\n", g.nodes.count, seconds[i]);
        idarch_arena_free(arena);
    }
    assert_true(seconds[1] < 40 * seconds[0] + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random), cmocka_unit_test(test_rows), cmocka_unit_test(test_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
