/* Designs that are unsafe though one setting looks like a protection, and inputs that are
 * missing where even the best of them is not enough: none of them may pass. Bounds by the
 * formulas of each rule, computed outside this program. */
#include "tests/unit/design_builder.h"

#include "parser/parser.h"

typedef void change(builder *b);

typedef struct unsafe {
    const char *rule;
    void (*base)(builder *b);
    change *make;
    idarch_rule_state state;
    idarch_verdict verdict;
} unsafe;

#define MS ((idarch_i128)IDARCH_NS_PER_MS)

/* --- a fence that is none --- */

static void fence(builder *b)
{
    put_yes(b, IDARCH_KEY_FENCED_MARK, true);
    put_ms(b, IDARCH_KEY_LEASE_MARGIN, 0);
}
static void fence_without_mark(builder *b)
{
    fence(b);
    put_choice(b, IDARCH_KEY_MARK, "none");
}
static void fence_written_plainly(builder *b)
{
    fence(b);
    put_choice(b, IDARCH_KEY_MARK_WRITTEN, "plainly");
}
static void fence_alone(builder *b) /* says by itself that only the owner raises the mark */
{
    fence(b);
    unset(b, IDARCH_KEY_MARK_WRITTEN);
}
static void no_mark_with_lead(builder *b) /* the interval and the lead stay stated */
{
    put_choice(b, IDARCH_KEY_MARK, "none");
    put_ms(b, IDARCH_KEY_RESTART_TIME, 0);
}
static void no_mark(builder *b)
{
    put_choice(b, IDARCH_KEY_MARK, "none");
    unset(b, IDARCH_KEY_MARK_INTERVAL);
    unset(b, IDARCH_KEY_MARK_LEAD);
}
static void ordinals(builder *b)
{
    put_choice(b, IDARCH_KEY_WORKER_IDS, "statefulset");
    put_number(b, IDARCH_KEY_STATEFULSETS, 1);
    put_choice(b, IDARCH_KEY_FORCED_DELETION, "never");
    put_choice(b, IDARCH_KEY_MARK_STORED_IN, "own key");
}
static void ordinals_forced(builder *b)
{
    ordinals(b);
    put_choice(b, IDARCH_KEY_FORCED_DELETION, "allowed");
    put_yes(b, IDARCH_KEY_FENCED_MARK, false);
}
static void ordinals_forced_fenced(builder *b)
{
    ordinals_forced(b);
    put_yes(b, IDARCH_KEY_FENCED_MARK, true);
    unset(b, IDARCH_KEY_MARK_WRITTEN);
}
static void ordinals_unsaid(builder *b)
{
    ordinals(b);
    unset(b, IDARCH_KEY_FORCED_DELETION);
}
static void ordinals_moved_without_mark(builder *b)
{
    ordinals(b);
    no_mark(b);
    put_ms(b, IDARCH_KEY_RESTART_TIME, 40); /* twice the offset of 20 ms */
}
static void monotonic_without_mark(builder *b)
{
    no_mark(b);
    put_choice(b, IDARCH_KEY_CLOCK_SOURCE, "monotonic base");
    put_choice(b, IDARCH_KEY_SUSPEND, "never");
    put_ms(b, IDARCH_KEY_RESTART_TIME, 60000);
}
static void timesyncd_without_mark(builder *b)
{
    no_mark(b);
    put_choice(b, IDARCH_KEY_TIME_SYNC, "systemd-timesyncd");
    put_ms(b, IDARCH_KEY_RESTART_TIME, 60000);
}
static void revoke_without_mark(builder *b)
{
    no_mark(b);
    put_ms(b, IDARCH_KEY_RESTART_TIME, 60000);
    put_choice(b, IDARCH_KEY_RELEASE, "revoke");
}

/* --- leases --- */

