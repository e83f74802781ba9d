/* flow_config_keys.h: the keys of Mermaid's configuration, of all its sections in one list. */
#ifndef IDARCH_PARSER_FLOW_CONFIG_KEYS_H
#define IDARCH_PARSER_FLOW_CONFIG_KEYS_H

#include <stddef.h>

/* In the order of strcmp. */
extern const char *const flow_config_keys[];
extern const size_t flow_config_key_count;

#endif
