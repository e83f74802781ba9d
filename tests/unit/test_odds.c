/* Tests of the collision and overflow odds. Expected values were computed outside this
 * program: birthday products with exact fractions, exponentials and Poisson sums with 60 to
 * 90 decimal digits; those of known schemes agree with the project's domain facts. */
#include "tests/unit/design_builder.h"

#include <math.h>

#include "validate/check.h"

/* Relative error at most 2e-6: the facts have six to seven digits. */
static void assert_near(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 2e-6 * fabs(wanted)))
        fail_msg("%.10e is not %.10e", value, wanted);
}

static const double year = 365 * 86400.0, julian = 31557600;

static void birthday_of_small_spaces(void **state)
{
    static const struct {
        double n, d, p;
    } rows[] = {
        {2, 1024, 9.765625000000e-04},  {3, 1024, 2.927780151367e-03},
        {5, 1024, 9.732292943227e-03},  {8, 1024, 2.703848611765e-02},
        {10, 1024, 4.312435953518e-02}, {16, 1024, 1.111113366440e-01},
        {20, 1024, 1.703372609605e-01}, {32, 1024, 3.870179023428e-01},
        {38, 1024, 5.009558588857e-01}, {50, 1024, 7.035998918293e-01},
        {64, 1024, 8.661125654466e-01}, {100, 1024, 9.932528478270e-01},
        {3, 32, 9.179687500000e-02},    {7, 32, 5.062851160765e-01},
        {10, 65536, 6.864429787222e-04}, {100, 65536, 7.278449051888e-02},
        {302, 65536, 5.007224895232e-01},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_near(check_birthday(rows[i].n, rows[i].d), rows[i].p);
    assert_true(check_birthday(0, 1024) == 0 && check_birthday(1, 1024) == 0);
    assert_true(check_birthday(1025, 1024) == 1);
}

static void birthday_of_large_spaces(void **state)
{
    (void)state;
    assert_near(check_birthday(1e6 * julian, exp2(122)), 9.365230427656e-11);
    assert_near(check_birthday(1e6 * year, exp2(122)), 9.352414513416e-11);
    assert_near(check_birthday(1e9, exp2(62)), 1.027495228365e-01);
    assert_near(check_birthday(2.714922669395445e18, exp2(122)), 0.5); /* 1.17741 sqrt(d) */
    assert_true(check_birthday(1e12, exp2(62)) == 1);
}

/* The two forms meet at a million draws. */
static void birthday_has_no_seam(void **state)
{
    (void)state;
    double below = check_birthday(1e6, exp2(50)), above = check_birthday(1e6 + 1, exp2(50));
    assert_true(above > below);
    assert_near(above / below, pow((1e6 + 1) / 1e6, 2));
}

static void time_and_random(void **state)
{
    (void)state;
    assert_near(check_poisson_collision(1e6, 1e-3, year, 74), 8.347506e-7);
    assert_near(check_poisson_collision(1e6, 1e-3, year, 80), 1.304298e-8);
    assert_near(check_poisson_collision(1e6, 1e-3, julian, 74), 8.353223678766e-07);
    assert_near(check_poisson_collision(1e6, 1e-3, julian, 80), 1.305191736418e-08);
    assert_near(check_poisson_collision(1e6, 1e-3, julian, 72), 3.341285284928e-06);
    /* 12 random bits for 12 finer bits of time change nothing */
    assert_near(check_poisson_collision(1e6, 1e-3 / 4096, julian, 62),
                check_poisson_collision(1e6, 1e-3, julian, 74));
    assert_true(check_poisson_collision(1e9, 1, 1e9, 20) == 1);
}

static void poisson_tails(void **state)
{
    static const struct {
        double cap, lambda, p;
    } rows[] = {
        {4096, 3700, 7.295024119821e-11}, {4096, 3800, 1.007393536596e-06},
        {4096, 3900, 8.942308640179e-04}, {4096, 3950, 1.018591961499e-02},
        {4096, 4000, 6.396074453526e-02}, {4096, 4050, 2.321149715519e-01},
        {1024, 900, 2.402843323092e-05},  {1024, 950, 8.382153781263e-03},
        {1024, 1000, 2.186159450924e-01}, {256, 200, 6.213510793953e-05},
        {256, 220, 8.019024639479e-03},   {256, 240, 1.436990501278e-01},
        {64, 30, 2.122047243021e-08},     {64, 40, 1.726349173061e-04},
        {64, 50, 2.360321267703e-02},     {4096, 3500, 4.726401765650e-23},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_near(check_poisson_over(rows[i].lambda, rows[i].cap), rows[i].p);
    assert_true(check_poisson_over(0, 4) == 0);
    assert_near(check_poisson_over(1, 0), 1 - exp(-1.0));
    /* the normal law takes over far away from where it matters */
    assert_true(fabs(check_poisson_over(1.0001e7, 1.0001e7) - 0.5) < 1e-3);
    assert_true(check_poisson_over(1e30, 1e30 + 1e17) < 1e-300);
}

static void figures_of_documents(void **state)
{
    (void)state;
    builder b;
    build_uuidv7(&b);
    check_design(&b);
    assert_true(b.report.has_collision);
    assert_near(b.report.collision_probability, 2.088306791678e-10);
    assert_near(b.report.collision_one_in, 1 / 2.088306791678e-10);
    assert_string_equal(b.report.collision_basis,
                        "5,000 IDs/s for 10 years, 74 random bits within each ms, arrivals "
                        "Poisson");
    put_scheme(&b, "uuid-v4");
    unset(&b, IDARCH_KEY_SERVICE_LIFE);
    put_rate(&b, 1000000, false);
    check_design(&b);
    assert_near(b.report.collision_probability, 9.365230427656e-11);
    assert_string_equal(b.report.collision_basis,
                        "1,000,000 IDs/s for one year of 365.25 days, 122 random bits");
    unset(&b, IDARCH_KEY_RATE);
    check_design(&b);
    assert_false(b.report.has_collision);
    builder_release(&b);
    build_snowflake(&b);
    check_design(&b);
    assert_false(b.report.has_collision);
    builder_release(&b);
}

/* Margins: the worked table of the lease formulas, as exact fractions. */
static void lease_margins(void **state)
{
    typedef struct margin {
        int64_t drift_num, drift_den, pause_ms, offset_ms;
        double a, b, c; /* s */
    } margin;
    static const margin rows[] = {
        {1, 5000, 0, 10, 624999979.0 / 25005000000, 624999979.0 / 25005000000,
         115021.0 / 5001000},
        {1, 5000, 200, 50, 7624999699.0 / 25005000000, 2624999899.0 / 25005000000,
         515101.0 / 5001000},
        {1, 5000, 1000, 50, 27624998899.0 / 25005000000, 2624999899.0 / 25005000000,
         515101.0 / 5001000},
        {1, 2000, 1000, 50, 4443998899.0 / 4002000000, 443999899.0 / 4002000000,
         212101.0 / 2001000},
        {1, 12, 200, 50, 283043.0 / 156000, 254443.0 / 156000, 11313.0 / 13000},
        {1, 12, 1000, 50, 132481.0 / 52000, 254443.0 / 156000, 11313.0 / 13000},
        {1, 12, 500, 500, 454643.0 / 156000, 383143.0 / 156000, 23013.0 / 13000},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const margin *r = &rows[i];
        idarch_ratio ms = idarch_ratio_int(IDARCH_NS_PER_MS);
        const check_lease lease = {
            .ttl = idarch_ratio_int(10 * IDARCH_NS_PER_S), .tick = ms,
            .drift = idarch_ratio_make(r->drift_num, r->drift_den),
            .pause = check_mul(ms, idarch_ratio_int(r->pause_ms)),
            .offset = check_mul(ms, idarch_ratio_int(r->offset_ms)),
            .lead = idarch_ratio_int(0)};
        assert_near(idarch_ratio_double(check_margin_bound(&lease, CHECK_LEASE_BEFORE)) / 1e9,
                    r->a);
        assert_near(idarch_ratio_double(check_margin_bound(&lease, CHECK_LEASE_WITH)) / 1e9,
                    r->b);
        assert_near(idarch_ratio_double(check_margin_bound(&lease, CHECK_LEASE_STAMP)) / 1e9,
                    r->c);
        assert_true(check_margin_bound(&lease, CHECK_LEASE_FENCED).num == 0);
    }
}

/* T = 10, k = 3, r = 0.5: two may be lost up to m = 0.5, one up to 3.5, none above. */
static void lost_keepalives(void **state)
{
    static const struct {
        int64_t margin_ms;
        int lost;
    } rows[] = {{0, 2}, {500, 2}, {501, 1}, {3500, 1}, {3501, 0}, {6500, 0}, {6501, -1}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const check_lease lease = {
            .ttl = idarch_ratio_int(10 * IDARCH_NS_PER_S),
            .keepalive = idarch_ratio_int(3 * IDARCH_NS_PER_S),
            .reply = idarch_ratio_int(IDARCH_NS_PER_S / 2),
            .margin = idarch_ratio_int((idarch_i128)rows[i].margin_ms * IDARCH_NS_PER_MS)};
        assert_true(check_lost_keepalives(&lease) == rows[i].lost);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(birthday_of_small_spaces), cmocka_unit_test(birthday_of_large_spaces),
        cmocka_unit_test(birthday_has_no_seam),     cmocka_unit_test(time_and_random),
        cmocka_unit_test(poisson_tails),            cmocka_unit_test(figures_of_documents),
        cmocka_unit_test(lease_margins),            cmocka_unit_test(lost_keepalives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
