/* Code points out of UTF-8, strict: no overlong forms, no surrogates. */
#include "render/utf8.h"

static size_t sequence_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

uint32_t idarch_utf8_next(const char *text, size_t len, size_t *at)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    static const uint32_t lead_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char *p = (const unsigned char *)text + *at;
    size_t count = sequence_length(p[0]);
    if (count == 0 || count > len - *at) {
        ++*at;
        return 0xFFFD;
    }
    uint32_t c = p[0] & lead_bits[count];
    for (size_t i = 1; i < count; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            ++*at;
            return 0xFFFD;
        }
        c = c << 6 | (p[i] & 0x3F);
    }
    if (c < least[count] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
        ++*at;
        return 0xFFFD;
    }
    *at += count;
    return c;
}
