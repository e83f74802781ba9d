/* Statements: a key's name to the key, a value's text to one or several values. Takes
 * parts of the document's text, fills the design, and says at its place whatever it
 * could not read. Does not know lists, tables or YAML (items.c). */
#include "parser/settings.h"

#include <assert.h>
#include <glib.h>

#include "parser/layouts.h"
#include "parser/values.h"

enum { PREFIXES_MAX = 4, NAME_WORDS_MAX = 6 };

idarch_part idarch_without_remark(idarch_part part, idarch_part *inside)
{
    idarch_part p = idarch_part_trim(part);
    idarch_str s = idarch_part_str(p);
    *inside = idarch_part_sub(p, s.len, s.len);
    if (s.len == 0 || s.ptr[s.len - 1] != ')')
        return p;
    size_t depth = 0, at = s.len;
    while (at > 0) {
        at--;
        depth += s.ptr[at] == ')';
        if (s.ptr[at] == '(' && --depth == 0)
            break;
    }
    bool apart = depth == 0 && (at == 0 || idarch_blank_at(s, at - 1) || (s.ptr[at - 1] & 0x80));
    if (!apart)
        return p;
    *inside = idarch_part_sub(p, at + 1, s.len - 1);
    return idarch_part_trim(idarch_part_sub(p, 0, at));
}

/* The key of a name below its prefixes: with all of them before it, with fewer, beside
 * the innermost, alone. */
static idarch_key resolve(idarch_reading *r, const char *name, const idarch_prefix *prefix)
{
    idarch_key best = IDARCH_KEY_COUNT;
    const char *joined = name;
    size_t count = 0;
    for (const idarch_prefix *p = prefix; p && count < PREFIXES_MAX; p = p->outer, count++) {
        joined = idarch_printf(r->arena, "%s %s", p->folded, joined);
        idarch_key key = idarch_names_find(r->names, joined);
        best = key != IDARCH_KEY_COUNT ? key : best;
    }
    if (best == IDARCH_KEY_COUNT && prefix && prefix->key != IDARCH_KEY_COUNT)
        best = idarch_names_find_beside(prefix->key, name);
    return best != IDARCH_KEY_COUNT ? best : idarch_names_find(r->names, name);
}

idarch_key idarch_resolve_key(idarch_reading *r, idarch_part key, const idarch_prefix *prefix)
{
    idarch_part inside, bare = idarch_without_remark(key, &inside);
    if (key.end - key.start > 200)
        return IDARCH_KEY_COUNT;
    idarch_key found = resolve(r, idarch_fold(r->arena, idarch_part_str(key)), prefix);
    if (found == IDARCH_KEY_COUNT && bare.end < idarch_part_trim(key).end)
        found = resolve(r, idarch_fold(r->arena, idarch_part_str(bare)), prefix);
    return found;
}

void idarch_unknown_key(idarch_reading *r, idarch_part key)
{
    r->unknown++;
    if (r->lenient)
        return;
    key = idarch_part_trim(key);
    idarch_diag *diag = idarch_diag_add(r->diags, IDARCH_WARNING, "unknown-setting",
                                        idarch_part_span(idarch_part_clip(key)),
                                        "'%s' is no setting that is known",
                                        idarch_shown(r->arena, idarch_part_str(key)));
    if (r->diags->dropped)
        return;
    idarch_str clipped = idarch_part_str(idarch_part_clip(key));
    const char *folded = idarch_fold(r->arena, clipped);
    const char *near = idarch_names_nearest(r->names, folded);
    diag->hint = near ? idarch_printf(r->arena, "did you mean '%s'?", near)
                      : idarch_printf(r->arena, "known settings are %s; all of them are in "
                                                "docs/settings.md",
                                      idarch_names_related(r->arena, folded));
}

/* The span with the backslash that stands before its first character. */
static idarch_span with_escape(const idarch_reading *r, idarch_span span)
{
    idarch_str text = r->source->text;
    bool escaped = span.start > 0 && span.start < text.len && text.ptr[span.start - 1] == '\\' &&
                   g_ascii_ispunct(text.ptr[span.start]);
    return (idarch_span){span.start - escaped, span.end};
}

