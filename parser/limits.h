/* limits.h: how much a document may hold. What goes beyond is an error that names the
 * limit and its command-line option, so that hostile input ends early. */
#ifndef IDARCH_PARSER_LIMITS_H
#define IDARCH_PARSER_LIMITS_H

#include <stddef.h>

typedef struct idarch_limits {
    size_t edges; /* of one flowchart, from 1; --max-edges */
    size_t depth; /* subgraphs in one another, from 1; --max-depth */
    size_t copies; /* bytes of labels, names and declarations that stand once in a fan or list
                    * and count for each of its edges, nodes or classes; --max-copies */
} idarch_limits;

/* More than any picture can show; a fan of a thousand by a thousand has as many edges. */
#define IDARCH_LIMITS_DEFAULT ((idarch_limits){.edges = 1000000, .depth = 20000, \
                                              .copies = (size_t)8 << 20})

#endif
