/* Tests of the rules. Every rule has a design that just satisfies it, at the bound where it
 * has one, and a design that breaks it alone; `with` names findings that cannot be avoided
 * beside it. Bounds: the formulas of each rule, computed by hand or with exact fractions
 * outside this program. */
#include "tests/unit/design_builder.h"

#define MS ((idarch_i128)IDARCH_NS_PER_MS)

typedef void change(builder *b);

typedef struct rule_case {
    const char *rule;
    void (*base)(builder *b);
    change *holds;   /* NULL: the base itself holds */
    change *breaks;
    idarch_severity severity;
    const char *with; /* other findings of the broken design, by blanks */
} rule_case;

/* --- layout --- */

static void sum_63(builder *b) { put_layout(b, 0, 41, 10, 12); }
static void sum_65(builder *b) { put_layout(b, 1, 41, 10, 13); }
static void sum_53(builder *b)
{
    put_layout(b, 0, 32, 12, 9);
    put_ms(b, IDARCH_KEY_TICK, 10);
    put_number(b, IDARCH_KEY_ID_BITS, 53);
}
static void sum_total(builder *b)
{
    b->document.design.layout.total_stated = true;
    b->document.design.layout.total = 63;
}
static void sign_of_2(builder *b) { put_layout(b, 2, 41, 9, 12); }
static void width_0(builder *b)
{
    put_layout(b, 1, 41, 10, 12);
    put_field(b, "spare", IDARCH_FIELD_RESERVED, 0, NULL);
}
static void no_sign(builder *b) { put_layout(b, 0, 42, 10, 12); }
static void no_sign_unsigned(builder *b)
{
    no_sign(b);
    put_text(b, IDARCH_KEY_ID_COLUMN, "BIGINT UNSIGNED in MySQL");
}
/* 2^41 ms from 2026 end 2095-09-07T15:47:35.552Z; the launch is 2026-03-01 */
static void no_sign_long(builder *b)
{
    no_sign(b);
    put_years(b, IDARCH_KEY_SERVICE_LIFE, 70);
}
static void node_first(builder *b)
{
    clear_layout(b);
    put_field(b, "sign", IDARCH_FIELD_SIGN, 1, NULL);
    put_field(b, "node", IDARCH_FIELD_NODE, 10, NULL);
    put_field(b, "time", IDARCH_FIELD_TIME, 41, NULL);
    put_field(b, "sequence", IDARCH_FIELD_SEQUENCE, 12, NULL);
}
static void node_says_1024(builder *b)
{
    b->document.design.layout.fields[2].meaning = "room for 1,024 instances, 3 nodes today";
}
static void node_says_512(builder *b)
{
    b->document.design.layout.fields[2].meaning = "10 bits, 512 instances";
}
static void sequence_says_4095(builder *b)
{
    b->document.design.layout.fields[3].meaning = "up to 4095 per ms";
}
static void sequence_says_8192(builder *b)
{
    b->document.design.layout.fields[3].meaning = "2^13 IDs per ms";
}
static void uuid_without_version(builder *b)
{
    clear_layout(b);
    put_field(b, "time", IDARCH_FIELD_TIME, 48, NULL);
    put_field(b, "random", IDARCH_FIELD_RANDOM, 80, NULL);
}
static void offset_1023(builder *b) { put_number(b, IDARCH_KEY_WORKER_ID_OFFSET, 1023); }
static void offset_1024(builder *b) { put_number(b, IDARCH_KEY_WORKER_ID_OFFSET, 1024); }

/* --- time --- */

static void launch_at_epoch(builder *b) { put_date(b, IDARCH_KEY_LAUNCH, 2026, 1, 1); }
static void launch_too_early(builder *b) { put_date(b, IDARCH_KEY_LAUNCH, 2025, 12, 31); }
static void unix_epoch(builder *b)
{
    put_epoch_ms(b, 0);
    put_years(b, IDARCH_KEY_SERVICE_LIFE, 5);
}
static void unix_epoch_43(builder *b)
{
    unix_epoch(b);
    put_layout(b, 1, 43, 8, 12);
}
static const idarch_i128 snowflake_life = (idarch_i128)2199023255552 * IDARCH_NS_PER_MS;

/* The service ends so many ns after the time field's last instant. */
static void end_after(builder *b, idarch_i128 ns)
{
    idarch_ratio end = idarch_ratio_int(date(2026, 1, 1).num + snowflake_life + ns);
    put(b, IDARCH_KEY_SERVICE_LIFE, (idarch_value){.type = IDARCH_VALUE_INSTANT, .ratio = end});
}
static void end_just_in(builder *b) { end_after(b, 0); }
static void end_just_out(builder *b) { end_after(b, 1); }
static void now_before_end(builder *b, idarch_i128 ns)
{
    b->options.has_now = true;
    b->options.now = idarch_ratio_int(date(2026, 1, 1).num + snowflake_life - ns);
}
static void now_last_ns(builder *b) { now_before_end(b, 1); }
static void now_at_end(builder *b) { now_before_end(b, 0); }
static void now_tenth(builder *b) { now_before_end(b, snowflake_life / 10 + 1); }
static void now_under_tenth(builder *b) { now_before_end(b, snowflake_life / 10 - 1); }
static void time_says(builder *b, const char *text)
{
    b->document.design.layout.fields[1].meaning = text;
}
static void says_69(builder *b) { time_says(b, "ms since the epoch, good for 69 years"); }
static void says_69_73(builder *b) { time_says(b, "69.73 years of 365 days"); }
static void says_41(builder *b) { time_says(b, "41 bits = 41 years"); }
static void coarse(builder *b)
{
    put_ms(b, IDARCH_KEY_TICK, 1000);
    put_rate(b, 100, true);
    put_choice(b, IDARCH_KEY_ORDER, "per tick");
}
static void not_coarse(builder *b)
{
    coarse(b);
    put_ms(b, IDARCH_KEY_TICK, 999);
}

static void time_refused(builder *b) { put_choice(b, IDARCH_KEY_TIME_OVERFLOW, "refuse"); }
static void time_wraps(builder *b) { put_choice(b, IDARCH_KEY_TIME_OVERFLOW, "wrap"); }

/* --- capacity --- */

