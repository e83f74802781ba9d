/* Folding of words. Takes UTF-8, gives words in lower case, accents off (by Unicode's
 * decompositions, not by locale), articles out, plural s off. */
#include "parser/words.h"

#include <glib.h>

static const char articles[] = "|the|a|an|el|la|los|las|un|una|";

static bool is_article(const char *word)
{
    size_t len = strlen(word);
    const char *at = strstr(articles, word);
    return len > 0 && len < 5 && at && at > articles && at[-1] == '|' && at[len] == '|';
}

static gunichar char_at(idarch_str text, size_t at, size_t *len)
{
    gunichar c = g_utf8_get_char_validated(text.ptr + at, (gssize)(text.len - at));
    bool bad = c == (gunichar)-1 || c == (gunichar)-2;
    *len = bad ? 1 : (size_t)g_unichar_to_utf8(c, NULL);
    return bad ? 0xFFFD : c;
}

/* The base letter of a letter with marks. The micro sign counts as a letter u. */
static gunichar base_letter(gunichar c)
{
    gunichar first, second;
    if (c == 0xB5 || c == 0x3BC)
        return 'u';
    while (g_unichar_decompose(c, &first, &second) && first != c && second)
        c = first;
    return g_unichar_tolower(c);
}

static bool has_plural_s(const char *word, size_t len)
{
    return len >= 3 && word[len - 1] == 's' && !strchr("sui", word[len - 2]);
}

enum { WORD_MAX = 60 };

/* A word as it is read: letters past the most are dropped. */
typedef struct word_buffer {
    char text[WORD_MAX + 8];
    size_t len;
} word_buffer;

static size_t read_word(word_buffer *buf, idarch_str text, size_t at)
{
    size_t len;
    buf->len = 0;
    while (at < text.len) {
        gunichar c = char_at(text, at, &len);
        bool mark = g_unichar_ismark(c);
        if (!mark && !g_unichar_isalnum(c))
            break;
        if (!mark && buf->len < WORD_MAX)
            buf->len += (size_t)g_unichar_to_utf8(base_letter(c), buf->text + buf->len);
        at += len;
    }
    buf->text[buf->len] = '\0';
    return at;
}

static const char *folded(idarch_arena *arena, word_buffer *buf)
{
    if (has_plural_s(buf->text, buf->len))
        buf->len--;
    return idarch_strndup(arena, buf->text, buf->len);
}

const char *idarch_fold_word(idarch_arena *arena, idarch_str word)
{
    word_buffer buf;
    read_word(&buf, word, 0);
    return folded(arena, &buf);
}

idarch_words idarch_words_of(idarch_arena *arena, idarch_str text)
{
    idarch_words words = {0}, only_articles = {0};
    for (size_t at = 0; at < text.len;) {
        word_buffer buf;
        size_t len, end = read_word(&buf, text, at);
        if (buf.len == 0) {
            char_at(text, at, &len);
            at = end > at ? end : at + len;
            continue;
        }
        idarch_words *to = is_article(buf.text) ? &only_articles : &words;
        *IDARCH_PUSH(arena, to) = (idarch_word){at, end, folded(arena, &buf)};
        at = end;
    }
    return words.count ? words : only_articles;
}

const char *idarch_words_join(idarch_arena *arena, const idarch_words *words, size_t from,
                              size_t to)
{
    size_t len = 0;
    to = to < words->count ? to : words->count;
    for (size_t i = from; i < to; i++)
        len += strlen(words->items[i].fold) + 1;
    char *joined = idarch_alloc(arena, len + 1), *at = joined;
    for (size_t i = from; i < to; i++) {
        size_t n = strlen(words->items[i].fold);
        if (i > from)
            *at++ = ' ';
        memcpy(at, words->items[i].fold, n);
        at += n;
    }
    return joined;
}

const char *idarch_fold(idarch_arena *arena, idarch_str text)
{
    idarch_words words = idarch_words_of(arena, text);
    return idarch_words_join(arena, &words, 0, words.count);
}

bool idarch_fold_is(const char *folded, const char *names)
{
    size_t len = strlen(folded);
    for (const char *name = names; *name && len;) {
        size_t end = strcspn(name, "|");
        if (end == len && memcmp(name, folded, len) == 0)
            return true;
        name += end + (name[end] == '|');
    }
    return false;
}

size_t idarch_blank_at(idarch_str text, size_t at)
{
    static const char *const wide[] = {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89",
                                       "\xE2\x80\x87"};
    if (at >= text.len)
        return 0;
    char c = text.ptr[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
        return 1;
    if (c != '\xC2' && c != '\xE2')
        return 0;
    idarch_str rest = idarch_str_sub(text, at, text.len);
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (idarch_str_starts(rest, wide[i]))
            return strlen(wide[i]);
    return 0;
}

idarch_part idarch_part_sub(idarch_part part, size_t start, size_t end)
{
    size_t len = part.end - part.start;
    end = end < len ? end : len;
    start = start < end ? start : end;
    return (idarch_part){part.text, part.start + start, part.start + end};
}

idarch_part idarch_part_trim(idarch_part part)
{
    idarch_str all = part.text->text;
    size_t len;
    while (part.start < part.end && (len = idarch_blank_at(all, part.start)))
        part.start += len;
    for (bool again = true; again && part.end > part.start;) {
        again = false;
        for (size_t back = 1; back <= 3 && back <= part.end - part.start && !again; back++)
            if (idarch_blank_at(all, part.end - back) == back) {
                part.end -= back;
                again = true;
            }
    }
    return part.start > part.end ? (idarch_part){part.text, part.end, part.end} : part;
}

const char *idarch_part_dup(idarch_arena *arena, idarch_part part)
{
    char *text = idarch_str_dup(arena, idarch_part_str(part));
    for (char *p = text; *p; p++)
        if (*p == '\n' || *p == '\r' || *p == '\t')
            *p = ' ';
    return text;
}

enum { SHOWN_MAX = 60 };

/* The length of the text when it is cut for a message, at a character's border. */
static size_t shown_length(idarch_str text)
{
    size_t len = text.len;
    if (len <= SHOWN_MAX)
        return len;
    for (len = SHOWN_MAX; len > 0 && ((unsigned char)text.ptr[len] & 0xC0) == 0x80;)
        len--;
    return len;
}

const char *idarch_shown(idarch_arena *arena, idarch_str text)
{
    size_t len = shown_length(text);
    char *copy = idarch_strndup(arena, text.ptr, len);
    for (char *p = copy; *p; p++)
        if ((unsigned char)*p < 0x20)
            *p = ' ';
    return len < text.len ? idarch_printf(arena, "%s\xE2\x80\xA6", copy) : copy;
}

idarch_part idarch_part_clip(idarch_part part)
{
    return idarch_part_sub(part, 0, shown_length(idarch_part_str(part)));
}
