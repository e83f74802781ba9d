/* sample_drawing.h: a drawing made by hand, for the tests of render/: every shape, every
 * edge kind and end, nested groups, links good and bad, hard characters, a bit bar with a
 * leader, every block. Include it after cmocka. */
#ifndef IDARCH_TESTS_SAMPLE_DRAWING_H
#define IDARCH_TESTS_SAMPLE_DRAWING_H

#include <stdlib.h>
#include <string.h>

#include "render/render.h"

typedef struct sample {
    idarch_arena *arena;
    idarch_text *text;
    idarch_document document;
    idarch_picture picture;
    idarch_report report;
    idarch_geometry geometry;
    idarch_drawing drawing;
} sample;

static void sample_line(sample *s, idarch_textbox *box, const char *text, double x, double y,
                        double size, unsigned style, const char *href)
{
    const idarch_measure *measure = idarch_text_measure(s->text);
    idarch_font font = {style & IDARCH_RUN_CODE ? IDARCH_FAMILY_MONO : IDARCH_FAMILY_SANS, size,
                        (style & IDARCH_RUN_BOLD) != 0, (style & IDARCH_RUN_ITALIC) != 0};
    idarch_fragment *f = IDARCH_PUSH(s->arena, &box->fragments);
    *f = (idarch_fragment){text, font, style, href, x, y + size * 0.93,
                           measure->width(measure->context, text, strlen(text), &font)};
    if (box->fragments.count == 1)
        box->box = (idarch_box){x, y, f->width, size * 1.2};
}

/* A text centred on x, its top at y. */
static void sample_centred(sample *s, idarch_textbox *box, const char *text, double x, double y,
                           double size)
{
    idarch_textbox trial = {0};
    sample_line(s, &trial, text, 0, 0, size, 0, NULL);
    sample_line(s, box, text, x - trial.box.w / 2, y, size, 0, NULL);
}

static int sample_node(sample *s, const char *id, const char *label, idarch_shape shape,
                       idarch_box box)
{
    idarch_node *node = IDARCH_PUSH(s->arena, &s->picture.graph.nodes);
    *node = (idarch_node){.id = id,
                          .label = label,
                          .rich = idarch_rich_plain(s->arena, label),
                          .shape = shape,
                          .subgraph = -1,
                          .style = &idarch_style_unset,
                          .worker_id = -1};
    idarch_node_geometry *g = IDARCH_PUSH(s->arena, &s->geometry.nodes);
    g->node = (int)s->picture.graph.nodes.count - 1;
    g->box = box;
    sample_centred(s, &g->label, label, box.x + box.w / 2, box.y + box.h / 2 - 8, 14);
    return g->node;
}

static idarch_edge_geometry *sample_edge(sample *s, int from, int to, const char *label,
                                         idarch_stroke stroke, idarch_end start, idarch_end end,
                                         const idarch_point *points, size_t count)
{
    idarch_edge *edge = IDARCH_PUSH(s->arena, &s->picture.graph.edges);
    *edge = (idarch_edge){.id = idarch_printf(s->arena, "L_%d_%d", from, to),
                          .from = from,
                          .to = to,
                          .label = label,
                          .rich = idarch_rich_plain(s->arena, label),
                          .stroke = stroke,
                          .start = start,
                          .end = end,
                          .style = &idarch_style_unset,
                          .length = 1};
    idarch_edge_geometry *g = IDARCH_PUSH(s->arena, &s->geometry.edges);
    g->edge = (int)s->picture.graph.edges.count - 1;
    for (size_t i = 0; i < count; i++)
        *IDARCH_PUSH(s->arena, &g->points) = points[i];
    if (label[0]) {
        g->has_label = true;
        sample_centred(s, &g->label, label, (points[0].x + points[count - 1].x) / 2,
                       (points[0].y + points[count - 1].y) / 2 - 8, 13);
    }
    return g;
}

static void sample_shapes(sample *s)
{
    for (int i = 0; i < IDARCH_SHAPE_COUNT; i++) {
        bool round = i == IDARCH_SHAPE_CIRCLE || i == IDARCH_SHAPE_DOUBLE_CIRCLE;
        idarch_box box = {16 + i % 5 * 160, 60 + i / 5 * 100, round ? 76 : 130, round ? 76 : 60};
        int node = sample_node(s, idarch_printf(s->arena, "shape %d", i),
                               idarch_shape_id((idarch_shape)i), (idarch_shape)i, box);
        s->picture.graph.nodes.items[node].role = (idarch_role)(i % 6);
    }
    static const idarch_style pale = {.set = IDARCH_STYLE_OPACITY, .opacity = 0.6};
    s->picture.graph.nodes.items[3].style = &pale;
}

