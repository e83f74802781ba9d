/* What stands in the sections: lists, tables and lines go to their readers; what is
 * prose is noted once a section, so that nothing goes unread in silence. Makes the
 * blocks of settings and notes to draw. */
#include <assert.h>

#include "parser/fences.h"
#include "parser/layouts.h"
#include "parser/sections.h"

/* What a section holds that no reader takes. */
typedef struct leftover {
    size_t count;
    idarch_span first;
} leftover;

static void leave(leftover *left, const idarch_md_block *block)
{
    uint32_t end = block->lines.count ? block->lines.items[0].end : block->span.end;
    if (left->count++ == 0)
        left->first = (idarch_span){block->span.start, end};
}

static void note_leftover(idarch_reading *r, const leftover *left)
{
    if (left->count == 0)
        return;
    idarch_diag *diag = idarch_diag_add(
        r->diags, IDARCH_NOTE, "prose-unread", left->first,
        left->count == 1 ? "this paragraph is prose and is not read"
                         : "%zu paragraphs of this section are prose and are not read",
        left->count);
    diag->hint = "what is to be read stands in a list or a table";
}

/* Cells that no column takes. */
static void warn_extra_cells(idarch_reading *r, const idarch_pipe_table *table)
{
    for (size_t i = 0; i < table->extra.count; i++)
        idarch_diag_add(r->diags, IDARCH_WARNING, "cells-unread", table->extra.items[i],
                        "this cell stands outside the table's columns and is not read")->hint =
            "escape a pipe inside a cell: \\|";
}

static idarch_part line_part(idarch_reading *r, const idarch_md *md, size_t block)
{
    idarch_inline *text = IDARCH_NEW(r->arena, idarch_inline);
    idarch_md_inline(r->arena, md->source, &md->blocks.items[block].lines, text);
    return (idarch_part){&text->plain, 0, text->plain.text.len};
}

bool idarch_md_is_comment(const idarch_md *md, size_t i)
{
    const idarch_spans *lines = &md->blocks.items[i].lines;
    return lines->count > 0 &&
           idarch_str_starts(idarch_str_sub(md->source->text, lines->items[0].start,
                                            lines->items[0].end), "<!--");
}

/* A paragraph that reads like `key: value` with a known key is no prose. */
static bool looks_like_setting(idarch_reading *r, idarch_part text)
{
    idarch_str s = idarch_part_str(text);
    size_t colon = idarch_str_find(s, ':', 0);
    return colon < s.len && colon < 60 &&
           idarch_resolve_key(r, idarch_part_sub(text, 0, colon), NULL) != IDARCH_KEY_COUNT;
}

static void read_paragraph_setting(idarch_reading *r, const idarch_md *md, size_t i,
                                   const idarch_prefix *prefix, leftover *left)
{
    const idarch_md_block *block = &md->blocks.items[i];
    idarch_pipe_table table;
    if (idarch_md_table(r->arena, md->source, &block->lines, &table)) {
        if (table.first_line > 0)
            leave(left, block);
        idarch_read_setting_table(r, &table, prefix);
        warn_extra_cells(r, &table);
        return;
    }
    idarch_part text = line_part(r, md, i);
    if (text.end - text.start < IDARCH_ITEM_MAX && looks_like_setting(r, text)) {
        idarch_diag_add(r->diags, IDARCH_WARNING, "unknown-setting",
                        block->lines.items[0], "a setting outside a list is not read")->hint =
            "put `- ` before it";
        return;
    }
    leave(left, block);
}

static bool known_fence(idarch_reading *r, const idarch_md_block *block)
{
    return idarch_fence_is(r->source, block, "mermaid") ||
           idarch_fence_is(r->source, block, "idarch");
}

/* Whether a line of the block is `key: value` with a known key. */
static bool holds_pair(idarch_reading *r, const idarch_md *md, const idarch_md_block *block)
{
    enum { LINES_MAX = 200 };
    for (size_t i = 0; i < block->lines.count && i < LINES_MAX; i++) {
        idarch_spans line = {0};
        *IDARCH_PUSH(r->arena, &line) = block->lines.items[i];
        idarch_extract *text = IDARCH_NEW(r->arena, idarch_extract);
        *text = idarch_md_lines(r->arena, md->source, &line);
        idarch_part part = idarch_part_trim((idarch_part){text, 0, text->text.len});
        if (part.end - part.start > 2 && idarch_str_starts(idarch_part_str(part), "- "))
            part = idarch_part_sub(part, 2, part.end - part.start);
        if (part.end - part.start < IDARCH_ITEM_MAX && looks_like_setting(r, part))
            return true;
    }
    return false;
}

