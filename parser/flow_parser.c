/* The grammar of a flowchart: statements and subgraphs.
 *
 * Takes tokens, gives calls to the builder. It looks one token ahead; only after an error
 * it goes back, to the end of the faulty statement (flow_recover.c). Subgraphs are kept on a list of open ones, so nesting costs no stack. */
#include "parser/flow_parser.h"

#include "parser/flow_shapes.h"

void idarch_flow_advance(flow_parser *parser)
{
    parser->previous = parser->token;
    parser->token = idarch_flow_next(&parser->lexer);
}

void idarch_flow_go_on(flow_parser *parser, size_t line_end)
{
    parser->lexer.pos = line_end;
    idarch_flow_advance(parser); /* past the line end */
    idarch_flow_advance(parser);
}

bool idarch_flow_skip_space(flow_parser *parser)
{
    bool any = parser->token.kind == FLOW_SPACE;
    while (parser->token.kind == FLOW_SPACE)
        idarch_flow_advance(parser);
    return any;
}

bool idarch_flow_separator(flow_parser *parser, flow_context context)
{
    flow_kind kind = parser->token.kind;
    if (kind != FLOW_NEWLINE && kind != FLOW_SEMI && kind != FLOW_EOF)
        return idarch_flow_unexpected(parser, context, NULL);
    idarch_flow_advance(parser);
    return true;
}

idarch_span idarch_flow_token_span(const flow_parser *parser, const flow_token *token)
{
    idarch_str all = {parser->text->ptr, parser->text->len};
    idarch_str trimmed = idarch_flow_trim(idarch_str_sub(all, token->start, token->end));
    if (trimmed.len == 0)
        return idarch_flow_span(parser->text, token->start, token->end);
    size_t start = (size_t)(trimmed.ptr - all.ptr);
    return idarch_flow_span(parser->text, start, start + trimmed.len);
}

static bool is_id_part(flow_kind kind, bool strict)
{
    switch (kind) {
    case FLOW_NODE_STRING: case FLOW_NUMBER: case FLOW_HASH: case FLOW_COLON: case FLOW_AMP:
    case FLOW_COMMA: case FLOW_STAR: case FLOW_MINUS: case FLOW_DOWN: case FLOW_LETTER:
        return true;
    default:
        return kind == FLOW_DEFAULT && !strict;
    }
}

bool idarch_flow_is_id_part(flow_kind kind)
{
    return is_id_part(kind, false);
}

bool idarch_flow_id(flow_parser *parser, bool strict, idarch_str *id, idarch_span *span,
                    flow_context context)
{
    size_t start = parser->token.start, end = start;
    while (is_id_part(parser->token.kind, strict)) {
        end = parser->token.end;
        idarch_flow_advance(parser);
    }
    if (end == start)
        return idarch_flow_unexpected(parser, context, NULL);
    *id = (idarch_str){parser->text->ptr + start, end - start};
    id->ptr = idarch_flow_intern(parser->builder, *id,
                                 idarch_table_hash(parser->builder->nodes, *id));
    *span = idarch_flow_span(parser->text, start, end);
    return true;
}

/* \n in the text of a label between the two places. */
static void note_newline(flow_parser *parser, size_t start, size_t end, bool markdown)
{
    const char *bytes = parser->text->ptr;
    const char *mark = memchr(bytes + start, '\\', end - start);
    while (mark && mark[1] != 'n')
        mark = memchr(mark + 1, '\\', (size_t)(bytes + end - mark - 1));
    if (!mark)
        return;
    size_t at = (size_t)(mark - bytes);
    idarch_flow_note_newline(parser->builder, idarch_str_sub(parser->lexer.text, start, end),
                             markdown, idarch_flow_span(parser->text, at, at + 2));
}

void idarch_flow_take_label(flow_parser *parser, flow_label *label, flow_kind more)
{
    size_t start = parser->token.start, end = parser->token.end;
    idarch_str first = parser->token.text;
    idarch_flow_advance(parser);
    label->present = true;
    if (parser->token.kind != more) { /* mostly one token is all */
        label->text = idarch_str_dup(parser->arena, first);
    } else {
        idarch_strbuf text = {.arena = parser->arena};
        idarch_strbuf_add_str(&text, first);
        for (; parser->token.kind == more; idarch_flow_advance(parser)) {
            idarch_strbuf_add_str(&text, parser->token.text);
            end = parser->token.end;
        }
        label->text = idarch_strbuf_text(&text);
    }
    label->span = idarch_flow_span(parser->text, start, end);
    note_newline(parser, start, end, label->type == IDARCH_LABEL_MARKDOWN);
}

