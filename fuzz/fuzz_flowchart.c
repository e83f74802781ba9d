/* Fuzz target: bytes as a flowchart. Whatever comes, the parser ends with a graph that
 * can be written as JSON, or with fatal diagnostics whose places lie in the text and whose
 * codes are known. */
#include <assert.h>

#include "parser/flow_codes.h"
#include "parser/flowchart.h"
#include "render/render.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_diagnostics(const idarch_source *source, const idarch_diags *diags,
                              idarch_strbuf *out)
{
    for (size_t i = 0; i < diags->list.count; i++) {
        const idarch_diag *diag = &diags->list.items[i];
        assert(diag->span.start <= diag->span.end && diag->span.end <= source->text.len);
        assert(diag->severity != IDARCH_FATAL || idarch_flow_code_find(diag->code));
        idarch_diag_print(out, source, diag);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    idarch_str text = {(const char *)data, size};
    if (idarch_source_first_invalid(text) != size)
        return 0;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    const idarch_source *source = idarch_source_new(arena, "fuzz.mmd", text);
    idarch_extract extract = idarch_extract_all(arena, source, 0);
    idarch_diags diags;
    idarch_graph graph;
    idarch_strbuf out = {.arena = arena};
    size_t start, end;
    idarch_diagram_kind_of(text, &start, &end);
    assert(start <= end && end <= size);
    idarch_diags_init(&diags, arena);
    bool good = idarch_parse_flowchart(arena, &extract, NULL, &diags, &graph);
    assert(good == (diags.counts[IDARCH_FATAL] == 0));
    check_diagnostics(source, &diags, &out);
    if (good)
        idarch_graph_json(arena, &graph, &out);
    idarch_arena_free(arena);
    return 0;
}
