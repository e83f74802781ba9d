/* flow_bytes.h: what a byte may be in a flowchart's text, so that the lexer and the
 * preparation of the text pass over what cannot matter without asking rule by rule. */
#ifndef IDARCH_PARSER_FLOW_BYTES_H
#define IDARCH_PARSER_FLOW_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FLOW_BYTE_WORD = 1,        /* letter, digit or _ */
    FLOW_BYTE_SPACE = 2,       /* white space of ASCII */
    FLOW_BYTE_WIDE = 4,        /* may begin white space beyond ASCII */
    FLOW_BYTE_ID = 8,          /* stands in an id, whatever is around it ('-' and '#' do not) */
    FLOW_BYTE_ENDS_TEXT = 16,  /* ends the text in brackets */
    FLOW_BYTE_ENDS_SLANT = 32, /* the same in [/ and [\ */
    FLOW_BYTE_ENDS_RUN = 64,   /* white space (or perhaps), quote, bracket, | */
    FLOW_BYTE_LINK = 128,      /* may begin an arrow or the white space before one */
    FLOW_BYTE_EDGE = 256,      /* may end or spoil the text of an edge */
    FLOW_BYTE_KEYWORD = 512,   /* may begin a keyword */
    FLOW_BYTE_CONTROL = 1024,  /* control character, or may begin one beyond ASCII */
    FLOW_BYTE_MARKUP = 2048,   /* a label with it is not drawn just as written, perhaps */
    FLOW_BYTE_STOPS_TEXT = 4096,  /* ends a text in brackets or asks for a closer look */
    FLOW_BYTE_STOPS_STRING = 8192 /* the same for one in quotes */
};

extern const uint16_t idarch_flow_bytes[256];

static inline bool idarch_flow_is(char c, unsigned kinds)
{
    return (idarch_flow_bytes[(unsigned char)c] & kinds) != 0;
}

#endif
