/* The options of `idarch render`: a table, and what makes sense together. */
#include <errno.h>
#include <math.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/render_options.h"
#include "parser/css.h"

#define SCALE_LEAST 0.01
#define SCALE_MOST 100.0

/* What the options say, as they come from the command line. */
typedef struct raw_options {
    char *output, *format, *theme, *background, *stop_after, *fail_on;
    gboolean no_title, no_bar, no_settings, no_notes, no_verdict, geometry;
    double scale;
    int picture; /* -1: not given */
} raw_options;

static const struct {
    const char *extension, *format;
} extensions[] = {
    {".svg", "svg"}, {".png", "png"}, {".pdf", "pdf"}, {".json", "json"},
};

/* Format by the output's ending, or NULL. */
static const char *format_of(const char *output)
{
    for (size_t i = 0; output && i < G_N_ELEMENTS(extensions); i++)
        if (g_str_has_suffix(output, extensions[i].extension))
            return extensions[i].format;
    return NULL;
}

static const char *extension_of(idarch_format format)
{
    switch (format) {
    case IDARCH_FORMAT_SVG:
    case IDARCH_FORMAT_SVG_CAIRO: return ".svg";
    case IDARCH_FORMAT_PNG: return ".png";
    case IDARCH_FORMAT_PDF: return ".pdf";
    case IDARCH_FORMAT_JSON: return ".json";
    }
    return ".svg";
}

static int settle_output(raw_options *raw, char **files, idarch_render_settings *settings)
{
    struct stat about;
    if (raw->output && !raw->output[0])
        return idarch_usage_error("render: -o needs the name of a file or folder");
    settings->output = g_steal_pointer(&raw->output);
    const char *output = settings->output;
    if (!output)
        return IDARCH_EXIT_GOOD;
    settings->to_folder = g_str_has_suffix(output, "/") ||
                          (stat(output, &about) == 0 && S_ISDIR(about.st_mode));
    bool many = files[0] && files[1];
    bool lines = strcmp(output, "-") == 0 && settings->format == IDARCH_FORMAT_JSON;
    if (many && !settings->to_folder && !lines)
        return idarch_usage_error("render: -o names one file but there are several documents; "
                                  "name a folder");
    /* A name that ends in a slash can only mean a folder: it is made. */
    if (settings->to_folder && g_mkdir_with_parents(output, 0777) != 0)
        return idarch_io_error("%s: %s", output, g_strerror(errno));
    return IDARCH_EXIT_GOOD;
}

/* The format that is asked for by name or, without one, by the output's ending. */
static int settle_format(const raw_options *raw, idarch_render_settings *settings)
{
    const char *output = raw->output ? raw->output : "";
    const char *slash = strrchr(output, '/');
    const char *dot = strrchr(slash ? slash : output, '.');
    const char *format = raw->format ? raw->format : format_of(raw->output);
    if (!format && dot && dot[1] && dot != output && dot[-1] != '/' && dot[-1] != '.')
        return idarch_usage_error("render: no format is known by the ending %s; name one with "
                                  "-T (svg, svg:cairo, png, pdf, json)", dot);
    if (!idarch_format_find(format ? format : "svg", &settings->format))
        return idarch_usage_error("render: -T takes svg, svg:cairo, png, pdf or json, not '%s'",
                                  format);
    settings->extension = extension_of(settings->format);
    if (raw->geometry && settings->format != IDARCH_FORMAT_JSON)
        return idarch_usage_error("render: --geometry goes with -T json");
    settings->drawing.geometry = raw->geometry;
    return IDARCH_EXIT_GOOD;
}

static int settle_drawing(raw_options *raw, idarch_render_settings *settings)
{
    idarch_render_options *drawing = &settings->drawing;
    if (raw->theme && !idarch_theme_known(raw->theme))
        return idarch_usage_error("render: there is no theme '%s'; there are default, neutral, "
                                  "dark, forest and base", raw->theme);
    if (!(raw->scale >= SCALE_LEAST && raw->scale <= SCALE_MOST))
        return idarch_usage_error("render: --scale takes a number from 0.01 to 100");
    drawing->has_background = raw->background != NULL;
    if (raw->background &&
        !idarch_css_color(idarch_str_of(raw->background), &drawing->background))
        return idarch_usage_error("render: --background takes a CSS colour or transparent, "
                                  "not '%s'", raw->background);
    settings->theme = g_steal_pointer(&raw->theme);
    drawing->theme = settings->theme;
    drawing->scale = raw->scale;
    return IDARCH_EXIT_GOOD;
}