bool idarch_flow_label_text(flow_parser *parser, flow_label *label, const flow_token *opener)
{
    flow_kind kind = parser->token.kind;
    if (kind != FLOW_STRING && kind != FLOW_MARKDOWN && kind != FLOW_TEXT)
        return idarch_flow_unexpected(parser, FLOW_IN_LABEL, opener);
    label->type = kind == FLOW_STRING     ? IDARCH_LABEL_STRING
                  : kind == FLOW_MARKDOWN ? IDARCH_LABEL_MARKDOWN
                                          : IDARCH_LABEL_TEXT;
    idarch_flow_take_label(parser, label, FLOW_TEXT);
    if (kind == FLOW_STRING && parser->previous.kind == FLOW_TEXT)
        idarch_flow_warn(parser->builder, "label-quotes-lost", label->span,
                         "the quotes inside this label are not drawn")
            ->hint = "write #quot; for a quote that is to be seen";
    return true;
}

void idarch_flow_add_member(flow_parser *parser, const char *id)
{
    if (parser->groups.count > 0)
        *IDARCH_PUSH(parser->arena, &parser->groups.items[parser->groups.count - 1].members) =
            (flow_end){id, -1};
}

/* ---- subgraphs ------------------------------------------------------------------------ */

static bool is_title_part(flow_kind kind)
{
    switch (kind) {
    case FLOW_SPACE: case FLOW_GRAPH: case FLOW_SUBGRAPH: case FLOW_END_WORD: case FLOW_AMP:
    case FLOW_COLON: case FLOW_STYLE: case FLOW_LINK_STYLE: case FLOW_CLASS_DEF:
    case FLOW_CLASS: case FLOW_CLICK: case FLOW_DOWN: case FLOW_UP: case FLOW_NUMBER:
    case FLOW_NODE_STRING: case FLOW_HASH: case FLOW_MINUS: case FLOW_STAR: case FLOW_LETTER:
        return true;
    default:
        return false;
    }
}

/* The id of a subgraph, or its title when no brackets follow. */
static bool parse_group_name(flow_parser *parser, flow_label *name, const flow_token *keyword)
{
    idarch_strbuf text = {.arena = parser->arena};
    size_t start = parser->token.start, end = start;
    flow_kind kind = parser->token.kind;
    if (kind != FLOW_STRING && kind != FLOW_MARKDOWN && !is_title_part(kind))
        return idarch_flow_unexpected(parser, FLOW_IN_SUBGRAPH, keyword);
    do {
        idarch_strbuf_add_str(&text, parser->token.text);
        end = parser->token.end;
        idarch_flow_advance(parser);
    } while (is_title_part(parser->token.kind));
    const char *bytes = parser->text->ptr;
    while (end > start + 1 && (bytes[end - 1] == ' ' || bytes[end - 1] == '\n'))
        end--;
    name->present = true;
    name->text = idarch_strbuf_text(&text);
    name->type = kind == FLOW_MARKDOWN ? IDARCH_LABEL_MARKDOWN : IDARCH_LABEL_TEXT;
    name->span = idarch_flow_span(parser->text, start, end);
    note_newline(parser, start, end, kind == FLOW_MARKDOWN);
    if (kind != FLOW_STRING && kind != FLOW_MARKDOWN && memchr(bytes + start, '\n', end - start))
        idarch_flow_warn(parser->builder, "subgraph-line", name->span,
                         "the line after `end` belongs to this title, so it is not drawn")
            ->hint = "put a title that ends with the word end in quotes: subgraph id [\"...\"]";
    return true;
}

/* What stands behind the keyword. */
static bool parse_group_line(flow_parser *parser, flow_group *group, const flow_token *keyword)
{
    if (parser->token.kind != FLOW_SPACE)
        return idarch_flow_unexpected(parser, FLOW_IN_SUBGRAPH, keyword);
    idarch_flow_advance(parser);
    if (!parse_group_name(parser, &group->id, keyword))
        return false;
    group->title = group->id;
    if (parser->token.kind == FLOW_SQUARE) {
        flow_token opener = parser->token;
        idarch_flow_advance(parser);
        group->titled = true;
        if (!idarch_flow_label_text(parser, &group->title, &opener))
            return false;
        if (parser->token.kind != FLOW_SQUARE_END)
            return idarch_flow_unexpected(parser, FLOW_IN_LABEL, &opener);
        idarch_flow_advance(parser);
    }
    return idarch_flow_separator(parser, FLOW_IN_SUBGRAPH);
}

