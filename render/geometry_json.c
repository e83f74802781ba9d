/* The geometry as JSON: boxes and polylines, the form that layout is measured in. */
#include <string.h>

#include "model/edge_ids.h"
#include "render/utf8.h"
#include "render/writers.h"

typedef struct json {
    idarch_arena *arena;
    idarch_strbuf *out;
    const char *const *edge_ids; /* of the graph, by index */
} json;

static void raw(json *j, const char *text)
{
    idarch_strbuf_puts(j->out, text);
}

static void string(json *j, const char *text)
{
    size_t len = strlen(text);
    raw(j, "\"");
    for (size_t at = 0; at < len;) {
        uint32_t c = idarch_utf8_next(text, len, &at);
        if (c < 0x20 || c == '"' || c == '\\')
            idarch_strbuf_printf(j->out, "\\u%04x", (unsigned)c);
        else
            idarch_strbuf_add_utf8(j->out, c);
    }
    raw(j, "\"");
}

static void number(json *j, double value)
{
    raw(j, idarch_format_double(j->arena, value, 3));
}

static void text_member(json *j, const char *name, const char *text)
{
    raw(j, "\"");
    raw(j, name);
    raw(j, "\":");
    if (text)
        string(j, text);
    else
        raw(j, "null");
    raw(j, ",");
}

/* "x":..,"y":..,"w":..,"h":.. without braces. */
static void box_members(json *j, const idarch_box *box)
{
    const double values[] = {box->x, box->y, box->w, box->h};
    static const char *const names[] = {"\"x\":", ",\"y\":", ",\"w\":", ",\"h\":"};
    for (int i = 0; i < 4; i++) {
        raw(j, names[i]);
        number(j, values[i]);
    }
}

/* A text's box with its words, fragments joined by blanks; null for an empty text. */
static void text_box(json *j, const char *name, const idarch_textbox *text)
{
    raw(j, ",\"");
    raw(j, name);
    if (text->fragments.count == 0) {
        raw(j, "\":null");
        return;
    }
    raw(j, "\":{");
    box_members(j, &text->box);
    idarch_strbuf words = {.arena = j->arena};
    for (size_t i = 0; i < text->fragments.count; i++) {
        idarch_strbuf_puts(&words, i ? " " : "");
        idarch_strbuf_puts(&words, text->fragments.items[i].text);
    }
    raw(j, ",\"text\":");
    string(j, idarch_strbuf_text(&words));
    raw(j, "}");
}

/* A list: calls one for each index, with commas between. */
static void list(json *j, const char *name, size_t count, const idarch_drawing *drawing,
                 void (*one)(json *, const idarch_drawing *, size_t))
{
    raw(j, "\"");
    raw(j, name);
    raw(j, "\":[");
    for (size_t i = 0; i < count; i++) {
        raw(j, i ? ",\n{" : "\n{");
        one(j, drawing, i);
        raw(j, "}");
    }
    raw(j, "]");
}

/* ---- graph ---- */

static const idarch_graph *graph_of(const idarch_drawing *drawing)
{
    return &drawing->picture->graph;
}

static const char *subgraph_id(const idarch_drawing *drawing, int subgraph)
{
    return subgraph < 0 ? NULL : graph_of(drawing)->subgraphs.items[subgraph].id;
}

/* Outlines that are not about their box, as the measuring program knows them. */
static const char *shape_of(idarch_shape shape)
{
    if (shape == IDARCH_SHAPE_DIAMOND)
        return "diamond";
    return shape == IDARCH_SHAPE_CIRCLE || shape == IDARCH_SHAPE_DOUBLE_CIRCLE ||
                   shape == IDARCH_SHAPE_ELLIPSE
               ? "ellipse"
               : NULL;
}

static void node_members(json *j, const idarch_drawing *drawing, size_t i)
{
    const idarch_node_geometry *g = &drawing->geometry->nodes.items[i];
    const idarch_node *node = &graph_of(drawing)->nodes.items[g->node];
    text_member(j, "id", node->id);
    text_member(j, "parent", subgraph_id(drawing, node->subgraph));
    if (shape_of(node->shape))
        text_member(j, "shape", shape_of(node->shape));
    box_members(j, &g->box);
    text_box(j, "text", &g->label);
}

