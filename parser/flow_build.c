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

void idarch_flow_builder_init(flow_builder *builder, idarch_arena *arena, const flow_text *text,
                              idarch_diags *diags, idarch_graph *graph)
{
    *builder = (flow_builder){.arena = arena, .text = text, .diags = diags, .graph = graph};
    idarch_table **names[] = {&builder->nodes, &builder->groups, &builder->owners,
                              &builder->classes, &builder->edge_ids, &builder->tooltips, &builder->unfit};
    builder->namer = idarch_edge_namer_of(arena, graph);
    for (size_t i = 0; i < COUNT(builder->tables); i++)
        (*names[i] = &builder->tables[i])->arena = arena;
}

void idarch_flow_builder_release(flow_builder *builder)
{
    for (size_t i = 0; i < COUNT(builder->tables); i++)
        idarch_table_release(&builder->tables[i]);
    idarch_edge_namer_release(&builder->namer);
}

idarch_diag *idarch_flow_fail(flow_builder *builder, const char *code, idarch_span span,
                              const char *format, ...)
{
    va_list arguments;
    builder->failed = true;
    va_start(arguments, format);
    idarch_diag *diag =
        idarch_diag_vadd(builder->diags, IDARCH_FATAL, code, span, format, arguments);
    va_end(arguments);
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
        return idarch_diag_unsaid(builder->diags);
    va_start(arguments, format);
    idarch_diag *diag =
        idarch_diag_vadd(builder->diags, IDARCH_WARNING, code, span, format, arguments);
    va_end(arguments);
    return diag;
}

static bool has_control(idarch_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (idarch_flow_is(text.ptr[i], FLOW_BYTE_CONTROL))
            return true;
    return false;
}

