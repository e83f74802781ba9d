/* words.h: texts as people write them, made comparable: words in lower case without
 * accents, articles and plural s. And parts of a text that know their place. */
#ifndef IDARCH_PARSER_WORDS_H
#define IDARCH_PARSER_WORDS_H

#include "base/source.h"

typedef struct idarch_word {
    size_t start, end; /* bytes of the text */
    const char *fold;  /* how it is compared */
} idarch_word;

typedef IDARCH_ARRAY(idarch_word) idarch_words;

/* The words (letters and digits together) of a text. Articles are left out unless the
 * text has nothing else. */
idarch_words idarch_words_of(idarch_arena *arena, idarch_str text);

/* The words from one to another (excluded), a blank between them. Returns new. */
const char *idarch_words_join(idarch_arena *arena, const idarch_words *words, size_t from,
                              size_t to);

/* One word, folded. Returns new. */
const char *idarch_fold_word(idarch_arena *arena, idarch_str word);

/* All words of a text joined. Returns new. */
const char *idarch_fold(idarch_arena *arena, idarch_str text);

/* Whether the folded text is one of the names, which are separated by '|' and written as
 * folding leaves them (lower case, no accents, no articles, singular). */
bool idarch_fold_is(const char *folded, const char *names);

/* A part of an extract's text. */
typedef struct idarch_part {
    const idarch_extract *text;
    size_t start, end;
} idarch_part;

static inline idarch_str idarch_part_str(idarch_part part)
{
    return idarch_str_sub(part.text->text, part.start, part.end);
}

/* From start to end, counted within the part. */
idarch_part idarch_part_sub(idarch_part part, size_t start, size_t end);

/* Without blanks (no-break ones too) at both ends. */
idarch_part idarch_part_trim(idarch_part part);

static inline idarch_span idarch_part_span(idarch_part part)
{
    return idarch_extract_span(part.text, part.start, part.end);
}

/* A NUL-terminated copy on one line. Returns new. */
const char *idarch_part_dup(idarch_arena *arena, idarch_part part);

/* The text for a message: on one line, cut with an ellipsis where it is long. Returns
 * new. */
const char *idarch_shown(idarch_arena *arena, idarch_str text);

/* The part, cut to a length that messages point at. */
idarch_part idarch_part_clip(idarch_part part);

/* Length of a blank (space, tab, line end, no-break and thin spaces) at the place, 0 for
 * none. */
size_t idarch_blank_at(idarch_str text, size_t at);

#endif
