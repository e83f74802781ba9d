/* Fenced blocks. Takes the blocks of a document, gives a picture for each flowchart and
 * the statements of `idarch` fences and of `idarch:` in a flowchart's front matter. */
#include "parser/fences.h"

#include <glib.h>

#include "parser/flowchart.h"
#include "parser/layouts.h"
#include "parser/sections.h"

static const char *const headers[] = {
    "flowchart", "graph", "flowchart-elk", "sequenceDiagram", "classDiagram", "stateDiagram",
    "stateDiagram-v2", "erDiagram", "gantt", "pie", "journey", "gitGraph", "mindmap", "timeline",
    "quadrantChart", "requirementDiagram", "sankey-beta", "xychart-beta", "block-beta",
    "packet-beta", "kanban", "architecture-beta", "C4Context"};

/* Words of statements: the header before them is missing, and they are not another one's name. */
static const char *const statements[] = {"subgraph", "style",     "class",     "classDef", "click",
                                         "end",      "linkStyle", "direction"};

static const char *nearest_header(idarch_str word)
{
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++)
        if (idarch_str_is(word, statements[i]))
            return NULL;
    const char *best = NULL;
    unsigned best_distance = 4;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        unsigned distance = idarch_str_distance(word, idarch_str_of(headers[i]), 3);
        if (distance < best_distance && 2 * distance < strlen(headers[i])) {
            best_distance = distance;
            best = headers[i];
        }
    }
    return best;
}

static idarch_span text_span(const idarch_extract *text)
{
    return idarch_extract_span(text, 0, text->text.len);
}

static void add_unreadable(idarch_reading *r, const idarch_extract *text,
                           idarch_document *document)
{
    idarch_picture *picture = IDARCH_PUSH(r->arena, &document->pictures);
    picture->fence = text_span(text);
}

/* A Markdown document under a flowchart's name. */
static bool looks_like_markdown(idarch_str text, idarch_str word)
{
    return idarch_str_starts(word, "#") || idarch_str_starts(word, "```") ||
           idarch_str_search(text, "\n```", 0) < text.len ||
           idarch_str_search(text, "\n# ", 0) < text.len;
}

static void unknown_header(idarch_reading *r, const idarch_extract *text, size_t start,
                           size_t end, bool alone)
{
    idarch_str word = idarch_str_sub(text->text, start, end);
    const char *near = nearest_header(word);
    idarch_str shown = idarch_str_sub(word, 0, 40);
    while (shown.len && shown.len < word.len && ((unsigned char)word.ptr[shown.len] & 0xC0) == 0x80)
        shown.len--;
    bool open = idarch_str_is(word, "---") && idarch_str_starts(text->text, "---");
    idarch_diag *diag = idarch_diag_add(
        r->diags, IDARCH_FATAL, "unknown-diagram", idarch_extract_span(text, start, end),
        "%s", open ? "this `---` opens front matter, and there is no `---` that closes it"
                   : idarch_printf(r->arena, "'%s' begins no diagram",
                                   idarch_str_dup(r->arena, shown)));
    diag->hint = near ? idarch_printf(r->arena, "did you mean '%s'?", near)
                      : "a flowchart begins with 'flowchart' or 'graph' and a direction: "
                        "flowchart LR";
    if (idarch_str_is(word, "digraph") || idarch_str_is(word, "strict"))
        diag->hint = "this looks like Graphviz's language; a flowchart begins with 'flowchart LR'";
    if (idarch_str_is(word, "---"))
        diag->hint = open
                         ? "write --- on a line of its own behind the settings"
                         : "front matter begins on the first line and ends with a line of its own: ---";
    if (alone && looks_like_markdown(text->text, word))
        diag->hint = "is this Markdown? then name it .md";
}

/* The title that the flowchart gives itself, or NULL. */
static const char *own_title(const idarch_graph *graph)
{
    const char *title = graph->title ? graph->title : graph->acc_title;
    return title && title[0] ? title : NULL;
}

static void read_picture(idarch_reading *r, const idarch_extract *text, const char *heading,
                         idarch_document *document)
{
    idarch_picture *picture = IDARCH_PUSH(r->arena, &document->pictures);
    picture->fence = text_span(text);
    picture->readable = idarch_parse_flowchart(r->arena, text, r->limits, r->diags,
                                               &picture->graph);
    if (!picture->readable)
        return;
    const char *own = own_title(&picture->graph);
    picture->title = own ? own : heading;
}

/* `idarch:` in the diagram's own front matter. Errors of the YAML are the flowchart
 * reader's to say. */
static void read_own_settings(idarch_reading *r, const idarch_extract *text)
{
    size_t start, end, after;
    idarch_diags unheard;
    if (!idarch_front_matter(text->text, &start, &end, &after))
        return;
    idarch_str yaml = idarch_str_sub(text->text, start, end);
    if (idarch_str_search(yaml, "idarch", 0) == yaml.len)
        return;
    idarch_diags_init(&unheard, r->arena);
    idarch_read_idarch_key(r, text, idarch_yaml_parse(r->arena, text, start, end, IDARCH_ERROR,
                                                      &unheard));
}