static void rate_25600(builder *b) { put_rate(b, 25600, true); }
static void rate_25601(builder *b) { put_rate(b, 25601, true); }
static void rate_19200(builder *b) { put_rate(b, 19200, true); } /* 256 - 4 * 16 = 192 */
static void rate_19201(builder *b) { put_rate(b, 19201, true); }
static void burst_256(builder *b) { put_number(b, IDARCH_KEY_BURST, 256); }
static void burst_257(builder *b) { put_number(b, IDARCH_KEY_BURST, 257); }
static void overflow_waits(builder *b)
{
    put_choice(b, IDARCH_KEY_SEQUENCE_OVERFLOW, "wait");
}
static void overflow_modulo(builder *b)
{
    put_choice(b, IDARCH_KEY_SEQUENCE_OVERFLOW, "modulo");
}
static void shard_3000(builder *b)
{
    put_choice(b, IDARCH_KEY_SHARD_BY, "modulo");
    put_rate(b, 3000, false); /* three replicas: one ID a tick each */
}
static void shard_2999(builder *b)
{
    shard_3000(b);
    put_rate(b, 2999, false);
}

/* --- workers --- */

static void replicas(builder *b, int64_t count)
{
    put_number(b, IDARCH_KEY_REPLICAS, count);
    b->document.design.drawn_replicas = count;
}
static void replicas_65536(builder *b) { replicas(b, 65536); }
static void replicas_65537(builder *b) { replicas(b, 65537); }
static void surge_fits(builder *b)
{
    replicas(b, 1000);
    put_share(b, IDARCH_KEY_SURGE, 24, 1000);
}
static void surge_over(builder *b)
{
    replicas(b, 1000);
    put_share(b, IDARCH_KEY_SURGE, 241, 10000); /* 24.1, rounded up */
}
/* 12 replicas, 100 years = 36,525 days: 12 + 12 * restarts * 36,525 <= 65,536 */
static void never_reused(builder *b, int64_t extra)
{
    put_choice(b, IDARCH_KEY_WORKER_IDS, "zookeeper sequential");
    put_choice(b, IDARCH_KEY_MARK_STORED_IN, "own key");
    put_share(b, IDARCH_KEY_RESTARTS, 65524 + extra, 438300);
}
static void never_reused_fits(builder *b) { never_reused(b, 0); }
static void never_reused_over(builder *b) { never_reused(b, 1); }
static void worker_twice(builder *b) { b->document.design.workers.items[2].id = 1; }
static void worker_1023(builder *b) { b->document.design.workers.items[2].id = 1023; }
static void worker_1024(builder *b) { b->document.design.workers.items[2].id = 1024; }
static void one_worker(builder *b) { b->document.design.workers.count = 1; }
static void drawn_one(builder *b)
{
    one_worker(b);
    replicas(b, 1);
}
static void random_one(builder *b)
{
    drawn_one(b);
    put_choice(b, IDARCH_KEY_WORKER_IDS, "random");
}
static void random_12(builder *b) { put_choice(b, IDARCH_KEY_WORKER_IDS, "random"); }
static void hash_2(builder *b) /* 1 in 65,536: a warning */
{
    replicas(b, 2);
    put_choice(b, IDARCH_KEY_WORKER_IDS, "hash");
}
static void network(builder *b, const char *text)
{
    put_choice(b, IDARCH_KEY_WORKER_IDS, "private ip");
    put_text(b, IDARCH_KEY_NETWORK, text);
}
static void network_16(builder *b) { network(b, "10.1.0.0/16"); }
static void network_15(builder *b) { network(b, "10.0.0.0/15"); }
static void network_two(builder *b) { network(b, "10.1.0.0/16, 10.2.0.0/16"); }
static void from_mac(builder *b) { put_choice(b, IDARCH_KEY_WORKER_IDS, "mac"); }
static void two_sets(builder *b, int64_t offset)
{
    put_choice(b, IDARCH_KEY_WORKER_IDS, "statefulset");
    put_number(b, IDARCH_KEY_STATEFULSETS, 2);
    put_number(b, IDARCH_KEY_WORKER_ID_OFFSET, offset);
}
static void two_sets_apart(builder *b) { two_sets(b, 12); }
static void two_sets_overlap(builder *b) { two_sets(b, 11); }
static void no_mark(builder *b, int64_t restart_ms)
{
    put_choice(b, IDARCH_KEY_MARK, "none");
    unset(b, IDARCH_KEY_MARK_INTERVAL);
    unset(b, IDARCH_KEY_MARK_LEAD);
    put_ms(b, IDARCH_KEY_RESTART_TIME, restart_ms);
}
static void force_with_mark(builder *b)
{
    two_sets_apart(b);
    put_choice(b, IDARCH_KEY_FORCED_DELETION, "allowed");
    put_choice(b, IDARCH_KEY_MARK_STORED_IN, "own key");
    put_choice(b, IDARCH_KEY_MARK_WRITTEN, "conditionally");
}
static void force_with_plain_mark(builder *b)
{
    force_with_mark(b);
    put_choice(b, IDARCH_KEY_MARK_WRITTEN, "plainly");
}
static void force_without_mark(builder *b)
{
    force_with_mark(b);
    no_mark(b, 60000);
}
static void threads_share(builder *b) { put_yes(b, IDARCH_KEY_THREADS_SHARE, true); }
static void threads_apart(builder *b) { put_yes(b, IDARCH_KEY_THREADS_SHARE, false); }
static void processes_1(builder *b) { put_number(b, IDARCH_KEY_PROCESSES, 1); }
static void processes_4(builder *b) { put_number(b, IDARCH_KEY_PROCESSES, 4); }
static void drawn_four(builder *b) { b->document.design.drawn_replicas = 4; }
static void drawn_two(builder *b)
{
    b->document.design.drawn_replicas = 2;
    put_number(b, IDARCH_KEY_REPLICAS, 2);
}

/* --- leases --- */

