/* The graph as JSON.
 *
 * Takes a graph, gives one line with the members, order and form that the test oracle of
 * Mermaid's parser prints: optional facts only where there is one. What every node and
 * edge has is written at once; jansson holds what the author's own keys add. */
#include <jansson.h>
#include <stdlib.h>

#include "model/edge_ids.h"
#include "render/render.h"
#include "render/utf8.h"

/* ---- values ----------------------------------------------------------------------------- */

static void write_escaped(idarch_strbuf *out, unsigned char c)
{
    static const char letters[] = "btn\0fr"; /* of U+0008 to U+000D */
    if (c == '"' || c == '\\')
        idarch_strbuf_putc(out, '\\'), idarch_strbuf_putc(out, (char)c);
    else if (c >= '\b' && c <= '\r' && c != '\v')
        idarch_strbuf_putc(out, '\\'), idarch_strbuf_putc(out, letters[c - '\b']);
    else
        idarch_strbuf_printf(out, "\\u%04X", c);
}

/* A string; what is not UTF-8 in it becomes U+FFFD. */
static void write_text(idarch_strbuf *out, const char *text)
{
    size_t len = strlen(text), at = 0, done = 0;
    idarch_strbuf_putc(out, '"');
    while (at < len) {
        unsigned char c = (unsigned char)text[at];
        if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
            at++;
            continue;
        }
        idarch_strbuf_add(out, text + done, at - done);
        if (c >= 0x80)
            idarch_strbuf_add_utf8(out, idarch_utf8_next(text, len, &at));
        else
            write_escaped(out, (unsigned char)text[at++]);
        done = at;
    }
    idarch_strbuf_add(out, text + done, len - done);
    idarch_strbuf_putc(out, '"');
}

static void write_text_or_null(idarch_strbuf *out, const char *text)
{
    if (text)
        write_text(out, text);
    else
        idarch_strbuf_puts(out, "null");
}

static void write_strings(idarch_strbuf *out, const idarch_strings *strings)
{
    idarch_strbuf_putc(out, '[');
    for (size_t i = 0; i < strings->count; i++) {
        if (i > 0)
            idarch_strbuf_putc(out, ',');
        write_text(out, strings->items[i] ? strings->items[i] : "");
    }
    idarch_strbuf_putc(out, ']');
}

/* Takes the value. */
static void write_value(idarch_strbuf *out, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    idarch_strbuf_puts(out, text ? text : "null");
    free(text);
    json_decref(value);
}

static json_t *fact_value(const idarch_fact *fact)
{
    json_t *value = json_loads(fact->json, JSON_DECODE_ANY, NULL);
    return value ? value : json_null();
}

static json_t *facts_json(const idarch_facts *facts)
{
    json_t *object = json_object();
    for (size_t i = 0; i < facts->count; i++)
        json_object_set_new(object, facts->items[i].key, fact_value(&facts->items[i]));
    return object;
}

/* ---- objects ---------------------------------------------------------------------------- */

/* An object that is being written. Members in `more` take the place of those of the same
 * key; what is left of them comes last. */
typedef struct object {
    idarch_strbuf *out;
    json_t *more; /* or NULL */
    bool any;     /* it has a member */
} object;

static object open_object(idarch_strbuf *out, const idarch_facts *more)
{
    idarch_strbuf_putc(out, '{');
    return (object){out, more && more->count > 0 ? facts_json(more) : NULL, false};
}

/* Sets a member of those that come last. */
static void set_more(object *o, const char *key, json_t *value)
{
    if (!o->more)
        o->more = json_object();
    json_object_set_new(o->more, key, value);
}

static void begin(object *o, const char *key)
{
    if (o->any)
        idarch_strbuf_putc(o->out, ',');
    o->any = true;
    write_text(o->out, key);
    idarch_strbuf_putc(o->out, ':');
}