void idarch_read_mermaid(idarch_reading *r, const idarch_extract *text, const char *heading,
                         bool alone, idarch_document *document)
{
    size_t start = 0, end = 0;
    switch (idarch_diagram_kind_of(text->text, &start, &end)) {
    case IDARCH_DIAGRAM_FLOWCHART:
        read_own_settings(r, text);
        read_picture(r, text, heading, document);
        break;
    case IDARCH_DIAGRAM_OTHER:
        idarch_diag_add(r->diags, alone ? IDARCH_FATAL : IDARCH_NOTE, "other-diagram",
                        idarch_extract_span(text, start, end), "%s",
                        alone ? "this diagram is no flowchart and cannot be drawn"
                              : "this diagram is no flowchart and is left out");
        break;
    case IDARCH_DIAGRAM_UNKNOWN:
        if (idarch_flowchart_meant(idarch_str_sub(text->text, start, end))) {
            read_picture(r, text, heading, document); /* says it, and what else is wrong */
            break;
        }
        unknown_header(r, text, start, end, alone);
        add_unreadable(r, text, document);
        break;
    case IDARCH_DIAGRAM_EMPTY:
        idarch_diag_add(r->diags, alone ? IDARCH_FATAL : IDARCH_WARNING, "empty-diagram",
                        idarch_extract_span(text, 0, 0), "there is no diagram in it");
        break;
    }
}

void idarch_read_idarch_key(idarch_reading *r, const idarch_extract *text,
                            const idarch_yaml *tree)
{
    const idarch_yaml *ours = idarch_yaml_get(tree, "idarch");
    if (!ours)
        return;
    r->design->has_settings = true;
    idarch_read_yaml(r, text, ours, IDARCH_ORIGIN_FRONT_MATTER);
}

/* Whether the text begins with the name and not with a longer word. */
static bool begins_with(idarch_str text, idarch_str name)
{
    char next = text.len > name.len ? text.ptr[name.len] : ' ';
    return text.len >= name.len && idarch_str_eq_nocase(idarch_str_sub(text, 0, name.len), name) &&
           !(g_ascii_isalnum(next) || next == '-' || next == '_');
}

/* The first word of an info string is the name, or braces, commas follow it; it may stand
 * in braces itself, as Quarto ({mermaid}) and Pandoc ({.mermaid}, {#id .mermaid}) have it. */
bool idarch_fence_is(const idarch_source *source, const idarch_md_block *block, const char *name)
{
    idarch_str info = idarch_str_sub(source->text, block->info.start, block->info.end);
    idarch_str word = idarch_str_of(name);
    if (block->kind != IDARCH_MD_FENCE)
        return false;
    if (info.len == 0 || info.ptr[0] != '{')
        return begins_with(info, word);
    size_t close = idarch_str_find(info, '}', 0);
    info = idarch_str_trim(idarch_str_sub(info, 1, close));
    if (begins_with(info, word))
        return true;
    for (size_t dot = idarch_str_find(info, '.', 0); dot < info.len;
         dot = idarch_str_find(info, '.', dot + 1))
        if ((dot == 0 || info.ptr[dot - 1] == ' ') &&
            begins_with(idarch_str_sub(info, dot + 1, info.len), word))
            return true;
    return false;
}

/* A fence, or a `:::mermaid` block, that a reader may take for a diagram of ours. */
static void note_near_miss(idarch_reading *r, idarch_span span, const char *hint)
{
    idarch_diag_add(r->diags, IDARCH_NOTE, "fence-unread", span,
                    "this is not read as a diagram")->hint = hint;
}

static const char write_fence[] = "open the block with ```mermaid";

static bool is_near_mermaid(idarch_str info)
{
    size_t start = 0, end;
    while (start < info.len && !g_ascii_isalpha(info.ptr[start]))
        start++;
    for (end = start; end < info.len && g_ascii_isalpha(info.ptr[end]);)
        end++;
    char *word = NULL;
    if (end - start < 6 || end - start > 9)
        return false;
    word = g_ascii_strdown(info.ptr + start, (gssize)(end - start));
    bool near = idarch_str_distance(idarch_str_of(word), IDARCH_STR("mermaid"), 2) <= 2;
    g_free(word);
    return near;
}

static bool is_colon_fence(const idarch_source *source, const idarch_md_block *block)
{
    if (block->kind != IDARCH_MD_PARAGRAPH || block->lines.count == 0)
        return false;
    idarch_span line = block->lines.items[0];
    idarch_str text = idarch_str_trim(idarch_str_sub(source->text, line.start, line.end));
    size_t at = 0;
    while (at < text.len && text.ptr[at] == ':')
        at++;
    idarch_str name = idarch_str_trim(idarch_str_sub(text, at, text.len));
    return at >= 3 && idarch_str_eq_nocase(name, IDARCH_STR("mermaid"));
}

