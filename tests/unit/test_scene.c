/* The scene: items in pairs and order, links, colours, routes, digest. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "render/route.h"
#include "render/scene.h"
#include "sample_drawing.h"

static void build(sample *s, idarch_scene *scene, const char *theme)
{
    idarch_scene_build(scene, s->arena, &s->drawing, &(idarch_render_options){.theme = theme});
}

static void test_groups_are_paired(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_scene scene;
    build(s, &scene, NULL);
    int depth = 0;
    for (size_t i = 0; i < scene.items.count; i++) {
        depth += scene.items.items[i].kind == IDARCH_ITEM_OPEN;
        depth -= scene.items.items[i].kind == IDARCH_ITEM_CLOSE;
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    assert_true(scene.has_links);
    sample_free(s);
}

static int count_class(const idarch_scene *scene, const char *start)
{
    int count = 0;
    for (size_t i = 0; i < scene->items.count; i++)
        if (scene->items.items[i].kind == IDARCH_ITEM_OPEN &&
            strncmp(scene->items.items[i].as.group.classes, start, strlen(start)) == 0)
            count++;
    return count;
}

static void test_everything_is_there(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_scene scene;
    build(s, &scene, "dark");
    assert_int_equal(count_class(&scene, "node"), s->geometry.nodes.count);
    assert_int_equal(count_class(&scene, "group"), 2);
    assert_int_equal(count_class(&scene, "edge-label"), 1);
    assert_int_equal(count_class(&scene, "edge "), 3); /* the invisible one is not drawn */
    assert_int_equal(count_class(&scene, "field"), 5);
    assert_int_equal(count_class(&scene, "block"), 4);
    sample_free(s);
}

