/* idarch graph: what was understood of each flowchart, one JSON object a line. */
#include "cli/cli.h"
#include "render/render.h"

static int print_graphs(const idarch_input *input)
{
    idarch_strbuf out = {.arena = input->arena};
    for (size_t i = 0; i < input->document.pictures.count; i++) {
        const idarch_picture *picture = &input->document.pictures.items[i];
        if (!picture->readable)
            continue;
        idarch_graph_json(input->arena, &picture->graph, &out);
    }
    return idarch_write_stdout(idarch_strbuf_text(&out), out.len);
}

static int graph_file(const char *name, const idarch_input_limits *limits)
{
    idarch_input input;
    int status = idarch_input_open(&input, name, limits);
    if (status == IDARCH_EXIT_GOOD) {
        if (input.document.pictures.count == 0 && !input.diags.counts[IDARCH_FATAL])
            idarch_diag_add(&input.diags, IDARCH_FATAL, "no-flowchart", (idarch_span){0, 0},
                            "there is no flowchart in this file")
                ->no_place = true;
        status = print_graphs(&input);
        idarch_input_print_diags(&input);
        if (status == IDARCH_EXIT_GOOD && input.diags.counts[IDARCH_FATAL])
            status = IDARCH_EXIT_UNREADABLE;
    }
    idarch_input_release(&input);
    return status;
}

int idarch_cmd_graph(int argc, char **argv)
{
    static const GOptionEntry none[] = {{NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL}};
    idarch_input_limits limits;
    char **files;
    int status;
    if (!idarch_options_parse(none, "graph",
                              "Prints the graph of every flowchart in FILE as JSON, one a line.",
                              "Exit status 2 when a flowchart cannot be read.", argc, argv,
                              &limits, &files, &status))
        return status;
    status = IDARCH_EXIT_GOOD;
    for (size_t i = 0; files[i]; i++)
        status = idarch_worse(status, graph_file(files[i], &limits));
    g_strfreev(files);
    return status;
}
