/* Any bytes that are UTF-8, read as Markdown and as a flowchart alone: no crash, every
 * diagnostic printable, every place inside the file. */
#include <assert.h>
#include <stdint.h>

#include "parser/parser.h"

static void check_places(const idarch_source *source, const idarch_diags *diags,
                         idarch_strbuf *out)
{
    for (size_t i = 0; i < diags->list.count; i++) {
        const idarch_diag *diag = &diags->list.items[i];
        assert(diag->no_place || (diag->span.start <= diag->span.end &&
                                  diag->span.end <= source->text.len));
        if (i < 20)
            idarch_diag_print(out, source, diag);
    }
}

static void read_as(idarch_str text, idarch_input_kind kind)
{
    idarch_arena *arena = idarch_arena_new((size_t)1 << 30, NULL, NULL);
    idarch_source *source = idarch_source_new(arena, "fuzz.md", text);
    idarch_document *document = IDARCH_NEW(arena, idarch_document);
    idarch_diags diags;
    idarch_strbuf out = {.arena = arena};
    idarch_diags_init(&diags, arena);
    idarch_parse_document(arena, source, kind, NULL, &diags, document);
    check_places(source, &diags, &out);
    idarch_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    idarch_str text = {(const char *)data, size};
    if (idarch_source_first_invalid(text) < size)
        return 0;
    read_as(text, IDARCH_INPUT_MARKDOWN);
    read_as(text, IDARCH_INPUT_FLOWCHART);
    return 0;
}
