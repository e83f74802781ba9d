/* Frequent mistakes with words of the language and with comments. */
#include "parser/flow_failure.h"

/* ---- words of the language ------------------------------------------------------------ */

/* A statement whose keyword is written differently: `Subgraph x`, `subgrah x`. */
static bool says_keyword_case(const flow_failure *f)
{
    static const char *const keywords[] = {"subgraph", "classDef", "class",     "style",
                                           "linkStyle", "click",   "direction", "end"};
    if (!flow_at_node(f) || f->token.kind == FLOW_ERROR || f->token.kind == FLOW_COLON)
        return false;
    size_t start = f->line;
    while (start < f->at && flow_in_set(f->all.ptr[start], " \t"))
        start++;
    idarch_str word = flow_first_word(idarch_str_sub(f->all, start, f->line_end));
    bool first = f->line == f->parser->statement || start == f->parser->statement;
    if (!first || start + word.len >= f->at || flow_is_arrow(f->token.kind))
        return false;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        idarch_str keyword = idarch_str_of(keywords[i]);
        unsigned slips = keyword.len >= 8 ? 2 : 0; /* short words are near to too many others */
        if (idarch_str_eq(word, keyword) || idarch_str_distance(word, keyword, slips) > slips)
            continue;
        if (i > 0 && !flow_is_word_part(f->token.kind))
            return false;
        idarch_flow_say(f, "keyword", start, start + word.len, "`%s` is no word of the language",
                        idarch_flow_shown(f, word))
            ->hint = idarch_printf(f->parser->arena, "it is written `%s`", keywords[i]);
        if (i == 0)
            idarch_flow_open_broken(f->parser, start, start + word.len,
                                    flow_last_of(f->rest) == '{');
        return true;
    }
    return false;
}

