/* flow_lexer.h: a flowchart's prepared text as tokens.
 *
 * Mermaid's lexer has modes that it enters and leaves by itself: inside brackets, inside
 * an edge's text, inside quotes and so on, other rules hold. This one has the same modes
 * and tries the same rules in the same order, because much of what people write depends
 * on them (`A---oak`, `x-->`, `direction` in the middle of a line). */
#ifndef IDARCH_PARSER_FLOW_LEXER_H
#define IDARCH_PARSER_FLOW_LEXER_H

#include "parser/flow_text.h"

typedef enum flow_kind {
    FLOW_ERROR,      /* no rule fits; the token is the character that stands there */
    FLOW_END,        /* nothing follows */
    FLOW_EOF,        /* end of text as the grammar's separator, once */
    FLOW_NEWLINE, FLOW_SPACE, FLOW_SEMI,
    FLOW_GRAPH, FLOW_NODIR, FLOW_DIR,
    FLOW_SUBGRAPH, FLOW_END_WORD, FLOW_DIRECTION,
    FLOW_ACC_TITLE, FLOW_ACC_DESCR, FLOW_ACC_VALUE, FLOW_ACC_BLOCK,
    FLOW_STYLE, FLOW_LINK_STYLE, FLOW_CLASS_DEF, FLOW_CLASS, FLOW_CLICK,
    FLOW_DEFAULT, FLOW_INTERPOLATE, FLOW_HREF, FLOW_TARGET,
    FLOW_CALL_NAME, FLOW_CALL_ARGUMENTS,
    /* parts of ids */
    FLOW_NODE_STRING, FLOW_NUMBER, FLOW_HASH, FLOW_COLON, FLOW_AMP, FLOW_COMMA, FLOW_STAR,
    FLOW_MINUS, FLOW_DOWN, FLOW_LETTER,
    FLOW_UP, FLOW_LESS, FLOW_SEP,
    FLOW_STYLE_SEPARATOR, /* ::: */
    FLOW_SHAPE_DATA,
    FLOW_LINK_ID, FLOW_LINK, FLOW_START_LINK, FLOW_EDGE_TEXT,
    FLOW_STRING, FLOW_MARKDOWN, FLOW_TEXT, FLOW_PIPE,
    /* shapes; the ones that open come first */
    FLOW_SQUARE, FLOW_ROUND, FLOW_BRACE, FLOW_STADIUM, FLOW_SUBROUTINE, FLOW_PROPS,
    FLOW_CYLINDER, FLOW_DOUBLE_CIRCLE, FLOW_ELLIPSE, FLOW_ODD, FLOW_TRAPEZOID,
    FLOW_INV_TRAPEZOID,
    FLOW_SQUARE_END, FLOW_ROUND_END, FLOW_BRACE_END, FLOW_STADIUM_END, FLOW_SUBROUTINE_END,
    FLOW_CYLINDER_END, FLOW_DOUBLE_CIRCLE_END, FLOW_ELLIPSE_END, FLOW_TRAPEZOID_END,
    FLOW_INV_TRAPEZOID_END
} flow_kind;

typedef struct flow_token {
    flow_kind kind;
    size_t start, end; /* bytes of the prepared text; of a string without its quotes */
    idarch_str text;   /* those bytes */
} flow_token;

typedef enum flow_mode {
    FLOW_MODE_PLAIN, FLOW_MODE_DIR, FLOW_MODE_ACC_LINE, FLOW_MODE_ACC_BLOCK,
    FLOW_MODE_SHAPE_DATA, FLOW_MODE_SHAPE_STRING, FLOW_MODE_CALL_NAME,
    FLOW_MODE_CALL_ARGUMENTS, FLOW_MODE_CLICK, FLOW_MODE_EDGE, FLOW_MODE_THICK,
    FLOW_MODE_DOTTED, FLOW_MODE_TRAPEZOID, FLOW_MODE_ELLIPSE, FLOW_MODE_TEXT,
    FLOW_MODE_STRING, FLOW_MODE_MARKDOWN
} flow_mode;

#define FLOW_MODES_MAX 16 /* deeper is an error: the grammar nests three at most */

typedef struct flow_lexer {
    const flow_text *source;
    idarch_str text;
    size_t pos;
    flow_mode modes[FLOW_MODES_MAX];
    size_t mode_count;
    bool graph_seen; /* the header was read: later `graph` words are plain */
    bool done;       /* the end of the text was met once */
    size_t string_start; /* of the string being read: its opening quote */
    size_t data_start;   /* of the last @{ */
    /* what was found out about stretches of the text, so that nothing is looked at twice;
     * each holds from its start (included) to its end */
    size_t space_start, space_end; /* a run of white space */
    size_t no_at_start, no_at_end; /* no @ ahead without white space or bracket before it */
    size_t run_start, run_end;     /* a run without white space and brackets */
    size_t run_at;                 /* its last @ */
    size_t calm_start, calm_end;   /* no line with the word `direction` */
    size_t line_start, line_end;   /* the line looked at for it */
    size_t direction[5];           /* last start in that line, by direction */
} flow_lexer;

void idarch_flow_lexer_init(flow_lexer *lexer, const flow_text *text);

/* The next token. After FLOW_ERROR or FLOW_END it gives the same again. */
flow_token idarch_flow_next(flow_lexer *lexer);

/* The mode that the lexer is in. */
flow_mode idarch_flow_mode(const flow_lexer *lexer);

/* For the quick way through simple lines (flow_quick.c). Whether the line [start, end) holds
 * no `direction` and no @; whether the word [start, end) of letters, digits and _ is one that
 * means something; the end of the arrow at the place, 0 for none; whether what stands behind
 * the line end at the place leaves its statement alone: an arrow would go on with it. */
bool idarch_flow_calm(flow_lexer *lexer, size_t start, size_t end);
bool idarch_flow_keyword(const flow_lexer *lexer, size_t start, size_t end);
size_t idarch_flow_arrow_end(const flow_lexer *lexer, size_t at);
bool idarch_flow_ends_line(flow_lexer *lexer, size_t at);

/* Goes on at another place, in the plain mode or in one mode above it. */
void idarch_flow_seek(flow_lexer *lexer, size_t pos, flow_mode mode);

#endif