/* one reading: 120,999,899,000 / 1001 ns; 5 ms of lead add 0.999 * 5 ms */
static void margin_of(builder *b, idarch_i128 ns) { put_ns(b, IDARCH_KEY_LEASE_MARGIN, ns); }
static void borrow_out(builder *b)
{
    put_choice(b, IDARCH_KEY_SEQUENCE_OVERFLOW, "borrow");
    margin_of(b, 125874019);
}
static void borrow_in(builder *b)
{
    borrow_out(b);
    margin_of(b, 125874020);
}
static void borrow_open(builder *b)
{
    borrow_in(b);
    put_choice(b, IDARCH_KEY_CLOCK_RULE, "fail");
    unset(b, IDARCH_KEY_ORDER);
}
static void reply_out(builder *b) /* 500 ms more */
{
    put_choice(b, IDARCH_KEY_DEADLINE_FROM, "reply");
    margin_of(b, 620879019);
}
static void reply_in(builder *b)
{
    reply_out(b);
    margin_of(b, 620879020);
}
static void reply_unsaid(builder *b)
{
    reply_out(b);
    unset(b, IDARCH_KEY_DEADLINE_FROM);
}
static void reply_unsaid_in(builder *b)
{
    reply_in(b);
    unset(b, IDARCH_KEY_DEADLINE_FROM);
}
static void lease_of_database(builder *b)
{
    put_choice(b, IDARCH_KEY_WORKER_IDS, "database");
    put_choice(b, IDARCH_KEY_WORKER_ID_REUSE, "after lease");
}
static void open_lead_and_order(builder *b)
{
    put_choice(b, IDARCH_KEY_CLOCK_RULE, "logical");
    unset(b, IDARCH_KEY_WORKER_IDS);
}
static void default_slew(builder *b) { unset(b, IDARCH_KEY_MAX_SLEW_RATE); }

/* --- workers --- */

static void no_worker_field(builder *b) { put_layout(b, 1, 41, 0, 22); }
static void no_sequence(builder *b) { put_layout(b, 1, 53, 10, 0); } /* 1,000 IDs/s each */
static void offset_1021(builder *b) { put_number(b, IDARCH_KEY_WORKER_ID_OFFSET, 1021); }
static void offset_1022(builder *b) { put_number(b, IDARCH_KEY_WORKER_ID_OFFSET, 1022); }
static void sets_of_ordinals(builder *b, int64_t offset)
{
    ordinals(b);
    put_number(b, IDARCH_KEY_STATEFULSETS, 3);
    put_number(b, IDARCH_KEY_WORKER_ID_OFFSET, offset);
}
/* 12 replicas: the last set begins at 2 * offset */
static void sets_in(builder *b) { sets_of_ordinals(b, 32762); }
static void sets_out(builder *b) { sets_of_ordinals(b, 32763); }
static void network(builder *b, const char *text)
{
    put_choice(b, IDARCH_KEY_WORKER_IDS, "private ip");
    put_text(b, IDARCH_KEY_NETWORK, text);
}
static void network_112(builder *b) { network(b, "fd00::/112"); }
static void network_64(builder *b) { network(b, "fd00::/64"); }
static void network_shared(builder *b)
{
    network(b, "10.1.0.0/16");
    put_number(b, IDARCH_KEY_CLUSTERS, 2);
}
static void network_without_prefix(builder *b) { network(b, "10.1.0.0"); }

/* --- others --- */

static void no_restart_time(builder *b) { no_mark(b); }
static void no_offset(builder *b) { unset(b, IDARCH_KEY_MAX_OFFSET); }
static void no_rate(builder *b) { unset(b, IDARCH_KEY_RATE); }
static void mean_rate(builder *b)
{
    b->document.design.settings[IDARCH_KEY_RATE].value.mean = true;
}
static void node_in_sign(builder *b)
{
    clear_layout(b);
    put_field(b, "node", IDARCH_FIELD_NODE, 11, NULL);
    put_field(b, "time", IDARCH_FIELD_TIME, 41, NULL);
    put_field(b, "sequence", IDARCH_FIELD_SEQUENCE, 12, NULL);
    unset(b, IDARCH_KEY_ORDER);
}

/* --- missing, and broken at best --- */