static void no_ttl(builder *b) { unset(b, IDARCH_KEY_LEASE_TTL); }
static void election_6(builder *b) { put_ms(b, IDARCH_KEY_ELECTION_TIMEOUT, 6666); }
static void election_7(builder *b) { put_ms(b, IDARCH_KEY_ELECTION_TIMEOUT, 6667); }
static void ttl_part(builder *b) { put_ms(b, IDARCH_KEY_LEASE_TTL, 10500); }
static void keepalive(builder *b, int64_t ms) { put_ms(b, IDARCH_KEY_KEEPALIVE, ms); }
static void keepalive_8500(builder *b) { keepalive(b, 8500); } /* 10 - 1 - 0.5 s */
static void keepalive_8501(builder *b) { keepalive(b, 8501); }
static void keepalive_4250(builder *b) { keepalive(b, 4250); }
static void keepalive_4251(builder *b) { keepalive(b, 4251); }
static void margin(builder *b, idarch_i128 ns) { put_ns(b, IDARCH_KEY_LEASE_MARGIN, ns); }
static void margin_0(builder *b) { margin(b, 0); }
/* one reading: 10 - 0.999 (10 / 1.001 - 0.1 - 0.001) s = 120,999,899,000 / 1001 ns */
static void margin_just_in(builder *b) { margin(b, 120879020); }
static void margin_just_out(builder *b) { margin(b, 120879019); }
static void check_before(builder *b)
{
    put_choice(b, IDARCH_KEY_LEASE_CHECK, "before the clock");
}
/* check first, pause 0.5 s: 620,999,399,000 / 1001 ns */
static void before_just_in(builder *b)
{
    check_before(b);
    margin(b, 620379020);
}
static void before_just_out(builder *b)
{
    check_before(b);
    margin(b, 620379019);
}
/* by the ID's own timestamp: 111,101,000,000 / 1001 ns */
static void stamp_just_in(builder *b)
{
    put_choice(b, IDARCH_KEY_LEASE_CHECK, "by timestamp");
    margin(b, 110990010);
}
static void stamp_just_out(builder *b)
{
    stamp_just_in(b);
    margin(b, 110990009);
}
static void logical_lead(builder *b) /* 1 s more: 0.999 * 1 s more */
{
    put_choice_ns(b, IDARCH_KEY_CLOCK_RULE, "logical", IDARCH_NS_PER_S);
    put_ms(b, IDARCH_KEY_MAX_OFFSET, 0);
    margin(b, 2000 * MS);
    put_choice_ns(b, IDARCH_KEY_ORDER, "within", 2 * IDARCH_NS_PER_S);
}
static void logical_without_cap(builder *b)
{
    logical_lead(b);
    put_choice(b, IDARCH_KEY_CLOCK_RULE, "logical");
    unset(b, IDARCH_KEY_ORDER);
}
static void fenced(builder *b)
{
    put_yes(b, IDARCH_KEY_FENCED_MARK, true);
    unset(b, IDARCH_KEY_LEASE_MARGIN);
}
static void room_121(builder *b) { keepalive(b, 9379); }
static void room_120(builder *b) { keepalive(b, 9380); }
static void deadline(builder *b, const char *suspend)
{
    put_choice(b, IDARCH_KEY_DEADLINE_CLOCK, "monotonic");
    put_choice(b, IDARCH_KEY_SUSPEND, suspend);
}
static void never_suspended(builder *b) { deadline(b, "never"); }
static void may_suspend(builder *b) { deadline(b, "possible"); }
static void wall_deadline(builder *b) { put_choice(b, IDARCH_KEY_DEADLINE_CLOCK, "wall"); }
static void from_reply(builder *b) { put_choice(b, IDARCH_KEY_DEADLINE_FROM, "reply"); }
static void etcd_2(builder *b) { put_number(b, IDARCH_KEY_ETCD_NODES, 2); }
static void etcd_4(builder *b) { put_number(b, IDARCH_KEY_ETCD_NODES, 4); }
static void no_lease_edge(builder *b) { b->document.design.worker_to_coordinator = false; }
static void revoke(builder *b) { put_choice(b, IDARCH_KEY_RELEASE, "revoke"); }
static void revoke_plain(builder *b)
{
    revoke(b);
    put_choice(b, IDARCH_KEY_MARK_WRITTEN, "plainly");
}
static void revoke_late(builder *b) { put_choice(b, IDARCH_KEY_RELEASE, "wait then revoke"); }
static void fast_slew(builder *b) { put_share(b, IDARCH_KEY_MAX_SLEW_RATE, 1001, 1000000); }

/* --- marks --- */

static void restart_101(builder *b) { no_mark(b, 101); } /* 2 * 50 ms */
static void restart_100(builder *b) { no_mark(b, 100); }
static void restart_steps(builder *b)
{
    no_mark(b, 10000);
    put_text(b, IDARCH_KEY_MAKESTEP, "1.0 -1");
}
static void lead_3500(builder *b) { put_ms(b, IDARCH_KEY_MARK_LEAD, 3500); }
static void lead_3499(builder *b) { put_ms(b, IDARCH_KEY_MARK_LEAD, 3499); }
static void lead_10001(builder *b) { put_ms(b, IDARCH_KEY_MARK_LEAD, 10001); }
static void lead_10000(builder *b) { put_ms(b, IDARCH_KEY_MARK_LEAD, 10000); }
static void mark_on_lease(builder *b) { put_choice(b, IDARCH_KEY_MARK_STORED_IN, "lease"); }
static void mark_on_volume(builder *b) { put_choice(b, IDARCH_KEY_MARK_STORED_IN, "volume"); }
static void mark_plainly(builder *b) { put_choice(b, IDARCH_KEY_MARK_WRITTEN, "plainly"); }
static void startup_6100(builder *b) { put_ms(b, IDARCH_KEY_STARTUP_LIMIT, 6100); }
static void startup_6099(builder *b) { put_ms(b, IDARCH_KEY_STARTUP_LIMIT, 6099); }

/* --- clocks --- */

