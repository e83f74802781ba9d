/* text.h: internal to layout/: rich text set into lines. Every textbox is made with its
 * top left corner at 0,0 and moved to its place afterwards. */
#ifndef IDARCH_LAYOUT_TEXT_H
#define IDARCH_LAYOUT_TEXT_H

#include "model/geometry.h"

typedef struct text_style {
    double size;      /* px */
    bool bold, italic;
    bool centred;     /* lines centred in the box, else flush left */
    double max_width; /* px; lines are broken there; 0 for no limit */
} text_style;

/* Line pitch as a share of the font size. */
#define TEXT_LEADING 1.36

/* Sets rich into box. An empty text gives an empty box without fragments. */
void text_set(idarch_arena *arena, const idarch_measure *measure, const idarch_rich *rich,
              const text_style *style, idarch_textbox *box);

/* The same for a plain string. */
void text_set_plain(idarch_arena *arena, const idarch_measure *measure, const char *text,
                    const text_style *style, idarch_textbox *box);

/* Moves the box with its fragments. */
void text_move(idarch_textbox *box, double dx, double dy);

/* Moves it so that its top left corner, or its centre, stands at x, y. */
void text_place(idarch_textbox *box, double x, double y);
void text_centre(idarch_textbox *box, double x, double y);

/* Adds the fragments of from to box and grows box's box around them. */
void text_append(idarch_arena *arena, idarch_textbox *box, const idarch_textbox *from);

#endif
