/* shapes.h: the outlines of nodes. */
#ifndef IDARCH_RENDER_SHAPES_H
#define IDARCH_RENDER_SHAPES_H

#include "render/scene.h"

/* Adds the shape in the box: its outline, filled and stroked, and the lines inside it. */
void idarch_scene_shape(idarch_scene *scene, idarch_shape shape, idarch_box box,
                        const idarch_paint *paint);

#endif
