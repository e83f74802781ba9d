/* Values of settings: numbers, durations, rates, instants, shares, choices, exact. */
#include "document_fixture.h"

typedef struct row {
    idarch_key key;
    const char *text, *value;
} row;

/* Reads `key: text` and compares value and diagnostics. */
static void check(fixture *f, const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        parse_settings(f, idarch_printf(f->arena, "- %s: %s", idarch_key_name(rows[i].key),
                                        rows[i].text));
        if (strcmp(value_text(f, rows[i].key), rows[i].value) != 0 || f->diags.list.count)
            print_error("%s: %s\n%s\n", idarch_key_name(rows[i].key), rows[i].text,
                        diags_text(f));
        assert_string_equal(value_text(f, rows[i].key), rows[i].value);
        expect_clean(f);
    }
}

#define CHECK(f, rows) check((f), (rows), sizeof(rows) / sizeof(rows)[0])
#define NBSP "\xC2\xA0"

static void test_numbers(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_ROWS, "20000", "20000"},
        {IDARCH_KEY_ROWS, "20 000", "20000"},
        {IDARCH_KEY_ROWS, "20" NBSP "000", "20000"},
        {IDARCH_KEY_ROWS, "20,000", "20000"},
        {IDARCH_KEY_ROWS, "20_000", "20000"},
        {IDARCH_KEY_ROWS, "1,234,567,890", "1234567890"},
        {IDARCH_KEY_ROWS, "0", "0"},
        {IDARCH_KEY_ROWS, "2^41", "2199023255552"},
        {IDARCH_KEY_ROWS, "2^0", "1"},
        {IDARCH_KEY_ROWS, "2^125", "42535295865117307932921825928971026432"},
        {IDARCH_KEY_ROWS, "10\xE2\x81\xB9", "1000000000"},
        {IDARCH_KEY_ROWS, "4k", "4000"},
        {IDARCH_KEY_ROWS, "60 k", "60000"},
        {IDARCH_KEY_ROWS, "1M", "1000000"},
        {IDARCH_KEY_ROWS, "1.5M", "1500000"},
        {IDARCH_KEY_ROWS, "1 million", "1000000"},
        {IDARCH_KEY_ROWS, "1 mill\xC3\xB3n", "1000000"},
        {IDARCH_KEY_ROWS, "2 millones", "2000000"},
        {IDARCH_KEY_ROWS, "3 mil", "3000"},
        {IDARCH_KEY_ROWS, "50 million rows", "50000000"},
        {IDARCH_KEY_ROWS, "12.0", "12"},
        {IDARCH_KEY_REPLICAS, "3 pods", "3"},
        {IDARCH_KEY_REPLICAS, "three", "3"},
        {IDARCH_KEY_REPLICAS, "3 (one a zone)", "3"},
        {IDARCH_KEY_ID_BITS, "63 bits", "63"},
        {IDARCH_KEY_ID_BITS, "64-bit", "64"},
        {IDARCH_KEY_RESTARTS, "2 per day per replica", "2"},
        {IDARCH_KEY_RESTARTS, "1/day", "1"},
        {IDARCH_KEY_RESTARTS, "1 per week", "1/7"},
        {IDARCH_KEY_RESTARTS, "1 per hour", "24"},
        {IDARCH_KEY_SURGE, "1", "1"},
        {IDARCH_KEY_SURGE, "25 %", "share 1/4"},
        {IDARCH_KEY_SURGE, "25%", "share 1/4"},
        {IDARCH_KEY_SURGE, "12.125 %", "share 97/800"},
    };
    CHECK(*state, rows);
}

