/* table.h: tables from strings, and from pairs of numbers, to numbers.
 *
 * Open addressing: one array in the arena, no node for each entry. Keys are borrowed and
 * must outlive the table; nothing is taken out of one. Zero with the arena set is empty. */
#ifndef IDARCH_BASE_TABLE_H
#define IDARCH_BASE_TABLE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

typedef struct idarch_table_slot {
    const char *key; /* NUL-terminated; NULL: free */
    uint64_t first;  /* its first eight bytes */
    uint32_t hash;
    int32_t value;
} idarch_table_slot;

typedef struct idarch_table {
    idarch_arena *arena;
    idarch_table_slot *slots;
    size_t count, room; /* room: 0 or a power of two */
} idarch_table;

/* Gives the memory back before the arena is freed. The table is empty then. */
void idarch_table_release(idarch_table *table);

/* Makes room in an empty table, so that it does not grow up to so many keys. */
void idarch_table_reserve(idarch_table *table, size_t keys);

/* The value of the key (any bytes without NUL), -1 for none. */
int32_t idarch_table_find(const idarch_table *table, idarch_str key);

/* The entry of the key with the key that came first, NULL for none. Holds until the next
 * entry is made. */
const idarch_table_slot *idarch_table_slot_of(const idarch_table *table, idarch_str key);

/* The same in two steps. The first one sees to it that the second finds its memory at hand,
 * if other work is done between them. */
uint32_t idarch_table_hash(const idarch_table *table, idarch_str key);
const idarch_table_slot *idarch_table_slot_by(const idarch_table *table, idarch_str key,
                                              uint32_t hash);

/* Sets the key's value; where there is one already, the key that came first stays. */
void idarch_table_set(idarch_table *table, const char *key, int32_t value);

typedef struct idarch_pair_slot {
    uint64_t pair;
    uint32_t count; /* 0: free */
} idarch_pair_slot;

typedef struct idarch_pair_table {
    idarch_arena *arena;
    idarch_pair_slot *slots;
    size_t count, room;
} idarch_pair_table;

void idarch_pair_table_release(idarch_pair_table *table);

/* Counts the pair (a, b) once more; returns how often it was counted before. */
uint32_t idarch_pair_table_count(idarch_pair_table *table, uint32_t a, uint32_t b);

#endif
