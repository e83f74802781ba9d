/* The scene as SVG with live text: presentation attributes only, ids prefixed by a
 * digest of the content, nothing that is fetched or run. Every piece of text says its
 * measured length, so a viewer with another font squeezes or stretches it into place. */
#include <math.h>
#include <string.h>

#include "render/writers.h"

#define SANS "Arial, \"Liberation Sans\", Helvetica, sans-serif"
#define MONO "\"Courier New\", \"Liberation Mono\", monospace"

typedef struct svg {
    idarch_arena *arena;
    const idarch_scene *scene;
    xmlTextWriter *writer;
    const char *prefix;
    bool failed;
} svg;

static void note(svg *s, int status)
{
    if (status < 0)
        s->failed = true;
}

static void start(svg *s, const char *name)
{
    note(s, xmlTextWriterStartElement(s->writer, BAD_CAST name));
}

static void end(svg *s)
{
    note(s, xmlTextWriterEndElement(s->writer));
}

static void attribute(svg *s, const char *name, const char *value)
{
    value = idarch_xml_text(s->arena, value);
    note(s, xmlTextWriterWriteAttribute(s->writer, BAD_CAST name, BAD_CAST value));
}

static void characters(svg *s, const char *text)
{
    text = idarch_xml_text(s->arena, text);
    note(s, xmlTextWriterWriteString(s->writer, BAD_CAST text));
}

static void newline(svg *s)
{
    note(s, xmlTextWriterWriteRaw(s->writer, BAD_CAST "\n"));
}

static void element(svg *s, const char *name, const char *id, const char *text)
{
    start(s, name);
    if (id)
        attribute(s, "id", id);
    characters(s, text);
    end(s);
}

static const char *decimal(svg *s, double value)
{
    return idarch_format_double(s->arena, value, 2);
}

static void number(svg *s, const char *name, double value)
{
    attribute(s, name, decimal(s, value));
}

static const char *prefixed(svg *s, const char *id)
{
    return idarch_printf(s->arena, "%s-%s", s->prefix, id);
}

/* ---- paint ---- */

static const char *color_text(svg *s, idarch_color c)
{
    if (c.a == 0)
        return "none";
    if (c.r % 17 == 0 && c.g % 17 == 0 && c.b % 17 == 0)
        return idarch_printf(s->arena, "#%x%x%x", c.r / 17u, c.g / 17u, c.b / 17u);
    return idarch_printf(s->arena, "#%02x%02x%02x", (unsigned)c.r, (unsigned)c.g, (unsigned)c.b);
}

/* A colour and, where it is neither opaque nor nothing, its opacity. */
static void color_attributes(svg *s, const char *name, const char *opacity, idarch_color c)
{
    attribute(s, name, color_text(s, c));
    if (c.a > 0 && c.a < 255)
        number(s, opacity, c.a / 255.0);
}

static void dash_attribute(svg *s, const idarch_paint *paint)
{
    idarch_strbuf buf = {.arena = s->arena};
    for (int i = 0; i < paint->dash_count; i++) {
        idarch_strbuf_puts(&buf, i ? " " : "");
        idarch_strbuf_puts(&buf, decimal(s, paint->dash[i]));
    }
    if (paint->dash_count)
        attribute(s, "stroke-dasharray", idarch_strbuf_text(&buf));
}

static void paint_attributes(svg *s, const idarch_paint *paint)
{
    color_attributes(s, "fill", "fill-opacity", paint->fill);
    if (paint->stroke.a == 0 || paint->width <= 0)
        return;
    color_attributes(s, "stroke", "stroke-opacity", paint->stroke);
    number(s, "stroke-width", paint->width);
    dash_attribute(s, paint);
}

/* ---- shapes ---- */

static void add_pair(svg *s, idarch_strbuf *buf, idarch_point p)
{
    idarch_strbuf_puts(buf, decimal(s, p.x));
    idarch_strbuf_putc(buf, ' ');
    idarch_strbuf_puts(buf, decimal(s, p.y));
}

static void add_step(svg *s, idarch_strbuf *buf, const idarch_step *step)
{
    static const char letters[] = {'M', 'L', 'C', 'Z'};
    static const int points[] = {1, 1, 3, 0};
    idarch_strbuf_putc(buf, letters[step->kind]);
    for (int i = 0; i < points[step->kind]; i++) {
        idarch_strbuf_puts(buf, i ? " " : "");
        add_pair(s, buf, step->p[i]);
    }
}