void idarch_flow_open_broken(flow_parser *parser, size_t start, size_t end, bool brace)
{
    flow_group *group = IDARCH_PUSH(parser->arena, &parser->groups);
    *group = (flow_group){.broken = true, .brace = brace, .start = start};
    parser->fault_brace = false;
    group->keyword = idarch_flow_span(parser->text, start, end);
}

static bool open_group(flow_parser *parser)
{
    flow_token keyword = parser->token;
    flow_group group = {.declared = parser->declared++, .start = keyword.start};
    group.keyword = idarch_flow_token_span(parser, &keyword);
    if (parser->groups.count >= parser->builder->limits.depth) {
        idarch_flow_fail(parser->builder, "subgraph-depth", group.keyword,
                         "subgraphs are nested more than %zu deep", parser->builder->limits.depth)
            ->hint = "--max-depth sets how deep they may be";
        parser->builder->stopped = true;
        return true;
    }
    idarch_flow_advance(parser);
    flow_kind next = parser->token.kind;
    bool after_end = parser->previous_end == keyword.start;
    if (parse_group_line(parser, &group, &keyword)) {
        *IDARCH_PUSH(parser->arena, &parser->groups) = group;
        return true;
    }
    /* An arrow makes the word an id, and `end subgraph` is meant as an end. */
    bool edge = next == FLOW_LINK || next == FLOW_START_LINK || parser->fault_edge;
    parser->fault_edge = false;
    if (!edge && !after_end)
        idarch_flow_open_broken(parser, keyword.start, keyword.end, parser->fault_brace);
    return false;
}

/* Blanks before a token that begins its line, -1 for one that does not. */
static long indent_of(const flow_parser *parser, size_t start)
{
    size_t at = start;
    while (at > 0 && (parser->text->ptr[at - 1] == ' ' || parser->text->ptr[at - 1] == '\t'))
        at--;
    return at == 0 || parser->text->ptr[at - 1] == '\n' ? (long)(start - at) : -1;
}

/* An `end` to the left of its `subgraph` was meant for another one: it tells later which
 * subgraph lacks its own. */
static void note_crooked(flow_parser *parser, const flow_group *group)
{
    long end = indent_of(parser, parser->token.start), start = indent_of(parser, group->start);
    if (parser->crooked || end < 0 || start <= end)
        return;
    parser->crooked = true;
    parser->crooked_start = group->start;
    parser->crooked_group = group->keyword;
    parser->crooked_end = idarch_flow_token_span(parser, &parser->token);
}

/* Whether one word without brackets and arrows is all that stands on the line from there. It
 * looks no further than it must: many `end;` may stand on a line. */
static bool is_word_alone(idarch_str all, size_t at)
{
    size_t start = at;
    for (; at < all.len && all.ptr[at] != '\n' && all.ptr[at] != ' ' &&
         all.ptr[at] != '\t'; at++)
        if (strchr(";[](){}<>=|\"@", all.ptr[at]) ||
            (at > start && all.ptr[at - 1] == '-' && (all.ptr[at] == '-' || all.ptr[at] == '.')))
            return false;
    size_t end = at, step;
    while (at < all.len && all.ptr[at] != '\n' &&
           (step = idarch_flow_space(all.ptr + at, all.ptr + all.len)) > 0)
        at += step;
    return end > start && (at == all.len || all.ptr[at] == '\n');
}

/* `end name`: what follows on the line is a node. */
static void warn_about_rest(flow_parser *parser, const flow_token *end)
{
    idarch_str all = {parser->text->ptr, parser->text->len};
    bool same_line = memchr(all.ptr + end->start, '\n', end->end - end->start) == NULL;
    if (!same_line || !is_id_part(parser->token.kind, false) ||
        !is_word_alone(all, parser->token.start))
        return;
    idarch_flow_warn(parser->builder, "end-rest", idarch_flow_token_span(parser, &parser->token),
                     "what stands behind `end` is a node of its own")
        ->hint = "`end` stands alone on its line";
}

