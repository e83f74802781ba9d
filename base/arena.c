/* The arena: blocks of growing size, a bump pointer, everything freed at once.
 * Also what is built on it: arrays, string builder, formatting.
 *
 * Small blocks come from calloc. Large ones are mapped where huge pages begin, if the
 * system has them: first touches of small pages would take longer than all the work. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "base/arena.h"

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    BLOCK_FIRST = 16 * 1024,
    BLOCK_SMALL = 1024 * 1024,     /* the largest of those that calloc gives */
    BLOCK_LARGE = 2 * 1024 * 1024, /* a huge page; what is larger begins at a multiple */
    TEXT_OWN = BLOCK_LARGE /* from this size on a builder gives back what it grew out of */
};

typedef struct block {
    struct block *next, *newer; /* older and newer */
    size_t size;                /* of the data */
    size_t used;
    void *map; /* what is to be unmapped, or NULL: the block is to be freed */
    size_t map_size;
    alignas(max_align_t) unsigned char data[];
} block;

struct idarch_arena {
    block *blocks; /* the newest first */
    size_t held;   /* bytes of all blocks */
    size_t limit;
    size_t next_size;
    idarch_oom_handler *handler;
    void *context;
};

idarch_arena *idarch_arena_new(size_t limit, idarch_oom_handler *handler, void *context)
{
    idarch_arena *arena = calloc(1, sizeof *arena);
    if (!arena) {
        if (handler)
            handler(context);
        abort();
    }
    arena->limit = limit;
    arena->next_size = BLOCK_FIRST;
    arena->handler = handler;
    arena->context = context;
    return arena;
}

static void free_block(block *b)
{
    if (b->map)
        munmap(b->map, b->map_size);
    else
        free(b);
}

void idarch_arena_free(idarch_arena *arena)
{
    if (!arena)
        return;
    for (block *b = arena->blocks; b;) {
        block *next = b->next;
        free_block(b);
        b = next;
    }
    free(arena);
}

size_t idarch_arena_size(const idarch_arena *arena)
{
    return arena->held;
}

static void out_of_memory(idarch_arena *arena)
{
    if (arena->handler)
        arena->handler(arena->context);
    abort();
}

/* A zeroed large block of size bytes with its head. */
static block *map_block(size_t size)
{
    size_t map_size = size + BLOCK_LARGE; /* some place in it is a multiple */
    void *map = mmap(NULL, map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    size_t gap = BLOCK_LARGE - (uintptr_t)map % BLOCK_LARGE;
    block *b = (block *)(void *)((unsigned char *)map + gap % BLOCK_LARGE);
#ifdef MADV_HUGEPAGE
    madvise(b, size, MADV_HUGEPAGE); /* when refused: small pages */
#endif
    b->map = map;
    b->map_size = map_size;
    return b;
}

/* A zeroed block for at least size bytes, as the newest. */
static block *add_block(idarch_arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        out_of_memory(arena);
    size_t whole = sizeof(block) + size;
    if (arena->limit && (whole > arena->limit || arena->held > arena->limit - whole))
        out_of_memory(arena);
    block *b = whole >= BLOCK_LARGE ? map_block(whole) : calloc(1, whole);
    if (!b)
        out_of_memory(arena);
    arena->held += whole;
    b->size = whole - sizeof(block);
    b->next = arena->blocks;
    if (b->next)
        b->next->newer = b;
    arena->blocks = b;
    return b;
}

/* A block for size bytes alone. It goes behind the newest, whose rest is still used. */
static block *make_own(idarch_arena *arena, size_t size)
{
    block *newest = arena->blocks, *own = add_block(arena, size);
    own->used = own->size;
    if (!newest)
        return own;
    arena->blocks = newest;
    own->next = newest->next;
    if (own->next)
        own->next->newer = own;
    own->newer = newest;
    newest->next = own;
    newest->newer = NULL;
    return own;
}

/* Room for size bytes: in a new block or, when they are many, in one of their own. */
static block *make_room(idarch_arena *arena, size_t size)
{
    size_t whole = arena->next_size;
    if (size > whole / 4 && arena->blocks)
        return make_own(arena, size);
    block *b = add_block(arena, size > whole / 4 ? size : whole - sizeof(block));
    arena->next_size = whole < BLOCK_SMALL ? whole * 2 : BLOCK_LARGE;
    return b;
}

void *idarch_alloc(idarch_arena *arena, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size > SIZE_MAX - align)
        out_of_memory(arena);
    size = size ? (size + align - 1) / align * align : align;
    block *b = arena->blocks;
    size_t used = b ? (b->used + align - 1) / align * align : 0;
    if (!b || used > b->size || b->size - used < size) {
        b = make_room(arena, size);
        used = 0;
    }
    b->used = used + size;
    return b->data + used;
}

