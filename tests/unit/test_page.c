/* Text set into lines and the page: blocks of the document beside or under the picture,
 * nothing over anything else, near 4:3, the same whatever the direction of the flow. */
#include "layout_fixture.h"

#include "layout/text.h"

static void set(idarch_arena *arena, const char *text, double width, idarch_textbox *box)
{
    idarch_rich rich = idarch_rich_plain(arena, text);
    text_style style = {.size = 10, .max_width = width};
    text_set(arena, &fake_measure, &rich, &style, box);
}

static void test_lines(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_textbox box;
    set(arena, "one two three", 0, &box);
    assert_int_equal(box.fragments.count, 1);
    assert_true(fabs(box.box.w - 13 * 5.5) < 0.01);
    set(arena, "one two three", 45, &box);
    assert_int_equal(box.fragments.count, 2);
    assert_string_equal(box.fragments.items[0].text, "one two");
    assert_true(box.fragments.items[1].baseline > box.fragments.items[0].baseline + 10);
    set(arena, "unbreakableword", 30, &box);
    assert_int_equal(box.fragments.count, 3);
    assert_true(box.box.w <= 30);
    set(arena, "€€€€€€€", 16, &box);
    assert_string_equal(box.fragments.items[0].text, "€€");
    set(arena, "", 30, &box);
    assert_true(box.box.w <= 0 && box.box.h <= 0);
    idarch_arena_free(arena);
}

static void test_styles(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_rich rich = {0};
    idarch_rich_add(arena, &rich, "x", 0, NULL);
    idarch_rich_add(arena, &rich, "2", IDARCH_RUN_SUP, NULL);
    idarch_rich_add(arena, &rich, " bold", IDARCH_RUN_BOLD, NULL);
    idarch_rich_break(arena, &rich);
    idarch_rich_add(arena, &rich, "code", IDARCH_RUN_CODE, NULL);
    idarch_textbox box;
    text_style style = {.size = 10, .centred = true, .max_width = 400};
    text_set(arena, &fake_measure, &rich, &style, &box);
    assert_int_equal(box.fragments.count, 4);
    const idarch_fragment *f = box.fragments.items;
    assert_true(f[1].font.size < 8 && f[1].baseline < f[0].baseline);
    assert_true(fabs(f[1].x - f[0].x - f[0].width) < 0.01);
    assert_true(f[2].font.bold && f[2].x > f[1].x + f[1].width + 3);
    assert_int_equal(f[3].font.family, IDARCH_FAMILY_MONO);
    assert_true(fabs(f[3].x + f[3].width / 2 - box.box.w / 2) < 0.01);
    idarch_arena_free(arena);
}

static void add_item(idarch_arena *arena, idarch_blocks *blocks, idarch_block_kind kind,
                     const char *text)
{
    idarch_block *b = IDARCH_PUSH(arena, blocks);
    b->kind = kind;
    *IDARCH_PUSH(arena, &b->cells) = idarch_rich_plain(arena, text);
    if (kind == IDARCH_BLOCK_ROW)
        *IDARCH_PUSH(arena, &b->cells) = idarch_rich_plain(arena, "a value of some length");
}

static void no_overlaps(const idarch_geometry *q, idarch_box picture)
{
    idarch_box page = {0, 0, q->width, q->height};
    for (size_t i = 0; i < q->blocks.count; i++) {
        const idarch_page_block *b = &q->blocks.items[i];
        assert_true(within(b->box, page));
        for (size_t k = 0; k < b->text.fragments.count; k++) {
            const idarch_fragment *f = &b->text.fragments.items[k];
            assert_true(f->x >= b->box.x - 0.1 && f->x + f->width <= b->box.x + b->box.w + 0.1);
            assert_true(f->baseline <= b->box.y + b->box.h);
        }
        for (size_t k = i + 1; k < q->blocks.count; k++)
            assert_false(overlap(b->box, q->blocks.items[k].box));
        assert_false(overlap(b->box, picture));
        for (size_t k = 0; k < q->fields.count; k++) {
            assert_false(overlap(b->box, q->fields.items[k].box));
            assert_false(overlap(b->box, q->fields.items[k].caption.box));
        }
    }
}

static void page_of(idarch_arena *arena, int nodes, int items, idarch_direction direction,
                    idarch_block_kind kind, idarch_geometry *q)
{
    idarch_document document = {0};
    idarch_picture picture = {.readable = true, .page = true, .title = "A title"};
    idarch_report report = {.verdict_line = "Verdict: pass", .bar = {.bits = 64}};
    picture.graph.direction = direction;
    for (int i = 0; i < nodes; i++) {
        add_node(arena, &picture.graph, "node", IDARCH_SHAPE_RECT, -1);
        if (i > 0)
            add_edge(arena, &picture.graph, i - 1, i, NULL);
    }
    for (int i = 0; i < items; i++)
        add_item(arena, &document.settings, kind, "Clock moved back: wait 5 ms, then fail");
    for (int i = 0; i < 3; i++)
        add_item(arena, &document.notes, IDARCH_BLOCK_ITEM,
                 "A rule that needs several lines because it says what happens and why");
    idarch_bar_field *f = IDARCH_PUSH(arena, &report.bar.fields);
    *f = (idarch_bar_field){"sign", IDARCH_FIELD_SIGN, 1, 63, "0", "1 bit · sign", NULL};
    f = IDARCH_PUSH(arena, &report.bar.fields);
    *f = (idarch_bar_field){"time", IDARCH_FIELD_TIME, 63, 0, NULL, "63 bits · time", NULL};
    idarch_page_options options = {true, true, true, true, true, 0, 16, NULL};
    idarch_lay_out(arena, &document, &picture, &report, &fake_measure, &options, q);
}

