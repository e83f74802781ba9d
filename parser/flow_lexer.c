/* The tokens of a flowchart.
 *
 * Takes prepared text, gives one token a call. Where Mermaid's lexer tries its rules in
 * order, so does this one; each function below is one mode's list of rules or one rule.
 * A rule returns the bytes that it takes, 0 for no match. The first byte (flow_bytes.h)
 * says which rules need not be asked. What needs a look ahead (white space before an arrow,
 * an @ further on, `direction` in the line) is found once and remembered with the stretch
 * of text for which it holds, so that the whole is linear and going back is safe. */
#include "parser/flow_lexer.h"

#include <assert.h>

#include "parser/flow_letters.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const direction_words[5] = {"TB", "BT", "RL", "LR", "TD"};

void idarch_flow_lexer_init(flow_lexer *lexer, const flow_text *text)
{
    *lexer = (flow_lexer){.source = text, .text = {text->ptr, text->len}, .mode_count = 1};
}

flow_mode idarch_flow_mode(const flow_lexer *lexer)
{
    return lexer->modes[lexer->mode_count - 1];
}

void idarch_flow_seek(flow_lexer *lexer, size_t pos, flow_mode mode)
{
    lexer->pos = pos;
    lexer->mode_count = 1;
    if (mode != FLOW_MODE_PLAIN)
        lexer->modes[lexer->mode_count++] = mode;
    lexer->done = false;
}

static bool push(flow_lexer *lexer, flow_mode mode)
{
    if (lexer->mode_count == FLOW_MODES_MAX)
        return false;
    lexer->modes[lexer->mode_count++] = mode;
    return true;
}

static void pop(flow_lexer *lexer)
{
    if (lexer->mode_count > 1)
        lexer->mode_count--;
}

/* The byte at pos + ahead, 0 past the end (the text holds no NUL). */
static char peek(const flow_lexer *lexer, size_t at)
{
    return at < lexer->text.len ? lexer->text.ptr[at] : '\0';
}

static bool is_word(char c)
{
    return idarch_flow_is(c, FLOW_BYTE_WORD);
}

static bool looking_at(const flow_lexer *lexer, size_t at, const char *literal)
{
    if (peek(lexer, at) != literal[0])
        return false;
    size_t len = strlen(literal);
    return at + len <= lexer->text.len && memcmp(lexer->text.ptr + at, literal, len) == 0;
}

/* A word with a word boundary behind it. */
static size_t match_word(const flow_lexer *lexer, size_t at, const char *word)
{
    if (!looking_at(lexer, at, word))
        return 0;
    size_t len = strlen(word);
    return is_word(peek(lexer, at + len)) ? 0 : len;
}

/* Where the white space at the place ends. */
static size_t space_end(flow_lexer *lexer, size_t at)
{
    if (at >= lexer->text.len ||
        !idarch_flow_is(lexer->text.ptr[at], FLOW_BYTE_SPACE | FLOW_BYTE_WIDE))
        return at;
    if (at >= lexer->space_start && at < lexer->space_end)
        return lexer->space_end;
    size_t end = at, step;
    const char *stop = lexer->text.ptr + lexer->text.len;
    while ((step = idarch_flow_space(lexer->text.ptr + end, stop)) > 0)
        end += step;
    lexer->space_start = at;
    lexer->space_end = end;
    return end;
}

/* Where the letters, digits and _ at the place end. */
static size_t word_end(const flow_lexer *lexer, size_t at)
{
    while (is_word(lexer->text.ptr[at])) /* the NUL at the end is none */
        at++;
    return at;
}

static bool in_set(char c, const char *set)
{
    while (*set && *set != c)
        set++;
    return *set != '\0';
}

static size_t run_of(const flow_lexer *lexer, size_t at, char c)
{
    size_t end = at;
    while (peek(lexer, end) == c)
        end++;
    return end - at;
}

/* ---- arrows --------------------------------------------------------------------------- */

/* [xo<]?--+[-xo>] and the same with '=': where it ends, 0 for no match. */
static size_t match_solid(const flow_lexer *lexer, size_t at, char line)
{
    if (in_set(peek(lexer, at), "xo<"))
        at++;
    size_t count = run_of(lexer, at, line);
    if (count < 2)
        return 0;
    if (in_set(peek(lexer, at + count), "xo>"))
        return at + count + 1;
    return count >= 3 ? at + count : 0;
}

/* [xo<]?-?\.+-[xo>]? */
static size_t match_dotted(const flow_lexer *lexer, size_t at)
{
    if (in_set(peek(lexer, at), "xo<"))
        at++;
    if (peek(lexer, at) == '-')
        at++;
    size_t count = run_of(lexer, at, '.');
    if (count == 0 || peek(lexer, at + count) != '-')
        return 0;
    at += count + 1;
    return in_set(peek(lexer, at), "xo>") ? at + 1 : at;
}

