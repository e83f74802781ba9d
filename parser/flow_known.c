/* Settings and links that say nothing to Mermaid.
 *
 * Takes keys of the front matter and of directives, links of click, and the
 * labels and declarations that later ones replace; gives warnings. A key that nobody knows is
 * spoken of only where a known one is near, or in a place where all keys are known. */
#include <jansson.h>

#include "parser/flow_build.h"
#include "parser/flow_surprises.h"
#include "parser/flow_text.h"
#include "parser/yaml.h"

#define GUESSES_MAX 100 /* warnings; later ones come without a guess */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const config_keys[] = {
    "theme", "themeVariables", "themeCSS", "look", "handDrawnSeed", "layout", "maxTextSize",
    "maxEdges", "elk", "darkMode", "htmlLabels", "fontFamily", "altFontFamily", "logLevel",
    "securityLevel", "startOnLoad", "arrowMarkerAbsolute", "secure", "deterministicIds",
    "deterministicIDSeed", "flowchart", "wrap", "fontSize", "markdownAutoWrap"};

/* Parts of the configuration for other diagrams: known, and too short to guess from. */
static const char *const other_keys[] = {
    "sequence", "gantt", "journey", "timeline", "class", "state", "er", "pie", "block", "packet",
    "mindmap", "c4", "sankey", "radar", "kanban", "venn", "config"};

static const char *const flowchart_keys[] = {
    "theme", "look", "layout", "titleTopMargin", "subGraphTitleMargin", "arrowMarkerAbsolute",
    "diagramPadding", "htmlLabels", "nodeSpacing", "rankSpacing", "curve", "padding",
    "wrappingWidth", "minNodeWidth", "inheritDir", "useWidth", "useMaxWidth", "defaultRenderer"};

static const char *const themes[] = {
    "default", "base", "dark", "forest", "neutral", "neo", "neo-dark", "redux", "redux-dark",
    "redux-color", "redux-dark-color", "null"};

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
        if (distance < best_distance && distance < strlen(words[i]) - 1) {
            best_distance = distance;
            best = words[i];
        }
    }
    return best;
}

static const char *shown(const flow_builder *builder, const char *text)
{
    return idarch_flow_clean(builder->arena, idarch_str_sub(idarch_str_of(text), 0, 60));
}

/* ---- properties of styles ------------------------------------------------------------- */

static const char *const properties[] = {
    "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "fill-opacity",
    "color", "opacity", "font-size", "font-weight", "font-style", "font-family",
    "text-decoration"};

/* What web pages call it. */
static const struct {
    const char *page, *picture;
} page_words[] = {{"border", "stroke"},           {"border-color", "stroke"},
                  {"border-width", "stroke-width"}, {"line-width", "stroke-width"},
                  {"text-color", "color"}};

static const char *meant_property(const flow_builder *builder, const char *name)
{
    static const char *const others[] = {"filter", "cursor", "display", "width", "height", "r"};
    if (is_in(name, properties, COUNT(properties)) || is_in(name, others, COUNT(others)))
        return NULL;
    for (size_t i = 0; i < COUNT(page_words); i++)
        if (strcmp(name, page_words[i].page) == 0)
            return page_words[i].picture;
    return nearest(builder, name, properties, COUNT(properties));
}

void idarch_flow_check_properties(flow_builder *builder, const flow_styles *styles)
{
    for (size_t i = 0; i < styles->count; i++) {
        idarch_str text = idarch_flow_trim(idarch_str_of(styles->items[i].text));
        if (styles->items[i].told)
            continue;
        size_t colon = idarch_str_find(text, ':', 0);
        if (colon == text.len || colon > 30)
            continue;
        char *name = idarch_str_dup(builder->arena,
                                    idarch_flow_trim(idarch_str_sub(text, 0, colon)));
        const char *meant = meant_property(builder, name);
        if (meant)
            idarch_flow_warn(builder, "style-property", styles->items[i].span,
                             "`%s` has no effect on a picture", name)
                ->hint = idarch_printf(builder->arena, "write `%s`", meant);
    }
}

/* ---- front matter and directives ------------------------------------------------------ */

static void check_key(flow_builder *builder, const char *key, idarch_span span, bool flowchart)
{
    const char *const *keys = flowchart ? flowchart_keys : config_keys;
    size_t count = flowchart ? COUNT(flowchart_keys) : COUNT(config_keys);
    bool fine = is_in(key, keys, count) || is_in(key, other_keys, COUNT(other_keys));
    const char *near = fine ? NULL : nearest(builder, key, keys, count);
    if (near)
        idarch_flow_warn(builder, "config-key", span, "there is no setting `%s`, so it is not used",
                         shown(builder, key))
            ->hint = idarch_printf(builder->arena, "did you mean `%s`?", near);
}

static void check_theme(flow_builder *builder, const char *theme, idarch_span span)
{
    if (is_in(theme, themes, COUNT(themes)))
        return;
    const char *near = nearest(builder, theme, themes, COUNT(themes));
    idarch_flow_warn(builder, "config-theme", span, "Mermaid has no theme `%s`",
                     shown(builder, theme))
        ->hint = near ? idarch_printf(builder->arena, "did you mean `%s`?", near)
                      : "its themes are default, base, dark, forest, neutral, neo and redux";
}

static idarch_span place(const flow_builder *builder, const idarch_yaml *value)
{
    return idarch_extract_span(&builder->text->front, value->start, value->end);
}

