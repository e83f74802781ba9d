/* How things look and what a click does, in the graph while it grows.
 *
 * Takes the declarations, class names and links of a statement with their places, adds
 * them to the nodes, edges and subgraphs they name. What is no valid value is a warning
 * here, once; flow_finish.c works the styles out. */
#include "parser/css.h"
#include "parser/flow_build.h"

static void add_string(idarch_arena *arena, idarch_strings *list, const char *text)
{
    *IDARCH_PUSH(arena, list) = text;
}

/* Calls use(id) for each id of a comma list. */
typedef void use_id(flow_builder *builder, const char *id, const void *context);

static unsigned for_each_id(flow_builder *builder, idarch_str ids, use_id *use,
                            const void *context)
{
    unsigned count = 0;
    for (size_t start = 0; start <= ids.len; count++) {
        size_t end = idarch_str_find(ids, ',', start);
        use(builder, idarch_str_dup(builder->arena, idarch_str_sub(ids, start, end)), context);
        start = end + 1;
    }
    return count;
}

/* classDef: the declarations are joined and cut again at commas that no \ precedes. */
static void split_class_styles(flow_builder *builder, const flow_styles *styles,
                               flow_styles *out)
{
    idarch_strbuf piece = {.arena = builder->arena};
    idarch_span span = {0, 0};
    for (size_t i = 0; i < styles->count; i++) {
        const flow_style *style = &styles->items[i];
        size_t len = strlen(style->text);
        bool joined = len > 0 && style->text[len - 1] == '\\' && i + 1 < styles->count;
        span = piece.len > 0 ? (idarch_span){span.start, style->span.end} : style->span;
        idarch_strbuf_add(&piece, style->text, joined ? len - 1 : len);
        if (joined) {
            idarch_strbuf_putc(&piece, ',');
            continue;
        }
        flow_style *done = IDARCH_PUSH(builder->arena, out);
        *done = (flow_style){idarch_strdup(builder->arena, idarch_strbuf_text(&piece)), span,
                             style->told};
        piece.len = 0;
    }
}

void idarch_flow_check_styles(flow_builder *builder, const flow_styles *styles)
{
    idarch_style scratch = {0};
    for (size_t i = 0; i < styles->count; i++)
        if (!styles->items[i].told)
            idarch_css_declaration(idarch_str_of(styles->items[i].text), styles->items[i].span,
                                   builder->diags, &scratch);
    idarch_flow_check_properties(builder, styles);
}

typedef struct class_context {
    const flow_styles *styles;
    const char *name;
    idarch_str ids;   /* the list as written; span is its place */
    idarch_span span;
} class_context;

/* `A,B,` or `A,,B` */
static void warn_empty(flow_builder *builder, const class_context *c)
{
    idarch_strbuf out = {.arena = builder->arena};
    for (size_t i = 0; i < c->ids.len; i++)
        if (c->ids.ptr[i] != ',' ||
            (out.len > 0 && i + 1 < c->ids.len && c->ids.ptr[i + 1] != ','))
            idarch_strbuf_putc(&out, c->ids.ptr[i]);
    idarch_flow_warn(builder, "list-comma", c->span, "a comma too many stands in this list")
        ->hint = idarch_printf(builder->arena, "write `%s`",
                               idarch_flow_clean(builder->arena,
                                                 idarch_str_of(idarch_strbuf_text(&out))));
}

static void add_class_def(flow_builder *builder, const char *name, const void *context)
{
    const class_context *c = context;
    idarch_class_def *def;
    if (!*name)
        warn_empty(builder, c);
    int index = idarch_flow_find(builder->classes, name);
    if (index >= 0) {
        def = &builder->graph->class_defs.items[index];
    } else {
        def = IDARCH_PUSH(builder->arena, &builder->graph->class_defs);
        def->name = name;
        def->span = c->span;
        idarch_flow_note(builder->classes, name, builder->graph->class_defs.count - 1);
    }
    for (size_t i = 0; i < c->styles->count; i++)
        add_string(builder->arena, &def->styles, c->styles->items[i].text);
}

void idarch_flow_add_class_def(flow_builder *builder, idarch_str names, idarch_span span,
                               const flow_styles *styles)
{
    flow_styles split = {0};
    split_class_styles(builder, styles, &split);
    idarch_flow_check_styles(builder, &split);
    class_context context = {.styles = &split, .ids = names, .span = span};
    for_each_id(builder, names, add_class_def, &context);
}

/* The place of one id of the list. */
static idarch_span place_of(const class_context *c, const char *id)
{
    size_t len = strlen(id), start = 0;
    while (start < c->ids.len) {
        size_t end = idarch_str_find(c->ids, ',', start);
        bool same = end - start == len && memcmp(c->ids.ptr + start, id, len) == 0;
        if (same && c->span.end - c->span.start == c->ids.len)
            return (idarch_span){c->span.start + (uint32_t)start, c->span.start + (uint32_t)end};
        start = end + 1;
    }
    return c->span;
}

static void set_class(flow_builder *builder, const char *id, const void *context)
{
    const class_context *c = context;
    if (!*id) {
        warn_empty(builder, c);
        return;
    }
    int node = idarch_flow_find(builder->nodes, id), edge = idarch_flow_find_edge(builder, id);
    int group = idarch_flow_find(builder->groups, id);
    idarch_graph *graph = builder->graph;
    if (node >= 0)
        add_string(builder->arena, &graph->nodes.items[node].classes, c->name);
    if (edge >= 0)
        add_string(builder->arena, &graph->edges.items[edge].classes, c->name);
    if (group >= 0)
        add_string(builder->arena, &graph->subgraphs.items[group].classes, c->name);
    if (node >= 0 || edge >= 0 || group >= 0)
        return;
    idarch_diag *diag = idarch_flow_warn(builder, "unknown-id", place_of(c, id),
                                         "there is no `%s` yet, so this has no effect",
                                         idarch_flow_clean(builder->arena, idarch_str_of(id)));
    diag->hint = "place the line after the node, edge or subgraph that it is about";
}

