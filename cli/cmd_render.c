/* idarch render: each flowchart of each document to a picture. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "layout/layout.h"
#include "render/render.h"
#include "validate/validate.h"

typedef struct render_settings {
    idarch_format format;
    const char *extension;   /* with the dot */
    const char *output;      /* file, folder, "-" or NULL: beside the input */
    bool to_folder;
    int picture;             /* from 1; 0: all */
    idarch_page_options page;
    idarch_render_options drawing;
    idarch_text *text;
} render_settings;

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

/* The path without a document's ending: "a/b.md" gives "a/b". Returns new. */
static char *stem_of(const char *path)
{
    static const char *const endings[] = {".md", ".markdown", ".mmd", ".mermaid",
                                          ".svg", ".png", ".pdf", ".json"};
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
        if (g_str_has_suffix(path, endings[i]) && strlen(path) > strlen(endings[i]))
            return g_strndup(path, strlen(path) - strlen(endings[i]));
    return g_strdup(path);
}

/* Where the picture with the number (from 1) goes. Returns new. */
static char *output_path(const char *input, size_t number, const render_settings *settings)
{
    if (settings->output && strcmp(settings->output, "-") == 0)
        return g_strdup("-");
    if (!settings->output && strcmp(input, "-") == 0)
        return g_strdup("-");
    bool exact = settings->output && !settings->to_folder;
    if (exact && (number == 1 || settings->picture))
        return g_strdup(settings->output);
    char *stem = stem_of(exact ? settings->output : strcmp(input, "-") ? input : "stdin");
    if (settings->to_folder) {
        char *base = g_path_get_basename(stem);
        char *path = g_build_filename(settings->output, base, NULL);
        g_free(base);
        g_free(stem);
        stem = path;
    }
    char *path = number == 1 ? g_strconcat(stem, settings->extension, NULL)
                             : g_strdup_printf("%s-%zu%s", stem, number, settings->extension);
    g_free(stem);
    return path;
}

