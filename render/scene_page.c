/* The page around the flowchart: bit bar, title, settings, notes, legend, verdict. Fields
 * differ by hue, by hatching where nothing variable stands in them, and by their text;
 * the verdict's mark differs by form as well as by colour. */
#include <math.h>

#include "render/scene.h"

enum { PANEL_RADIUS = 6, HATCH_STEP = 7 };

static const idarch_theme *theme_of(const idarch_scene *scene)
{
    return scene->theme;
}

/* ---- bit bar ---- */

/* Diagonal lines across the box, cut at its border. */
static void hatch(idarch_scene *scene, idarch_box box, idarch_color color)
{
    idarch_outline path = {0};
    color.a = 90;
    for (double d = HATCH_STEP; d < box.w + box.h && path.steps.count < 4096; d += HATCH_STEP) {
        double x0 = fmax(0, d - box.h), x1 = fmin(d, box.w);
        idarch_move(scene->arena, &path, box.x + x0, box.y + d - x0);
        idarch_line(scene->arena, &path, box.x + x1, box.y + d - x1);
    }
    idarch_scene_add(scene, &path, &(idarch_paint){.stroke = color, .width = 1});
}

static bool hatched(idarch_field_kind kind)
{
    return kind == IDARCH_FIELD_CONSTANT || kind == IDARCH_FIELD_RESERVED;
}

/* Hatching, with a clear place for the text in the field. */
static void add_hatch(idarch_scene *scene, const idarch_bar_geometry *g, const idarch_look *look)
{
    hatch(scene, g->box, look->stroke);
    const idarch_box *text = &g->inside.box;
    if (g->inside.fragments.count)
        idarch_scene_rect(scene, (idarch_box){text->x - 3, text->y, text->w + 6, text->h}, 3,
                          &(idarch_paint){.fill = look->fill});
}

static void add_leader(idarch_scene *scene, const idarch_bar_geometry *g)
{
    if (g->leader.count < 2)
        return;
    idarch_color color = theme_of(scene)->muted;
    idarch_outline path = {0};
    idarch_point start = g->leader.items[0];
    idarch_move(scene->arena, &path, start.x, start.y);
    for (size_t i = 1; i < g->leader.count; i++)
        idarch_line(scene->arena, &path, g->leader.items[i].x, g->leader.items[i].y);
    idarch_scene_add(scene, &path, &(idarch_paint){.stroke = color, .width = 0.75});
    idarch_scene_ellipse(scene, (idarch_box){start.x - 1.75, start.y - 1.75, 3.5, 3.5},
                         &(idarch_paint){.fill = color});
}

static void add_field(idarch_scene *scene, const idarch_bar *bar, const idarch_bar_geometry *g)
{
    const idarch_bar_field *field = &bar->fields.items[g->field];
    const idarch_look *look = &theme_of(scene)->field[field->kind];
    const char *classes =
        idarch_printf(scene->arena, "field %s", idarch_field_kind_name(field->kind));
    idarch_scene_open(scene, "f", idarch_printf(scene->arena, "%d", g->field), classes);
    idarch_scene_rect(scene, g->box, 0, &(idarch_paint){.fill = look->fill});
    if (hatched(field->kind))
        add_hatch(scene, g, look);
    idarch_scene_rect(scene, g->box, 0, &(idarch_paint){.stroke = look->stroke, .width = 1.25});
    add_leader(scene, g);
    idarch_scene_text_box(scene, &g->top_bit, theme_of(scene)->muted);
    idarch_scene_text_box(scene, &g->low_bit, theme_of(scene)->muted);
    idarch_scene_text_box(scene, &g->inside, theme_of(scene)->text);
    idarch_scene_text_box(scene, &g->caption, theme_of(scene)->text);
    idarch_scene_close(scene);
}

static void add_bar(idarch_scene *scene, const idarch_bar *bar, const idarch_geometry *geometry)
{
    idarch_scene_open(scene, "bitbar", NULL, "bitbar");
    for (size_t i = 0; i < geometry->fields.count; i++)
        add_field(scene, bar, &geometry->fields.items[i]);
    idarch_scene_close(scene);
}

/* ---- blocks ---- */

static const char *const block_names[] = {
    [IDARCH_PAGE_TITLE] = "title",     [IDARCH_PAGE_SETTINGS] = "settings",
    [IDARCH_PAGE_NOTES] = "notes",     [IDARCH_PAGE_VERDICT] = "verdict",
    [IDARCH_PAGE_LEGEND] = "legend",
};

/* A disc with a tick, a triangle with an exclamation mark, or an octagon with a cross. */
static void pass_mark(idarch_scene *scene, idarch_point c, double r, idarch_color color)
{
    idarch_outline tick = {0};
    idarch_scene_ellipse(scene, (idarch_box){c.x - r, c.y - r, 2 * r, 2 * r},
                         &(idarch_paint){.fill = color});
    idarch_move(scene->arena, &tick, c.x - 0.45 * r, c.y + 0.05 * r);
    idarch_line(scene->arena, &tick, c.x - 0.1 * r, c.y + 0.4 * r);
    idarch_line(scene->arena, &tick, c.x + 0.5 * r, c.y - 0.35 * r);
    idarch_scene_add(scene, &tick,
                     &(idarch_paint){.stroke = theme_of(scene)->background, .width = 0.28 * r});
}

