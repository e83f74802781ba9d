/* Second phase: sizes. Sets the labels of nodes and edges and the titles of groups and
 * takes from them the size of every node (by its shape) and label, on internal axes. */
#include <math.h>

#include "layout/flow.h"
#include "model/edge_metrics.h"

#define NODE_LABEL_WIDTH 220.0 /* px where labels are broken */
#define EDGE_LABEL_WIDTH 180.0
#define EDGE_LABEL_SIZE 0.86   /* of the nodes' font size */
#define TITLE_WIDTH 320.0
#define THIN_STROKE 3.0        /* px of a stroke that the usual distances have room for */
#define USUAL_MARK 10.0        /* px of a mark that the usual distances have room for */
#define LABEL_PAD 3.0          /* px around an edge's label */

static void swap(double *a, double *b)
{
    double keep = *a;
    *a = *b;
    *b = keep;
}

static double font_of(const flow *f, const idarch_style *style)
{
    return style->set & IDARCH_STYLE_FONT_SIZE ? style->font_size : f->lay->font_size;
}

double flow_stroke(const flow *f, int node)
{
    const idarch_style *style = f->graph->nodes.items[node].style;
    bool thick = style->set & IDARCH_STYLE_STROKE_WIDTH && style->stroke_width > THIN_STROKE;
    return thick ? (style->stroke_width - THIN_STROKE) / 2 : 0;
}

static void size_node(flow *f, int index)
{
    const idarch_node *n = &f->graph->nodes.items[index];
    vert *v = &f->verts.items[f->node_vert[index]];
    text_style style = {.size = font_of(f, n->style), .centred = true,
                        .bold = (n->style->set & IDARCH_STYLE_FONT_WEIGHT) && n->style->bold,
                        .italic = (n->style->set & IDARCH_STYLE_FONT_STYLE) && n->style->italic,
                        .max_width = NODE_LABEL_WIDTH};
    style.max_width *= style.size / 14;
    text_set(f->arena, f->lay->measure, &n->rich, &style, &f->labels[index]);
    double stroke = flow_stroke(f, index); /* inside it comes nearer to the label */
    shape_size(n->shape, f->labels[index].box.w + 2 * stroke, f->labels[index].box.h + 2 * stroke,
               &v->w, &v->h);
    v->w += 2 * stroke;
    v->h += 2 * stroke;
    if (flow_across(f->levels[v->level].direction))
        swap(&v->w, &v->h);
}

static void size_edge(flow *f, flow_edge *e)
{
    const idarch_edge *edge = &f->graph->edges.items[e->edge];
    if (!e->drawn || idarch_rich_empty(&edge->rich))
        return;
    text_style style = {.size = f->lay->font_size * EDGE_LABEL_SIZE, .centred = true,
                        .max_width = EDGE_LABEL_WIDTH};
    if (edge->style->set & IDARCH_STYLE_FONT_SIZE)
        style.size = edge->style->font_size;
    text_set(f->arena, f->lay->measure, &edge->rich, &style, &e->label);
    e->label_w = e->label.box.w + 2 * LABEL_PAD;
    e->label_h = e->label.box.h + 2;
    int around = e->loop && e->from.group ? f->levels[e->level].parent : e->level;
    if (flow_across(f->levels[around].direction))
        swap(&e->label_w, &e->label_h);
}

static void size_title(flow *f, level *l)
{
    const idarch_subgraph *s = &f->graph->subgraphs.items[l->group];
    text_style style = {.size = f->lay->font_size * 0.93, .bold = true, .max_width = TITLE_WIDTH};
    if (s->style->set & IDARCH_STYLE_FONT_SIZE)
        style.size = s->style->font_size;
    text_set(f->arena, f->lay->measure, &s->rich, &style, &l->title);
    l->title_w = l->title.box.w;
    l->title_h = l->title.box.h;
}

double flow_mark_extra(const flow *f, const flow_edge *e)
{
    const idarch_edge *edge = &f->graph->edges.items[e->edge];
    double width = idarch_edge_width(edge);
    double reach = fmax(idarch_mark_reach(edge->start, width), idarch_mark_reach(edge->end, width));
    return fmax(reach - USUAL_MARK, 0);
}

/* Room beside a node or group for its self-loops, one under the other, with their labels;
 * a node is made high enough for them. */
static void size_loop(flow *f, const flow_edge *e)
{
    double w = LOOP_SIZE + flow_mark_extra(f, e) + (e->label_w > 0 ? e->label_w + LABEL_GAP : 0);
    double h = fmax(LOOP_SIZE, e->label_h + 2) + LOOP_STEP;
    if (!e->drawn)
        return;
    if (e->from.group) {
        level *l = &f->levels[e->from.index];
        l->loop_w = fmax(l->loop_w, w);
        l->loop_h += h;
        return;
    }
    vert *v = &f->verts.items[f->node_vert[e->from.index]];
    v->loop_w = fmax(v->loop_w, w);
    v->loop_h += h;
    v->h = fmax(v->h, v->loop_h + LOOP_STEP);
}

void flow_sizes(flow *f)
{
    f->labels = IDARCH_NEW_ARRAY(f->arena, idarch_textbox, f->graph->nodes.count + 1);
    for (size_t i = 0; i < f->graph->nodes.count; i++)
        if (f->node_vert[i] >= 0)
            size_node(f, (int)i);
    for (int i = 0; i < f->edge_count; i++)
        size_edge(f, &f->edges[i]);
    for (int i = 1; i < f->level_count; i++)
        size_title(f, &f->levels[i]);
    for (int i = 0; i < f->edge_count; i++)
        if (f->edges[i].loop)
            size_loop(f, &f->edges[i]);
}
