/* Lists and mappings of YAML inside a flowchart, in brackets and by indentation.
 *
 * Values inside are read by flow_yaml_compose, whose depth is bounded. A key that stands
 * twice is an error. */
#include "parser/flow_yaml_reader.h"

#include <stdlib.h>

static int compare_keys(const void *left, const void *right)
{
    const idarch_yaml *a = *(idarch_yaml *const *)left, *b = *(idarch_yaml *const *)right;
    int order = strcmp(a->scalar, b->scalar);
    return order ? order : (a->start > b->start) - (a->start < b->start);
}

static void check_keys(yaml_reader *r, const idarch_yaml *map)
{
    size_t count = map->pairs.count;
    idarch_yaml **keys = IDARCH_NEW_ARRAY(r->arena, idarch_yaml *, count + 1);
    for (size_t i = 0; i < count; i++)
        keys[i] = map->pairs.items[i].key;
    qsort(keys, count, sizeof keys[0], compare_keys);
    for (size_t i = 1; i < count && !r->failed; i++) {
        if (strcmp(keys[i - 1]->scalar, keys[i]->scalar) != 0)
            continue;
        idarch_diag *diag = idarch_diag_add(
            r->diags, IDARCH_FATAL, "yaml",
            idarch_extract_span(r->text, keys[i]->start, keys[i]->end),
            "the key '%s' stands twice in this mapping", keys[i]->scalar);
        idarch_diag_relate(r->diags, diag,
                           idarch_extract_span(r->text, keys[i - 1]->start, keys[i - 1]->end),
                           "the first one");
        r->failed = true;
    }
}

/* A key of any kind as text. */
static idarch_yaml *key_of(yaml_reader *r, idarch_yaml *node)
{
    idarch_yaml *key = flow_yaml_new_node(r, IDARCH_YAML_SCALAR, node ? node->start : r->at.pos);
    bool list = node && node->kind == IDARCH_YAML_SEQUENCE;
    for (size_t i = 0; list && i < node->items.count; i++)
        if (node->items.items[i]->kind == IDARCH_YAML_SEQUENCE)
            flow_yaml_fail(r, "a list within a list as a key");
    key->scalar = idarch_flow_string(r->arena, node);
    key->end = node ? node->end : key->start;
    return key;
}

static void add_pair(yaml_reader *r, idarch_yaml *map, idarch_yaml *key, idarch_yaml *value)
{
    idarch_yaml *name = key_of(r, key);
    *IDARCH_PUSH(r->arena, &map->pairs) = (idarch_yaml_pair){name, flow_yaml_value_of(r, value)};
}

/* What was found now is the collection, with the properties from before it. */
static bool found_collection(yaml_reader *r, idarch_yaml *node, const yaml_found *before)
{
    node->end = r->at.pos;
    if (node->kind == IDARCH_YAML_MAPPING)
        check_keys(r, node);
    r->found = (yaml_found){.tag = before->tag, .anchor = before->anchor, .node = node};
    return !r->failed;
}

/* An entry between [ ] or { }: a value or a pair. */
static void read_flow_entry(yaml_reader *r, idarch_yaml *node, long indent)
{
    bool map = node->kind == IDARCH_YAML_MAPPING;
    bool marked = yaml_here(r) == '?' && yaml_is_space(yaml_peek(r, r->at.pos + 1)), pair = marked;
    if (marked) {
        r->at.pos++;
        flow_yaml_skip_space(r, true);
    }
    size_t line = r->at.line, start = r->at.pos;
    flow_yaml_compose(r, indent, IN_FLOW, false, true);
    idarch_yaml *key = r->found.node, *value = NULL;
    flow_yaml_skip_space(r, true);
    if ((marked || r->at.line == line) && yaml_here(r) == ':') {
        pair = true;
        r->at.pos++;
        flow_yaml_skip_space(r, true);
        flow_yaml_compose(r, indent, IN_FLOW, false, true);
        value = r->found.node;
    }
    if (map) {
        add_pair(r, node, key, value);
    } else if (pair) {
        idarch_yaml *single = flow_yaml_new_node(r, IDARCH_YAML_MAPPING, start);
        add_pair(r, single, key, value);
        *IDARCH_PUSH(r->arena, &node->items) = single;
    } else {
        *IDARCH_PUSH(r->arena, &node->items) = flow_yaml_value_of(r, key);
    }
}

bool flow_yaml_flow_collection(yaml_reader *r, long indent)
{
    yaml_found before = r->found;
    size_t begin = r->at.pos;
    char open = yaml_here(r), close = open == '[' ? ']' : '}';
    if (open != '[' && open != '{')
        return false;
    idarch_yaml *node =
        flow_yaml_new_node(r, open == '[' ? IDARCH_YAML_SEQUENCE : IDARCH_YAML_MAPPING, begin);
    flow_yaml_store_anchor(r, node, true);
    r->at.pos++;
    for (bool comma = true; yaml_here(r) != '\0' && !r->failed;) {
        flow_yaml_skip_space(r, true);
        if (yaml_here(r) == close) {
            r->at.pos++;
            return found_collection(r, node, &before);
        }
        if (!comma)
            return flow_yaml_fail(r, "a comma is missing between two entries");
        if (yaml_here(r) == ',')
            return flow_yaml_fail(r, "nothing stands before this comma");
        read_flow_entry(r, node, indent);
        flow_yaml_skip_space(r, true);
        comma = yaml_here(r) == ',';
        r->at.pos += comma;
    }
    return flow_yaml_fail_at(r, begin, begin + 1, "this bracket is not closed");
}

static bool tab_in_indent(yaml_reader *r)
{
    if (r->at.first_tab == NONE)
        return false;
    flow_yaml_fail_at(r, r->at.first_tab, r->at.first_tab + 1, "a tab in the indentation");
    return true;
}

