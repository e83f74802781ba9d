/* document_fixture.h: a document parsed from a text, and what tests ask about it. */
#ifndef IDARCH_TESTS_DOCUMENT_FIXTURE_H
#define IDARCH_TESTS_DOCUMENT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parser/parser.h"

typedef struct fixture {
    idarch_arena *arena;
    idarch_source *source;
    idarch_diags diags;
    idarch_document doc;
} fixture;

static inline int fixture_setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->arena = idarch_arena_new(0, NULL, NULL);
    *state = f;
    return 0;
}

static inline int fixture_teardown(void **state)
{
    fixture *f = *state;
    idarch_arena_free(f->arena);
    free(f);
    return 0;
}

static inline void parse_as(fixture *f, const char *text, idarch_input_kind kind)
{
    f->source = idarch_source_new(f->arena, "t.md", idarch_str_of(text));
    idarch_diags_init(&f->diags, f->arena);
    idarch_parse_document(f->arena, f->source, kind, NULL, &f->diags, &f->doc);
}

static inline void parse(fixture *f, const char *text)
{
    parse_as(f, text, IDARCH_INPUT_MARKDOWN);
}

static inline void parse_settings(fixture *f, const char *items)
{
    parse(f, idarch_printf(f->arena, "## Settings\n\n%s\n", items));
}

static inline void parse_layout(fixture *f, const char *body)
{
    parse(f, idarch_printf(f->arena, "## Bit layout\n\n%s\n", body));
}

static inline const idarch_setting *stated(fixture *f, idarch_key key)
{
    const idarch_setting *setting = &f->doc.design.settings[key];
    return setting->value.type == IDARCH_VALUE_NONE ? NULL : setting;
}

/* All diagnostics as "line:column severity code" lines. */
static inline const char *diags_text(fixture *f)
{
    idarch_strbuf buf = {.arena = f->arena};
    for (size_t i = 0; i < f->diags.list.count; i++) {
        const idarch_diag *d = &f->diags.list.items[i];
        idarch_position at = idarch_source_position(f->source, d->span.start);
        idarch_strbuf_printf(&buf, "%s%u:%u %s %s", i ? "\n" : "", at.line, at.column,
                             idarch_severity_name(d->severity), d->code);
    }
    return idarch_strbuf_text(&buf);
}

static inline void expect_clean(fixture *f)
{
    assert_string_equal(diags_text(f), "");
}

static inline void expect_diags(fixture *f, const char *expected)
{
    assert_string_equal(diags_text(f), expected);
}

/* A value in one line: "10 s", "1/4 share", "etcd lease", "20000/s per worker". */
static inline const char *value_text(fixture *f, idarch_key key)
{
    const idarch_setting *s = stated(f, key);
    if (!s)
        return "(none)";
    const char *number = idarch_format_i128(f->arena, s->value.ratio.num, false);
    if (s->value.ratio.den != 1)
        number = idarch_printf(f->arena, "%s/%lld", number, (long long)s->value.ratio.den);
    switch (s->value.type) {
    case IDARCH_VALUE_NONE: return "(none)";
    case IDARCH_VALUE_UNKNOWN: return "(unknown)";
    case IDARCH_VALUE_TEXT: return s->text;
    case IDARCH_VALUE_NUMBER: return number;
    case IDARCH_VALUE_SHARE: return idarch_printf(f->arena, "share %s", number);
    case IDARCH_VALUE_DURATION: return idarch_printf(f->arena, "%s ns", number);
    case IDARCH_VALUE_INSTANT: return idarch_format_instant(f->arena, s->value.ratio);
    case IDARCH_VALUE_RATE:
        return idarch_printf(f->arena, "%s/s%s%s", number,
                             s->value.per_worker ? " per worker" : "",
                             s->value.mean ? " mean" : "");
    case IDARCH_VALUE_YESNO: return s->value.ratio.num ? "yes" : "no";
    case IDARCH_VALUE_CHOICE: break;
    }
    const char *choice = idarch_key_choice(f->arena, key, s->value.choice);
    if (!s->value.has_argument)
        return choice;
    return idarch_printf(f->arena, "%s %s", choice,
                         idarch_format_i128(f->arena, s->value.argument.num, false));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

#endif
