/* Items of a settings section: lists (`key: value` in all notations, nested), tables,
 * YAML. Takes blocks and trees, hands key and value to settings.c. */
#include "parser/fences.h"
#include "parser/settings.h"
#include "parser/values.h"

enum { CANDIDATES_MAX = 6, KEY_MAX = 160, YAML_DEPTH_MAX = 64 };

/* A place where an item's text may part into key and value. */
typedef struct split {
    size_t key_end, value_start;
} split;

static bool blank_before(idarch_str s, size_t at)
{
    return at == 0 || idarch_blank_at(s, at - 1) == 1 ||
           (at >= 2 && idarch_blank_at(s, at - 2) == 2);
}

/* Length of a sign between key and value at the place: a colon, an equals sign, a dash
 * between blanks; 0 for none. */
static size_t joint_at(idarch_str s, size_t at)
{
    static const char *const dashes[] = {"\xE2\x80\x93", "\xE2\x80\x94", "-"};
    if (s.ptr[at] == ':' || s.ptr[at] == '=')
        return 1;
    for (size_t i = 0; i < sizeof dashes / sizeof dashes[0]; i++) {
        size_t len = strlen(dashes[i]);
        if (idarch_str_starts(idarch_str_sub(s, at, s.len), dashes[i]) && blank_before(s, at) &&
            (at + len == s.len || idarch_blank_at(s, at + len)))
            return len;
    }
    return 0;
}

static size_t find_splits(idarch_str s, split out[CANDIDATES_MAX])
{
    size_t count = 0, most = s.len < KEY_MAX ? s.len : KEY_MAX;
    for (size_t i = 1; i < most && count < CANDIDATES_MAX; i++) {
        size_t len = joint_at(s, i);
        if (len == 0)
            continue;
        out[count++] = (split){i, i + len};
        i += len - 1;
    }
    return count;
}

/* Where bold words lead: they are the key, with the sign before or behind their end. */
static split bold_split(idarch_str s, size_t bold)
{
    split b = {bold, bold};
    while (b.key_end > 0 && idarch_blank_at(s, b.key_end - 1))
        b.key_end--;
    if (b.key_end > 0 && (s.ptr[b.key_end - 1] == ':' || s.ptr[b.key_end - 1] == '='))
        b.key_end--;
    while (b.value_start < s.len && idarch_blank_at(s, b.value_start))
        b.value_start += idarch_blank_at(s, b.value_start);
    if (b.value_start < s.len && b.value_start > 0)
        b.value_start += joint_at(s, b.value_start);
    return b;
}

/* Whether the text behind a sign is apart from it: `key:value` counts only where the key
 * is known. */
static bool is_apart(idarch_str s, split at)
{
    return at.value_start >= s.len || idarch_blank_at(s, at.value_start);
}

/* The first split whose key is known, else the first that is apart, else none. */
static bool choose_split(idarch_reading *r, idarch_part item, size_t bold,
                         const idarch_prefix *prefix, split *chosen)
{
    idarch_str s = idarch_part_str(item);
    split all[CANDIDATES_MAX + 1];
    size_t count = 0;
    if (bold > 0 && bold < s.len && bold < KEY_MAX)
        all[count++] = bold_split(s, bold);
    count += find_splits(s, all + count);
    for (size_t i = 0; i < count; i++) {
        *chosen = all[i];
        idarch_part key = idarch_part_sub(item, 0, all[i].key_end);
        if (idarch_resolve_key(r, key, prefix) != IDARCH_KEY_COUNT)
            return true;
    }
    for (size_t i = 0; i < count; i++) {
        *chosen = all[i];
        if (is_apart(s, all[i]) || (i == 0 && bold))
            return true;
    }
    return false;
}

static idarch_prefix prefix_of(idarch_reading *r, idarch_part name, const idarch_prefix *outer)
{
    idarch_part shown = idarch_part_trim(name);
    if (shown.end - shown.start > KEY_MAX)
        shown = idarch_part_sub(shown, 0, 0);
    idarch_prefix prefix = {outer, idarch_fold(r->arena, idarch_part_str(shown)),
                            idarch_resolve_key(r, shown, outer)};
    return prefix;
}

static bool is_empty(idarch_part part)
{
    part = idarch_part_trim(part);
    return part.start == part.end;
}

