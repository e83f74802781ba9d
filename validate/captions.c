/* Captions for the picture: the bit bar's texts, and the notes made from the settings where
 * the document has no failure rules of its own. Nothing here depends on now. */
#include "validate/check.h"

static const char *bits_text(const check *c, unsigned bits)
{
    return check_plural(c, bits, "bit", "bits");
}

/* "2^41 ms ~ 69.7 years", "2^39 x 10 ms ~ 174.2 years" */
static const char *time_capacity(const check *c, const idarch_field *field)
{
    const char *tick = check_tick_text(c->arena, c->report->tick);
    bool whole = tick[0] >= '0' && tick[0] <= '9';
    idarch_ratio span =
        check_mul(idarch_ratio_int(check_power(field->bits)), c->report->tick);
    return idarch_printf(c->arena, "2^%u %s%s \xE2\x89\x88 %s", field->bits,
                         whole ? "\xC3\x97 " : "", tick, check_span_text(c, span));
}

static const char *count_text(const check *c, unsigned bits)
{
    return bits <= 40 ? check_count(c, check_power(bits))
                      : idarch_printf(c->arena, "2^%u", bits);
}

static const char *sequence_capacity(const check *c, const idarch_field *field)
{
    if (field->bits != c->sequence_bits)
        return idarch_printf(c->arena, "%s values", count_text(c, field->bits));
    if (!c->time_bits)
        return idarch_printf(c->arena, "%s IDs", count_text(c, field->bits));
    return idarch_printf(c->arena, "%s IDs per %s", count_text(c, field->bits),
                         check_tick_text(c->arena, c->report->tick));
}

static const char *random_capacity(const check *c, const idarch_field *field)
{
    if (field->bits == c->random_bits)
        return check_plural(c, field->bits, "random bit", "random bits");
    return idarch_printf(c->arena, "%u of %u random bits", field->bits, c->random_bits);
}

/* What a field holds, or NULL where there is nothing to say. */
static const char *capacity(const check *c, const idarch_field *field)
{
    switch (field->kind) {
    case IDARCH_FIELD_TIME:
        return field->bits == c->time_bits ? time_capacity(c, field) : NULL;
    case IDARCH_FIELD_NODE:
        return idarch_printf(c->arena, "%s %s", count_text(c, field->bits),
                             field->bits == c->node_bits ? "instances" : "values");
    case IDARCH_FIELD_SEQUENCE: return sequence_capacity(c, field);
    case IDARCH_FIELD_RANDOM: return random_capacity(c, field);
    case IDARCH_FIELD_CONSTANT:
        return field->has_value
                   ? idarch_printf(c->arena, "always %s",
                                   idarch_format_i128(c->arena, (idarch_i128)field->value, true))
                   : NULL;
    case IDARCH_FIELD_SIGN:
    case IDARCH_FIELD_RESERVED: break;
    }
    return NULL;
}

/* What fits into a field too narrow for anything else. */
static const char *inside(const check *c, const idarch_field *field)
{
    if (field->kind == IDARCH_FIELD_SIGN)
        return "0";
    if (field->kind == IDARCH_FIELD_CONSTANT && field->has_value)
        return idarch_format_i128(c->arena, (idarch_i128)field->value, false);
    return "";
}

/* Whether the meaning goes on from the name: "sequence" + "within the 10 ms". */
static bool continues_name(const char *meaning)
{
    static const char *const words[] = {"within ", "in ", "of ", "since ", "for ", "per ",
                                        "from ", "inside ", "desde ", "dentro ", "por ", "de "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (idarch_str_starts(idarch_str_of(meaning), words[i]))
            return true;
    return false;
}

/* What the field is about: its meaning as written, else its name. */
static const char *subject(const check *c, const idarch_field *field)
{
    if (!field->meaning || !field->meaning[0])
        return field->name;
    if (continues_name(field->meaning))
        return idarch_printf(c->arena, "%s %s", field->name, field->meaning);
    return field->meaning;
}

static void make_bar(check *c)
{
    idarch_bar *bar = &c->report->bar;
    bar->bits = c->layout->bits;
    for (size_t i = 0; i < c->layout->count; i++) {
        const idarch_field *field = &c->layout->fields[i];
        *IDARCH_PUSH(c->arena, &bar->fields) = (idarch_bar_field){
            .name = field->name, .kind = field->kind, .bits = field->bits,
            .shift = field->shift, .inside = inside(c, field),
            .title = idarch_printf(c->arena, "%s \xC2\xB7 %s", bits_text(c, field->bits),
                                   subject(c, field)),
            .capacity = capacity(c, field)};
    }
}

/* "2095-09-07" of "2095-09-07T15:47:35.552Z" */
static const char *date_of(const check *c, idarch_ratio instant)
{
    const char *text = check_instant(c, instant);
    const char *end = strchr(text, 'T');
    return idarch_strndup(c->arena, text, end ? (size_t)(end - text) : strlen(text));
}

static void add_part(idarch_strbuf *line, const char *text)
{
    idarch_strbuf_puts(line, " \xC2\xB7 ");
    idarch_strbuf_puts(line, text);
}

/* The verdict as it is without the rules that depend on now. */
static idarch_verdict lasting_verdict(const check *c)
{
    size_t errors =
        c->findings->counts[IDARCH_ERROR] + c->findings->counts[IDARCH_FATAL];
    if (errors > c->errors_of_now || c->core_broken_always)
        return IDARCH_VERDICT_FAIL;
    return c->unproven ? IDARCH_VERDICT_UNPROVEN : IDARCH_VERDICT_PASS;
}

static const char *fleet_part(const check *c)
{
    const idarch_report *report = c->report;
    const char *rate = check_rate_text(c, report->fleet_ids_per_second);
    return idarch_printf(c->arena, "%s with %s", rate,
                         report->fleet_of_replicas
                             ? check_plural(c, c->replicas, "replica", "replicas")
                             : check_plural(c, report->nodes, "worker", "workers"));
}

static void make_verdict_line(check *c)
{
    const idarch_report *report = c->report;
    idarch_strbuf line = {.arena = c->arena};
    idarch_strbuf_printf(&line, "Verdict: %s", idarch_verdict_name(lasting_verdict(c)));
    if (report->has_lifetime)
        add_part(&line, idarch_printf(c->arena, "%s %s",
                                      report->negative_before_end ? "negative from" : "exhausted",
                                      date_of(c, report->exhausted_at)));
    if (report->has_capacity && report->has_fleet)
        add_part(&line, fleet_part(c));
    else if (report->has_capacity)
        add_part(&line, check_rate_text(c, report->ids_per_second));
    if (report->has_collision)
        add_part(&line, idarch_printf(c->arena, "collision odds %s",
                                      check_odds_text(c->arena, report->collision_probability)));
    c->report->verdict_line = idarch_strbuf_text(&line);
}

void check_captions(check *c)
{
    if (c->layout)
        make_bar(c);
    make_verdict_line(c);
}
