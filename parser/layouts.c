/* Bit layouts. Takes the fields of a table, a list, one line or the short form, gives
 * design.layout: fields in order with kinds, sub-fields, values of constants; and the
 * tick and epoch that a time field's meaning states. Does not check the sum (validate/
 * does), only that every field can be read and that ranges fit together. A layout with a
 * field that cannot be read is not stated. */
#include "parser/layouts.h"

#include <glib.h>
#include <stdlib.h>

#include "parser/layout_rows.h"
#include "parser/values.h"

const char idarch_layout_hint[] =
    "write a table: | Bits | Field | Meaning | with rows like | 41 | time | ms since the epoch |";

static const char kinds_hint[] =
    "name a kind in the field or in a Kind column: sign, time, node (worker, machine, "
    "datacenter), sequence, random, constant (version, variant), reserved";

/* The bits from a field on that one number of the kind takes: several node fields are
 * one number, split. */
static unsigned joined_bits(const idarch_layout *layout, size_t *at)
{
    const idarch_field *first = &layout->fields[*at];
    unsigned bits = first->bits;
    while (++*at < layout->count && first->kind == IDARCH_FIELD_NODE &&
           layout->fields[*at].kind == first->kind)
        bits += layout->fields[*at].bits;
    return bits;
}

static bool same_layout(const idarch_layout *a, const idarch_layout *b)
{
    size_t i = 0, k = 0;
    while (i < a->count && k < b->count) {
        bool kinds = a->fields[i].kind == b->fields[k].kind;
        unsigned left = joined_bits(a, &i), right = joined_bits(b, &k);
        if (!kinds || left != right)
            return false;
    }
    return i == a->count && k == b->count;
}

static void state_layout(idarch_reading *r, const idarch_layout *layout)
{
    idarch_layout *stated = &r->design->layout;
    r->design->has_settings = true;
    if (!stated->stated) {
        *stated = *layout;
        return;
    }
    if (same_layout(stated, layout))
        return;
    idarch_diag *diag = idarch_diag_add(r->diags, IDARCH_ERROR, "duplicate-setting", layout->span,
                                        "a second bit layout, unlike the first");
    diag->hint = "keep one of them";
    idarch_diag_relate(r->diags, diag, stated->span, "the first layout");
}

static idarch_span span_or(idarch_part part, idarch_span whole)
{
    return part.end > part.start ? idarch_part_span(part) : whole;
}

/* The kind of a row: Kind column, then Field, then Meaning. */
static bool row_kind(idarch_reading *r, const idarch_layout_row *row, idarch_field_kind *kind,
                     bool *both)
{
    const idarch_part parts[] = {row->kind, row->name, row->meaning};
    for (size_t i = 0; i < 3; i++)
        if (idarch_field_kind_find(r->arena, idarch_part_str(parts[i]), kind, both))
            return true;
    return false;
}

static bool fail_row(idarch_reading *r, const char *code, idarch_part at, const char *message,
                     const char *hint)
{
    idarch_diag *diag = idarch_diag_add(r->diags, IDARCH_ERROR, code, idarch_part_span(at), "%s",
                                        message);
    diag->hint = hint;
    return false;
}

/* Whether a row, or each part of its split, names its kind. */
static bool names_kind(idarch_reading *r, const idarch_layout_row *row)
{
    idarch_layout_rows parts;
    idarch_field_kind kind;
    idarch_part wrong;
    bool both;
    if (row_kind(r, row, &kind, &both))
        return true;
    size_t count = idarch_layout_split(r->arena, row, &parts, &wrong), known = 0;
    for (size_t i = 0; i < count; i++)
        known += row_kind(r, &parts.items.items[i], &kind, &both);
    return count > 0 && known == count;
}

static unsigned sum_of(const idarch_layout_rows *rows)
{
    unsigned sum = 0;
    bool range = false;
    for (size_t i = 0; i < rows->items.count; i++)
        range = range || rows->items.items[i].is_range;
    for (size_t i = 0; i < rows->items.count; i++)
        sum += range && rows->items.items[i].single ? 1 : rows->items.items[i].width;
    return sum;
}

