/* Title and configuration.
 *
 * Takes the front matter (YAML) and the directives (JSON, single quotes allowed), gives
 * one configuration as JSON text, where a directive wins over the front matter. Keys that
 * Mermaid's configuration does not have, and those that only a page may set, are left out.
 * A directive that is no JSON is passed over, as Mermaid does, with a warning. */
#include "parser/flow_config.h"

#include <glib.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "parser/flow_config_keys.h"
#include "parser/flow_theme.h"
#include "parser/flow_yaml.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Puts what is in from into to; objects are merged, everything else replaced. Where two
 * directives differ in kind the first one stays (keep). The depth is bounded by jansson. */
static void merge(json_t *to, json_t *from, bool keep)
{
    const char *key;
    json_t *value;
    json_object_foreach(from, key, value) {
        json_t *before = json_object_get(to, key);
        if (json_is_object(before) && json_is_object(value))
            merge(before, value, keep);
        else if (!keep || !before || json_is_object(before) == json_is_object(value))
            json_object_set(to, key, value);
    }
}

/* ---- what stays ------------------------------------------------------------------------ */

static bool is_known_key(const char *key)
{
    size_t low = 0, high = flow_config_key_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(flow_config_keys[middle], key);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Keys that a text may not set. */
static bool is_secure_key(const char *key)
{
    static const char *const rows[] = {"secure", "securityLevel", "startOnLoad", "maxTextSize",
                                       "suppressErrorRendering", "maxEdges"};
    for (size_t i = 0; i < COUNT(rows); i++)
        if (strcmp(rows[i], key) == 0)
            return true;
    return false;
}

static bool is_css_key(const char *key)
{
    return strstr(key, "themeCSS") || strstr(key, "fontFamily") || strstr(key, "altFontFamily");
}

/* Objects whose keys are the author's own. */
static bool is_dictionary(const char *key)
{
    return strcmp(key, "nodeColors") == 0 || strcmp(key, "filenameIcons") == 0 ||
           strcmp(key, "extensionIcons") == 0;
}

static bool braces_balance(const char *css)
{
    long open = 0;
    for (const char *c = css; *c && open >= 0; c++)
        open += (*c == '{') - (*c == '}');
    return open == 0;
}

/* Theme variables are colours, sizes and names: a text with other characters is emptied. */
static void clean_theme_variables(json_t *variables)
{
    const char *key;
    json_t *value;
    json_object_foreach(variables, key, value) {
        const char *text = json_is_string(value) ? json_string_value(value) : "x";
        bool good = *text != '\0';
        for (const char *c = text; *c && good; c++)
            good = g_ascii_isalnum(*c) || strchr(" \"#%(),.;", *c);
        if (!good)
            json_object_set_new(variables, key, json_string(""));
    }
}

static bool has_markup(const json_t *value)
{
    const char *text = json_string_value(value);
    return text && (strpbrk(text, "<>") || strstr(text, "url(data:"));
}

/* Sets *unfit where a style sheet or font is no text: Mermaid fails then. */
static void clean(json_t *value, bool *unfit)
{
    const char *key;
    json_t *item;
    void *next;
    size_t index;
    json_array_foreach(value, index, item)
        clean(item, unfit);
    json_object_foreach_safe(value, next, key, item) {
        if (g_str_has_prefix(key, "__") || strstr(key, "proto") || strstr(key, "constr") ||
            !is_known_key(key) || json_is_null(item)) {
            json_object_del(value, key);
        } else if (json_is_object(item) || json_is_array(item)) {
            if (!is_dictionary(key))
                clean(item, unfit);
        } else if (is_css_key(key)) {
            *unfit = *unfit || !json_is_string(item);
            if (json_is_string(item) && !braces_balance(json_string_value(item)))
                json_object_set_new(value, key, json_string("{ /* ERROR: Unbalanced CSS */ }"));
        }
    }
    if (json_is_object(value))
        clean_theme_variables(json_object_get(value, "themeVariables"));
}

/* What a text may not set, and texts that hold markup. */
static void clean_secure(json_t *value)
{
    const char *key;
    json_t *item;
    void *next;
    size_t index;
    json_array_foreach(value, index, item)
        clean_secure(item);
    json_object_foreach_safe(value, next, key, item) {
        if (is_secure_key(key) || g_str_has_prefix(key, "__") || has_markup(item))
            json_object_del(value, key);
        else
            clean_secure(item);
    }
}

/* The font of the whole is a theme variable too. */
static void spread_font(json_t *config)
{
    json_t *font = json_object_get(config, "fontFamily");
    json_t *variables = json_object_get(config, "themeVariables");
    const char *own = json_string_value(json_object_get(variables, "fontFamily"));
    if (!json_is_string(font) || !*json_string_value(font) || (own && *own))
        return;
    if (!json_is_object(variables)) {
        variables = json_object();
        json_object_set_new(config, "themeVariables", variables);
    }
    json_object_set(variables, "fontFamily", font);
}

/* ---- front matter ---------------------------------------------------------------------- */

static bool read_config(flow_builder *builder, const idarch_extract *extract,
                        const idarch_yaml *front, json_t *config)
{
    const idarch_yaml *settings = idarch_yaml_get(front, "config");
    const idarch_yaml *mode = idarch_yaml_get(front, "displayMode");
    bool map = settings && settings->kind == IDARCH_YAML_MAPPING;
    if (map) {
        json_t *json = json_loads(idarch_flow_json(builder->arena, settings), 0, NULL);
        merge(config, json, false);
        json_decref(json);
    }
    if (!idarch_flow_truthy(mode))
        return true;
    if (idarch_flow_truthy(settings) && settings->kind == IDARCH_YAML_SCALAR) {
        idarch_flow_fail(builder, "front-matter", idarch_extract_span(extract, settings->start,
                                                                      settings->end),
                         "`config` is no mapping, so it cannot take `displayMode`");
        return false;
    }
    json_t *gantt = json_object_get(config, "gantt");
    if (!json_is_object(gantt)) {
        gantt = json_object();
        json_object_set_new(config, "gantt", gantt);
    }
    json_object_set_new(gantt, "displayMode",
                        json_string(idarch_flow_string(builder->arena, mode)));
    return true;
}

/* `title:Foo` is one word. */
static void warn_no_pair(flow_builder *builder, const idarch_extract *extract,
                         const idarch_yaml *front)
{
    idarch_str text = idarch_flow_trim(idarch_str_of(front->scalar));
    size_t colon = idarch_str_find(text, ':', 0);
    const char *shown = idarch_flow_clean(builder->arena, idarch_str_sub(text, 0, 60));
    idarch_flow_warn(builder, "front-key", idarch_extract_span(extract, front->start, front->end),
                     "`%s` is no pair of a key and a value, so it has no effect", shown)
        ->hint = colon + 1 < text.len
                     ? idarch_printf(builder->arena, "a key has a colon and a blank behind it: %.*s %s",
                                     (int)(colon < 60 ? colon + 1 : 0), shown,
                                     colon < 59 ? shown + colon + 1 : "")
                     : "front matter holds pairs, such as title: Orders";
}

static bool read_front_matter(flow_builder *builder, json_t *config, const idarch_yaml **kept)
{
    size_t fatal = builder->diags->counts[IDARCH_FATAL];
    if (!builder->text->has_front)
        return true;
    const idarch_extract *extract = &builder->text->front;
    const idarch_yaml *front = idarch_flow_yaml(builder->arena, extract, builder->diags);
    if (builder->diags->counts[IDARCH_FATAL] > fatal) {
        builder->failed = true;
        return false;
    }
    if (!front || front->kind != IDARCH_YAML_MAPPING) {
        if (front && front->kind == IDARCH_YAML_SCALAR && *front->scalar)
            warn_no_pair(builder, extract, front);
        return true;
    }
    *kept = front;
    idarch_flow_check_front(builder, front);
    const idarch_yaml *title = idarch_yaml_get(front, "title");
    if (idarch_flow_truthy(title))
        builder->graph->title = idarch_flow_clean(
            builder->arena, idarch_str_of(idarch_flow_string(builder->arena, title)));
    return read_config(builder, extract, front, config);
}

/* ---- directives ------------------------------------------------------------------------ */

static bool is_init(idarch_str name)
{
    return idarch_str_ends(name, "init") || idarch_str_ends(name, "initialize");
}

static idarch_span span_of(const flow_builder *builder, const flow_directive *directive)
{
    return idarch_extract_span(builder->text->extract, directive->start, directive->end);
}

/* The directive's line, of one that took others in. */
static idarch_span first_line_of(const flow_builder *builder, const flow_directive *directive)
{
    const idarch_extract *extract = builder->text->extract;
    idarch_str whole = idarch_str_sub(extract->text, 0, directive->end);
    return idarch_extract_span(extract, directive->start,
                               idarch_str_find(whole, '\n', directive->start));
}

static unsigned lines_behind(const flow_builder *builder, const flow_directive *directive)
{
    idarch_str all = idarch_str_sub(builder->text->extract->text, 0, directive->end);
    unsigned count = 0;
    for (size_t i = idarch_str_find(all, '\n', directive->start); i < all.len;) {
        size_t end = idarch_str_find(all, '\n', i + 1);
        count += idarch_flow_trim(idarch_str_sub(all, i, end)).len > 0;
        i = end;
    }
    return count;
}

/* True, with a warning: the directive has no end of its own and took lines in. */
static bool warn_open(flow_builder *builder, const flow_directive *directive)
{
    unsigned lines = lines_behind(builder, directive);
    size_t own = idarch_str_search(directive->arguments, "%%{", 0);
    if (lines == 0 || (directive->closed && own == directive->arguments.len))
        return false;
    idarch_flow_warn(builder, "directive-open", first_line_of(builder, directive),
                     "this directive is never closed: it swallows the %u line%s behind it", lines,
                     lines == 1 ? "" : "s")
        ->hint = "close it with }%% on its line";
    return true;
}

static void warn_unknown(flow_builder *builder, const flow_directive *directive, bool wrap)
{
    if (!warn_open(builder, directive) && !(wrap && idarch_str_is(directive->name, "wrap")))
        idarch_flow_warn(builder, "directive-unknown", span_of(builder, directive),
                         "this directive has no effect")
            ->hint = "there are %%{init: {...}}%% and %%{wrap}%%";
}

/* A word is taken as it is; it sets nothing. */
static bool is_word(idarch_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!g_ascii_isalnum(text.ptr[i]) && text.ptr[i] != '_')
            return false;
    return true;
}

