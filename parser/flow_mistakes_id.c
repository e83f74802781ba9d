/* Frequent mistakes with ids and with characters that none may hold. */
#include "parser/flow_failure.h"

#define OWN_MAX 120 /* bytes of the text that a hint repeats */

/* ---- ids ------------------------------------------------------------------------------ */

/* Bytes [start, end) as they are shown in a hint; NULL where they are too many. */
static const char *own(const flow_failure *f, size_t start, size_t end)
{
    idarch_str text = idarch_flow_trim(idarch_str_sub(f->all, start, end));
    return text.len > 0 && text.len <= OWN_MAX && !memchr(text.ptr, '\n', text.len)
               ? idarch_flow_clean(f->parser->arena, text)
               : NULL;
}

/* The node that was read last, up to the white space behind it. */
static const char *own_node(const flow_failure *f)
{
    size_t end = (size_t)(f->before.ptr - f->all.ptr) + f->before.len;
    bool text = f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN;
    while (text && end > f->line && flow_in_set(f->all.ptr[end - 1], "\"` "))
        end--;
    return f->parser->vertex >= f->parser->statement && f->parser->vertex < end
               ? own(f, f->parser->vertex, end)
               : NULL;
}

enum { NEAR_MOST = 128 * 1024 }; /* bytes on each side that are searched for an id */

/* Whether the word stands near the place as an id does, but for the text that it was taken of. */
static bool is_taken(const flow_failure *f, const char *word, idarch_str own)
{
    size_t length = strlen(word), tries = 0;
    idarch_str near = idarch_str_sub(f->all, 0, f->at + NEAR_MOST);
    for (size_t at = idarch_str_search(near, word, f->at > NEAR_MOST ? f->at - NEAR_MOST : 0);
         at < near.len && tries < 100; at = idarch_str_search(near, word, at + 1), tries++) {
        char before = at > 0 ? f->all.ptr[at - 1] : '\n';
        char after = at + length < f->all.len ? f->all.ptr[at + length] : '\n';
        idarch_str here = idarch_str_sub(f->all, at, f->all.len);
        if (own.len > length && here.len >= own.len && memcmp(here.ptr, own.ptr, own.len) == 0)
            continue;
        if (flow_in_set(before, " \t\n;&>") && flow_in_set(after, " \t\n;&[({@:-=.<~") &&
            !(f->all.ptr + at >= own.ptr && f->all.ptr + at < own.ptr + own.len))
            return true;
    }
    return false;
}

/* The id, with a number behind it where the flowchart has it already. */
static const char *free_id(const flow_failure *f, const char *id, idarch_str own)
{
    const char *found = id;
    for (unsigned i = 2; i < 20 && is_taken(f, found, own); i++)
        found = idarch_printf(f->parser->arena, "%s%u", id, i);
    return found;
}

const char *idarch_flow_own_edge(const flow_failure *f, size_t start, size_t end, const char *arrow)
{
    size_t line = start;
    while (line > 0 && start - line <= OWN_MAX && !flow_in_set(f->all.ptr[line - 1], "\n;"))
        line--;
    idarch_str left = idarch_flow_trim(idarch_str_sub(f->all, line, start));
    idarch_str rest = idarch_str_sub(f->all, end, end + OWN_MAX + 1);
    idarch_str right = idarch_flow_trim(idarch_str_sub(rest, 0, idarch_str_find(rest, '\n', 0)));
    if (left.len + right.len > OWN_MAX)
        return NULL;
    idarch_arena *arena = f->parser->arena;
    const char *a = left.len ? idarch_flow_clean(arena, left) : free_id(f, "start", left);
    const char *b = right.len ? idarch_flow_clean(arena, right) : free_id(f, "next", right);
    return idarch_printf(arena, "%s %s %s", a, arrow, b);
}

const char *idarch_flow_made_id(const flow_failure *f, idarch_str text)
{
    static const char *const words[] = {"end", "graph", "subgraph", "style", "class", "click",
                                        "call", "href", "default", "flowchart", "interpolate"};
    size_t start = 0;
    while (start < text.len && !g_ascii_isalpha(text.ptr[start]))
        start++;
    idarch_str word = flow_first_word(idarch_str_sub(text, start, text.len));
    char *id = idarch_str_dup(f->parser->arena, word);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (idarch_str_starts(word, words[i]))
            id[0] = g_ascii_toupper(id[0]);
    return free_id(f, word.len > 0 && word.len <= OWN_MAX ? id : "id1", text);
}

