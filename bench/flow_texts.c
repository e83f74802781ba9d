/* Generated flowcharts.
 *
 * Takes a construct, a number of edges and a seed, gives a text. Each construct is one
 * function that writes a statement or a few; the mix draws them by weight, roughly as often
 * as they stand in flowcharts that people publish. Ids are words and numbers of several
 * lengths; two nodes in three edges, as in large pictures. */
#include "bench/flow_texts.h"

typedef struct writer {
    GString *text;
    guint64 state;
    unsigned nodes;  /* ids to choose from */
    unsigned edges;  /* written so far */
    unsigned groups; /* subgraphs so far */
    unsigned char *labelled; /* by node: has a label */
} writer;

static unsigned draw(writer *w, unsigned below)
{
    w->state ^= w->state << 13;
    w->state ^= w->state >> 7;
    w->state ^= w->state << 17;
    return (unsigned)((w->state >> 32) % below);
}

static const char *word(writer *w)
{
    static const char *const words[] = {
        "order", "payment", "the", "user", "queue", "check", "service", "of", "database", "API",
        "request", "is", "valid", "retry", "cache", "new", "event", "to", "stock", "invoice",
        "load", "balancer", "and", "worker", "report", "mail", "for", "token", "session", "log"};
    return words[draw(w, G_N_ELEMENTS(words))];
}

static void words(writer *w, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        g_string_append_printf(w->text, i ? " %s" : "%s", word(w));
}

static unsigned put_id(writer *w)
{
    static const char *const stems[] = {"n", "A", "svc_", "orderService", "step", "db", "N_",
                                        "userQueue"};
    unsigned node = draw(w, w->nodes);
    g_string_append_printf(w->text, "%s%u", stems[node % G_N_ELEMENTS(stems)], node);
    return node;
}

static void put_arrow(writer *w)
{
    static const char *const arrows[] = {"-->", "-->", "-->", "-->", "---", "-.->", "==>",
                                         "--->", "<-->", "--o"};
    g_string_append_printf(w->text, " %s ", arrows[draw(w, G_N_ELEMENTS(arrows))]);
}

/* An id with a label in brackets the first time; `open` and `close` around the text. */
static void put_node(writer *w, const char *open, const char *close)
{
    unsigned node = put_id(w);
    if (w->labelled[node])
        return;
    w->labelled[node] = 1;
    g_string_append(w->text, open);
    words(w, 1 + draw(w, 4));
    g_string_append(w->text, close);
}

static void put_plain(writer *w)
{
    g_string_append(w->text, "    ");
    put_id(w);
    put_arrow(w);
    put_id(w);
    g_string_append_c(w->text, '\n');
    w->edges++;
}

static void put_pipes(writer *w)
{
    g_string_append(w->text, "    ");
    put_id(w);
    g_string_append(w->text, " -->|");
    words(w, 1 + draw(w, 3));
    g_string_append(w->text, "| ");
    put_id(w);
    g_string_append_c(w->text, '\n');
    w->edges++;
}

static void put_between(writer *w)
{
    static const char *const pairs[][2] = {{"-- ", " -->"}, {"== ", " ==>"}, {"-. ", " .->"}};
    unsigned i = draw(w, 3);
    g_string_append(w->text, "    ");
    put_id(w);
    g_string_append_printf(w->text, " %s", pairs[i][0]);
    words(w, 1 + draw(w, 3));
    g_string_append_printf(w->text, "%s ", pairs[i][1]);
    put_id(w);
    g_string_append_c(w->text, '\n');
    w->edges++;
}

static void put_shapes(writer *w)
{
    static const char *const shapes[][2] = {{"[", "]"},   {"(", ")"},   {"{", "}"},
                                            {"([", "])"}, {"[[", "]]"}, {"[(", ")]"},
                                            {"((", "))"}, {"{{", "}}"}, {"[/", "/]"}};
    unsigned a = draw(w, G_N_ELEMENTS(shapes)), b = draw(w, G_N_ELEMENTS(shapes));
    g_string_append(w->text, "    ");
    put_node(w, shapes[a][0], shapes[a][1]);
    put_arrow(w);
    put_node(w, shapes[b][0], shapes[b][1]);
    g_string_append_c(w->text, '\n');
    w->edges++;
}

static void put_quoted(writer *w)
{
    g_string_append(w->text, "    ");
    put_node(w, "[\"", draw(w, 2) ? "<br>(see #quot;notes#quot;)\"]" : "<br/>v2, <b>new</b>\"]");
    put_arrow(w);
    put_node(w, "(\"", " &amp; more\")");
    g_string_append_c(w->text, '\n');
    w->edges++;
}

static void put_markdown(writer *w)
{
    g_string_append(w->text, "    ");
    put_node(w, "[\"`**", "** and _more_`\"]");
    put_arrow(w);
    put_node(w, "[\"`", "`\"]");
    g_string_append_c(w->text, '\n');
    w->edges++;
}

static void put_fans(writer *w)
{
    unsigned from = 1 + draw(w, 3), to = 1 + draw(w, 4);
    g_string_append(w->text, "    ");
    for (unsigned i = 0; i < from; i++) {
        g_string_append(w->text, i ? " & " : "");
        put_id(w);
    }
    put_arrow(w);
    for (unsigned i = 0; i < to; i++) {
        g_string_append(w->text, i ? " & " : "");
        put_id(w);
    }
    g_string_append_c(w->text, '\n');
    w->edges += from * to;
}