static void unproven_mark(idarch_scene *scene, idarch_point c, double r, idarch_color color)
{
    idarch_outline triangle = {0};
    idarch_move(scene->arena, &triangle, c.x, c.y - 1.05 * r);
    idarch_line(scene->arena, &triangle, c.x + 1.15 * r, c.y + 0.9 * r);
    idarch_line(scene->arena, &triangle, c.x - 1.15 * r, c.y + 0.9 * r);
    idarch_close(scene->arena, &triangle);
    idarch_scene_add(scene, &triangle, &(idarch_paint){.fill = color});
    idarch_paint light = {.fill = theme_of(scene)->background};
    idarch_scene_rect(scene, (idarch_box){c.x - 0.13 * r, c.y - 0.4 * r, 0.26 * r, 0.7 * r}, 0,
                      &light);
    idarch_scene_rect(scene, (idarch_box){c.x - 0.13 * r, c.y + 0.44 * r, 0.26 * r, 0.26 * r}, 0,
                      &light);
}

static void fail_mark(idarch_scene *scene, idarch_point c, double r, idarch_color color)
{
    static const double corner[8][2] = {{-0.41, -1}, {0.41, -1}, {1, -0.41}, {1, 0.41},
                                        {0.41, 1},   {-0.41, 1}, {-1, 0.41}, {-1, -0.41}};
    idarch_outline octagon = {0}, cross = {0};
    for (int i = 0; i < 8; i++)
        (i ? idarch_line : idarch_move)(scene->arena, &octagon, c.x + corner[i][0] * r,
                                        c.y + corner[i][1] * r);
    idarch_close(scene->arena, &octagon);
    idarch_scene_add(scene, &octagon, &(idarch_paint){.fill = color});
    for (int side = -1; side <= 1; side += 2) {
        idarch_move(scene->arena, &cross, c.x - 0.4 * r, c.y - side * 0.4 * r);
        idarch_line(scene->arena, &cross, c.x + 0.4 * r, c.y + side * 0.4 * r);
    }
    idarch_scene_add(scene, &cross,
                     &(idarch_paint){.stroke = theme_of(scene)->background, .width = 0.28 * r});
}

static void (*const marks[])(idarch_scene *, idarch_point, double, idarch_color) = {
    [IDARCH_VERDICT_PASS] = pass_mark,
    [IDARCH_VERDICT_UNPROVEN] = unproven_mark,
    [IDARCH_VERDICT_FAIL] = fail_mark,
};

/* The mark stands at the block's first bullet, else it hangs in the margin. */
static void add_verdict_mark(idarch_scene *scene, const idarch_page_block *block,
                             idarch_verdict verdict)
{
    bool bullet = block->bullets.count > 0;
    const idarch_textbox *text = &block->text;
    if (!bullet && text->fragments.count == 0)
        return;
    idarch_point hanging = {text->box.x - 8, bullet ? 0 : text->fragments.items[0].baseline - 4};
    marks[verdict](scene, bullet ? block->bullets.items[0] : hanging, bullet ? 6.5 : 5,
                   theme_of(scene)->verdict[verdict]);
}

static void add_bullets(idarch_scene *scene, const idarch_page_block *block)
{
    for (size_t i = 0; i < block->bullets.count; i++) {
        idarch_point c = block->bullets.items[i];
        idarch_scene_ellipse(scene, (idarch_box){c.x - 1.75, c.y - 1.75, 3.5, 3.5},
                             &(idarch_paint){.fill = theme_of(scene)->muted});
    }
}

static void add_rules(idarch_scene *scene, const idarch_page_block *block)
{
    idarch_paint paint = {.stroke = theme_of(scene)->panel.stroke, .width = 1};
    for (size_t i = 0; i < block->rules.count; i++) {
        const idarch_rule_line *rule = &block->rules.items[i];
        idarch_outline path = {0};
        idarch_move(scene->arena, &path, rule->from.x, rule->from.y);
        idarch_line(scene->arena, &path, rule->to.x, rule->to.y);
        idarch_scene_add(scene, &path, &paint);
    }
}

static void add_block(idarch_scene *scene, const idarch_page_block *block,
                      const idarch_report *report)
{
    const char *name = block_names[block->kind];
    idarch_scene_open(scene, "block", name, idarch_printf(scene->arena, "block %s", name));
    if (block->framed)
        idarch_scene_rect(scene, block->box, PANEL_RADIUS,
                          &(idarch_paint){.fill = theme_of(scene)->panel.fill,
                                          .stroke = theme_of(scene)->panel.stroke,
                                          .width = 1});
    add_rules(scene, block);
    if (block->kind == IDARCH_PAGE_VERDICT && report)
        add_verdict_mark(scene, block, report->verdict);
    else
        add_bullets(scene, block);
    idarch_scene_text_box(scene, &block->text, theme_of(scene)->text);
    idarch_scene_close(scene);
}

void idarch_scene_page(idarch_scene *scene, const idarch_drawing *drawing)
{
    const idarch_geometry *geometry = drawing->geometry;
    if (geometry->has_bar && drawing->report)
        add_bar(scene, &drawing->report->bar, geometry);
    for (size_t i = 0; i < geometry->blocks.count; i++)
        add_block(scene, &geometry->blocks.items[i], drawing->report);
}