const char *idarch_flow_clean(idarch_arena *arena, idarch_str text)
{
    char *copy = idarch_str_dup(arena, text);
    if (!has_control(text))
        return copy;
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

int idarch_flow_find(const idarch_table *table, const char *id)
{
    return table->count == 0 ? -1 : idarch_table_find(table, idarch_str_of(id));
}

void idarch_flow_note(idarch_table *table, const char *id, size_t index)
{
    idarch_table_set(table, id, (int32_t)index);
}

/* A copy of the id. They stand together, because each look-up reads one. */
static const char *copy_id(flow_builder *builder, idarch_str id)
{
    enum { ROOM = 16 * 1024, LONG = 256 };
    if (id.len >= LONG)
        return idarch_str_dup(builder->arena, id);
    if (builder->id_room <= id.len) {
        builder->id_next = idarch_alloc_text(builder->arena, ROOM);
        builder->id_room = ROOM;
    }
    char *copy = builder->id_next;
    memcpy(copy, id.ptr, id.len);
    copy[id.len] = '\0';
    builder->id_next += id.len + 1;
    builder->id_room -= id.len + 1;
    return copy;
}

const char *idarch_flow_intern(flow_builder *builder, idarch_str id, uint32_t hash)
{
    const idarch_table_slot *slot = idarch_table_slot_by(builder->nodes, id, hash);
    builder->named = slot ? slot->value : -1;
    builder->name = slot ? slot->key : copy_id(builder, id);
    return builder->name;
}

/* The index of the node with the id; the one that was named last is known. */
static int find_node(const flow_builder *builder, const char *id)
{
    return id == builder->name ? builder->named : idarch_flow_find(builder->nodes, id);
}

/* Edges without an id of the user's are called L_..._0; few texts ask for such a name, so
 * these enter the table when the first one does. */
int idarch_flow_find_edge(flow_builder *builder, const char *id)
{
    const idarch_graph *graph = builder->graph;
    bool made = id[0] == 'L' && id[1] == '_';
    while (made && builder->namer.next < graph->edges.count) {
        size_t index = builder->namer.next;
        const char *name = idarch_edge_namer_next(&builder->namer);
        if (idarch_flow_find(builder->edge_ids, name) < 0)
            idarch_flow_note(builder->edge_ids, name, index);
    }
    return idarch_flow_find(builder->edge_ids, id);
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
    bool as_written = s.ptr == text && text[s.len] == '\0' && !has_control(s);
    return as_written ? text : idarch_flow_clean(arena, s);
}

/* Most labels are drawn just as they are written: those are taken at one look. */
static bool take_plain(idarch_arena *arena, const flow_label *label, const char **text,
                       idarch_rich *rich)
{
    idarch_str s = idarch_str_of(label->text);
    bool wide = s.len > 0 && (idarch_flow_is(s.ptr[0], FLOW_BYTE_WIDE) ||
                              (unsigned char)s.ptr[s.len - 1] >= 0x80);
    if (label->type == IDARCH_LABEL_MARKDOWN || wide || s.ptr[0] == '"' || !idarch_label_plain(s))
        return false;
    *text = label->text;
    *rich = idarch_rich_plain(arena, label->text);
    return true;
}

/* ---- nodes ---------------------------------------------------------------------------- */

static idarch_node *new_node(flow_builder *builder, const char *id, idarch_span span)
{
    idarch_node *node = IDARCH_PUSH_LARGE(builder->arena, &builder->graph->nodes);
    node->id = id;
    node->shape = IDARCH_SHAPE_RECT;
    node->subgraph = -1;
    node->worker_id = -1;
    node->span = span;
    builder->name = id;
    builder->named = (int)builder->graph->nodes.count - 1;
    idarch_flow_note(builder->nodes, id, builder->graph->nodes.count - 1);
    return node;
}

static void take_id_as_label(flow_builder *builder, idarch_node *node)
{
    bool control = has_control(idarch_str_of(node->id));
    node->label = control ? idarch_flow_clean(builder->arena, idarch_str_of(node->id)) : node->id;
    node->rich = idarch_rich_plain(builder->arena, node->label);
}

static void set_label(flow_builder *builder, idarch_node *node, const flow_label *label)
{
    idarch_arena *arena = builder->arena;
    const char *text;
    bool plain = take_plain(arena, label, &text, &node->rich);
    if (!plain)
        text = label_text(arena, label->text);
    idarch_flow_check_relabel(builder, node, text, label->span);
    idarch_flow_label_fits(builder, node->id);
    node->label = text;
    node->label_type = label->type;
    node->label_span = label->span;
    if (!plain)
        node->rich = idarch_label_rich(arena, idarch_str_of(label->text), label->type,
                                       label->span, builder->diags);
}

int idarch_flow_add_node(flow_builder *builder, const char *id, idarch_span span,
                         const flow_label *label, const char *shape)
{
    bool blank = !idarch_flow_is(id[0], FLOW_BYTE_WORD) &&
                 idarch_flow_trim(idarch_str_of(id)).len == 0;
    if (blank || (idarch_flow_may_be_edge(builder, id) && idarch_flow_find_edge(builder, id) >= 0))
        return -1;
    int index = find_node(builder, id);
    bool labelled = label && label->present;
    if (index >= 0 && !labelled && !shape) /* nothing new is said */
        return index;
    idarch_node *node =
        index >= 0 ? &builder->graph->nodes.items[index] : new_node(builder, id, span);
    if (labelled) {
        set_label(builder, node, label);
    } else if (!node->label) {
        take_id_as_label(builder, node);
    }
    if (shape) {
        node->shape_name = shape;
        node->shape = idarch_flow_shape(shape);
    }
    return index >= 0 ? index : (int)builder->graph->nodes.count - 1;
}

bool idarch_flow_count_copies(flow_builder *builder, size_t bytes, size_t count,
                              idarch_span span)
{
    size_t most = builder->limits.copies;
    if (count == 0 || bytes <= (most - builder->copied) / count) {
        builder->copied += bytes * count;
        return true;
    }
    if (!builder->stopped)
        idarch_flow_fail(builder, "too-much-text", span,
                         "fans and lists repeat more than %zu MiB of text up to here", most >> 20)
            ->hint = "--max-copies sets how many MiB there may be";
    builder->stopped = true;
    return false;
}

/* ---- edges ---------------------------------------------------------------------------- */

static void set_edge_label(flow_builder *builder, idarch_edge *edge, const flow_label *label)
{
    edge->label = "";
    if (!label->present)
        return;
    edge->label_type = label->type;
    edge->label_span = label->span;
    if (take_plain(builder->arena, label, &edge->label, &edge->rich))
        return;
    edge->label = label_text(builder->arena, label->text);
    edge->rich = idarch_label_rich(builder->arena, idarch_str_of(label->text), label->type,
                                   label->span, NULL);
}

/* Fills a zeroed edge but for its ends and its id. */
static void set_edge(flow_builder *builder, idarch_edge *edge, const flow_edge_data *data)
{
    edge->stroke = data->link.stroke;
    edge->start = data->link.start;
    edge->end = data->link.end;
    edge->length = data->link.length;
    edge->invalid = data->link.invalid;
    edge->curve = builder->graph->default_curve;
    edge->span = data->span;
    set_edge_label(builder, edge, &data->label);
}

/* The id that the author gave the edge, NULL where it is missing or another edge's. */
static const char *new_edge_id(flow_builder *builder, const char *id, idarch_span span)
{
    if (!id || !*id)
        return NULL;
    if (idarch_flow_find_edge(builder, id) < 0) {
        idarch_flow_note(builder->edge_ids, id, builder->graph->edges.count);
        return id;
    }
    idarch_flow_warn(builder, "edge-id", span,
                     "the edge id `%s` is taken; this edge gets another", id)
        ->hint = "give each edge an id of its own";
    return NULL;
}

/* The edges of a fan are all as the one with the index `first`, which is the first made. */
static void add_edge(flow_builder *builder, int from, int to, size_t first,
                     const flow_edge_data *data, const char *id)
{
    idarch_graph *graph = builder->graph;
    id = new_edge_id(builder, id, data->span);
    idarch_edge *edge = IDARCH_PUSH_LARGE(builder->arena, &graph->edges);
    if (graph->edges.count - 1 == first)
        set_edge(builder, edge, data);
    else
        *edge = graph->edges.items[first];
    edge->id = id;
    edge->from = from;
    edge->to = to;
}

/* Sees to it that an edge's end is a node. An id that is an edge's makes no node in
 * Mermaid, which then draws nothing sensible; here the node is made after all. */
static void need_node(flow_builder *builder, flow_end *end, idarch_span span)
{
    if (end->node >= 0)
        return;
    end->node = idarch_flow_find(builder->nodes, end->id);
    if (end->node >= 0)
        return;
    take_id_as_label(builder, new_node(builder, end->id, span));
    end->node = (int)builder->graph->nodes.count - 1;
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
        diag->hint = "take some dashes, dots or equals signs away";
    }
}

