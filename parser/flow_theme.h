/* flow_theme.h: theme variables that Mermaid cannot calculate with. */
#ifndef IDARCH_PARSER_FLOW_THEME_H
#define IDARCH_PARSER_FLOW_THEME_H

#include <jansson.h>
#include <stdbool.h>

/* The first theme variable of a cleaned configuration that makes Mermaid fail, NULL for none;
 * *theme is the theme that calculates with it. Both belong to the configuration or are constant. */
const char *idarch_flow_theme_fault(const json_t *config, const char **theme);

#endif
