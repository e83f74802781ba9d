/* utf8.h: reading code points out of text that may be damaged. */
#ifndef IDARCH_RENDER_UTF8_H
#define IDARCH_RENDER_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The code point at *at (< len), which moves on behind it. What is no UTF-8 gives
 * U+FFFD and moves on by one byte. */
uint32_t idarch_utf8_next(const char *text, size_t len, size_t *at);

#endif
