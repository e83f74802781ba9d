/* The @{ } block of a node, an edge or a subgraph.
 *
 * Takes the YAML between the braces with the place of each byte, sets what Mermaid sets:
 * shape, label, icon and image of a node, animation and curve of an edge. Mermaid takes
 * values of any type for most of them; what is no text becomes a fact for dumps. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "parser/flow_build.h"
#include "parser/flow_shapes.h"
#include "parser/flow_yaml.h"
#include "parser/label.h"

/* Entity codes are text to YAML, as Mermaid takes them out before it reads a block. */
static void hide_entities(char *text, size_t len)
{
    idarch_str all = {text, len};
    size_t step;
    for (size_t i = 0; (i = idarch_str_find(all, '#', i)) < len; i += step) {
        step = 1;
        if (idarch_flow_entity(all, i, &step))
            text[i] = IDARCH_YAML_HASH;
    }
}

/* The YAML as an extract of its own, so that its places point into the file. Text on one
 * line stands for the inside of { }. */
static idarch_extract *extract_of(flow_builder *builder, const char *data,
                                  const uint32_t *origin, size_t len)
{
    idarch_arena *arena = builder->arena;
    idarch_extract *extract = IDARCH_NEW(arena, idarch_extract);
    bool line = memchr(data, '\n', len) == NULL;
    size_t shift = line ? 2 : 0;
    char *text = idarch_printf(arena, line ? "{\n%s\n}" : "%s\n", data);
    extract->text = idarch_str_of(text);
    hide_entities(text, extract->text.len);
    uint32_t expected = UINT32_MAX;
    for (size_t i = 0; i < len; i++) {
        uint32_t place = idarch_extract_offset(
            builder->text->extract, idarch_flow_origin(builder->text, origin[i]));
        if (place != expected) {
            idarch_piece *piece = IDARCH_PUSH(arena, &extract->pieces);
            /* The first begins before the text, so that the braces have a place too. */
            *piece = i == 0 ? (idarch_piece){0, place - (uint32_t)shift}
                            : (idarch_piece){(uint32_t)(i + shift), place};
        }
        expected = place + 1;
    }
    /* What was added behind the text must not point past the end of the file. */
    uint32_t tail = extract->pieces.count > 0 && expected > 2 ? expected - 2 : 0;
    *IDARCH_PUSH(arena, &extract->pieces) =
        (idarch_piece){extract->pieces.count > 0 ? (uint32_t)(len + shift) : 0, tail};
    return extract;
}

static idarch_span span_of(const idarch_extract *extract, const idarch_yaml *value)
{
    return idarch_extract_span(extract, value->start, value->end);
}

/* ---- facts ----------------------------------------------------------------------------- */

/* The keys of a block are few, so a list is a table here. */
static void drop_fact(idarch_facts *facts, const char *key)
{
    size_t to = 0;
    for (size_t i = 0; i < facts->count; i++)
        if (strcmp(facts->items[i].key, key) != 0)
            facts->items[to++] = facts->items[i];
    facts->count = to;
}

static void put_fact(flow_builder *builder, idarch_facts *facts, const char *key,
                     const char *json)
{
    drop_fact(facts, key);
    *IDARCH_PUSH(builder->arena, facts) = (idarch_fact){key, json};
}

void idarch_flow_add_prop(flow_builder *builder, int node, const char *key, const char *value)
{
    idarch_yaml text = {.kind = IDARCH_YAML_SCALAR, .scalar = value};
    if (node >= 0)
        *IDARCH_PUSH(builder->arena, &builder->graph->nodes.items[node].props) =
            (idarch_fact){key, idarch_flow_json(builder->arena, &text)};
}

/* Sets a text, or NULL and a fact for a value of another type. An empty list or mapping
 * is neither. */
static void set_value(flow_builder *builder, const idarch_yaml *value, const char *key,
                      const char **text, idarch_facts *facts)
{
    flow_type type = idarch_flow_type(value, NULL);
    drop_fact(facts, key);
    *text = NULL;
    if (type == FLOW_TYPE_TEXT)
        *text = idarch_flow_clean(builder->arena, idarch_str_of(value->scalar));
    else if (type != FLOW_TYPE_NULL && (value->kind == IDARCH_YAML_SCALAR ||
                                        value->items.count + value->pairs.count > 0))
        put_fact(builder, facts, key, idarch_flow_json(builder->arena, value));
}

/* ---- nodes ----------------------------------------------------------------------------- */

