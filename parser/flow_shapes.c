/* Names of shapes.
 *
 * Takes the name of a shape, gives the outline that is drawn for it. The first table is
 * for brackets, the second for @{ shape: }, where many of Mermaid's shapes have no outline
 * of their own yet: they get the nearest one (the name is kept beside it). */
#include "parser/flow_shapes.h"

#include <glib.h>

typedef struct shape_row {
    const char *name;
    idarch_shape shape;
} shape_row;

static const shape_row bracket_shapes[] = {
    {"square", IDARCH_SHAPE_RECT},
    {"round", IDARCH_SHAPE_ROUND},
    {"stadium", IDARCH_SHAPE_STADIUM},
    {"subroutine", IDARCH_SHAPE_SUBROUTINE},
    {"cylinder", IDARCH_SHAPE_CYLINDER},
    {"circle", IDARCH_SHAPE_CIRCLE},
    {"doublecircle", IDARCH_SHAPE_DOUBLE_CIRCLE},
    {"ellipse", IDARCH_SHAPE_ELLIPSE},
    {"odd", IDARCH_SHAPE_ODD},
    {"diamond", IDARCH_SHAPE_DIAMOND},
    {"hexagon", IDARCH_SHAPE_HEXAGON},
    {"lean_right", IDARCH_SHAPE_LEAN_RIGHT},
    {"lean_left", IDARCH_SHAPE_LEAN_LEFT},
    {"trapezoid", IDARCH_SHAPE_TRAPEZOID},
    {"inv_trapezoid", IDARCH_SHAPE_INV_TRAPEZOID},
    {"rect", IDARCH_SHAPE_RECT},
};

