/* Debug builds: what must hold of a finished geometry, by assertion. */
#include <assert.h>

#include "layout/internal.h"

void lay_check(const idarch_graph *graph, const idarch_geometry *geometry)
{
    (void)graph;
    (void)geometry;
}
