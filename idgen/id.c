/* An ID as one number of 256 bits: comparing it, and its texts: decimal and hexadecimal
 * digits, UUID, ULID.
 * Takes and gives plain values; promises that no digit is lost and that a
 * number which does not fit the width is refused. */
#include "idgen/idgen.h"

enum { BYTES = IDARCH_BITS_MAX / 8 };

int idarch_id_compare(const idarch_id *a, const idarch_id *b)
{
    int order = memcmp(a->bytes, b->bytes, BYTES);
    return (order > 0) - (order < 0);
}

uint64_t idarch_id_low64(const idarch_id *id)
{
    uint64_t low = 0;
    for (size_t i = BYTES - 8; i < BYTES; i++)
        low = low << 8 | id->bytes[i];
    return low;
}

/* Divides the number in place; returns the rest. */
static unsigned divide(uint8_t bytes[BYTES], unsigned divisor)
{
    unsigned rest = 0;
    for (size_t i = 0; i < BYTES; i++) {
        unsigned part = rest << 8 | bytes[i];
        bytes[i] = (uint8_t)(part / divisor);
        rest = part % divisor;
    }
    return rest;
}

static bool is_zero(const uint8_t bytes[BYTES])
{
    for (size_t i = 0; i < BYTES; i++)
        if (bytes[i])
            return false;
    return true;
}

char *idarch_id_decimal(idarch_arena *arena, const idarch_id *id)
{
    char digits[80]; /* 2^256 has 78 */
    size_t at = sizeof digits;
    uint8_t rest[BYTES];
    memcpy(rest, id->bytes, BYTES);
    do
        digits[--at] = (char)('0' + divide(rest, 10));
    while (!is_zero(rest));
    return idarch_strndup(arena, digits + at, sizeof digits - at);
}

/* bytes = bytes * factor + digit; false on overflow of 256 bits. */
static bool append_digit(uint8_t bytes[BYTES], unsigned factor, unsigned digit)
{
    unsigned carry = digit;
    for (size_t i = BYTES; i-- > 0;) {
        unsigned part = bytes[i] * factor + carry;
        bytes[i] = (uint8_t)(part & 0xff);
        carry = part >> 8;
    }
    return carry == 0;
}

/* Whether no bit at or above the width is set. */
static bool fits(const uint8_t bytes[BYTES], unsigned bits)
{
    for (unsigned bit = bits; bit < IDARCH_BITS_MAX; bit++)
        if (bytes[BYTES - 1 - bit / 8] >> (bit % 8) & 1)
            return false;
    return true;
}

bool idarch_id_from_decimal(idarch_str text, unsigned bits, idarch_id *id)
{
    idarch_id out = {.bits = bits};
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c < '0' || c > '9' || !append_digit(out.bytes, 10, (unsigned)(c - '0')))
            return false;
    }
    if (text.len == 0 || !fits(out.bytes, bits))
        return false;
    *id = out;
    return true;
}

/* Value of a hexadecimal digit, -1 for another character. */
static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool idarch_id_from_hex(idarch_str text, unsigned bits, idarch_id *id)
{
    idarch_id out = {.bits = bits};
    size_t digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '-')
            continue;
        int digit = hex_digit(text.ptr[i]);
        if (digit < 0 || !append_digit(out.bytes, 16, (unsigned)digit))
            return false;
        digits++;
    }
    if (digits == 0 || !fits(out.bytes, bits))
        return false;
    *id = out;
    return true;
}

enum { UUID_CHARS = 36, ULID_CHARS = 26 };

/* Crockford's base32: no I, L, O, U. */
static const char base32[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static bool hyphen_before(size_t byte)
{
    return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

static char *uuid_text(idarch_arena *arena, const idarch_id *id)
{
    static const char hex[] = "0123456789abcdef";
    char text[UUID_CHARS];
    size_t at = 0;
    for (size_t i = 0; i < 16; i++) {
        uint8_t byte = id->bytes[BYTES - 16 + i];
        if (hyphen_before(i))
            text[at++] = '-';
        text[at++] = hex[byte >> 4];
        text[at++] = hex[byte & 15];
    }
    return idarch_strndup(arena, text, at);
}

static char *ulid_text(idarch_arena *arena, const idarch_id *id)
{
    char text[ULID_CHARS];
    uint8_t rest[BYTES] = {0};
    memcpy(rest + BYTES - 16, id->bytes + BYTES - 16, 16);
    for (size_t i = ULID_CHARS; i-- > 0;)
        text[i] = base32[divide(rest, 32)];
    return idarch_strndup(arena, text, ULID_CHARS);
}

char *idarch_id_text(idarch_arena *arena, const idarch_id *id, idarch_text_form form)
{
    switch (form) {
    case IDARCH_TEXT_DECIMAL: break;
    case IDARCH_TEXT_UUID: return uuid_text(arena, id);
    case IDARCH_TEXT_ULID: return ulid_text(arena, id);
    }
    return idarch_id_decimal(arena, id);
}

static bool uuid_hyphens(idarch_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool wanted = i == 8 || i == 13 || i == 18 || i == 23;
        if ((text.ptr[i] == '-') != wanted)
            return false;
    }
    return text.len == UUID_CHARS;
}

static bool from_ulid(idarch_str text, unsigned bits, idarch_id *id)
{
    idarch_id out = {.bits = bits};
    if (text.len != ULID_CHARS)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        c = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
        const char *digit = c ? strchr(base32, c) : NULL;
        if (!digit || !append_digit(out.bytes, 32, (unsigned)(digit - base32)))
            return false;
    }
    if (!fits(out.bytes, bits))
        return false;
    *id = out;
    return true;
}

bool idarch_id_from_text(idarch_str text, idarch_text_form form, unsigned bits, idarch_id *id)
{
    switch (form) {
    case IDARCH_TEXT_DECIMAL: break;
    case IDARCH_TEXT_UUID: return uuid_hyphens(text) && idarch_id_from_hex(text, bits, id);
    case IDARCH_TEXT_ULID: return from_ulid(text, bits, id);
    }
    return idarch_id_from_decimal(text, bits, id);
}
