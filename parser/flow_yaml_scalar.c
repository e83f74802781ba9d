/* Scalars of YAML inside a flowchart: plain, in quotes, and as blocks behind | or >.
 *
 * Each takes the place where its first character stands and gives the text with its folds
 * and escapes resolved. */
#include "parser/flow_yaml_reader.h"

/* Whether a character stands at the byte that must not: outside quotes the C1 controls
 * and two noncharacters count too. */
static bool is_forbidden(idarch_str s, size_t at, bool quoted)
{
    unsigned char c = (unsigned char)s.ptr[at];
    unsigned char next = at + 1 < s.len ? (unsigned char)s.ptr[at + 1] : 0;
    if (c < 0x20)
        return c != '\t';
    if (quoted || c < 0x7F)
        return false;
    return c == 0x7F || (c == 0xC2 && next < 0xA0 && next != 0x85) ||
           (c == 0xEF && next == 0xBF && at + 2 < s.len && (unsigned char)s.ptr[at + 2] >= 0xBE);
}

static void capture(yaml_reader *r, idarch_strbuf *out, size_t start, size_t end, bool quoted)
{
    idarch_str part = idarch_str_sub(r->in, start, end);
    for (size_t i = 0; i < part.len; i++)
        if (is_forbidden(part, i, quoted)) {
            flow_yaml_fail_at(r, start + i, start + i + 1, "a control character");
            return;
        }
    idarch_strbuf_add_str(out, part);
}

/* Line ends inside a scalar: one is a blank, more are one less. */
static void fold(idarch_strbuf *out, size_t breaks)
{
    if (breaks == 1)
        idarch_strbuf_putc(out, ' ');
    for (; breaks > 1; breaks--)
        idarch_strbuf_putc(out, '\n');
}

static bool found_scalar(yaml_reader *r, idarch_strbuf *text, size_t start, bool plain)
{
    idarch_yaml *node = flow_yaml_new_node(r, IDARCH_YAML_SCALAR, start);
    char *copy = idarch_strndup(r->arena, idarch_strbuf_text(text), text->len);
    for (char *c = memchr(copy, IDARCH_YAML_HASH, text->len); c; c = strchr(c, IDARCH_YAML_HASH))
        *c = '#';
    node->scalar = copy;
    node->plain = plain;
    node->end = r->at.pos;
    r->found.node = node;
    r->found.scalar = true;
    r->found.plain = plain;
    return !r->failed;
}

static bool starts_plain(const yaml_reader *r, bool flow)
{
    char c = yaml_here(r), next = yaml_peek(r, r->at.pos + 1);
    if (c == '\0' || yaml_is_space(c) || yaml_in_set(c, ",[]{}#&*!|>'\"%@`"))
        return false;
    return (c != '?' && c != '-') || !(yaml_is_space(next) || (flow && yaml_is_flow_mark(next)));
}

static bool ends_plain(const yaml_reader *r, bool flow)
{
    char c = yaml_here(r), next = yaml_peek(r, r->at.pos + 1);
    if (c == ':')
        return yaml_is_space(next) || (flow && yaml_is_flow_mark(next));
    if (c == '#')
        return yaml_is_space(yaml_peek(r, r->at.pos - 1));
    return flow_yaml_at_document_mark(r) || (flow && yaml_is_flow_mark(c));
}

bool flow_yaml_plain(yaml_reader *r, long indent, bool flow)
{
    idarch_strbuf text = {.arena = r->arena};
    size_t begin = r->at.pos, start = begin, end = begin;
    if (!starts_plain(r, flow))
        return false;
    while (yaml_here(r) != '\0' && !ends_plain(r, flow)) {
        if (yaml_here(r) == '\n') {
            yaml_mark before = r->at;
            flow_yaml_skip_space(r, false);
            if (r->at.indent < indent) {
                r->at = before;
                r->at.pos = end;
                break;
            }
            if (yaml_here(r) == '\0' || ends_plain(r, flow))
                break;
            capture(r, &text, start, end, false);
            fold(&text, r->at.line - before.line);
            start = end = r->at.pos;
        }
        if (!yaml_is_blank(yaml_here(r)))
            end = r->at.pos + 1;
        r->at.pos++;
    }
    capture(r, &text, start, end, false);
    if (text.len == 0)
        return false;
    found_scalar(r, &text, begin, true);
    r->found.node->end = end;
    return !r->failed;
}

static const struct {
    char letter;
    uint32_t code;
} escapes[] = {
    {'0', ' '},     {'a', 7},      {'b', 8},     {'t', 9},   {'\t', 9},   {'n', 10},
    {'v', 11},      {'f', 12},     {'r', 13},    {'e', 27},  {' ', ' '},  {'"', '"'},
    {'/', '/'},     {'\\', '\\'},  {'N', 0x85},  {'_', 0xA0}, {'L', 0x2028}, {'P', 0x2029},
};

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The hexadecimal digits at the place; false where there are fewer. */
static bool read_hex(const yaml_reader *r, size_t at, size_t count, uint32_t *code)
{
    *code = 0;
    for (size_t i = 0; i < count; i++) {
        int digit = hex_value(yaml_peek(r, at + i));
        if (digit < 0)
            return false;
        *code = *code << 4 | (uint32_t)digit;
    }
    return true;
}

static void read_hex_escape(yaml_reader *r, idarch_strbuf *text, size_t count)
{
    uint32_t code, low;
    if (!read_hex(r, r->at.pos + 1, count, &code)) {
        flow_yaml_fail(r, "a hexadecimal digit is missing");
        return;
    }
    r->at.pos += 1 + count;
    bool high = code >= 0xD800 && code < 0xDC00;
    if (high && yaml_here(r) == '\\' && yaml_peek(r, r->at.pos + 1) == 'u' &&
        read_hex(r, r->at.pos + 2, 4, &low) && low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        r->at.pos += 6;
    }
    bool good = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000);
    idarch_strbuf_add_utf8(text, good ? code : 0xFFFD);
}