static void not_an_item(idarch_reading *r, idarch_part item)
{
    r->unknown++;
    if (r->lenient)
        return;
    idarch_diag *diag = idarch_diag_add(r->diags, IDARCH_WARNING, "unknown-setting",
                                        idarch_part_span(idarch_part_clip(item)),
                                        "'%s' is not read as a setting",
                                        idarch_shown(r->arena, idarch_part_str(item)));
    diag->hint = "write `key: value`";
}

/* `leased from etcd`: worker IDs without their key. */
static bool read_lease_part(idarch_reading *r, idarch_part part, idarch_origin origin)
{
    idarch_scan scan = {.arena = r->arena, .text = idarch_part_str(part)};
    if (!idarch_scan_phrase(&scan, "leased from|leased in|arrendado de|arrendada de"))
        return false;
    idarch_words words = idarch_words_of(r->arena, scan.text);
    size_t from, to;
    if (idarch_choice_find(IDARCH_KEY_WORKER_IDS, &words, &from, &to) < 0)
        return false;
    idarch_part name = idarch_part_sub(part, 0, scan.at);
    return idarch_read_value_of(r, IDARCH_KEY_WORKER_IDS, name, part, origin);
}

/* An item without a key whose parts are read one by one; false, and nothing said, when
 * nothing in it is a setting. */
static bool read_item_parts(idarch_reading *r, idarch_part item, idarch_key context,
                            idarch_origin origin)
{
    IDARCH_ARRAY(idarch_part) unread = {0};
    idarch_part rest = item, part;
    size_t read = 0;
    while (idarch_next_part(&rest, &part)) {
        if (part.start == part.end)
            continue;
        if (read_lease_part(r, part, origin)) {
            read++;
            context = IDARCH_KEY_WORKER_IDS;
        } else if (idarch_read_fact(r, part, context, origin)) {
            read++;
        } else {
            *IDARCH_PUSH(r->arena, &unread) = part;
        }
    }
    for (size_t i = 0; read && i < unread.count; i++)
        idarch_read_facts(r, unread.items[i], context, origin);
    return read > 0;
}

idarch_prefix idarch_read_item(idarch_reading *r, idarch_part item, size_t bold,
                               const idarch_prefix *prefix, bool has_items, idarch_origin origin)
{
    split at;
    item = idarch_part_trim(item);
    idarch_prefix none = {prefix, "", IDARCH_KEY_COUNT};
    if (item.end - item.start > IDARCH_ITEM_MAX) {
        idarch_diag_add(r->diags, IDARCH_ERROR, "setting-value",
                        idarch_part_span(idarch_part_clip(item)),
                        "this item is too long to be a setting")->hint = "8,000 bytes are read";
        return none;
    }
    bool parted = choose_split(r, item, bold, prefix, &at);
    idarch_part key = idarch_part_sub(item, 0, parted ? at.key_end : item.end - item.start);
    idarch_part value = idarch_part_sub(item, parted ? at.value_start : item.end - item.start,
                                        item.end - item.start);
    idarch_key context = prefix ? prefix->key : IDARCH_KEY_COUNT;
    if (has_items && is_empty(value)) {
        idarch_prefix group = prefix_of(r, key, prefix);
        bool fact = group.key == IDARCH_KEY_COUNT && idarch_read_fact(r, item, context, origin);
        r->understood += fact;
        return group;
    }
    if (parted && (!is_empty(value) || prefix_of(r, key, prefix).key != IDARCH_KEY_COUNT)) {
        idarch_read_pair(r, key, value, prefix, origin);
        return prefix_of(r, key, prefix);
    }
    if (idarch_read_clean_fact(r, item, context, origin) ||
        read_item_parts(r, item, context, origin) || idarch_read_fact(r, item, context, origin))
        r->understood++;
    else
        not_an_item(r, item);
    return none;
}

/* Bytes of the text that are bold from the place on, where its item begins. */
static size_t bold_end(const idarch_inline *text, size_t from)
{
    size_t end = from;
    for (size_t i = 0; i < text->runs.count; i++) {
        const idarch_inline_run *run = &text->runs.items[i];
        if (run->end <= from)
            continue;
        if (run->start > end || !(run->style & IDARCH_RUN_BOLD))
            break;
        end = run->end;
    }
    return end - from;
}