static void test_pages(void **state)
{
    (void)state;
    for (int nodes = 1; nodes < 16; nodes += 4)
        for (int items = 0; items <= 40; items += 10)
            for (int d = 0; d < 8; d++) {
                idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
                idarch_geometry q;
                page_of(arena, nodes, items, (idarch_direction)(d % 4),
                        d < 4 ? IDARCH_BLOCK_ITEM : IDARCH_BLOCK_ROW, &q);
                idarch_box picture = q.nodes.items[0].box;
                double bottom = 0;
                for (size_t i = 0; i < q.nodes.count; i++)
                    bottom = fmax(bottom, q.nodes.items[i].box.y + q.nodes.items[i].box.h);
                assert_int_equal(q.blocks.count, items > 0 ? 4 : 3);
                assert_int_equal(q.blocks.items[0].kind, IDARCH_PAGE_TITLE);
                assert_true(q.blocks.items[0].box.y + q.blocks.items[0].box.h < picture.y);
                assert_true(q.bar.y > bottom);
                no_overlaps(&q, picture);
                idarch_arena_free(arena);
            }
}

/* A tall picture gets its panels at the right, a wide one below. */
static void test_sides(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_geometry q;
    page_of(arena, 15, 20, IDARCH_DIR_TB, IDARCH_BLOCK_ITEM, &q);
    assert_true(q.blocks.items[1].box.x > q.bar.x + q.bar.w);
    page_of(arena, 15, 20, IDARCH_DIR_LR, IDARCH_BLOCK_ITEM, &q);
    assert_true(q.blocks.items[1].box.y > q.bar.y + q.bar.h);
    idarch_arena_free(arena);
}

static const idarch_page_block *block_of(const idarch_geometry *q, idarch_page_block_kind kind)
{
    for (size_t i = 0; i < q->blocks.count; i++)
        if (q->blocks.items[i].kind == kind)
            return &q->blocks.items[i];
    return NULL;
}

/* Panels below end where the bar above them does, at both sides, and near one another's
 * height: as many lines in each as the other makes needful. */
static void test_edges(void **state)
{
    (void)state;
    for (int items = 2; items <= 26; items += 4) {
        idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
        idarch_geometry q;
        page_of(arena, 9, items, IDARCH_DIR_LR, IDARCH_BLOCK_ITEM, &q);
        const idarch_page_block *s = block_of(&q, IDARCH_PAGE_SETTINGS);
        const idarch_page_block *n = block_of(&q, IDARCH_PAGE_NOTES);
        if (s->box.y > q.bar.y && n->box.y > q.bar.y && q.width < q.bar.w + 33) {
            assert_true(fabs(s->box.x - q.bar.x) < 0.5);
            assert_true(fabs(n->box.x + n->box.w - q.bar.x - q.bar.w) < 0.5);
        }
        idarch_arena_free(arena);
    }
}

/* A small panel does not stand alone in a column beside a tall drawing. */
static void test_tall(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_geometry q;
    page_of(arena, 30, 1, IDARCH_DIR_TB, IDARCH_BLOCK_ITEM, &q);
    for (size_t i = 0; i < q.blocks.count; i++)
        if (q.blocks.items[i].box.x > q.bar.x + q.bar.w)
            assert_true(q.blocks.items[i].box.h > q.height / 4);
    idarch_arena_free(arena);
}

static size_t count_text(const idarch_page_block *b, const char *text)
{
    size_t count = 0;
    for (size_t i = 0; i < b->text.fragments.count; i++)
        count += strcmp(b->text.fragments.items[i].text, text) == 0;
    return count;
}

/* Every column of a table begins with the table's head. */
static void test_heads(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_document document = {0};
    idarch_report report = {0};
    idarch_geometry q;
    for (int i = 0; i < 60; i++) {
        add_item(arena, &document.settings, IDARCH_BLOCK_ROW, i == 0 ? "Setting" : "key");
        document.settings.items[i].header = i == 0;
    }
    idarch_page_options options = {.settings = true, .margin = 16};
    idarch_lay_out(arena, &document, NULL, &report, &fake_measure, &options, &q);
    const idarch_page_block *s = block_of(&q, IDARCH_PAGE_SETTINGS);
    double lefts[8];
    size_t columns = 0;
    for (size_t i = 0; i < s->text.fragments.count; i++) {
        const idarch_fragment *f = &s->text.fragments.items[i];
        bool seen = strcmp(f->text, "key") != 0;
        for (size_t k = 0; k < columns; k++)
            seen = seen || fabs(lefts[k] - f->x) < 1;
        if (!seen)
            lefts[columns++] = f->x;
    }
    assert_true(columns > 1);
    assert_int_equal(count_text(s, "Setting"), columns);
    assert_int_equal(s->rules.count, columns);
    assert_int_equal(count_text(s, "key"), 59);
    idarch_arena_free(arena);
}

/* Without a report: the drawing alone. */
static void test_plain(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_graph g = {0};
    add_node(arena, &g, "alone", IDARCH_SHAPE_ROUND, -1);
    idarch_geometry q;
    lay_out(arena, &g, &q);
    assert_int_equal(q.blocks.count, 0);
    assert_false(q.has_bar);
    assert_true(fabs(q.width - q.nodes.items[0].box.w - 16) < 0.3);
    idarch_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines), cmocka_unit_test(test_styles),
        cmocka_unit_test(test_pages), cmocka_unit_test(test_sides),
        cmocka_unit_test(test_edges), cmocka_unit_test(test_tall),
        cmocka_unit_test(test_heads), cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
