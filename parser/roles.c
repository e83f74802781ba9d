/* Roles in the picture. Takes a graph, sets the role, worker number and replicas of its
 * nodes and groups; then reads what the picture says about the design. Class beats words,
 * words beat the shape. Words are looked for in the label as it is drawn, then in the id. */
#include "parser/roles.h"

#include <glib.h>

#include "parser/values.h"

static const struct {
    idarch_role role;
    const char *classes; /* folded */
    const char *phrases; /* folded; in the order of the rows the first that is found counts */
} role_rows[] = {
    {IDARCH_ROLE_WORKER, "worker|generator|id generator",
     "worker id|machine id|node id|instance id|id gen|idgen|id generator|generator id|"
     "id de trabajador|id de maquina|id de nodo|generador de id|worker number|machine number|"
     "snowflake worker|id service instance"},
    {IDARCH_ROLE_COORDINATOR, "coordinator|coordinador",
     "etcd|zookeeper|consul|coordinator|coordinador"},
    {IDARCH_ROLE_CLOCK, "clock|reloj", "ntp|chrony|chronyd|ptp|ntpd|time server|time source|"
                                       "ntp server|servidor de hora|grandmaster"},
    {IDARCH_ROLE_STORE, "store|database|db",
     "postgre|postgresql|mysql|mariadb|innodb|cockroachdb|spanner|oracle|mongodb|cassandra|"
     "database|base de dato|sqlite|tidb|yugabytedb|dynamodb|sql server"},
    {IDARCH_ROLE_CLIENT, "client|cliente", "client|cliente|browser|mobile app"},
};

enum { ROLES = sizeof role_rows / sizeof role_rows[0] };

static bool contains_phrase(const char *folded, const char *phrase, size_t len)
{
    for (const char *at = folded; (at = strchr(at, phrase[0])); at++) {
        bool starts = at == folded || at[-1] == ' ';
        if (starts && strncmp(at, phrase, len) == 0 && (at[len] == '\0' || at[len] == ' '))
            return true;
    }
    return false;
}

static bool contains_any(const char *folded, const char *phrases)
{
    for (const char *name = phrases; *name;) {
        size_t len = strcspn(name, "|");
        if (contains_phrase(folded, name, len))
            return true;
        name += len + (name[len] == '|');
    }
    return false;
}

static idarch_role role_by_class(idarch_arena *arena, const idarch_strings *classes)
{
    for (size_t i = 0; i < classes->count; i++) {
        const char *name = idarch_fold(arena, idarch_str_of(classes->items[i]));
        for (size_t k = 0; k < ROLES; k++)
            if (idarch_fold_is(name, role_rows[k].classes))
                return role_rows[k].role;
    }
    return IDARCH_ROLE_NONE;
}

static idarch_role role_by_words(const char *folded)
{
    for (size_t k = 0; k < ROLES; k++)
        if (contains_any(folded, role_rows[k].phrases))
            return role_rows[k].role;
    return IDARCH_ROLE_NONE;
}

/* `worker ID 7`, `machine #3`, `node ID: 2`: the number, -1 for none. */
static int64_t worker_number(idarch_arena *arena, const char *label)
{
    idarch_str s = idarch_str_of(label);
    for (size_t i = 0; i < s.len; i++) {
        if (i > 0 && (g_ascii_isalnum(s.ptr[i - 1]) || (s.ptr[i - 1] & 0x80)))
            continue;
        if (!g_ascii_isalpha(s.ptr[i]))
            continue;
        idarch_scan scan = {.arena = arena, .text = s, .at = i};
        if (!idarch_scan_phrase(&scan, "worker id|machine id|node id|instance id|worker|machine|"
                                       "worker number|machine number|id de trabajador|"
                                       "id de maquina|id de nodo"))
            continue;
        idarch_scan_blanks(&scan);
        if (!idarch_scan_skip(&scan, ":"))
            idarch_scan_skip(&scan, "=");
        idarch_scan_blanks(&scan);
        idarch_scan_skip(&scan, "#");
        size_t start = scan.at;
        int64_t value = 0;
        for (; scan.at < s.len && g_ascii_isdigit(s.ptr[scan.at]); scan.at++)
            value = value < INT64_MAX / 100 ? value * 10 + (s.ptr[scan.at] - '0') : value;
        bool ends = scan.at >= s.len || (!g_ascii_isalnum(s.ptr[scan.at]) &&
                                         !(s.ptr[scan.at] & 0x80));
        if (scan.at > start && ends)
            return value;
    }
    return -1;
}