static void report(idarch_reading *r, idarch_part part, const idarch_problem *problem)
{
    bool whole = problem->end <= problem->start;
    idarch_part at = whole ? part : idarch_part_sub(part, problem->start, problem->end);
    at = idarch_part_trim(at);
    idarch_diag *diag = idarch_diag_add(r->diags, problem->severity, problem->code,
                                        with_escape(r, idarch_part_span(at)), "%s",
                                        problem->message);
    diag->hint = problem->hint;
}

static bool kinds_differ(const idarch_value *a, const idarch_value *b)
{
    return a->type == IDARCH_VALUE_RATE && b->type == IDARCH_VALUE_RATE &&
           (a->mean != b->mean || a->per_worker != b->per_worker);
}

static void report_conflict(idarch_reading *r, const idarch_setting *first,
                            const idarch_setting *second)
{
    bool picture = first->origin == IDARCH_ORIGIN_PICTURE ||
                   second->origin == IDARCH_ORIGIN_PICTURE;
    idarch_diag *diag = idarch_diag_add(
        r->diags, IDARCH_ERROR, picture ? "picture-mismatch" : "duplicate-setting", second->span,
        "'%s' is '%s' here and '%s' elsewhere", idarch_key_name(second->key),
        idarch_shown(r->arena, idarch_str_of(second->text)),
        idarch_shown(r->arena, idarch_str_of(first->text)));
    diag->hint = picture ? "let the picture and the settings say the same" : "keep one of them";
    idarch_diag_relate(r->diags, diag, first->span, "the other statement");
}

void idarch_state(idarch_reading *r, const idarch_setting *setting)
{
    idarch_setting *counts = &r->design->settings[setting->key];
    r->design->has_settings = r->design->has_settings ||
                              setting->origin != IDARCH_ORIGIN_PICTURE;
    *IDARCH_PUSH(r->arena, &r->design->statements) = *setting;
    if (counts->value.type == IDARCH_VALUE_NONE || counts->value.type == IDARCH_VALUE_UNKNOWN) {
        *counts = *setting;
        return;
    }
    if (setting->value.type == IDARCH_VALUE_UNKNOWN ||
        idarch_value_equal(r->arena, counts, setting))
        return;
    if (!kinds_differ(&counts->value, &setting->value))
        report_conflict(r, counts, setting);
    else if (counts->value.mean && !setting->value.mean)
        *counts = *setting;
}

static void state(idarch_reading *r, idarch_key key, const idarch_value *value, idarch_part words,
                  idarch_part part, idarch_origin origin)
{
    idarch_setting setting = {.key = key, .value = *value, .origin = origin};
    setting.text = idarch_part_dup(r->arena, part);
    setting.key_span = idarch_part_span(idarch_part_trim(words));
    setting.span = idarch_part_span(part);
    idarch_state(r, &setting);
}

static void read_scheme(idarch_reading *r, idarch_part words, idarch_part part,
                        idarch_origin origin)
{
    idarch_value value = {.type = IDARCH_VALUE_TEXT, .ratio = {0, 1}, .argument = {0, 1}};
    const idarch_scheme *scheme = idarch_scheme_find(idarch_part_str(part));
    if (!scheme) {
        const char *near = idarch_scheme_nearest(idarch_part_str(part));
        idarch_strbuf all = {.arena = r->arena};
        size_t count;
        const idarch_scheme *rows = idarch_schemes(&count);
        for (size_t i = 0; i < count; i++)
            idarch_strbuf_printf(&all, "%s%s", i ? ", " : "", rows[i].name);
        idarch_diag *diag = idarch_diag_add(r->diags, IDARCH_ERROR, "setting-value",
                                            idarch_part_span(part), "'%s' is no known scheme",
                                            idarch_shown(r->arena, idarch_part_str(part)));
        diag->hint = near ? idarch_printf(r->arena, "did you mean '%s'?", near)
                          : idarch_printf(r->arena, "the schemes are %s", all.ptr);
        return;
    }
    if (!r->design->scheme) {
        r->design->scheme = scheme;
        r->design->scheme_span = idarch_part_span(part);
    }
    idarch_setting setting = {.key = IDARCH_KEY_SCHEME, .value = value, .origin = origin};
    setting.text = scheme->name;
    setting.key_span = idarch_part_span(idarch_part_trim(words));
    setting.span = idarch_part_span(part);
    idarch_state(r, &setting);
}

