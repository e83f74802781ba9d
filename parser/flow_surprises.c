/* Warnings that need the whole graph.
 *
 * Takes the finished graph and the notes of the parser, gives warnings. The rules look
 * for what an author can hardly have meant: an id without a label that reads like a list
 * of ids, an arrow or a label that was taken as something else. A rule that would speak
 * up in ordinary flowcharts is no good; each asks for a second sign. Linear in the graph,
 * but for look-ups. */
#include "parser/flow_surprises.h"

#include <glib.h>

#include "parser/flow_build.h"
#include "parser/label.h"
#include "parser/roles.h"

#define CLASS_DISTANCE 2
#define DEPTH_LOOKED_AT 64 /* subgraphs around a node that are looked at */
#define NEWLINES_SHOWN 4 /* places of \n beside the first one */
#define PATH_MAX_SHOWN 80 /* bytes of a path in a hint */
#define GUESSES_MAX 100     /* warnings; later ones come without a guess */

void idarch_flow_note_claim(flow_builder *builder, int node, unsigned declared,
                            idarch_span span)
{
    if (node >= 0)
        *IDARCH_PUSH(builder->arena, &builder->notes.claims) = (flow_claim){node, declared, span};
}

void idarch_flow_note_class(flow_builder *builder, const char *name, idarch_span span)
{
    if (idarch_flow_find(builder->classes, name) < 0)
        *IDARCH_PUSH(builder->arena, &builder->notes.classes) = (flow_use){name, span};
}

void idarch_flow_note_styled(flow_builder *builder, const char *id, idarch_span span)
{
    *IDARCH_PUSH(builder->arena, &builder->notes.styled) = (flow_use){id, span};
}

/* Is the backslash one of a path: C:\new, src\new, \\host\name? */
static bool is_path(idarch_str text, size_t at)
{
    size_t start = at, end = at;
    bool more = false;
    while (start > 0 && !strchr(" \t\n\"'(", text.ptr[start - 1]))
        start--;
    while (end < text.len && !strchr(" \t\n\"')", text.ptr[end]))
        end++;
    for (size_t i = start; i + 1 < end; i++) /* a second one that is no \n */
        more = more || (text.ptr[i] == '\\' && text.ptr[i + 1] != 'n');
    bool drive = start + 1 < end && text.ptr[start + 1] == ':' && text.ptr[start + 2] == '\\';
    return more || drive;
}

/* The path around the place with entity codes for the backslashes that break it. */
static const char *mended_path(idarch_arena *arena, idarch_str text, size_t at)
{
    idarch_strbuf out = {.arena = arena};
    size_t start = at;
    while (start > 0 && !strchr(" \t\n\"'(", text.ptr[start - 1]))
        start--;
    for (size_t i = start; i < text.len && out.len < PATH_MAX_SHOWN; i++) {
        if (strchr(" \t\n\"')", text.ptr[i]))
            break;
        if (text.ptr[i] == '\\' && i + 1 < text.len && text.ptr[i + 1] == 'n')
            idarch_strbuf_puts(&out, "#92;");
        else
            idarch_strbuf_putc(&out, text.ptr[i]);
    }
    return idarch_strbuf_text(&out);
}

void idarch_flow_note_newline(flow_builder *builder, idarch_str text, bool markdown,
                              idarch_span span)
{
    if (!memchr(text.ptr, '\\', text.len))
        return;
    size_t at = idarch_str_search(text, "\\n", 0);
    bool path = at < text.len && is_path(text, at);
    if (at == text.len || (path && markdown))
        return;
    *IDARCH_PUSH(builder->arena, &builder->notes.newlines) =
        (flow_newline){markdown ? FLOW_NEWLINE_MARKDOWN
                       : path   ? FLOW_NEWLINE_PATH
                                : FLOW_NEWLINE_BREAK,
                       path ? mended_path(builder->arena, text, at) : NULL, span};
}

/* Most texts hold nothing to look into: one look at each byte says so. */
enum { MARK_COMMENT = 1, MARK_JOIN = 2 };                    /* in ids */
enum { MARK_TAG = 2, MARK_TICK = 4, MARK_CODE = 8 }; /* in labels */