static void keepalive(builder *b, int64_t ms)
{
    put_ms(b, IDARCH_KEY_KEEPALIVE, ms);
    unset(b, IDARCH_KEY_REPLY_TIMEOUT);
    unset(b, IDARCH_KEY_LEASE_MARGIN);
}
static void keepalive_9(builder *b) { keepalive(b, 9000); }       /* 10 / 9 - 1 = 0 */
static void keepalive_11(builder *b) { keepalive(b, 10001); }     /* 10 / 10.001 - 1 = -1 */
static void keepalive_5(builder *b) { keepalive(b, 5000); }
static void keepalive_unsaid(builder *b)
{
    unset(b, IDARCH_KEY_KEEPALIVE);
    put_ms(b, IDARCH_KEY_LEASE_MARGIN, 9500);
}
/* with a TTL of 0 and one reading: 0.999 * 101 ms = 100.899 ms */
static void margin_alone(builder *b, idarch_i128 ns)
{
    unset(b, IDARCH_KEY_LEASE_TTL);
    unset(b, IDARCH_KEY_LEASE_CHECK);
    margin_of(b, ns);
}
static void margin_alone_out(builder *b) { margin_alone(b, 100898999); }
static void margin_alone_in(builder *b) { margin_alone(b, 100899000); }
static void before(builder *b, idarch_i128 ns)
{
    put_choice(b, IDARCH_KEY_LEASE_CHECK, "before the clock");
    unset(b, IDARCH_KEY_MAX_PAUSE);
    margin_of(b, ns);
}
static void before_out(builder *b) { before(b, 120879019); }
static void before_in(builder *b) { before(b, 120879020); }
static void lead(builder *b, int64_t ms)
{
    put_ms(b, IDARCH_KEY_MARK_LEAD, ms);
    unset(b, IDARCH_KEY_MARK_INTERVAL);
}
static void lead_499(builder *b) { lead(b, 499); } /* reply timeout 500 ms */
static void lead_500(builder *b) { lead(b, 500); }
static void rate(builder *b, int64_t total)
{
    put_rate(b, total, false);
    unset(b, IDARCH_KEY_REPLICAS);
    b->document.design.drawn_replicas = -1;
    b->document.design.workers.count = 0;
}
static void rate_of_all(builder *b) { rate(b, INT64_C(4194304000)); } /* 1,024 * 4,096,000 */
static void rate_over_all(builder *b) { rate(b, INT64_C(4194304001)); }
static void order_at_best(builder *b) /* the tick of 10 ms alone */
{
    no_offset(b);
    put_choice_ns(b, IDARCH_KEY_ORDER, "within", 9 * MS);
}
static void short_time(builder *b, idarch_i128 more)
{
    put_layout(b, 1, 32, 10, 21);
    put_ns(b, IDARCH_KEY_SERVICE_LIFE, idarch_pow2(32) * MS + more);
    unset(b, IDARCH_KEY_LAUNCH);
}
static void life_in(builder *b) { short_time(b, 0); }
static void life_out(builder *b) { short_time(b, 1); }
static void life_out_of_any_epoch(builder *b)
{
    life_out(b);
    unset(b, IDARCH_KEY_EPOCH);
}
/* 2^53 is passed 2^31 ms after the epoch */
static void json(builder *b, idarch_i128 more)
{
    put_choice(b, IDARCH_KEY_EXPOSED_AS, "json number");
    put_ns(b, IDARCH_KEY_SERVICE_LIFE, idarch_pow2(31) * MS + more);
    unset(b, IDARCH_KEY_LAUNCH);
}
static void json_in(builder *b) { json(b, 0); }
static void json_out(builder *b) { json(b, 1); }

/* --- nothing that keeps IDs apart --- */

