/* The host of a link as a browser writes it.
 *
 * Takes the bytes between // and the next slash, without a user, gives the host in lower
 * case ASCII: percent escapes worked out, letters beyond ASCII folded and as punycode,
 * numbers as an IPv4 address; or NULL where it can be none. */
#include <glib.h>

#include "base/source.h"
#include "parser/flow_url.h"

/* ---- letters beyond ASCII -------------------------------------------------------------- */

static uint32_t adapt(uint32_t delta, uint32_t count, bool first)
{
    uint32_t k = 0;
    delta = first ? delta / 700 : delta / 2;
    delta += delta / count;
    for (; delta > 455; k += 36)
        delta /= 35;
    return k + 36 * delta / (delta + 38);
}

static char digit_letter(uint32_t digit)
{
    return (char)(digit < 26 ? 'a' + digit : '0' + (digit - 26));
}

/* delta as a number of variable length (RFC 3492). */
static void add_delta(idarch_strbuf *out, uint32_t delta, uint32_t bias)
{
    for (uint32_t k = 36;; k += 36) {
        uint32_t least = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
        if (delta < least)
            break;
        idarch_strbuf_putc(out, digit_letter(least + (delta - least) % (36 - least)));
        delta = (delta - least) / (36 - least);
    }
    idarch_strbuf_putc(out, digit_letter(delta));
}

/* The least character that is n or above. */
static uint32_t next_code(const gunichar *text, glong len, uint32_t n)
{
    uint32_t least = UINT32_MAX;
    for (glong i = 0; i < len; i++)
        if (text[i] >= n && text[i] < least)
            least = text[i];
    return least;
}

/* A label of at most LABEL_MAX characters (a longer one is no name) as xn--... */
static void add_punycode(idarch_strbuf *out, const gunichar *text, glong len)
{
    uint32_t n = 128, delta = 0, bias = 72, basic = 0;
    idarch_strbuf_puts(out, "xn--");
    for (glong i = 0; i < len; i++)
        if (text[i] < 128) {
            idarch_strbuf_putc(out, (char)text[i]);
            basic++;
        }
    if (basic > 0)
        idarch_strbuf_putc(out, '-');
    for (uint32_t done = basic; done < (uint32_t)len; delta++, n++) {
        uint32_t next = next_code(text, len, n);
        delta += (next - n) * (done + 1);
        n = next;
        for (glong i = 0; i < len; i++) {
            delta += text[i] < n;
            if (text[i] != n)
                continue;
            add_delta(out, delta, bias);
            bias = adapt(delta, done + 1, done == basic);
            done++;
            delta = 0;
        }
    }
}

enum { LABEL_MAX = 63, HOST_MAX = 1000 };

/* Labels with letters beyond ASCII as punycode; NULL where one is too long. */
static const char *to_ascii(idarch_arena *arena, const gunichar *text, glong len)
{
    idarch_strbuf out = {.arena = arena};
    for (glong start = 0; start <= len;) {
        glong end = start;
        bool ascii = true;
        for (; end < len && text[end] != '.'; end++)
            ascii = ascii && text[end] < 128;
        if (!ascii && end - start > LABEL_MAX)
            return NULL;
        if (!ascii)
            add_punycode(&out, text + start, end - start);
        for (glong i = start; ascii && i < end; i++)
            idarch_strbuf_putc(&out, (char)text[i]);
        if (end < len)
            idarch_strbuf_putc(&out, '.');
        start = end + 1;
    }
    return idarch_strbuf_text(&out);
}

/* Compatibility forms and case folded, soft hyphens dropped, ideographic full stops as
 * full stops. */
static const char *fold_letters(idarch_arena *arena, const char *host)
{
    char *normal = g_utf8_normalize(host, -1, G_NORMALIZE_NFKC);
    if (!normal)
        return NULL;
    glong len, kept = 0;
    gunichar *text = g_utf8_to_ucs4_fast(normal, -1, &len);
    for (glong i = 0; i < len; i++)
        if (text[i] != 0xAD)
            text[kept++] = text[i] == 0x3002 ? '.' : g_unichar_tolower(text[i]);
    const char *result = to_ascii(arena, text, kept);
    g_free(text);
    g_free(normal);
    return result;
}

/* ---- numbers --------------------------------------------------------------------------- */

/* 12, 014 or 0xC: false for no number. Values above 32 bits stay above. */
static bool read_number(idarch_str s, uint64_t *value)
{
    unsigned base = 10;
    size_t i = 0;
    if (s.len >= 2 && s.ptr[0] == '0' && s.ptr[1] == 'x') {
        base = 16;
        i = 2;
    } else if (s.len >= 2 && s.ptr[0] == '0') {
        base = 8;
        i = 1;
    }
    *value = 0;
    for (; i < s.len; i++) {
        int digit = g_ascii_xdigit_value(s.ptr[i]);
        if (digit < 0 || (unsigned)digit >= base)
            return false;
        if (*value <= UINT32_MAX)
            *value = *value * base + (unsigned)digit;
    }
    return s.len > 0;
}

/* Whether the letters and digits behind xn-- are punycode of a text beyond ASCII,
 * of characters that a name may hold. */