static void test_durations(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_LEASE_TTL, "10 s", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "10s", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "10" NBSP "s", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "10 sec", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "ten seconds", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "10 segundos", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "1.5 s", "1500000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "0.5 s", "500000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "5 ns", "5 ns"},
        {IDARCH_KEY_LEASE_TTL, "5 us", "5000 ns"},
        {IDARCH_KEY_LEASE_TTL, "5 \xC2\xB5s", "5000 ns"},
        {IDARCH_KEY_LEASE_TTL, "5 \xCE\xBCs", "5000 ns"},
        {IDARCH_KEY_LEASE_TTL, "5 milliseconds", "5000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "1 min", "60000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "1 min 30 s", "90000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "2 h", "7200000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "1 d", "86400000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "2 weeks", "1209600000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "at most 10 s", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "every 10 s", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "\xC2\xB1" "10 s", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "10 s (granted)", "10000000000 ns"},
        {IDARCH_KEY_SERVICE_LIFE, "20 years", "631152000000000000 ns"},
        {IDARCH_KEY_SERVICE_LIFE, "20 a\xC3\xB1os", "631152000000000000 ns"},
        {IDARCH_KEY_SERVICE_LIFE, "2^41 ms", "2199023255552000000 ns"},
        {IDARCH_KEY_TICK, "1/4096 ms", "15625/64 ns"},
        {IDARCH_KEY_TICK, "1 ms", "1000000 ns"},
        {IDARCH_KEY_TICK, "10-ms", "10000000 ns"},
        {IDARCH_KEY_TICK, "milliseconds", "1000000 ns"},
        {IDARCH_KEY_START_CLOCK_CHECK, "refuse above 10 s from peers", "10000000000 ns"},
    };
    CHECK(*state, rows);
}

static void test_rates(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_RATE, "20,000/s", "20000/s"},
        {IDARCH_KEY_RATE, "20 000/s", "20000/s"},
        {IDARCH_KEY_RATE, "20,000 IDs/s in total at peak", "20000/s"},
        {IDARCH_KEY_RATE, "20,000 IDs/s in total, peak", "20000/s"},
        {IDARCH_KEY_RATE, "20,000 IDs per second", "20000/s"},
        {IDARCH_KEY_RATE, "4,000 IDs/s per worker at peak", "4000/s per worker"},
        {IDARCH_KEY_RATE, "500/s mean", "500/s mean"},
        {IDARCH_KEY_RATE, "20 per ms", "20000/s"},
        {IDARCH_KEY_RATE, "20/ms", "20000/s"},
        {IDARCH_KEY_RATE, "at most 5k/s", "5000/s"},
        {IDARCH_KEY_RATE, "1 million orders per day", "625/54/s"},
        {IDARCH_KEY_RATE, "1 mill\xC3\xB3n por segundo", "1000000/s"},
        {IDARCH_KEY_RATE, "60 a minute", "1/s"},
    };
    CHECK(*state, rows);
}

static void test_instants(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_EPOCH, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "2026-01-01T00:00Z", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "2026-01-01t00:00:00z", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "2026-01-01 00:00:00 UTC", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "2026-01-01T02:00:00+02:00", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "2025-12-31T19:00:00-0500", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "2010-11-04T01:42:54.657Z", "2010-11-04T01:42:54.657Z"},
        {IDARCH_KEY_EPOCH, "2026-01-01 UTC", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "+10889-08-02T05:31:50.656Z", "+10889-08-02T05:31:50.656Z"},
        {IDARCH_KEY_EPOCH, "1 January 2026, 00:00 UTC", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "January 1, 2026 00:00 UTC", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "1st of Jan 2026 00:00 GMT", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "1 de enero de 2026, 00:00 UTC", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "1288834974657 ms", "2010-11-04T01:42:54.657Z"},
        {IDARCH_KEY_EPOCH, "1767225600 s since the Unix epoch", "2026-01-01T00:00:00Z"},
        {IDARCH_KEY_EPOCH, "Unix epoch", "1970-01-01T00:00:00Z"},
        {IDARCH_KEY_SERVICE_LIFE, "until 2045-06-01T00:00:00Z", "2045-06-01T00:00:00Z"},
    };
    CHECK(*state, rows);
}

static void test_shares_and_drift(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_CLOCK_DRIFT, "1000 ppm", "share 1/1000"},
        {IDARCH_KEY_CLOCK_DRIFT, "0.1 %", "share 1/1000"},
        {IDARCH_KEY_CLOCK_DRIFT, "1/12", "share 1/12"},
        {IDARCH_KEY_CLOCK_DRIFT, "500 ppb", "share 1/2000000"},
        {IDARCH_KEY_CLOCK_DRIFT, "0.5 ms/s", "share 1/2000"},
        {IDARCH_KEY_CLOCK_DRIFT, "0", "share 0"},
        {IDARCH_KEY_MAX_SLEW_RATE, "\xC2\xB1" "1000 ppm", "share 1/1000"},
    };
    CHECK(*state, rows);
}

