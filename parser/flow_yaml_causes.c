/* Why a text is no YAML, in the words of who wrote it.
 *
 * Takes the place where the reader stopped, which is often behind the mistake, and looks at
 * the pair of key and value around it and at the lines above. Gives a place, a message and a
 * hint with the author's own value; nothing where it does not know the mistake. */
#include <glib.h>

#include "parser/flow_text.h"
#include "parser/flow_yaml_reader.h"

#define SHOWN_MAX 160 /* bytes of a value that is repeated in a hint */

/* A pair on one line, or in { } between commas. */
typedef struct yaml_pair {
    size_t start, end;   /* of the whole */
    idarch_str key;
    idarch_str value;    /* without blanks at its ends; may be empty */
} yaml_pair;

static size_t offset_of(const yaml_reader *r, idarch_str part)
{
    return (size_t)(part.ptr - r->in.ptr);
}

static size_t line_start_of(idarch_str in, size_t at)
{
    while (at > 0 && in.ptr[at - 1] != '\n')
        at--;
    return at;
}

/* The reader puts the braces of a block on one line onto lines of their own. */
static bool is_one_line(const yaml_reader *r)
{
    return idarch_str_starts(r->in, "{\n");
}

/* The end of the quoted text at the place, or the place. */
static size_t skip_quotes(idarch_str line, size_t at)
{
    char quote = line.ptr[at];
    size_t before = at;
    while (before > 0 && line.ptr[before - 1] == ' ')
        before--;
    if ((quote != '"' && quote != '\'') || (before > 0 && !strchr(":,[{", line.ptr[before - 1])))
        return at;
    size_t end = idarch_str_find(line, quote, at + 1);
    return end < line.len ? end : at;
}

static bool find_pair(const yaml_reader *r, size_t at, yaml_pair *pair)
{
    size_t start = is_one_line(r) ? 2 : line_start_of(r->in, at);
    size_t end = idarch_str_find(r->in, '\n', start), comma = end;
    idarch_str line = idarch_str_sub(r->in, start, end);
    size_t from = 0;
    for (size_t i = 0; is_one_line(r) && i < line.len; i++) {
        i = skip_quotes(line, i);
        if (line.ptr[i] != ',')
            continue;
        if (start + i >= at) {
            comma = start + i;
            break;
        }
        from = i + 1;
    }
    idarch_str whole = idarch_flow_trim(idarch_str_sub(r->in, start + from, comma));
    size_t colon = 0;
    while (colon < whole.len && !(whole.ptr[colon] == ':' &&
                                  (colon + 1 == whole.len || whole.ptr[colon + 1] == ' ')))
        colon++;
    if (colon == 0 || colon >= whole.len || whole.len > 1000)
        return false;
    pair->start = offset_of(r, whole);
    pair->end = pair->start + whole.len;
    pair->key = idarch_str_sub(whole, 0, colon);
    pair->value = idarch_flow_trim(idarch_str_sub(whole, colon + 1, whole.len));
    return true;
}

/* The value in the quotes that it needs. */
static const char *in_quotes(const yaml_reader *r, const yaml_pair *pair, idarch_str value)
{
    bool single = memchr(value.ptr, '"', value.len) || memchr(value.ptr, '\\', value.len);
    idarch_strbuf out = {.arena = r->arena};
    idarch_strbuf_add_str(&out, pair->key);
    idarch_strbuf_puts(&out, single ? ": '" : ": \"");
    for (size_t i = 0; i < value.len && i < SHOWN_MAX; i++) {
        if (single && value.ptr[i] == '\'')
            idarch_strbuf_putc(&out, '\'');
        idarch_strbuf_putc(&out, value.ptr[i]);
    }
    idarch_strbuf_putc(&out, single ? '\'' : '"');
    return value.len > SHOWN_MAX ? "put the value into quotes"
                                 : idarch_printf(r->arena, "write %s", idarch_strbuf_text(&out));
}

