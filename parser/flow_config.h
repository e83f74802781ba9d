/* flow_config.h: a flowchart's title and configuration. */
#ifndef IDARCH_PARSER_FLOW_CONFIG_H
#define IDARCH_PARSER_FLOW_CONFIG_H

#include "parser/flow_build.h"

/* Reads front matter and %%{init}%% into graph->title and graph->config_json and sets
 * builder->inherit_direction. Returns false after a fatal diagnostic (bad YAML). */
bool idarch_flow_config(flow_builder *builder);

#endif