static bool set_shape(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                      const idarch_extract *extract)
{
    const idarch_yaml *value = idarch_yaml_get(map, "shape");
    if (!idarch_flow_truthy(value))
        return true;
    bool text = idarch_flow_type(value, NULL) == FLOW_TYPE_TEXT, upper = false;
    const char *shape = text ? value->scalar : "";
    for (const char *c = shape; *c; c++)
        upper = upper || g_ascii_isupper(*c);
    if (upper || !idarch_flow_shape_known(shape) || strchr(shape, '_')) {
        const char *clean = idarch_flow_clean(
            builder->arena, idarch_str_of(idarch_flow_string(builder->arena, value)));
        idarch_diag *diag = idarch_flow_fail(builder, "shape-unknown", span_of(extract, value),
                                             "there is no shape `%s`", clean);
        size_t len = strlen(clean);
        char *cut = len > 0 && strchr(",;", clean[len - 1])
                        ? idarch_strndup(builder->arena, clean, len - 1)
                        : NULL;
        const char *near = idarch_flow_shape_near(cut ? cut : clean);
        if (cut && idarch_flow_shape_known(cut)) {
            diag->hint = idarch_printf(builder->arena, "no comma or semicolon stands at the end of "
                                       "a line: shape: %s", cut);
            return false;
        }
        diag->hint = near ? idarch_printf(builder->arena, "did you mean `%s`?", near)
                          : "Mermaid's names are short words as rect, rounded, diam, cyl, circle, doc; "
                            "the list stands in docs/syntax.md";
        return false;
    }
    node->shape_name = shape;
    node->shape = idarch_flow_shape(shape);
    return true;
}

static idarch_label_type label_type(const idarch_yaml *map)
{
    const idarch_yaml *value = idarch_yaml_get(map, "labelType");
    const char *name = idarch_flow_type(value, NULL) == FLOW_TYPE_TEXT ? value->scalar : "";
    if (strcmp(name, "string") == 0)
        return IDARCH_LABEL_STRING;
    return strcmp(name, "text") == 0 ? IDARCH_LABEL_TEXT : IDARCH_LABEL_MARKDOWN;
}

void idarch_flow_fail_label(flow_builder *builder, const flow_unfit *label)
{
    idarch_flow_fail(builder, "label-quotes", label->span, "a label that is no text needs quotes")
        ->hint = idarch_printf(builder->arena, "write label: \"%s\"", label->text);
}

void idarch_flow_label_fits(flow_builder *builder, const char *id)
{
    if (builder->unfit->count > 0 && idarch_table_find(builder->unfit, idarch_str_of(id)) >= 0)
        idarch_table_set(builder->unfit, id, -1);
}

static flow_unfit unfit_label(flow_builder *builder, const idarch_yaml *value, idarch_span span)
{
    bool scalar = value->kind == IDARCH_YAML_SCALAR;
    return (flow_unfit){
        span, scalar ? idarch_flow_clean(builder->arena, idarch_str_of(value->scalar)) : "..."};
}

static void set_label(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                      const idarch_extract *extract)
{
    const idarch_yaml *value = idarch_yaml_get(map, "label");
    if (!idarch_flow_truthy(value))
        return;
    bool text = idarch_flow_type(value, NULL) == FLOW_TYPE_TEXT;
    if (text)
        idarch_flow_check_relabel(builder, node,
                                  idarch_flow_clean(builder->arena, idarch_str_of(value->scalar)),
                                  span_of(extract, value));
    node->label_type = label_type(map);
    node->label_span = span_of(extract, value);
    if (!text) {
        node->label = "";
        idarch_table_set(builder->unfit, node->id, (int32_t)builder->unfit_labels.count);
        *IDARCH_PUSH(builder->arena, &builder->unfit_labels) =
            unfit_label(builder, value, node->label_span);
        return;
    }
    idarch_flow_label_fits(builder, node->id);
    idarch_flow_note_newline(builder, idarch_str_of(value->scalar),
                             node->label_type == IDARCH_LABEL_MARKDOWN, node->label_span);
    node->label = idarch_flow_clean(builder->arena, idarch_str_of(value->scalar));
    node->rich = idarch_label_rich(builder->arena, idarch_str_of(value->scalar), node->label_type,
                                   node->label_span, builder->diags);
}

/* An icon or image instead of the id; beside it Mermaid trims the label, which must be one. */
static void set_asset(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                      const char *key, const char **text, const idarch_extract *extract)
{
    const idarch_yaml *value = idarch_yaml_get(map, key), *label = idarch_yaml_get(map, "label");
    if (!idarch_flow_truthy(value))
        return;
    set_value(builder, value, key, text, &node->facts);
    flow_type type = idarch_flow_type(label, NULL);
    if (type != FLOW_TYPE_NULL && type != FLOW_TYPE_TEXT) {
        flow_unfit unfit = unfit_label(builder, label, span_of(extract, label));
        idarch_flow_fail_label(builder, &unfit);
        return;
    }
    bool said = type == FLOW_TYPE_TEXT && idarch_flow_trim(idarch_str_of(label->scalar)).len > 0;
    if (!said && strcmp(node->label, node->id) == 0) {
        node->label = "";
        node->rich = (idarch_rich){0};
    }
}

static void set_word(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                     const char *key, const char **text)
{
    const idarch_yaml *value = idarch_yaml_get(map, key);
    if (idarch_flow_truthy(value))
        set_value(builder, value, key, text, &node->facts);
}

/* A size; one that cannot be drawn is kept for dumps alone. */
static void set_size(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                     const char *key, double *size)
{
    const idarch_yaml *value = idarch_yaml_get(map, key);
    if (!idarch_flow_truthy(value))
        return;
    double number = idarch_flow_number(builder->arena, value);
    bool drawn = number > 0 && number < 1e6;
    drop_fact(&node->facts, key);
    *size = drawn ? number : 0;
    if (!drawn)
        put_fact(builder, &node->facts, key, idarch_flow_json_number(builder->arena, number));
}

