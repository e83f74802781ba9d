/* YAML as a tree. Takes a range of an extract's text, gives a tree whose nodes know
 * their bytes in that text. Built from libyaml's events with a stack of its own, so
 * nesting costs no C stack; depth, number of nodes (aliases counted as often as they are
 * used) and size are bounded. Stricter than libyaml: one document, plain keys, no key
 * twice. Does not type the scalars; only the JSON printer does. */
#include "parser/yaml.h"

#include <stdlib.h>
#include <yaml.h>

enum {
    DEPTH_MAX = 64,          /* open sequences and mappings */
    NODES_MAX = 200000,      /* of the whole tree, aliases expanded */
    SIZE_MAX_BYTES = 1 << 20,
    CHECKPOINT = 256         /* characters between two known byte offsets */
};

typedef struct open_node {
    idarch_yaml *node;
    idarch_yaml *key;        /* MAPPING: the key that waits for its value */
    size_t nodes_before;     /* nodes counted before it was opened */
    size_t anchor;           /* index + 1 of its anchor, 0 for none */
} open_node;

typedef struct anchor {
    const char *name;
    idarch_yaml *node;
    size_t nodes;            /* size of the finished subtree; 0 while it is open */
} anchor;

typedef struct builder {
    idarch_arena *arena;
    const idarch_extract *text;
    idarch_str range;        /* what is parsed */
    size_t range_start;
    idarch_severity severity;
    idarch_diags *diags;
    size_t *checkpoints;     /* byte offset in range of every CHECKPOINT-th character */
    size_t checkpoint_count;
    open_node stack[DEPTH_MAX];
    size_t depth;
    size_t nodes;
    IDARCH_ARRAY(anchor) anchors;
    idarch_yaml *root;
    bool failed;
} builder;

