/* arena.h: one arena for a document and all that is derived from it.
 *
 * Everything taken from an arena lives until the arena is freed; nothing is freed
 * alone. Out of memory (or over the limit) calls the arena's handler, which must not
 * return; without a handler the process aborts. So allocation never returns NULL. */
#ifndef IDARCH_BASE_ARENA_H
#define IDARCH_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

typedef struct idarch_arena idarch_arena;

/* Called when memory runs out; must not return. */
typedef void idarch_oom_handler(void *context);

/* Returns new. limit is the most bytes the arena may hold, 0 for no limit. */
idarch_arena *idarch_arena_new(size_t limit, idarch_oom_handler *handler, void *context);

/* Frees the arena and all that was taken from it. NULL does nothing. */
void idarch_arena_free(idarch_arena *arena);

/* Bytes that the arena holds from the system. */
size_t idarch_arena_size(const idarch_arena *arena);

/* size zeroed bytes, aligned for any type. */
void *idarch_alloc(idarch_arena *arena, size_t size);

/* The same for bytes, which need no alignment: texts stand close together. */
char *idarch_alloc_text(idarch_arena *arena, size_t size);

/* Room for count zeroed items; count * size overflowing counts as out of memory. */
void *idarch_alloc_array(idarch_arena *arena, size_t count, size_t size);

#define IDARCH_NEW(arena, type) ((type *)idarch_alloc((arena), sizeof(type)))
#define IDARCH_NEW_ARRAY(arena, type, count) \
    ((type *)idarch_alloc_array((arena), (count), sizeof(type)))

/* NUL-terminated copies. */
char *idarch_strdup(idarch_arena *arena, const char *text);
char *idarch_strndup(idarch_arena *arena, const char *text, size_t len);
char *idarch_str_dup(idarch_arena *arena, idarch_str s);

/* printf into the arena, always in the C locale's number form. Only %s %d %u %zu %c
 * and friends: floating point goes through idarch_format_double. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *idarch_printf(idarch_arena *arena, const char *format, ...);

/* Growing array of items: used as IDARCH_ARRAY(type) in a struct. Zero is empty. */
#define IDARCH_ARRAY(type) \
    struct {               \
        type *items;       \
        size_t count;      \
        size_t capacity;   \
    }

/* Pointer to a new zeroed last item. */
#define IDARCH_PUSH(arena, array)                                                          \
    ((array)->items = (array)->count < (array)->capacity                                    \
                          ? (array)->items                                                  \
                          : idarch_array_grow((arena), (array)->items, (array)->count,      \
                                              &(array)->capacity, sizeof(*(array)->items)), \
     &(array)->items[(array)->count++])

/* The same for an array that may become very large and to whose items nobody keeps
 * pointers: it has memory of its own, and what it grew out of is given back. */
#define IDARCH_PUSH_LARGE(arena, array)                                                    \
    ((array)->items = (array)->count < (array)->capacity                                   \
                          ? (array)->items                                                 \
                          : idarch_array_grow_large((arena), (array)->items,               \
                                                    (array)->count, &(array)->capacity,    \
                                                    sizeof(*(array)->items)),              \
     &(array)->items[(array)->count++])

/* Zeroed memory that can be given back before the arena is freed; it goes with the arena
 * otherwise. Each piece is a block of its own, so this is for what is large. */
void *idarch_own_new(idarch_arena *arena, size_t size);
void idarch_own_free(idarch_arena *arena, void *data);

/* Room for so many items in an empty array of that kind, when they are worth it: saves
 * growing. */
#define IDARCH_RESERVE_LARGE(arena, array, room)                                           \
    ((array)->items = idarch_array_reserve_large((arena), (array)->items, (room),          \
                                                 &(array)->capacity, sizeof(*(array)->items)))

/* Support of IDARCH_RESERVE_LARGE. */
void *idarch_array_reserve_large(idarch_arena *arena, void *items, size_t room,
                                 size_t *capacity, size_t item_size);

/* Support of IDARCH_PUSH_LARGE: room for one more item. */
void *idarch_array_grow_large(idarch_arena *arena, void *items, size_t count, size_t *capacity,
                              size_t item_size);

/* Support of IDARCH_PUSH: room for one more item. */
void *idarch_array_grow(idarch_arena *arena, void *items, size_t count, size_t *capacity,
                        size_t item_size);

/* String builder. Zero with the arena set is empty. */
typedef struct idarch_strbuf {
    idarch_arena *arena;
    char *ptr; /* NUL-terminated once something was added */
    size_t len;
    size_t capacity;
} idarch_strbuf;

void idarch_strbuf_add(idarch_strbuf *buf, const char *text, size_t len);
void idarch_strbuf_puts(idarch_strbuf *buf, const char *text);
void idarch_strbuf_putc(idarch_strbuf *buf, char c);
void idarch_strbuf_add_str(idarch_strbuf *buf, idarch_str s);
/* Adds the code point in UTF-8; one that is no scalar value becomes U+FFFD. */
void idarch_strbuf_add_utf8(idarch_strbuf *buf, uint32_t code_point);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void idarch_strbuf_printf(idarch_strbuf *buf, const char *format, ...);
/* The text so far, NUL-terminated, never NULL; stays valid until the next addition. */
char *idarch_strbuf_text(idarch_strbuf *buf);

/* The shortest decimal form of value with at most decimals digits after the point,
 * '.' as the point whatever the locale, no trailing zeros, no "-0". Not-a-number and
 * infinities (which no caller should have) give "0". */
const char *idarch_format_double(idarch_arena *arena, double value, int decimals);

#endif
