/* The scene on a cairo context: the same items as the SVG has, text by Pango at the
 * place and in the fonts it was measured with. */
#include "render/paint.h"

#include <math.h>
#include <string.h>

#include "render/text_pango.h"
#include "render/writers.h"

#define ROUND 0.5522847498

typedef struct painter {
    cairo_t *cairo;
    idarch_arena *arena;
    idarch_pango *pango;
    bool tags;
} painter;

/* ---- outlines ---- */

static void set_color(cairo_t *cairo, idarch_color c)
{
    cairo_set_source_rgba(cairo, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

static void trace_steps(cairo_t *cairo, const idarch_outline *outline)
{
    for (size_t i = 0; i < outline->steps.count; i++) {
        const idarch_point *p = outline->steps.items[i].p;
        switch (outline->steps.items[i].kind) {
        case IDARCH_STEP_MOVE:
            cairo_move_to(cairo, p[0].x, p[0].y);
            break;
        case IDARCH_STEP_LINE:
            cairo_line_to(cairo, p[0].x, p[0].y);
            break;
        case IDARCH_STEP_CURVE:
            cairo_curve_to(cairo, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
            break;
        case IDARCH_STEP_CLOSE:
            cairo_close_path(cairo);
            break;
        }
    }
}

/* A quarter turn to the right from where the path is: along (dx, dy), then aside. */
static void quarter(cairo_t *cairo, double dx, double dy, bool along_first)
{
    double ax = along_first ? dx * ROUND : 0, ay = along_first ? 0 : dy * ROUND;
    double bx = along_first ? dx : dx * (1 - ROUND), by = along_first ? dy * (1 - ROUND) : dy;
    cairo_rel_curve_to(cairo, ax, ay, bx, by, dx, dy);
}

/* A rectangle with rounded corners; an ellipse where rx and ry are half its size. */
static void trace_rounded(cairo_t *cairo, const idarch_box *box, double rx, double ry)
{
    cairo_move_to(cairo, box->x + rx, box->y);
    cairo_rel_line_to(cairo, box->w - 2 * rx, 0);
    quarter(cairo, rx, ry, true);
    cairo_rel_line_to(cairo, 0, box->h - 2 * ry);
    quarter(cairo, -rx, ry, false);
    cairo_rel_line_to(cairo, 2 * rx - box->w, 0);
    quarter(cairo, -rx, -ry, true);
    cairo_rel_line_to(cairo, 0, 2 * ry - box->h);
    quarter(cairo, rx, -ry, false);
    cairo_close_path(cairo);
}

static void trace(cairo_t *cairo, const idarch_outline *outline)
{
    const idarch_box *box = &outline->box;
    double radius = fmin(outline->radius, fmin(box->w, box->h) / 2);
    cairo_new_path(cairo);
    switch (outline->kind) {
    case IDARCH_OUTLINE_RECT:
        if (radius > 0)
            trace_rounded(cairo, box, radius, radius);
        else
            cairo_rectangle(cairo, box->x, box->y, box->w, box->h);
        break;
    case IDARCH_OUTLINE_ELLIPSE:
        trace_rounded(cairo, box, box->w / 2, box->h / 2);
        break;
    case IDARCH_OUTLINE_PATH:
        trace_steps(cairo, outline);
        break;
    }
}

/* A dash of nothing but zeros is an error to cairo and solid to SVG. */
static void set_dash(cairo_t *cairo, const idarch_paint *paint)
{
    double sum = 0;
    for (int i = 0; i < paint->dash_count; i++)
        sum += paint->dash[i];
    cairo_set_dash(cairo, paint->dash, sum > 0 ? paint->dash_count : 0, 0);
}

static void paint_outline(cairo_t *cairo, const idarch_outline *outline, const idarch_paint *paint)
{
    trace(cairo, outline);
    if (paint->fill.a) {
        set_color(cairo, paint->fill);
        cairo_fill_preserve(cairo);
    }
    if (paint->stroke.a && paint->width > 0) {
        set_color(cairo, paint->stroke);
        cairo_set_line_width(cairo, paint->width);
        set_dash(cairo, paint);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

/* ---- text ---- */

static void add_attribute(PangoAttrList *list, PangoAttribute *attribute)
{
    pango_attr_list_insert(list, attribute);
}

static void set_decoration(PangoLayout *layout, unsigned style, bool link)
{
    PangoAttrList *list = pango_attr_list_new();
    if (link || style & IDARCH_RUN_UNDERLINE)
        add_attribute(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE));
    if (style & IDARCH_RUN_STRIKE)
        add_attribute(list, pango_attr_strikethrough_new(TRUE));
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
}

static void paint_fragment(const painter *p, const idarch_fragment *f)
{
    const char *text = idarch_xml_text(p->arena, f->text);
    PangoLayout *layout = p->pango->layout;
    set_decoration(layout, f->style, idarch_link_allowed(f->href) != NULL);
    idarch_pango_set(p->pango, text, strlen(text), &f->font);
    double baseline = (double)pango_layout_get_baseline(layout) / PANGO_SCALE;
    cairo_move_to(p->cairo, f->x, f->baseline - baseline);
    pango_cairo_show_layout(p->cairo, layout);
}

static void paint_text(const painter *p, const idarch_scene_text *text)
{
    set_color(p->cairo, text->color);
    for (size_t i = 0; i < text->count; i++)
        if (text->fragments[i].text[0])
            paint_fragment(p, &text->fragments[i]);
    cairo_new_path(p->cairo);
}

/* ---- groups ---- */

/* The target as a URI of ASCII without anything that could end the string it is put
 * into, here or in the PDF. */
static const char *escaped_uri(idarch_arena *arena, const char *target)
{
    idarch_strbuf buf = {.arena = arena};
    for (const char *p = target; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c <= 0x20 || c >= 0x7F || strchr("()\\'\"<>", c))
            idarch_strbuf_printf(&buf, "%%%02X", (unsigned)c);
        else
            idarch_strbuf_putc(&buf, (char)c);
    }
    return idarch_strbuf_text(&buf);
}

static void begin_link(const painter *p, const idarch_scene_group *group)
{
    const idarch_box *box = &group->box;
    idarch_arena *arena = p->arena;
    cairo_tag_begin(p->cairo, CAIRO_TAG_LINK,
                    idarch_printf(arena, "rect=[%s %s %s %s] uri='%s'",
                                  idarch_format_double(arena, box->x, 2),
                                  idarch_format_double(arena, box->y, 2),
                                  idarch_format_double(arena, box->w, 2),
                                  idarch_format_double(arena, box->h, 2),
                                  escaped_uri(arena, group->link)));
}

static void open_group(const painter *p, const idarch_scene_group *group)
{
    if (p->tags && group->link)
        begin_link(p, group);
    if (group->opacity < 1)
        cairo_push_group(p->cairo);
}

static void close_group(const painter *p, const idarch_scene_group *group)
{
    if (group->opacity < 1) {
        cairo_pop_group_to_source(p->cairo);
        cairo_paint_with_alpha(p->cairo, group->opacity);
    }
    if (p->tags && group->link)
        cairo_tag_end(p->cairo, CAIRO_TAG_LINK);
}

static void paint_items(const painter *p, const idarch_scene *scene)
{
    IDARCH_ARRAY(const idarch_scene_group *) open = {0};
    for (size_t i = 0; i < scene->items.count; i++) {
        const idarch_item *item = &scene->items.items[i];
        switch (item->kind) {
        case IDARCH_ITEM_OPEN:
            *IDARCH_PUSH(p->arena, &open) = &item->as.group;
            open_group(p, &item->as.group);
            break;
        case IDARCH_ITEM_CLOSE:
            close_group(p, open.items[--open.count]);
            break;
        case IDARCH_ITEM_OUTLINE:
            paint_outline(p->cairo, &item->as.shape.outline, &item->as.shape.paint);
            break;
        case IDARCH_ITEM_TEXT:
            paint_text(p, &item->as.text);
            break;
        }
    }
}

static void paint_background(cairo_t *cairo, const idarch_scene *scene)
{
    if (!scene->background.a)
        return;
    set_color(cairo, scene->background);
    cairo_rectangle(cairo, 0, 0, scene->width, scene->height);
    cairo_fill(cairo);
}

void idarch_paint_scene(cairo_t *cairo, const idarch_scene *scene, idarch_arena *arena, bool tags)
{
    painter p = {cairo, arena, idarch_pango_new(), tags};
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_GRAY);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    paint_background(cairo, scene);
    paint_items(&p, scene);
    idarch_pango_free(p.pango);
}
