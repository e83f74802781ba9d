/* flow_build.h: the graph while it grows: what Mermaid's database does with each
 * statement, with warnings where that is not what was written. */
#ifndef IDARCH_PARSER_FLOW_BUILD_H
#define IDARCH_PARSER_FLOW_BUILD_H

#include "base/table.h"
#include "model/edge_ids.h"
#include "model/graph.h"
#include "parser/flow_edges.h"
#include "parser/flow_surprises.h"
#include "parser/flow_text.h"
#include "parser/limits.h"

/* A label as written: the bytes between brackets, pipes or arrows. */
typedef struct flow_label {
    bool present;
    idarch_label_type type;
    const char *text;  /* as written, NUL-terminated */
    idarch_span span;
} flow_label;

/* A node that a statement names: the id, and the index that adding it gave. */
typedef struct flow_end {
    const char *id;
    int node;
} flow_end;

/* A subgraph whose `end` has not come yet. */
typedef struct flow_group {
    flow_label id;     /* what stands for the id: the same as the title without [ ] */
    flow_label title;
    bool titled;       /* the title has brackets of its own */
    IDARCH_ARRAY(flow_end) members;     /* in Mermaid's order, doubles kept; node -1: no node,
                                           or none yet */
    const char *direction;              /* the last direction statement, or NULL */
    unsigned declared;
    idarch_span keyword; /* `subgraph`, for a missing `end` */
    size_t start;        /* of that word in the prepared text */
    bool broken;         /* its line could not be read; it is there for its `end` only */
    bool brace;          /* written with { }, as other languages have it */
} flow_group;

/* A label that is a number, a list or the like. */
typedef struct flow_unfit {
    idarch_span span;
    const char *text; /* what to write in quotes */
} flow_unfit;

struct flow_builder {
    idarch_arena *arena;
    idarch_diags *diags;
    const flow_text *text;
    idarch_graph *graph;
    bool inherit_direction; /* flowchart.inheritDir of the configuration */
    bool failed;            /* a fatal diagnostic was added: the graph is not used */
    bool lost;              /* a statement could not be read: what depends on it is not said */
    idarch_limits limits;
    bool stopped;           /* a limit was met: nothing else is read */
    size_t copied;          /* bytes that fans and lists repeat */
    size_t arrows;          /* more edges cannot stand in the text; 0: not counted yet */
    unsigned groups_closed;
    idarch_table *nodes;     /* id -> index */
    idarch_table *groups;    /* id -> index */
    idarch_table *owners;    /* id of a member that was no node -> index of the group that has
                                it; a node has its own field for that */
    idarch_table *classes;   /* name -> index */
    idarch_table *edge_ids;  /* id -> index of the first with the id; see flow_find_edge */
    idarch_table *tooltips;  /* id -> index in tooltip_texts */
    idarch_table *unfit;     /* id -> index in unfit_labels, -1 again for a label that fits */
    idarch_table tables[7];  /* the ones above */
    idarch_strings tooltip_texts;
    IDARCH_ARRAY(flow_unfit) unfit_labels;
    char *id_next;           /* where the next id is copied to */
    size_t id_room;          /* bytes left there */
    const char *name;        /* the id that was looked up last, ... */
    int named;               /* ... its node's index or -1 */
    idarch_edge_namer namer; /* gives edges their ids once edge_ids must know them all */
    flow_notes notes;      /* for flow_surprises.c */
};

void idarch_flow_builder_init(flow_builder *builder, idarch_arena *arena, const flow_text *text,
                              idarch_diags *diags, idarch_graph *graph);
void idarch_flow_builder_release(flow_builder *builder);

/* The index for an id, -1 for none, and a new entry. */
int idarch_flow_find(const idarch_table *table, const char *id);
void idarch_flow_note(idarch_table *table, const char *id, size_t index);

/* False: no edge has the id. */
static inline bool idarch_flow_may_be_edge(const flow_builder *builder, const char *id)
{
    return builder->edge_ids->count > 0 || (id[0] == 'L' && id[1] == '_');
}

/* The first edge with the id, -1 for none. */
int idarch_flow_find_edge(flow_builder *builder, const char *id);

