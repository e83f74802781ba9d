/* Shapes of nodes: how large one must be for its label, where its outline runs, where
 * edges may end. One row a shape; proportions from model/shape_metrics.h, so that render
 * draws the same outlines. */
#include <math.h>

#include "layout/flow.h"
#include "model/shape_metrics.h"

#define PAD_X 16.0 /* px between label and outline */
#define PAD_Y 10.0
#define SHALLOW 1.2 /* px that a rounded side may recede where edges end, if there is room */

typedef struct size {
    double w, h;
} size;

static size plain(double w, double h)
{
    return (size){w + 2 * PAD_X, h + 2 * PAD_Y};
}

static size stadium(double w, double h)
{
    return (size){w + 2 * PAD_X + 12, h + 2 * PAD_Y};
}

static size subroutine(double w, double h)
{
    return (size){w + 2 * PAD_X + 14, h + 2 * PAD_Y};
}

static size cylinder(double w, double h)
{
    double box = w + 2 * PAD_X, ry = fmin(fmax(box / 20 + 4, 4), 12);
    return (size){box, fmax(h + 2 * ry + 16, 4 * ry)};
}

static size circle(double w, double h)
{
    double d = hypot(w, h) + 16;
    return (size){d, d};
}

static size double_circle(double w, double h)
{
    double d = hypot(w, h) + 26;
    return (size){d, d};
}

static size ellipse(double w, double h)
{
    return (size){w * 1.4142136 + 12, h * 1.4142136 + 12};
}

/* The label's corners stay inside: w / box.w + h / box.h <= 1. */
static size diamond(double w, double h)
{
    double high = 1.8 * h + 30;
    return (size){(w + 8) / (1 - (h + 4) / high), high};
}

static size hexagon(double w, double h)
{
    double high = h + 2 * PAD_Y;
    return (size){w + 2 * PAD_X + 0.5 * high, high};
}

static size slanted(double w, double h)
{
    double high = h + 2 * PAD_Y;
    return (size){w + 20 + 2 * high / 3, high};
}

static size odd(double w, double h)
{
    double high = h + 2 * PAD_Y;
    return (size){w + 2 * PAD_X + fmin(high / 3, 24), high};
}

/* Depth of a slant that runs the length of a side: 0 at the start if rising, at its end
 * if falling. */
static double slant(double t, double length, double depth, bool rising)
{
    double part = length > 0 ? fmin(fmax(t / length, 0), 1) : 0;
    return depth * (rising ? part : 1 - part);
}

static double no_inset(double w, double h, int side, double t)
{
    (void)w, (void)h, (void)side, (void)t;
    return 0;
}

static double rounded_inset(double length, double r, double t)
{
    double d = fmax(r - t, t - (length - r));
    return d <= 0 ? 0 : r - sqrt(fmax(0, r * r - d * d));
}

static double stadium_inset(double w, double h, int side, double t)
{
    return rounded_inset(side % 2 ? h : w, idarch_stadium_radius(w, h), t);
}

static double round_inset(double w, double h, int side, double t)
{
    return rounded_inset(side % 2 ? h : w, idarch_round_radius(w, h), t);
}

static double cylinder_inset(double w, double h, int side, double t)
{
    double ry = idarch_cylinder_ry(w, h);
    if (side % 2) { /* beside the caps */
        double out = fmin(fmax(fmax(ry - t, t - (h - ry)) / ry, 0), 1);
        return w / 2 * (1 - sqrt(1 - out * out));
    }
    double part = fmin(fabs(t / (w / 2) - 1), 1);
    return ry * (1 - sqrt(1 - part * part));
}

static double ellipse_inset(double w, double h, int side, double t)
{
    double along = side % 2 ? h : w, deep = side % 2 ? w : h;
    double part = fmin(fabs(t / (along / 2) - 1), 1);
    return deep / 2 * (1 - sqrt(1 - part * part));
}

static double diamond_inset(double w, double h, int side, double t)
{
    double along = side % 2 ? h : w, deep = side % 2 ? w : h;
    return deep / 2 * fmin(fabs(t / (along / 2) - 1), 1);
}

/* A side whose ends are cut: inset by at the ends of the cut, 0 between. */
static double hexagon_inset(double w, double h, int side, double t)
{
    double n = idarch_hexagon_inset(w, h);
    if (side % 2)
        return n * fmin(fabs(t / (h / 2) - 1), 1);
    double out = fmax(n - t, t - (w - n));
    return out <= 0 ? 0 : out / n * h / 2;
}

static double lean_right_inset(double w, double h, int side, double t)
{
    double s = idarch_lean_slant(w, h);
    switch (side) {
    case 0: return t >= s ? 0 : h * (1 - t / s);
    case 1: return slant(t, h, s, true);
    case 2: return t <= w - s ? 0 : h * (t - (w - s)) / s;
    default: return slant(t, h, s, false);
    }
}