/* Whether the rows are a whole ID: as wide as their total says, or as IDs are. */
static bool is_whole(const idarch_layout_rows *rows)
{
    static const unsigned sums[] = {53, 63, 64, 96, 128, 160};
    unsigned sum = sum_of(rows);
    if (rows->total_stated)
        return rows->total == sum;
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        if (sum == sums[i])
            return true;
    return false;
}

static void add_fault(idarch_reading *r, idarch_layout_rows *rows, const char *code,
                      idarch_span span, const char *message, const char *hint)
{
    *IDARCH_PUSH(r->arena, &rows->faults) = (idarch_layout_fault){span, code, message, hint};
}

/* Rows that cannot be read are errors, unless the others are a whole ID: then these are
 * left out with a warning each. False when the layout is not to be read. */
static bool settle_faults(idarch_reading *r, idarch_layout_rows *rows)
{
    idarch_layout_rows known = {.total_stated = rows->total_stated, .total = rows->total,
                                .total_span = rows->total_span};
    for (size_t i = 0; i < rows->items.count; i++)
        if (names_kind(r, &rows->items.items[i]))
            *IDARCH_PUSH(r->arena, &known.items) = rows->items.items[i];
    bool whole = known.items.count > 1 && is_whole(&known);
    for (size_t i = 0; i < rows->faults.count; i++) {
        const idarch_layout_fault *fault = &rows->faults.items[i];
        idarch_diag_add(r->diags, whole ? IDARCH_WARNING : IDARCH_ERROR, fault->code, fault->span,
                        whole ? "%s; the other rows are a whole layout" : "%s",
                        fault->message)->hint = fault->hint;
    }
    if (!whole)
        return rows->faults.count == 0;
    for (size_t i = 0; i < rows->items.count; i++) {
        const idarch_layout_row *row = &rows->items.items[i];
        if (names_kind(r, row))
            continue;
        idarch_diag_add(r->diags, IDARCH_WARNING, "layout-kind",
                        idarch_part_span(idarch_part_clip(row->whole)),
                        "this is not read as a field; the other rows are a whole layout of %u bits",
                        sum_of(&known))->hint = "put remarks outside the layout";
    }
    rows->items.items = known.items.items;
    rows->items.count = known.items.count;
    return true;
}

static bool add_field(idarch_reading *r, idarch_layout *layout, const idarch_layout_row *row,
                      const idarch_field_kind *outer_kind)
{
    bool both = false;
    idarch_field_kind kind = IDARCH_FIELD_RESERVED;
    idarch_part name = row->name.end > row->name.start ? row->name : row->whole;
    if (!row_kind(r, row, &kind, &both)) {
        if (!outer_kind)
            return fail_row(r, "layout-kind", name,
                            idarch_printf(r->arena, "the kind of the field '%s' is not known",
                                          idarch_shown(r->arena, idarch_part_str(name))),
                            kinds_hint);
        kind = *outer_kind;
    }
    if (layout->count == IDARCH_FIELDS_MAX)
        return false; /* said by too_many_fields */
    if (row->width == 0 || row->width > IDARCH_BITS_MAX)
        return fail_row(r, "layout-shape", row->bits, "a field has 1 to 256 bits", NULL);
    if (both)
        idarch_diag_add(r->diags, IDARCH_NOTE, "random-or-counter", idarch_part_span(row->whole),
                        "'%s' is taken as random: only then chance decides",
                        idarch_shown(r->arena, idarch_part_str(name)));
    idarch_field *field = &layout->fields[layout->count++];
    *field = (idarch_field){.name = idarch_part_dup(r->arena, name), .kind = kind,
                            .bits = row->width, .span = idarch_part_span(row->whole)};
    if (row->meaning.end > row->meaning.start)
        field->meaning = idarch_part_dup(r->arena, row->meaning);
    field->bits_span = span_or(row->bits, field->span);
    field->name_span = span_or(row->name, field->span);
    field->meaning_span = span_or(row->meaning, field->span);
    if (kind == IDARCH_FIELD_CONSTANT)
        field->has_value = idarch_layout_constant(r->arena, row, &field->value);
    return true;
}

