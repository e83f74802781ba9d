/* Title and configuration.
 *
 * Takes the front matter (YAML) and the directives (JSON, single quotes allowed), gives
 * one configuration as JSON text, where a directive wins over the front matter. A
 * directive that is no JSON is passed over, as Mermaid does, with a warning. */
#include "parser/flow_config.h"

#include <jansson.h>
#include <stdlib.h>

#include "parser/yaml.h"

/* Puts what is in from into to; objects are merged, everything else replaced. The depth
 * is bounded by jansson's parser. */
static void merge(json_t *to, json_t *from)
{
    const char *key;
    json_t *value;
    json_object_foreach(from, key, value) {
        json_t *before = json_object_get(to, key);
        if (json_is_object(before) && json_is_object(value))
            merge(before, value);
        else
            json_object_set(to, key, value);
    }
}

/* A title that is a number is written as JavaScript writes the number; one that counts as
 * false is none. */
static const char *read_title(flow_builder *builder, const idarch_yaml *title)
{
    static const char *const none[] = {"null", "false", "0", "0.0", "-0.0"};
    if (!title || title->kind != IDARCH_YAML_SCALAR || !title->scalar[0])
        return NULL;
    const char *json = title->plain ? idarch_yaml_json(builder->arena, title) : "\"";
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (strcmp(json, none[i]) == 0)
            return NULL;
    return idarch_flow_clean(builder->arena,
                             idarch_str_of(json[0] == '"' ? title->scalar : json));
}

static bool read_front_matter(flow_builder *builder, json_t *config)
{
    const flow_text *text = builder->text;
    size_t fatal = builder->diags->counts[IDARCH_FATAL];
    if (!text->has_front)
        return true;
    const idarch_yaml *front =
        idarch_yaml_parse(builder->arena, text->extract, text->front_start, text->front_end,
                          IDARCH_FATAL, builder->diags);
    if (builder->diags->counts[IDARCH_FATAL] > fatal) {
        builder->failed = true;
        return false;
    }
    if (!front || front->kind != IDARCH_YAML_MAPPING)
        return true;
    idarch_flow_check_front(builder, front);
    builder->graph->title = read_title(builder, idarch_yaml_get(front, "title"));
    const idarch_yaml *settings = idarch_yaml_get(front, "config");
    if (settings && settings->kind == IDARCH_YAML_MAPPING) {
        json_t *json = json_loads(idarch_yaml_json(builder->arena, settings), 0, NULL);
        merge(config, json);
        json_decref(json);
    }
    return true;
}

static bool is_init(idarch_str name)
{
    return idarch_str_is(name, "init") || idarch_str_is(name, "initialize");
}

static idarch_span span_of(const flow_builder *builder, const flow_directive *directive)
{
    return idarch_extract_span(builder->text->extract, directive->start, directive->end);
}

static void warn_unknown(flow_builder *builder, const flow_directive *directive)
{
    if (!idarch_str_is(directive->name, "wrap"))
        idarch_flow_warn(builder, "directive-unknown", span_of(builder, directive),
                         "this directive has no effect")
            ->hint = "there are %%{init: {...}}%% and %%{wrap}%%";
}

/* The arguments as JSON, or NULL with a warning. */
static json_t *read_arguments(flow_builder *builder, const flow_directive *directive)
{
    json_error_t error;
    char *text = idarch_str_dup(builder->arena, directive->arguments);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_t *json = json_loads(text, 0, &error);
    if (json_is_object(json)) {
        idarch_flow_check_init(builder, text, span_of(builder, directive));
        return json;
    }
    json_decref(json);
    idarch_diag *diag = idarch_flow_warn(builder, "init-json", span_of(builder, directive),
                                         "this directive is no JSON object and has no effect");
    diag->hint = "write it as %%{init: {\"theme\": \"neutral\"}}%%";
    return NULL;
}

/* "config" in a directive means the flowchart's part of the configuration. */
static void move_config(json_t *directive)
{
    json_t *own = json_object_get(directive, "config");
    if (!own)
        return;
    json_object_set(directive, "flowchart", own);
    json_object_del(directive, "config");
}

static void read_directives(flow_builder *builder, json_t *config)
{
    const flow_text *text = builder->text;
    json_t *all = json_object();
    bool good = true;
    for (size_t i = 0; i < text->directives.count; i++) {
        const flow_directive *directive = &text->directives.items[i];
        if (idarch_str_is(directive->name, "wrap"))
            json_object_set_new(config, "wrap", json_true());
        if (!is_init(directive->name)) {
            warn_unknown(builder, directive);
            continue;
        }
        json_t *json = read_arguments(builder, directive);
        good = good && json;
        merge(all, json);
        json_decref(json);
    }
    move_config(all);
    if (good) /* one that cannot be read spoils them all */
        merge(config, all);
    json_decref(all);
}

bool idarch_flow_config(flow_builder *builder)
{
    json_t *config = json_object();
    bool good = read_front_matter(builder, config);
    if (good)
        read_directives(builder, config);
    json_t *flowchart = json_object_get(config, "flowchart");
    builder->inherit_direction = json_is_true(json_object_get(flowchart, "inheritDir"));
    char *text = json_dumps(config, JSON_COMPACT);
    builder->graph->config_json = idarch_strdup(builder->arena, text ? text : "{}");
    free(text);
    json_decref(config);
    return good;
}