static bool close_group(flow_parser *parser)
{
    if (parser->groups.count == 0)
        return idarch_flow_unexpected(parser, FLOW_IN_STATEMENT, NULL);
    flow_group *group = &parser->groups.items[--parser->groups.count];
    note_crooked(parser, group);
    if (!group->broken)
        idarch_flow_add_member(parser, idarch_flow_close_group(parser->builder, group));
    bool same_line = idarch_str_find(parser->token.text, '\n', 0) == parser->token.text.len;
    parser->previous_end = same_line ? parser->token.end : SIZE_MAX;
    flow_token end = parser->token;
    idarch_flow_advance(parser);
    warn_about_rest(parser, &end);
    return true;
}

/* ---- other statements ----------------------------------------------------------------- */

static void parse_direction(flow_parser *parser)
{
    const flow_token *token = &parser->token;
    idarch_str all = {parser->text->ptr, parser->text->len};
    idarch_str line = idarch_flow_trim(idarch_str_sub(all, token->start, token->end));
    idarch_span span = idarch_flow_token_span(parser, token);
    idarch_str rest = idarch_flow_trim(idarch_str_sub(line, 9, line.len));
    bool alone = idarch_str_starts(line, "direction") && rest.len == 2;
    if (!alone) {
        idarch_diag *diag = idarch_flow_warn(
            parser->builder, "direction-line", span,
            "the whole line counts as `direction %s`; nothing else in it is drawn",
            token->text.ptr);
        diag->hint = "write the word `direction` another way (`direction#32;LR`) in labels, and a "
                     "direction statement on a line of its own";
    }
    if (parser->groups.count > 0) {
        flow_group *group = &parser->groups.items[parser->groups.count - 1];
        if (alone && group->direction && strcmp(group->direction, token->text.ptr) != 0)
            idarch_flow_warn(parser->builder, "direction-twice", span,
                             "this takes the place of the subgraph's `direction %s`",
                             group->direction)
                ->hint = "a subgraph has one direction; the last one counts";
        group->direction = token->text.ptr;
    } else if (alone) {
        idarch_diag *diag = idarch_flow_warn(parser->builder, "direction-line", span,
                                             "outside of a subgraph this has no effect");
        diag->hint = "the direction of the whole stands in the header: `flowchart LR`";
    }
    idarch_flow_advance(parser);
}

/* A description's lines without the white space before each. */
static const char *join_lines(idarch_arena *arena, idarch_str value)
{
    idarch_strbuf out = {.arena = arena};
    for (size_t i = 0; i < value.len; i++) {
        idarch_strbuf_putc(&out, value.ptr[i]);
        size_t step = value.ptr[i] == '\n';
        while (step > 0 && i + 1 < value.len) {
            step = idarch_flow_space(value.ptr + i + 1, value.ptr + value.len);
            i += step;
        }
    }
    return idarch_flow_clean(arena, (idarch_str){idarch_strbuf_text(&out), out.len});
}

/* At the end of the text, where an empty description follows the one that swallowed it. */
static void warn_open_descr(flow_parser *parser)
{
    const char *text = parser->text->ptr;
    bool value = parser->previous.kind == FLOW_ACC_BLOCK;
    size_t brace = value ? parser->previous.start : parser->token.start, start = brace;
    while (start > 0 && text[start] != 'a') /* back over the brace and accDescr */
        start--;
    idarch_diag *diag =
        idarch_flow_warn(parser->builder, "accdescr-open",
                         idarch_flow_span(parser->text, start, brace),
                         "accDescr { has no }; the rest of the text is lost");
    diag->hint = "close the description with }";
}

/* The value after accTitle: or accDescr:, or in accDescr { }. */
static bool parse_accessible(flow_parser *parser)
{
    idarch_graph *graph = parser->builder->graph;
    bool title = parser->token.kind == FLOW_ACC_TITLE;
    bool block = parser->token.kind == FLOW_ACC_BLOCK;
    if (!block)
        idarch_flow_advance(parser);
    idarch_str text = idarch_flow_trim(parser->token.text);
    const char *value = idarch_flow_clean(parser->arena, text);
    bool open = block && parser->token.start == parser->token.end;
    if (open)
        warn_open_descr(parser);
    if (!open && (title ? graph->acc_title : graph->acc_descr))
        idarch_flow_warn(parser->builder, "accessible-twice",
                         idarch_flow_token_span(parser, &parser->token),
                         "this takes the place of the %s before",
                         title ? "accTitle" : "accDescr")
            ->hint = "write it once";
    if (title)
        graph->acc_title = *value ? value : NULL;
    else
        graph->acc_descr = *value ? join_lines(parser->arena, text) : NULL;
    idarch_flow_add_member(parser, value);
    idarch_flow_advance(parser);
    return true;
}

