/* parser/: text in, model out. Markdown (libcmark), front matter and YAML (libyaml),
 * Mermaid flowcharts, settings and bit layouts. All markup ends here: what leaves is
 * plain data with rich-text runs and worked-out styles. It knows base/ and model/; it
 * does not know generators, rules, layout or drawing.
 *
 * parser.h: one input file to one document. */
#ifndef IDARCH_PARSER_PARSER_H
#define IDARCH_PARSER_PARSER_H

#include "base/diag.h"
#include "model/document.h"
#include "parser/limits.h"

typedef enum idarch_input_kind {
    IDARCH_INPUT_MARKDOWN,
    IDARCH_INPUT_FLOWCHART /* a .mmd file: one flowchart alone */
} idarch_input_kind;

/* By the name's ending (.mmd, .mermaid), else ("-" or no ending known) by the text: a
 * flowchart when its first word, after front matter, comments and directives, is a
 * flowchart header; else Markdown. */
idarch_input_kind idarch_input_kind_of(const char *name, idarch_str text);

/* Reads the whole document. Everything is taken from the arena; the source is borrowed
 * and must outlive the document. Diagnostics are added to diags in order of place;
 * IDARCH_FATAL ones mean that the file or a fence in it cannot be read (its picture is
 * kept with readable = false, the rest of the document is read all the same).
 * limits: NULL for the usual ones. */
void idarch_parse_document(idarch_arena *arena, const idarch_source *source,
                           idarch_input_kind kind, const idarch_limits *limits,
                           idarch_diags *diags, idarch_document *document);

#endif
