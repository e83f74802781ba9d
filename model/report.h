/* report.h: what validate/ found: figures, state of each rule, verdict, and the
 * captions for the picture. */
#ifndef IDARCH_MODEL_REPORT_H
#define IDARCH_MODEL_REPORT_H

#include "base/diag.h"
#include "base/ratio.h"
#include "model/design.h"
#include "model/rich.h"

typedef enum idarch_verdict {
    IDARCH_VERDICT_PASS,
    IDARCH_VERDICT_UNPROVEN, /* nothing broken, a core input not stated */
    IDARCH_VERDICT_FAIL
} idarch_verdict;

typedef enum idarch_rule_state {
    IDARCH_RULE_HOLDS,
    IDARCH_RULE_BROKEN,
    IDARCH_RULE_NOT_STATED,
    IDARCH_RULE_NOT_APPLICABLE /* not printed: the scheme has no such thing */
} idarch_rule_state;

typedef struct idarch_rule_result {
    const char *rule;       /* id: "bits-sum" */
    idarch_rule_state state;
    const char *add;        /* NOT_STATED: the key to add, else NULL */
} idarch_rule_result;

/* When an ID first passes a limit. */
typedef enum idarch_crossing_kind {
    IDARCH_CROSSING_NONE,   /* no such thing: not an integer scheme */
    IDARCH_CROSSING_AT,
    IDARCH_CROSSING_NEVER,
    IDARCH_CROSSING_ALWAYS
} idarch_crossing_kind;

typedef struct idarch_crossing {
    idarch_crossing_kind kind;
    idarch_ratio at;        /* ns since the Unix epoch */
} idarch_crossing;

/* One thing that the embedded reference generator was made to do on this layout. */
typedef struct idarch_proof {
    const char *name;       /* "fills one tick" */
    bool ran, passed;
    const char *detail;     /* "4,096 IDs, all distinct and ascending; the next waited" */
} idarch_proof;

typedef struct idarch_bar_field {
    const char *name;       /* "worker ID" */
    idarch_field_kind kind;
    unsigned bits, shift;
    const char *inside;     /* text to write inside a field too narrow for its caption: "0" */
    const char *title;      /* "10 bits · worker ID" */
    const char *capacity;   /* "1,024 instances", or NULL */
} idarch_bar_field;

typedef struct idarch_bar {
    unsigned bits;          /* 0: there is no bar */
    IDARCH_ARRAY(idarch_bar_field) fields; /* most significant first */
} idarch_bar;

typedef struct idarch_report {
    const char *scheme;     /* slug, or NULL */
    bool has_epoch, epoch_assumed;
    idarch_ratio epoch;
    bool has_tick, tick_assumed;
    idarch_ratio tick;      /* ns */
    bool has_capacity;      /* a layout with a sequence */
    idarch_i128 ids_per_tick;
    idarch_ratio ids_per_second;
    bool has_nodes;
    idarch_i128 nodes;      /* numbers that the node field holds */
    bool has_fleet;
    idarch_ratio fleet_ids_per_second; /* replicas stated: theirs; else all nodes */
    bool fleet_of_replicas;
    bool has_lifetime;
    idarch_ratio last_instant, exhausted_at; /* last good tick, first bad instant */
    idarch_ratio lifetime;  /* ns from the epoch */
    bool negative_before_end; /* exhausted_at is where a signed column turns negative */
    idarch_crossing js_safe_integer, int32, int64;
    bool has_collision;
    double collision_probability;
    double collision_one_in; /* 1 / probability; 0 where it is infinite */
    const char *collision_basis;
    IDARCH_ARRAY(idarch_rule_result) rules;
    IDARCH_ARRAY(idarch_proof) proofs;
    IDARCH_ARRAY(const char *) assumed; /* "tick 1 ms (not stated)" */
    idarch_verdict verdict;
    idarch_bar bar;
    idarch_blocks notes;    /* failure rules made from the settings, where the document has none */
    const char *verdict_line; /* for the picture: "Verdict: pass · ..."; never depends on now */
} idarch_report;

const char *idarch_verdict_name(idarch_verdict verdict);
const char *idarch_rule_state_name(idarch_rule_state state); /* "holds", "broken", "not stated" */

#endif
