/* Frequent mistakes with ids, words of the language and whole statements. */
#include "parser/flow_failure.h"

static bool in_set(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static char last_of(idarch_str s)
{
    return s.len > 0 ? s.ptr[s.len - 1] : '\0';
}

static bool opens_shape(flow_kind kind)
{
    return kind >= FLOW_SQUARE && kind <= FLOW_INV_TRAPEZOID;
}

static bool is_arrow(flow_kind kind)
{
    return kind == FLOW_LINK || kind == FLOW_START_LINK;
}

static bool is_word_part(flow_kind kind)
{
    return kind == FLOW_NODE_STRING || kind == FLOW_LETTER || kind == FLOW_NUMBER ||
           kind == FLOW_DOWN || kind == FLOW_DEFAULT || kind == FLOW_COLON ||
           kind == FLOW_COMMA || kind == FLOW_STAR || kind == FLOW_MINUS || kind == FLOW_HASH;
}

static bool at_node(const flow_failure *f)
{
    return f->context == FLOW_IN_STATEMENT || f->context == FLOW_IN_NODE ||
           f->context == FLOW_AFTER_NODE || f->context == FLOW_AFTER_AMP;
}

/* The statement up to the end of the token's line. */
static idarch_str statement(const flow_failure *f)
{
    return idarch_str_sub(f->all, f->line, f->line_end);
}

static idarch_str first_word(idarch_str text)
{
    size_t end = 0;
    while (end < text.len && (g_ascii_isalnum(text.ptr[end]) || text.ptr[end] == '_'))
        end++;
    return idarch_str_sub(text, 0, end);
}

/* ---- words of the language ------------------------------------------------------------ */

/* A statement whose keyword is written differently: `Subgraph x`, `subgrah x`. */
static bool says_keyword_case(const flow_failure *f)
{
    static const char *const keywords[] = {"subgraph", "classDef", "class",     "style",
                                           "linkStyle", "click",   "direction", "end"};
    if (!at_node(f) || f->token.kind == FLOW_ERROR || f->token.kind == FLOW_COLON)
        return false;
    size_t start = f->line;
    while (start < f->at && in_set(f->all.ptr[start], " \t"))
        start++;
    idarch_str word = first_word(idarch_str_sub(f->all, start, f->line_end));
    bool first = f->line == f->parser->statement || start == f->parser->statement;
    if (!first || start + word.len >= f->at || is_arrow(f->token.kind))
        return false;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        idarch_str keyword = idarch_str_of(keywords[i]);
        unsigned slips = keyword.len >= 8 ? 2 : 0; /* short words are near to too many others */
        if (idarch_str_eq(word, keyword) || idarch_str_distance(word, keyword, slips) > slips)
            continue;
        if (i > 0 && !is_word_part(f->token.kind))
            return false;
        idarch_flow_say(f, "keyword", start, start + word.len, "`%s` is no word of the language",
                        idarch_flow_shown(f, word))
            ->hint = idarch_printf(f->parser->arena, "it is written `%s`", keywords[i]);
        if (i == 0)
            idarch_flow_open_broken(f->parser, start, start + word.len, last_of(f->rest) == '{');
        return true;
    }
    return false;
}