static bool continues(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* libyaml counts characters; these are the bytes where every 256th of them starts. */
static void index_characters(builder *b)
{
    size_t skip = idarch_str_starts(b->range, "\xEF\xBB\xBF") ? 3 : 0, character = 0;
    b->checkpoints = IDARCH_NEW_ARRAY(b->arena, size_t, b->range.len / CHECKPOINT + 2);
    for (size_t i = skip; i < b->range.len; i++)
        if (!continues(b->range.ptr[i]) && character++ % CHECKPOINT == 0)
            b->checkpoints[b->checkpoint_count++] = i;
    if (b->checkpoint_count == 0)
        b->checkpoints[b->checkpoint_count++] = skip;
}

/* Byte offset in the extract's text of a character of the range. */
static size_t byte_of(const builder *b, size_t character)
{
    size_t row = character / CHECKPOINT, left = character % CHECKPOINT;
    if (row >= b->checkpoint_count)
        return b->range_start + b->range.len;
    size_t i = b->checkpoints[row];
    while (left && i < b->range.len) {
        i++;
        while (i < b->range.len && continues(b->range.ptr[i]))
            i++;
        left--;
    }
    return b->range_start + i;
}

static void fail(builder *b, size_t start, size_t end, const char *message)
{
    if (!b->failed)
        idarch_diag_add(b->diags, b->severity, "yaml",
                        idarch_extract_span(b->text, start, end), "%s", message);
    b->failed = true;
}

static void fail_syntax(builder *b, const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "it cannot be read";
    size_t at = parser->error == YAML_READER_ERROR
                    ? b->range_start + parser->problem_offset
                    : byte_of(b, parser->problem_mark.index);
    const char *context = parser->context ? parser->context : "";
    fail(b, at, at, idarch_printf(b->arena, "not valid YAML: %s%s%s", context,
                                  context[0] ? ", " : "", problem));
}

static bool too_large(builder *b, const idarch_yaml *node)
{
    if (b->nodes <= NODES_MAX)
        return false;
    fail(b, node->start, node->end, "this YAML has too many values");
    return true;
}

static int compare_keys(const void *left, const void *right)
{
    const idarch_yaml *a = *(idarch_yaml *const *)left, *b = *(idarch_yaml *const *)right;
    int order = strcmp(a->scalar, b->scalar);
    return order ? order : (a->start > b->start) - (a->start < b->start);
}

static void check_duplicate_keys(builder *b, const idarch_yaml *map)
{
    size_t count = map->pairs.count;
    if (count < 2)
        return;
    idarch_yaml **keys = IDARCH_NEW_ARRAY(b->arena, idarch_yaml *, count);
    for (size_t i = 0; i < count; i++)
        keys[i] = map->pairs.items[i].key;
    qsort(keys, count, sizeof keys[0], compare_keys);
    for (size_t i = 1; i < count && !b->failed; i++) {
        if (strcmp(keys[i - 1]->scalar, keys[i]->scalar) != 0)
            continue;
        idarch_diag *diag = idarch_diag_add(
            b->diags, b->severity, "yaml",
            idarch_extract_span(b->text, keys[i]->start, keys[i]->end),
            "the key '%s' stands twice in this mapping", keys[i]->scalar);
        idarch_diag_relate(b->diags, diag,
                           idarch_extract_span(b->text, keys[i - 1]->start, keys[i - 1]->end),
                           "the first one");
        b->failed = true;
    }
}

/* Hangs a finished or just opened node into the innermost open one. */
static void attach(builder *b, idarch_yaml *node)
{
    if (b->depth == 0) {
        if (b->root)
            fail(b, node->start, node->end, "a second YAML document; only one is read");
        b->root = node;
        return;
    }
    open_node *top = &b->stack[b->depth - 1];
    if (top->node->kind == IDARCH_YAML_SEQUENCE) {
        *IDARCH_PUSH(b->arena, &top->node->items) = node;
    } else if (!top->key) {
        if (node->kind != IDARCH_YAML_SCALAR)
            fail(b, node->start, node->end, "a YAML key must be a plain text");
        top->key = node;
    } else {
        *IDARCH_PUSH(b->arena, &top->node->pairs) = (idarch_yaml_pair){top->key, node};
        top->key = NULL;
    }
}

static idarch_yaml *new_node(builder *b, idarch_yaml_kind kind, const yaml_event_t *event)
{
    idarch_yaml *node = IDARCH_NEW(b->arena, idarch_yaml);
    node->kind = kind;
    node->start = byte_of(b, event->start_mark.index);
    node->end = byte_of(b, event->end_mark.index);
    b->nodes++;
    return node;
}

/* Index + 1 of a new anchor, 0 where the event has none. */
static size_t add_anchor(builder *b, const yaml_char_t *name, idarch_yaml *node, size_t nodes)
{
    if (!name)
        return 0;
    *IDARCH_PUSH(b->arena, &b->anchors) =
        (anchor){idarch_strdup(b->arena, (const char *)name), node, nodes};
    return b->anchors.count;
}

static void on_scalar(builder *b, const yaml_event_t *event)
{
    idarch_yaml *node = new_node(b, IDARCH_YAML_SCALAR, event);
    const char *value = (const char *)event->data.scalar.value;
    if (memchr(value, 0, event->data.scalar.length)) {
        fail(b, node->start, node->end, "a NUL character in YAML");
        return;
    }
    node->scalar = idarch_strndup(b->arena, value, event->data.scalar.length);
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
                  event->data.scalar.plain_implicit;
    add_anchor(b, event->data.scalar.anchor, node, 1);
    if (!too_large(b, node))
        attach(b, node);
}

static void on_open(builder *b, const yaml_event_t *event, idarch_yaml_kind kind,
                    const yaml_char_t *anchor_name)
{
    size_t nodes_before = b->nodes;
    idarch_yaml *node = new_node(b, kind, event);
    attach(b, node);
    if (b->depth == DEPTH_MAX)
        fail(b, node->start, node->end, "this YAML is nested too deeply");
    if (b->failed || too_large(b, node))
        return;
    size_t at = add_anchor(b, anchor_name, node, 0);
    b->stack[b->depth++] = (open_node){node, NULL, nodes_before, at};
}

static void on_close(builder *b, const yaml_event_t *event)
{
    open_node *top = &b->stack[--b->depth];
    top->node->end = byte_of(b, event->end_mark.index);
    if (top->anchor)
        b->anchors.items[top->anchor - 1].nodes = b->nodes - top->nodes_before;
    if (top->node->kind == IDARCH_YAML_MAPPING)
        check_duplicate_keys(b, top->node);
}

static void on_alias(builder *b, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;
    size_t start = byte_of(b, event->start_mark.index), end = byte_of(b, event->end_mark.index);
    const anchor *found = NULL;
    for (size_t i = b->anchors.count; i-- > 0 && !found;)
        if (strcmp(b->anchors.items[i].name, name) == 0)
            found = &b->anchors.items[i];
    if (!found || found->nodes == 0) {
        fail(b, start, end,
             idarch_printf(b->arena, "the alias *%s has no anchor before it", name));
        return;
    }
    b->nodes += found->nodes;
    if (!too_large(b, found->node))
        attach(b, found->node);
}

static void on_event(builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT: on_scalar(b, event); break;
    case YAML_ALIAS_EVENT: on_alias(b, event); break;
    case YAML_SEQUENCE_START_EVENT:
        on_open(b, event, IDARCH_YAML_SEQUENCE, event->data.sequence_start.anchor);
        break;
    case YAML_MAPPING_START_EVENT:
        on_open(b, event, IDARCH_YAML_MAPPING, event->data.mapping_start.anchor);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: on_close(b, event); break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT: break;
    }
}