static bool is_punycode(idarch_str code)
{
    uint32_t n = 128, at = 0, bias = 72;
    size_t dash = code.len;
    while (dash > 0 && code.ptr[dash - 1] != '-')
        dash--;
    uint32_t count = dash > 0 ? (uint32_t)dash - 1 : 0;
    if (code.len == 0 || code.len > LABEL_MAX || dash == code.len)
        return dash == code.len && code.len > 1;
    for (size_t i = dash; i < code.len; count++) {
        uint32_t before = at, weight = 1;
        for (uint32_t k = 36;; k += 36) {
            char c = i < code.len ? g_ascii_tolower(code.ptr[i++]) : '\0';
            uint32_t digit = c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a')
                             : g_ascii_isdigit(c) ? (uint32_t)(c - '0') + 26 : UINT32_MAX;
            if (digit == UINT32_MAX || digit > (UINT32_MAX - at) / weight)
                return false;
            at += digit * weight;
            uint32_t least = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
            if (digit < least)
                break;
            if (weight > UINT32_MAX / (36 - least))
                return false;
            weight *= 36 - least;
        }
        bias = adapt(at - before, count + 1, before == 0);
        if (at / (count + 1) > 0x10FFFF - n)
            return false;
        n += at / (count + 1);
        at = at % (count + 1) + 1;
        if (!g_unichar_isdefined(n) || g_unichar_iscntrl(n) || g_unichar_tolower(n) != n)
            return false; /* no browser would have written it */
    }
    return true;
}

/* Every label that says it is punycode must be. */
static bool labels_fit(idarch_str host)
{
    for (size_t start = 0; start < host.len;) {
        size_t end = idarch_str_find(host, '.', start);
        idarch_str label = idarch_str_sub(host, start, end);
        if (idarch_str_starts(label, "xn--") && !is_punycode(idarch_str_sub(label, 4, label.len)))
            return false;
        start = end + 1;
    }
    return true;
}

static bool ends_in_number(idarch_str host)
{
    uint64_t value;
    size_t start = host.len;
    while (start > 0 && host.ptr[start - 1] != '.')
        start--;
    idarch_str last = idarch_str_sub(host, start, host.len);
    bool digits = last.len > 0;
    for (size_t i = 0; i < last.len; i++)
        digits = digits && g_ascii_isdigit(last.ptr[i]);
    return digits || (idarch_str_starts(last, "0x") && read_number(last, &value));
}

/* a, a.b, a.b.c or a.b.c.d, where the last part fills what is left. */
static const char *read_ipv4(idarch_arena *arena, idarch_str host)
{
    uint64_t address = 0, value;
    unsigned count = 0;
    for (size_t start = 0; start <= host.len; count++) {
        size_t end = idarch_str_find(host, '.', start);
        if (count == 4 || !read_number(idarch_str_sub(host, start, end), &value))
            return NULL;
        bool last = end == host.len;
        if (value >= (last ? (uint64_t)1 << (8 * (4 - count)) : 256))
            return NULL;
        address += last ? value : value << (8 * (3 - count));
        start = end + 1;
    }
    return idarch_printf(arena, "%u.%u.%u.%u", (unsigned)(address >> 24),
                         (unsigned)(address >> 16 & 255), (unsigned)(address >> 8 & 255),
                         (unsigned)(address & 255));
}

/* ---- the whole ------------------------------------------------------------------------- */

/* Percent escapes worked out; bytes that are no UTF-8 then make it no host. */
static const char *decode(idarch_arena *arena, idarch_str host)
{
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < host.len; i++) {
        int high = i + 2 < host.len ? g_ascii_xdigit_value(host.ptr[i + 1]) : -1;
        int low = i + 2 < host.len ? g_ascii_xdigit_value(host.ptr[i + 2]) : -1;
        bool escape = host.ptr[i] == '%' && high >= 0 && low >= 0;
        idarch_strbuf_putc(&out, escape ? (char)(high * 16 + low) : host.ptr[i]);
        i += escape ? 2 : 0;
    }
    idarch_str all = {idarch_strbuf_text(&out), out.len};
    return idarch_source_first_invalid(all) == all.len ? all.ptr : NULL;
}

const char *idarch_flow_host(idarch_arena *arena, idarch_str host)
{
    bool ascii = true;
    const char *text = host.len <= HOST_MAX ? decode(arena, host) : NULL;
    for (const char *c = text ? text : ""; *c; c++)
        ascii = ascii && (unsigned char)*c < 0x80;
    if (text)
        text = ascii ? text : fold_letters(arena, text);
    if (!text || !*text)
        return NULL;
    char *copy = idarch_strdup(arena, text);
    for (char *c = copy; *c; c++) {
        *c = g_ascii_tolower(*c);
        if (*c <= ' ' || *c == 0x7F || strchr("#%/:<>?@[\\]^|", *c))
            return NULL;
    }
    idarch_str name = idarch_str_of(copy);
    if (idarch_str_ends(name, ".") && ends_in_number(idarch_str_sub(name, 0, name.len - 1)))
        name.len--;
    if (!labels_fit(name))
        return NULL;
    return ends_in_number(name) ? read_ipv4(arena, name) : copy;
}
