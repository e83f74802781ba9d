/* Look-ups in the design for the rules, and the making of findings: each finding carries
 * the rule's id, the place that it is about, and the places of what else was read. */
#include <stdio.h>

#include "validate/check.h"

const idarch_setting *check_get(const check *c, idarch_key key)
{
    return c->refused[key] ? NULL : idarch_design_get(c->design, key);
}

idarch_ratio check_ratio_or(const check *c, idarch_key key, idarch_ratio otherwise)
{
    const idarch_setting *setting = check_get(c, key);
    return setting && setting->value.ratio.den ? setting->value.ratio : otherwise;
}

idarch_ratio check_ratio(const check *c, idarch_key key)
{
    return check_ratio_or(c, key, idarch_ratio_int(0));
}

bool check_is(const check *c, idarch_key key, const char *choice)
{
    return !c->refused[key] && idarch_design_is(c->design, key, choice);
}

bool check_has(const check *c, idarch_key key)
{
    if (key == IDARCH_KEY_EPOCH)
        return c->report->has_epoch;
    if (key == IDARCH_KEY_REPLICAS)
        return c->has_replicas;
    if (key == IDARCH_KEY_CLOCK_RULE)
        return c->clock_rule != IDARCH_CLOCK_NOT_STATED;
    if (key == IDARCH_KEY_LAYOUT)
        return c->layout != NULL;
    return check_get(c, key) != NULL;
}

check_place check_at_span(idarch_span span)
{
    return (check_place){true, span};
}

check_place check_at_layout(const check *c)
{
    return c->layout ? check_at_span(c->layout->span) : (check_place){0};
}

check_place check_at_field(const check *c, idarch_field_kind kind)
{
    const idarch_field *field = c->layout ? idarch_layout_field(c->layout, kind) : NULL;
    return field ? check_at_span(field->span) : check_at_layout(c);
}

check_place check_at_key(const check *c, idarch_key key)
{
    const idarch_setting *setting = check_get(c, key);
    if (setting)
        return check_at_span(setting->span);
    if (key == IDARCH_KEY_REPLICAS && c->design->drawn_replicas >= 0)
        return check_at_span(c->design->drawn_replicas_span);
    if ((key == IDARCH_KEY_EPOCH || key == IDARCH_KEY_CLOCK_RULE) && c->design->scheme)
        return check_at_span(c->design->scheme_span);
    return (check_place){0};
}

/* printf into the arena. */
static const char *formatted(idarch_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t size = len < 0 ? 0 : (size_t)len;
    char *text = idarch_alloc(arena, size + 1);
    vsnprintf(text, size + 1, format, args);
    return text;
}

idarch_diag *check_break(check *c, idarch_severity severity, check_place place,
                         const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = formatted(c->arena, format, args);
    va_end(args);
    if (c->at_best)
        message = idarch_printf(c->arena, "%s (at best; not stated: %s)", message, c->at_best);
    idarch_diag *finding =
        idarch_diag_add(c->findings, severity, c->rule->id, place.span, "%s", message);
    finding->no_place = !place.known;
    if (c->used_now && severity >= IDARCH_ERROR)
        c->errors_of_now++;
    return finding;
}

void check_hint(check *c, idarch_diag *finding, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finding->hint = formatted(c->arena, format, args);
    va_end(args);
}

void check_relate_place(check *c, idarch_diag *finding, check_place place, const char *note)
{
    if (place.known)
        idarch_diag_relate(c->findings, finding, place.span, note);
}

void check_relate(check *c, idarch_diag *finding, idarch_key key)
{
    check_place place = check_at_key(c, key);
    bool same = place.known && !finding->no_place && place.span.start == finding->span.start &&
                place.span.end == finding->span.end;
    if (!same)
        check_relate_place(c, finding, place, idarch_key_name(key));
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* Whether a line names a key, whatever its case, hyphens and emphasis. */
static bool line_names(idarch_str line, const char *name)
{
    for (size_t i = 0; i < line.len; i++) {
        size_t at = i, n = 0;
        for (; at < line.len && name[n]; at++, n++) {
            char got = line.ptr[at] == '-' || line.ptr[at] == '_' ? ' ' : line.ptr[at];
            char want = name[n] == '-' ? ' ' : name[n];
            if (lower(got) != want)
                break;
        }
        if (!name[n])
            return true;
    }
    return false;
}

/* Whether the key stands in the document with a value that the reader refused: then there
 * is an error in its line, and nothing to add. */
static bool stands_unread(const check *c, idarch_key key)
{
    const idarch_source *source = c->document->source;
    if (c->refused[key])
        return true;
    for (size_t i = 0; source && !check_get(c, key) && i < c->findings->list.count; i++) {
        const idarch_diag *diag = &c->findings->list.items[i];
        if (diag->severity < IDARCH_ERROR || diag->no_place)
            continue;
        idarch_position at = idarch_source_position(source, diag->span.start);
        if (line_names(idarch_source_line(source, at.line), idarch_key_name(key)))
            return true;
    }
    return false;
}

idarch_rule_state check_not_stated(check *c, idarch_key key)
{
    c->add = stands_unread(c, key) ? NULL : idarch_key_name(key);
    return IDARCH_RULE_NOT_STATED;
}

idarch_rule_state check_not_known(check *c)
{
    c->add = NULL;
    return IDARCH_RULE_NOT_STATED;
}

void check_at_best(check *c, idarch_key key)
{
    const char *name = idarch_key_name(key);
    if (!c->at_best)
        c->at_best_key = key;
    c->at_best = c->at_best ? idarch_printf(c->arena, "%s, `%s`", c->at_best, name)
                            : idarch_printf(c->arena, "`%s`", name);
}

bool check_applies_counted(const check *c)
{
    return c->counted;
}

bool check_applies_timed(const check *c)
{
    return c->time_bits > 0;
}

bool check_applies_leased(const check *c)
{
    return c->leased && c->node_bits > 0;
}

bool check_applies_ordinals(const check *c)
{
    return c->counted && c->node_bits > 0 && check_is(c, IDARCH_KEY_WORKER_IDS, "statefulset");
}
