/* Edge lines. The route's points are shortened at both ends by the length of what stands
 * there, the rest becomes a path with rounded corners, and the ends are drawn solid in
 * the line's colour, pointing along the last stretch as long as themselves. */
#include "model/edge_metrics.h"
#include "render/route.h"

#include <math.h>

#define ROUND 0.5522847498

typedef struct line {
    idarch_point *points;
    size_t count;
} line;

static double distance(idarch_point a, idarch_point b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

static idarch_point between(idarch_point a, idarch_point b, double part)
{
    return (idarch_point){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
}

static void reverse(line *l)
{
    for (size_t i = 0; i < l->count / 2; i++) {
        idarch_point p = l->points[i];
        l->points[i] = l->points[l->count - 1 - i];
        l->points[l->count - 1 - i] = p;
    }
}

/* The points without repeated ones. */
static line copy_line(idarch_arena *arena, const idarch_point *points, size_t count)
{
    line l = {IDARCH_NEW_ARRAY(arena, idarch_point, count), 0};
    for (size_t i = 0; i < count; i++)
        if (l.count == 0 || distance(l.points[l.count - 1], points[i]) > 0.01)
            l.points[l.count++] = points[i];
    return l;
}

/* Takes length off the end; leaves at least a little. Returns where it then ends. */
static idarch_point shorten(line *l, double length)
{
    while (l->count > 1) {
        idarch_point *end = &l->points[l->count - 1];
        double last = distance(end[-1], *end);
        if (last > length || l->count == 2) {
            *end = between(*end, end[-1], last > length ? length / last : 0.9);
            return *end;
        }
        length -= last;
        l->count--;
    }
    return l->points[0];
}

/* ---- ends ---- */

/* A figure at a line's end: drawn from base (where the line stops) to tip. */
typedef void draw_end(idarch_scene *scene, idarch_point base, idarch_point tip,
                      const idarch_paint *paint);

static void draw_point(idarch_scene *scene, idarch_point base, idarch_point tip,
                       const idarch_paint *paint)
{
    double length = distance(base, tip), half = length * 0.42;
    idarch_point across = {-(tip.y - base.y) / length * half, (tip.x - base.x) / length * half};
    idarch_outline path = {0};
    idarch_move(scene->arena, &path, tip.x, tip.y);
    idarch_line(scene->arena, &path, base.x + across.x, base.y + across.y);
    idarch_line(scene->arena, &path, base.x - across.x, base.y - across.y);
    idarch_close(scene->arena, &path);
    idarch_scene_add(scene, &path, &(idarch_paint){.fill = paint->stroke});
}

static void draw_circle(idarch_scene *scene, idarch_point base, idarch_point tip,
                        const idarch_paint *paint)
{
    double r = distance(base, tip) / 2;
    idarch_point center = between(base, tip, 0.5);
    idarch_scene_ellipse(scene, (idarch_box){center.x - r, center.y - r, 2 * r, 2 * r},
                         &(idarch_paint){.fill = paint->stroke});
}

/* The line ends in the middle of the cross. */
static void draw_cross(idarch_scene *scene, idarch_point base, idarch_point tip,
                       const idarch_paint *paint)
{
    double length = distance(base, tip), arm = length * 0.7;
    idarch_point along = {(tip.x - base.x) / length * arm, (tip.y - base.y) / length * arm};
    idarch_outline path = {0};
    for (int side = -1; side <= 1; side += 2) {
        idarch_point d = {along.x - side * along.y, along.y + side * along.x};
        idarch_move(scene->arena, &path, base.x - d.x, base.y - d.y);
        idarch_line(scene->arena, &path, base.x + d.x, base.y + d.y);
    }
    double width = paint->width < 1.5 ? 1.5 : paint->width;
    idarch_scene_add(scene, &path, &(idarch_paint){.stroke = paint->stroke, .width = width});
}

static draw_end *const ends[] = {
    [IDARCH_END_NONE] = NULL,
    [IDARCH_END_POINT] = draw_point,
    [IDARCH_END_CIRCLE] = draw_circle,
    [IDARCH_END_CROSS] = draw_cross,
};

/* Shortens the line by the figure and draws it. */
static void put_end(idarch_scene *scene, line *l, idarch_end end, const idarch_paint *paint)
{
    if (!ends[end])
        return;
    idarch_point tip = l->points[l->count - 1];
    idarch_point base = shorten(l, idarch_mark_length(end, paint->width));
    if (distance(base, tip) > 0.01)
        ends[end](scene, base, tip, paint);
}

/* ---- the line ---- */

/* Where the path has come to. */
static idarch_point pen(const idarch_outline *path)
{
    const idarch_step *last = &path->steps.items[path->steps.count - 1];
    return last->p[last->kind == IDARCH_STEP_CURVE ? 2 : 0];
}

/* The corner of point i, as a quarter of a circle when it is square. A piece between two
 * corners has room for half of each. */
static void corner(idarch_arena *arena, idarch_outline *path, const line *l, size_t i,
                   double radius)
{
    idarch_point a = l->points[i - 1], b = l->points[i], c = l->points[i + 1];
    double before = distance(a, b), after = distance(b, c);
    double r = fmin(radius, fmin(i == 1 ? before : before / 2,
                                 i + 2 == l->count ? after : after / 2));
    idarch_point from = between(b, a, r / before), to = between(b, c, r / after);
    if (r < 0.5) {
        idarch_line(arena, path, b.x, b.y);
        return;
    }
    if (distance(pen(path), from) > 0.01)
        idarch_line(arena, path, from.x, from.y);
    idarch_curve(arena, path, between(from, b, ROUND), between(to, b, ROUND), to);
}

static bool straight(idarch_point a, idarch_point b, idarch_point c)
{
    double cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    double dot = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
    return dot > 0 && fabs(cross) < 1e-3 * dot;
}

static void line_path(idarch_arena *arena, const line *l, double radius, idarch_outline *path)
{
    idarch_move(arena, path, l->points[0].x, l->points[0].y);
    for (size_t i = 1; i + 1 < l->count; i++)
        if (!straight(l->points[i - 1], l->points[i], l->points[i + 1]))
            corner(arena, path, l, i, radius);
    if (distance(pen(path), l->points[l->count - 1]) > 0.01)
        idarch_line(arena, path, l->points[l->count - 1].x, l->points[l->count - 1].y);
}

void idarch_scene_route(idarch_scene *scene, const idarch_point *points, size_t count,
                        double radius, idarch_end start, idarch_end end,
                        const idarch_paint *paint)
{
    line l = copy_line(scene->arena, points, count);
    if (l.count < 2)
        return;
    size_t line_item = scene->items.count;
    idarch_scene_add(scene, &(idarch_outline){.kind = IDARCH_OUTLINE_PATH}, paint);
    put_end(scene, &l, end, paint);
    reverse(&l);
    put_end(scene, &l, start, paint);
    reverse(&l);
    if (l.count < 2 || line_item == scene->items.count)
        return;
    idarch_outline path = {0};
    line_path(scene->arena, &l, radius, &path);
    scene->items.items[line_item].as.shape.outline = path;
}