static const unsigned char id_marks[256] = {
    ['%'] = MARK_COMMENT, [','] = MARK_JOIN, ['&'] = MARK_JOIN, [':'] = MARK_JOIN,
    ['-'] = MARK_JOIN};

static const unsigned char label_marks[256] = {
    ['<'] = MARK_TAG, ['`'] = MARK_TICK, ['&'] = MARK_CODE,
    ['#'] = MARK_CODE};

static unsigned marks_in(const char *text, const unsigned char table[256])
{
    unsigned found = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        found |= table[*c];
    return found;
}

/* ---- what is known of a node ---------------------------------------------------------- */

typedef struct survey {
    flow_builder *builder;
    idarch_graph *graph;
    unsigned *degrees;  /* ends of edges at each node, NULL for none */
    bool degrees_known;
    bool group_ends;    /* a subgraph has a node of its id, so edges may end at it */
    bool some_labelled; /* there is a node with a label, or a subgraph */
    uint32_t *hashes;    /* of the ids in lower case, NULL until asked for */
    size_t hash_mask;
    idarch_table folded; /* id in lower case -> index in nodes and then subgraphs */
    idarch_table titles; /* title or first word -> index of a subgraph */
    bool has_folded, has_titles;
} survey;

static bool has_label(const idarch_node *node)
{
    return node->label_span.end > node->label_span.start;
}

/* Nothing but the id is known of it. */
static bool is_bare(const idarch_node *node)
{
    return !has_label(node) && !node->shape_name && !node->is_subgraph &&
           node->classes.count == 0 && node->styles.count == 0 && !node->icon && !node->image;
}

/* Ends of edges at a node; counted when first asked for. */
static unsigned degree_of(survey *s, size_t node)
{
    const idarch_graph *graph = s->graph;
    for (size_t i = 0; !s->degrees_known && i < graph->edges.count; i++) {
        if (i == 0)
            s->degrees = IDARCH_NEW_ARRAY(s->builder->arena, unsigned, graph->nodes.count);
        s->degrees[graph->edges.items[i].from]++;
        s->degrees[graph->edges.items[i].to]++;
    }
    s->degrees_known = true;
    return s->degrees ? s->degrees[node] : 0;
}

static bool known(const survey *s, idarch_str id)
{
    if (id.len == 0)
        return false;
    const char *text = idarch_str_dup(s->builder->arena, id);
    return idarch_flow_find(s->builder->nodes, text) >= 0 ||
           idarch_flow_find(s->builder->groups, text) >= 0;
}

static bool known_class(const survey *s, idarch_str name)
{
    return name.len > 0 && idarch_flow_find(s->builder->classes,
                                            idarch_str_dup(s->builder->arena, name)) >= 0;
}

/* Whether the subgraph lies in the other one, or is it. */
static bool lies_in(const idarch_graph *graph, int inner, int outer)
{
    for (int depth = 0; inner >= 0 && depth < DEPTH_LOOKED_AT; depth++) {
        if (inner == outer)
            return true;
        inner = graph->subgraphs.items[inner].parent;
    }
    return false;
}

/* ---- ids that read like something else ------------------------------------------------ */

static void warn_comment(survey *s, const idarch_node *node)
{
    bool alone = strcmp(node->id, "%%") == 0;
    idarch_diag *diag = idarch_flow_warn(
        s->builder, "id-comment", node->span,
        alone ? "`%s` with nothing after it is no comment but a node"
              : "`%s` is one id: a comment begins its line",
        node->id);
    diag->hint = alone ? "write a word after it, or take the line away"
                       : "put the comment on a line of its own";
}

/* A&B and B,C */
static bool check_list(survey *s, const idarch_node *node)
{
    if (!strpbrk(node->id, ",&"))
        return false;
    idarch_flow_warn(s->builder, "id-list", node->span, "`%s` is one id, so it is one node",
                     node->id)
        ->hint = "between several nodes write & with a blank on both sides, A & B --> C & D; or "
                 "give the node a label";
    return true;
}

