#include "layout/internal.h"
void lay_graph(const lay_context *lay, const idarch_graph *graph, idarch_geometry *geometry)
{ (void)lay; (void)graph; (void)geometry; }
void lay_check(const idarch_graph *graph, const idarch_geometry *geometry) { (void)graph; (void)geometry; }