static void only_a_counter(builder *b)
{
    put_layout(b, 1, 0, 0, 63);
    unset(b, IDARCH_KEY_ORDER);
    unset(b, IDARCH_KEY_MARK);
    unset(b, IDARCH_KEY_MARK_INTERVAL);
    unset(b, IDARCH_KEY_MARK_LEAD);
}
static void counter_of_database(builder *b)
{
    only_a_counter(b);
    put_choice(b, IDARCH_KEY_WORKER_IDS, "database");
    unset(b, IDARCH_KEY_ID_COLUMN);
}
static void only_workers(builder *b)
{
    put_layout(b, 1, 0, 63, 0);
    unset(b, IDARCH_KEY_ORDER);
}
static void sequences_by_chance(builder *b)
{
    put_layout(b, 1, 41, 0, 12);
    put_field(b, "random", IDARCH_FIELD_RANDOM, 10, NULL);
    put_choice(b, IDARCH_KEY_WORKER_IDS, "static");
}
static void one_sequence(builder *b)
{
    sequences_by_chance(b);
    put_number(b, IDARCH_KEY_REPLICAS, 1);
}
static void sequences_of_some(builder *b)
{
    sequences_by_chance(b);
    unset(b, IDARCH_KEY_REPLICAS);
    b->document.design.drawn_replicas = -1;
    b->document.design.workers.count = 0;
}
static void counter_beside_chance(builder *b) /* 1.3e13 IDs of 2^53 values */
{
    put_layout(b, 1, 0, 10, 12);
    put_field(b, "random", IDARCH_FIELD_RANDOM, 41, NULL);
    unset(b, IDARCH_KEY_ORDER);
}
static void one_field_of_time(builder *b) { put_layout(b, 1, 63, 0, 0); }
static void threads_without_field(builder *b)
{
    no_worker_field(b);
    put_yes(b, IDARCH_KEY_THREADS_SHARE, false);
}
static void clusters_of_static(builder *b) { put_number(b, IDARCH_KEY_CLUSTERS, 500); }
static void clusters_past_the_field(builder *b) /* 499 * 200 numbers and more in 16 bits */
{
    clusters_of_static(b);
    put_number(b, IDARCH_KEY_WORKER_ID_OFFSET, 200);
}
static void clusters_drawn(builder *b)
{
    put_number(b, IDARCH_KEY_CLUSTERS, 2);
    for (int64_t id = 2; id < 12; id++)
        put_worker(b, id);
}
static void lone_mac(builder *b)
{
    put_choice(b, IDARCH_KEY_WORKER_IDS, "mac");
    put_number(b, IDARCH_KEY_REPLICAS, 1);
}
static void strict_of_some(builder *b)
{
    put_choice(b, IDARCH_KEY_ORDER, "strict");
    unset(b, IDARCH_KEY_REPLICAS);
    b->document.design.drawn_replicas = -1;
    b->document.design.workers.count = 0;
}
static void wraps_after_service(builder *b) { put_choice(b, IDARCH_KEY_TIME_OVERFLOW, "wrap"); }
static void wraps_some_day(builder *b)
{
    wraps_after_service(b);
    unset(b, IDARCH_KEY_SERVICE_LIFE);
}
static void ends_before_epoch(builder *b)
{
    put_date(b, IDARCH_KEY_SERVICE_LIFE, 2025, 12, 31);
    unset(b, IDARCH_KEY_LAUNCH);
}
static void revoke_unsaid_mark(builder *b)
{
    put_choice(b, IDARCH_KEY_RELEASE, "revoke");
    unset(b, IDARCH_KEY_MARK_WRITTEN);
}

/* --- values that cannot be used --- */

static void column_double(builder *b) { put_text(b, IDARCH_KEY_ID_COLUMN, "DOUBLE PRECISION"); }
static void column_real(builder *b) { put_text(b, IDARCH_KEY_ID_COLUMN, "REAL"); }
static void column_boolean(builder *b) { put_text(b, IDARCH_KEY_ID_COLUMN, "BOOLEAN"); }
static void column_foo(builder *b) { put_text(b, IDARCH_KEY_ID_COLUMN, "FOO(3)"); }
static void huge_tick(builder *b) { put_years(b, IDARCH_KEY_TICK, 1000); }
static void tiny_tick(builder *b)
{
    put_ns(b, IDARCH_KEY_TICK, 1);
    b->document.design.settings[IDARCH_KEY_TICK].value.ratio =
        idarch_ratio_make(1, INT64_C(1000000000000));
}
static void huge_replicas(builder *b)
{
    put_number(b, IDARCH_KEY_REPLICAS, 1);
    b->document.design.settings[IDARCH_KEY_REPLICAS].value.ratio =
        idarch_ratio_int(idarch_pow2(100));
}
static void huge_life(builder *b) { put_ns(b, IDARCH_KEY_SERVICE_LIFE, idarch_pow2(120)); }
static void huge_ttl(builder *b) { put_ns(b, IDARCH_KEY_LEASE_TTL, idarch_pow2(110)); }
static void huge_drift(builder *b) { put_share(b, IDARCH_KEY_CLOCK_DRIFT, INT64_C(1) << 60, 1); }
static void huge_wait(builder *b)
{
    put_choice_ns(b, IDARCH_KEY_CLOCK_RULE, "wait", idarch_pow2(110));
}
static void margin_over_ttl(builder *b) { margin_of(b, 11000 * MS); }

