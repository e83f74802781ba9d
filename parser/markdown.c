/* The block structure of Markdown. Takes a source, gives blocks with the exact place of
 * every line of theirs.
 *
 * libcmark 0.30 finds the blocks. It is given a skeleton of the text, byte for byte as
 * long: what decides about blocks (indentation, marks of lists, quotes, headings,
 * fences, HTML) stays, all other characters become 'x'. So its inline parser, which is
 * superlinear on some inputs and knows no exact columns, never has anything to do, and
 * nesting, on which its block parser is superlinear, is bounded. What stands in a block
 * is then read from the source itself. */
#include "parser/markdown.h"

#include <assert.h>
#include <cmark.h>
#include <glib.h>

enum {
    MARKS_MAX = 24,           /* list and quote marks before the text of a line */
    INDENT_MAX = 96,          /* bytes of marks and indentation */
    DEEP_COMMENTS_MAX = 100   /* HTML starts indented by four or more columns */
};

typedef struct skeleton {
    idarch_str text;
    char *out;
    size_t deep_html;     /* HTML starts behind four blanks so far */
    size_t cut;           /* offset + 1 of the first mark that was too deep */
} skeleton;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Characters of a line's text that stay: ends of HTML blocks need them and no inline
 * construct can begin with them. */
static bool is_harmless(char c)
{
    return is_blank(c) || c == '>' || c == '-' || c == '?' || c == ']';
}

/* The length of a list mark at the place, its blank not included; 0 for none. */
static size_t list_mark(const char *p, size_t left)
{
    size_t len = 0;
    if (left && (p[0] == '-' || p[0] == '+' || p[0] == '*')) {
        len = 1;
    } else {
        while (len < left && len < 9 && g_ascii_isdigit(p[len]))
            len++;
        if (len == 0 || len == left || (p[len] != '.' && p[len] != ')'))
            return 0;
        len++;
    }
    return len == left || is_blank(p[len]) ? len : 0;
}

/* Copies marks and indentation; returns where the line's own text begins. *deep is set
 * where more marks follow than are read. */
static size_t copy_prefix(skeleton *s, size_t line, size_t end, size_t *gap, bool *deep)
{
    size_t i = line, marks = 0;
    *deep = false;
    for (*gap = 0; i < end; marks++) {
        while (i < end && is_blank(s->text.ptr[i])) {
            *gap += s->text.ptr[i] == '\t' ? 4 : 1;
            i++;
        }
        size_t len = i < end && s->text.ptr[i] == '>' ? 1 : list_mark(s->text.ptr + i, end - i);
        if (len == 0)
            break;
        if (marks >= MARKS_MAX || i - line > INDENT_MAX) {
            s->cut = s->cut ? s->cut : i + 1;
            *deep = true;
            break;
        }
        i += len;
        *gap = 0;
    }
    memcpy(s->out + line, s->text.ptr + line, i - line);
    return i;
}

/* Whether the text consists of the given characters and blanks alone. */
static bool only(const char *p, size_t len, const char *set)
{
    for (size_t i = 0; i < len; i++)
        if (!is_blank(p[i]) && !strchr(set, p[i]))
            return false;
    return true;
}

static size_t run_of(const char *p, size_t len, char c)
{
    size_t n = 0;
    while (n < len && p[n] == c)
        n++;
    return n;
}

static void mask(const char *in, char *out, size_t len)
{
    static const char *const closers[] = {"</script>", "</pre>", "</style>", "</textarea>"};
    for (size_t i = 0; i < len; i++) {
        out[i] = is_harmless(in[i]) ? in[i] : 'x';
        for (size_t k = 0; in[i] == '<' && k < 4; k++) {
            size_t n = strlen(closers[k]);
            if (len - i >= n && g_ascii_strncasecmp(in + i, closers[k], n) == 0) {
                memcpy(out + i, closers[k], n);
                i += n - 1;
                break;
            }
        }
    }
}

/* A line that may begin an HTML block: the start and all that a tag is made of stay. */
static void copy_html(skeleton *s, const char *in, char *out, size_t len, size_t gap)
{
    if (gap >= 4 && s->deep_html++ >= DEEP_COMMENTS_MAX) {
        mask(in, out, len);
        return;
    }
    mask(in, out, len);
    for (size_t i = 0; i < len; i++)
        if (g_ascii_isalnum(in[i]) || strchr("/=\"'!", in[i]) || (i < 9 && in[i] == '['))
            out[i] = in[i];
    out[0] = '<';
}

