/* Generator, run at build time: takes the eight font files of Liberation Sans and Mono
 * (in the order of font_tables.h), writes a C source with their advances and kerning as
 * HarfBuzz shapes them. A character that any of the faces lacks is left out of that
 * face's table, so the program measures it by Pango. Nothing of the fonts but these
 * numbers gets into the program. */
#include <hb-ot.h>
#include <hb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CODES_MAX = 2048, FACES = 8 };

typedef struct range {
    uint32_t first, last;
} range;

/* Blocks that are shaped character by character: no marks, no joining scripts, no
 * invisible characters. */
static const range covered[] = {
    {0x20, 0x7E},     {0xA0, 0xAC},     {0xAE, 0x17F},    {0x192, 0x192},
    {0x218, 0x21B},   {0x386, 0x386},   {0x388, 0x3CE},   {0x400, 0x45F},
    {0x490, 0x491},   {0x2010, 0x2015}, {0x2018, 0x2022}, {0x2026, 0x2026},
    {0x2030, 0x2030}, {0x2032, 0x2033}, {0x2039, 0x203A}, {0x2044, 0x2044},
    {0x2070, 0x2070}, {0x2074, 0x208E}, {0x20AC, 0x20AC}, {0x2116, 0x2116},
    {0x2190, 0x2195}, {0x2202, 0x2202}, {0x2206, 0x2206}, {0x220F, 0x220F},
    {0x2211, 0x2212}, {0x221A, 0x221A}, {0x221E, 0x221E}, {0x222B, 0x222B},
    {0x2248, 0x2248}, {0x2260, 0x2261}, {0x2264, 0x2265},
};

typedef struct face {
    hb_face_t *face;
    hb_font_t *font;
    hb_buffer_t *buffer;
    size_t count;
    uint32_t codes[CODES_MAX];
    int advances[CODES_MAX];
} face;

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "fonttables: %s: %s\n", what, name);
    exit(1);
}

static int shape(face *f, const uint32_t *text, int count)
{
    hb_buffer_clear_contents(f->buffer);
    hb_buffer_add_utf32(f->buffer, text, count, 0, count);
    hb_buffer_guess_segment_properties(f->buffer);
    hb_buffer_set_language(f->buffer, hb_language_from_string("en", -1));
    hb_shape(f->font, f->buffer, NULL, 0);
    unsigned glyphs = 0;
    const hb_glyph_position_t *at = hb_buffer_get_glyph_positions(f->buffer, &glyphs);
    int sum = 0;
    for (unsigned i = 0; i < glyphs; i++)
        sum += at[i].x_advance;
    return sum;
}

static void open_face(face *f, const char *path)
{
    hb_blob_t *blob = hb_blob_create_from_file_or_fail(path);
    if (!blob)
        fail("cannot read", path);
    f->face = hb_face_create(blob, 0);
    hb_blob_destroy(blob);
    if (hb_face_get_glyph_count(f->face) == 0)
        fail("no font", path);
    f->font = hb_font_create(f->face);
    f->buffer = hb_buffer_create();
    f->count = 0;
}

static void read_codes(face *f, const char *path)
{
    for (size_t r = 0; r < sizeof covered / sizeof covered[0]; r++)
        for (uint32_t c = covered[r].first; c <= covered[r].last; c++) {
            hb_codepoint_t glyph;
            if (!hb_font_get_nominal_glyph(f->font, c, &glyph)) {
                if (c <= 0x7E)
                    fail("lacks a character of ASCII", path);
                continue;
            }
            f->codes[f->count] = c;
            f->advances[f->count++] = shape(f, &c, 1);
        }
}

static void print_numbers(const char *type, const char *name, int index, size_t count)
{
    printf("static const %s %s_%d[%zu] = {", type, name, index, count);
}

/* Letters of two scripts never stand in one run of glyphs. */
static int never_meet(uint32_t a, uint32_t b)
{
    hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
    hb_script_t x = hb_unicode_script(unicode, a), y = hb_unicode_script(unicode, b);
    return x != y && x != HB_SCRIPT_COMMON && y != HB_SCRIPT_COMMON;
}

static void print_pairs(face *f, int index)
{
    static uint32_t starts[CODES_MAX + 1];
    uint32_t total = 0;
    printf("static const idarch_font_pair pairs_%d[] = {", index);
    for (size_t a = 0; a < f->count; a++) {
        starts[a] = total;
        for (size_t b = 0; b < f->count; b++) {
            uint32_t text[2] = {f->codes[a], f->codes[b]};
            if (never_meet(text[0], text[1]))
                continue;
            int adjust = shape(f, text, 2) - f->advances[a] - f->advances[b];
            if (adjust)
                printf("%s{%zu,%d},", total++ % 8 ? "" : "\n", b, adjust);
        }
    }
    starts[f->count] = total;
    printf("{0,0}};\n");
    print_numbers("uint32_t", "starts", index, f->count + 1);
    for (size_t a = 0; a <= f->count; a++)
        printf("%s%u,", a % 12 ? "" : "\n", (unsigned)starts[a]);
    printf("};\n");
}

static void print_face(face *f, int index)
{
    print_numbers("uint16_t", "codes", index, f->count);
    for (size_t i = 0; i < f->count; i++)
        printf("%s%u,", i % 12 ? "" : "\n", (unsigned)f->codes[i]);
    printf("};\n");
    print_numbers("uint16_t", "advances", index, f->count);
    for (size_t i = 0; i < f->count; i++)
        printf("%s%d,", i % 12 ? "" : "\n", f->advances[i]);
    printf("};\n");
    print_pairs(f, index);
}

int main(int argc, char **argv)
{
    static face faces[FACES];
    if (argc != FACES + 1)
        fail("usage", "fonttables FONT... (eight files)");
    printf("/* Made by fonttables from the installed fonts. */\n"
           "#include \"render/font_tables.h\"\n\n");
    for (int i = 0; i < FACES; i++) {
        open_face(&faces[i], argv[i + 1]);
        read_codes(&faces[i], argv[i + 1]);
        print_face(&faces[i], i);
    }
    printf("\nconst idarch_font_table idarch_font_faces[IDARCH_FONT_FACES] = {\n");
    for (int i = 0; i < FACES; i++) {
        hb_font_extents_t extents;
        hb_font_get_h_extents(faces[i].font, &extents);
        printf("    {%u, %d, %d, %zu, codes_%d, advances_%d, starts_%d, pairs_%d},\n",
               hb_face_get_upem(faces[i].face), extents.ascender, -extents.descender,
               faces[i].count, i, i, i, i);
        hb_buffer_destroy(faces[i].buffer);
        hb_font_destroy(faces[i].font);
        hb_face_destroy(faces[i].face);
    }
    printf("};\n");
    return fflush(stdout) || ferror(stdout);
}
