/* label.h: the text of a label to runs of rich text. */
#ifndef IDARCH_PARSER_LABEL_H
#define IDARCH_PARSER_LABEL_H

#include "base/diag.h"
#include "model/graph.h"
#include "model/rich.h"

/* The label to draw: entity codes and tags worked out, `<br>`, `\n` and line ends as
 * breaks, white space folded. IDARCH_LABEL_MARKDOWN knows * and _ as well. Unknown tags
 * and entities stay as text; each is a warning at span (the label's place) unless diags
 * is NULL. */
idarch_rich idarch_label_rich(idarch_arena *arena, idarch_str text, idarch_label_type type,
                              idarch_span span, idarch_diags *diags);

/* Whether the text is drawn just as it stands: no markup, single blanks, none around it. */
bool idarch_label_plain(idarch_str text);

/* Whether a link may be drawn: http, https, mailto or a relative one. Backslashes, control
 * characters and a leading `//` (which browsers read as another host) are refused. */
bool idarch_label_href_allowed(idarch_str url);

/* Whether a link holds what browsers read as another address than it seems to be. */
bool idarch_label_href_trap(idarch_str url);

#endif
