/* writers.h: from the scene (or the geometry) to bytes, one function a format. */
#ifndef IDARCH_RENDER_WRITERS_H
#define IDARCH_RENDER_WRITERS_H

#include <libxml/xmlwriter.h>

#include "render/scene.h"

/* The default picture format. Returns false with *error set where libxml2 fails. */
bool idarch_write_svg(idarch_arena *arena, const idarch_scene *scene, idarch_strbuf *out,
                      const char **error);

/* By cairo; scale is pixels per px. */
bool idarch_write_png(idarch_arena *arena, const idarch_scene *scene, double scale,
                      idarch_strbuf *out, const char **error);
bool idarch_write_pdf(idarch_arena *arena, const idarch_scene *scene, idarch_strbuf *out,
                      const char **error);
bool idarch_write_svg_cairo(idarch_arena *arena, const idarch_scene *scene, idarch_strbuf *out,
                            const char **error);

void idarch_write_geometry(idarch_arena *arena, const idarch_drawing *drawing,
                           idarch_strbuf *out);

/* Text that XML may hold: characters that it may not become U+FFFD, white space other
 * than blanks becomes a blank. Returns text itself where nothing had to be changed. */
const char *idarch_xml_text(idarch_arena *arena, const char *text);

#endif
