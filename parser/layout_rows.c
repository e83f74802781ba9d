/* Fields of a bit layout as text: widths, ranges, name and meaning, kinds by words,
 * fields inside a field. Says nothing about what it cannot read: layouts.c does. */
#include "parser/layout_rows.h"

#include <glib.h>

#include "parser/values.h"

static const struct {
    idarch_field_kind kind;
    const char *words; /* folded */
} kind_words[] = {
    {IDARCH_FIELD_SIGN, "sign|signo|signed|signbit"},
    {IDARCH_FIELD_TIME, "time|timestamp|ts|millisecond|second|tick|datetime|date|tiempo|"
                        "milisegundo|segundo|hora|fecha"},
    {IDARCH_FIELD_NODE, "node|worker|machine|instance|process|datacenter|dc|region|shard|"
                        "host|server|pod|cluster|generator|zone|rack|client|partition|thread|"
                        "workerid|nodeid|machineid|datacenterid|mac|trabajador|maquina|nodo|"
                        "instancia|proceso|servidor|center|centro|site|tenant"},
    {IDARCH_FIELD_SEQUENCE, "sequence|seq|counter|increment|serial|count|ctr|secuencia|contador|"
                            "incremento"},
    {IDARCH_FIELD_RANDOM, "random|rand|randomness|entropy|aleatorio|aleatoria|entropia|azar|"
                          "nonce|noise"},
    {IDARCH_FIELD_CONSTANT, "constant|version|ver|variant|var|constante|variante|magic|fixed"},
    {IDARCH_FIELD_RESERVED, "reserved|unused|spare|reservado|reservada|padding|pad|future|libre"},
};

static int kind_of_word(const char *word)
{
    for (size_t i = 0; i < sizeof kind_words / sizeof kind_words[0]; i++)
        if (idarch_fold_is(word, kind_words[i].words))
            return (int)kind_words[i].kind;
    return -1;
}

bool idarch_field_kind_find(idarch_arena *arena, idarch_str text, idarch_field_kind *kind,
                            bool *both)
{
    bool seen[IDARCH_FIELD_RESERVED + 1] = {false}, romance = false;
    int first = -1, last = -1;
    idarch_words words = idarch_words_of(arena, text);
    for (size_t i = 0; i < words.count; i++) {
        int found = kind_of_word(words.items[i].fold);
        romance = romance || idarch_fold_is(words.items[i].fold, "de|del");
        if (found < 0 && idarch_fold_is(words.items[i].fold, "within|in|since|of|per|for|from|"
                                                             "dentro|desde|por") &&
            first >= 0)
            break; /* what follows tells about the field, it does not name it */
        if (found < 0)
            continue;
        seen[found] = true;
        first = first < 0 ? found : first;
        last = found;
        if (romance && first >= 0)
            break;
    }
    *both = seen[IDARCH_FIELD_RANDOM] && seen[IDARCH_FIELD_SEQUENCE];
    if (first < 0)
        return false;
    *kind = (idarch_field_kind)(romance ? first : last);
    if (seen[IDARCH_FIELD_SIGN])
        *kind = IDARCH_FIELD_SIGN;
    else if (*both)
        *kind = IDARCH_FIELD_RANDOM;
    else if (*kind == IDARCH_FIELD_RESERVED && first != last)
        *kind = (idarch_field_kind)first;
    return true;
}

static bool scan_digits(idarch_scan *scan, unsigned *out)
{
    size_t start = scan->at;
    unsigned value = 0;
    for (; scan->at < scan->text.len && g_ascii_isdigit(scan->text.ptr[scan->at]); scan->at++)
        value = value < 100000 ? value * 10 + (unsigned)(scan->text.ptr[scan->at] - '0') : value;
    *out = value;
    return scan->at > start;
}

static bool skip_range_mark(idarch_scan *scan)
{
    static const char *const marks[] = {"\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x88\x92", "...",
                                        "..", ":", "-", "\xE2\x80\xA6"};
    idarch_scan copy = *scan;
    idarch_scan_blanks(&copy);
    bool found = idarch_scan_phrase(&copy, "to|through|a|hasta");
    for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !found; i++)
        found = idarch_scan_skip(&copy, marks[i]);
    idarch_scan_blanks(&copy);
    if (!found || copy.at >= copy.text.len || !g_ascii_isdigit(copy.text.ptr[copy.at]))
        return false;
    scan->at = copy.at;
    return true;
}

/* bits, bit, b, -bit behind a number. */
static bool skip_bits_word(idarch_scan *scan)
{
    idarch_scan copy = *scan;
    idarch_scan_blanks(&copy);
    idarch_scan_skip(&copy, "-");
    if (!idarch_scan_phrase(&copy, "bit wide|bit|b"))
        return false;
    scan->at = copy.at;
    return true;
}

