/* render_options.h: what `idarch render` was asked for, settled. */
#ifndef IDARCH_CLI_RENDER_OPTIONS_H
#define IDARCH_CLI_RENDER_OPTIONS_H

#include <glib.h>

#include "cli/cli.h"
#include "layout/layout.h"
#include "render/render.h"

typedef struct idarch_render_settings {
    idarch_input_limits limits;
    idarch_format format;
    const char *extension;   /* of files, with the dot */
    char *output;            /* file, folder, "-" or NULL: beside the input */
    bool to_folder;
    int fail_on;             /* an idarch_severity, or above them all */
    int picture;             /* from 1; 0: all */
    idarch_page_options page;
    idarch_render_options drawing;
    idarch_text *text;       /* borrowed, one for all pictures */
    GHashTable *written;     /* paths written by this run, so that none is replaced */
    char *theme, *stop_after; /* owned; what page and drawing point to */
} idarch_render_settings;

/* Reads the command line. False, with the exit status in *status, after help or a usage
 * error. Otherwise the files are in *files (g_strfreev) and the settings are to be given
 * to idarch_render_settings_release. */
bool idarch_render_options_parse(int argc, char **argv, idarch_render_settings *settings,
                                 char ***files, int *status);
void idarch_render_settings_release(idarch_render_settings *settings);

#endif
