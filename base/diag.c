/* Diagnostics: collecting, sorting and showing them as a compiler does. */
#include "base/diag.h"

#include <glib.h>
#include <stdlib.h>

enum {
    LINE_MOST = 160, /* columns of a source line that are shown */
    TEXT_MOST = 640, /* bytes of a message, a hint or a note; longer ones lose their middle */
    TEXT_TAIL = 160  /* of these behind the gap: what the message says about a long name */
};

/* Where the code point that the byte at the offset belongs to begins. */
static size_t code_point_start(const char *text, size_t offset)
{
    while (offset > 0 && ((unsigned char)text[offset] & 0xC0) == 0x80)
        offset--;
    return offset;
}

bool idarch_unprintable(uint32_t code_point)
{
    bool joiner = code_point == 0x200C || code_point == 0x200D;
    bool emoji_tag = code_point >= 0xE0020 && code_point <= 0xE007F;
    switch (g_unichar_type(code_point)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR: return true;
    case G_UNICODE_FORMAT: return !joiner && !emoji_tag;
    default: return false;
    }
}

void idarch_diag_add_visible(idarch_strbuf *out, const char *text, size_t len)
{
    for (const char *c = text, *next; c < text + len; c = next) {
        gunichar code = g_utf8_get_char_validated(c, text + len - c);
        bool valid = code < 0x110000;
        next = valid ? g_utf8_next_char(c) : c + 1;
        if (!valid)
            idarch_strbuf_add_utf8(out, 0xFFFD);
        else if (code == '\n' || code == '\t')
            idarch_strbuf_putc(out, ' ');
        else if (idarch_unprintable(code))
            idarch_strbuf_printf(out, "<U+%04X>", (unsigned)code);
        else
            idarch_strbuf_add(out, c, (size_t)(next - c));
    }
}

/* Appends the text; when it is too long, its beginning and its end. */
static void add_shortened(idarch_strbuf *out, const char *text)
{
    size_t len = strlen(text);
    if (len <= TEXT_MOST) {
        idarch_diag_add_visible(out, text, len);
        return;
    }
    size_t tail = code_point_start(text, len - TEXT_TAIL);
    idarch_diag_add_visible(out, text, code_point_start(text, TEXT_MOST - TEXT_TAIL));
    idarch_strbuf_puts(out, "...");
    idarch_diag_add_visible(out, text + tail, len - tail);
}

void idarch_diags_init(idarch_diags *diags, idarch_arena *arena)
{
    *diags = (idarch_diags){.arena = arena};
}

idarch_diag *idarch_diag_unsaid(idarch_diags *diags)
{
    if (!diags->scratch)
        diags->scratch = IDARCH_NEW(diags->arena, idarch_diag);
    return diags->scratch;
}

/* Where a further diagnostic goes: to the end; when all is full, an error to the place of
 * a warning, anything else to the scratch value. */
static idarch_diag *place_for(idarch_diags *diags, idarch_severity severity)
{
    if (diags->list.count < IDARCH_DIAGS_MAX) {
        diags->spared = diags->list.count + 1;
        return IDARCH_PUSH(diags->arena, &diags->list);
    }
    diags->dropped++;
    while (severity >= IDARCH_ERROR && diags->spared > 0)
        if (diags->list.items[--diags->spared].severity < IDARCH_ERROR)
            return &diags->list.items[diags->spared];
    return idarch_diag_unsaid(diags);
}

idarch_diag *idarch_diag_vadd(idarch_diags *diags, idarch_severity severity, const char *code,
                              idarch_span span, const char *format, va_list arguments)
{
    diags->counts[severity]++;
    idarch_diag *diag = place_for(diags, severity);
    *diag = (idarch_diag){.severity = severity, .code = code, .span = span, .message = ""};
    if (diag == diags->scratch)
        return diag;
    char *text = g_strdup_vprintf(format, arguments);
    idarch_strbuf message = {.arena = diags->arena};
    add_shortened(&message, text);
    diag->message = idarch_strbuf_text(&message);
    g_free(text);
    return diag;
}

idarch_diag *idarch_diag_add(idarch_diags *diags, idarch_severity severity, const char *code,
                             idarch_span span, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    idarch_diag *diag = idarch_diag_vadd(diags, severity, code, span, format, arguments);
    va_end(arguments);
    return diag;
}

void idarch_diag_relate(idarch_diags *diags, idarch_diag *diag, idarch_span span,
                        const char *note)
{
    if (diag != diags->scratch)
        *IDARCH_PUSH(diags->arena, &diag->related) = (idarch_related){span, note};
}

static int compare_place(const idarch_diag *a, const idarch_diag *b)
{
    if (a->no_place != b->no_place)
        return a->no_place ? 1 : -1;
    if (a->no_place || a->span.start == b->span.start)
        return 0;
    return a->span.start < b->span.start ? -1 : 1;
}

