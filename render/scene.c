/* The display list: its items, groups, ids, text lines, digest; and the order in which
 * the parts of a picture are added. What the parts look like is in scene_graph.c and
 * scene_page.c. */
#include "render/scene.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- paths ---- */

static idarch_step *push_step(idarch_arena *arena, idarch_outline *path, idarch_step_kind kind)
{
    idarch_step *step = IDARCH_PUSH(arena, &path->steps);
    step->kind = kind;
    path->kind = IDARCH_OUTLINE_PATH;
    return step;
}

void idarch_move(idarch_arena *arena, idarch_outline *path, double x, double y)
{
    push_step(arena, path, IDARCH_STEP_MOVE)->p[0] = (idarch_point){x, y};
}

void idarch_line(idarch_arena *arena, idarch_outline *path, double x, double y)
{
    push_step(arena, path, IDARCH_STEP_LINE)->p[0] = (idarch_point){x, y};
}

void idarch_curve(idarch_arena *arena, idarch_outline *path, idarch_point a, idarch_point b,
                  idarch_point to)
{
    idarch_step *step = push_step(arena, path, IDARCH_STEP_CURVE);
    step->p[0] = a;
    step->p[1] = b;
    step->p[2] = to;
}

void idarch_close(idarch_arena *arena, idarch_outline *path)
{
    push_step(arena, path, IDARCH_STEP_CLOSE);
}

/* ---- items ---- */

static idarch_item *push_item(idarch_scene *scene, idarch_item_kind kind)
{
    idarch_item *item = IDARCH_PUSH(scene->arena, &scene->items);
    item->kind = kind;
    return item;
}

/* kind-name with every byte that an id should not have as a dot and two hexadecimal
 * digits: letters, digits, '-' and '_' stay, so names never fall together by this. */
static char *id_of(idarch_arena *arena, const char *kind, const char *name)
{
    idarch_strbuf buf = {.arena = arena};
    idarch_strbuf_puts(&buf, kind);
    if (name)
        idarch_strbuf_putc(&buf, '-');
    for (const char *p = name ? name : ""; *p; p++) {
        if (g_ascii_isalnum(*p) || *p == '-' || *p == '_')
            idarch_strbuf_putc(&buf, *p);
        else
            idarch_strbuf_printf(&buf, ".%02x", (unsigned)(unsigned char)*p);
    }
    return idarch_strbuf_text(&buf);
}

/* The id, with a number behind it where it is taken. The table holds, for every id
 * taken, the number that was given last, so many equal names cost no search. */
static const char *unique_id(idarch_scene *scene, const char *kind, const char *name)
{
    char *wanted = id_of(scene->arena, kind, name), *id = wanted;
    guint last = GPOINTER_TO_UINT(g_hash_table_lookup(scene->ids, wanted));
    while (g_hash_table_contains(scene->ids, id))
        id = idarch_printf(scene->arena, "%s.%u", wanted, ++last + 1);
    g_hash_table_insert(scene->ids, wanted, GUINT_TO_POINTER(last));
    if (id != wanted)
        g_hash_table_insert(scene->ids, id, NULL);
    return id;
}

idarch_scene_group *idarch_scene_open(idarch_scene *scene, const char *kind, const char *name,
                                      const char *classes)
{
    idarch_scene_group *group = &push_item(scene, IDARCH_ITEM_OPEN)->as.group;
    if (kind)
        group->id = unique_id(scene, kind, name);
    group->classes = classes;
    group->opacity = 1;
    return group;
}

void idarch_scene_link(idarch_scene *scene, idarch_scene_group *group, const char *target,
                       idarch_box box)
{
    group->link = scene->in_link ? NULL : idarch_link_allowed(target);
    group->box = box;
    scene->in_link = scene->in_link || group->link;
    scene->has_links = scene->has_links || group->link;
}

void idarch_scene_close(idarch_scene *scene)
{
    push_item(scene, IDARCH_ITEM_CLOSE);
}

void idarch_scene_add(idarch_scene *scene, const idarch_outline *outline,
                      const idarch_paint *paint)
{
    if (paint->fill.a == 0 && (paint->stroke.a == 0 || paint->width <= 0))
        return;
    idarch_item *item = push_item(scene, IDARCH_ITEM_OUTLINE);
    item->as.shape.outline = *outline;
    item->as.shape.paint = *paint;
}

void idarch_scene_rect(idarch_scene *scene, idarch_box box, double radius,
                       const idarch_paint *paint)
{
    idarch_scene_add(scene, &(idarch_outline){IDARCH_OUTLINE_RECT, box, radius, {0}}, paint);
}

void idarch_scene_ellipse(idarch_scene *scene, idarch_box box, const idarch_paint *paint)
{
    idarch_scene_add(scene, &(idarch_outline){IDARCH_OUTLINE_ELLIPSE, box, 0, {0}}, paint);
}

/* ---- text ---- */

/* Whether b goes on where a ends, so that both are one line of text. */
static bool joins(const idarch_fragment *a, const idarch_fragment *b)
{
    double gap = b->x - (a->x + a->width);
    return !a->href && !b->href && fabs(a->baseline - b->baseline) < a->font.size * 0.6 &&
           gap > -1 && gap < a->font.size * 0.5;
}

static void add_patch(idarch_scene *scene, const idarch_fragment *f)
{
    if (!(f->style & IDARCH_RUN_CODE) || !f->text[0])
        return;
    double size = f->font.size;
    idarch_box box = {f->x - 2, f->baseline - 0.86 * size, f->width + 4, 1.14 * size};
    idarch_scene_rect(scene, box, 3, &(idarch_paint){.fill = scene->theme->code});
}

