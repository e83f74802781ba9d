/* css.h: the CSS that a flowchart's styles are written in. */
#ifndef IDARCH_PARSER_CSS_H
#define IDARCH_PARSER_CSS_H

#include "base/diag.h"
#include "model/style.h"

/* Reads a colour: a name, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(), rgba(), hsl(), hsla(),
 * transparent, none. */
bool idarch_css_color(idarch_str text, idarch_color *color);

/* Reads one declaration ("fill:#f9f") into the style; later ones win. A property that has
 * no part in the drawing is passed over. A value that cannot be read is a warning (code
 * "style-value") at span, unless diags is NULL, and changes nothing. */
void idarch_css_declaration(idarch_str text, idarch_span span, idarch_diags *diags,
                            idarch_style *style);

/* Sets what is set in `over`, as its declarations after those of `style` would. */
void idarch_css_overlay(idarch_style *style, const idarch_style *over);

#endif
