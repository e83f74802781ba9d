/* flow_texts.h: generated flowcharts for the benchmark: what people write, in a mix or one
 * construct at a time, the same for the same seed. */
#ifndef IDARCH_BENCH_FLOW_TEXTS_H
#define IDARCH_BENCH_FLOW_TEXTS_H

#include <glib.h>

/* The constructs; FLOW_TEXT_MIX is all of them by their weights. */
typedef enum flow_text_kind {
    FLOW_TEXT_PLAIN, FLOW_TEXT_PIPES, FLOW_TEXT_BETWEEN, FLOW_TEXT_SHAPES, FLOW_TEXT_QUOTED,
    FLOW_TEXT_MARKDOWN, FLOW_TEXT_FANS, FLOW_TEXT_CHAINS, FLOW_TEXT_SUBGRAPHS,
    FLOW_TEXT_STYLES, FLOW_TEXT_COMMENTS, FLOW_TEXT_DATA, FLOW_TEXT_UNICODE,
    FLOW_TEXT_MIX
} flow_text_kind;

/* What the kind is called in the table. */
const char *flow_text_name(flow_text_kind kind);

/* Returns new: a flowchart with at least so many edges of the kind; *made is how many. */
GString *flow_text_new(flow_text_kind kind, unsigned edges, unsigned seed, unsigned *made);

#endif
