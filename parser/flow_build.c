/* The graph while it grows.
 *
 * Takes what the parser reads, statement by statement, and does what Mermaid's database
 * does with it: the last label of an id wins, a second edge with an id gets another, the
 * first subgraph to close keeps a node. Look-ups go through hash tables, so each statement
 * costs what it says, whatever came before. */
#include "parser/flow_build.h"

#include "parser/flow_shapes.h"
#include "parser/label.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A hash that mixes every byte into all bits: equal sums are not equal keys here. */
static guint hash_text(gconstpointer key)
{
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (const unsigned char *c = key; *c; c++) {
        hash = (hash ^ *c) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 29;
    }
    return (guint)(hash ^ (hash >> 32));
}

static guint hash_pair(gconstpointer key)
{
    uint64_t hash = (uint64_t)*(const gint64 *)key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    return (guint)(hash >> 32);
}

static GHashTable *text_table(void)
{
    return g_hash_table_new(hash_text, g_str_equal);
}

void idarch_flow_builder_init(flow_builder *builder, idarch_arena *arena, const flow_text *text,
                              idarch_diags *diags, idarch_graph *graph)
{
    *builder = (flow_builder){.arena = arena, .text = text, .diags = diags, .graph = graph};
    builder->nodes = text_table();
    builder->edges = text_table();
    builder->pairs = g_hash_table_new(hash_pair, g_int64_equal);
    builder->groups = text_table();
    builder->owners = text_table();
    builder->classes = text_table();
    builder->tooltips = text_table();
    builder->unfit = text_table();
}

void idarch_flow_builder_release(flow_builder *builder)
{
    GHashTable *tables[] = {builder->nodes,  builder->edges,   builder->pairs,   builder->groups,
                            builder->owners, builder->classes, builder->tooltips, builder->unfit};
    for (size_t i = 0; i < COUNT(tables); i++)
        g_hash_table_destroy(tables[i]);
}

idarch_diag *idarch_flow_fail(flow_builder *builder, const char *code, idarch_span span,
                              const char *format, ...)
{
    va_list arguments;
    builder->failed = true;
    va_start(arguments, format);
    char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    idarch_diag *diag = idarch_diag_add(builder->diags, IDARCH_FATAL, code, span, "%s", message);
    g_free(message);
    return diag;
}

/* Warnings that may come from a statement that could not be read. */
static bool depends_on_others(const char *code)
{
    static const char *const codes[] = {"unknown-id", "style-edge",     "edge-id",
                                        "click-node", "subgraph-twice", "label-replaced",
                                        "edge-id-fan", "link-style-lost"};
    for (size_t i = 0; i < COUNT(codes); i++)
        if (strcmp(code, codes[i]) == 0)
            return true;
    return false;
}

idarch_diag *idarch_flow_warn(flow_builder *builder, const char *code, idarch_span span,
                              const char *format, ...)
{
    va_list arguments;
    if (builder->lost && depends_on_others(code))
        return IDARCH_NEW(builder->arena, idarch_diag);
    va_start(arguments, format);
    char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    idarch_diag *diag =
        idarch_diag_add(builder->diags, IDARCH_WARNING, code, span, "%s", message);
    g_free(message);
    return diag;
}

const char *idarch_flow_clean(idarch_arena *arena, idarch_str text)
{
    char *copy = idarch_str_dup(arena, text);
    for (char *c = copy; *c; c++) {
        bool c1 = (unsigned char)c[0] == 0xC2 && (unsigned char)c[1] >= 0x80 &&
                  (unsigned char)c[1] < 0xA0;
        if (c1)
            *c++ = ' ';
        if (c1 || (unsigned char)*c < 0x20 || *c == 0x7F)
            *c = ' ';
    }
    return copy;
}

int idarch_flow_find(GHashTable *table, const char *id)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(table, id)) - 1;
}

void idarch_flow_note(GHashTable *table, const char *id, size_t index)
{
    g_hash_table_insert(table, (gpointer)(uintptr_t)id, GINT_TO_POINTER((int)index + 1));
}

static void add_string(idarch_arena *arena, idarch_strings *list, const char *text)
{
    *IDARCH_PUSH(arena, list) = text;
}

/* Trimmed, one pair of quotes off, without control characters. */
static const char *label_text(idarch_arena *arena, const char *text)
{
    idarch_str s = idarch_flow_trim(idarch_str_of(text));
    if (s.len >= 2 && s.ptr[0] == '"' && s.ptr[s.len - 1] == '"')
        s = idarch_str_sub(s, 1, s.len - 1);
    return idarch_flow_clean(arena, s);
}

/* ---- nodes ---------------------------------------------------------------------------- */

static idarch_node *new_node(flow_builder *builder, const char *id, idarch_span span)
{
    idarch_node *node = IDARCH_PUSH(builder->arena, &builder->graph->nodes);
    node->id = id;
    node->shape = IDARCH_SHAPE_RECT;
    node->subgraph = -1;
    node->worker_id = -1;
    node->span = span;
    idarch_flow_note(builder->nodes, id, builder->graph->nodes.count - 1);
    return node;
}

