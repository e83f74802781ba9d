/* roles.h: what the nodes of the picture are in an ID service. */
#ifndef IDARCH_PARSER_ROLES_H
#define IDARCH_PARSER_ROLES_H

#include "model/document.h"
#include "parser/settings.h"

/* Works out roles, worker numbers and replicas of one graph: by class, else by words in
 * label and id, else by shape. */
void idarch_find_roles(idarch_arena *arena, idarch_graph *graph);

/* The role that a class of this name gives (`worker`, `store`, ...); it needs no classDef. */
idarch_role idarch_role_of_class(idarch_arena *arena, const char *name);

/* Whether the graph has a worker. */
bool idarch_has_workers(const idarch_graph *graph);

/* Reads the page's graph into the design: workers, replicas drawn, edges between workers
 * and the rest, and settings on those edges. */
void idarch_read_picture(idarch_reading *r, const idarch_graph *graph);

#endif
