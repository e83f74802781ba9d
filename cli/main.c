/* The program's entry: finds the command and runs it. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const idarch_command commands[] = {
    {"render", "draw the flowchart, the bits to scale, the settings and the verdict",
     idarch_cmd_render},
    {"check", "work out capacity, lifetime and rules; the exit status is the verdict",
     idarch_cmd_check},
    {"graph", "print what was understood of the flowchart as JSON", idarch_cmd_graph},
};

static void print_help(FILE *out)
{
    fputs("Usage: idarch COMMAND [OPTION...] FILE...\n\n"
          "Draws the ID architecture that a Markdown document describes, and works out\n"
          "whether it holds.\n\nCommands:\n",
          out);
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`idarch COMMAND --help` shows a command's options. FILE is a Markdown document or\n"
          "a .mmd flowchart; - is standard input.\n\n"
          "Exit status: 0 good, 1 findings, 2 unreadable input, 3 usage, 4 input/output.\n",
          out);
}

static const idarch_command *find_command(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    unsigned best = 3;
    const char *nearest = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        unsigned d = idarch_str_distance(idarch_str_of(name), idarch_str_of(commands[i].name), 2);
        if (d < best) {
            best = d;
            nearest = commands[i].name;
        }
    }
    if (nearest)
        return idarch_usage_error("there is no command '%s'; did you mean '%s'?", name, nearest);
    return idarch_usage_error("there is no command '%s'; `idarch --help` lists them", name);
}

/* What was printed must have arrived. */
static int finish_stdout(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return IDARCH_EXIT_GOOD;
    return idarch_io_error("standard output: %s", g_strerror(errno));
}

static int run_command(const idarch_command *command, int argc, char **argv)
{
    char *name = g_strdup_printf("idarch %s", command->name);
    argv[0] = name;
    int status = command->run(argc, argv);
    g_free(name);
    return idarch_worse(status, finish_stdout());
}

int main(int argc, char **argv)
{
    /* Over a file size limit a write fails, as on a full disk; nothing is left half done. */
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2) {
        print_help(stderr);
        return IDARCH_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("idarch " IDARCH_VERSION);
        return finish_stdout();
    }
    bool help = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (help && argc < 3)) {
        print_help(stdout);
        return finish_stdout();
    }
    const idarch_command *command = find_command(argv[help ? 2 : 1]);
    if (!command)
        return unknown_command(argv[help ? 2 : 1]);
    if (help) {
        char *show[] = {argv[0], "--help", NULL};
        return run_command(command, 2, show);
    }
    return run_command(command, argc - 1, argv + 1);
}
