/* Hash tables with open addressing. Slots in a row are tried until a free one; a table is
 * at most half full, so that rows stay short. The hash mixes every byte into all bits. */
#include "base/table.h"

#define FACTOR 0x9E3779B97F4A7C15u
#define ROOM_FIRST 64

static inline uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    return hash ^ (hash >> 29);
}

static inline uint32_t four_bytes(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    return (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
}

/* Up to eight bytes as a number, the first one lowest, with zeros behind them. */
static inline uint64_t bytes_of(const char *text, size_t len)
{
    if (len >= 8)
        return four_bytes(text) | (uint64_t)four_bytes(text + 4) << 32;
    if (len >= 4)
        return four_bytes(text) | (uint64_t)four_bytes(text + len - 4) << (8 * (len - 4));
    uint64_t bytes = 0;
    for (size_t i = 0; i < len; i++)
        bytes |= (uint64_t)(unsigned char)text[i] << (8 * i);
    return bytes;
}

static inline uint32_t hash_of(idarch_str key)
{
    uint64_t hash = key.len * FACTOR;
    size_t i = 0;
    for (; i + 8 <= key.len; i += 8)
        hash = mix(hash ^ bytes_of(key.ptr + i, 8)) * FACTOR;
    hash = mix(hash ^ bytes_of(key.ptr + i, key.len - i));
    return (uint32_t)(hash ^ (hash >> 32));
}

/* No key holds NUL, so one of less than eight bytes is known from its first bytes alone. */
static inline bool is_key(const idarch_table_slot *slot, uint32_t hash, uint64_t first, idarch_str key)
{
    return slot->hash == hash && slot->first == first &&
           (key.len < 8 || (strncmp(slot->key + 8, key.ptr + 8, key.len - 8) == 0 &&
                            slot->key[key.len] == '\0'));
}

/* The slot of the key or the free one for it. The table is not empty. */
static inline idarch_table_slot *slot_of(const idarch_table *table, uint32_t hash, idarch_str key)
{
    size_t i = hash & (table->room - 1);
    uint64_t first = bytes_of(key.ptr, key.len);
    while (table->slots[i].key && !is_key(&table->slots[i], hash, first, key))
        i = (i + 1) & (table->room - 1);
    return &table->slots[i];
}

uint32_t idarch_table_hash(const idarch_table *table, idarch_str key)
{
    uint32_t hash = hash_of(key);
#if defined(__GNUC__)
    if (table->room > 0)
        __builtin_prefetch(&table->slots[hash & (table->room - 1)]);
#endif
    return hash;
}

const idarch_table_slot *idarch_table_slot_by(const idarch_table *table, idarch_str key,
                                              uint32_t hash)
{
    if (table->count == 0)
        return NULL;
    const idarch_table_slot *slot = slot_of(table, hash, key);
    return slot->key ? slot : NULL;
}

const idarch_table_slot *idarch_table_slot_of(const idarch_table *table, idarch_str key)
{
    return table->count == 0 ? NULL : idarch_table_slot_by(table, key, hash_of(key));
}

int32_t idarch_table_find(const idarch_table *table, idarch_str key)
{
    const idarch_table_slot *slot = idarch_table_slot_of(table, key);
    return slot ? slot->value : -1;
}

static void grow(idarch_table *table)
{
    idarch_table old = *table;
    table->room = old.room ? old.room * 2 : ROOM_FIRST;
    table->slots = idarch_own_new(table->arena, table->room * sizeof *table->slots);
    for (size_t i = 0; i < old.room; i++) {
        if (!old.slots[i].key)
            continue;
        size_t to = old.slots[i].hash & (table->room - 1);
        while (table->slots[to].key)
            to = (to + 1) & (table->room - 1);
        table->slots[to] = old.slots[i];
    }
    idarch_own_free(table->arena, old.slots);
}

void idarch_table_reserve(idarch_table *table, size_t keys)
{
    size_t room = ROOM_FIRST;
    while (room < 2 * keys)
        room *= 2;
    if (table->room > 0 || keys > SIZE_MAX / 4 / sizeof *table->slots)
        return;
    table->room = room;
    table->slots = idarch_own_new(table->arena, room * sizeof *table->slots);
}

void idarch_table_set(idarch_table *table, const char *key, int32_t value)
{
    idarch_str view = idarch_str_of(key);
    uint32_t hash = hash_of(view);
    if (table->count * 2 >= table->room)
        grow(table);
    idarch_table_slot *slot = slot_of(table, hash, view);
    if (!slot->key) {
        slot->key = key;
        slot->first = bytes_of(key, view.len);
        slot->hash = hash;
        table->count++;
    }
    slot->value = value;
}

void idarch_table_release(idarch_table *table)
{
    idarch_own_free(table->arena, table->slots);
    *table = (idarch_table){.arena = table->arena};
}

/* ---- pairs ---------------------------------------------------------------------------- */

static idarch_pair_slot *pair_slot(const idarch_pair_table *table, uint64_t pair)
{
    size_t i = (size_t)mix(pair * FACTOR) & (table->room - 1);
    while (table->slots[i].count > 0 && table->slots[i].pair != pair)
        i = (i + 1) & (table->room - 1);
    return &table->slots[i];
}

static void grow_pairs(idarch_pair_table *table)
{
    idarch_pair_table old = *table;
    table->room = old.room ? old.room * 2 : ROOM_FIRST;
    table->slots = idarch_own_new(table->arena, table->room * sizeof *table->slots);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].count > 0)
            *pair_slot(table, old.slots[i].pair) = old.slots[i];
    idarch_own_free(table->arena, old.slots);
}

uint32_t idarch_pair_table_count(idarch_pair_table *table, uint32_t a, uint32_t b)
{
    uint64_t pair = ((uint64_t)a << 32) | b;
    if (table->count * 2 >= table->room)
        grow_pairs(table);
    idarch_pair_slot *slot = pair_slot(table, pair);
    if (slot->count == 0) {
        slot->pair = pair;
        table->count++;
    }
    if (slot->count < UINT32_MAX)
        slot->count++;
    return slot->count - 1;
}

void idarch_pair_table_release(idarch_pair_table *table)
{
    idarch_own_free(table->arena, table->slots);
    *table = (idarch_pair_table){.arena = table->arena};
}
