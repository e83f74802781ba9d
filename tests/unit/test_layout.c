/* The flowchart's layout: fixed cases, hostile graphs within a bound of time. Random
 * graphs are in test_layout_properties.c. */
#include "layout_checks.h"

#include <time.h>

/* ---- fixed cases */

static void test_empty(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {0};
    idarch_geometry q;
    lay_out(arena, &g, &q);
    assert_int_equal(q.nodes.count, 0);
    add_group(arena, &g, "Empty", -1);
    lay_out(arena, &g, &q);
    assert_int_equal(q.groups.count, 1);
    check_geometry(&g, &q);
    idarch_arena_free(arena);
}

/* The document's canvas: clients at the left, the frame in the middle, etcd and NTP at
 * the right although NTP's arrow may point the other way, Postgres below the frame. */
static void test_snowflake(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {.direction = IDARCH_DIR_LR};
    int pay = add_node(arena, &g, "Payment service", IDARCH_SHAPE_RECT, -1);
    int order = add_node(arena, &g, "Order service", IDARCH_SHAPE_RECT, -1);
    int ids = add_group(arena, &g, "ID service", -1);
    int gen[3];
    for (int i = 0; i < 3; i++) {
        gen[i] = add_node(arena, &g, "id-gen", IDARCH_SHAPE_RECT, ids);
        g.nodes.items[gen[i]].role = IDARCH_ROLE_WORKER;
    }
    int pg = add_node(arena, &g, "Postgres", IDARCH_SHAPE_CYLINDER, -1);
    int etcd = add_node(arena, &g, "etcd cluster", IDARCH_SHAPE_CYLINDER, -1);
    int ntp = add_node(arena, &g, "NTP servers", IDARCH_SHAPE_STADIUM, -1);
    int frame = g.subgraphs.items[ids].node;
    g.subgraphs.items[ids].role = IDARCH_ROLE_WORKER;
    g.nodes.items[etcd].role = IDARCH_ROLE_COORDINATOR;
    g.nodes.items[ntp].role = IDARCH_ROLE_CLOCK;
    add_edge(arena, &g, pay, frame, "NextId()");
    add_edge(arena, &g, order, frame, "NextId()");
    add_edge(arena, &g, order, pg, "INSERT row");
    add_edge(arena, &g, frame, etcd, "lease worker ID");
    add_edge(arena, &g, ntp, frame, "time sync");
    idarch_geometry q;
    lay_out(arena, &g, &q);
    check_geometry(&g, &q);
    idarch_box box = group_of(&q, ids)->box;
    assert_true(node_of(&q, pay)->box.x + node_of(&q, pay)->box.w < box.x);
    assert_true(node_of(&q, etcd)->box.x > box.x + box.w);
    assert_true(node_of(&q, ntp)->box.x > box.x + box.w);
    assert_true(node_of(&q, pay)->box.y < node_of(&q, order)->box.y);
    assert_true(node_of(&q, gen[0])->box.y < node_of(&q, gen[1])->box.y);
    assert_true(node_of(&q, gen[1])->box.y < node_of(&q, gen[2])->box.y);
    assert_true(node_of(&q, pg)->box.y > box.y + box.h);
    assert_int_equal(q.edges.items[0].points.count, 2);
    /* the arrow keeps its direction: it starts at the clock */
    assert_true(q.edges.items[4].points.items[0].x > box.x + box.w + 10);
    idarch_arena_free(arena);
}

