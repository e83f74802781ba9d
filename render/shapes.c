/* The outlines of nodes, a row each: the outline itself and, where the shape has some,
 * the lines drawn on it. Proportions come from model/shape_metrics.h, which layout uses
 * too, so edges end on what is drawn here. */
#include "render/shapes.h"

#include "model/shape_metrics.h"

/* Control points of a quarter of an ellipse, as a part of its half axis. */
#define ROUND 0.5522847498

typedef void build_shape(idarch_arena *arena, idarch_box box, idarch_outline *path);

static void rounded(idarch_box box, double radius, idarch_outline *path)
{
    *path = (idarch_outline){IDARCH_OUTLINE_RECT, box, radius, {0}};
}

static void rect(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    (void)arena;
    rounded(box, idarch_rect_radius(box.w, box.h), path);
}

static void round_rect(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    (void)arena;
    rounded(box, idarch_round_radius(box.w, box.h), path);
}

static void stadium(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    (void)arena;
    rounded(box, idarch_stadium_radius(box.w, box.h), path);
}

static void ellipse(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    (void)arena;
    *path = (idarch_outline){IDARCH_OUTLINE_ELLIPSE, box, 0, {0}};
}

/* A polygon out of points given as x, y from the box's corner. */
static void polygon(idarch_arena *arena, idarch_box box, const idarch_point *points, int count,
                    idarch_outline *path)
{
    path->box = box;
    for (int i = 0; i < count; i++)
        if (i == 0)
            idarch_move(arena, path, box.x + points[i].x, box.y + points[i].y);
        else
            idarch_line(arena, path, box.x + points[i].x, box.y + points[i].y);
    idarch_close(arena, path);
}

static void odd(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double w = box.w, h = box.h, n = idarch_odd_notch(w, h);
    polygon(arena, box, (idarch_point[]){{0, 0}, {w, 0}, {w, h}, {0, h}, {n, h / 2}}, 5, path);
}

static void diamond(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double w = box.w, h = box.h;
    polygon(arena, box, (idarch_point[]){{w / 2, 0}, {w, h / 2}, {w / 2, h}, {0, h / 2}}, 4, path);
}

static void hexagon(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double w = box.w, h = box.h, n = idarch_hexagon_inset(w, h);
    polygon(arena, box,
            (idarch_point[]){{n, 0}, {w - n, 0}, {w, h / 2}, {w - n, h}, {n, h}, {0, h / 2}}, 6,
            path);
}

static void lean_right(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double w = box.w, h = box.h, s = idarch_lean_slant(w, h);
    polygon(arena, box, (idarch_point[]){{s, 0}, {w, 0}, {w - s, h}, {0, h}}, 4, path);
}

static void lean_left(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double w = box.w, h = box.h, s = idarch_lean_slant(w, h);
    polygon(arena, box, (idarch_point[]){{0, 0}, {w - s, 0}, {w, h}, {s, h}}, 4, path);
}

static void trapezoid(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double w = box.w, h = box.h, s = idarch_trapezoid_slant(w, h);
    polygon(arena, box, (idarch_point[]){{s, 0}, {w - s, 0}, {w, h}, {0, h}}, 4, path);
}

static void inv_trapezoid(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double w = box.w, h = box.h, s = idarch_trapezoid_slant(w, h);
    polygon(arena, box, (idarch_point[]){{0, 0}, {w, 0}, {w - s, h}, {s, h}}, 4, path);
}

/* Half an ellipse from the current point on the left (side -1) or right (1) end of its
 * horizontal axis to the other end, over the top (bulge -1) or the bottom (1). */
