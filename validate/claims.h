/* claims.h: inside validate/ only: numbers that an author's own text states. */
#ifndef IDARCH_VALIDATE_CLAIMS_H
#define IDARCH_VALIDATE_CLAIMS_H

#include "base/ratio.h"
#include "model/scheme.h"

typedef struct check_claim {
    idarch_i128 whole;   /* the number's whole part */
    double value;
    unsigned decimals;   /* digits after the point */
} check_claim;

/* A number before a word for what a field counts: "1,024 instances", "2^12 IDs". */
bool check_find_count_claim(const char *text, idarch_field_kind kind, check_claim *claim);

/* Whether the claim cannot be meant for a field of the width: larger than it holds, or
 * another power of two (or one less than one). Small numbers may count something else. */
bool check_count_claim_wrong(const check_claim *claim, unsigned bits);

/* A number before "years" or "a\xC3\xB1os". */
bool check_find_years_claim(const char *text, check_claim *claim);

#endif
