/* flow_url.h: the URL of a click, made harmless as Mermaid does it. */
#ifndef IDARCH_PARSER_FLOW_URL_H
#define IDARCH_PARSER_FLOW_URL_H

#include "base/arena.h"

/* The URL as Mermaid keeps it: decoded, "about:blank" for scripts, http and https ones
 * normalized. NULL for an empty one. */
const char *idarch_flow_url(idarch_arena *arena, const char *written);

/* The host of a URL in lower case ASCII, or NULL where it can be none (flow_host.c). */
const char *idarch_flow_host(idarch_arena *arena, idarch_str host);

#endif
