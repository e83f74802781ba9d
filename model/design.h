/* design.h: what the document states about the ID service: one slot for each key of
 * the settings, the bit layout, and what the picture says. What is not stated stays
 * not stated: nobody puts a default here. */
#ifndef IDARCH_MODEL_DESIGN_H
#define IDARCH_MODEL_DESIGN_H

#include "base/arena.h"
#include "base/ratio.h"
#include "base/source.h"
#include "model/scheme.h"

/* Every key, as KEY(enum suffix, canonical name, what it takes, choices). Choices are
 * canonical names, separated by '|'. The canonical name is what diagnostics and reports
 * print, and what a document may always write; synonyms are parser/'s table. */
#define IDARCH_KEYS(KEY)                                                                     \
    KEY(SCHEME, "scheme", TEXT, "")                                                          \
    KEY(LAYOUT, "layout", LAYOUT, "")                                                        \
    KEY(ID_BITS, "id bits", NUMBER, "")                                                      \
    KEY(TICK, "tick", DURATION, "")                                                          \
    KEY(EPOCH, "epoch", INSTANT, "")                                                         \
    KEY(LAUNCH, "launch", INSTANT, "")                                                       \
    KEY(SERVICE_LIFE, "service life", DURATION_OR_INSTANT, "")                               \
    KEY(TIME_OVERFLOW, "time overflow", CHOICE, "refuse|wrap")                               \
    KEY(RATE, "rate", RATE, "")                                                              \
    KEY(BURST, "burst", NUMBER, "")                                                          \
    KEY(SEQUENCE_OVERFLOW, "sequence overflow", CHOICE, "wait|fail|borrow|modulo")           \
    KEY(SEQUENCE_START, "sequence start", CHOICE, "zero|random")                             \
    KEY(SHARD_BY, "shard by", CHOICE, "modulo|range|hash")                                   \
    KEY(REPLICAS, "replicas", NUMBER, "")                                                    \
    KEY(SURGE, "surge", NUMBER_OR_SHARE, "")                                                 \
    KEY(PROCESSES, "processes per replica", NUMBER, "")                                      \
    KEY(THREADS_SHARE, "threads share one generator", YESNO, "")                             \
    KEY(WORKER_IDS, "worker ids", CHOICE,                                                    \
        "static|statefulset|etcd lease|zookeeper ephemeral|zookeeper sequential|database|"   \
        "random|hash|private ip|mac|pid|ticket")                                             \
    KEY(WORKER_ID_OFFSET, "worker id offset", NUMBER, "")                                    \
    KEY(CLUSTERS, "clusters", NUMBER, "")                                                    \
    KEY(STATEFULSETS, "statefulsets", NUMBER, "")                                            \
    KEY(WORKER_ID_REUSE, "worker id reuse", CHOICE, "after lease|never")                     \
    KEY(RESTARTS, "restarts", NUMBER, "")                                                    \
    KEY(NETWORK, "network", TEXT, "")                                                        \
    KEY(FORCED_DELETION, "forced deletion", CHOICE, "allowed|never")                         \
    KEY(LEASE_TTL, "lease ttl", DURATION, "")                                                \
    KEY(KEEPALIVE, "keepalive", DURATION, "")                                                \
    KEY(REPLY_TIMEOUT, "reply timeout", DURATION, "")                                        \
    KEY(LEASE_MARGIN, "lease margin", DURATION, "")                                          \
    KEY(DEADLINE_CLOCK, "deadline clock", CHOICE, "monotonic|boottime|wall")                 \
    KEY(DEADLINE_FROM, "deadline from", CHOICE, "send|reply")                                \
    KEY(LEASE_CHECK, "lease check", CHOICE,                                                  \
        "before the clock|with the clock|after the clock|by timestamp")                      \
    KEY(FENCED_MARK, "fenced high-water mark", YESNO, "")                                    \
    KEY(RELEASE, "release", CHOICE, "revoke|wait then revoke|expire")                        \
    KEY(MAX_PAUSE, "max pause", DURATION, "")                                                \
    KEY(SUSPEND, "suspend", CHOICE, "possible|never")                                        \
    KEY(MAX_OFFSET, "max offset", DURATION, "")                                              \
    KEY(CLOCK_DRIFT, "clock drift", DRIFT, "")                                               \
    KEY(ETCD_NODES, "etcd nodes", NUMBER, "")                                                \
    KEY(ELECTION_TIMEOUT, "election timeout", DURATION, "")                                  \
    KEY(MARK, "high-water mark", CHOICE, "none|kept")                                        \
    KEY(MARK_INTERVAL, "high-water mark interval", DURATION, "")                             \
    KEY(MARK_LEAD, "high-water mark lead", DURATION, "")                                     \
    KEY(MARK_STORED_IN, "mark stored in", CHOICE, "own key|lease|volume")                    \
    KEY(MARK_WRITTEN, "mark written", CHOICE, "conditionally|plainly")                       \
    KEY(RESTART_TIME, "restart time", DURATION, "")                                          \
    KEY(STARTUP_LIMIT, "startup limit", DURATION, "")                                        \
    KEY(CLOCK_RULE, "clock moved back", CHOICE, "fail|wait|logical|reset")                   \
    KEY(CLOCK_SOURCE, "clock source", CHOICE, "wall|monotonic base")                         \
    KEY(START_CLOCK_CHECK, "start clock check", DURATION, "")                                \
    KEY(TIME_SYNC, "time sync", CHOICE, "ntpd|chrony|systemd-timesyncd|cloud|ptp")           \
    KEY(MAKESTEP, "makestep", TEXT, "")                                                      \
    KEY(LEAPSECMODE, "leapsecmode", CHOICE, "system|step|slew|ignore")                       \
    KEY(MAX_SLEW_RATE, "max slew rate", DRIFT, "")                                           \
    KEY(STEP_THRESHOLD, "step threshold", DURATION, "")                                      \
    KEY(LEAP_SMEAR, "leap smear", CHOICE, "smeared|unsmeared|mixed")                         \
    KEY(ID_COLUMN, "id column", TEXT, "")                                                    \
    KEY(UNIQUE, "unique", YESNO, "")                                                         \
    KEY(ROWS, "rows", NUMBER, "")                                                            \
    KEY(SECONDARY_INDEXES, "secondary indexes", NUMBER, "")                                  \
    KEY(CLUSTERED, "clustered", YESNO, "")                                                   \
    KEY(EXPOSED_AS, "exposed as", CHOICE, "json string|json number|url|not exposed")         \
    KEY(VISIBLE_TO, "visible to", CHOICE, "public|internal")                                 \
    KEY(SECRET, "secret", YESNO, "")                                                         \
    KEY(ORDER, "order promised", ORDER, "none|per tick|strict|within")                       \
    KEY(PAGING_LAG, "paging lag", DURATION, "")                                              \
    KEY(COMMIT_TIME, "commit time", DURATION, "")                                            \
    KEY(LATENCY, "latency", DURATION, "")                                                    \
    KEY(CREATED_BY, "created by", CHOICE, "server|offline client")                           \
    KEY(SEQUENCE_CACHE, "sequence cache", NUMBER, "")                                        \
    KEY(SEQUENCE_INCREMENT, "sequence increment", NUMBER, "")                                \
    KEY(SEQUENCE_FIRST, "sequence first", NUMBER, "")                                        \
    KEY(TICKET_SERVERS, "servers", NUMBER, "")

