/* markdown.h: the block structure of a Markdown document as a flat list with exact
 * places, and the inline text of a leaf block as plain characters with styles. Of
 * libcmark only the block structure is used; see markdown.c for why. */
#ifndef IDARCH_PARSER_MARKDOWN_H
#define IDARCH_PARSER_MARKDOWN_H

#include "base/diag.h"
#include "base/source.h"
#include "model/rich.h"

typedef enum idarch_md_kind {
    IDARCH_MD_HEADING,
    IDARCH_MD_PARAGRAPH,
    IDARCH_MD_FENCE, /* fenced code with an info string */
    IDARCH_MD_CODE,  /* other code: fenced without info (fence lines included), indented */
    IDARCH_MD_HTML,
    IDARCH_MD_LIST,
    IDARCH_MD_ITEM,
    IDARCH_MD_QUOTE,
    IDARCH_MD_RULE
} idarch_md_kind;

typedef IDARCH_ARRAY(idarch_span) idarch_spans;

typedef struct idarch_md_block {
    idarch_md_kind kind;
    int parent;          /* index of the block around it, -1 for none */
    size_t end;          /* index after the last block inside it */
    unsigned level;      /* HEADING: 1..6 */
    unsigned number;     /* ITEM of an ordered list: its number; else 0 */
    idarch_span span;    /* from its first character to the end of its last line */
    idarch_spans lines;  /* leaf blocks: each line without marks, indentation, line end;
                            FENCE: the lines inside */
    idarch_span info;    /* FENCE: the info string */
    bool cut;            /* FENCE: it is not closed, a list or quotation ends it and text follows */
} idarch_md_block;

typedef struct idarch_md {
    const idarch_source *source;
    IDARCH_ARRAY(idarch_md_block) blocks; /* in order of the file, outer before inner */
} idarch_md;

/* The blocks of the source from offset start on (front matter lies before it). */
void idarch_md_parse(idarch_arena *arena, const idarch_source *source, size_t start,
                     idarch_diags *diags, idarch_md *md);

/* The lines of a block as one text, each with a '\n', mapped to the file. */
idarch_extract idarch_md_lines(idarch_arena *arena, const idarch_source *source,
                               const idarch_spans *lines);

/* A part of inline text in one style. */
typedef struct idarch_inline_run {
    size_t start, end;   /* bytes of the plain text */
    unsigned style;      /* IDARCH_RUN_ bits; BREAK: the blank that stands for it */
    const char *href;    /* or NULL */
} idarch_inline_run;

/* Inline text: characters without markup, line ends as blanks. */
typedef struct idarch_inline {
    idarch_extract plain;
    IDARCH_ARRAY(idarch_inline_run) runs;
} idarch_inline;

/* Reads inline markup: emphasis, code, links, escapes, entities, simple tags. Linear. */
void idarch_inline_parse(idarch_arena *arena, const idarch_extract *raw, idarch_inline *out);

/* The inline text of a leaf block's lines. */
void idarch_md_inline(idarch_arena *arena, const idarch_source *source,
                      const idarch_spans *lines, idarch_inline *out);

/* The same as rich text to draw. */
idarch_rich idarch_inline_rich(idarch_arena *arena, const idarch_inline *text);

typedef IDARCH_ARRAY(idarch_inline) idarch_cells;

/* A pipe table: the head, then the rows, each with as many cells as the head. */
typedef struct idarch_pipe_table {
    IDARCH_ARRAY(idarch_cells) rows; /* the head first */
    IDARCH_ARRAY(idarch_span) spans; /* of each row */
    idarch_spans extra;              /* cells past the head's last column */
    size_t first_line;               /* the head's index in the paragraph's lines */
} idarch_pipe_table;

/* Reads a paragraph's lines as a pipe table; false when they hold none. */
bool idarch_md_table(idarch_arena *arena, const idarch_source *source,
                     const idarch_spans *lines, idarch_pipe_table *table);

#endif