static void set_label(flow_builder *builder, idarch_node *node, const flow_label *label)
{
    const char *text = label_text(builder->arena, label->text);
    idarch_flow_check_relabel(builder, node, text, label->span);
    g_hash_table_remove(builder->unfit, node->id);
    node->label = text;
    node->label_type = label->type;
    node->label_span = label->span;
    node->rich = idarch_label_rich(builder->arena, idarch_str_of(label->text), label->type,
                                   label->span, builder->diags);
}

int idarch_flow_add_node(flow_builder *builder, const char *id, idarch_span span,
                         const flow_label *label, const char *shape)
{
    if (idarch_flow_trim(idarch_str_of(id)).len == 0)
        return -1;
    if (idarch_flow_find(builder->edges, id) >= 0)
        return -1;
    int index = idarch_flow_find(builder->nodes, id);
    idarch_node *node =
        index >= 0 ? &builder->graph->nodes.items[index] : new_node(builder, id, span);
    if (label && label->present) {
        set_label(builder, node, label);
    } else if (!node->label) {
        node->label = idarch_flow_clean(builder->arena, idarch_str_of(id));
        node->rich = idarch_rich_plain(builder->arena, node->label);
    }
    if (shape) {
        node->shape_name = shape;
        node->shape = idarch_flow_shape(shape);
    }
    return idarch_flow_find(builder->nodes, id);
}

/* ---- edges ---------------------------------------------------------------------------- */

/* How many edges there were between the two, counting this one in. */
static unsigned count_pair(flow_builder *builder, int from, int to)
{
    gint64 key = (gint64)(((uint64_t)(uint32_t)from << 32) | (uint32_t)to);
    unsigned before = GPOINTER_TO_UINT(g_hash_table_lookup(builder->pairs, &key));
    gint64 *kept = IDARCH_NEW(builder->arena, gint64);
    *kept = key;
    g_hash_table_insert(builder->pairs, kept, GUINT_TO_POINTER(before + 1));
    return before;
}

static void set_edge_label(flow_builder *builder, idarch_edge *edge, const flow_label *label)
{
    edge->label = "";
    if (!label->present)
        return;
    edge->label = label_text(builder->arena, label->text);
    edge->label_type = label->type;
    edge->label_span = label->span;
    edge->rich = idarch_label_rich(builder->arena, idarch_str_of(label->text), label->type,
                                   label->span, NULL);
}

static void set_edge_id(flow_builder *builder, idarch_edge *edge, const char *id, unsigned before)
{
    const idarch_graph *graph = builder->graph;
    if (id && *id && idarch_flow_find(builder->edges, id) < 0) {
        edge->id = id;
        edge->user_id = true;
    } else {
        if (id && *id)
            idarch_flow_warn(builder, "edge-id", edge->span,
                             "the edge id `%s` is taken; this edge gets another", id)
                ->hint = "give each edge an id of its own";
        edge->id = idarch_printf(builder->arena, "L_%s_%s_%u", graph->nodes.items[edge->from].id,
                                 graph->nodes.items[edge->to].id, before > 0 ? before + 1 : 0);
    }
    if (idarch_flow_find(builder->edges, edge->id) < 0)
        idarch_flow_note(builder->edges, edge->id, graph->edges.count - 1);
}

static void add_edge(flow_builder *builder, int from, int to, const flow_edge_data *data,
                     const char *id)
{
    idarch_graph *graph = builder->graph;
    unsigned before = count_pair(builder, from, to);
    idarch_edge *edge = IDARCH_PUSH(builder->arena, &graph->edges);
    edge->from = from;
    edge->to = to;
    edge->stroke = data->link.stroke;
    edge->start = data->link.start;
    edge->end = data->link.end;
    edge->length = data->link.length;
    edge->invalid = data->link.invalid;
    edge->curve = graph->default_curve;
    edge->span = data->span;
    set_edge_label(builder, edge, &data->label);
    set_edge_id(builder, edge, id, before);
}

/* Index of an edge's end. An id that is an edge's makes no node in Mermaid, which then
 * draws nothing sensible; here the node is made after all, so that the edge has an end. */
static int end_of_edge(flow_builder *builder, const char *id, idarch_span span)
{
    int index = idarch_flow_find(builder->nodes, id);
    if (index >= 0)
        return index;
    idarch_node *node = new_node(builder, id, span);
    node->label = idarch_flow_clean(builder->arena, idarch_str_of(id));
    node->rich = idarch_rich_plain(builder->arena, node->label);
    return idarch_flow_find(builder->nodes, id);
}

static void warn_about_arrow(flow_builder *builder, const flow_edge_data *data)
{
    idarch_diag *diag = NULL;
    if (data->link.invalid) {
        diag = idarch_flow_warn(builder, "edge-ends", data->span,
                                "the two halves of this edge do not fit together");
        diag->hint = "write both with the same line: `-- text -->`, `== text ==>`, `-. text .->`";
    } else if (data->link.lost_start) {
        diag = idarch_flow_warn(builder, "edge-start", data->span,
                                "the mark at this edge's start is not drawn");
        diag->hint = "a mark at the start needs the same one at the end: <-->, o--o, x--x; and a "
                     "text before an arrow needs a blank";
    } else if (data->link.capped) {
        diag = idarch_flow_warn(builder, "edge-length", data->span,
                                "an edge is at most 10 ranks long; the rest is not used");
        diag->hint = "take some strokes away";
    }
}