char *idarch_alloc_text(idarch_arena *arena, size_t size)
{
    block *b = arena->blocks;
    if (!b || b->size - b->used < size)
        return idarch_alloc(arena, size);
    char *text = (char *)b->data + b->used;
    b->used += size;
    return text;
}

void *idarch_alloc_array(idarch_arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        out_of_memory(arena);
    return idarch_alloc(arena, count * size);
}

char *idarch_strndup(idarch_arena *arena, const char *text, size_t len)
{
    if (len == SIZE_MAX)
        out_of_memory(arena);
    char *copy = idarch_alloc_text(arena, len + 1);
    if (len)
        memcpy(copy, text, len);
    return copy;
}

char *idarch_strdup(idarch_arena *arena, const char *text)
{
    return idarch_strndup(arena, text, strlen(text));
}

char *idarch_str_dup(idarch_arena *arena, idarch_str s)
{
    return idarch_strndup(arena, s.ptr, s.len);
}

void *idarch_array_grow(idarch_arena *arena, void *items, size_t count, size_t *capacity,
                        size_t item_size)
{
    if (count < *capacity)
        return items;
    size_t room = *capacity ? *capacity * 2 : 8;
    if (room < *capacity)
        out_of_memory(arena);
    void *grown = idarch_alloc_array(arena, room, item_size);
    if (count)
        memcpy(grown, items, count * item_size);
    *capacity = room;
    return grown;
}

/* ---- memory of its own ---------------------------------------------------------------- */

static block *block_of(void *data)
{
    return (block *)(void *)((unsigned char *)data - offsetof(block, data));
}

void *idarch_own_new(idarch_arena *arena, size_t size)
{
    return make_own(arena, size)->data;
}

void idarch_own_free(idarch_arena *arena, void *data)
{
    if (!data)
        return;
    block *b = block_of(data);
    arena->held -= b->size + sizeof(block);
    if (b->next)
        b->next->newer = b->newer;
    if (b->newer)
        b->newer->next = b->next;
    else
        arena->blocks = b->next;
    free_block(b);
}

enum { ARRAY_SMALL = 64 }; /* up to here a large array is one like any other */

/* An array's items in a block of their own, for `room` of them or somewhat more. */
static void *own_items(idarch_arena *arena, size_t room, size_t *capacity, size_t item_size)
{
    if (room > SIZE_MAX / 4 / item_size)
        out_of_memory(arena);
    size_t whole = sizeof(block) + room * item_size;
    if (whole > BLOCK_SMALL) /* whole huge pages: it goes on growing */
        whole = (whole + BLOCK_LARGE - 1) / BLOCK_LARGE * BLOCK_LARGE;
    block *own = make_own(arena, whole - sizeof(block));
    *capacity = own->size / item_size;
    return own->data;
}

void *idarch_array_grow_large(idarch_arena *arena, void *items, size_t count, size_t *capacity,
                              size_t item_size)
{
    if (count < *capacity)
        return items;
    if (*capacity < ARRAY_SMALL)
        return idarch_array_grow(arena, items, count, capacity, item_size);
    bool own = *capacity > ARRAY_SMALL;
    if (*capacity > SIZE_MAX / 2)
        out_of_memory(arena);
    void *grown = own_items(arena, *capacity * 2, capacity, item_size);
    memcpy(grown, items, count * item_size);
    if (own)
        idarch_own_free(arena, items);
    return grown;
}

void *idarch_array_reserve_large(idarch_arena *arena, void *items, size_t room,
                                 size_t *capacity, size_t item_size)
{
    return *capacity > 0 || room <= ARRAY_SMALL ? items
                                                : own_items(arena, room, capacity, item_size);
}

static void reserve(idarch_strbuf *buf, size_t more)
{
    if (more > SIZE_MAX / 4 - buf->len)
        out_of_memory(buf->arena);
    size_t need = buf->len + more + 1;
    if (need <= buf->capacity)
        return;
    size_t room = buf->capacity ? buf->capacity * 2 : 64;
    if (room < need)
        room = need;
    char *grown = room < TEXT_OWN ? idarch_alloc(buf->arena, room)
                                  : idarch_own_new(buf->arena, room);
    if (buf->len)
        memcpy(grown, buf->ptr, buf->len);
    if (buf->capacity >= TEXT_OWN)
        idarch_own_free(buf->arena, buf->ptr);
    buf->ptr = grown;
    buf->capacity = room;
}

