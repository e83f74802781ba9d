/* scheme.h: the bits of an ID: its fields, tick and epoch; and the built-in schemes. */
#ifndef IDARCH_MODEL_SCHEME_H
#define IDARCH_MODEL_SCHEME_H

#include "base/arena.h"
#include "base/ratio.h"
#include "base/source.h"

typedef enum idarch_field_kind {
    IDARCH_FIELD_SIGN,
    IDARCH_FIELD_TIME,
    IDARCH_FIELD_NODE,
    IDARCH_FIELD_SEQUENCE,
    IDARCH_FIELD_RANDOM,
    IDARCH_FIELD_CONSTANT, /* version, variant */
    IDARCH_FIELD_RESERVED
} idarch_field_kind;

#define IDARCH_FIELDS_MAX 32
#define IDARCH_BITS_MAX 256

typedef struct idarch_field {
    const char *name;    /* as the author wrote it: "worker ID" */
    idarch_field_kind kind;
    unsigned bits;       /* width, 1..IDARCH_BITS_MAX */
    unsigned shift;      /* bits to the right of it */
    const char *meaning; /* as written, or NULL */
    bool has_value;      /* CONSTANT: the value that it always holds */
    uint64_t value;
    idarch_span span;    /* of the row, item or part that states it */
    idarch_span bits_span, name_span, meaning_span; /* equal to span where unknown */
} idarch_field;

typedef struct idarch_layout {
    bool stated;         /* false: nothing known */
    idarch_field fields[IDARCH_FIELDS_MAX]; /* most significant first */
    size_t count;
    unsigned bits;       /* sum of the widths */
    bool implied_sign;   /* 63 bits without a sign field: bit 63 is a sign bit, always 0 */
    bool from_scheme;    /* taken from the named scheme; spans are of the scheme's name */
    bool claimed;        /* found outside a bit layout section, taken at its word */
    bool total_stated;   /* a total row: */
    unsigned total;      /* what it says */
    idarch_span total_span;
    idarch_span span;    /* the table, list or value */
} idarch_layout;

/* Bits of all fields of a kind together. */
unsigned idarch_layout_bits_of(const idarch_layout *layout, idarch_field_kind kind);

/* First field of a kind, or NULL. */
const idarch_field *idarch_layout_field(const idarch_layout *layout, idarch_field_kind kind);

/* Sets every shift and the sum from the widths. */
void idarch_layout_number(idarch_layout *layout);

/* "sign", "time", "node", ... */
const char *idarch_field_kind_name(idarch_field_kind kind);

/* What a built-in scheme does when its clock goes back. */
typedef enum idarch_clock_rule {
    IDARCH_CLOCK_NOT_STATED,
    IDARCH_CLOCK_FAIL,
    IDARCH_CLOCK_WAIT,    /* up to a cap, then fail; without a cap for ever */
    IDARCH_CLOCK_LOGICAL, /* goes on counting from the last tick, lead capped or not */
    IDARCH_CLOCK_RESET    /* takes the smaller time and starts the sequence anew */
} idarch_clock_rule;

const char *idarch_clock_rule_name(idarch_clock_rule rule);

typedef enum idarch_text_form {
    IDARCH_TEXT_DECIMAL,
    IDARCH_TEXT_UUID,      /* 8-4-4-4-12 hexadecimal digits */
    IDARCH_TEXT_ULID       /* 26 characters, Crockford base32 */
} idarch_text_form;

typedef struct idarch_scheme_field {
    const char *name;
    idarch_field_kind kind;
    unsigned bits;
    int value; /* of a constant, else -1 */
} idarch_scheme_field;

/* A row of the table of built-in schemes. */
typedef struct idarch_scheme {
    const char *name;    /* slug: "snowflake-2010" */
    const char *title;   /* for people: "Twitter Snowflake (2010)" */
    unsigned bits;       /* width of the whole ID */
    bool has_time;
    int64_t tick_num, tick_den; /* ns as a fraction */
    bool has_epoch;
    int64_t epoch_ms;    /* since the Unix epoch */
    idarch_clock_rule clock_rule;
    bool has_wait_cap;
    int64_t wait_cap_ms;
    idarch_text_form text_form;
    idarch_scheme_field fields[12]; /* most significant first; bits 0 ends the list */
} idarch_scheme;

/* The built-in schemes in a fixed order. */
const idarch_scheme *idarch_schemes(size_t *count);

/* By slug or a common other name, without regard to case, hyphens and blanks
 * ("UUIDv7", "uuid-v7", "Twitter Snowflake"); NULL when there is none. */
const idarch_scheme *idarch_scheme_find(idarch_str name);

/* The slug nearest to a misspelt name, or NULL. */
const char *idarch_scheme_nearest(idarch_str name);

/* The scheme's fields as a layout with shifts. */
void idarch_scheme_layout(const idarch_scheme *scheme, idarch_span span, idarch_layout *layout);

#endif
