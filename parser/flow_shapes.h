/* flow_shapes.h: Mermaid's names of shapes and directions. */
#ifndef IDARCH_PARSER_FLOW_SHAPES_H
#define IDARCH_PARSER_FLOW_SHAPES_H

#include "base/str.h"
#include "model/graph.h"

/* The outline for a name (of brackets or of @{ shape: }); a rectangle for others. */
idarch_shape idarch_flow_shape(const char *name);

/* Whether @{ shape: } takes the name. */
bool idarch_flow_shape_known(const char *name);

/* The known name that is spelled nearest, or NULL. */
const char *idarch_flow_shape_near(const char *name);

/* "LR", "TD", ...; anything else is top to bottom. */
idarch_direction idarch_flow_direction(const char *name);

#endif
