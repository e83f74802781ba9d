/* layout_rows.h: one field of a bit layout as the author wrote it: the parts of a table
 * row, list item or part of a line. */
#ifndef IDARCH_PARSER_LAYOUT_ROWS_H
#define IDARCH_PARSER_LAYOUT_ROWS_H

#include "parser/layouts.h"

typedef struct idarch_layout_row {
    idarch_part whole;                 /* row, item */
    idarch_part bits, name, kind, meaning, value; /* empty where there is none */
    bool is_range;                     /* bits say positions */
    unsigned high, low;                /* range: as written, first and second number */
    unsigned width;                    /* of a width, or of a range */
    bool single;                       /* one number: in a table of ranges a position */
} idarch_layout_row;

/* A row that cannot be read, and why. */
typedef struct idarch_layout_fault {
    idarch_span span;
    const char *code, *message, *hint;
} idarch_layout_fault;

typedef struct idarch_layout_rows {
    IDARCH_ARRAY(idarch_layout_row) items;
    IDARCH_ARRAY(idarch_layout_fault) faults;
    bool total_stated;
    unsigned total;
    idarch_span total_span;
} idarch_layout_rows;

/* Reads `41`, `41 bits`, `62-22`, `bits 62 to 22` into the row. *used gets the bytes
 * read; false when no width stands at the start. */
bool idarch_layout_width(idarch_arena *arena, idarch_part part, idarch_layout_row *row,
                         size_t *used);

/* Reads one field as a line: `41 bits: time, ms since ...`, `time: 41 bits`,
 * `sequence (12 bits)`, `10 worker`. */
bool idarch_layout_row_text(idarch_arena *arena, idarch_part part, idarch_layout_row *row);

/* Cuts `machine ID (5 bits datacenter + 5 bits machine)` into rows when they sum to the
 * width; returns how many (0: no split). *wrong gets a split that does not sum, else it
 * is empty. */
size_t idarch_layout_split(idarch_arena *arena, const idarch_layout_row *row,
                           idarch_layout_rows *parts, idarch_part *wrong);

/* The value that a constant field states, in its value or meaning. */
bool idarch_layout_constant(idarch_arena *arena, const idarch_layout_row *row, uint64_t *value);

/* Reads a layout on one line or in the short form, also with a remark behind it. */
bool idarch_layout_read_line(idarch_arena *arena, idarch_part part, idarch_layout_rows *rows);

/* Why a text is no layout on one line; *hint says what to write. Static. */
const char *idarch_layout_line_fault(idarch_str s, const char **hint);

#endif