static void test_links(void **state)
{
    (void)state;
    static const char *const good[] = {"http://a", "HTTPS://a/b?c=d:e", "mailto:a@b.c", "page.html",
                                       "../x#y", "/a:b", "?q=a:b", "#part"};
    static const char *const bad[] = {"javascript:alert(1)", "JavaScript:x", "data:text/html,x",
                                      "vbscript:x", "java\tscript:x", " javascript:x",
                                      "\x01javascript:x", "file:///etc/passwd", "a:b", ":x", "",
                                      "\\\\evil\\x", "//evil.com/x", "/\\evil.com", "a\\b",
                                      "http:\\\\evil.com", "http://a\nb", "a\x7F"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_ptr_equal(idarch_link_allowed(good[i]), good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_null(idarch_link_allowed(bad[i]));
    assert_null(idarch_link_allowed(NULL));
}

/* A link in the label of a linked node would be a link in a link. */
static void test_links_do_not_nest(void **state)
{
    (void)state;
    sample *s = sample_new();
    size_t last = s->geometry.nodes.count - 2; /* its link is mailto: */
    s->geometry.nodes.items[last].label.fragments.items[0].href = "https://example.org/";
    idarch_scene scene;
    build(s, &scene, NULL);
    int depth[64], top = 0, links = 0;
    for (size_t i = 0; i < scene.items.count; i++) {
        if (scene.items.items[i].kind == IDARCH_ITEM_OPEN) {
            depth[top++] = scene.items.items[i].as.group.link != NULL;
            links += depth[top - 1];
        } else if (scene.items.items[i].kind == IDARCH_ITEM_CLOSE) {
            links -= depth[--top];
        }
        assert_true(links <= 1);
    }
    sample_free(s);
}

static void test_themes_can_be_read(void **state)
{
    (void)state;
    static const char *const names[] = {"default", "neutral", "dark", "forest", "base"};
    for (size_t i = 0; i < 5; i++) {
        assert_true(idarch_theme_known(names[i]));
        const idarch_theme *t = idarch_theme_find(names[i]);
        assert_true(idarch_contrast(t->text, t->background) >= 7);
        assert_true(idarch_contrast(t->muted, t->background) >= 4.5);
        assert_true(idarch_contrast(t->link, t->panel.fill) >= 4.5);
        assert_true(idarch_contrast(t->edge, t->background) >= 4.5);
        for (int k = 0; k < 6; k++) {
            assert_true(idarch_contrast(t->text, t->role[k].fill) >= 7);
            assert_true(idarch_contrast(t->role[k].stroke, t->background) >= 3);
        }
        for (int k = 0; k < 7; k++)
            assert_true(idarch_contrast(t->text, t->field[k].fill) >= 7);
        for (int k = 0; k < 3; k++)
            assert_true(idarch_contrast(t->verdict[k], t->background) >= 3);
    }
    assert_false(idarch_theme_known("none such"));
    assert_null(idarch_theme_find("Default"));
}

static void test_colors(void **state)
{
    (void)state;
    assert_int_equal(idarch_color_on((idarch_color){0, 0, 80, 255}).r, 255);
    assert_int_equal(idarch_color_on((idarch_color){250, 250, 80, 255}).r, 0);
}

/* The author's dark fill without a text colour gets light text. */
static void test_author_style(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_node *node = &s->picture.graph.nodes.items[0];
    idarch_style dark = {.set = IDARCH_STYLE_FILL | IDARCH_STYLE_OPACITY,
                         .fill = {10, 20, 60, 255},
                         .opacity = 0.5};
    node->style = &dark;
    idarch_scene scene;
    build(s, &scene, NULL);
    size_t i = 0;
    while (scene.items.items[i].kind != IDARCH_ITEM_OPEN ||
           strncmp(scene.items.items[i].as.group.classes, "node rect", 9) != 0)
        i++;
    assert_true(scene.items.items[i].as.group.opacity < 0.51);
    assert_int_equal(scene.items.items[i + 1].as.shape.paint.fill.b, 60);
    assert_int_equal(scene.items.items[i + 2].as.text.color.r, 255);
    sample_free(s);
}

static void route(sample *s, idarch_scene *scene, const idarch_point *points, size_t count,
                  idarch_end end)
{
    *scene = (idarch_scene){.arena = s->arena, .theme = idarch_theme_find(NULL)};
    idarch_scene_route(scene, points, count, 6, IDARCH_END_NONE, end,
                       &(idarch_paint){.stroke = {0, 0, 0, 255}, .width = 1});
}

/* The line stops where its head begins; corners turn on the way. */
static void test_route(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_scene scene;
    idarch_point bent[] = {{0, 0}, {50, 0}, {50, 0}, {50, 60}};
    route(s, &scene, bent, 4, IDARCH_END_POINT);
    assert_int_equal(scene.items.count, 2);
    const idarch_outline *line = &scene.items.items[0].as.shape.outline;
    assert_int_equal(line->steps.count, 4); /* to, line, corner, line */
    assert_true(fabs(line->steps.items[3].p[0].y - 51.5) < 0.01);
    assert_true(fabs(line->steps.items[1].p[0].x - 44) < 0.01);
    const idarch_outline *head = &scene.items.items[1].as.shape.outline;
    assert_true(fabs(head->steps.items[0].p[0].y - 60) < 0.01);
    sample_free(s);
}

/* A piece between two corners has room for half of each, one at the line's end for a whole
 * one. */
static void test_room_for_corners(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_scene scene;
    idarch_point bent[] = {{0, 0}, {4, 0}, {4, 10}, {50, 10}};
    route(s, &scene, bent, 4, IDARCH_END_NONE);
    const idarch_outline *line = &scene.items.items[0].as.shape.outline;
    assert_int_equal(line->steps.count, 5); /* to, corner, line, corner, line */
    assert_true(fabs(line->steps.items[1].p[2].y - 4) < 0.01);
    assert_true(fabs(line->steps.items[2].p[0].y - 5) < 0.01);
    assert_true(fabs(line->steps.items[3].p[2].x - 9) < 0.01);
    sample_free(s);
}

/* Ends on routes shorter than themselves, on a point, on nothing. */
static void test_short_routes(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_scene scene;
    idarch_point tiny[] = {{0, 0}, {0.5, 0}, {0.5, 0.5}, {1, 0.5}};
    for (int end = IDARCH_END_NONE; end <= IDARCH_END_CROSS; end++)
        for (size_t count = 0; count <= 4; count++) {
            route(s, &scene, tiny, count, (idarch_end)end);
            for (size_t i = 0; i < scene.items.count; i++) {
                const idarch_outline *o = &scene.items.items[i].as.shape.outline;
                for (size_t k = 0; k < o->steps.count; k++)
                    assert_true(isfinite(o->steps.items[k].p[0].x));
            }
        }
    sample_free(s);
}

static void test_digest(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_scene scene;
    build(s, &scene, NULL);
    const char *first = idarch_scene_digest(&scene, s->arena);
    build(s, &scene, NULL);
    assert_string_equal(first, idarch_scene_digest(&scene, s->arena));
    s->geometry.nodes.items[3].box.x += 0.02;
    build(s, &scene, NULL);
    assert_string_not_equal(first, idarch_scene_digest(&scene, s->arena));
    sample_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups_are_paired), cmocka_unit_test(test_everything_is_there),
        cmocka_unit_test(test_links),             cmocka_unit_test(test_themes_can_be_read),
        cmocka_unit_test(test_colors),            cmocka_unit_test(test_author_style),
        cmocka_unit_test(test_route),             cmocka_unit_test(test_short_routes),
        cmocka_unit_test(test_room_for_corners),
        cmocka_unit_test(test_digest),            cmocka_unit_test(test_links_do_not_nest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
