/* Finds numbers that an author's text states about a field: "1,024 instances", "69 years".
 * Only a number that stands right before one of a few known words is taken for a claim. */
#include "validate/claims.h"

#include <math.h>

static const char *const node_words[] = {"instance", "worker", "node", "machine", "host",
                                         "replica", "process", "shard", "datacenter", "value",
                                         "number", "instancia", "nodo", "trabajador"};
static const char *const sequence_words[] = {"id", "value", "number", "per ms",
                                             "per millisecond", "per second", "per tick"};
static const char *const year_words[] = {"year", "a\xC3\xB1o"};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether text starts with the word, any case. */
static bool starts_with(const char *text, const char *word)
{
    idarch_str all = idarch_str_of(text), wanted = idarch_str_of(word);
    return idarch_str_eq_nocase(idarch_str_sub(all, 0, wanted.len), wanted);
}

static bool one_of(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (starts_with(text, words[i]))
            return true;
    return false;
}

static int digits_at(const char *at)
{
    int count = 0;
    while (is_digit(at[count]))
        count++;
    return count;
}

/* Whether a separator of thousands and exactly three digits follow. */
static bool group_follows(const char *at)
{
    return (*at == ',' || *at == ' ' || *at == '_') && digits_at(at + 1) == 3;
}

/* Reads a number at *text and moves past it: "1,024", "69.7", "2^12". */
static check_claim read_number(const char **text)
{
    check_claim claim = {0};
    const char *at = *text;
    for (; is_digit(*at) || group_follows(at); at++)
        if (is_digit(*at) && claim.whole < (idarch_i128)1 << 100)
            claim.whole = claim.whole * 10 + (*at - '0');
    claim.value = (double)claim.whole;
    if (*at == '^' && claim.whole == 2 && is_digit(at[1])) {
        int exponent = 0;
        for (at++; is_digit(*at) && exponent < 100; at++)
            exponent = exponent * 10 + (*at - '0');
        claim.whole = idarch_pow2(exponent > 100 ? 100 : (unsigned)exponent);
        claim.value = (double)claim.whole;
    } else if (*at == '.' && is_digit(at[1])) {
        for (at++; is_digit(*at); at++)
            claim.value += (*at - '0') * pow(10, -(double)++claim.decimals);
    }
    *text = at;
    return claim;
}

/* The first number right before one of the words. */
static bool find_claim(const char *text, const char *const *words, size_t count,
                       check_claim *claim)
{
    for (const char *at = text; at && *at;) {
        if (!is_digit(*at)) {
            at++;
            continue;
        }
        *claim = read_number(&at);
        while (*at == ' ')
            at++;
        if (one_of(at, words, count))
            return true;
    }
    return false;
}

bool check_find_count_claim(const char *text, idarch_field_kind kind, check_claim *claim)
{
    if (kind == IDARCH_FIELD_NODE)
        return find_claim(text, node_words, sizeof node_words / sizeof node_words[0], claim);
    return find_claim(text, sequence_words, sizeof sequence_words / sizeof sequence_words[0],
                      claim);
}

static bool power_of_two(idarch_i128 value)
{
    return value > 0 && (value & (value - 1)) == 0;
}

bool check_count_claim_wrong(const check_claim *claim, unsigned bits)
{
    idarch_i128 holds = idarch_pow2(bits);
    if (claim->decimals || claim->whole == holds || claim->whole == holds - 1)
        return false;
    return claim->whole > holds ||
           (claim->whole >= 15 &&
            (power_of_two(claim->whole) || power_of_two(claim->whole + 1)));
}

bool check_find_years_claim(const char *text, check_claim *claim)
{
    return find_claim(text, year_words, sizeof year_words / sizeof year_words[0], claim);
}
