/* PNG, PDF and outlined SVG: sizes, density, text, links, the same bytes twice. */
#define _POSIX_C_SOURCE 200809L

#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>
#include <libxml/parser.h>

#include "sample_drawing.h"

static uint32_t big_endian(const char *bytes)
{
    const unsigned char *p = (const unsigned char *)bytes;
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The first place of a string in bytes that may hold zeros, or NULL. */
static const char *find(const idarch_strbuf *in, const char *what)
{
    size_t len = strlen(what);
    for (size_t i = 0; i + len <= in->len; i++)
        if (memcmp(in->ptr + i, what, len) == 0)
            return in->ptr + i;
    return NULL;
}

/* libpng's simplified reader must take the whole file. */
static void check_decodes(const idarch_strbuf *png, uint32_t width, uint32_t height)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, png->ptr, png->len));
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    image.format = PNG_FORMAT_RGBA;
    png_byte *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    free(pixels);
    png_image_free(&image);
}

static void check_png(double scale, uint32_t width, uint32_t height, uint32_t density)
{
    sample *s = sample_new();
    idarch_strbuf png =
        sample_render(s, IDARCH_FORMAT_PNG, &(idarch_render_options){.scale = scale});
    assert_int_equal(big_endian(png.ptr + 16), width);
    assert_int_equal(big_endian(png.ptr + 20), height);
    size_t at = 8;
    while (memcmp(png.ptr + at + 4, "pHYs", 4) != 0 && at < 200)
        at += big_endian(png.ptr + at) + 12;
    assert_memory_equal(png.ptr + at + 4, "pHYs", 4);
    assert_int_equal(big_endian(png.ptr + at + 8), density);
    assert_int_equal(png.ptr[at + 16], 1);
    check_decodes(&png, width, height);
    sample_free(s);
}

static void test_png(void **state)
{
    (void)state;
    check_png(0, 1640, 1681, 7559);
    check_png(1, 820, 841, 3780);
    check_png(0.5, 410, 421, 1890);
}

/* Painted in several bands it has the same pixels as the scene has at one go. */
static void test_png_bands(void **state)
{
    (void)state;
    check_png(7, 5740, 5884, 26457);
}

static void test_png_too_large(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_strbuf out = {.arena = s->arena};
    const char *error = NULL;
    assert_false(idarch_render(s->arena, &s->drawing, IDARCH_FORMAT_PNG,
                               &(idarch_render_options){.scale = 100}, &out, &error));
    assert_non_null(strstr(error, "38.985"));
    assert_int_equal(out.len, 0);
    sample_free(s);
}

static void check_same_bytes(idarch_format format)
{
    sample *a = sample_new(), *b = sample_new();
    idarch_strbuf x = sample_render(a, format, &(idarch_render_options){0});
    idarch_strbuf y = sample_render(b, format, &(idarch_render_options){0});
    assert_int_equal(x.len, y.len);
    assert_memory_equal(x.ptr, y.ptr, x.len);
    sample_free(a);
    sample_free(b);
}

static void test_same_bytes(void **state)
{
    (void)state;
    check_same_bytes(IDARCH_FORMAT_PNG);
    check_same_bytes(IDARCH_FORMAT_PDF);
    check_same_bytes(IDARCH_FORMAT_SVG_CAIRO);
}

static void test_pdf(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_strbuf pdf = sample_render(s, IDARCH_FORMAT_PDF, &(idarch_render_options){0});
    assert_non_null(find(&pdf, "%PDF-"));
    assert_non_null(find(&pdf, "(Sample <of> everything)"));
    assert_non_null(find(&pdf, "/URI (https://example.org/?a=1&b=%3C2%3E)"));
    assert_non_null(find(&pdf, "/URI (docs/page%281%29.html)"));
    assert_null(find(&pdf, "/JavaScript"));
    assert_null(find(&pdf, "script:"));
    sample_free(s);
}

static void test_pdf_text(void **state)
{
    (void)state;
    if (system("command -v pdftotext >/dev/null 2>&1") != 0)
        skip();
    sample *s = sample_new();
    idarch_strbuf pdf = sample_render(s, IDARCH_FORMAT_PDF, &(idarch_render_options){0});
    char name[] = "test_cairo_XXXXXX";
    int file = mkstemp(name);
    assert_true(file >= 0);
    assert_int_equal(write(file, pdf.ptr, pdf.len), pdf.len);
    close(file);
    FILE *pipe = popen(idarch_printf(s->arena, "pdftotext %s -", name), "r");
    assert_non_null(pipe);
    char text[8192];
    text[fread(text, 1, sizeof text - 1, pipe)] = '\0';
    pclose(pipe);
    unlink(name);
    static const char *const words[] = {"NextId()", "Outer · 2 replicas", "worker ID", "subroutine",
                                        "Verdict: unproven", "a < b & \"c\" > 'd'"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strstr(text, words[i]))
            fail_msg("no %s in the PDF's text", words[i]);
    sample_free(s);
}

static void test_svg_cairo(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_strbuf svg = sample_render(s, IDARCH_FORMAT_SVG_CAIRO, &(idarch_render_options){0});
    xmlDoc *doc = xmlReadMemory(svg.ptr, (int)svg.len, NULL, NULL, XML_PARSE_NONET);
    assert_non_null(doc);
    xmlFreeDoc(doc);
    assert_null(find(&svg, "\"glyph0"));
    assert_null(find(&svg, "\"#glyph0"));
    assert_null(find(&svg, "<text"));
    assert_non_null(find(&svg, "width=\"820px\""));
    assert_non_null(find(&svg, ">Sample &lt;of&gt; everything</title>"));
    sample_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_png),           cmocka_unit_test(test_png_bands),
        cmocka_unit_test(test_png_too_large), cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_pdf),           cmocka_unit_test(test_pdf_text),
        cmocka_unit_test(test_svg_cairo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
