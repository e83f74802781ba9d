/* shape_metrics.h: the inner proportions of node outlines, from the size of their box.
 * Layout ends edges and places labels by them, render draws by them, so both agree on
 * where the outline is. All lengths are px; w and h are the outline's bounding box. */
#ifndef IDARCH_MODEL_SHAPE_METRICS_H
#define IDARCH_MODEL_SHAPE_METRICS_H

static inline double idarch_shape_least(double a, double b)
{
    return a < b ? a : b;
}

/* Corner radius of RECT: just enough to take the edge off. */
static inline double idarch_rect_radius(double w, double h)
{
    return idarch_shape_least(3, idarch_shape_least(w, h) / 2);
}

/* Corner radius of ROUND. */
static inline double idarch_round_radius(double w, double h)
{
    return idarch_shape_least(10, idarch_shape_least(w, h) / 2);
}

/* Corner radius of STADIUM: both ends are half circles (of the shorter side), but not so
 * large that the corners of a tall label would touch them. */
static inline double idarch_stadium_radius(double w, double h)
{
    return idarch_shape_least(30, idarch_shape_least(w, h) / 2);
}

/* SUBROUTINE: from the outline to the vertical line inside it, left and right. */
static inline double idarch_subroutine_inset(double w, double h)
{
    (void)h;
    return idarch_shape_least(8, w / 8);
}

/* CYLINDER: vertical half axis of the caps (the horizontal one is w / 2). The upper cap
 * spans y 0 .. 2 * ry; the lower half ellipse has its centre at h - ry. */
static inline double idarch_cylinder_ry(double w, double h)
{
    double ry = w / 20 + 4;
    return idarch_shape_least(ry < 4 ? 4 : idarch_shape_least(ry, 12), h / 4);
}

/* DOUBLE_CIRCLE: from the outer to the inner circle. */
static inline double idarch_double_circle_gap(double w, double h)
{
    return idarch_shape_least(5, idarch_shape_least(w, h) / 10);
}

/* HEXAGON: corners stand this far from the left and right tips (which are at h / 2). */
static inline double idarch_hexagon_inset(double w, double h)
{
    return idarch_shape_least(h * 0.3, w / 4);
}

/* LEAN_RIGHT, LEAN_LEFT: how far the upper side is shifted against the lower. */
static inline double idarch_lean_slant(double w, double h)
{
    return idarch_shape_least(h / 3, w / 4);
}

/* TRAPEZOID (short side on top), INV_TRAPEZOID: how much shorter at either end. */
static inline double idarch_trapezoid_slant(double w, double h)
{
    return idarch_shape_least(h / 3, w / 4);
}

/* ODD: depth of the notch in the left side; its point is at h / 2. A node that is high for
 * other reasons than its text keeps a notch that leaves room for the text. */
static inline double idarch_odd_notch(double w, double h)
{
    return idarch_shape_least(idarch_shape_least(h / 3, 24), w / 4);
}

#endif
