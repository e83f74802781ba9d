/* The themes, a table, and the little that is computed with colours. The default theme
 * is light enough to print, and its hues (blue, orange, violet, green) stay apart for
 * colour-blind eyes and, with their outlines, in grey. A field has the hue of the part
 * of the picture it comes from: time that of clocks, the worker ID that of workers. */
#include <math.h>
#include <string.h>

#include "render/theme.h"

#define RGB(hex) {(hex) >> 16 & 255, (hex) >> 8 & 255, (hex) & 255, 255}
#define LOOK(fill, stroke) {RGB(fill), RGB(stroke)}

static const idarch_theme themes[] = {
    {
        .name = "default",
        .background = RGB(0xFFFFFF),
        .text = RGB(0x1C2733),
        .muted = RGB(0x566473),
        .edge = RGB(0x3D4B59),
        .patch = RGB(0xFFFFFF),
        .link = RGB(0x0B5CAD),
        .code = RGB(0xEEF1F4),
        .group = {LOOK(0xF6F8FA, 0x9AA7B4), LOOK(0xECF0F4, 0x9AA7B4)},
        .panel = LOOK(0xFAFBFC, 0xD3DAE1),
        .role = {LOOK(0xFFFFFF, 0x52606E), LOOK(0xE1EDFA, 0x2A6BAE), LOOK(0xFDECD2, 0xB0670B),
                 LOOK(0xEEE7F8, 0x6D4FA3), LOOK(0xDDF1EA, 0x1B7563), LOOK(0xF3F5F7, 0x52606E)},
        .field = {LOOK(0xE3E8ED, 0x52606E), LOOK(0xE6DDF5, 0x6D4FA3), LOOK(0xD3E5F8, 0x2A6BAE),
                  LOOK(0xF8EEC3, 0x7D6A00), LOOK(0xFAE6DF, 0xA04A3A), LOOK(0xF0F2F4, 0x52606E),
                  LOOK(0xFFFFFF, 0x7B8794)},
        .verdict = {RGB(0x1B7563), RGB(0xB0670B), RGB(0xB3261E)},
    },
    {
        .name = "neutral",
        .background = RGB(0xFFFFFF),
        .text = RGB(0x111111),
        .muted = RGB(0x555555),
        .edge = RGB(0x333333),
        .patch = RGB(0xFFFFFF),
        .link = RGB(0x333333),
        .code = RGB(0xEEEEEE),
        .group = {LOOK(0xF7F7F7, 0x999999), LOOK(0xEDEDED, 0x999999)},
        .panel = LOOK(0xFBFBFB, 0xD5D5D5),
        .role = {LOOK(0xFFFFFF, 0x444444), LOOK(0xEFEFEF, 0x222222), LOOK(0xFFFFFF, 0x222222),
                 LOOK(0xFFFFFF, 0x444444), LOOK(0xE6E6E6, 0x222222), LOOK(0xFFFFFF, 0x777777)},
        .field = {LOOK(0xF2F2F2, 0x444444), LOOK(0xDDDDDD, 0x444444), LOOK(0xEFEFEF, 0x444444),
                  LOOK(0xFFFFFF, 0x444444), LOOK(0xE6E6E6, 0x444444), LOOK(0xF7F7F7, 0x444444),
                  LOOK(0xFFFFFF, 0x777777)},
        .verdict = {RGB(0x222222), RGB(0x555555), RGB(0x000000)},
    },
    {
        .name = "dark",
        .background = RGB(0x14191F),
        .text = RGB(0xE8EDF2),
        .muted = RGB(0xA5B1BD),
        .edge = RGB(0xB8C3CE),
        .patch = RGB(0x14191F),
        .link = RGB(0x7DB8F5),
        .code = RGB(0x2A333D),
        .group = {LOOK(0x1B222A, 0x5C6A78), LOOK(0x232C36, 0x5C6A78)},
        .panel = LOOK(0x191F26, 0x3A4652),
        .role = {LOOK(0x222A33, 0x94A2B0), LOOK(0x173452, 0x6CABE8), LOOK(0x4A3210, 0xE5A84B),
                 LOOK(0x33264F, 0xB39AE6), LOOK(0x0F3D34, 0x5CC4AA), LOOK(0x1B222A, 0x94A2B0)},
        .field = {LOOK(0x2A333D, 0x94A2B0), LOOK(0x3D2C61, 0xB39AE6), LOOK(0x173F66, 0x6CABE8),
                  LOOK(0x453B0C, 0xD9C24A), LOOK(0x57222F, 0xF095A6), LOOK(0x222A33, 0x94A2B0),
                  LOOK(0x14191F, 0x94A2B0)},
        .verdict = {RGB(0x5CC4AA), RGB(0xE5A84B), RGB(0xFF8A80)},
    },
    {
        .name = "forest",
        .background = RGB(0xFFFFFF),
        .text = RGB(0x16291A),
        .muted = RGB(0x4B6150),
        .edge = RGB(0x33523A),
        .patch = RGB(0xFFFFFF),
        .link = RGB(0x1A6B2E),
        .code = RGB(0xEAF2EA),
        .group = {LOOK(0xF5F9F3, 0x8FAB8F), LOOK(0xE9F2E6, 0x8FAB8F)},
        .panel = LOOK(0xFAFCF9, 0xCFDDCD),
        .role = {LOOK(0xFFFFFF, 0x3F6B45), LOOK(0xDDEFD9, 0x2F7036), LOOK(0xF6EBCB, 0x8A6A10),
                 LOOK(0xE4ECF2, 0x44667F), LOOK(0xD3E8DF, 0x1F6B57), LOOK(0xF3F7F1, 0x3F6B45)},
        .field = {LOOK(0xE6ECE4, 0x4B6150), LOOK(0xD9E5EE, 0x44667F), LOOK(0xCFE7C9, 0x2F7036),
                  LOOK(0xF3E9BE, 0x7D6A10), LOOK(0xF6DFD3, 0x9A4A2B), LOOK(0xF1F4F0, 0x4B6150),
                  LOOK(0xFFFFFF, 0x7C917F)},
        .verdict = {RGB(0x2F7036), RGB(0x8A6A10), RGB(0xA62B1F)},
    },
    {
        .name = "base",
        .background = RGB(0xFFFFFF),
        .text = RGB(0x333333),
        .muted = RGB(0x666155),
        .edge = RGB(0x4A463C),
        .patch = RGB(0xFFFFFF),
        .link = RGB(0x6B4E00),
        .code = RGB(0xF4F0E4),
        .group = {LOOK(0xFFFBEF, 0xB8AC86), LOOK(0xFBF3DA, 0xB8AC86)},
        .panel = LOOK(0xFFFDF7, 0xE0D8C0),
        .role = {LOOK(0xFFF4DD, 0x8C7A4C), LOOK(0xFFE9B8, 0x8A6A10), LOOK(0xFBE0CF, 0xA0572A),
                 LOOK(0xE8E4F4, 0x635A91), LOOK(0xDFEDE0, 0x3F7048), LOOK(0xFFFBEF, 0x8C7A4C)},
        .field = {LOOK(0xEEEADF, 0x666155), LOOK(0xE8E4F4, 0x635A91), LOOK(0xFFE9B8, 0x8A6A10),
                  LOOK(0xE3EEF5, 0x3C6A86), LOOK(0xFADBDB, 0x9C4453), LOOK(0xF6F3EA, 0x666155),
                  LOOK(0xFFFFFF, 0x8E8876)},
        .verdict = {RGB(0x3F7048), RGB(0x8A6A10), RGB(0xA62B1F)},
    },
};

const idarch_theme *idarch_theme_find(const char *name)
{
    for (size_t i = 0; i < sizeof themes / sizeof themes[0]; i++)
        if (!name || strcmp(themes[i].name, name) == 0)
            return &themes[i];
    return NULL;
}

bool idarch_theme_known(const char *name)
{
    return name && idarch_theme_find(name);
}

static double linear(uint8_t value)
{
    double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double luminance(idarch_color c)
{
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double idarch_contrast(idarch_color a, idarch_color b)
{
    double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

static uint8_t over_white(uint8_t value, uint8_t alpha)
{
    return (uint8_t)((value * alpha + 255 * (255 - alpha)) / 255);
}

idarch_color idarch_color_on(idarch_color fill)
{
    idarch_color black = {0, 0, 0, 255}, white = {255, 255, 255, 255};
    idarch_color seen = {over_white(fill.r, fill.a), over_white(fill.g, fill.a),
                         over_white(fill.b, fill.a), 255};
    return idarch_contrast(seen, black) >= idarch_contrast(seen, white) ? black : white;
}