#define SNOW build_snowflake
#define SONY build_sonyflake
#define UUID build_uuidv7
#define HOLDS IDARCH_RULE_HOLDS
#define BROKEN IDARCH_RULE_BROKEN
#define UNSAID IDARCH_RULE_NOT_STATED
#define SILENT IDARCH_RULE_NOT_APPLICABLE
#define PASS IDARCH_VERDICT_PASS
#define FAIL IDARCH_VERDICT_FAIL
#define UNPROVEN IDARCH_VERDICT_UNPROVEN

static const unsafe cases[] = {
    {"margin-missing", SNOW, fence, SILENT, PASS},
    {"margin-missing", SNOW, fence_without_mark, BROKEN, FAIL},
    {"margin-missing", SNOW, fence_written_plainly, BROKEN, FAIL},
    {"hwm-unfenced", SNOW, fence_written_plainly, BROKEN, FAIL},
    {"hwm-unfenced", SNOW, fence_alone, HOLDS, PASS},
    {"hwm-missing", SNOW, no_mark_with_lead, BROKEN, FAIL},
    {"hwm-missing", SONY, ordinals_moved_without_mark, BROKEN, FAIL},
    {"hwm-missing", SONY, monotonic_without_mark, BROKEN, FAIL},
    {"hwm-missing", SONY, timesyncd_without_mark, BROKEN, FAIL},
    {"ntp-step-threshold", SONY, timesyncd_without_mark, BROKEN, FAIL},
    {"hwm-missing", SONY, no_restart_time, UNSAID, UNPROVEN},
    {"ordinal-force-delete", SONY, ordinals, HOLDS, PASS},
    {"ordinal-force-delete", SONY, ordinals_forced, BROKEN, FAIL},
    {"hwm-unfenced", SONY, ordinals_forced, BROKEN, FAIL},
    {"ordinal-force-delete", SONY, ordinals_forced_fenced, HOLDS, PASS},
    {"ordinal-force-delete", SONY, ordinals_unsaid, UNSAID, UNPROVEN},
    {"revoke-early", SNOW, revoke_without_mark, BROKEN, FAIL},
    {"margin-too-small", SNOW, borrow_in, HOLDS, PASS},
    {"margin-too-small", SNOW, borrow_out, BROKEN, FAIL},
    {"margin-too-small", SNOW, borrow_open, BROKEN, FAIL},
    {"margin-too-small", SNOW, reply_in, HOLDS, PASS},
    {"margin-too-small", SNOW, reply_out, BROKEN, FAIL},
    {"margin-too-small", SNOW, reply_unsaid, UNSAID, UNPROVEN},
    {"margin-too-small", SNOW, reply_unsaid_in, HOLDS, PASS},
    {"lease-missing-ttl", SONY, lease_of_database, BROKEN, FAIL},
    {"margin-missing", SONY, lease_of_database, UNSAID, FAIL}, /* the mark is on a volume */
    {"offset-vs-order", SONY, open_lead_and_order, BROKEN, FAIL},
    {"slew-rate-margin", SNOW, default_slew, BROKEN, PASS},
    {"replicas-over-workers", SNOW, no_worker_field, BROKEN, FAIL},
    {"rate-over-capacity", SNOW, no_sequence, BROKEN, FAIL},
    {"replicas-over-workers", SNOW, offset_1021, HOLDS, FAIL}, /* the surge */
    {"replicas-over-workers", SNOW, offset_1022, BROKEN, FAIL},
    {"replicas-over-workers", SONY, sets_in, HOLDS, PASS},
    {"replicas-over-workers", SONY, sets_out, BROKEN, FAIL},
    {"worker-from-ip16", SONY, network_112, HOLDS, PASS},
    {"worker-from-ip16", SONY, network_64, BROKEN, FAIL},
    {"worker-from-ip16", SONY, network_shared, BROKEN, FAIL},
    {"worker-from-ip16", SONY, network_without_prefix, UNSAID, UNPROVEN},
    {"offset-vs-order", SONY, no_offset, UNSAID, UNPROVEN},
    {"collision-odds", UUID, no_rate, UNSAID, UNPROVEN},
    {"modulo-sequence", SNOW, mean_rate, UNSAID, UNPROVEN},
    {"sign-bit-used", SNOW, node_in_sign, BROKEN, FAIL},
    {"keepalive-one-loss", SNOW, keepalive_9, BROKEN, FAIL},
    {"keepalive-too-slow", SNOW, keepalive_9, UNSAID, FAIL},
    {"keepalive-too-slow", SNOW, keepalive_11, BROKEN, FAIL},
    {"keepalive-one-loss", SNOW, keepalive_5, UNSAID, UNPROVEN},
    {"keepalive-too-slow", SNOW, keepalive_unsaid, BROKEN, FAIL},
    {"margin-too-small", SNOW, margin_alone_in, UNSAID, UNPROVEN},
    {"margin-too-small", SNOW, margin_alone_out, BROKEN, FAIL},
    {"margin-too-small", SNOW, before_in, UNSAID, UNPROVEN},
    {"margin-too-small", SNOW, before_out, BROKEN, FAIL},
    {"hwm-lead", SNOW, lead_500, UNSAID, UNPROVEN},
    {"hwm-lead", SNOW, lead_499, BROKEN, FAIL},
    {"rate-over-capacity", SNOW, rate_of_all, UNSAID, UNPROVEN},
    {"rate-over-capacity", SNOW, rate_over_all, BROKEN, FAIL},
    {"offset-vs-order", SONY, order_at_best, BROKEN, FAIL},
    {"lifetime-short", SNOW, life_in, UNSAID, UNPROVEN},
    {"lifetime-short", SNOW, life_out, BROKEN, FAIL},
    {"lifetime-short", SNOW, life_out_of_any_epoch, BROKEN, FAIL},
    {"json-number", SNOW, json_in, UNSAID, UNPROVEN},
    {"json-number", SNOW, json_out, BROKEN, FAIL},
    {"replicas-over-workers", SONY, only_a_counter, BROKEN, FAIL},
    {"counter-restart", SONY, only_a_counter, UNSAID, FAIL},
    {"counter-restart", SONY, counter_of_database, SILENT, UNPROVEN},
    {"ids-distinct", SONY, only_workers, BROKEN, FAIL},
    {"collision-odds", SNOW, sequences_by_chance, BROKEN, FAIL},
    {"collision-odds", SNOW, one_sequence, HOLDS, FAIL}, /* three are drawn */
    {"collision-odds", SNOW, sequences_of_some, UNSAID, UNPROVEN},
    {"collision-odds", SNOW, counter_beside_chance, BROKEN, FAIL},
    {"replicas-over-workers", SONY, one_field_of_time, BROKEN, FAIL},
    {"process-fork", SONY, threads_without_field, BROKEN, FAIL},
    {"coordinators-overlap", SONY, clusters_of_static, BROKEN, FAIL},
    {"replicas-over-workers", SONY, clusters_past_the_field, BROKEN, FAIL},
    {"coordinators-overlap", SONY, clusters_drawn, HOLDS, PASS},
    {"worker-from-mac-pid", SONY, lone_mac, HOLDS, FAIL}, /* twelve are drawn */
    {"order-across-workers", SONY, strict_of_some, UNSAID, UNPROVEN},
    {"time-guard-missing", SNOW, wraps_after_service, BROKEN, PASS},
    {"time-guard-missing", SNOW, wraps_some_day, BROKEN, FAIL},
    {"life-empty", SNOW, ends_before_epoch, BROKEN, FAIL},
    {"revoke-early", SNOW, revoke_unsaid_mark, SILENT, UNPROVEN},
    {"column-too-small", SNOW, column_double, BROKEN, FAIL},
    {"column-too-small", SNOW, column_real, BROKEN, FAIL},
    {"column-too-small", SNOW, column_boolean, BROKEN, FAIL},
    {"column-too-small", SNOW, column_foo, UNSAID, UNPROVEN},
    {"too-large", SNOW, huge_tick, BROKEN, FAIL},
    {"too-large", SNOW, tiny_tick, BROKEN, FAIL},
    {"too-large", SNOW, huge_replicas, BROKEN, FAIL},
    {"too-large", SNOW, huge_life, BROKEN, FAIL},
    {"too-large", SNOW, huge_ttl, BROKEN, FAIL},
    {"too-large", SNOW, huge_drift, BROKEN, FAIL},
    {"too-large", SNOW, huge_wait, BROKEN, FAIL},
    {"keepalive-too-slow", SNOW, margin_over_ttl, BROKEN, FAIL},
};

