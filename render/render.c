/* The entry: finds the format, builds the scene once and hands it to the writer. */
#include "render/render.h"

#include <string.h>

#include "render/writers.h"

static const char *const format_names[] = {
    [IDARCH_FORMAT_SVG] = "svg", [IDARCH_FORMAT_SVG_CAIRO] = "svg:cairo",
    [IDARCH_FORMAT_PNG] = "png", [IDARCH_FORMAT_PDF] = "pdf",
    [IDARCH_FORMAT_JSON] = "json",
};

bool idarch_format_find(const char *name, idarch_format *format)
{
    for (size_t i = 0; i < sizeof format_names / sizeof format_names[0]; i++)
        if (strcmp(name, format_names[i]) == 0) {
            *format = (idarch_format)i;
            return true;
        }
    return false;
}

/* The graph, or the geometry; a bar without a picture has only a geometry. */
static bool write_json(idarch_arena *arena, const idarch_drawing *drawing, bool geometry,
                       idarch_strbuf *out)
{
    if (geometry || !drawing->picture)
        idarch_write_geometry(arena, drawing, out);
    else
        idarch_graph_json(arena, &drawing->picture->graph, out);
    return true;
}

bool idarch_render(idarch_arena *arena, const idarch_drawing *drawing, idarch_format format,
                   const idarch_render_options *options, idarch_strbuf *out, const char **error)
{
    idarch_scene scene;
    if (format == IDARCH_FORMAT_JSON)
        return write_json(arena, drawing, options->geometry, out);
    idarch_scene_build(&scene, arena, drawing, options);
    switch (format) {
    case IDARCH_FORMAT_SVG:
        return idarch_write_svg(arena, &scene, out, error);
    case IDARCH_FORMAT_SVG_CAIRO:
        return idarch_write_svg_cairo(arena, &scene, out, error);
    case IDARCH_FORMAT_PNG:
        return idarch_write_png(arena, &scene, options->scale > 0 ? options->scale : 2, out,
                                error);
    case IDARCH_FORMAT_PDF:
        return idarch_write_pdf(arena, &scene, out, error);
    case IDARCH_FORMAT_JSON:
        break;
    }
    return false;
}
