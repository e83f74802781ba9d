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
 * already hold the parser's diagnostics: an error among them makes the verdict fail.
 *
 * The verdict is `fail` when an error stands among the findings (a rule of severity error
 * broken, a proof failed, a setting that could not be read) or a core rule is broken, by a
 * warning too; else `unproven` when an input of a core rule that applies to the design is
 * not stated; else `pass`: with it a warning of a rule that is not core may stand.
 * verdict_line is made without the rules that depend on now.
 *
 * A document without ID settings has nothing to check: no rules, no bar, verdict_line
 * NULL. */
void idarch_check(idarch_arena *arena, const idarch_document *document,
                  const idarch_check_options *options, idarch_diags *findings,
                  idarch_report *report);

/* The report for people: figures as a table, proofs, rules, verdict (no findings: these
 * are diagnostics and go to standard error). Returns new. */
char *idarch_report_text(idarch_arena *arena, const idarch_document *document,
                         const idarch_report *report, const idarch_diags *findings);

/* The report as one line of JSON, the form fixed for `check --format json`; report NULL: no
 * design was checked, so the verdict is null, or "fail" where an input cannot be read.
 * Returns new. */
char *idarch_report_json(idarch_arena *arena, const idarch_document *document,
                         const idarch_report *report, const idarch_diags *findings);

/* A built-in rule, for lists of them. */
typedef struct idarch_rule_info {
    const char *id;
    idarch_severity severity; /* the usual one */
    bool core;                /* decides the verdict: broken `fail`, not stated `unproven` */
    const char *summary;      /* what must hold, one line */
} idarch_rule_info;

/* The rule at an index, in the order in which they are run; false past the last. */
bool idarch_rule_at(size_t index, idarch_rule_info *info);

#endif