static void test_group_ends(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {0};
    int outer = add_group(arena, &g, "Outer", -1), inner = add_group(arena, &g, "Inner", outer);
    int a = add_node(arena, &g, "a", IDARCH_SHAPE_RECT, inner);
    int b = add_node(arena, &g, "b", IDARCH_SHAPE_HEXAGON, outer);
    int c = add_node(arena, &g, "c", IDARCH_SHAPE_RECT, -1);
    int o = g.subgraphs.items[outer].node, i = g.subgraphs.items[inner].node;
    add_edge(arena, &g, c, i, "to the inner frame");
    add_edge(arena, &g, i, c, NULL);
    add_edge(arena, &g, o, a, "own member");
    add_edge(arena, &g, b, o, NULL);
    add_edge(arena, &g, o, i, NULL);
    add_edge(arena, &g, i, b, NULL);
    add_edge(arena, &g, o, o, "loop");
    add_edge(arena, &g, a, a, "again");
    add_edge(arena, &g, a, a, NULL);
    add_edge(arena, &g, a, b, NULL);
    add_edge(arena, &g, a, b, "twice");
    for (int d = 0; d < 4; d++) {
        idarch_geometry q;
        g.direction = (idarch_direction)d;
        lay_out(arena, &g, &q);
        assert_int_equal(q.edges.count, g.edges.count);
        check_geometry(&g, &q);
    }
    idarch_arena_free(arena);
}

/* A group's own direction is kept, also with edges from its members to the outside. */
static void test_own_direction(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    for (int d = 0; d < 16; d++) {
        idarch_graph g = {.direction = (idarch_direction)(d % 4)};
        int group = add_group(arena, &g, "Gateways", -1);
        int a = add_node(arena, &g, "first", IDARCH_SHAPE_RECT, group);
        int b = add_node(arena, &g, "second", IDARCH_SHAPE_RECT, group);
        int c = add_node(arena, &g, "third", IDARCH_SHAPE_RECT, group);
        int s = add_node(arena, &g, "source", IDARCH_SHAPE_RECT, -1);
        int t = add_node(arena, &g, "target", IDARCH_SHAPE_RECT, -1);
        g.subgraphs.items[group].has_direction = true;
        g.subgraphs.items[group].direction = (idarch_direction)(d / 4);
        add_edge(arena, &g, a, b, NULL);
        add_edge(arena, &g, b, c, "x");
        add_edge(arena, &g, s, a, "in");
        add_edge(arena, &g, s, c, NULL);
        add_edge(arena, &g, b, t, NULL);
        add_edge(arena, &g, c, t, "out");
        add_edge(arena, &g, t, b, "back");
        idarch_geometry q;
        lay_out(arena, &g, &q);
        check_geometry(&g, &q);
        idarch_box x = node_of(&q, a)->box, y = node_of(&q, b)->box;
        switch (d / 4) {
        case IDARCH_DIR_TB: assert_true(x.y + x.h < y.y); break;
        case IDARCH_DIR_BT: assert_true(y.y + y.h < x.y); break;
        case IDARCH_DIR_LR: assert_true(x.x + x.w < y.x); break;
        default: assert_true(y.x + y.w < x.x); break;
        }
    }
    idarch_arena_free(arena);
}

static void test_invisible(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {0};
    int a = add_node(arena, &g, "a", IDARCH_SHAPE_RECT, -1);
    int b = add_node(arena, &g, "b", IDARCH_SHAPE_RECT, -1);
    add_edge(arena, &g, a, b, NULL)->stroke = IDARCH_STROKE_INVISIBLE;
    idarch_geometry q;
    lay_out(arena, &g, &q);
    assert_int_equal(q.edges.count, 0);
    assert_true(node_of(&q, b)->box.y > node_of(&q, a)->box.y + node_of(&q, a)->box.h);
    idarch_arena_free(arena);
}

/* ---- hostile graphs */

static double seconds_of(idarch_arena *arena, const idarch_graph *g, idarch_geometry *q)
{
    clock_t start = clock();
    lay_out(arena, g, q);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%zu nodes, %zu edges: %.2f s\n", g->nodes.count, g->edges.count, seconds);
    assert_int_equal(q->edges.count, g->edges.count);
    assert_true(seconds < 20);
    return seconds;
}