static void copy_text(skeleton *s, const char *in, char *out, size_t len, size_t gap)
{
    size_t hashes = run_of(in, len, '#');
    size_t fence = in[0] == '`' || in[0] == '~' ? run_of(in, len, in[0]) : 0;
    if (only(in, len, "-") || only(in, len, "=") || only(in, len, "_") || only(in, len, "*")) {
        memcpy(out, in, len);
    } else if (hashes && hashes <= 6 && (hashes == len || is_blank(in[hashes]))) {
        memcpy(out, in, hashes);
        mask(in + hashes, out + hashes, len - hashes);
    } else if (fence >= 3) {
        memcpy(out, in, fence);
        for (size_t i = fence; i < len; i++)
            out[i] = is_blank(in[i]) || in[i] == '`' ? in[i] : 'x';
    } else if (in[0] == '<') {
        copy_html(s, in, out, len, gap);
    } else {
        mask(in, out, len);
    }
}

static char *make_skeleton(idarch_arena *arena, const idarch_source *source, size_t start,
                           size_t *cut)
{
    idarch_str text = source->text;
    skeleton s = {text, idarch_alloc(arena, text.len + 1), 0, 0};
    for (size_t k = 0; k < source->lines.count; k++) {
        size_t line = source->lines.items[k], end = line, gap;
        size_t next = k + 1 < source->lines.count ? source->lines.items[k + 1] : text.len;
        while (end < next && text.ptr[end] != '\n' && text.ptr[end] != '\r')
            end++;
        memcpy(s.out + end, text.ptr + end, next - end);
        if (line < start && !(line == 0 && start == 3)) {
            memset(s.out + line, ' ', end - line);
            continue;
        }
        if (line == 0 && start == 3)
            memcpy(s.out, text.ptr, line = 3);
        bool deep;
        size_t i = copy_prefix(&s, line, end, &gap, &deep);
        if (i < end && deep)
            memset(s.out + i, 'x', end - i);
        else if (i < end)
            copy_text(&s, text.ptr + i, s.out + i, end - i, gap);
    }
    *cut = s.cut;
    return s.out;
}

static uint32_t line_start(const idarch_source *source, int line)
{
    size_t count = source->lines.count, at = line < 1 ? 0 : (size_t)line - 1;
    return at < count ? source->lines.items[at] : (uint32_t)source->text.len;
}

static uint32_t line_end(const idarch_source *source, int line)
{
    uint32_t end = line_start(source, line + 1), start = line_start(source, line);
    while (end > start && strchr("\r\n", source->text.ptr[end - 1]))
        end--;
    return end;
}

/* Skips up to count quote marks with the blank after each. */
static uint32_t skip_quotes(const idarch_source *source, uint32_t at, uint32_t end,
                            unsigned count)
{
    const char *text = source->text.ptr;
    for (unsigned i = 0; i < count; i++) {
        uint32_t p = at;
        while (p < end && is_blank(text[p]))
            p++;
        if (p == end || text[p] != '>')
            break;
        at = p + 1 < end && is_blank(text[p + 1]) ? p + 2 : p + 1;
    }
    return at;
}

static idarch_span trim_span(const idarch_source *source, uint32_t start, uint32_t end)
{
    while (start < end && is_blank(source->text.ptr[start]))
        start++;
    while (end > start && is_blank(source->text.ptr[end - 1]))
        end--;
    return (idarch_span){start, end};
}

/* The visual column (tabs to multiples of four) of a place in its line. */
static unsigned visual_column(const idarch_source *source, uint32_t line, uint32_t at)
{
    unsigned column = 0;
    for (uint32_t i = line; i < at; i++)
        column = source->text.ptr[i] == '\t' ? column / 4 * 4 + 4 : column + 1;
    return column;
}

/* Paragraph and heading lines: from the block's start; later ones without marks. The
 * blanks at a line's end stay, as two of them break the line. */
static void text_lines(idarch_arena *arena, const idarch_source *source, idarch_md_block *block,
                       int first, int last, unsigned quotes)
{
    for (int line = first; line <= last; line++) {
        uint32_t end = line_end(source, line);
        uint32_t start = line == first ? block->span.start
                                       : skip_quotes(source, line_start(source, line), end, quotes);
        idarch_span span = trim_span(source, start, end);
        if (span.start < span.end)
            *IDARCH_PUSH(arena, &block->lines) = (idarch_span){span.start, end};
    }
}