static void run(builder *b)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        fail(b, b->range_start, b->range_start, "no memory for the YAML reader");
        return;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)b->range.ptr, b->range.len);
    for (bool done = false; !done && !b->failed;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            fail_syntax(b, &parser);
            break;
        }
        done = event.type == YAML_STREAM_END_EVENT;
        on_event(b, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
}

idarch_yaml *idarch_yaml_parse(idarch_arena *arena, const idarch_extract *text, size_t start,
                               size_t end, idarch_severity severity, idarch_diags *diags)
{
    builder b = {.arena = arena, .text = text, .range_start = start, .severity = severity,
                 .diags = diags};
    b.range = idarch_str_sub(text->text, start, end);
    if (idarch_str_trim(b.range).len == 0)
        return NULL;
    if (b.range.len > SIZE_MAX_BYTES) {
        fail(&b, start, start, "this YAML is too long; 1 MiB at most is read");
        return NULL;
    }
    index_characters(&b);
    run(&b);
    return b.failed ? NULL : b.root;
}

const idarch_yaml *idarch_yaml_get(const idarch_yaml *map, const char *key)
{
    if (!map || map->kind != IDARCH_YAML_MAPPING)
        return NULL;
    for (size_t i = 0; i < map->pairs.count; i++)
        if (strcmp(map->pairs.items[i].key->scalar, key) == 0)
            return map->pairs.items[i].value;
    return NULL;
}

/* A line break at the offset: its length, 0 for none. */
static size_t break_at(idarch_str text, size_t at)
{
    if (at >= text.len)
        return 0;
    if (text.ptr[at] == '\r')
        return at + 1 < text.len && text.ptr[at + 1] == '\n' ? 2 : 1;
    return text.ptr[at] == '\n';
}

