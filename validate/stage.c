/* The world in which a proof runs, and what is expected of the IDs issued in it. The clock
 * moves only when told, or by a sleep; the first fault is kept and the rest ignored. */
#include "validate/stage.h"

#include <stdlib.h>

static idarch_i128 stage_now(void *context)
{
    return ((stage *)context)->now;
}

static void stage_sleep(void *context, idarch_i128 until)
{
    stage *s = context;
    s->sleeps++;
    if (until > s->now)
        s->now = until;
}

/* splitmix64: every seed gives a full-period sequence. */
static uint64_t stage_random(void *context)
{
    uint64_t z = ((stage *)context)->seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static bool stage_lease(void *context, idarch_i128 date)
{
    return date < ((stage *)context)->lease_until;
}

idarch_full_rule stage_full_rule(const check *c)
{
    if (check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "fail"))
        return IDARCH_FULL_FAIL;
    if (check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "borrow"))
        return IDARCH_FULL_BORROW;
    if (check_is(c, IDARCH_KEY_SEQUENCE_OVERFLOW, "modulo"))
        return IDARCH_FULL_MODULO;
    return IDARCH_FULL_WAIT;
}

/* A fresh stage with a generator for a worker number; false where none can be made. */
bool stage_open(stage *s, const check *c, uint64_t node, size_t room)
{
    const idarch_gen_config config = {
        .layout = c->layout, .tick = c->report->tick, .epoch = c->report->epoch,
        .clock_rule = c->clock_rule, .has_cap = c->has_cap, .cap = c->cap,
        .on_full = stage_full_rule(c), .node = node,
    };
    *s = (stage){.c = c, .lease_until = idarch_pow2(125), .room = room, .climbs = true};
    s->ids = IDARCH_NEW_ARRAY(c->arena, idarch_id, room);
    const idarch_world world = {s, stage_now, stage_sleep, stage_random, stage_lease};
    s->gen = idarch_gen_new(c->arena, &config, &world);
    return s->gen != NULL;
}

/* First whole ns of a tick: ceil(E + tick * u). */
idarch_i128 stage_tick_start(const check *c, idarch_i128 tick)
{
    idarch_ratio since = check_mul(idarch_ratio_int(tick), c->report->tick);
    return idarch_ratio_ceil(check_add(c->report->epoch, since));
}

void stage_fault(stage *s, const char *what)
{
    if (!s->fault)
        s->fault = what;
}

/* Issues one ID and keeps it; any other status than the wanted one is a fault. */
void stage_keep(stage *s, const idarch_id *id)
{
    s->climbs = s->climbs && (s->issued == 0 || idarch_id_compare(&s->last, id) < 0);
    s->last = *id;
    s->issued++;
    if (s->count < s->room)
        s->ids[s->count++] = *id;
}

bool stage_issue(stage *s, idarch_gen_status wanted)
{
    idarch_id id;
    idarch_gen_status status = idarch_gen_next(s->gen, &id);
    if (status == IDARCH_GEN_OK)
        stage_keep(s, &id);
    if (status != wanted)
        stage_fault(s, idarch_printf(s->c->arena, "expected \"%s\", got \"%s\"",
                               idarch_gen_status_name(wanted), idarch_gen_status_name(status)));
    return status == wanted;
}

void stage_issue_some(stage *s, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!stage_issue(s, IDARCH_GEN_OK))
            return;
}

/* The last ID, decoded, must be of the tick with its fixed bits right. */
void stage_expect_tick(stage *s, idarch_i128 tick)
{
    idarch_decoded decoded;
    if (!s->issued)
        return;
    const check *c = s->c;
    idarch_decode(c->layout, c->report->tick, c->report->epoch, &s->last, &decoded);
    idarch_ratio wanted = check_add(
        c->report->epoch, check_mul(idarch_ratio_int(tick), c->report->tick));
    if (!decoded.sign_ok)
        stage_fault(s, "a sign bit or constant is wrong");
    if (!decoded.has_time || idarch_ratio_compare(decoded.time, wanted) != 0)
        stage_fault(s, "an ID decodes to another time than it was issued at");
}

static int by_value(const void *a, const void *b)
{
    return idarch_id_compare(a, b);
}

static void fault_twice(stage *s, const idarch_id *id)
{
    stage_fault(s, idarch_printf(s->c->arena, "ID %s was issued twice",
                                 idarch_id_decimal(s->c->arena, id)));
}

/* IDs that climb are distinct; else all of them are needed to tell. */
void stage_expect_distinct(stage *s)
{
    if (s->climbs)
        return;
    if (s->issued > s->count) {
        if (idarch_id_compare(&s->last, &s->ids[0]) == 0)
            fault_twice(s, &s->last);
        else
            stage_fault(s, "the IDs of one tick do not ascend");
        return;
    }
    qsort(s->ids, s->count, sizeof s->ids[0], by_value);
    for (size_t i = 1; i < s->count; i++)
        if (idarch_id_compare(&s->ids[i - 1], &s->ids[i]) == 0) {
            fault_twice(s, &s->ids[i]);
            return;
        }
}

bool stage_sorted(const check *c)
{
    bool counted = false;
    for (size_t i = 0; i < c->layout->count; i++) {
        idarch_field_kind kind = c->layout->fields[i].kind;
        counted |= kind == IDARCH_FIELD_SEQUENCE;
        if (kind == IDARCH_FIELD_RANDOM || (kind == IDARCH_FIELD_TIME && counted))
            return false;
    }
    return true;
}

void stage_expect_ascending(stage *s)
{
    if (stage_sorted(s->c) && !s->climbs)
        stage_fault(s, "the IDs do not ascend");
}