static void check_config(flow_builder *builder, const idarch_yaml *map, bool flowchart)
{
    if (!map || map->kind != IDARCH_YAML_MAPPING)
        return;
    for (size_t i = 0; i < map->pairs.count; i++) {
        const idarch_yaml_pair *pair = &map->pairs.items[i];
        if (pair->key->kind != IDARCH_YAML_SCALAR)
            continue;
        check_key(builder, pair->key->scalar, place(builder, pair->key), flowchart);
        if (strcmp(pair->key->scalar, "theme") == 0 && pair->value->kind == IDARCH_YAML_SCALAR)
            check_theme(builder, pair->value->scalar, place(builder, pair->value));
        if (flowchart && strcmp(pair->key->scalar, "curve") == 0 &&
            pair->value->kind == IDARCH_YAML_SCALAR)
            idarch_flow_check_curve(builder, pair->value->scalar, place(builder, pair->value));
        if (!flowchart && strcmp(pair->key->scalar, "flowchart") == 0)
            check_config(builder, pair->value, true);
    }
}

/* Settings that stand beside `config:` and not under it. */
void idarch_flow_check_front(flow_builder *builder, const idarch_yaml *front)
{
    for (size_t i = 0; i < front->pairs.count; i++) {
        const idarch_yaml *key = front->pairs.items[i].key;
        if (key->kind == IDARCH_YAML_SCALAR && is_in(key->scalar, config_keys, COUNT(config_keys)))
            idarch_flow_warn(builder, "front-key", place(builder, key),
                             "`%s` has no effect here: it belongs under `config:`", key->scalar)
                ->hint = idarch_printf(builder->arena, "write it indented, after a line `config:`");
    }
    check_config(builder, idarch_yaml_get(front, "config"), false);
}

void idarch_flow_check_init(flow_builder *builder, const char *json, idarch_span span)
{
    const char *key;
    json_t *value, *root = json_loads(json, 0, NULL);
    json_object_foreach(root, key, value) {
        check_key(builder, key, span, false);
        if (strcmp(key, "theme") == 0 && json_is_string(value))
            check_theme(builder, json_string_value(value), span);
        if (strcmp(key, "flowchart") != 0)
            continue;
        const char *inner;
        json_t *setting;
        json_object_foreach(value, inner, setting) {
            check_key(builder, inner, span, true);
            if (strcmp(inner, "curve") == 0 && json_is_string(setting))
                idarch_flow_check_curve(builder, json_string_value(setting), span);
        }
    }
    json_decref(root);
}

/* ---- labels --------------------------------------------------------------------------- */

void idarch_flow_check_relabel(flow_builder *builder, const idarch_node *node, const char *label,
                               idarch_span span)
{
    if (node->label_span.end == node->label_span.start || strcmp(node->label, label) == 0)
        return;
    idarch_diag *diag = idarch_flow_warn(builder, "label-replaced", span,
                                         "`%s` had another label; this one is drawn", node->id);
    diag->hint = "give an id its label once, or use another id for another thing";
    idarch_diag_relate(builder->diags, diag, node->label_span, "the first label");
}

/* ---- links and linkStyle -------------------------------------------------------------- */

/* example.com/page, which a browser looks for beside the picture. */
static bool looks_like_host(idarch_str url)
{
    static const char *const tops[] = {"com", "org", "net", "io", "dev", "edu", "gov", "app",
                                       "ai", "info", "de", "uk", "eu", "fr", "es", "ru", "cn",
                                       "jp", "cloud"};
    size_t end = 0, dot = url.len;
    for (; end < url.len && url.ptr[end] != '/' && url.ptr[end] != '?' && url.ptr[end] != '#'; end++) {
        if (url.ptr[end] == ':')
            return false;
        if (url.ptr[end] == '.')
            dot = end;
    }
    if (idarch_str_starts(url, "www."))
        return true;
    idarch_str top = dot < end ? idarch_str_sub(url, dot + 1, end) : (idarch_str){NULL, 0};
    for (size_t i = 0; dot > 0 && i < COUNT(tops); i++)
        if (idarch_str_eq_nocase(top, idarch_str_of(tops[i])))
            return true;
    return false;
}

void idarch_flow_check_link(flow_builder *builder, const char *written, idarch_span span)
{
    idarch_str url = idarch_flow_trim(idarch_str_of(written));
    for (size_t i = 0, len; i < url.len; i++) {
        if (!idarch_flow_entity(url, i, &len))
            continue;
        idarch_flow_warn(builder, "click-entity", span,
                         "`%.*s` counts as an entity code and spoils the link",
                         (int)(len < 60 ? len : 60), url.ptr + i)
            ->hint = "write %3B for the semicolon";
        break;
    }
    if (looks_like_host(url))
        idarch_flow_warn(builder, "click-scheme", span,
                         "without https:// this is a link to a file beside the picture")
            ->hint = idarch_printf(builder->arena, "write \"https://%s\"", shown(builder, url.ptr));
}

static bool same_property(const char *a, const char *b)
{
    size_t len = strcspn(a, ":");
    return len == strcspn(b, ":") && strncmp(a, b, len) == 0;
}

void idarch_flow_check_restyle(flow_builder *builder, const idarch_strings *before,
                               const idarch_strings *after, idarch_span span)
{
    for (size_t i = 0; i < before->count && i < 100; i++) {
        bool kept = strcmp(before->items[i], "fill:none") == 0;
        for (size_t k = 0; k < after->count && k < 100 && !kept; k++)
            kept = same_property(before->items[i], after->items[k]);
        if (kept)
            continue;
        idarch_flow_warn(builder, "link-style-lost", span,
                         "this takes the place of the earlier linkStyle, and `%s` is lost",
                         shown(builder, before->items[i]))
            ->hint = "write all declarations of an edge in one linkStyle";
        return;
    }
}
