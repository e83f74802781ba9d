/* The report for people: layout, figures, proofs, rules that are not stated (each with the
 * key to add) and the verdict, in aligned columns. The findings themselves are diagnostics
 * and are printed elsewhere. Ends with a line end. */
#include "validate/check.h"

enum { COLUMNS = 4 };

typedef struct row {
    const char *cells[COLUMNS]; /* NULL ends the row */
} row;

typedef struct table {
    idarch_arena *arena;
    bool right_first; /* the first column holds numbers */
    IDARCH_ARRAY(row) rows;
} table;

/* Width on a terminal as code points; the texts have no wide characters of our own. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void pad(idarch_strbuf *out, size_t count)
{
    while (count--)
        idarch_strbuf_putc(out, ' ');
}

static void measure(const table *t, size_t widths[COLUMNS])
{
    for (size_t i = 0; i < t->rows.count; i++)
        for (size_t j = 0; j < COLUMNS && t->rows.items[i].cells[j]; j++) {
            size_t width = width_of(t->rows.items[i].cells[j]);
            widths[j] = width > widths[j] ? width : widths[j];
        }
}

static void print_row(idarch_strbuf *out, const table *t, const row *r,
                      const size_t widths[COLUMNS])
{
    for (size_t j = 0; j < COLUMNS && r->cells[j]; j++) {
        size_t fill = widths[j] - width_of(r->cells[j]);
        bool last = j + 1 == COLUMNS || !r->cells[j + 1] || !r->cells[j + 1][0];
        pad(out, 2);
        if (t->right_first && j == 0)
            pad(out, fill);
        idarch_strbuf_puts(out, r->cells[j]);
        if (!last && !(t->right_first && j == 0))
            pad(out, fill);
        if (last)
            break;
    }
    idarch_strbuf_putc(out, '\n');
}

static void print_table(idarch_strbuf *out, const char *heading, const table *t)
{
    size_t widths[COLUMNS] = {0};
    if (!t->rows.count)
        return;
    measure(t, widths);
    idarch_strbuf_printf(out, "\n%s\n", heading);
    for (size_t i = 0; i < t->rows.count; i++)
        print_row(out, t, &t->rows.items[i], widths);
}

static void add_row(table *t, const char *a, const char *b, const char *c, const char *d)
{
    *IDARCH_PUSH(t->arena, &t->rows) = (row){{a, b, c, d}};
}

static const char *positions(idarch_arena *arena, const idarch_bar_field *field)
{
    unsigned top = field->shift + field->bits - 1;
    return field->bits == 1 ? idarch_printf(arena, "bit %u", top)
                            : idarch_printf(arena, "bits %u to %u", top, field->shift);
}

static void print_layout(idarch_strbuf *out, idarch_arena *arena, const idarch_report *report)
{
    table t = {.arena = arena, .right_first = true};
    for (size_t i = 0; i < report->bar.fields.count; i++) {
        const idarch_bar_field *field = &report->bar.fields.items[i];
        add_row(&t, idarch_printf(arena, "%u", field->bits), field->name,
                positions(arena, field), field->capacity ? field->capacity : "");
    }
    print_table(out, idarch_printf(arena, "Layout, %u bits", report->bar.bits), &t);
}

static void add_figure(table *t, const char *label, const char *value)
{
    add_row(t, label, value, NULL, NULL);
}

static void add_design(table *t, const idarch_report *r)
{
    if (r->scheme)
        add_figure(t, "scheme", r->scheme);
    if (r->has_epoch)
        add_figure(t, "epoch", idarch_format_instant(t->arena, r->epoch));
    if (r->has_tick)
        add_figure(t, "tick",
                   idarch_printf(t->arena, "%s%s", idarch_format_duration(t->arena, r->tick),
                                 r->tick_assumed ? " (assumed)" : ""));
}

/* Whole IDs from one a second on. */
static const char *rate_text(idarch_arena *arena, idarch_ratio rate)
{
    idarch_i128 whole = idarch_ratio_floor(rate);
    return check_rate_words(arena, whole && !check_saturated(rate) ? idarch_ratio_int(whole)
                                                                   : rate);
}

static void add_capacity(table *t, const idarch_report *r)
{
    if (r->has_capacity) {
        add_figure(t, "IDs per tick", idarch_format_i128(t->arena, r->ids_per_tick, true));
        add_figure(t, "one worker", rate_text(t->arena, r->ids_per_second));
    }
    if (r->has_nodes)
        add_figure(t, "worker numbers", idarch_format_i128(t->arena, r->nodes, true));
    if (r->has_fleet)
        add_figure(t, r->fleet_of_replicas ? "all replicas" : "all workers",
                   rate_text(t->arena, r->fleet_ids_per_second));
}

