/* idgen/: the reference generators and decoders, bit for bit. In: a layout, a tick, an
 * epoch, a clock rule, and an injected clock, random source and lease holder. Out: IDs,
 * or the reason why none is issued. It knows base/ and model/; it reads no text and
 * knows no rules. The same generator serves real clocks and simulated ones. */
#ifndef IDARCH_IDGEN_IDGEN_H
#define IDARCH_IDGEN_IDGEN_H

#include "base/ratio.h"
#include "model/scheme.h"

/* An ID of up to 256 bits, most significant byte first, right-aligned in bytes. */
typedef struct idarch_id {
    uint8_t bytes[IDARCH_BITS_MAX / 8];
    unsigned bits; /* width of the layout that made it */
} idarch_id;

/* Compares two IDs of one width as unsigned numbers: -1, 0, 1. */
int idarch_id_compare(const idarch_id *a, const idarch_id *b);

/* Decimal digits of the ID as an unsigned number. Returns new. */
char *idarch_id_decimal(idarch_arena *arena, const idarch_id *id);

/* Packs one value a field (in the layout's order). Returns false, and sets *bad_field,
 * when a value does not fit its width: never masks. Fields wider than 64 bits take their
 * high part from high (NULL: zero). */
bool idarch_pack(const idarch_layout *layout, const uint64_t *values, const uint64_t *high,
                 idarch_id *id, size_t *bad_field);

/* The inverse. high may be NULL when no field is wider than 64 bits. */
void idarch_unpack(const idarch_layout *layout, const idarch_id *id, uint64_t *values,
                   uint64_t *high);

/* The outside world as a generator sees it. Times are ns since the Unix epoch. */
typedef struct idarch_world {
    void *context;
    idarch_i128 (*now)(void *context);               /* the wall clock */
    void (*sleep_until)(void *context, idarch_i128); /* returns when now() may have reached it */
    uint64_t (*random)(void *context);               /* 64 uniform bits */
    /* Whether the worker ID's lease may still be relied on for an ID dated `now`; NULL
     * where nothing is leased. */
    bool (*lease_valid)(void *context, idarch_i128 now);
} idarch_world;

typedef enum idarch_gen_status {
    IDARCH_GEN_OK,
    IDARCH_GEN_CLOCK_BACK,    /* the clock went back and the rule says fail (or the wait is over the cap) */
    IDARCH_GEN_LEASE_LOST,
    IDARCH_GEN_BEFORE_EPOCH,
    IDARCH_GEN_EXHAUSTED,     /* the time field is full */
    IDARCH_GEN_SEQUENCE_FULL  /* the tick's sequence is used up and the rule says fail */
} idarch_gen_status;

typedef struct idarch_gen_config {
    const idarch_layout *layout;
    idarch_ratio tick;        /* ns */
    idarch_ratio epoch;       /* ns since the Unix epoch */
    idarch_clock_rule clock_rule;
    bool has_cap;
    idarch_ratio cap;         /* ns: longest wait, or longest lead of the logical clock */
    bool fail_on_full;        /* sequence overflow: fail instead of wait */
    uint64_t node;            /* the node fields together as one number */
    bool monotonic_random;    /* time + random schemes: add 1 within a tick */
} idarch_gen_config;

typedef struct idarch_gen idarch_gen;

/* Returns new (arena), or NULL when the node number does not fit the layout. */
idarch_gen *idarch_gen_new(idarch_arena *arena, const idarch_gen_config *config,
                           const idarch_world *world);

/* Issues the next ID. */
idarch_gen_status idarch_gen_next(idarch_gen *gen, idarch_id *id);

/* What an ID says: its fields and its time. */
typedef struct idarch_decoded {
    uint64_t values[IDARCH_FIELDS_MAX];
    uint64_t high[IDARCH_FIELDS_MAX];
    bool has_time;
    idarch_ratio time; /* ns since the Unix epoch */
    bool sign_ok;      /* the sign bit is 0 and constants hold their values */
} idarch_decoded;

void idarch_decode(const idarch_layout *layout, idarch_ratio tick, idarch_ratio epoch,
                   const idarch_id *id, idarch_decoded *decoded);

const char *idarch_gen_status_name(idarch_gen_status status);

#endif