/* `3 replicas`, `x3`, `x 3` with a times sign: the number, -1 for none. */
static int64_t replica_number(idarch_arena *arena, const char *label)
{
    idarch_str s = idarch_str_of(label);
    for (size_t i = 0; i < s.len; i++) {
        idarch_scan scan = {.arena = arena, .text = s, .at = i};
        bool times = idarch_scan_skip(&scan, "\xC3\x97");
        if (times)
            idarch_scan_blanks(&scan);
        size_t start = scan.at;
        int64_t value = 0;
        bool inside = i > 0 && (g_ascii_isalnum(s.ptr[i - 1]) || strchr(".,-", s.ptr[i - 1]));
        if ((!times && inside) || start >= s.len || !g_ascii_isdigit(s.ptr[start]))
            continue;
        for (; scan.at < s.len && g_ascii_isdigit(s.ptr[scan.at]); scan.at++)
            value = value < INT64_MAX / 100 ? value * 10 + (s.ptr[scan.at] - '0') : value;
        if (times || idarch_scan_skip(&scan, "\xC3\x97"))
            return value;
        if (idarch_scan_phrase(&scan, "replica|instance|pod|worker|instancia"))
            return value;
        i = scan.at - 1;
    }
    return -1;
}

static bool has_own_words(const idarch_node *node)
{
    return node->label && node->label[0];
}

static const char *node_text(idarch_arena *arena, const idarch_node *node)
{
    const char *text = idarch_rich_text(arena, &node->rich);
    return text[0] || !has_own_words(node) ? text : node->label;
}

enum { LABEL_MAX = 2000 };

static void find_node_role(idarch_arena *arena, idarch_node *node)
{
    const char *text = node_text(arena, node);
    if (strlen(text) > LABEL_MAX)
        text = "";
    node->role = role_by_class(arena, &node->classes);
    node->worker_id = worker_number(arena, text);
    if (node->role != IDARCH_ROLE_NONE)
        return;
    if (node->worker_id >= 0)
        node->role = IDARCH_ROLE_WORKER;
    if (node->role == IDARCH_ROLE_NONE)
        node->role = role_by_words(idarch_fold(arena, idarch_str_of(text)));
    if (node->role == IDARCH_ROLE_NONE)
        node->role = role_by_words(idarch_fold(arena, idarch_str_of(node->id)));
    if (node->role == IDARCH_ROLE_NONE && node->shape == IDARCH_SHAPE_CYLINDER)
        node->role = IDARCH_ROLE_STORE;
}

static void find_group_role(idarch_arena *arena, idarch_subgraph *group)
{
    const char *text = idarch_rich_text(arena, &group->rich);
    if (!text[0] && group->title)
        text = group->title;
    if (strlen(text) > LABEL_MAX)
        text = "";
    group->replicas = replica_number(arena, text);
    group->role = role_by_class(arena, &group->classes);
    if (group->role == IDARCH_ROLE_NONE)
        group->role = role_by_words(idarch_fold(arena, idarch_str_of(text)));
}

/* A group without a role of its own that directly holds a worker, or replicas and no
 * node of another role, is a group of workers. */