/* The bracket at the token with its label and what closes it; NULL where that is not on the
 * line. */
static const char *own_bracket(const flow_failure *f)
{
    char closer = idarch_flow_closer(f->all.ptr[f->at]);
    size_t far = f->line_end - f->at > 2 * OWN_MAX ? f->at + 2 * OWN_MAX : f->line_end;
    size_t end = idarch_flow_extra_closer(f, f->at + 1, far, closer);
    return end < far ? own(f, f->at, end + 1) : NULL;
}

static void hint(const flow_failure *f, idarch_diag *diag, const char *before, const char *first,
                 const char *second)
{
    diag->hint = first && second ? idarch_printf(f->parser->arena, "%s: %s%s", before, first, second)
                                 : before;
}

/* A text in quotes, or in brackets, where a node is expected. */
static const char *own_labelled(const flow_failure *f, idarch_str text)
{
    idarch_str label = idarch_flow_trim(text);
    if (label.len == 0 || label.len > OWN_MAX)
        return NULL;
    return idarch_printf(f->parser->arena, "%s[%s]", idarch_flow_made_id(f, label),
                         idarch_flow_in_quotes(f, label));
}

static bool says_missing_id(const flow_failure *f)
{
    bool place = f->context == FLOW_IN_STATEMENT || f->context == FLOW_IN_NODE ||
                 f->context == FLOW_AFTER_AMP;
    if (!place)
        return false;
    if (flow_opens_shape(f->token.kind)) {
        const char *bracket = own_bracket(f);
        hint(f, idarch_flow_say(f, "id-missing", f->at, f->end,
                                "an id is missing before this bracket"),
             "every node has an id, right before its bracket",
             bracket ? idarch_flow_made_id(f, idarch_str_of(bracket)) : NULL, bracket);
    } else if (f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN) {
        size_t start = f->at > 0 && f->all.ptr[f->at - 1] == '"' ? f->at - 1 : f->at;
        hint(f, idarch_flow_say(f, "id-missing", start, f->end, "a text in quotes is no id"),
             "write an id and the text in brackets", own_labelled(f, f->token.text), "");
    } else if (f->token.kind == FLOW_STYLE_SEPARATOR) {
        hint(f, idarch_flow_say(f, "id-missing", f->at, f->end, "a node is missing before `:::`"),
             "a class stands right behind its node", free_id(f, "A", f->rest),
             idarch_flow_shown(f, idarch_flow_trim(f->rest)));
    } else if (f->token.kind == FLOW_SHAPE_DATA) {
        size_t close = idarch_str_find(idarch_str_sub(f->rest, 0, OWN_MAX), '}', 0);
        hint(f, idarch_flow_say(f, "id-missing", f->at, f->end, "an id is missing before `@{`"),
             "every node has an id", free_id(f, "A", f->rest),
             close < OWN_MAX && close < f->rest.len ? own(f, f->at, f->at + close + 1) : NULL);
    } else {
        return false;
    }
    return true;
}

/* The words on both sides of the `&` at the place, with blanks. */
static const char *fan_hint(const flow_failure *f, size_t mark)
{
    size_t left_end = mark, right = mark + 1;
    while (left_end > f->line && flow_in_set(f->all.ptr[left_end - 1], " \t"))
        left_end--;
    size_t left = left_end;
    while (left > f->line && mark - left < OWN_MAX && !flow_in_set(f->all.ptr[left - 1], " \t;>"))
        left--;
    while (right < f->line_end && flow_in_set(f->all.ptr[right], " \t"))
        right++;
    size_t end = right;
    while (end < f->line_end && end - right < OWN_MAX && !flow_in_set(f->all.ptr[end], " \t;-=<"))
        end++;
    const char *a = own(f, left, left_end), *b = own(f, right, end);
    return a && b ? idarch_printf(f->parser->arena, "write %s & %s; without blanks `&` belongs to the id",
                                  a, b)
                  : "write A & B; without blanks `&` belongs to the id";
}