/* ~~~ and longer */
static size_t match_invisible(const flow_lexer *lexer, size_t at)
{
    size_t count = run_of(lexer, at, '~');
    return count >= 3 ? at + count : 0;
}

/* [xo<]? and the two characters that open an edge with a text. */
static size_t match_opening(const flow_lexer *lexer, size_t at, const char *line)
{
    if (in_set(peek(lexer, at), "xo<"))
        at++;
    return looking_at(lexer, at, line) ? at + 2 : 0;
}

/* ---- tokens --------------------------------------------------------------------------- */

static flow_token token_of(flow_lexer *lexer, flow_kind kind, size_t len)
{
    size_t start = lexer->pos;
    lexer->pos += len;
    return (flow_token){kind, start, start + len, {lexer->text.ptr + start, len}};
}

/* No rule fits: the token covers the character and is not passed. */
static flow_token error_at(flow_lexer *lexer)
{
    size_t len = 1;
    while (((unsigned char)peek(lexer, lexer->pos + len) & 0xC0) == 0x80)
        len++;
    flow_token token = token_of(lexer, FLOW_ERROR, len);
    lexer->pos -= len;
    return token;
}

static flow_token token_push(flow_lexer *lexer, flow_kind kind, size_t len, flow_mode mode)
{
    if (!push(lexer, mode))
        return error_at(lexer);
    return token_of(lexer, kind, len);
}

static flow_token token_pop(flow_lexer *lexer, flow_kind kind, size_t len)
{
    pop(lexer);
    return token_of(lexer, kind, len);
}

/* The rules return this when they took something that is no token. */
static flow_token nothing(flow_lexer *lexer, size_t len)
{
    flow_token token = token_of(lexer, FLOW_SPACE, len);
    token.text = (idarch_str){NULL, 0};
    return token;
}

static bool is_nothing(flow_token token)
{
    return token.kind == FLOW_SPACE && token.text.ptr == NULL;
}

/* A quote opens a string, a quote with a backtick a Markdown string. */
static bool open_string(flow_lexer *lexer, flow_token *token)
{
    if (peek(lexer, lexer->pos) != '"')
        return false;
    bool markdown = peek(lexer, lexer->pos + 1) == '`';
    lexer->string_start = lexer->pos;
    if (!push(lexer, markdown ? FLOW_MODE_MARKDOWN : FLOW_MODE_STRING))
        *token = error_at(lexer);
    else
        *token = nothing(lexer, markdown ? 2 : 1);
    return true;
}

/* Length up to the first such character, or up to the end. */
static size_t until(const flow_lexer *lexer, char stop)
{
    return idarch_str_find(lexer->text, stop, lexer->pos) - lexer->pos;
}

/* The same for one of three. */
static size_t until_one(const flow_lexer *lexer, char a, char b, char c)
{
    size_t at = lexer->pos;
    const char *text = lexer->text.ptr;
    while (at < lexer->text.len && text[at] != a && text[at] != b && text[at] != c)
        at++;
    return at - lexer->pos;
}

/* The place of the first byte of the kinds (FLOW_BYTE_...) at or after `at`, or the end. */
static size_t find_kind(const flow_lexer *lexer, size_t at, unsigned kinds)
{
    while (at < lexer->text.len && !idarch_flow_is(lexer->text.ptr[at], kinds))
        at++;
    return at;
}

/* Text, where there is some before a byte of the kinds. */
static flow_token text_until(flow_lexer *lexer, flow_kind kind, unsigned kinds)
{
    size_t len = find_kind(lexer, lexer->pos, kinds) - lexer->pos;
    return len > 0 ? token_of(lexer, kind, len) : error_at(lexer);
}

static flow_token next_string(flow_lexer *lexer)
{
    flow_token token;
    if (peek(lexer, lexer->pos) != '"')
        return token_of(lexer, FLOW_STRING, until(lexer, '"'));
    if (peek(lexer, lexer->pos + 1) == '`' && open_string(lexer, &token))
        return token;
    pop(lexer);
    return nothing(lexer, 1);
}

static flow_token next_markdown(flow_lexer *lexer)
{
    flow_token token;
    size_t len = until_one(lexer, '`', '"', '"');
    if (len > 0)
        return token_of(lexer, FLOW_MARKDOWN, len);
    if (looking_at(lexer, lexer->pos, "`\"")) {
        pop(lexer);
        return nothing(lexer, 2);
    }
    return open_string(lexer, &token) ? token : error_at(lexer);
}

/* ---- inside brackets ------------------------------------------------------------------ */

typedef struct bracket_rule {
    const char *literal;
    flow_kind kind;
    int change; /* -1: leaves the mode; 0: no place for it inside a text */
} bracket_rule;