static bool says_direction(const flow_failure *f)
{
    idarch_str text = statement(f);
    if (f->context != FLOW_AFTER_NODE || !f->blank || !idarch_str_is(f->before, "direction") ||
        text.len == 0)
        return false;
    idarch_str word = first_word(f->rest);
    idarch_flow_say(f, "direction-word", f->at, word.len ? f->at + word.len : f->end,
                    "this is no direction")
        ->hint = "directions are TB, BT, LR and RL, in capitals";
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

static void say_reserved(const flow_failure *f, size_t start, size_t end)
{
    const char *name = idarch_flow_shown(f, idarch_str_sub(f->all, start, end));
    bool is_end = strcmp(name, "end") == 0;
    idarch_flow_say(f, "reserved-word", start, end,
                    "`%s` is a word of the language and cannot be used here", name)
        ->hint = idarch_printf(f->parser->arena,
                               is_end ? "`End` is fine, or another id with a label: x[\"%s\"]"
                                      : "use another id and a label: x[\"%s\"]", name);
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
    if ((!closed && !alone) || (closed && !is_arrow(f->token.kind) && !opens_shape(f->token.kind)))
        return false;
    size_t at = 0;
    while (at < next.len && in_set(next.ptr[at], " \t"))
        at++;
    if (at == next.len || !in_set(next.ptr[at], "-=.<[({>&") || next.ptr[at] == '\n')
        return false;
    idarch_flow_say(f, "reserved-word", start, start + 3,
                    "`end` is a word of the language and cannot be an id")
        ->hint = "`End` is fine, or another id with a label: x[\"end\"]";
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
    while (in_set(f->all.ptr[open], " \t\n"))
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

/* Words in the place of ids, and keywords that an arrow follows. */
static bool says_reserved_word(const flow_failure *f)
{
    bool keyword = f->context == FLOW_IN_STYLES || f->context == FLOW_IN_CLASS ||
                   f->context == FLOW_IN_LINK_STYLE || f->context == FLOW_IN_SUBGRAPH;
    if (keyword && (is_arrow(f->token.kind) ||
                    (f->context != FLOW_IN_SUBGRAPH && opens_shape(f->token.kind)))) {
        idarch_str word = first_word(idarch_str_sub(f->all, f->parser->statement, f->all.len));
        size_t start = f->parser->statement, end = start + word.len;
        if (f->at == end + f->blank || f->parser->previous.end == f->token.start) {
            bool near = idarch_flow_trim(idarch_str_sub(f->all, end, f->at)).len == 0;
            if (near) {
                say_reserved(f, start, end);
                return true;
            }
        }
    }
    if (!is_word_of_language(f->token.kind) || !(at_node(f) || keyword))
        return false;
    if (f->token.kind == FLOW_GRAPH && f->context == FLOW_IN_STATEMENT) {
        size_t at = f->end;
        while (at < f->line_end && in_set(f->all.ptr[at], " \t"))
            at++;
        if (at >= f->line_end || g_ascii_isalpha(f->all.ptr[at])) {
            idarch_flow_say(f, "header-twice", f->at, f->end,
                            "a second flowchart cannot begin here")
                ->hint = "write each flowchart in a fence or file of its own; an id cannot be "
                         "`graph` or `flowchart`";
            return true;
        }
    }
    say_reserved(f, f->at, f->end);
    return true;
}

/* ---- comments ------------------------------------------------------------------------- */

static bool says_comment(const flow_failure *f)
{
    static const char *const others[] = {"//", "# ", "/*", "<!--", "-- ", "'", "* "};
    idarch_str text = statement(f);
    size_t start = f->line;
    if (idarch_str_starts(f->rest, "%%") || (idarch_str_starts(text, "%%") && at_node(f))) {
        size_t at = idarch_str_starts(f->rest, "%%") ? f->at : f->line;
        idarch_flow_say(f, "comment-place", at, at + 2, "a comment cannot stand behind a statement")
            ->hint = "a comment has a line of its own, with a text after the %%";
        return true;
    }
    if (!at_node(f) || f->line != f->parser->statement)
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

/* ---- ids ------------------------------------------------------------------------------ */

static bool says_missing_id(const flow_failure *f)
{
    bool place = f->context == FLOW_IN_STATEMENT || f->context == FLOW_IN_NODE ||
                 f->context == FLOW_AFTER_AMP;
    if (!place)
        return false;
    if (opens_shape(f->token.kind)) {
        idarch_flow_say(f, "id-missing", f->at, f->end, "an id is missing before this bracket")
            ->hint = "every node has an id, right before its bracket: A[text]";
    } else if (f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN) {
        const char *text = idarch_flow_shown(f, f->token.text);
        size_t start = f->at > 0 && f->all.ptr[f->at - 1] == '"' ? f->at - 1 : f->at;
        idarch_flow_say(f, "id-missing", start, f->end, "a text in quotes is no id")->hint =
            idarch_printf(f->parser->arena, "write an id and the text in brackets: x[\"%s\"]", text);
    } else if (f->token.kind == FLOW_STYLE_SEPARATOR) {
        idarch_flow_say(f, "id-missing", f->at, f->end, "a node is missing before `:::`")->hint =
            "a class stands right behind its node: A:::name";
    } else if (f->token.kind == FLOW_SHAPE_DATA) {
        idarch_flow_say(f, "id-missing", f->at, f->end, "an id is missing before `@{`")->hint =
            "every node has an id: A@{ shape: cyl }";
    } else {
        return false;
    }
    return true;
}

static bool says_fan(const flow_failure *f)
{
    size_t mark = (size_t)(f->before.ptr - f->all.ptr) + f->before.len;
    bool amp = f->context == FLOW_AFTER_AMP, ends = idarch_flow_ends(f->token.kind);
    bool glued = f->context == FLOW_AFTER_NODE && f->blank && is_word_part(f->token.kind);
    if (last_of(f->before) != '&' || !((amp && (ends || !f->blank)) || glued))
        return false;
    if (amp && ends)
        idarch_flow_say(f, "fan-open", mark - 1, mark, "a node is missing behind this `&`")->hint =
            "a fan stands on one line: A & B --> C";
    else
        idarch_flow_say(f, "fan-blank", mark - 1, mark, "`&` needs a blank on both sides")->hint =
            "write A & B; without blanks `&` belongs to the id";
    return true;
}

/* Brackets, classes and settings that stand too far from their node, or twice. */
static bool says_after_node(const flow_failure *f)
{
    if (f->context != FLOW_AFTER_NODE)
        return false;
    if (opens_shape(f->token.kind) && f->blank)
        idarch_flow_say(f, "blank-before-bracket", f->at, f->end,
                        "a blank stands between the id and its bracket")
            ->hint = "write the bracket right after the id: A[text]";
    else if (opens_shape(f->token.kind) && in_set(last_of(f->before), "])}"))
        idarch_flow_say(f, "label-twice", f->at, f->end, "this node has a label already")->hint =
            "a node has one pair of brackets: A[text]";
    else if (f->token.kind == FLOW_STYLE_SEPARATOR && f->blank)
        idarch_flow_say(f, "blank-before-class", f->at, f->end, "a blank stands before `:::`")
            ->hint = "write the class right after the node: A[text]:::name";
    else if (f->token.kind == FLOW_STYLE_SEPARATOR)
        idarch_flow_say(f, "second-class", f->at, f->end, "a second `:::` cannot follow")->hint =
            "one class can stand at a node; more with `class A name` lines, and ::: goes "
            "before @{ }";
    else if (f->token.kind == FLOW_SHAPE_DATA)
        idarch_flow_say(f, "blank-before-data", f->at, f->at + 2, "a blank stands before `@{`")
            ->hint = "write the settings right after the node: A@{ shape: cyl }";
    else if (f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN)
        idarch_flow_say(f, "label-bare", f->at - (f->at > 0), f->end,
                        "a text in quotes needs brackets around it")
            ->hint = "a label stands in brackets right after the id: A[\"text\"]";
    else
        return false;
    return true;
}

/* Two words where one id is expected. */
static bool says_blank_in_id(const flow_failure *f)
{
    if (f->context != FLOW_AFTER_NODE || !is_word_part(f->token.kind))
        return false;
    idarch_str word = first_word(f->rest);
    size_t end = word.len ? f->at + word.len : f->end;
    char before = last_of(f->before);
    if (in_set(before, "])}"))
        idarch_flow_say(f, "arrow-missing", f->at, end, "an arrow or a line end is missing here")
            ->hint = "two nodes on a line are joined, A[x] --> B, or parted by a semicolon";
    else if (!f->blank)
        return false;
    else if (before == ',')
        idarch_flow_say(f, "comma-list", f->at, end, "nodes are not listed with commas")->hint =
            "a fan is written A & B --> C";
    else if (before == ':' || f->token.kind == FLOW_COLON)
        idarch_flow_say(f, "label-colon", f->at, end, "a text cannot stand behind a colon")->hint =
            "an edge's text stands at the arrow: A -->|text| B; a node's in brackets: A[text]";
    else
        idarch_flow_say(f, "blank-in-id", f->at, end, "an id cannot hold a blank")->hint =
            "give the node an id and a label: web[\"web server\"]; a fan is A & B";
    return true;
}

static bool says_at_sign(const flow_failure *f)
{
    if (f->token.kind != FLOW_LINK_ID || !at_node(f))
        return false;
    size_t at = f->end > f->at ? f->end - 1 : f->at;
    idarch_flow_say(f, "id-at", at, at + 1, "`@` cannot stand in an id")->hint =
        "write it in a label, x[\"user@host\"]; before an arrow it ends an edge's id: A e1@--> B";
    return true;
}

/* ---- characters ----------------------------------------------------------------------- */

typedef struct character_row {
    const char *character, *code, *message, *hint;
} character_row;

static const character_row characters[] = {
    {"\xE2\x80\x9C", "quote-curly", "this is a typographic quote", NULL},
    {"\xE2\x80\x9D", "quote-curly", "this is a typographic quote", NULL},
    {"\xE2\x80\x9E", "quote-curly", "this is a typographic quote", NULL},
    {"\xE2\x80\x98", "quote-curly", "this is a typographic quote", NULL},
    {"\xE2\x80\x99", "quote-curly", "this is a typographic quote", NULL},
    {"\xC2\xAB", "quote-curly", "this is a typographic quote", NULL},
    {"\xC2\xBB", "quote-curly", "this is a typographic quote", NULL},
    {"\xE2\x80\x8B", "character-hidden", "an invisible character (U+200B) stands here", NULL},
    {"\xE2\x80\x8C", "character-hidden", "an invisible character (U+200C) stands here", NULL},
    {"\xE2\x80\x8D", "character-hidden", "an invisible character (U+200D) stands here", NULL},
    {"\xE2\x81\xA0", "character-hidden", "an invisible character (U+2060) stands here", NULL},
    {"\xC2\xAD", "character-hidden", "an invisible character (U+00AD) stands here", NULL},
    {"\xEF\xBC\x88", "character-wide", "this is a full-width bracket", "write ( instead"},
    {"\xEF\xBC\x89", "character-wide", "this is a full-width bracket", "write ) instead"},
    {"\xEF\xBC\xBB", "character-wide", "this is a full-width bracket", "write [ instead"},
    {"\xEF\xBC\xBD", "character-wide", "this is a full-width bracket", "write ] instead"},
    {"\xE3\x80\x90", "character-wide", "this is a full-width bracket", "write [ instead"},
    {"\xE3\x80\x91", "character-wide", "this is a full-width bracket", "write ] instead"},
    {"\xEF\xBD\x9B", "character-wide", "this is a full-width bracket", "write { instead"},
    {"\xEF\xBD\x9D", "character-wide", "this is a full-width bracket", "write } instead"},
    {"\xEF\xBC\x9B", "character-wide", "this is a full-width semicolon", "write ; instead"},
    {"\xEF\xBC\x9A", "character-wide", "this is a full-width colon", "write : instead"},
    {"\xEF\xBC\x8C", "character-wide", "this is a full-width comma", "write , instead"},
    {"\xEF\xBC\x9E", "character-wide", "this is a full-width sign", "write > instead"},
    {"\xEF\xBD\x9C", "character-wide", "this is a full-width sign", "write | instead"},
};

static bool says_known_character(const flow_failure *f)
{
    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        const character_row *row = &characters[i];
        if (!idarch_str_starts(f->rest, row->character))
            continue;
        idarch_flow_say(f, row->code, f->at, f->at + strlen(row->character), "%s", row->message)
            ->hint = row->hint ? row->hint
                     : strcmp(row->code, "quote-curly") == 0
                         ? "write straight quotes, inside brackets: A[\"text\"]"
                         : "take it away; it often comes with copied text";
        return true;
    }
    return false;
}

/* A brace alone, as other languages end a block. */
static bool says_brace(const flow_failure *f)
{
    flow_parser *parser = f->parser;
    if (f->rest.ptr[0] != '}')
        return false;
    if (parser->groups.count > 0 && parser->groups.items[parser->groups.count - 1].brace) {
        parser->groups.count--; /* the opening brace was named already */
        parser->fault = f->at;
        parser->fault_end = f->end;
        return true;
    }
    idarch_flow_say(f, "brace-alone", f->at, f->at + 1, "this brace closes nothing")->hint =
        "a subgraph ends with the word `end`";
    return true;
}

/* Characters that no id may hold. */
static bool says_bad_character(const flow_failure *f)
{
    size_t entity;
    bool mark = f->token.kind == FLOW_LESS || f->token.kind == FLOW_UP || f->token.kind == FLOW_SEP;
    if ((f->token.kind != FLOW_ERROR && !mark) || f->rest.len == 0 ||
        idarch_flow_mode(&f->parser->lexer) != FLOW_MODE_PLAIN)
        return false;
    if (idarch_flow_entity(f->rest, 0, &entity)) {
        bool styles = f->context == FLOW_IN_STYLES || f->context == FLOW_IN_LINK_STYLE;
        idarch_flow_say(f, "entity-place", f->at, f->at + entity,
                        "this is read as an entity code, which can stand in labels only")
            ->hint = styles ? "take the semicolon after the colour away: declarations are parted "
                              "by commas, and each statement has its own line"
                            : "write it in a label: A[\"...\"]";
        f->parser->fault_line = styles;
        return true;
    }
    if (says_known_character(f) || says_brace(f))
        return true;
    bool styles = f->context == FLOW_IN_STYLES && f->rest.ptr[0] == '=';
    const char *shown = idarch_flow_shown(f, f->token.text);
    idarch_flow_say(f, "character", f->at, f->end, "`%s` cannot stand outside of a label", shown)
        ->hint = styles ? "a declaration is written with a colon: fill:#eee"
                        : idarch_printf(f->parser->arena, "ids are letters, digits and _; anything "
                                        "else goes into a label: A[\"%s\"]", shown);
    return true;
}

/* ---- statements ----------------------------------------------------------------------- */

static bool says_subgraph(const flow_failure *f)
{
    if (f->context != FLOW_IN_SUBGRAPH)
        return false;
    flow_parser *parser = f->parser;
    bool after_end = parser->previous_end == parser->statement;
    if (idarch_flow_ends(f->token.kind) && f->opener) {
        if (after_end)
            idarch_flow_say(f, "end-place", f->opener->start, f->opener->end,
                            "a subgraph is closed by `end` alone")->hint = "write `end`";
        else
            idarch_flow_say(f, "subgraph-name", f->opener->start, f->opener->end,
                            "this subgraph has no name")->hint =
                "write an id and a title: subgraph ids [\"ID service\"]";
        return true;
    }
    if (f->token.kind == FLOW_BRACE) {
        parser->fault_brace = idarch_str_find(f->rest, '}', 0) == f->rest.len;
        idarch_flow_say(f, "subgraph-name", f->at, f->end, "a subgraph has no braces")->hint =
            "its name ends with the line, and `end` on a line of its own closes it";
        return true;
    }
    idarch_str line = statement(f), name = idarch_str_sub(line, 8, line.len);
    idarch_diag *diag = idarch_flow_say(f, "subgraph-name", f->at, f->end,
                                        "%s cannot stand in a subgraph's line",
                                        idarch_flow_found(f));
    diag->hint = "give it an id and a title in brackets, and nothing after them: "
                 "subgraph ids [\"a title, as you like\"]";
    name = idarch_flow_trim(name);
    bool plain = idarch_str_find(name, '"', 0) == name.len && idarch_str_find(name, '[', 0) == name.len;
    if (plain && name.len > 0 && name.len <= 40 && (f->token.kind == FLOW_ROUND || f->token.kind == FLOW_COMMA))
        diag->hint = idarch_printf(parser->arena, "give it an id and a title: subgraph ids [\"%s\"]",
                                   idarch_flow_clean(parser->arena, name));
    return true;
}

static const char *style_hint(const flow_failure *f)
{
    idarch_str word = first_word(idarch_str_sub(f->all, f->parser->statement, f->all.len));
    return idarch_str_is(word, "classDef")    ? "write them behind the name: classDef k fill:#eee"
           : idarch_str_is(word, "linkStyle") ? "write them behind the number: linkStyle 0 stroke:red"
                                              : "write them behind the id: style A fill:#eee";
}

static bool says_styles(const flow_failure *f)
{
    bool styles = f->context == FLOW_IN_STYLES || f->context == FLOW_IN_LINK_STYLE;
    if (!styles && f->context != FLOW_IN_CLASS)
        return false;
    if (idarch_flow_ends(f->token.kind)) {
        size_t start = f->before.len ? f->line : f->at, end = start + (f->before.len ? f->before.len : 0);
        if (styles)
            idarch_flow_say(f, "style-missing", start, end, "declarations are missing here")->hint =
                style_hint(f);
        else
            idarch_flow_say(f, "class-missing", start, end, "the name of a class is missing here")
                ->hint = "write ids, a blank and the class: class A,B name; or A:::name";
    } else if (f->token.kind == FLOW_BRACE) {
        idarch_flow_say(f, "style-character", f->at, f->end, "styles have no braces")->hint =
            "write the declarations with commas: fill:#eee,stroke:#333";
    } else if (opens_shape(f->token.kind) || f->token.kind == FLOW_STRING) {
        idarch_flow_say(f, "style-character", f->at, f->end, "%s cannot stand in a style",
                        idarch_flow_found(f))
            ->hint = "write colours as #rrggbb or by name; rgb() and quotes are not allowed here";
    } else if (f->context == FLOW_IN_LINK_STYLE && last_of(f->before) != ',' &&
               (f->token.kind == FLOW_NODE_STRING || is_arrow(f->token.kind))) {
        idarch_flow_say(f, "link-number", f->at, f->end, "the number of an edge is expected here")
            ->hint = "edges are numbered from 0 in the order of the text: linkStyle 0 stroke:red";
    } else if (f->token.kind == FLOW_SPACE || f->token.kind == FLOW_COMMA) {
        idarch_flow_say(f, "list-blank", f->at, f->end, "no blank can stand in this list")->hint =
            "write commas without blanks: `class A,B name`, `linkStyle 0,1 stroke:red`";
    } else if (f->context == FLOW_IN_CLASS && f->blank) {
        idarch_flow_say(f, "list-blank", f->at, f->end, "no blank can stand in this list")->hint =
            "write commas without blanks: `class A,B name`";
    } else {
        return false;
    }
    return true;
}

/* Where the line of the statement's `click` ends, when nothing but an id follows there. */
static size_t bare_click(const flow_failure *f)
{
    size_t start = f->parser->statement, end = start;
    while (end < f->all.len && !in_set(f->all.ptr[end], "\n ;"))
        end++;
    size_t line_end = idarch_str_find(f->all, '\n', start);
    bool bare = idarch_flow_trim(idarch_str_sub(f->all, end, line_end)).len == 0;
    return bare && line_end < f->at ? end : 0;
}

static bool says_click(const flow_failure *f)
{
    if (f->context != FLOW_IN_CLICK)
        return false;
    size_t bare = bare_click(f);
    if (bare || idarch_flow_ends(f->token.kind)) {
        idarch_flow_say(f, "click-form", bare ? f->parser->statement : f->line,
                        bare ? bare : f->line + f->before.len, "nothing is to happen at this click")
            ->hint = "write a URL in quotes or a call: click A \"https://e.example\"";
        return true;
    }
    idarch_str url = idarch_str_sub(f->rest, 0, idarch_str_find(f->rest, ' ', 0));
    bool href = f->parser->previous.kind == FLOW_HREF;
    idarch_diag *diag = idarch_flow_say(f, "click-form", f->at, href ? f->at + url.len : f->end,
                                        href ? "this link needs quotes" : "%s cannot stand here",
                                        idarch_flow_found(f));
    diag->hint = "write click A \"https://e.example\" \"tooltip\" _blank, with the URL and the "
                 "tooltip in quotes, or click A call name()";
    if (href && url.len <= 80)
        diag->hint = idarch_printf(f->parser->arena, "write \"%s\"",
                                   idarch_flow_clean(f->parser->arena, url));
    return true;
}

flow_rule *const idarch_flow_line_rules[] = {
    says_end_as_id,  says_comment,    says_keyword_case, says_direction,
    says_missing_id, says_fan,        says_after_node,   says_at_sign,
    says_end,        says_reserved_word, says_subgraph, says_blank_in_id,
    says_bad_character, says_styles,  says_click,        NULL,
};