bool idarch_layout_width(idarch_arena *arena, idarch_part part, idarch_layout_row *row,
                         size_t *used)
{
    idarch_scan scan = {.arena = arena, .text = idarch_part_str(part)};
    idarch_scan_phrase(&scan, "bit");
    idarch_scan_blanks(&scan);
    size_t start = scan.at;
    if (!scan_digits(&scan, &row->high))
        return false;
    idarch_scan range = scan;
    bool is_range = skip_range_mark(&range) && scan_digits(&range, &row->low);
    row->is_range = is_range;
    row->single = !is_range;
    row->width = row->high;
    if (is_range) {
        scan = range;
        row->width = (row->high > row->low ? row->high - row->low : row->low - row->high) + 1;
    }
    if (skip_bits_word(&scan) && !is_range)
        row->single = false; /* `1 bit` is a width even among ranges */
    row->bits = idarch_part_sub(part, start, scan.at);
    *used = scan.at;
    return true;
}

static bool starts_with_word(idarch_arena *arena, idarch_str s, const char *names)
{
    idarch_scan scan = {.arena = arena, .text = s};
    return idarch_scan_phrase(&scan, names);
}

/* Where the name of a field ends: at a comma, colon, dash, parenthesis, or at a word that
 * begins its description. *skip is the length of the sign. */
static size_t name_end(idarch_arena *arena, idarch_str s, size_t *skip)
{
    int depth = 0;
    *skip = 0;
    for (size_t i = 0; i < s.len; i++) {
        idarch_str rest = idarch_str_sub(s, i, s.len);
        bool blank_before = i > 0 && idarch_blank_at(s, i - 1);
        bool dash = blank_before && (idarch_str_starts(rest, "\xE2\x80\x93 ") ||
                                     idarch_str_starts(rest, "\xE2\x80\x94 "));
        if (depth == 0 && i > 0 && (strchr(",;(", s.ptr[i]) || dash ||
                                    (s.ptr[i] == ':' && idarch_blank_at(s, i + 1)) ||
                                    (blank_before && idarch_str_starts(rest, "- ")))) {
            *skip = dash ? 3 : s.ptr[i] == '(' ? 0 : 1;
            return i;
        }
        if (blank_before && i > 1 &&
            starts_with_word(arena, idarch_str_sub(rest, 0, 24),
                             "within|in|since|for|per|from|desde|dentro|counted|unit of"))
            return i;
    }
    return s.len;
}

/* Parts a text into the name and the meaning of a field. */
static void split_name(idarch_arena *arena, idarch_part text, idarch_layout_row *row)
{
    text = idarch_part_trim(text);
    size_t skip, len = text.end - text.start, end = name_end(arena, idarch_part_str(text), &skip);
    row->name = idarch_part_trim(idarch_part_sub(text, 0, end));
    row->meaning = idarch_part_trim(idarch_part_sub(text, end + skip, len));
    idarch_str s = idarch_part_str(row->meaning);
    if (s.len > 1 && s.ptr[0] == '(' && idarch_str_find(s, ')', 0) == s.len - 1)
        row->meaning = idarch_part_trim(idarch_part_sub(row->meaning, 1, s.len - 1));
}

/* Signs and small words between a width and a name. */
static size_t skip_joint(idarch_arena *arena, idarch_str s, size_t at)
{
    static const char *const joints[] = {":", "=", "\xE2\x80\x93", "\xE2\x80\x94", "-",
                                         "\xE2\x86\x92", "|", "."};
    idarch_scan scan = {.arena = arena, .text = s, .at = at};
    idarch_scan_blanks(&scan);
    for (size_t i = 0; i < sizeof joints / sizeof joints[0]; i++)
        if (idarch_scan_skip(&scan, joints[i]))
            break;
    idarch_scan_fillers(&scan, "of|for|are|is|de|para");
    return scan.at;
}

/* The part without signs that join it to what follows. */
static idarch_part without_joint(idarch_part part)
{
    idarch_str n = idarch_part_str(part);
    for (bool again = true; again && n.len;) {
        size_t before = n.len;
        if (strchr("(:=-[", n.ptr[n.len - 1]))
            n.len--;
        else if (idarch_str_ends(n, "\xE2\x80\x93") || idarch_str_ends(n, "\xE2\x80\x94"))
            n.len -= 3;
        again = n.len < before;
        idarch_part rest = idarch_part_trim(idarch_part_sub(part, 0, n.len));
        n = idarch_str_sub(n, 0, rest.end - part.start);
    }
    return idarch_part_sub(part, 0, n.len);
}

/* `time: 41 bits, ms since ...`, `sequence (12 bits)`: a width behind the name. */
static bool read_behind(idarch_arena *arena, idarch_part part, idarch_layout_row *row)
{
    idarch_str s = idarch_part_str(part);
    for (size_t i = 1; i < s.len; i++) {
        char before = s.ptr[i - 1];
        size_t used;
        if (!g_ascii_isdigit(s.ptr[i]) || g_ascii_isalnum(before) || (before & 0x80))
            continue;
        idarch_layout_row found = *row;
        if (!idarch_layout_width(arena, idarch_part_sub(part, i, s.len), &found, &used) ||
            (found.single && before != '(' && !strchr(":= \t", before)))
            continue;
        bool wide = !found.single || before == '(' || i + used == s.len;
        if (!wide)
            continue;
        *row = found;
        row->name = without_joint(idarch_part_trim(idarch_part_sub(part, 0, i)));
        size_t rest = i + used;
        while (rest < s.len && (strchr(")],;:-", s.ptr[rest]) || idarch_blank_at(s, rest)))
            rest++;
        row->meaning = idarch_part_trim(idarch_part_sub(part, rest, s.len));
        return row->name.start < row->name.end;
    }
    return false;
}

