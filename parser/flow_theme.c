/* Theme variables that Mermaid cannot calculate with.
 *
 * Takes the cleaned configuration. Mermaid's themes make colours of colours, for all kinds of
 * diagrams, before a flowchart is read, and what they cannot take apart spoils the text. Which
 * theme takes which variable apart, and how, is a table here: Mermaid 12.3's themes were asked
 * with values of each kind. Colours that are only handed on may be anything. */
#include "parser/flow_theme.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "parser/css.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const themes[] = {"base", "dark", "default", "forest", "neutral", "neo",
                                     "neo-dark", "redux", "redux-dark", "redux-color",
                                     "redux-dark-color"};

/* What a flowchart has that names no theme. */
enum { default_theme = 2, usual_theme = 9 };

/* One letter for each theme:
 * -  anything may stand there
 * s  a colour; one that is empty or false is replaced
 * a  a colour, and nothing else
 * i  as s, but lists and objects pass: the colour is only inverted
 * j  as a, but lists and objects pass
 * Capitals: anything passes where the other variable is set. */
typedef struct variable_row {
    const char *name, *modes, *other;
} variable_row;

static const variable_row rows[] = {
    {"actorTextColor", "---j-------", NULL},
    {"background", "aa---aAaAaA", "lineColor"},
    {"border1", "----a------", NULL},
    {"contrast", "----a------", NULL},
    {"critical", "----a------", NULL},
    {"labelBackground", "-a---------", NULL},
    {"labelTextColor", "--j--------", NULL},
    {"lineColor", "I----IIIIII", "sequenceNumberColor"},
    {"mainBkg", "sa-aassssss", NULL},
    {"mainContrastColor", "-j---------", NULL},
    {"noteBkgColor", "A----AA----", "noteBorderColor"},
    {"primaryColor", "aaaaaAaAaAa", "secondaryColor"},
    {"primaryTextColor", "sa-aassssss", NULL},
    {"quadrant1Fill", "sssssssssss", NULL},
    {"secondaryColor", "saaaassssss", NULL},
    {"tertiaryColor", "s--a-sssssS", "git2"},
};

/* cScale0 to cScale11 and git0 to git7, and the themes that take only THEME_COLOR_LIMIT
 * of the former (l), or only above the eighth (m). */
static const char scale_modes[] = "sssssss-sss", scale_limit[] = "lmll-ll-lll";
static const char git_modes[] = "s-ss-ssssss";

static int theme_index(const json_t *value)
{
    const char *name = json_string_value(value);
    for (size_t i = 0; name && i < COUNT(themes); i++)
        if (strcmp(themes[i], name) == 0)
            return (int)i;
    return -1;
}

static bool is_no_theme(const json_t *value)
{
    const char *name = json_string_value(value);
    return name && strcmp(name, "null") == 0;
}

/* False, empty and 0: what a theme replaces by a colour of its own. */
static bool is_nothing(const json_t *value)
{
    return json_is_false(value) || (json_is_string(value) && *json_string_value(value) == '\0') ||
           (json_is_number(value) && !(fabs(json_number_value(value)) > 0));
}

/* The flowchart's own theme comes before that of the whole; names of none are passed over.
 * -1: no theme is wanted, or the flowchart alone has Mermaid's default, where nothing is made
 * anew. */
static int theme_of(const json_t *config)
{
    const json_t *values[] = {json_object_get(json_object_get(config, "flowchart"), "theme"),
                              json_object_get(config, "theme")};
    bool set = values[1] && !is_nothing(values[1]);
    for (size_t i = 0; i < COUNT(values); i++) {
        int index = theme_index(values[i]);
        if (is_no_theme(values[i]) || (index == default_theme && !set))
            return -1;
        if (index >= 0)
            return index;
    }
    return usual_theme;
}

/* The names of colours: those of CSS, but for these. */
static bool is_color_name(const char *text)
{
    static const char *const unknown[] = {"cyan", "tomato", "steelblue", "currentcolor"};
    for (size_t i = 0; i < COUNT(unknown); i++)
        if (g_ascii_strcasecmp(text, unknown[i]) == 0)
            return false;
    for (const char *c = text; *c; c++)
        if (!g_ascii_isalpha(*c))
            return false;
    idarch_color color;
    return g_ascii_strcasecmp(text, "cyanaqua") == 0 ||
           g_ascii_strcasecmp(text, "transparent") == 0 ||
           idarch_css_color(idarch_str_of(text), &color);
}

