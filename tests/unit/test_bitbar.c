/* The bit bar: to scale within half a px, every number and caption in its place and
 * clear of all others, leader lines that cross nothing. */
#include "layout_fixture.h"

typedef struct field {
    const char *name;
    unsigned bits;
    const char *title, *capacity, *inside;
} field;

static void bar_of(idarch_arena *arena, const field *fields, size_t count, idarch_geometry *q)
{
    idarch_report report = {0};
    for (size_t i = 0; i < count; i++)
        report.bar.bits += fields[i].bits;
    unsigned shift = report.bar.bits;
    for (size_t i = 0; i < count; i++) {
        idarch_bar_field *f = IDARCH_PUSH(arena, &report.bar.fields);
        shift -= fields[i].bits;
        *f = (idarch_bar_field){fields[i].name, IDARCH_FIELD_TIME, fields[i].bits, shift,
                                fields[i].inside, fields[i].title, fields[i].capacity};
    }
    idarch_document document = {0};
    idarch_page_options options = {.bar = true, .margin = 16};
    idarch_lay_out(arena, &document, NULL, &report, &fake_measure, &options, q);
}

static const field snowflake[] = {
    {"sign", 1, "1 bit · sign", "always 0", "0"},
    {"time", 41, "41 bits · milliseconds since the custom epoch", "2^41 ms ≈ 69.7 years", NULL},
    {"worker ID", 10, "10 bits · one number for each running instance", "1,024 instances", NULL},
    {"sequence", 12, "12 bits · counter within the millisecond", "4,096 IDs per ms", NULL},
};

static const field uuidv7[] = {
    {"unix_ts_ms", 48, "48 bits · Unix ms", "8,919 years", NULL},
    {"ver", 4, "4 bits · version", "always 7", "7"},
    {"rand_a", 12, "12 bits · random", NULL, NULL},
    {"var", 2, "2 bits · variant", NULL, "2"},
    {"rand_b", 62, "62 bits · random", "4.6 × 10^18", NULL},
};

static const field crowded[] = {
    {"a", 1, "1 bit · first flag of many", "always 0", "0"},
    {"b", 2, "2 bits · a rather long meaning of a short field that must be broken", NULL, NULL},
    {"c", 3, "3 bits · region", "8 regions", NULL},
    {"d", 50, "50 bits · time", "35 years", NULL},
    {"e", 5, "5 bits · shard", "32 shards", NULL},
    {"f", 3, "3 bits · last", "8", NULL},
};

static const field wide[] = {{"time", 100, "100 bits · time", NULL, NULL},
                             {"random", 60, "60 bits · random", NULL, NULL}};

static bool segment_meets(idarch_point a, idarch_point b, idarch_box box)
{
    return fmax(a.x, b.x) > box.x && fmin(a.x, b.x) < box.x + box.w && fmax(a.y, b.y) > box.y &&
           fmin(a.y, b.y) < box.y + box.h;
}