/* B:text where B is a node, B::k where k is a class. */
static bool check_colon(survey *s, const idarch_node *node, size_t index)
{
    idarch_str id = idarch_str_of(node->id);
    size_t colon = idarch_str_find(id, ':', 0), after = colon;
    if (colon == 0 || colon == id.len)
        return false;
    while (after < id.len && id.ptr[after] == ':')
        after++;
    bool class = known_class(s, idarch_str_sub(id, after, id.len));
    bool node_before = known(s, idarch_str_sub(id, 0, colon));
    bool classes = s->graph->class_defs.count > 0 || s->builder->notes.classes.count > 0;
    bool two = after == colon + 2 && after < id.len &&
               (node_before || classes || degree_of(s, index) == 0);
    if (after == id.len) {
        idarch_flow_warn(s->builder, "id-colon", node->span, "the colon belongs to the id `%s`",
                         node->id)
            ->hint = idarch_printf(s->builder->arena, "take it away: %.*s", (int)colon, id.ptr);
        return true;
    }
    class = class || two;
    if (!class && !(after == colon + 1 && node_before))
        return false;
    idarch_str base = idarch_str_sub(id, 0, colon), rest = idarch_str_sub(id, after, id.len);
    idarch_diag *diag = idarch_flow_warn(s->builder, "id-colon", node->span,
                                         "`%s` is one id, so it is a node of its own", node->id);
    diag->hint = class ? idarch_printf(s->builder->arena, "a class takes three colons: `%.*s:::%.*s`",
                                       (int)base.len, base.ptr, (int)rest.len, rest.ptr)
                       : "a label of a node stands in brackets, `B[text]`; one of an edge "
                         "between pipes, `A -->|text| B`";
    return true;
}

/* B- beside B; A-B alone on its line beside A and B. */
static bool check_dash(survey *s, const idarch_node *node, size_t index)
{
    idarch_str id = idarch_str_of(node->id);
    size_t dash = idarch_str_find(id, '-', 0), last = id.len;
    while (last > 0 && id.ptr[last - 1] == '-')
        last--;
    bool trailing = last < id.len && known(s, idarch_str_sub(id, 0, last));
    bool edge = dash > 0 && dash + 1 < id.len &&
                known(s, idarch_str_sub(id, 0, dash)) &&
                known(s, idarch_str_sub(id, dash + 1, id.len)) && degree_of(s, index) == 0;
    if (!trailing && !edge)
        return false;
    idarch_flow_warn(s->builder, "id-dash", node->span,
                     trailing ? "`%s` with its dash is another node"
                              : "`%s` is one id, so it is a node and no edge",
                     node->id)
        ->hint = trailing ? "take the dash away, or set a blank before the arrow"
                          : "an edge has two dashes and an end, or three: A --> B, A --- B";
    return true;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static char *fold_case(idarch_arena *arena, const char *text)
{
    char *copy = idarch_strdup(arena, text);
    for (char *c = copy; *c; c++)
        *c = lower(*c);
    return copy;
}

/* Whether a node that is named once may be another way to write this one. */
static bool may_be_meant(survey *s, size_t index)
{
    const idarch_node *node = &s->graph->nodes.items[index];
    return (has_label(node) || degree_of(s, index) > 1) && !node->is_subgraph;
}

/* The nodes with a label or several edges and, behind them, the subgraphs. */
static void fold_ids(survey *s)
{
    s->has_folded = true;
    for (size_t i = 0; i < s->graph->nodes.count; i++)
        if (may_be_meant(s, i))
            idarch_flow_note(&s->folded,
                             fold_case(s->builder->arena, s->graph->nodes.items[i].id), i);
    for (size_t i = 0; i < s->graph->subgraphs.count; i++)
        idarch_flow_note(&s->folded,
                         fold_case(s->builder->arena, s->graph->subgraphs.items[i].id),
                         s->graph->nodes.count + i);
}

/* FNV-1a of the id in lower case, never 0. */
static uint32_t folded_hash(const char *id)
{
    uint32_t hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)lower(*id)) * 16777619u;
    return hash ? hash : 1;
}

/* Where the hash is in the set, or the free place for it. */
static uint32_t *hash_place(const survey *s, uint32_t hash)
{
    size_t i = hash & s->hash_mask;
    while (s->hashes[i] != 0 && s->hashes[i] != hash)
        i = (i + 1) & s->hash_mask;
    return &s->hashes[i];
}

