/* The report as JSON, one object on one line: the form of `check --format json`. Members
 * keep their names and order; what does not apply is null. Whole numbers that can pass
 * 2^53 are strings; a rate that is no whole number is rounded down, but for
 * one under 1 a second, which keeps its significant digits. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "validate/check.h"

/* The members of proofs, assumed, tick and note extend the agreed form. */

typedef struct writer {
    idarch_arena *arena;
    const idarch_source *source; /* may be NULL */
    const idarch_report *report;
} writer;

static json_t *text_or_null(const char *text)
{
    json_t *value = text ? json_string(text) : NULL;
    return value ? value : json_null();
}

static json_t *number_text(const writer *w, idarch_i128 value)
{
    return json_string(idarch_format_i128(w->arena, value, false));
}

static json_t *rate_text(const writer *w, idarch_ratio rate)
{
    if (idarch_ratio_floor(rate) == 0 && rate.num > 0)
        return json_string(check_small_text(w->arena, idarch_ratio_double(rate)));
    return number_text(w, idarch_ratio_floor(rate));
}

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *instant(const writer *w, idarch_ratio at)
{
    return json_string(idarch_format_instant(w->arena, at));
}

static const char *file_name(const writer *w)
{
    if (!w->source || !w->source->name)
        return NULL;
    return strcmp(w->source->name, "-") == 0 ? "<stdin>" : w->source->name;
}

static json_t *fields_json(const idarch_bar *bar)
{
    json_t *list = json_array();
    for (size_t i = 0; i < bar->fields.count; i++) {
        const idarch_bar_field *field = &bar->fields.items[i];
        json_array_append_new(
            list, json_pack("{s:o, s:s, s:i, s:i}", "name", text_or_null(field->name), "kind",
                            idarch_field_kind_name(field->kind), "bits", (int)field->bits,
                            "shift", (int)field->shift));
    }
    return list;
}

static void set_tick(const writer *w, json_t *design)
{
    const idarch_report *report = w->report;
    bool whole = report->has_tick && report->tick.den == 1;
    json_object_set_new(design, "tick_ns",
                        whole ? json_integer((json_int_t)report->tick.num) : json_null());
    if (!report->has_tick || whole)
        return;
    const char *tick = check_tick_text(w->arena, report->tick);
    json_object_set_new(design, "tick", json_string(tick));
}

static json_t *design_json(const writer *w)
{
    const idarch_report *report = w->report;
    json_t *design = json_object();
    json_object_set_new(design, "scheme", text_or_null(report->scheme));
    json_object_set_new(design, "epoch",
                        report->has_epoch ? instant(w, report->epoch) : json_null());
    set_tick(w, design);
    json_object_set_new(design, "bits",
                        report->bar.bits ? json_integer(report->bar.bits) : json_null());
    json_object_set_new(design, "fields", fields_json(&report->bar));
    return design;
}

static json_t *capacity_json(const writer *w)
{
    const idarch_report *r = w->report;
    if (!r->has_capacity && !r->has_nodes)
        return json_null();
    json_t *out = json_object();
    json_object_set_new(out, "ids_per_tick",
                        r->has_capacity ? number_text(w, r->ids_per_tick) : json_null());
    json_object_set_new(out, "ids_per_second",
                        r->has_capacity
                            ? rate_text(w, r->ids_per_second)
                            : json_null());
    json_object_set_new(out, "nodes", r->has_nodes ? number_text(w, r->nodes) : json_null());
    json_object_set_new(out, "fleet_ids_per_second",
                        r->has_fleet
                            ? rate_text(w, r->fleet_ids_per_second)
                            : json_null());
    return out;
}

static json_t *lifetime_json(const writer *w)
{
    const idarch_report *r = w->report;
    if (!r->has_lifetime)
        return json_null();
    json_t *out = json_object();
    json_object_set_new(out, "last_instant", instant(w, r->last_instant));
    json_object_set_new(out, "exhausted_at", instant(w, r->exhausted_at));
    json_object_set_new(out, "years",
                        real_or_null(idarch_ratio_double(r->lifetime) / IDARCH_NS_PER_YEAR));
    return out;
}

static json_t *crossing_json(const writer *w, const idarch_crossing *crossing)
{
    switch (crossing->kind) {
    case IDARCH_CROSSING_NONE: return json_null();
    case IDARCH_CROSSING_AT: return instant(w, crossing->at);
    case IDARCH_CROSSING_NEVER: return json_string("never");
    case IDARCH_CROSSING_ALWAYS: return json_string("always");
    }
    return json_null();
}

static json_t *crossings_json(const writer *w)
{
    const idarch_report *r = w->report;
    if (r->js_safe_integer.kind == IDARCH_CROSSING_NONE)
        return json_null();
    json_t *out = json_object();
    json_object_set_new(out, "js_safe_integer", crossing_json(w, &r->js_safe_integer));
    json_object_set_new(out, "int32", crossing_json(w, &r->int32));
    json_object_set_new(out, "int64", crossing_json(w, &r->int64));
    return out;
}

