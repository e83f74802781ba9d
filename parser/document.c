/* One input file to one document. Takes a source, gives pictures, design and blocks to
 * draw, with diagnostics in order of place. The steps: front matter, blocks, fences,
 * sections, roles, page. Never fails as a whole: what cannot be read has a diagnostic. */
#include <glib.h>

#include "parser/fences.h"
#include "parser/flowchart.h"
#include "parser/parser.h"
#include "parser/roles.h"
#include "parser/sections.h"

static bool ends_with(const char *name, const char *const *endings, size_t count)
{
    idarch_str s = idarch_str_of(name);
    for (size_t i = 0; i < count; i++) {
        size_t len = strlen(endings[i]);
        if (s.len > len && idarch_str_eq_nocase(idarch_str_sub(s, s.len - len, s.len),
                                                idarch_str_of(endings[i])))
            return true;
    }
    return false;
}

/* `flowchat LR`: nearly a header, with nothing but a direction behind it. Prose that begins
 * with the word goes on otherwise. */
static bool is_slip(idarch_str text, size_t start, size_t end)
{
    static const char *const directions[] = {"", "TB", "TD", "BT", "LR", "RL"};
    idarch_str rest = idarch_str_trim(idarch_str_sub(text, end, idarch_str_find(text, '\n', end)));
    if (rest.len > 0 && rest.ptr[rest.len - 1] == ';')
        rest.len--;
    if (!idarch_flowchart_meant(idarch_str_sub(text, start, end)) ||
        idarch_str_search(text, "\n```", 0) < text.len)
        return false;
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++)
        if (idarch_str_eq_nocase(rest, idarch_str_of(directions[i])))
            return true;
    return false;
}

idarch_input_kind idarch_input_kind_of(const char *name, idarch_str text)
{
    static const char *const flowcharts[] = {".mmd", ".mermaid"};
    static const char *const documents[] = {".md", ".markdown", ".mdown", ".mkd", ".txt",
                                            ".qmd", ".rmd", ".mdx"};
    size_t start, end;
    if (ends_with(name, flowcharts, sizeof flowcharts / sizeof flowcharts[0]))
        return IDARCH_INPUT_FLOWCHART;
    if (ends_with(name, documents, sizeof documents / sizeof documents[0]))
        return IDARCH_INPUT_MARKDOWN;
    if (idarch_str_starts(text, "\xEF\xBB\xBF"))
        text = idarch_str_sub(text, 3, text.len);
    idarch_diagram_kind kind = idarch_diagram_kind_of(text, &start, &end);
    bool meant = kind == IDARCH_DIAGRAM_UNKNOWN && is_slip(text, start, end);
    return kind == IDARCH_DIAGRAM_FLOWCHART || meant ? IDARCH_INPUT_FLOWCHART
                                                     : IDARCH_INPUT_MARKDOWN;
}

static void init(idarch_document *document, const idarch_source *source)
{
    *document = (idarch_document){.source = source};
    document->design.drawn_replicas = -1;
    for (int key = 0; key < IDARCH_KEY_COUNT; key++)
        document->design.settings[key].key = (idarch_key)key;
}

static bool has_our_key(idarch_str yaml)
{
    return idarch_str_starts(yaml, "idarch:") ||
           idarch_str_search(yaml, "\nidarch:", 0) < yaml.len;
}

/* A first line "---" that nothing ends, with settings behind it. */
static void warn_unclosed(idarch_reading *r, size_t first)
{
    idarch_str text = r->source->text;
    size_t line = idarch_str_find(text, '\n', first);
    size_t blank = idarch_str_search(text, "\n\n", line);
    size_t blank_crlf = idarch_str_search(text, "\n\r\n", line);
    blank = blank_crlf < blank ? blank_crlf : blank;
    idarch_str head = idarch_str_trim(idarch_str_sub(text, first, line));
    if (!idarch_str_is(head, "---") || !has_our_key(idarch_str_sub(text, line, blank)))
        return;
    idarch_diag_add(r->diags, IDARCH_WARNING, "front-matter",
                    (idarch_span){(uint32_t)first, (uint32_t)(first + 3)},
                    "this `---` opens front matter that no `---` closes, so it is not read")->hint =
        "end it with a line ---";
}