static const bracket_rule text_rules[] = {
    {"(-", FLOW_ELLIPSE, 0},         {"])", FLOW_STADIUM_END, -1},
    {"([", FLOW_STADIUM, 0},         {"]]", FLOW_SUBROUTINE_END, -1},
    {"[[", FLOW_SUBROUTINE, 0},      {")]", FLOW_CYLINDER_END, -1},
    {"[(", FLOW_CYLINDER, 0},        {")))", FLOW_DOUBLE_CIRCLE_END, -1},
    {"(((", FLOW_DOUBLE_CIRCLE, 0},  {"[/", FLOW_TRAPEZOID, 0},
    {"[\\", FLOW_INV_TRAPEZOID, 0},  {"|", FLOW_PIPE, -1},
    {")", FLOW_ROUND_END, -1},       {"(", FLOW_ROUND, 1},
    {"]", FLOW_SQUARE_END, -1},      {"[", FLOW_SQUARE, 0},
    {"}", FLOW_BRACE_END, -1},       {"{", FLOW_BRACE, 1},
};

/* Inside a shape's brackets or between pipes. */
static flow_token next_text(flow_lexer *lexer)
{
    flow_token token;
    if (open_string(lexer, &token))
        return token;
    size_t end = match_invisible(lexer, space_end(lexer, lexer->pos));
    if (end > 0)
        return error_at(lexer);
    bool mark = idarch_flow_is(peek(lexer, lexer->pos), FLOW_BYTE_ENDS_TEXT);
    for (size_t i = 0; mark && i < COUNT(text_rules); i++) {
        const bracket_rule *rule = &text_rules[i];
        if (!looking_at(lexer, lexer->pos, rule->literal))
            continue;
        if (rule->change == 0)
            return error_at(lexer);
        size_t len = strlen(rule->literal);
        return rule->change < 0 ? token_pop(lexer, rule->kind, len)
                                : token_push(lexer, rule->kind, len, FLOW_MODE_TEXT);
    }
    return text_until(lexer, FLOW_TEXT, FLOW_BYTE_ENDS_TEXT);
}

/* Inside [/ or [\ : slashes are text unless a bracket follows. */
static flow_token next_trapezoid(flow_lexer *lexer)
{
    flow_token token;
    if (open_string(lexer, &token))
        return token;
    char c = peek(lexer, lexer->pos), next = peek(lexer, lexer->pos + 1);
    if (match_invisible(lexer, space_end(lexer, lexer->pos)) > 0)
        return error_at(lexer);
    if (in_set(c, "\\(?=])") && next == ']')
        return token_pop(lexer, FLOW_TRAPEZOID_END, 2);
    if (c == '/' && next == ']')
        return token_pop(lexer, FLOW_INV_TRAPEZOID_END, 2);
    if (c == '/' || c == '\\')
        return token_of(lexer, FLOW_TEXT, 1);
    return text_until(lexer, FLOW_TEXT, FLOW_BYTE_ENDS_SLANT);
}

/* Inside (- : each character is looked at for the end. */
static flow_token next_ellipse(flow_lexer *lexer)
{
    flow_token token;
    size_t start = lexer->pos, at = start;
    if (open_string(lexer, &token))
        return token;
    for (; at < lexer->text.len; at++) {
        char c = lexer->text.ptr[at];
        bool ends = in_set(c, "-/)") && peek(lexer, at + 1) == ')';
        if (ends && at == start)
            return token_pop(lexer, FLOW_ELLIPSE_END, 2);
        if (ends || in_set(c, "()[]{}\"") || looking_at(lexer, at, "~~~"))
            break;
    }
    return at > start ? token_of(lexer, FLOW_TEXT, at - start) : error_at(lexer);
}

/* ---- inside an edge's text ------------------------------------------------------------ */

/* The arrow that ends the mode's edge texts. */
static size_t match_edge_end(const flow_lexer *lexer, flow_mode mode, size_t at)
{
    if (mode == FLOW_MODE_DOTTED)
        return match_dotted(lexer, at);
    return match_solid(lexer, at, mode == FLOW_MODE_EDGE ? '-' : '=');
}

/* The character that an edge text of the mode must not hold; a single '-' is fine. */
static bool breaks_edge_text(const flow_lexer *lexer, flow_mode mode, size_t at)
{
    char c = lexer->text.ptr[at];
    if (mode == FLOW_MODE_EDGE)
        return c == '-' && peek(lexer, at + 1) == '-';
    return c == (mode == FLOW_MODE_THICK ? '=' : '.');
}

static flow_token next_edge_text(flow_lexer *lexer, flow_mode mode)
{
    flow_token token;
    size_t start = lexer->pos, at = start;
    if (open_string(lexer, &token))
        return token;
    while ((at = find_kind(lexer, at, FLOW_BYTE_EDGE)) < lexer->text.len &&
           lexer->text.ptr[at] != '"') {
        size_t after_space = space_end(lexer, at);
        size_t end = match_edge_end(lexer, mode, after_space);
        if (end > 0 && at > start)
            break;
        if (end > 0)
            return token_pop(lexer, FLOW_LINK, space_end(lexer, end) - start);
        if (after_space == at && breaks_edge_text(lexer, mode, at))
            break;
        at = after_space > at ? after_space : at + 1;
    }
    return at > start ? token_of(lexer, FLOW_EDGE_TEXT, at - start) : error_at(lexer);
}