void idarch_strbuf_add(idarch_strbuf *buf, const char *text, size_t len)
{
    reserve(buf, len);
    if (len)
        memcpy(buf->ptr + buf->len, text, len);
    buf->len += len;
    buf->ptr[buf->len] = '\0';
}

void idarch_strbuf_puts(idarch_strbuf *buf, const char *text)
{
    idarch_strbuf_add(buf, text, strlen(text));
}

void idarch_strbuf_putc(idarch_strbuf *buf, char c)
{
    if (buf->capacity - buf->len < 2)
        reserve(buf, 1);
    buf->ptr[buf->len++] = c;
    buf->ptr[buf->len] = '\0';
}

void idarch_strbuf_add_str(idarch_strbuf *buf, idarch_str s)
{
    idarch_strbuf_add(buf, s.ptr, s.len);
}

void idarch_strbuf_add_utf8(idarch_strbuf *buf, uint32_t c)
{
    char out[4];
    size_t len;
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        c = 0xFFFD;
    if (c < 0x80) {
        out[0] = (char)c;
        len = 1;
    } else if (c < 0x800) {
        out[0] = (char)(0xC0 | (c >> 6));
        len = 2;
    } else if (c < 0x10000) {
        out[0] = (char)(0xE0 | (c >> 12));
        len = 3;
    } else {
        out[0] = (char)(0xF0 | (c >> 18));
        len = 4;
    }
    for (size_t i = 1; i < len; i++)
        out[i] = (char)(0x80 | ((c >> (6 * (len - 1 - i))) & 0x3F));
    idarch_strbuf_add(buf, out, len);
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 0)))
#endif
static void add_formatted(idarch_strbuf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    if (len > 0) {
        reserve(buf, (size_t)len);
        vsnprintf(buf->ptr + buf->len, (size_t)len + 1, format, again);
        buf->len += (size_t)len;
    }
    va_end(again);
}

void idarch_strbuf_printf(idarch_strbuf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_formatted(buf, format, args);
    va_end(args);
}

char *idarch_strbuf_text(idarch_strbuf *buf)
{
    reserve(buf, 0);
    buf->ptr[buf->len] = '\0';
    return buf->ptr;
}

char *idarch_printf(idarch_arena *arena, const char *format, ...)
{
    idarch_strbuf buf = {.arena = arena};
    va_list args;
    va_start(args, format);
    add_formatted(&buf, format, args);
    va_end(args);
    return idarch_strbuf_text(&buf);
}

/* The digits of the value's magnitude into text, most significant first, with a point
 * before the last `decimals`. Returns their number. */
static int whole_digits(char *text, uint64_t value, int decimals)
{
    char back[24];
    int count = 0, len = 0;
    for (int place = 0; value > 0 || place <= decimals; place++, value /= 10) {
        if (place == decimals && place > 0)
            back[count++] = '.';
        back[count++] = (char)('0' + value % 10);
    }
    while (count > 0)
        text[len++] = back[--count];
    return len;
}

/* The value as printf writes it, made of whole numbers where that is certain to be the
 * same: it is small and not near the middle between two results. Returns 0 elsewhere. */
static int format_small(char *text, double value, int decimals)
{
    static const double scales[] = {1, 10, 100, 1000};
    if (decimals < 0 || decimals > 3 || fabs(value) > 1e9)
        return 0;
    double scale = scales[decimals], nearest = rint(value * scale);
    if (fabs(fma(value, scale, -nearest)) > 0.499)
        return 0;
    int sign = nearest < 0;
    text[0] = '-';
    int len = sign + whole_digits(text + sign, (uint64_t)fabs(nearest), decimals);
    text[len] = '\0';
    return len;
}

const char *idarch_format_double(idarch_arena *arena, double value, int decimals)
{
    char text[400];
    if (!isfinite(value))
        return "0";
    int len = format_small(text, value, decimals);
    if (len == 0)
        len = snprintf(text, sizeof text, "%.*f", decimals, value);
    if (len < 0 || (size_t)len >= sizeof text)
        return "0";
    char *point = text + strspn(text, "-0123456789");
    if (*point) { /* the locale may write another point */
        char *digits = point + strcspn(point, "0123456789");
        char *end = text + len;
        while (end > digits && end[-1] == '0')
            end--;
        size_t kept = (size_t)(end - digits);
        *point = kept ? '.' : '\0';
        memmove(point + 1, digits, kept);
        point[kept ? kept + 1 : 0] = '\0';
    }
    if (strcmp(text, "-0") == 0)
        return "0";
    return idarch_strdup(arena, text);
}
