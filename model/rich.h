/* model/: plain data that all parts share: rich text, graph, design, bit layout,
 * document, report, geometry. It has no behaviour beyond names of enums, the tables of
 * keys and schemes, and small look-ups; it knows only base/.
 *
 * rich.h: text with its styles. Markup (Markdown, HTML tags, entities) ends in parser/,
 * so these runs hold only characters to draw. */
#ifndef IDARCH_MODEL_RICH_H
#define IDARCH_MODEL_RICH_H

#include <stdbool.h>

#include "base/arena.h"

enum {
    IDARCH_RUN_BOLD = 1 << 0,
    IDARCH_RUN_ITALIC = 1 << 1,
    IDARCH_RUN_CODE = 1 << 2,
    IDARCH_RUN_UNDERLINE = 1 << 3,
    IDARCH_RUN_STRIKE = 1 << 4,
    IDARCH_RUN_SUB = 1 << 5,
    IDARCH_RUN_SUP = 1 << 6,
    IDARCH_RUN_SMALL = 1 << 7,
    IDARCH_RUN_BREAK = 1 << 8 /* a line ends here; text is "" */
};

typedef struct idarch_run {
    const char *text; /* UTF-8, NUL-terminated, no control characters */
    unsigned style;   /* IDARCH_RUN_ bits */
    const char *href; /* http, https, mailto or relative link target, or NULL */
} idarch_run;

typedef struct idarch_rich {
    IDARCH_ARRAY(idarch_run) runs;
} idarch_rich;

/* Adds a run (text is borrowed) or a line break. */
void idarch_rich_add(idarch_arena *arena, idarch_rich *rich, const char *text, unsigned style,
                     const char *href);
void idarch_rich_break(idarch_arena *arena, idarch_rich *rich);

/* A single plain run; text is borrowed. */
idarch_rich idarch_rich_plain(idarch_arena *arena, const char *text);

/* The characters alone, breaks as one blank. Returns new. */
char *idarch_rich_text(idarch_arena *arena, const idarch_rich *rich);

bool idarch_rich_empty(const idarch_rich *rich);

/* A block of Markdown to draw: the settings, the failure rules. */
typedef enum idarch_block_kind {
    IDARCH_BLOCK_PARAGRAPH,
    IDARCH_BLOCK_HEADING,
    IDARCH_BLOCK_ITEM, /* of a list */
    IDARCH_BLOCK_ROW   /* of a table */
} idarch_block_kind;

typedef struct idarch_block {
    idarch_block_kind kind;
    unsigned depth;                  /* ITEM: nesting from 0; HEADING: level from 1 */
    unsigned number;                 /* ITEM of an ordered list: its number, else 0 */
    bool header;                     /* ROW: the table's head */
    IDARCH_ARRAY(idarch_rich) cells; /* ROW: one a cell; otherwise exactly one */
} idarch_block;

typedef IDARCH_ARRAY(idarch_block) idarch_blocks;

#endif
