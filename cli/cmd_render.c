/* idarch render: each flowchart of each document to a picture. */
#include <stdio.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/render_options.h"
#include "validate/validate.h"

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
static char *output_path(const char *input, size_t number, const idarch_render_settings *settings)
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

/* Writes the picture unless that would replace its own document or another picture of
 * this run. Takes path. */
static int write_picture(const char *name, char *path, idarch_strbuf *out,
                         const idarch_render_settings *settings)
{
    int status;
    if (same_file(name, path))
        status = idarch_usage_error("%s: the picture would replace its own document; choose "
                                    "another file with -o", path);
    else if (g_hash_table_contains(settings->written, path))
        status = idarch_usage_error("%s: the picture of %s would replace one that was drawn "
                                    "just now; draw them into different folders", path, name);
    else
        status = idarch_write_file(path, idarch_strbuf_text(out), out->len);
    if (status == IDARCH_EXIT_GOOD && strcmp(path, "-") != 0)
        g_hash_table_add(settings->written, g_strdup(path));
    g_free(path);
    return status;
}

/* Draws one picture (NULL: the bit bar alone) and writes it. */
static int draw(idarch_input *input, const char *name, const idarch_picture *picture,
                size_t number, const idarch_report *report, const idarch_render_settings *settings)
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
    return write_picture(name, output_path(name, number, settings), &out, settings);
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
                    const idarch_render_settings *settings)
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

static int render_file(const char *name, const idarch_render_settings *settings)
{
    idarch_input input;
    int status = idarch_input_open(&input, name, &settings->limits);
    if (status == IDARCH_EXIT_GOOD) {
        idarch_check_options options = {.for_picture = true};
        idarch_report report = {0};
        bool design = idarch_input_has_design(&input);
        if (design)
            idarch_check(input.arena, &input.document, &options, &input.diags, &report);
        status = draw_all(&input, name, design ? &report : NULL, settings);
        idarch_input_print_diags(&input);
        status = idarch_worse(status, idarch_findings_status(&input.diags, settings->fail_on));
    }
    idarch_input_release(&input);
    return status;
}

/* Whether two files would be drawn to one, which the names alone tell for their first
 * pictures. */
static bool names_clash(char **files, const idarch_render_settings *settings)
{
    GHashTable *paths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool clash = false;
    for (size_t i = 0; files[i] && !clash; i++) {
        char *path = output_path(files[i], settings->picture ? (size_t)settings->picture : 1,
                                 settings);
        clash = strcmp(path, "-") != 0 && g_hash_table_lookup(paths, path);
        if (clash)
            idarch_usage_error("%s: the pictures of %s and %s would replace each other; draw them "
                               "into different folders", path,
                               (const char *)g_hash_table_lookup(paths, path), files[i]);
        g_hash_table_insert(paths, path, files[i]);
    }
    g_hash_table_destroy(paths);
    return clash;
}

/* How many flowcharts a file holds; 0 for one that cannot be read, which is said when it is
 * drawn. */
static size_t count_pictures(const char *name, const idarch_render_settings *settings)
{
    idarch_input input;
    struct stat about;
    if (stat(name, &about) != 0 || !S_ISREG(about.st_mode))
        return 0; /* nor one that can be read only once */
    bool good = idarch_input_open(&input, name, &settings->limits) == IDARCH_EXIT_GOOD;
    size_t count = good ? input.document.pictures.count : 0;
    idarch_input_release(&input);
    return count;
}

/* The number of a later picture that a name could be: 2 for "a-2", 0 for none. *end is where
 * the name without it ends. */
static size_t number_at_end(const char *name, size_t *end)
{
    size_t start = strlen(name), number = 0;
    while (start > 0 && g_ascii_isdigit(name[start - 1]))
        start--;
    if (start < 2 || name[start - 1] != '-' || name[start] == '0' || strlen(name + start) > 9)
        return 0;
    for (const char *digit = name + start; *digit; digit++)
        number = number * 10 + (size_t)(*digit - '0');
    *end = start - 1;
    return number < 2 ? 0 : number;
}

/* Whether the first picture of a file would be drawn to where a later one of another file
 * goes, as with a.md and a-2.md. Only files whose names allow it are read for that. */
static bool later_names_clash(char **files, const idarch_render_settings *settings)
{
    GHashTable *paths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool clash = false;
    for (size_t i = 0; files[i] && files[1]; i++)
        g_hash_table_insert(paths, output_path(files[i], 1, settings), files[i]);
    for (size_t i = 0; files[i] && files[1] && !clash; i++) {
        char *path = output_path(files[i], 1, settings);
        char *stem = g_strndup(path, strlen(path) - MIN(strlen(path), strlen(settings->extension)));
        size_t end = 0, number = number_at_end(stem, &end);
        stem[number ? end : strlen(stem)] = '\0';
        char *first = g_strconcat(stem, settings->extension, NULL);
        const char *other = number ? g_hash_table_lookup(paths, first) : NULL;
        clash = other && count_pictures(other, settings) >= number;
        if (clash)
            idarch_usage_error("%s: picture %zu of %s and the picture of %s would replace each "
                               "other; draw them into different folders", path, number, other,
                               files[i]);
        g_free(first);
        g_free(stem);
        g_free(path);
    }
    g_hash_table_destroy(paths);
    return clash;
}

static int render_all(char **files, idarch_render_settings *settings)
{
    int status = IDARCH_EXIT_GOOD;
    if (names_clash(files, settings) || (!settings->picture && later_names_clash(files, settings)))
        return IDARCH_EXIT_USAGE;
    settings->text = idarch_text_new();
    for (size_t i = 0; files[i]; i++)
        status = idarch_worse(status, render_file(files[i], settings));
    idarch_text_free(settings->text);
    return status;
}

int idarch_cmd_render(int argc, char **argv)
{
    idarch_render_settings settings;
    char **files;
    int status;
    if (!idarch_render_options_parse(argc, argv, &settings, &files, &status))
        return status;
    status = render_all(files, &settings);
    idarch_render_settings_release(&settings);
    g_strfreev(files);
    return status;
}