static void set_node(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                     const idarch_extract *extract)
{
    if (!set_shape(builder, node, map, extract))
        return;
    set_label(builder, node, map, extract);
    set_asset(builder, node, map, "icon", &node->icon, extract);
    set_word(builder, node, map, "form", &node->icon_form);
    set_word(builder, node, map, "pos", &node->label_pos);
    set_asset(builder, node, map, "img", &node->image, extract);
    set_word(builder, node, map, "constraint", &node->constraint);
    set_size(builder, node, map, "w", &node->asset_width);
    set_size(builder, node, map, "h", &node->asset_height);
}

/* ---- edges and subgraphs --------------------------------------------------------------- */

static void set_animate(flow_builder *builder, idarch_edge *edge, const idarch_yaml *value)
{
    const char *text = NULL;
    flow_type type = idarch_flow_type(value, NULL);
    edge->animate = type == FLOW_TYPE_NULL ? 0 : idarch_flow_truthy(value) ? 1 : -1;
    set_value(builder, value, "animate", &text, &edge->facts);
    if (type == FLOW_TYPE_TRUE || type == FLOW_TYPE_FALSE)
        drop_fact(&edge->facts, "animate");
    else if (text && *text)
        put_fact(builder, &edge->facts, "animate", idarch_flow_json(builder->arena, value));
    else if (type == FLOW_TYPE_TEXT)
        edge->animate = 0;
}

static void set_edge(flow_builder *builder, idarch_edge *edge, const idarch_yaml *map)
{
    const idarch_yaml *animate = idarch_yaml_get(map, "animate"), *value;
    double step = 0;
    if (animate)
        set_animate(builder, edge, animate);
    if ((value = idarch_yaml_get(map, "animation")))
        set_value(builder, value, "animation", &edge->animation, &edge->facts);
    if ((value = idarch_yaml_get(map, "curve")))
        set_value(builder, value, "curve", &edge->curve, &edge->facts);
    value = idarch_yaml_get(map, "step");
    if (idarch_flow_type(value, &step) == FLOW_TYPE_NUMBER && step > 0 && !(floor(step) < step) &&
        isfinite(step))
        put_fact(builder, &edge->facts, "step", idarch_flow_json_number(builder->arena, step));
}

/* Nothing draws them; a key counts once, the last value of it. */
static void set_group(flow_builder *builder, idarch_subgraph *group, const idarch_yaml *map)
{
    static const char *const internal[] = {"laneRole", "laneIndex", "drawnExtent"};
    for (size_t i = 0; i < map->pairs.count; i++) {
        const char *key = map->pairs.items[i].key->scalar;
        bool kept = true;
        for (size_t k = 0; k < sizeof internal / sizeof internal[0]; k++)
            kept = kept && strcmp(key, internal[k]) != 0;
        if (kept)
            *IDARCH_PUSH(builder->arena, &group->metadata) =
                (idarch_fact){key, idarch_flow_json(builder->arena, map->pairs.items[i].value)};
    }
    for (size_t i = 0; i < map->items.count; i++)
        *IDARCH_PUSH(builder->arena, &group->metadata) =
            (idarch_fact){idarch_printf(builder->arena, "%zu", i),
                          idarch_flow_json(builder->arena, map->items.items[i])};
}

void idarch_flow_add_data(flow_builder *builder, const char *id, const char *data,
                          const uint32_t *origin, size_t len, idarch_span span)
{
    idarch_extract *extract = extract_of(builder, data, origin, len);
    size_t fatal = builder->diags->counts[IDARCH_FATAL];
    const idarch_yaml *map = idarch_flow_yaml(builder->arena, extract, builder->diags);
    if (builder->diags->counts[IDARCH_FATAL] > fatal) {
        builder->failed = true;
        return;
    }
    int group = idarch_flow_find(builder->groups, id), edge = idarch_flow_find_edge(builder, id);
    int node = idarch_flow_find(builder->nodes, id);
    if (group < 0 && map && map->kind == IDARCH_YAML_MAPPING)
        idarch_flow_check_data(builder, map, extract, edge >= 0);
    if (group >= 0 && idarch_flow_truthy(map)) {
        set_group(builder, &builder->graph->subgraphs.items[group], map);
        idarch_flow_warn(builder, "subgraph-data", span,
                         "settings of a subgraph have no part in this drawing")
            ->hint = "give a subgraph a class or a style";
    } else if (edge >= 0) {
        if (map && map->kind == IDARCH_YAML_MAPPING)
            set_edge(builder, &builder->graph->edges.items[edge], map);
    } else if (map && idarch_flow_type(map, NULL) == FLOW_TYPE_NULL) {
        idarch_flow_fail(builder, "data-empty", span, "this block of settings is empty")->hint =
            "write `key: value` pairs between the braces, or take the block away";
    } else if (map && node >= 0) {
        set_node(builder, &builder->graph->nodes.items[node], map, extract);
    }
}