typedef enum idarch_key {
#define IDARCH_KEY_ENUM(id, name, takes, choices) IDARCH_KEY_##id,
    IDARCH_KEYS(IDARCH_KEY_ENUM)
#undef IDARCH_KEY_ENUM
    IDARCH_KEY_COUNT
} idarch_key;

typedef enum idarch_takes {
    IDARCH_TAKES_TEXT,
    IDARCH_TAKES_LAYOUT,
    IDARCH_TAKES_NUMBER,
    IDARCH_TAKES_NUMBER_OR_SHARE,
    IDARCH_TAKES_DURATION,
    IDARCH_TAKES_INSTANT,
    IDARCH_TAKES_DURATION_OR_INSTANT,
    IDARCH_TAKES_RATE,
    IDARCH_TAKES_DRIFT,  /* ppm, share, fraction 1/12 */
    IDARCH_TAKES_YESNO,
    IDARCH_TAKES_ORDER,  /* a choice, or a duration: sorted within it */
    IDARCH_TAKES_CHOICE
} idarch_takes;

typedef enum idarch_value_type {
    IDARCH_VALUE_NONE,     /* not stated */
    IDARCH_VALUE_UNKNOWN,  /* stated as unknown: counts as not stated, without a warning */
    IDARCH_VALUE_TEXT,
    IDARCH_VALUE_NUMBER,   /* ratio: the number */
    IDARCH_VALUE_SHARE,    /* ratio: a fraction, 25 % is 1/4 */
    IDARCH_VALUE_DURATION, /* ratio: ns */
    IDARCH_VALUE_INSTANT,  /* ratio: ns since the Unix epoch */
    IDARCH_VALUE_RATE,     /* ratio: IDs per second */
    IDARCH_VALUE_YESNO,    /* ratio: 1 or 0 */
    IDARCH_VALUE_CHOICE    /* choice: row of the key's choices, from 0 */
} idarch_value_type;