/* The plain text with blanks for what is struck out, which is said. */
static idarch_part without_struck(idarch_reading *r, const idarch_inline *text)
{
    idarch_part whole = {&text->plain, 0, text->plain.text.len};
    char *bytes = NULL;
    for (size_t i = 0; i < text->runs.count; i++) {
        const idarch_inline_run *run = &text->runs.items[i];
        if (!(run->style & IDARCH_RUN_STRIKE))
            continue;
        bytes = bytes ? bytes : idarch_str_dup(r->arena, text->plain.text);
        memset(bytes + run->start, ' ', run->end - run->start);
        idarch_part struck = idarch_part_clip(idarch_part_sub(whole, run->start, run->end));
        idarch_diag_add(r->diags, IDARCH_NOTE, "struck-unread", idarch_part_span(struck),
                        "what is struck out is not read");
    }
    if (!bytes)
        return whole;
    idarch_extract *copy = IDARCH_NEW(r->arena, idarch_extract);
    *copy = text->plain;
    copy->text.ptr = bytes;
    return (idarch_part){copy, 0, copy->text.len};
}

/* Without the box of a task: `[x] key: value`. */
static idarch_part without_box(idarch_part item)
{
    static const char *const boxes[] = {"[ ] ", "[x] ", "[X] "};
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++)
        if (idarch_str_starts(idarch_part_str(item), boxes[i]))
            return idarch_part_sub(item, strlen(boxes[i]), item.end - item.start);
    return item;
}

static void warn_html(idarch_reading *r, const idarch_md_block *block)
{
    idarch_span span = block->lines.count ? block->lines.items[0] : block->span;
    idarch_diag *diag = idarch_diag_add(r->diags, IDARCH_WARNING, "html-unread", span,
                                        "HTML inside an item is not read");
    diag->hint = "write `key: value` without tags around it";
}

static void note_unread(idarch_reading *r, const idarch_md_block *block, const char *what)
{
    uint32_t end = block->lines.count ? block->lines.items[0].end : block->span.end;
    idarch_diag_add(r->diags, IDARCH_NOTE, "prose-unread", (idarch_span){block->span.start, end},
                    "%s inside an item is not read", what);
}

/* What an item holds beside its first text, or instead of it. */
static void note_block(idarch_reading *r, const idarch_md *md, size_t at, bool first)
{
    const idarch_md_block *block = &md->blocks.items[at];
    switch (block->kind) {
    case IDARCH_MD_PARAGRAPH: note_unread(r, block, "a further paragraph"); break;
    case IDARCH_MD_QUOTE: note_unread(r, block, "a block"); break;
    case IDARCH_MD_CODE:
    case IDARCH_MD_FENCE:
        if (!idarch_warn_fence(r, md, at) && !idarch_fence_is(r->source, block, "mermaid") &&
            !idarch_fence_is(r->source, block, "idarch"))
            note_unread(r, block, "a block");
        break;
    case IDARCH_MD_HTML:
        if (!idarch_md_is_comment(md, at))
            warn_html(r, block);
        break;
    case IDARCH_MD_HEADING:
        if (first)
            note_unread(r, block, "a heading");
        break;
    case IDARCH_MD_LIST:
    case IDARCH_MD_ITEM:
    case IDARCH_MD_RULE: break;
    }
}

/* A frame of the walk through nested lists. */
typedef struct frame {
    size_t list_end;
    const idarch_prefix *prefix; /* for its items */
} frame;

static const idarch_prefix *read_list_item(idarch_reading *r, const idarch_md *md, size_t item,
                                           const idarch_prefix *prefix)
{
    const idarch_md_block *block = &md->blocks.items[item];
    size_t first = item + 1;
    bool has_items = false;
    for (size_t i = first; i < block->end && !has_items; i = md->blocks.items[i].end)
        has_items = md->blocks.items[i].kind == IDARCH_MD_LIST;
    if (first >= block->end)
        return prefix;
    if (md->blocks.items[first].kind != IDARCH_MD_PARAGRAPH) {
        for (size_t i = first; i < block->end; i = md->blocks.items[i].end)
            note_block(r, md, i, i == first);
        return prefix;
    }
    idarch_inline *text = IDARCH_NEW(r->arena, idarch_inline);
    idarch_md_inline(r->arena, md->source, &md->blocks.items[first].lines, text);
    idarch_part part = without_box(without_struck(r, text));
    idarch_prefix *inner = IDARCH_NEW(r->arena, idarch_prefix);
    *inner = (idarch_prefix){prefix, "", IDARCH_KEY_COUNT};
    if (!is_empty(part))
        *inner = idarch_read_item(r, part, bold_end(text, part.start), prefix, has_items,
                                  IDARCH_ORIGIN_SETTINGS);
    for (size_t i = md->blocks.items[first].end; i < block->end; i = md->blocks.items[i].end)
        note_block(r, md, i, false);
    return inner;
}