bool idarch_layout_row_text(idarch_arena *arena, idarch_part part, idarch_layout_row *row)
{
    size_t used;
    part = idarch_part_trim(part);
    idarch_part none = idarch_part_sub(part, 0, 0);
    *row = (idarch_layout_row){.whole = part, .bits = none, .name = none, .kind = none,
                               .meaning = none, .value = none};
    idarch_str s = idarch_part_str(part);
    if (s.len > IDARCH_ITEM_MAX)
        return false;
    if (!idarch_layout_width(arena, part, row, &used))
        return read_behind(arena, part, row);
    bool tight = used < s.len && (g_ascii_isalnum(s.ptr[used]) || (s.ptr[used] & 0x80)) &&
                 g_ascii_isdigit(s.ptr[used - 1]);
    size_t rest = skip_joint(arena, s, used);
    if (tight && !g_ascii_isalpha(s.ptr[used]))
        rest = used;
    split_name(arena, idarch_part_sub(part, rest, s.len), row);
    return row->name.start < row->name.end;
}

/* Reads `5 bits datacenter + 5 bits machine`; *told is set where it can be nothing else:
 * a plus between the parts, or the word bits in all of them. */
static bool split_inside(idarch_arena *arena, idarch_part inside, idarch_layout_rows *parts,
                         bool *told)
{
    idarch_str s = idarch_part_str(inside);
    bool worded = true;
    for (size_t at = 0; at <= s.len;) {
        size_t end = at;
        while (end < s.len && !strchr("+,/;", s.ptr[end]))
            end++;
        idarch_layout_row one;
        if (!idarch_layout_row_text(arena, idarch_part_sub(inside, at, end), &one) || one.is_range)
            return false;
        worded = worded && !one.single;
        parts->total += one.width;
        *IDARCH_PUSH(arena, &parts->items) = one;
        at = end + 1;
    }
    *told = worded || idarch_str_find(s, '+', 0) < s.len;
    return parts->items.count >= 2;
}

size_t idarch_layout_split(idarch_arena *arena, const idarch_layout_row *row,
                           idarch_layout_rows *parts, idarch_part *wrong)
{
    *wrong = idarch_part_sub(row->whole, 0, 0);
    const idarch_part texts[] = {row->name, row->meaning, row->meaning};
    for (size_t i = 0; i < 3; i++) {
        idarch_str s = idarch_part_str(texts[i]);
        size_t open = idarch_str_find(s, '(', 0), close = idarch_str_find(s, ')', open);
        *parts = (idarch_layout_rows){0};
        idarch_part inside = i < 2 ? idarch_part_sub(texts[i], open + 1, close) : texts[i];
        bool told = false;
        if ((i < 2 && close >= s.len) || inside.start >= inside.end ||
            !split_inside(arena, inside, parts, &told))
            continue;
        if (parts->total == row->width)
            return parts->items.count;
        if (told && wrong->start == wrong->end)
            *wrong = inside;
    }
    return 0;
}

/* A whole number: 7, 0x7, 0b10. */
static bool scan_value(idarch_scan *scan, uint64_t *value)
{
    idarch_scan_blanks(scan);
    bool binary = idarch_scan_phrase(scan, "binary|binario");
    idarch_scan_blanks(scan);
    int base = binary ? 2 : 10;
    if (idarch_scan_skip(scan, "0b"))
        base = 2;
    else if (idarch_scan_skip(scan, "0x"))
        base = 16;
    size_t start = scan->at;
    *value = 0;
    for (; scan->at < scan->text.len; scan->at++) {
        int digit = g_ascii_xdigit_value(scan->text.ptr[scan->at]);
        if (digit < 0 || digit >= base || *value > UINT64_MAX / 32)
            break;
        *value = *value * (unsigned)base + (unsigned)digit;
    }
    return scan->at > start;
}

bool idarch_layout_constant(idarch_arena *arena, const idarch_layout_row *row, uint64_t *value)
{
    idarch_scan scan = {.arena = arena, .text = idarch_part_str(row->value)};
    if (scan.text.len)
        return scan_value(&scan, value);
    scan.text = idarch_part_str(row->meaning);
    for (scan.at = 0; scan.at < scan.text.len; scan.at++) {
        idarch_scan copy = scan;
        bool word_start = scan.at == 0 || !g_ascii_isalnum(scan.text.ptr[scan.at - 1]);
        if (idarch_scan_skip(&copy, "=") ||
            (word_start && idarch_scan_phrase(&copy, "alway|value|fixed at|fixed to|siempre|"
                                                     "valor|version"))) {
            if (scan_value(&copy, value))
                return true;
        }
        if (scan.at == 0 && scan_value(&copy, value) && idarch_scan_end(&copy))
            return true;
    }
    return false;
}
