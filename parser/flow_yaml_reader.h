/* flow_yaml_reader.h: what the parts of the YAML reader share: the place in the text, what
 * was read last, and the functions that read one kind of value each. A reading function
 * leaves its value in found.node and returns whether one of its kind stood there; after an
 * error (failed) nothing more is read. */
#ifndef IDARCH_PARSER_FLOW_YAML_READER_H
#define IDARCH_PARSER_FLOW_YAML_READER_H

#include "parser/flow_yaml.h"

#define NONE SIZE_MAX

/* Where a value stands: decides which forms it may have. */
typedef enum yaml_place { IN_FLOW, KEY, IN_BLOCK, BLOCK_VALUE } yaml_place;

typedef struct yaml_anchor {
    idarch_str name;
    idarch_yaml *node;  /* NULL: null */
    bool open;          /* its content is not read yet */
} yaml_anchor;

/* What was read last. */
typedef struct yaml_found {
    idarch_str tag;      /* with its ! marks; empty for none */
    bool plain;          /* a scalar without quotes */
    idarch_str anchor;   /* its name, empty for none */
    bool scalar;         /* the node is a scalar that stands here, no alias */
    idarch_yaml *node;   /* NULL: nothing, which is null */
} yaml_found;

/* A place to come back to. */
typedef struct yaml_mark {
    size_t pos, line, line_start, first_tab;
    long indent;
} yaml_mark;

typedef struct yaml_reader {
    idarch_arena *arena;
    const idarch_extract *text;
    idarch_diags *diags;
    idarch_str in;
    yaml_mark at;        /* first_tab: the first tab in the line's white space, or NONE */
    yaml_found found;
    unsigned depth;
    size_t nodes, nodes_max;
    IDARCH_ARRAY(yaml_anchor) anchors;
    bool failed;
} yaml_reader;
/* What is wrong, in words, and where (flow_yaml_causes.c); false: not known. */
typedef struct yaml_cause {
    size_t start, end;
    const char *message, *hint;
} yaml_cause;

bool flow_yaml_cause(const yaml_reader *r, size_t at, yaml_cause *cause);

static inline char yaml_peek(const yaml_reader *r, size_t at)
{
    if (at < r->in.len)
        return r->in.ptr[at];
    /* The text ends with a line end, written or not. */
    return at == r->in.len && at > 0 && r->in.ptr[at - 1] != '\n' ? '\n' : '\0';
}

static inline char yaml_here(const yaml_reader *r)
{
    return yaml_peek(r, r->at.pos);
}

static inline bool yaml_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool yaml_is_space(char c)
{
    return yaml_is_blank(c) || c == '\n' || c == '\r';
}

static inline bool yaml_in_set(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static inline bool yaml_is_flow_mark(char c)
{
    return yaml_in_set(c, ",[]{}");
}

/* Adds the error (code "yaml") at the bytes, or at the place where the reader is; false. */
bool flow_yaml_fail_at(yaml_reader *r, size_t start, size_t end, const char *message);
bool flow_yaml_fail(yaml_reader *r, const char *message);

/* A new value that begins at the byte. */
idarch_yaml *flow_yaml_new_node(yaml_reader *r, idarch_yaml_kind kind, size_t start);

/* The value, or the plain scalar "" for one that is left out. */
idarch_yaml *flow_yaml_value_of(yaml_reader *r, idarch_yaml *node);

/* Remembers the value under the anchor that was found before it; open: still being read. */
void flow_yaml_store_anchor(yaml_reader *r, idarch_yaml *node, bool open);

/* Over a line end. */
void flow_yaml_line_break(yaml_reader *r);

/* Over blanks, line ends and, where allowed, comments. Returns the number of line ends. */
size_t flow_yaml_skip_space(yaml_reader *r, bool comments);

/* Whether --- or ... stands here at the start of a line. */
bool flow_yaml_at_document_mark(const yaml_reader *r);

/* flow_yaml_scalar.c */
bool flow_yaml_plain(yaml_reader *r, long indent, bool flow);
bool flow_yaml_quoted(yaml_reader *r, char quote);
bool flow_yaml_block_scalar(yaml_reader *r, long parent);

/* flow_yaml_collection.c */
bool flow_yaml_flow_collection(yaml_reader *r, long indent);
bool flow_yaml_block_sequence(yaml_reader *r, long indent);
/* The mapping at the place, or the scalar there when no colon follows it. */
bool flow_yaml_block_mapping(yaml_reader *r, long indent, long flow_indent);

/* flow_yaml.c: a value of any kind with its properties. seek: white space may come first;
 * compact: a collection may begin on the same line. */
bool flow_yaml_compose(yaml_reader *r, long parent, yaml_place place, bool seek, bool compact);

#endif
