/* Numbers in labels. Takes the text of a label, gives worker numbers and counts of
 * replicas. A number that names a worker (`worker ID 1`) is no count, and a count does not
 * reach over the end of its line. */
#include "parser/role_numbers.h"

#include <glib.h>

#include "parser/values.h"

static bool is_word_byte(char c)
{
    return g_ascii_isalnum(c) || (c & 0x80);
}

static char byte_at(const idarch_scan *scan, size_t skip)
{
    return scan->at + skip < scan->text.len ? scan->text.ptr[scan->at + skip] : '\0';
}

/* Blanks, but not the end of a line. */
static void line_blanks(idarch_scan *scan)
{
    while (byte_at(scan, 0) != '\n' && idarch_blank_at(scan->text, scan->at))
        scan->at += idarch_blank_at(scan->text, scan->at);
}

static bool scan_integer(idarch_scan *scan, int64_t *out)
{
    size_t start = scan->at;
    int64_t value = 0;
    for (; g_ascii_isdigit(byte_at(scan, 0)); scan->at++)
        value = value < INT64_MAX / 100 ? value * 10 + (byte_at(scan, 0) - '0') : value;
    *out = value;
    return scan->at > start;
}

/* Whether the names stand here, on the line that the scan is on. */
static bool phrase_on_line(idarch_scan *scan, const char *names)
{
    idarch_scan copy = *scan;
    copy.text.len = idarch_str_find(copy.text, '\n', copy.at);
    if (!idarch_scan_phrase(&copy, names))
        return false;
    scan->at = copy.at;
    return true;
}

static const char count_nouns[] = "replica|instance|pod|worker|machine|generator|instancia|"
                                  "trabajador|trabajadore|maquina";

/* ID, # or another number: what stands before it is no count. */
static bool number_follows(idarch_scan scan)
{
    line_blanks(&scan);
    return byte_at(&scan, 0) == '#' || g_ascii_isdigit(byte_at(&scan, 0)) ||
           phrase_on_line(&scan, "id|number|no|nr|numero|de id");
}

/* `replicas`, `workers`: a plural, or `1 replica`. */
static bool skip_count_noun(idarch_scan *scan, int64_t count)
{
    idarch_scan copy = *scan;
    if (!phrase_on_line(&copy, count_nouns))
        return false;
    bool plural = g_ascii_tolower(copy.text.ptr[copy.at - 1]) == 's';
    bool one = count == 1 && phrase_on_line(scan, "replica");
    if ((!plural && !one) || number_follows(copy))
        return false;
    scan->at = copy.at;
    return true;
}

/* A sign between two numbers of a range. */
static bool skip_range_sign(idarch_scan *scan)
{
    static const char *const signs[] = {"\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\xA6", "...",
                                        "..", "-"};
    line_blanks(scan);
    bool found = phrase_on_line(scan, "to|through|a|hasta");
    for (size_t i = 0; i < sizeof signs / sizeof signs[0] && !found; i++)
        found = idarch_scan_skip(scan, signs[i]);
    line_blanks(scan);
    return found;
}

static bool ends_here(const idarch_scan *scan)
{
    return !is_word_byte(byte_at(scan, 0)) || byte_at(scan, 0) == '\0' ||
           idarch_blank_at(scan->text, scan->at);
}

static void read_range(idarch_scan *scan, idarch_worker_numbers *numbers)
{
    idarch_scan copy = *scan;
    int64_t last;
    if (!skip_range_sign(&copy) || !scan_integer(&copy, &last) || !ends_here(&copy) ||
        last < numbers->first)
        return;
    numbers->last = last;
    scan->at = copy.at;
}

/* The number behind `worker ID`; a sign counts where a digit touches it. */
static bool read_numbers(idarch_scan *scan, bool named, idarch_worker_numbers *numbers)
{
    idarch_scan_blanks(scan);
    if (!idarch_scan_skip(scan, ":"))
        idarch_scan_skip(scan, "=");
    idarch_scan_blanks(scan);
    idarch_scan_skip(scan, "#");
    bool minus = named && (idarch_scan_skip(scan, "-") || idarch_scan_skip(scan, "\xE2\x88\x92"));
    if (!scan_integer(scan, &numbers->first))
        return false;
    numbers->first = minus ? -numbers->first : numbers->first;
    numbers->last = numbers->first;
    if (!minus && named)
        read_range(scan, numbers);
    idarch_scan noun = *scan;
    line_blanks(&noun);
    return ends_here(scan) && !skip_count_noun(&noun, numbers->first);
}

idarch_worker_numbers idarch_worker_numbers_of(idarch_arena *arena, const char *label)
{
    static const char named[] = "worker id|machine id|node id|instance id|worker number|"
                                "machine number|id de trabajador|id de maquina|id de nodo";
    idarch_str s = idarch_str_of(label);
    for (size_t i = 0; i < s.len; i++) {
        if ((i > 0 && is_word_byte(s.ptr[i - 1])) || !g_ascii_isalpha(s.ptr[i]))
            continue;
        idarch_scan scan = {.arena = arena, .text = s, .at = i};
        idarch_worker_numbers numbers = {.found = true};
        bool id = idarch_scan_phrase(&scan, named);
        if (!id && phrase_on_line(&scan, "worker|machine"))
            scan.text.len = idarch_str_find(s, '\n', scan.at);
        else if (!id)
            continue;
        if (read_numbers(&scan, id, &numbers))
            return numbers;
    }
    return (idarch_worker_numbers){false, -1, -1};
}

static bool skip_times(idarch_scan *scan)
{
    return idarch_scan_skip(scan, "\xC3\x97");
}

/* A times sign with blanks behind it, or the letter x that touches its number. x86 and
 * the like are processors. */
static bool count_behind_sign(idarch_scan *scan, int64_t *count)
{
    idarch_scan copy = *scan;
    bool sign = skip_times(&copy), first = scan->at == 0;
    if (sign)
        line_blanks(&copy);
    else if ((!first && is_word_byte(scan->text.ptr[scan->at - 1])) ||
             !idarch_scan_skip(&copy, "x"))
        return false;
    if (!scan_integer(&copy, count) || !ends_here(&copy))
        return false;
    return sign || (*count != 86 && *count != 64 && *count != 32);
}

int64_t idarch_replica_count(idarch_arena *arena, const char *label)
{
    idarch_str s = idarch_str_of(label);
    for (size_t i = 0; i < s.len; i++) {
        idarch_scan scan = {.arena = arena, .text = s, .at = i};
        int64_t count;
        if (count_behind_sign(&scan, &count))
            return count;
        bool inside = i > 0 && (is_word_byte(s.ptr[i - 1]) || strchr(".,-#", s.ptr[i - 1]));
        if (!g_ascii_isdigit(s.ptr[i]) || inside)
            continue;
        scan_integer(&scan, &count);
        if (skip_times(&scan) || skip_count_noun(&scan, count))
            return count;
        i = scan.at - 1;
    }
    return -1;
}
