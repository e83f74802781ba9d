/* The picture in sentences: the author's accDescr where there is one, else what the
 * flowchart says, connection by connection, and the fields of the ID. Long graphs are
 * cut after the first connections. */
#include "render/scene.h"

enum { CONNECTIONS_MAX = 24 };

static const char *node_name(idarch_arena *arena, const idarch_graph *graph, int index)
{
    const idarch_node *node = &graph->nodes.items[index];
    int group = node->is_subgraph ? idarch_graph_subgraph(graph, node->id) : -1;
    const idarch_rich *rich = group >= 0 ? &graph->subgraphs.items[group].rich : &node->rich;
    const char *text = idarch_rich_text(arena, rich);
    return text[0] ? text : node->id;
}

static void add_connection(idarch_strbuf *out, const idarch_graph *graph, const idarch_edge *edge)
{
    bool both = edge->start != IDARCH_END_NONE && edge->end != IDARCH_END_NONE;
    bool plain = edge->start == IDARCH_END_NONE && edge->end == IDARCH_END_NONE;
    idarch_strbuf_printf(out, " %s %s %s", node_name(out->arena, graph, edge->from),
                         plain || both ? "and" : "to", node_name(out->arena, graph, edge->to));
    const char *label = idarch_rich_text(out->arena, &edge->rich);
    if (label[0])
        idarch_strbuf_printf(out, ": %s", label);
    idarch_strbuf_putc(out, '.');
}

static size_t count_nodes(const idarch_graph *graph)
{
    size_t count = 0;
    for (size_t i = 0; i < graph->nodes.count; i++)
        count += !graph->nodes.items[i].is_subgraph;
    return count;
}

static void count_of(idarch_strbuf *out, size_t count, const char *one, const char *many)
{
    idarch_strbuf_printf(out, "%zu %s", count, count == 1 ? one : many);
}

static void describe_graph(idarch_strbuf *out, const idarch_graph *graph)
{
    size_t told = 0, connections = 0;
    for (size_t i = 0; i < graph->edges.count; i++)
        connections += graph->edges.items[i].stroke != IDARCH_STROKE_INVISIBLE;
    idarch_strbuf_puts(out, "Flowchart with ");
    count_of(out, count_nodes(graph), "node", "nodes");
    idarch_strbuf_puts(out, graph->subgraphs.count ? ", " : " and ");
    if (graph->subgraphs.count) {
        count_of(out, graph->subgraphs.count, "group", "groups");
        idarch_strbuf_puts(out, " and ");
    }
    count_of(out, connections, "connection.", connections ? "connections:" : "connections.");
    for (size_t i = 0; i < graph->edges.count && told < CONNECTIONS_MAX; i++)
        if (graph->edges.items[i].stroke != IDARCH_STROKE_INVISIBLE) {
            add_connection(out, graph, &graph->edges.items[i]);
            told++;
        }
    if (told < connections)
        idarch_strbuf_printf(out, " And %zu more.", connections - told);
}

static void describe_bar(idarch_strbuf *out, const idarch_bar *bar)
{
    idarch_strbuf_printf(out, "%sThe ID has %u bits, most significant first:",
                         out->len ? " " : "", bar->bits);
    for (size_t i = 0; i < bar->fields.count; i++) {
        const idarch_bar_field *field = &bar->fields.items[i];
        idarch_strbuf_printf(out, "%s %s %u", i ? "," : "", field->name, field->bits);
    }
    idarch_strbuf_putc(out, '.');
}

const char *idarch_describe(idarch_arena *arena, const idarch_drawing *drawing)
{
    idarch_strbuf out = {.arena = arena};
    const idarch_graph *graph = drawing->picture ? &drawing->picture->graph : NULL;
    if (graph && graph->acc_descr && graph->acc_descr[0])
        idarch_strbuf_puts(&out, graph->acc_descr);
    else if (graph)
        describe_graph(&out, graph);
    if (drawing->geometry->has_bar && drawing->report && drawing->report->bar.bits)
        describe_bar(&out, &drawing->report->bar);
    return idarch_strbuf_text(&out);
}