static int settle_page(raw_options *raw, idarch_render_settings *settings)
{
    if (raw->picture != -1 && raw->picture < 1)
        return idarch_usage_error("render: --picture takes a number from 1");
    if (raw->stop_after && !idarch_lay_out_phase(raw->stop_after))
        return idarch_usage_error("render: --stop-after takes sizes, ranks, order or rows, "
                                  "not '%s'", raw->stop_after);
    settings->stop_after = g_steal_pointer(&raw->stop_after);
    settings->picture = raw->picture < 0 ? 0 : raw->picture;
    settings->page = (idarch_page_options){
        .title = !raw->no_title, .bar = !raw->no_bar, .settings = !raw->no_settings,
        .notes = !raw->no_notes, .verdict = !raw->no_verdict, .margin = -1,
        .stop_after = settings->stop_after};
    return IDARCH_EXIT_GOOD;
}

static int settle(raw_options *raw, char **files, idarch_render_settings *settings)
{
    int status = idarch_fail_on("render", raw->fail_on ? raw->fail_on : "never", &settings->fail_on)
                     ? settle_format(raw, settings)
                     : IDARCH_EXIT_USAGE;
    if (status == IDARCH_EXIT_GOOD)
        status = settle_drawing(raw, settings);
    if (status == IDARCH_EXIT_GOOD)
        status = settle_page(raw, settings);
    if (status == IDARCH_EXIT_GOOD)
        status = settle_output(raw, files, settings);
    return status;
}

static void raw_release(raw_options *raw)
{
    g_free(raw->output);
    g_free(raw->format);
    g_free(raw->theme);
    g_free(raw->fail_on);
    g_free(raw->background);
    g_free(raw->stop_after);
}

static bool parse(int argc, char **argv, raw_options *raw, idarch_input_limits *limits,
                  char ***files, int *status)
{
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &raw->output,
         "Write to this file or folder, - for standard output (default: beside FILE)", "OUT"},
        {"format", 'T', 0, G_OPTION_ARG_STRING, &raw->format,
         "svg, svg:cairo, png, pdf or json (default: by OUT's ending, else svg)", "FORMAT"},
        {"picture", 0, 0, G_OPTION_ARG_INT, &raw->picture,
         "Draw only the N-th flowchart of the document", "N"},
        {"fail-on", 0, 0, G_OPTION_ARG_STRING, &raw->fail_on,
         "Exit with 1 on findings of this severity or above: error, warning, note, never "
         "(default)", "SEVERITY"},
        {"theme", 0, 0, G_OPTION_ARG_STRING, &raw->theme,
         "default, neutral, dark, forest or base", "THEME"},
        {"background", 0, 0, G_OPTION_ARG_STRING, &raw->background,
         "A CSS colour, or transparent", "COLOUR"},
        {"scale", 0, 0, G_OPTION_ARG_DOUBLE, &raw->scale,
         "PNG: pixels for each px of the drawing (default: 2)", "FACTOR"},
        {"geometry", 0, 0, G_OPTION_ARG_NONE, &raw->geometry,
         "json: boxes and lines instead of the graph", NULL},
        {"no-title", 0, 0, G_OPTION_ARG_NONE, &raw->no_title, "Leave the title out", NULL},
        {"no-bar", 0, 0, G_OPTION_ARG_NONE, &raw->no_bar, "Leave the bit bar out", NULL},
        {"no-settings", 0, 0, G_OPTION_ARG_NONE, &raw->no_settings, "Leave the settings out",
         NULL},
        {"no-notes", 0, 0, G_OPTION_ARG_NONE, &raw->no_notes, "Leave the failure rules out",
         NULL},
        {"no-verdict", 0, 0, G_OPTION_ARG_NONE, &raw->no_verdict, "Leave the verdict line out",
         NULL},
        {"stop-after", 0, 0, G_OPTION_ARG_STRING, &raw->stop_after,
         "Stop the layout after this phase (sizes, ranks, order, rows) to look at it", "PHASE"},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    return idarch_options_parse(
        entries, "render",
        "Draws every flowchart of FILE; the one with the ID generators gets the bit bar,\n"
        "the settings, the failure rules and the verdict.",
        "x.md is drawn to x.svg beside it, its second flowchart to x-2.svg. Findings go to\n"
        "standard error. Exit status: 0 good, 1 findings at or above --fail-on (the pictures\n"
        "are drawn all the same), 2 unreadable input, 3 usage, 4 input/output.",
        argc, argv, limits, files, status);
}

bool idarch_render_options_parse(int argc, char **argv, idarch_render_settings *settings,
                                 char ***files, int *status)
{
    raw_options raw = {.scale = 2, .picture = -1};
    *settings = (idarch_render_settings){0};
    bool good = parse(argc, argv, &raw, &settings->limits, files, status);
    if (good) {
        *status = settle(&raw, *files, settings);
        good = *status == IDARCH_EXIT_GOOD;
        settings->written = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        if (!good) {
            idarch_render_settings_release(settings);
            g_strfreev(*files);
        }
    }
    raw_release(&raw);
    return good;
}

void idarch_render_settings_release(idarch_render_settings *settings)
{
    g_free(settings->output);
    g_free(settings->theme);
    g_free(settings->stop_after);
    g_hash_table_destroy(settings->written);
}
