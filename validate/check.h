/* check.h: inside validate/ only: what the steps of a check share. Each step reads the
 * design and what earlier steps found, and adds its part to the report. */
#ifndef IDARCH_VALIDATE_CHECK_H
#define IDARCH_VALIDATE_CHECK_H

#include "validate/validate.h"

/* What a column can hold, read from words such as `BIGINT in PostgreSQL 18`. */
typedef enum check_column_kind {
    CHECK_COLUMN_UNKNOWN,
    CHECK_COLUMN_INTEGER,
    CHECK_COLUMN_UUID,
    CHECK_COLUMN_TEXT,
    CHECK_COLUMN_BINARY,
    CHECK_COLUMN_DECIMAL,
    CHECK_COLUMN_FLOAT
} check_column_kind;

typedef struct check_column {
    check_column_kind kind;
    const char *type;    /* "BIGINT UNSIGNED" */
    bool is_signed;      /* INTEGER */
    unsigned bits;       /* INTEGER: of a value that is not negative; BINARY: 8 a byte;
                            FLOAT: of the mantissa */
    unsigned length;     /* TEXT: characters; DECIMAL: digits; 0 where not stated */
    bool clustered_store; /* MySQL, MariaDB, SQL Server: the key orders the table */
    bool postgres;
    unsigned version;    /* major version of the store, 0 where not stated */
} check_column;

typedef struct check_rule check_rule;

typedef struct check {
    idarch_arena *arena;
    const idarch_document *document;
    const idarch_design *design;
    const idarch_layout *layout; /* NULL where neither layout nor scheme is stated */
    bool has_now;
    idarch_ratio now;            /* ns since the Unix epoch */
    idarch_diags *findings;
    idarch_report *report;
    unsigned time_bits, node_bits, sequence_bits, random_bits;
    bool counted;      /* time and a count: needs one number a worker, and a clock rule */
    bool timeless;     /* a counter without a time: goes on for ever, or repeats */
    bool refused[IDARCH_KEY_COUNT]; /* stated, of a size that cannot be meant: as if not */
    bool leased;       /* worker IDs are lent for a time */
    bool moving;       /* a worker number can move to another instance */
    bool has_replicas;
    idarch_i128 replicas;
    bool has_total_rate, has_worker_rate;
    idarch_ratio total_rate, worker_rate; /* IDs per second, as stated: peak unless mean */
    bool has_launch, has_end;
    idarch_ratio launch, end;    /* ns since the Unix epoch: service starts, ends */
    bool has_life;
    idarch_ratio life;           /* ns from launch to end */
    bool has_least_end;
    idarch_ratio least_end;      /* the end, or where it is not known the earliest possible:
                                    a launch at the epoch */
    idarch_clock_rule clock_rule;
    bool has_cap;
    idarch_ratio cap;            /* of the clock rule, ns */
    check_column column;
    bool integer;                /* the ID is used as an integer of at most 64 bits */
    const char *add;             /* of the rule being run: the key to add */
    const char *at_best;         /* of the rule being run: keys not stated that it takes at
                                    their most favourable value, or NULL */
    idarch_key at_best_key;      /* the first of them */
    const check_rule *rule;      /* being run */
    bool used_now;               /* the rule being run looked at now */
    size_t errors_of_now;        /* error findings that depend on now */
    bool unproven;               /* a core rule is not stated */
    bool core_broken;            /* a core rule is broken, by an error or a warning */
    bool core_broken_always;     /* one that does not depend on now */
} check;

/* A row of the tables of rules. */
struct check_rule {
    const char *id;
    idarch_severity severity;    /* the usual one; a check may report a milder one */
    bool core;                   /* broken or not stated, it decides the verdict */
    bool (*applies)(const check *c); /* NULL: wherever there is a layout */
    unsigned needs[8];           /* keys to be stated, also CHECK_BEST(key); 0 ends the list */
    idarch_rule_state (*run)(check *c);
    const char *summary;
};

/* A need that can only make things worse: where it is not stated, the rule is run with 0,
 * the most favourable value. Broken then is broken; else the rule is not stated. */
#define CHECK_BEST(key) ((unsigned)(key) | CHECK_BEST_FLAG)
enum { CHECK_BEST_FLAG = 0x1000 };

typedef struct check_rules {
    const check_rule *rules;
    size_t count;
} check_rules;

extern const check_rules check_layout_rules, check_shape_rules, check_time_rules,
    check_capacity_rules,
    check_worker_rules, check_set_rules, check_lease_rules, check_mark_rules, check_clock_rules,
    check_storage_rules;

/* The steps, in their order (check.c). */
void check_sizes(check *c);
void check_facts(check *c);
void check_capacity(check *c);
void check_lifetime(check *c);
void check_crossings(check *c);
void check_collision(check *c);
void check_all_rules(check *c);
void check_proofs(check *c);
void check_captions(check *c);
void check_notes(check *c);

/* Where a finding points to. */
typedef struct check_place {
    bool known;
    idarch_span span;
} check_place;

check_place check_at_key(const check *c, idarch_key key);
check_place check_at_field(const check *c, idarch_field_kind kind);
check_place check_at_layout(const check *c);
check_place check_at_span(idarch_span span);

/* Adds a finding of the rule being run. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
idarch_diag *check_break(check *c, idarch_severity severity, check_place place,
                         const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void check_hint(check *c, idarch_diag *finding, const char *format, ...);
/* Adds the places of stated keys as related ones; a key named twice is added once. */
void check_relate(check *c, idarch_diag *finding, idarch_key key);
void check_relate_place(check *c, idarch_diag *finding, check_place place, const char *note);

