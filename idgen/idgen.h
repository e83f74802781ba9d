/* idgen/: the reference generators and decoders, bit for bit. In: a layout, a tick, an
 * epoch, a clock rule, and an injected clock, random source and lease holder. Out: IDs,
 * or the reason why none is issued. It knows base/ and model/; it reads no text and
 * knows no rules. The same generator serves real clocks and simulated ones. */
#ifndef IDARCH_IDGEN_IDGEN_H
#define IDARCH_IDGEN_IDGEN_H

#include "base/ratio.h"
#include "model/scheme.h"

/* An ID of up to 256 bits as one unsigned number, most significant byte first: its lowest
 * byte is always the last of bytes, whatever its width. */
typedef struct idarch_id {
    uint8_t bytes[IDARCH_BITS_MAX / 8];
    unsigned bits; /* width of the layout that made it */
} idarch_id;

/* Compares two IDs of one width as unsigned numbers: -1, 0, 1. */
int idarch_id_compare(const idarch_id *a, const idarch_id *b);

/* Decimal digits of the ID as an unsigned number. Returns new. */
char *idarch_id_decimal(idarch_arena *arena, const idarch_id *id);

/* The inverse: only digits, at least one; false for anything else and for a number that
 * does not fit bits. */
bool idarch_id_from_decimal(idarch_str text, unsigned bits, idarch_id *id);

/* From hexadecimal digits; hyphens are skipped ("017f22e2-79b0-..."). */
bool idarch_id_from_hex(idarch_str text, unsigned bits, idarch_id *id);

/* The ID in a scheme's text form: decimal digits, a UUID in lower case, or a ULID in upper
 * case. Returns new. The last two show the lowest 128 bits. */
char *idarch_id_text(idarch_arena *arena, const idarch_id *id, idarch_text_form form);

/* The inverse, strict but for the case of letters: a UUID needs its four hyphens, a ULID its
 * 26 characters of Crockford's alphabet (no I, L, O, U) and at most 128 bits. */
bool idarch_id_from_text(idarch_str text, idarch_text_form form, unsigned bits, idarch_id *id);

/* The lowest 64 bits. */
uint64_t idarch_id_low64(const idarch_id *id);

/* Packs one value a field (in the layout's order). Returns false, and sets *bad_field,
 * when a value does not fit its width: never masks. Fields wider than 64 bits take their
 * high part from high (NULL: zero); bits of a field above the 128th are 0. */
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
    /* Whether the worker ID's lease may still be relied on for an ID dated `now`: the very
     * reading that dates the ID (where a logical clock leads, the ID's own tick too). Asked
     * for every ID, and again after every wait. NULL where nothing is leased. */
    bool (*lease_valid)(void *context, idarch_i128 now);
} idarch_world;

typedef enum idarch_gen_status {
    IDARCH_GEN_OK,
    IDARCH_GEN_CLOCK_BACK,    /* the clock went back and the rule says fail, or over the cap */
    IDARCH_GEN_LEASE_LOST,
    IDARCH_GEN_BEFORE_EPOCH,
    IDARCH_GEN_EXHAUSTED,     /* the time field is full */
    IDARCH_GEN_SEQUENCE_FULL  /* the tick's sequence is used up and the rule says fail */
} idarch_gen_status;

/* What happens when a tick's sequence (or the monotonic random part) is used up. */
typedef enum idarch_full_rule {
    IDARCH_FULL_WAIT,   /* sleep until the next tick */
    IDARCH_FULL_FAIL,
    IDARCH_FULL_BORROW, /* go on in the next tick, ahead of the clock, up to the cap */
    IDARCH_FULL_MODULO  /* start again at 0 in the same tick: a fault, kept to show it */
} idarch_full_rule;

typedef struct idarch_gen_config {
    const idarch_layout *layout;
    idarch_ratio tick;        /* ns */
    idarch_ratio epoch;       /* ns since the Unix epoch */
    idarch_clock_rule clock_rule;
    bool has_cap;
    idarch_ratio cap;         /* with has_cap: longest wait, or lead of the logical clock, ns */
    idarch_full_rule on_full;
    uint64_t node;            /* the node fields together as one number */
    bool monotonic_random;    /* time + random schemes: add 1 within a tick; then the clock
                                 rule and on_full hold for them as well */
} idarch_gen_config;

typedef struct idarch_gen idarch_gen;

/* Returns new (arena), or NULL for what cannot be generated: the node number does not fit
 * the layout, a tick of 0, a field wider than 128 bits, times beyond 126 bits of ns.
 * The layout is copied. Fields of one kind hold one number together, high part first.
 * A clock rule that is not stated is treated as `fail` where IDs have a sequence; IDs that
 * are time and fresh random bits follow the clock wherever it goes. */
idarch_gen *idarch_gen_new(idarch_arena *arena, const idarch_gen_config *config,
                           const idarch_world *world);

/* Issues the next ID. On any other status *id is untouched and no state was used up. */
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
