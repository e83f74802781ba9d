/* How fast a flowchart's text becomes a graph.
 *
 *     bench-parse [RUNS [KIND]]
 *     bench-parse --write KIND EDGES
 *
 * Generates flowcharts (the same ones each time), parses each RUNS times and prints best
 * and median: one of 10,000 edges in ms, many of that size with 20 MB in all and one of 20
 * MB in MB/s, each construct alone, bytes of memory for each edge. Exit status 1 when a
 * median misses its target. With KIND only that construct is parsed; --write prints the text
 * of one flowchart instead; KIND counts from 0 in the order of the table. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "bench/flow_texts.h"
#include "parser/flowchart.h"

enum { EDGES = 10000, BYTES = 20 * 1000 * 1000, RUNS_MOST = 1000 };

#define TARGET_MS 10.0   /* for a flowchart of 10,000 edges */
#define TARGET_SPEED 50.0 /* MB/s for 20 MB */

typedef struct result {
    double best, median; /* seconds */
    size_t memory;       /* bytes that the arena of one text holds */
} result;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Text to graph, as the program does it for a .mmd file, the freeing included. */
static double parse(const GString *text, size_t *memory)
{
    double start = now();
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    const idarch_source *source =
        idarch_source_new(arena, "bench.mmd", (idarch_str){text->str, text->len});
    idarch_extract extract = idarch_extract_all(arena, source, 0);
    idarch_diags diags;
    idarch_graph graph;
    idarch_diags_init(&diags, arena);
    if (!idarch_parse_flowchart(arena, &extract, NULL, &diags, &graph)) {
        fprintf(stderr, "bench-parse: a generated text is refused: %s\n",
                diags.list.items[diags.list.count - 1].message);
        exit(2);
    }
    *memory = idarch_arena_size(arena);
    idarch_arena_free(arena);
    return now() - start;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static result measure(GString *const *texts, size_t count, int runs)
{
    double seconds[RUNS_MOST];
    result r = {0};
    for (int run = -1; run < runs; run++) { /* the first warms the caches */
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += parse(texts[i], &r.memory);
        if (run >= 0)
            seconds[run] = sum;
    }
    qsort(seconds, (size_t)runs, sizeof seconds[0], compare);
    r.best = seconds[0];
    r.median = seconds[runs / 2];
    return r;
}

static bool print(const char *name, const result *r, size_t bytes, unsigned edges, bool good)
{
    double mb = (double)bytes / 1e6;
    printf("%-22s %7.2f MB %8u edges %9.2f ms best %9.2f ms median %7.1f MB/s %s", name, mb,
           edges, 1e3 * r->best, 1e3 * r->median, mb / r->median, good ? "" : " BELOW TARGET");
    printf(" %5.0f ns/edge", 1e9 * r->median / edges);
    if (r->memory)
        printf(" %5.0f B/edge", (double)r->memory / edges);
    printf("\n");
    return good;
}

static bool one_text(flow_text_kind kind, int runs)
{
    unsigned edges;
    GString *text = flow_text_new(kind, EDGES, 1, &edges);
    result r = measure(&text, 1, runs);
    bool good = kind != FLOW_TEXT_MIX || 1e3 * r.median < TARGET_MS;
    print(flow_text_name(kind), &r, text->len, edges, good);
    g_string_free(text, TRUE);
    return good;
}

/* 20 MB in texts of about 10,000 edges. */
static bool many_texts(int runs)
{
    GPtrArray *texts = g_ptr_array_new();
    size_t bytes = 0;
    unsigned all = 0, edges;
    while (bytes < BYTES) {
        GString *text = flow_text_new(FLOW_TEXT_MIX, EDGES, texts->len, &edges);
        bytes += text->len;
        all += edges;
        g_ptr_array_add(texts, text);
    }
    result r = measure((GString *const *)texts->pdata, texts->len, runs);
    r.memory = 0;
    bool good = (double)bytes / 1e6 / r.median >= TARGET_SPEED;
    print("20 MB, many texts", &r, bytes, all, good);
    for (guint i = 0; i < texts->len; i++)
        g_string_free(texts->pdata[i], TRUE);
    g_ptr_array_free(texts, TRUE);
    return good;
}

static bool large_text(int runs)
{
    unsigned edges;
    GString *text = flow_text_new(FLOW_TEXT_MIX, EDGES, 1, &edges);
    unsigned needed = (unsigned)((double)BYTES / (double)text->len * edges);
    g_string_free(text, TRUE);
    text = flow_text_new(FLOW_TEXT_MIX, needed, 1, &edges);
    result r = measure(&text, 1, runs);
    bool good = (double)text->len / 1e6 / r.median >= TARGET_SPEED;
    print("20 MB, one text", &r, text->len, edges, good);
    g_string_free(text, TRUE);
    return good;
}

static int write_text(const char *kind, const char *edges)
{
    int number = atoi(kind);
    unsigned made;
    if (number < 0 || number > FLOW_TEXT_MIX)
        return 2;
    GString *text = flow_text_new((flow_text_kind)number, (unsigned)atoi(edges), 1, &made);
    fputs(text->str, stdout);
    g_string_free(text, TRUE);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && g_str_equal(argv[1], "--write"))
        return write_text(argv[2], argv[3]);
    int runs = argc > 1 ? atoi(argv[1]) : 11;
    if (runs < 1 || runs > RUNS_MOST) {
        fprintf(stderr, "usage: bench-parse [RUNS [KIND]] | --write KIND EDGES\n");
        return 2;
    }
    if (argc > 2)
        return one_text((flow_text_kind)(atoi(argv[2]) % (FLOW_TEXT_MIX + 1)), runs) ? 0 : 1;
    for (int kind = 0; kind < FLOW_TEXT_MIX; kind++)
        one_text((flow_text_kind)kind, runs);
    bool good = one_text(FLOW_TEXT_MIX, 5 * runs < RUNS_MOST ? 5 * runs : runs);
    good = many_texts((runs + 2) / 3) && good;
    good = large_text((runs + 2) / 3) && good;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("peak memory %.1f MiB, the texts included; targets: mix under %.0f ms, 20 MB at %.0f "
           "MB/s\n", (double)usage.ru_maxrss / 1024, TARGET_MS, TARGET_SPEED);
    return good ? 0 : 1;
}