static bool says_fan(const flow_failure *f)
{
    size_t mark = (size_t)(f->before.ptr - f->all.ptr) + f->before.len;
    bool amp = f->context == FLOW_AFTER_AMP, ends = idarch_flow_ends(f->token.kind);
    bool glued = f->context == FLOW_AFTER_NODE && f->blank && flow_is_word_part(f->token.kind);
    bool two = glued && f->before.len > 2 && idarch_str_ends(f->before, "& &");
    if (two || (amp && f->token.kind == FLOW_AMP && flow_last_of(f->before) == '&')) {
        idarch_flow_say(f, "fan-open", mark - 1, two ? mark : f->end, "a node is missing between these two `&`")
            ->hint = "one `&` stands between two nodes, with a blank on both sides";
        return true;
    }
    if (flow_last_of(f->before) != '&' || !((amp && (ends || !f->blank)) || glued))
        return false;
    if (amp && ends)
        idarch_flow_say(f, "fan-open", mark - 1, mark, "a node is missing behind this `&`")->hint =
            "a fan stands on one line: A & B --> C";
    else
        idarch_flow_say(f, "fan-blank", mark - 1, mark, "`&` needs a blank on both sides")->hint =
            fan_hint(f, mark - 1);
    return true;
}

/* A second pair of brackets: both texts in one. */
static const char *own_joined(const flow_failure *f, const char *node)
{
    const char *bracket = own_bracket(f), *open = strpbrk(node, "[({");
    if (!bracket || !open)
        return NULL;
    idarch_str first = idarch_str_sub(idarch_str_of(open), 1, strlen(open) - 1);
    idarch_str second = idarch_str_sub(idarch_str_of(bracket), 1, strlen(bracket) - 1);
    static const char marks[] = "[](){}|\"";
    for (const char *c = marks; *c; c++)
        if (memchr(first.ptr, *c, first.len) || memchr(second.ptr, *c, second.len))
            return NULL;
    return idarch_printf(f->parser->arena, "%.*s%c%.*s<br>%.*s%c", (int)(open - node), node, *open,
                         (int)first.len, first.ptr, (int)second.len, second.ptr,
                         node[strlen(node) - 1]);
}

/* `A:::k:::l`: the second one on a line of its own. */
static void say_second_class(const flow_failure *f, const char *node)
{
    idarch_str name = flow_first_word(idarch_str_sub(f->rest, 3, f->rest.len));
    size_t id = node ? strcspn(node, "[({>@:") : 0;
    idarch_flow_say(f, "second-class", f->at, f->end, "a second `:::` cannot follow")->hint =
        id > 0 && name.len > 0 && name.len < 80
            ? idarch_printf(f->parser->arena, "one class can stand at a node, another on a line of its "
                            "own: class %.*s %.*s", (int)id, node, (int)name.len, name.ptr)
            : "one class can stand at a node; more with `class A name` lines";
}

/* `A@{ }:::k`: the class goes first. */
static void say_class_behind_data(const flow_failure *f)
{
    idarch_str word = idarch_str_sub(f->rest, 3, f->rest.len);
    size_t end = 0;
    while (end < word.len && !strchr(" \t;-=<~&", word.ptr[end]))
        end++;
    const char *node = own_node(f), *data = node ? strstr(node, "@{") : NULL;
    idarch_diag *diag = idarch_flow_say(f, "second-class", f->at, f->at + 3,
                                        "`:::` cannot stand behind `@{ }`");
    diag->hint = data ? idarch_printf(f->parser->arena, "write the class first: %.*s:::%.*s%s",
                                      (int)(data - node), node, (int)(end < 60 ? end : 60),
                                      word.ptr, data)
                      : "write the class right behind the id, before `@{`";
}

