/* paint.h: the scene drawn on any cairo surface. */
#ifndef IDARCH_RENDER_PAINT_H
#define IDARCH_RENDER_PAINT_H

#include <cairo.h>

#include "render/scene.h"

/* Draws all items in px; the caller has scaled the context. With tags set, links become
 * cairo link tags (PDF). The status is cairo's to ask. */
void idarch_paint_scene(cairo_t *cairo, const idarch_scene *scene, idarch_arena *arena,
                        bool tags);

#endif