/* The line below a setext heading. cmark's last line may be one further. */
static int underline(const idarch_source *source, int first, int last, unsigned quotes)
{
    for (int line = first + 1; line <= last; line++) {
        uint32_t end = line_end(source, line);
        idarch_span span = trim_span(
            source, skip_quotes(source, line_start(source, line), end, quotes), end);
        size_t len = span.end - span.start;
        const char *text = source->text.ptr + span.start;
        if (len && (run_of(text, len, '=') == len || run_of(text, len, '-') == len))
            return line;
    }
    return last;
}

static void heading_lines(idarch_arena *arena, const idarch_source *source,
                          idarch_md_block *block, int first, int last, unsigned quotes)
{
    const char *text = source->text.ptr;
    uint32_t end = line_end(source, first), at = block->span.start;
    while (at < end && text[at] == '#')
        at++;
    if (at == block->span.start || (at < end && !is_blank(text[at]))) {
        text_lines(arena, source, block, first, underline(source, first, last, quotes) - 1,
                   quotes);
        return;
    }
    idarch_span span = trim_span(source, at, end);
    uint32_t hashes = span.end;
    while (hashes > span.start && text[hashes - 1] == '#')
        hashes--;
    if (hashes < span.end && (hashes == span.start || is_blank(text[hashes - 1])))
        span = trim_span(source, span.start, hashes);
    *IDARCH_PUSH(arena, &block->lines) = span;
}

/* Lines of code with the marks around and up to column blanks taken off. */
static void code_lines(idarch_arena *arena, const idarch_source *source, idarch_md_block *block,
                       int first, int last, unsigned quotes, unsigned column)
{
    for (int line = first; line <= last; line++) {
        uint32_t start = line_start(source, line), end = line_end(source, line);
        uint32_t at = skip_quotes(source, start, end, quotes);
        unsigned here = visual_column(source, start, at);
        while (at < end && is_blank(source->text.ptr[at]) && here < column) {
            here = source->text.ptr[at] == '\t' ? here / 4 * 4 + 4 : here + 1;
            at++;
        }
        *IDARCH_PUSH(arena, &block->lines) = (idarch_span){at, end};
    }
}

/* How many quote marks stand at a line's start, up to most. */
static unsigned quotes_at(const idarch_source *source, uint32_t at, uint32_t end, unsigned most)
{
    unsigned count = 0;
    while (count < most && skip_quotes(source, at, end, 1) != at) {
        at = skip_quotes(source, at, end, 1);
        count++;
    }
    return count;
}

/* Whether the line is the fence's closing one: its marks alone, in the quotations that the
 * fence stands in and not left of its list's text. */
static bool closes_fence(const idarch_source *source, const idarch_md_block *block, int line,
                         unsigned quotes, unsigned column)
{
    uint32_t start = line_start(source, line), end = line_end(source, line);
    uint32_t at = skip_quotes(source, start, end, quotes), mark;
    char kind = source->text.ptr[block->span.start];
    if (quotes_at(source, start, end, quotes) < quotes)
        return false;
    while (at < end && is_blank(source->text.ptr[at]))
        at++;
    for (mark = at; mark < end && source->text.ptr[mark] == kind;)
        mark++;
    return mark - at >= 3 && trim_span(source, mark, end).start == end &&
           visual_column(source, start, at) >= column;
}

/* Where the text of the innermost list item around a new block begins; 0 outside of lists. */
static unsigned item_column(const idarch_md *md, int parent)
{
    while (parent >= 0 && md->blocks.items[parent].kind != IDARCH_MD_ITEM)
        parent = md->blocks.items[parent].parent;
    if (parent < 0)
        return 0;
    uint32_t at = md->blocks.items[parent].span.start, line = at;
    const char *text = md->source->text.ptr;
    while (line > 0 && text[line - 1] != '\n' && text[line - 1] != '\r')
        line--;
    while (at < md->source->text.len && g_ascii_isdigit(text[at]))
        at++;
    unsigned marker = visual_column(md->source, line, at) + 1; /* behind - or the dot */
    at++;
    uint32_t blanks = at;
    while (blanks < md->source->text.len && is_blank(text[blanks]))
        blanks++;
    unsigned column = visual_column(md->source, line, blanks);
    bool empty = blanks == md->source->text.len || strchr("\r\n", text[blanks]) != NULL;
    return empty || column > marker + 4 ? marker + 1 : column;
}

