/* document.h: one input file as understood: its pictures, its design, the blocks of
 * Markdown that are drawn. */
#ifndef IDARCH_MODEL_DOCUMENT_H
#define IDARCH_MODEL_DOCUMENT_H

#include "base/diag.h"
#include "base/source.h"
#include "model/design.h"
#include "model/graph.h"
#include "model/rich.h"

typedef struct idarch_picture {
    bool readable;        /* false: the flowchart has a fatal error; graph is not to be used */
    idarch_graph graph;
    const char *title;    /* front matter, else accTitle, else the heading above; or NULL */
    bool page;            /* this picture gets bit bar, settings, notes and verdict */
    idarch_span fence;    /* the flowchart's text in the file */
} idarch_picture;

typedef struct idarch_document {
    const idarch_source *source;
    IDARCH_ARRAY(idarch_picture) pictures; /* in order of the file */
    idarch_design design;
    const char *title;       /* first heading or front matter's title, or NULL */
    idarch_blocks settings;  /* the settings section as Markdown, to be drawn; may be empty */
    idarch_blocks notes;     /* the failure rules' items; empty: made from the settings */
    const char *settings_heading, *notes_heading; /* as written, or NULL */
} idarch_document;

#endif