/* Begins a member; false when `more` had its value, which is written. */
static bool member(object *o, const char *key)
{
    begin(o, key);
    json_t *value = o->more ? json_incref(json_object_get(o->more, key)) : NULL;
    if (!value)
        return true;
    write_value(o->out, value);
    json_object_del(o->more, key);
    return false;
}

static void close_object(object *o)
{
    const char *key;
    json_t *value;
    if (o->more) {
        json_object_foreach(o->more, key, value)
        {
            begin(o, key);
            write_value(o->out, json_incref(value));
        }
        json_decref(o->more);
    }
    idarch_strbuf_putc(o->out, '}');
}

static void put_text(object *o, const char *key, const char *text)
{
    if (member(o, key))
        write_text(o->out, text ? text : "");
}

static void put_text_or_null(object *o, const char *key, const char *text)
{
    if (member(o, key))
        write_text_or_null(o->out, text);
}

static void put_if(object *o, const char *key, const char *text)
{
    if (text && *text)
        put_text(o, key, text);
}

static void put_strings(object *o, const char *key, const idarch_strings *strings)
{
    if (member(o, key))
        write_strings(o->out, strings);
}

static void put_word(object *o, const char *key, const char *word)
{
    if (member(o, key))
        idarch_strbuf_puts(o->out, word);
}

/* Whole numbers without a fraction, as JavaScript prints them. */
static void put_size(object *o, const char *key, double size)
{
    bool whole = size < 1e15 && (double)(json_int_t)size >= size;
    json_t *value = size > 0 ? whole ? json_integer((json_int_t)size) : json_real(size) : NULL;
    if (value && member(o, key))
        write_value(o->out, json_incref(value));
    json_decref(value);
}

static void put_length(object *o, int length)
{
    if (!member(o, "length"))
        return;
    if (length > 0)
        idarch_strbuf_printf(o->out, "%d", length);
    else
        idarch_strbuf_puts(o->out, "null");
}

/* ---- the parts of a graph --------------------------------------------------------------- */

static void write_node(idarch_strbuf *out, const idarch_graph *graph, size_t index)
{
    const idarch_node *node = &graph->nodes.items[index];
    object o = open_object(out, &node->facts);
    put_text(&o, "id", node->id);
    put_text(&o, "label", node->label);
    put_text(&o, "labelType", idarch_label_type_name(node->label_type));
    put_text_or_null(&o, "shape", node->shape_name);
    put_strings(&o, "classes", &node->classes);
    put_strings(&o, "styles", &node->styles);
    put_if(&o, "link", node->link);
    put_if(&o, "linkTarget", node->link_target);
    put_if(&o, "tooltip", node->tooltip);
    put_if(&o, "icon", node->icon);
    put_if(&o, "img", node->image);
    put_if(&o, "form", node->icon_form);
    put_if(&o, "pos", node->label_pos);
    put_if(&o, "constraint", node->constraint);
    put_size(&o, "w", node->asset_width);
    put_size(&o, "h", node->asset_height);
    if (node->props.count > 0)
        set_more(&o, "props", facts_json(&node->props));
    if (node->is_subgraph)
        set_more(&o, "isSubgraph", json_true());
    close_object(&o);
}

static void write_edge(idarch_strbuf *out, const idarch_graph *graph, size_t index, const char *id)
{
    const idarch_edge *edge = &graph->edges.items[index];
    bool hidden = edge->stroke == IDARCH_STROKE_INVISIBLE;
    object o = open_object(out, &edge->facts);
    put_text(&o, "id", id);
    put_text(&o, "from", graph->nodes.items[edge->from].id);
    put_text(&o, "to", graph->nodes.items[edge->to].id);
    put_text(&o, "label", edge->label);
    put_text(&o, "labelType", idarch_label_type_name(edge->label_type));
    put_text(&o, "stroke", idarch_stroke_name(edge->stroke));
    put_text(&o, "start", idarch_end_name(hidden ? IDARCH_END_NONE : edge->start));
    put_text(&o, "end", idarch_end_name(hidden ? IDARCH_END_NONE : edge->end));
    put_length(&o, edge->length);
    put_strings(&o, "style", &edge->styles);
    put_strings(&o, "classes", &edge->classes);
    if (edge->id)
        put_word(&o, "userId", "true");
    if (edge->invalid)
        put_word(&o, "invalid", "true");
    if (edge->animate != 0)
        put_word(&o, "animate", edge->animate > 0 ? "true" : "false");
    put_if(&o, "animation", edge->animation);
    put_if(&o, "curve", edge->curve);
    close_object(&o);
}