static void test_hostile(void **state)
{
    (void)state;
    for (int kind = 0; kind < 6; kind++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {0};
        idarch_geometry q;
        int n = (int[]){300, 10000, 50000, 2000, 10000, 3000}[kind], group = -1;
        for (int i = 0; i < n; i++) {
            if (kind == 3)
                group = add_group(arena, &g, "nested", group);
            else
                add_node(arena, &g, "x", IDARCH_SHAPE_RECT, -1);
        }
        if (kind == 3) {
            int in = add_node(arena, &g, "in", IDARCH_SHAPE_RECT, group);
            add_edge(arena, &g, in, add_node(arena, &g, "out", IDARCH_SHAPE_RECT, -1), "deep");
        }
        for (int i = 1; i < n; i++)
            switch (kind) {
            case 0:
                for (int k = 0; k < i; k++)
                    add_edge(arena, &g, k, i, NULL);
                break;
            case 1: add_edge(arena, &g, 0, i, NULL); break;
            case 2: add_edge(arena, &g, i - 1, i, NULL); break;
            case 4: add_edge(arena, &g, (i - 1) / 3, i, "label"); break;
            case 5: add_edge(arena, &g, i, (int)((unsigned)i * 7919u % (unsigned)n), NULL); break;
            default: break;
            }
        seconds_of(arena, &g, &q);
        idarch_arena_free(arena);
    }
}

/* A label of many lines keeps off the round ends of its stadium. */
static void test_tall_stadium(void **state)
{
    (void)state;
    for (int lines = 1; lines <= 16; lines++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {0};
        idarch_geometry q;
        int n = add_node(arena, &g, "ten signs", IDARCH_SHAPE_STADIUM, -1);
        for (int i = 1; i < lines; i++) {
            idarch_rich_break(arena, &g.nodes.items[n].rich);
            idarch_rich_add(arena, &g.nodes.items[n].rich, "ten signs", 0, NULL);
        }
        lay_out(arena, &g, &q);
        idarch_box box = q.nodes.items[0].box, label = q.nodes.items[0].label.box;
        double r = idarch_stadium_radius(box.w, box.h);
        double dx = box.x + r - label.x, dy = box.y + r - label.y;
        assert_true(dx <= 0 || dy <= 0 || hypot(dx, dy) < r - 4);
        idarch_arena_free(arena);
    }
}

/* Half of a thick stroke is outside the outline: on the page, clear of the arrow. */
static void test_thick_stroke(void **state)
{
    (void)state;
    for (int d = 0; d < 4; d++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {.direction = (idarch_direction)d};
        idarch_geometry q;
        int a = add_node(arena, &g, "a", IDARCH_SHAPE_RECT, -1);
        add_edge(arena, &g, a, add_node(arena, &g, "b", IDARCH_SHAPE_RECT, -1), NULL);
        static const idarch_style thick = {.set = IDARCH_STYLE_STROKE_WIDTH, .stroke_width = 40};
        for (int i = 0; i < 2; i++)
            g.nodes.items[i].style = &thick;
        lay_out(arena, &g, &q);
        for (int i = 0; i < 2; i++) {
            idarch_box b = q.nodes.items[i].box, label = q.nodes.items[i].label.box;
            idarch_point p = q.edges.items[0].points.items[i];
            assert_true(b.x > 18 && b.y > 18);
            assert_true(b.x + b.w < q.width - 18 && b.y + b.h < q.height - 18);
            assert_true(label.x - b.x > 20 && label.y - b.y > 20);
            assert_true(on_box(p, (idarch_box){b.x - 19, b.y - 19, b.w + 38, b.h + 38}, 2));
        }
        idarch_arena_free(arena);
    }
}

/* Marks at both ends of an edge leave a piece of it to be seen. */
static void test_marks(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {.direction = IDARCH_DIR_LR};
    idarch_geometry q;
    int a = add_node(arena, &g, "a", IDARCH_SHAPE_RECT, -1);
    idarch_edge *e = add_edge(arena, &g, a, add_node(arena, &g, "b", IDARCH_SHAPE_RECT, -1), NULL);
    e->start = e->end = IDARCH_END_CROSS;
    lay_out(arena, &g, &q);
    const idarch_point *p = q.edges.items[0].points.items;
    assert_true(p[1].x - p[0].x > 40);
    idarch_arena_free(arena);
}