/* Brackets, classes and settings that stand too far from their node, or twice. */
static bool says_after_node(const flow_failure *f)
{
    if (f->context != FLOW_AFTER_NODE)
        return false;
    const char *node = own_node(f);
    if (flow_opens_shape(f->token.kind) && f->blank && f->token.kind != FLOW_ODD)
        hint(f, idarch_flow_say(f, "blank-before-bracket", f->at, f->end,
                                "a blank stands between the id and its bracket"),
             "write the bracket right after the id", node, own_bracket(f));
    else if (flow_opens_shape(f->token.kind) && f->blank)
        idarch_flow_say(f, "blank-before-bracket", f->at, f->end,
                        "a blank stands between the id and its bracket")
            ->hint = "write the bracket right after the id; an arrow is -->";
    else if (flow_opens_shape(f->token.kind) && flow_in_set(flow_last_of(f->before), "])}"))
        hint(f, idarch_flow_say(f, "label-twice", f->at, f->end, "this node has a label already"),
             "a node has one pair of brackets", node ? own_joined(f, node) : NULL, "");
    else if (f->token.kind == FLOW_STYLE_SEPARATOR && f->blank)
        hint(f, idarch_flow_say(f, "blank-before-class", f->at, f->end,
                                "a blank stands before `:::`"),
             "write the class right after the node", node,
             own(f, f->at, f->at + 3 + flow_first_word(idarch_str_sub(f->rest, 3, f->rest.len)).len));
    else if (f->token.kind == FLOW_STYLE_SEPARATOR && flow_last_of(f->before) == '}' && node &&
             strstr(node, "@{"))
        say_class_behind_data(f);
    else if (f->token.kind == FLOW_STYLE_SEPARATOR)
        say_second_class(f, node);
    else if (f->token.kind == FLOW_SHAPE_DATA)
        hint(f, idarch_flow_say(f, "blank-before-data", f->at, f->at + 2,
                                "a blank stands before `@{`"),
             "write the settings right after the node", node,
             own(f, f->at, idarch_str_find(idarch_str_sub(f->all, 0, f->line_end), '}', f->at) + 1));
    else if (f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN)
        hint(f, idarch_flow_say(f, "label-bare", f->at - (f->at > 0), f->end,
                                "a text in quotes needs brackets around it"),
             "a label stands in brackets right after the id", node,
             f->token.text.len < OWN_MAX
                 ? idarch_printf(f->parser->arena, "[%s]", idarch_flow_in_quotes(f, f->token.text))
                 : NULL);
    else
        return false;
    return true;
}

/* Where the words end that were meant as one text: at an arrow, a bracket, or the line's end. */
static size_t words_end(const flow_failure *f)
{
    size_t far = f->line_end - f->at > 2 * OWN_MAX ? f->at + 2 * OWN_MAX : f->line_end;
    size_t end = idarch_flow_find_arrow(f, f->at, far);
    for (size_t i = f->at; i < end; i++)
        if (flow_in_set(f->all.ptr[i], "[({])}|;&\"") || (i > f->at && f->all.ptr[i] == '%'))
            return i;
    return end;
}

/* Words that are settings elsewhere: `title x`, `theme dark`, `accTitle x`. */
static const char *setting_hint(const flow_failure *f, const char *words)
{
    size_t len = strcspn(words, " :");
    idarch_str word = {words, len};
    const char *rest = words + len + strspn(words + len, " :");
    if (f->parser->vertex != f->parser->statement || !*rest)
        return NULL;
    if (idarch_str_is(word, "accTitle") || idarch_str_is(word, "accDescr"))
        return idarch_printf(f->parser->arena, "a colon is missing: %.*s: %s", (int)len, words, rest);
    if (idarch_str_is(word, "title"))
        return idarch_printf(f->parser->arena, "a title stands in front matter: a line ---, title: %s, "
                             "a line ---, all before the header", rest);
    if (idarch_str_is(word, "theme"))
        return idarch_printf(f->parser->arena,
                             "a theme stands in a directive: %%%%{init: {\"theme\": \"%s\"}}%%%%", rest);
    if (idarch_str_is(word, "direction"))
        return idarch_printf(f->parser->arena, "write it without a colon: direction %s", rest);
    return NULL;
}