static void none_passes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const unsafe *c = &cases[i];
        builder b;
        c->base(&b);
        c->make(&b);
        check_design(&b);
        if (state_of(&b, c->rule) != c->state)
            print_error("case %zu, %s: %s\n", i, c->rule,
                        idarch_rule_state_name(state_of(&b, c->rule)));
        assert_int_equal(state_of(&b, c->rule), c->state);
        if (b.report.verdict != c->verdict)
            print_error("case %zu, %s: verdict %s\n", i, c->rule,
                        idarch_verdict_name(b.report.verdict));
        assert_int_equal(b.report.verdict, c->verdict);
        builder_release(&b);
    }
}

static void the_best_value_is_named(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    keepalive_9(&b);
    check_design(&b);
    assert_string_equal(finding_of(&b, "keepalive-one-loss")->message,
                        "TTL 10 s and keepalives every 9 s: one lost keepalive stops the worker "
                        "(at best; not stated: `reply timeout`, `lease margin`)");
    builder_release(&b);
    build_snowflake(&b);
    life_out_of_any_epoch(&b);
    put_years(&b, IDARCH_KEY_SERVICE_LIFE, 20);
    check_design(&b);
    assert_string_equal(finding_of(&b, "lifetime-short")->message,
                        "32 bits of ms last 49.7 days, less than the service life of 20 years, "
                        "whenever it starts");
    builder_release(&b);
}

