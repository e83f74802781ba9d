/* font_tables.h: the form of the tables that render/tools/fonttables.c writes at build
 * time: the advances and the pair kerning of the default fonts. Lengths are font units.
 * The tables hold numbers only; they start nothing and load nothing. */
#ifndef IDARCH_RENDER_FONT_TABLES_H
#define IDARCH_RENDER_FONT_TABLES_H

#include <stddef.h>
#include <stdint.h>

/* A pair of characters whose advance together differs from the sum. */
typedef struct idarch_font_pair {
    uint16_t right; /* index of the second character */
    int16_t adjust;
} idarch_font_pair;

typedef struct idarch_font_table {
    unsigned units;              /* per em */
    int ascent, descent;         /* both positive */
    size_t count;                /* characters; the first 95 are U+0020 to U+007E */
    const uint16_t *codes;       /* ascending */
    const uint16_t *advances;    /* one a character */
    const uint32_t *pair_starts; /* count + 1: where each left character's pairs start */
    const idarch_font_pair *pairs; /* ascending by right for each left character */
} idarch_font_table;

enum { IDARCH_FONT_FACES = 8 };

/* Sans regular, italic, bold, bold italic, then Mono in the same order. */
extern const idarch_font_table idarch_font_faces[IDARCH_FONT_FACES];

#endif
