/* PDF: one page as large as the picture, text that can be selected and searched, links
 * live, title in the metadata; the creation date is fixed, so equal input gives equal
 * bytes. */
#include <cairo-pdf.h>

#include "render/paint.h"
#include "render/writers.h"

static const double points_per_px = 0.75;

static cairo_status_t append(void *closure, const unsigned char *bytes, unsigned len)
{
    idarch_strbuf_add(closure, (const char *)bytes, len);
    return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t paint_page(cairo_surface_t *surface, const idarch_scene *scene,
                                 idarch_arena *arena)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, points_per_px, points_per_px);
    idarch_paint_scene(cairo, scene, arena, true);
    cairo_show_page(cairo);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    return status ? status : cairo_surface_status(surface);
}

bool idarch_write_pdf(idarch_arena *arena, const idarch_scene *scene, idarch_strbuf *out,
                      const char **error)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        append, out, scene->width * points_per_px, scene->height * points_per_px);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE,
                                   idarch_xml_text(arena, scene->title));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT,
                                   idarch_xml_text(arena, scene->description));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                   "2000-01-01T00:00:00Z");
    cairo_status_t status = paint_page(surface, scene, arena);
    cairo_surface_destroy(surface);
    if (status)
        *error = idarch_printf(arena, "cairo: %s", cairo_status_to_string(status));
    return !status;
}
