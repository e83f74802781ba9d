/* Time and memory of the layout alone. Usage: layout_time FILE.mmd...
 * Prints a line for each file: nodes, edges, ms of the fastest of some runs of
 * idarch_lay_out, MiB that one run takes from its arena. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "layout/layout.h"
#include "parser/parser.h"
#include "render/render.h"

enum { MOST_RUNS = 15 };
#define ENOUGH 1.0 /* seconds after which a file is not run again */

/* Seconds of the processor, not of the clock: other programs do not count. */
static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static bool read_file(const char *name, idarch_strbuf *text)
{
    char chunk[65536];
    size_t got;
    FILE *stream = fopen(name, "rb");
    if (!stream)
        return false;
    while ((got = fread(chunk, 1, sizeof chunk, stream)) > 0)
        idarch_strbuf_add(text, chunk, got);
    fclose(stream);
    return true;
}

/* Seconds of one run; *size: bytes that it took. */
static double lay_out_once(const idarch_document *document, const idarch_measure *measure,
                           size_t *size)
{
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_page_options options = {.margin = -1};
    idarch_geometry geometry = {0};
    double start = now();
    idarch_lay_out(arena, document, &document->pictures.items[0], NULL, measure, &options,
                   &geometry);
    double seconds = now() - start;
    *size = idarch_arena_size(arena);
    idarch_arena_free(arena);
    return seconds;
}

static bool time_file(const char *name, const idarch_measure *measure)
{
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_strbuf text = {.arena = arena};
    idarch_document document = {0};
    idarch_diags diags;
    double best = 1e9, all = 0;
    size_t size = 0;
    idarch_diags_init(&diags, arena);
    bool good = read_file(name, &text);
    if (good) {
        const char *bytes = idarch_strbuf_text(&text);
        idarch_source *source = idarch_source_new(arena, name, idarch_str_of(bytes));
        idarch_parse_document(arena, source, IDARCH_INPUT_FLOWCHART, NULL, &diags, &document);
        good = document.pictures.count > 0 && document.pictures.items[0].readable;
    }
    for (int run = 0; good && run < MOST_RUNS && all < ENOUGH; run++) {
        double seconds = lay_out_once(&document, measure, &size);
        all += seconds;
        best = seconds < best ? seconds : best;
    }
    if (good)
        printf("%zu %zu %.3f %.2f\n", document.pictures.items[0].graph.nodes.count,
               document.pictures.items[0].graph.edges.count, best * 1e3,
               (double)size / 1024 / 1024);
    else
        fprintf(stderr, "layout_time: %s: not a flowchart that can be read\n", name);
    idarch_arena_free(arena);
    return good;
}

int main(int argc, char **argv)
{
    idarch_text *text = idarch_text_new();
    bool good = argc > 1;
    for (int i = 1; i < argc && good; i++)
        good = time_file(argv[i], idarch_text_measure(text));
    idarch_text_free(text);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