/* The hashes of what fold_ids() holds: mostly they rule out that an id is there. */
static void collect_hashes(survey *s)
{
    size_t room = 64;
    while (room < 2 * (s->graph->nodes.count + s->graph->subgraphs.count))
        room *= 2;
    s->hash_mask = room - 1;
    s->hashes = IDARCH_NEW_ARRAY(s->builder->arena, uint32_t, room);
    for (size_t i = 0; i < s->graph->nodes.count; i++)
        if (may_be_meant(s, i)) {
            uint32_t hash = folded_hash(s->graph->nodes.items[i].id);
            *hash_place(s, hash) = hash;
        }
    for (size_t i = 0; i < s->graph->subgraphs.count; i++) {
        uint32_t hash = folded_hash(s->graph->subgraphs.items[i].id);
        *hash_place(s, hash) = hash;
    }
}

/* Index of a node or, behind them, a subgraph with the id but for capitals, -1 for none. */
static int find_folded(survey *s, const char *id)
{
    if (!s->hashes)
        collect_hashes(s);
    if (*hash_place(s, folded_hash(id)) == 0)
        return -1;
    if (!s->has_folded)
        fold_ids(s);
    return idarch_flow_find(&s->folded, fold_case(s->builder->arena, id));
}

/* server, named once and without a label, beside Server["..."]. */
static bool check_case(survey *s, const idarch_node *node, size_t index)
{
    if (degree_of(s, index) > 1)
        return false;
    int other = find_folded(s, node->id);
    if (other < 0 || strlen(node->id) < 2)
        return false;
    size_t nodes = s->graph->nodes.count;
    bool group = (size_t)other >= nodes;
    const idarch_subgraph *around = group ? &s->graph->subgraphs.items[(size_t)other - nodes] : NULL;
    if (group && lies_in(s->graph, node->subgraph, other - (int)nodes))
        return false;
    const char *twin = group ? around->id : s->graph->nodes.items[other].id;
    idarch_diag *diag = idarch_flow_warn(s->builder, "id-case", node->span,
                                         "`%s` and `%s` are not the same: letters count as written",
                                         node->id, twin);
    diag->hint = "write the id the same way everywhere";
    idarch_diag_relate(s->builder->diags, diag,
                       group ? around->span : s->graph->nodes.items[other].span, "the other one");
    return true;
}

/* Titles of the subgraphs, and the first word of those that have no id of their own. */
static void collect_titles(survey *s)
{
    s->has_titles = true;
    for (size_t i = s->graph->subgraphs.count; i-- > 0;) {
        const idarch_subgraph *group = &s->graph->subgraphs.items[i];
        idarch_str title = idarch_str_of(group->title);
        idarch_str name = strncmp(group->id, "subGraph", 8) == 0 ? title : idarch_str_of(group->id);
        size_t blank = idarch_str_find(name, ' ', 0);
        if (blank < name.len)
            idarch_flow_note(&s->titles,
                             idarch_str_dup(s->builder->arena, idarch_str_sub(name, 0, blank)), i);
        if (strcmp(group->title, group->id) != 0)
            idarch_flow_note(&s->titles, group->title, i);
    }
}

/* `B --> one` with `subgraph one two`: the subgraph's id is another. */
static bool check_ghost(survey *s, const idarch_node *node)
{
    if (s->graph->subgraphs.count == 0)
        return false;
    if (!s->has_titles)
        collect_titles(s);
    int index = idarch_flow_find(&s->titles, node->id);
    if (index < 0 || lies_in(s->graph, node->subgraph, index))
        return false;
    const idarch_subgraph *group = &s->graph->subgraphs.items[index];
    idarch_diag *diag = idarch_flow_warn(
        s->builder, "subgraph-id", node->span,
        "`%s` is a node of its own: the subgraph `%s` has the id `%s`", node->id, group->title,
        group->id);
    diag->hint = strcmp(group->title, node->id) == 0 && strncmp(group->id, "subGraph", 8) == 0
                     ? "take the blank away at the end of the subgraph's line"
                     : idarch_printf(s->builder->arena,
                                     "give the subgraph this id: `subgraph %s [%s]`", node->id,
                                     group->title);
    idarch_diag_relate(s->builder->diags, diag, group->span, "the subgraph");
    return true;
}