static void test_yes_no(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_UNIQUE, "yes", "yes"}, {IDARCH_KEY_UNIQUE, "no", "no"},
        {IDARCH_KEY_UNIQUE, "on", "yes"}, {IDARCH_KEY_UNIQUE, "off", "no"},
        {IDARCH_KEY_UNIQUE, "TRUE", "yes"}, {IDARCH_KEY_UNIQUE, "false", "no"},
        {IDARCH_KEY_UNIQUE, "s\xC3\xAD", "yes"}, {IDARCH_KEY_SECRET, "`no`", "no"},
    };
    CHECK(*state, rows);
}

static void test_choices(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_WORKER_IDS, "static", "static"},
        {IDARCH_KEY_WORKER_IDS, "leased from etcd", "etcd lease"},
        {IDARCH_KEY_WORKER_IDS, "StatefulSet ordinal", "statefulset"},
        {IDARCH_KEY_WORKER_IDS, "ZooKeeper (ephemeral)", "zookeeper ephemeral"},
        {IDARCH_KEY_WORKER_IDS, "zookeeper sequential", "zookeeper sequential"},
        {IDARCH_KEY_WORKER_IDS, "private IP", "private ip"},
        {IDARCH_KEY_WORKER_IDS, "al azar", "random"},
        {IDARCH_KEY_CLOCK_RULE, "fail", "fail"},
        {IDARCH_KEY_CLOCK_RULE, "wait", "wait"},
        {IDARCH_KEY_CLOCK_RULE, "wait 5 ms, then fail", "wait 5000000"},
        {IDARCH_KEY_CLOCK_RULE, "wait up to 5 ms then refuse", "wait 5000000"},
        {IDARCH_KEY_CLOCK_RULE, "esperar 5 ms, luego fallar", "wait 5000000"},
        {IDARCH_KEY_CLOCK_RULE, "logical", "logical"},
        {IDARCH_KEY_CLOCK_RULE, "logical (cap 1 s)", "logical 1000000000"},
        {IDARCH_KEY_CLOCK_RULE, "logical, cap 1 s", "logical 1000000000"},
        {IDARCH_KEY_CLOCK_RULE, "reset", "reset"},
        {IDARCH_KEY_SEQUENCE_START, "zero", "zero"},
        {IDARCH_KEY_SEQUENCE_START, "random", "random"},
        {IDARCH_KEY_SEQUENCE_START, "random 100", "random 100"},
        {IDARCH_KEY_RELEASE, "revoke", "revoke"},
        {IDARCH_KEY_RELEASE, "wait then revoke", "wait then revoke"},
        {IDARCH_KEY_RELEASE, "wait 2 s, then revoke", "wait then revoke 2000000000"},
        {IDARCH_KEY_ORDER, "none", "none"},
        {IDARCH_KEY_ORDER, "per tick", "per tick"},
        {IDARCH_KEY_ORDER, "within 1 s", "within 1000000000"},
        {IDARCH_KEY_ORDER, "1 s", "within 1000000000"},
        {IDARCH_KEY_MARK, "none", "none"},
        {IDARCH_KEY_MARK_STORED_IN, "its own key", "own key"},
        {IDARCH_KEY_LEASE_CHECK, "before the clock", "before the clock"},
        {IDARCH_KEY_EXPOSED_AS, "JSON string", "json string"},
        {IDARCH_KEY_SHARD_BY, "id % 4", "modulo 4"},
        {IDARCH_KEY_SHARD_BY, "id % N", "modulo"},
        {IDARCH_KEY_SHARD_BY, "range of IDs", "range"},
    };
    CHECK(*state, rows);
}

static void test_texts(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_ID_COLUMN, "BIGINT in PostgreSQL 18", "BIGINT in PostgreSQL 18"},
        {IDARCH_KEY_MAKESTEP, "1.0 3", "1.0 3"},
        {IDARCH_KEY_MAKESTEP, "1 -1", "1 -1"},
        {IDARCH_KEY_NETWORK, "10.0.0.0/16, 10.1.0.0/16", "10.0.0.0/16, 10.1.0.0/16"},
        {IDARCH_KEY_NETWORK, "fd00::/8", "fd00::/8"},
    };
    CHECK(*state, rows);
}

static void test_unknown_by_nature(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_MAX_PAUSE, "unknown", "(unknown)"},
        {IDARCH_KEY_WORKER_IDS, "not known", "(unknown)"},
        {IDARCH_KEY_EPOCH, "desconocida", "(unknown)"},
    };
    CHECK(*state, rows);
    fixture *f = *state;
    parse_settings(f, "- max pause: unknown");
    assert_null(idarch_design_get(&f->doc.design, IDARCH_KEY_MAX_PAUSE));
}

