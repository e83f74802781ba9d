/* The field codec: values of the fields to an ID and back, for any layout up to 256 bits.
 * A value that does not fit its field is refused, never masked: a masked or spilling value
 * would make two different inputs one ID. Fields may stand anywhere (shift), also over
 * byte and word borders; bits that no field covers stay 0. */
#include <assert.h>

#include "idgen/idgen.h"

enum { WORDS = IDARCH_BITS_MAX / 64, BYTES = IDARCH_BITS_MAX / 8 };

static bool fits(uint64_t low, uint64_t high, unsigned bits)
{
    if (bits >= 128)
        return true;
    if (bits >= 64)
        return bits == 64 ? high == 0 : high >> (bits - 64) == 0;
    return high == 0 && low >> bits == 0;
}

/* ORs 64 bits into the words (least significant word first) at a shift. */
static void put(uint64_t words[WORDS], uint64_t value, unsigned shift)
{
    unsigned word = shift / 64, offset = shift % 64;
    if (word < WORDS)
        words[word] |= value << offset;
    if (offset && word + 1 < WORDS)
        words[word + 1] |= value >> (64 - offset);
}

static uint64_t get(const uint64_t words[WORDS], unsigned shift)
{
    unsigned word = shift / 64, offset = shift % 64;
    uint64_t value = word < WORDS ? words[word] >> offset : 0;
    if (offset && word + 1 < WORDS)
        value |= words[word + 1] << (64 - offset);
    return value;
}

static void words_to_bytes(const uint64_t words[WORDS], uint8_t bytes[BYTES])
{
    for (unsigned i = 0; i < WORDS; i++) {
        uint8_t *to = bytes + BYTES - 8 - 8 * (size_t)i; /* most significant word first */
        for (unsigned j = 0; j < 8; j++)
            to[j] = (uint8_t)(words[i] >> (56 - 8 * j) & 0xff);
    }
}

static void bytes_to_words(const uint8_t bytes[BYTES], uint64_t words[WORDS])
{
    for (unsigned i = 0; i < BYTES; i++)
        words[i / 8] |= (uint64_t)bytes[BYTES - 1 - i] << (i % 8 * 8);
}

bool idarch_pack(const idarch_layout *layout, const uint64_t *values, const uint64_t *high,
                 idarch_id *id, size_t *bad_field)
{
    uint64_t words[WORDS] = {0};
    for (size_t i = 0; i < layout->count; i++) {
        const idarch_field *field = &layout->fields[i];
        uint64_t upper = high ? high[i] : 0;
        assert(field->shift + field->bits <= IDARCH_BITS_MAX);
        if (!fits(values[i], upper, field->bits)) {
            *bad_field = i;
            return false;
        }
        put(words, values[i], field->shift);
        if (upper)
            put(words, upper, field->shift + 64);
    }
    id->bits = layout->bits;
    words_to_bytes(words, id->bytes);
    return true;
}

static uint64_t low_mask(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

void idarch_unpack(const idarch_layout *layout, const idarch_id *id, uint64_t *values,
                   uint64_t *high)
{
    uint64_t words[WORDS] = {0};
    bytes_to_words(id->bytes, words);
    for (size_t i = 0; i < layout->count; i++) {
        unsigned bits = layout->fields[i].bits, shift = layout->fields[i].shift;
        values[i] = get(words, shift) & low_mask(bits);
        if (high)
            high[i] = bits > 64 ? get(words, shift + 64) & low_mask(bits - 64) : 0;
    }
}
