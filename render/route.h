/* route.h: the lines of edges: rounded corners, and what stands at their ends. */
#ifndef IDARCH_RENDER_ROUTE_H
#define IDARCH_RENDER_ROUTE_H

#include "render/scene.h"

/* Adds the line through the points with its two ends. The line stops where an end's
 * figure begins, so nothing shows through it. radius is that of the corners, px. */
void idarch_scene_route(idarch_scene *scene, const idarch_point *points, size_t count,
                        double radius, idarch_end start, idarch_end end,
                        const idarch_paint *paint);

#endif
