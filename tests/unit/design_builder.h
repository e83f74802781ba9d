/* design_builder.h: designs by hand for the tests of validate/, so that these do not need
 * parser/. Every setting gets a span of its own (key number * 10), so that tests can tell
 * which places a finding names. */
#ifndef IDARCH_TESTS_DESIGN_BUILDER_H
#define IDARCH_TESTS_DESIGN_BUILDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "validate/validate.h"

typedef struct builder {
    idarch_arena *arena;
    idarch_document document;
    idarch_check_options options;
    idarch_diags findings;
    idarch_report report;
} builder;

static inline void builder_init(builder *b)
{
    *b = (builder){.arena = idarch_arena_new(0, NULL, NULL)};
    b->document.design.has_settings = true;
    b->document.design.drawn_replicas = -1;
    idarch_diags_init(&b->findings, b->arena);
}

static inline void builder_release(builder *b)
{
    idarch_arena_free(b->arena);
}

static inline void check_design(builder *b)
{
    idarch_diags_init(&b->findings, b->arena);
    idarch_check(b->arena, &b->document, &b->options, &b->findings, &b->report);
}

static inline idarch_span key_span(idarch_key key)
{
    return (idarch_span){(uint32_t)key * 10 + 5, (uint32_t)key * 10 + 9};
}

static inline idarch_setting *put(builder *b, idarch_key key, idarch_value value)
{
    b->document.design.settings[key] =
        (idarch_setting){.key = key, .value = value, .span = key_span(key)};
    return &b->document.design.settings[key];
}

static inline void unset(builder *b, idarch_key key)
{
    b->document.design.settings[key] = (idarch_setting){0};
}

static inline void put_choice(builder *b, idarch_key key, const char *name)
{
    int row = idarch_key_choice_index(key, name);
    assert_true(row >= 0);
    put(b, key, (idarch_value){.type = IDARCH_VALUE_CHOICE, .choice = row});
}

/* A choice with its argument in ns: `wait 5 ms`. */
static inline void put_choice_ns(builder *b, idarch_key key, const char *name, idarch_i128 ns)
{
    put_choice(b, key, name);
    b->document.design.settings[key].value.has_argument = true;
    b->document.design.settings[key].value.argument = idarch_ratio_int(ns);
}

static inline void put_ns(builder *b, idarch_key key, idarch_i128 ns)
{
    put(b, key, (idarch_value){.type = IDARCH_VALUE_DURATION, .ratio = idarch_ratio_int(ns)});
}

static inline void put_ms(builder *b, idarch_key key, int64_t ms)
{
    put_ns(b, key, (idarch_i128)ms * IDARCH_NS_PER_MS);
}

static inline void put_years(builder *b, idarch_key key, int64_t years)
{
    put_ns(b, key, (idarch_i128)years * IDARCH_NS_PER_YEAR);
}

/* Midnight UTC of a date. */
static inline idarch_ratio date(int64_t year, int month, int day)
{
    return idarch_ratio_int((idarch_i128)idarch_days_from_civil(year, month, day) *
                            IDARCH_NS_PER_DAY);
}

static inline void put_date(builder *b, idarch_key key, int64_t year, int month, int day)
{
    put(b, key,
        (idarch_value){.type = IDARCH_VALUE_INSTANT, .ratio = date(year, month, day)});
}

static inline void put_epoch_ms(builder *b, int64_t ms)
{
    put(b, IDARCH_KEY_EPOCH,
        (idarch_value){.type = IDARCH_VALUE_INSTANT,
                       .ratio = idarch_ratio_int((idarch_i128)ms * IDARCH_NS_PER_MS)});
}

static inline void put_number(builder *b, idarch_key key, int64_t number)
{
    put(b, key,
        (idarch_value){.type = IDARCH_VALUE_NUMBER, .ratio = idarch_ratio_int(number)});
}

static inline void put_share(builder *b, idarch_key key, int64_t num, int64_t den)
{
    put(b, key,
        (idarch_value){.type = IDARCH_VALUE_SHARE, .ratio = idarch_ratio_make(num, den)});
}

static inline void put_yes(builder *b, idarch_key key, bool yes)
{
    put(b, key, (idarch_value){.type = IDARCH_VALUE_YESNO, .ratio = idarch_ratio_int(yes)});
}

static inline void put_rate(builder *b, int64_t per_second, bool per_worker)
{
    put(b, IDARCH_KEY_RATE,
        (idarch_value){.type = IDARCH_VALUE_RATE, .ratio = idarch_ratio_int(per_second),
                       .per_worker = per_worker});
}

static inline void put_text(builder *b, idarch_key key, const char *text)
{
    put(b, key, (idarch_value){.type = IDARCH_VALUE_TEXT})->text = text;
}