static void check_id(survey *s, size_t index)
{
    const idarch_node *node = &s->graph->nodes.items[index];
    unsigned marks = marks_in(node->id, id_marks);
    if ((marks & MARK_COMMENT) && strstr(node->id, "%%")) {
        warn_comment(s, node);
        return;
    }
    if (!is_bare(node) || ((marks & MARK_JOIN) && (check_list(s, node) || check_colon(s, node, index) ||
                                     check_dash(s, node, index))))
        return;
    if (!check_ghost(s, node))
        check_case(s, node, index);
}

/* ---- nodes, subgraphs and edges ------------------------------------------------------- */

/* A label for an id that a subgraph has: the subgraph's title is drawn, the label is not. */
static void check_group_node(survey *s, const idarch_node *node)
{
    int index = idarch_flow_find(s->builder->groups, node->id);
    if (index < 0)
        return;
    const idarch_subgraph *group = &s->graph->subgraphs.items[index];
    if (strcmp(group->title, node->label) == 0)
        return;
    idarch_diag *diag = idarch_flow_warn(
        s->builder, "subgraph-node", has_label(node) ? node->label_span : node->span,
        "`%s` is a subgraph, so this node is not drawn", node->id);
    diag->hint = "give the node another id; a subgraph's title stands in its own line, "
                 "`subgraph id [title]`";
    idarch_diag_relate(s->builder->diags, diag, group->span, "the subgraph");
}

/* `style` names an id that nothing else names. */
static void check_styled(survey *s, const flow_use *use)
{
    int index = idarch_flow_find(s->builder->nodes, use->name);
    if (index < 0)
        return;
    const idarch_node *node = &s->graph->nodes.items[index];
    if (node->is_subgraph || has_label(node) || degree_of(s, (size_t)index) > 0 || node->subgraph >= 0)
        return;
    idarch_diag *diag = idarch_flow_warn(s->builder, "style-node", use->span,
                                         "there is no `%s` yet, so the style makes a node",
                                         use->name);
    diag->hint = strchr(use->name, ',') ? "`style` takes one id; write a line for each"
                                        : "place the style after its node or subgraph";
}

/* Claims of a subgraph whose node another one holds. */
static void check_claims(survey *s)
{
    const flow_notes *notes = &s->builder->notes;
    const idarch_graph *graph = s->graph;
    if (notes->claims.count == 0)
        return;
    int *by_rank = IDARCH_NEW_ARRAY(s->builder->arena, int, s->builder->groups_closed + 1);
    bool *told = IDARCH_NEW_ARRAY(s->builder->arena, bool, graph->nodes.count);
    for (size_t i = 0; i < graph->subgraphs.count; i++)
        by_rank[graph->subgraphs.items[i].declared] = (int)i + 1;
    for (size_t i = 0; i < notes->claims.count; i++) {
        const flow_claim *claim = &notes->claims.items[i];
        const idarch_node *node = &graph->nodes.items[claim->node];
        int group = by_rank[claim->declared] - 1;
        if (group < 0 || node->subgraph < 0 || node->is_subgraph || told[claim->node] ||
            lies_in(graph, node->subgraph, group))
            continue;
        const idarch_subgraph *owner = &graph->subgraphs.items[node->subgraph];
        told[claim->node] = true;
        idarch_diag *diag = idarch_flow_warn(
            s->builder, "subgraph-member", claim->span,
            "`%s` stays in the subgraph `%s`, which names it and ends first", node->id, owner->id);
        diag->hint = "an edge inside a subgraph takes its nodes in as well: write it after the "
                     "subgraphs";
        idarch_diag_relate(s->builder->diags, diag, owner->span, "it is drawn in this one");
    }
}