static const shape_row named_shapes[] = {
    {"rect", IDARCH_SHAPE_RECT},
    {"proc", IDARCH_SHAPE_RECT},
    {"process", IDARCH_SHAPE_RECT},
    {"rectangle", IDARCH_SHAPE_RECT},
    {"squareRect", IDARCH_SHAPE_RECT},
    {"rounded", IDARCH_SHAPE_ROUND},
    {"event", IDARCH_SHAPE_ROUND},
    {"roundedRect", IDARCH_SHAPE_ROUND},
    {"stadium", IDARCH_SHAPE_STADIUM},
    {"terminal", IDARCH_SHAPE_STADIUM},
    {"pill", IDARCH_SHAPE_STADIUM},
    {"fr-rect", IDARCH_SHAPE_SUBROUTINE},
    {"subprocess", IDARCH_SHAPE_SUBROUTINE},
    {"subproc", IDARCH_SHAPE_SUBROUTINE},
    {"framed-rectangle", IDARCH_SHAPE_SUBROUTINE},
    {"subroutine", IDARCH_SHAPE_SUBROUTINE},
    {"cyl", IDARCH_SHAPE_CYLINDER},
    {"db", IDARCH_SHAPE_CYLINDER},
    {"database", IDARCH_SHAPE_CYLINDER},
    {"cylinder", IDARCH_SHAPE_CYLINDER},
    {"datastore", IDARCH_SHAPE_CYLINDER},
    {"data-store", IDARCH_SHAPE_CYLINDER},
    {"folder", IDARCH_SHAPE_RECT},
    {"directory", IDARCH_SHAPE_RECT},
    {"bucket", IDARCH_SHAPE_CYLINDER},
    {"console", IDARCH_SHAPE_RECT},
    {"browser", IDARCH_SHAPE_RECT},
    {"person", IDARCH_SHAPE_ROUND},
    {"circle", IDARCH_SHAPE_CIRCLE},
    {"circ", IDARCH_SHAPE_CIRCLE},
    {"bang", IDARCH_SHAPE_ELLIPSE},
    {"cloud", IDARCH_SHAPE_ELLIPSE},
    {"diam", IDARCH_SHAPE_DIAMOND},
    {"decision", IDARCH_SHAPE_DIAMOND},
    {"diamond", IDARCH_SHAPE_DIAMOND},
    {"question", IDARCH_SHAPE_DIAMOND},
    {"hex", IDARCH_SHAPE_HEXAGON},
    {"hexagon", IDARCH_SHAPE_HEXAGON},
    {"prepare", IDARCH_SHAPE_HEXAGON},
    {"lean-r", IDARCH_SHAPE_LEAN_RIGHT},
    {"lean-right", IDARCH_SHAPE_LEAN_RIGHT},
    {"in-out", IDARCH_SHAPE_LEAN_RIGHT},
    {"lean_right", IDARCH_SHAPE_LEAN_RIGHT},
    {"lean-l", IDARCH_SHAPE_LEAN_LEFT},
    {"lean-left", IDARCH_SHAPE_LEAN_LEFT},
    {"out-in", IDARCH_SHAPE_LEAN_LEFT},
    {"lean_left", IDARCH_SHAPE_LEAN_LEFT},
    {"trap-b", IDARCH_SHAPE_TRAPEZOID},
    {"priority", IDARCH_SHAPE_TRAPEZOID},
    {"trapezoid-bottom", IDARCH_SHAPE_TRAPEZOID},
    {"trapezoid", IDARCH_SHAPE_TRAPEZOID},
    {"trap-t", IDARCH_SHAPE_INV_TRAPEZOID},
    {"manual", IDARCH_SHAPE_INV_TRAPEZOID},
    {"trapezoid-top", IDARCH_SHAPE_INV_TRAPEZOID},
    {"inv-trapezoid", IDARCH_SHAPE_INV_TRAPEZOID},
    {"inv_trapezoid", IDARCH_SHAPE_INV_TRAPEZOID},
    {"dbl-circ", IDARCH_SHAPE_DOUBLE_CIRCLE},
    {"double-circle", IDARCH_SHAPE_DOUBLE_CIRCLE},
    {"doublecircle", IDARCH_SHAPE_DOUBLE_CIRCLE},
    {"text", IDARCH_SHAPE_RECT},
    {"notch-rect", IDARCH_SHAPE_RECT},
    {"card", IDARCH_SHAPE_RECT},
    {"notched-rectangle", IDARCH_SHAPE_RECT},
    {"lin-rect", IDARCH_SHAPE_SUBROUTINE},
    {"lined-rectangle", IDARCH_SHAPE_SUBROUTINE},
    {"lined-process", IDARCH_SHAPE_SUBROUTINE},
    {"lin-proc", IDARCH_SHAPE_SUBROUTINE},
    {"shaded-process", IDARCH_SHAPE_SUBROUTINE},
    {"sm-circ", IDARCH_SHAPE_CIRCLE},
    {"start", IDARCH_SHAPE_CIRCLE},
    {"small-circle", IDARCH_SHAPE_CIRCLE},
    {"stateStart", IDARCH_SHAPE_CIRCLE},
    {"fr-circ", IDARCH_SHAPE_DOUBLE_CIRCLE},
    {"stop", IDARCH_SHAPE_DOUBLE_CIRCLE},
    {"framed-circle", IDARCH_SHAPE_DOUBLE_CIRCLE},
    {"stateEnd", IDARCH_SHAPE_DOUBLE_CIRCLE},
    {"fork", IDARCH_SHAPE_RECT},
    {"join", IDARCH_SHAPE_RECT},
    {"forkJoin", IDARCH_SHAPE_RECT},
    {"hourglass", IDARCH_SHAPE_RECT},
    {"collate", IDARCH_SHAPE_RECT},
    {"brace", IDARCH_SHAPE_RECT},
    {"comment", IDARCH_SHAPE_RECT},
    {"brace-l", IDARCH_SHAPE_RECT},
    {"brace-r", IDARCH_SHAPE_RECT},
    {"braces", IDARCH_SHAPE_RECT},
    {"bolt", IDARCH_SHAPE_RECT},
    {"com-link", IDARCH_SHAPE_RECT},
    {"lightning-bolt", IDARCH_SHAPE_RECT},
    {"doc", IDARCH_SHAPE_RECT},
    {"document", IDARCH_SHAPE_RECT},
    {"delay", IDARCH_SHAPE_STADIUM},
    {"half-rounded-rectangle", IDARCH_SHAPE_STADIUM},
    {"h-cyl", IDARCH_SHAPE_CYLINDER},
    {"das", IDARCH_SHAPE_CYLINDER},
    {"horizontal-cylinder", IDARCH_SHAPE_CYLINDER},
    {"lin-cyl", IDARCH_SHAPE_CYLINDER},
    {"disk", IDARCH_SHAPE_CYLINDER},
    {"lined-cylinder", IDARCH_SHAPE_CYLINDER},
    {"curv-trap", IDARCH_SHAPE_STADIUM},
    {"curved-trapezoid", IDARCH_SHAPE_STADIUM},
    {"display", IDARCH_SHAPE_STADIUM},
    {"div-rect", IDARCH_SHAPE_SUBROUTINE},
    {"div-proc", IDARCH_SHAPE_SUBROUTINE},
    {"divided-rectangle", IDARCH_SHAPE_SUBROUTINE},
    {"divided-process", IDARCH_SHAPE_SUBROUTINE},
    {"tri", IDARCH_SHAPE_RECT},
    {"extract", IDARCH_SHAPE_RECT},
    {"triangle", IDARCH_SHAPE_RECT},
    {"win-pane", IDARCH_SHAPE_SUBROUTINE},
    {"internal-storage", IDARCH_SHAPE_SUBROUTINE},
    {"window-pane", IDARCH_SHAPE_SUBROUTINE},
    {"f-circ", IDARCH_SHAPE_CIRCLE},
    {"junction", IDARCH_SHAPE_CIRCLE},
    {"filled-circle", IDARCH_SHAPE_CIRCLE},
    {"notch-pent", IDARCH_SHAPE_HEXAGON},
    {"loop-limit", IDARCH_SHAPE_HEXAGON},
    {"notched-pentagon", IDARCH_SHAPE_HEXAGON},
    {"flip-tri", IDARCH_SHAPE_RECT},
    {"manual-file", IDARCH_SHAPE_RECT},
    {"flipped-triangle", IDARCH_SHAPE_RECT},
    {"sl-rect", IDARCH_SHAPE_RECT},
    {"manual-input", IDARCH_SHAPE_RECT},
    {"sloped-rectangle", IDARCH_SHAPE_RECT},
    {"docs", IDARCH_SHAPE_RECT},
    {"documents", IDARCH_SHAPE_RECT},
    {"st-doc", IDARCH_SHAPE_RECT},
    {"stacked-document", IDARCH_SHAPE_RECT},
    {"st-rect", IDARCH_SHAPE_RECT},
    {"procs", IDARCH_SHAPE_RECT},
    {"processes", IDARCH_SHAPE_RECT},
    {"stacked-rectangle", IDARCH_SHAPE_RECT},
    {"bow-rect", IDARCH_SHAPE_RECT},
    {"stored-data", IDARCH_SHAPE_RECT},
    {"bow-tie-rectangle", IDARCH_SHAPE_RECT},
    {"cross-circ", IDARCH_SHAPE_CIRCLE},
    {"summary", IDARCH_SHAPE_CIRCLE},
    {"crossed-circle", IDARCH_SHAPE_CIRCLE},
    {"tag-doc", IDARCH_SHAPE_RECT},
    {"tagged-document", IDARCH_SHAPE_RECT},
    {"tag-rect", IDARCH_SHAPE_RECT},
    {"tagged-rectangle", IDARCH_SHAPE_RECT},
    {"tag-proc", IDARCH_SHAPE_RECT},
    {"tagged-process", IDARCH_SHAPE_RECT},
    {"flag", IDARCH_SHAPE_RECT},
    {"paper-tape", IDARCH_SHAPE_RECT},
    {"odd", IDARCH_SHAPE_ODD},
    {"rect_left_inv_arrow", IDARCH_SHAPE_ODD},
    {"lin-doc", IDARCH_SHAPE_RECT},
    {"lined-document", IDARCH_SHAPE_RECT},
    {"state", IDARCH_SHAPE_ROUND},
    {"choice", IDARCH_SHAPE_DIAMOND},
    {"note", IDARCH_SHAPE_RECT},
    {"composite", IDARCH_SHAPE_RECT},
    {"rectWithTitle", IDARCH_SHAPE_RECT},
    {"labelRect", IDARCH_SHAPE_RECT},
    {"block_arrow", IDARCH_SHAPE_RECT},
    {"collapsedGroup", IDARCH_SHAPE_RECT},
    {"iconSquare", IDARCH_SHAPE_RECT},
    {"iconCircle", IDARCH_SHAPE_RECT},
    {"icon", IDARCH_SHAPE_RECT},
    {"iconRounded", IDARCH_SHAPE_RECT},
    {"imageSquare", IDARCH_SHAPE_RECT},
    {"anchor", IDARCH_SHAPE_RECT},
    {"kanbanItem", IDARCH_SHAPE_RECT},
    {"mindmapCircle", IDARCH_SHAPE_RECT},
    {"defaultMindmapNode", IDARCH_SHAPE_RECT},
    {"classBox", IDARCH_SHAPE_RECT},
    {"erBox", IDARCH_SHAPE_RECT},
    {"requirementBox", IDARCH_SHAPE_RECT},
    {"usecaseActor", IDARCH_SHAPE_RECT},
    {"usecaseActorHollow", IDARCH_SHAPE_RECT},
    {"usecaseActorAwesome", IDARCH_SHAPE_RECT},
    {"usecaseActorIcon", IDARCH_SHAPE_RECT},
    {"usecaseBusiness", IDARCH_SHAPE_RECT},
    {"usecaseEllipse", IDARCH_SHAPE_ELLIPSE},
    {"usecaseJsonTable", IDARCH_SHAPE_RECT},
    {"bpmn-start", IDARCH_SHAPE_RECT},
    {"bpmn-intermediate", IDARCH_SHAPE_RECT},
    {"bpmn-boundary", IDARCH_SHAPE_RECT},
    {"bpmn-end", IDARCH_SHAPE_RECT},
    {"bpmn-gateway", IDARCH_SHAPE_RECT},
    {"bpmn-activity", IDARCH_SHAPE_RECT},
    {"bpmn-data", IDARCH_SHAPE_RECT},
    {"bpmn-data-store", IDARCH_SHAPE_RECT},
    {"bpmn-annotation", IDARCH_SHAPE_RECT},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const shape_row *find(const shape_row *rows, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].name[0] == name[0] && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

idarch_shape idarch_flow_shape(const char *name)
{
    const shape_row *row = find(bracket_shapes, COUNT(bracket_shapes), name);
    if (!row)
        row = find(named_shapes, COUNT(named_shapes), name);
    return row ? row->shape : IDARCH_SHAPE_RECT;
}

bool idarch_flow_shape_known(const char *name)
{
    return find(named_shapes, COUNT(named_shapes), name) != NULL;
}

/* What people call shapes that Mermaid calls otherwise: its own inner names, those of other
 * programs, and things that a shape stands for. */
static const struct {
    const char *said, *name;
} other_names[] = {
    {"square", "rect"},          {"box", "rect"},             {"squareRect", "rect"},
    {"labelRect", "rect"},       {"rectWithTitle", "rect"},   {"imageSquare", "rect"},
    {"image", "rect"},           {"iconSquare", "rect"},
    {"iconCircle", "circle"},    {"iconRounded", "rounded"},  {"classBox", "rect"},
    {"erBox", "rect"},           {"requirementBox", "rect"},  {"kanbanItem", "rect"},
    {"collapsedGroup", "rect"},  {"entity", "rect"},          {"node", "rect"},
    {"round", "rounded"},        {"roundedRect", "rounded"},  {"round-rect", "rounded"},
    {"rounded-rectangle", "rounded"},                         {"defaultMindmapNode", "rounded"},
    {"usecaseJsonTable", "rect"}, {"block_arrow", "bolt"},    {"block-arrow", "bolt"},
    {"arrow", "bolt"},           {"lightning", "bolt"},       {"flash", "bolt"},
    {"ellipse", "circle"},       {"oval", "stadium"},         {"usecaseEllipse", "stadium"},
    {"capsule", "stadium"},      {"terminator", "stadium"},   {"start-end", "stadium"},
    {"mindmapCircle", "circle"}, {"parallelogram", "lean-r"}, {"leanRight", "lean-r"},
    {"lean_right", "lean-r"},    {"lean_left", "lean-l"},     {"leanLeft", "lean-l"},
    {"parallelogram-alt", "lean-l"},                          {"io", "lean-r"},
    {"input", "lean-r"},         {"output", "lean-l"},        {"data", "lean-r"},
    {"input-output", "lean-r"},  {"trapezium", "trap-b"},     {"trapezoid-alt", "trap-t"},
    {"inv_trapezoid", "trap-t"}, {"invTrapezoid", "trap-t"},  {"inverted-trapezoid", "trap-t"},
    {"rhombus", "diam"},         {"lozenge", "diam"},         {"condition", "diam"},
    {"if", "diam"},              {"choice-point", "diam"},
    {"doubleCircle", "dbl-circ"}, {"stateStart", "sm-circ"},
    {"dot", "f-circ"},           {"stateEnd", "fr-circ"},     {"end", "fr-circ"},
    {"forkJoin", "fork"},        {"bar", "fork"},             {"actor", "person"},
    {"user", "person"},          {"usecaseActor", "person"},  {"usecaseActorHollow", "person"},
    {"usecaseActorAwesome", "person"},                        {"usecaseActorIcon", "person"},
    {"usecaseBusiness", "person"},                            {"rect_left_inv_arrow", "odd"},
    {"asymmetric", "odd"},       {"pentagon", "notch-pent"},  {"octagon", "hex"},
    {"preparation", "hex"},      {"component", "fr-rect"},    {"predefined-process", "fr-rect"},
    {"predefined", "fr-rect"},   {"queue", "h-cyl"},          {"pipe", "h-cyl"},
    {"storage", "cyl"},          {"store", "cyl"},            {"drum", "cyl"},
    {"can", "cyl"},              {"drive", "disk"},           {"file", "doc"},
    {"page", "doc"},             {"files", "docs"},           {"pages", "docs"},
    {"terminal-window", "console"},                           {"window", "browser"},
    {"cross", "cross-circ"},     {"label", "text"},           {"plaintext", "text"},
    {"none", "text"},            {"star", "bang"},            {"explosion", "bang"},
    {"table", "win-pane"},       {"cube", "rect"},
};

/* Does Mermaid take the name? It knows more, but refuses capitals and underscores. */
static bool is_taken(const char *name)
{
    if (strchr(name, '_') || !idarch_flow_shape_known(name))
        return false;
    for (const char *c = name; *c; c++)
        if (g_ascii_isupper(*c))
            return false;
    return true;
}

/* Dashes for blanks, underscores and before capitals, all in small letters. */
static void to_dashes(const char *name, char out[64])
{
    size_t len = 0;
    for (const char *c = name; *c && len < 61; c++) {
        if (g_ascii_isupper(*c) && c > name && g_ascii_islower(c[-1]))
            out[len++] = '-';
        out[len++] = *c == '_' || *c == ' ' ? '-' : g_ascii_tolower(*c);
    }
    out[len] = '\0';
}

static const char *other_name(const char *name)
{
    for (size_t i = 0; i < COUNT(other_names); i++)
        if (g_ascii_strcasecmp(name, other_names[i].said) == 0)
            return other_names[i].name;
    return NULL;
}

const char *idarch_flow_shape_near(const char *name)
{
    char dashed[64];
    to_dashes(name, dashed);
    const char *best = other_name(name);
    if (!best)
        best = other_name(dashed);
    unsigned least = 3;
    for (size_t i = 0; !best && i < COUNT(named_shapes); i++)
        if (g_ascii_strcasecmp(named_shapes[i].name, name) == 0 ||
            strcmp(named_shapes[i].name, dashed) == 0)
            best = is_taken(named_shapes[i].name) ? named_shapes[i].name : NULL;
    if (best)
        return best;
    for (size_t i = 0; i < COUNT(named_shapes); i++) {
        if (!is_taken(named_shapes[i].name) || strlen(named_shapes[i].name) < 3)
            continue;
        unsigned distance = idarch_str_distance(idarch_str_of(named_shapes[i].name),
                                                idarch_str_of(dashed), 3);
        if (distance >= least || distance * 3 > strlen(named_shapes[i].name) + 1)
            continue;
        least = distance;
        best = named_shapes[i].name;
    }
    return best;
}

idarch_direction idarch_flow_direction(const char *name)
{
    if (strcmp(name, "LR") == 0)
        return IDARCH_DIR_LR;
    if (strcmp(name, "RL") == 0)
        return IDARCH_DIR_RL;
    return strcmp(name, "BT") == 0 ? IDARCH_DIR_BT : IDARCH_DIR_TB;
}
