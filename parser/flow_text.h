/* flow_text.h: a flowchart's text made ready for the lexer, as Mermaid does it before it
 * parses: line ends, quotes inside tags, front matter, directives and comments. */
#ifndef IDARCH_PARSER_FLOW_TEXT_H
#define IDARCH_PARSER_FLOW_TEXT_H

#include "base/diag.h"
#include "base/source.h"
#include "parser/flow_bytes.h"

/* A directive %%{init: ...}%% that was taken out. */
typedef struct flow_directive {
    idarch_str name;      /* "init", "initialize", "wrap", ... */
    idarch_str arguments; /* between the colon and }%%, trimmed; empty for none */
    size_t start, end;    /* of the whole in the extract's text */
    bool closed;          /* false: without }%%, it took all up to the next one or the end */
} flow_directive;

/* From here in the prepared text bytes follow one another in the extract's text. */
typedef struct flow_piece {
    uint32_t at, origin;
} flow_piece;

/* The bytes [start, end) of the prepared text stand in the file from offset on. */
typedef struct flow_place {
    size_t piece;
    size_t start, end;
    uint32_t offset;
} flow_place;

/* Bytes that a step takes out. */
typedef struct flow_cut {
    size_t start, end;
} flow_cut;

typedef struct flow_text {
    idarch_arena *arena;
    const idarch_extract *extract;
    idarch_diags *diags;
    char *ptr;        /* what the lexer reads; NUL-terminated, ends with a line end */
    size_t len;
    IDARCH_ARRAY(flow_piece) pieces; /* ascending; the first begins at 0 */
    flow_place *place;               /* the one looked at last: the next is mostly near */
    IDARCH_ARRAY(flow_cut) cuts;     /* of the step being done */
    bool has_front;
    idarch_extract front;            /* the front matter's YAML, without its indentation */
    IDARCH_ARRAY(flow_directive) directives;
    bool closed_directives; /* false: a directive without }%% swallowed the rest */
} flow_text;

/* Prepares the extract's text. Adds warnings where a character gets lost. */
void idarch_flow_text_init(flow_text *text, idarch_arena *arena, const idarch_extract *extract,
                           idarch_diags *diags);

/* The place in the user's file of bytes [start, end) of text->ptr, found by search. */
idarch_span idarch_flow_span_afar(const flow_text *text, size_t start, size_t end);

/* The same, without a search near the place that was looked at last. */
static inline idarch_span idarch_flow_span(const flow_text *text, size_t start, size_t end)
{
    const flow_place *place = text->place;
    if (start < place->start || start >= place->end || end < start || end > place->end)
        return idarch_flow_span_afar(text, start, end);
    uint32_t first = place->offset + (uint32_t)(start - place->start);
    return (idarch_span){first, first + (uint32_t)(end - start)};
}

/* Where a byte of text->ptr stands in the extract's text. */
size_t idarch_flow_origin(const flow_text *text, size_t at);

/* Bytes of the white space character beyond ASCII at ptr (before end), 0 for none. */
size_t idarch_flow_wide_space(const char *ptr, const char *end);

/* Bytes of the JavaScript white space character at ptr (before end), 0 for none. */
static inline size_t idarch_flow_space(const char *ptr, const char *end)
{
    if (ptr == end)
        return 0;
    if (idarch_flow_is(*ptr, FLOW_BYTE_SPACE))
        return 1;
    return idarch_flow_is(*ptr, FLOW_BYTE_WIDE) ? idarch_flow_wide_space(ptr, end) : 0;
}

/* Without JavaScript white space at both ends. */
idarch_str idarch_flow_trim(idarch_str s);

/* Whether an entity code #word; stands at the place; *len is then its length. */
bool idarch_flow_entity(idarch_str s, size_t at, size_t *len);

/* The hint for a semicolon that a declaration follows in its line, whose place it sets; NULL
 * where none does (flow_lists.c). */
const char *idarch_flow_cut_declaration(idarch_arena *arena, idarch_str text, size_t semicolon,
                                        idarch_span *span);

/* Finds front matter as Mermaid does: after blanks, --- to --- with the same indent. */
bool idarch_flow_front_matter(idarch_str text, size_t *start, size_t *end, size_t *after);

/* The end of the directive whose %%{ stands at the place, or at when there is none.
 * Fills name and arguments; *closed says whether }%% was found. */
size_t idarch_flow_directive_end(idarch_str text, size_t at, flow_directive *out, bool *closed);

#endif
