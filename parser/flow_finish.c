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
    idarch_style *classes; /* by index */
    idarch_style edges;
    int any; /* index of `classDef default`, -1 for none */
} looks;

static void looks_init(looks *l, flow_builder *builder)
{
    const idarch_graph *graph = builder->graph;
    *l = (looks){.any = idarch_flow_find(builder->classes, "default")};
    l->classes = IDARCH_NEW_ARRAY(builder->arena, idarch_style, graph->class_defs.count);
    for (size_t i = 0; i < graph->class_defs.count; i++)
        apply(&graph->class_defs.items[i].styles, &l->classes[i]);
    apply(&graph->default_edge_styles, &l->edges);
}

static void apply_classes(const flow_builder *builder, const looks *l, const idarch_strings *names,
                          idarch_style *style)
{
    for (size_t i = 0; i < names->count; i++) {
        int index = idarch_flow_find(builder->classes, names->items[i]);
        if (index >= 0)
            idarch_css_overlay(style, &l->classes[index]);
    }
}

static void finish_nodes(flow_builder *builder, const looks *l)
{
    idarch_graph *graph = builder->graph;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        idarch_node *node = &graph->nodes.items[i];
        int group = idarch_flow_find(builder->groups, node->id);
        node->is_subgraph = group >= 0;
        node->subgraph = idarch_flow_find(builder->owners, node->id);
        int tooltip = idarch_flow_find(builder->tooltips, node->id);
        node->tooltip = tooltip >= 0 ? builder->tooltip_texts.items[tooltip] : NULL;
        if (group >= 0)
            graph->subgraphs.items[group].node = (int)i;
        if (l->any >= 0)
            idarch_css_overlay(&node->style, &l->classes[l->any]);
        apply_classes(builder, l, &node->classes, &node->style);
        apply(&node->styles, &node->style);
    }
}

static void finish_edges(flow_builder *builder, const looks *l)
{
    idarch_graph *graph = builder->graph;
    for (size_t i = 0; i < graph->edges.count; i++) {
        idarch_edge *edge = &graph->edges.items[i];
        apply_classes(builder, l, &edge->classes, &edge->style);
        if (l->edges.set)
            idarch_css_overlay(&edge->style, &l->edges);
        apply(&edge->styles, &edge->style);
    }
}

/* A subgraph that has a node of its own id looks as that node does. */
static void finish_groups(flow_builder *builder, const looks *l)
{
    idarch_graph *graph = builder->graph;
    for (size_t i = 0; i < graph->subgraphs.count; i++) {
        idarch_subgraph *group = &graph->subgraphs.items[i];
        const idarch_node *node = group->node >= 0 ? &graph->nodes.items[group->node] : NULL;
        group->parent = idarch_flow_find(builder->owners, group->id);
        if (node)
            group->styles = node->styles;
        apply_classes(builder, l, node ? &node->classes : &group->classes, &group->style);
        apply(&group->styles, &group->style);
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
static void check_labels(flow_builder *builder)
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
    check_labels(builder);
    looks_init(&l, builder);
    finish_nodes(builder, &l);
    finish_edges(builder, &l);
    finish_groups(builder, &l);
    cut_circles(builder);
    idarch_flow_surprises(builder);
}