bool idarch_warn_fence(idarch_reading *r, const idarch_md *md, size_t block)
{
    const idarch_md_block *fence = &md->blocks.items[block];
    if (known_fence(r, fence) || !holds_pair(r, md, fence))
        return false;
    bool named = fence->info.end > fence->info.start;
    idarch_diag *diag = idarch_diag_add(
        r->diags, IDARCH_WARNING, "fence-unread", named ? fence->info : fence->lines.items[0],
        "the settings in this block are not read");
    diag->hint = "open it with ```idarch, or write a list";
    return true;
}

static void read_settings(idarch_reading *r, const idarch_md *md,
                          const idarch_sections *sections, size_t index)
{
    const idarch_section *section = &sections->items.items[index];
    idarch_prefix group = {NULL, "", IDARCH_KEY_COUNT};
    const idarch_prefix *prefix = NULL;
    leftover left = {0};
    for (size_t i = section->start; i < section->end;) {
        const idarch_md_block *block = &md->blocks.items[i];
        size_t next = i + 1;
        if (sections->owner[i] != (int)index) {
            i = next;
            continue;
        }
        switch (block->kind) {
        case IDARCH_MD_LIST:
            idarch_read_list(r, md, i, prefix);
            next = block->end;
            break;
        case IDARCH_MD_PARAGRAPH: read_paragraph_setting(r, md, i, prefix, &left); break;
        case IDARCH_MD_HEADING: {
            const char *text = idarch_block_text(r->arena, md, i);
            group.folded = idarch_fold(r->arena, idarch_str_of(text));
            group.key = idarch_names_find(r->names, group.folded);
            prefix = strlen(group.folded) < 100 ? &group : NULL;
            break;
        }
        case IDARCH_MD_FENCE:
        case IDARCH_MD_CODE:
            if (!known_fence(r, block) && !idarch_warn_fence(r, md, i))
                leave(&left, block);
            break;
        case IDARCH_MD_HTML:
            if (!idarch_md_is_comment(md, i))
                leave(&left, block);
            break;
        case IDARCH_MD_ITEM:
        case IDARCH_MD_QUOTE:
        case IDARCH_MD_RULE: break;
        }
        i = next;
    }
    note_leftover(r, &left);
}

/* How many of the list's own items read like fields of a layout, and how many do not. */
static void count_fields(idarch_reading *r, const idarch_md *md, size_t list, size_t *fields,
                         size_t *others)
{
    *fields = *others = 0;
    for (size_t i = list + 1; i < md->blocks.items[list].end; i++) {
        const idarch_md_block *item = &md->blocks.items[i];
        if (item->kind != IDARCH_MD_ITEM || item->parent != (int)list)
            continue;
        const idarch_md_block *text = item + 1;
        bool short_text = i + 1 < item->end && text->kind == IDARCH_MD_PARAGRAPH &&
                          text->lines.count > 0 &&
                          text->lines.items[0].end - text->lines.items[0].start < 2000;
        if (short_text && idarch_layout_is_field(r, line_part(r, md, i + 1)))
            ++*fields;
        else
            ++*others;
    }
}

/* A list is read when it has fields; beside a layout that is read already, only when it
 * has nothing else: else it tells about the layout. */
static bool read_layout_list(idarch_reading *r, const idarch_md *md, size_t list, bool read,
                             leftover *left)
{
    size_t fields, others;
    count_fields(r, md, list, &fields, &others);
    if (fields == 0 || (read && others > 0)) {
        leave(left, &md->blocks.items[list]);
        return false;
    }
    idarch_layout_list(r, md, list);
    return true;
}

static bool read_layout_paragraph(idarch_reading *r, const idarch_md *md, size_t i, bool read,
                                  leftover *left)
{
    const idarch_md_block *block = &md->blocks.items[i];
    idarch_pipe_table table;
    if (idarch_md_table(r->arena, md->source, &block->lines, &table)) {
        if (table.first_line > 0)
            leave(left, block);
        if (idarch_layout_table(r, &table, false)) {
            warn_extra_cells(r, &table);
            return true;
        }
        if (read) {
            leave(left, block);
            return false;
        }
        idarch_diag_add(r->diags, IDARCH_WARNING, "layout-form", table.spans.items[0],
                        "this table has no Bits and Field columns and is not read")->hint =
            idarch_layout_hint;
        return false;
    }
    idarch_part text = line_part(r, md, i);
    if (idarch_layout_is_line(r, text)) {
        idarch_layout_line(r, text);
        return true;
    }
    leave(left, block);
    return false;
}

/* A block of code that is one line of a layout. */
static bool read_layout_code(idarch_reading *r, const idarch_md *md, size_t i)
{
    idarch_extract *text = IDARCH_NEW(r->arena, idarch_extract);
    *text = idarch_md_lines(r->arena, md->source, &md->blocks.items[i].lines);
    idarch_str s = text->text;
    for (size_t at = 0; at < s.len;) {
        size_t end = idarch_str_find(s, '\n', at);
        idarch_part line = idarch_part_trim((idarch_part){text, at, end});
        if (line.end > line.start && line.end - line.start < 500 &&
            idarch_layout_is_line(r, line)) {
            idarch_layout_line(r, line);
            return true;
        }
        at = end + 1;
    }
    return false;
}

