/* The flowchart's part of the scene: groups, edge lines, nodes, edge labels, in this
 * order, so that frames lie under lines, lines under nodes and labels on top. What the
 * author styled wins over the theme. */
#include <math.h>
#include <string.h>

#include "model/edge_ids.h"
#include "model/edge_metrics.h"
#include "render/route.h"
#include "render/scene.h"
#include "render/shapes.h"

enum { CORNER = 6, WIDE = 24, GROUP_RADIUS = 6 };

static const double node_stroke = 1.25, group_stroke = 1;

static void set_dash(idarch_paint *paint, const double *dash, int count)
{
    paint->dash_count = count;
    for (int i = 0; i < count; i++)
        paint->dash[i] = dash[i];
}

/* Puts what the author set over the theme's paint. */
static void apply_style(idarch_paint *paint, const idarch_style *style)
{
    if (style->set & IDARCH_STYLE_FILL)
        paint->fill = style->fill;
    if (style->set & IDARCH_STYLE_STROKE)
        paint->stroke = style->stroke;
    if (style->set & IDARCH_STYLE_STROKE_WIDTH)
        paint->width = style->stroke_width;
    if (style->set & IDARCH_STYLE_DASH)
        set_dash(paint, style->dash, style->dash_count);
}

/* The author's text colour; on a fill of the author's the one that reads best. */
static idarch_color text_color(const idarch_style *style, idarch_color theme_color)
{
    if (style->set & IDARCH_STYLE_COLOR)
        return style->color;
    if (style->set & IDARCH_STYLE_FILL && style->fill.a >= 128 &&
        idarch_contrast(style->fill, theme_color) < 4.5)
        return idarch_color_on(style->fill);
    return theme_color;
}

static const char *class_list(idarch_arena *arena, const char *first, const char *second,
                              const char *third)
{
    return idarch_printf(arena, "%s%s%s%s%s", first, second ? " " : "", second ? second : "",
                         third ? " " : "", third ? third : "");
}

static double opacity(const idarch_style *style)
{
    return style->set & IDARCH_STYLE_OPACITY ? style->opacity : 1;
}

static const char *role_class(idarch_role role)
{
    return role == IDARCH_ROLE_NONE ? NULL : idarch_role_name(role);
}

static idarch_paint group_paint(const idarch_scene *scene, const idarch_graph *graph,
                                const idarch_group_geometry *g)
{
    const idarch_look *look = &scene->theme->group[g->depth % 2];
    idarch_paint paint = {.fill = look->fill, .stroke = look->stroke, .width = group_stroke};
    apply_style(&paint, graph->subgraphs.items[g->subgraph].style);
    return paint;
}

static void add_group(idarch_scene *scene, const idarch_graph *graph,
                      const idarch_group_geometry *g)
{
    const idarch_subgraph *sub = &graph->subgraphs.items[g->subgraph];
    idarch_paint paint = group_paint(scene, graph, g);
    double radius = sub->style->set & IDARCH_STYLE_RADIUS ? sub->style->radius : GROUP_RADIUS;
    idarch_scene_open(scene, "g", sub->id,
                      class_list(scene->arena, "group", role_class(sub->role), NULL))
        ->opacity = opacity(sub->style);
    idarch_scene_rect(scene, g->box, radius, &paint);
    idarch_scene_text_box(scene, &g->title, text_color(sub->style, scene->theme->text));
    idarch_scene_close(scene);
}

static void add_node(idarch_scene *scene, const idarch_graph *graph, const idarch_node_geometry *g)
{
    const idarch_node *node = &graph->nodes.items[g->node];
    const idarch_look *look = &scene->theme->role[node->role];
    idarch_paint paint = {.fill = look->fill, .stroke = look->stroke, .width = node_stroke};
    apply_style(&paint, node->style);
    idarch_scene_group *group = idarch_scene_open(
        scene, "n", node->id,
        class_list(scene->arena, "node", idarch_shape_id(node->shape), role_class(node->role)));
    group->opacity = opacity(node->style);
    group->title = node->tooltip;
    idarch_scene_link(scene, group, node->link, g->box);
    if (node->style->set & IDARCH_STYLE_RADIUS &&
        (node->shape == IDARCH_SHAPE_RECT || node->shape == IDARCH_SHAPE_ROUND))
        idarch_scene_rect(scene, g->box, node->style->radius, &paint);
    else
        idarch_scene_shape(scene, node->shape, g->box, &paint);
    idarch_scene_text_box(scene, &g->label, text_color(node->style, scene->theme->text));
    idarch_scene_close(scene);
    scene->in_link = false;
}

/* ---- edges ---- */

static const double dotted[2] = {4, 3.5};

static idarch_paint edge_paint(const idarch_scene *scene, const idarch_edge *edge)
{
    idarch_paint paint = {.stroke = scene->theme->edge, .width = idarch_stroke_width(edge->stroke)};
    if (edge->stroke == IDARCH_STROKE_DOTTED)
        set_dash(&paint, dotted, 2);
    apply_style(&paint, edge->style);
    paint.fill.a = 0; /* an edge's fill would close the line to an area */
    return paint;
}

/* The corners of an edge, as its curve in Mermaid would have them: sharp where it has any,
 * wide where it has none. All curves follow the same route. A wide one stays clear of what
 * lies in its corner, which is LABEL_GAP (8 px) away from both sides at least: an arc of
 * radius r comes 0.41 r nearer. */