typedef struct wrong {
    const char *item, *diags;
} wrong;

static void test_refused(void **state)
{
    fixture *f = *state;
    static const wrong rows[] = {
        {"- TTL: 10", "3:8 error unit-missing"},
        {"- TTL: 5 m", "3:10 error unit-missing"},
        {"- TTL: 10 sekunden", "3:11 error unit-unknown"},
        {"- TTL: soon", "3:8 error setting-value"},
        {"- TTL: 10 s or 20 s", "3:13 error setting-value"},
        {"- TTL: not 10 s", "3:8 error setting-value"},
        {"- rows: 4.096", "3:9 error number-locale"},
        {"- TTL: 1.500 s", "3:8 error number-locale"},
        {"- rows: 20,00", "3:9 error number-locale"},
        {"- rows: 1.000.000", "3:9 error number-locale"},
        {"- TTL: 1,5 s", "3:8 error number-locale"},
        {"- rows: 2^126", "3:9 error setting-value"},
        {"- replicas: 2.5", "3:13 error setting-value"},
        {"- replicas: -3", "3:13 error setting-value"},
        {"- rate: 20,000", "3:9 error unit-missing"},
        {"- rate: 20,000 IDs", "3:9 error unit-missing"},
        {"- drift: 1000", "3:10 error unit-missing"},
        {"- restarts: 3", "3:13 error unit-missing"},
        {"- epoch: 2026-01-01", "3:10 error epoch-zone"},
        {"- epoch: 2026-01-01T00:00:00", "3:10 error epoch-zone"},
        {"- epoch: 1 January 2026", "3:10 error epoch-zone"},
        {"- epoch: 1288834974657", "3:10 error epoch-zone"},
        {"- epoch: 2026-02-30T00:00:00Z", "3:10 error setting-value"},
        {"- epoch: 2025-02-29T00:00:00Z", "3:10 error setting-value"},
        {"- epoch: 2026-01-01T24:01:00Z", "3:10 error setting-value"},
        {"- epoch: 2026-01-01T00:00:60Z", "3:10 error setting-value"},
        {"- unique: maybe", "3:11 error setting-value"},
        {"- worker ids: not static", "3:15 error setting-value"},
        {"- worker ids: static or random", "3:15 error setting-value"},
        {"- network: 10.0.0.0", "3:12 error setting-value"},
        {"- TTL:", "3:3 error setting-value"},
        {"- epoch: 2020", "3:10 note year-alone"},
        {"- TTL: 10 s granted kindly", "3:21 note words-unread"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse_settings(f, rows[i].item);
        if (strcmp(diags_text(f), rows[i].diags) != 0)
            print_error("%s\n", rows[i].item);
        expect_diags(f, rows[i].diags);
    }
}

static void expect_hint(fixture *f, const char *item, const char *hint)
{
    parse_settings(f, item);
    assert_int_equal(f->diags.list.count, 1);
    assert_string_equal(f->diags.list.items[0].hint, hint);
}

static void test_repairs_are_shown(void **state)
{
    fixture *f = *state;
    expect_hint(f, "- epoch: 2026-01-01", "write 2026-01-01T00:00:00Z");
    expect_hint(f, "- epoch: 1288834974657",
                "write '1288834974657 ms' (2010-11-04T01:42:54.657Z) or '1288834974657 s' "
                "(+42811-07-22T11:10:57Z)");
    expect_hint(f, "- rows: 4.096", "write 4,096, or 4.0960");
    expect_hint(f, "- max pauze: 1 s", "did you mean 'max pause'?");
    expect_hint(f, "- scheme: uuidv8", "did you mean 'uuid-v4'?");
}

/* A row of a value that is not read as it stands: where, and what is said. */
typedef struct fault {
    idarch_key key;
    const char *text;
    unsigned from, to; /* columns of the value, from 1; to is behind its end */
    const char *severity, *code, *message;
} fault;

static void check_faults(fixture *f, const fault *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = idarch_key_name(rows[i].key);
        parse_settings(f, idarch_printf(f->arena, "- %s: %s", name, rows[i].text));
        bool one = f->diags.list.count == 1;
        const idarch_diag *d = one ? &f->diags.list.items[0] : NULL;
        unsigned before = (unsigned)strlen(name) + 4;
        idarch_position start = {0}, end = {0};
        if (one) {
            start = idarch_source_position(f->source, d->span.start);
            end = idarch_source_position(f->source, d->span.end);
        }
        bool good = one && strcmp(d->code, rows[i].code) == 0 &&
                    strcmp(idarch_severity_name(d->severity), rows[i].severity) == 0 &&
                    strstr(d->message, rows[i].message) && start.column == before + rows[i].from &&
                    end.column == before + rows[i].to;
        if (!good)
            print_error("%s: %s\n%s %s\n%u to %u\n", name, rows[i].text, diags_text(f),
                        one ? d->message : "", start.column - before, end.column - before);
        assert_true(good);
        bool error = strcmp(rows[i].severity, "error") == 0;
        assert_int_equal(stated(f, rows[i].key) == NULL, error);
    }
}