/* Crosses and circles stand back where an outline is slanted: of three ends on a diamond, at
 * its corner and to both sides of it, and of none on a straight side. */
static void test_marks_back(void **state)
{
    (void)state;
    for (int d = 0; d < 4; d++)
        for (int mark = 0; mark < 2; mark++) {
            idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
            idarch_graph g = {.direction = (idarch_direction)d};
            idarch_geometry q;
            int a = add_node(arena, &g, "service", IDARCH_SHAPE_RECT, -1);
            int b = add_node(arena, &g, "a question", IDARCH_SHAPE_DIAMOND, -1);
            for (int i = 0; i < 3; i++) {
                idarch_edge *e = add_edge(arena, &g, a, b, NULL);
                e->start = e->end = mark ? IDARCH_END_CROSS : IDARCH_END_CIRCLE;
            }
            lay_out(arena, &g, &q);
            check_geometry(&g, &q);
            int back = 0;
            for (int i = 0; i < 3; i++) {
                back += q.edges.items[i].end_back > 0.2;
                assert_true(q.edges.items[i].end_back < 8);
                assert_true(q.edges.items[i].start_back < 0.01);
            }
            assert_true(back >= 2);
            idarch_arena_free(arena);
        }
}

/* Ends slide along their nodes, near to the corners if need be, rather than that an edge
 * has a little step. */
static void test_jogs(void **state)
{
    (void)state;
    for (int d = 2; d < 4; d++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {.direction = d == 2 ? IDARCH_DIR_LR : IDARCH_DIR_RL};
        idarch_geometry q;
        int a = add_node(arena, &g, "request", IDARCH_SHAPE_RECT, -1);
        int b = add_node(arena, &g, "handler", IDARCH_SHAPE_RECT, -1);
        add_edge(arena, &g, a, b, "first");
        add_edge(arena, &g, a, b, "second");
        lay_out(arena, &g, &q);
        check_geometry(&g, &q);
        for (int i = 0; i < 2; i++)
            assert_int_equal(q.edges.items[i].points.count, 2);
        idarch_arena_free(arena);
    }
}

/* Node i's box is above node k's. */
static bool above(const idarch_geometry *q, int i, int k)
{
    return q->nodes.items[i].box.y + q->nodes.items[i].box.h <= q->nodes.items[k].box.y;
}

/* A ring is cut before the node that was declared first; a source that leads to another of
 * its nodes and a sink behind it change nothing. What turns far fewer edges wins. */
static void test_rings(void **state)
{
    (void)state;
    for (int more = 0; more < 3; more++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {.direction = IDARCH_DIR_TB};
        idarch_geometry q;
        int n[4];
        for (int i = 0; i < 4; i++)
            n[i] = add_node(arena, &g, "service", IDARCH_SHAPE_RECT, -1);
        for (int i = 0; i < 4; i++)
            add_edge(arena, &g, n[i], n[(i + 1) % 4], NULL);
        if (more == 1)
            add_edge(arena, &g, add_node(arena, &g, "source", IDARCH_SHAPE_RECT, -1), n[2], NULL);
        if (more == 2)
            add_edge(arena, &g, n[1], add_node(arena, &g, "sink", IDARCH_SHAPE_RECT, -1), NULL);
        lay_out(arena, &g, &q);
        check_geometry(&g, &q);
        for (int i = 0; i < 3; i++)
            assert_true(above(&q, n[i], n[i + 1]));
        idarch_arena_free(arena);
    }
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {.direction = IDARCH_DIR_TB};
    idarch_geometry q;
    int a = add_node(arena, &g, "last", IDARCH_SHAPE_RECT, -1);
    for (int i = 0; i < 4; i++) {
        int b = add_node(arena, &g, "user", IDARCH_SHAPE_RECT, -1);
        add_edge(arena, &g, b, a, NULL);
        if (i == 0)
            add_edge(arena, &g, a, b, NULL);
    }
    lay_out(arena, &g, &q);
    check_geometry(&g, &q);
    for (int i = 2; i < 5; i++)
        assert_true(above(&q, i, a));
    idarch_arena_free(arena);
}

