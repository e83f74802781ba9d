/* Where the sections are. Takes the blocks of a document, gives ranges of blocks by
 * heading (from the table of names) or by comment, and which section owns each block:
 * the innermost. */
#include "parser/sections.h"

static const struct {
    const char *name; /* folded */
    idarch_section_kind kind;
    bool loose;
} names[] = {
    {"setting", IDARCH_SECTION_SETTINGS, false},
    {"id setting", IDARCH_SECTION_SETTINGS, false},
    {"configuration", IDARCH_SECTION_SETTINGS, true},
    {"ajuste", IDARCH_SECTION_SETTINGS, false},
    {"configuracion", IDARCH_SECTION_SETTINGS, true},
    {"bit layout", IDARCH_SECTION_LAYOUT, false},
    {"id layout", IDARCH_SECTION_LAYOUT, false},
    {"id format", IDARCH_SECTION_LAYOUT, false},
    {"id structure", IDARCH_SECTION_LAYOUT, false},
    {"bit budget", IDARCH_SECTION_LAYOUT, false},
    {"bit allocation", IDARCH_SECTION_LAYOUT, false},
    {"bit", IDARCH_SECTION_LAYOUT, false},
    {"distribucion de bit", IDARCH_SECTION_LAYOUT, false},
    {"estructura del id", IDARCH_SECTION_LAYOUT, false},
    {"failure rule", IDARCH_SECTION_RULES, false},
    {"regla de fallo", IDARCH_SECTION_RULES, false},
};

const char *idarch_block_text(idarch_arena *arena, const idarch_md *md, size_t block)
{
    idarch_inline text;
    idarch_md_inline(arena, md->source, &md->blocks.items[block].lines, &text);
    idarch_part part = {&text.plain, 0, text.plain.text.len};
    return idarch_part_dup(arena, idarch_part_trim(part));
}

static bool is_number(const char *word)
{
    bool roman = word[0] != '\0' && word[strspn(word, "ivx")] == '\0';
    return roman || (word[0] != '\0' && word[strspn(word, "0123456789")] == '\0');
}

/* A heading's text as it is compared: without numbering in front, parentheses at the
 * end, emoji and signs. */
static const char *heading_name(idarch_arena *arena, const char *text)
{
    idarch_str s = idarch_str_trim(idarch_str_of(text));
    if (s.len > 200)
        return "";
    if (s.len && s.ptr[s.len - 1] == ')') {
        size_t open = s.len;
        while (open > 0 && s.ptr[open - 1] != '(')
            open--;
        s = open > 1 ? idarch_str_sub(s, 0, open - 1) : s;
    }
    idarch_words words = idarch_words_of(arena, s);
    size_t first = 0;
    while (first < words.count && is_number(words.items[first].fold))
        first++;
    return idarch_words_join(arena, &words, first, words.count);
}

static int find_name(const char *folded)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i].name, folded) == 0)
            return (int)i;
    return -1;
}

/* Blocks of a heading's section: to the next heading of its level or a higher one. */
static size_t section_end(const idarch_md *md, size_t heading)
{
    const idarch_md_block *blocks = md->blocks.items;
    size_t i = blocks[heading].end;
    for (; i < md->blocks.count; i = blocks[i].end)
        if (blocks[i].kind == IDARCH_MD_HEADING && blocks[i].level <= blocks[heading].level)
            break;
    return i;
}

static const idarch_section *find_kind(const idarch_sections *sections, idarch_section_kind kind)
{
    for (size_t i = 0; i < sections->items.count; i++)
        if (sections->items.items[i].kind == kind)
            return &sections->items.items[i];
    return NULL;
}

static const char *kind_name(idarch_section_kind kind)
{
    switch (kind) {
    case IDARCH_SECTION_SETTINGS: return "settings";
    case IDARCH_SECTION_LAYOUT: return "bit layout";
    case IDARCH_SECTION_RULES: return "failure rules";
    }
    return "";
}

static void add_section(idarch_reading *r, idarch_sections *sections, idarch_section section)
{
    const idarch_section *other = find_kind(sections, section.kind);
    if (other && section.start >= other->start && section.start < other->end)
        return; /* inside the section that is already there */
    if (other && section.loose)
        return;
    if (other && other->loose) { /* the clear name counts, not the common word */
        sections->items.items[other - sections->items.items] = section;
        return;
    }
    if (other) {
        idarch_diag *diag = idarch_diag_add(
            r->diags, IDARCH_ERROR, "section-twice", section.span,
            "a second %s section; it is not read", kind_name(section.kind));
        diag->hint = "keep one of them, or put both under one heading";
        idarch_diag_relate(r->diags, diag, other->span, "the first one");
        return;
    }
    *IDARCH_PUSH(r->arena, &sections->items) = section;
}