/* `A --> B : text`, `A: text` */
static void say_colon(const flow_failure *f, size_t end)
{
    idarch_arena *arena = f->parser->arena;
    const char *node = own_node(f);
    size_t start = f->token.kind == FLOW_COLON ? f->at + 1 : f->at;
    idarch_str text = idarch_flow_trim(idarch_str_sub(f->all, start, words_end(f)));
    size_t from = f->parser->vertex, arrow = from;
    while (arrow > f->line && flow_in_set(f->all.ptr[arrow - 1], " \t"))
        arrow--;
    size_t head = arrow;
    while (head > f->line && flow_in_set(f->all.ptr[head - 1], "-=.<>~xo"))
        head--;
    idarch_diag *diag =
        idarch_flow_say(f, "label-colon", f->at, end, "a text cannot stand behind a colon");
    diag->hint = "an edge's text stands at the arrow, -->|text|; a node's in brackets behind its id";
    if (!node || text.len == 0 || text.len > OWN_MAX)
        return;
    idarch_str id = idarch_flow_trim(idarch_str_of(node));
    while (id.len > 0 && (id.ptr[id.len - 1] == ':' || id.ptr[id.len - 1] == ' '))
        id.len--;
    const char *quoted = idarch_flow_in_quotes(f, text);
    const char *setting = setting_hint(
        f, idarch_printf(arena, "%.*s %s", (int)id.len, id.ptr, idarch_flow_clean(arena, text)));
    if (setting)
        diag->hint = setting;
    else if (arrow > head + 1)
        diag->hint = idarch_printf(arena, "an edge's text stands at its arrow: %.*s|%s| %.*s",
                                   (int)(arrow - head), f->all.ptr + head, quoted, (int)id.len,
                                   id.ptr);
    else if (!memchr(id.ptr, '[', id.len) && !memchr(id.ptr, '(', id.len))
        diag->hint = idarch_printf(arena, "a node's text stands in brackets: %.*s[%s]", (int)id.len,
                                   id.ptr, quoted);
}

/* Two words where one id is expected. */
static bool says_blank_in_id(const flow_failure *f)
{
    if (f->context != FLOW_AFTER_NODE || !flow_is_word_part(f->token.kind))
        return false;
    idarch_str word = flow_first_word(f->rest);
    size_t end = word.len ? f->at + word.len : f->end, comma = (size_t)(f->before.ptr - f->all.ptr);
    char before = flow_last_of(f->before);
    const char *node = own_node(f);
    comma += f->before.len;
    if (flow_in_set(before, "])}")) {
        size_t stop = f->at;
        while (stop < f->line_end && !flow_in_set(f->all.ptr[stop], " \t;[({"))
            stop++;
        hint(f, idarch_flow_say(f, "arrow-missing", f->at, end,
                                "an arrow or a line end is missing here"),
             "two nodes on a line are joined, or parted by a semicolon",
             node ? idarch_printf(f->parser->arena, "%s --> ", node) : NULL, own(f, f->at, stop));
    } else if (!f->blank) {
        return false;
    } else if (before == ',') {
        const char *first = own(f, f->parser->vertex, comma - 1);
        hint(f, idarch_flow_say(f, "comma-list", comma - 1, end, "nodes are not listed with commas"),
             "write `&` between them",
             first ? idarch_printf(f->parser->arena, "%s & ", first) : NULL, own(f, f->at, end));
    } else if (before == ':' || f->token.kind == FLOW_COLON) {
        say_colon(f, end);
    } else {
        idarch_diag *diag =
            idarch_flow_say(f, "blank-in-id", f->at, end, "an id cannot hold a blank");
        const char *words = own(f, f->parser->vertex, words_end(f));
        const char *label = words ? own_labelled(f, idarch_str_of(words)) : NULL;
        bool bracket = words_end(f) < f->line_end && flow_in_set(f->all.ptr[words_end(f)], "[({");
        diag->hint = "give the node an id of one word, and a label in brackets";
        const char *setting = words ? setting_hint(f, words) : NULL;
        if (setting) {
            diag->hint = setting;
            return true;
        }
        if (label && !bracket)
            diag->hint = idarch_printf(f->parser->arena,
                                       "give the node an id and a label: %s; a fan is A & B", label);
    }
    return true;
}

/* The whole word with its `@` as a label. */
static const char *at_hint(const flow_failure *f)
{
    size_t start = f->at, end = f->end;
    while (start > f->line && !flow_in_set(f->all.ptr[start - 1], " \t;&>"))
        start--;
    while (end < f->line_end && !flow_in_set(f->all.ptr[end], " \t;&[({"))
        end++;
    const char *label = own(f, start, end) ? own_labelled(f, idarch_str_sub(f->all, start, end)) : NULL;
    return label ? idarch_printf(f->parser->arena, "write it in a label, %s; before an arrow `@` "
                                 "ends an edge's id: A e1@--> B", label)
                 : "write it in a label; before an arrow `@` ends an edge's id: A e1@--> B";
}