static void sample_group(sample *s, const char *id, const char *title, int depth, idarch_box box)
{
    idarch_subgraph *sub = IDARCH_PUSH(s->arena, &s->picture.graph.subgraphs);
    *sub = (idarch_subgraph){.id = id,
                             .title = title,
                             .rich = idarch_rich_plain(s->arena, title),
                             .parent = depth - 1,
                             .node = -1,
                             .style = &idarch_style_unset,
                             .replicas = -1};
    idarch_group_geometry *g = IDARCH_PUSH(s->arena, &s->geometry.groups);
    g->subgraph = (int)s->picture.graph.subgraphs.count - 1;
    g->depth = depth;
    g->box = box;
    sample_centred(s, &g->title, title, box.x + box.w / 2, box.y + 6, 14);
}

static void sample_edges(sample *s)
{
    static const idarch_stroke strokes[] = {IDARCH_STROKE_NORMAL, IDARCH_STROKE_THICK,
                                            IDARCH_STROKE_DOTTED, IDARCH_STROKE_INVISIBLE};
    static const idarch_end ends[] = {IDARCH_END_POINT, IDARCH_END_CIRCLE, IDARCH_END_CROSS,
                                      IDARCH_END_POINT};
    sample_group(s, "outer", "Outer · 2 replicas", 0, (idarch_box){16, 380, 400, 190});
    sample_group(s, "inner", "Inner", 1, (idarch_box){230, 410, 170, 140});
    int a = sample_node(s, "a", "a < b & \"c\" > 'd'", IDARCH_SHAPE_RECT,
                        (idarch_box){40, 440, 130, 80});
    int b = sample_node(s, "b.ü", "]]> bad \x01 \xEF\xBF\xBF end", IDARCH_SHAPE_ROUND,
                        (idarch_box){250, 440, 130, 80});
    for (int i = 0; i < 4; i++) {
        double y = 448 + i * 20, to = 452 + i * 18;
        idarch_point points[] = {{170, y}, {210, y}, {210, to}, {250, to}};
        sample_edge(s, a, b, i ? "" : "NextId()", strokes[i],
                    i == 1 ? IDARCH_END_POINT : IDARCH_END_NONE, ends[i], points, 4);
    }
}

static void sample_links(sample *s)
{
    static const char *const links[] = {"https://example.org/?a=1&b=<2>",
                                        "javascript:alert(1)",
                                        "docs/page(1).html",
                                        "java\tscript:alert(1)",
                                        "mailto:a@example.org",
                                        "data:text/html,x"};
    for (int i = 0; i < 6; i++) {
        idarch_box box = {440 + i % 2 * 150, 380 + i / 2 * 66, 130, 50};
        int node = sample_node(s, idarch_printf(s->arena, "link%d", i), "linked",
                               IDARCH_SHAPE_STADIUM, box);
        s->picture.graph.nodes.items[node].link = links[i];
        s->picture.graph.nodes.items[node].tooltip = i == 0 ? "Tip & <b>" : NULL;
    }
}

static void sample_field(sample *s, const char *name, idarch_field_kind kind, unsigned bits,
                         unsigned shift)
{
    *IDARCH_PUSH(s->arena, &s->report.bar.fields) =
        (idarch_bar_field){.name = name, .kind = kind, .bits = bits, .shift = shift};
    idarch_bar_geometry *g = IDARCH_PUSH(s->arena, &s->geometry.fields);
    double x = 80 + (64.0 - shift - bits) * 10;
    g->field = (int)s->report.bar.fields.count - 1;
    g->box = (idarch_box){x, 620, bits * 10.0, 34};
    sample_centred(s, &g->low_bit, idarch_printf(s->arena, "%u", shift), x + bits * 10.0 - 6, 606,
                   10);
    if (bits > 4) {
        sample_centred(s, &g->inside, name, x + bits * 5.0, 629, 12);
        sample_centred(s, &g->caption, idarch_printf(s->arena, "%u bits", bits), x + bits * 5.0,
                       660, 12);
        return;
    }
    sample_line(s, &g->caption, idarch_printf(s->arena, "%u bit · %s", bits, name), x + 20, 690,
                12, 0, NULL);
    *IDARCH_PUSH(s->arena, &g->leader) = (idarch_point){x + bits * 5.0, 654};
    *IDARCH_PUSH(s->arena, &g->leader) = (idarch_point){x + bits * 5.0, 698};
    *IDARCH_PUSH(s->arena, &g->leader) = (idarch_point){x + 16, 698};
}

