/* String views: comparing, cutting and searching bytes that somebody else owns. */
#include "base/str.h"

bool idarch_str_eq(idarch_str a, idarch_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

bool idarch_str_is(idarch_str a, const char *text)
{
    return idarch_str_eq(a, idarch_str_of(text));
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool idarch_str_eq_nocase(idarch_str a, idarch_str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (lower(a.ptr[i]) != lower(b.ptr[i]))
            return false;
    return true;
}

bool idarch_str_starts(idarch_str s, const char *prefix)
{
    size_t len = strlen(prefix);
    return s.len >= len && memcmp(s.ptr, prefix, len) == 0;
}

bool idarch_str_ends(idarch_str s, const char *suffix)
{
    size_t len = strlen(suffix);
    return s.len >= len && memcmp(s.ptr + s.len - len, suffix, len) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

idarch_str idarch_str_trim(idarch_str s)
{
    while (s.len > 0 && is_blank(s.ptr[0])) {
        s.ptr++;
        s.len--;
    }
    while (s.len > 0 && is_blank(s.ptr[s.len - 1]))
        s.len--;
    return s;
}

size_t idarch_str_find(idarch_str s, char c, size_t from)
{
    if (from >= s.len)
        return s.len;
    const char *hit = memchr(s.ptr + from, c, s.len - from);
    return hit ? (size_t)(hit - s.ptr) : s.len;
}

size_t idarch_str_search(idarch_str s, const char *needle, size_t from)
{
    size_t len = strlen(needle);
    for (size_t i = from; i + len <= s.len; i++) {
        if (len > 0)
            i = idarch_str_find(s, needle[0], i);
        if (i + len <= s.len && memcmp(s.ptr + i, needle, len) == 0)
            return i;
    }
    return s.len;
}

enum { DISTANCE_MAX_LEN = 64 };

unsigned idarch_str_distance(idarch_str a, idarch_str b, unsigned limit)
{
    unsigned row[DISTANCE_MAX_LEN + 1];
    if (a.len > DISTANCE_MAX_LEN || b.len > DISTANCE_MAX_LEN)
        return limit + 1;
    for (size_t j = 0; j <= b.len; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a.len; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b.len; j++) {
            unsigned replace = diagonal + (lower(a.ptr[i - 1]) != lower(b.ptr[j - 1]));
            unsigned gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replace < gap ? replace : gap;
        }
    }
    return row[b.len] <= limit ? row[b.len] : limit + 1;
}