/* The id as the node of that name has it, or a copy; hash: idarch_table_hash() of it in
 * builder->nodes. Ids hold no control characters. */
const char *idarch_flow_intern(flow_builder *builder, idarch_str id, uint32_t hash);

/* Adds a fatal diagnostic and returns it for a hint. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
idarch_diag *idarch_flow_fail(flow_builder *builder, const char *code, idarch_span span,
                              const char *format, ...);

/* Adds a warning and returns it. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
idarch_diag *idarch_flow_warn(flow_builder *builder, const char *code, idarch_span span,
                              const char *format, ...);

/* Counts a text of so many bytes for each of `count` edges, nodes or classes that have it
 * from one place. False: that is more than the limit allows, an error was added. */
bool idarch_flow_count_copies(flow_builder *builder, size_t bytes, size_t count,
                              idarch_span span);

/* Text with control characters as blanks, taken from the arena. */
const char *idarch_flow_clean(idarch_arena *arena, idarch_str text);

/* Names a node; shape is Mermaid's name or NULL. Returns its index, -1 where the id is
 * an edge's. */
int idarch_flow_add_node(flow_builder *builder, const char *id, idarch_span span,
                         const flow_label *label, const char *shape);

/* What an edge is, as between all of its starts and ends. */
typedef struct flow_edge_data {
    flow_link link;
    flow_label label;
    const char *id; /* e1@ or NULL */
    idarch_span span;
} flow_edge_data;

void idarch_flow_add_edges(flow_builder *builder, flow_end *from, size_t from_count, flow_end *to,
                           size_t to_count, const flow_edge_data *data);

/* Closes a subgraph; returns its id. */
const char *idarch_flow_close_group(flow_builder *builder, const flow_group *group);

/* One style declaration as written and where. */
typedef struct flow_style {
    const char *text;
    idarch_span span;
    bool told; /* a warning about it was given */
} flow_style;

struct flow_styles {
    flow_style *items;
    size_t count, capacity;
};

/* Warns about values and properties that have no effect. */
void idarch_flow_check_styles(flow_builder *builder, const flow_styles *styles);

void idarch_flow_add_class_def(flow_builder *builder, idarch_str names, idarch_span span,
                               const flow_styles *styles);
void idarch_flow_set_class(flow_builder *builder, idarch_str ids, const char *name,
                           idarch_span span);
void idarch_flow_set_style(flow_builder *builder, const char *id, idarch_span span,
                           const flow_styles *styles);

/* linkStyle: number NULL means default; styles or curve may be missing. */
void idarch_flow_link_style(flow_builder *builder, const char *number, idarch_span span,
                            const idarch_strings *styles, const char *curve);

/* The declarations as a list that edges or classes may share. */
idarch_strings idarch_flow_declarations(flow_builder *builder, const flow_styles *styles);

/* Bytes that the declarations count as in idarch_flow_count_copies. */
size_t idarch_flow_declared(const flow_styles *styles);

void idarch_flow_set_link(flow_builder *builder, idarch_str ids, const char *url,
                          idarch_span span, const char *target);
void idarch_flow_set_tooltip(flow_builder *builder, idarch_str ids, idarch_span span,
                             const char *text);
void idarch_flow_set_callback(flow_builder *builder, idarch_str ids, idarch_span span);

void idarch_flow_fail_label(flow_builder *builder, const flow_unfit *label);

/* The node's label is a text again. */
void idarch_flow_label_fits(flow_builder *builder, const char *id);

/* [|key:value|: a property of a node. */
void idarch_flow_add_prop(flow_builder *builder, int node, const char *key, const char *value);

/* The @{ } block of a node, edge or subgraph. */
void idarch_flow_add_data(flow_builder *builder, const char *id, const char *data,
                          const uint32_t *origin, size_t len, idarch_span span);

/* After the last statement, whatever was wrong before: labels that Mermaid cannot draw. */
void idarch_flow_check_labels(flow_builder *builder);

/* After the last statement: parents, rich labels, worked-out styles. */
void idarch_flow_finish(flow_builder *builder);

#endif
