/* scene.h: the picture as a display list, back to front: what every writer draws. It is
 * built once from graph, report, geometry and theme; it holds positions in px and
 * colours, and knows no file format. Everything lives in one arena. */
#ifndef IDARCH_RENDER_SCENE_H
#define IDARCH_RENDER_SCENE_H

#include <glib.h>

#include "model/geometry.h"
#include "model/style.h"
#include "render/render.h"
#include "render/theme.h"

typedef enum idarch_step_kind {
    IDARCH_STEP_MOVE,  /* to p[0] */
    IDARCH_STEP_LINE,  /* to p[0] */
    IDARCH_STEP_CURVE, /* cubic to p[2] with the control points p[0], p[1] */
    IDARCH_STEP_CLOSE
} idarch_step_kind;

typedef struct idarch_step {
    idarch_step_kind kind;
    idarch_point p[3];
} idarch_step;

typedef enum idarch_outline_kind {
    IDARCH_OUTLINE_RECT,    /* box and radius */
    IDARCH_OUTLINE_ELLIPSE, /* fills the box */
    IDARCH_OUTLINE_PATH     /* steps */
} idarch_outline_kind;

typedef struct idarch_outline {
    idarch_outline_kind kind;
    idarch_box box;
    double radius;
    IDARCH_ARRAY(idarch_step) steps;
} idarch_outline;

/* Colours with a == 0 draw nothing. */
typedef struct idarch_paint {
    idarch_color fill, stroke;
    double width; /* of the stroke, px */
    double dash[IDARCH_DASH_MAX];
    int dash_count;
} idarch_paint;

typedef enum idarch_item_kind {
    IDARCH_ITEM_OPEN,  /* a group starts */
    IDARCH_ITEM_CLOSE, /* and ends */
    IDARCH_ITEM_OUTLINE,
    IDARCH_ITEM_TEXT
} idarch_item_kind;

typedef struct idarch_scene_group {
    const char *id;      /* unique in the scene, letters, digits, '-', '_', '.'; or NULL */
    const char *classes; /* "node worker" */
    const char *title;   /* tooltip, or NULL */
    const char *link;    /* an allowed target, or NULL */
    double opacity;      /* 1: opaque */
    idarch_box box;      /* of what is inside where there is a link: the place to click */
} idarch_scene_group;

/* One line of text in pieces, left to right. */
typedef struct idarch_scene_text {
    const idarch_fragment *fragments; /* borrowed from the geometry */
    size_t count;
    idarch_color color;
} idarch_scene_text;

typedef struct idarch_item {
    idarch_item_kind kind;
    union {
        idarch_scene_group group;
        struct {
            idarch_outline outline;
            idarch_paint paint;
        } shape;
        idarch_scene_text text;
    } as;
} idarch_item;

typedef struct idarch_scene {
    idarch_arena *arena;
    const idarch_theme *theme;
    double width, height;    /* px */
    idarch_color background; /* a == 0: none */
    const char *title, *description; /* never NULL; the description may be "" */
    bool has_links;
    bool in_link;            /* a group with a link is open; links do not nest */
    IDARCH_ARRAY(idarch_item) items;
    GHashTable *ids;         /* taken so far, with counts; only while it is built */
} idarch_scene;

/* Builds the scene of a drawing. A background that is no colour counts as not given. */
void idarch_scene_build(idarch_scene *scene, idarch_arena *arena, const idarch_drawing *drawing,
                        const idarch_render_options *options);

/* Parts of the building, each adding its items. */
void idarch_scene_graph(idarch_scene *scene, const idarch_graph *graph,
                        const idarch_geometry *geometry);
void idarch_scene_page(idarch_scene *scene, const idarch_drawing *drawing);

/* Opens a group inside of which everything is a link, where the target is allowed; its
 * place to click is the box. */
void idarch_scene_link(idarch_scene *scene, idarch_scene_group *group, const char *target,
                       idarch_box box);

/* Opens a group. kind and name make the id ("n", "pay" gives "n-pay"), made unique; a
 * NULL name gives the kind alone. The group is returned to be filled in further. */
idarch_scene_group *idarch_scene_open(idarch_scene *scene, const char *kind, const char *name,
                                      const char *classes);
void idarch_scene_close(idarch_scene *scene);

/* Adds an outline; the steps are shared, not copied. */
void idarch_scene_add(idarch_scene *scene, const idarch_outline *outline,
                      const idarch_paint *paint);
void idarch_scene_rect(idarch_scene *scene, idarch_box box, double radius,
                       const idarch_paint *paint);
void idarch_scene_ellipse(idarch_scene *scene, idarch_box box, const idarch_paint *paint);

/* Adds a laid-out text line by line, with patches behind code and links as links. */
void idarch_scene_text_box(idarch_scene *scene, const idarch_textbox *text, idarch_color color);

/* Path building. */
void idarch_move(idarch_arena *arena, idarch_outline *path, double x, double y);
void idarch_line(idarch_arena *arena, idarch_outline *path, double x, double y);
void idarch_curve(idarch_arena *arena, idarch_outline *path, idarch_point a, idarch_point b,
                  idarch_point to);
void idarch_close(idarch_arena *arena, idarch_outline *path);

/* 10 hexadecimal digits that depend on everything in the scene. */
const char *idarch_scene_digest(const idarch_scene *scene, idarch_arena *arena);

/* The target as it may be written into a file, or NULL when it may not: only http,
 * https, mailto and relative ones, and none with control characters or outer blanks. */
const char *idarch_link_allowed(const char *target);

/* What the picture shows, in sentences, for readers who do not see it. */
const char *idarch_describe(idarch_arena *arena, const idarch_drawing *drawing);

#endif