/* ---- small modes ---------------------------------------------------------------------- */

static const char *const header_words[] = {"LR", "RL", "TB", "BT", "TD", "BR"};

/* After the header's word: a direction or a line end. */
static flow_token next_dir(flow_lexer *lexer)
{
    size_t start = lexer->pos, end = space_end(lexer, start), last = start;
    for (size_t i = start; i < end; i++)
        if (lexer->text.ptr[i] == '\n')
            last = i + 1;
    if (last > start)
        return token_pop(lexer, FLOW_NODIR, last - start);
    for (size_t i = 0; i < COUNT(header_words); i++)
        if (match_word(lexer, end, header_words[i]))
            return token_pop(lexer, FLOW_DIR, end + 2 - start);
    if (in_set(peek(lexer, end), "<>^") || match_word(lexer, end, "v"))
        return token_pop(lexer, FLOW_DIR, end + 1 - start);
    lexer->pos = end;
    return error_at(lexer);
}

static flow_token next_acc_block(flow_lexer *lexer)
{
    if (peek(lexer, lexer->pos) != '}')
        return token_of(lexer, FLOW_ACC_BLOCK, until(lexer, '}'));
    pop(lexer);
    return nothing(lexer, 1);
}

static flow_token next_shape_data(flow_lexer *lexer)
{
    char c = peek(lexer, lexer->pos);
    if (c == '"')
        return token_push(lexer, FLOW_SHAPE_DATA, 1, FLOW_MODE_SHAPE_STRING);
    if (c == '}') {
        pop(lexer);
        return nothing(lexer, 1);
    }
    size_t len = until_one(lexer, '}', '^', '"');
    return len > 0 ? token_of(lexer, FLOW_SHAPE_DATA, len) : error_at(lexer);
}

static flow_token next_shape_string(flow_lexer *lexer)
{
    if (peek(lexer, lexer->pos) == '"')
        return token_pop(lexer, FLOW_SHAPE_DATA, 1);
    return token_of(lexer, FLOW_SHAPE_DATA, until(lexer, '"'));
}

static flow_token next_call_name(flow_lexer *lexer)
{
    if (peek(lexer, lexer->pos) != '(')
        return token_of(lexer, FLOW_CALL_NAME, until(lexer, '('));
    pop(lexer);
    size_t close = space_end(lexer, lexer->pos + 1);
    if (peek(lexer, close) == ')')
        return nothing(lexer, close + 1 - lexer->pos);
    return push(lexer, FLOW_MODE_CALL_ARGUMENTS) ? nothing(lexer, 1) : error_at(lexer);
}

static flow_token next_call_arguments(flow_lexer *lexer)
{
    if (peek(lexer, lexer->pos) != ')')
        return token_of(lexer, FLOW_CALL_ARGUMENTS, until(lexer, ')'));
    pop(lexer);
    return nothing(lexer, 1);
}

/* After `click `: the next word, whatever it holds, is the node's id. */
static flow_token next_click(flow_lexer *lexer)
{
    flow_token token;
    const char *end = lexer->text.ptr + lexer->text.len;
    if (open_string(lexer, &token))
        return token;
    size_t step = idarch_flow_space(lexer->text.ptr + lexer->pos, end);
    if (step > 0) {
        pop(lexer);
        return nothing(lexer, step);
    }
    size_t at = lexer->pos;
    while (at < lexer->text.len && idarch_flow_space(lexer->text.ptr + at, end) == 0)
        at++;
    return token_of(lexer, FLOW_CLICK, at - lexer->pos);
}

/* ---- the plain mode ------------------------------------------------------------------- */

typedef struct word_rule {
    const char *word;
    flow_kind kind;
    size_t run; /* letters, digits and _ that it begins with */
} word_rule;

static const word_rule words[] = {
    {"style", FLOW_STYLE, 5},          {"default", FLOW_DEFAULT, 7},
    {"linkStyle", FLOW_LINK_STYLE, 9}, {"interpolate", FLOW_INTERPOLATE, 11},
    {"classDef", FLOW_CLASS_DEF, 8},   {"class", FLOW_CLASS, 5},
    {"flowchart-elk", FLOW_GRAPH, 9},  {"swimlane-beta", FLOW_GRAPH, 8},
    {"graph", FLOW_GRAPH, 5},          {"flowchart", FLOW_GRAPH, 9},
    {"subgraph", FLOW_SUBGRAPH, 8},    {"_self", FLOW_TARGET, 5},
    {"_blank", FLOW_TARGET, 6},        {"_parent", FLOW_TARGET, 7},
    {"_top", FLOW_TARGET, 4},
};

/* By first letter: a bit for the length of each word that means something, `end`, those of
 * click and those of the descriptions included. */
