/* The @{ } block of a node, an edge or a subgraph.
 *
 * Takes the YAML between the braces with the place of each byte, sets what Mermaid sets:
 * shape, label, icon and image of a node, animation and curve of an edge. */
#include <stdlib.h>

#include "parser/flow_build.h"
#include "parser/flow_shapes.h"
#include "parser/label.h"
#include "parser/yaml.h"

/* The YAML as an extract of its own, so that its places point into the file. Text on one
 * line stands for the inside of { }. */
static idarch_extract *extract_of(flow_builder *builder, const char *data,
                                  const uint32_t *origin, size_t len)
{
    idarch_arena *arena = builder->arena;
    idarch_extract *extract = IDARCH_NEW(arena, idarch_extract);
    bool line = memchr(data, '\n', len) == NULL;
    size_t shift = line ? 2 : 0;
    extract->text = idarch_str_of(idarch_printf(arena, line ? "{\n%s\n}" : "%s\n", data));
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

/* A scalar that JavaScript would take as true, as text; NULL for others. */
static const char *truthy(const idarch_yaml *map, const char *key)
{
    static const char *const falsy[] = {"null", "Null", "NULL", "~", "false", "False", "FALSE",
                                        "0"};
    const idarch_yaml *value = idarch_yaml_get(map, key);
    if (!value || value->kind != IDARCH_YAML_SCALAR || !value->scalar[0])
        return NULL;
    for (size_t i = 0; value->plain && i < sizeof falsy / sizeof falsy[0]; i++)
        if (strcmp(value->scalar, falsy[i]) == 0)
            return NULL;
    return value->scalar;
}

static idarch_span span_of(const idarch_extract *extract, const idarch_yaml *value)
{
    return idarch_extract_span(extract, value->start, value->end);
}

static bool set_shape(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                      const idarch_extract *extract)
{
    const char *shape = truthy(map, "shape");
    if (!shape)
        return true;
    if (!idarch_flow_shape_known(shape) || strchr(shape, '_')) {
        idarch_span span = span_of(extract, idarch_yaml_get(map, "shape"));
        const char *clean = idarch_flow_clean(builder->arena, idarch_str_of(shape));
        idarch_diag *diag =
            idarch_flow_fail(builder, "shape-unknown", span, "there is no shape `%s`", clean);
        const char *near = idarch_flow_shape_near(shape);
        diag->hint = near ? idarch_printf(builder->arena, "did you mean `%s`?", near)
                          : "names of shapes are in lower case, as rect, cyl, diam, docs";
        return false;
    }
    node->shape_name = shape;
    node->shape = idarch_flow_shape(shape);
    return true;
}

static idarch_label_type label_type(const idarch_yaml *map)
{
    const char *name = truthy(map, "labelType");
    if (name && strcmp(name, "string") == 0)
        return IDARCH_LABEL_STRING;
    return name && strcmp(name, "text") == 0 ? IDARCH_LABEL_TEXT : IDARCH_LABEL_MARKDOWN;
}

/* A number or a truth value as a label: Mermaid cannot draw it. */
static bool is_typed(flow_builder *builder, const idarch_yaml *value)
{
    return value->plain && idarch_yaml_json(builder->arena, value)[0] != '"';
}

static void set_label(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                      const idarch_extract *extract)
{
    const char *label = truthy(map, "label");
    if (!label)
        return;
    const idarch_yaml *value = idarch_yaml_get(map, "label");
    if (is_typed(builder, value)) {
        idarch_flow_fail(builder, "label-quotes", span_of(extract, value),
                         "a label that is a number or true needs quotes")->hint =
            idarch_printf(builder->arena, "write label: \"%s\"", label);
        return;
    }
    idarch_flow_check_relabel(builder, node, idarch_flow_clean(builder->arena, idarch_str_of(label)),
                              span_of(extract, value));
    node->label = idarch_flow_clean(builder->arena, idarch_str_of(label));
    node->label_type = label_type(map);
    node->label_span = span_of(extract, value);
    node->rich = idarch_label_rich(builder->arena, idarch_str_of(label), node->label_type,
                                   node->label_span, builder->diags);
}

static const char *clean_value(flow_builder *builder, const idarch_yaml *map, const char *key,
                               const char *otherwise)
{
    const char *value = truthy(map, key);
    return value ? idarch_flow_clean(builder->arena, idarch_str_of(value)) : otherwise;
}

static double number_value(const idarch_yaml *map, const char *key, double otherwise)
{
    const char *value = truthy(map, key);
    double result = 0, scale = 0;
    for (const char *c = value ? value : ""; *c && result < 1e6; c++) {
        if (*c == '.' && scale == 0) {
            scale = 1;
        } else if (*c >= '0' && *c <= '9') {
            result = result * 10 + (*c - '0');
            scale *= 10;
        } else {
            return otherwise;
        }
    }
    return value ? result / (scale > 0 ? scale : 1) : otherwise;
}

static void set_node(flow_builder *builder, idarch_node *node, const idarch_yaml *map,
                     const idarch_extract *extract)
{
    if (!set_shape(builder, node, map, extract))
        return;
    set_label(builder, node, map, extract);
    node->icon = clean_value(builder, map, "icon", node->icon);
    node->icon_form = clean_value(builder, map, "form", node->icon_form);
    node->label_pos = clean_value(builder, map, "pos", node->label_pos);
    node->image = clean_value(builder, map, "img", node->image);
    node->constraint = clean_value(builder, map, "constraint", node->constraint);
    node->asset_width = number_value(map, "w", node->asset_width);
    node->asset_height = number_value(map, "h", node->asset_height);
    bool asset = truthy(map, "icon") || truthy(map, "img");
    if (asset && !truthy(map, "label") && strcmp(node->label, node->id) == 0) {
        node->label = "";
        node->rich = (idarch_rich){0};
    }
}

static void set_edge(flow_builder *builder, idarch_edge *edge, const idarch_yaml *map)
{
    const idarch_yaml *animate = idarch_yaml_get(map, "animate");
    if (animate && animate->kind == IDARCH_YAML_SCALAR)
        edge->animate = truthy(map, "animate") ? 1 : -1;
    edge->animation = clean_value(builder, map, "animation", edge->animation);
    edge->curve = clean_value(builder, map, "curve", edge->curve);
}

void idarch_flow_add_data(flow_builder *builder, const char *id, const char *data,
                          const uint32_t *origin, size_t len, idarch_span span)
{
    idarch_extract *extract = extract_of(builder, data, origin, len);
    size_t fatal = builder->diags->counts[IDARCH_FATAL];
    const idarch_yaml *map = idarch_yaml_parse(builder->arena, extract, 0, extract->text.len,
                                               IDARCH_FATAL, builder->diags);
    if (builder->diags->counts[IDARCH_FATAL] > fatal) {
        builder->failed = true;
        return;
    }
    int group = idarch_flow_find(builder->groups, id), edge = idarch_flow_find(builder->edges, id);
    int node = idarch_flow_find(builder->nodes, id);
    if (!map && edge < 0)
        idarch_flow_fail(builder, "data-empty", span, "this block of settings is empty")->hint =
            "write `key: value` pairs between the braces, or take the block away";
    if (!map || map->kind != IDARCH_YAML_MAPPING)
        return;
    if (group < 0)
        idarch_flow_check_data(builder, map, extract, edge >= 0);
    if (group >= 0)
        idarch_flow_warn(builder, "subgraph-data", span,
                         "settings of a subgraph have no part in this drawing");
    else if (edge >= 0)
        set_edge(builder, &builder->graph->edges.items[edge], map);
    else if (node >= 0)
        set_node(builder, &builder->graph->nodes.items[node], map, extract);
}