static bool add_row(idarch_reading *r, idarch_layout *layout, const idarch_layout_row *row)
{
    idarch_layout_rows parts;
    idarch_field_kind kind;
    bool both, known = row_kind(r, row, &kind, &both), ok = true;
    idarch_part wrong;
    size_t count = idarch_layout_split(r->arena, row, &parts, &wrong);
    if (wrong.end > wrong.start && count == 0)
        fail_row(r, "layout-shape", wrong,
                 idarch_printf(r->arena, "the parts do not sum to the field's %u bits",
                               row->width),
                 "give the parts as many bits as the field has");
    if (count == 0)
        return add_field(r, layout, row, NULL);
    for (size_t i = 0; i < count; i++)
        ok = add_field(r, layout, &parts.items.items[i], known ? &kind : NULL) && ok;
    return ok;
}

/* Tick: the unit that a time field counts, with a number before it or alone. Years are
 * what it lasts, not what it counts. */
static bool read_tick(idarch_reading *r, idarch_part part)
{
    idarch_str s = idarch_part_str(part);
    idarch_setting setting = {.key = IDARCH_KEY_TICK, .origin = IDARCH_ORIGIN_LAYOUT};
    for (size_t i = 0; i < s.len; i++) {
        idarch_scan scan = {.arena = r->arena, .text = s, .at = i};
        bool number = g_ascii_isdigit(s.ptr[i]);
        if ((i > 0 && (g_ascii_isalnum(s.ptr[i - 1]) || strchr("./^,-", s.ptr[i - 1]) ||
                       (s.ptr[i - 1] & 0x80))) ||
            (!number && !g_ascii_isalpha(s.ptr[i]) && !(s.ptr[i] & 0x80)))
            continue;
        idarch_ratio ns, most = idarch_ratio_int(60 * IDARCH_NS_PER_S);
        bool found = number ? idarch_scan_duration(&scan, &ns)
                            : idarch_scan_unit(&scan, &ns) && scan.at - i > 1;
        if (!found && number)
            i = scan.at > i ? scan.at - 1 : i;
        if (!found || idarch_ratio_compare(ns, most) > 0 || ns.num == 0)
            continue;
        idarch_part at = idarch_part_sub(part, i, scan.at);
        setting.value = (idarch_value){.type = IDARCH_VALUE_DURATION, .ratio = ns,
                                       .argument = {0, 1}};
        setting.text = idarch_part_dup(r->arena, at);
        setting.key_span = setting.span = idarch_part_span(at);
        idarch_state(r, &setting);
        return true;
    }
    return false;
}

/* Where the instant begins that the text counts from; 0 for none. */
static size_t since(idarch_arena *arena, idarch_str s)
{
    for (size_t i = 0; i < s.len; i++) {
        idarch_scan scan = {.arena = arena, .text = s, .at = i};
        if (i > 0 && (g_ascii_isalnum(s.ptr[i - 1]) || (s.ptr[i - 1] & 0x80)))
            continue;
        if (!g_ascii_isalpha(s.ptr[i]))
            continue;
        if (idarch_scan_phrase(&scan, "unix"))
            return i;
        if (idarch_scan_phrase(&scan, "since|after|from|desde|epoch")) {
            idarch_scan_fillers(&scan, "custom epoch|epoch|epoca|of|de");
            idarch_scan_skip(&scan, ":");
            idarch_scan_skip(&scan, "(");
            idarch_scan_blanks(&scan);
            return scan.at < s.len ? scan.at : 0;
        }
    }
    return 0;
}

static bool unix_follows(idarch_arena *arena, idarch_str s)
{
    idarch_scan scan = {.arena = arena, .text = s};
    return idarch_scan_phrase(&scan, "unix");
}