static bool same_file(const char *a, const char *b)
{
    struct stat first, second;
    return strcmp(b, "-") != 0 && stat(a, &first) == 0 && stat(b, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* Draws one picture (NULL: the bit bar alone) and writes it. */
static int draw(idarch_input *input, const char *name, const idarch_picture *picture,
                size_t number, const idarch_report *report, const render_settings *settings)
{
    idarch_geometry geometry = {0};
    idarch_lay_out(input->arena, &input->document, picture, report,
                   idarch_text_measure(settings->text), &settings->page, &geometry);
    idarch_drawing drawing = {&input->document, picture, report, &geometry};
    idarch_strbuf out = {.arena = input->arena};
    const char *error = NULL;
    if (!idarch_render(input->arena, &drawing, settings->format, &settings->drawing, &out,
                       &error))
        return idarch_io_error("%s: %s", name, error);
    char *path = output_path(name, number, settings);
    int status = same_file(name, path)
                     ? idarch_usage_error("%s: the picture would replace its own document; "
                                          "choose another file with -o", path)
                     : idarch_write_file(path, idarch_strbuf_text(&out), out.len);
    g_free(path);
    return status;
}

static void diagnose_empty(idarch_input *input)
{
    if (input->diags.counts[IDARCH_FATAL])
        return;
    idarch_diag *diag = idarch_diag_add(
        &input->diags, IDARCH_FATAL, "nothing-to-draw", (idarch_span){0, 0},
        "there is nothing to draw: no flowchart and no bit layout");
    diag->no_place = true;
    diag->hint = "write a flowchart in a fenced block with the info string `mermaid`";
}

/* Draws what was asked for; the pictures that can be read even when others cannot. */
static int draw_all(idarch_input *input, const char *name, const idarch_report *report,
                    const render_settings *settings)
{
    const idarch_document *document = &input->document;
    size_t count = document->pictures.count;
    if (count == 0 && report && report->bar.bits)
        return draw(input, name, NULL, 1, report, settings);
    if (count == 0) {
        diagnose_empty(input);
        return IDARCH_EXIT_GOOD;
    }
    if (settings->picture > (int)count)
        return idarch_usage_error("%s: there is no picture %d, the last is %zu", name,
                                  settings->picture, count);
    bool to_stdout = settings->output ? strcmp(settings->output, "-") == 0
                                      : strcmp(name, "-") == 0;
    if (to_stdout && count > 1 && !settings->picture && settings->format != IDARCH_FORMAT_JSON)
        return idarch_usage_error("%s: holds %zu flowcharts and standard output takes one; "
                                  "choose with --picture N", name, count);
    int status = IDARCH_EXIT_GOOD;
    for (size_t i = 0; i < count; i++) {
        const idarch_picture *picture = &document->pictures.items[i];
        bool wanted = !settings->picture || settings->picture == (int)i + 1;
        if (wanted && picture->readable)
            status = idarch_worse(status, draw(input, name, picture, i + 1,
                                      picture->page ? report : NULL, settings));
    }
    return status;
}

static int render_file(const char *name, const render_settings *settings)
{
    idarch_input input;
    int status = idarch_input_open(&input, name);
    if (status == IDARCH_EXIT_GOOD) {
        idarch_check_options options = {.for_picture = true};
        idarch_report report = {0};
        bool design = idarch_input_has_design(&input);
        if (design)
            idarch_check(input.arena, &input.document, &options, &input.diags, &report);
        status = draw_all(&input, name, design ? &report : NULL, settings);
        idarch_input_print_diags(&input);
        if (input.diags.counts[IDARCH_FATAL])
            status = idarch_worse(status, IDARCH_EXIT_UNREADABLE);
    }
    idarch_input_release(&input);
    return status;
}

/* What the options say, as they come from the command line. */
typedef struct raw_options {
    char *output, *format, *theme, *background, *stop_after;
    gboolean no_title, no_bar, no_settings, no_notes, no_verdict, geometry;
    double scale;
    int picture;
} raw_options;

static int settle_output(const raw_options *raw, char **files, render_settings *settings)
{
    struct stat about;
    settings->output = raw->output;
    settings->to_folder = raw->output && (g_str_has_suffix(raw->output, "/") ||
                                          (stat(raw->output, &about) == 0 &&
                                           S_ISDIR(about.st_mode)));
    bool one_target = raw->output && !settings->to_folder && strcmp(raw->output, "-") != 0;
    if (one_target && files[0] && files[1])
        return idarch_usage_error("render: -o names one file but there are several documents; "
                                  "name a folder");
    /* A name that ends in a slash can only mean a folder: it is made. */
    if (settings->to_folder && g_mkdir_with_parents(raw->output, 0777) != 0)
        return idarch_io_error("%s: %s", raw->output, g_strerror(errno));
    return IDARCH_EXIT_GOOD;
}

static int settle(const raw_options *raw, char **files, render_settings *settings)
{
    const char *format = raw->format ? raw->format : format_of(raw->output);
    if (!idarch_format_find(format ? format : "svg", &settings->format))
        return idarch_usage_error("render: -T takes svg, svg:cairo, png, pdf or json, not '%s'",
                                  format);
    if (raw->theme && !idarch_theme_known(raw->theme))
        return idarch_usage_error("render: there is no theme '%s'; there are default, neutral, "
                                  "dark, forest and base", raw->theme);
    if (raw->scale < 0 || raw->scale > 100 || raw->scale != raw->scale)
        return idarch_usage_error("render: --scale takes a number above 0, at most 100");
    if (raw->picture < 0)
        return idarch_usage_error("render: --picture takes a number from 1");
    settings->extension = extension_of(settings->format);
    settings->picture = raw->picture;
    settings->page = (idarch_page_options){
        .title = !raw->no_title, .bar = !raw->no_bar, .settings = !raw->no_settings,
        .notes = !raw->no_notes, .verdict = !raw->no_verdict, .margin = -1,
        .stop_after = raw->stop_after};
    settings->drawing = (idarch_render_options){.theme = raw->theme, .scale = raw->scale,
                                                .background = raw->background,
                                                .geometry = raw->geometry};
    return settle_output(raw, files, settings);
}

static int render_all(char **files, render_settings *settings)
{
    int status = IDARCH_EXIT_GOOD;
    settings->text = idarch_text_new();
    for (size_t i = 0; files[i]; i++)
        status = idarch_worse(status, render_file(files[i], settings));
    idarch_text_free(settings->text);
    return status;
}

int idarch_cmd_render(int argc, char **argv)
{
    raw_options raw = {0};
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &raw.output,
         "Write to this file or folder, - for standard output (default: beside FILE)", "OUT"},
        {"format", 'T', 0, G_OPTION_ARG_STRING, &raw.format,
         "svg, svg:cairo, png, pdf or json (default: by OUT's ending, else svg)", "FORMAT"},
        {"picture", 0, 0, G_OPTION_ARG_INT, &raw.picture,
         "Draw only the N-th flowchart of the document", "N"},
        {"theme", 0, 0, G_OPTION_ARG_STRING, &raw.theme,
         "default, neutral, dark, forest or base", "THEME"},
        {"background", 0, 0, G_OPTION_ARG_STRING, &raw.background,
         "A CSS colour, or transparent", "COLOUR"},
        {"scale", 0, 0, G_OPTION_ARG_DOUBLE, &raw.scale,
         "PNG: pixels for each px of the drawing (default: 2)", "FACTOR"},
        {"geometry", 0, 0, G_OPTION_ARG_NONE, &raw.geometry,
         "json: boxes and lines instead of the graph", NULL},
        {"no-title", 0, 0, G_OPTION_ARG_NONE, &raw.no_title, "Leave the title out", NULL},
        {"no-bar", 0, 0, G_OPTION_ARG_NONE, &raw.no_bar, "Leave the bit bar out", NULL},
        {"no-settings", 0, 0, G_OPTION_ARG_NONE, &raw.no_settings, "Leave the settings out",
         NULL},
        {"no-notes", 0, 0, G_OPTION_ARG_NONE, &raw.no_notes, "Leave the failure rules out",
         NULL},
        {"no-verdict", 0, 0, G_OPTION_ARG_NONE, &raw.no_verdict, "Leave the verdict line out",
         NULL},
        {"stop-after", 0, 0, G_OPTION_ARG_STRING, &raw.stop_after,
         "Stop the layout after this phase, to look at it half way", "PHASE"},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    render_settings settings = {0};
    char **files;
    int status;
    if (!idarch_options_parse(
            entries, "render",
            "Draws every flowchart of FILE; the one with the ID generators gets the bit bar,\n"
            "the settings, the failure rules and the verdict.",
            "x.md is drawn to x.svg beside it, its second flowchart to x-2.svg. Findings go to\n"
            "standard error and do not change the exit status: 0 good, 2 unreadable input,\n"
            "3 usage, 4 input/output.",
            argc, argv, &files, &status))
        return status;
    status = settle(&raw, files, &settings);
    if (status == IDARCH_EXIT_GOOD)
        status = render_all(files, &settings);
    g_free(raw.output);
    g_free(raw.format);
    g_free(raw.theme);
    g_free(raw.background);
    g_free(raw.stop_after);
    g_strfreev(files);
    return status;
}
