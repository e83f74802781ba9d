/* SVG by cairo: text as outlines, pixel for pixel the same everywhere. cairo writes it;
 * libxml2 then prefixes its ids and the references to them, and adds title and
 * description. cairo's own style attributes stay. */
#include <cairo-svg.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

#include "render/paint.h"
#include "render/writers.h"

typedef struct rewrite {
    idarch_arena *arena;
    const char *prefix; /* with its hyphen */
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

/* The value with the prefix put behind every mark ("#" or "url(#"). */
static const char *with_prefix(const rewrite *r, const char *value, const char *mark)
{
    idarch_strbuf buf = {.arena = r->arena};
    size_t len = strlen(mark);
    for (const char *at; (at = strstr(value, mark)); value = at + len) {
        idarch_strbuf_add(&buf, value, (size_t)(at - value) + len);
        idarch_strbuf_puts(&buf, r->prefix);
    }
    idarch_strbuf_puts(&buf, value);
    return idarch_strbuf_text(&buf);
}

static void rewrite_attribute(const rewrite *r, xmlNode *node, xmlAttr *attr)
{
    const char *name = (const char *)attr->name;
    if (!attr->children || !attr->children->content)
        return;
    const char *old = (const char *)attr->children->content, *value;
    if (strcmp(name, "id") == 0)
        value = idarch_printf(r->arena, "%s%s", r->prefix, old);
    else if (strcmp(name, "href") == 0 && old[0] == '#')
        value = idarch_printf(r->arena, "#%s%s", r->prefix, old + 1);
    else if (strstr(old, "url(#"))
        value = with_prefix(r, old, "url(#");
    else
        return;
    xmlSetNsProp(node, attr->ns, attr->name, BAD_CAST value);
}

/* Every element below and including node; groups nest as deep as the drawing's. */
static void rewrite_tree(const rewrite *r, xmlNode *root)
{
    xmlNode *node = root;
    while (node) {
        if (node->type == XML_ELEMENT_NODE)
            for (xmlAttr *attr = node->properties; attr; attr = attr->next)
                rewrite_attribute(r, node, attr);
        if (node->children) {
            node = node->children;
            continue;
        }
        while (node && node != root && !node->next)
            node = node->parent;
        node = !node || node == root ? NULL : node->next;
    }
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
static bool finish(const rewrite *r, const idarch_scene *scene, const idarch_strbuf *drawn,
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
    rewrite r = {arena, idarch_printf(arena, "i%s-", idarch_scene_digest(scene, arena))};
    if (finish(&r, scene, &drawn, out))
        return true;
    *error = "libxml2 could not read cairo's SVG";
    return false;
}