static void clock_resets(builder *b) { put_choice(b, IDARCH_KEY_CLOCK_RULE, "reset"); }
static void wait_for(builder *b, int64_t ms)
{
    put_choice_ns(b, IDARCH_KEY_CLOCK_RULE, "wait", ms * MS);
}
static void wait_100(builder *b) { wait_for(b, 100); }
static void wait_101(builder *b) { wait_for(b, 101); }
static void wait_for_ever(builder *b) { put_choice(b, IDARCH_KEY_CLOCK_RULE, "wait"); }
static void logical_capped(builder *b)
{
    put_choice_ns(b, IDARCH_KEY_CLOCK_RULE, "logical", 100 * MS);
}
static void logical_open(builder *b)
{
    put_choice(b, IDARCH_KEY_CLOCK_RULE, "logical");
    unset(b, IDARCH_KEY_ORDER);
}
static void no_clock_edge(builder *b) { b->document.design.worker_to_clock = false; }
static void makestep_10(builder *b) { put_text(b, IDARCH_KEY_MAKESTEP, "0.1 10"); }
static void makestep_11(builder *b) { put_text(b, IDARCH_KEY_MAKESTEP, "0.1 11"); }
static void makestep_always(builder *b) { put_text(b, IDARCH_KEY_MAKESTEP, "1 -1"); }
static void ntpd(builder *b) { put_choice(b, IDARCH_KEY_TIME_SYNC, "ntpd"); }
static void ntpd_600(builder *b)
{
    ntpd(b);
    put_ms(b, IDARCH_KEY_STEP_THRESHOLD, 600000);
}
static void leap_system(builder *b) { put_choice(b, IDARCH_KEY_LEAPSECMODE, "system"); }
static void leap_both(builder *b) { put_choice(b, IDARCH_KEY_LEAP_SMEAR, "smeared"); }
static void leap_only_smeared(builder *b)
{
    leap_both(b);
    unset(b, IDARCH_KEY_LEAPSECMODE);
}
static void leap_unsmeared(builder *b) { put_choice(b, IDARCH_KEY_LEAP_SMEAR, "unsmeared"); }
static void leap_mixed(builder *b) { put_choice(b, IDARCH_KEY_LEAP_SMEAR, "mixed"); }
static void order_50(builder *b) /* 2 * 20 ms + 10 ms */
{
    put_choice_ns(b, IDARCH_KEY_ORDER, "within", 50 * MS);
}
static void order_49(builder *b) { put_ns(b, IDARCH_KEY_ORDER, 49 * MS); }
static void monotonic_never(builder *b)
{
    put_choice(b, IDARCH_KEY_CLOCK_SOURCE, "monotonic base");
    put_choice(b, IDARCH_KEY_SUSPEND, "never");
}
static void monotonic_suspended(builder *b)
{
    monotonic_never(b);
    put_choice(b, IDARCH_KEY_SUSPEND, "possible");
}
static void latency_50(builder *b) { put_ms(b, IDARCH_KEY_LATENCY, 50); }
static void latency_49(builder *b) { put_ms(b, IDARCH_KEY_LATENCY, 49); }

/* --- storage --- */

static void column(builder *b, const char *text) { put_text(b, IDARCH_KEY_ID_COLUMN, text); }
static void column_int(builder *b) { column(b, "INT in MySQL 8.4"); }
static void column_char_19(builder *b) { column(b, "varchar(19)"); }
static void column_char_18(builder *b) { column(b, "varchar(18)"); }
static void column_numeric_19(builder *b) { column(b, "NUMERIC(19)"); }
static void column_numeric_18(builder *b) { column(b, "DECIMAL(18, 0)"); }
static void column_binary_16(builder *b) { column(b, "BINARY(16)"); }
static void column_binary_15(builder *b) { column(b, "BINARY(15)"); }
/* 2^53 is passed 2^31 ms after the epoch */
static void json_number(builder *b, int64_t more_ns)
{
    idarch_i128 at = date(2026, 1, 1).num + ((idarch_i128)1 << 31) * MS + more_ns;
    put_choice(b, IDARCH_KEY_EXPOSED_AS, "json number");
    launch_at_epoch(b);
    put(b, IDARCH_KEY_SERVICE_LIFE,
        (idarch_value){.type = IDARCH_VALUE_INSTANT, .ratio = idarch_ratio_int(at)});
}
static void json_just_in(builder *b) { json_number(b, 0); }
static void json_just_out(builder *b) { json_number(b, 1); }
static void text_uuid(builder *b) { column(b, "CHAR(36)"); }
static void not_unique(builder *b) { put_yes(b, IDARCH_KEY_UNIQUE, false); }
static void public_ids(builder *b) { put_choice(b, IDARCH_KEY_VISIBLE_TO, "public"); }
static void secret(builder *b) { put_yes(b, IDARCH_KEY_SECRET, true); }
static void secret_v4(builder *b)
{
    secret(b);
    put_scheme(b, "uuid-v4");
}
/* 1 - exp(-10 y * (r / 1000)^2 / 2 / 2^74) passes 1e-6 between these */
static void odds_in(builder *b) { put_rate(b, 345997, false); }
static void odds_out(builder *b) { put_rate(b, 345998, false); }
static void offline(builder *b) { put_choice(b, IDARCH_KEY_CREATED_BY, "offline client"); }
static void strict_order(builder *b) { put_choice(b, IDARCH_KEY_ORDER, "strict"); }

/* --- shape, sizes, sets --- */

static void only_reserved(builder *b)
{
    clear_layout(b);
    put_field(b, "sign", IDARCH_FIELD_SIGN, 1, NULL);
    put_field(b, "reserved", IDARCH_FIELD_RESERVED, 63, NULL);
    unset(b, IDARCH_KEY_ORDER);
}
static void two_fields_and_a_sign(builder *b, bool last)
{
    clear_layout(b);
    if (!last)
        put_field(b, "sign", IDARCH_FIELD_SIGN, 1, NULL);
    else
        put_field(b, "reserved", IDARCH_FIELD_RESERVED, 1, NULL);
    put_field(b, "sign", IDARCH_FIELD_SIGN, 1, NULL);
    put_field(b, "time", IDARCH_FIELD_TIME, 40, NULL);
    put_field(b, "worker", IDARCH_FIELD_NODE, 10, NULL);
    put_field(b, "sequence", IDARCH_FIELD_SEQUENCE, 12, NULL);
}
static void sign_twice(builder *b) { two_fields_and_a_sign(b, false); }
static void sign_last(builder *b) { two_fields_and_a_sign(b, true); }
static void other_tick(builder *b) { put_ms(b, IDARCH_KEY_TICK, 1000); }
static void other_epoch(builder *b) { put_date(b, IDARCH_KEY_EPOCH, 2026, 1, 1); }
static void huge_offset(builder *b)
{
    put_ns(b, IDARCH_KEY_MAX_OFFSET, idarch_pow2(110));
}
static void life_over(builder *b) { put_date(b, IDARCH_KEY_SERVICE_LIFE, 2026, 3, 1); }
static void per_tick(builder *b, int64_t offset_ms)
{
    put_choice(b, IDARCH_KEY_ORDER, "per tick");
    put_ms(b, IDARCH_KEY_MAX_OFFSET, offset_ms);
}
static void per_tick_in(builder *b) { per_tick(b, 4); } /* 2 * 4 ms under 10 ms */
static void per_tick_out(builder *b) { per_tick(b, 5); }
static void clusters_alike(builder *b) { put_number(b, IDARCH_KEY_CLUSTERS, 3); }
static void clusters_apart(builder *b)
{
    clusters_alike(b);
    put_number(b, IDARCH_KEY_WORKER_ID_OFFSET, 3);
}
static void counter_kept(builder *b)
{
    put_layout(b, 1, 0, 16, 47);
    unset(b, IDARCH_KEY_ORDER);
}
static void counter_forgotten(builder *b)
{
    counter_kept(b);
    put_choice(b, IDARCH_KEY_MARK, "none");
}