bool idarch_next_part(idarch_part *rest, idarch_part *part)
{
    *rest = idarch_part_trim(*rest);
    idarch_str s = idarch_part_str(*rest);
    int depth = 0;
    if (s.len == 0)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        bool dot = idarch_str_starts(idarch_str_sub(s, i, s.len), "\xC2\xB7");
        depth += s.ptr[i] == '(' ? 1 : s.ptr[i] == ')' && depth > 0 ? -1 : 0;
        bool comma = s.ptr[i] == ',' && (i + 1 == s.len || idarch_blank_at(s, i + 1));
        if (depth > 0 || (!comma && s.ptr[i] != ';' && !dot))
            continue;
        *part = idarch_part_trim(idarch_part_sub(*rest, 0, i));
        *rest = idarch_part_sub(*rest, i + (dot ? 2 : 1), s.len);
        return true;
    }
    *part = *rest;
    *rest = idarch_part_sub(*rest, s.len, s.len);
    return true;
}

/* Signs between a key and a value inside a part. */
static idarch_part skip_joint(idarch_part part)
{
    part = idarch_part_trim(part);
    idarch_str s = idarch_part_str(part);
    size_t skip = s.len && (s.ptr[0] == ':' || s.ptr[0] == '=') ? 1
                  : idarch_str_starts(s, "\xE2\x80\x93")        ? 3 : 0;
    return idarch_part_trim(idarch_part_sub(part, skip, s.len));
}

static idarch_key find_near(idarch_reading *r, idarch_key context, const char *name)
{
    idarch_key key = context == IDARCH_KEY_COUNT ? IDARCH_KEY_COUNT
                                                 : idarch_names_find_beside(context, name);
    return key != IDARCH_KEY_COUNT ? key : idarch_names_find(r->names, name);
}

/* A fact as it is looked for in a part. */
typedef struct fact {
    idarch_key context;
    idarch_origin origin;
    bool clean; /* only where nothing is to be said about the value */
} fact;

/* Reads value as the key's; states it and returns true where that goes well. */
static bool try_value(idarch_reading *r, idarch_key key, idarch_part words, idarch_part value,
                      const fact *f)
{
    idarch_value read;
    idarch_problem problem;
    idarch_takes takes = idarch_key_takes(key);
    value = skip_joint(value);
    if (takes == IDARCH_TAKES_TEXT || takes == IDARCH_TAKES_LAYOUT || value.start == value.end)
        return false;
    if (!idarch_value_read(r->arena, key, idarch_part_str(value), &read, &problem))
        return false;
    if (problem.code && f->clean)
        return false;
    if (problem.code)
        report(r, value, &problem);
    state(r, key, &read, words, value, f->origin);
    return true;
}

static bool read_fact(idarch_reading *r, idarch_part part, const fact *f)
{
    idarch_str s = idarch_part_str(part);
    if (s.len > 300)
        return false;
    idarch_words words = idarch_words_of(r->arena, s);
    size_t most = words.count < NAME_WORDS_MAX ? words.count : NAME_WORDS_MAX;
    for (size_t n = most; n > 0; n--) {
        size_t first = words.count - n;
        idarch_key key = find_near(r, f->context, idarch_words_join(r->arena, &words, 0, n));
        idarch_part name = idarch_part_sub(part, words.items[0].start, words.items[n - 1].end);
        if (key != IDARCH_KEY_COUNT &&
            try_value(r, key, name, idarch_part_sub(part, words.items[n - 1].end, s.len), f))
            return true;
        key = find_near(r, f->context, idarch_words_join(r->arena, &words, first, words.count));
        name = idarch_part_sub(part, words.items[first].start, s.len);
        if (key != IDARCH_KEY_COUNT &&
            try_value(r, key, name, idarch_part_sub(part, 0, words.items[first].start), f))
            return true;
    }
    idarch_key alone = find_near(r, f->context,
                                 idarch_words_join(r->arena, &words, 0, words.count));
    if (alone == IDARCH_KEY_COUNT || idarch_key_takes(alone) != IDARCH_TAKES_YESNO)
        return false;
    idarch_value yes = {.type = IDARCH_VALUE_YESNO, .ratio = {1, 1}, .argument = {0, 1}};
    state(r, alone, &yes, part, part, f->origin);
    return true;
}