/* An edge between a node or subgraph and a subgraph around it. */
static void check_inside(survey *s, const idarch_edge *edge)
{
    const idarch_node *from = &s->graph->nodes.items[edge->from];
    const idarch_node *to = &s->graph->nodes.items[edge->to];
    if (edge->from == edge->to || (!from->is_subgraph && !to->is_subgraph))
        return;
    for (int turn = 0; turn < 2; turn++) {
        const idarch_node *outer = turn ? from : to, *inner = turn ? to : from;
        if (!outer->is_subgraph)
            continue;
        int group = idarch_flow_find(s->builder->groups, outer->id);
        int around = inner->is_subgraph
                         ? s->graph->subgraphs.items[idarch_flow_find(s->builder->groups,
                                                                      inner->id)].parent
                         : inner->subgraph;
        if (!lies_in(s->graph, around, group))
            continue;
        idarch_flow_warn(s->builder, "edge-inside", edge->span,
                         "this edge joins `%s` and the subgraph `%s` around it", inner->id,
                         outer->id)
            ->hint = "let it end at another node of the subgraph, or outside";
        return;
    }
}

/* A -- x --- y --> B: y is a node, though it looks like the rest of a label. The edge has a
 * label and no mark at its end. */
static void check_swallowed(survey *s, size_t index)
{
    const idarch_edge *edge = &s->graph->edges.items[index];
    const idarch_edge *next =
        index + 1 < s->graph->edges.count ? &s->graph->edges.items[index + 1] : NULL;
    if (!next || edge->to != next->from || edge->label_span.end == edge->label_span.start ||
        next->end == IDARCH_END_NONE || next->label[0])
        return;
    const idarch_node *node = &s->graph->nodes.items[edge->to];
    bool text_around = edge->label_span.end < edge->span.end;
    if (!text_around || !is_bare(node) || node->span.start < edge->span.end ||
        node->span.end > next->span.start || degree_of(s, (size_t)edge->to) != 2)
        return;
    idarch_flow_warn(s->builder, "edge-text-id", node->span,
                     "`%s` is a node: the label ended at the `---` before it", node->id)
        ->hint = "put a label that holds dashes between pipes: A -->|x --- y| B";
}

/* ---- classes -------------------------------------------------------------------------- */

static const char *near_class(const survey *s, const char *name)
{
    const char *best = NULL;
    unsigned best_distance = CLASS_DISTANCE + 1;
    if (s->builder->diags->counts[IDARCH_WARNING] > GUESSES_MAX)
        return NULL;
    for (size_t i = 0; i < s->graph->class_defs.count && i < 200; i++) {
        const char *other = s->graph->class_defs.items[i].name;
        unsigned distance =
            idarch_str_distance(idarch_str_of(name), idarch_str_of(other), CLASS_DISTANCE);
        if (distance < best_distance && distance < strlen(other)) {
            best_distance = distance;
            best = other;
        }
    }
    return best;
}

static void check_classes(survey *s)
{
    idarch_table told = {.arena = s->builder->arena};
    const flow_notes *notes = &s->builder->notes;
    for (size_t i = 0; i < notes->classes.count; i++) {
        const flow_use *use = &notes->classes.items[i];
        if (strchr(use->name, ',') || strcmp(use->name, "clickable") == 0 ||
            idarch_flow_find(s->builder->classes, use->name) >= 0 ||
            idarch_role_of_class(s->builder->arena, use->name) != IDARCH_ROLE_NONE ||
            idarch_flow_find(&told, use->name) >= 0)
            continue;
        idarch_flow_note(&told, use->name, i);
        const char *near = near_class(s, use->name);
        idarch_diag *diag = idarch_flow_warn(s->builder, "class-unknown", use->span,
                                             "no classDef defines the class `%s`", use->name);
        diag->hint = near ? idarch_printf(s->builder->arena, "did you mean `%s`?", near)
                          : idarch_printf(s->builder->arena, "define it: `classDef %s fill:#eee`",
                                          use->name);
    }
    idarch_table_release(&told);
}

/* ---- labels --------------------------------------------------------------------------- */

/* A '<' with a letter behind it and no '>' to close it: for a browser the rest is a tag. */
static bool opens_tag(const char *text)
{
    const char *last = strrchr(text, '<');
    return last && (g_ascii_isalpha(last[1]) || (last[1] == '/' && g_ascii_isalpha(last[2]))) &&
           !strchr(last, '>');
}

