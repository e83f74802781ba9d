/* yaml.h: YAML (libyaml) as a tree with the place of every scalar. Front matter,
 * `idarch` fences, and later @{ } blocks. Stricter than libyaml alone: duplicate keys
 * are errors. Bounded in depth and size. */
#ifndef IDARCH_PARSER_YAML_H
#define IDARCH_PARSER_YAML_H

#include "base/diag.h"
#include "base/source.h"

typedef enum idarch_yaml_kind {
    IDARCH_YAML_SCALAR,
    IDARCH_YAML_SEQUENCE,
    IDARCH_YAML_MAPPING
} idarch_yaml_kind;

typedef struct idarch_yaml idarch_yaml;

typedef struct idarch_yaml_pair {
    idarch_yaml *key, *value;
} idarch_yaml_pair;

struct idarch_yaml {
    idarch_yaml_kind kind;
    const char *scalar;  /* SCALAR: its text, NUL-terminated */
    bool plain;          /* SCALAR: written without quotes */
    IDARCH_ARRAY(idarch_yaml *) items;     /* SEQUENCE */
    IDARCH_ARRAY(idarch_yaml_pair) pairs;  /* MAPPING, in order */
    size_t start, end;   /* bytes in the extract's text */
};

/* Parses the extract's bytes from start to end. On a syntax error adds a diagnostic of
 * the given severity (code "yaml") at its place and returns NULL; so does an empty text,
 * without a diagnostic. */
idarch_yaml *idarch_yaml_parse(idarch_arena *arena, const idarch_extract *text, size_t start,
                               size_t end, idarch_severity severity, idarch_diags *diags);

/* The value of a mapping's key, or NULL. */
const idarch_yaml *idarch_yaml_get(const idarch_yaml *map, const char *key);

/* The tree as JSON text (all plain scalars typed as YAML 1.2 core does). Returns new. */
char *idarch_yaml_json(idarch_arena *arena, const idarch_yaml *tree);

/* Finds front matter: "---" alone on the first line to the next "---" alone on a line.
 * Returns whether there is one; [*start, *end) are the YAML's bytes, *after the offset
 * of the line after the closing mark. An unclosed one is no front matter. */
bool idarch_front_matter(idarch_str text, size_t *start, size_t *end, size_t *after);

/* The same for a whole document, where "..." ends it too, as YAML has it. */
bool idarch_document_front_matter(idarch_str text, size_t *start, size_t *end, size_t *after);

#endif