static const uint16_t word_lengths[256] = {
    ['s'] = 1 << 5 | 1 << 8, ['d'] = 1 << 7,          ['l'] = 1 << 9,
    ['i'] = 1 << 11,         ['c'] = 1 << 4 | 1 << 5 | 1 << 8,
    ['f'] = 1 << 9,          ['g'] = 1 << 5,          ['e'] = 1 << 3,
    ['h'] = 1 << 4,          ['a'] = 1 << 8,
    ['_'] = 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7,
};

static bool may_be_word(char first, size_t run)
{
    return run < 12 && (word_lengths[(unsigned char)first] >> run & 1) != 0;
}

/* A keyword: the word at the place has `run` letters, digits and _. */
static bool plain_word(flow_lexer *lexer, size_t run, flow_token *token)
{
    char first = peek(lexer, lexer->pos);
    for (size_t i = 0; i < COUNT(words); i++) {
        if (words[i].run != run || words[i].word[0] != first)
            continue;
        size_t len = match_word(lexer, lexer->pos, words[i].word);
        if (len == 0)
            continue;
        *token = token_of(lexer, words[i].kind, len);
        if (token->kind == FLOW_GRAPH && !lexer->graph_seen) {
            lexer->graph_seen = true;
            push(lexer, FLOW_MODE_DIR);
        }
        return true;
    }
    if (run != 3 || !looking_at(lexer, lexer->pos, "end"))
        return false;
    *token = token_of(lexer, FLOW_END_WORD, space_end(lexer, lexer->pos + run) - lexer->pos);
    return true;
}

/* accTitle: and accDescr: or accDescr {, with white space around. */
static bool plain_accessible(flow_lexer *lexer, flow_token *token)
{
    bool title = looking_at(lexer, lexer->pos, "accTitle");
    if (!title && !looking_at(lexer, lexer->pos, "accDescr"))
        return false;
    size_t mark = space_end(lexer, lexer->pos + 8);
    char c = peek(lexer, mark);
    if (c != ':' && (title || c != '{'))
        return false;
    size_t len = space_end(lexer, mark + 1) - lexer->pos;
    if (c == '{') {
        *token = push(lexer, FLOW_MODE_ACC_BLOCK) ? nothing(lexer, len) : error_at(lexer);
        return true;
    }
    *token = token_push(lexer, title ? FLOW_ACC_TITLE : FLOW_ACC_DESCR, len, FLOW_MODE_ACC_LINE);
    return true;
}

/* `call `, `click ` and `href `: white space is part of them. */
static bool plain_click_words(flow_lexer *lexer, flow_token *token)
{
    size_t pos = lexer->pos;
    bool call = looking_at(lexer, pos, "call"), click = looking_at(lexer, pos, "click");
    bool href = looking_at(lexer, pos, "href");
    if (!call && !click && !href)
        return false;
    size_t word = click ? 5 : 4, end = space_end(lexer, pos + word);
    if (end == pos + word)
        return false;
    if (href) {
        const char *stop = lexer->text.ptr + lexer->text.len;
        *token = token_of(lexer, FLOW_HREF, 4 + idarch_flow_space(lexer->text.ptr + pos + 4, stop));
        return true;
    }
    bool pushed = push(lexer, call ? FLOW_MODE_CALL_NAME : FLOW_MODE_CLICK);
    *token = pushed ? nothing(lexer, end - pos) : error_at(lexer);
    return true;
}

/* Notes the last place of each direction statement in the line from pos on. */
static void find_directions(flow_lexer *lexer, size_t pos)
{
    lexer->line_start = pos;
    lexer->line_end = idarch_str_find(lexer->text, '\n', pos);
    for (int d = 0; d < 5; d++)
        lexer->direction[d] = lexer->text.len + 1;
    idarch_str line = idarch_str_sub(lexer->text, 0, lexer->line_end);
    for (size_t at = pos; (at = idarch_str_search(line, "direction", at)) < line.len; at++) {
        size_t word = space_end(lexer, at + 9);
        for (int d = 0; d < 5 && word > at + 9; d++)
            if (looking_at(lexer, word, direction_words[d]))
                lexer->direction[d] = at;
    }
}

/* Whether the word does not stand in the line. Mostly it does not stand in the next many. */
static bool no_direction(flow_lexer *lexer, size_t pos)
{
    if (pos >= lexer->calm_start && pos < lexer->calm_end)
        return true;
    if (pos >= lexer->line_start && pos < lexer->line_end)
        return false;
    const char *text = lexer->text.ptr, *found = strstr(text + pos, "direction");
    size_t line = found ? (size_t)(found - text) : lexer->text.len;
    while (found && line > pos && text[line - 1] != '\n')
        line--;
    lexer->calm_start = pos;
    lexer->calm_end = line;
    return line > pos;
}