#define CHECK_FAULTS(f, rows) check_faults((f), (rows), sizeof(rows) / sizeof(rows)[0])

static void test_nothing_and_less(void **state)
{
    static const fault rows[] = {
        {IDARCH_KEY_TICK, "0 s", 1, 4, "error", "setting-value", "more than 0"},
        {IDARCH_KEY_REPLICAS, "0", 1, 2, "error", "setting-value", "more than 0"},
        {IDARCH_KEY_LEASE_TTL, "0 s", 1, 4, "error", "setting-value", "more than 0"},
        {IDARCH_KEY_KEEPALIVE, "0 ms", 1, 5, "error", "setting-value", "more than 0"},
        {IDARCH_KEY_RATE, "0 IDs/s", 1, 8, "error", "setting-value", "more than 0"},
        {IDARCH_KEY_BURST, "0", 1, 2, "error", "setting-value", "more than 0"},
        {IDARCH_KEY_ID_BITS, "0", 1, 2, "error", "setting-value", "more than 0"},
        {IDARCH_KEY_ETCD_NODES, "0", 1, 2, "error", "setting-value", "more than 0"},
        {IDARCH_KEY_LEASE_TTL, "-10 s", 1, 6, "error", "setting-value", "negative"},
        {IDARCH_KEY_LEASE_TTL, "\xE2\x88\x92" "10 s", 1, 6, "error", "setting-value", "negative"},
        {IDARCH_KEY_MAX_OFFSET, "-1 ms", 1, 6, "error", "setting-value", "negative"},
        {IDARCH_KEY_REPLICAS, "-3", 1, 3, "error", "setting-value", "negative"},
        {IDARCH_KEY_SERVICE_LIFE, "-20 years", 1, 10, "error", "setting-value", "negative"},
        {IDARCH_KEY_RATE, "-5/s", 1, 5, "error", "setting-value", "negative"},
    };
    static const row zeros[] = {
        {IDARCH_KEY_MAX_OFFSET, "0 s", "0 ns"},
        {IDARCH_KEY_WORKER_ID_OFFSET, "0", "0"},
    };
    CHECK_FAULTS(*state, rows);
    CHECK(*state, zeros);
}

static void test_parts_unread(void **state)
{
    static const fault rows[] = {
        {IDARCH_KEY_LEASE_TTL, "10 s and 20 s", 6, 14, "error", "setting-value", "'and 20 s'"},
        {IDARCH_KEY_LEASE_TTL, "10 s 20 s", 6, 10, "error", "setting-value", "'20 s'"},
        {IDARCH_KEY_LEASE_TTL, "<10 s", 1, 2, "warning", "words-unread", "'<'"},
        {IDARCH_KEY_LEASE_TTL, "~10 s", 1, 2, "warning", "words-unread", "'~'"},
        {IDARCH_KEY_LEASE_TTL, "10 s!", 5, 6, "warning", "words-unread", "'!'"},
        {IDARCH_KEY_NETWORK, "999.0.0.1/24", 1, 13, "error", "setting-value", "no value"},
    };
    static const row good[] = {
        {IDARCH_KEY_LEASE_TTL, "1 h and 30 min", "5400000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "10 s.", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "\"10 s\"", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "'10 s'", "10000000000 ns"},
        {IDARCH_KEY_LEASE_TTL, "\xE2\x80\x9C" "10 s\xE2\x80\x9D", "10000000000 ns"},
        {IDARCH_KEY_EPOCH, "\"2026-01-01T00:00:00Z\"", "2026-01-01T00:00:00Z"},
    };
    CHECK_FAULTS(*state, rows);
    CHECK(*state, good);
}