static size_t skip_blanks(idarch_str text, size_t at)
{
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

static size_t next_line(idarch_str text, size_t at)
{
    while (at < text.len && !break_at(text, at))
        at++;
    return at + break_at(text, at);
}

/* Whether the mark alone stands on the line at the offset, after the given indentation. */
static bool is_mark(idarch_str text, size_t line, idarch_str indent, const char *mark)
{
    idarch_str rest = idarch_str_sub(text, line, text.len);
    if (rest.len < indent.len || memcmp(rest.ptr, indent.ptr, indent.len) != 0)
        return false;
    rest = idarch_str_sub(rest, indent.len, rest.len);
    if (!idarch_str_starts(rest, mark))
        return false;
    size_t end = skip_blanks(rest, 3);
    return end == rest.len || break_at(rest, end);
}

static bool find_front_matter(idarch_str text, bool dots, size_t *start, size_t *end,
                              size_t *after)
{
    size_t first = idarch_str_starts(text, "\xEF\xBB\xBF") ? 3 : 0;
    idarch_str indent = idarch_str_sub(text, first, skip_blanks(text, first));
    if (!is_mark(text, first, indent, "---"))
        return false;
    size_t line = next_line(text, first);
    *start = line;
    for (; line < text.len; line = next_line(text, line)) {
        if (is_mark(text, line, indent, "---") || (dots && is_mark(text, line, indent, "..."))) {
            *end = line;
            *after = next_line(text, line);
            return true;
        }
    }
    return false;
}

bool idarch_front_matter(idarch_str text, size_t *start, size_t *end, size_t *after)
{
    return find_front_matter(text, false, start, end, after);
}

bool idarch_document_front_matter(idarch_str text, size_t *start, size_t *end, size_t *after)
{
    return find_front_matter(text, true, start, end, after);
}

/* How a plain scalar is typed (YAML 1.2 core schema). */
typedef enum scalar_type {
    SCALAR_TEXT,
    SCALAR_NULL,
    SCALAR_TRUE,
    SCALAR_FALSE,
    SCALAR_NUMBER, /* decimal, as JSON writes it but for sign, zeros and bare points */
    SCALAR_BASED,  /* 0x.., 0o.. */
    SCALAR_NO_JSON /* .inf, .nan */
} scalar_type;

static const struct {
    const char *text;
    scalar_type type;
} words[] = {
    {"", SCALAR_NULL},         {"~", SCALAR_NULL},        {"null", SCALAR_NULL},
    {"Null", SCALAR_NULL},     {"NULL", SCALAR_NULL},     {"true", SCALAR_TRUE},
    {"True", SCALAR_TRUE},     {"TRUE", SCALAR_TRUE},     {"false", SCALAR_FALSE},
    {"False", SCALAR_FALSE},   {"FALSE", SCALAR_FALSE},   {".inf", SCALAR_NO_JSON},
    {".Inf", SCALAR_NO_JSON},  {".INF", SCALAR_NO_JSON},  {"-.inf", SCALAR_NO_JSON},
    {"+.inf", SCALAR_NO_JSON}, {"-.Inf", SCALAR_NO_JSON}, {".nan", SCALAR_NO_JSON},
    {".NaN", SCALAR_NO_JSON},  {".NAN", SCALAR_NO_JSON},
};

static size_t skip_digits(const char *text, size_t at)
{
    while (text[at] >= '0' && text[at] <= '9')
        at++;
    return at;
}

static bool is_decimal(const char *text)
{
    size_t at = text[0] == '-' || text[0] == '+';
    size_t whole = skip_digits(text, at) - at, fraction = 0;
    at += whole;
    if (text[at] == '.') {
        fraction = skip_digits(text, at + 1) - at - 1;
        at += 1 + fraction;
    }
    if (whole + fraction == 0)
        return false;
    if (text[at] == 'e' || text[at] == 'E') {
        at += text[at + 1] == '-' || text[at + 1] == '+' ? 2 : 1;
        size_t end = skip_digits(text, at);
        if (end == at)
            return false;
        at = end;
    }
    return text[at] == '\0';
}

/* The value of 0x.. or 0o.. that fits 64 bits. */
static bool based_value(const char *text, uint64_t *value)
{
    if (text[0] != '0' || (text[1] != 'x' && text[1] != 'o') || text[2] == '\0')
        return false;
    char *end;
    const char *digits = text[1] == 'x' ? "0123456789abcdefABCDEF" : "01234567";
    if (strspn(text + 2, digits) != strlen(text + 2) || strlen(text) > 18)
        return false;
    *value = strtoull(text + 2, &end, text[1] == 'x' ? 16 : 8);
    return true;
}

static scalar_type type_of(const idarch_yaml *node)
{
    uint64_t value;
    if (!node->plain)
        return SCALAR_TEXT;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].text, node->scalar) == 0)
            return words[i].type;
    if (based_value(node->scalar, &value))
        return SCALAR_BASED;
    return is_decimal(node->scalar) ? SCALAR_NUMBER : SCALAR_TEXT;
}