/* An arrow with more dashes is longer, also where nothing else needs the layers between. */
static void test_lengths(void **state)
{
    (void)state;
    for (int run = 0; run < 8; run++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {.direction = (idarch_direction)(run % 4)};
        idarch_geometry q;
        for (int i = 0; i < 4; i++) {
            int a = add_node(arena, &g, "service", IDARCH_SHAPE_RECT, -1);
            int b = add_node(arena, &g, "service", IDARCH_SHAPE_RECT, -1);
            add_edge(arena, &g, a, b, run < 4 ? NULL : "calls")->length = i + 1;
        }
        lay_out(arena, &g, &q);
        check_geometry(&g, &q);
        for (int i = 0; i < 4; i++) {
            const idarch_point *p = q.edges.items[i].points.items;
            assert_int_equal(q.edges.items[i].points.count, 2);
            assert_true(fabs(p[0].x - p[1].x) + fabs(p[0].y - p[1].y) > 25 * (i + 1));
        }
        idarch_arena_free(arena);
    }
}

/* A title stands at the left of its frame, a single line that comes in goes beside it. */
static void test_title(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {.direction = IDARCH_DIR_TB};
    idarch_geometry q;
    int a = add_node(arena, &g, "a", IDARCH_SHAPE_RECT, -1);
    int group = add_group(arena, &g, "a title of some length, much wider than the node", -1);
    add_edge(arena, &g, a, add_node(arena, &g, "b", IDARCH_SHAPE_RECT, group), NULL);
    lay_out(arena, &g, &q);
    check_geometry(&g, &q);
    assert_true(q.groups.items[0].title.box.x < q.groups.items[0].box.x + 15);
    idarch_arena_free(arena);
}

/* Parts that nothing joins do not wait for one another's layers, keep their order, and
 * fill a sensible shape. */
static void test_parts(void **state)
{
    (void)state;
    for (int d = 0; d < 4; d++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {.direction = (idarch_direction)d};
        idarch_geometry q;
        int wide = add_node(arena, &g, "a label of such a length that its layer is deep and wide",
                            IDARCH_SHAPE_CIRCLE, -1);
        for (int i = 0; i < 3; i++)
            add_edge(arena, &g, wide, add_node(arena, &g, "big", IDARCH_SHAPE_CIRCLE, -1), NULL);
        for (int i = 0; i < 6; i++) {
            int y = add_node(arena, &g, "y", IDARCH_SHAPE_RECT, -1);
            add_edge(arena, &g, y, add_node(arena, &g, "z", IDARCH_SHAPE_RECT, -1), NULL);
        }
        lay_out(arena, &g, &q);
        check_geometry(&g, &q);
        for (size_t i = 3; i < 9; i++) {
            const idarch_edge_geometry *e = &q.edges.items[i];
            assert_int_equal(e->edge, i);
            assert_int_equal(e->points.count, 2);
            assert_true(fabs(e->points.items[0].x - e->points.items[1].x) +
                        fabs(e->points.items[0].y - e->points.items[1].y) < 45);
        }
        assert_true(q.width < 4 * q.height && q.height < 4 * q.width);
        idarch_arena_free(arena);
    }
}

/* Dense graphs: every node with every other one, and fans of many to many. */
static void test_dense(void **state)
{
    (void)state;
    static const int sizes[] = {20, 40, 60, 80, 100};
    for (int kind = 0; kind < 12; kind++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {0};
        idarch_geometry q;
        bool fan = kind >= 10;
        int n = kind == 11 ? 600 : fan ? 120 : sizes[kind / 2];
        for (int i = 0; i < n; i++)
            add_node(arena, &g, "node", IDARCH_SHAPE_RECT, -1);
        for (int i = 0; i < n; i++)
            for (int k = fan ? n / 2 : i + 1; k < n && (!fan || i < n / 2); k++)
                add_edge(arena, &g, i, k, kind % 2 && !fan ? "label" : NULL);
        size_t before = idarch_arena_size(arena);
        seconds_of(arena, &g, &q);
        assert_true(idarch_arena_size(arena) - before < (size_t)150 << 20);
        idarch_arena_free(arena);
    }
}