static void add_line(idarch_scene *scene, const idarch_fragment *f, size_t count,
                     idarch_color color)
{
    bool link = !scene->in_link && idarch_link_allowed(f->href);
    if (link) {
        idarch_box box = {f->x, f->baseline - f->font.size, f->width, f->font.size * 1.3};
        idarch_scene_link(scene, idarch_scene_open(scene, NULL, NULL, "link"), f->href, box);
    }
    idarch_item *item = push_item(scene, IDARCH_ITEM_TEXT);
    item->as.text = (idarch_scene_text){f, count, link ? scene->theme->link : color};
    if (link) {
        idarch_scene_close(scene);
        scene->in_link = false;
    }
}

void idarch_scene_text_box(idarch_scene *scene, const idarch_textbox *text, idarch_color color)
{
    const idarch_fragment *f = text->fragments.items;
    size_t count = text->fragments.count;
    for (size_t i = 0; i < count; i++)
        add_patch(scene, &f[i]);
    for (size_t start = 0, end; start < count; start = end) {
        end = start + 1;
        while (end < count && joins(&f[end - 1], &f[end]))
            end++;
        add_line(scene, &f[start], end - start, color);
    }
}

/* ---- the whole ---- */

static const char *first_of(const char *a, const char *b, const char *c)
{
    return a && a[0] ? a : b && b[0] ? b : c;
}

static const char *title_of(const idarch_drawing *drawing)
{
    const char *last = first_of(drawing->document ? drawing->document->title : NULL, NULL,
                                drawing->picture ? "Flowchart" : "ID layout");
    if (!drawing->picture)
        return last;
    return first_of(drawing->picture->graph.acc_title, drawing->picture->title, last);
}

void idarch_scene_build(idarch_scene *scene, idarch_arena *arena, const idarch_drawing *drawing,
                        const idarch_render_options *options)
{
    const idarch_theme *theme = idarch_theme_find(options->theme);
    *scene = (idarch_scene){.arena = arena,
                            .theme = theme ? theme : idarch_theme_find(NULL),
                            .width = drawing->geometry->width,
                            .height = drawing->geometry->height,
                            .title = title_of(drawing),
                            .description = idarch_describe(arena, drawing),
                            .ids = g_hash_table_new(g_str_hash, g_str_equal)};
    scene->background = options->has_background ? options->background : scene->theme->background;
    if (drawing->picture)
        idarch_scene_graph(scene, &drawing->picture->graph, drawing->geometry);
    idarch_scene_page(scene, drawing);
    g_hash_table_destroy(scene->ids);
    scene->ids = NULL;
}

/* ---- digest ---- */

static void digest_text(GChecksum *sum, const char *text)
{
    if (text)
        g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text));
    g_checksum_update(sum, (const guchar *)"", 1);
}

static void digest_number(GChecksum *sum, double value)
{
    int64_t hundredths = isfinite(value) && fabs(value) < 1e15 ? llround(value * 100) : 0;
    guchar bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (guchar)((uint64_t)hundredths >> (8 * i));
    g_checksum_update(sum, bytes, sizeof bytes);
}

static void digest_box(GChecksum *sum, const idarch_box *box)
{
    digest_number(sum, box->x);
    digest_number(sum, box->y);
    digest_number(sum, box->w);
    digest_number(sum, box->h);
}

static void digest_color(GChecksum *sum, idarch_color c)
{
    g_checksum_update(sum, (const guchar[]){c.r, c.g, c.b, c.a}, 4);
}

static void digest_shape(GChecksum *sum, const idarch_outline *outline, const idarch_paint *paint)
{
    digest_box(sum, &outline->box);
    for (size_t i = 0; i < outline->steps.count; i++)
        for (int k = 0; k < 3; k++) {
            digest_number(sum, outline->steps.items[i].p[k].x);
            digest_number(sum, outline->steps.items[i].p[k].y);
        }
    digest_color(sum, paint->fill);
    digest_color(sum, paint->stroke);
    digest_number(sum, paint->width);
}

static void digest_fragments(GChecksum *sum, const idarch_scene_text *text)
{
    for (size_t i = 0; i < text->count; i++) {
        digest_text(sum, text->fragments[i].text);
        digest_number(sum, text->fragments[i].x);
        digest_number(sum, text->fragments[i].baseline);
    }
    digest_color(sum, text->color);
}

static void digest_item(GChecksum *sum, const idarch_item *item)
{
    g_checksum_update(sum, (const guchar[]){(guchar)item->kind}, 1);
    switch (item->kind) {
    case IDARCH_ITEM_OPEN:
        digest_text(sum, item->as.group.id);
        digest_text(sum, item->as.group.classes);
        digest_text(sum, item->as.group.title);
        digest_text(sum, item->as.group.link);
        break;
    case IDARCH_ITEM_CLOSE:
        break;
    case IDARCH_ITEM_OUTLINE:
        digest_shape(sum, &item->as.shape.outline, &item->as.shape.paint);
        break;
    case IDARCH_ITEM_TEXT:
        digest_fragments(sum, &item->as.text);
        break;
    }
}

const char *idarch_scene_digest(const idarch_scene *scene, idarch_arena *arena)
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    digest_text(sum, scene->title);
    digest_text(sum, scene->description);
    digest_number(sum, scene->width);
    digest_number(sum, scene->height);
    for (size_t i = 0; i < scene->items.count; i++)
        digest_item(sum, &scene->items.items[i]);
    const char *digest = idarch_strndup(arena, g_checksum_get_string(sum), 10);
    g_checksum_free(sum);
    return digest;
}