static bool parse_statement(flow_parser *parser)
{
    bool recovered = parser->recovered;
    parser->recovered = false;
    switch (parser->token.kind) {
    case FLOW_LINK: case FLOW_START_LINK: /* goes on with a faulty line */
        return recovered && parser->token.text.ptr[0] == '\n'
                   ? idarch_flow_vertex_rest(parser)
                   : idarch_flow_unexpected(parser, FLOW_IN_STATEMENT, NULL);
    case FLOW_SUBGRAPH: return open_group(parser);
    case FLOW_END_WORD: return close_group(parser);
    case FLOW_STYLE: return idarch_flow_style_statement(parser);
    case FLOW_LINK_STYLE: return idarch_flow_link_style_statement(parser);
    case FLOW_CLASS_DEF: return idarch_flow_class_def_statement(parser);
    case FLOW_CLASS: return idarch_flow_class_statement(parser);
    case FLOW_CLICK: return idarch_flow_click_statement(parser);
    case FLOW_DIRECTION: parse_direction(parser); return true;
    case FLOW_ACC_TITLE: case FLOW_ACC_DESCR: case FLOW_ACC_BLOCK:
        return parse_accessible(parser);
    default:
        if (parser->token.kind == FLOW_NODE_STRING && idarch_flow_quick_lines(parser))
            return true;
        if (is_id_part(parser->token.kind, false))
            return idarch_flow_vertex_statement(parser);
        return idarch_flow_unexpected(parser, FLOW_IN_STATEMENT, NULL);
    }
}

void idarch_flow_begin(flow_parser *parser, size_t start)
{
    parser->statement = start;
    parser->depth = parser->groups.count;
    parser->edge_open = SIZE_MAX;
    parser->said = parser->builder->diags->list.count;
    parser->mend = 0;
    parser->mended = false;
}

static bool parse_document(flow_parser *parser)
{
    bool string;
    for (;;) {
        switch (parser->token.kind) {
        case FLOW_SEMI:
            idarch_flow_add_member(parser, ";"); /* an empty statement counts as a member */
            idarch_flow_advance(parser);
            break;
        case FLOW_NEWLINE: case FLOW_SPACE: case FLOW_EOF:
            idarch_flow_advance(parser);
            break;
        case FLOW_END:
            idarch_flow_report_open_groups(parser);
            return !parser->builder->failed;
        default:
            string = parser->token.kind == FLOW_STRING || parser->token.kind == FLOW_MARKDOWN;
            idarch_flow_begin(parser, string ? parser->lexer.string_start : parser->token.start);
            if (!parse_statement(parser) && !idarch_flow_recover(parser))
                return false;
            if (parser->mended)
                idarch_flow_drop_warnings(parser);
            if (parser->builder->stopped)
                return false;
        }
    }
}

/* Room for what texts of that many lines mostly hold. */
static void make_room(flow_builder *builder, const flow_text *text)
{
    enum { LEAST = 100, MOST = 20000 };
    size_t lines = 0;
    for (size_t at = 0; at < text->len; at++)
        lines += text->ptr[at] == '\n';
    if (lines < LEAST)
        return;
    lines = lines < MOST ? lines : MOST;
    IDARCH_RESERVE_LARGE(builder->arena, &builder->graph->edges, lines);
    IDARCH_RESERVE_LARGE(builder->arena, &builder->graph->nodes, lines * 3 / 4);
    idarch_table_reserve(builder->nodes, lines * 3 / 4);
}

bool idarch_flow_parse(flow_builder *builder, const flow_text *text)
{
    flow_parser parser = {.builder = builder, .text = text, .arena = builder->arena,
                          .previous_end = SIZE_MAX, .edge_noted = SIZE_MAX,
                          .budget = FLOW_AGAIN_LEAST + FLOW_AGAIN_TIMES * text->len};
    make_room(builder, text);
    idarch_flow_lexer_init(&parser.lexer, text);
    idarch_flow_advance(&parser);
    return idarch_flow_header(&parser) && parse_document(&parser) && !builder->failed;
}