typedef enum idarch_origin {
    IDARCH_ORIGIN_SETTINGS, /* list, table, `idarch` fence */
    IDARCH_ORIGIN_FRONT_MATTER,
    IDARCH_ORIGIN_LAYOUT,   /* the bit layout's meanings (tick, epoch) */
    IDARCH_ORIGIN_PICTURE   /* a label of the flowchart */
} idarch_origin;

typedef struct idarch_value {
    idarch_value_type type;
    idarch_ratio ratio;
    int choice;
    bool has_argument;      /* "wait 5 ms, then fail": the 5 ms; "logical, cap 1 s"; "random 100" */
    idarch_ratio argument;  /* ns for durations, else the number */
    bool per_worker;        /* RATE: per worker; otherwise total */
    bool mean;              /* RATE: mean; otherwise peak */
} idarch_value;

typedef struct idarch_setting {
    idarch_key key;
    idarch_value value;
    const char *text;       /* the value as written */
    idarch_origin origin;
    idarch_span key_span;   /* the key, or the words that stand for it */
    idarch_span span;       /* the value */
} idarch_setting;

/* A worker instance that the picture or the settings name. */
typedef struct idarch_worker {
    int64_t id;             /* worker number as written, may be out of range */
    int node;               /* index in the picture's graph */
    idarch_span span;
} idarch_worker;

typedef struct idarch_design {
    bool has_settings;      /* a settings section, fence, front matter or layout was found */
    idarch_setting settings[IDARCH_KEY_COUNT]; /* the statement that counts; NONE where unstated */
    IDARCH_ARRAY(idarch_setting) statements;   /* every statement in order, conflicting ones too */
    idarch_layout layout;
    const idarch_scheme *scheme; /* named, or NULL */
    idarch_span scheme_span;
    IDARCH_ARRAY(idarch_worker) workers;       /* drawn in the picture, in order */
    int64_t drawn_replicas;     /* "3 replicas" in a title or ×N in a label, -1 for none */
    idarch_span drawn_replicas_span;
    bool worker_to_coordinator; /* an edge joins (a group of) workers with a coordinator */
    bool worker_to_clock;
    bool has_workers_drawn;     /* a node or group with the role worker */
} idarch_design;

const char *idarch_key_name(idarch_key key);
idarch_takes idarch_key_takes(idarch_key key);

/* The choice's canonical name, NULL past the last. Returns new (arena) or NULL. */
const char *idarch_key_choice(idarch_arena *arena, idarch_key key, int choice);

/* The row of a canonical choice, -1 for none. */
int idarch_key_choice_index(idarch_key key, const char *name);

/* The statement that counts, NULL when the key is not stated (or stated as unknown). */
const idarch_setting *idarch_design_get(const idarch_design *design, idarch_key key);

/* Whether the key is a choice and is stated with the canonical choice name. */
bool idarch_design_is(const idarch_design *design, idarch_key key, const char *choice);

#endif
