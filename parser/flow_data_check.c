/* Keys and values of @{ } that Mermaid takes and does nothing with.
 *
 * Takes the block as it was read, gives warnings: a key that a node or an edge does not have,
 * with the slip that made it one, and a value that is none of those that its key knows. */
#include <glib.h>

#include "parser/flow_build.h"
#include "parser/flow_shapes.h"
#include "parser/flow_surprises.h"
#include "parser/flow_yaml.h"

#define GUESSES_MAX 100 /* warnings; later ones come without a guess */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const node_keys[] = {
    "shape", "label", "labelType", "icon", "form", "pos", "img", "w", "h", "constraint", "view",
    "laneRole"};
static const char *const edge_keys[] = {"animate", "animation", "curve", "step"};

/* The values that a key knows; NULL for numbers. */
typedef struct value_row {
    const char *key;
    bool edge;
    const char *const *values;
    size_t count;
    const char *hint;
} value_row;

static const char *const switches[] = {"true", "false"};
static const char *const speeds[] = {"fast", "slow"};
static const char *const curves[] = {
    "basis",     "bumpX",     "bumpY",   "cardinal", "catmullRom", "linear",    "monotoneX",
    "monotoneY", "natural", "rounded",  "step",       "stepAfter", "stepBefore"};
static const char *const forms[] = {"square", "circle", "rounded"};
static const char *const positions[] = {"t", "b"};
static const char *const constraints[] = {"on", "off"};

static const char curve_names[] =
    "curves are basis, bumpX, bumpY, cardinal, catmullRom, linear, monotoneX, monotoneY, natural, "
    "rounded, step, stepAfter and stepBefore";

static const value_row rows[] = {
    {"animate", true, switches, COUNT(switches), "it is true or false"},
    {"animation", true, speeds, COUNT(speeds), "it is fast or slow"},
    {"curve", true, curves, COUNT(curves), curve_names},
    {"form", false, forms, COUNT(forms), "the form of an icon is square, circle or rounded"},
    {"pos", false, positions, COUNT(positions), "the label stands at t (top) or b (bottom)"},
    {"constraint", false, constraints, COUNT(constraints), "it is on or off"},
    {"w", false, NULL, 0, "a width is a number above 0, as in w: 80"},
    {"h", false, NULL, 0, "a height is a number above 0, as in h: 80"},
};

static bool is_in(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static const char *nearest(const flow_builder *builder, const char *word,
                           const char *const *words, size_t count)
{
    const char *best = NULL;
    unsigned best_distance = strlen(word) <= 4 ? 2 : 3;
    if (builder->diags->counts[IDARCH_WARNING] > GUESSES_MAX)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        unsigned distance = idarch_str_distance(idarch_str_of(word), idarch_str_of(words[i]), 2);
        bool same = g_ascii_strcasecmp(word, words[i]) == 0;
        if (!same && (distance >= best_distance || distance >= strlen(words[i]) - 1))
            continue;
        best_distance = same ? 0 : distance;
        best = words[i];
    }
    return best;
}

static const char *shown(const flow_builder *builder, const char *text)
{
    return idarch_flow_clean(builder->arena, idarch_str_sub(idarch_str_of(text), 0, 60));
}

/* ---- keys ------------------------------------------------------------------------------- */

/* `shape:cyl`, `shape=cyl`, `shape "cyl"`: a known key with its value stuck to it. */
static const char *glued_hint(const flow_builder *builder, const char *key,
                              const char *const *keys, size_t count)
{
    size_t end = 0;
    while (g_ascii_isalpha(key[end]))
        end++;
    const char *value = key + end + strspn(key + end, ":= ");
    const char *name = idarch_strndup(builder->arena, key, end);
    if (end == 0 || value == key + end || !*value || !is_in(name, keys, count))
        return NULL;
    return idarch_printf(builder->arena, "a key has a colon and a blank behind it: %s: %s", name,
                         shown(builder, value));
}

/* A word alone: the name of a shape, or the rest of a label that holds a comma. */
static const char *alone_hint(const flow_builder *builder, const idarch_yaml *map, size_t index)
{
    const idarch_yaml_pair *pair = &map->pairs.items[index];
    if (idarch_flow_type(pair->value, NULL) != FLOW_TYPE_NULL)
        return NULL;
    const idarch_yaml_pair *before = index > 0 ? &map->pairs.items[index - 1] : NULL;
    if (before && strcmp(before->key->scalar, "label") == 0 && before->value->plain)
        return idarch_printf(builder->arena, "a label that holds a comma needs quotes: label: "
                             "\"%s, %s\"", shown(builder, before->value->scalar),
                             shown(builder, pair->key->scalar));
    if (idarch_flow_shape_known(pair->key->scalar))
        return idarch_printf(builder->arena, "write shape: %s", pair->key->scalar);
    return NULL;
}