/* A comment of HTML: Mermaid takes it out, and what follows one that is not closed. */
static void check_comment(survey *s, const char *label, idarch_span span)
{
    const char *open = strstr(label, "<!--");
    if (!open)
        return;
    const char *close = strstr(open + 4, "-->");
    size_t length = close ? (size_t)(close + 3 - open) : strlen(open);
    const char *shown = idarch_flow_clean(
        s->builder->arena, idarch_str_sub((idarch_str){open, length}, 0, 40));
    idarch_flow_warn(s->builder, "label-markup", span,
                     "`%s` is a comment of HTML, and Mermaid leaves it out; it is drawn as it "
                     "stands", shown)
        ->hint = "write comments as %% on a line of their own, or #lt; for <";
}

/* A label that is drawn as it stands has one run, which is the label. */
static bool is_plain(const char *label, const idarch_rich *rich)
{
    return rich->runs.count == 1 && rich->runs.items[0].text == label && label[0] != '`';
}

/* Returns the marks that it met in the label. */
static unsigned check_label(survey *s, const char *label, idarch_label_type type,
                            const idarch_rich *rich, idarch_span span)
{
    if (is_plain(label, rich))
        return 0;
    unsigned marks = marks_in(label, label_marks);
    size_t len = marks & MARK_TICK ? strlen(label) : 0;
    if (marks & MARK_TAG)
        check_comment(s, label, span);
    if ((marks & MARK_TAG) && opens_tag(label)) {
        const char *tag = strrchr(label, '<');
        size_t shown = strlen(tag) < 40 ? strlen(tag) : 40;
        idarch_flow_warn(s->builder, "label-markup", span,
                         "`%.*s` begins a tag that nothing closes, and Mermaid leaves it out; it "
                         "is drawn as it stands", (int)shown, tag)
            ->hint = "write #lt; for <";
    }
    if (type != IDARCH_LABEL_MARKDOWN && len > 2 && label[0] == '`' && label[len - 1] == '`')
        idarch_flow_warn(s->builder, "markdown-quotes", span,
                         "without quotes around it this is no Markdown, and the backticks are drawn")
            ->hint = "write \"`...`\"";
    return marks;
}

static void check_node_label(survey *s, const idarch_node *node)
{
    if (!has_label(node))
        return;
    check_label(s, node->label, node->label_type, &node->rich, node->label_span);
    bool path = node->shape == IDARCH_SHAPE_LEAN_RIGHT && strcmp(node->shape_name, "lean_right") == 0 &&
                strchr(node->label, '/') && !strchr(node->label, ' ');
    if (path)
        idarch_flow_warn(s->builder, "label-path", node->label_span,
                         "the slashes at both ends make a parallelogram and are not drawn")
            ->hint = idarch_printf(s->builder->arena, "put a path in quotes: [\"/%s/\"]",
                                   node->label);
}

/* Edges of a fan share a label: what is said of it is said once, here. */
static void check_edge_label(survey *s, const idarch_edge *edge)
{
    size_t len = edge->label[0] == '|' ? strlen(edge->label) : 0;
    size_t whole = strlen(edge->label);
    bool one = whole > 1 && len == 0 && edge->label[whole - 1] == '|' &&
               edge->label_type == IDARCH_LABEL_TEXT;
    if (one)
        idarch_flow_warn(s->builder, "edge-text-pipes", edge->label_span,
                         "the pipe at its end is a part of this label")
            ->hint = idarch_printf(s->builder->arena, "write -->|%.*s|, with the whole arrow before it",
                                   (int)(whole < 80 ? whole - 1 : 80), edge->label);
    else if (len > 2 && edge->label[len - 1] == '|')
        idarch_flow_warn(s->builder, "edge-text-pipes", edge->label_span,
                         "the pipes are part of this label")
            ->hint = "write A -- text --> B or A -->|text| B";
    unsigned marks = check_label(s, edge->label, edge->label_type, &edge->rich, edge->label_span);
    if (marks & (MARK_TAG | MARK_CODE))
        (void)idarch_label_rich(s->builder->arena, idarch_str_of(edge->label), edge->label_type,
                                edge->label_span, s->builder->diags);
}