static void finish_layout(idarch_reading *r, const idarch_section *section, bool read,
                          bool stated, const idarch_md_block *code)
{
    if (code && !read) {
        idarch_diag_add(r->diags, IDARCH_ERROR, "layout-form",
                        code->lines.count ? code->lines.items[0] : code->span,
                        "this drawing of the bits is not understood")->hint = idarch_layout_hint;
    } else if (!read && !stated) {
        idarch_diag_add(r->diags, IDARCH_ERROR, "layout-form", section->span,
                        "no bit layout is found in this section")->hint = idarch_layout_hint;
    }
}

static void read_layout(idarch_reading *r, const idarch_md *md, const idarch_sections *sections,
                        size_t index)
{
    const idarch_section *section = &sections->items.items[index];
    const idarch_md_block *code = NULL;
    leftover left = {0};
    bool read = false, stated = r->design->layout.stated;
    for (size_t i = section->start; i < section->end;) {
        const idarch_md_block *block = &md->blocks.items[i];
        size_t next = i + 1;
        if (sections->owner[i] != (int)index) {
            i = next;
            continue;
        }
        switch (block->kind) {
        case IDARCH_MD_LIST:
            next = block->end;
            read = read_layout_list(r, md, i, read, &left) || read;
            break;
        case IDARCH_MD_PARAGRAPH:
            read = read_layout_paragraph(r, md, i, read, &left) || read;
            break;
        case IDARCH_MD_FENCE:
        case IDARCH_MD_CODE:
            if (known_fence(r, block))
                break;
            if (!read && read_layout_code(r, md, i))
                read = true;
            else if (!code)
                code = block;
            break;
        case IDARCH_MD_HTML:
            if (!idarch_md_is_comment(md, i))
                leave(&left, block);
            break;
        case IDARCH_MD_HEADING:
        case IDARCH_MD_ITEM:
        case IDARCH_MD_QUOTE:
        case IDARCH_MD_RULE: break;
        }
        i = next;
    }
    finish_layout(r, section, read, stated, code);
    if (code && read)
        leave(&left, code);
    note_leftover(r, &left);
}

/* Nesting of an item: lists around it below the outermost. */
static unsigned item_depth(const idarch_md *md, size_t item)
{
    unsigned lists = 0;
    for (int i = md->blocks.items[item].parent; i >= 0; i = md->blocks.items[i].parent)
        lists += md->blocks.items[i].kind == IDARCH_MD_LIST;
    return lists ? lists - 1 : 0;
}

static void add_item_block(idarch_arena *arena, const idarch_md *md, size_t item,
                           idarch_blocks *blocks)
{
    const idarch_md_block *block = &md->blocks.items[item];
    idarch_inline text;
    if (item + 1 >= block->end || md->blocks.items[item + 1].kind != IDARCH_MD_PARAGRAPH)
        return;
    idarch_md_inline(arena, md->source, &md->blocks.items[item + 1].lines, &text);
    idarch_block *out = IDARCH_PUSH(arena, blocks);
    out->kind = IDARCH_BLOCK_ITEM;
    out->depth = item_depth(md, item);
    out->number = block->number;
    *IDARCH_PUSH(arena, &out->cells) = idarch_inline_rich(arena, &text);
}

static void add_table_blocks(idarch_arena *arena, const idarch_pipe_table *table,
                             idarch_blocks *blocks)
{
    for (size_t i = 0; i < table->rows.count; i++) {
        idarch_block *out = IDARCH_PUSH(arena, blocks);
        out->kind = IDARCH_BLOCK_ROW;
        out->header = i == 0;
        for (size_t k = 0; k < table->rows.items[i].count; k++)
            *IDARCH_PUSH(arena, &out->cells) =
                idarch_inline_rich(arena, &table->rows.items[i].items[k]);
    }
}

enum { BLOCKS_MAX = 2000 };