/* Behind a backslash. */
static void read_escape(yaml_reader *r, idarch_strbuf *text)
{
    char c = yaml_here(r);
    size_t count = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (c == '\n') {
        flow_yaml_skip_space(r, false);
        return;
    }
    if (count > 0) {
        read_hex_escape(r, text, count);
        return;
    }
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++)
        if (escapes[i].letter == c) {
            idarch_strbuf_add_utf8(text, escapes[i].code);
            r->at.pos++;
            return;
        }
    flow_yaml_fail_at(r, r->at.pos - 1, r->at.pos + 1, "an unknown escape sequence");
}

bool flow_yaml_quoted(yaml_reader *r, char quote)
{
    idarch_strbuf text = {.arena = r->arena};
    size_t begin = r->at.pos, start, end;
    if (yaml_here(r) != quote)
        return false;
    start = end = ++r->at.pos;
    while (yaml_here(r) != '\0' && !r->failed) {
        char c = yaml_here(r);
        if (c == quote) {
            capture(r, &text, start, r->at.pos++, true);
            if (quote == '"' || yaml_here(r) != '\'')
                return found_scalar(r, &text, begin, false);
            start = r->at.pos++;
            end = r->at.pos;
        } else if (c == '\\' && quote == '"') {
            capture(r, &text, start, r->at.pos++, true);
            read_escape(r, &text);
            start = end = r->at.pos;
        } else if (c == '\n') {
            capture(r, &text, start, end, true);
            fold(&text, flow_yaml_skip_space(r, false));
            start = end = r->at.pos;
        } else if (flow_yaml_at_document_mark(r)) {
            return flow_yaml_fail(r, "the document ends within quotes");
        } else {
            r->at.pos++;
            end = yaml_is_blank(c) ? end : r->at.pos;
        }
    }
    return flow_yaml_fail_at(r, begin, begin + 1, "this quote is not closed");
}

/* What stands behind | or >. */
typedef struct block_header {
    bool folds;
    char chomp;      /* '+', '-' or 0 */
    bool has_indent; /* given, or seen in the first line with text */
    long indent;
} block_header;

static bool read_block_header(yaml_reader *r, block_header *h, long parent)
{
    h->folds = yaml_here(r) == '>';
    h->indent = parent;
    for (;;) {
        char c = yaml_peek(r, ++r->at.pos);
        if (c == '+' || c == '-') {
            if (h->chomp)
                return flow_yaml_fail(r, "a second chomping mark");
            h->chomp = c;
        } else if (c >= '0' && c <= '9') {
            if (c == '0' || h->has_indent)
                return flow_yaml_fail(r, "an indentation of 0, or given twice");
            h->indent = parent + (c - '0') - 1;
            h->has_indent = true;
        } else {
            break;
        }
    }
    bool blank = yaml_is_blank(yaml_here(r));
    while (yaml_is_blank(yaml_here(r)))
        r->at.pos++;
    if (blank && yaml_here(r) == '#')
        while (yaml_here(r) != '\n' && yaml_here(r) != '\0')
            r->at.pos++;
    return true;
}

static void repeat(idarch_strbuf *text, size_t count)
{
    for (; count > 0; count--)
        idarch_strbuf_putc(text, '\n');
}

/* The line ends between the last line of a folded text and this one. */
static void fold_block(idarch_strbuf *text, bool more, bool *was_more, bool content, size_t empty)
{
    if (more) {
        *was_more = true;
        repeat(text, content ? 1 + empty : empty);
    } else if (*was_more) {
        *was_more = false;
        repeat(text, empty + 1);
    } else if (empty == 0) {
        if (content)
            idarch_strbuf_putc(text, ' ');
    } else {
        repeat(text, empty);
    }
}

bool flow_yaml_block_scalar(yaml_reader *r, long parent)
{
    idarch_strbuf text = {.arena = r->arena};
    block_header h = {0};
    size_t begin = r->at.pos, empty = 0;
    bool content = false, was_more = false;
    if ((yaml_here(r) != '|' && yaml_here(r) != '>') || !read_block_header(r, &h, parent))
        return false;
    while (yaml_here(r) != '\0' && !r->failed) {
        if (yaml_here(r) != '\n')
            return flow_yaml_fail(r, "a line end is missing behind | or >");
        flow_yaml_line_break(r);
        for (r->at.indent = 0; yaml_here(r) == ' ' && (!h.has_indent || r->at.indent < h.indent);
             r->at.pos++)
            r->at.indent++;
        if (!h.has_indent && r->at.indent > h.indent)
            h.indent = r->at.indent;
        if (yaml_here(r) == '\n') {
            empty++;
            continue;
        }
        if (!h.has_indent && h.indent == 0)
            return flow_yaml_fail(r, "the text behind | or > is not indented");
        if (r->at.indent < h.indent) {
            if (h.chomp == '+')
                repeat(&text, content ? 1 + empty : empty);
            else if (h.chomp != '-' && content)
                idarch_strbuf_putc(&text, '\n');
            break;
        }
        if (h.folds)
            fold_block(&text, yaml_is_blank(yaml_here(r)), &was_more, content, empty);
        else
            repeat(&text, content ? 1 + empty : empty);
        content = h.has_indent = true;
        empty = 0;
        size_t start = r->at.pos;
        while (yaml_here(r) != '\n' && yaml_here(r) != '\0')
            r->at.pos++;
        capture(r, &text, start, r->at.pos, false);
    }
    return found_scalar(r, &text, begin, false);
}