static void sample_bar(sample *s)
{
    s->report.bar.bits = 64;
    s->geometry.has_bar = true;
    s->geometry.bar = (idarch_box){80, 620, 640, 34};
    sample_field(s, "sign", IDARCH_FIELD_SIGN, 1, 63);
    sample_field(s, "time", IDARCH_FIELD_TIME, 35, 28);
    sample_field(s, "version", IDARCH_FIELD_CONSTANT, 6, 22);
    sample_field(s, "worker ID", IDARCH_FIELD_NODE, 10, 12);
    sample_field(s, "sequence", IDARCH_FIELD_SEQUENCE, 12, 0);
}

static void sample_block(sample *s, idarch_page_block_kind kind, idarch_box box,
                         const char *text)
{
    idarch_page_block *block = IDARCH_PUSH(s->arena, &s->geometry.blocks);
    block->kind = kind;
    block->box = box;
    block->framed = kind == IDARCH_PAGE_SETTINGS || kind == IDARCH_PAGE_NOTES;
    sample_line(s, &block->text, text, box.x + (block->framed ? 24 : 0), box.y + 8,
                kind == IDARCH_PAGE_TITLE ? 20 : 12,
                kind == IDARCH_PAGE_TITLE ? IDARCH_RUN_BOLD : 0, NULL);
    if (!block->framed)
        return;
    *IDARCH_PUSH(s->arena, &block->bullets) = (idarch_point){box.x + 14, box.y + 16};
    idarch_fragment last = block->text.fragments.items[0];
    sample_line(s, &block->text, "code", last.x + last.width + 4, box.y + 8, 12, IDARCH_RUN_CODE,
                NULL);
    sample_line(s, &block->text, "struck", last.x, box.y + 28, 12,
                IDARCH_RUN_STRIKE | IDARCH_RUN_ITALIC, NULL);
    sample_line(s, &block->text, "a link", last.x, box.y + 48, 12, 0, "https://example.org/x");
    sample_line(s, &block->text, "no link", last.x + 60, box.y + 48, 12, 0, "vbscript:x");
}

static void sample_blocks(sample *s)
{
    sample_block(s, IDARCH_PAGE_TITLE, (idarch_box){16, 10, 500, 30}, "Sample of everything");
    sample_block(s, IDARCH_PAGE_SETTINGS, (idarch_box){16, 720, 380, 76}, "Lease TTL: 10 s");
    sample_block(s, IDARCH_PAGE_NOTES, (idarch_box){416, 720, 380, 76}, "Clock moved back:");
    sample_block(s, IDARCH_PAGE_VERDICT, (idarch_box){16, 806, 700, 20}, "Verdict: unproven");
    s->report.verdict = IDARCH_VERDICT_UNPROVEN;
}

static sample *sample_new(void)
{
    sample *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->arena = idarch_arena_new(0, NULL, NULL);
    s->text = idarch_text_new();
    s->picture.readable = s->picture.page = true;
    s->picture.title = "Sample <of> everything";
    s->geometry.width = 820;
    s->geometry.height = 840.5;
    sample_shapes(s);
    sample_edges(s);
    sample_links(s);
    sample_bar(s);
    sample_blocks(s);
    s->drawing = (idarch_drawing){&s->document, &s->picture, &s->report, &s->geometry};
    return s;
}

static void sample_free(sample *s)
{
    idarch_text_free(s->text);
    idarch_arena_free(s->arena);
    free(s);
}

/* Renders or fails the test. */
static inline idarch_strbuf sample_render(sample *s, idarch_format format,
                                   const idarch_render_options *options)
{
    idarch_strbuf out = {.arena = s->arena};
    const char *error = NULL;
    if (!idarch_render(s->arena, &s->drawing, format, options, &out, &error))
        fail_msg("%s", error ? error : "no reason given");
    return out;
}

#endif