static void test_foreign_numbers(void **state)
{
    static const fault rows[] = {
        {IDARCH_KEY_LEASE_TTL, "1e1 s", 1, 4, "error", "setting-value", "exponent"},
        {IDARCH_KEY_LEASE_TTL, "0x10 s", 1, 5, "error", "setting-value", "hexadecimal"},
        {IDARCH_KEY_LEASE_TTL, "1..5 s", 1, 5, "error", "setting-value", "no number"},
        {IDARCH_KEY_LEASE_TTL, "1 xx", 3, 5, "error", "unit-unknown", "'xx'"},
        {IDARCH_KEY_LEASE_TTL, "1 month", 3, 8, "error", "unit-unknown", "differ in length"},
        {IDARCH_KEY_LEASE_TTL, "10 kiloseconds", 4, 15, "error", "unit-unknown", "'kiloseconds'"},
        {IDARCH_KEY_LEASE_TTL, "10", 1, 3, "error", "unit-missing", "no unit"},
        {IDARCH_KEY_CLOCK_RULE, "wait 5 then fail", 6, 7, "error", "unit-missing", "no unit"},
        {IDARCH_KEY_REPLICAS, "1e3", 1, 4, "error", "setting-value", "exponent"},
        {IDARCH_KEY_MAX_PAUSE, "\\*5\\*", 1, 6, "error", "setting-value", "no value"},
    };
    CHECK_FAULTS(*state, rows);
}

static void test_foreign_dates(void **state)
{
    static const fault rows[] = {
        {IDARCH_KEY_EPOCH, "01/02/2026 00:00 UTC", 1, 11, "error", "instant-form", "month?"},
        {IDARCH_KEY_EPOCH, "1.2.2026", 1, 9, "error", "instant-form", "month?"},
        {IDARCH_KEY_EPOCH, "2026-1-1T00:00:00Z", 1, 19, "error", "instant-form", "two digits"},
        {IDARCH_KEY_EPOCH, "10000-01-01T00:00:00Z", 1, 22, "error", "instant-form", "sign"},
        {IDARCH_KEY_SERVICE_LIFE, "until 2045-1-1", 7, 15, "error", "instant-form", "two digits"},
        {IDARCH_KEY_EPOCH, "2026-01-01T9:00Z", 1, 17, "error", "instant-form", "time behind"},
    };
    static const row good[] = {
        {IDARCH_KEY_SERVICE_LIFE, "until +10000-01-01T00:00:00Z", "+10000-01-01T00:00:00Z"},
    };
    CHECK_FAULTS(*state, rows);
    CHECK(*state, good);
    fixture *f = *state;
    parse_settings(f, "- epoch: 10000-01-01T00:00:00Z");
    assert_string_equal(f->diags.list.items[0].hint, "write +10000-01-01T00:00:00Z");
}

static void test_mean_and_peak(void **state)
{
    static const row rows[] = {
        {IDARCH_KEY_RATE, "500/s mean, 20,000/s peak", "20000/s"},
        {IDARCH_KEY_RATE, "20,000/s peak, 500/s mean", "20000/s"},
        {IDARCH_KEY_RATE, "mean 500/s, peak 20,000/s", "20000/s"},
        {IDARCH_KEY_RATE, "peak 20,000/s, mean 500/s", "20000/s"},
        {IDARCH_KEY_RATE, "500/s on average and 20,000/s at peak", "20000/s"},
        {IDARCH_KEY_RATE, "20,000 IDs/s in total at peak; 500 IDs/s mean", "20000/s"},
        {IDARCH_KEY_RATE, "500 IDs/s mean, 4,000 IDs/s per worker at peak",
         "4000/s per worker"},
    };
    CHECK(*state, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_numbers), TEST(test_durations), TEST(test_rates), TEST(test_instants),
        TEST(test_shares_and_drift), TEST(test_yes_no), TEST(test_choices), TEST(test_texts),
        TEST(test_unknown_by_nature), TEST(test_refused), TEST(test_repairs_are_shown),
        TEST(test_nothing_and_less), TEST(test_parts_unread), TEST(test_mean_and_peak),
        TEST(test_foreign_numbers), TEST(test_foreign_dates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
