/* Support of the layout's tests: a fake measuring interface (0.55 em a code point),
 * graphs built by hand or at random, and geometric predicates of their own. */
#ifndef LAYOUT_FIXTURE_H
#define LAYOUT_FIXTURE_H

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "layout/layout.h"

static inline double fake_width(void *context, const char *text, size_t len, const idarch_font *font)
{
    size_t points = 0;
    (void)context;
    for (size_t i = 0; i < len; i++)
        points += ((unsigned char)text[i] & 0xC0) != 0x80;
    return (double)points * 0.55 * font->size;
}

static inline void fake_extents(void *context, const idarch_font *font, double *ascent,
                                double *descent)
{
    (void)context;
    *ascent = 0.9 * font->size;
    *descent = 0.21 * font->size;
}

static const idarch_measure fake_measure = {NULL, fake_width, fake_extents};

static inline int add_node(idarch_arena *arena, idarch_graph *g, const char *label,
                           idarch_shape shape, int subgraph)
{
    idarch_node *n = IDARCH_PUSH(arena, &g->nodes);
    n->id = idarch_printf(arena, "n%zu", g->nodes.count);
    n->label = label;
    n->rich = idarch_rich_plain(arena, label);
    n->shape = shape;
    n->style = &idarch_style_unset;
    n->subgraph = subgraph;
    n->worker_id = -1;
    return (int)g->nodes.count - 1;
}

/* A group and the node that stands for it. */
static inline int add_group(idarch_arena *arena, idarch_graph *g, const char *title, int parent)
{
    idarch_subgraph *s = IDARCH_PUSH(arena, &g->subgraphs);
    s->id = idarch_printf(arena, "g%zu", g->subgraphs.count);
    s->title = title;
    s->rich = idarch_rich_plain(arena, title);
    s->parent = parent;
    s->declared = (unsigned)g->subgraphs.count - 1;
    s->replicas = -1;
    s->style = &idarch_style_unset;
    idarch_node *n = IDARCH_PUSH(arena, &g->nodes);
    n->id = s->id;
    n->label = title;
    n->subgraph = parent;
    n->is_subgraph = true;
    n->style = &idarch_style_unset;
    n->worker_id = -1;
    s->node = (int)g->nodes.count - 1;
    return (int)g->subgraphs.count - 1;
}

static inline idarch_edge *add_edge(idarch_arena *arena, idarch_graph *g, int from, int to,
                                    const char *label)
{
    idarch_edge *e = IDARCH_PUSH(arena, &g->edges);
    e->id = idarch_printf(arena, "e%zu", g->edges.count);
    e->from = from;
    e->to = to;
    e->label = label ? label : "";
    if (label)
        e->rich = idarch_rich_plain(arena, label);
    e->length = 1;
    e->end = IDARCH_END_POINT;
    e->style = &idarch_style_unset;
    return e;
}

static inline void lay_out(idarch_arena *arena, const idarch_graph *graph,
                           idarch_geometry *geometry)
{
    idarch_document document = {0};
    idarch_picture picture = {.readable = true, .graph = *graph};
    idarch_page_options options = {.margin = 8};
    idarch_lay_out(arena, &document, &picture, NULL, &fake_measure, &options, geometry);
}

static inline bool overlap(idarch_box a, idarch_box b)
{
    return fmin(a.x + a.w, b.x + b.w) - fmax(a.x, b.x) > 0.5 &&
           fmin(a.y + a.h, b.y + b.h) - fmax(a.y, b.y) > 0.5;
}

static inline bool within(idarch_box in, idarch_box out)
{
    return in.x >= out.x - 0.5 && in.y >= out.y - 0.5 && in.x + in.w <= out.x + out.w + 0.5 &&
           in.y + in.h <= out.y + out.h + 0.5;
}

/* Whether the segment between two points (along an axis) meets the inside of the box. */
static inline bool runs_through(idarch_point a, idarch_point b, idarch_box box)
{
    return fmax(a.x, b.x) > box.x + 0.5 && fmin(a.x, b.x) < box.x + box.w - 0.5 &&
           fmax(a.y, b.y) > box.y + 0.5 && fmin(a.y, b.y) < box.y + box.h - 0.5;
}

#endif