#define SNOW build_snowflake
#define SONY build_sonyflake
#define UUID build_uuidv7
#define E IDARCH_ERROR
#define W IDARCH_WARNING

static const rule_case cases[] = {
    {"bits-sum", SNOW, sum_63, sum_65, E, ""},
    {"bits-sum", SNOW, sum_53, sum_total, E, ""},
    {"bits-width-range", SNOW, NULL, sign_of_2, E, "bits-sum"},
    {"bits-width-range", SNOW, NULL, width_0, E, ""},
    {"sign-bit-used", SNOW, no_sign_unsigned, no_sign, W, ""},
    {"sign-bit-used", SNOW, NULL, no_sign_long, E, "lifetime-short"},
    {"time-not-first", SNOW, NULL, node_first, E, ""},
    {"label-mismatch", SNOW, node_says_1024, node_says_512, E, ""},
    {"label-mismatch", SNOW, sequence_says_4095, sequence_says_8192, E, ""},
    {"uuid-version-variant", UUID, NULL, uuid_without_version, E, ""},
    {"field-overflow-unmasked", SNOW, offset_1023, offset_1024, E, ""},
    {"epoch-future", SNOW, launch_at_epoch, launch_too_early, E, ""},
    {"epoch-not-set", SNOW, unix_epoch_43, unix_epoch, W, ""},
    {"lifetime-short", SNOW, end_just_in, end_just_out, E, ""},
    {"lifetime-expired", SNOW, now_last_ns, now_at_end, E, ""},
    {"lifetime-near", SNOW, now_tenth, now_under_tenth, W, ""},
    {"lifetime-claim", SNOW, says_69, says_41, E, ""},
    {"lifetime-claim", SNOW, says_69_73, says_41, E, ""},
    {"tick-too-coarse", SONY, not_coarse, coarse, W, ""},
    {"time-guard-missing", SNOW, time_refused, time_wraps, W, ""},
    {"rate-over-capacity", SONY, rate_25600, rate_25601, E, ""},
    {"rate-headroom", SONY, rate_19200, rate_19201, W, ""},
    {"burst-over-tick", SONY, burst_256, burst_257, W, ""},
    {"modulo-sequence", SNOW, overflow_waits, overflow_modulo, E, "proof-fill"},
    {"sequence-reset-skew", SNOW, shard_3000, shard_2999, W, ""},
    {"replicas-over-workers", SONY, replicas_65536, replicas_65537, E, ""},
    {"surge-over-workers", SNOW, surge_fits, surge_over, W, ""},
    {"never-reused-exhaustion", SONY, never_reused_fits, never_reused_over, E, ""},
    {"worker-duplicate", SNOW, NULL, worker_twice, E, ""},
    {"worker-out-of-range", SNOW, worker_1023, worker_1024, E, ""},
    {"worker-shared-template", SONY, drawn_one, one_worker, E, ""},
    {"worker-random", SONY, random_one, random_12, E, ""},
    {"worker-random", SONY, NULL, hash_2, W, ""},
    {"worker-from-ip16", SONY, network_16, network_15, E, ""},
    {"worker-from-ip16", SONY, network_16, network_two, E, ""},
    {"worker-from-mac-pid", SONY, NULL, from_mac, E, ""},
    {"ordinal-two-clusters", SONY, two_sets_apart, two_sets_overlap, E, ""},
    {"ordinal-force-delete", SONY, force_with_mark, force_without_mark, E, ""},
    {"ordinal-force-delete", SONY, NULL, force_with_plain_mark, E, "hwm-unfenced"},
    {"hwm-unfenced", SONY, force_with_mark, force_with_plain_mark, E, "ordinal-force-delete"},
    {"process-fork", SNOW, threads_share, threads_apart, E, ""},
    {"process-fork", SONY, threads_share, threads_apart, E, ""},
    {"process-fork", SONY, processes_1, processes_4, E, ""},
    {"replica-count-mismatch", SNOW, NULL, drawn_four, E, ""},
    {"replica-count-mismatch", SNOW, NULL, drawn_two, E, ""},
    {"lease-missing-ttl", SNOW, NULL, no_ttl, W, ""},
    {"lease-ttl-min", SNOW, election_6, election_7, E, ""},
    {"lease-ttl-min", SNOW, NULL, ttl_part, W, ""},
    {"keepalive-too-slow", SNOW, keepalive_8500, keepalive_8501, E, ""},
    {"keepalive-one-loss", SNOW, keepalive_4250, keepalive_4251, W, ""},
    {"margin-missing", SNOW, NULL, margin_0, E, "margin-too-small"},
    {"margin-too-small", SNOW, margin_just_in, margin_just_out, E, ""},
    {"margin-too-small", SNOW, before_just_in, before_just_out, E, "check-order"},
    {"margin-too-small", SNOW, stamp_just_in, stamp_just_out, E, ""},
    {"margin-too-small", SNOW, logical_lead, logical_without_cap, E, "clock-lead-cap"},
    {"margin-impossible", SNOW, room_121, room_120, E, "keepalive-too-slow"},
    {"check-order", SNOW, check_before, before_just_out, E, "margin-too-small"},
    {"deadline-clock", SNOW, never_suspended, may_suspend, E, ""},
    {"deadline-clock", SNOW, NULL, wall_deadline, E, ""},
    {"deadline-from-reply", SNOW, NULL, from_reply, W, ""},
    {"lease-single-node", SNOW, NULL, etcd_2, W, ""},
    {"lease-single-node", SNOW, NULL, etcd_4, W, ""},
    {"lease-edge-missing", SNOW, NULL, no_lease_edge, E, ""},
    {"revoke-early", SNOW, revoke_late, revoke_plain, E, "hwm-unfenced"},
    {"revoke-early", SNOW, revoke, revoke_plain, E, "hwm-unfenced"},
    {"slew-rate-margin", SNOW, NULL, fast_slew, W, ""},
    {"hwm-missing", SNOW, restart_101, restart_100, E, ""},
    {"hwm-missing", SNOW, NULL, restart_steps, E, "ntp-makestep-late"},
    {"hwm-lead", SNOW, lead_3500, lead_3499, E, ""},
    {"hwm-lead", SONY, lead_10001, lead_10000, E, ""},
    {"hwm-on-lease", SNOW, NULL, mark_on_lease, E, ""},
    {"hwm-memory-only", SNOW, NULL, mark_on_volume, E, ""},
    {"hwm-unfenced", SNOW, NULL, mark_plainly, E, ""},
    {"hwm-wait-budget", SNOW, startup_6100, startup_6099, W, ""},
    {"clock-rule-reset", SONY, NULL, clock_resets, E, "proof-clock-step"},
    {"clock-wait-cap", SNOW, wait_100, wait_101, W, ""},
    {"clock-wait-cap", SNOW, NULL, wait_for_ever, W, ""},
    {"clock-lead-cap", SONY, logical_capped, logical_open, W, ""},
    {"ntp-edge-missing", SNOW, NULL, no_clock_edge, W, ""},
    {"ntp-makestep-late", SNOW, makestep_10, makestep_11, W, ""},
    {"ntp-makestep-late", SNOW, NULL, makestep_always, W, ""},
    {"ntp-step-threshold", SNOW, ntpd_600, ntpd, W, ""},
    {"leap-mode", SNOW, leap_only_smeared, leap_both, W, ""},
    {"leap-mode", SNOW, NULL, leap_system, W, ""},
    {"leap-mixed", SNOW, leap_unsmeared, leap_mixed, E, ""},
    {"offset-vs-order", SONY, order_50, order_49, E, ""},
    {"monotonic-suspend", SONY, monotonic_never, monotonic_suspended, W, ""},
    {"latency-budget", SONY, latency_50, latency_49, W, ""},
    {"column-too-small", SNOW, NULL, column_int, E, ""},
    {"column-too-small", SNOW, column_char_19, column_char_18, E, ""},
    {"column-too-small", SNOW, column_numeric_19, column_numeric_18, E, ""},
    {"column-too-small", UUID, column_binary_16, column_binary_15, E, ""},
    {"json-number", SNOW, json_just_in, json_just_out, E, ""},
    {"uuid-as-text", UUID, NULL, text_uuid, W, ""},
    {"unique-constraint", SNOW, NULL, not_unique, W, ""},
    {"privacy-time", UUID, NULL, public_ids, W, ""},
    {"security-role", UUID, secret_v4, secret, E, ""},
    {"collision-odds", UUID, odds_in, odds_out, W, ""},
    {"offline-client", UUID, NULL, offline, E, NULL},
    {"offline-client", SNOW, NULL, offline, E, ""},
    {"order-within-tick", UUID, NULL, strict_order, E, ""},
    {"ids-distinct", SNOW, NULL, only_reserved, E, ""},
    {"sign-not-first", SNOW, NULL, sign_twice, E, ""},
    {"sign-not-first", SNOW, NULL, sign_last, E, ""},
    {"scheme-changed", UUID, NULL, other_tick, E, ""},
    {"scheme-changed", UUID, NULL, other_epoch, E, ""},
    {"too-large", SNOW, NULL, huge_offset, E, ""},
    {"life-empty", SNOW, NULL, life_over, E, ""},
    {"order-across-workers", SONY, per_tick_in, per_tick_out, E, ""},
    {"order-across-workers", SONY, per_tick_in, strict_order, E, ""},
    {"coordinators-overlap", SNOW, clusters_apart, clusters_alike, E, ""},
    {"counter-restart", SONY, counter_kept, counter_forgotten, E, ""},
};