static void find_worker_groups(idarch_graph *graph)
{
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const idarch_node *node = &graph->nodes.items[i];
        if (node->is_subgraph || node->subgraph < 0 || node->role != IDARCH_ROLE_WORKER)
            continue;
        idarch_subgraph *group = &graph->subgraphs.items[node->subgraph];
        if (group->role == IDARCH_ROLE_NONE)
            group->role = IDARCH_ROLE_WORKER;
    }
}

void idarch_find_roles(idarch_arena *arena, idarch_graph *graph)
{
    for (size_t i = 0; i < graph->nodes.count; i++)
        if (!graph->nodes.items[i].is_subgraph)
            find_node_role(arena, &graph->nodes.items[i]);
    for (size_t i = 0; i < graph->subgraphs.count; i++)
        find_group_role(arena, &graph->subgraphs.items[i]);
    find_worker_groups(graph);
}

bool idarch_has_workers(const idarch_graph *graph)
{
    for (size_t i = 0; i < graph->nodes.count; i++)
        if (graph->nodes.items[i].role == IDARCH_ROLE_WORKER)
            return true;
    for (size_t i = 0; i < graph->subgraphs.count; i++)
        if (graph->subgraphs.items[i].role == IDARCH_ROLE_WORKER)
            return true;
    return false;
}

/* The roles that an end of an edge has: its node's, or those of the group and of all
 * that is in it, as bits. */
typedef struct ends {
    unsigned *groups; /* by subgraph: bits of the roles inside, its own included */
} ends;

static unsigned bit_of(idarch_role role)
{
    return role == IDARCH_ROLE_NONE ? 0 : 1U << role;
}

static ends collect(idarch_arena *arena, const idarch_graph *graph)
{
    size_t count = graph->subgraphs.count;
    ends e = {IDARCH_NEW_ARRAY(arena, unsigned, count + 1)};
    for (size_t i = 0; i < count; i++)
        e.groups[i] |= bit_of(graph->subgraphs.items[i].role);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const idarch_node *node = &graph->nodes.items[i];
        if (!node->is_subgraph && node->subgraph >= 0)
            e.groups[node->subgraph] |= bit_of(node->role);
    }
    /* Inner groups stand before the outer ones. */
    for (size_t i = 0; i < count; i++)
        if (graph->subgraphs.items[i].parent >= 0)
            e.groups[graph->subgraphs.items[i].parent] |= e.groups[i];
    return e;
}

static unsigned roles_at(const idarch_graph *graph, const ends *e, int index)
{
    const idarch_node *node = &graph->nodes.items[index];
    if (!node->is_subgraph)
        return bit_of(node->role);
    int group = idarch_graph_subgraph(graph, node->id);
    return group < 0 ? 0 : e->groups[group];
}

/* The label's parts that are settings are stated; other words are only words. */
static void read_label(idarch_reading *r, const idarch_edge *edge)
{
    const char *text = idarch_rich_text(r->arena, &edge->rich);
    idarch_extract own = {.text = idarch_str_of(text)};
    if (own.text.len == 0 || own.text.len > LABEL_MAX)
        return;
    /* Where the label stands as drawn, each part has its own place. */
    idarch_str file = idarch_str_sub(r->source->text, edge->label_span.start,
                                     edge->label_span.end);
    size_t at = idarch_str_search(file, text, 0);
    bool same = at < file.len;
    for (size_t i = 0; i < (same ? 1 : own.text.len); i++)
        *IDARCH_PUSH(r->arena, &own.pieces) = (idarch_piece){
            (uint32_t)i, edge->label_span.start + (uint32_t)(same ? at : 0)};
    idarch_extract *kept = IDARCH_NEW(r->arena, idarch_extract);
    *kept = own;
    idarch_part rest = {kept, 0, own.text.len}, part;
    while (idarch_next_part(&rest, &part))
        if (part.end > part.start)
            idarch_read_fact(r, part, IDARCH_KEY_COUNT, IDARCH_ORIGIN_PICTURE);
}