static bool has_mermaid_class(idarch_str line)
{
    static const char *const classes[] = {"class=\"mermaid\"", "class='mermaid'", "class=mermaid"};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (idarch_str_search(line, classes[i], 0) < line.len)
            return true;
    return false;
}

/* <pre class="mermaid">, and a fence that HTML swallows as no blank line is before it.
 * Comments and shown code are left alone. */
static void note_html(idarch_reading *r, const idarch_md *md, size_t i)
{
    const idarch_md_block *block = &md->blocks.items[i];
    for (size_t k = 0; k < block->lines.count; k++) {
        idarch_span span = block->lines.items[k];
        idarch_str line = idarch_str_trim(idarch_str_sub(md->source->text, span.start, span.end));
        if (k == 0 && has_mermaid_class(line)) {
            note_near_miss(r, span, write_fence);
            return;
        }
        if (k == 0 && (idarch_str_starts(line, "<!") || idarch_str_starts(line, "<pre") ||
                       idarch_str_starts(line, "<script") || idarch_str_starts(line, "<textarea")))
            return;
        if (idarch_str_starts(line, "```mermaid") || idarch_str_starts(line, "~~~mermaid")) {
            note_near_miss(r, span, "leave a blank line before the fence, so that it ends the HTML");
            return;
        }
    }
}

static void read_settings_fence(idarch_reading *r, const idarch_extract *text)
{
    const idarch_yaml *tree = idarch_yaml_parse(r->arena, text, 0, text->text.len, IDARCH_ERROR,
                                                r->diags);
    r->design->has_settings = true;
    if (tree)
        idarch_read_yaml(r, text, tree, IDARCH_ORIGIN_SETTINGS);
}

static void read_layout_fence(idarch_reading *r, const idarch_extract *text)
{
    idarch_part part = idarch_part_trim((idarch_part){text, 0, text->text.len});
    if (idarch_layout_is_line(r, part)) {
        idarch_layout_line(r, part);
        return;
    }
    idarch_part line = idarch_part_sub(part, 0, idarch_str_find(idarch_part_str(part), '\n', 0));
    idarch_diag_add(r->diags, IDARCH_ERROR, "layout-form", idarch_part_span(line),
                    "this bit layout is not understood")->hint = idarch_layout_hint;
}

/* A closing fence that stands left of its list or without the mark of its quotation opens
 * another fence. */
static void note_cut(idarch_reading *r, const idarch_md *md, const idarch_md_block *block)
{
    bool quoted = md->blocks.items[block->parent].kind == IDARCH_MD_QUOTE;
    idarch_diag_add(r->diags, IDARCH_NOTE, "fence-open", block->info,
                    "this fence is not closed before its %s ends, and ends with it",
                    quoted ? "quotation" : "list item")
        ->hint = quoted ? "write its last line as > ```" : "indent its last line ``` as its first one";
}

static void read_fence(idarch_reading *r, const idarch_md *md, size_t i, const char *heading,
                       idarch_document *document)
{
    const idarch_md_block *block = &md->blocks.items[i];
    idarch_str info = idarch_str_sub(md->source->text, block->info.start, block->info.end);
    bool mermaid = idarch_fence_is(md->source, block, "mermaid");
    if (!mermaid && !idarch_fence_is(md->source, block, "idarch")) {
        if (is_near_mermaid(info))
            note_near_miss(r, block->info, write_fence);
        return;
    }
    if (block->cut)
        note_cut(r, md, block);
    idarch_extract *text = IDARCH_NEW(r->arena, idarch_extract);
    *text = idarch_md_lines(r->arena, md->source, &block->lines);
    if (block->lines.count == 0)
        text->pieces.items[0].source_offset = block->info.end;
    if (mermaid)
        idarch_read_mermaid(r, text, heading, false, document);
    else if (idarch_str_search(info, "layout", 0) < info.len)
        read_layout_fence(r, text);
    else
        read_settings_fence(r, text);
}

void idarch_read_fences(idarch_reading *r, const idarch_md *md, idarch_document *document)
{
    const char *heading = NULL;
    for (size_t i = 0; i < md->blocks.count; i++) {
        if (md->blocks.items[i].kind == IDARCH_MD_HEADING)
            heading = idarch_block_text(r->arena, md, i);
        else if (md->blocks.items[i].kind == IDARCH_MD_FENCE)
            read_fence(r, md, i, heading ? heading : document->title, document);
        else if (is_colon_fence(md->source, &md->blocks.items[i]))
            note_near_miss(r, md->blocks.items[i].lines.items[0], write_fence);
        else if (md->blocks.items[i].kind == IDARCH_MD_HTML)
            note_html(r, md, i);
    }
    /* A document's only picture is about what the document is about. */
    if (document->pictures.count == 1 && document->title &&
        !own_title(&document->pictures.items[0].graph))
        document->pictures.items[0].title = document->title;
}