static void cluster_members(json *j, const idarch_drawing *drawing, size_t i)
{
    const idarch_group_geometry *g = &drawing->geometry->groups.items[i];
    const idarch_subgraph *sub = &graph_of(drawing)->subgraphs.items[g->subgraph];
    text_member(j, "id", sub->id);
    text_member(j, "parent", subgraph_id(drawing, sub->parent));
    box_members(j, &g->box);
    text_box(j, "title", &g->title);
}

static void edge_members(json *j, const idarch_drawing *drawing, size_t i)
{
    const idarch_edge_geometry *g = &drawing->geometry->edges.items[i];
    const idarch_edge *edge = &graph_of(drawing)->edges.items[g->edge];
    text_member(j, "id", j->edge_ids[g->edge]);
    text_member(j, "from", graph_of(drawing)->nodes.items[edge->from].id);
    text_member(j, "to", graph_of(drawing)->nodes.items[edge->to].id);
    raw(j, "\"points\":[");
    for (size_t k = 0; k < g->points.count; k++) {
        raw(j, k ? ",[" : "[");
        number(j, g->points.items[k].x);
        raw(j, ",");
        number(j, g->points.items[k].y);
        raw(j, "]");
    }
    raw(j, "]");
    text_box(j, "label", g->has_label ? &g->label : &(idarch_textbox){0});
}

/* ---- page ---- */

static void field_members(json *j, const idarch_drawing *drawing, size_t i)
{
    const idarch_bar_geometry *g = &drawing->geometry->fields.items[i];
    const idarch_bar_field *field = &drawing->report->bar.fields.items[g->field];
    text_member(j, "name", field->name);
    text_member(j, "kind", idarch_field_kind_name(field->kind));
    idarch_strbuf_printf(j->out, "\"bits\":%u,\"shift\":%u,", field->bits, field->shift);
    box_members(j, &g->box);
    text_box(j, "inside", &g->inside);
    text_box(j, "caption", &g->caption);
}

static void block_members(json *j, const idarch_drawing *drawing, size_t i)
{
    static const char *const kinds[] = {"title", "settings", "notes", "verdict", "legend"};
    const idarch_page_block *block = &drawing->geometry->blocks.items[i];
    text_member(j, "kind", kinds[block->kind]);
    box_members(j, &block->box);
    text_box(j, "text", &block->text);
}

static void bar_member(json *j, const idarch_drawing *drawing)
{
    if (!drawing->geometry->has_bar || !drawing->report) {
        raw(j, "\"bitbar\":null");
        return;
    }
    raw(j, "\"bitbar\":{");
    box_members(j, &drawing->geometry->bar);
    raw(j, ",");
    list(j, "fields", drawing->geometry->fields.count, drawing, field_members);
    raw(j, "}");
}

void idarch_write_geometry(idarch_arena *arena, const idarch_drawing *drawing, idarch_strbuf *out)
{
    json j = {arena, out, NULL};
    const idarch_geometry *geometry = drawing->geometry;
    if (drawing->picture)
        j.edge_ids = idarch_edge_ids(arena, graph_of(drawing));
    raw(&j, "{\"width\":");
    number(&j, geometry->width);
    raw(&j, ",\"height\":");
    number(&j, geometry->height);
    raw(&j, ",");
    text_member(&j, "direction",
                drawing->picture ? idarch_direction_name(graph_of(drawing)->direction) : NULL);
    list(&j, "nodes", drawing->picture ? geometry->nodes.count : 0, drawing, node_members);
    raw(&j, ",\n");
    list(&j, "clusters", drawing->picture ? geometry->groups.count : 0, drawing, cluster_members);
    raw(&j, ",\n");
    list(&j, "edges", drawing->picture ? geometry->edges.count : 0, drawing, edge_members);
    raw(&j, ",\n");
    bar_member(&j, drawing);
    raw(&j, ",\n");
    list(&j, "blocks", geometry->blocks.count, drawing, block_members);
    raw(&j, "}\n");
}