static bool read_epoch(idarch_reading *r, idarch_part part)
{
    idarch_str s = idarch_part_str(part);
    size_t at = since(r->arena, s);
    idarch_ratio ns;
    if (at == 0 && !unix_follows(r->arena, s))
        return false;
    idarch_scan scan = {.arena = r->arena, .text = s, .at = at};
    if (!g_ascii_isdigit(s.ptr[at]) && !unix_follows(r->arena, idarch_str_sub(s, at, s.len))) {
        idarch_scan month = scan; /* January 1, 2020: words that are no date are no epoch */
        if (!idarch_scan_instant(&month, &ns) && !month.problem.code)
            return false;
    }
    /* A year alone must end the text for the scan. */
    size_t end = at;
    while (end < s.len && !strchr(",;)", s.ptr[end]))
        end++;
    bool year = end - at == 4 && g_ascii_isdigit(s.ptr[at]);
    scan.text = year ? idarch_str_sub(s, 0, end) : s;
    bool ok = idarch_scan_instant(&scan, &ns);
    if (scan.problem.code) {
        idarch_part where = idarch_part_sub(part, scan.problem.start, scan.problem.end);
        idarch_diag_add(r->diags, scan.problem.severity, scan.problem.code,
                        idarch_part_span(where), "%s", scan.problem.message)->hint =
            scan.problem.hint;
    }
    if (!ok)
        return true; /* said already */
    idarch_part stated = idarch_part_trim(idarch_part_sub(part, at, scan.at));
    idarch_setting setting = {.key = IDARCH_KEY_EPOCH, .origin = IDARCH_ORIGIN_LAYOUT};
    setting.value = (idarch_value){.type = IDARCH_VALUE_INSTANT, .ratio = ns, .argument = {0, 1}};
    setting.text = idarch_part_dup(r->arena, stated);
    setting.key_span = setting.span = idarch_part_span(stated);
    idarch_state(r, &setting);
    return true;
}

/* Position ranges: most significant first, nothing twice, nothing left out. */
static int by_high_bit(const void *left, const void *right)
{
    const idarch_layout_row *a = left, *b = right;
    return a->high == b->high ? 0 : a->high > b->high ? -1 : 1;
}

static int by_low_bit(const void *left, const void *right)
{
    return by_high_bit(right, left);
}

static unsigned lowest_bit(const idarch_layout_row *row)
{
    return row->high < row->low ? row->high : row->low;
}

/* Whether positions count from the most significant bit (0-47 first, as RFC 9562 does):
 * only where ranges rise, and the sign, else the time, stands at bit 0. Where neither
 * tells, the order of the rows does. */
static bool counts_from_top(idarch_reading *r, const idarch_layout_rows *rows)
{
    static const idarch_field_kind leading[] = {IDARCH_FIELD_SIGN, IDARCH_FIELD_TIME};
    const idarch_layout_row *at[2] = {NULL, NULL}; /* the lowest rows of these kinds */
    for (size_t i = 0; i < rows->items.count; i++) {
        const idarch_layout_row *row = &rows->items.items[i];
        idarch_field_kind kind;
        bool both, known = row_kind(r, row, &kind, &both);
        if (row->is_range && row->high > row->low)
            return false;
        for (size_t k = 0; k < 2; k++)
            if (known && kind == leading[k] && (!at[k] || lowest_bit(row) < lowest_bit(at[k])))
                at[k] = row;
    }
    const idarch_layout_row *tells = at[0] ? at[0] : at[1] ? at[1] : &rows->items.items[0];
    return rows->items.count > 1 && lowest_bit(tells) == 0;
}