/* An id that is worth counting in those of a fan's edges. */
static size_t long_id(const char *id)
{
    enum { LONG = 64 };
    size_t len = strlen(id);
    return len > LONG ? len : 0;
}

/* What stands once and counts for each edge of a fan: the label, and the nodes' ids within
 * the edges' own. */
static bool count_fan(flow_builder *builder, const flow_end *from, size_t from_count,
                      const flow_end *to, size_t to_count, const flow_edge_data *data)
{
    const char *curve = builder->graph->default_curve;
    size_t edges = from_count * to_count;
    bool good = !curve || idarch_flow_count_copies(builder, strlen(curve), edges, data->span);
    if (edges < 2 || !good)
        return good;
    good = !data->label.present ||
           idarch_flow_count_copies(builder, strlen(data->label.text), edges, data->span);
    for (size_t i = 0; i < from_count && good; i++)
        good = idarch_flow_count_copies(builder, long_id(from[i].id), to_count, data->span);
    for (size_t i = 0; i < to_count && good; i++)
        good = idarch_flow_count_copies(builder, long_id(to[i].id), from_count, data->span);
    return good;
}

void idarch_flow_add_edges(flow_builder *builder, flow_end *from, size_t from_count, flow_end *to,
                           size_t to_count, const flow_edge_data *data)
{
    size_t most = builder->limits.edges;
    if (from_count * to_count > most - builder->graph->edges.count) { /* both far below 2^32 */
        idarch_flow_fail(builder, "too-many-edges", data->span, "more than %zu edges", most)
            ->hint = "--max-edges sets how many there may be";
        builder->stopped = true;
        return;
    }
    if (!count_fan(builder, from, from_count, to, to_count, data))
        return;
    size_t first = builder->graph->edges.count;
    warn_about_arrow(builder, data);
    if (data->id && (from_count > 1 || to_count > 1))
        idarch_flow_warn(builder, "edge-id-fan", data->span,
                         "only the edge from `%s` to `%s` gets the id `%s`", from[from_count - 1].id,
                         to[0].id, data->id)
            ->hint = "write the edges one by one, each with an id";
    for (size_t i = 0; i < from_count; i++) {
        bool last_start = data->id && strcmp(from[i].id, from[from_count - 1].id) == 0;
        need_node(builder, &from[i], data->span);
        for (size_t k = 0; k < to_count; k++) {
            bool named = last_start && strcmp(to[k].id, to[0].id) == 0;
            need_node(builder, &to[k], data->span);
            add_edge(builder, from[i].node, to[k].node, first, data, named ? data->id : NULL);
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

/* The group that has the member, -1 for none. */
static int owner_of(const flow_builder *builder, const flow_end *member)
{
    int owner = idarch_flow_find(builder->owners, member->id);
    return owner < 0 && member->node >= 0 ? builder->graph->nodes.items[member->node].subgraph
                                          : owner;
}

/* Adds the members that no earlier group has; the others stay where they are. */
static void add_members(flow_builder *builder, idarch_subgraph *subgraph, size_t index,
                        const flow_group *group)
{
    for (size_t i = 0; i < group->members.count; i++) {
        flow_end member = group->members.items[i];
        bool named = member.node >= 0;
        if (!named)
            member.node = idarch_flow_find(builder->nodes, member.id);
        if (owner_of(builder, &member) >= 0 || strcmp(member.id, subgraph->id) == 0 ||
            (!named && idarch_flow_trim(idarch_str_of(member.id)).len == 0))
            continue;
        add_string(builder->arena, &subgraph->members, member.id);
        if (member.node >= 0)
            builder->graph->nodes.items[member.node].subgraph = (int)index;
        if (!named)
            idarch_flow_note(builder->owners, member.id, index);
    }
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
