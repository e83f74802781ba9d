/* Rich text: building runs and reading them back as plain text. */
#include "model/rich.h"

void idarch_rich_add(idarch_arena *arena, idarch_rich *rich, const char *text, unsigned style,
                     const char *href)
{
    if (rich->runs.capacity == 0) { /* most labels are one run */
        rich->runs.items = IDARCH_NEW(arena, idarch_run);
        rich->runs.capacity = 1;
    }
    *IDARCH_PUSH(arena, &rich->runs) = (idarch_run){text, style, href};
}

void idarch_rich_break(idarch_arena *arena, idarch_rich *rich)
{
    idarch_rich_add(arena, rich, "", IDARCH_RUN_BREAK, NULL);
}

idarch_rich idarch_rich_plain(idarch_arena *arena, const char *text)
{
    idarch_rich rich = {0};
    idarch_rich_add(arena, &rich, text, 0, NULL);
    return rich;
}

char *idarch_rich_text(idarch_arena *arena, const idarch_rich *rich)
{
    idarch_strbuf buf = {.arena = arena};
    for (size_t i = 0; i < rich->runs.count; i++) {
        const idarch_run *run = &rich->runs.items[i];
        idarch_strbuf_puts(&buf, run->style & IDARCH_RUN_BREAK ? " " : run->text);
    }
    return idarch_strbuf_text(&buf);
}

bool idarch_rich_empty(const idarch_rich *rich)
{
    for (size_t i = 0; i < rich->runs.count; i++)
        if (rich->runs.items[i].text[0])
            return false;
    return true;
}