static inline void put_worker(builder *b, int64_t id)
{
    uint32_t at = 5000 + (uint32_t)b->document.design.workers.count * 10;
    *IDARCH_PUSH(b->arena, &b->document.design.workers) =
        (idarch_worker){.id = id, .node = -1, .span = {at, at + 4}};
    b->document.design.has_workers_drawn = true;
}

static inline idarch_field *put_field(builder *b, const char *name, idarch_field_kind kind,
                                      unsigned bits, const char *meaning)
{
    idarch_layout *layout = &b->document.design.layout;
    uint32_t at = 4000 + (uint32_t)layout->count * 10;
    idarch_span span = {at, at + 8};
    idarch_field *field = &layout->fields[layout->count++];
    *field = (idarch_field){.name = name, .kind = kind, .bits = bits, .meaning = meaning,
                            .span = span, .bits_span = {at, at + 2},
                            .name_span = {at + 2, at + 4}, .meaning_span = {at + 4, at + 8}};
    layout->stated = true;
    layout->span = (idarch_span){4000, at + 8};
    idarch_layout_number(layout);
    return field;
}

static inline void clear_layout(builder *b)
{
    b->document.design.layout = (idarch_layout){0};
}

/* Widths in the order of sign, time, node, sequence; 0 leaves a field out. */
static inline void put_layout(builder *b, unsigned sign, unsigned time, unsigned node,
                              unsigned sequence)
{
    clear_layout(b);
    if (sign)
        put_field(b, "sign", IDARCH_FIELD_SIGN, sign, "always 0, so IDs stay positive");
    if (time)
        put_field(b, "time", IDARCH_FIELD_TIME, time, "milliseconds since the custom epoch");
    if (node)
        put_field(b, "worker ID", IDARCH_FIELD_NODE, node, NULL);
    if (sequence)
        put_field(b, "sequence", IDARCH_FIELD_SEQUENCE, sequence, NULL);
}

static inline void put_scheme(builder *b, const char *name)
{
    idarch_design *design = &b->document.design;
    design->scheme = idarch_scheme_find(idarch_str_of(name));
    assert_non_null(design->scheme);
    design->scheme_span = (idarch_span){3000, 3008};
    idarch_scheme_layout(design->scheme, design->scheme_span, &design->layout);
}

/* Three leased replicas, 1/41/10/12, everything stated and sound. */
static inline void build_snowflake(builder *b)
{
    builder_init(b);
    put_layout(b, 1, 41, 10, 12);
    put_date(b, IDARCH_KEY_EPOCH, 2026, 1, 1);
    put_date(b, IDARCH_KEY_LAUNCH, 2026, 3, 1);
    put_years(b, IDARCH_KEY_SERVICE_LIFE, 20);
    put_rate(b, 20000, false);
    put_number(b, IDARCH_KEY_REPLICAS, 3);
    put_number(b, IDARCH_KEY_SURGE, 1);
    put_choice(b, IDARCH_KEY_WORKER_IDS, "etcd lease");
    put_ms(b, IDARCH_KEY_LEASE_TTL, 10000);
    put_ms(b, IDARCH_KEY_KEEPALIVE, 3000);
    put_ms(b, IDARCH_KEY_REPLY_TIMEOUT, 500);
    put_ms(b, IDARCH_KEY_LEASE_MARGIN, 1000);
    put_choice(b, IDARCH_KEY_LEASE_CHECK, "with the clock");
    put_choice(b, IDARCH_KEY_DEADLINE_CLOCK, "boottime");
    put_choice(b, IDARCH_KEY_DEADLINE_FROM, "send");
    put_ms(b, IDARCH_KEY_MAX_PAUSE, 500);
    put_ms(b, IDARCH_KEY_MAX_OFFSET, 50);
    put_share(b, IDARCH_KEY_CLOCK_DRIFT, 1, 1000);
    put_number(b, IDARCH_KEY_ETCD_NODES, 3);
    put_choice(b, IDARCH_KEY_MARK, "kept");
    put_ms(b, IDARCH_KEY_MARK_INTERVAL, 3000);
    put_ms(b, IDARCH_KEY_MARK_LEAD, 6000);
    put_choice(b, IDARCH_KEY_MARK_STORED_IN, "own key");
    put_choice(b, IDARCH_KEY_MARK_WRITTEN, "conditionally");
    put_ms(b, IDARCH_KEY_STARTUP_LIMIT, 30000);
    put_choice_ns(b, IDARCH_KEY_CLOCK_RULE, "wait", 5 * IDARCH_NS_PER_MS);
    put_choice(b, IDARCH_KEY_TIME_SYNC, "chrony");
    put_text(b, IDARCH_KEY_MAKESTEP, "1.0 3");
    put_choice(b, IDARCH_KEY_LEAPSECMODE, "slew");
    put_share(b, IDARCH_KEY_MAX_SLEW_RATE, 1, 1000);
    put_text(b, IDARCH_KEY_ID_COLUMN, "BIGINT in PostgreSQL 18");
    put_yes(b, IDARCH_KEY_UNIQUE, true);
    put_choice(b, IDARCH_KEY_EXPOSED_AS, "json string");
    put_choice_ns(b, IDARCH_KEY_ORDER, "within", IDARCH_NS_PER_S);
    put_worker(b, 0);
    put_worker(b, 1);
    put_worker(b, 2);
    b->document.design.drawn_replicas = 3;
    b->document.design.worker_to_coordinator = true;
    b->document.design.worker_to_clock = true;
}

