/* Roles in the picture. Takes a graph, sets the role, worker number and replicas of its
 * nodes and groups; then reads what the picture says about the design. Class beats words,
 * words beat the shape. Words are looked for in the label as it is drawn, then in the id. */
#include "parser/roles.h"

#include "parser/role_numbers.h"

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

idarch_role idarch_role_of_class(idarch_arena *arena, const char *name)
{
    const char *folded = idarch_fold(arena, idarch_str_of(name));
    for (size_t k = 0; k < ROLES; k++)
        if (idarch_fold_is(folded, role_rows[k].classes))
            return role_rows[k].role;
    return IDARCH_ROLE_NONE;
}

static idarch_role role_by_class(idarch_arena *arena, const idarch_strings *classes)
{
    idarch_role role = IDARCH_ROLE_NONE;
    for (size_t i = 0; i < classes->count && role == IDARCH_ROLE_NONE; i++)
        role = idarch_role_of_class(arena, classes->items[i]);
    return role;
}

static idarch_role role_by_words(const char *folded)
{
    for (size_t k = 0; k < ROLES; k++)
        if (contains_any(folded, role_rows[k].phrases))
            return role_rows[k].role;
    return IDARCH_ROLE_NONE;
}

static bool has_own_words(const idarch_node *node)
{
    return node->label && node->label[0];
}

/* The text as it is drawn, its lines parted by line ends. */
static const char *lines_of(idarch_arena *arena, const idarch_rich *rich)
{
    idarch_strbuf buf = {.arena = arena};
    for (size_t i = 0; i < rich->runs.count; i++) {
        const idarch_run *run = &rich->runs.items[i];
        idarch_strbuf_puts(&buf, run->style & IDARCH_RUN_BREAK ? "\n" : run->text);
    }
    return idarch_strbuf_text(&buf);
}

static const char *node_text(idarch_arena *arena, const idarch_node *node)
{
    const char *text = lines_of(arena, &node->rich);
    return text[0] || !has_own_words(node) ? text : node->label;
}

enum { LABEL_MAX = 2000 };

/* The text of a node, empty where it is too long to be a name. */
static const char *short_text(idarch_arena *arena, const idarch_node *node)
{
    const char *text = node_text(arena, node);
    return strlen(text) > LABEL_MAX ? "" : text;
}