static void read_edges(idarch_reading *r, const idarch_graph *graph)
{
    ends e = collect(r->arena, graph);
    unsigned worker = bit_of(IDARCH_ROLE_WORKER);
    unsigned services = bit_of(IDARCH_ROLE_COORDINATOR) | bit_of(IDARCH_ROLE_CLOCK) |
                        bit_of(IDARCH_ROLE_STORE);
    for (size_t i = 0; i < graph->edges.count; i++) {
        const idarch_edge *edge = &graph->edges.items[i];
        if (edge->from < 0 || edge->to < 0 || edge->stroke == IDARCH_STROKE_INVISIBLE)
            continue;
        unsigned from = roles_at(graph, &e, edge->from), to = roles_at(graph, &e, edge->to);
        unsigned other = from & worker ? to : to & worker ? from : 0;
        if (other & bit_of(IDARCH_ROLE_COORDINATOR))
            r->design->worker_to_coordinator = true;
        if (other & bit_of(IDARCH_ROLE_CLOCK))
            r->design->worker_to_clock = true;
        if (other & services)
            read_label(r, edge);
    }
}

static void add_workers(idarch_reading *r, const idarch_graph *graph)
{
    idarch_design *design = r->design;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const idarch_node *node = &graph->nodes.items[i];
        if (node->is_subgraph || node->role != IDARCH_ROLE_WORKER || node->worker_id < 0)
            continue;
        idarch_span span = node->label_span.end > node->label_span.start ? node->label_span
                                                                         : node->span;
        *IDARCH_PUSH(r->arena, &design->workers) = (idarch_worker){node->worker_id, (int)i, span};
    }
    design->has_workers_drawn = idarch_has_workers(graph);
}

/* Replicas of the first worker group or node that states them. */
static void find_replicas(idarch_reading *r, const idarch_graph *graph)
{
    idarch_design *design = r->design;
    for (size_t i = 0; i < graph->subgraphs.count && design->drawn_replicas < 0; i++) {
        const idarch_subgraph *group = &graph->subgraphs.items[i];
        if (group->replicas < 0 || group->role > IDARCH_ROLE_WORKER)
            continue;
        design->drawn_replicas = group->replicas;
        design->drawn_replicas_span = group->span;
        design->has_workers_drawn = true;
    }
    for (size_t i = 0; i < graph->nodes.count && design->drawn_replicas < 0; i++) {
        const idarch_node *node = &graph->nodes.items[i];
        int64_t count = node->is_subgraph ? -1 : replica_number(r->arena,
                                                                node_text(r->arena, node));
        if (count < 0 || node->role != IDARCH_ROLE_WORKER)
            continue;
        design->drawn_replicas = count;
        design->drawn_replicas_span = node->label_span.end > node->label_span.start
                                          ? node->label_span : node->span;
    }
}

static void compare_replicas(idarch_reading *r)
{
    const idarch_setting *stated = idarch_design_get(r->design, IDARCH_KEY_REPLICAS);
    idarch_ratio drawn = idarch_ratio_int(r->design->drawn_replicas);
    if (!stated || r->design->drawn_replicas < 0 ||
        idarch_ratio_compare(stated->value.ratio, drawn) == 0)
        return;
    idarch_diag *diag = idarch_diag_add(
        r->diags, IDARCH_ERROR, "picture-mismatch", r->design->drawn_replicas_span,
        "the picture has %lld replicas, the settings have %s",
        (long long)r->design->drawn_replicas,
        idarch_shown(r->arena, idarch_str_of(stated->text)));
    diag->hint = "let the picture and the settings say the same";
    idarch_diag_relate(r->diags, diag, stated->span, "the setting");
}

void idarch_read_picture(idarch_reading *r, const idarch_graph *graph)
{
    add_workers(r, graph);
    find_replicas(r, graph);
    compare_replicas(r);
    read_edges(r, graph);
}
