/* flow_parser.h: the parser's parts among themselves. Each parse function starts at the
 * current token and leaves it behind what it read; false means that a fatal diagnostic
 * was added. */
#ifndef IDARCH_PARSER_FLOW_PARSER_H
#define IDARCH_PARSER_FLOW_PARSER_H

#include "parser/flow_build.h"
#include "parser/flow_lexer.h"


/* What may be read again after errors: so many times the text, and some bytes more. */
#define FLOW_AGAIN_TIMES 16
#define FLOW_AGAIN_LEAST ((size_t)1 << 20)

/* The nodes between two arrows. */
typedef struct flow_nodes {
    size_t first, count; /* in parser->ends */
} flow_nodes;

/* The @{ } behind the last node that was read. */
typedef struct flow_block {
    bool present;
    idarch_strbuf text;
    IDARCH_ARRAY(uint32_t) origin; /* of each byte of it in the prepared text */
    idarch_span span;
    size_t start;                  /* of its @{ in the prepared text */
} flow_block;

typedef struct flow_parser {
    flow_lexer lexer;
    flow_token token;    /* the one not yet read */
    flow_token previous; /* the one before it */
    flow_builder *builder;
    const flow_text *text;
    idarch_arena *arena;
    IDARCH_ARRAY(flow_group) groups; /* the open subgraphs, the innermost last */
    unsigned declared;               /* subgraphs so far */
    IDARCH_ARRAY(flow_end) ends;     /* the nodes of the statement, in order */
    IDARCH_ARRAY(flow_nodes) nodes;  /* between its arrows */
    flow_block block;
    bool recovered;           /* an error was met, and nothing was read since */
    size_t statement;         /* where the statement being read begins */
    size_t depth;             /* open subgraphs before it */
    size_t edge_open;         /* where its first unquoted edge text of several lines begins */
    size_t edge_noted;        /* the same of the whole text, when a subgraph stands in it */
    size_t said;              /* diagnostics before it */
    size_t pipe;              /* the first | of the last text between pipes */
    size_t fault, fault_end;  /* the place of the last syntax error */
    size_t vertex;            /* where the node's id that was read last begins */
    size_t mend;              /* where reading goes on behind a faulty label or arrow, or 0 */
    bool mended;              /* it did so in this statement */
    bool fault_brace;         /* the error is a brace behind a subgraph's name */
    size_t previous_end;      /* where the last `end` ends, blanks behind it counted in */
    bool fault_edge;          /* an id that begins with the word subgraph, in an edge */
    bool fault_line;          /* nothing else on its line is read */
    size_t budget;            /* bytes that may still be read again after errors */
    bool crooked;              /* an `end` stood further to the left than its `subgraph` */
    size_t crooked_start;      /* of the first such subgraph, in the prepared text */
    idarch_span crooked_group, crooked_end;
} flow_parser;

/* What was being read when something else was met: decides the message. */
typedef enum flow_context {
    FLOW_IN_HEADER,
    FLOW_IN_STATEMENT,
    FLOW_IN_NODE,
    FLOW_AFTER_NODE,
    FLOW_IN_LABEL,
    FLOW_IN_ARROW_TEXT,
    FLOW_IN_EDGE_TEXT,
    FLOW_AFTER_AMP,
    FLOW_IN_SUBGRAPH,
    FLOW_IN_STYLES,
    FLOW_IN_CLASS,
    FLOW_IN_LINK_STYLE,
    FLOW_IN_CLICK,
    FLOW_IN_DATA
} flow_context;

/* Parses the whole text. */
bool idarch_flow_parse(flow_builder *builder, const flow_text *text);

/* Takes the next token. */
void idarch_flow_advance(flow_parser *parser);

/* Takes white space tokens; says whether there were any. */
bool idarch_flow_skip_space(flow_parser *parser);

/* The end of a statement: line end, semicolon or end of text, which is taken. */
bool idarch_flow_separator(flow_parser *parser, flow_context context);

/* Whether a token of the kind is a part of an id. */
bool idarch_flow_is_id_part(flow_kind kind);

/* An id's parts as one; `strict` leaves the word default out. */
bool idarch_flow_id(flow_parser *parser, bool strict, idarch_str *id, idarch_span *span,
                    flow_context context);

/* The text of the current token and of those of the kind `more` that follow it. */
void idarch_flow_take_label(flow_parser *parser, flow_label *label, flow_kind more);

/* Text between brackets or pipes; opener is the bracket. */
bool idarch_flow_label_text(flow_parser *parser, flow_label *label, const flow_token *opener);

/* Adds a node of the statement; alone: its line holds nothing else. */
void idarch_flow_add_vertex(flow_parser *parser, const char *id, idarch_span span,
                            const flow_label *label, const char *shape, bool alone);

/* What is noted where a statement begins. */
void idarch_flow_begin(flow_parser *parser, size_t start);

/* Reads on at the line end at the place. */
void idarch_flow_go_on(flow_parser *parser, size_t line_end);

/* The kinds of statement. */
bool idarch_flow_vertex_statement(flow_parser *parser);
bool idarch_flow_quick_lines(flow_parser *parser); /* false: left to the one above */
bool idarch_flow_vertex_rest(flow_parser *parser); /* from an arrow on */
bool idarch_flow_style_statement(flow_parser *parser);
bool idarch_flow_link_style_statement(flow_parser *parser);
bool idarch_flow_class_def_statement(flow_parser *parser);
bool idarch_flow_class_statement(flow_parser *parser);
bool idarch_flow_click_statement(flow_parser *parser);

/* Adds the fatal diagnostic for the current token; returns false. opener is the bracket,
 * quote or keyword that the construct began with, or NULL. */
bool idarch_flow_unexpected(flow_parser *parser, flow_context context, const flow_token *opener);

/* The header's line. False: the text is no flowchart, and nothing else is read. */
bool idarch_flow_header(flow_parser *parser);

/* Opens a subgraph whose line could not be read, so that its `end` fits. */
void idarch_flow_open_broken(flow_parser *parser, size_t start, size_t end, bool brace);

/* After a syntax error: goes on at the end of the faulty statement. False: enough was
 * read again, and the rest is left alone. */
bool idarch_flow_recover(flow_parser *parser);

/* After an error in a label or an arrow: goes on behind it, when a rule said where. */
bool idarch_flow_mend(flow_parser *parser);

/* Takes back the warnings about a statement with an error: they may have the same cause. */
void idarch_flow_drop_warnings(flow_parser *parser);

/* Warns about declarations in which a blank stands for a comma, or that have no value, and
 * marks them. word is the statement's, subject the ids or numbers behind it. */
void idarch_flow_check_lists(flow_parser *parser, idarch_str word, idarch_str subject,
                             flow_styles *styles);

/* Warns where a declaration follows the semicolon at the place. */
void idarch_flow_check_semicolon(flow_parser *parser, size_t semicolon);

/* At the end of the text: one error for each subgraph that is still open. */
void idarch_flow_report_open_groups(flow_parser *parser);

/* Adds the error for an @{ that has no } where it should; returns false. */
bool idarch_flow_unclosed_data(flow_parser *parser, size_t open);

/* The place of a token without the white space around it. */
idarch_span idarch_flow_token_span(const flow_parser *parser, const flow_token *token);

/* Adds ids to the members of the innermost open subgraph. */
void idarch_flow_add_members(flow_parser *parser); /* of all nodes of the statement */
void idarch_flow_add_member(flow_parser *parser, const char *id);

#endif