/* Twelve static hosts, 1/39/8/16 with the sequence before the machine, 10 ms. */
static inline void build_sonyflake(builder *b)
{
    builder_init(b);
    put_field(b, "sign", IDARCH_FIELD_SIGN, 1, "always 0");
    put_field(b, "time", IDARCH_FIELD_TIME, 39, "10 ms units since the epoch");
    put_field(b, "sequence", IDARCH_FIELD_SEQUENCE, 8, "within the 10 ms");
    put_field(b, "machine ID", IDARCH_FIELD_NODE, 16, NULL);
    put_ms(b, IDARCH_KEY_TICK, 10);
    put_date(b, IDARCH_KEY_EPOCH, 2025, 1, 1);
    put_date(b, IDARCH_KEY_LAUNCH, 2025, 6, 1);
    put_years(b, IDARCH_KEY_SERVICE_LIFE, 100);
    put_rate(b, 4000, true);
    put_number(b, IDARCH_KEY_REPLICAS, 12);
    put_choice(b, IDARCH_KEY_WORKER_IDS, "static");
    put_choice(b, IDARCH_KEY_MARK, "kept");
    put_ms(b, IDARCH_KEY_MARK_INTERVAL, 10000);
    put_ms(b, IDARCH_KEY_MARK_LEAD, 20000);
    put_choice(b, IDARCH_KEY_MARK_STORED_IN, "volume");
    put_choice(b, IDARCH_KEY_MARK_WRITTEN, "plainly");
    put_ms(b, IDARCH_KEY_STARTUP_LIMIT, 60000);
    put_choice_ns(b, IDARCH_KEY_CLOCK_RULE, "wait", 50 * IDARCH_NS_PER_MS);
    put_choice(b, IDARCH_KEY_TIME_SYNC, "chrony");
    put_text(b, IDARCH_KEY_MAKESTEP, "1.0 3");
    put_choice(b, IDARCH_KEY_LEAPSECMODE, "slew");
    put_ms(b, IDARCH_KEY_MAX_OFFSET, 20);
    put_text(b, IDARCH_KEY_ID_COLUMN, "BIGINT UNSIGNED in MySQL 8.4");
    put_yes(b, IDARCH_KEY_UNIQUE, true);
    put_choice(b, IDARCH_KEY_EXPOSED_AS, "json string");
    put_choice_ns(b, IDARCH_KEY_ORDER, "within", IDARCH_NS_PER_S);
    put_worker(b, 0);
    put_worker(b, 1);
    b->document.design.drawn_replicas = 12;
    b->document.design.worker_to_clock = true;
}

/* UUIDv7 made by phones. */
static inline void build_uuidv7(builder *b)
{
    builder_init(b);
    put_scheme(b, "uuid-v7");
    put_date(b, IDARCH_KEY_LAUNCH, 2026, 2, 1);
    put_years(b, IDARCH_KEY_SERVICE_LIFE, 10);
    put_rate(b, 5000, false);
    put_choice(b, IDARCH_KEY_CREATED_BY, "offline client");
    put_text(b, IDARCH_KEY_ID_COLUMN, "uuid in PostgreSQL 18");
    put_yes(b, IDARCH_KEY_UNIQUE, true);
    put_choice(b, IDARCH_KEY_EXPOSED_AS, "url");
    put_choice(b, IDARCH_KEY_VISIBLE_TO, "internal");
    put_choice(b, IDARCH_KEY_ORDER, "none");
}

/* The state of a rule in the report, NOT_APPLICABLE where it is not listed. */
static inline idarch_rule_state state_of(const builder *b, const char *rule)
{
    for (size_t i = 0; i < b->report.rules.count; i++)
        if (strcmp(b->report.rules.items[i].rule, rule) == 0)
            return b->report.rules.items[i].state;
    return IDARCH_RULE_NOT_APPLICABLE;
}

static inline const idarch_diag *finding_of(const builder *b, const char *rule)
{
    for (size_t i = 0; i < b->findings.list.count; i++)
        if (strcmp(b->findings.list.items[i].code, rule) == 0)
            return &b->findings.list.items[i];
    return NULL;
}

#endif
