/* render/: geometry in, bytes out. A scene (display list) is built once from graph,
 * report and geometry with a theme, and written as SVG (libxml2), PNG, PDF or outlined
 * SVG (cairo), or the geometry as JSON. Text is measured here (behind model's
 * idarch_measure). It moves nothing and reads no markup. It knows base/, model/ and
 * layout/. */
#ifndef IDARCH_RENDER_RENDER_H
#define IDARCH_RENDER_RENDER_H

#include "base/diag.h"
#include "model/document.h"
#include "model/geometry.h"
#include "model/report.h"

typedef enum idarch_format {
    IDARCH_FORMAT_SVG,
    IDARCH_FORMAT_SVG_CAIRO,
    IDARCH_FORMAT_PNG,
    IDARCH_FORMAT_PDF,
    IDARCH_FORMAT_JSON /* the graph, or with options.geometry the geometry */
} idarch_format;

/* By name ("svg", "svg:cairo", "png", "pdf", "json"); false for an unknown one. */
bool idarch_format_find(const char *name, idarch_format *format);

/* Text measuring. One handle may serve many pictures of one thread. */
typedef struct idarch_text idarch_text;
idarch_text *idarch_text_new(void); /* returns new */
void idarch_text_free(idarch_text *text);
/* Borrowed from text. Latin text is measured from the font's own tables, made at build
 * time; anything else starts Pango the first time that it is needed. */
const idarch_measure *idarch_text_measure(idarch_text *text);

/* One picture with everything needed to draw it. */
typedef struct idarch_drawing {
    const idarch_document *document;
    const idarch_picture *picture;  /* or NULL: bar only */
    const idarch_report *report;    /* or NULL */
    const idarch_geometry *geometry;
} idarch_drawing;

typedef struct idarch_render_options {
    const char *theme;   /* "default", "neutral", "dark", "forest", "base"; NULL for the default */
    double scale;        /* PNG: pixels per px, 0 for the default (2) */
    bool has_background;
    idarch_color background; /* where has_background, instead of the theme's; alpha 0: none */
    bool geometry;       /* JSON: the geometry instead of the graph */
} idarch_render_options;

/* Whether the theme's name is known. */
bool idarch_theme_known(const char *name);

/* Appends the picture's bytes to out. Returns false with *error set (a sentence, from
 * the arena) when the environment fails (a cairo status) or a limit is passed (PNG
 * larger than 32,767 pixels a side: the message names the largest scale that fits). */
bool idarch_render(idarch_arena *arena, const idarch_drawing *drawing, idarch_format format,
                   const idarch_render_options *options, idarch_strbuf *out,
                   const char **error);

/* The graph as JSON, one line and its end, in the members and order that the oracle of Mermaid's
 * parser prints. Appends to out. */
void idarch_graph_json(idarch_arena *arena, const idarch_graph *graph, idarch_strbuf *out);

#endif
