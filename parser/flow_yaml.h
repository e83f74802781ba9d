/* flow_yaml.h: YAML inside a flowchart (front matter, @{ } blocks), read as Mermaid's own
 * YAML reader reads it: one document, keys of any kind as text, no key twice, types of
 * YAML's JSON schema. And what JavaScript makes of such a value. */
#ifndef IDARCH_PARSER_FLOW_YAML_H
#define IDARCH_PARSER_FLOW_YAML_H

#include "parser/yaml.h"

/* This byte, which no UTF-8 holds, stands in the text for a # that is text wherever it
 * stands and begins no comment; values and keys have the # again. */
#define IDARCH_YAML_HASH '\xFF'

/* Reads the whole extract, in which lines end with LF. Returns NULL without a diagnostic
 * where there is no document, NULL with a fatal one (code "yaml") at the place of an error.
 * A value that is left out is the plain scalar "". */
idarch_yaml *idarch_flow_yaml(idarch_arena *arena, const idarch_extract *text, idarch_diags *diags);

/* ---- flow_value.c: a value as JavaScript sees it --------------------------------------- */

typedef enum flow_type {
    FLOW_TYPE_NULL,
    FLOW_TYPE_FALSE,
    FLOW_TYPE_TRUE,
    FLOW_TYPE_NUMBER,
    FLOW_TYPE_TEXT,
    FLOW_TYPE_LIST,
    FLOW_TYPE_MAP
} flow_type;

/* The type of a value; NULL counts as null. *number is filled for a number (may be NULL). */
flow_type idarch_flow_type(const idarch_yaml *value, double *number);

/* Whether `if (value)` holds. */
bool idarch_flow_truthy(const idarch_yaml *value);

/* String(value): lists joined by commas, "[object Object]", numbers as JavaScript writes
 * them. Returns new, or borrows the scalar. */
const char *idarch_flow_string(idarch_arena *arena, const idarch_yaml *value);

/* Number(value); NaN where it is none. */
double idarch_flow_number(idarch_arena *arena, const idarch_yaml *value);

/* JSON.stringify(value). Returns new. */
const char *idarch_flow_json(idarch_arena *arena, const idarch_yaml *value);

/* A number as JSON, null where it is not finite. Returns new. */
const char *idarch_flow_json_number(idarch_arena *arena, double number);

#endif
