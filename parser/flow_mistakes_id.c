/* Frequent mistakes with ids and with characters that none may hold. */
#include "parser/flow_failure.h"

/* ---- ids ------------------------------------------------------------------------------ */

static bool says_missing_id(const flow_failure *f)
{
    bool place = f->context == FLOW_IN_STATEMENT || f->context == FLOW_IN_NODE ||
                 f->context == FLOW_AFTER_AMP;
    if (!place)
        return false;
    if (flow_opens_shape(f->token.kind)) {
        idarch_flow_say(f, "id-missing", f->at, f->end, "an id is missing before this bracket")
            ->hint = "every node has an id, right before its bracket: A[text]";
    } else if (f->token.kind == FLOW_STRING || f->token.kind == FLOW_MARKDOWN) {
        const char *text = idarch_flow_shown(f, f->token.text);
        size_t start = f->at > 0 && f->all.ptr[f->at - 1] == '"' ? f->at - 1 : f->at;
        idarch_flow_say(f, "id-missing", start, f->end, "a text in quotes is no id")->hint =
            idarch_printf(f->parser->arena, "write an id and the text in brackets: x[\"%s\"]",
                          text);
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
    bool glued = f->context == FLOW_AFTER_NODE && f->blank && flow_is_word_part(f->token.kind);
    if (flow_last_of(f->before) != '&' || !((amp && (ends || !f->blank)) || glued))
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
    if (flow_opens_shape(f->token.kind) && f->blank)
        idarch_flow_say(f, "blank-before-bracket", f->at, f->end,
                        "a blank stands between the id and its bracket")
            ->hint = "write the bracket right after the id: A[text]";
    else if (flow_opens_shape(f->token.kind) && flow_in_set(flow_last_of(f->before), "])}"))
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
    if (f->context != FLOW_AFTER_NODE || !flow_is_word_part(f->token.kind))
        return false;
    idarch_str word = flow_first_word(f->rest);
    size_t end = word.len ? f->at + word.len : f->end;
    char before = flow_last_of(f->before);
    if (flow_in_set(before, "])}"))
        idarch_flow_say(f, "arrow-missing", f->at, end, "an arrow or a line end is missing here")
            ->hint = "two nodes on a line are joined, A[x] --> B, or parted by a semicolon";
    else if (!f->blank)
        return false;
    else if (before == ',')
        idarch_flow_say(f, "comma-list", (size_t)(f->before.ptr - f->all.ptr) + f->before.len - 1,
                        end, "nodes are not listed with commas")
            ->hint =
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
    if (f->token.kind != FLOW_LINK_ID || !flow_at_node(f))
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

flow_rule *const idarch_flow_id_rules[] = {
    says_missing_id, says_fan,           says_after_node, says_at_sign,
    says_blank_in_id, says_bad_character, NULL,
};
