/* The whole path of `idarch check`: any bytes that are UTF-8, read as a document, checked
 * with and without now, and reported as text and as JSON. No crash, every finding's places
 * inside the file, the same report both times, and a verdict that fits the findings. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "parser/parser.h"
#include "validate/validate.h"

static void check_places(const idarch_source *source, const idarch_diags *findings)
{
    for (size_t i = 0; i < findings->list.count; i++) {
        const idarch_diag *diag = &findings->list.items[i];
        assert(diag->no_place || (diag->span.start <= diag->span.end &&
                                  diag->span.end <= source->text.len));
        for (size_t j = 0; j < diag->related.count; j++)
            assert(diag->related.items[j].span.end <= source->text.len);
    }
}

static const char *check_text(idarch_arena *arena, idarch_str text, bool has_now)
{
    const idarch_ratio now = {(idarch_i128)1780000000 * IDARCH_NS_PER_S, 1};
    const idarch_check_options options = {.has_now = has_now, .now = now};
    idarch_source *source = idarch_source_new(arena, "fuzz.md", text);
    idarch_document *document = IDARCH_NEW(arena, idarch_document);
    idarch_report *report = IDARCH_NEW(arena, idarch_report);
    idarch_diags findings;
    idarch_diags_init(&findings, arena);
    idarch_parse_document(arena, source, IDARCH_INPUT_MARKDOWN, NULL, &findings, document);
    idarch_check(arena, document, &options, &findings, report);
    check_places(source, &findings);
    bool broken = findings.counts[IDARCH_ERROR] || findings.counts[IDARCH_FATAL];
    assert((report->verdict == IDARCH_VERDICT_FAIL) == broken);
    const char *plain = idarch_report_text(arena, document, report, &findings);
    assert(plain[strlen(plain) - 1] == '\n');
    return idarch_report_json(arena, document, report, &findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    idarch_str text = {(const char *)data, size};
    if (idarch_source_first_invalid(text) < size)
        return 0;
    idarch_arena *arena = idarch_arena_new((size_t)1 << 30, NULL, NULL);
    const char *first = check_text(arena, text, false), *again = check_text(arena, text, false);
    assert(strcmp(first, again) == 0 && strcmp(first, "null") != 0);
    check_text(arena, text, true);
    idarch_arena_free(arena);
    return 0;
}