static void add_heading(idarch_reading *r, const idarch_md *md, size_t i,
                        idarch_sections *sections)
{
    const idarch_md_block *block = &md->blocks.items[i];
    const char *text = idarch_block_text(r->arena, md, i);
    int row = find_name(heading_name(r->arena, text));
    if (row < 0)
        return;
    add_section(r, sections, (idarch_section){.kind = names[row].kind, .heading = text,
                                              .span = block->span, .start = block->end,
                                              .end = section_end(md, i),
                                              .loose = names[row].loose});
}

/* The name in `<!-- idarch: name -->`; empty for other HTML. */
static idarch_part comment_name(const idarch_extract *text)
{
    idarch_part all = {text, 0, text->text.len};
    size_t open = idarch_str_search(text->text, "<!--", 0);
    size_t close = idarch_str_search(text->text, "-->", open);
    idarch_part inside = idarch_part_trim(idarch_part_sub(all, open + 4, close));
    idarch_str s = idarch_part_str(inside);
    if (open >= text->text.len || s.len < 7 ||
        !idarch_str_eq_nocase(idarch_str_sub(s, 0, 6), IDARCH_STR("idarch")))
        return idarch_part_sub(all, 0, 0);
    size_t colon = idarch_str_find(s, ':', 0);
    return idarch_part_trim(idarch_part_sub(inside, colon + 1, s.len));
}

static void unknown_comment(idarch_reading *r, idarch_part name)
{
    idarch_diag *diag = idarch_diag_add(r->diags, IDARCH_WARNING, "unknown-section",
                                        idarch_part_span(name), "'%s' is no section that is known",
                                        idarch_shown(r->arena, idarch_part_str(name)));
    diag->hint = "write settings, bit layout or failure rules";
}

/* The block that a comment marks: the next one that is no HTML. */
static size_t marked_block(const idarch_md *md, size_t comment)
{
    size_t i = md->blocks.items[comment].end;
    while (i < md->blocks.count && md->blocks.items[i].kind == IDARCH_MD_HTML)
        i++;
    return i;
}

static void add_comment(idarch_reading *r, const idarch_md *md, size_t i,
                        idarch_sections *sections)
{
    idarch_extract text = idarch_md_lines(r->arena, md->source, &md->blocks.items[i].lines);
    idarch_part name = comment_name(&text);
    if (name.start == name.end)
        return;
    int row = find_name(heading_name(r->arena, idarch_part_dup(r->arena, name)));
    if (row < 0) {
        unknown_comment(r, name);
        return;
    }
    size_t target = marked_block(md, i);
    idarch_section section = {.kind = names[row].kind, .span = idarch_part_span(name),
                              .start = target, .end = target};
    if (target < md->blocks.count) {
        const idarch_md_block *block = &md->blocks.items[target];
        section.end = block->end;
        if (block->kind == IDARCH_MD_HEADING) {
            section.heading = idarch_block_text(r->arena, md, target);
            section.start = block->end;
            section.end = section_end(md, target);
        }
    }
    if (section.start == section.end) {
        idarch_diag_add(r->diags, IDARCH_WARNING, "section-empty", section.span,
                        "nothing follows this mark")->hint =
            "put it before a list or a table";
        return;
    }
    add_section(r, sections, section);
}

void idarch_find_sections(idarch_reading *r, const idarch_md *md, idarch_sections *sections)
{
    *sections = (idarch_sections){0};
    for (size_t i = 0; i < md->blocks.count; i++)
        if (md->blocks.items[i].kind == IDARCH_MD_HEADING && md->blocks.items[i].parent < 0)
            add_heading(r, md, i, sections);
        else if (md->blocks.items[i].kind == IDARCH_MD_HTML)
            add_comment(r, md, i, sections);
    sections->owner = IDARCH_NEW_ARRAY(r->arena, int, md->blocks.count + 1);
    for (size_t i = 0; i < md->blocks.count; i++)
        sections->owner[i] = -1;
    /* A smaller range lies inside a larger one: the larger first. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < sections->items.count; k++) {
            const idarch_section *s = &sections->items.items[k];
            for (size_t i = s->start; i < s->end; i++) {
                int other = sections->owner[i];
                const idarch_section *o = other < 0 ? NULL : &sections->items.items[other];
                if (!o || o->end - o->start > s->end - s->start)
                    sections->owner[i] = (int)k;
            }
        }
}
