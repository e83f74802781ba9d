/* Odds: how likely IDs made from random bits collide, in forms that neither overflow nor
 * cancel (expm1, log1p, series).
 *   random only, n IDs of d = 2^b values:  P = 1 - prod_{i<n} (1 - i/d)
 *   time + sequence + random, R workers without numbers: every two meet in the values k of
 *     the sequence that both reach in a tick, the sum of P[N > k]^2, once in 2^b
 *   time + random, Poisson arrivals:  P = 1 - exp(-ticks * lambda^2 / 2 / 2^b)
 * the last because such IDs meet only inside a tick, and E[n(n-1)] = lambda^2. */
#include <math.h>

#include "validate/check.h"

double check_birthday(double n, double d)
{
    if (n < 2)
        return 0;
    if (n > d)
        return 1;
    if (n <= 1e6) { /* exact sum of logarithms */
        double sum = 0;
        for (double i = 1; i < n; i++)
            sum += log1p(-i / d);
        return -expm1(sum);
    }
    /* -log(1 - i/d) as a series; where n/d is not small, P is 1 to all digits anyway. */
    double s1 = n * (n - 1) / 2, s2 = (n - 1) * n * (2 * n - 1) / 6, s3 = s1 * s1;
    return -expm1(-(s1 / d + s2 / (2 * d * d) + s3 / (3 * d * d * d)));
}

double check_poisson_collision(double rate, double tick, double period, unsigned bits)
{
    double lambda = rate * tick, ticks = period / tick;
    return -expm1(-(ticks * lambda * lambda / 2 * exp2(-(double)bits)));
}

double check_poisson_over(double lambda, double cap)
{
    if (lambda <= 0)
        return 0;
    if (lambda > 1e7) /* so many terms that the normal law is as good */
        return 0.5 * erfc((cap + 0.5 - lambda) / sqrt(2 * lambda));
    /* Sum of the terms above cap, from the first one on, until they vanish. */
    double k = floor(cap) + 1, sum = 0;
    if (k <= lambda) { /* near or past the mean: the complement is the shorter sum */
        double below = 0;
        for (double i = k - 1; i >= 0; i--) {
            double term = exp(i * log(lambda) - lambda - lgamma(i + 1));
            below += term;
            if (term < below * 1e-17)
                break;
        }
        return below < 1 ? 1 - below : 0;
    }
    double term = exp(k * log(lambda) - lambda - lgamma(k + 1));
    for (; term > sum * 1e-17 && term > 0; term *= lambda / ++k)
        sum += term;
    return sum;
}

/* How long IDs are drawn, in seconds: the service's life, else one year. */
static double period_of(const check *c, const char **text)
{
    const idarch_setting *life = check_get(c, IDARCH_KEY_SERVICE_LIFE);
    if (life && life->value.type == IDARCH_VALUE_DURATION) {
        *text = check_span_text(c, life->value.ratio);
        return idarch_ratio_double(life->value.ratio) / 1e9;
    }
    if (c->has_end && c->has_launch && idarch_ratio_compare(c->end, c->launch) > 0) {
        idarch_ratio span = check_sub(c->end, c->launch);
        *text = check_span_text(c, span);
        return idarch_ratio_double(span) / 1e9;
    }
    *text = "one year of 365.25 days";
    return (double)IDARCH_NS_PER_YEAR / 1e9;
}

/* Chance for the fleet: independent parts, one for each worker number in use. */
static double timed_probability(const check *c, double period)
{
    double rate = idarch_ratio_double(c->total_rate), tick = check_tick_seconds(c);
    double parts = c->node_bits && c->has_replicas && c->replicas > 0 ? (double)c->replicas : 1;
    double one = check_poisson_collision(rate / parts, tick, period, c->random_bits);
    return -expm1(parts * log1p(-one));
}

/* Values of the sequence that two workers both use in one tick, on average:
 * the sum over k of P[N > k]^2. */
static double shared_counts(double lambda)
{
    const double many = 1000; /* nearly all values up to the mean, so about the mean */
    double sum = 0;
    if (lambda > many)
        return lambda;
    for (double k = 0; k < 2 * many; k++) {
        double reached = check_poisson_over(lambda, k);
        sum += reached * reached;
        if (reached < 1e-9)
            break;
    }
    return sum;
}

/* Workers without numbers, each with its own sequence: every two of them meet by chance. */
static double chance_of_workers(const check *c, double period)
{
    double workers = (double)(c->replicas * check_processes(c)), tick = check_tick_seconds(c);
    double lambda = idarch_ratio_double(c->total_rate) * tick / workers;
    double pairs = workers * (workers - 1) / 2;
    double meetings = period / tick * pairs * shared_counts(lambda);
    return -expm1(-meetings * exp2(-(double)c->random_bits));
}

/* Several sequences that only random bits keep apart. */
static bool sequences_by_chance(const check *c)
{
    return c->time_bits && c->sequence_bits && c->random_bits && !c->node_bits;
}

static void collision_of_workers(check *c, double period, const char *period_text)
{
    idarch_report *report = c->report;
    if (!c->has_replicas || c->replicas < 1)
        return;
    report->has_collision = true;
    report->collision_probability = chance_of_workers(c, period);
    report->collision_basis = idarch_printf(
        c->arena, "%s of %s without a number for %s, %u random bits beside the sequence",
        check_rate_text(c, c->total_rate), check_plural(c, c->replicas, "worker", "workers"),
        period_text, c->random_bits);
}

/* Without a time a sequence at its best is used evenly, and counts like random bits. */
static void collision_of_ids(check *c, double period, const char *period_text)
{
    idarch_report *report = c->report;
    const char *rate = check_rate_text(c, c->total_rate);
    report->has_collision = true;
    if (c->time_bits) {
        report->collision_probability = timed_probability(c, period);
        report->collision_basis = idarch_printf(
            c->arena, "%s for %s, %u random bits within each %s, arrivals Poisson", rate,
            period_text, c->random_bits, check_tick_text(c->arena, c->report->tick));
    } else {
        double n = idarch_ratio_double(c->total_rate) * period;
        unsigned bits = c->random_bits + c->sequence_bits;
        report->collision_probability = check_birthday(n, exp2((double)bits));
        report->collision_basis =
            idarch_printf(c->arena, "%s for %s, %u random bits%s", rate, period_text, bits,
                          c->sequence_bits ? ", the sequence among them" : "");
    }
}

void check_collision(check *c)
{
    idarch_report *report = c->report;
    if (!c->random_bits || !c->has_total_rate)
        return;
    const char *period_text;
    double period = period_of(c, &period_text);
    if (period <= 0 || c->total_rate.num <= 0)
        return;
    if (sequences_by_chance(c))
        collision_of_workers(c, period, period_text);
    else if (!c->sequence_bits || c->timeless)
        collision_of_ids(c, period, period_text);
    report->collision_one_in =
        report->collision_probability > 0 ? 1 / report->collision_probability : 0;
}