/* Merge sort: stable, and bounded whatever the input. */
static void merge_sort(idarch_diag *items, idarch_diag *scratch, size_t count)
{
    if (count < 2)
        return;
    size_t half = count / 2, i = 0, j = half, k = 0;
    merge_sort(items, scratch, half);
    merge_sort(items + half, scratch, count - half);
    while (i < half && j < count)
        scratch[k++] = compare_place(&items[j], &items[i]) < 0 ? items[j++] : items[i++];
    while (i < half)
        scratch[k++] = items[i++];
    while (j < count)
        scratch[k++] = items[j++];
    memcpy(items, scratch, count * sizeof *items);
}

void idarch_diags_sort(idarch_diags *diags)
{
    size_t count = diags->list.count;
    if (count > 1)
        merge_sort(diags->list.items, IDARCH_NEW_ARRAY(diags->arena, idarch_diag, count), count);
}

const char *idarch_severity_name(idarch_severity severity)
{
    switch (severity) {
    case IDARCH_NOTE: return "note";
    case IDARCH_WARNING: return "warning";
    case IDARCH_ERROR:
    case IDARCH_FATAL: return "error";
    }
    return "error";
}

/* Columns that a code point takes on a terminal. */
static size_t columns_of(gunichar c)
{
    if (c == '\t' || idarch_unprintable(c))
        return 1;
    return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

static void add_visible(idarch_strbuf *out, gunichar c)
{
    if (c == '\t')
        idarch_strbuf_putc(out, ' ');
    else
        idarch_strbuf_add_utf8(out, idarch_unprintable(c) ? 0xFFFD : c);
}

/* The source line, cut to a window around the column from which the caret starts. */
static void print_excerpt(idarch_strbuf *out, const idarch_source *source, idarch_span span)
{
    idarch_position at = idarch_source_position(source, span.start);
    idarch_str line = idarch_source_line(source, at.line);
    size_t line_start = line.ptr ? (size_t)(line.ptr - source->text.ptr) : span.start;
    size_t caret = span.start > line_start ? span.start - line_start : 0;
    size_t caret_end = span.end > line_start ? span.end - line_start : caret;
    if (caret > line.len)
        caret = line.len;
    if (caret_end > line.len)
        caret_end = line.len;

    size_t from = 0;
    if (at.column > LINE_MOST / 2) {
        const char *p = line.ptr + caret;
        for (int back = LINE_MOST / 2; back > 0 && p > line.ptr; back--)
            p = g_utf8_prev_char(p);
        from = (size_t)(p - line.ptr);
    }
    idarch_strbuf marks = {.arena = out->arena};
    idarch_strbuf_puts(out, from ? "  ..." : "  ");
    idarch_strbuf_puts(&marks, from ? "     " : "  ");
    size_t shown = 0, marked = 0, i = from;
    while (i < line.len && shown < LINE_MOST) {
        gunichar c = g_utf8_get_char(line.ptr + i);
        bool in = i >= caret && (i < caret_end || i == caret);
        for (size_t k = columns_of(c); k > 0; k--) {
            if (in)
                idarch_strbuf_putc(&marks, marked++ ? '~' : '^');
            else if (i < caret)
                idarch_strbuf_putc(&marks, ' ');
            shown++;
        }
        add_visible(out, c);
        i += (size_t)(g_utf8_next_char(line.ptr + i) - (line.ptr + i));
    }
    if (!marked)
        idarch_strbuf_putc(&marks, '^');
    idarch_strbuf_puts(out, i < line.len ? "...\n" : "\n");
    idarch_strbuf_printf(out, "%s\n", idarch_strbuf_text(&marks));
}

static void print_place(idarch_strbuf *out, const idarch_source *source, idarch_span span)
{
    idarch_position at = idarch_source_position(source, span.start);
    idarch_strbuf_printf(out, "%s:%u:%u: ", source->name, at.line, at.column);
}

void idarch_diag_print(idarch_strbuf *out, const idarch_source *source, const idarch_diag *diag)
{
    if (diag->no_place)
        idarch_strbuf_printf(out, "%s: ", source->name);
    else
        print_place(out, source, diag->span);
    idarch_strbuf_printf(out, "%s: %s [%s]\n", idarch_severity_name(diag->severity),
                         diag->message, diag->code);
    if (!diag->no_place)
        print_excerpt(out, source, diag->span);
    for (size_t i = 0; i < diag->related.count; i++) {
        const idarch_related *related = &diag->related.items[i];
        print_place(out, source, related->span);
        idarch_strbuf_puts(out, "note: ");
        add_shortened(out, related->note ? related->note : "see also here");
        idarch_strbuf_putc(out, '\n');
        print_excerpt(out, source, related->span);
    }
    if (diag->hint) {
        idarch_strbuf_puts(out, "  hint: ");
        add_shortened(out, diag->hint);
        idarch_strbuf_putc(out, '\n');
    }
}
