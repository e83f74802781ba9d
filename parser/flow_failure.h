/* flow_failure.h: what the rules for syntax errors share: the token that did not fit, with
 * its surroundings, and the ways to say something about it. */
#ifndef IDARCH_PARSER_FLOW_FAILURE_H
#define IDARCH_PARSER_FLOW_FAILURE_H

#include <glib.h>

#include "parser/flow_parser.h"

typedef struct flow_failure {
    flow_parser *parser;
    flow_context context;
    flow_token token;
    const flow_token *opener; /* the bracket, pipe, arrow or keyword that is open, or NULL */
    idarch_str all;           /* the prepared text; the places below are bytes of it */
    size_t at, end;           /* the token without the white space around it */
    size_t line;              /* where its line or, further on in it, the statement begins */
    size_t line_end;          /* where its line ends */
    idarch_str before;        /* from there to the token, without white space at its end */
    idarch_str rest;          /* from the token to the end of its line */
    bool blank;               /* white space stands right before the token */
    bool later;               /* the opener stands on an earlier line */
} flow_failure;

/* The current token as one that does not fit. */
flow_failure idarch_flow_failure(flow_parser *parser, flow_context context,
                                 const flow_token *opener);

/* A rule says something, and returns true, when it knows the case. */
typedef bool flow_rule(const flow_failure *f);

/* In the order in which they are asked. */
extern flow_rule *const idarch_flow_text_rules[];  /* quotes, brackets, labels; ends with NULL */
extern flow_rule *const idarch_flow_arrow_rules[]; /* arrows and their texts */
extern flow_rule *const idarch_flow_word_rules[];  /* words of the language, comments */
extern flow_rule *const idarch_flow_id_rules[];    /* ids and characters */
extern flow_rule *const idarch_flow_statement_rules[]; /* subgraphs, styles, clicks */

/* Adds the error about bytes [start, end) of the prepared text; reading goes on at the end
 * of the line in which it starts. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
idarch_diag *idarch_flow_say(const flow_failure *f, const char *code, size_t start, size_t end,
                             const char *format, ...);

/* Adds a place to it. */
void idarch_flow_also(const flow_failure *f, idarch_diag *diag, size_t start, size_t end,
                      const char *note);

/* Adds the opener's place to it, when there is one. */
void idarch_flow_also_opener(const flow_failure *f, idarch_diag *diag, const char *note);

/* Text of the user's in a message: its first line, cut where it is long. */
const char *idarch_flow_shown(const flow_failure *f, idarch_str text);

/* What was found, in words. */
const char *idarch_flow_found(const flow_failure *f);

/* The first line of an open @{ as it would be closed; quote: a quote in it is open. */
const char *idarch_flow_open_data_hint(const flow_failure *f, size_t open, bool quote);

/* The word `call` or `click` before a token that holds what follows it. */
void idarch_flow_word_before(const flow_failure *f, size_t *start, size_t *end);

/* An id made of the first word of a text, one that the flowchart does not have. */
const char *idarch_flow_made_id(const flow_failure *f, idarch_str text);

/* The statement around [start, end) on its line with an arrow there; `next` for a node that is
 * missing. NULL where it is too long for a hint. */
const char *idarch_flow_own_edge(const flow_failure *f, size_t start, size_t end, const char *arrow);

/* Does the kind end a statement? */
bool idarch_flow_ends(flow_kind kind);

/* The same in another case, or with a slip of the pen: the header that was meant, or NULL. */
const char *idarch_flow_header_near(idarch_str word);

/* ---- labels (flow_mend.c) --------------------------------------------------------------- */

/* What closes a bracket, and what closes the innermost bracket of the failure's label. */
char idarch_flow_closer(char open);
char idarch_flow_label_closer(const flow_failure *f);

/* Where a closing bracket stands in [at, end) that nothing there opened, or end. */
size_t idarch_flow_extra_closer(const flow_failure *f, size_t at, size_t end, char closer);

/* Where the id before the bracket begins. */
size_t idarch_flow_id_start(const flow_failure *f, size_t open);

/* The text in quotes, with #quot; for those in it. */
const char *idarch_flow_in_quotes(const flow_failure *f, idarch_str text);

/* The node or text between pipes with its label in quotes, or closed behind the text that
 * ends at the place; NULL where that cannot be told or is too long for a hint. */
const char *idarch_flow_quoted_label(const flow_failure *f);
const char *idarch_flow_closed_label(const flow_failure *f, size_t end);

/* The first arrow in [start, end), or end. */
size_t idarch_flow_find_arrow(const flow_failure *f, size_t start, size_t end);

/* Has reading go on behind the label, when it is clear where that ends. */
void idarch_flow_mend_label(const flow_failure *f);

/* Has it go on at the place, when a node ends there. */
void idarch_flow_mend_at(const flow_failure *f, size_t at);

/* ---- small questions ------------------------------------------------------------------ */

static inline bool flow_in_set(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static inline char flow_last_of(idarch_str s)
{
    return s.len > 0 ? s.ptr[s.len - 1] : '\0';
}

static inline bool flow_opens_shape(flow_kind kind)
{
    return kind >= FLOW_SQUARE && kind <= FLOW_INV_TRAPEZOID;
}

static inline bool flow_is_arrow(flow_kind kind)
{
    return kind == FLOW_LINK || kind == FLOW_START_LINK;
}

/* Is a node expected, or was one just read? */
static inline bool flow_at_node(const flow_failure *f)
{
    return f->context == FLOW_IN_STATEMENT || f->context == FLOW_IN_NODE ||
           f->context == FLOW_AFTER_NODE || f->context == FLOW_AFTER_AMP;
}

/* Letters, digits and _ at the beginning of a text. */
static inline idarch_str flow_first_word(idarch_str text)
{
    size_t end = 0;
    while (end < text.len && (g_ascii_isalnum(text.ptr[end]) || text.ptr[end] == '_'))
        end++;
    return idarch_str_sub(text, 0, end);
}

/* Is it a part of an id that stands for a word? */
static inline bool flow_is_word_part(flow_kind kind)
{
    return kind == FLOW_NODE_STRING || kind == FLOW_LETTER || kind == FLOW_NUMBER ||
           kind == FLOW_DOWN || kind == FLOW_DEFAULT || kind == FLOW_COLON ||
           kind == FLOW_COMMA || kind == FLOW_STAR || kind == FLOW_MINUS || kind == FLOW_HASH;
}

/* The statement up to the end of the token's line. */
static inline idarch_str flow_statement(const flow_failure *f)
{
    return idarch_str_sub(f->all, f->line, f->line_end);
}

#endif
