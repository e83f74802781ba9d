/* keys.h: the names of settings and choices in English and Spanish: one table. */
#ifndef IDARCH_PARSER_KEYS_H
#define IDARCH_PARSER_KEYS_H

#include "model/design.h"
#include "parser/words.h"

/* All names of all keys, ready to be looked up. */
typedef struct idarch_names idarch_names;

/* Returns new. */
idarch_names *idarch_names_new(idarch_arena *arena);

/* For tests: a row of the table whose names are not written as folding leaves them (so
 * that they are never found), or whose choice is none of the key's; NULL when all are. */
const char *idarch_names_fault(idarch_arena *arena);

/* The key of a folded name, IDARCH_KEY_COUNT for none. */
idarch_key idarch_names_find(const idarch_names *names, const char *folded);

/* The key of a folded name that means something only beside the context's key. */
idarch_key idarch_names_find_beside(idarch_key context, const char *folded);

/* The known name nearest to an unknown one (folded), NULL when none is near. */
const char *idarch_names_nearest(const idarch_names *names, const char *folded);

/* A few keys that share a word with an unknown name (folded), else some of its theme, for
 * a hint. Returns new or static. */
const char *idarch_names_related(idarch_arena *arena, const char *folded);

/* The longest name of one of the key's choices among the words; -1 for none, -2 when
 * names of two choices stand there. *from and *to are the words that it takes. */
int idarch_choice_find(idarch_key key, const idarch_words *words, size_t *from, size_t *to);

#endif