/* Items, table rows and inner headings of a section, to be drawn. */
static void make_blocks(idarch_reading *r, const idarch_md *md, const idarch_sections *sections,
                        size_t index, bool tables, idarch_blocks *blocks)
{
    const idarch_section *section = &sections->items.items[index];
    for (size_t i = section->start; i < section->end && blocks->count < BLOCKS_MAX; i++) {
        const idarch_md_block *block = &md->blocks.items[i];
        idarch_pipe_table table;
        if (sections->owner[i] != (int)index)
            continue;
        if (block->kind == IDARCH_MD_ITEM) {
            add_item_block(r->arena, md, i, blocks);
        } else if (tables && block->kind == IDARCH_MD_PARAGRAPH &&
                   idarch_md_table(r->arena, md->source, &block->lines, &table)) {
            add_table_blocks(r->arena, &table, blocks);
        } else if (block->kind == IDARCH_MD_HEADING) {
            idarch_inline text;
            idarch_md_inline(r->arena, md->source, &block->lines, &text);
            idarch_block *out = IDARCH_PUSH(r->arena, blocks);
            out->kind = IDARCH_BLOCK_HEADING;
            out->depth = block->level;
            *IDARCH_PUSH(r->arena, &out->cells) = idarch_inline_rich(r->arena, &text);
        }
    }
}

static void read_rules(idarch_reading *r, const idarch_md *md, const idarch_sections *sections,
                       size_t index, idarch_document *document)
{
    const idarch_section *section = &sections->items.items[index];
    leftover left = {0};
    for (size_t i = section->start; i < section->end; i++) {
        const idarch_md_block *block = &md->blocks.items[i];
        bool outer = block->parent < 0 || md->blocks.items[block->parent].kind != IDARCH_MD_ITEM;
        bool prose = block->kind == IDARCH_MD_PARAGRAPH || block->kind == IDARCH_MD_CODE ||
                     (block->kind == IDARCH_MD_FENCE && !known_fence(r, block)) ||
                     (block->kind == IDARCH_MD_HTML && !idarch_md_is_comment(md, i));
        if (sections->owner[i] == (int)index && prose && outer)
            leave(&left, block);
    }
    make_blocks(r, md, sections, index, false, &document->notes);
    document->notes_heading = section->heading;
    note_leftover(r, &left);
}

/* Whether a section under a common word holds any setting: read once without a trace. */
static bool holds_settings(idarch_reading *r, const idarch_md *md,
                           const idarch_sections *sections, size_t index)
{
    idarch_reading dry = *r;
    idarch_diags unheard;
    idarch_diags_init(&unheard, r->arena);
    dry.diags = &unheard;
    dry.design = IDARCH_NEW(r->arena, idarch_design);
    dry.understood = dry.unknown = 0;
    dry.lenient = true;
    read_settings(&dry, md, sections, index);
    return dry.understood > 0;
}

static void read_settings_section(idarch_reading *r, const idarch_md *md,
                                  const idarch_sections *sections, size_t index,
                                  idarch_document *document)
{
    const idarch_section *section = &sections->items.items[index];
    if (section->loose && !holds_settings(r, md, sections, index)) {
        idarch_diag_add(r->diags, IDARCH_NOTE, "section-unread", section->span,
                        "no known setting stands in this section; it is taken for prose");
        return;
    }
    r->design->has_settings = true;
    read_settings(r, md, sections, index);
    make_blocks(r, md, sections, index, true, &document->settings);
    document->settings_heading = section->heading;
}

/* A layout outside any section: the only table with a Bits and a Field column. */
static void read_claimed(idarch_reading *r, const idarch_md *md, const idarch_sections *sections)
{
    static const unsigned sums[] = {53, 63, 64, 96, 128, 160};
    idarch_pipe_table found = {0}, table;
    size_t count = 0;
    for (size_t i = 0; i < md->blocks.count; i++) {
        if (md->blocks.items[i].kind != IDARCH_MD_PARAGRAPH || sections->owner[i] >= 0 ||
            !idarch_md_table(r->arena, md->source, &md->blocks.items[i].lines, &table) ||
            !idarch_layout_is_table(r->arena, &table))
            continue;
        found = table;
        count++;
    }
    unsigned sum = count == 1 ? idarch_layout_table_sum(r, &found) : 0;
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        if (sum != sums[i])
            continue;
        idarch_layout_table(r, &found, true);
        idarch_diag_add(r->diags, IDARCH_NOTE, "layout-claimed", found.spans.items[0],
                        "this table of %u bits is taken as the bit layout", sum)->hint =
            "put it under the heading 'Bit layout' to say so";
    }
}

void idarch_read_sections(idarch_reading *r, const idarch_md *md, idarch_document *document)
{
    idarch_sections sections;
    bool layout = false;
    idarch_find_sections(r, md, &sections);
    for (size_t k = 0; k < sections.items.count; k++) {
        switch (sections.items.items[k].kind) {
        case IDARCH_SECTION_SETTINGS:
            read_settings_section(r, md, &sections, k, document);
            break;
        case IDARCH_SECTION_LAYOUT:
            r->design->has_settings = true;
            read_layout(r, md, &sections, k);
            layout = true;
            break;
        case IDARCH_SECTION_RULES: read_rules(r, md, &sections, k, document); break;
        }
    }
    if (!layout && !r->design->layout.stated)
        read_claimed(r, md, &sections);
}
