/* base/: the ground that everything stands on.
 *
 * In: bytes. Out: memory (arena), strings, source positions, diagnostics, exact
 * numbers. It knows nothing of documents, graphs or IDs and includes no other folder.
 *
 * str.h: a string view: bytes that somebody else owns. Not NUL-terminated. */
#ifndef IDARCH_BASE_STR_H
#define IDARCH_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct idarch_str {
    const char *ptr; /* UTF-8; may be NULL when len is 0 */
    size_t len;      /* bytes */
} idarch_str;

#define IDARCH_STR(literal) ((idarch_str){(literal), sizeof(literal) - 1})

/* The view of a NUL-terminated string; NULL gives the empty view. Borrows. */
static inline idarch_str idarch_str_of(const char *text)
{
    return (idarch_str){text, text ? strlen(text) : 0};
}

/* The part from start (included) to end (excluded), both clamped to the view. */
static inline idarch_str idarch_str_sub(idarch_str s, size_t start, size_t end)
{
    if (end > s.len)
        end = s.len;
    if (start > end)
        start = end;
    return (idarch_str){s.ptr ? s.ptr + start : NULL, end - start};
}

/* Equality by bytes. */
bool idarch_str_eq(idarch_str a, idarch_str b);
bool idarch_str_is(idarch_str a, const char *text);

/* Equality without regard to the case of ASCII letters. */
bool idarch_str_eq_nocase(idarch_str a, idarch_str b);

bool idarch_str_starts(idarch_str s, const char *prefix);
bool idarch_str_ends(idarch_str s, const char *suffix);

/* Without blanks, tabs and line ends at both ends. */
idarch_str idarch_str_trim(idarch_str s);

/* Offset of the first byte c at or after from, or s.len when there is none. */
size_t idarch_str_find(idarch_str s, char c, size_t from);

/* Offset of the first occurrence of needle at or after from, or s.len. */
size_t idarch_str_search(idarch_str s, const char *needle, size_t from);

/* Edits between two strings (Levenshtein, bytes, ASCII case ignored), counted up to
 * limit; limit + 1 when there are more. Bounded: strings over 64 bytes are far apart. */
unsigned idarch_str_distance(idarch_str a, idarch_str b, unsigned limit);

#endif