/* One warning for all labels of a kind, with the first places: who writes one writes more. */
static void check_newlines(survey *s)
{
    static const char *const messages[FLOW_NEWLINE_KINDS][2] = {
        {"`\\n` breaks the line here and in Mermaid 12; older versions draw the two characters",
         "write <br/> for a line break, #92; for a backslash"},
        {"`\\n` breaks the line, in a path as well", "write #92; for the backslash"},
        {"`\\n` breaks no line in a Markdown text: the two characters are drawn",
         "write a line end or <br/>"},
    };
    const flow_notes *notes = &s->builder->notes;
    for (unsigned kind = 0; kind < FLOW_NEWLINE_KINDS; kind++) {
        size_t count = 0, first = 0;
        for (size_t i = notes->newlines.count; i-- > 0;)
            if (notes->newlines.items[i].kind == kind) {
                count++;
                first = i;
            }
        if (count == 0)
            continue;
        idarch_diag *diag = idarch_flow_warn(s->builder, "label-newline",
                                             notes->newlines.items[first].span, "%s",
                                             messages[kind][0]);
        diag->hint = messages[kind][1];
        const char *path = notes->newlines.items[first].path;
        if (path)
            diag->hint = idarch_printf(s->builder->arena, "%s: %s", messages[kind][1],
                                       idarch_flow_clean(s->builder->arena, idarch_str_of(path)));
        if (count > 1)
            diag->hint = idarch_printf(s->builder->arena, "%s; %zu labels hold one",
                                       diag->hint, count);
        for (size_t i = first + 1, told = 0; i < notes->newlines.count && told < NEWLINES_SHOWN; i++)
            if (notes->newlines.items[i].kind == kind && ++told)
                idarch_diag_relate(s->builder->diags, diag, notes->newlines.items[i].span,
                                   "here as well");
    }
}

/* ---- all of them ---------------------------------------------------------------------- */

static void check_nodes(survey *s)
{
    for (size_t i = 0; i < s->graph->nodes.count; i++) {
        const idarch_node *node = &s->graph->nodes.items[i];
        check_id(s, i);
        check_node_label(s, node);
        if (node->is_subgraph && (has_label(node) || node->shape_name))
            check_group_node(s, node);
    }
}

static void check_edges(survey *s)
{
    uint32_t before = UINT32_MAX;
    for (size_t i = 0; i < s->graph->edges.count; i++) {
        const idarch_edge *edge = &s->graph->edges.items[i];
        if (s->group_ends)
            check_inside(s, edge);
        if (edge->end == IDARCH_END_NONE && edge->label[0])
            check_swallowed(s, i);
        if (!edge->label[0] || edge->label_span.start == before)
            continue;
        before = edge->label_span.start;
        check_edge_label(s, edge);
    }
}

static void check_titles(survey *s)
{
    for (size_t i = 0; i < s->graph->subgraphs.count; i++) {
        const idarch_subgraph *group = &s->graph->subgraphs.items[i];
        check_label(s, group->title, group->label_type, &group->rich, group->span);
    }
}

void idarch_flow_surprises(flow_builder *builder)
{
    survey s = {.builder = builder, .graph = builder->graph};
    s.folded.arena = s.titles.arena = builder->arena;
    s.some_labelled = s.graph->subgraphs.count > 0;
    for (size_t i = 0; i < s.graph->subgraphs.count && !s.group_ends; i++)
        s.group_ends = s.graph->subgraphs.items[i].node >= 0;
    for (size_t i = 0; i < s.graph->nodes.count && !s.some_labelled; i++)
        s.some_labelled = has_label(&s.graph->nodes.items[i]);
    check_nodes(&s);
    check_edges(&s);
    check_titles(&s);
    check_claims(&s);
    check_classes(&s);
    check_newlines(&s);
    for (size_t i = 0; i < builder->notes.styled.count; i++)
        check_styled(&s, &builder->notes.styled.items[i]);
    idarch_table_release(&s.folded);
    idarch_table_release(&s.titles);
}