static void write_path(svg *s, const idarch_outline *outline)
{
    idarch_strbuf buf = {.arena = s->arena};
    for (size_t i = 0; i < outline->steps.count; i++)
        add_step(s, &buf, &outline->steps.items[i]);
    start(s, "path");
    attribute(s, "d", idarch_strbuf_text(&buf));
}

static void write_rect(svg *s, const idarch_outline *outline)
{
    start(s, "rect");
    number(s, "x", outline->box.x);
    number(s, "y", outline->box.y);
    number(s, "width", outline->box.w);
    number(s, "height", outline->box.h);
    if (outline->radius > 0)
        number(s, "rx", outline->radius);
}

static void write_ellipse(svg *s, const idarch_outline *outline)
{
    const idarch_box *box = &outline->box;
    bool circle = fabs(box->w - box->h) < 0.005;
    start(s, circle ? "circle" : "ellipse");
    number(s, "cx", box->x + box->w / 2);
    number(s, "cy", box->y + box->h / 2);
    if (!circle)
        number(s, "ry", box->h / 2);
    number(s, circle ? "r" : "rx", box->w / 2);
}

static void write_outline(svg *s, const idarch_outline *outline, const idarch_paint *paint)
{
    static void (*const writers[])(svg *, const idarch_outline *) = {
        [IDARCH_OUTLINE_RECT] = write_rect,
        [IDARCH_OUTLINE_ELLIPSE] = write_ellipse,
        [IDARCH_OUTLINE_PATH] = write_path,
    };
    if (outline->kind == IDARCH_OUTLINE_PATH && outline->steps.count == 0)
        return;
    writers[outline->kind](s, outline);
    paint_attributes(s, paint);
    end(s);
    newline(s);
}

/* ---- text ---- */

static void font_attributes(svg *s, const idarch_font *font)
{
    if (font->family == IDARCH_FAMILY_MONO)
        attribute(s, "font-family", MONO);
    number(s, "font-size", font->size);
    if (font->bold)
        attribute(s, "font-weight", "bold");
    if (font->italic)
        attribute(s, "font-style", "italic");
}

static void decoration(svg *s, unsigned style, bool link)
{
    bool under = link || style & IDARCH_RUN_UNDERLINE, through = style & IDARCH_RUN_STRIKE;
    if (under || through)
        attribute(s, "text-decoration",
                  under && through ? "underline line-through" : under ? "underline"
                                                                      : "line-through");
}

/* Blanks at the ends or in a row would be lost otherwise. */
static bool spaces_matter(const char *text)
{
    size_t len = strlen(text);
    return len && (text[0] == ' ' || text[len - 1] == ' ' || strstr(text, "  "));
}

static void fragment_attributes(svg *s, const idarch_fragment *f)
{
    number(s, "x", f->x);
    number(s, "y", f->baseline);
    font_attributes(s, &f->font);
    decoration(s, f->style, idarch_link_allowed(f->href) != NULL);
    if (f->width > 0.005) {
        number(s, "textLength", f->width);
        attribute(s, "lengthAdjust", "spacingAndGlyphs");
    }
    if (spaces_matter(f->text))
        attribute(s, "xml:space", "preserve");
}

/* A line in several styles is one text with a span for each. Between them stands the
 * blank that was there, for whoever copies the line or hears it. */
static void write_spans(svg *s, const idarch_scene_text *text)
{
    for (size_t i = 0; i < text->count; i++) {
        const idarch_fragment *f = &text->fragments[i];
        if (i && f->x - f[-1].x - f[-1].width > f->font.size * 0.1)
            characters(s, " ");
        start(s, "tspan");
        fragment_attributes(s, f);
        characters(s, f->text);
        end(s);
    }
}

static void write_text(svg *s, const idarch_scene_text *text)
{
    if (text->count == 1 && !text->fragments[0].text[0])
        return;
    start(s, "text");
    color_attributes(s, "fill", "fill-opacity", text->color);
    if (text->count == 1) {
        fragment_attributes(s, &text->fragments[0]);
        characters(s, text->fragments[0].text);
    } else {
        write_spans(s, text);
    }
    end(s);
    newline(s);
}

