/* The graph as JSON.
 *
 * Takes a graph, gives one line with the members, order and form that the test oracle of
 * Mermaid's parser prints: optional facts only where there is one. Written with jansson,
 * so every string is escaped as JSON wants it. */
#include <jansson.h>
#include <stdlib.h>

#include "render/render.h"

static json_t *text_of(const char *text)
{
    return json_string(text ? text : "");
}

static json_t *text_or_null(const char *text)
{
    return text ? json_string(text) : json_null();
}

static json_t *list_of(const idarch_strings *strings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < strings->count; i++)
        json_array_append_new(list, text_of(strings->items[i]));
    return list;
}

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_if(json_t *object, const char *key, const char *text)
{
    if (text && *text)
        set(object, key, json_string(text));
}

/* Whole numbers without a fraction, as JavaScript prints them. */
static void set_size(json_t *object, const char *key, double size)
{
    json_int_t whole = (json_int_t)size;
    bool exact = (double)whole >= size && (double)whole <= size;
    if (size > 0)
        set(object, key, exact ? json_integer(whole) : json_real(size));
}

static json_t *fact_value(const idarch_fact *fact)
{
    json_t *value = json_loads(fact->json, JSON_DECODE_ANY, NULL);
    return value ? value : json_null();
}

/* Members that take the place of those that are there. */
static void set_facts(json_t *object, const idarch_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++)
        set(object, facts->items[i].key, fact_value(&facts->items[i]));
}

/* The facts as one object, where there are some. */
static void set_object(json_t *object, const char *key, const idarch_facts *facts)
{
    if (facts->count == 0)
        return;
    json_t *value = json_object();
    set_facts(value, facts);
    set(object, key, value);
}

static json_t *node_json(const idarch_node *node)
{
    json_t *json = json_object();
    set(json, "id", text_of(node->id));
    set(json, "label", text_of(node->label));
    set(json, "labelType", text_of(idarch_label_type_name(node->label_type)));
    set(json, "shape", text_or_null(node->shape_name));
    set(json, "classes", list_of(&node->classes));
    set(json, "styles", list_of(&node->styles));
    set_if(json, "link", node->link);
    set_if(json, "linkTarget", node->link_target);
    set_if(json, "tooltip", node->tooltip);
    set_if(json, "icon", node->icon);
    set_if(json, "img", node->image);
    set_if(json, "form", node->icon_form);
    set_if(json, "pos", node->label_pos);
    set_if(json, "constraint", node->constraint);
    set_size(json, "w", node->asset_width);
    set_size(json, "h", node->asset_height);
    set_facts(json, &node->facts);
    set_object(json, "props", &node->props);
    if (node->is_subgraph)
        set(json, "isSubgraph", json_true());
    return json;
}

static json_t *edge_json(const idarch_graph *graph, const idarch_edge *edge)
{
    json_t *json = json_object();
    set(json, "id", text_of(edge->id));
    set(json, "from", text_of(graph->nodes.items[edge->from].id));
    set(json, "to", text_of(graph->nodes.items[edge->to].id));
    set(json, "label", text_of(edge->label));
    set(json, "labelType", text_of(idarch_label_type_name(edge->label_type)));
    set(json, "stroke", text_of(idarch_stroke_name(edge->stroke)));
    bool hidden = edge->stroke == IDARCH_STROKE_INVISIBLE;
    set(json, "start", text_of(idarch_end_name(hidden ? IDARCH_END_NONE : edge->start)));
    set(json, "end", text_of(idarch_end_name(hidden ? IDARCH_END_NONE : edge->end)));
    set(json, "length", edge->length > 0 ? json_integer(edge->length) : json_null());
    set(json, "style", list_of(&edge->styles));
    set(json, "classes", list_of(&edge->classes));
    if (edge->user_id)
        set(json, "userId", json_true());
    if (edge->invalid)
        set(json, "invalid", json_true());
    if (edge->animate != 0)
        set(json, "animate", json_boolean(edge->animate > 0));
    set_if(json, "animation", edge->animation);
    set_if(json, "curve", edge->curve);
    set_facts(json, &edge->facts);
    return json;
}

static json_t *subgraph_json(const idarch_subgraph *subgraph)
{
    json_t *json = json_object();
    set(json, "id", text_of(subgraph->id));
    set(json, "title", text_of(subgraph->title));
    set(json, "labelType", text_of(idarch_label_type_name(subgraph->label_type)));
    set(json, "dir", text_or_null(subgraph->direction_name));
    set(json, "nodes", list_of(&subgraph->members));
    set(json, "classes", list_of(&subgraph->classes));
    set_object(json, "metadata", &subgraph->metadata);
    return json;
}

static json_t *class_defs_json(const idarch_graph *graph)
{
    json_t *json = json_object();
    for (size_t i = 0; i < graph->class_defs.count; i++)
        set(json, graph->class_defs.items[i].name, list_of(&graph->class_defs.items[i].styles));
    return json;
}

/* ---- the whole, written piece by piece so that a large graph needs no second copy ------- */

static void write_value(idarch_strbuf *out, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    idarch_strbuf_puts(out, text ? text : "null");
    free(text);
    json_decref(value);
}

static void write_member(idarch_strbuf *out, const char *key, json_t *value)
{
    idarch_strbuf_printf(out, "%s\"%s\":", out->ptr[out->len - 1] == '{' ? "" : ",", key);
    write_value(out, value);
}

typedef json_t *item_json(const idarch_graph *graph, size_t index);

static json_t *node_at(const idarch_graph *graph, size_t index)
{
    return node_json(&graph->nodes.items[index]);
}

static json_t *edge_at(const idarch_graph *graph, size_t index)
{
    return edge_json(graph, &graph->edges.items[index]);
}

static json_t *subgraph_at(const idarch_graph *graph, size_t index)
{
    return subgraph_json(&graph->subgraphs.items[index]);
}

static void write_list(idarch_strbuf *out, const idarch_graph *graph, const char *key,
                       size_t count, item_json *item)
{
    idarch_strbuf_printf(out, ",\"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        idarch_strbuf_puts(out, i > 0 ? "," : "");
        write_value(out, item(graph, i));
    }
    idarch_strbuf_putc(out, ']');
}

void idarch_graph_json(idarch_arena *arena, const idarch_graph *graph, idarch_strbuf *out)
{
    (void)arena;
    json_t *config = graph->config_json ? json_loads(graph->config_json, 0, NULL) : NULL;
    idarch_strbuf_putc(out, '{');
    write_member(out, "direction", text_of(graph->direction_name));
    write_member(out, "title", text_or_null(graph->title));
    write_member(out, "accTitle", text_or_null(graph->acc_title));
    write_member(out, "accDescr", text_or_null(graph->acc_descr));
    write_list(out, graph, "nodes", graph->nodes.count, node_at);
    write_list(out, graph, "edges", graph->edges.count, edge_at);
    write_list(out, graph, "subgraphs", graph->subgraphs.count, subgraph_at);
    write_member(out, "classDefs", class_defs_json(graph));
    if (graph->default_edge_styles.count > 0)
        write_member(out, "defaultEdgeStyle", list_of(&graph->default_edge_styles));
    if (graph->default_curve && *graph->default_curve)
        write_member(out, "defaultEdgeCurve", json_string(graph->default_curve));
    write_member(out, "config", config ? config : json_object());
    idarch_strbuf_puts(out, "}\n");
}
