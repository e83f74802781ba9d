/* Options, usage errors, and the instant called now. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"

#define MEBIBYTE ((size_t)1024 * 1024)
enum { EDGES_MOST = 100000000, DEPTH_MOST = 1000000, COPIES_MOST = 1000000 };

/* Names of files may hold anything: what must not go to a terminal is shown by its name. */
static void print_error(const char *format, va_list args)
{
    char *message = g_strdup_vprintf(format, args);
    GString *shown = g_string_new("idarch: error: ");
    for (const char *c = message, *next; *c; c = next) {
        gunichar code = g_utf8_get_char_validated(c, -1);
        bool valid = code < 0x110000;
        next = valid ? g_utf8_next_char(c) : c + 1;
        if (!valid)
            g_string_append_printf(shown, "<0x%02X>", (unsigned char)*c);
        else if (idarch_unprintable(code))
            g_string_append_printf(shown, "<U+%04X>", (unsigned)code);
        else
            g_string_append_len(shown, c, next - c);
    }
    fprintf(stderr, "%s\n", shown->str);
    g_string_free(shown, TRUE);
    g_free(message);
}

int idarch_usage_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_error(format, args);
    va_end(args);
    return IDARCH_EXIT_USAGE;
}

int idarch_io_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_error(format, args);
    va_end(args);
    return IDARCH_EXIT_IO;
}

/* The options that limit an input, as they come from the command line. */
typedef struct raw_limits {
    gint64 mebibytes, edges, depth, copies;
} raw_limits;

static bool settle_limits(const char *command, const raw_limits *raw, idarch_input_limits *limits)
{
    const struct {
        const char *option;
        gint64 value, most;
    } rows[] = {{"--max-size", raw->mebibytes, IDARCH_SOURCE_MOST / MEBIBYTE},
                {"--max-edges", raw->edges, EDGES_MOST},
                {"--max-depth", raw->depth, DEPTH_MOST},
                {"--max-copies", raw->copies, COPIES_MOST}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        if (rows[i].value < 1 || rows[i].value > rows[i].most) {
            idarch_usage_error("%s: %s takes a number from 1 to %" G_GINT64_FORMAT, command,
                               rows[i].option, rows[i].most);
            return false;
        }
    limits->bytes = (size_t)raw->mebibytes * MEBIBYTE;
    limits->document = (idarch_limits){.edges = (size_t)raw->edges,
                                         .depth = (size_t)raw->depth,
                                         .copies = (size_t)raw->copies * MEBIBYTE};
    return true;
}

static void print_usage(GOptionContext *context)
{
    char *help = g_option_context_get_help(context, TRUE, NULL);
    fputs(help, stdout);
    g_free(help);
}

bool idarch_options_parse(const GOptionEntry *entries, const char *command,
                          const char *summary, const char *description, int argc,
                          char **argv, idarch_input_limits *limits, char ***files,
                          int *status)
{
    gboolean help = FALSE;
    char **rest = NULL;
    raw_limits raw = {.mebibytes = IDARCH_SOURCE_MAX / MEBIBYTE,
                      .edges = (gint64)IDARCH_LIMITS_DEFAULT.edges,
                      .depth = (gint64)IDARCH_LIMITS_DEFAULT.depth,
                      .copies = (gint64)(IDARCH_LIMITS_DEFAULT.copies / MEBIBYTE)};
    const GOptionEntry own[] = {
        {"max-size", 0, 0, G_OPTION_ARG_INT64, &raw.mebibytes,
         "Refuse a FILE of more MiB (default 64)", "MIB"},
        {"max-edges", 0, 0, G_OPTION_ARG_INT64, &raw.edges,
         "Refuse a flowchart of more edges (default 1000000)", "N"},
        {"max-depth", 0, 0, G_OPTION_ARG_INT64, &raw.depth,
         "Refuse subgraphs nested deeper (default 20000)", "N"},
        {"max-copies", 0, 0, G_OPTION_ARG_INT64, &raw.copies,
         "Refuse fans and lists that repeat more MiB of text (default 8)", "MIB"},
        {"help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this help", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, "FILE..."},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    GOptionContext *context = g_option_context_new(NULL);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_add_main_entries(context, own, NULL);
    g_set_prgname(argv[0]);
    GError *error = NULL;
    bool good = g_option_context_parse(context, &argc, &argv, &error);
    *status = IDARCH_EXIT_USAGE;
    if (!good) {
        idarch_usage_error("%s: %s (`idarch %s --help`)", command, error->message, command);
        g_error_free(error);
    } else if (help) {
        print_usage(context);
        *status = IDARCH_EXIT_GOOD;
        good = false;
    } else if (!rest || !rest[0]) {
        idarch_usage_error("%s: name at least one FILE, or - for standard input", command);
        good = false;
    } else {
        good = settle_limits(command, &raw, limits);
    }
    g_option_context_free(context);
    *files = good ? rest : NULL;
    if (!good)
        g_strfreev(rest);
    return good;
}

bool idarch_fail_on(const char *command, const char *name, int *severity)
{
    static const struct {
        const char *name;
        int severity;
    } rows[] = {{"error", IDARCH_ERROR}, {"warning", IDARCH_WARNING}, {"note", IDARCH_NOTE},
                {"never", IDARCH_FATAL + 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *severity = rows[i].severity;
            return true;
        }
    }
    idarch_usage_error("%s: --fail-on takes error, warning, note or never, not '%s'", command,
                       name);
    return false;
}

int idarch_findings_status(const idarch_diags *diags, int fail_on)
{
    if (diags->counts[IDARCH_FATAL])
        return IDARCH_EXIT_UNREADABLE;
    for (int severity = fail_on; severity <= IDARCH_FATAL; severity++)
        if (diags->counts[severity])
            return IDARCH_EXIT_FINDINGS;
    return IDARCH_EXIT_GOOD;
}

static bool parse_instant(const char *text, idarch_ratio *now)
{
    GDateTime *at = g_date_time_new_from_iso8601(text, NULL);
    if (!at)
        return false;
    idarch_i128 ns = (idarch_i128)g_date_time_to_unix(at) * IDARCH_NS_PER_S;
    ns += (idarch_i128)g_date_time_get_microsecond(at) * IDARCH_NS_PER_US;
    *now = idarch_ratio_int(ns);
    g_date_time_unref(at);
    return true;
}

static bool parse_epoch(const char *text, idarch_ratio *now)
{
    gint64 seconds;
    if (!g_ascii_string_to_signed(text, 10, 0, G_MAXINT64 / 4, &seconds, NULL))
        return false;
    *now = idarch_ratio_int((idarch_i128)seconds * IDARCH_NS_PER_S);
    return true;
}

bool idarch_now(const char *text, idarch_ratio *now)
{
    if (text) {
        if (parse_instant(text, now))
            return true;
        idarch_usage_error("--now takes an instant with its zone, such as "
                           "2026-01-01T00:00:00Z, not '%s'", text);
        return false;
    }
    const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
    if (epoch && *epoch) {
        if (parse_epoch(epoch, now))
            return true;
        idarch_usage_error("SOURCE_DATE_EPOCH is no number of seconds: '%s'", epoch);
        return false;
    }
    *now = idarch_ratio_int((idarch_i128)g_get_real_time() * IDARCH_NS_PER_US);
    return true;
}