static void check_key(flow_builder *builder, const idarch_yaml *map, size_t index,
                      const idarch_extract *extract, bool edge)
{
    const idarch_yaml *key = map->pairs.items[index].key;
    const char *const *keys = edge ? edge_keys : node_keys;
    size_t count = edge ? COUNT(edge_keys) : COUNT(node_keys);
    if (key->kind != IDARCH_YAML_SCALAR || is_in(key->scalar, keys, count))
        return;
    bool other = is_in(key->scalar, edge ? node_keys : edge_keys,
                       edge ? COUNT(node_keys) : COUNT(edge_keys));
    const char *near = nearest(builder, key->scalar, keys, count);
    const char *glued = glued_hint(builder, key->scalar, keys, count);
    const char *alone = edge ? NULL : alone_hint(builder, map, index);
    idarch_diag *diag = idarch_flow_warn(
        builder, "data-key", idarch_extract_span(extract, key->start, key->end),
        glued   ? "`%s` is no pair of a key and a value, and says nothing about %s"
        : other ? "`%s` has no effect on %s"
                : "`%s` says nothing about %s",
        shown(builder, key->scalar), edge ? "an edge" : "a node");
    if (glued || alone)
        diag->hint = glued ? glued : alone;
    else if (other)
        diag->hint = edge ? "it is for nodes"
                          : "it is for edges, by the id that stands before the arrow: A e1@--> B";
    else if (near)
        diag->hint = idarch_printf(builder->arena, "did you mean `%s`?", near);
    else
        diag->hint = edge ? "edges take animate, animation and curve"
                          : "nodes take shape, label, icon, img, form, pos, w, h, constraint";
}

/* ---- values ----------------------------------------------------------------------------- */

static bool is_fine(const flow_builder *builder, const value_row *row, const idarch_yaml *value)
{
    flow_type type = idarch_flow_type(value, NULL);
    if (type == FLOW_TYPE_NULL)
        return true;
    if (row->values)
        return value->kind == IDARCH_YAML_SCALAR &&
               (row->values == switches ? type == FLOW_TYPE_TRUE || type == FLOW_TYPE_FALSE
                                        : is_in(value->scalar, row->values, row->count));
    return idarch_flow_number(builder->arena, value) > 0;
}

static void check_value(flow_builder *builder, const idarch_yaml_pair *pair,
                        const idarch_extract *extract, bool edge)
{
    if (pair->key->kind != IDARCH_YAML_SCALAR)
        return;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const value_row *row = &rows[i];
        if (row->edge != edge || strcmp(pair->key->scalar, row->key) != 0 ||
            is_fine(builder, row, pair->value))
            continue;
        const char *text = idarch_flow_string(builder->arena, pair->value);
        const char *near = row->values ? nearest(builder, text, row->values, row->count) : NULL;
        bool quoted = near && strcmp(near, text) == 0; /* "true" in quotes */
        idarch_flow_warn(builder, "data-value",
                         idarch_extract_span(extract, pair->value->start, pair->value->end),
                         "`%s` is no value for `%s`", shown(builder, text), row->key)
            ->hint = quoted ? idarch_printf(builder->arena, "write it without quotes: %s: %s",
                                            row->key, near)
                     : near ? idarch_printf(builder->arena, "did you mean `%s`? %s", near, row->hint)
                            : row->hint;
    }
}

void idarch_flow_check_curve(flow_builder *builder, const char *name, idarch_span span)
{
    if (is_in(name, curves, COUNT(curves)))
        return;
    const char *near = nearest(builder, name, curves, COUNT(curves));
    idarch_flow_warn(builder, "curve-unknown", span,
                     "there is no curve `%s`, and Mermaid draws another one", shown(builder, name))
        ->hint = near ? idarch_printf(builder->arena, "did you mean `%s`?", near) : curve_names;
}

/* ---- comments --------------------------------------------------------------------------- */

/* `label: step #1` */
static void check_comment(flow_builder *builder, const idarch_extract *extract)
{
    const char *in = extract->text.ptr;
    char quote = '\0';
    for (size_t i = 0; i < extract->text.len; i++) {
        size_t entity;
        if (quote ? in[i] == quote : (in[i] == '"' || in[i] == '\''))
            quote = quote ? '\0' : in[i];
        if (quote || in[i] != '#' || i == 0 || in[i - 1] != ' ' ||
            idarch_flow_entity(extract->text, i, &entity))
            continue;
        size_t end = idarch_str_find(extract->text, '\n', i);
        size_t line = i;
        while (line > 0 && in[line - 1] != '\n')
            line--;
        idarch_str before = idarch_flow_trim(idarch_str_sub(extract->text, line, i));
        if (before.len == 0 || end <= i + 1)
            return;
        idarch_flow_warn(builder, "data-comment", idarch_extract_span(extract, i, end),
                         "`#` behind a blank begins a comment, and the rest of the line is lost")
            ->hint = "put a value that holds `#` into quotes";
        return;
    }
}

void idarch_flow_check_data(flow_builder *builder, const idarch_yaml *map,
                            const idarch_extract *extract, bool edge)
{
    for (size_t i = 0; i < map->pairs.count; i++) {
        check_key(builder, map, i, extract, edge);
        check_value(builder, &map->pairs.items[i], extract, edge);
    }
    check_comment(builder, extract);
}
