/* Names of verdicts and states. */
#include "model/report.h"

const char *idarch_verdict_name(idarch_verdict verdict)
{
    switch (verdict) {
    case IDARCH_VERDICT_PASS: return "pass";
    case IDARCH_VERDICT_UNPROVEN: return "unproven";
    case IDARCH_VERDICT_FAIL: return "fail";
    }
    return "fail";
}

const char *idarch_rule_state_name(idarch_rule_state state)
{
    switch (state) {
    case IDARCH_RULE_HOLDS: return "holds";
    case IDARCH_RULE_BROKEN: return "broken";
    case IDARCH_RULE_NOT_STATED: return "not stated";
    case IDARCH_RULE_NOT_APPLICABLE: return "not applicable";
    }
    return "not stated";
}
