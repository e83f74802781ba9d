/* diag.h: diagnostics: what is wrong with the user's text, where, and what to do.
 *
 * A diagnostic is a value, collected in a list; printing it (text, JSON) is somebody
 * else's work. The findings of `check` are diagnostics as well: code is the rule. */
#ifndef IDARCH_BASE_DIAG_H
#define IDARCH_BASE_DIAG_H

#include "base/arena.h"
#include "base/source.h"

typedef enum idarch_severity {
    IDARCH_NOTE,    /* worth knowing; never changes the exit status */
    IDARCH_WARNING, /* likely trouble */
    IDARCH_ERROR,   /* readable, but wrong: exit status 1 of `check` */
    IDARCH_FATAL    /* this input (or fence) cannot be read: exit status 2; shown as "error" */
} idarch_severity;

typedef struct idarch_related {
    idarch_span span;
    const char *note; /* what stands there, or NULL */
} idarch_related;

typedef struct idarch_diag {
    idarch_severity severity;
    const char *code;    /* stable, lower-case with hyphens: "unit-missing", "bits-sum" */
    const char *message; /* one line, no final period, says what is wrong */
    const char *hint;    /* how to repair it, or NULL */
    idarch_span span;
    bool no_place;       /* about the document as a whole; span is meaningless */
    IDARCH_ARRAY(idarch_related) related;
} idarch_diag;

typedef struct idarch_diags {
    idarch_arena *arena;
    IDARCH_ARRAY(idarch_diag) list; /* in the order found, at most IDARCH_DIAGS_MAX; an error
                                       that finds it full takes a warning's place */
    size_t dropped;                 /* how many more there were */
    size_t counts[4];               /* by severity, the dropped ones included */
    idarch_diag *scratch;           /* what a dropped one is written to */
    size_t spared;                  /* warnings behind this index gave way to errors */
} idarch_diags;

#define IDARCH_DIAGS_MAX 1000

/* An empty list whose texts live in the arena. */
void idarch_diags_init(idarch_diags *diags, idarch_arena *arena);

/* Adds a diagnostic with a printf message and returns it, for hint and related to be
 * set. Never NULL: past the maximum it returns a scratch value that is not kept. A message
 * of more than 640 bytes (a name as long as the file, say) loses its middle. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
idarch_diag *idarch_diag_add(idarch_diags *diags, idarch_severity severity, const char *code,
                             idarch_span span, const char *format, ...);

/* The same with the arguments as a list. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 0)))
#endif
idarch_diag *idarch_diag_vadd(idarch_diags *diags, idarch_severity severity, const char *code,
                              idarch_span span, const char *format, va_list arguments);

/* A value for a diagnostic that is not to be said: nothing of it is kept. */
idarch_diag *idarch_diag_unsaid(idarch_diags *diags);

/* Adds a further place. */
void idarch_diag_relate(idarch_diags *diags, idarch_diag *diag, idarch_span span,
                        const char *note);

/* Stable sort by place; those without a place come last. */
void idarch_diags_sort(idarch_diags *diags);

/* Appends `file:line:column: error: message [code]`, the source line with a caret line
 * under it, related places and the hint. Tabs and wide characters keep the caret in
 * its place; long lines are cut around it, long texts in their middle; control characters
 * and marks of direction are shown as U+FFFD in the line and by their names (U+202E) in texts. */
void idarch_diag_print(idarch_strbuf *out, const idarch_source *source,
                       const idarch_diag *diag);

/* Appends the text in one line: line ends and tabs as blanks, bytes that are no UTF-8 as U+FFFD,
 * what must not go to a terminal by its name. */
void idarch_diag_add_visible(idarch_strbuf *out, const char *text, size_t len);

/* Whether a character must not go to a terminal as it is: controls, marks that turn the
 * direction of text or show nothing, line and paragraph separators. Joiners may: emoji and
 * some scripts need them. */
bool idarch_unprintable(uint32_t code_point);

/* "note", "warning", "error" */
const char *idarch_severity_name(idarch_severity severity);

#endif