/* For a check that finds an input missing: returns NOT_STATED and notes the key; none where
 * it stands in the document but could not be read. */
idarch_rule_state check_not_stated(check *c, idarch_key key);
/* The same for a key that is stated with a value that says nothing: no key is to be added. */
idarch_rule_state check_not_known(check *c);
/* For a check that goes on with the most favourable value of an input that is missing:
 * should it hold, it becomes NOT_STATED; should it break, the finding says so. */
void check_at_best(check *c, idarch_key key);

/* The stated setting or NULL; its ratio. */
const idarch_setting *check_get(const check *c, idarch_key key);
idarch_ratio check_ratio(const check *c, idarch_key key);
/* The same with a value for the key not stated. */
idarch_ratio check_ratio_or(const check *c, idarch_key key, idarch_ratio otherwise);
bool check_is(const check *c, idarch_key key, const char *choice);
/* Stated, or known from the scheme or the picture. */
bool check_has(const check *c, idarch_key key);

bool check_saturated(idarch_ratio value); /* a result of the following that did not fit */
/* Arithmetic that saturates at 2^125 where the exact result does not fit. */
idarch_ratio check_add(idarch_ratio a, idarch_ratio b);
idarch_ratio check_sub(idarch_ratio a, idarch_ratio b);
idarch_ratio check_mul(idarch_ratio a, idarch_ratio b);
idarch_ratio check_div(idarch_ratio a, idarch_ratio b);
idarch_i128 check_power(unsigned bits); /* 2^bits */

/* Texts: "4,096", "20,000 IDs/s" (rates that are given are rounded down, rates that are
 * demanded up), "2^41 ms" style units: "ms", "10 ms", "1/4096 ms";
 * "10 s"; "1 ID", "2 IDs". All return new. */
const char *check_count(const check *c, idarch_i128 value);
const char *check_rate_text(const check *c, idarch_ratio per_second);
const char *check_rate_words(idarch_arena *arena, idarch_ratio per_second);
const char *check_demand_text(const check *c, idarch_ratio per_second);
const char *check_tick_text(idarch_arena *arena, idarch_ratio tick);
const char *check_span_text(const check *c, idarch_ratio ns);
const char *check_instant(const check *c, idarch_ratio instant);
const char *check_plural(const check *c, idarch_i128 count, const char *one, const char *many);
/* "1 in 1,197,963", "1 in 1.07e10" */
const char *check_odds_text(idarch_arena *arena, double probability);
/* A number with three significant digits or so: "1.30e-8", "0.0023". */
const char *check_small_text(idarch_arena *arena, double value);

/* The tick in seconds as used in formulas. */
double check_tick_seconds(const check *c);

/* odds.c: chance that n draws from d values (a double: 2^b) are not all distinct. */
double check_birthday(double n, double d);
/* Time-prefixed random bits with Poisson arrivals: rate per s, tick and period in s. */
double check_poisson_collision(double rate, double tick, double period, unsigned bits);
/* P[N > cap] for Poisson arrivals with mean lambda. */
double check_poisson_over(double lambda, double cap);

/* clocks.c */
bool check_leads(const check *c);          /* IDs may be dated ahead of the wall clock */
bool check_lead_unbounded(const check *c); /* and without a cap */
bool check_makestep_limit(const check *c, long *limit);
bool check_makestep_in_service(long limit);
bool check_ntpd_slews(const check *c);
bool check_steps_in_service(const check *c); /* back, as far as the document says */

/* leases.c */
typedef enum check_lease_form {
    CHECK_LEASE_UNSTATED,
    CHECK_LEASE_BEFORE, /* form A: checked, then the clock read */
    CHECK_LEASE_WITH,   /* form B: one reading, or the check after the reading */
    CHECK_LEASE_STAMP,  /* form C: bounded by the ID's own timestamp */
    CHECK_LEASE_FENCED  /* form D: bounded by a fenced mark: no timing condition */
} check_lease_form;

typedef struct check_lease {
    idarch_ratio ttl, keepalive, reply, margin; /* ns */
    idarch_ratio drift;     /* bound on the rate error of holder and server */
    idarch_ratio pause, offset, lead, tick; /* ns: p, epsilon, L, q */
} check_lease;

/* A high-water mark is kept; and nobody but the owner of the number can raise it. */
bool check_mark_kept(const check *c);
bool check_mark_fenced(const check *c);
check_lease_form check_lease_form_of(const check *c);
check_lease check_lease_of(const check *c);
/* Of a form that is not stated: the smaller of B and C. */
idarch_ratio check_margin_bound(const check_lease *lease, check_lease_form form);
/* Keepalives that may be lost in a row without stopping the worker; negative: never works. */
idarch_i128 check_lost_keepalives(const check_lease *lease);

/* sets.c */
idarch_i128 check_processes(const check *c); /* of a replica, 1 where not stated */
idarch_i128 check_sets(const check *c);      /* sets of workers that number from 0 each */
/* A counter without a time that a database or ticket server keeps for all. */
bool check_central_counter(const check *c);
/* One worker at all, as far as the document says: its number need not be distinct. */
bool check_lone_worker(const check *c);

/* column.c */
check_column check_read_column(idarch_arena *arena, const char *text);

/* Applicability shared by several groups. */
bool check_applies_counted(const check *c);
bool check_applies_leased(const check *c);
bool check_applies_ordinals(const check *c);
bool check_applies_timed(const check *c);

#endif
