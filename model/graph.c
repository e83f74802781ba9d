/* Look-ups in a graph and the names of its enums. */
#include "model/graph.h"

const idarch_style idarch_style_unset = {0};

int idarch_graph_node(const idarch_graph *graph, const char *id)
{
    for (size_t i = 0; i < graph->nodes.count; i++)
        if (strcmp(graph->nodes.items[i].id, id) == 0)
            return (int)i;
    return -1;
}

int idarch_graph_subgraph(const idarch_graph *graph, const char *id)
{
    for (size_t i = 0; i < graph->subgraphs.count; i++)
        if (strcmp(graph->subgraphs.items[i].id, id) == 0)
            return (int)i;
    return -1;
}

const char *idarch_direction_name(idarch_direction direction)
{
    switch (direction) {
    case IDARCH_DIR_TB: return "TB";
    case IDARCH_DIR_BT: return "BT";
    case IDARCH_DIR_LR: return "LR";
    case IDARCH_DIR_RL: return "RL";
    }
    return "TB";
}

const char *idarch_label_type_name(idarch_label_type type)
{
    switch (type) {
    case IDARCH_LABEL_TEXT: return "text";
    case IDARCH_LABEL_STRING: return "string";
    case IDARCH_LABEL_MARKDOWN: return "markdown";
    }
    return "text";
}

const char *idarch_stroke_name(idarch_stroke stroke)
{
    switch (stroke) {
    case IDARCH_STROKE_NORMAL: return "normal";
    case IDARCH_STROKE_THICK: return "thick";
    case IDARCH_STROKE_DOTTED: return "dotted";
    case IDARCH_STROKE_INVISIBLE: return "invisible";
    case IDARCH_STROKE_INVALID: return "INVALID";
    }
    return "normal";
}

const char *idarch_end_name(idarch_end end)
{
    switch (end) {
    case IDARCH_END_NONE: return "none";
    case IDARCH_END_POINT: return "point";
    case IDARCH_END_CIRCLE: return "circle";
    case IDARCH_END_CROSS: return "cross";
    }
    return "none";
}

const char *idarch_role_name(idarch_role role)
{
    switch (role) {
    case IDARCH_ROLE_NONE: return "none";
    case IDARCH_ROLE_WORKER: return "worker";
    case IDARCH_ROLE_COORDINATOR: return "coordinator";
    case IDARCH_ROLE_CLOCK: return "clock";
    case IDARCH_ROLE_STORE: return "store";
    case IDARCH_ROLE_CLIENT: return "client";
    }
    return "none";
}

const char *idarch_shape_id(idarch_shape shape)
{
    switch (shape) {
    case IDARCH_SHAPE_RECT: return "rect";
    case IDARCH_SHAPE_ROUND: return "round";
    case IDARCH_SHAPE_STADIUM: return "stadium";
    case IDARCH_SHAPE_SUBROUTINE: return "subroutine";
    case IDARCH_SHAPE_CYLINDER: return "cylinder";
    case IDARCH_SHAPE_CIRCLE: return "circle";
    case IDARCH_SHAPE_DOUBLE_CIRCLE: return "double-circle";
    case IDARCH_SHAPE_ELLIPSE: return "ellipse";
    case IDARCH_SHAPE_ODD: return "odd";
    case IDARCH_SHAPE_DIAMOND: return "diamond";
    case IDARCH_SHAPE_HEXAGON: return "hexagon";
    case IDARCH_SHAPE_LEAN_RIGHT: return "lean-right";
    case IDARCH_SHAPE_LEAN_LEFT: return "lean-left";
    case IDARCH_SHAPE_TRAPEZOID: return "trapezoid";
    case IDARCH_SHAPE_INV_TRAPEZOID: return "inv-trapezoid";
    case IDARCH_SHAPE_COUNT: break;
    }
    return "rect";
}
