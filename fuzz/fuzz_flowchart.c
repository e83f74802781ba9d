/* Fuzz target: bytes as a flowchart. Whatever comes, the parser ends with a graph that
 * can be written as JSON, or with fatal diagnostics; their places lie in the text, their
 * codes are known with the severity they have. The same under narrow limits. */
#include <assert.h>
#include <jansson.h>

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
        const idarch_flow_code *code = idarch_flow_code_find(diag->code);
        assert(code && code->severity == diag->severity);
        for (size_t k = 0; k < diag->related.count; k++)
            assert(diag->related.items[k].span.end <= source->text.len);
        idarch_diag_print(out, source, diag);
    }
}

/* One JSON value in one line, each member once. */
static void check_json(const char *text, size_t len)
{
    assert(len > 0 && strchr(text, '\n') == text + len - 1);
    json_error_t error;
    json_t *value = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
    assert(value || json_error_code(&error) == json_error_numeric_overflow ||
           json_error_code(&error) == json_error_stack_overflow);
    json_decref(value);
}

static void parse(const idarch_source *source, const idarch_limits *limits)
{
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_extract extract = idarch_extract_all(arena, source, 0);
    idarch_diags diags;
    idarch_graph graph;
    idarch_strbuf said = {.arena = arena}, json = {.arena = arena};
    idarch_diags_init(&diags, arena);
    bool good = idarch_parse_flowchart(arena, &extract, limits, &diags, &graph);
    assert(good == (diags.counts[IDARCH_FATAL] == 0));
    check_diagnostics(source, &diags, &said);
    if (good) {
        assert(!limits || graph.edges.count <= limits->edges);
        idarch_graph_json(arena, &graph, &json);
        check_json(idarch_strbuf_text(&json), json.len);
    }
    idarch_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const idarch_limits narrow = {.edges = 4, .depth = 2, .copies = 100};
    idarch_str text = {(const char *)data, size};
    if (idarch_source_first_invalid(text) != size)
        return 0;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    const idarch_source *source = idarch_source_new(arena, "fuzz.mmd", text);
    size_t start, end;
    idarch_diagram_kind_of(text, &start, &end);
    assert(start <= end && end <= size);
    parse(source, NULL);
    parse(source, &narrow);
    idarch_arena_free(arena);
    return 0;
}
