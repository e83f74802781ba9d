/* Which characters XML 1.0 may hold. */
#include <string.h>

#include "render/utf8.h"
#include "render/writers.h"

static bool allowed(uint32_t c)
{
    return c >= 0x20 && c != 0x7F && !(c >= 0x80 && c < 0xA0) && c != 0xFFFE && c != 0xFFFF;
}

static bool is_space(uint32_t c)
{
    return c == '\t' || c == '\n' || c == '\r';
}

const char *idarch_xml_text(idarch_arena *arena, const char *text)
{
    size_t len = strlen(text);
    bool clean = true;
    for (size_t at = 0; at < len && clean;) {
        size_t start = at;
        uint32_t c = idarch_utf8_next(text, len, &at);
        clean = allowed(c) && !(c == 0xFFFD && at - start == 1);
    }
    if (clean)
        return text;
    idarch_strbuf buf = {.arena = arena};
    for (size_t at = 0; at < len;) {
        uint32_t c = idarch_utf8_next(text, len, &at);
        idarch_strbuf_add_utf8(&buf, is_space(c) ? ' ' : allowed(c) ? c : 0xFFFD);
    }
    return idarch_strbuf_text(&buf);
}