static void write_subgraph(idarch_strbuf *out, const idarch_graph *graph, size_t index)
{
    const idarch_subgraph *subgraph = &graph->subgraphs.items[index];
    object o = open_object(out, NULL);
    put_text(&o, "id", subgraph->id);
    put_text(&o, "title", subgraph->title);
    put_text(&o, "labelType", idarch_label_type_name(subgraph->label_type));
    put_text_or_null(&o, "dir", subgraph->direction_name);
    put_strings(&o, "nodes", &subgraph->members);
    put_strings(&o, "classes", &subgraph->classes);
    if (subgraph->metadata.count > 0)
        set_more(&o, "metadata", facts_json(&subgraph->metadata));
    close_object(&o);
}

static void put_list(object *o, const idarch_graph *graph, const char *key, size_t count,
                     void (*write)(idarch_strbuf *out, const idarch_graph *graph, size_t index))
{
    begin(o, key);
    idarch_strbuf_putc(o->out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            idarch_strbuf_putc(o->out, ',');
        write(o->out, graph, i);
    }
    idarch_strbuf_putc(o->out, ']');
}

static void put_edges(object *o, idarch_arena *arena, const idarch_graph *graph)
{
    idarch_edge_namer namer = idarch_edge_namer_of(arena, graph);
    begin(o, "edges");
    idarch_strbuf_putc(o->out, '[');
    for (size_t i = 0; i < graph->edges.count; i++) {
        if (i > 0)
            idarch_strbuf_putc(o->out, ',');
        write_edge(o->out, graph, i, idarch_edge_namer_next(&namer));
    }
    idarch_strbuf_putc(o->out, ']');
    idarch_edge_namer_release(&namer);
}

/* Each name once: the builder keeps them so. */
static void put_class_defs(object *o, const idarch_graph *graph)
{
    begin(o, "classDefs");
    object defs = open_object(o->out, NULL);
    for (size_t i = 0; i < graph->class_defs.count; i++)
        put_strings(&defs, graph->class_defs.items[i].name, &graph->class_defs.items[i].styles);
    close_object(&defs);
}

void idarch_graph_json(idarch_arena *arena, const idarch_graph *graph, idarch_strbuf *out)
{
    json_t *config = graph->config_json ? json_loads(graph->config_json, 0, NULL) : NULL;
    object o = open_object(out, NULL);
    put_text(&o, "direction", graph->direction_name);
    put_text_or_null(&o, "title", graph->title);
    put_text_or_null(&o, "accTitle", graph->acc_title);
    put_text_or_null(&o, "accDescr", graph->acc_descr);
    put_list(&o, graph, "nodes", graph->nodes.count, write_node);
    put_edges(&o, arena, graph);
    put_list(&o, graph, "subgraphs", graph->subgraphs.count, write_subgraph);
    put_class_defs(&o, graph);
    if (graph->default_edge_styles.count > 0)
        put_strings(&o, "defaultEdgeStyle", &graph->default_edge_styles);
    put_if(&o, "defaultEdgeCurve", graph->default_curve);
    begin(&o, "config");
    write_value(out, config ? config : json_object());
    close_object(&o);
    idarch_strbuf_putc(out, '\n');
}