static void find_node_role(idarch_arena *arena, idarch_node *node)
{
    const char *text = short_text(arena, node);
    node->role = role_by_class(arena, &node->classes);
    idarch_worker_numbers numbers = idarch_worker_numbers_of(arena, text);
    node->worker_id = numbers.found && numbers.first >= 0 ? numbers.first : -1;
    if (node->role != IDARCH_ROLE_NONE)
        return;
    if (numbers.found)
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
    const char *text = lines_of(arena, &group->rich);
    if (!text[0] && group->title)
        text = group->title;
    if (strlen(text) > LABEL_MAX)
        text = "";
    group->replicas = idarch_replica_count(arena, text);
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

/* A label as a text whose bytes know their place. Where it stands as drawn, each has its
 * own; else all have the label's. */
static const idarch_extract *label_extract(idarch_reading *r, const idarch_edge *edge)
{
    const char *text = idarch_rich_text(r->arena, &edge->rich);
    idarch_extract *own = IDARCH_NEW(r->arena, idarch_extract);
    own->text = idarch_str_of(text);
    if (own->text.len == 0 || own->text.len > LABEL_MAX)
        return NULL;
    idarch_str file = idarch_str_sub(r->source->text, edge->label_span.start,
                                     edge->label_span.end);
    size_t at = idarch_str_search(file, text, 0);
    bool same = at < file.len;
    for (size_t i = 0; i < (same ? 1 : own->text.len); i++)
        *IDARCH_PUSH(r->arena, &own->pieces) = (idarch_piece){
            (uint32_t)i, edge->label_span.start + (uint32_t)(same ? at : 0)};
    return own;
}

/* How worker numbers are lent by the coordinator at an edge's end; NULL where its kind is
 * not known. */
static const char *lease_choice(idarch_reading *r, const idarch_graph *graph, int index)
{
    const idarch_node *node = &graph->nodes.items[index];
    int group = node->is_subgraph ? idarch_graph_subgraph(graph, node->id) : -1;
    const char *text = short_text(r->arena, node);
    if (group >= 0)
        text = lines_of(r->arena, &graph->subgraphs.items[group].rich);
    text = strlen(text) > LABEL_MAX ? "" : text;
    const char *words = idarch_printf(r->arena, "%s %s", idarch_fold(r->arena, idarch_str_of(text)),
                                      idarch_fold(r->arena, idarch_str_of(node->id)));
    if (contains_any(words, "etcd"))
        return "etcd lease";
    return contains_any(words, "zookeeper|zk") ? "zookeeper ephemeral" : NULL;
}

/* `lease worker ID` on an edge to a coordinator says how workers get their numbers. */
static void state_lease(idarch_reading *r, idarch_part part, const char *choice)
{
    static const char phrases[] = "lease worker id|leased worker id|lease machine id|"
                                  "leased machine id|lease node id|leased node id|"
                                  "worker id lease|machine id lease|node id lease|"
                                  "arrienda id de trabajador|arrendar id de trabajador";
    const idarch_setting *stated = idarch_design_get(r->design, IDARCH_KEY_WORKER_IDS);
    if (!choice || !contains_any(idarch_fold(r->arena, idarch_part_str(part)), phrases))
        return;
    idarch_value value = {.type = IDARCH_VALUE_CHOICE, .ratio = {0, 1}, .argument = {0, 1}};
    value.choice = idarch_key_choice_index(IDARCH_KEY_WORKER_IDS, choice);
    int sequential = idarch_key_choice_index(IDARCH_KEY_WORKER_IDS, "zookeeper sequential");
    if (stated && stated->value.choice == sequential && choice[0] == 'z')
        value.choice = sequential; /* the picture leaves open which kind of znode it is */
    idarch_setting setting = {.key = IDARCH_KEY_WORKER_IDS, .value = value,
                              .origin = IDARCH_ORIGIN_PICTURE};
    setting.text = idarch_part_dup(r->arena, part);
    setting.key_span = setting.span = idarch_part_span(part);
    idarch_state(r, &setting);
}

/* The label's parts that are settings are stated; other words are only words. */
static void read_label(idarch_reading *r, const idarch_edge *edge, const char *choice)
{
    const idarch_extract *text = label_extract(r, edge);
    if (!text)
        return;
    idarch_part rest = {text, 0, text->text.len}, part;
    while (idarch_next_part(&rest, &part)) {
        if (part.end == part.start)
            continue;
        if (!idarch_read_fact(r, part, IDARCH_KEY_COUNT, IDARCH_ORIGIN_PICTURE))
            state_lease(r, part, choice);
    }
}

/* Whether an edge has its label from the statement that made the one before it
 * (`a & b -->|TTL 10 s| c`): it is read once. */
static bool same_label(const idarch_edge *edge, const idarch_edge *before)
{
    return before && before->label_span.start == edge->label_span.start &&
           before->label_span.end == edge->label_span.end;
}

static void read_edges(idarch_reading *r, const idarch_graph *graph)
{
    ends e = collect(r->arena, graph);
    unsigned worker = bit_of(IDARCH_ROLE_WORKER);
    unsigned services = bit_of(IDARCH_ROLE_COORDINATOR) | bit_of(IDARCH_ROLE_CLOCK) |
                        bit_of(IDARCH_ROLE_STORE);
    const idarch_edge *before = NULL; /* the last one whose label was read */
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
        if (!(other & services) || same_label(edge, before))
            continue;
        int service = from & worker ? edge->to : edge->from;
        bool coordinated = other & bit_of(IDARCH_ROLE_COORDINATOR);
        read_label(r, edge, coordinated ? lease_choice(r, graph, service) : NULL);
        before = edge;
    }
}

/* A range stands for all its workers, a very long one for its ends. */
static void add_numbers(idarch_reading *r, int node, idarch_span span,
                        idarch_worker_numbers numbers)
{
    enum { WORKERS_MAX = 1024 };
    idarch_design *design = r->design;
    int64_t room = WORKERS_MAX - (int64_t)design->workers.count;
    bool all = numbers.last - numbers.first < room;
    for (int64_t id = numbers.first; all && id < numbers.last; id++)
        *IDARCH_PUSH(r->arena, &design->workers) = (idarch_worker){id, node, span};
    if (!all && numbers.first < numbers.last)
        *IDARCH_PUSH(r->arena, &design->workers) = (idarch_worker){numbers.first, node, span};
    *IDARCH_PUSH(r->arena, &design->workers) = (idarch_worker){numbers.last, node, span};
}

static void add_workers(idarch_reading *r, const idarch_graph *graph)
{
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const idarch_node *node = &graph->nodes.items[i];
        if (node->is_subgraph || node->role != IDARCH_ROLE_WORKER)
            continue;
        idarch_worker_numbers numbers =
            idarch_worker_numbers_of(r->arena, short_text(r->arena, node));
        idarch_span span = node->label_span.end > node->label_span.start ? node->label_span
                                                                         : node->span;
        if (numbers.found)
            add_numbers(r, (int)i, span, numbers);
    }
    r->design->has_workers_drawn = idarch_has_workers(graph);
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
        if (node->is_subgraph || node->role != IDARCH_ROLE_WORKER)
            continue;
        int64_t count = idarch_replica_count(r->arena, short_text(r->arena, node));
        if (count < 0)
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