static void add_lifetime(table *t, const idarch_report *r)
{
    if (!r->has_lifetime)
        return;
    double years = idarch_ratio_double(r->lifetime) / IDARCH_NS_PER_YEAR;
    add_figure(t, "last good instant", idarch_format_instant(t->arena, r->last_instant));
    add_figure(t, r->negative_before_end ? "negative from" : "exhausted at",
               idarch_format_instant(t->arena, r->exhausted_at));
    add_figure(t, "lifetime",
               idarch_printf(t->arena, "%s years from the epoch",
                             idarch_format_double(t->arena, years, 3)));
}

static void add_crossing(table *t, const char *label, const idarch_crossing *crossing)
{
    switch (crossing->kind) {
    case IDARCH_CROSSING_NONE: return;
    case IDARCH_CROSSING_AT:
        add_figure(t, label, idarch_format_instant(t->arena, crossing->at));
        return;
    case IDARCH_CROSSING_NEVER: add_figure(t, label, "never"); return;
    case IDARCH_CROSSING_ALWAYS: add_figure(t, label, "from the start"); return;
    }
}

static void add_collision(table *t, const idarch_report *r)
{
    if (!r->has_collision)
        return;
    add_figure(t, "a collision",
               idarch_printf(t->arena, "%s (%s)",
                             check_small_text(t->arena, r->collision_probability),
                             check_odds_text(t->arena, r->collision_probability)));
    add_figure(t, "", r->collision_basis);
}

static void print_figures(idarch_strbuf *out, idarch_arena *arena, const idarch_report *r)
{
    table t = {.arena = arena};
    add_design(&t, r);
    add_capacity(&t, r);
    add_lifetime(&t, r);
    add_crossing(&t, "passes 2^53 - 1", &r->js_safe_integer);
    add_crossing(&t, "passes 2^31 - 1", &r->int32);
    add_crossing(&t, "passes 2^63 - 1", &r->int64);
    add_collision(&t, r);
    print_table(out, "Figures", &t);
}

static void print_proofs(idarch_strbuf *out, idarch_arena *arena, const idarch_report *r)
{
    table t = {.arena = arena};
    for (size_t i = 0; i < r->proofs.count; i++) {
        const idarch_proof *proof = &r->proofs.items[i];
        add_row(&t, !proof->ran ? "not run" : proof->passed ? "passed" : "FAILED", proof->name,
                proof->detail, NULL);
    }
    print_table(out, "Proofs by the reference generator", &t);
}

static size_t count_state(const idarch_report *r, idarch_rule_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < r->rules.count; i++)
        count += r->rules.items[i].state == state;
    return count;
}

static const char *counted(idarch_arena *arena, size_t count, const char *what)
{
    return idarch_printf(arena, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

static void print_rules(idarch_strbuf *out, idarch_arena *arena, const idarch_report *r)
{
    table t = {.arena = arena};
    add_row(&t, "holds",
            counted(arena, count_state(r, IDARCH_RULE_HOLDS), "rule"), NULL, NULL);
    for (size_t i = 0; i < r->rules.count; i++)
        if (r->rules.items[i].state == IDARCH_RULE_BROKEN)
            add_row(&t, "broken", r->rules.items[i].rule, "", NULL);
    for (size_t i = 0; i < r->rules.count; i++)
        if (r->rules.items[i].state == IDARCH_RULE_NOT_STATED)
            add_row(&t, "not stated", r->rules.items[i].rule,
                    r->rules.items[i].add
                        ? idarch_printf(arena, "add `%s`", r->rules.items[i].add)
                        : "stated, but could not be read",
                    NULL);
    if (r->rules.count)
        print_table(out, "Rules", &t);
}

char *idarch_report_text(idarch_arena *arena, const idarch_document *document,
                         const idarch_report *report, const idarch_diags *findings)
{
    idarch_strbuf out = {.arena = arena};
    size_t errors = findings->counts[IDARCH_ERROR] + findings->counts[IDARCH_FATAL];
    const char *name = document->source ? document->source->name : NULL;
    if (name && strcmp(name, "-") == 0)
        name = "<stdin>";
    idarch_strbuf_printf(&out, "%s%s%s\n", name ? name : "",
                         name && document->title ? ": " : "",
                         document->title ? document->title : "");
    if (!document->design.has_settings)
        idarch_strbuf_puts(&out, "\nNo ID settings: nothing to check.\n");
    print_layout(&out, arena, report);
    print_figures(&out, arena, report);
    print_proofs(&out, arena, report);
    print_rules(&out, arena, report);
    for (size_t i = 0; i < report->assumed.count; i++)
        idarch_strbuf_printf(&out, "\nAssumed: %s", report->assumed.items[i]);
    idarch_strbuf_printf(&out, "%s\nVerdict: %s (%s, %s)\n",
                         report->assumed.count ? "\n" : "",
                         idarch_verdict_name(report->verdict),
                         counted(arena, errors, "error"),
                         counted(arena, findings->counts[IDARCH_WARNING], "warning"));
    return idarch_strbuf_text(&out);
}