static void put_chains(writer *w)
{
    unsigned count = 2 + draw(w, 6);
    g_string_append(w->text, "    ");
    put_id(w);
    for (unsigned i = 0; i < count; i++) {
        put_arrow(w);
        put_id(w);
    }
    g_string_append_c(w->text, '\n');
    w->edges += count;
}

static void put_subgraphs(writer *w)
{
    g_string_append_printf(w->text, "    subgraph group%u [", w->groups++);
    words(w, 1 + draw(w, 3));
    g_string_append(w->text, draw(w, 3) ? "]\n" : "]\n    direction LR\n");
    for (unsigned i = 3 + draw(w, 8); i > 0; i--)
        put_plain(w);
    g_string_append(w->text, "    end\n");
}

static void put_styles(writer *w)
{
    put_plain(w); /* so that there is something to style */
    switch (draw(w, 4)) {
    case 0:
        g_string_append_printf(w->text, "    classDef c%u fill:#f9f,stroke:#333,stroke-width:%upx\n",
                               draw(w, 30), 1 + draw(w, 4));
        break;
    case 1:
        g_string_append_printf(w->text, "    linkStyle %u stroke:#ff3,stroke-width:4px\n",
                               draw(w, w->edges));
        break;
    case 2:
        g_string_append(w->text, "    style ");
        put_id(w);
        g_string_append(w->text, " fill:#bbf,stroke:#f66,color:#fff\n");
        break;
    default:
        g_string_append(w->text, "    ");
        put_id(w);
        g_string_append_printf(w->text, ":::c%u --> ", draw(w, 30));
        put_id(w);
        g_string_append_c(w->text, '\n');
        w->edges++;
    }
}

static void put_comments(writer *w)
{
    g_string_append(w->text, "    %% ");
    words(w, 3 + draw(w, 6));
    g_string_append_c(w->text, '\n');
    put_plain(w);
}

static void put_data(writer *w)
{
    static const char *const shapes[] = {"cyl", "docs", "diam", "rounded", "delay"};
    g_string_append(w->text, "    ");
    put_id(w);
    g_string_append_printf(w->text, "@{ shape: %s, label: \"", shapes[draw(w, 5)]);
    words(w, 1 + draw(w, 3));
    g_string_append(w->text, "\" } --> ");
    put_id(w);
    g_string_append_c(w->text, '\n');
    w->edges++;
}

static void put_unicode(writer *w)
{
    g_string_append(w->text, "    \xE7\xAF\x80\xE9\xBB\x9E"); /* "node" in Chinese */
    put_id(w);
    put_arrow(w);
    put_node(w, "[Pr\xC3\xBC" "fung \xE6\xB3\xA8\xE6\x96\x87 ", "\xE2\x80\xA6]");
    g_string_append_c(w->text, '\n');
    w->edges++;
}

typedef struct kind_row {
    const char *name;
    void (*put)(writer *w);
    unsigned weight; /* of 100 statements */
} kind_row;

static const kind_row kinds[] = {
    [FLOW_TEXT_PLAIN] = {"plain edges", put_plain, 22},
    [FLOW_TEXT_PIPES] = {"labels |text|", put_pipes, 14},
    [FLOW_TEXT_BETWEEN] = {"labels -- text --", put_between, 6},
    [FLOW_TEXT_SHAPES] = {"shapes", put_shapes, 24},
    [FLOW_TEXT_QUOTED] = {"quoted, <br>, #code;", put_quoted, 10},
    [FLOW_TEXT_MARKDOWN] = {"Markdown strings", put_markdown, 1},
    [FLOW_TEXT_FANS] = {"fans with &", put_fans, 3},
    [FLOW_TEXT_CHAINS] = {"chains", put_chains, 5},
    [FLOW_TEXT_SUBGRAPHS] = {"subgraphs", put_subgraphs, 3},
    [FLOW_TEXT_STYLES] = {"styles and classes", put_styles, 6},
    [FLOW_TEXT_COMMENTS] = {"comments", put_comments, 4},
    [FLOW_TEXT_DATA] = {"@{ }", put_data, 1},
    [FLOW_TEXT_UNICODE] = {"beyond ASCII", put_unicode, 1},
    [FLOW_TEXT_MIX] = {"mix", NULL, 0},
};

const char *flow_text_name(flow_text_kind kind)
{
    return kinds[kind].name;
}

static const kind_row *draw_kind(writer *w)
{
    unsigned left = draw(w, 100);
    const kind_row *row = kinds;
    while (left >= row->weight && row < &kinds[FLOW_TEXT_MIX - 1])
        left -= (row++)->weight;
    return row;
}

GString *flow_text_new(flow_text_kind kind, unsigned edges, unsigned seed, unsigned *made)
{
    writer w = {.text = g_string_new("flowchart LR\n"), .nodes = edges * 2 / 3 + 2};
    w.state = 0x9E3779B97F4A7C15u * (seed + 1u);
    w.labelled = g_new0(unsigned char, w.nodes);
    while (w.edges < edges)
        (kind == FLOW_TEXT_MIX ? draw_kind(&w) : &kinds[kind])->put(&w);
    g_free(w.labelled);
    *made = w.edges;
    return w.text;
}
