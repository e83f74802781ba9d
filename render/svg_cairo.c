/* SVG by cairo: text as outlines, pixel for pixel the same everywhere. cairo writes it;
 * libxml2 then gives its ids new names (cairo counts them on through the process) with
 * our prefix, in the references as well, and adds title and description. cairo's own
 * style attributes stay. */
#include <cairo-svg.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

#include "render/paint.h"
#include "render/writers.h"

typedef struct rewrite {
    idarch_arena *arena;
    const char *prefix; /* with its hyphen */
    GHashTable *names;  /* cairo's id to ours */
} rewrite;

static cairo_status_t append(void *closure, const unsigned char *bytes, unsigned len)
{
    idarch_strbuf_add(closure, (const char *)bytes, len);
    return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t paint(const idarch_scene *scene, idarch_arena *arena, idarch_strbuf *out)
{
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(append, out, scene->width, scene->height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    cairo_t *cairo = cairo_create(surface);
    idarch_paint_scene(cairo, scene, arena, false);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    if (!status)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status;
}

/* The element that follows in the document, NULL after the last. */
static xmlNode *next_node(xmlNode *node, const xmlNode *root)
{
    if (node->children)
        return node->children;
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

static void name_id(rewrite *r, xmlNode *node)
{
    xmlAttr *attr = node->type == XML_ELEMENT_NODE ? xmlHasProp(node, BAD_CAST "id") : NULL;
    if (!attr || !attr->children)
        return;
    char *old = idarch_strdup(r->arena, (const char *)attr->children->content);
    char *name =
        idarch_printf(r->arena, "%sc%u", r->prefix, g_hash_table_size(r->names) + 1);
    g_hash_table_insert(r->names, old, name);
    xmlSetProp(node, BAD_CAST "id", BAD_CAST name);
}

/* A reference: "#id", or something with "url(#id)" in it. NULL for any other value. */
static const char *new_reference(const rewrite *r, const char *value)
{
    const char *start = value[0] == '#' ? value : strstr(value, "url(#");
    if (!start)
        return NULL;
    start = strchr(start, '#') + 1;
    size_t len = strcspn(start, ")");
    const char *name = g_hash_table_lookup(r->names, idarch_strndup(r->arena, start, len));
    return name ? idarch_printf(r->arena, "%s%s%s",
                                idarch_strndup(r->arena, value, (size_t)(start - value)), name,
                                start + len)
                : NULL;
}

static void name_references(const rewrite *r, xmlNode *node)
{
    if (node->type != XML_ELEMENT_NODE)
        return;
    for (xmlAttr *attr = node->properties; attr; attr = attr->next) {
        const char *value = attr->children ? (const char *)attr->children->content : NULL;
        const char *name = value ? new_reference(r, value) : NULL;
        if (name)
            xmlSetNsProp(node, attr->ns, attr->name, BAD_CAST name);
    }
}

static void rewrite_tree(rewrite *r, xmlNode *root)
{
    r->names = g_hash_table_new(g_str_hash, g_str_equal);
    for (xmlNode *node = root; node; node = next_node(node, root))
        name_id(r, node);
    for (xmlNode *node = root; node; node = next_node(node, root))
        name_references(r, node);
    g_hash_table_destroy(r->names);
    r->names = NULL;
}

static xmlNode *text_element(const rewrite *r, xmlNode *root, const char *name, const char *id,
                             const char *text)
{
    xmlNode *node = xmlNewDocNode(root->doc, root->ns, BAD_CAST name, NULL);
    xmlSetProp(node, BAD_CAST "id", BAD_CAST idarch_printf(r->arena, "%s%s", r->prefix, id));
    xmlAddChild(node, xmlNewDocText(root->doc, BAD_CAST idarch_xml_text(r->arena, text)));
    return node;
}

static void describe(const rewrite *r, xmlNode *root, const idarch_scene *scene)
{
    xmlNode *title = text_element(r, root, "title", "title", scene->title);
    xmlNode *first = root->children;
    if (first)
        xmlAddPrevSibling(first, title);
    else
        xmlAddChild(root, title);
    const char *label = idarch_printf(r->arena, "%stitle", r->prefix);
    if (scene->description[0]) {
        xmlAddNextSibling(title, text_element(r, root, "desc", "desc", scene->description));
        label = idarch_printf(r->arena, "%s %sdesc", label, r->prefix);
    }
    xmlSetProp(root, BAD_CAST "role", BAD_CAST "img");
    xmlSetProp(root, BAD_CAST "aria-labelledby", BAD_CAST label);
}

/* Reads cairo's SVG, changes it, appends it to out. */
static bool finish(rewrite *r, const idarch_scene *scene, const idarch_strbuf *drawn,
                   idarch_strbuf *out)
{
    xmlDoc *doc = drawn->len > INT32_MAX
                      ? NULL
                      : xmlReadMemory(drawn->ptr, (int)drawn->len, NULL, "UTF-8",
                                      XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR |
                                          XML_PARSE_NOWARNING);
    xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
    xmlChar *bytes = NULL;
    int len = 0;
    if (root) {
        rewrite_tree(r, root);
        describe(r, root, scene);
        xmlDocDumpMemoryEnc(doc, &bytes, &len, "UTF-8");
    }
    if (bytes)
        idarch_strbuf_add(out, (const char *)bytes, (size_t)len);
    bool good = bytes != NULL;
    xmlFree(bytes);
    xmlFreeDoc(doc);
    return good;
}

bool idarch_write_svg_cairo(idarch_arena *arena, const idarch_scene *scene, idarch_strbuf *out,
                            const char **error)
{
    idarch_strbuf drawn = {.arena = arena};
    cairo_status_t status = paint(scene, arena, &drawn);
    if (status) {
        *error = idarch_printf(arena, "cairo: %s", cairo_status_to_string(status));
        return false;
    }
    rewrite r = {arena, idarch_printf(arena, "i%s-", idarch_scene_digest(scene, arena)), NULL};
    if (finish(&r, scene, &drawn, out))
        return true;
    *error = "libxml2 could not read cairo's SVG";
    return false;
}