/* Passes one number with what may stand behind it; NULL where there is none. */
static const char *pass_number(const char *c, const char *units)
{
    const char *start = c;
    while (g_ascii_isdigit(*c))
        c++;
    if (*c == '.' && g_ascii_isdigit(c[1]))
        for (c++; g_ascii_isdigit(*c);)
            c++;
    if (c == start)
        return NULL;
    if ((*c == 'e' || *c == 'E') && g_ascii_isdigit(c[1]))
        for (c++; g_ascii_isdigit(*c);)
            c++;
    static const char *const angles[] = {"deg", "grad", "rad", "turn"};
    for (size_t i = 0; *units == 'h' && i < COUNT(angles); i++)
        if (g_ascii_strncasecmp(c, angles[i], strlen(angles[i])) == 0)
            return c + strlen(angles[i]);
    if (*units == '!' && *c != '%')
        return NULL;
    return *units != 'h' && *c == '%' ? c + 1 : c;
}

static const char *pass_blanks(const char *c)
{
    while (*c == ' ')
        c++;
    return c;
}

/* rgb(), hsl() and those with an a: three numbers and perhaps one more, no signs (a text with
 * one was emptied before). Each has its units: h an angle, ! percent, ? percent or not. */
static bool is_function(const char *text)
{
    bool hsl = g_ascii_strncasecmp(text, "hsl", 3) == 0;
    if (!hsl && g_ascii_strncasecmp(text, "rgb", 3) != 0)
        return false;
    const char *c = text + 3;
    c += *c == 'a' || *c == 'A';
    if (*c++ != '(')
        return false;
    for (int part = 0; part < 4; part++) {
        const char *blanks = c;
        c = pass_blanks(c);
        if (part > 0) {
            bool comma = *c == ',';
            if (part == 3 && !comma)
                break;
            if (!comma && c == blanks)
                return false;
            c = pass_blanks(c + comma);
        }
        c = pass_number(c, hsl && part < 3 ? (part == 0 ? "h" : "!") : "?");
        if (!c)
            return false;
    }
    c = pass_blanks(c);
    return c[0] == ')' && c[1] == '\0';
}

static bool is_hex(const char *text)
{
    size_t digits = strspn(text + (*text == '#'), "0123456789abcdefABCDEF");
    return *text == '#' && text[1 + digits] == '\0' &&
           (digits == 3 || digits == 4 || digits == 6 || digits == 8);
}

static bool is_color(const json_t *value)
{
    const char *text = json_string_value(value);
    return text && (is_hex(text) || is_function(text) || is_color_name(text));
}

static bool fails(char mode, const json_t *value)
{
    if (mode == '-' || is_color(value))
        return false;
    if ((mode == 's' || mode == 'i') && is_nothing(value))
        return false;
    return !((mode == 'i' || mode == 'j') && (json_is_object(value) || json_is_array(value)));
}

/* The number behind a name, -1 for another name or a number beyond the last. */
static int numbered(const char *key, const char *name, int count)
{
    size_t length = strlen(name);
    if (strncmp(key, name, length) != 0 || !g_ascii_isdigit(key[length]))
        return -1;
    int number = key[length] - '0';
    if (key[length + 1] != '\0')
        number = key[length] == '1' && g_ascii_isdigit(key[length + 1]) && key[length + 2] == '\0'
                     ? 10 + key[length + 1] - '0' : count;
    return number < count ? number : -1;
}

static char scale_mode(const json_t *variables, int theme, int number)
{
    const json_t *limit = json_object_get(variables, "THEME_COLOR_LIMIT");
    bool beyond = limit && (!json_is_number(limit) || number >= json_number_value(limit));
    bool limited = scale_limit[theme] == 'l' || (scale_limit[theme] == 'm' && number >= 8);
    return beyond && limited ? '-' : scale_modes[theme];
}

/* How the theme takes a variable apart, see rows. */
static char mode_of(const json_t *variables, int theme, const char *key)
{
    int scale = numbered(key, "cScale", 12);
    if (scale >= 0)
        return scale_mode(variables, theme, scale);
    if (numbered(key, "git", 8) >= 0)
        return git_modes[theme];
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (strcmp(rows[i].name, key) != 0)
            continue;
        char mode = rows[i].modes[theme];
        if (!g_ascii_isupper(mode))
            return mode;
        const json_t *other = json_object_get(variables, rows[i].other);
        return other && !is_nothing(other) ? '-' : g_ascii_tolower(mode);
    }
    return '-';
}

const char *idarch_flow_theme_fault(const json_t *config, const char **theme)
{
    json_t *variables = json_object_get(config, "themeVariables");
    int index = theme_of(config);
    const char *key;
    json_t *value;
    if (index < 0)
        return NULL;
    *theme = themes[index];
    json_object_foreach(variables, key, value)
        if (fails(mode_of(variables, index, key), value))
            return key;
    return NULL;
}