/* Whether a flat piece and an upright one meet inside both. */
static bool pieces_cross(const idarch_point *a, const idarch_point *b)
{
    bool flat = fabs(a[0].y - a[1].y) < 0.01;
    const idarch_point *h = flat ? a : b, *v = flat ? b : a;
    if (fabs(h[0].y - h[1].y) > 0.01 || fabs(v[0].x - v[1].x) > 0.01)
        return false;
    return v[0].x > fmin(h[0].x, h[1].x) + 0.1 && v[0].x < fmax(h[0].x, h[1].x) - 0.1 &&
           h[0].y > fmin(v[0].y, v[1].y) + 0.1 && h[0].y < fmax(v[0].y, v[1].y) - 0.1;
}

static int count_crossings(const idarch_geometry *q)
{
    int sum = 0;
    for (size_t i = 0; i < q->edges.count; i++)
        for (size_t k = i + 1; k < q->edges.count; k++) {
            const idarch_edge_geometry *a = &q->edges.items[i], *b = &q->edges.items[k];
            for (size_t m = 0; m + 1 < a->points.count; m++)
                for (size_t n = 0; n + 1 < b->points.count; n++)
                    sum += pieces_cross(a->points.items + m, b->points.items + n);
        }
    return sum;
}

/* Services over their stores, with a bus that some write to and some read from: beside the
 * stores, where it is nearest, the bus would have nine crossings; below them, three. */
static void test_layers_for_crossings(void **state)
{
    enum { USERS, CATALOG, CART, ORDERS, STOCK, MAIL, SHIP, SERVICES };
    static const int calls[][2] = {{CART, STOCK}, {ORDERS, SHIP}},
                     writes[] = {ORDERS, SHIP, STOCK}, reads[] = {STOCK, MAIL, CATALOG, USERS};
    (void)state;
    for (int d = 0; d < 4; d++) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_graph g = {.direction = (idarch_direction)d};
        idarch_geometry q;
        int node[SERVICES], gate = add_node(arena, &g, "gateway", IDARCH_SHAPE_RECT, -1);
        int services = add_group(arena, &g, "Services", -1);
        for (int i = 0; i < SERVICES; i++)
            node[i] = add_node(arena, &g, "service", IDARCH_SHAPE_RECT, services);
        int stores = add_group(arena, &g, "Stores", -1);
        for (int i = USERS; i <= ORDERS; i++)
            add_edge(arena, &g, gate, node[i], NULL);
        for (int i = 0; i < 2; i++)
            add_edge(arena, &g, node[calls[i][0]], node[calls[i][1]], NULL);
        for (int i = USERS; i <= STOCK; i++)
            add_edge(arena, &g, node[i],
                     add_node(arena, &g, "store", IDARCH_SHAPE_CYLINDER, stores), NULL);
        int bus = add_node(arena, &g, "bus", IDARCH_SHAPE_RECT, -1);
        for (int i = 0; i < 3; i++)
            add_edge(arena, &g, node[writes[i]], bus, NULL);
        for (int i = 0; i < 4; i++)
            add_edge(arena, &g, bus, node[reads[i]], NULL);
        lay_out(arena, &g, &q);
        check_geometry(&g, &q);
        assert_true(count_crossings(&q) <= 3);
        idarch_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),     cmocka_unit_test(test_snowflake),
        cmocka_unit_test(test_group_ends), cmocka_unit_test(test_own_direction),
        cmocka_unit_test(test_invisible), cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_tall_stadium), cmocka_unit_test(test_thick_stroke),
        cmocka_unit_test(test_marks), cmocka_unit_test(test_marks_back), cmocka_unit_test(test_jogs),
        cmocka_unit_test(test_rings), cmocka_unit_test(test_lengths), cmocka_unit_test(test_title),
        cmocka_unit_test(test_parts), cmocka_unit_test(test_dense),
        cmocka_unit_test(test_layers_for_crossings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
