/* idarch check: figures, rules and verdict of each document, or what is wrong with its
 * flowcharts where it states no ID design; the exit status is for CI. */
#include <stdio.h>

#include "cli/cli.h"
#include "validate/validate.h"

typedef struct check_settings {
    bool json;
    bool strict;
    int fail_on; /* an idarch_severity, or above all of them for "never" */
    idarch_ratio now;
    idarch_input_limits limits;
} check_settings;

static int print_report(const idarch_input *input, const idarch_report *report, bool json)
{
    const char *text = json ? idarch_report_json(input->arena, &input->document, report,
                                                 &input->diags)
                            : idarch_report_text(input->arena, &input->document, report,
                                                 &input->diags);
    if (json)
        text = idarch_printf(input->arena, "%s\n", text);
    return idarch_write_stdout(text, strlen(text));
}

/* Nothing was read that could be checked. */
static void diagnose_nothing(idarch_input *input)
{
    idarch_diag *diag = idarch_diag_add(
        &input->diags, IDARCH_FATAL, "no-design", (idarch_span){0, 0},
        "there is nothing to check: no flowchart, no bit layout and no settings");
    diag->no_place = true;
    diag->hint = "add a section headed `Bit layout` with a table of Bits and Field, and a "
                 "section headed `Settings` with a list of `key: value`";
}

/* A document of pictures only, or one of which nothing could be read: no figures. */
static int check_pictures(idarch_input *input, const check_settings *settings)
{
    size_t count = input->document.pictures.count;
    if (count == 0 && !input->diags.counts[IDARCH_FATAL])
        diagnose_nothing(input);
    idarch_input_print_diags(input);
    int status = idarch_findings_status(&input->diags, settings->fail_on), written;
    if (settings->strict && status != IDARCH_EXIT_UNREADABLE) {
        fprintf(stderr, "%s: error: no ID design is stated, and --strict accepts only pass\n",
                input->source->name);
        status = IDARCH_EXIT_FINDINGS;
    }
    if (settings->json)
        written = print_report(input, NULL, true);
    else if (status == IDARCH_EXIT_UNREADABLE)
        return status;
    else {
        const char *text =
            idarch_printf(input->arena, "%s: %zu flowchart%s read; no ID design to check\n",
                          input->source->name, count, count == 1 ? "" : "s");
        written = idarch_write_stdout(text, strlen(text));
    }
    return idarch_worse(written, status);
}

static int check_input(idarch_input *input, const check_settings *settings)
{
    idarch_check_options options = {.has_now = true, .now = settings->now};
    idarch_report report = {0};
    if (!idarch_input_has_design(input))
        return check_pictures(input, settings);
    idarch_check(input->arena, &input->document, &options, &input->diags, &report);
    idarch_input_print_diags(input);
    bool passed = report.verdict == IDARCH_VERDICT_PASS;
    if (settings->strict && !passed)
        fprintf(stderr, "%s: error: the verdict is %s, and --strict accepts only pass\n",
                input->source->name, idarch_verdict_name(report.verdict));
    int status = idarch_findings_status(&input->diags, settings->fail_on);
    if (status == IDARCH_EXIT_GOOD && settings->strict && !passed)
        status = IDARCH_EXIT_FINDINGS;
    return idarch_worse(print_report(input, &report, settings->json), status);
}

static int check_file(const char *name, const check_settings *settings)
{
    idarch_input input;
    int status = idarch_input_open(&input, name, &settings->limits);
    if (status == IDARCH_EXIT_GOOD)
        status = check_input(&input, settings);
    else if (settings->json)
        status = idarch_worse(print_report(&input, NULL, true), status);
    idarch_input_release(&input);
    return status;
}

int idarch_cmd_check(int argc, char **argv)
{
    char *format = NULL, *fail_on = NULL, *now = NULL, **files;
    gboolean strict = FALSE;
    const GOptionEntry entries[] = {
        {"format", 0, 0, G_OPTION_ARG_STRING, &format, "text (default) or json", "FORMAT"},
        {"fail-on", 0, 0, G_OPTION_ARG_STRING, &fail_on,
         "Exit with 1 on findings of this severity or above: error (default), warning, note, "
         "never", "SEVERITY"},
        {"strict", 0, 0, G_OPTION_ARG_NONE, &strict, "Exit with 1 on any verdict but pass",
         NULL},
        {"now", 0, 0, G_OPTION_ARG_STRING, &now,
         "Check as of this instant (default: SOURCE_DATE_EPOCH, else the clock)", "INSTANT"},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    idarch_input_limits limits;
    int status;
    if (!idarch_options_parse(
            entries, "check",
            "Reads every flowchart and works out whether the described ID design holds.",
            "Exit status: 0 good, 1 findings at or above --fail-on, 2 unreadable input,\n"
            "3 usage, 4 input/output; of several files the highest.",
            argc, argv, &limits, &files, &status))
        return status;
    check_settings settings = {.limits = limits, .strict = strict, .json = g_strcmp0(format, "json") == 0};
    if (format && !settings.json && strcmp(format, "text") != 0)
        status = idarch_usage_error("check: --format takes text or json, not '%s'", format);
    else if (idarch_fail_on("check", fail_on ? fail_on : "error", &settings.fail_on) &&
             idarch_now(now, &settings.now)) {
        status = IDARCH_EXIT_GOOD;
        for (size_t i = 0; files[i]; i++)
            status = idarch_worse(status, check_file(files[i], &settings));
    }
    g_free(format);
    g_free(fail_on);
    g_free(now);
    g_strfreev(files);
    return status;
}
