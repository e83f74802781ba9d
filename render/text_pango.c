/* Text in any script through Pango: a context of its own with unhinted metrics and
 * unrounded positions, and one layout for all texts. */
#include "render/text_pango.h"

#include <limits.h>

idarch_pango *idarch_pango_new(void)
{
    idarch_pango *pango = g_new0(idarch_pango, 1);
    pango->map = pango_cairo_font_map_new();
    pango->context = pango_font_map_create_context(pango->map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(pango->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_language(pango->context, pango_language_from_string("en"));
    pango_context_set_base_dir(pango->context, PANGO_DIRECTION_LTR);
    pango_context_set_round_glyph_positions(pango->context, FALSE);
    pango->layout = pango_layout_new(pango->context);
    pango_layout_set_single_paragraph_mode(pango->layout, TRUE);
    return pango;
}

void idarch_pango_free(idarch_pango *pango)
{
    if (!pango)
        return;
    g_object_unref(pango->layout);
    g_object_unref(pango->context);
    g_object_unref(pango->map);
    g_free(pango);
}

void idarch_pango_set(idarch_pango *pango, const char *text, size_t len,
                      const idarch_font *font)
{
    PangoFontDescription *wanted = pango_font_description_new();
    pango_font_description_set_family_static(
        wanted, font->family == IDARCH_FAMILY_MONO
                    ? "Liberation Mono,Courier New,monospace"
                    : "Liberation Sans,Arial,Helvetica,sans-serif");
    pango_font_description_set_absolute_size(wanted, font->size * PANGO_SCALE);
    pango_font_description_set_weight(wanted,
                                      font->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_style(wanted,
                                     font->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_layout_set_font_description(pango->layout, wanted);
    pango_font_description_free(wanted);
    gssize bytes = len > INT_MAX ? INT_MAX : (gssize)len;
    if (g_utf8_validate(text, bytes, NULL)) {
        pango_layout_set_text(pango->layout, text, (int)bytes);
        return;
    }
    char *valid = g_utf8_make_valid(text, bytes); /* Pango would print a warning */
    pango_layout_set_text(pango->layout, valid, -1);
    g_free(valid);
}

double idarch_pango_width(idarch_pango *pango, const char *text, size_t len,
                          const idarch_font *font)
{
    idarch_pango_set(pango, text, len, font);
    int width, height;
    pango_layout_get_size(pango->layout, &width, &height);
    return (double)width / PANGO_SCALE;
}
