/* text_pango.h: Pango with the settings that every part of render/ shares: metrics of
 * the outlines, nothing rounded to pixels, so that what is measured is what is drawn at
 * any scale. Making a handle starts fontconfig; measure by the tables where they do. */
#ifndef IDARCH_RENDER_TEXT_PANGO_H
#define IDARCH_RENDER_TEXT_PANGO_H

#include <pango/pangocairo.h>
#include <stddef.h>

#include "model/geometry.h"

typedef struct idarch_pango {
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout; /* used again for each text */
} idarch_pango;

idarch_pango *idarch_pango_new(void); /* returns new */
void idarch_pango_free(idarch_pango *pango);

/* Puts text in the font into pango->layout, as one line. */
void idarch_pango_set(idarch_pango *pango, const char *text, size_t len,
                      const idarch_font *font);

/* Advance width, px. */
double idarch_pango_width(idarch_pango *pango, const char *text, size_t len,
                          const idarch_font *font);

#endif
