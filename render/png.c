/* PNG: the scene painted in bands by cairo and written row by row by libpng, so memory
 * stays bounded however large the picture is. The density (96 dpi times the scale) is
 * stored; a picture whose background is opaque has no alpha channel. */
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

#include "render/paint.h"
#include "render/writers.h"

enum { SIDE_MAX = 32767, BAND_BYTES = 32 * 1024 * 1024 };

typedef struct sink {
    idarch_arena *arena;
    idarch_strbuf *out;
    const char *message; /* of libpng */
} sink;

typedef struct plan {
    const idarch_scene *scene;
    double scale;
    int width, height; /* pixels */
    int band;          /* rows painted at a time */
    bool opaque;
    cairo_surface_t *surface;
    png_struct *png;
    png_byte *row;
} plan;

static void write_bytes(png_struct *png, png_byte *bytes, size_t len)
{
    sink *s = png_get_io_ptr(png);
    idarch_strbuf_add(s->out, (const char *)bytes, len);
}

static void flush_nothing(png_struct *png)
{
    (void)png;
}

static void on_error(png_struct *png, const char *message)
{
    sink *s = png_get_error_ptr(png);
    s->message = idarch_strdup(s->arena, message);
    png_longjmp(png, 1);
}

static void on_warning(png_struct *png, const char *message)
{
    (void)png;
    (void)message;
}

static png_byte straight(unsigned value, unsigned alpha)
{
    return alpha ? (png_byte)((value * 255 + alpha / 2) / alpha) : 0;
}

/* One row of cairo's premultiplied pixels as the bytes of the file. */
static void convert_row(const plan *p, const uint32_t *pixels)
{
    png_byte *to = p->row;
    for (int x = 0; x < p->width; x++) {
        uint32_t v = pixels[x];
        unsigned alpha = p->opaque ? 255 : v >> 24;
        bool plain = alpha == 255;
        *to++ = plain ? (png_byte)(v >> 16) : straight(v >> 16 & 255, alpha);
        *to++ = plain ? (png_byte)(v >> 8) : straight(v >> 8 & 255, alpha);
        *to++ = plain ? (png_byte)v : straight(v & 255, alpha);
        if (!p->opaque)
            *to++ = (png_byte)alpha;
    }
}

/* Paints the rows from top on; an offset of whole pixels changes no pixel's value. */
static cairo_status_t paint_band(const plan *p, idarch_arena *arena, int top)
{
    cairo_t *cairo = cairo_create(p->surface);
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR);
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
    cairo_translate(cairo, 0, -top);
    cairo_scale(cairo, p->scale, p->scale);
    if (p->scene->background.a) { /* the last pixel's rest as well */
        idarch_color c = p->scene->background;
        cairo_set_source_rgba(cairo, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
        cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
        cairo_paint(cairo);
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
    }
    idarch_paint_scene(cairo, p->scene, arena, false);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(p->surface);
    return status;
}

static void write_header(const plan *p, png_info *info)
{
    png_set_IHDR(p->png, info, (png_uint_32)p->width, (png_uint_32)p->height, 8,
                 p->opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_uint_32 density = (png_uint_32)fmin(round(p->scale * 96 / 0.0254), 0x7FFFFFFF);
    png_set_pHYs(p->png, info, density, density, PNG_RESOLUTION_METER);
    png_set_compression_level(p->png, 6);
    png_set_filter(p->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE); /* best for flat areas */
    png_write_info(p->png, info);
}

static cairo_status_t write_bands(const plan *p, idarch_arena *arena)
{
    int stride = cairo_image_surface_get_stride(p->surface);
    for (int top = 0; top < p->height; top += p->band) {
        cairo_status_t status = paint_band(p, arena, top);
        if (status)
            return status;
        const unsigned char *data = cairo_image_surface_get_data(p->surface);
        for (int y = 0; y < p->band && top + y < p->height; y++) {
            convert_row(p, (const uint32_t *)(const void *)(data + (size_t)y * (size_t)stride));
            png_write_row(p->png, p->row);
        }
    }
    return CAIRO_STATUS_SUCCESS;
}

/* libpng leaves this function by a jump when it fails. */
static bool encode(plan *p, sink *s, const char **error)
{
    png_info *volatile info = png_create_info_struct(p->png);
    if (!info || setjmp(png_jmpbuf(p->png))) {
        *error = s->message ? s->message : "libpng could not write the picture";
        png_destroy_write_struct(&p->png, (png_info **)&info);
        return false;
    }
    png_set_write_fn(p->png, s, write_bytes, flush_nothing);
    write_header(p, info);
    cairo_status_t status = write_bands(p, s->arena);
    if (status)
        *error = idarch_printf(s->arena, "cairo: %s", cairo_status_to_string(status));
    else
        png_write_end(p->png, NULL);
    png_destroy_write_struct(&p->png, (png_info **)&info);
    return !status;
}

/* The largest scale that fits, in steps that it can be given in. */
static const char *too_large(idarch_arena *arena, const idarch_scene *scene, double scale)
{
    double side = fmax(scene->width, scene->height);
    double most = floor(SIDE_MAX / side * 1000) / 1000;
    return idarch_printf(
        arena, "the picture would be %s x %s pixels; PNG sides end at %d, so --scale %s is the "
               "largest that fits",
        idarch_format_double(arena, ceil(scene->width * scale), 0),
        idarch_format_double(arena, ceil(scene->height * scale), 0), SIDE_MAX,
        idarch_format_double(arena, most, 3));
}

/* Whole pixels; a hair over a whole number is rounding, not another pixel. */
static int pixels(double length)
{
    return (int)fmax(1, ceil(length - 1e-6));
}

bool idarch_write_png(idarch_arena *arena, const idarch_scene *scene, double scale,
                      idarch_strbuf *out, const char **error)
{
    if (!(fmax(scene->width, scene->height) * scale <= SIDE_MAX)) {
        *error = too_large(arena, scene, scale);
        return false;
    }
    plan p = {.scene = scene,
              .scale = scale,
              .width = pixels(scene->width * scale),
              .height = pixels(scene->height * scale),
              .opaque = scene->background.a == 255};
    int most = BAND_BYTES / (p.width * 4);
    p.band = p.height < most ? p.height : most;
    sink s = {arena, out, NULL};
    p.surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, p.width, p.band);
    p.row = idarch_alloc(arena, (size_t)p.width * 4);
    p.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &s, on_error, on_warning);
    bool good = p.png && encode(&p, &s, error);
    if (!p.png)
        *error = "libpng could not be started";
    cairo_surface_destroy(p.surface);
    return good;
}
