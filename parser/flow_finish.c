/* After the last statement: what needs the whole graph.
 *
 * Takes the graph with its lists of classes and declarations, gives parents, the marks on
 * nodes that stand for subgraphs, and worked-out styles. Order of precedence, the later
 * wins: for nodes classDef default, classes in the order given, style; for edges classes,
 * linkStyle default, linkStyle; for subgraphs classes, style. */
#include "parser/css.h"
#include "parser/flow_build.h"

static void apply(const idarch_strings *declarations, idarch_style *style)
{
    for (size_t i = 0; i < declarations->count; i++)
        idarch_css_declaration(idarch_str_of(declarations->items[i]), (idarch_span){0, 0}, NULL,
                               style);
}

/* Every class and the edges' default, worked out once however often they are used. */
typedef struct looks {
    flow_builder *builder;
    idarch_style *classes; /* by index */
    const idarch_style *any, *edges; /* `classDef default`, `linkStyle default`, or NULL */
} looks;

static void looks_init(looks *l, flow_builder *builder)
{
    const idarch_graph *graph = builder->graph;
    int any = idarch_flow_find(builder->classes, "default");
    *l = (looks){.builder = builder};
    l->classes = IDARCH_NEW_ARRAY(builder->arena, idarch_style, graph->class_defs.count);
    for (size_t i = 0; i < graph->class_defs.count; i++)
        apply(&graph->class_defs.items[i].styles, &l->classes[i]);
    if (any >= 0)
        l->any = &l->classes[any];
    if (graph->default_edge_styles.count > 0) {
        idarch_style *edges = IDARCH_NEW(builder->arena, idarch_style);
        apply(&graph->default_edge_styles, edges);
        l->edges = edges;
    }
}

/* What lies over `under`: a style that others share stays as it is. */
static const idarch_style *lay_over(idarch_arena *arena, const idarch_style *under,
                                    const idarch_style *over)
{
    if (!over || !over->set)
        return under;
    if (!under->set)
        return over;
    idarch_style *both = IDARCH_NEW(arena, idarch_style);
    *both = *under;
    idarch_css_overlay(both, over);
    return both;
}

/* The style of something with these classes and declarations of its own. */
static const idarch_style *worked_out(const looks *l, const idarch_style *first,
                                      const idarch_strings *classes, const idarch_style *last,
                                      const idarch_strings *own)
{
    const idarch_style *style = lay_over(l->builder->arena, &idarch_style_unset, first);
    for (size_t i = 0; i < classes->count; i++) {
        int index = idarch_flow_find(l->builder->classes, classes->items[i]);
        if (index >= 0)
            style = lay_over(l->builder->arena, style, &l->classes[index]);
    }
    style = lay_over(l->builder->arena, style, last);
    if (own->count == 0)
        return style;
    idarch_style *mine = IDARCH_NEW(l->builder->arena, idarch_style);
    *mine = *style;
    apply(own, mine);
    return mine;
}

/* The nodes that stand for subgraphs, and those that became nodes after a subgraph took
 * their id as a member. */
static void place_nodes(flow_builder *builder)
{
    idarch_graph *graph = builder->graph;
    for (size_t i = 0; i < graph->subgraphs.count; i++) {
        idarch_subgraph *group = &graph->subgraphs.items[i];
        group->node = idarch_flow_find(builder->nodes, group->id);
        if (group->node >= 0)
            graph->nodes.items[group->node].is_subgraph = true;
    }
    for (size_t i = 0; i < builder->owners->room; i++) {
        const idarch_table_slot *slot = &builder->owners->slots[i];
        int node = slot->key ? idarch_flow_find(builder->nodes, slot->key) : -1;
        if (node >= 0)
            graph->nodes.items[node].subgraph = slot->value;
    }
}

static void finish_nodes(flow_builder *builder, const looks *l)
{
    idarch_graph *graph = builder->graph;
    const idarch_style *any = lay_over(builder->arena, &idarch_style_unset, l->any);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        idarch_node *node = &graph->nodes.items[i];
        int tooltip = idarch_flow_find(builder->tooltips, node->id);
        node->tooltip = tooltip >= 0 ? builder->tooltip_texts.items[tooltip] : NULL;
        bool plain = node->classes.count == 0 && node->styles.count == 0;
        node->style = plain ? any : worked_out(l, l->any, &node->classes, NULL, &node->styles);
    }
}

static void finish_edges(flow_builder *builder, const looks *l)
{
    idarch_graph *graph = builder->graph;
    for (size_t i = 0; i < graph->edges.count; i++) {
        idarch_edge *edge = &graph->edges.items[i];
        bool plain = edge->classes.count == 0 && edge->styles.count == 0 && !l->edges;
        edge->style = plain ? &idarch_style_unset
                            : worked_out(l, NULL, &edge->classes, l->edges, &edge->styles);
    }
}

/* A subgraph that has a node of its own id looks as that node does. */
static void finish_groups(flow_builder *builder, const looks *l)
{
    idarch_graph *graph = builder->graph;
    for (size_t i = 0; i < graph->subgraphs.count; i++) {
        idarch_subgraph *group = &graph->subgraphs.items[i];
        const idarch_node *node = group->node >= 0 ? &graph->nodes.items[group->node] : NULL;
        group->parent = node ? node->subgraph : idarch_flow_find(builder->owners, group->id);
        if (node)
            group->styles = node->styles;
        group->style = worked_out(l, NULL, node ? &node->classes : &group->classes, NULL,
                                  &group->styles);
    }
}

/* Cuts circles of subgraphs (a holds b, b holds a), which Mermaid builds from such a text
 * but cannot draw. state: 0 not seen, else the number of the walk that saw it. */
static void cut_circles(flow_builder *builder)
{
    idarch_graph *graph = builder->graph;
    unsigned *state = IDARCH_NEW_ARRAY(builder->arena, unsigned, graph->subgraphs.count + 1);
    for (size_t i = 0; i < graph->subgraphs.count; i++) {
        int at = (int)i;
        while (at >= 0 && state[at] == 0) {
            state[at] = (unsigned)i + 1;
            idarch_subgraph *group = &graph->subgraphs.items[at];
            bool circle = group->parent >= 0 && state[group->parent] == (unsigned)i + 1;
            if (circle) {
                idarch_flow_warn(builder, "subgraph-circle", group->span,
                                 "the subgraph `%s` lies inside itself; it is drawn outside",
                                 group->id)
                    ->hint = "name a subgraph in one other subgraph only";
                group->parent = -1;
            }
            at = group->parent;
        }
    }
}

/* A label that is a number, a list or the like: Mermaid cannot draw it, unless another
 * came after it. */
void idarch_flow_check_labels(flow_builder *builder)
{
    const idarch_graph *graph = builder->graph;
    bool any = builder->unfit->count > 0;
    for (size_t i = 0; any && i < graph->nodes.count; i++) {
        int label = idarch_flow_find(builder->unfit, graph->nodes.items[i].id);
        if (label >= 0)
            idarch_flow_fail_label(builder, &builder->unfit_labels.items[label]);
    }
}

void idarch_flow_finish(flow_builder *builder)
{
    looks l;
    looks_init(&l, builder);
    place_nodes(builder);
    finish_nodes(builder, &l);
    finish_edges(builder, &l);
    finish_groups(builder, &l);
    cut_circles(builder);
    idarch_flow_surprises(builder);
}