/* A fence in a list or quotation that ends with it, as nothing closes it before. */
static bool is_cut(const idarch_source *source, const idarch_md *md, int parent,
                   const idarch_md_block *block, int after, unsigned quotes)
{
    uint32_t rest = line_start(source, after), end = (uint32_t)source->text.len;
    while (rest < end && strchr(" \t\r\n", source->text.ptr[rest]))
        rest++;
    if (parent < 0 || rest == end)
        return false;
    return !closes_fence(source, block, after, quotes, item_column(md, parent));
}

/* The lines inside are counted in what cmark took: its last line may be the closing fence,
 * the last line of an open one, or the line that ended the list or quote around it. Returns
 * the number of the line behind them. */
static int fence_lines(idarch_arena *arena, const idarch_source *source, idarch_md_block *block,
                       int first, const char *inside, unsigned quotes)
{
    uint32_t fence = block->span.start, end = line_end(source, first), info = fence;
    int count = 0;
    while (info < end && source->text.ptr[info] == source->text.ptr[fence])
        info++;
    block->info = trim_span(source, info, end);
    for (const char *c = inside; c && (c = strchr(c, '\n')); c++)
        count++;
    code_lines(arena, source, block, first + 1, first + count, quotes,
               visual_column(source, line_start(source, first), fence));
    return first + count + 1;
}

/* cmark's last line of a comment is one too early when the comment ends on it. */
static int comment_end(const idarch_source *source, const idarch_md_block *block, int first,
                       int last)
{
    uint32_t end = line_end(source, last);
    idarch_str here = idarch_str_sub(source->text, block->span.start, end);
    if (last < first)
        return first;
    bool open = idarch_str_starts(here, "<!--") && idarch_str_search(here, "-->", 0) == here.len;
    idarch_str next = idarch_str_sub(source->text, end, line_end(source, last + 1));
    return open && idarch_str_search(next, "-->", 0) < next.len ? last + 1 : last;
}

static bool kind_of(cmark_node *node, idarch_md_kind *kind)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING: *kind = IDARCH_MD_HEADING; return true;
    case CMARK_NODE_PARAGRAPH: *kind = IDARCH_MD_PARAGRAPH; return true;
    case CMARK_NODE_HTML_BLOCK: *kind = IDARCH_MD_HTML; return true;
    case CMARK_NODE_LIST: *kind = IDARCH_MD_LIST; return true;
    case CMARK_NODE_ITEM: *kind = IDARCH_MD_ITEM; return true;
    case CMARK_NODE_BLOCK_QUOTE: *kind = IDARCH_MD_QUOTE; return true;
    case CMARK_NODE_THEMATIC_BREAK: *kind = IDARCH_MD_RULE; return true;
    case CMARK_NODE_CODE_BLOCK: {
        const char *info = cmark_node_get_fence_info(node);
        *kind = info && info[0] ? IDARCH_MD_FENCE : IDARCH_MD_CODE;
        return true;
    }
    default: return false; /* inlines and the document itself */
    }
}

static void add_lines(idarch_arena *arena, const idarch_md *md, int parent,
                      idarch_md_block *block, cmark_node *node, unsigned quotes)
{
    const idarch_source *source = md->source;
    int after;
    int first = cmark_node_get_start_line(node), last = cmark_node_get_end_line(node);
    switch (block->kind) {
    case IDARCH_MD_HEADING:
        heading_lines(arena, source, block, first, last, quotes);
        break;
    case IDARCH_MD_PARAGRAPH:
        text_lines(arena, source, block, first, last, quotes);
        break;
    case IDARCH_MD_FENCE:
        after = fence_lines(arena, source, block, first, cmark_node_get_literal(node), quotes);
        block->cut = is_cut(source, md, parent, block, after, quotes);
        break;
    case IDARCH_MD_HTML: last = comment_end(source, block, first, last); /* fall through */
    case IDARCH_MD_CODE:
        code_lines(arena, source, block, first, last, quotes,
                   visual_column(source, line_start(source, first), block->span.start));
        break;
    case IDARCH_MD_LIST:
    case IDARCH_MD_ITEM:
    case IDARCH_MD_QUOTE:
    case IDARCH_MD_RULE: break;
    }
}

/* The number of an item of an ordered list. */
static unsigned item_number(const idarch_md *md, size_t list, cmark_node *item)
{
    cmark_node *parent = cmark_node_parent(item);
    if (cmark_node_get_list_type(parent) != CMARK_ORDERED_LIST)
        return 0;
    for (size_t i = md->blocks.count; i-- > list + 1;)
        if (md->blocks.items[i].parent == (int)list)
            return md->blocks.items[i].number + 1;
    return (unsigned)cmark_node_get_list_start(parent);
}

