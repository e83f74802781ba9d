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

/* A comma list of ids as written, and its place. */
typedef struct id_list {
    idarch_str ids;
    idarch_span span;
} id_list;

/* An id of it: the place is the list's where its bytes are not those of the file. */
typedef struct listed_id {
    const char *text;
    idarch_span span;
} listed_id;

/* `A,B,` or `A,,B` */
static void warn_empty(flow_builder *builder, const id_list *list)
{
    idarch_strbuf out = {.arena = builder->arena};
    idarch_str ids = list->ids;
    for (size_t i = 0; i < ids.len; i++)
        if (ids.ptr[i] != ',' || (out.len > 0 && i + 1 < ids.len && ids.ptr[i + 1] != ','))
            idarch_strbuf_putc(&out, ids.ptr[i]);
    const char *rest = idarch_flow_clean(builder->arena, idarch_str_of(idarch_strbuf_text(&out)));
    idarch_flow_warn(builder, "list-comma", list->span, "a comma too many stands in this list")
        ->hint = *rest ? idarch_printf(builder->arena, "write `%s`", rest)
                       : "name what the line is about";
}

static size_t count_ids(idarch_str ids)
{
    size_t count = 1;
    for (size_t i = 0; i < ids.len; i++)
        count += ids.ptr[i] == ',';
    return count;
}

/* A text that each id of a list gets; false where that is too much. */
static bool count_for_each(flow_builder *builder, const id_list *list, size_t bytes)
{
    size_t count = count_ids(list->ids);
    return count < 2 || idarch_flow_count_copies(builder, bytes, count, list->span);
}

size_t idarch_flow_declared(const flow_styles *styles)
{
    enum { DECLARATION = 16 }; /* what one takes beside its text */
    size_t bytes = 0;
    for (size_t i = 0; i < styles->count; i++)
        bytes += strlen(styles->items[i].text) + DECLARATION;
    return bytes;
}

idarch_strings idarch_flow_declarations(flow_builder *builder, const flow_styles *styles)
{
    idarch_strings list = {0};
    for (size_t i = 0; i < styles->count; i++)
        add_string(builder->arena, &list, styles->items[i].text);
    list.capacity = list.count; /* who adds to it gets a copy */
    return list;
}

/* Calls use for each id. */
typedef void use_id(flow_builder *builder, const listed_id *id, const void *context);

static void for_each_id(flow_builder *builder, const id_list *list, use_id *use,
                        const void *context)
{
    idarch_str ids = list->ids;
    bool in_file = list->span.end - list->span.start == ids.len;
    for (size_t start = 0, end; start <= ids.len; start = end + 1) {
        end = idarch_str_find(ids, ',', start);
        listed_id id = {idarch_str_dup(builder->arena, idarch_str_sub(ids, start, end)),
                        list->span};
        if (in_file)
            id.span = (idarch_span){list->span.start + (uint32_t)start,
                                    list->span.start + (uint32_t)end};
        use(builder, &id, context);
    }
}

