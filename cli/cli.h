/* cli/: the program. Options, files, exit statuses; one file for each command. It puts
 * the rooms together and is the only place that reads the environment, prints or exits.
 *
 * cli.h: what the commands share. */
#ifndef IDARCH_CLI_CLI_H
#define IDARCH_CLI_CLI_H

#include <glib.h>

#include "base/diag.h"
#include "model/document.h"
#include "model/report.h"
#include "parser/limits.h"

enum {
    IDARCH_EXIT_GOOD = 0,
    IDARCH_EXIT_FINDINGS = 1,   /* findings at or above --fail-on */
    IDARCH_EXIT_UNREADABLE = 2, /* the input cannot be read; its place was named */
    IDARCH_EXIT_USAGE = 3,
    IDARCH_EXIT_IO = 4          /* input, output or internal */
};

/* The status that says more: of several files the highest. (GLib's MAX would evaluate a
 * call twice.) */
static inline int idarch_worse(int a, int b)
{
    return a > b ? a : b;
}

/* A command: its name, the line that `--help` shows, and what runs it with the
 * arguments after its name (argv[0] is "idarch NAME"). Returns an exit status. */
typedef struct idarch_command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} idarch_command;

int idarch_cmd_render(int argc, char **argv);
int idarch_cmd_check(int argc, char **argv);
int idarch_cmd_graph(int argc, char **argv);

/* How much an input may hold. */
typedef struct idarch_input_limits {
    size_t bytes; /* of the file; --max-size, there in MiB */
    idarch_limits document;
} idarch_input_limits;

/* Parses the options of a command and those that all have (--help, --max-...), which fill
 * *limits. Prints help or a usage error itself and returns
 * false, with the exit status in *status, when the command must not go on. The arguments
 * that are left (files) are in *files, NULL-terminated, to be freed with g_strfreev; with
 * none the message asks for a file. */
bool idarch_options_parse(const GOptionEntry *entries, const char *command,
                          const char *summary, const char *description, int argc,
                          char **argv, idarch_input_limits *limits, char ***files,
                          int *status);

/* "idarch: error: ..." on standard error; returns IDARCH_EXIT_USAGE or IDARCH_EXIT_IO. */
int idarch_usage_error(const char *format, ...) G_GNUC_PRINTF(1, 2);
int idarch_io_error(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* The point in time that the rules call now: --now's text, else SOURCE_DATE_EPOCH, else
 * the clock. False, after a usage error, when the text is no instant. */
bool idarch_now(const char *text, idarch_ratio *now);

/* One input, read and parsed. Everything lives in the arena. */
typedef struct idarch_input {
    idarch_arena *arena;
    const idarch_source *source;
    idarch_document document;
    idarch_diags diags; /* of the parser, and later of the check; a file that could not be
                         * opened or is no text has one, which was printed already */
} idarch_input;

/* --fail-on: the severity from which findings make the exit status 1, an idarch_severity
 * or, for "never", above them all. */
bool idarch_fail_on(const char *command, const char *name, int *severity);

/* 2 when something could not be read, 1 for findings at or above the severity, else 0. */
int idarch_findings_status(const idarch_diags *diags, int fail_on);

/* Reads (file name or "-") and parses. Returns IDARCH_EXIT_GOOD, even with diagnostics;
 * IDARCH_EXIT_UNREADABLE, printed, when the bytes are no text; IDARCH_EXIT_IO, printed,
 * when they cannot be had. idarch_input_release in every case. */
int idarch_input_open(idarch_input *input, const char *name, const idarch_input_limits *limits);
void idarch_input_release(idarch_input *input);

/* Whether the document states anything that can be checked or drawn as a bit bar. */
bool idarch_input_has_design(const idarch_input *input);

/* Prints the diagnostics, sorted by place, on standard error. */
void idarch_input_print_diags(idarch_input *input);

/* Writes all bytes to the file or leaves it as it was (temporary file, rename); "-" is
 * standard output; a device or pipe is written directly. Returns IDARCH_EXIT_GOOD or, after
 * a message, IDARCH_EXIT_IO. */
int idarch_write_file(const char *path, const char *bytes, size_t len);

/* Standard output, flushed; the status as above. */
int idarch_write_stdout(const char *bytes, size_t len);

#endif
