/* URLs made harmless.
 *
 * Takes the text of a link, gives what Mermaid keeps of it: percent escapes, character
 * entities and control characters worked out (whatever they hid shows then), scripting
 * schemes replaced, http and https normalized as a browser's URL is. */
#include "parser/flow_url.h"

#include "parser/flow_text.h"

enum { DECODE_ROUNDS = 64 };

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The text with all percent escapes decoded, or as it is when they are no UTF-8. */
static idarch_str decode_percent(idarch_arena *arena, idarch_str s)
{
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] != '%') {
            idarch_strbuf_putc(&out, s.ptr[i]);
            continue;
        }
        int high = i + 2 < s.len ? hex(s.ptr[i + 1]) : -1;
        int low = i + 2 < s.len ? hex(s.ptr[i + 2]) : -1;
        if (high >= 0 && low >= 0) {
            if (high + low > 0) /* NUL is taken away later anyway */
                idarch_strbuf_putc(&out, (char)(high * 16 + low));
            i += 2;
            continue;
        }
        return s;
    }
    idarch_str decoded = {idarch_strbuf_text(&out), out.len};
    return idarch_source_first_invalid(decoded) == decoded.len ? decoded : s;
}

static bool is_word(char c)
{
    return hex(c) >= 0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Length of &#123; at the place with its character in *code, 0 for none. A word that is no
 * number counts as the character 0. */
static size_t numeric_entity(idarch_str s, size_t at, uint32_t *code)
{
    size_t start = at + 2, i = start;
    if (start >= s.len || s.ptr[at] != '&' || s.ptr[at + 1] != '#')
        return 0;
    while (i < s.len && is_word(s.ptr[i]))
        i++;
    if (i == start)
        return 0;
    bool based = i - start > 2 && s.ptr[start] == '0' && (s.ptr[start + 1] | 0x20) == 'x';
    uint32_t base = based ? 16 : 10;
    bool number = true;
    *code = 0;
    for (size_t k = start + (based ? 2 : 0); k < i; k++) {
        int digit = hex(s.ptr[k]);
        number = number && digit >= 0 && (uint32_t)digit < base;
        *code = (*code * base + (uint32_t)(digit >= 0 ? digit : 0)) & 0xFFFF;
    }
    if (!number)
        *code = 0;
    return i + (i < s.len && s.ptr[i] == ';') - at;
}

/* What is taken away: control characters, &Tab; and &NewLine;, \n, \r and \t in words. */
static size_t dropped(idarch_str s, size_t at)
{
    idarch_str rest = idarch_str_sub(s, at, s.len);
    unsigned char c = (unsigned char)rest.ptr[0];
    if (c < 0x20 || c == 0x7F)
        return 1;
    if (c == 0xC2 && rest.len > 1 && (unsigned char)rest.ptr[1] < 0xA0)
        return 2;
    if (c == 0xE2 && rest.len > 2 && (unsigned char)rest.ptr[1] == 0x80 &&
        (unsigned char)rest.ptr[2] < 0x8E)
        return 3;
    if (idarch_str_eq_nocase(idarch_str_sub(rest, 0, 5), IDARCH_STR("&tab;")))
        return 5;
    if (idarch_str_eq_nocase(idarch_str_sub(rest, 0, 9), IDARCH_STR("&newline;")))
        return 9;
    bool escape = c == '\\' && rest.len > 1 &&
                  (rest.ptr[1] == 'n' || rest.ptr[1] == 'r' || rest.ptr[1] == 't');
    return escape ? 2 : 0;
}

static idarch_str decode_once(idarch_arena *arena, idarch_str s)
{
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < s.len;) {
        uint32_t code;
        size_t entity = numeric_entity(s, i, &code);
        size_t gone = entity > 0 ? 0 : dropped(s, i);
        if (entity > 0 && code >= 0x20)
            idarch_strbuf_add_utf8(&out, code);
        else if (entity == 0 && gone == 0)
            idarch_strbuf_putc(&out, s.ptr[i]);
        i += entity > 0 ? entity : gone > 0 ? gone : 1;
    }
    idarch_str once = {idarch_strbuf_text(&out), out.len};
    return decode_percent(arena, idarch_flow_trim(once));
}