/* Front matter of a Markdown file: title and `idarch:`. Returns where the text begins. */
static size_t read_front_matter(idarch_reading *r, idarch_document *document)
{
    size_t start, end, after, first = idarch_str_starts(r->source->text, "\xEF\xBB\xBF") ? 3 : 0;
    if (!idarch_str_starts(idarch_str_sub(r->source->text, first, first + 3), "---"))
        return 0;
    if (!idarch_document_front_matter(r->source->text, &start, &end, &after)) {
        warn_unclosed(r, first);
        return 0;
    }
    idarch_extract text = idarch_extract_all(r->arena, r->source, 0);
    idarch_str yaml = idarch_str_sub(r->source->text, start, end);
    bool ours = has_our_key(yaml);
    const idarch_yaml *tree = idarch_yaml_parse(r->arena, &text, start, end,
                                                ours ? IDARCH_ERROR : IDARCH_WARNING, r->diags);
    const idarch_yaml *title = idarch_yaml_get(tree, "title");
    if (title && title->kind == IDARCH_YAML_SCALAR && title->scalar[0])
        document->title = title->scalar;
    idarch_read_idarch_key(r, &text, tree);
    return after;
}

static void first_heading(idarch_reading *r, const idarch_md *md, idarch_document *document)
{
    for (size_t i = 0; i < md->blocks.count && !document->title; i++)
        if (md->blocks.items[i].kind == IDARCH_MD_HEADING) {
            const char *text = idarch_block_text(r->arena, md, i);
            document->title = text[0] ? text : NULL;
        }
}

static void read_markdown(idarch_reading *r, idarch_document *document)
{
    idarch_md md;
    size_t start = read_front_matter(r, document);
    idarch_md_parse(r->arena, r->source, start, r->diags, &md);
    first_heading(r, &md, document);
    idarch_read_fences(r, &md, document);
    idarch_read_sections(r, &md, document);
}

static void read_flowchart(idarch_reading *r, idarch_document *document)
{
    size_t start = idarch_str_starts(r->source->text, "\xEF\xBB\xBF") ? 3 : 0;
    idarch_extract text = idarch_extract_all(r->arena, r->source, (uint32_t)start);
    idarch_read_mermaid(r, &text, NULL, true, document);
    if (document->pictures.count > 0)
        document->title = document->pictures.items[0].title;
}

/* The layout of the named scheme, where none is stated. */
static void take_scheme_layout(idarch_design *design)
{
    if (!design->layout.stated && design->scheme)
        idarch_scheme_layout(design->scheme, design->scheme_span, &design->layout);
}

/* The picture that gets the page: with workers, else the first that can be drawn. */
static idarch_picture *choose_page(idarch_document *document)
{
    idarch_picture *first = NULL, *with_workers = NULL;
    for (size_t i = 0; i < document->pictures.count; i++) {
        idarch_picture *picture = &document->pictures.items[i];
        if (!picture->readable)
            continue;
        first = first ? first : picture;
        if (!with_workers && idarch_has_workers(&picture->graph))
            with_workers = picture;
    }
    return with_workers ? with_workers : first;
}

static void read_pictures(idarch_reading *r, idarch_document *document)
{
    for (size_t i = 0; i < document->pictures.count; i++)
        if (document->pictures.items[i].readable && document->design.has_settings)
            idarch_find_roles(r->arena, &document->pictures.items[i].graph);
    idarch_picture *page = choose_page(document);
    if (!page)
        return;
    page->page = true;
    if (document->design.has_settings)
        idarch_read_picture(r, &page->graph);
}

void idarch_parse_document(idarch_arena *arena, const idarch_source *source,
                           idarch_input_kind kind, const idarch_limits *limits,
                           idarch_diags *diags, idarch_document *document)
{
    init(document, source);
    idarch_reading r = {.arena = arena, .source = source, .limits = limits, .diags = diags,
                        .names = idarch_names_new(arena), .design = &document->design};
    if (kind == IDARCH_INPUT_FLOWCHART)
        read_flowchart(&r, document);
    else
        read_markdown(&r, document);
    idarch_check_statements(&r);
    take_scheme_layout(&document->design);
    read_pictures(&r, document);
    idarch_diags_sort(diags);
}