/* ---- groups ---- */

static void open_group(svg *s, const idarch_scene_group *group)
{
    start(s, "g");
    if (group->id)
        attribute(s, "id", prefixed(s, group->id));
    if (group->classes)
        attribute(s, "class", group->classes);
    if (group->opacity < 1)
        number(s, "opacity", group->opacity);
    if (group->title)
        element(s, "title", NULL, group->title);
    if (group->link) {
        start(s, "a");
        attribute(s, "href", group->link);
    }
    newline(s);
}

/* The group that a close item ends is the last one still open. */
static void close_group(svg *s, const idarch_scene_group *group)
{
    if (group->link)
        end(s);
    end(s);
    newline(s);
}

static void write_items(svg *s)
{
    IDARCH_ARRAY(const idarch_scene_group *) open = {0};
    for (size_t i = 0; i < s->scene->items.count; i++) {
        const idarch_item *item = &s->scene->items.items[i];
        switch (item->kind) {
        case IDARCH_ITEM_OPEN:
            *IDARCH_PUSH(s->arena, &open) = &item->as.group;
            open_group(s, &item->as.group);
            break;
        case IDARCH_ITEM_CLOSE:
            close_group(s, open.items[--open.count]);
            break;
        case IDARCH_ITEM_OUTLINE:
            write_outline(s, &item->as.shape.outline, &item->as.shape.paint);
            break;
        case IDARCH_ITEM_TEXT:
            write_text(s, &item->as.text);
            break;
        }
    }
}

/* ---- the document ---- */

/* A picture without links is one image to assistive technology; with links it has to
 * be a document, or nobody could reach them. */
static void root_attributes(svg *s)
{
    const idarch_scene *scene = s->scene;
    bool described = scene->description[0] != '\0';
    attribute(s, "xmlns", "http://www.w3.org/2000/svg");
    number(s, "width", scene->width);
    number(s, "height", scene->height);
    attribute(s, "viewBox", idarch_printf(s->arena, "0 0 %s %s", decimal(s, scene->width),
                                          decimal(s, scene->height)));
    attribute(s, "role", scene->has_links ? "graphics-document" : "img");
    attribute(s, "aria-labelledby",
              described ? idarch_printf(s->arena, "%s %s", prefixed(s, "title"),
                                        prefixed(s, "desc"))
                        : prefixed(s, "title"));
    attribute(s, "font-family", SANS);
    attribute(s, "text-rendering", "geometricPrecision");
    attribute(s, "stroke-linejoin", "round");
}

static void write_document(svg *s)
{
    note(s, xmlTextWriterStartDocument(s->writer, "1.0", "UTF-8", NULL));
    start(s, "svg");
    root_attributes(s);
    newline(s);
    element(s, "title", prefixed(s, "title"), s->scene->title);
    newline(s);
    if (s->scene->description[0]) {
        element(s, "desc", prefixed(s, "desc"), s->scene->description);
        newline(s);
    }
    if (s->scene->background.a) {
        idarch_outline page = {.box = {0, 0, s->scene->width, s->scene->height}};
        write_outline(s, &page, &(idarch_paint){.fill = s->scene->background});
    }
    write_items(s);
    end(s);
    note(s, xmlTextWriterEndDocument(s->writer));
}

bool idarch_write_svg(idarch_arena *arena, const idarch_scene *scene, idarch_strbuf *out,
                      const char **error)
{
    svg s = {.arena = arena, .scene = scene};
    s.prefix = idarch_printf(arena, "i%s", idarch_scene_digest(scene, arena));
    xmlBuffer *buffer = xmlBufferCreate();
    s.writer = buffer ? xmlNewTextWriterMemory(buffer, 0) : NULL;
    if (s.writer) {
        write_document(&s);
        xmlFreeTextWriter(s.writer);
        idarch_strbuf_add(out, (const char *)xmlBufferContent(buffer),
                          (size_t)xmlBufferLength(buffer));
    }
    xmlBufferFree(buffer);
    if (!s.writer || s.failed)
        *error = "libxml2 could not write the SVG";
    return s.writer && !s.failed;
}