static bool has_empty(idarch_str ids)
{
    bool empty = ids.len == 0 || ids.ptr[ids.len - 1] == ',';
    for (size_t i = 0; i < ids.len && !empty; i++)
        empty = ids.ptr[i] == ',' && (i == 0 || ids.ptr[i - 1] == ',');
    return empty;
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

typedef struct class_def_context {
    idarch_strings styles;
    idarch_span span;
} class_def_context;

static void add_class_def(flow_builder *builder, const listed_id *name, const void *context)
{
    const class_def_context *c = context;
    idarch_class_def *def;
    int index = idarch_flow_find(builder->classes, name->text);
    if (index >= 0) {
        def = &builder->graph->class_defs.items[index];
    } else {
        def = IDARCH_PUSH(builder->arena, &builder->graph->class_defs);
        def->name = name->text;
        def->span = c->span;
        idarch_flow_note(builder->classes, name->text, builder->graph->class_defs.count - 1);
    }
    if (def->styles.count == 0) {
        def->styles = c->styles;
        return;
    }
    for (size_t i = 0; i < c->styles.count; i++)
        add_string(builder->arena, &def->styles, c->styles.items[i]);
}

void idarch_flow_add_class_def(flow_builder *builder, idarch_str names, idarch_span span,
                               const flow_styles *styles)
{
    flow_styles split = {0};
    id_list list = {names, span};
    split_class_styles(builder, styles, &split);
    idarch_flow_check_styles(builder, &split);
    if (has_empty(names))
        warn_empty(builder, &list);
    if (!count_for_each(builder, &list, idarch_flow_declared(&split)))
        return;
    class_def_context context = {idarch_flow_declarations(builder, &split), span};
    for_each_id(builder, &list, add_class_def, &context);
}

static void set_class(flow_builder *builder, const listed_id *id, const void *context)
{
    const char *name = context;
    int node = idarch_flow_find(builder->nodes, id->text);
    int edge = idarch_flow_find_edge(builder, id->text);
    int group = idarch_flow_find(builder->groups, id->text);
    idarch_graph *graph = builder->graph;
    if (node >= 0)
        add_string(builder->arena, &graph->nodes.items[node].classes, name);
    if (edge >= 0)
        add_string(builder->arena, &graph->edges.items[edge].classes, name);
    if (group >= 0)
        add_string(builder->arena, &graph->subgraphs.items[group].classes, name);
    if (node >= 0 || edge >= 0 || group >= 0 || !*id->text)
        return;
    idarch_diag *diag = idarch_flow_warn(builder, "unknown-id", id->span,
                                         "there is no `%s` yet, so this has no effect",
                                         idarch_flow_clean(builder->arena,
                                                           idarch_str_of(id->text)));
    diag->hint = "place the line after the node, edge or subgraph that it is about";
}

void idarch_flow_set_class(flow_builder *builder, idarch_str ids, const char *name,
                           idarch_span span)
{
    id_list list = {ids, span};
    if (has_empty(ids))
        warn_empty(builder, &list);
    if (count_for_each(builder, &list, strlen(name)))
        for_each_id(builder, &list, set_class, name);
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

static void default_link_style(flow_builder *builder, const idarch_strings *styles,
                               const char *curve)
{
    idarch_graph *graph = builder->graph;
    if (curve)
        graph->default_curve = curve;
    if (styles->count > 0)
        graph->default_edge_styles = *styles;
}

/* How many edges the text can hold at most: one for each run of strokes, full or mistaken;
 * with fans nobody knows. */
static size_t arrows_most(flow_builder *builder)
{
    const char *text = builder->text->ptr;
    if (builder->arrows == 0 && memchr(text, '&', builder->text->len))
        builder->arrows = SIZE_MAX;
    if (builder->arrows > 0)
        return builder->arrows;
    builder->arrows = 1;
    for (size_t i = 1; i < builder->text->len; i++) {
        bool stroke = strchr("-=.~>\xE2\xEF", text[i]) != NULL;
        builder->arrows += stroke && !strchr("-=.~>", text[i - 1]);
    }
    return builder->arrows;
}

/* The edge may stand in what could not be read. */
static bool may_be_lost(flow_builder *builder, const char *number)
{
    size_t most = builder->lost ? arrows_most(builder) : 0, value = 0;
    for (const char *c = number; *c && value < most; c++)
        value = value * 10 + (size_t)(*c - '0');
    return value < most && (number[0] != '0' || number[1] == '\0');
}

void idarch_flow_link_style(flow_builder *builder, const char *number, idarch_span span,
                            const idarch_strings *styles, const char *curve)
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
    if (index < 0 && may_be_lost(builder, number))
        return;
    if (index < 0) {
        idarch_diag *diag =
            idarch_flow_fail(builder, "link-style", span, "there is no edge %s yet", number);
        diag->hint = "place linkStyle after the edges, which are numbered from 0";
        if (count > 0 && !builder->lost)
            diag->hint = idarch_printf(builder->arena, "the edges above are numbered 0 to %zu",
                                       count - 1);
        return;
    }
    idarch_edge *edge = &builder->graph->edges.items[index];
    if (curve)
        edge->curve = curve;
    if (styles->count == 0)
        return;
    idarch_strings before = edge->styles;
    edge->styles = *styles;
    idarch_flow_check_restyle(builder, &before, &edge->styles, span);
}

typedef struct link_context {
    const char *url, *target;
} link_context;

static void set_link(flow_builder *builder, const listed_id *id, const void *context)
{
    const link_context *c = context;
    int index = idarch_flow_find(builder->nodes, id->text);
    if (index < 0 && (idarch_flow_find(builder->groups, id->text) >= 0 ||
                      idarch_flow_find_edge(builder, id->text) >= 0))
        idarch_flow_warn(builder, "click-node", id->span, "`%s` is no node, so it gets no link",
                         id->text)
            ->hint = "only nodes have links";
    if (index < 0)
        return;
    builder->graph->nodes.items[index].link = c->url;
    builder->graph->nodes.items[index].link_target = c->target;
}

void idarch_flow_set_link(flow_builder *builder, idarch_str ids, const char *url,
                          idarch_span span, const char *target)
{
    link_context context = {.url = url, .target = target};
    id_list list = {ids, span};
    if (!count_for_each(builder, &list, url ? strlen(url) : 0))
        return;
    for_each_id(builder, &list, set_link, &context);
    idarch_flow_set_class(builder, ids, "clickable", span);
}

static void set_tooltip(flow_builder *builder, const listed_id *id, const void *context)
{
    (void)context;
    idarch_flow_note(builder->tooltips, id->text, builder->tooltip_texts.count - 1);
}

void idarch_flow_set_tooltip(flow_builder *builder, idarch_str ids, idarch_span span,
                             const char *text)
{
    id_list list = {ids, span};
    if (!count_for_each(builder, &list, strlen(text)))
        return;
    add_string(builder->arena, &builder->tooltip_texts, text);
    for_each_id(builder, &list, set_tooltip, NULL);
}

void idarch_flow_set_callback(flow_builder *builder, idarch_str ids, idarch_span span)
{
    idarch_flow_set_class(builder, ids, "clickable", span);
}
