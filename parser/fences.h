/* fences.h: fenced blocks that idarch reads: mermaid, idarch. */
#ifndef IDARCH_PARSER_FENCES_H
#define IDARCH_PARSER_FENCES_H

#include "model/document.h"
#include "parser/settings.h"

/* Reads every `mermaid` and `idarch` fence of the document. */
void idarch_read_fences(idarch_reading *r, const idarch_md *md, idarch_document *document);

/* Reads one diagram: a picture for a flowchart, a note for another diagram, an error for
 * what is none. heading is the title where the flowchart has none of its own; alone says
 * that it is the whole file. */
void idarch_read_mermaid(idarch_reading *r, const idarch_extract *text, const char *heading,
                         bool alone, idarch_document *document);

/* Reads the settings under `idarch:` of a front matter's tree (NULL does nothing). */
void idarch_read_idarch_key(idarch_reading *r, const idarch_extract *text,
                            const idarch_yaml *tree);

/* Whether a block is a fence whose info string begins with the name, in any case, also in
 * braces ({mermaid}, {.mermaid}). */
bool idarch_fence_is(const idarch_source *source, const idarch_md_block *block,
                     const char *name);

#endif