/* --- figures --- */

static void replicas_without_a_number_add_nothing(void **state)
{
    (void)state;
    builder b;
    build_sonyflake(&b);
    b.document.design.layout.fields[3].bits = 2; /* 4 numbers of 25,600 IDs/s */
    put_number(&b, IDARCH_KEY_REPLICAS, 6);
    put_rate(&b, 400000, false);
    check_design(&b);
    assert_int_equal(idarch_ratio_floor(b.report.fleet_ids_per_second), 102400);
    assert_false(b.report.fleet_of_replicas);
    assert_non_null(strstr(b.report.verdict_line, "102,400 IDs/s with 4 workers"));
    assert_non_null(strstr(finding_of(&b, "rate-over-capacity")->message,
                           "one worker must issue 66,666.7 IDs/s"));
    put_number(&b, IDARCH_KEY_REPLICAS, 3);
    check_design(&b);
    assert_int_equal(idarch_ratio_floor(b.report.fleet_ids_per_second), 76800);
    assert_non_null(strstr(finding_of(&b, "rate-over-capacity")->message,
                           "one worker must issue 133,333.4 IDs/s"));
    builder_release(&b);
}

static void assert_sum_hint(unsigned time, unsigned random, const char *hint)
{
    builder b;
    builder_init(&b);
    put_field(&b, "time", IDARCH_FIELD_TIME, time, NULL);
    put_field(&b, "random", IDARCH_FIELD_RANDOM, random, NULL);
    check_design(&b);
    assert_string_equal(finding_of(&b, "bits-sum")->hint, hint);
    builder_release(&b);
}

static void other_sizes_can_be_stated(void **state)
{
    (void)state;
    assert_sum_hint(48, 80, "name the scheme, `Scheme: ulid`, or state `ID bits: 128`");
    assert_sum_hint(40, 88,
                    "state the size, `ID bits: 128`, or name a scheme of it, such as `Scheme: "
                    "ulid`");
    assert_sum_hint(32, 128, "state the size: `ID bits: 160`");
    assert_sum_hint(32, 64, "state the size: `ID bits: 96`");
    assert_sum_hint(32, 21, "state the size: `ID bits: 53`");
    assert_sum_hint(41, 24, "make a field 1 bit narrower, or state `ID bits: 65`");
}

static void slow_rates_keep_their_digits(void **state)
{
    (void)state;
    builder b;
    build_sonyflake(&b);
    put_layout(&b, 1, 53, 10, 0);
    put_ms(&b, IDARCH_KEY_TICK, 87719);
    put_rate(&b, 1, true);
    put_number(&b, IDARCH_KEY_REPLICAS, 1);
    check_design(&b);
    assert_non_null(strstr(finding_of(&b, "rate-over-capacity")->message,
                           "at most 0.0114 IDs/s"));
    assert_non_null(strstr(b.report.verdict_line, "0.0114 IDs/s with 1 replica"));
    const char *text = idarch_report_text(b.arena, &b.document, &b.report, &b.findings);
    assert_non_null(strstr(text, "0.0114 IDs/s"));
    const char *json_text = idarch_report_json(b.arena, &b.document, &b.report, &b.findings);
    assert_non_null(strstr(json_text, "\"ids_per_second\":\"0.0114\""));
    put_ns(&b, IDARCH_KEY_TICK, (idarch_i128)IDARCH_NS_PER_DAY);
    check_design(&b);
    assert_non_null(strstr(b.report.verdict_line, "1 ID per 1 day"));
    builder_release(&b);
}

