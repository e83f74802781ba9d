/* flow_letters.h: which letters beyond ASCII an id of a flowchart may hold. */
#ifndef IDARCH_PARSER_FLOW_LETTERS_H
#define IDARCH_PARSER_FLOW_LETTERS_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the letter beyond ASCII at ptr (before end, valid UTF-8), 0 for none. */
size_t idarch_flow_letter(const char *ptr, const char *end);

#endif
