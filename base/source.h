/* source.h: the bytes of one input file and where in it something stands.
 *
 * Positions are byte offsets into the file that the user edits (BOM included), so a
 * span found deep inside a nested fence still points into the file. Lines end with
 * LF, CRLF or CR. */
#ifndef IDARCH_BASE_SOURCE_H
#define IDARCH_BASE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

/* Files above this size are refused, so that every offset fits 32 bits. */
#define IDARCH_SOURCE_MAX ((size_t)64 * 1024 * 1024) /* where nothing else is said */
#define IDARCH_SOURCE_MOST ((size_t)1024 * 1024 * 1024) /* at all: places are 32 bits */

typedef struct idarch_span {
    uint32_t start; /* bytes from the start of the file */
    uint32_t end;   /* excluded; end == start marks a place between two bytes */
} idarch_span;

typedef struct idarch_source {
    const char *name;            /* as the user gave it; "-" is shown as "<stdin>" */
    idarch_str text;             /* all bytes; valid UTF-8 without NUL once checked */
    IDARCH_ARRAY(uint32_t) lines; /* offset of the start of each line */
} idarch_source;

typedef struct idarch_position {
    uint32_t line;   /* from 1 */
    uint32_t column; /* from 1, in code points; a tab counts one, a BOM none */
} idarch_position;

/* Returns new: the source over text, which it borrows. */
idarch_source *idarch_source_new(idarch_arena *arena, const char *name, idarch_str text);

/* Offset of the first byte that is not valid UTF-8 or is NUL, or text.len. */
size_t idarch_source_first_invalid(idarch_str text);

/* Offsets past the end give the place after the last byte. */
idarch_position idarch_source_position(const idarch_source *source, uint32_t offset);

/* The line (from 1) without its end. An unknown line is empty. */
idarch_str idarch_source_line(const idarch_source *source, uint32_t line);

/* A text cut out of a source: what stands in a fence, with each line's indentation
 * or quote marks removed, and the way back to the file. */
typedef struct idarch_piece {
    uint32_t text_offset;   /* from here in the text ... */
    uint32_t source_offset; /* ... bytes follow one another in the source from here */
} idarch_piece;

typedef struct idarch_extract {
    idarch_str text;                    /* NUL-terminated as well */
    IDARCH_ARRAY(idarch_piece) pieces; /* ascending; the first has text_offset 0 */
} idarch_extract;

/* The whole source from offset start on as an extract (front matter cut off, .mmd). */
idarch_extract idarch_extract_all(idarch_arena *arena, const idarch_source *source,
                                  uint32_t start);

/* How many bytes from the offset on follow one another in the source as well. */
size_t idarch_extract_run(const idarch_extract *extract, size_t text_offset);

/* The place in the source of an offset, or of a span, in the extract's text. */
uint32_t idarch_extract_offset(const idarch_extract *extract, size_t text_offset);
idarch_span idarch_extract_span(const idarch_extract *extract, size_t start, size_t end);

#endif
