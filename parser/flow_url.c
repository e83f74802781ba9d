/* URLs made harmless.
 *
 * Takes the text of a link, gives what Mermaid keeps of it: percent escapes, character
 * entities and control characters worked out (whatever they hid shows then), scripting
 * schemes replaced, http and https normalized as a browser's URL is. */
#include "parser/flow_url.h"

#include "parser/flow_text.h"

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
            idarch_strbuf_putc(&out, (char)(high * 16 + low));
            i += 2;
            continue;
        }
        return s;
    }
    idarch_str decoded = {idarch_strbuf_text(&out), out.len};
    return idarch_source_first_invalid(decoded) == decoded.len ? decoded : s;
}

/* Length of &#123; at the place with its character in *code, 0 for none. */
static size_t numeric_entity(idarch_str s, size_t at, uint32_t *code)
{
    size_t i = at + 2;
    *code = 0;
    if (at + 2 >= s.len || s.ptr[at] != '&' || s.ptr[at + 1] != '#')
        return 0;
    for (; i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9'; i++)
        *code = (*code * 10 + (uint32_t)(s.ptr[i] - '0')) & 0xFFFF;
    if (i == at + 2)
        return 0;
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

static bool ends_authority(char c)
{
    return c == '/' || c == '?' || c == '#';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static void add_escaped(idarch_strbuf *out, char c, bool query)
{
    unsigned char byte = (unsigned char)c;
    bool escape = byte <= ' ' || byte >= 0x7F || c == '"' || c == '<' || c == '>' ||
                  (!query && (c == '`' || c == '{' || c == '}' || c == '^'));
    if (escape)
        idarch_strbuf_printf(out, "%%%02X", byte);
    else
        idarch_strbuf_putc(out, c);
}

/* The path without its . and .. segments; it starts with a slash. */
static idarch_str without_dots(idarch_arena *arena, idarch_str path)
{
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < path.len;) {
        size_t end = idarch_str_find(path, '/', i + 1);
        idarch_str segment = idarch_str_sub(path, i + 1, end);
        bool up = idarch_str_is(segment, ".."), dot = up || idarch_str_is(segment, ".");
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

/* scheme://HOST/path as a browser writes it: lower case host, at least a slash, no dot
 * segments, escapes where needed. What this does not do: names beyond ASCII. */
static const char *normalize(idarch_arena *arena, idarch_str url, const char *scheme)
{
    idarch_strbuf out = {.arena = arena};
    size_t i = strlen(scheme) + 1, end;
    while (i < url.len && url.ptr[i] == '/')
        i++;
    for (end = i; end < url.len && !ends_authority(url.ptr[end]); end++)
        ;
    idarch_str host = idarch_str_sub(url, i, end);
    for (size_t k = 0; k < host.len; k++)
        if (strchr(" \"<>^|%[]{}`", host.ptr[k]))
            return "about:blank";
    if (host.len == 0)
        return "about:blank";
    idarch_strbuf_printf(&out, "%s://", scheme);
    for (size_t k = 0; k < host.len; k++)
        idarch_strbuf_putc(&out, lower(host.ptr[k]));
    if (end == url.len || url.ptr[end] != '/')
        idarch_strbuf_putc(&out, '/');
    size_t query = end;
    while (query < url.len && url.ptr[query] != '?' && url.ptr[query] != '#')
        query++;
    idarch_str path = without_dots(arena, idarch_str_sub(url, end, query));
    for (size_t k = 0; k < path.len; k++)
        add_escaped(&out, path.ptr[k], false);
    for (size_t k = query; k < url.len; k++)
        add_escaped(&out, url.ptr[k], true);
    return idarch_strbuf_text(&out);
}

static bool has_scheme(idarch_str url, const char *scheme)
{
    size_t len = strlen(scheme);
    return idarch_str_eq_nocase(idarch_str_sub(url, 0, len), idarch_str_of(scheme)) &&
           url.len > len && url.ptr[len] == ':';
}

const char *idarch_flow_url(idarch_arena *arena, const char *written)
{
    idarch_str url = idarch_flow_trim(idarch_str_of(written));
    if (url.len == 0)
        return NULL;
    url = decode_percent(arena, url);
    for (int round = 0; round < 8; round++) {
        idarch_str next = decode_once(arena, url);
        bool same = idarch_str_eq(next, url);
        url = next;
        if (same)
            break;
    }
    if (url.len == 0)
        return "about:blank";
    bool colon = idarch_str_find(url, ':', 0) < url.len;
    bool relative = url.ptr[0] == '.' || url.ptr[0] == '/';
    if (relative || (!colon && idarch_str_search(url, "&colon;", 0) == url.len))
        return idarch_str_dup(arena, url);
    if (scripted(url))
        return "about:blank";
    char *copy = idarch_str_dup(arena, url);
    for (char *c = copy; *c; c++)
        *c = *c == '\\' ? '/' : *c;
    url = idarch_str_of(copy);
    size_t last = url.len;
    while (last > 0 && url.ptr[last - 1] != ':')
        last--;
    if (last > strlen("https:"))
        return copy; /* with a second colon (a port) Mermaid takes it as it is */
    if (has_scheme(url, "https"))
        return normalize(arena, url, "https");
    return has_scheme(url, "http") ? normalize(arena, url, "http") : copy;
}