/* The scheme with its colon, as far as Mermaid looks: up to the last colon of the line. */
static bool scripted(idarch_str url)
{
    static const char *const schemes[] = {"javascript", "data", "vbscript"};
    size_t start = 0;
    while (start < url.len &&
           !((url.ptr[start] >= 'a' && url.ptr[start] <= 'z') ||
             (url.ptr[start] >= 'A' && url.ptr[start] <= 'Z') ||
             (url.ptr[start] >= '0' && url.ptr[start] <= '9') || url.ptr[start] == '_'))
        start++;
    for (size_t i = 0; i < 3; i++) {
        idarch_str head = idarch_str_sub(url, start, start + strlen(schemes[i]));
        if (idarch_str_eq_nocase(head, idarch_str_of(schemes[i])))
            return true;
    }
    return false;
}

/* Whether another round of decoding would find something. */
static bool needs_decoding(idarch_str s)
{
    uint32_t code;
    for (size_t i = 0; i < s.len; i++)
        if (numeric_entity(s, i, &code) > 0 || dropped(s, i) > 0)
            return true;
    return false;
}

static bool ends_authority(char c)
{
    return c == '/' || c == '?' || c == '#';
}

/* What a part of a URL must not hold as it is, beside blanks, controls and non-ASCII. */
static const char in_user[] = "\"#<>?^`{}/:;=@[\\]|", in_path[] = "\"#<>?`{}",
                  in_query[] = "\"#<>'", in_fragment[] = "\"<>`";

static void add_escaped(idarch_strbuf *out, idarch_str part, const char *forbidden)
{
    for (size_t i = 0; i < part.len; i++) {
        unsigned char byte = (unsigned char)part.ptr[i];
        if (byte <= ' ' || byte >= 0x7F || strchr(forbidden, part.ptr[i]))
            idarch_strbuf_printf(out, "%%%02X", byte);
        else
            idarch_strbuf_putc(out, part.ptr[i]);
    }
}

/* The dots of a segment . or .., also when they are escaped; 0 for another segment. */
static int dots_of(idarch_str segment)
{
    int dots = 0;
    for (size_t i = 0; i < segment.len; dots++) {
        bool escaped =
            idarch_str_eq_nocase(idarch_str_sub(segment, i, i + 3), IDARCH_STR("%2e"));
        if (!escaped && segment.ptr[i] != '.')
            return 0;
        i += escaped ? 3 : 1;
    }
    return dots <= 2 ? dots : 0;
}

/* The path without its . and .. segments; it starts with a slash. */
static idarch_str without_dots(idarch_arena *arena, idarch_str path)
{
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < path.len;) {
        size_t end = idarch_str_find(path, '/', i + 1);
        idarch_str segment = idarch_str_sub(path, i + 1, end);
        bool up = dots_of(segment) == 2, dot = up || dots_of(segment) == 1;
        while (up && out.len > 0 && out.ptr[--out.len] != '/')
            ;
        if (!dot)
            idarch_strbuf_add(&out, path.ptr + i, end - i);
        else if (end == path.len)
            idarch_strbuf_putc(&out, '/');
        i = end;
    }
    return (idarch_str){idarch_strbuf_text(&out), out.len};
}

/* scheme://user@HOST/path as a browser writes it: the host by flow_host.c, at least a
 * slash, no dot segments, escapes where needed. There is no port: with one Mermaid takes
 * the URL as it is. */
static const char *normalize(idarch_arena *arena, idarch_str url, const char *scheme)
{
    idarch_strbuf out = {.arena = arena};
    size_t i = strlen(scheme) + 1, end, query, fragment = idarch_str_find(url, '#', 0);
    while (i < url.len && url.ptr[i] == '/')
        i++;
    for (end = i; end < url.len && !ends_authority(url.ptr[end]); end++)
        ;
    size_t at = end;
    while (at > i && url.ptr[at - 1] != '@')
        at--;
    const char *host = idarch_flow_host(arena, idarch_str_sub(url, at, end));
    if (!host)
        return "about:blank";
    idarch_strbuf_printf(&out, "%s://", scheme);
    if (at > i + 1) {
        add_escaped(&out, idarch_str_sub(url, i, at - 1), in_user);
        idarch_strbuf_putc(&out, '@');
    }
    idarch_strbuf_puts(&out, host);
    if (end == url.len || url.ptr[end] != '/')
        idarch_strbuf_putc(&out, '/');
    query = idarch_str_find(idarch_str_sub(url, 0, fragment), '?', end);
    add_escaped(&out, without_dots(arena, idarch_str_sub(url, end, query)), in_path);
    if (query < fragment) {
        idarch_strbuf_putc(&out, '?');
        add_escaped(&out, idarch_str_sub(url, query + 1, fragment), in_query);
    }
    if (fragment < url.len) {
        idarch_strbuf_putc(&out, '#');
        add_escaped(&out, idarch_str_sub(url, fragment + 1, url.len), in_fragment);
    }
    return idarch_strbuf_text(&out);
}