bool flow_yaml_block_sequence(yaml_reader *r, long indent)
{
    yaml_found before = r->found;
    if (r->at.first_tab != NONE || yaml_here(r) != '-' || !yaml_is_space(yaml_peek(r, r->at.pos + 1)))
        return false;
    idarch_yaml *node = flow_yaml_new_node(r, IDARCH_YAML_SEQUENCE, r->at.pos);
    flow_yaml_store_anchor(r, node, true);
    while (yaml_here(r) == '-' && yaml_is_space(yaml_peek(r, r->at.pos + 1)) && !r->failed) {
        if (tab_in_indent(r))
            return false;
        r->at.pos++;
        if (flow_yaml_skip_space(r, true) > 0 && r->at.indent <= indent) {
            *IDARCH_PUSH(r->arena, &node->items) = flow_yaml_value_of(r, NULL);
            continue;
        }
        size_t line = r->at.line;
        flow_yaml_compose(r, indent, IN_BLOCK, false, true);
        *IDARCH_PUSH(r->arena, &node->items) = flow_yaml_value_of(r, r->found.node);
        flow_yaml_skip_space(r, true);
        if ((r->at.line == line || r->at.indent > indent) && yaml_here(r) != '\0')
            return flow_yaml_fail(r, "this does not fit the indentation of the list");
        if (r->at.indent < indent)
            break;
    }
    if (!r->failed && yaml_here(r) != '\0' && r->at.indent >= indent && tab_in_indent(r))
        return false;
    return found_collection(r, node, &before);
}

/* A block mapping while it is read. */
typedef struct block_map {
    idarch_yaml *node;
    yaml_found before;
    long indent, flow_indent;
    idarch_yaml *key;
    bool explicit_key;  /* behind a ? */
    bool compact;       /* a value may begin a collection on the same line */
    bool detected;      /* there is a pair */
} block_map;

typedef enum key_step { KEY_READ, NO_KEY, NO_MAPPING } key_step;

static void end_explicit(yaml_reader *r, block_map *m)
{
    if (m->explicit_key)
        add_pair(r, m->node, m->key, NULL);
    m->key = NULL;
}

/* ? or : with a blank behind it */
static key_step read_key_mark(yaml_reader *r, block_map *m)
{
    bool question = yaml_here(r) == '?';
    if (!question && !m->explicit_key) {
        flow_yaml_fail(r, "there is no key before this colon");
        return NO_KEY;
    }
    if (question)
        end_explicit(r, m);
    m->detected = m->detected || question;
    m->explicit_key = question;
    m->compact = true;
    r->at.pos++;
    return KEY_READ;
}

/* A key with a colon behind it; without a colon it is a value and no mapping. */
static key_step read_key(yaml_reader *r, block_map *m)
{
    size_t line = r->at.line;
    if (!flow_yaml_compose(r, m->flow_indent, KEY, false, true))
        return NO_KEY;
    if (r->at.line == line)
        while (yaml_is_blank(yaml_here(r)))
            r->at.pos++;
    bool colon = r->at.line == line && yaml_here(r) == ':';
    if (!colon && m->detected) {
        flow_yaml_fail(r, "a key needs a colon behind it, on its line");
        return NO_KEY;
    }
    if (!colon)
        return NO_MAPPING;
    r->at.pos++;
    if (!yaml_is_space(yaml_here(r))) {
        flow_yaml_fail(r, "a blank is missing behind the colon");
        return NO_KEY;
    }
    idarch_yaml *key = flow_yaml_value_of(r, r->found.node);
    end_explicit(r, m);
    m->key = key;
    m->detected = true;
    m->explicit_key = m->compact = false;
    return KEY_READ;
}

static void read_map_value(yaml_reader *r, block_map *m)
{
    idarch_yaml *value = NULL;
    if (flow_yaml_compose(r, m->indent, BLOCK_VALUE, true, m->compact)) {
        if (m->explicit_key)
            m->key = r->found.node;
        else
            value = r->found.node;
    }
    if (!m->explicit_key) {
        add_pair(r, m->node, m->key, value);
        m->key = NULL;
    }
    flow_yaml_skip_space(r, true);
}

/* The mapping at the place, or the scalar there when no colon follows it. */
bool flow_yaml_block_mapping(yaml_reader *r, long indent, long flow_indent)
{
    block_map m = {.before = r->found, .indent = indent, .flow_indent = flow_indent};
    if (r->at.first_tab != NONE || yaml_here(r) == '\0')
        return false;
    m.node = flow_yaml_new_node(r, IDARCH_YAML_MAPPING, r->at.pos);
    flow_yaml_store_anchor(r, m.node, true);
    while (yaml_here(r) != '\0' && !r->failed) {
        if (!m.explicit_key && tab_in_indent(r))
            return false;
        size_t line = r->at.line;
        bool mark = (yaml_here(r) == '?' || yaml_here(r) == ':') && yaml_is_space(yaml_peek(r, r->at.pos + 1));
        key_step step = mark ? read_key_mark(r, &m) : read_key(r, &m);
        if (step == NO_MAPPING) {
            r->found.tag = m.before.tag;
            r->found.anchor = m.before.anchor;
            return true;
        }
        if (step == NO_KEY)
            break;
        if (r->at.line == line || r->at.indent > indent)
            read_map_value(r, &m);
        if ((r->at.line == line || r->at.indent > indent) && yaml_here(r) != '\0')
            return flow_yaml_fail(r, "this does not fit the indentation of the mapping");
        if (r->at.indent < indent)
            break;
    }
    end_explicit(r, &m);
    return m.detected && !r->failed && found_collection(r, m.node, &m.before);
}