static void half_ellipse(idarch_arena *arena, idarch_outline *path, idarch_point center,
                         idarch_point axes, int side, int bulge)
{
    double x = side * axes.x, y = bulge * axes.y;
    idarch_point top = {center.x, center.y + y};
    idarch_curve(arena, path, (idarch_point){center.x + x, center.y + ROUND * y},
                 (idarch_point){center.x + ROUND * x, top.y}, top);
    idarch_curve(arena, path, (idarch_point){center.x - ROUND * x, top.y},
                 (idarch_point){center.x - x, center.y + ROUND * y},
                 (idarch_point){center.x - x, center.y});
}

static void cylinder(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double ry = idarch_cylinder_ry(box.w, box.h), middle = box.x + box.w / 2;
    idarch_point axes = {box.w / 2, ry};
    path->box = box;
    idarch_move(arena, path, box.x, box.y + ry);
    half_ellipse(arena, path, (idarch_point){middle, box.y + ry}, axes, -1, -1);
    idarch_line(arena, path, box.x + box.w, box.y + box.h - ry);
    half_ellipse(arena, path, (idarch_point){middle, box.y + box.h - ry}, axes, 1, 1);
    idarch_close(arena, path);
}

static void cylinder_rim(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double ry = idarch_cylinder_ry(box.w, box.h);
    path->box = box;
    idarch_move(arena, path, box.x, box.y + ry);
    half_ellipse(arena, path, (idarch_point){box.x + box.w / 2, box.y + ry},
                 (idarch_point){box.w / 2, ry}, -1, 1);
}

static void subroutine_bars(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double inset = idarch_subroutine_inset(box.w, box.h);
    path->box = box;
    for (int i = 0; i < 2; i++) {
        double x = i ? box.x + box.w - inset : box.x + inset;
        idarch_move(arena, path, x, box.y);
        idarch_line(arena, path, x, box.y + box.h);
    }
}

static void inner_circle(idarch_arena *arena, idarch_box box, idarch_outline *path)
{
    double gap = idarch_double_circle_gap(box.w, box.h);
    ellipse(arena, (idarch_box){box.x + gap, box.y + gap, box.w - 2 * gap, box.h - 2 * gap}, path);
}

static const struct {
    build_shape *outline;
    build_shape *detail; /* stroked over it, or NULL */
} shapes[IDARCH_SHAPE_COUNT] = {
    [IDARCH_SHAPE_RECT] = {rect, NULL},
    [IDARCH_SHAPE_ROUND] = {round_rect, NULL},
    [IDARCH_SHAPE_STADIUM] = {stadium, NULL},
    [IDARCH_SHAPE_SUBROUTINE] = {rect, subroutine_bars},
    [IDARCH_SHAPE_CYLINDER] = {cylinder, cylinder_rim},
    [IDARCH_SHAPE_CIRCLE] = {ellipse, NULL},
    [IDARCH_SHAPE_DOUBLE_CIRCLE] = {ellipse, inner_circle},
    [IDARCH_SHAPE_ELLIPSE] = {ellipse, NULL},
    [IDARCH_SHAPE_ODD] = {odd, NULL},
    [IDARCH_SHAPE_DIAMOND] = {diamond, NULL},
    [IDARCH_SHAPE_HEXAGON] = {hexagon, NULL},
    [IDARCH_SHAPE_LEAN_RIGHT] = {lean_right, NULL},
    [IDARCH_SHAPE_LEAN_LEFT] = {lean_left, NULL},
    [IDARCH_SHAPE_TRAPEZOID] = {trapezoid, NULL},
    [IDARCH_SHAPE_INV_TRAPEZOID] = {inv_trapezoid, NULL},
};

void idarch_scene_shape(idarch_scene *scene, idarch_shape shape, idarch_box box,
                        const idarch_paint *paint)
{
    idarch_outline outline = {0}, detail = {0};
    shapes[shape].outline(scene->arena, box, &outline);
    idarch_scene_add(scene, &outline, paint);
    if (!shapes[shape].detail)
        return;
    idarch_paint line = *paint;
    line.fill.a = 0;
    shapes[shape].detail(scene->arena, box, &detail);
    idarch_scene_add(scene, &detail, &line);
}