/* ---- entity codes ---------------------------------------------------------------------- */

/* Mermaid hides entity codes (#35; #quot;) behind these marks while it works, so that a
 * link with one is escaped mark by mark. */
static const char number_mark[] = "\xEF\xAC\x82\xC2\xB0\xC2\xB0", word_mark[] = "\xEF\xAC\x82\xC2\xB0",
                  end_mark[] = "\xC2\xB6\xC3\x9F";

static idarch_str hide_entities(idarch_arena *arena, idarch_str url)
{
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < url.len;) {
        size_t len;
        if (!idarch_flow_entity(url, i, &len)) {
            idarch_strbuf_putc(&out, url.ptr[i++]);
            continue;
        }
        idarch_str word = idarch_str_sub(url, i + 1, i + len - 1);
        bool number = true;
        for (size_t k = 0; k < word.len; k++)
            number = number && word.ptr[k] >= '0' && word.ptr[k] <= '9';
        idarch_strbuf_puts(&out, number ? number_mark : word_mark);
        idarch_strbuf_add_str(&out, word);
        idarch_strbuf_puts(&out, end_mark);
        i += len;
    }
    return (idarch_str){idarch_strbuf_text(&out), out.len};
}

static const char *show_entities(idarch_arena *arena, const char *url)
{
    static const struct {
        const char *mark, *text;
    } rows[] = {{number_mark, "#"}, {word_mark, "#"}, {end_mark, ";"}};
    idarch_strbuf out = {.arena = arena};
    for (const char *c = url; *c;) {
        size_t len = 0;
        for (size_t i = 0; i < 3 && len == 0; i++)
            if (strncmp(c, rows[i].mark, strlen(rows[i].mark)) == 0) {
                idarch_strbuf_puts(&out, rows[i].text);
                len = strlen(rows[i].mark);
            }
        if (len == 0)
            idarch_strbuf_putc(&out, *c);
        c += len > 0 ? len : 1;
    }
    return idarch_strbuf_text(&out);
}

/* ---- the whole ------------------------------------------------------------------------- */

static bool has_scheme(idarch_str url, const char *scheme)
{
    size_t len = strlen(scheme);
    return idarch_str_eq_nocase(idarch_str_sub(url, 0, len), idarch_str_of(scheme)) &&
           url.len > len && url.ptr[len] == ':';
}

/* The end of the last colon, also one written &colon;, behind at least one character. */
static size_t last_colon(idarch_str url)
{
    for (size_t i = url.len; i-- > 1;) {
        if (url.ptr[i] == ':')
            return i + 1;
        if (idarch_str_eq_nocase(idarch_str_sub(url, i, i + 7), IDARCH_STR("&colon;")))
            return i + 7;
    }
    return 0;
}

static const char *sanitize(idarch_arena *arena, idarch_str url)
{
    url = decode_percent(arena, idarch_flow_trim(url));
    for (int round = 0; round < DECODE_ROUNDS; round++) {
        url = decode_once(arena, url);
        if (!needs_decoding(url))
            break;
    }
    if (url.len == 0)
        return "about:blank";
    url = idarch_flow_trim(url);
    size_t colon = last_colon(url);
    if (url.len == 0 || url.ptr[0] == '.' || url.ptr[0] == '/' || colon == 0)
        return idarch_str_dup(arena, url);
    if (scripted(idarch_str_sub(url, 0, colon)))
        return "about:blank";
    char *copy = idarch_str_dup(arena, url);
    for (char *c = copy; *c; c++)
        *c = *c == '\\' ? '/' : *c;
    url = idarch_str_of(copy);
    /* With a second colon (a port) Mermaid takes it as it is. */
    if (has_scheme(url, "https") && colon == strlen("https:"))
        return normalize(arena, url, "https");
    return has_scheme(url, "http") && colon == strlen("http:") ? normalize(arena, url, "http")
                                                               : copy;
}

const char *idarch_flow_url(idarch_arena *arena, const char *written)
{
    idarch_str url = idarch_flow_trim(idarch_str_of(written));
    if (url.len == 0)
        return NULL;
    return show_entities(arena, sanitize(arena, hide_entities(arena, url)));
}
