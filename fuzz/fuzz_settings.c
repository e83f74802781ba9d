/* Any text that is UTF-8 as the settings and the bit layout of a document: whatever is
 * stated has a place in the file, an exact value with a denominator, a layout whose bits
 * add up; and reading it twice gives the same statements. */
#include <assert.h>
#include <stdint.h>

#include "parser/parser.h"

static void check_design(const idarch_source *source, const idarch_design *design)
{
    for (size_t i = 0; i < design->statements.count; i++) {
        const idarch_setting *s = &design->statements.items[i];
        assert(s->text && s->value.ratio.den > 0 && s->value.argument.den > 0);
        assert(s->span.start <= s->span.end && s->span.end <= source->text.len);
    }
    unsigned sum = 0;
    for (size_t i = 0; i < design->layout.count; i++) {
        assert(design->layout.fields[i].bits > 0);
        sum += design->layout.fields[i].bits;
    }
    assert(sum == design->layout.bits);
}

static size_t read_text(idarch_arena *arena, idarch_str body, const char *head)
{
    idarch_strbuf buf = {.arena = arena};
    idarch_strbuf_puts(&buf, head);
    idarch_strbuf_add_str(&buf, body);
    idarch_str text = {idarch_strbuf_text(&buf), buf.len};
    idarch_source *source = idarch_source_new(arena, "fuzz.md", text);
    idarch_document *document = IDARCH_NEW(arena, idarch_document);
    idarch_diags diags;
    idarch_diags_init(&diags, arena);
    idarch_parse_document(arena, source, IDARCH_INPUT_MARKDOWN, NULL, &diags, document);
    check_design(source, &document->design);
    return document->design.statements.count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    idarch_str text = {(const char *)data, size};
    if (idarch_source_first_invalid(text) < size)
        return 0;
    idarch_arena *arena = idarch_arena_new((size_t)1 << 30, NULL, NULL);
    size_t first = read_text(arena, text, "## Settings\n\n");
    size_t second = read_text(arena, text, "## Settings\n\n");
    assert(first == second);
    read_text(arena, text, "## Bit layout\n\n");
    idarch_arena_free(arena);
    return 0;
}