static double corner_radius(const idarch_graph *graph, const idarch_edge *edge)
{
    static const struct {
        const char *curve;
        double radius;
    } rows[] = {{"linear", 0},          {"step", 0},           {"stepBefore", 0},
                {"stepAfter", 0},       {"basis", WIDE},       {"bumpX", WIDE},
                {"bumpY", WIDE},        {"cardinal", WIDE},    {"catmullRom", WIDE},
                {"monotoneX", WIDE},    {"monotoneY", WIDE},   {"natural", WIDE}};
    const char *curve = edge->curve            ? edge->curve
                        : graph->default_curve ? graph->default_curve
                                               : graph->config_curve;
    for (size_t i = 0; curve && i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(curve, rows[i].curve) == 0)
            return rows[i].radius;
    return CORNER;
}

static bool drawn(const idarch_graph *graph, const idarch_edge_geometry *g)
{
    return graph->edges.items[g->edge].stroke != IDARCH_STROKE_INVISIBLE;
}

/* The end, moved towards the point next to it, half way at most. */
static idarch_point moved_back(idarch_point end, idarch_point next, double back)
{
    double dx = next.x - end.x, dy = next.y - end.y, length = hypot(dx, dy);
    double part = length > 0.01 ? fmin(back / length, 0.5) : 0;
    return (idarch_point){end.x + dx * part, end.y + dy * part};
}

/* The edge's points with the ends where its marks stand. */
static const idarch_point *stood_back(idarch_arena *arena, const idarch_edge_geometry *g)
{
    size_t n = g->points.count;
    if (n < 2 || (g->start_back <= 0 && g->end_back <= 0))
        return g->points.items;
    idarch_point *points = IDARCH_NEW_ARRAY(arena, idarch_point, n);
    memcpy(points, g->points.items, n * sizeof(points[0]));
    points[0] = moved_back(points[0], g->points.items[1], g->start_back);
    points[n - 1] = moved_back(points[n - 1], g->points.items[n - 2], g->end_back);
    return points;
}

static void add_edge(idarch_scene *scene, const idarch_graph *graph, const idarch_edge_geometry *g,
                     const char *id)
{
    const idarch_edge *edge = &graph->edges.items[g->edge];
    idarch_paint paint = edge_paint(scene, edge);
    idarch_scene_open(scene, "e", id,
                      class_list(scene->arena, "edge", idarch_stroke_name(edge->stroke), NULL))
        ->opacity = opacity(edge->style);
    idarch_scene_route(scene, stood_back(scene->arena, g), g->points.count,
                       corner_radius(graph, edge), edge->start, edge->end, &paint);
    idarch_scene_close(scene);
}

static bool inside(const idarch_box *inner, const idarch_box *outer)
{
    return inner->x >= outer->x && inner->x + inner->w <= outer->x + outer->w &&
           inner->y >= outer->y && inner->y + inner->h <= outer->y + outer->h;
}

/* The colour that the label stands on: of the innermost frame around it, else the
 * page's; where that is none, the theme's. */
static idarch_color patch_color(const idarch_scene *scene, const idarch_graph *graph,
                                const idarch_geometry *geometry, const idarch_box *box)
{
    for (size_t i = geometry->groups.count; i-- > 0;) {
        const idarch_group_geometry *g = &geometry->groups.items[i];
        if (!inside(box, &g->box))
            continue;
        idarch_color fill = group_paint(scene, graph, g).fill;
        if (fill.a == 255)
            return fill;
    }
    return scene->background.a == 255 ? scene->background : scene->theme->patch;
}

static void add_edge_label(idarch_scene *scene, const idarch_graph *graph,
                           const idarch_geometry *geometry, const idarch_edge_geometry *g,
                           const char *id)
{
    const idarch_edge *edge = &graph->edges.items[g->edge];
    if (!g->has_label || g->label.fragments.count == 0)
        return;
    idarch_box box = g->label.box;
    idarch_color patch = patch_color(scene, graph, geometry, &box);
    idarch_scene_open(scene, "l", id, "edge-label")->opacity = opacity(edge->style);
    idarch_scene_rect(scene, (idarch_box){box.x - 4, box.y, box.w + 8, box.h}, 2,
                      &(idarch_paint){.fill = patch});
    idarch_scene_text_box(scene, &g->label,
                          edge->style->set & IDARCH_STYLE_COLOR ? edge->style->color
                                                               : scene->theme->text);
    idarch_scene_close(scene);
}

void idarch_scene_graph(idarch_scene *scene, const idarch_graph *graph,
                        const idarch_geometry *geometry)
{
    const char *const *ids = idarch_edge_ids(scene->arena, graph);
    const idarch_edge_geometry *edges = geometry->edges.items;
    for (size_t i = 0; i < geometry->groups.count; i++)
        add_group(scene, graph, &geometry->groups.items[i]);
    for (size_t i = 0; i < geometry->edges.count; i++)
        if (drawn(graph, &edges[i]))
            add_edge(scene, graph, &edges[i], ids[edges[i].edge]);
    for (size_t i = 0; i < geometry->nodes.count; i++)
        add_node(scene, graph, &geometry->nodes.items[i]);
    for (size_t i = 0; i < geometry->edges.count; i++)
        if (drawn(graph, &edges[i]))
            add_edge_label(scene, graph, geometry, &edges[i], ids[edges[i].edge]);
}