static void check_texts(const idarch_geometry *q)
{
    idarch_box page = {0, 0, q->width, q->height}, boxes[400];
    size_t count = 0;
    for (size_t i = 0; i < q->fields.count; i++) {
        const idarch_bar_geometry *g = &q->fields.items[i];
        const idarch_textbox *texts[] = {&g->caption, &g->top_bit, &g->low_bit, &g->inside};
        for (int k = 0; k < 4; k++)
            if (texts[k]->fragments.count) {
                assert_true(within(texts[k]->box, page));
                boxes[count++] = texts[k]->box;
            }
        if (g->inside.fragments.count)
            assert_true(within(g->inside.box, g->box));
        assert_true(within(g->box, q->bar));
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            assert_false(overlap(boxes[i], boxes[k]));
}

/* Captions beside one another are to be read as two. */
static void check_gaps(const idarch_geometry *q)
{
    for (size_t i = 0; i < q->fields.count; i++)
        for (size_t k = 0; k < q->fields.count; k++) {
            idarch_box a = q->fields.items[i].caption.box, b = q->fields.items[k].caption.box;
            if (i == k || a.w <= 0 || b.w <= 0)
                continue;
            a.w += 15.9;
            assert_false(overlap(a, b));
        }
}

static void check_leaders(const idarch_geometry *q)
{
    for (size_t i = 0; i < q->fields.count; i++)
        for (size_t p = 0; p + 1 < q->fields.items[i].leader.count; p++) {
            idarch_point a = q->fields.items[i].leader.items[p];
            idarch_point b = q->fields.items[i].leader.items[p + 1];
            for (size_t k = 0; k < q->fields.count; k++) {
                const idarch_bar_geometry *g = &q->fields.items[k];
                assert_false(segment_meets(a, b, g->caption.box));
                for (size_t r = 0; k != i && r + 1 < g->leader.count; r++) {
                    idarch_point c = g->leader.items[r], d = g->leader.items[r + 1];
                    idarch_box box = {fmin(c.x, d.x), fmin(c.y, d.y), fabs(c.x - d.x),
                                      fabs(c.y - d.y)};
                    assert_false(segment_meets(a, b, (idarch_box){box.x - 1, box.y - 1,
                                                                  box.w + 2, box.h + 2}));
                }
            }
        }
}

/* Every rectangle's edges at the bit's place of a row, within half a px. */
static void check_scale(const field *fields, size_t count, const idarch_geometry *q)
{
    unsigned total = 0, done = 0;
    for (size_t i = 0; i < count; i++)
        total += fields[i].bits;
    double px = q->bar.w / (total < 64 ? total : 64);
    assert_true(q->has_bar && q->bar.w >= 640);
    unsigned placed[32] = {0};
    for (size_t i = 0; i < q->fields.count; i++) {
        const idarch_bar_geometry *g = &q->fields.items[i];
        assert_true(fabs(g->box.x - q->bar.x - (done % 64) * px) < 0.5);
        double bits = g->box.w / px;
        assert_true(fabs(bits - round(bits)) * px < 0.5);
        done += (unsigned)lround(bits);
        placed[g->field] += (unsigned)lround(bits);
    }
    for (size_t i = 0; i < count; i++)
        assert_int_equal(placed[i], fields[i].bits);
}

static void check_bar(const field *fields, size_t count)
{
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_geometry q;
    bar_of(arena, fields, count, &q);
    check_scale(fields, count, &q);
    check_texts(&q);
    check_gaps(&q);
    check_leaders(&q);
    for (size_t i = 0; i < count; i++) {
        bool captioned = false;
        for (size_t k = 0; k < q.fields.count; k++)
            captioned = captioned || (q.fields.items[k].field == (int)i &&
                                      q.fields.items[k].caption.fragments.count);
        assert_true(captioned);
    }
    idarch_arena_free(arena);
}

static void test_bars(void **state)
{
    (void)state;
    check_bar(snowflake, 4);
    check_bar(uuidv7, 5);
    check_bar(crowded, 6);
    check_bar(wide, 2);
}

static void test_numbers(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_geometry q;
    bar_of(arena, snowflake, 4, &q);
    const idarch_bar_geometry *g = q.fields.items;
    assert_string_equal(g[0].top_bit.fragments.items[0].text, "63");
    assert_string_equal(g[1].top_bit.fragments.items[0].text, "62");
    assert_string_equal(g[1].low_bit.fragments.items[0].text, "22");
    assert_string_equal(g[2].low_bit.fragments.items[0].text, "12");
    assert_string_equal(g[3].low_bit.fragments.items[0].text, "0");
    assert_string_equal(g[0].inside.fragments.items[0].text, "0");
    assert_true(g[0].leader.count >= 2);
    assert_int_equal(g[1].leader.count, 0);
    idarch_arena_free(arena);
}

static bool reads(const idarch_textbox *box, const char *text)
{
    for (size_t i = 0; i < box->fragments.count; i++)
        if (strstr(box->fragments.items[i].text, text))
            return true;
    return false;
}

/* A name that fits nowhere inside its field begins the caption, unless the caption has
 * it already. */
static void test_names(void **state)
{
    (void)state;
    static const field fields[] = {
        {"sign", 1, "1 bit · always 0", NULL, "0"},
        {"x", 1, "1 bit · text", NULL, NULL},
        {"the time since a rather early beginning of all things, as far as it is known", 30,
         "30 bits · seconds", NULL, NULL},
        {"zone", 2, "2 bits · zone", NULL, NULL},
        {"time", 30, "30 bits · ms", NULL, NULL},
    };
    static const char *const first[] = {"sign · 1", "x · 1", "the time", "2 bits", "30 bits"};
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    idarch_geometry q;
    check_bar(fields, 5);
    bar_of(arena, fields, 5, &q);
    for (size_t i = 0; i < 5; i++) {
        const idarch_textbox *caption = &q.fields.items[i].caption;
        const char *text = caption->fragments.items[0].text;
        assert_true(strncmp(text, first[i], strlen(text) < strlen(first[i])
                                                ? strlen(text) : strlen(first[i])) == 0);
    }
    assert_true(reads(&q.fields.items[4].inside, "time"));
    assert_false(reads(&q.fields.items[4].caption, "time"));
    idarch_arena_free(arena);
}

static void test_random_bars(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 300; seed++) {
        unsigned r = seed * 2654435761u;
        field fields[12];
        size_t count = 0;
        for (unsigned left = 53 + seed % 108; left > 0 && count < 12; count++) {
            r = r * 1664525u + 1013904223u;
            unsigned bits = count == 11 ? left : 1 + (r >> 20) % (left < 24 ? left : 24);
            fields[count] = (field){"name of it", bits, "some bits · what they mean", "how many",
                                    "0"};
            left -= bits;
        }
        check_bar(fields, count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bars),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_random_bars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
