/* values.h: values as people write them, exact: numbers, durations, rates, instants,
 * shares, choices. A value is read from a text; places are bytes of that text. */
#ifndef IDARCH_PARSER_VALUES_H
#define IDARCH_PARSER_VALUES_H

#include "base/diag.h"
#include "model/design.h"
#include "parser/words.h"

/* What is wrong with (or remarkable about) a value. code NULL: nothing. */
typedef struct idarch_problem {
    idarch_severity severity;
    const char *code;
    const char *message;
    const char *hint;  /* or NULL */
    size_t start, end; /* bytes of the text; end 0: the whole of it */
} idarch_problem;

/* A text that is read from left to right. */
typedef struct idarch_scan {
    idarch_arena *arena;
    idarch_str text;
    size_t at;
    idarch_problem problem; /* the first one met */
} idarch_scan;

/* Sets the problem unless there is one already; returns false. */
bool idarch_scan_fail(idarch_scan *scan, const char *code, size_t start, size_t end,
                      const char *message, const char *hint);

void idarch_scan_blanks(idarch_scan *scan);
bool idarch_scan_end(const idarch_scan *scan); /* only blanks are left */

/* Skips the text (ASCII case ignored) when it stands here. */
bool idarch_scan_skip(idarch_scan *scan, const char *text);

/* Skips a word (letters and digits) and returns it folded; NULL, unmoved, for none. */
const char *idarch_scan_word(idarch_scan *scan);

/* Skips the longest of the phrases (folded, separated by '|', of up to three words) that
 * stands here. */
bool idarch_scan_phrase(idarch_scan *scan, const char *names);

/* Skips words (names of one to three, separated by '|') as long as they stand here. */
void idarch_scan_fillers(idarch_scan *scan, const char *names);

/* A number: 20000, 20 000, 20,000, 20_000, 1.5, 2^41, 4k, 1 million, 1/4096. False, with
 * the scan unmoved, when none stands here, or with a problem when it is malformed. */
bool idarch_scan_number(idarch_scan *scan, idarch_ratio *out);

/* A unit of time: its nanoseconds. False, unmoved, for none; `m` is a problem. */
bool idarch_scan_unit(idarch_scan *scan, idarch_ratio *ns);

/* One or more numbers with units: 10 s, 1 min 30 s. */
bool idarch_scan_duration(idarch_scan *scan, idarch_ratio *ns);

/* An instant; exact is false where a year stands alone. */
bool idarch_scan_instant(idarch_scan *scan, idarch_ratio *ns);

/* The units that a duration takes, for messages. */
extern const char idarch_unit_list[];

/* What the key takes, for messages: "a duration, like 10 s". Returns new or static. */
const char *idarch_takes_text(idarch_arena *arena, idarch_key key);

/* Reads the whole text as the key's value. False with a problem of severity ERROR where
 * it is not understood; true with a NOTE where something is to be said about it. */
bool idarch_value_read(idarch_arena *arena, idarch_key key, idarch_str text,
                       idarch_value *value, idarch_problem *problem);

/* Whether two values of one key mean the same. */
bool idarch_value_equal(idarch_arena *arena, const idarch_setting *a, const idarch_setting *b);

#endif