void idarch_read_list(idarch_reading *r, const idarch_md *md, size_t list,
                      const idarch_prefix *prefix)
{
    const idarch_prefix *here = prefix, *below = prefix;
    IDARCH_ARRAY(frame) stack = {0};
    size_t end = md->blocks.items[list].end;
    for (size_t i = list; i < end; i++) {
        const idarch_md_block *block = &md->blocks.items[i];
        while (stack.count && i >= stack.items[stack.count - 1].list_end) {
            stack.count--;
            here = stack.count ? stack.items[stack.count - 1].prefix : prefix;
        }
        if (block->kind == IDARCH_MD_LIST) {
            here = stack.count ? below : prefix;
            *IDARCH_PUSH(r->arena, &stack) = (frame){block->end, here};
        } else if (block->kind == IDARCH_MD_ITEM) {
            below = read_list_item(r, md, i, here);
        }
    }
}

static int column_named(idarch_arena *arena, const idarch_cells *head, const char *names)
{
    for (size_t i = 0; i < head->count; i++)
        if (idarch_fold_is(idarch_fold(arena, head->items[i].plain.text), names))
            return (int)i;
    return -1;
}

static idarch_part cell_part(const idarch_cells *cells, size_t at)
{
    const idarch_extract *plain = &cells->items[at].plain;
    return idarch_part_trim((idarch_part){plain, 0, plain->text.len});
}

/* A cell without what is struck out. */
static idarch_part read_part(idarch_reading *r, const idarch_cells *cells, size_t at)
{
    return idarch_part_trim(without_struck(r, &cells->items[at]));
}

static void note_other_columns(idarch_reading *r, const idarch_cells *head, size_t key,
                               size_t value)
{
    for (size_t i = 0; i < head->count; i++) {
        idarch_part part = cell_part(head, i);
        if (i != key && i != value && !is_empty(part))
            idarch_diag_add(r->diags, IDARCH_NOTE, "column-unread", idarch_part_span(part),
                            "the column '%s' is not read",
                            idarch_shown(r->arena, idarch_part_str(part)));
    }
}

static void read_table_row(idarch_reading *r, const idarch_cells *row, size_t key, size_t value,
                           const idarch_prefix *prefix)
{
    idarch_part name = read_part(r, row, key), text = read_part(r, row, value);
    if (is_empty(name) && (is_empty(text) || !is_empty(cell_part(row, key))))
        return; /* an empty row, or its key is struck out */
    if (text.end - text.start > IDARCH_ITEM_MAX || is_empty(name)) {
        idarch_diag_add(r->diags, IDARCH_ERROR, "setting-value", idarch_part_span(text), "%s",
                        is_empty(name) ? "this row has no key"
                                       : "this cell is too long to be a value");
        return;
    }
    idarch_read_pair(r, name, text, prefix, IDARCH_ORIGIN_SETTINGS);
}

void idarch_read_setting_table(idarch_reading *r, const idarch_pipe_table *table,
                               const idarch_prefix *prefix)
{
    const idarch_cells *head = &table->rows.items[0];
    if (head->count < 2) {
        idarch_diag_add(r->diags, IDARCH_WARNING, "unknown-setting", table->spans.items[0],
                        "a table of settings has two columns, key and value");
        return;
    }
    int key = column_named(r->arena, head, "setting|key|name|parameter|option|property|"
                                           "ajuste|clave|parametro|nombre|opcion");
    int value = column_named(r->arena, head, "value|valor|setting value");
    size_t k = key < 0 ? 0 : (size_t)key, v = value < 0 || value == key ? k + 1 : (size_t)value;
    if (v >= head->count)
        v = 0;
    idarch_part first = cell_part(head, k);
    bool titled = idarch_resolve_key(r, first, prefix) == IDARCH_KEY_COUNT;
    if (!titled)
        read_table_row(r, head, k, v, prefix); /* a table without a head of its own */
    else
        note_other_columns(r, head, k, v);
    for (size_t i = 1; i < table->rows.count; i++)
        read_table_row(r, &table->rows.items[i], k, v, prefix);
}

