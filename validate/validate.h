/* validate/: document in, findings, figures and verdict out. Capacity, lifetime,
 * collision odds and the rules; the embedded reference generators of idgen/ are run on
 * the described layout to prove what the figures say. Also the captions for the picture
 * and the printers of the report. It knows base/, model/ and idgen/; not how anything was
 * read or is drawn. */
#ifndef IDARCH_VALIDATE_VALIDATE_H
#define IDARCH_VALIDATE_VALIDATE_H

#include "base/diag.h"
#include "model/document.h"
#include "model/report.h"

typedef struct idarch_check_options {
    bool has_now;
    idarch_ratio now;   /* ns since the Unix epoch; rules that need it are left out without */
    bool for_picture;   /* only figures, captions and rules that do not depend on now */
} idarch_check_options;

/* Checks the design: adds findings (code = rule id) and fills the report. findings may
 * already hold the parser's diagnostics: an error among them makes the verdict fail. */
void idarch_check(idarch_arena *arena, const idarch_document *document,
                  const idarch_check_options *options, idarch_diags *findings,
                  idarch_report *report);

/* The report for people: figures as a table, proofs, rules, verdict (no findings: these
 * are diagnostics and go to standard error). Returns new. */
char *idarch_report_text(idarch_arena *arena, const idarch_document *document,
                         const idarch_report *report, const idarch_diags *findings);

/* The report as one line of JSON, the form fixed for `check --format json`. Returns new. */
char *idarch_report_json(idarch_arena *arena, const idarch_document *document,
                         const idarch_report *report, const idarch_diags *findings);

#endif