bool idarch_read_fact(idarch_reading *r, idarch_part part, idarch_key context,
                      idarch_origin origin)
{
    return read_fact(r, part, &(fact){context, origin, false});
}

bool idarch_read_clean_fact(idarch_reading *r, idarch_part part, idarch_key context,
                            idarch_origin origin)
{
    return read_fact(r, part, &(fact){context, origin, true});
}

void idarch_read_facts(idarch_reading *r, idarch_part parts, idarch_key context,
                       idarch_origin origin)
{
    idarch_part part, inside;
    while (idarch_next_part(&parts, &part)) {
        part = idarch_without_remark(part, &inside);
        if (part.start == part.end || idarch_read_fact(r, part, context, origin))
            continue;
        idarch_diag *diag = idarch_diag_add(
            r->diags, IDARCH_WARNING, "unknown-setting", idarch_part_span(part),
            "nothing reads '%s'", idarch_shown(r->arena, idarch_part_str(part)));
        diag->hint = "write it as an item of its own, `key: value`, or put it in parentheses";
    }
}

/* `every 3 s, 6 s ahead`: parts without a value of the key itself. A mark with an
 * interval or a lead is kept. */
static bool read_parts_alone(idarch_reading *r, idarch_key key, idarch_part words,
                             idarch_part value, idarch_origin origin)
{
    idarch_part rest = value, first, inside;
    if (!idarch_next_part(&rest, &first) || key != IDARCH_KEY_MARK ||
        !idarch_read_fact(r, idarch_without_remark(first, &inside), key, origin))
        return false;
    idarch_value kept = {.type = IDARCH_VALUE_CHOICE, .ratio = {0, 1}, .argument = {0, 1}};
    kept.choice = idarch_key_choice_index(key, "kept");
    state(r, key, &kept, words, idarch_part_trim(value), origin);
    idarch_read_facts(r, rest, key, origin);
    return true;
}

static bool read_whole(idarch_reading *r, idarch_key key, idarch_part words, idarch_part value,
                       idarch_origin origin, bool clean_only)
{
    idarch_value read;
    idarch_problem problem;
    bool ok = idarch_value_read(r->arena, key, idarch_part_str(value), &read, &problem);
    bool remark = problem.code && strcmp(problem.code, "words-unread") == 0;
    if (clean_only && (!ok || remark))
        return false;
    if (problem.code)
        report(r, value, &problem);
    if (ok)
        state(r, key, &read, words, value, origin);
    return ok;
}

bool idarch_read_value_of(idarch_reading *r, idarch_key key, idarch_part words,
                          idarch_part value, idarch_origin origin)
{
    return read_whole(r, key, words, value, origin, false);
}

static bool has_more_parts(idarch_part value, idarch_part *first, idarch_part *rest)
{
    *rest = value;
    return idarch_next_part(rest, first) && idarch_part_trim(*rest).start < rest->end;
}

/* Reads the value of a key that is neither scheme nor layout. */
static void read_value(idarch_reading *r, idarch_key key, idarch_part words, idarch_part value,
                       idarch_origin origin)
{
    idarch_part inside, bare = idarch_without_remark(value, &inside), first, rest;
    if (bare.start == bare.end)
        bare = idarch_part_trim(inside);
    bool text = idarch_key_takes(key) == IDARCH_TAKES_TEXT;
    if ((!text && read_whole(r, key, words, idarch_part_trim(value), origin, true)) ||
        read_whole(r, key, words, bare, origin, true) ||
        read_parts_alone(r, key, words, bare, origin))
        return;
    if (!text && has_more_parts(bare, &first, &rest)) {
        read_whole(r, key, words, idarch_without_remark(first, &inside), origin, false);
        idarch_read_facts(r, rest, key, origin);
        return;
    }
    read_whole(r, key, words, bare, origin, false);
}