typedef struct builder {
    idarch_arena *arena;
    idarch_md *md;
    int parent;      /* index of the innermost open block */
    unsigned quotes; /* quotes around it */
} builder;

static void enter(builder *b, cmark_node *node, idarch_md_kind kind)
{
    const idarch_source *source = b->md->source;
    size_t index = b->md->blocks.count;
    unsigned number = kind == IDARCH_MD_ITEM && b->parent >= 0
                          ? item_number(b->md, (size_t)b->parent, node) : 0;
    idarch_md_block *block = IDARCH_PUSH(b->arena, &b->md->blocks);
    int first = cmark_node_get_start_line(node), column = cmark_node_get_start_column(node);
    uint32_t end = line_end(source, first);
    block->kind = kind;
    block->parent = b->parent;
    block->number = number;
    block->level = kind == IDARCH_MD_HEADING ? (unsigned)cmark_node_get_heading_level(node) : 0;
    bool bom = first == 1 && idarch_str_starts(source->text, "\xEF\xBB\xBF");
    block->span.start = line_start(source, first) + (column > 0 ? (uint32_t)column - 1 : 0) +
                        (bom ? 3 : 0); /* cmark takes it off and does not count it */
    if (block->span.start > end)
        block->span.start = end;
    block->span.end = line_end(source, cmark_node_get_end_line(node));
    if (block->span.end < block->span.start)
        block->span.end = block->span.start;
    add_lines(b->arena, b->md, b->parent, block, node, b->quotes);
    if (block->lines.count && kind != IDARCH_MD_FENCE)
        block->span.end = block->lines.items[block->lines.count - 1].end;
    b->parent = (int)index;
    b->quotes += kind == IDARCH_MD_QUOTE;
}

static void leave(builder *b, idarch_md_kind kind)
{
    idarch_md_block *block = &b->md->blocks.items[b->parent];
    block->end = b->md->blocks.count;
    b->parent = block->parent;
    b->quotes -= kind == IDARCH_MD_QUOTE;
}

static void walk(idarch_arena *arena, cmark_node *root, idarch_md *md)
{
    builder b = {arena, md, -1, 0};
    cmark_iter *iter = cmark_iter_new(root);
    for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        cmark_node *node = cmark_iter_get_node(iter);
        idarch_md_kind kind;
        if (!kind_of(node, &kind))
            continue;
        bool leaf = cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK ||
                    kind == IDARCH_MD_HTML || kind == IDARCH_MD_RULE;
        if (event == CMARK_EVENT_ENTER)
            enter(&b, node, kind);
        if (event == CMARK_EVENT_EXIT || leaf)
            leave(&b, kind);
    }
    cmark_iter_free(iter);
}

void idarch_md_parse(idarch_arena *arena, const idarch_source *source, size_t start,
                     idarch_diags *diags, idarch_md *md)
{
    size_t cut;
    *md = (idarch_md){.source = source};
    if (start == 0 && idarch_str_starts(source->text, "\xEF\xBB\xBF"))
        start = 3;
    const char *text = make_skeleton(arena, source, start, &cut);
    cmark_node *root = cmark_parse_document(text, source->text.len, CMARK_OPT_DEFAULT);
    walk(arena, root, md);
    cmark_node_free(root);
    if (cut) {
        idarch_diag *diag = idarch_diag_add(
            diags, IDARCH_WARNING, "too-deep", (idarch_span){(uint32_t)cut - 1, (uint32_t)cut},
            "lists and quotes nested more than %d deep are read as text", MARKS_MAX);
        diag->hint = "take some of the marks away";
    }
}

idarch_extract idarch_md_lines(idarch_arena *arena, const idarch_source *source,
                               const idarch_spans *lines)
{
    idarch_extract extract = {0};
    idarch_strbuf buf = {.arena = arena};
    for (size_t i = 0; i < lines->count; i++) {
        idarch_span span = lines->items[i];
        *IDARCH_PUSH(arena, &extract.pieces) = (idarch_piece){(uint32_t)buf.len, span.start};
        idarch_strbuf_add(&buf, source->text.ptr + span.start, span.end - span.start);
        if (span.end < source->text.len) /* so that every byte has a place in the file */
            idarch_strbuf_putc(&buf, '\n');
    }
    if (lines->count == 0)
        *IDARCH_PUSH(arena, &extract.pieces) = (idarch_piece){0, 0};
    extract.text = (idarch_str){idarch_strbuf_text(&buf), buf.len};
    return extract;
}
