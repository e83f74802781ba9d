/* theme.h: the colours of a picture by role. A theme is one row of a table. */
#ifndef IDARCH_RENDER_THEME_H
#define IDARCH_RENDER_THEME_H

#include <stdbool.h>

#include "model/graph.h"
#include "model/report.h"
#include "model/style.h"

typedef struct idarch_look {
    idarch_color fill, stroke;
} idarch_look;

typedef struct idarch_theme {
    const char *name;
    idarch_color background;
    idarch_color text;        /* on the background and in nodes */
    idarch_color muted;       /* bit numbers, leaders, secondary text */
    idarch_color edge;
    idarch_color patch;       /* behind edge labels */
    idarch_color link;
    idarch_color code;        /* behind code */
    idarch_look group[2];     /* outer, inner, and so on in turn */
    idarch_look panel;        /* behind framed blocks */
    idarch_look role[6];      /* nodes, by idarch_role */
    idarch_look field[7];     /* bit fields, by idarch_field_kind */
    idarch_color verdict[3];  /* by idarch_verdict */
} idarch_theme;

/* NULL gives the default; an unknown name gives NULL. */
const idarch_theme *idarch_theme_find(const char *name);

/* Black or white, whichever reads better on the colour (over white). */
idarch_color idarch_color_on(idarch_color fill);

/* Contrast of two opaque colours as WCAG counts it, 1..21. */
double idarch_contrast(idarch_color a, idarch_color b);

#endif