static bool order_ranges(idarch_reading *r, idarch_layout_rows *rows)
{
    bool any = false, top = false;
    for (size_t i = 0; i < rows->items.count; i++)
        any = any || rows->items.items[i].is_range;
    if (!any)
        return true;
    for (size_t i = 0; i < rows->items.count; i++) {
        idarch_layout_row *row = &rows->items.items[i];
        if (row->single) {
            row->low = row->high;
            row->width = 1;
        } else if (!row->is_range) {
            return fail_row(r, "layout-shape", row->bits,
                            "a width among positions", "write positions for every field: 62-22");
        }
    }
    top = counts_from_top(r, rows);
    for (size_t i = 0; i < rows->items.count; i++) {
        idarch_layout_row *row = &rows->items.items[i];
        unsigned high = row->high > row->low ? row->high : row->low;
        row->low = row->high < row->low ? row->high : row->low;
        row->high = high;
    }
    qsort(rows->items.items, rows->items.count, sizeof rows->items.items[0],
          top ? by_low_bit : by_high_bit);
    for (size_t i = 0; i < rows->items.count; i++) {
        const idarch_layout_row *row = &rows->items.items[i], *next = row + 1;
        bool last = i + 1 == rows->items.count;
        unsigned wanted = top ? row->high + 1 : last ? 0 : next->high + 1;
        unsigned is = top ? last ? wanted : next->low : row->low;
        if (is == wanted)
            continue;
        const char *message =
            is < wanted ? idarch_printf(r->arena, "bit %u belongs to two fields", is)
                        : idarch_printf(r->arena, "bits %u to %u belong to no field", wanted,
                                        is - 1);
        return fail_row(r, "layout-shape", row->bits, message,
                        "give every bit to one field, the lowest bit is 0");
    }
    return true;
}

/* Says once that there are too many, at the first that is. */
static bool too_many_fields(idarch_reading *r, const idarch_layout_rows *rows)
{
    size_t fields = 0;
    for (size_t i = 0; i < rows->items.count; i++) {
        idarch_layout_rows parts;
        idarch_part wrong;
        size_t count = idarch_layout_split(r->arena, &rows->items.items[i], &parts, &wrong);
        fields += count ? count : 1;
        if (fields <= IDARCH_FIELDS_MAX)
            continue;
        fail_row(r, "layout-shape", rows->items.items[i].whole, "a layout has 32 fields at most",
                 "join fields of one kind");
        return true;
    }
    return false;
}

static bool finish(idarch_reading *r, idarch_layout_rows *rows, idarch_span span, bool claimed)
{
    idarch_layout layout = {.stated = true, .span = span, .claimed = claimed};
    bool ok = settle_faults(r, rows) && rows->items.count > 0 && !too_many_fields(r, rows) &&
              order_ranges(r, rows);
    for (size_t i = 0; i < rows->items.count && ok; i++) {
        const idarch_layout_row *row = &rows->items.items[i];
        ok = add_row(r, &layout, row);
        for (size_t k = i + 1; k < rows->items.count && !ok; k++)
            add_row(r, &layout, &rows->items.items[k]); /* to say what else is wrong */
    }
    if (!ok)
        return false;
    idarch_layout_number(&layout);
    layout.implied_sign = layout.bits == 63 && !idarch_layout_field(&layout, IDARCH_FIELD_SIGN);
    layout.total_stated = rows->total_stated;
    layout.total = rows->total;
    layout.total_span = rows->total_span;
    state_layout(r, &layout);
    for (size_t i = 0; i < rows->items.count; i++) {
        const idarch_layout_row *row = &rows->items.items[i];
        idarch_field_kind kind;
        bool both;
        if (!row_kind(r, row, &kind, &both) || kind != IDARCH_FIELD_TIME)
            continue;
        if (!read_tick(r, row->meaning))
            read_tick(r, row->name);
        if (!read_epoch(r, row->meaning))
            read_epoch(r, row->name);
    }
    return true;
}

/* Columns by their heads. */
typedef enum column {
    COLUMN_BITS,
    COLUMN_FIELD,
    COLUMN_KIND,
    COLUMN_MEANING,
    COLUMN_VALUE,
    COLUMN_COUNT
} column;

