/* layouts.h: bit layouts: tables, lists, one line, the short form. */
#ifndef IDARCH_PARSER_LAYOUTS_H
#define IDARCH_PARSER_LAYOUTS_H

#include "parser/settings.h"

/* The kind that a text names, by its words. False when it names none; *both is set where
 * it says `random or counter`. */
bool idarch_field_kind_find(idarch_arena *arena, idarch_str text, idarch_field_kind *kind,
                            bool *both);

/* Whether the part looks like a layout on one line (`1:41:10:12`, `1 sign + 41 time`). */
bool idarch_layout_is_line(idarch_reading *r, idarch_part part);

/* Whether the part reads like one field with its width (`41 bits: time`). */
bool idarch_layout_is_field(idarch_reading *r, idarch_part part);

/* Reads a layout on one line and states it. */
void idarch_layout_line(idarch_reading *r, idarch_part part);

/* The value of the key `layout`. */
void idarch_layout_setting(idarch_reading *r, idarch_part key, idarch_part value,
                           idarch_origin origin);

/* Whether the table's head has a Bits and a Field column. */
bool idarch_layout_is_table(idarch_arena *arena, const idarch_pipe_table *table);

/* Reads a table and states the layout, or says what is wrong in it; false, and nothing
 * said, when its head is not that of a layout. */
bool idarch_layout_table(idarch_reading *r, const idarch_pipe_table *table, bool claimed);

/* The sum of the table's widths, 0 where one is not understood. */
unsigned idarch_layout_table_sum(idarch_reading *r, const idarch_pipe_table *table);

/* Reads a list and states the layout. */
void idarch_layout_list(idarch_reading *r, const idarch_md *md, size_t list);

/* Where something in a bit layout section is not understood: the table to write. */
extern const char idarch_layout_hint[];

#endif