static bool says_at_sign(const flow_failure *f)
{
    if (f->token.kind != FLOW_LINK_ID || !flow_at_node(f))
        return false;
    size_t at = f->end > f->at ? f->end - 1 : f->at;
    idarch_flow_say(f, "id-at", at, at + 1, "`@` cannot stand in an id")->hint = at_hint(f);
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
    {"\xE3\x80\x8C", "character-wide", "this is a full-width bracket", "write [ instead"},
    {"\xE3\x80\x8D", "character-wide", "this is a full-width bracket", "write ] instead"},
    {"\xE3\x80\x8E", "character-wide", "this is a full-width bracket", "write [ instead"},
    {"\xE3\x80\x8F", "character-wide", "this is a full-width bracket", "write ] instead"},
    {"\xEF\xBC\x9B", "character-wide", "this is a full-width semicolon", "write ; instead"},
    {"\xEF\xBC\x9A", "character-wide", "this is a full-width colon", "write : instead"},
    {"\xEF\xBC\x8C", "character-wide", "this is a full-width comma", "write , instead"},
    {"\xEF\xBC\x9E", "character-wide", "this is a full-width sign", "write > instead"},
    {"\xEF\xBD\x9C", "character-wide", "this is a full-width sign", "write | instead"},
};

/* What opens in full width, its partner, and what both are on a keyboard. */
static const struct {
    const char *open, *close, *ascii;
} pairs[] = {
    {"\xEF\xBC\x88", "\xEF\xBC\x89", "()"},     {"\xEF\xBC\xBB", "\xEF\xBC\xBD", "[]"},
    {"\xE3\x80\x90", "\xE3\x80\x91", "[]"},     {"\xEF\xBD\x9B", "\xEF\xBD\x9D", "{}"},
    {"\xE3\x80\x8C", "\xE3\x80\x8D", "[]"},     {"\xE3\x80\x8E", "\xE3\x80\x8F", "[]"},
    {"\xE2\x80\x9C", "\xE2\x80\x9D", "\"\""}, {"\xE2\x80\x9E", "\xE2\x80\x9C", "\"\""},
    {"\xE2\x80\x9D", "\xE2\x80\x9D", "\"\""}, {"\xC2\xAB", "\xC2\xBB", "\"\""},
    {"\xE2\x80\x98", "\xE2\x80\x99", "\"\""},
};

/* The node as it would be with plain brackets or quotes; sets where its text ends. */
static const char *own_plain(const flow_failure *f, size_t *end)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (!idarch_str_starts(f->rest, pairs[i].open))
            continue;
        size_t from = strlen(pairs[i].open);
        size_t stop = idarch_str_search(idarch_str_sub(f->rest, 0, 2 * OWN_MAX), pairs[i].close, from);
        if (stop >= f->rest.len || stop >= 2 * OWN_MAX)
            continue;
        idarch_str text = idarch_flow_trim(idarch_str_sub(f->rest, from, stop));
        bool quotes = pairs[i].ascii[0] == '"';
        const char *node = f->context == FLOW_AFTER_NODE ? own_node(f) : NULL;
        *end = f->at + stop + strlen(pairs[i].close);
        if (text.len == 0 || text.len > OWN_MAX)
            return NULL;
        if (!node)
            return own_labelled(f, text);
        bool plain = !quotes;
        for (size_t k = 0; k < text.len; k++)
            plain = plain && !flow_in_set(text.ptr[k], "()[]{}|\"");
        return idarch_printf(f->parser->arena, "%s%c%s%c", node, quotes ? '[' : pairs[i].ascii[0],
                             plain ? idarch_flow_clean(f->parser->arena, text)
                                   : idarch_flow_in_quotes(f, text),
                             quotes ? ']' : pairs[i].ascii[1]);
    }
    return NULL;
}

/* `A --> B]`: what closes nothing. */
static bool says_surplus_bracket(const flow_failure *f)
{
    if (f->rest.len == 0 || !flow_in_set(f->rest.ptr[0], "])"))
        return false;
    size_t end = f->at;
    while (end < f->line_end && flow_in_set(f->all.ptr[end], "])}"))
        end++;
    const char *node = f->blank ? NULL : own_node(f);
    idarch_diag *diag = idarch_flow_say(f, "bracket-alone", f->at, end,
                                        "this bracket closes nothing");
    diag->hint = node ? idarch_printf(f->parser->arena, "take it away: %s", node) : "take it away";
    return true;
}