static const char *const column_names[COLUMN_COUNT] = {
    "bit|width|size|length|range|bit range|number of bit|bit width|position|bit position|ancho|"
    "rango|longitud|tamano",
    "field|name|part|component|segment|section|field name|campo|nombre|parte|componente",
    "kind|type|tipo|clase",
    "meaning|description|purpose|note|remark|comment|content|use|detail|explanation|capacity|"
    "significado|descripcion|nota|uso|capacidad",
    "value|valor|fixed value",
};

typedef struct columns {
    int at[COLUMN_COUNT]; /* -1 for none */
} columns;

static columns find_columns(idarch_arena *arena, const idarch_cells *head)
{
    columns c;
    for (int k = 0; k < COLUMN_COUNT; k++) {
        c.at[k] = -1;
        for (size_t i = 0; i < head->count && c.at[k] < 0; i++) {
            const char *name = idarch_fold(arena, head->items[i].plain.text);
            if (idarch_fold_is(name, column_names[k]))
                c.at[k] = (int)i;
        }
    }
    return c;
}

bool idarch_layout_is_table(idarch_arena *arena, const idarch_pipe_table *table)
{
    const idarch_cells *head = &table->rows.items[0];
    bool bits = false, field = false;
    for (size_t i = 0; i < head->count; i++) {
        const char *name = idarch_fold(arena, head->items[i].plain.text);
        bits = bits || idarch_fold_is(name, "bit");
        field = field || idarch_fold_is(name, "field|campo");
    }
    return bits && field;
}

static idarch_part cell_part(const idarch_cells *cells, int at)
{
    const idarch_inline *cell = &cells->items[at < 0 ? 0 : at];
    size_t len = cell->plain.text.len;
    return idarch_part_trim((idarch_part){&cell->plain, at < 0 ? len : 0, len});
}

static idarch_layout_row table_row(const idarch_cells *cells, const columns *c)
{
    idarch_layout_row row = {.bits = cell_part(cells, c->at[COLUMN_BITS]),
                             .name = cell_part(cells, c->at[COLUMN_FIELD]),
                             .kind = cell_part(cells, c->at[COLUMN_KIND]),
                             .meaning = cell_part(cells, c->at[COLUMN_MEANING]),
                             .value = cell_part(cells, c->at[COLUMN_VALUE])};
    row.whole = row.name.end > row.name.start ? row.name : row.bits;
    return row;
}

static bool is_total(idarch_reading *r, const idarch_layout_row *row)
{
    static const char names[] = "total|sum|suma|total bit|total size";
    return idarch_fold_is(idarch_fold(r->arena, idarch_part_str(row->name)), names) ||
           idarch_str_is(idarch_part_str(row->name), "\xCE\xA3") ||
           idarch_fold_is(idarch_fold(r->arena, idarch_part_str(row->bits)), names);
}

/* A total row: `| 64 | total |`, `| total | 64 |`. */
static void take_total(idarch_reading *r, const idarch_layout_row *row, idarch_layout_rows *rows)
{
    idarch_layout_row number = *row;
    size_t used;
    bool found = idarch_layout_width(r->arena, row->bits, &number, &used) ||
                 idarch_layout_width(r->arena, row->name, &number, &used);
    if (!found)
        return;
    rows->total_stated = true;
    rows->total = number.width;
    rows->total_span = idarch_part_span(number.bits);
}

/* Reads the table's rows; those that cannot be read become faults. */
static void read_rows(idarch_reading *r, const idarch_pipe_table *table, idarch_layout_rows *rows)
{
    columns c = find_columns(r->arena, &table->rows.items[0]);
    if (c.at[COLUMN_BITS] < 0 || c.at[COLUMN_FIELD] < 0)
        return;
    for (size_t i = 1; i < table->rows.count; i++) {
        idarch_layout_row row = table_row(&table->rows.items[i], &c);
        idarch_part bits = row.bits;
        size_t used;
        if (is_total(r, &row)) {
            take_total(r, &row, rows);
            continue;
        }
        if (!idarch_layout_width(r->arena, bits, &row, &used) || used < bits.end - bits.start) {
            idarch_part at = bits.end > bits.start ? bits : row.whole;
            add_fault(r, rows, "layout-width", idarch_part_span(at),
                      idarch_printf(r->arena, "'%s' is no width in bits",
                                    idarch_shown(r->arena, idarch_part_str(bits))),
                      "write a number of bits (41) or positions (62-22)");
            continue;
        }
        *IDARCH_PUSH(r->arena, &rows->items) = row;
    }
}