static bool is_data_key(idarch_str word)
{
    static const char *const keys[] = {"shape", "label", "icon",       "form",    "pos",
                                       "img",   "w",     "h",          "animate", "animation",
                                       "curve", "title", "constraint", "config",  "theme"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (idarch_str_is(word, keys[i]))
            return true;
    return false;
}

/* A known key with a colon further on in the value: where it begins, or the value's end. */
static size_t inner_key(idarch_str value)
{
    for (size_t i = 1; i < value.len; i++) {
        size_t end = i;
        while (end < value.len && g_ascii_isalpha(value.ptr[end]))
            end++;
        if (strchr(" ;", value.ptr[i - 1]) && end < value.len && value.ptr[end] == ':' &&
            is_data_key(idarch_str_sub(value, i, end)))
            return i;
    }
    return value.len;
}

static void set(yaml_cause *cause, size_t start, size_t end, const char *message, const char *hint)
{
    *cause = (yaml_cause){start, end, message, hint};
}

/* ---- lines ------------------------------------------------------------------------------ */

static size_t indent_of(idarch_str line)
{
    size_t count = 0;
    while (count < line.len && line.ptr[count] == ' ')
        count++;
    return count;
}

static bool explain_tab(const yaml_reader *r, size_t at, yaml_cause *cause)
{
    for (size_t line = 0; line <= at && line < r->in.len;
         line = idarch_str_find(r->in, '\n', line) + 1) {
        size_t i = line;
        while (i < r->in.len && r->in.ptr[i] == ' ')
            i++;
        if (i < r->in.len && r->in.ptr[i] == '\t') {
            set(cause, i, i + 1, "a tab cannot indent a line", "indent the line with blanks");
            return true;
        }
    }
    return false;
}

static const char several_lines[] =
    "over several lines the pairs stand below one another, indented alike, without commas, and "
    "the first one on the line below `@{`";

/* The line of the error and the one above it. */
static bool explain_lines(const yaml_reader *r, size_t at, yaml_cause *cause)
{
    size_t start = line_start_of(r->in, at);
    idarch_str line = idarch_str_sub(r->in, start, idarch_str_find(r->in, '\n', start));
    idarch_str own = idarch_flow_trim(line);
    if (own.len > 0 && own.ptr[own.len - 1] == ',' && at + 1 >= offset_of(r, own) + own.len) {
        set(cause, offset_of(r, own) + own.len - 1, offset_of(r, own) + own.len,
            "no comma stands at the end of a line",
            idarch_printf(r->arena, "write %.*s", (int)(own.len < SHOWN_MAX ? own.len - 1 : 0),
                          own.ptr));
        return true;
    }
    if (start == 0)
        return false;
    size_t above_start = line_start_of(r->in, start - 1);
    idarch_str above = idarch_str_sub(r->in, above_start, start - 1);
    idarch_str text = idarch_flow_trim(above);
    size_t end = offset_of(r, text) + text.len, colon = idarch_str_find(text, ':', 0);
    if (text.len == 0)
        return false;
    if (text.ptr[text.len - 1] == ',') {
        set(cause, end - 1, end, "no comma stands at the end of a line", several_lines);
        return true;
    }
    if (colon + 1 < text.len && text.ptr[colon + 1] != ' ' &&
        is_data_key(idarch_str_sub(text, 0, colon))) {
        set(cause, offset_of(r, text) + colon, offset_of(r, text) + colon + 1,
            "a blank is missing behind this colon",
            idarch_printf(r->arena, "write %.*s: %.*s", (int)colon, text.ptr,
                          (int)(text.len - colon - 1 < SHOWN_MAX ? text.len - colon - 1 : SHOWN_MAX),
                          text.ptr + colon + 1));
        return true;
    }
    bool deeper = indent_of(line) > indent_of(above) && text.ptr[text.len - 1] != ':';
    if (colon < text.len && (deeper || indent_of(line) < indent_of(above)) &&
        own.len > 0 && idarch_str_find(own, ':', 0) < own.len && own.ptr[0] != '-') {
        set(cause, start, offset_of(r, own), "this line is not indented as the lines above it",
            deeper && above_start == 0 && indent_of(above) == 0
                ? several_lines
                : "the keys of one mapping are indented alike, with blanks");
        return indent_of(line) != indent_of(above) && (deeper || at <= offset_of(r, own));
    }
    return false;
}

/* ---- values ----------------------------------------------------------------------------- */

static bool explain_quotes(const yaml_reader *r, const yaml_pair *pair, yaml_cause *cause)
{
    idarch_str value = pair->value;
    char quote = value.len > 0 ? value.ptr[0] : '\0';
    if (quote != '"' && quote != '\'')
        return false;
    size_t second = idarch_str_find(value, quote, 1), start = offset_of(r, value);
    if (second >= value.len) {
        set(cause, start, start + 1, "this quote is not closed",
            in_quotes(r, pair, idarch_str_sub(value, 1, value.len)));
        return true;
    }
    bool closed = value.ptr[value.len - 1] == quote;
    idarch_str inside = idarch_str_sub(value, 1, closed ? value.len - 1 : value.len);
    if (second + 1 == value.len) {
        if (quote == '\'' || !memchr(value.ptr, '\\', value.len))
            return false;
        set(cause, start, start + value.len, "a backslash needs single quotes around the value",
            in_quotes(r, pair, inside));
        return true;
    }
    set(cause, start + second, start + second + 1, "this quote ends the value already",
        in_quotes(r, pair, inside));
    return true;
}

static bool explain_first(const yaml_reader *r, const yaml_pair *pair, yaml_cause *cause)
{
    idarch_str value = pair->value;
    char first = value.len > 0 ? value.ptr[0] : '\0';
    bool alone = value.len == 1 || value.ptr[1] == ' ';
    size_t start = offset_of(r, value);
    if (!yaml_in_set(first, "@`%!&*|>") && !(yaml_in_set(first, "-?") && alone))
        return false;
    set(cause, start, start + 1,
        first == '`' ? "a backtick cannot begin a value without quotes"
                     : idarch_printf(r->arena, "`%c` cannot begin a value without quotes", first),
        in_quotes(r, pair, value));
    return true;
}

/* `config: {theme: dark` */
static bool explain_open(const yaml_reader *r, const yaml_pair *pair, yaml_cause *cause)
{
    idarch_str value = pair->value;
    bool text = idarch_str_is(pair->key, "label") || idarch_str_is(pair->key, "title");
    char first = value.len > 0 ? value.ptr[0] : '\0', closer = first == '{' ? '}' : ']';
    if (text || (first != '{' && first != '[') || memchr(value.ptr, closer, value.len) ||
        value.len > SHOWN_MAX)
        return false;
    set(cause, offset_of(r, value), offset_of(r, value) + 1, "this bracket is not closed",
        idarch_printf(r->arena, "write %.*s: %.*s%c", (int)pair->key.len, pair->key.ptr,
                      (int)value.len, value.ptr, closer));
    return true;
}

/* A second key, colon or bracket in a value without quotes. */
static bool explain_inside(const yaml_reader *r, const yaml_pair *pair, yaml_cause *cause)
{
    idarch_str value = pair->value;
    size_t start = offset_of(r, value), key = is_one_line(r) ? inner_key(value) : value.len;
    if (key < value.len) {
        idarch_str before = idarch_flow_trim(idarch_str_sub(value, 0, key));
        bool mark = before.len > 0 && before.ptr[before.len - 1] == ';';
        before = idarch_flow_trim(idarch_str_sub(before, 0, before.len - mark));
        set(cause, mark ? offset_of(r, before) + before.len : start + key,
            mark ? offset_of(r, before) + before.len + 1 : start + key + 1,
            "a comma is missing between two pairs",
            idarch_printf(r->arena, "write %.*s: %.*s, %.*s", (int)pair->key.len, pair->key.ptr,
                          (int)before.len, before.ptr,
                          (int)(value.len - key < SHOWN_MAX ? value.len - key : SHOWN_MAX),
                          value.ptr + key));
        return value.len - key < SHOWN_MAX;
    }
    size_t colon = idarch_str_search(value, ": ", 0);
    if (colon < value.len || (value.len > 0 && value.ptr[value.len - 1] == ':')) {
        size_t at = colon < value.len ? colon : value.len - 1;
        set(cause, start + at, start + at + 1, "a value that holds a colon needs quotes",
            in_quotes(r, pair, value));
        return true;
    }
    bool text = idarch_str_is(pair->key, "label") || idarch_str_is(pair->key, "title");
    for (size_t i = 0; i < value.len && (text || i > 0); i++)
        if (yaml_in_set(value.ptr[i], "[]{}")) {
            bool brace = text && value.ptr[0] == '{' && value.ptr[value.len - 1] != '}';
            set(cause, start + i, start + i + 1, "a value that holds brackets needs quotes",
                brace ? in_quotes(r, pair, idarch_str_of(idarch_printf(
                                               r->arena, "%.*s}", (int)value.len, value.ptr)))
                      : in_quotes(r, pair, value));
            return text || is_one_line(r);
        }
    return false;
}

bool flow_yaml_cause(const yaml_reader *r, size_t at, yaml_cause *cause)
{
    yaml_pair pair;
    at = at < r->in.len ? at : r->in.len;
    if (is_one_line(r))
        at = at < 2 ? 2 : at;
    else if (explain_tab(r, at, cause) || explain_lines(r, at, cause))
        return true;
    return find_pair(r, at, &pair) &&
           (explain_quotes(r, &pair, cause) || explain_first(r, &pair, cause) ||
            explain_open(r, &pair, cause) || explain_inside(r, &pair, cause));
}
