/* style.h: how one thing is painted, after classDef, class, style and linkStyle were
 * worked out. What is not set comes from the theme. */
#ifndef IDARCH_MODEL_STYLE_H
#define IDARCH_MODEL_STYLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct idarch_color {
    uint8_t r, g, b, a; /* a: 255 opaque, 0 transparent ("none") */
} idarch_color;

enum {
    IDARCH_STYLE_FILL = 1 << 0,
    IDARCH_STYLE_STROKE = 1 << 1,
    IDARCH_STYLE_COLOR = 1 << 2,
    IDARCH_STYLE_STROKE_WIDTH = 1 << 3,
    IDARCH_STYLE_DASH = 1 << 4,
    IDARCH_STYLE_FONT_SIZE = 1 << 5,
    IDARCH_STYLE_FONT_WEIGHT = 1 << 6,
    IDARCH_STYLE_FONT_STYLE = 1 << 7,
    IDARCH_STYLE_OPACITY = 1 << 8,
    IDARCH_STYLE_RADIUS = 1 << 9
};

#define IDARCH_DASH_MAX 8

typedef struct idarch_style {
    unsigned set;        /* IDARCH_STYLE_ bits of the members that hold a value */
    idarch_color fill;
    idarch_color stroke;
    idarch_color color;  /* of the text */
    double stroke_width; /* px, 0..100 */
    double dash[IDARCH_DASH_MAX]; /* px; dash_count 0 with the bit set means solid */
    int dash_count;
    double font_size;    /* px, 1..200 */
    bool bold;
    bool italic;
    double opacity;      /* 0..1 */
    double radius;       /* rx, px */
} idarch_style;

/* Nothing set. */
extern const idarch_style idarch_style_unset;

#endif