static void note_columns(idarch_reading *r, const idarch_pipe_table *table)
{
    columns c = find_columns(r->arena, &table->rows.items[0]);
    const idarch_cells *head = &table->rows.items[0];
    for (size_t i = 0; i < head->count; i++) {
        bool known = false;
        for (int k = 0; k < COLUMN_COUNT; k++)
            known = known || c.at[k] == (int)i;
        idarch_part part = cell_part(head, (int)i);
        if (!known && part.end > part.start)
            idarch_diag_add(r->diags, IDARCH_NOTE, "column-unread", idarch_part_span(part),
                            "the column '%s' is not read",
                            idarch_shown(r->arena, idarch_part_str(part)));
    }
}

static idarch_span table_span(const idarch_pipe_table *table)
{
    return (idarch_span){table->spans.items[0].start,
                         table->spans.items[table->spans.count - 1].end};
}

bool idarch_layout_table(idarch_reading *r, const idarch_pipe_table *table, bool claimed)
{
    idarch_layout_rows rows = {0};
    columns c = find_columns(r->arena, &table->rows.items[0]);
    if (c.at[COLUMN_BITS] < 0 || c.at[COLUMN_FIELD] < 0)
        return false;
    note_columns(r, table);
    read_rows(r, table, &rows);
    if (rows.items.count == 0 && rows.faults.count == 0)
        return false;
    finish(r, &rows, table_span(table), claimed);
    return true;
}

unsigned idarch_layout_table_sum(idarch_reading *r, const idarch_pipe_table *table)
{
    idarch_layout_rows rows = {0};
    read_rows(r, table, &rows);
    return rows.faults.count ? 0 : sum_of(&rows);
}

bool idarch_layout_is_line(idarch_reading *r, idarch_part part)
{
    idarch_layout_rows rows = {0};
    return idarch_layout_read_line(r->arena, part, &rows);
}

bool idarch_layout_is_field(idarch_reading *r, idarch_part part)
{
    idarch_layout_row row;
    return idarch_layout_row_text(r->arena, part, &row);
}

void idarch_layout_line(idarch_reading *r, idarch_part part)
{
    idarch_layout_rows rows = {0};
    if (idarch_layout_read_line(r->arena, part, &rows))
        finish(r, &rows, idarch_part_span(idarch_part_trim(part)), false);
}

void idarch_layout_setting(idarch_reading *r, idarch_part key, idarch_part value,
                           idarch_origin origin)
{
    idarch_layout_rows rows = {0};
    if (!idarch_layout_read_line(r->arena, value, &rows)) {
        const char *hint, *fault = idarch_layout_line_fault(idarch_part_str(value), &hint);
        fail_row(r, "setting-value", value, fault, hint);
        return;
    }
    if (!finish(r, &rows, idarch_part_span(value), false))
        return;
    idarch_setting setting = {.key = IDARCH_KEY_LAYOUT, .origin = origin};
    setting.value = (idarch_value){.type = IDARCH_VALUE_TEXT, .ratio = {0, 1}, .argument = {0, 1}};
    setting.text = idarch_part_dup(r->arena, value);
    setting.key_span = idarch_part_span(key);
    setting.span = idarch_part_span(value);
    idarch_state(r, &setting);
}

static idarch_part whole_text(idarch_arena *arena, const idarch_source *source,
                              const idarch_spans *lines)
{
    idarch_inline *text = IDARCH_NEW(arena, idarch_inline);
    idarch_md_inline(arena, source, lines, text);
    return (idarch_part){&text->plain, 0, text->plain.text.len};
}