static double lean_left_inset(double w, double h, int side, double t)
{
    return lean_right_inset(w, h, side, side % 2 ? h - t : w - t);
}

static double trapezoid_inset(double w, double h, int side, double t)
{
    double s = idarch_trapezoid_slant(w, h), out = fmax(s - t, t - (w - s));
    if (side % 2)
        return slant(t, h, s, false);
    return side == 2 || out <= 0 ? 0 : h * out / s;
}

static double inv_trapezoid_inset(double w, double h, int side, double t)
{
    return side % 2 ? trapezoid_inset(w, h, side, h - t) : trapezoid_inset(w, h, 2 - side, t);
}

static double odd_inset(double w, double h, int side, double t)
{
    if (side != 3)
        return 0;
    return idarch_odd_notch(w, h) * (1 - fmin(fabs(t / (h / 2) - 1), 1));
}

/* ends: share of each side kept free of edge ends at either end, along x and along y. */
static const struct {
    size (*size)(double w, double h);
    double (*inset)(double w, double h, int side, double t);
    double free_x, free_y;
} shapes[IDARCH_SHAPE_COUNT] = {
    [IDARCH_SHAPE_RECT] = {plain, no_inset, 0, 0},
    [IDARCH_SHAPE_ROUND] = {plain, round_inset, 0, 0},
    [IDARCH_SHAPE_STADIUM] = {stadium, stadium_inset, 0.12, 0.25},
    [IDARCH_SHAPE_SUBROUTINE] = {subroutine, no_inset, 0, 0},
    [IDARCH_SHAPE_CYLINDER] = {cylinder, cylinder_inset, 0.12, 0.25},
    [IDARCH_SHAPE_CIRCLE] = {circle, ellipse_inset, 0.3, 0.3},
    [IDARCH_SHAPE_DOUBLE_CIRCLE] = {double_circle, ellipse_inset, 0.3, 0.3},
    [IDARCH_SHAPE_ELLIPSE] = {ellipse, ellipse_inset, 0.3, 0.3},
    [IDARCH_SHAPE_ODD] = {odd, odd_inset, 0.1, 0.2},
    [IDARCH_SHAPE_DIAMOND] = {diamond, diamond_inset, 0.34, 0.34},
    [IDARCH_SHAPE_HEXAGON] = {hexagon, hexagon_inset, 0.15, 0.25},
    [IDARCH_SHAPE_LEAN_RIGHT] = {slanted, lean_right_inset, 0.2, 0.2},
    [IDARCH_SHAPE_LEAN_LEFT] = {slanted, lean_left_inset, 0.2, 0.2},
    [IDARCH_SHAPE_TRAPEZOID] = {slanted, trapezoid_inset, 0.2, 0.2},
    [IDARCH_SHAPE_INV_TRAPEZOID] = {slanted, inv_trapezoid_inset, 0.2, 0.2},
};

void shape_size(idarch_shape shape, double text_w, double text_h, double *w, double *h)
{
    size s = shapes[shape].size(text_w, text_h);
    *w = s.w;
    *h = s.h;
}

double shape_inset(idarch_shape shape, double w, double h, int side, double t)
{
    return shapes[shape].inset(w, h, side, t);
}

/* px from the side's end to where the outline is SHALLOW px inside the box. */
static double round_end(idarch_shape shape, double w, double h, int side)
{
    double depth = 0, half = w / 2;
    if (shape == IDARCH_SHAPE_STADIUM) {
        double r = idarch_stadium_radius(w, h);
        return r - sqrt(fmax(0, r * r - (r - SHALLOW) * (r - SHALLOW)));
    }
    if (shape == IDARCH_SHAPE_CYLINDER && side % 2 == 0)
        depth = idarch_cylinder_ry(w, h);
    if (depth <= SHALLOW)
        return 0;
    double part = 1 - SHALLOW / depth;
    return half - half * sqrt(1 - part * part);
}

void shape_port_range(idarch_shape shape, double w, double h, int side, size_t ends,
                      double *from, double *to)
{
    double along = side % 2 ? h : w;
    double keep = along * (side % 2 ? shapes[shape].free_y : shapes[shape].free_x);
    double shallow = fmin(round_end(shape, w, h, side), along / 2);
    keep = fmax(keep, fmin(8, along / 4));
    if (shallow > keep && (ends < 2 || (along - 2 * shallow) / (double)(ends - 1) >= 6))
        keep = shallow;
    *from = keep;
    *to = along - keep;
}

idarch_point shape_label_shift(idarch_shape shape, double w, double h)
{
    if (shape == IDARCH_SHAPE_CYLINDER)
        return (idarch_point){0, idarch_cylinder_ry(w, h) / 2};
    if (shape == IDARCH_SHAPE_ODD)
        return (idarch_point){idarch_odd_notch(w, h) / 2, 0};
    return (idarch_point){0, 0};
}