static json_t *collision_json(const writer *w)
{
    const idarch_report *r = w->report;
    if (!r->has_collision)
        return json_null();
    json_t *out = json_object();
    json_object_set_new(out, "probability", real_or_null(r->collision_probability));
    json_object_set_new(out, "one_in",
                        r->collision_one_in > 0 ? real_or_null(r->collision_one_in)
                                                : json_null());
    json_object_set_new(out, "basis", text_or_null(r->collision_basis));
    return out;
}

static void add_place(const writer *w, json_t *places, idarch_span span, const char *note)
{
    if (!w->source)
        return;
    idarch_position start = idarch_source_position(w->source, span.start);
    idarch_position end = idarch_source_position(w->source, span.end);
    json_t *place = json_object();
    json_object_set_new(place, "file", text_or_null(file_name(w)));
    json_object_set_new(place, "line", json_integer(start.line));
    json_object_set_new(place, "column", json_integer(start.column));
    json_object_set_new(place, "end_line", json_integer(end.line));
    json_object_set_new(place, "end_column", json_integer(end.column));
    if (note)
        json_object_set_new(place, "note", text_or_null(note));
    json_array_append_new(places, place);
}

static json_t *finding_json(const writer *w, const idarch_diag *diag)
{
    json_t *places = json_array(), *out = json_object();
    if (!diag->no_place)
        add_place(w, places, diag->span, NULL);
    for (size_t i = 0; i < diag->related.count; i++)
        add_place(w, places, diag->related.items[i].span, diag->related.items[i].note);
    json_object_set_new(out, "rule", text_or_null(diag->code));
    json_object_set_new(out, "severity", json_string(idarch_severity_name(diag->severity)));
    json_object_set_new(out, "message", text_or_null(diag->message));
    json_object_set_new(out, "hint", text_or_null(diag->hint));
    json_object_set_new(out, "places", places);
    return out;
}

static json_t *findings_json(const writer *w, const idarch_diags *findings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < findings->list.count; i++)
        json_array_append_new(list, finding_json(w, &findings->list.items[i]));
    return list;
}

static json_t *rules_json(const writer *w)
{
    json_t *list = json_array();
    for (size_t i = 0; i < w->report->rules.count; i++) {
        const idarch_rule_result *rule = &w->report->rules.items[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "rule", rule->rule, "state",
                                              idarch_rule_state_name(rule->state), "add",
                                              text_or_null(rule->add)));
    }
    return list;
}

static json_t *proofs_json(const writer *w)
{
    json_t *list = json_array();
    for (size_t i = 0; i < w->report->proofs.count; i++) {
        const idarch_proof *proof = &w->report->proofs.items[i];
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o}", "name", proof->name, "passed",
                            proof->ran ? json_boolean(proof->passed) : json_null(), "detail",
                            text_or_null(proof->detail)));
    }
    return list;
}

static json_t *assumed_json(const writer *w)
{
    json_t *list = json_array();
    for (size_t i = 0; i < w->report->assumed.count; i++)
        json_array_append_new(list, text_or_null(w->report->assumed.items[i]));
    return list;
}

/* Without a report there is no verdict but "fail", on what cannot be read. */
static json_t *verdict_json(const idarch_report *report, const idarch_diags *findings)
{
    if (!report)
        return findings->counts[IDARCH_FATAL] > 0
                   ? json_string(idarch_verdict_name(IDARCH_VERDICT_FAIL))
                   : json_null();
    return json_string(idarch_verdict_name(report->verdict));
}

char *idarch_report_json(idarch_arena *arena, const idarch_document *document,
                         const idarch_report *report, const idarch_diags *findings)
{
    static const idarch_report none;
    const writer w = {arena, document->source, report ? report : &none};
    json_t *out = json_object();
    json_object_set_new(out, "file", text_or_null(file_name(&w)));
    json_object_set_new(out, "design",
                        document->design.has_settings ? design_json(&w) : json_null());
    json_object_set_new(out, "capacity", capacity_json(&w));
    json_object_set_new(out, "lifetime", lifetime_json(&w));
    json_object_set_new(out, "crossings", crossings_json(&w));
    json_object_set_new(out, "collision", collision_json(&w));
    json_object_set_new(out, "findings", findings_json(&w, findings));
    json_object_set_new(out, "rules", rules_json(&w));
    json_object_set_new(out, "proofs", proofs_json(&w));
    json_object_set_new(out, "assumed", assumed_json(&w));
    json_object_set_new(out, "verdict", verdict_json(report, findings));
    char *dumped = json_dumps(out, JSON_COMPACT | JSON_REAL_PRECISION(12));
    char *text = idarch_strdup(arena, dumped ? dumped : "null");
    free(dumped);
    json_decref(out);
    return text;
}
