/* sections.h: the sections of a document that idarch reads: settings, bit layout,
 * failure rules. */
#ifndef IDARCH_PARSER_SECTIONS_H
#define IDARCH_PARSER_SECTIONS_H

#include "model/document.h"
#include "parser/settings.h"

typedef enum idarch_section_kind {
    IDARCH_SECTION_SETTINGS,
    IDARCH_SECTION_LAYOUT,
    IDARCH_SECTION_RULES
} idarch_section_kind;

typedef struct idarch_section {
    idarch_section_kind kind;
    const char *heading;  /* as written, or NULL: marked by a comment */
    idarch_span span;     /* the heading or the comment */
    size_t start, end;    /* blocks of it */
    bool loose;           /* the heading is a common word: counts only with a known key */
} idarch_section;

typedef struct idarch_sections {
    IDARCH_ARRAY(idarch_section) items;
    int *owner;           /* of each block the section's index, -1 for none */
} idarch_sections;

/* Finds the sections; the same one twice is an error, and the second is not read. */
void idarch_find_sections(idarch_reading *r, const idarch_md *md, idarch_sections *sections);

/* Reads all sections into the design and makes the blocks to draw. */
void idarch_read_sections(idarch_reading *r, const idarch_md *md, idarch_document *document);

/* The text of a block's lines on one line. Returns new. */
const char *idarch_block_text(idarch_arena *arena, const idarch_md *md, size_t block);

#endif