/* The rows of a list; items that are no fields become faults. */
static void read_list(idarch_reading *r, const idarch_md *md, size_t list,
                      idarch_layout_rows *rows)
{
    for (size_t i = list + 1; i < md->blocks.items[list].end; i++) {
        const idarch_md_block *item = &md->blocks.items[i];
        if (item->kind != IDARCH_MD_ITEM || item->parent != (int)list)
            continue;
        bool text = i + 1 < item->end && md->blocks.items[i + 1].kind == IDARCH_MD_PARAGRAPH;
        idarch_layout_row row;
        idarch_part part = {0};
        if (text)
            part = whole_text(r->arena, md->source, &md->blocks.items[i + 1].lines);
        if (text && idarch_layout_row_text(r->arena, part, &row)) {
            if (is_total(r, &row))
                take_total(r, &row, rows);
            else
                *IDARCH_PUSH(r->arena, &rows->items) = row;
            continue;
        }
        add_fault(r, rows, "layout-row", item->span, "this item is no field of a bit layout",
                  "write it as: 41 bits: time, ms since the epoch");
    }
}

/* Items inside an item that are no fields are errors. */
static bool settle_inner(idarch_reading *r, const idarch_layout_rows *parts)
{
    for (size_t i = 0; i < parts->faults.count; i++) {
        const idarch_layout_fault *fault = &parts->faults.items[i];
        idarch_diag_add(r->diags, IDARCH_ERROR, fault->code, fault->span, "%s",
                        fault->message)->hint = fault->hint;
    }
    return parts->faults.count == 0;
}

/* The row that an item became, counted from 1; 0 for none. */
static size_t row_of_item(const idarch_layout_rows *rows, const idarch_md_block *item)
{
    for (size_t i = 0; i < rows->items.count; i++) {
        uint32_t at = idarch_part_span(rows->items.items[i].whole).start;
        if (at >= item->span.start && at < item->span.end)
            return i + 1;
    }
    return 0;
}

/* An item with a list inside: its fields where they sum to its width. */
static void read_inner_lists(idarch_reading *r, const idarch_md *md, size_t list,
                             idarch_layout_rows *rows)
{
    enum { ROWS_MAX = 4 * IDARCH_FIELDS_MAX };
    for (size_t i = list + 1; i < md->blocks.items[list].end; i++) {
        const idarch_md_block *block = &md->blocks.items[i];
        bool inner = block->kind == IDARCH_MD_LIST &&
                     md->blocks.items[block->parent].parent == (int)list;
        size_t row = inner && rows->items.count < ROWS_MAX
                         ? row_of_item(rows, &md->blocks.items[block->parent]) : 0;
        if (row == 0)
            continue;
        idarch_layout_rows parts = {0};
        unsigned sum = 0;
        read_list(r, md, i, &parts);
        bool ok = settle_inner(r, &parts);
        for (size_t k = 0; k < parts.items.count; k++)
            sum += parts.items.items[k].width;
        idarch_layout_row *outer = &rows->items.items[row - 1];
        if (ok && sum != outer->width)
            fail_row(r, "layout-shape", outer->bits,
                     idarch_printf(r->arena, "the fields inside have %u bits, the field has %u",
                                   sum, outer->width), NULL);
        if (!ok || sum != outer->width || parts.items.count == 0)
            continue;
        idarch_layout_rows all = *rows;
        all.items.items = NULL;
        all.items.count = all.items.capacity = 0;
        for (size_t k = 0; k < rows->items.count; k++) {
            if (k != row - 1)
                *IDARCH_PUSH(r->arena, &all.items) = rows->items.items[k];
            for (size_t m = 0; k == row - 1 && m < parts.items.count; m++)
                *IDARCH_PUSH(r->arena, &all.items) = parts.items.items[m];
        }
        *rows = all;
    }
}

void idarch_layout_list(idarch_reading *r, const idarch_md *md, size_t list)
{
    idarch_layout_rows rows = {0};
    read_list(r, md, list, &rows);
    read_inner_lists(r, md, list, &rows);
    finish(r, &rows, md->blocks.items[list].span, false);
}