/* A scalar as a part. Where its bytes stand in the text as they are, each has its own
 * place; else (escapes, folded lines) all have the place of the scalar. */
static idarch_part scalar_part(idarch_arena *arena, const idarch_extract *text,
                               const idarch_yaml *node)
{
    idarch_extract *own = IDARCH_NEW(arena, idarch_extract);
    size_t len = strlen(node->scalar), at = node->start;
    if (at < text->text.len && strchr("\"'", text->text.ptr[at]) && !node->plain)
        at++;
    bool same = len > 0 && at + len <= text->text.len &&
                memcmp(text->text.ptr + at, node->scalar, len) == 0;
    own->text = (idarch_str){node->scalar, len};
    for (size_t i = 0; i < (same ? 1 : len) || i == 0; i++)
        *IDARCH_PUSH(arena, &own->pieces) =
            (idarch_piece){(uint32_t)i, idarch_extract_offset(text, same ? at + i : node->start)};
    return (idarch_part){own, 0, len};
}

/* A sequence of scalars as one text with commas. */
static idarch_part joined_part(idarch_arena *arena, const idarch_extract *text,
                               const idarch_yaml *node)
{
    idarch_extract *own = IDARCH_NEW(arena, idarch_extract);
    idarch_strbuf buf = {.arena = arena};
    for (size_t i = 0; i < node->items.count; i++) {
        const idarch_yaml *item = node->items.items[i];
        size_t from = buf.len + (i ? 2 : 0);
        idarch_strbuf_puts(&buf, i ? ", " : "");
        idarch_strbuf_puts(&buf, item->kind == IDARCH_YAML_SCALAR ? item->scalar : "...");
        *IDARCH_PUSH(arena, &own->pieces) =
            (idarch_piece){(uint32_t)(i ? from : 0), idarch_extract_offset(text, item->start)};
    }
    if (own->pieces.count == 0)
        *IDARCH_PUSH(arena, &own->pieces) =
            (idarch_piece){0, idarch_extract_offset(text, node->start)};
    own->text = (idarch_str){idarch_strbuf_text(&buf), buf.len};
    return (idarch_part){own, 0, buf.len};
}

static void read_mapping(idarch_reading *r, const idarch_extract *text, const idarch_yaml *map,
                         const idarch_prefix *prefix, idarch_origin origin, unsigned depth)
{
    for (size_t i = 0; i < map->pairs.count && depth < YAML_DEPTH_MAX; i++) {
        const idarch_yaml *value = map->pairs.items[i].value;
        idarch_part key = scalar_part(r->arena, text, map->pairs.items[i].key);
        idarch_prefix inner = prefix_of(r, key, prefix);
        switch (value->kind) {
        case IDARCH_YAML_MAPPING:
            read_mapping(r, text, value, &inner, origin, depth + 1);
            break;
        case IDARCH_YAML_SCALAR:
            idarch_read_pair(r, key, scalar_part(r->arena, text, value), prefix, origin);
            break;
        case IDARCH_YAML_SEQUENCE:
            idarch_read_pair(r, key, joined_part(r->arena, text, value), prefix, origin);
            break;
        }
    }
}

void idarch_read_yaml(idarch_reading *r, const idarch_extract *text, const idarch_yaml *tree,
                      idarch_origin origin)
{
    if (tree->kind == IDARCH_YAML_MAPPING) {
        read_mapping(r, text, tree, NULL, origin, 0);
        return;
    }
    if (tree->kind == IDARCH_YAML_SEQUENCE) {
        for (size_t i = 0; i < tree->items.count; i++)
            if (tree->items.items[i]->kind == IDARCH_YAML_MAPPING)
                read_mapping(r, text, tree->items.items[i], NULL, origin, 0);
            else if (tree->items.items[i]->kind == IDARCH_YAML_SCALAR)
                idarch_read_item(r, scalar_part(r->arena, text, tree->items.items[i]), 0, NULL,
                                 false, origin);
        return;
    }
    idarch_read_item(r, scalar_part(r->arena, text, tree), 0, NULL, false, origin);
}