/* Rules whose base is already the wrong scheme for them, or that only ever warn: the base
 * shows "not applicable" instead of "holds". */
static bool base_is_silent(const char *rule)
{
    static const char *const silent[] = {"worker-from-mac-pid", "ordinal-force-delete", "uuid-as-text",
                                         "order-within-tick", "offline-client"};
    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++)
        if (strcmp(silent[i], rule) == 0)
            return true;
    return false;
}

static bool expected(const rule_case *c, const char *code)
{
    return strcmp(code, c->rule) == 0 || (c->with[0] && strcmp(code, c->with) == 0);
}

static void assert_alone(const builder *b, const rule_case *c)
{
    for (size_t i = 0; i < b->findings.list.count; i++)
        if (!expected(c, b->findings.list.items[i].code))
            fail_msg("%s: also %s: %s", c->rule, b->findings.list.items[i].code,
                     b->findings.list.items[i].message);
}

static bool is_core(const char *rule)
{
    idarch_rule_info info;
    for (size_t i = 0; idarch_rule_at(i, &info); i++)
        if (strcmp(info.id, rule) == 0)
            return info.core;
    return false;
}

static void assert_breaks(const rule_case *c)
{
    builder b;
    c->base(&b);
    c->breaks(&b);
    check_design(&b);
    const idarch_diag *found = finding_of(&b, c->rule);
    if (!found || state_of(&b, c->rule) != IDARCH_RULE_BROKEN)
        fail_msg("%s is not broken", c->rule);
    if (found->severity != c->severity)
        fail_msg("%s: severity %d", c->rule, (int)found->severity);
    assert_non_null(found->hint);
    assert_alone(&b, c);
    bool fails = b.findings.counts[IDARCH_ERROR] > 0 || is_core(c->rule);
    assert_int_equal(b.report.verdict == IDARCH_VERDICT_FAIL, fails);
    builder_release(&b);
}

