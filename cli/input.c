/* Reading one input: bytes, text check, parsing, and the printing of diagnostics. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "parser/parser.h"

/* More than any document needs; a hostile one ends here, not in the machine's swap. */
#define ARENA_LIMIT ((size_t)4 * 1024 * 1024 * 1024)

static void out_of_memory(void *context)
{
    (void)context;
    static const char message[] = "idarch: error: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(IDARCH_EXIT_IO);
}

/* The file cannot be had: said at once, and kept for reports. */
static int cannot_read(idarch_input *input, const char *name, const char *why)
{
    input->source = idarch_source_new(input->arena, name, (idarch_str){"", 0});
    idarch_diag_add(&input->diags, IDARCH_FATAL, "input", (idarch_span){0, 0}, "%s", why)->no_place =
        true;
    return idarch_io_error("%s: %s", name, why);
}

/* The stream's bytes, up to one more than is allowed. */
static int read_stream(idarch_input *input, FILE *stream, const char *name, size_t most,
                       idarch_str *text)
{
    idarch_strbuf buf = {.arena = input->arena};
    char chunk[65536];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, stream)) > 0) {
        idarch_strbuf_add(&buf, chunk, got);
        if (buf.len > most)
            return cannot_read(input, name,
                               idarch_printf(input->arena,
                                             "larger than %zu MiB, the limit that --max-size sets",
                                             most / 1024 / 1024));
    }
    if (ferror(stream))
        return cannot_read(input, name, g_strerror(errno));
    *text = (idarch_str){idarch_strbuf_text(&buf), buf.len};
    return IDARCH_EXIT_GOOD;
}

static int read_input(idarch_input *input, const char *name, size_t most, idarch_str *text)
{
    if (strcmp(name, "-") == 0)
        return read_stream(input, stdin, "<stdin>", most, text);
    struct stat about;
    if (stat(name, &about) == 0 && S_ISDIR(about.st_mode))
        return cannot_read(input, name, "is a directory");
    FILE *stream = fopen(name, "rb");
    if (!stream)
        return cannot_read(input, name, g_strerror(errno));
    int status = read_stream(input, stream, name, most, text);
    fclose(stream);
    return status;
}

/* Diagnoses bytes that are no UTF-8 text. */
static bool check_text(idarch_input *input)
{
    idarch_str text = input->source->text;
    size_t bad = idarch_source_first_invalid(text);
    if (bad == text.len)
        return true;
    unsigned char byte = (unsigned char)text.ptr[bad];
    idarch_position at = idarch_source_position(input->source, (uint32_t)bad);
    const char *hint = "save the file as UTF-8";
    if (idarch_str_starts(text, "\xFF\xFE") || idarch_str_starts(text, "\xFE\xFF"))
        hint = "the file is UTF-16; save it as UTF-8";
    if (byte == 0)
        hint = "take the NUL bytes out; if there are many, the file is no text or is UTF-16";
    idarch_diag_add(&input->diags, IDARCH_FATAL, "encoding",
                    (idarch_span){(uint32_t)bad, (uint32_t)bad + 1},
                    "byte 0x%02X is not part of UTF-8 text", byte)
        ->hint = hint;
    /* No excerpt: the line cannot be shown as text. */
    fprintf(stderr, "%s:%u:%u: error: byte 0x%02X is not part of UTF-8 text [encoding]\n"
                    "  hint: %s\n",
            input->source->name, at.line, at.column, byte, hint);
    return false;
}

int idarch_input_open(idarch_input *input, const char *name, const idarch_input_limits *limits)
{
    *input = (idarch_input){.arena = idarch_arena_new(ARENA_LIMIT, out_of_memory, NULL)};
    idarch_diags_init(&input->diags, input->arena);
    idarch_str text;
    int status = read_input(input, name, limits->bytes, &text);
    if (status != IDARCH_EXIT_GOOD) {
        input->document.source = input->source;
        return status;
    }
    input->source = idarch_source_new(input->arena, name, text);
    input->document.source = input->source;
    if (!check_text(input))
        return IDARCH_EXIT_UNREADABLE;
    idarch_parse_document(input->arena, input->source, idarch_input_kind_of(name, text),
                          &limits->document, &input->diags, &input->document);
    return IDARCH_EXIT_GOOD;
}

void idarch_input_release(idarch_input *input)
{
    idarch_arena_free(input->arena);
    input->arena = NULL;
}

bool idarch_input_has_design(const idarch_input *input)
{
    return input->document.design.has_settings || input->document.design.layout.stated;
}

void idarch_input_print_diags(idarch_input *input)
{
    idarch_diags_sort(&input->diags);
    idarch_strbuf out = {.arena = input->arena};
    for (size_t i = 0; i < input->diags.list.count; i++)
        idarch_diag_print(&out, input->source, &input->diags.list.items[i]);
    if (input->diags.dropped)
        idarch_strbuf_printf(&out, "%s: note: %zu more diagnostic%s not shown\n",
                             input->source->name, input->diags.dropped,
                             input->diags.dropped == 1 ? " is" : "s are");
    fputs(idarch_strbuf_text(&out), stderr);
}