static bool says_known_character(const flow_failure *f)
{
    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        const character_row *row = &characters[i];
        if (!idarch_str_starts(f->rest, row->character))
            continue;
        size_t end = f->at;
        const char *plain = own_plain(f, &end);
        idarch_diag *diag = idarch_flow_say(f, row->code, f->at, f->at + strlen(row->character),
                                            "%s", row->message);
        diag->hint = plain       ? idarch_printf(f->parser->arena, "write %s", plain)
                     : row->hint ? row->hint
                     : strcmp(row->code, "quote-curly") == 0
                         ? "write straight quotes, inside brackets"
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
        f->blank || !flow_in_set(flow_last_of(f->before), "])}") || !own_node(f)
            ? "a subgraph ends with the word `end`"
            : idarch_printf(parser->arena, "take it away: %s", own_node(f));
    return true;
}

/* `fill=red` */
static const char *equals_hint(const flow_failure *f)
{
    size_t start = f->at, end = f->at + 1;
    while (start > f->line && (g_ascii_isalpha(f->all.ptr[start - 1]) || f->all.ptr[start - 1] == '-'))
        start--;
    while (end < f->line_end && !flow_in_set(f->all.ptr[end], ",;"))
        end++;
    const char *name = own(f, start, f->at), *value = own(f, f->at + 1, end);
    return name && value ? idarch_printf(f->parser->arena, "a declaration is written with a colon: %s:%s",
                                         name, value)
                         : "a declaration is written with a colon: fill:#eee";
}

/* The word with the character in it as a node with a label. */
static const char *word_label(const flow_failure *f)
{
    size_t start = f->at, end = f->at;
    while (start > f->line && start > f->parser->statement &&
           !flow_in_set(f->all.ptr[start - 1], " \t;&|"))
        start--;
    while (end < f->line_end && !flow_in_set(f->all.ptr[end], " \t;&[({"))
        end++;
    if (f->context == FLOW_AFTER_NODE && f->blank)
        return NULL;
    if (idarch_flow_find_arrow(f, start, f->at) < f->at)
        start = f->at;
    return own_labelled(f, idarch_str_sub(f->all, start, end));
}

/* Any other one that nobody sees: it mostly came along from another program. */
static bool says_hidden_character(const flow_failure *f)
{
    gunichar code = g_utf8_get_char_validated(f->rest.ptr, (gssize)f->rest.len);
    if (code >= 0x110000 || !idarch_unprintable(code))
        return false;
    idarch_flow_say(f, "character-hidden", f->at, f->end,
                    "an invisible character (U+%04X) stands here",
                    (unsigned)code)
        ->hint = "take it out; it came along when the text was copied";
    return true;
}

/* Characters that no id may hold. */
static bool says_bad_character(const flow_failure *f)
{
    size_t entity;
    bool mark = f->token.kind == FLOW_LESS || f->token.kind == FLOW_UP || f->token.kind == FLOW_SEP;
    if ((f->token.kind != FLOW_ERROR && !mark) || f->rest.len == 0 ||
        f->context == FLOW_IN_SUBGRAPH ||
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
    if (says_known_character(f) || says_hidden_character(f) || says_brace(f) ||
        says_surplus_bracket(f))
        return true;
    bool styles = f->context == FLOW_IN_STYLES && f->rest.ptr[0] == '=';
    const char *shown = idarch_flow_shown(f, f->token.text);
    const char *label = styles ? NULL : word_label(f);
    idarch_flow_say(f, "character", f->at, f->end, "`%s` cannot stand outside of a label", shown)
        ->hint = styles  ? equals_hint(f)
                 : label ? idarch_printf(f->parser->arena, "ids are letters, digits and _; anything "
                                         "else goes into a label: %s", label)
                         : "ids are letters, digits and _; anything else goes into a label";
    return true;
}

flow_rule *const idarch_flow_id_rules[] = {
    says_missing_id, says_fan,           says_after_node, says_at_sign,
    says_blank_in_id, says_bad_character, NULL,
};