/* `Max offset (ms) | 50`: where the key ends with a unit in parentheses and the value is
 * a number alone, the unit belongs to it. */
static idarch_part with_unit_of_key(idarch_reading *r, idarch_part key, idarch_part value)
{
    idarch_part unit;
    idarch_without_remark(key, &unit);
    idarch_scan scan = {.arena = r->arena, .text = idarch_part_str(unit)};
    idarch_scan number = {.arena = r->arena, .text = idarch_part_str(value)};
    idarch_ratio ignored;
    bool is_unit = unit.end > unit.start && (idarch_scan_skip(&scan, "%") ||
                                             idarch_scan_skip(&scan, "ppm") ||
                                             idarch_scan_unit(&scan, &ignored));
    if (!is_unit || !idarch_scan_end(&scan) || !idarch_scan_number(&number, &ignored) ||
        !idarch_scan_end(&number))
        return value;
    idarch_extract *joined = IDARCH_NEW(r->arena, idarch_extract);
    idarch_str digits = idarch_part_str(value);
    const char *text = idarch_printf(r->arena, "%s %s", idarch_str_dup(r->arena, digits),
                                     idarch_part_dup(r->arena, unit));
    idarch_span span = idarch_part_span(value);
    joined->text = idarch_str_of(text);
    *IDARCH_PUSH(r->arena, &joined->pieces) = (idarch_piece){0, span.start};
    for (size_t i = digits.len; i < joined->text.len; i++)
        *IDARCH_PUSH(r->arena, &joined->pieces) = (idarch_piece){(uint32_t)i, span.end - 1};
    return (idarch_part){joined, 0, joined->text.len};
}

void idarch_read_pair(idarch_reading *r, idarch_part key, idarch_part value,
                      const idarch_prefix *prefix, idarch_origin origin)
{
    idarch_key found = idarch_resolve_key(r, key, prefix);
    key = idarch_part_trim(key);
    value = idarch_part_trim(value);
    if (found == IDARCH_KEY_COUNT) {
        idarch_unknown_key(r, key);
        return;
    }
    r->understood++;
    if (value.start == value.end) {
        idarch_diag *diag = idarch_diag_add(r->diags, IDARCH_ERROR, "setting-value",
                                            idarch_part_span(key), "'%s' has no value",
                                            idarch_key_name(found));
        diag->hint = idarch_printf(r->arena, "%s takes %s", idarch_key_name(found),
                                   idarch_takes_text(r->arena, found));
        return;
    }
    idarch_part inside;
    if (found == IDARCH_KEY_SCHEME)
        read_scheme(r, key, idarch_without_remark(value, &inside), origin);
    else if (found == IDARCH_KEY_LAYOUT)
        idarch_layout_setting(r, key, value, origin);
    else
        read_value(r, found, key, with_unit_of_key(r, key, value), origin);
}

void idarch_check_statements(idarch_reading *r)
{
    static const idarch_key parts[] = {IDARCH_KEY_MARK_INTERVAL, IDARCH_KEY_MARK_LEAD};
    const idarch_setting *mark = idarch_design_get(r->design, IDARCH_KEY_MARK);
    if (!mark || mark->value.choice != idarch_key_choice_index(IDARCH_KEY_MARK, "none"))
        return;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const idarch_setting *part = idarch_design_get(r->design, parts[i]);
        if (!part)
            continue;
        idarch_diag *diag = idarch_diag_add(
            r->diags, IDARCH_ERROR, "duplicate-setting", part->span,
            "'%s' is '%s' here, but no high-water mark is kept", idarch_key_name(parts[i]),
            idarch_shown(r->arena, idarch_str_of(part->text)));
        diag->hint = "keep one of them";
        idarch_diag_relate(r->diags, diag, mark->span, "the mark is stated as not kept");
    }
}