void idarch_flow_set_class(flow_builder *builder, idarch_str ids, const char *name,
                           idarch_span span)
{
    class_context context = {.name = name, .ids = ids, .span = span};
    for_each_id(builder, ids, set_class, &context);
}

void idarch_flow_set_style(flow_builder *builder, const char *id, idarch_span span,
                           const flow_styles *styles)
{
    bool edge = idarch_flow_find_edge(builder, id) >= 0;
    bool known = edge || idarch_flow_find(builder->nodes, id) >= 0 ||
                 idarch_flow_find(builder->groups, id) >= 0;
    if (!known)
        idarch_flow_note_styled(builder, id, span);
    if (edge)
        idarch_flow_warn(builder, "style-edge", span,
                         "`%s` is an edge, where style has no effect", id)
            ->hint = "use `class` with a classDef, or linkStyle with the edge's number";
    idarch_flow_check_styles(builder, styles);
    int index = idarch_flow_add_node(builder, id, span, NULL, NULL);
    for (size_t i = 0; index >= 0 && i < styles->count; i++)
        add_string(builder->arena, &builder->graph->nodes.items[index].styles,
                   styles->items[i].text);
}

/* The number as Mermaid reads it: the name of an array's element, so "01" is none. */
static int edge_number(const flow_builder *builder, const char *number)
{
    uint64_t value = 0;
    if (number[0] == '0' && number[1] != '\0')
        return -1;
    for (const char *c = number; *c && value < builder->graph->edges.count; c++)
        value = value * 10 + (uint64_t)(*c - '0');
    return value < builder->graph->edges.count ? (int)value : -1;
}

static void set_edge_styles(flow_builder *builder, idarch_edge *edge, const flow_styles *styles)
{
    bool fill = false;
    edge->styles = (idarch_strings){0};
    for (size_t i = 0; i < styles->count; i++) {
        fill = fill || strncmp(styles->items[i].text, "fill", 4) == 0;
        add_string(builder->arena, &edge->styles, styles->items[i].text);
    }
    if (!fill)
        add_string(builder->arena, &edge->styles, "fill:none");
}

static void default_link_style(flow_builder *builder, const flow_styles *styles,
                               const char *curve)
{
    idarch_graph *graph = builder->graph;
    if (curve)
        graph->default_curve = curve;
    if (styles->count > 0)
        graph->default_edge_styles = (idarch_strings){0};
    for (size_t i = 0; i < styles->count; i++)
        add_string(builder->arena, &graph->default_edge_styles, styles->items[i].text);
}

void idarch_flow_link_style(flow_builder *builder, const char *number, idarch_span span,
                            const flow_styles *styles, const char *curve)
{
    if (!number) {
        idarch_strings before = builder->graph->default_edge_styles;
        default_link_style(builder, styles, curve);
        if (styles->count > 0)
            idarch_flow_check_restyle(builder, &before, &builder->graph->default_edge_styles,
                                      span);
        return;
    }
    int index = edge_number(builder, number);
    size_t count = builder->graph->edges.count;
    if (index < 0 && builder->lost)
        return; /* the edge may stand in what could not be read */
    if (index < 0) {
        idarch_diag *diag =
            idarch_flow_fail(builder, "link-style", span, "there is no edge %s yet", number);
        diag->hint = count == 0 ? "place linkStyle after the edges"
                                : idarch_printf(builder->arena,
                                                "the edges above are numbered 0 to %zu", count - 1);
        return;
    }
    idarch_edge *edge = &builder->graph->edges.items[index];
    if (curve)
        edge->curve = curve;
    if (styles->count == 0)
        return;
    idarch_strings before = edge->styles;
    set_edge_styles(builder, edge, styles);
    idarch_flow_check_restyle(builder, &before, &edge->styles, span);
}

typedef struct link_context {
    const char *url, *target, *text;
    idarch_span span;
} link_context;

static void set_link(flow_builder *builder, const char *id, const void *context)
{
    const link_context *c = context;
    int index = idarch_flow_find(builder->nodes, id);
    if (index < 0 && (idarch_flow_find(builder->groups, id) >= 0 ||
                      idarch_flow_find_edge(builder, id) >= 0))
        idarch_flow_warn(builder, "click-node", c->span, "`%s` is no node, so it gets no link", id)
            ->hint = "only nodes have links";
    if (index < 0)
        return;
    builder->graph->nodes.items[index].link = c->url;
    builder->graph->nodes.items[index].link_target = c->target;
}

void idarch_flow_set_link(flow_builder *builder, idarch_str ids, const char *url,
                          idarch_span span, const char *target)
{
    link_context context = {.url = url, .target = target, .span = span};
    for_each_id(builder, ids, set_link, &context);
    idarch_flow_set_class(builder, ids, "clickable", span);
}

static void set_tooltip(flow_builder *builder, const char *id, const void *context)
{
    const link_context *c = context;
    idarch_flow_note(builder->tooltips, id, builder->tooltip_texts.count);
    add_string(builder->arena, &builder->tooltip_texts, c->text);
}

void idarch_flow_set_tooltip(flow_builder *builder, idarch_str ids, const char *text)
{
    link_context context = {.text = text};
    for_each_id(builder, ids, set_tooltip, &context);
}

void idarch_flow_set_callback(flow_builder *builder, idarch_str ids, idarch_span span)
{
    idarch_flow_set_class(builder, ids, "clickable", span);
}
