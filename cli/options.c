/* Options, usage errors, and the instant called now. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"

static void print_error(const char *format, va_list args)
{
    fputs("idarch: error: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
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

static void print_usage(GOptionContext *context)
{
    char *help = g_option_context_get_help(context, TRUE, NULL);
    fputs(help, stdout);
    g_free(help);
}

bool idarch_options_parse(const GOptionEntry *entries, const char *command,
                          const char *summary, const char *description, int argc,
                          char **argv, char ***files, int *status)
{
    gboolean help = FALSE;
    char **rest = NULL;
    const GOptionEntry own[] = {
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
    }
    g_option_context_free(context);
    *files = good ? rest : NULL;
    if (!good)
        g_strfreev(rest);
    return good;
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
