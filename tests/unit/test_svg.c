/* The SVG and the geometry JSON, read back: well-formed, nothing forbidden, ids unique,
 * escaped, the same twice. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <glib.h>
#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include "render/writers.h"
#include "sample_drawing.h"

static xmlDoc *parse(const idarch_strbuf *svg)
{
    xmlDoc *doc = xmlReadMemory(svg->ptr, (int)svg->len, NULL, NULL, XML_PARSE_NONET);
    if (!doc)
        fail_msg("not well-formed");
    return doc;
}

static xmlNode *next_node(xmlNode *node)
{
    if (node->children)
        return node->children;
    while (node && !node->next)
        node = node->parent;
    return node && node->type != XML_DOCUMENT_NODE ? node->next : NULL;
}

static bool one_of(const xmlChar *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp((const char *)name, *list) == 0)
            return true;
    return false;
}

static void check_link(const char *value)
{
    static const char *const good[] = {"http://", "https://", "mailto:", "docs/", NULL};
    for (size_t i = 0; good[i]; i++)
        if (strncmp(value, good[i], strlen(good[i])) == 0)
            return;
    fail_msg("link %s", value);
}

static void check_attribute(GHashTable *ids, const xmlAttr *attr)
{
    static const char *const allowed[] = {
        "id", "class", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "fill",
        "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
        "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "font-style",
        "text-decoration", "text-rendering", "textLength", "lengthAdjust", "space", "viewBox",
        "role", "aria-labelledby", "href", NULL};
    const char *value = (const char *)attr->children->content;
    if (!one_of(attr->name, allowed))
        fail_msg("attribute %s", (const char *)attr->name);
    if (strcmp((const char *)attr->name, "id") == 0 &&
        !g_hash_table_add(ids, g_strdup(value)))
        fail_msg("id twice: %s", value);
    if (strcmp((const char *)attr->name, "href") == 0)
        check_link(value);
}

static void check_document(const idarch_strbuf *svg)
{
    static const char *const allowed[] = {"svg", "g", "a", "title", "desc", "rect", "path",
                                          "circle", "ellipse", "text", "tspan", NULL};
    xmlDoc *doc = parse(svg);
    GHashTable *ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (xmlNode *node = xmlDocGetRootElement(doc); node; node = next_node(node)) {
        if (node->type != XML_ELEMENT_NODE) {
            assert_int_equal(node->type, XML_TEXT_NODE);
            continue;
        }
        if (!one_of(node->name, allowed))
            fail_msg("element %s", (const char *)node->name);
        for (const xmlAttr *attr = node->properties; attr; attr = attr->next)
            check_attribute(ids, attr);
    }
    g_hash_table_destroy(ids);
    xmlFreeDoc(doc);
}

static void test_nothing_forbidden(void **state)
{
    (void)state;
    sample *s = sample_new();
    static const char *const themes[] = {NULL, "neutral", "dark", "forest", "base"};
    for (size_t i = 0; i < 5; i++) {
        idarch_strbuf svg =
            sample_render(s, IDARCH_FORMAT_SVG, &(idarch_render_options){.theme = themes[i]});
        check_document(&svg);
    }
    sample_free(s);
}

static void test_root(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_strbuf svg = sample_render(s, IDARCH_FORMAT_SVG, &(idarch_render_options){0});
    xmlDoc *doc = parse(&svg);
    xmlNode *root = xmlDocGetRootElement(doc);
    xmlChar *width = xmlGetProp(root, BAD_CAST "width"), *box = xmlGetProp(root, BAD_CAST "viewBox");
    assert_string_equal((const char *)width, "820");
    assert_string_equal((const char *)box, "0 0 820 840.5");
    xmlFree(width);
    xmlFree(box);
    xmlNode *title = xmlFirstElementChild(root);
    assert_string_equal((const char *)title->children->content, "Sample <of> everything");
    assert_non_null(strstr(svg.ptr, "<desc"));
    xmlFreeDoc(doc);
    sample_free(s);
}

static void test_escaping(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_strbuf svg = sample_render(s, IDARCH_FORMAT_SVG, &(idarch_render_options){0});
    assert_non_null(strstr(svg.ptr, "a &lt; b &amp; "));
    assert_non_null(strstr(svg.ptr, "]]&gt; bad \xEF\xBF\xBD \xEF\xBF\xBD end"));
    assert_non_null(strstr(svg.ptr, "-n-b.2e.c3.bc\""));
    assert_non_null(strstr(svg.ptr, "<title>Tip &amp; &lt;b&gt;</title>"));
    assert_null(strstr(svg.ptr, "script:"));
    assert_null(strstr(svg.ptr, "data:"));
    sample_free(s);
}

static void test_odd_characters(void **state)
{
    (void)state;
    idarch_arena *arena = idarch_arena_new(0, NULL, NULL);
    const char *plain = "gr\xC3\xBC\xC3\x9F \xF0\x9F\x99\x82";
    assert_ptr_equal(idarch_xml_text(arena, plain), plain);
    assert_string_equal(idarch_xml_text(arena, "a\tb\nc"), "a b c");
    assert_string_equal(idarch_xml_text(arena, "a\x02\xC2\x85z"),
                        "a\xEF\xBF\xBD\xEF\xBF\xBDz");
    assert_string_equal(idarch_xml_text(arena, "\xEF\xBF\xBE"), "\xEF\xBF\xBD");
    assert_string_equal(idarch_xml_text(arena, "\xFF\xC0\x80"),
                        "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_string_equal(idarch_xml_text(arena, "\xED\xA0\x80"),
                        "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    idarch_arena_free(arena);
}

static void test_same_bytes(void **state)
{
    (void)state;
    sample *a = sample_new(), *b = sample_new();
    idarch_strbuf x = sample_render(a, IDARCH_FORMAT_SVG, &(idarch_render_options){0});
    setlocale(LC_ALL, "de_DE.UTF-8");
    idarch_strbuf y = sample_render(b, IDARCH_FORMAT_SVG, &(idarch_render_options){0});
    setlocale(LC_ALL, "C");
    assert_int_equal(x.len, y.len);
    assert_memory_equal(x.ptr, y.ptr, x.len);
    sample_free(a);
    sample_free(b);
}

static void test_background(void **state)
{
    (void)state;
    sample *s = sample_new();
    const char *page = "width=\"820\" height=\"840.5\" fill=\"";
    idarch_strbuf none = sample_render(
        s, IDARCH_FORMAT_SVG, &(idarch_render_options){.has_background = true});
    assert_null(strstr(none.ptr, page));
    idarch_strbuf red =
        sample_render(s, IDARCH_FORMAT_SVG, &(idarch_render_options){.has_background = true, .background = {255, 0, 0, 255}});
    assert_non_null(strstr(red.ptr, "height=\"840.5\" fill=\"#f00\""));
    sample_free(s);
}

static void test_geometry_json(void **state)
{
    (void)state;
    sample *s = sample_new();
    idarch_strbuf text =
        sample_render(s, IDARCH_FORMAT_JSON, &(idarch_render_options){.geometry = true});
    json_error_t error;
    json_t *root = json_loadb(text.ptr, text.len, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail_msg("%s at %d", error.text, error.position);
    assert_int_equal(json_array_size(json_object_get(root, "nodes")), s->geometry.nodes.count);
    assert_int_equal(json_array_size(json_object_get(root, "clusters")), 2);
    assert_int_equal(json_array_size(json_object_get(root, "edges")), 4);
    json_t *edge = json_array_get(json_object_get(root, "edges"), 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(edge, "label"), "text")),
                        "NextId()");
    assert_int_equal(json_array_size(json_object_get(edge, "points")), 4);
    json_t *bar = json_object_get(root, "bitbar");
    assert_int_equal(json_array_size(json_object_get(bar, "fields")), 5);
    assert_true(json_number_value(json_object_get(bar, "w")) == 640);
    assert_int_equal(json_array_size(json_object_get(root, "blocks")), 4);
    json_decref(root);
    sample_free(s);
}

static void test_formats(void **state)
{
    (void)state;
    idarch_format format;
    assert_true(idarch_format_find("svg:cairo", &format) && format == IDARCH_FORMAT_SVG_CAIRO);
    assert_true(idarch_format_find("json", &format) && format == IDARCH_FORMAT_JSON);
    assert_false(idarch_format_find("bmp", &format));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_forbidden), cmocka_unit_test(test_root),
        cmocka_unit_test(test_escaping),          cmocka_unit_test(test_odd_characters),
        cmocka_unit_test(test_same_bytes),        cmocka_unit_test(test_background),
        cmocka_unit_test(test_geometry_json),     cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
