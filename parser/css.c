/* Style declarations to a worked-out style.
 *
 * Takes "property: value" as written in classDef, style and linkStyle, gives the members
 * of idarch_style. Lengths are px whatever unit stands there, except pt, em and rem, which
 * are converted; anything out of bounds is refused, so no picture gets a stroke of a
 * kilometre. It knows colours by the names of CSS Color 4. */
#include "parser/css.h"

#include <math.h>

typedef struct color_row {
    const char *name;
    uint32_t rgb;
} color_row;

/* In alphabetical order: looked up by halving. */
static const color_row colors[] = {
    {"aliceblue", 0xf0f8ff}, {"antiquewhite", 0xfaebd7}, {"aqua", 0x00ffff},
    {"aquamarine", 0x7fffd4}, {"azure", 0xf0ffff}, {"beige", 0xf5f5dc}, {"bisque", 0xffe4c4},
    {"black", 0x000000}, {"blanchedalmond", 0xffebcd}, {"blue", 0x0000ff},
    {"blueviolet", 0x8a2be2}, {"brown", 0xa52a2a}, {"burlywood", 0xdeb887},
    {"cadetblue", 0x5f9ea0}, {"chartreuse", 0x7fff00}, {"chocolate", 0xd2691e},
    {"coral", 0xff7f50}, {"cornflowerblue", 0x6495ed}, {"cornsilk", 0xfff8dc},
    {"crimson", 0xdc143c}, {"cyan", 0x00ffff}, {"darkblue", 0x00008b}, {"darkcyan", 0x008b8b},
    {"darkgoldenrod", 0xb8860b}, {"darkgray", 0xa9a9a9}, {"darkgreen", 0x006400},
    {"darkgrey", 0xa9a9a9}, {"darkkhaki", 0xbdb76b}, {"darkmagenta", 0x8b008b},
    {"darkolivegreen", 0x556b2f}, {"darkorange", 0xff8c00}, {"darkorchid", 0x9932cc},
    {"darkred", 0x8b0000}, {"darksalmon", 0xe9967a}, {"darkseagreen", 0x8fbc8f},
    {"darkslateblue", 0x483d8b}, {"darkslategray", 0x2f4f4f}, {"darkslategrey", 0x2f4f4f},
    {"darkturquoise", 0x00ced1}, {"darkviolet", 0x9400d3}, {"deeppink", 0xff1493},
    {"deepskyblue", 0x00bfff}, {"dimgray", 0x696969}, {"dimgrey", 0x696969},
    {"dodgerblue", 0x1e90ff}, {"firebrick", 0xb22222}, {"floralwhite", 0xfffaf0},
    {"forestgreen", 0x228b22}, {"fuchsia", 0xff00ff}, {"gainsboro", 0xdcdcdc},
    {"ghostwhite", 0xf8f8ff}, {"gold", 0xffd700}, {"goldenrod", 0xdaa520}, {"gray", 0x808080},
    {"green", 0x008000}, {"greenyellow", 0xadff2f}, {"grey", 0x808080}, {"honeydew", 0xf0fff0},
    {"hotpink", 0xff69b4}, {"indianred", 0xcd5c5c}, {"indigo", 0x4b0082}, {"ivory", 0xfffff0},
    {"khaki", 0xf0e68c}, {"lavender", 0xe6e6fa}, {"lavenderblush", 0xfff0f5},
    {"lawngreen", 0x7cfc00}, {"lemonchiffon", 0xfffacd}, {"lightblue", 0xadd8e6},
    {"lightcoral", 0xf08080}, {"lightcyan", 0xe0ffff}, {"lightgoldenrodyellow", 0xfafad2},
    {"lightgray", 0xd3d3d3}, {"lightgreen", 0x90ee90}, {"lightgrey", 0xd3d3d3},
    {"lightpink", 0xffb6c1}, {"lightsalmon", 0xffa07a}, {"lightseagreen", 0x20b2aa},
    {"lightskyblue", 0x87cefa}, {"lightslategray", 0x778899}, {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xb0c4de}, {"lightyellow", 0xffffe0}, {"lime", 0x00ff00},
    {"limegreen", 0x32cd32}, {"linen", 0xfaf0e6}, {"magenta", 0xff00ff}, {"maroon", 0x800000},
    {"mediumaquamarine", 0x66cdaa}, {"mediumblue", 0x0000cd}, {"mediumorchid", 0xba55d3},
    {"mediumpurple", 0x9370db}, {"mediumseagreen", 0x3cb371}, {"mediumslateblue", 0x7b68ee},
    {"mediumspringgreen", 0x00fa9a}, {"mediumturquoise", 0x48d1cc},
    {"mediumvioletred", 0xc71585}, {"midnightblue", 0x191970}, {"mintcream", 0xf5fffa},
    {"mistyrose", 0xffe4e1}, {"moccasin", 0xffe4b5}, {"navajowhite", 0xffdead},
    {"navy", 0x000080}, {"oldlace", 0xfdf5e6}, {"olive", 0x808000}, {"olivedrab", 0x6b8e23},
    {"orange", 0xffa500}, {"orangered", 0xff4500}, {"orchid", 0xda70d6},
    {"palegoldenrod", 0xeee8aa}, {"palegreen", 0x98fb98}, {"paleturquoise", 0xafeeee},
    {"palevioletred", 0xdb7093}, {"papayawhip", 0xffefd5}, {"peachpuff", 0xffdab9},
    {"peru", 0xcd853f}, {"pink", 0xffc0cb}, {"plum", 0xdda0dd}, {"powderblue", 0xb0e0e6},
    {"purple", 0x800080}, {"rebeccapurple", 0x663399}, {"red", 0xff0000},
    {"rosybrown", 0xbc8f8f}, {"royalblue", 0x4169e1}, {"saddlebrown", 0x8b4513},
    {"salmon", 0xfa8072}, {"sandybrown", 0xf4a460}, {"seagreen", 0x2e8b57},
    {"seashell", 0xfff5ee}, {"sienna", 0xa0522d}, {"silver", 0xc0c0c0}, {"skyblue", 0x87ceeb},
    {"slateblue", 0x6a5acd}, {"slategray", 0x708090}, {"slategrey", 0x708090},
    {"snow", 0xfffafa}, {"springgreen", 0x00ff7f}, {"steelblue", 0x4682b4}, {"tan", 0xd2b48c},
    {"teal", 0x008080}, {"thistle", 0xd8bfd8}, {"tomato", 0xff6347}, {"turquoise", 0x40e0d0},
    {"violet", 0xee82ee}, {"wheat", 0xf5deb3}, {"white", 0xffffff}, {"whitesmoke", 0xf5f5f5},
    {"yellow", 0xffff00}, {"yellowgreen", 0x9acd32},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int compare_name(idarch_str text, const char *name)
{
    for (size_t i = 0; i < text.len; i++) {
        int difference = (unsigned char)lower(text.ptr[i]) - (unsigned char)name[i];
        if (difference != 0)
            return difference; /* the end of name counts as less than any letter */
    }
    return name[text.len] == '\0' ? 0 : -1;
}

static bool named_color(idarch_str text, idarch_color *color)
{
    size_t low = 0, high = sizeof colors / sizeof colors[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare_name(text, colors[middle].name);
        if (order == 0) {
            uint32_t rgb = colors[middle].rgb;
            *color = (idarch_color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

static int hex_digit(char c)
{
    c = lower(c);
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool hex_color(idarch_str digits, idarch_color *color)
{
    size_t step = digits.len <= 4 ? 1 : 2;
    uint8_t part[4] = {0, 0, 0, 255};
    if (digits.len != 3 && digits.len != 4 && digits.len != 6 && digits.len != 8)
        return false;
    for (size_t i = 0; i < digits.len / step; i++) {
        int high = hex_digit(digits.ptr[i * step]);
        int low = hex_digit(digits.ptr[i * step + step - 1]);
        if (high < 0 || low < 0)
            return false;
        part[i] = (uint8_t)(high * 16 + low);
    }
    *color = (idarch_color){part[0], part[1], part[2], part[3]};
    return true;
}

/* A decimal number at the start of text, '.' as the point; what follows stays in rest. */
static bool number(idarch_str text, double *value, idarch_str *rest)
{
    double result = 0, scale = 1;
    size_t i = 0, digits = 0;
    bool negative = text.len > 0 && text.ptr[0] == '-', point = false;
    if (text.len > 0 && (text.ptr[0] == '-' || text.ptr[0] == '+'))
        i++;
    for (; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9')
            break;
        digits++;
        result = digits < 18 ? result * 10 + (c - '0') : result;
        scale = point && digits < 18 ? scale * 10 : scale;
    }
    *value = (negative ? -result : result) / scale;
    *rest = idarch_str_trim(idarch_str_sub(text, i, text.len));
    return digits > 0 && digits < 18;
}

static uint8_t channel(double value)
{
    double bounded = value < 0 ? 0 : value > 255 ? 255 : value;
    return (uint8_t)lround(bounded);
}

/* One colour channel from hue: the piecewise linear curve of CSS Color 4, 0..1. */
static double hue_channel(double hue, double saturation, double lightness, double offset)
{
    double k = fmod(offset + hue / 30, 12);
    double amount = saturation * (lightness < 1 - lightness ? lightness : 1 - lightness);
    double part = k - 3 < 9 - k ? k - 3 : 9 - k;
    part = part > 1 ? 1 : part < -1 ? -1 : part;
    return lightness - amount * part;
}

/* The arguments of a colour function: three or four numbers, percent scaled to 1. */
static bool arguments(idarch_str text, double values[4], bool percent[4], int *count)
{
    for (*count = 0; *count < 4;) {
        idarch_str rest;
        if (!number(idarch_str_trim(text), &values[*count], &rest))
            return false;
        percent[*count] = idarch_str_starts(rest, "%");
        size_t skip = percent[*count] ? 1 : 0;
        skip = idarch_str_starts(rest, "deg") ? 3 : skip;
        text = idarch_str_trim(idarch_str_sub(rest, skip, rest.len));
        (*count)++;
        if (text.len == 0)
            return *count >= 3;
        if (text.ptr[0] == ',' || text.ptr[0] == '/')
            text = idarch_str_sub(text, 1, text.len);
    }
    return false;
}

static bool function_color(idarch_str text, idarch_color *color)
{
    double v[4] = {0, 0, 0, 1};
    bool percent[4] = {false, false, false, false};
    int count;
    size_t open = idarch_str_find(text, '(', 0);
    if (open == text.len || text.ptr[text.len - 1] != ')')
        return false;
    idarch_str name = idarch_str_sub(text, 0, open);
    bool hsl = idarch_str_eq_nocase(name, IDARCH_STR("hsl")) ||
               idarch_str_eq_nocase(name, IDARCH_STR("hsla"));
    bool rgb = idarch_str_eq_nocase(name, IDARCH_STR("rgb")) ||
               idarch_str_eq_nocase(name, IDARCH_STR("rgba"));
    if ((!hsl && !rgb) || !arguments(idarch_str_sub(text, open + 1, text.len - 1), v, percent,
                                     &count))
        return false;
    color->a = channel(255 * (percent[3] ? v[3] / 100 : v[3]));
    if (rgb) {
        for (int i = 0; i < 3; i++)
            v[i] = percent[i] ? v[i] * 2.55 : v[i];
        color->r = channel(v[0]), color->g = channel(v[1]), color->b = channel(v[2]);
        return true;
    }
    double hue = fmod(fmod(v[0], 360) + 360, 360);
    double saturation = fmin(fmax(v[1] / 100, 0), 1), lightness = fmin(fmax(v[2] / 100, 0), 1);
    color->r = channel(255 * hue_channel(hue, saturation, lightness, 0));
    color->g = channel(255 * hue_channel(hue, saturation, lightness, 8));
    color->b = channel(255 * hue_channel(hue, saturation, lightness, 4));
    return true;
}

bool idarch_css_color(idarch_str text, idarch_color *color)
{
    text = idarch_str_trim(text);
    if (text.len == 0 || text.len > 200)
        return false;
    if (text.ptr[0] == '#')
        return hex_color(idarch_str_sub(text, 1, text.len), color);
    if (idarch_str_eq_nocase(text, IDARCH_STR("none")) ||
        idarch_str_eq_nocase(text, IDARCH_STR("transparent"))) {
        *color = (idarch_color){0, 0, 0, 0};
        return true;
    }
    return named_color(text, color) || function_color(text, color);
}

/* A length in px. */
static bool length(idarch_str text, double low, double high, double em, double *out)
{
    static const struct {
        const char *unit;
        double px; /* 0: relative to em */
    } units[] = {{"px", 1}, {"", 1}, {"pt", 4.0 / 3}, {"em", 0}, {"rem", 0}};
    idarch_str rest;
    double value;
    if (!number(text, &value, &rest))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (!idarch_str_eq_nocase(rest, idarch_str_of(units[i].unit)))
            continue;
        value *= units[i].px > 0 ? units[i].px : em;
        if (value < low || value > high)
            return false;
        *out = value;
        return true;
    }
    return false;
}

static bool set_fill(idarch_str v, idarch_style *s) { return idarch_css_color(v, &s->fill); }
static bool set_stroke(idarch_str v, idarch_style *s) { return idarch_css_color(v, &s->stroke); }
static bool set_color(idarch_str v, idarch_style *s) { return idarch_css_color(v, &s->color); }

static bool set_width(idarch_str value, idarch_style *style)
{
    return length(value, 0, 100, 16, &style->stroke_width);
}

static bool set_radius(idarch_str value, idarch_style *style)
{
    return length(value, 0, 1000, 16, &style->radius);
}

static bool set_font_size(idarch_str value, idarch_style *style)
{
    return length(value, 1, 200, 16, &style->font_size);
}

static bool set_dash(idarch_str value, idarch_style *style)
{
    double dash[IDARCH_DASH_MAX], sum = 0;
    int count = 0;
    if (idarch_str_eq_nocase(value, IDARCH_STR("none")))
        value.len = 0;
    while (value.len > 0) {
        idarch_str rest;
        if (count == IDARCH_DASH_MAX || !number(value, &dash[count], &rest) ||
            dash[count] < 0 || dash[count] > 1000)
            return false;
        sum += dash[count++];
        size_t skip = idarch_str_starts(rest, "px") ? 2 : 0;
        value = idarch_str_trim(idarch_str_sub(rest, skip, rest.len));
        while (value.len > 0 && (value.ptr[0] == ',' || value.ptr[0] == '\\'))
            value = idarch_str_trim(idarch_str_sub(value, 1, value.len));
    }
    style->dash_count = sum > 0 ? count : 0;
    memcpy(style->dash, dash, (size_t)count * sizeof dash[0]);
    return true;
}

static bool set_weight(idarch_str value, idarch_style *style)
{
    double weight = 0;
    idarch_str rest;
    bool bold = idarch_str_eq_nocase(value, IDARCH_STR("bold")) ||
                idarch_str_eq_nocase(value, IDARCH_STR("bolder"));
    bool normal = idarch_str_eq_nocase(value, IDARCH_STR("normal")) ||
                  idarch_str_eq_nocase(value, IDARCH_STR("lighter"));
    if (!bold && !normal &&
        (!number(value, &weight, &rest) || rest.len > 0 || weight < 1 || weight > 1000))
        return false;
    style->bold = bold || weight >= 600;
    return true;
}

static bool set_font_style(idarch_str value, idarch_style *style)
{
    bool italic = idarch_str_eq_nocase(value, IDARCH_STR("italic")) ||
                  idarch_str_starts(value, "oblique");
    if (!italic && !idarch_str_eq_nocase(value, IDARCH_STR("normal")))
        return false;
    style->italic = italic;
    return true;
}

static bool set_opacity(idarch_str value, idarch_style *style)
{
    double opacity;
    idarch_str rest;
    if (!number(value, &opacity, &rest) || (rest.len > 0 && !idarch_str_is(rest, "%")))
        return false;
    opacity = rest.len > 0 ? opacity / 100 : opacity;
    if (opacity < 0 || opacity > 1)
        return false;
    style->opacity = opacity;
    return true;
}

typedef struct property_row {
    const char *name;
    unsigned bit;
    bool (*set)(idarch_str value, idarch_style *style);
    const char *hint; /* how a value looks */
} property_row;

static const char color_hint[] = "a colour is a name (steelblue), #rgb or #rrggbb";
static const char length_hint[] = "a length is a number, as in 2px";

static const property_row properties[] = {
    {"fill", IDARCH_STYLE_FILL, set_fill, color_hint},
    {"background", IDARCH_STYLE_FILL, set_fill, color_hint},
    {"background-color", IDARCH_STYLE_FILL, set_fill, color_hint},
    {"stroke", IDARCH_STYLE_STROKE, set_stroke, color_hint},
    {"color", IDARCH_STYLE_COLOR, set_color, color_hint},
    {"stroke-width", IDARCH_STYLE_STROKE_WIDTH, set_width, length_hint},
    {"stroke-dasharray", IDARCH_STYLE_DASH, set_dash, "dashes are numbers, as in 5 5"},
    {"font-size", IDARCH_STYLE_FONT_SIZE, set_font_size, length_hint},
    {"font-weight", IDARCH_STYLE_FONT_WEIGHT, set_weight, "a weight is bold, normal or 1 to 1000"},
    {"font-style", IDARCH_STYLE_FONT_STYLE, set_font_style, "a font style is italic or normal"},
    {"opacity", IDARCH_STYLE_OPACITY, set_opacity, "an opacity is a number from 0 to 1"},
    {"rx", IDARCH_STYLE_RADIUS, set_radius, length_hint},
};

static idarch_str without_important(idarch_str value)
{
    size_t mark = idarch_str_search(value, "!important", 0);
    return idarch_str_trim(idarch_str_sub(value, 0, mark));
}

/* Values that a web page takes from around the picture: nothing is wrong with them. */
static bool is_page_word(idarch_str value)
{
    static const char *const words[] = {"currentcolor", "inherit", "initial", "unset", "revert"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (idarch_str_eq_nocase(value, idarch_str_of(words[i])))
            return true;
    return false;
}

void idarch_css_declaration(idarch_str text, idarch_span span, idarch_diags *diags,
                            idarch_style *style)
{
    size_t colon = idarch_str_find(text, ':', 0);
    idarch_str name = idarch_str_trim(idarch_str_sub(text, 0, colon));
    idarch_str value = without_important(idarch_str_sub(text, colon + 1, text.len));
    for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++) {
        const property_row *row = &properties[i];
        if (!idarch_str_eq_nocase(name, idarch_str_of(row->name)))
            continue;
        if (colon < text.len && row->set(value, style)) {
            style->set |= row->bit;
            return;
        }
        if (!diags || is_page_word(value))
            return;
        int shown = value.len < 40 ? (int)value.len : 40;
        idarch_diag *diag = idarch_diag_add(diags, IDARCH_WARNING, "style-value", span,
                                            "`%.*s` is no value for `%s`", shown,
                                            shown > 0 ? value.ptr : "", row->name);
        diag->hint = row->hint;
        return;
    }
    if (diags && colon == text.len && name.len > 0)
        idarch_diag_add(diags, IDARCH_WARNING, "style-value", span,
                        "this is no style: a property, a colon and a value are expected");
}

void idarch_css_overlay(idarch_style *style, const idarch_style *over)
{
#define TAKE(bit, member)        \
    if (over->set & (bit))       \
        style->member = over->member
    TAKE(IDARCH_STYLE_FILL, fill);
    TAKE(IDARCH_STYLE_STROKE, stroke);
    TAKE(IDARCH_STYLE_COLOR, color);
    TAKE(IDARCH_STYLE_STROKE_WIDTH, stroke_width);
    TAKE(IDARCH_STYLE_FONT_SIZE, font_size);
    TAKE(IDARCH_STYLE_FONT_WEIGHT, bold);
    TAKE(IDARCH_STYLE_FONT_STYLE, italic);
    TAKE(IDARCH_STYLE_OPACITY, opacity);
    TAKE(IDARCH_STYLE_RADIUS, radius);
    TAKE(IDARCH_STYLE_DASH, dash_count);
#undef TAKE
    if (over->set & IDARCH_STYLE_DASH)
        memcpy(style->dash, over->dash, sizeof style->dash);
    style->set |= over->set;
}
