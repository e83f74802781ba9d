/* Text measuring: takes UTF-8 and a font, gives px. Text whose characters all stand in
 * the tables of the default fonts is added up from advances and pair kerning, as
 * HarfBuzz would place it; the first other character starts Pango, which then measures
 * the whole text. Both ways agree to a few hundredths of a px. */
#include <stdlib.h>

#include "render/font_tables.h"
#include "render/render.h"
#include "render/text_pango.h"
#include "render/utf8.h"

struct idarch_text {
    idarch_measure measure;
    idarch_pango *pango; /* NULL until it is needed */
};

static const idarch_font_table *table_of(const idarch_font *font)
{
    int face = font->family == IDARCH_FAMILY_MONO ? 4 : 0;
    return &idarch_font_faces[face + (font->bold ? 2 : 0) + (font->italic ? 1 : 0)];
}

/* Index of a character in the table, -1 when it is not there. */
static int find_char(const idarch_font_table *table, uint32_t c)
{
    if (c >= 0x20 && c <= 0x7E)
        return (int)(c - 0x20);
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (table->codes[mid] < c)
            low = mid + 1;
        else
            high = mid;
    }
    return low < table->count && table->codes[low] == c ? (int)low : -1;
}

static int kerning(const idarch_font_table *table, int left, int right)
{
    size_t low = table->pair_starts[left], high = table->pair_starts[left + 1];
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (table->pairs[mid].right == right)
            return table->pairs[mid].adjust;
        if (table->pairs[mid].right < right)
            low = mid + 1;
        else
            high = mid;
    }
    return 0;
}

/* Width by the table in font units; false when a character is not in it. */
static bool table_width(const idarch_font_table *table, const char *text, size_t len,
                        int64_t *units)
{
    int64_t sum = 0;
    int previous = -1;
    for (size_t at = 0; at < len;) {
        int c = find_char(table, idarch_utf8_next(text, len, &at));
        if (c < 0)
            return false;
        sum += table->advances[c];
        if (previous >= 0)
            sum += kerning(table, previous, c);
        previous = c;
    }
    *units = sum;
    return true;
}

static double width(void *context, const char *text, size_t len, const idarch_font *font)
{
    idarch_text *self = context;
    const idarch_font_table *table = table_of(font);
    int64_t units;
    if (table_width(table, text, len, &units))
        return (double)units * font->size / table->units;
    if (!self->pango)
        self->pango = idarch_pango_new();
    return idarch_pango_width(self->pango, text, len, font);
}

static void extents(void *context, const idarch_font *font, double *ascent, double *descent)
{
    (void)context;
    const idarch_font_table *table = table_of(font);
    *ascent = table->ascent * font->size / table->units;
    *descent = table->descent * font->size / table->units;
}

idarch_text *idarch_text_new(void)
{
    idarch_text *text = calloc(1, sizeof *text);
    if (!text)
        abort();
    text->measure = (idarch_measure){text, width, extents};
    return text;
}

void idarch_text_free(idarch_text *text)
{
    if (!text)
        return;
    idarch_pango_free(text->pango);
    free(text);
}

const idarch_measure *idarch_text_measure(idarch_text *text)
{
    return &text->measure;
}