static void assert_holds(const rule_case *c)
{
    builder b;
    c->base(&b);
    if (c->holds)
        c->holds(&b);
    check_design(&b);
    const idarch_diag *found = finding_of(&b, c->rule);
    if (found)
        fail_msg("%s: %s", c->rule, found->message);
    if ((c->holds || !base_is_silent(c->rule)) && state_of(&b, c->rule) != IDARCH_RULE_HOLDS)
        fail_msg("%s does not hold: %s", c->rule,
                 idarch_rule_state_name(state_of(&b, c->rule)));
    builder_release(&b);
}

static void every_rule_breaks_and_holds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_holds(&cases[i]);
        if (cases[i].with)
            assert_breaks(&cases[i]);
    }
}

/* epoch-zone is found by the reader; clock-rule-missing can only be not stated. */
static void every_rule_has_a_case(void **state)
{
    (void)state;
    idarch_rule_info info;
    size_t count = 0;
    for (size_t i = 0; idarch_rule_at(i, &info); i++, count++) {
        bool tested = strcmp(info.id, "epoch-zone") == 0 ||
                      strcmp(info.id, "clock-rule-missing") == 0;
        for (size_t j = 0; j < sizeof cases / sizeof cases[0]; j++)
            tested |= strcmp(cases[j].rule, info.id) == 0;
        if (!tested)
            fail_msg("%s has no test", info.id);
        assert_non_null(info.summary);
    }
    assert_true(count >= 60);
}

static void sound_designs_pass(void **state)
{
    static void (*const bases[])(builder *) = {build_snowflake, build_sonyflake, build_uuidv7};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        builder b;
        bases[i](&b);
        check_design(&b);
        assert_int_equal(b.findings.list.count, 0);
        assert_int_equal(b.report.verdict, IDARCH_VERDICT_PASS);
        for (size_t j = 0; j < b.report.rules.count; j++)
            assert_int_equal(b.report.rules.items[j].state, IDARCH_RULE_HOLDS);
        builder_release(&b);
    }
}

/* --- not stated --- */

typedef struct missing {
    void (*base)(builder *b);
    idarch_key key;
    const char *rule;
} missing;

static const missing missings[] = {
    {build_snowflake, IDARCH_KEY_EPOCH, "epoch-future"},
    {build_snowflake, IDARCH_KEY_EPOCH, "lifetime-short"},
    {build_snowflake, IDARCH_KEY_EPOCH, "epoch-not-set"},
    {build_snowflake, IDARCH_KEY_LAUNCH, "epoch-future"},
    {build_snowflake, IDARCH_KEY_LAUNCH, "lifetime-short"},
    {build_snowflake, IDARCH_KEY_SERVICE_LIFE, "lifetime-short"},
    {build_snowflake, IDARCH_KEY_RATE, "rate-over-capacity"},
    {build_snowflake, IDARCH_KEY_RATE, "rate-headroom"},
    {build_snowflake, IDARCH_KEY_SURGE, "surge-over-workers"},
    {build_sonyflake, IDARCH_KEY_WORKER_IDS, "worker-random"},
    {build_snowflake, IDARCH_KEY_LEASE_TTL, "keepalive-too-slow"},
    {build_snowflake, IDARCH_KEY_KEEPALIVE, "keepalive-one-loss"},
    {build_snowflake, IDARCH_KEY_REPLY_TIMEOUT, "keepalive-too-slow"},
    {build_snowflake, IDARCH_KEY_LEASE_MARGIN, "margin-missing"},
    {build_snowflake, IDARCH_KEY_LEASE_CHECK, "check-order"},
    {build_snowflake, IDARCH_KEY_LEASE_CHECK, "margin-too-small"},
    {build_snowflake, IDARCH_KEY_CLOCK_DRIFT, "margin-too-small"},
    {build_snowflake, IDARCH_KEY_MAX_OFFSET, "margin-too-small"},
    {build_snowflake, IDARCH_KEY_DEADLINE_CLOCK, "deadline-clock"},
    {build_snowflake, IDARCH_KEY_ETCD_NODES, "lease-single-node"},
    {build_snowflake, IDARCH_KEY_MARK_INTERVAL, "hwm-lead"},
    {build_snowflake, IDARCH_KEY_MARK_LEAD, "hwm-lead"},
    {build_snowflake, IDARCH_KEY_MARK_STORED_IN, "hwm-on-lease"},
    {build_snowflake, IDARCH_KEY_MARK_WRITTEN, "hwm-unfenced"},
    {build_snowflake, IDARCH_KEY_CLOCK_RULE, "clock-rule-missing"},
    {build_snowflake, IDARCH_KEY_TIME_SYNC, "ntp-makestep-late"},
    {build_snowflake, IDARCH_KEY_MAKESTEP, "ntp-makestep-late"},
    {build_snowflake, IDARCH_KEY_LEAPSECMODE, "leap-mode"},
    {build_snowflake, IDARCH_KEY_ID_COLUMN, "column-too-small"},
    {build_snowflake, IDARCH_KEY_EXPOSED_AS, "json-number"},
    {build_uuidv7, IDARCH_KEY_LAUNCH, "lifetime-short"},
    {build_uuidv7, IDARCH_KEY_ID_COLUMN, "column-too-small"},
};

static const char *added_key(const builder *b, const char *rule)
{
    for (size_t i = 0; i < b->report.rules.count; i++)
        if (strcmp(b->report.rules.items[i].rule, rule) == 0)
            return b->report.rules.items[i].add;
    return NULL;
}

static void what_is_missing_is_not_stated(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof missings / sizeof missings[0]; i++) {
        builder b;
        missings[i].base(&b);
        unset(&b, missings[i].key);
        check_design(&b);
        if (state_of(&b, missings[i].rule) != IDARCH_RULE_NOT_STATED)
            fail_msg("%s without `%s`: %s", missings[i].rule, idarch_key_name(missings[i].key),
                     idarch_rule_state_name(state_of(&b, missings[i].rule)));
        assert_string_equal(added_key(&b, missings[i].rule), idarch_key_name(missings[i].key));
        assert_int_equal(b.findings.counts[IDARCH_ERROR], 0);
        assert_int_equal(b.report.verdict, IDARCH_VERDICT_UNPROVEN);
        builder_release(&b);
    }
}

