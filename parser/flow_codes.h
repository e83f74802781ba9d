/* flow_codes.h: the stable codes of all that is said about flowcharts, each with a line for
 * the user. A code that was released keeps its meaning. */
#ifndef IDARCH_PARSER_FLOW_CODES_H
#define IDARCH_PARSER_FLOW_CODES_H

#include "base/diag.h"

typedef struct idarch_flow_code {
    const char *code;
    idarch_severity severity; /* fatal: the flowchart is not drawn */
    const char *meaning;      /* one line */
} idarch_flow_code;

/* In alphabetical order of the codes within a severity; errors first. */
extern const idarch_flow_code idarch_flow_codes[];
extern const size_t idarch_flow_code_count;

/* The row of a code, or NULL. */
const idarch_flow_code *idarch_flow_code_find(const char *code);

#endif