/* What cannot be meant makes no figure, and is named. */
static void what_is_refused_makes_no_figure(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    huge_tick(&b);
    huge_life(&b);
    check_design(&b);
    assert_int_equal(b.report.tick.num, IDARCH_NS_PER_MS);
    assert_true(b.report.tick_assumed);
    assert_string_equal(b.report.assumed.items[0], "tick 1 ms (the stated one is refused)");
    assert_string_equal(finding_of(&b, "too-large")->message,
                        "`tick` is too large to be meant: it is left out of all rules and "
                        "figures");
    builder_release(&b);
}

/* --- what the document states and idarch could not read --- */

static const char *const unread =
    "# A service\n\n## Settings\n\n- **Epoch:** the day we started\n- Service life: 20 years\n"
    "- Launch: 2026-03-01T00:00:00Z\n- Layout: 1 sign, 41 time, 10 worker, 12 sequence\n";

static void what_stands_there_need_not_be_added(void **state)
{
    (void)state;
    builder b;
    builder_init(&b);
    idarch_source *source = idarch_source_new(b.arena, "a.md", idarch_str_of(unread));
    idarch_parse_document(b.arena, source, IDARCH_INPUT_MARKDOWN, NULL, &b.findings, &b.document);
    idarch_check(b.arena, &b.document, &b.options, &b.findings, &b.report);
    assert_int_equal(state_of(&b, "lifetime-short"), IDARCH_RULE_NOT_STATED);
    const char *text = idarch_report_text(b.arena, &b.document, &b.report, &b.findings);
    assert_null(strstr(text, "add `epoch`"));
    assert_non_null(strstr(text, "stated, but could not be read"));
    assert_non_null(strstr(text, "add `rate`"));
    const char *json_text = idarch_report_json(b.arena, &b.document, &b.report, &b.findings);
    assert_non_null(strstr(
        json_text, "{\"rule\":\"lifetime-short\",\"state\":\"not stated\",\"add\":null}"));
    assert_int_equal(b.report.verdict, IDARCH_VERDICT_FAIL);
    builder_release(&b);
}

/* --- proofs claim only what is stated --- */

static void assert_lease_proof(change *make, idarch_key key, const char *why)
{
    builder b;
    build_snowflake(&b);
    if (make)
        make(&b);
    else
        unset(&b, key);
    check_design(&b);
    for (size_t i = 0; i < b.report.proofs.count; i++) {
        const idarch_proof *proof = &b.report.proofs.items[i];
        if (strcmp(proof->name, "lease is lost") != 0)
            continue;
        assert_false(proof->ran);
        assert_string_equal(proof->detail, why);
        builder_release(&b);
        return;
    }
    fail_msg("no proof about the lease");
}

static void margin_zero(builder *b) { margin_of(b, 0); }

static void proofs_claim_what_is_stated(void **state)
{
    (void)state;
    assert_lease_proof(NULL, IDARCH_KEY_LEASE_CHECK, "lease check not stated");
    assert_lease_proof(NULL, IDARCH_KEY_LEASE_MARGIN, "lease margin not stated");
    assert_lease_proof(margin_zero, IDARCH_KEY_LEASE_MARGIN, "no lease margin");
    assert_lease_proof(before_in, IDARCH_KEY_LEASE_CHECK,
                       "the lease is checked before the clock is read");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_passes),
        cmocka_unit_test(the_best_value_is_named),
        cmocka_unit_test(replicas_without_a_number_add_nothing),
        cmocka_unit_test(slow_rates_keep_their_digits),
        cmocka_unit_test(what_is_refused_makes_no_figure),
        cmocka_unit_test(other_sizes_can_be_stated),
        cmocka_unit_test(what_stands_there_need_not_be_added),
        cmocka_unit_test(proofs_claim_what_is_stated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