static void unknown_counts_as_not_stated(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    put(&b, IDARCH_KEY_MAX_OFFSET, (idarch_value){.type = IDARCH_VALUE_UNKNOWN});
    check_design(&b);
    assert_int_equal(state_of(&b, "margin-too-small"), IDARCH_RULE_NOT_STATED);
    builder_release(&b);
}

static void no_layout_is_not_stated(void **state)
{
    (void)state;
    builder b;
    builder_init(&b);
    check_design(&b);
    assert_int_equal(state_of(&b, "bits-sum"), IDARCH_RULE_NOT_STATED);
    assert_string_equal(added_key(&b, "bits-sum"), "layout");
    assert_int_equal(b.report.verdict, IDARCH_VERDICT_UNPROVEN);
    builder_release(&b);
}

/* --- applicability --- */

static void no_lease_rules_without_leases(void **state)
{
    static const char *const rules[] = {"keepalive-too-slow", "margin-missing",
                                        "margin-too-small", "check-order", "deadline-clock",
                                        "lease-single-node", "hwm-unfenced",
                                        "surge-over-workers"};
    (void)state;
    builder sony, uuid;
    build_sonyflake(&sony);
    build_uuidv7(&uuid);
    check_design(&sony);
    check_design(&uuid);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        assert_int_equal(state_of(&sony, rules[i]), IDARCH_RULE_NOT_APPLICABLE);
        assert_int_equal(state_of(&uuid, rules[i]), IDARCH_RULE_NOT_APPLICABLE);
    }
    assert_int_equal(state_of(&uuid, "clock-rule-missing"), IDARCH_RULE_NOT_APPLICABLE);
    assert_int_equal(state_of(&uuid, "hwm-missing"), IDARCH_RULE_NOT_APPLICABLE);
    builder_release(&sony);
    builder_release(&uuid);
}

static void a_fence_needs_no_margin(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    fenced(&b);
    check_design(&b);
    assert_int_equal(state_of(&b, "margin-missing"), IDARCH_RULE_NOT_APPLICABLE);
    assert_int_equal(state_of(&b, "keepalive-one-loss"), IDARCH_RULE_HOLDS);
    assert_int_equal(b.report.verdict, IDARCH_VERDICT_PASS);
    builder_release(&b);
}

/* --- now --- */

static void pictures_do_not_know_now(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    now_at_end(&b);
    check_design(&b);
    assert_int_equal(b.report.verdict, IDARCH_VERDICT_FAIL);
    const char *line = b.report.verdict_line;
    assert_non_null(strstr(line, "Verdict: pass")); /* the same line as without now */
    b.options.for_picture = true;
    check_design(&b);
    assert_int_equal(b.report.verdict, IDARCH_VERDICT_PASS);
    assert_string_equal(b.report.verdict_line, line);
    assert_int_equal(state_of(&b, "lifetime-expired"), IDARCH_RULE_NOT_APPLICABLE);
    builder_release(&b);
}

static void an_epoch_in_the_future_of_now(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    unset(&b, IDARCH_KEY_LAUNCH);
    b.options.has_now = true;
    b.options.now = date(2025, 12, 31);
    check_design(&b);
    assert_int_equal(state_of(&b, "epoch-future"), IDARCH_RULE_BROKEN);
    builder_release(&b);
}

/* --- findings --- */

static void readers_findings_count(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    idarch_diag_add(&b.findings, IDARCH_ERROR, "epoch-zone", (idarch_span){1, 2},
                    "a date without a zone");
    idarch_check(b.arena, &b.document, &b.options, &b.findings, &b.report);
    assert_int_equal(b.findings.list.count, 1); /* said once */
    assert_int_equal(state_of(&b, "epoch-zone"), IDARCH_RULE_BROKEN);
    assert_int_equal(b.report.verdict, IDARCH_VERDICT_FAIL);
    assert_non_null(strstr(b.report.verdict_line, "Verdict: fail"));
    builder_release(&b);
}

static bool names_place(const idarch_diag *found, idarch_key key)
{
    idarch_span span = key_span(key);
    if (found->span.start == span.start)
        return true;
    for (size_t i = 0; i < found->related.count; i++)
        if (found->related.items[i].span.start == span.start)
            return true;
    return false;
}

static void findings_give_numbers_and_places(void **state)
{
    (void)state;
    builder b;
    build_snowflake(&b);
    margin_just_out(&b);
    check_design(&b);
    const idarch_diag *found = finding_of(&b, "margin-too-small");
    assert_string_equal(found->message,
                        "with a lease checked by the reading that dates the ID, a margin of "
                        "120.9 ms is too small: two holders can issue one timestamp unless it "
                        "is at least 121 ms");
    static const idarch_key keys[] = {IDARCH_KEY_LEASE_MARGIN, IDARCH_KEY_LEASE_TTL,
                                      IDARCH_KEY_LEASE_CHECK, IDARCH_KEY_CLOCK_DRIFT,
                                      IDARCH_KEY_MAX_OFFSET};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        assert_true(names_place(found, keys[i]));
    assert_string_equal(found->related.items[0].note, "lease ttl");
    builder_release(&b);
    build_snowflake(&b);
    sum_65(&b);
    check_design(&b);
    assert_string_equal(finding_of(&b, "bits-sum")->message,
                        "the fields add up to 65 bits, 1 more than the 64 of the ID");
    builder_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_breaks_and_holds),
        cmocka_unit_test(every_rule_has_a_case),
        cmocka_unit_test(sound_designs_pass),
        cmocka_unit_test(what_is_missing_is_not_stated),
        cmocka_unit_test(unknown_counts_as_not_stated),
        cmocka_unit_test(no_layout_is_not_stated),
        cmocka_unit_test(no_lease_rules_without_leases),
        cmocka_unit_test(a_fence_needs_no_margin),
        cmocka_unit_test(pictures_do_not_know_now),
        cmocka_unit_test(an_epoch_in_the_future_of_now),
        cmocka_unit_test(readers_findings_count),
        cmocka_unit_test(findings_give_numbers_and_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
