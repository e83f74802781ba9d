/* settings.h: statements of the design: key and value with their places. */
#ifndef IDARCH_PARSER_SETTINGS_H
#define IDARCH_PARSER_SETTINGS_H

#include "base/diag.h"
#include "model/design.h"
#include "parser/limits.h"
#include "parser/keys.h"
#include "parser/markdown.h"
#include "parser/words.h"
#include "parser/yaml.h"

/* What all readers of a document's settings share. */
typedef struct idarch_reading {
    idarch_arena *arena;
    const idarch_source *source;
    const idarch_limits *limits; /* or NULL */
    idarch_diags *diags;
    const idarch_names *names;
    idarch_design *design;
    size_t understood;  /* keys known so far in the section that is being read */
    size_t unknown;     /* keys unknown so far in it */
    bool lenient;       /* unknown keys are only counted */
} idarch_reading;

/* What stands around an item: the text of the item (heading, mapping) that holds it. */
typedef struct idarch_prefix {
    const struct idarch_prefix *outer;
    const char *folded;
    idarch_key key;     /* IDARCH_KEY_COUNT where it is no key */
} idarch_prefix;

/* The key of a text below its prefixes, IDARCH_KEY_COUNT for none. A remark in
 * parentheses at the end does not count. */
idarch_key idarch_resolve_key(idarch_reading *r, idarch_part key, const idarch_prefix *prefix);

/* The part without a remark in parentheses at its end; the whole when there is none.
 * *inside gets what the parentheses hold. */
idarch_part idarch_without_remark(idarch_part part, idarch_part *inside);

/* Reads a key with its value; says what is not understood. */
void idarch_read_pair(idarch_reading *r, idarch_part key, idarch_part value,
                      const idarch_prefix *prefix, idarch_origin origin);

/* Reads a part by the words that it holds ("TTL 10 s", "6 s ahead", "3 replicas"); false,
 * and nothing said, when it is no setting. */
bool idarch_read_fact(idarch_reading *r, idarch_part part, idarch_key context,
                      idarch_origin origin);

/* The same, only where all of the part is read and nothing is to be said. */
bool idarch_read_clean_fact(idarch_reading *r, idarch_part part, idarch_key context,
                            idarch_origin origin);

/* Reads what is left of a value behind its first part, comma by comma. */
void idarch_read_facts(idarch_reading *r, idarch_part parts, idarch_key context,
                       idarch_origin origin);

/* Cuts the next part off (at a comma or semicolon with a blank behind it, or a middle
 * dot); false when nothing is left. */
bool idarch_next_part(idarch_part *rest, idarch_part *part);

/* Reads a text as the value of a key that is known; says what is wrong with it. False when
 * it is no value. */
bool idarch_read_value_of(idarch_reading *r, idarch_key key, idarch_part words,
                          idarch_part value, idarch_origin origin);

/* What no single statement shows: a mark that is not kept but has an interval or a lead. */
void idarch_check_statements(idarch_reading *r);

/* Whether a block of HTML is a comment. */
bool idarch_md_is_comment(const idarch_md *md, size_t block);

/* A fence that no reader takes: a warning when it holds settings; else false. */
bool idarch_warn_fence(idarch_reading *r, const idarch_md *md, size_t block);

/* Adds a statement; of two that differ both places are shown. */
void idarch_state(idarch_reading *r, const idarch_setting *setting);

/* A key that is not known, at its place. */
void idarch_unknown_key(idarch_reading *r, idarch_part key);

/* A text as `key: value` in any notation, or as a fact; bold is where its leading bold
 * words end, 0 for none. Returns what it is for the items inside it. */
idarch_prefix idarch_read_item(idarch_reading *r, idarch_part item, size_t bold,
                               const idarch_prefix *prefix, bool has_items, idarch_origin origin);

/* The items of a list and all inside it. */
void idarch_read_list(idarch_reading *r, const idarch_md *md, size_t list,
                      const idarch_prefix *prefix);

/* The rows of a two-column table. */
void idarch_read_setting_table(idarch_reading *r, const idarch_pipe_table *table,
                               const idarch_prefix *prefix);

/* The keys of a mapping. */
void idarch_read_yaml(idarch_reading *r, const idarch_extract *text, const idarch_yaml *tree,
                      idarch_origin origin);

/* Items longer than this are refused. */
#define IDARCH_ITEM_MAX ((size_t)8000)

#endif