static const char *direction_hint(const flow_failure *f, idarch_str word)
{
    static const char *const names[] = {"TB", "TD", "BT", "LR", "RL"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (idarch_str_eq_nocase(word, idarch_str_of(names[i])))
            return idarch_printf(f->parser->arena, "write it in capitals: direction %s", names[i]);
    return "directions are TB, BT, LR and RL, in capitals";
}

static bool says_direction(const flow_failure *f)
{
    idarch_str text = flow_statement(f);
    if (f->context != FLOW_AFTER_NODE || !f->blank || !idarch_str_is(f->before, "direction") ||
        text.len == 0)
        return false;
    idarch_str word = flow_first_word(f->rest);
    idarch_flow_say(f, "direction-word", f->at, word.len ? f->at + word.len : f->end,
                    "this is no direction")
        ->hint = direction_hint(f, word);
    return true;
}

static bool is_word_of_language(flow_kind kind)
{
    return kind == FLOW_GRAPH || kind == FLOW_SUBGRAPH || kind == FLOW_STYLE ||
           kind == FLOW_LINK_STYLE || kind == FLOW_CLASS_DEF || kind == FLOW_CLASS ||
           kind == FLOW_INTERPOLATE || kind == FLOW_TARGET || kind == FLOW_HREF ||
           kind == FLOW_CALL_NAME || kind == FLOW_CLICK || kind == FLOW_DEFAULT ||
           kind == FLOW_END_WORD;
}

/* The word with a capital is an id, as letters count as written. */
static const char *reserved_hint(const flow_failure *f, idarch_str word)
{
    if (idarch_str_is(word, "interpolate") && f->context != FLOW_AFTER_NODE && f->context != FLOW_IN_NODE)
        return "a curve stands before the declarations: linkStyle 0 interpolate basis stroke:red";
    const char *id = idarch_flow_made_id(f, word);
    return word.len < 40 ? idarch_printf(f->parser->arena, "`%s` is fine, with a label where the "
                                         "word is to be seen: %s[\"%.*s\"]", id, id,
                                         (int)word.len, word.ptr)
                         : "use another id, and a label where the word is to be seen";
}

static void say_reserved(const flow_failure *f, size_t start, size_t end)
{
    const char *name = idarch_flow_shown(f, idarch_str_sub(f->all, start, end));
    idarch_flow_say(f, "reserved-word", start, end,
                    "`%s` is a word of the language and cannot be used here", name)
        ->hint = reserved_hint(f, idarch_str_sub(f->all, start, end));
}

/* `end` as an id. Where it closed a subgraph by mistake, that is opened again. */
static bool says_end_as_id(const flow_failure *f)
{
    flow_parser *parser = f->parser;
    bool closed = parser->previous_end == parser->statement && f->context == FLOW_IN_STATEMENT &&
                  f->token.start == parser->statement;
    bool alone = f->token.kind == FLOW_END_WORD && f->context == FLOW_IN_STATEMENT;
    size_t start = closed ? parser->previous.start : f->at;
    idarch_str next = idarch_str_sub(f->all, start + 3, f->all.len);
    bool goes_on = flow_is_arrow(f->token.kind) || flow_opens_shape(f->token.kind);
    if (closed ? !goes_on : !alone)
        return false;
    size_t at = 0;
    while (at < next.len && flow_in_set(next.ptr[at], " \t"))
        at++;
    if (at == next.len || !flow_in_set(next.ptr[at], "-=.<[({>&") || next.ptr[at] == '\n')
        return false;
    idarch_flow_say(f, "reserved-word", start, start + 3,
                    "`end` is a word of the language and cannot be an id")
        ->hint = reserved_hint(f, IDARCH_STR("end"));
    parser->groups.count += closed;
    return true;
}

/* An `end` without its subgraph, unless an edge's text was seen to hold that. */
static void say_end_alone(const flow_failure *f)
{
    flow_parser *parser = f->parser;
    size_t open = parser->edge_noted;
    if (open == SIZE_MAX) {
        idarch_flow_say(f, "end-alone", f->at, f->end, "this `end` closes no subgraph")->hint =
            "take it away, or open a subgraph before it; an id cannot be `end`, but `End` is fine";
        return;
    }
    while (flow_in_set(f->all.ptr[open], " \t\n"))
        open++;
    idarch_diag *diag = idarch_flow_say(f, "edge-open", open, open + 2,
                                        "this edge has no second half, and took a subgraph for "
                                        "its text");
    diag->hint = "an edge without text is `---` or `-->`; with text `-- text -->`";
    idarch_flow_also(f, diag, f->at, f->end, "this `end` closes no subgraph therefore");
    parser->edge_noted = SIZE_MAX;
    parser->fault = f->at;
    parser->fault_end = f->end;
}

static bool says_end(const flow_failure *f)
{
    if (f->token.kind != FLOW_END_WORD)
        return false;
    if (f->context == FLOW_IN_STATEMENT) {
        say_end_alone(f);
        return true;
    }
    if (f->context != FLOW_AFTER_NODE || !idarch_str_is(idarch_flow_trim(f->rest), "end") ||
        f->parser->groups.count == 0)
        return false;
    idarch_flow_say(f, "end-place", f->at, f->end, "`end` cannot stand behind a statement")->hint =
        "write it on a line of its own";
    f->parser->groups.count--;
    return true;
}

void idarch_flow_word_before(const flow_failure *f, size_t *start, size_t *end)
{
    idarch_str before = idarch_flow_trim(idarch_str_sub(f->all, 0, f->context == FLOW_IN_CLICK
                                                                       ? f->parser->statement
                                                                       : f->token.start));
    size_t len = idarch_str_ends(before, "click") ? 5 : idarch_str_ends(before, "call") ? 4 : 0;
    if (len == 0)
        return;
    *end = (size_t)(before.ptr - f->all.ptr) + before.len;
    *start = *end - len;
    if (*start < f->parser->statement)
        f->parser->statement = *start; /* reading goes on behind its line */
}

/* Words in the place of ids, and keywords that an arrow follows. */
static bool says_reserved_word(const flow_failure *f)
{
    bool keyword = f->context == FLOW_IN_STYLES || f->context == FLOW_IN_CLASS ||
                   f->context == FLOW_IN_LINK_STYLE || f->context == FLOW_IN_SUBGRAPH;
    if (keyword && (flow_is_arrow(f->token.kind) ||
                    (f->context != FLOW_IN_SUBGRAPH && flow_opens_shape(f->token.kind)))) {
        idarch_str word = flow_first_word(idarch_str_sub(f->all, f->parser->statement, f->all.len));
        size_t start = f->parser->statement, end = start + word.len;
        if (f->at == end + f->blank || f->parser->previous.end == f->token.start) {
            bool near = idarch_flow_trim(idarch_str_sub(f->all, end, f->at)).len == 0;
            if (near) {
                say_reserved(f, start, end);
                return true;
            }
        }
    }
    if (!is_word_of_language(f->token.kind) || !(flow_at_node(f) || keyword))
        return false;
    if (f->token.kind == FLOW_GRAPH && f->context == FLOW_IN_STATEMENT) {
        size_t at = f->end;
        while (at < f->line_end && flow_in_set(f->all.ptr[at], " \t"))
            at++;
        if (at >= f->line_end || g_ascii_isalpha(f->all.ptr[at])) {
            idarch_flow_say(f, "header-twice", f->at, f->end,
                            "a second flowchart cannot begin here")
                ->hint = "write each flowchart in a fence or file of its own; an id cannot be "
                         "`graph` or `flowchart`";
            return true;
        }
    }
    size_t start = f->at, end = f->end;
    if (f->token.kind == FLOW_CALL_NAME || f->token.kind == FLOW_CLICK)
        idarch_flow_word_before(f, &start, &end); /* the token is what follows the word */
    say_reserved(f, start, end);
    return true;
}

/* ---- comments ------------------------------------------------------------------------- */

static bool says_comment(const flow_failure *f)
{
    static const char *const others[] = {"//", "# ", "% ", "/*", "<!--", "-- ", "'", "* "};
    idarch_str text = flow_statement(f);
    size_t start = f->line;
    if (idarch_str_starts(f->rest, "%%") || (idarch_str_starts(text, "%%") && flow_at_node(f))) {
        size_t at = idarch_str_starts(f->rest, "%%") ? f->at : f->line;
        idarch_flow_say(f, "comment-place", at, at + 2, "a comment cannot stand behind a statement")
            ->hint = "a comment has a line of its own, with a text after the %%";
        return true;
    }
    if (!flow_at_node(f) || f->line != f->parser->statement)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        size_t len = strlen(others[i]);
        if (!idarch_str_starts(text, others[i]))
            continue;
        len -= others[i][len - 1] == ' ';
        idarch_flow_say(f, "comment-mark", start, start + len, "this begins no comment")->hint =
            "a comment has a line of its own that starts with %%";
        f->parser->fault_line = true;
        return true;
    }
    if (!idarch_str_starts(f->rest, "//"))
        return false;
    idarch_flow_say(f, "comment-mark", f->at, f->at + 2, "this begins no comment")->hint =
        "a comment has a line of its own that starts with %%";
    f->parser->fault_line = true;
    return true;
}

flow_rule *const idarch_flow_word_rules[] = {
    says_end_as_id, says_comment, says_keyword_case, says_direction,
    says_end,       says_reserved_word, NULL,
};