/* Any text with `direction LR` in it: the rest of the line is a direction statement. */
static bool plain_direction(flow_lexer *lexer, flow_token *token)
{
    if (no_direction(lexer, lexer->pos))
        return false;
    if (lexer->pos < lexer->line_start || lexer->pos >= lexer->line_end)
        find_directions(lexer, lexer->pos);
    for (int d = 0; d < 5; d++) {
        size_t at = lexer->direction[d];
        if (at < lexer->pos || at > lexer->text.len)
            continue;
        size_t end = idarch_str_find(lexer->text, '\n', space_end(lexer, at + 9));
        *token = token_of(lexer, FLOW_DIRECTION, end - lexer->pos);
        token->text = idarch_str_of(direction_words[d]);
        return true;
    }
    return false;
}

/* The end of the run without white space, quotes and brackets from pos on, and the last @
 * in it that no { or " follows. */
static void find_run(flow_lexer *lexer, size_t pos)
{
    const char *text = lexer->text.ptr, *stop = text + lexer->text.len;
    size_t at = pos;
    lexer->run_start = pos;
    lexer->run_at = 0;
    while (at < lexer->text.len) {
        char c = text[at];
        if (idarch_flow_is(c, FLOW_BYTE_ENDS_RUN) &&
            (!idarch_flow_is(c, FLOW_BYTE_WIDE) || idarch_flow_wide_space(text + at, stop) > 0))
            break;
        if (c == '@' && at + 1 < lexer->text.len && text[at + 1] != '{' && text[at + 1] != '"')
            lexer->run_at = at;
        at++;
    }
    lexer->run_end = at;
}

/* Whether there is no @ in the run at pos. */
static bool no_at(flow_lexer *lexer, size_t pos)
{
    if (pos >= lexer->no_at_start && pos < lexer->no_at_end)
        return true;
    if (pos >= lexer->run_start && pos < lexer->run_end)
        return false;
    const char *text = lexer->text.ptr;
    size_t run = idarch_str_find(lexer->text, '@', pos);
    bool found = run < lexer->text.len;
    while (found && run > pos && (!idarch_flow_is(text[run - 1], FLOW_BYTE_ENDS_RUN) ||
                                  idarch_flow_is(text[run - 1], FLOW_BYTE_WIDE)))
        run--;
    lexer->no_at_start = pos;
    lexer->no_at_end = run;
    return run > pos;
}

/* Anything without white space, quotes and brackets up to an @ that no { or " follows. */
static bool plain_link_id(flow_lexer *lexer, flow_token *token)
{
    if (no_at(lexer, lexer->pos))
        return false;
    if (lexer->pos < lexer->run_start || lexer->pos >= lexer->run_end)
        find_run(lexer, lexer->pos);
    if (lexer->run_at <= lexer->pos || lexer->run_at >= lexer->run_end)
        return false;
    *token = token_of(lexer, FLOW_LINK_ID, lexer->run_at + 1 - lexer->pos);
    return true;
}

/* Whether an arrow may begin at the place: a quick look at two bytes. */
static bool may_be_link(const flow_lexer *lexer, size_t at)
{
    char c = peek(lexer, at);
    if (c == '~')
        return true;
    if (c == 'x' || c == 'o' || c == '<')
        c = peek(lexer, at + 1);
    return c == '-' || c == '=' || c == '.';
}

/* Arrows, with the white space on both sides. */
static bool plain_link(flow_lexer *lexer, flow_token *token)
{
    static const struct {
        const char *line;
        flow_mode mode;
    } openings[3] = {{"--", FLOW_MODE_EDGE}, {"==", FLOW_MODE_THICK}, {"-.", FLOW_MODE_DOTTED}};
    size_t start = space_end(lexer, lexer->pos);
    if (!may_be_link(lexer, start))
        return false;
    for (int i = 0; i < 3; i++) {
        size_t end = match_edge_end(lexer, openings[i].mode, start);
        if (end > 0) {
            *token = token_of(lexer, FLOW_LINK, space_end(lexer, end) - lexer->pos);
            return true;
        }
        end = match_opening(lexer, start, openings[i].line);
        if (end > 0) {
            *token = token_push(lexer, FLOW_START_LINK, space_end(lexer, end) - lexer->pos,
                                openings[i].mode);
            return true;
        }
    }
    size_t end = match_invisible(lexer, start);
    if (end == 0)
        return false;
    *token = token_of(lexer, FLOW_LINK, space_end(lexer, end) - lexer->pos);
    return true;
}

typedef struct plain_rule {
    const char *literal;
    flow_kind kind;
    int mode; /* entered by it, -1 for none */
} plain_rule;

static const plain_rule early_marks[] = {
    {":::", FLOW_STYLE_SEPARATOR, -1}, {":", FLOW_COLON, -1}, {"&", FLOW_AMP, -1},
    {";", FLOW_SEMI, -1},              {",", FLOW_COMMA, -1}, {"*", FLOW_STAR, -1},
};