static void json_text(idarch_strbuf *out, const char *text)
{
    idarch_strbuf_putc(out, '"');
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\')
            idarch_strbuf_printf(out, "\\%c", *p);
        else if (*p == '\n')
            idarch_strbuf_puts(out, "\\n");
        else if ((unsigned char)*p < 0x20)
            idarch_strbuf_printf(out, "\\u%04x", (unsigned)(unsigned char)*p);
        else
            idarch_strbuf_putc(out, *p);
    }
    idarch_strbuf_putc(out, '"');
}

/* A decimal as JSON wants it: no plus, no leading zeros, digits on both sides of '.'. */
static void json_number(idarch_strbuf *out, const char *text)
{
    if (*text == '-')
        idarch_strbuf_putc(out, '-');
    text += *text == '-' || *text == '+';
    while (*text == '0' && text[1] >= '0' && text[1] <= '9')
        text++;
    if (*text == '.')
        idarch_strbuf_putc(out, '0');
    size_t whole = skip_digits(text, 0);
    idarch_strbuf_add(out, text, whole);
    text += whole;
    if (*text == '.') {
        size_t digits = skip_digits(text, 1);
        if (digits > 1)
            idarch_strbuf_add(out, text, digits);
        text += digits;
    }
    idarch_strbuf_puts(out, text);
}

static void json_scalar(idarch_strbuf *out, const idarch_yaml *node)
{
    uint64_t value = 0;
    switch (type_of(node)) {
    case SCALAR_TEXT: json_text(out, node->scalar); break;
    case SCALAR_NULL:
    case SCALAR_NO_JSON: idarch_strbuf_puts(out, "null"); break;
    case SCALAR_TRUE: idarch_strbuf_puts(out, "true"); break;
    case SCALAR_FALSE: idarch_strbuf_puts(out, "false"); break;
    case SCALAR_NUMBER: json_number(out, node->scalar); break;
    case SCALAR_BASED:
        based_value(node->scalar, &value);
        idarch_strbuf_printf(out, "%llu", (unsigned long long)value);
        break;
    }
}

/* Recursion as deep as the tree. Aliases of aliases can make it deeper than DEPTH_MAX;
 * it is cut there, as no reader of the JSON goes that deep. */
static void json_node(idarch_strbuf *out, const idarch_yaml *node, unsigned depth)
{
    if (node->kind == IDARCH_YAML_SCALAR || depth > DEPTH_MAX) {
        if (node->kind == IDARCH_YAML_SCALAR)
            json_scalar(out, node);
        else
            idarch_strbuf_puts(out, "null");
        return;
    }
    bool map = node->kind == IDARCH_YAML_MAPPING;
    size_t count = map ? node->pairs.count : node->items.count;
    idarch_strbuf_putc(out, map ? '{' : '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            idarch_strbuf_putc(out, ',');
        if (map) {
            json_text(out, node->pairs.items[i].key->scalar);
            idarch_strbuf_putc(out, ':');
        }
        json_node(out, map ? node->pairs.items[i].value : node->items.items[i], depth + 1);
    }
    idarch_strbuf_putc(out, map ? '}' : ']');
}

char *idarch_yaml_json(idarch_arena *arena, const idarch_yaml *tree)
{
    idarch_strbuf out = {.arena = arena};
    json_node(&out, tree, 0);
    return idarch_strbuf_text(&out);
}
