/* The coarse layout: one level as rows of units with channels and a gutter (coarse.h). */
#include <math.h>
#include <stdlib.h>

#include "layout/coarse.h"

#define TRACK 6.0       /* px between tracks, between lanes */
#define CHANNEL_PAD 16.0 /* px between a row and the nearest track */
#define WANTED 1.4      /* width to height */
enum { LANES_MOST = 60 };

typedef struct placed {
    int layer, decl, vert;
} placed;

static int by_layer(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    return x->layer != y->layer ? x->layer - y->layer : x->decl - y->decl;
}

/* Units by layer, as declared within one. */
static int *sorted_units(coarse *c, const level *l)
{
    size_t n = l->units.count;
    placed *list = IDARCH_NEW_ARRAY(c->f->arena, placed, n + 1);
    int *units = IDARCH_NEW_ARRAY(c->f->arena, int, n + 1);
    for (size_t i = 0; i < n; i++) {
        const vert *v = &c->f->verts.items[l->units.items[i]];
        list[i] = (placed){v->layer, v->decl, l->units.items[i]};
    }
    qsort(list, n, sizeof(list[0]), by_layer);
    for (size_t i = 0; i < n; i++)
        units[i] = list[i].vert;
    return units;
}

static double room_beside(const coarse *c, const vert *v)
{
    return NODE_GAP + (v->kind == VERT_GROUP ? c->f->levels[v->index].loop_w : v->loop_w);
}

/* Sets x and the row of every unit; gives the number of rows and the right edge of all. */
static int fill_rows(coarse *c, const level *l, const int *units, double left, double *right)
{
    int n = (int)l->units.count, row = 0;
    double area = 0, widest = 0, x = 0;
    for (int i = 0; i < n; i++) {
        const vert *v = &c->f->verts.items[units[i]];
        area += (v->w + room_beside(c, v)) * (v->h + 2 * CHANNEL_PAD + 2 * TRACK);
        widest = fmax(widest, v->w);
    }
    double limit = fmax(widest, sqrt(area * WANTED));
    *right = left;
    for (int i = 0; i < n; i++) {
        vert *v = &c->f->verts.items[units[i]];
        if (x > 0 && x + v->w > limit) {
            x = 0;
            row++;
        }
        c->row[units[i]] = row;
        v->x = left + x + v->w / 2;
        x += v->w + room_beside(c, v);
        *right = fmax(*right, left + x - NODE_GAP);
    }
    return n > 0 ? row + 1 : 0;
}

/* Tracks for the used ones of the ports, one under the other; gives the y after them.
 * last: the port before them in the row, kept up to date. */
static double add_tracks(coarse_port *ports, int first, int end, double y, coarse_port **last)
{
    for (int p = first; p < end; p++) {
        coarse_port *port = &ports[p], *before = *last;
        if (!port->used)
            continue;
        bool plain = port->label_h <= 0 && port->source > 0;
        *last = port;
        if (plain && before && before->label_h <= 0 && before->source == port->source) {
            port->track = before->track;
            continue;
        }
        double half = fmax(TRACK, port->label_h + 4) / 2;
        port->track = y + half;
        y += 2 * half;
    }
    return y;
}

/* Rows and channels from y on; gives the y under the last channel. */
static double stack(coarse *c, const int *units, int n, int rows, double y)
{
    vert *verts = c->f->verts.items;
    int above = 0, at = 0; /* first units of the row above the channel, under it */
    for (int row = 0; row <= rows; row++) {
        double from = y, high = 0;
        coarse_port *last_out = NULL, *last_in = NULL;
        y += CHANNEL_PAD;
        for (int i = above; i < at; i++)
            y = add_tracks(c->outs, c->out_first[units[i]], c->out_first[units[i] + 1], y,
                           &last_out);
        int end = at;
        for (; end < n && c->row[units[end]] == row; end++)
            y = add_tracks(c->ins, c->in_first[units[end]], c->in_first[units[end] + 1], y,
                           &last_in);
        y += y > from + CHANNEL_PAD || (row > 0 && row < rows) ? CHANNEL_PAD : 0;
        for (int i = at; i < end; i++)
            high = fmax(high, verts[units[i]].h);
        for (int i = at; i < end; i++)
            verts[units[i]].y = y + high / 2;
        y += high;
        above = at;
        at = end;
    }
    return y;
}

static int64_t add_lanes(coarse_port *ports, int first, int end, double x, int64_t next)
{
    for (int p = first; p < end; p++)
        if (ports[p].far)
            ports[p].lane = x + TRACK * (double)(next++ % LANES_MOST);
    return next;
}

/* Lanes of the gutter from x on; gives the x after them. */
static double fill_gutter(coarse *c, int level_index, double x)
{
    const level *l = &c->f->levels[level_index];
    coarse_level *own = &c->levels[level_index];
    int64_t count = 0;
    for (size_t i = 0; i < l->units.count; i++) {
        int v = l->units.items[i];
        count = add_lanes(c->outs, c->out_first[v], c->out_first[v + 1], x, count);
    }
    x += TRACK * (double)(count < LANES_MOST ? count : LANES_MOST);
    for (int i = 0; i < own->ins; i++, x += TRACK)
        own->in_x[i] = x;
    for (int i = 0; i < own->outs; i++, x += TRACK)
        own->out_x[i] = x;
    return x;
}

/* px of labels on the track that has most. */
static double longest_labels(const coarse *c, const level *l)
{
    double most = 0;
    for (size_t i = 0; i < l->units.count; i++) {
        int v = l->units.items[i];
        for (int p = c->in_first[v]; p < c->in_first[v + 1]; p++)
            most = fmax(most, c->ins[p].labels);
        for (int p = c->out_first[v]; p < c->out_first[v + 1]; p++)
            most = fmax(most, c->outs[p].labels);
    }
    return most;
}

void coarse_rows(coarse *c, int level_index)
{
    flow *f = c->f;
    level *l = &f->levels[level_index];
    double pad = l->group < 0 ? 0 : FRAME_PAD, right, y;
    int *units = sorted_units(c, l);
    int rows = fill_rows(c, l, units, pad, &right);
    y = stack(c, units, (int)l->units.count, rows, l->group < 0 ? 0 : FRAME_PAD + l->title.box.h);
    c->levels[level_index].label_x = right;
    right = fmax(right + longest_labels(c, l), pad + l->title.box.w);
    double end = fill_gutter(c, level_index, right + CHANNEL_PAD);
    l->left = l->top = 0;
    l->right = end > right + CHANNEL_PAD ? end + pad : right + pad;
    l->bottom = y + pad / 2;
    l->bottom = fmax(l->bottom, l->loop_h + 2 * LOOP_STEP);
    if (level_index > 0) {
        f->verts.items[l->unit].w = l->right;
        f->verts.items[l->unit].h = l->bottom;
    }
}