static const plain_rule shape_marks[] = {
    {"(-", FLOW_ELLIPSE, FLOW_MODE_ELLIPSE},
    {"([", FLOW_STADIUM, FLOW_MODE_TEXT},
    {"[[", FLOW_SUBROUTINE, FLOW_MODE_TEXT},
    {"[|", FLOW_PROPS, -1},
    {">", FLOW_ODD, FLOW_MODE_TEXT},
    {"[(", FLOW_CYLINDER, FLOW_MODE_TEXT},
    {"(((", FLOW_DOUBLE_CIRCLE, FLOW_MODE_TEXT},
    {"[/", FLOW_TRAPEZOID, FLOW_MODE_TRAPEZOID},
    {"[\\", FLOW_INV_TRAPEZOID, FLOW_MODE_TRAPEZOID},
    {"<", FLOW_LESS, -1},
    {"^", FLOW_UP, -1},
    {"\\|", FLOW_SEP, -1},
};

static const plain_rule late_marks[] = {
    {"-", FLOW_MINUS, -1},
    {"|", FLOW_PIPE, FLOW_MODE_TEXT},
    {"(", FLOW_ROUND, FLOW_MODE_TEXT},
    {"[", FLOW_SQUARE, FLOW_MODE_TEXT},
    {"{", FLOW_BRACE, FLOW_MODE_TEXT},
};

static bool plain_marks(flow_lexer *lexer, const plain_rule *rules, size_t count,
                        flow_token *token)
{
    for (size_t i = 0; i < count; i++) {
        if (!looking_at(lexer, lexer->pos, rules[i].literal))
            continue;
        size_t len = strlen(rules[i].literal);
        *token = rules[i].mode < 0
                     ? token_of(lexer, rules[i].kind, len)
                     : token_push(lexer, rules[i].kind, len, (flow_mode)rules[i].mode);
        return true;
    }
    return false;
}

/* Letters, digits and most marks; a '-' unless '>', '-' or '.' follows; no entity code. */
static size_t match_node_string(const flow_lexer *lexer)
{
    size_t at = lexer->pos, len;
    for (;; at++) {
        char c = lexer->text.ptr[at]; /* the NUL at the end ends it */
        if (idarch_flow_is(c, FLOW_BYTE_ID))
            continue;
        if (c == '-' && (at + 1 >= lexer->text.len || in_set(peek(lexer, at + 1), ">-.")))
            break;
        if ((c != '-' && c != '#') || (c == '#' && idarch_flow_entity(lexer->text, at, &len)))
            break;
    }
    return at - lexer->pos;
}

static flow_token plain_blank(flow_lexer *lexer)
{
    size_t end = space_end(lexer, lexer->pos), at = lexer->pos;
    if (at == end)
        return error_at(lexer);
    bool line = lexer->text.ptr[at] == '\n';
    while (at < end && (lexer->text.ptr[at] == '\n') == line)
        at++;
    return token_of(lexer, line ? FLOW_NEWLINE : FLOW_SPACE, at - lexer->pos);
}

static flow_token plain_id_part(flow_lexer *lexer)
{
    size_t len = match_word(lexer, lexer->pos, "v");
    if (len > 0)
        return token_of(lexer, FLOW_DOWN, len);
    len = match_node_string(lexer);
    if (len > 0)
        return token_of(lexer, FLOW_NODE_STRING, len);
    const char *end = lexer->text.ptr + lexer->text.len;
    len = idarch_flow_letter(lexer->text.ptr + lexer->pos, end);
    if (len > 0)
        return token_of(lexer, FLOW_LETTER, len);
    flow_token token;
    if (plain_marks(lexer, late_marks, COUNT(late_marks), &token))
        return token;
    return plain_blank(lexer);
}

/* The rules that come before those of numbers, marks and ids. */
static bool plain_early(flow_lexer *lexer, char c, flow_token *token)
{
    size_t run = 0;
    if (idarch_flow_is(c, FLOW_BYTE_KEYWORD))
        run = word_end(lexer, lexer->pos) - lexer->pos;
    if (c == 'a' && plain_accessible(lexer, token))
        return true;
    if (c == '@' && peek(lexer, lexer->pos + 1) == '{') {
        lexer->data_start = lexer->pos;
        *token = token_push(lexer, FLOW_SHAPE_DATA, 2, FLOW_MODE_SHAPE_DATA);
        token->text = (idarch_str){"", 0};
        return true;
    }
    if (c == '"')
        return open_string(lexer, token);
    if (may_be_word(c, run) &&
        (plain_click_words(lexer, token) || plain_word(lexer, run, token)))
        return true;
    return plain_direction(lexer, token) || plain_link_id(lexer, token);
}