/* Digits and what else a JSON number may hold, from the place on. */
static size_t number_end(const char *text, size_t at)
{
    while (text[at] != '\0' && (g_ascii_isdigit(text[at]) || strchr("+-.eE", text[at])))
        at++;
    return at;
}

/* Numbers beyond those that jansson takes: JavaScript's are doubles, and null in JSON when
 * they are too large for one. */
static void tame_number(idarch_strbuf *out, const char *text, size_t start, size_t end)
{
    char number[32];
    double value = g_ascii_strtod(text + start, NULL);
    bool whole = true;
    for (size_t i = start; i < end; i++)
        whole = whole && (g_ascii_isdigit(text[i]) || text[i] == '-');
    if (isinf(value))
        idarch_strbuf_puts(out, "null");
    else if (whole && end - start > 18)
        idarch_strbuf_puts(out, g_ascii_formatd(number, sizeof number, "%.17e", value));
    else
        idarch_strbuf_add(out, text + start, end - start);
}

/* JSON as JavaScript reads it; NULL for none. */
static json_t *load_json(idarch_arena *arena, const char *text)
{
    json_t *json = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    idarch_strbuf out = {.arena = arena};
    bool string = false;
    if (json)
        return json;
    for (size_t i = 0; text[i] != '\0'; i++) {
        bool number = !string && (text[i] == '-' || g_ascii_isdigit(text[i]));
        if (number) {
            size_t end = number_end(text, i);
            tame_number(&out, text, i, end);
            i = end - 1;
            continue;
        }
        string = string != (text[i] == '"');
        idarch_strbuf_putc(&out, text[i]);
        if (string && text[i] == '\\' && text[i + 1] != '\0')
            idarch_strbuf_putc(&out, text[++i]);
    }
    return json_loads(idarch_strbuf_text(&out), JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
}

/* A directive's arguments with the quotes that JSON wants. */
static char *json_text(idarch_arena *arena, const flow_directive *directive)
{
    char *text = idarch_str_dup(arena, directive->arguments);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return text;
}

/* The arguments as JSON in *json (NULL for a word); false with a warning for what is none. */
static bool read_arguments(flow_builder *builder, const flow_directive *directive, json_t **json)
{
    *json = NULL;
    if (is_word(directive->arguments))
        return true;
    char *text = json_text(builder->arena, directive);
    *json = load_json(builder->arena, text);
    if (json_is_object(*json)) {
        idarch_flow_check_init(builder, text, span_of(builder, directive));
        return true;
    }
    if (warn_open(builder, directive))
        return *json != NULL;
    idarch_diag *diag = idarch_flow_warn(builder, "init-json", span_of(builder, directive),
                                         "this directive is no JSON object and has no effect");
    diag->hint = "write it as %%{init: {\"theme\": \"neutral\"}}%%";
    return *json != NULL;
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

/* %%{wrap}%% counts, unless something stands behind one such word that is no JSON. */
static bool wraps(const flow_builder *builder)
{
    const flow_text *text = builder->text;
    bool found = false, good = true;
    for (size_t i = 0; i < text->directives.count; i++) {
        const flow_directive *directive = &text->directives.items[i];
        if (!strstr(directive->name.ptr, "wrap"))
            continue;
        found = found || idarch_str_is(directive->name, "wrap");
        if (is_word(directive->arguments))
            continue;
        json_t *json = load_json(builder->arena, json_text(builder->arena, directive));
        good = good && json;
        json_decref(json);
    }
    return found && good;
}

static void read_directives(flow_builder *builder, json_t *config)
{
    const flow_text *text = builder->text;
    json_t *all = json_object();
    bool good = true, wrap = wraps(builder);
    for (size_t i = 0; i < text->directives.count; i++) {
        const flow_directive *directive = &text->directives.items[i];
        json_t *json;
        if (!is_init(directive->name)) {
            warn_unknown(builder, directive, wrap);
            continue;
        }
        good = read_arguments(builder, directive, &json) && good;
        if (json_is_object(json))
            merge(all, json, true);
        json_decref(json);
    }
    move_config(all);
    if (good) /* one that cannot be read spoils them all */
        merge(config, all, false);
    if (wrap)
        json_object_set_new(config, "wrap", json_true());
    json_decref(all);
}

/* ---- colours that no theme can use ---------------------------------------------------- */

/* The value behind "key": in a directive's text, from the key on where that is not plain. */
static idarch_span value_in(const flow_builder *builder, const flow_directive *directive,
                            size_t at, size_t length)
{
    const idarch_extract *extract = builder->text->extract;
    size_t start = at + length + 1; /* its quote */
    while (start < directive->end && strchr(" :\n\r\t", extract->text.ptr[start]))
        start++;
    size_t end = start;
    char quote = start < directive->end ? extract->text.ptr[start] : '\0';
    bool quoted = quote == '"' || quote == '\'';
    for (end += quoted; end < directive->end; end++)
        if (quoted ? extract->text.ptr[end] == quote : strchr(",} \n", extract->text.ptr[end]) != NULL)
            break;
    return idarch_extract_span(extract, start, end + quoted);
}

/* Where a theme variable got its value: the last directive with it, or the front matter. */
static idarch_span variable_span(const flow_builder *builder, const idarch_yaml *front,
                                 const char *key)
{
    const flow_text *text = builder->text;
    for (size_t i = text->directives.count; i-- > 0;) {
        const flow_directive *directive = &text->directives.items[i];
        idarch_str whole = idarch_str_sub(text->extract->text, 0, directive->end);
        for (size_t at = idarch_str_search(whole, key, directive->start); at < whole.len;
             at = idarch_str_search(whole, key, at + 1))
            if (at + strlen(key) < whole.len && strchr("\"'", whole.ptr[at - 1]) &&
                whole.ptr[at + strlen(key)] == whole.ptr[at - 1])
                return value_in(builder, directive, at, strlen(key));
    }
    const idarch_yaml *map = front;
    if (map)
        map = idarch_yaml_get(map, "config");
    if (map)
        map = idarch_yaml_get(map, "themeVariables");
    const idarch_yaml *value = map ? idarch_yaml_get(map, key) : NULL;
    return value ? idarch_extract_span(&text->front, value->start, value->end)
                 : idarch_extract_span(text->extract, 0, 0);
}

/* False after an error at the first variable that is no colour where one is needed. */
static bool check_theme_colors(flow_builder *builder, const idarch_yaml *front,
                               const json_t *config)
{
    const char *theme, *key = idarch_flow_theme_fault(config, &theme);
    if (!key)
        return true;
    idarch_span span = variable_span(builder, front, key);
    idarch_diag *diag = idarch_flow_fail(
        builder, "config-color", span,
        "`%s` must be a colour that can be calculated with: the theme `%s` makes others of it",
        key, theme);
    diag->hint = idarch_printf(builder->arena,
                               "write it as \"#rrggbb\", rgb(), hsl() or by its English name, such as "
                               "%s: \"#336699\"", key);
    return false;
}

/* What counts as true in JavaScript. */
static bool is_true(const json_t *value)
{
    if (json_is_string(value))
        return *json_string_value(value) != '\0';
    if (json_is_number(value))
        return json_number_value(value) < 0 || json_number_value(value) > 0;
    return json_is_true(value) || json_is_object(value) || json_is_array(value);
}

bool idarch_flow_config(flow_builder *builder)
{
    json_t *config = json_object();
    const idarch_yaml *front = NULL;
    bool good = read_front_matter(builder, config, &front), unfit = false;
    if (good) {
        read_directives(builder, config);
        clean(config, &unfit);
        spread_font(config);
        clean_secure(config);
    }
    if (unfit) {
        idarch_flow_fail(builder, "config-font", idarch_extract_span(builder->text->extract, 0, 0),
                         "fontFamily and themeCSS in the configuration must be texts");
        good = false;
    }
    good = good && check_theme_colors(builder, front, config);
    json_t *flowchart = json_object_get(config, "flowchart");
    builder->inherit_direction = is_true(json_object_get(flowchart, "inheritDir"));
    const char *curve = json_string_value(json_object_get(flowchart, "curve"));
    builder->graph->config_curve = curve ? idarch_strdup(builder->arena, curve) : NULL;
    char *text = json_dumps(config, JSON_COMPACT | JSON_REAL_PRECISION(15));
    builder->graph->config_json = idarch_strdup(builder->arena, text ? text : "{}");
    free(text);
    json_decref(config);
    return good;
}