void idarch_flow_add_edges(flow_builder *builder, const char *const *from, size_t from_count,
                           const char *const *to, size_t to_count, const flow_edge_data *data)
{
    if (from_count > 0 && to_count > (FLOW_EDGES_MAX - builder->graph->edges.count) / from_count) {
        idarch_flow_fail(builder, "too-many-edges", data->span, "more than %d edges",
                         FLOW_EDGES_MAX);
        builder->stopped = true;
        return;
    }
    warn_about_arrow(builder, data);
    if (data->id && (from_count > 1 || to_count > 1))
        idarch_flow_warn(builder, "edge-id-fan", data->span,
                         "only the edge from `%s` to `%s` gets the id `%s`", from[from_count - 1],
                         to[0], data->id)
            ->hint = "write the edges one by one, each with an id";
    for (size_t i = 0; i < from_count; i++) {
        bool last_start = strcmp(from[i], from[from_count - 1]) == 0;
        int start = end_of_edge(builder, from[i], data->span);
        for (size_t k = 0; k < to_count; k++) {
            bool first_end = strcmp(to[k], to[0]) == 0;
            int end = end_of_edge(builder, to[k], data->span);
            add_edge(builder, start, end, data, last_start && first_end ? data->id : NULL);
        }
    }
}

/* ---- subgraphs ------------------------------------------------------------------------ */

static bool has_space(const char *text)
{
    const char *end = text + strlen(text);
    for (const char *c = text; c < end; c++)
        if (idarch_flow_space(c, end) > 0)
            return true;
    return false;
}

static const char *group_id(flow_builder *builder, const flow_group *group)
{
    idarch_arena *arena = builder->arena;
    const char *written = group->id.text;
    if (group->titled || !has_space(written))
        return idarch_flow_clean(arena, idarch_flow_trim(idarch_str_of(written)));
    return idarch_printf(arena, "subGraph%u", builder->groups_closed);
}

/* Adds the members that no earlier group has; the others stay where they are. */
static void add_members(flow_builder *builder, idarch_subgraph *subgraph, size_t index,
                        const flow_group *group)
{
    GHashTable *seen = text_table();
    for (size_t i = 0; i < group->members.count; i++) {
        const char *member = group->members.items[i];
        if (!g_hash_table_add(seen, (gpointer)(uintptr_t)member) ||
            idarch_flow_trim(idarch_str_of(member)).len == 0)
            continue;
        int owner = idarch_flow_find(builder->owners, member);
        if (owner < 0 && strcmp(member, subgraph->id) != 0) {
            add_string(builder->arena, &subgraph->members, member);
            idarch_flow_note(builder->owners, member, index);
        }
    }
    g_hash_table_destroy(seen);
}

static idarch_subgraph *new_group(flow_builder *builder, const char *id, const flow_group *group)
{
    idarch_arena *arena = builder->arena;
    idarch_subgraph *subgraph = IDARCH_PUSH(arena, &builder->graph->subgraphs);
    subgraph->id = id;
    subgraph->title = idarch_flow_clean(arena, idarch_flow_trim(idarch_str_of(group->title.text)));
    subgraph->label_type = group->title.type;
    subgraph->rich = idarch_label_rich(arena, idarch_str_of(group->title.text), group->title.type,
                                       group->title.span, builder->diags);
    subgraph->parent = subgraph->node = -1;
    subgraph->replicas = -1;
    subgraph->declared = group->declared;
    subgraph->span = group->id.span;
    subgraph->direction_name = group->direction;
    if (!group->direction && builder->inherit_direction)
        subgraph->direction_name = builder->graph->direction_name;
    subgraph->has_direction = subgraph->direction_name != NULL;
    if (subgraph->has_direction)
        subgraph->direction = idarch_flow_direction(subgraph->direction_name);
    idarch_flow_note(builder->groups, id, builder->graph->subgraphs.count - 1);
    return subgraph;
}

const char *idarch_flow_close_group(flow_builder *builder, const flow_group *group)
{
    const char *id = group_id(builder, group);
    builder->groups_closed++;
    int existing = idarch_flow_find(builder->groups, id);
    idarch_subgraph *subgraph;
    if (existing >= 0) {
        subgraph = &builder->graph->subgraphs.items[existing];
        idarch_diag *diag =
            idarch_flow_warn(builder, "subgraph-twice", group->id.span,
                             "there is a subgraph `%s` already; both are drawn as one", id);
        diag->hint = "give the other one another id: subgraph id [title]";
        idarch_diag_relate(builder->diags, diag, subgraph->span, "the first one");
    } else {
        subgraph = new_group(builder, id, group);
    }
    size_t index = (size_t)idarch_flow_find(builder->groups, id);
    add_members(builder, subgraph, index, group);
    return subgraph->id;
}