static flow_token next_plain(flow_lexer *lexer)
{
    flow_token token;
    size_t entity, digits = lexer->pos;
    char c = peek(lexer, lexer->pos);
    if (plain_early(lexer, c, &token))
        return token;
    while (peek(lexer, digits) >= '0' && peek(lexer, digits) <= '9')
        digits++;
    if (digits > lexer->pos)
        return token_of(lexer, FLOW_NUMBER, digits - lexer->pos);
    if (c == '#')
        return idarch_flow_entity(lexer->text, lexer->pos, &entity)
                   ? error_at(lexer)
                   : token_of(lexer, FLOW_HASH, 1);
    bool mark = !idarch_flow_is(c, FLOW_BYTE_WORD | FLOW_BYTE_SPACE); /* no mark begins so */
    if (mark && plain_marks(lexer, early_marks, COUNT(early_marks), &token))
        return token;
    if (idarch_flow_is(c, FLOW_BYTE_LINK) && plain_link(lexer, &token))
        return token;
    if (mark && plain_marks(lexer, shape_marks, COUNT(shape_marks), &token))
        return token;
    return idarch_flow_is(c, FLOW_BYTE_SPACE) ? plain_blank(lexer) : plain_id_part(lexer);
}

/* ---- for the quick way ------------------------------------------------------------------ */

bool idarch_flow_calm(flow_lexer *lexer, size_t start, size_t end)
{
    return no_direction(lexer, start) && lexer->calm_end >= end && no_at(lexer, start) &&
           lexer->no_at_end >= end;
}

bool idarch_flow_keyword(const flow_lexer *lexer, size_t start, size_t end)
{
    static const char *const others[] = {"end", "call", "click", "href", "accTitle", "accDescr"};
    idarch_str id = {lexer->text.ptr + start, end - start};
    if (!may_be_word(id.ptr[0], id.len))
        return false;
    for (size_t i = 0; i < COUNT(words); i++)
        if (words[i].run == id.len && words[i].word[0] == id.ptr[0] && memcmp(words[i].word, id.ptr, id.len) == 0)
            return true;
    for (size_t i = 0; i < COUNT(others); i++)
        if (others[i][0] == id.ptr[0] && idarch_str_is(id, others[i]))
            return true;
    return false;
}

size_t idarch_flow_arrow_end(const flow_lexer *lexer, size_t at)
{
    if (match_opening(lexer, at, "--") == 0 && match_opening(lexer, at, "==") == 0)
        return match_dotted(lexer, at);
    size_t end = match_solid(lexer, at, '-');
    return end > 0 ? end : match_solid(lexer, at, '=');
}

bool idarch_flow_ends_line(flow_lexer *lexer, size_t at)
{
    return !may_be_link(lexer, space_end(lexer, at));
}

/* ---- all modes ------------------------------------------------------------------------ */

static flow_token next_in_mode(flow_lexer *lexer)
{
    flow_mode mode = idarch_flow_mode(lexer);
    switch (mode) {
    case FLOW_MODE_PLAIN: return next_plain(lexer);
    case FLOW_MODE_DIR: return next_dir(lexer);
    case FLOW_MODE_ACC_LINE: return token_pop(lexer, FLOW_ACC_VALUE, until(lexer, '\n'));
    case FLOW_MODE_ACC_BLOCK: return next_acc_block(lexer);
    case FLOW_MODE_SHAPE_DATA: return next_shape_data(lexer);
    case FLOW_MODE_SHAPE_STRING: return next_shape_string(lexer);
    case FLOW_MODE_CALL_NAME: return next_call_name(lexer);
    case FLOW_MODE_CALL_ARGUMENTS: return next_call_arguments(lexer);
    case FLOW_MODE_CLICK: return next_click(lexer);
    case FLOW_MODE_EDGE:
    case FLOW_MODE_THICK:
    case FLOW_MODE_DOTTED: return next_edge_text(lexer, mode);
    case FLOW_MODE_TRAPEZOID: return next_trapezoid(lexer);
    case FLOW_MODE_ELLIPSE: return next_ellipse(lexer);
    case FLOW_MODE_TEXT: return next_text(lexer);
    case FLOW_MODE_STRING: return next_string(lexer);
    case FLOW_MODE_MARKDOWN: return next_markdown(lexer);
    }
    return error_at(lexer);
}

/* At the end of the text: one FLOW_EOF in the plain mode; the modes that take an empty
 * rest give it once more, as Mermaid's do. */
static flow_token next_at_end(flow_lexer *lexer)
{
    flow_mode mode = idarch_flow_mode(lexer);
    bool first = !lexer->done;
    lexer->done = true;
    if (first && mode == FLOW_MODE_PLAIN)
        return token_of(lexer, FLOW_EOF, 0);
    bool empty_rest = mode == FLOW_MODE_ACC_BLOCK || mode == FLOW_MODE_ACC_LINE ||
                      mode == FLOW_MODE_CLICK || mode == FLOW_MODE_CALL_NAME ||
                      mode == FLOW_MODE_CALL_ARGUMENTS;
    if (first && empty_rest)
        return next_in_mode(lexer);
    return token_of(lexer, FLOW_END, 0);
}

flow_token idarch_flow_next(flow_lexer *lexer)
{
    for (;;) {
        if (lexer->pos >= lexer->text.len)
            return next_at_end(lexer);
        size_t before = lexer->pos;
        flow_token token = next_in_mode(lexer);
        if (!is_nothing(token))
            return token;
        assert(lexer->pos > before);
        (void)before;
    }
}
