/* Text measuring: the tables against Pango, and Pango only where it is needed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/font_tables.h"
#include "render/render.h"
#include "render/text_pango.h"

static const char *const strings[] = {
    "", " ", "A", "id-gen-0", "worker ID 7", "NextId()", "AVATAR To. Ty, We P. LT Yo",
    "lease worker ID · TTL 10 s", "INSERT row with the new id", "2^41 ms ≈ 69.7 years",
    "1,024 instances", "4,096 IDs per ms", "11:11:11", "1 1", "→", "← a → b", "office ffi fi fl ff",
    "orders · id BIGINT PRIMARY KEY", "Größe über Straße: Überprüfung", "Čeština žluťoučký kůň",
    "Ελληνικά Αθήνα ΤΑΥ", "Сервис идентификаторов ГТУ", "‘quoted’ “double” … – —", "x ≤ y ≥ z × 2²",
    "a/b\\c|d{e}[f]<g>&h;'i'\"j\"", "…", "km²", "€ 5", "f(x) = Ax² − B", "TTL 10 s, keepalive 3 s",
    "WAVE. \"A\" 'T' \"V\"", "r, v. y, w. F. P,", "Ťažký Ďáblova", "№ 5 и «кавычки»",
};

static void check(idarch_text *text, idarch_pango *pango, const char *s, idarch_font font)
{
    const idarch_measure *measure = idarch_text_measure(text);
    double fast = measure->width(measure->context, s, strlen(s), &font);
    double slow = idarch_pango_width(pango, s, strlen(s), &font);
    if (fabs(fast - slow) > 0.05)
        fail_msg("\"%s\" size %g bold %d italic %d mono %d: tables %.3f, Pango %.3f", s, font.size,
                 font.bold, font.italic, font.family == IDARCH_FAMILY_MONO, fast, slow);
}

static void all_faces(idarch_text *text, idarch_pango *pango, const char *s)
{
    static const double sizes[] = {10, 11.5, 14, 24};
    for (int face = 0; face < IDARCH_FONT_FACES; face++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            check(text, pango, s,
                  (idarch_font){face & 4 ? IDARCH_FAMILY_MONO : IDARCH_FAMILY_SANS, sizes[i],
                                (face & 2) != 0, (face & 1) != 0});
}

static void test_tables_agree_with_pango(void **state)
{
    (void)state;
    idarch_text *text = idarch_text_new();
    idarch_pango *pango = idarch_pango_new();
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        all_faces(text, pango, strings[i]);
    idarch_pango_free(pango);
    idarch_text_free(text);
}

/* Words out of the characters of ASCII, from a fixed seed. */
static void test_random_words(void **state)
{
    (void)state;
    idarch_text *text = idarch_text_new();
    idarch_pango *pango = idarch_pango_new();
    unsigned seed = 20260101;
    for (int word = 0; word < 300; word++) {
        char s[24];
        for (size_t i = 0; i < sizeof s - 1; i++) {
            seed = seed * 1664525u + 1013904223u;
            s[i] = (char)(0x20 + (seed >> 16) % 95);
        }
        s[sizeof s - 1] = '\0';
        check(text, pango, s, (idarch_font){IDARCH_FAMILY_SANS, 14, word % 2, word % 3 == 0});
    }
    idarch_pango_free(pango);
    idarch_text_free(text);
}

/* Every character of the tables alone: the installed font has it, Pango takes it there. */
static void test_each_character(void **state)
{
    (void)state;
    idarch_text *text = idarch_text_new();
    idarch_pango *pango = idarch_pango_new();
    for (int face = 0; face < IDARCH_FONT_FACES; face++)
        for (size_t i = 0; i < idarch_font_faces[face].count; i++) {
            char s[5] = {0};
            unsigned c = idarch_font_faces[face].codes[i];
            s[g_unichar_to_utf8(c, s)] = '\0';
            check(text, pango, s,
                  (idarch_font){face & 4 ? IDARCH_FAMILY_MONO : IDARCH_FAMILY_SANS, 14,
                                (face & 2) != 0, (face & 1) != 0});
        }
    idarch_pango_free(pango);
    idarch_text_free(text);
}

static void test_other_scripts(void **state)
{
    (void)state;
    static const char *const others[] = {"日本語", "مرحبا", "e\xCC\x81", "emoji 🙂", "a\xFF"};
    idarch_text *text = idarch_text_new();
    const idarch_measure *measure = idarch_text_measure(text);
    idarch_font font = {IDARCH_FAMILY_SANS, 14, false, false};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        double w = measure->width(measure->context, others[i], strlen(others[i]), &font);
        assert_true(w > 5 && w < 100);
    }
    idarch_text_free(text);
}

static void test_extents(void **state)
{
    (void)state;
    idarch_text *text = idarch_text_new();
    const idarch_measure *measure = idarch_text_measure(text);
    double up, down;
    measure->extents(measure->context, &(idarch_font){IDARCH_FAMILY_SANS, 100, false, false}, &up,
                     &down);
    assert_true(up > 85 && up < 95 && down > 18 && down < 25);
    idarch_text_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_agree_with_pango),
        cmocka_unit_test(test_random_words),
        cmocka_unit_test(test_each_character),
        cmocka_unit_test(test_other_scripts),
        cmocka_unit_test(test_extents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
