/* idarch graph: what was understood of each flowchart, one JSON object a line. */
#include <jansson.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "render/render.h"

typedef struct graph_settings {
    idarch_input_limits limits;
    int fail_on;
    bool named; /* of several files: each object begins with "file" */
} graph_settings;

static void add_file_name(idarch_strbuf *out, const char *name)
{
    char *valid = g_utf8_make_valid(name, -1);
    json_t *value = json_string(valid);
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    idarch_strbuf_printf(out, "{\"file\":%s,", text ? text : "null");
    free(text);
    json_decref(value);
    g_free(valid);
}

static void add_graph(const idarch_input *input, const idarch_picture *picture, bool named,
                      idarch_strbuf *out)
{
    if (!named) {
        idarch_graph_json(input->arena, &picture->graph, out);
        return;
    }
    idarch_strbuf graph = {.arena = input->arena};
    idarch_graph_json(input->arena, &picture->graph, &graph);
    add_file_name(out, input->source->name);
    idarch_strbuf_add(out, graph.ptr + 1, graph.len - 1); /* behind its brace */
}

static int print_graphs(const idarch_input *input, bool named)
{
    idarch_strbuf out = {.arena = input->arena};
    for (size_t i = 0; i < input->document.pictures.count; i++)
        if (input->document.pictures.items[i].readable)
            add_graph(input, &input->document.pictures.items[i], named, &out);
    return idarch_write_stdout(idarch_strbuf_text(&out), out.len);
}

static int graph_file(const char *name, const graph_settings *settings)
{
    idarch_input input;
    int status = idarch_input_open(&input, name, &settings->limits);
    if (status == IDARCH_EXIT_GOOD) {
        if (input.document.pictures.count == 0 && !input.diags.counts[IDARCH_FATAL])
            idarch_diag_add(&input.diags, IDARCH_FATAL, "no-flowchart", (idarch_span){0, 0},
                            "there is no flowchart in this file")
                ->no_place = true;
        status = print_graphs(&input, settings->named);
        idarch_input_print_diags(&input);
        status = idarch_worse(status, idarch_findings_status(&input.diags, settings->fail_on));
    }
    idarch_input_release(&input);
    return status;
}

int idarch_cmd_graph(int argc, char **argv)
{
    char *fail_on = NULL, **files;
    const GOptionEntry entries[] = {
        {"fail-on", 0, 0, G_OPTION_ARG_STRING, &fail_on,
         "Exit with 1 on findings of this severity or above: error, warning, note, never "
         "(default)", "SEVERITY"},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    graph_settings settings = {0};
    int status;
    if (!idarch_options_parse(entries, "graph",
                              "Prints the graph of every flowchart in FILE as JSON, one a line.",
                              "Of several files each object begins with the member \"file\".\n"
                              "Exit status: 0 good, 1 findings at or above --fail-on, 2 a flowchart\n"
                              "that cannot be read, 3 usage, 4 input/output.", argc, argv,
                              &settings.limits, &files, &status))
        return status;
    settings.named = files[1] != NULL;
    status = IDARCH_EXIT_USAGE;
    if (idarch_fail_on("graph", fail_on ? fail_on : "never", &settings.fail_on)) {
        status = IDARCH_EXIT_GOOD;
        for (size_t i = 0; files[i]; i++)
            status = idarch_worse(status, graph_file(files[i], &settings));
    }
    g_free(fail_on);
    g_strfreev(files);
    return status;
}
