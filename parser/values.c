/* Values of settings. Takes a key and a text, gives the exact value, or says what the
 * key takes. A value may be dressed in a few words ("at most 10 s", "20,000 IDs/s in
 * total at peak"); words that carry nothing are noted, words that could turn the meaning
 * round ("not", a second number) make it an error. */
#include "parser/values.h"

#include <glib.h>

#include "parser/keys.h"

/* Words before and behind a value that change nothing; folded. */
static const char before_words[] =
    "the|el|la|at most|up to|no more than|max|maximum|within|under|below|less than|about|every|"
    "each|after|"
    "for|is|of|until|to|from|in|on|set to|by|refuse above|refuse|above|como maximo|hasta|meno de|"
    "cada|de|del|en|es|desde|ca|p99|roughly";
static const char behind_words[] =
    "or less|maximum|max|at most|from peer|ahead|long|each|granted|in total|total|o meno|"
    "como maximo|en total|por delante|per replica|per lease|adelantada|then|in advance|old|unix";
/* Words that turn a meaning round. */
static const char turning_words[] = "not|no|never|without|except|unless|instead|or|nor|but|than|"
                                    "sin|nunca|excepto|o|pero|salvo";

typedef struct takes_row {
    const char *what, *example;
} takes_row;

static takes_row takes_of(idarch_takes takes)
{
    switch (takes) {
    case IDARCH_TAKES_TEXT: return (takes_row){"a text", NULL};
    case IDARCH_TAKES_LAYOUT: return (takes_row){"a bit layout", "1:41:10:12"};
    case IDARCH_TAKES_NUMBER: return (takes_row){"a number", "1,000"};
    case IDARCH_TAKES_NUMBER_OR_SHARE: return (takes_row){"a number or a share", "1 or 25 %"};
    case IDARCH_TAKES_DURATION: return (takes_row){"a duration", "10 s"};
    case IDARCH_TAKES_INSTANT: return (takes_row){"an instant", "2026-01-01T00:00:00Z"};
    case IDARCH_TAKES_DURATION_OR_INSTANT:
        return (takes_row){"a duration or an instant", "20 years or 2045-01-01T00:00:00Z"};
    case IDARCH_TAKES_RATE: return (takes_row){"a rate", "20,000 IDs/s in total at peak"};
    case IDARCH_TAKES_DRIFT: return (takes_row){"a drift", "1000 ppm, 0.1 % or 1/12"};
    case IDARCH_TAKES_YESNO: return (takes_row){"yes or no", NULL};
    case IDARCH_TAKES_ORDER:
        return (takes_row){"none, per tick, strict or a duration", "within 1 s"};
    case IDARCH_TAKES_CHOICE: return (takes_row){"one of", NULL};
    }
    return (takes_row){"a value", NULL};
}

static const struct {
    idarch_key key;
    const char *what;
} special_takes[] = {
    {IDARCH_KEY_CLOCK_RULE, "one of: fail; wait 5 ms, then fail; wait; logical; reset"},
    {IDARCH_KEY_MARK, "none, or an interval and a lead: every 3 s, 6 s ahead"},
    {IDARCH_KEY_RESTARTS, "a number of starts per day of one replica, like 2 per day"},
    {IDARCH_KEY_NETWORK, "networks in CIDR notation, like 10.0.0.0/16"},
    {IDARCH_KEY_SEQUENCE_START, "zero, or random with its bound: random 100"},
    {IDARCH_KEY_SHARD_BY, "one of: id % 4 (modulo), range, hash"},
    {IDARCH_KEY_MAKESTEP, "chrony's threshold and limit, like 1.0 3"},
};

const char *idarch_takes_text(idarch_arena *arena, idarch_key key)
{
    for (size_t i = 0; i < sizeof special_takes / sizeof special_takes[0]; i++)
        if (special_takes[i].key == key)
            return special_takes[i].what;
    takes_row row = takes_of(idarch_key_takes(key));
    if (idarch_key_takes(key) != IDARCH_TAKES_CHOICE)
        return row.example ? idarch_printf(arena, "%s, like %s", row.what, row.example)
                           : row.what;
    idarch_strbuf buf = {.arena = arena};
    const char *choice;
    for (int i = 0; (choice = idarch_key_choice(arena, key, i)); i++)
        idarch_strbuf_printf(&buf, "%s%s", i ? ", " : "one of: ", choice);
    return idarch_strbuf_text(&buf);
}

/* Words or signs that carry nothing; signs could change the meaning, so they warn. */
static void unread(idarch_scan *scan, idarch_severity severity, size_t start, size_t end)
{
    idarch_str text = idarch_str_trim(idarch_str_sub(scan->text, start, end));
    if (scan->problem.code)
        return;
    scan->problem = (idarch_problem){
        severity, "words-unread",
        idarch_printf(scan->arena, "'%s' is not read", idarch_shown(scan->arena, text)),
        severity == IDARCH_NOTE ? "put remarks in parentheses" : "write the value without it",
        start, end};
}

/* Whether there is anything but punctuation that ends a sentence or a part. */
static bool has_signs(idarch_str rest)
{
    for (size_t i = 0; i < rest.len; i++)
        if (!strchr(".,; \t", rest.ptr[i]))
            return true;
    return false;
}

/* What is left of the scan carries nothing: said. A number or a turning word in it, or
 * signs of arithmetic, are a problem. */
static bool finish(idarch_scan *scan, idarch_key key)
{
    idarch_str rest = idarch_str_trim(idarch_str_sub(scan->text, scan->at, scan->text.len));
    idarch_words words = idarch_words_of(scan->arena, rest);
    bool bad = false;
    for (size_t i = 0; i < words.count; i++)
        bad = bad || idarch_fold_is(words.items[i].fold, turning_words);
    for (size_t i = 0; i < rest.len; i++)
        bad = bad || g_ascii_isdigit(rest.ptr[i]) || strchr("%$/*^=<>", rest.ptr[i]);
    if (bad)
        return idarch_scan_fail(scan, "setting-value", scan->at, scan->text.len,
                                idarch_printf(scan->arena, "'%s' is not understood here",
                                              idarch_shown(scan->arena, rest)),
                                idarch_printf(scan->arena, "%s takes %s", idarch_key_name(key),
                                              idarch_takes_text(scan->arena, key)));
    if (words.count || has_signs(rest))
        unread(scan, words.count ? IDARCH_NOTE : IDARCH_WARNING, scan->at, scan->text.len);
    return true;
}

/* A minus before a number: no setting but an instant can be negative. */
static bool is_negative(idarch_scan *scan)
{
    idarch_scan copy = *scan;
    idarch_scan_blanks(&copy);
    bool minus = idarch_scan_skip(&copy, "-") || idarch_scan_skip(&copy, "\xE2\x88\x92");
    idarch_scan_blanks(&copy);
    return minus && copy.at < copy.text.len && g_ascii_isdigit(copy.text.ptr[copy.at]);
}

static bool fail_negative(idarch_scan *scan, idarch_key key)
{
    return idarch_scan_fail(scan, "setting-value", scan->at, scan->text.len,
                            idarch_printf(scan->arena, "'%s' cannot be negative",
                                          idarch_key_name(key)),
                            idarch_printf(scan->arena, "%s takes %s", idarch_key_name(key),
                                          idarch_takes_text(scan->arena, key)));
}

static bool read_number(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    static const char nouns[] =
        "id|replica|instance|pod|node|machine|worker|server|member|processe|process|cluster|row|"
        "bit|byte|statefulset|indexe|index|number|instancia|nodo|maquina|servidore|"
        "fila|bit wide|at once|per request|per call|of them|in total|per replica";
    bool share = idarch_key_takes(key) == IDARCH_TAKES_NUMBER_OR_SHARE;
    idarch_scan_fillers(scan, before_words);
    if (is_negative(scan))
        return fail_negative(scan, key);
    if (!idarch_scan_number(scan, &value->ratio))
        return false;
    value->type = IDARCH_VALUE_NUMBER;
    idarch_scan_blanks(scan);
    if (share && (idarch_scan_skip(scan, "%") || idarch_scan_phrase(scan, "percent|por ciento"))) {
        value->type = IDARCH_VALUE_SHARE;
        return idarch_ratio_mul(value->ratio, idarch_ratio_make(1, 100), &value->ratio) &&
               finish(scan, key);
    }
    idarch_scan_skip(scan, "-"); /* 64-bit */
    idarch_scan_fillers(scan, nouns);
    if (value->ratio.den != 1)
        return idarch_scan_fail(scan, "setting-value", 0, scan->text.len,
                                idarch_printf(scan->arena, "%s takes a whole number",
                                              idarch_key_name(key)), NULL);
    return finish(scan, key);
}

/* per, / and the unit of time; *ns is its length. */
static bool scan_per(idarch_scan *scan, idarch_ratio *ns)
{
    idarch_scan copy = *scan;
    idarch_scan_blanks(&copy);
    bool per = idarch_scan_skip(&copy, "/") ||
               idarch_scan_phrase(&copy, "per|each|every|a|por|al|cada");
    if (!per || !idarch_scan_unit(&copy, ns)) {
        if (!scan->problem.code)
            scan->problem = copy.problem;
        return false;
    }
    scan->at = copy.at;
    return true;
}

static bool read_restarts(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_ratio ns, per_day;
    size_t start = scan->at;
    idarch_scan_fillers(scan, before_words);
    if (!idarch_scan_number(scan, &value->ratio))
        return false;
    idarch_scan_fillers(scan, "time|restart|start|vece|reinicio");
    if (idarch_scan_phrase(scan, "daily|al dia|diario"))
        ns = idarch_ratio_int(IDARCH_NS_PER_DAY);
    else if (!scan_per(scan, &ns))
        return idarch_scan_fail(scan, "unit-missing", start, scan->at,
                                "the number of restarts has no time to count in",
                                "write it per day: 2 per day");
    idarch_scan_skip(scan, "/");
    idarch_scan_fillers(scan, "per replica|per instance|per pod|per worker|replica|each|"
                              "and replica|por replica");
    value->type = IDARCH_VALUE_NUMBER;
    return idarch_ratio_div(idarch_ratio_int(IDARCH_NS_PER_DAY), ns, &per_day) &&
           idarch_ratio_mul(value->ratio, per_day, &value->ratio) && finish(scan, key);
}

static bool read_duration(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_scan_fillers(scan, before_words);
    if (is_negative(scan))
        return fail_negative(scan, key);
    idarch_scan unit_alone = *scan;
    bool found = idarch_scan_duration(scan, &value->ratio);
    if (!found && key == IDARCH_KEY_TICK && !scan->problem.code) {
        *scan = unit_alone;
        found = idarch_scan_unit(scan, &value->ratio);
    }
    if (!found)
        return false;
    value->type = IDARCH_VALUE_DURATION;
    idarch_scan_fillers(scan, behind_words);
    return finish(scan, key);
}

static bool read_instant(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_scan_fillers(scan, "from|since|on|at|until|to|in|desde|hasta|el|en|in service until");
    if (!idarch_scan_instant(scan, &value->ratio))
        return false;
    value->type = IDARCH_VALUE_INSTANT;
    return finish(scan, key);
}

static bool read_duration_or_instant(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_scan instant = *scan, duration = *scan;
    if (is_negative(scan))
        return fail_negative(scan, key);
    if (read_duration(&duration, key, value)) {
        *scan = duration;
        return true;
    }
    if (read_instant(&instant, key, value)) {
        *scan = instant;
        return true;
    }
    bool date = instant.problem.code && (strcmp(instant.problem.code, "instant-form") == 0 ||
                                         (strcmp(instant.problem.code, "epoch-zone") == 0 &&
                                          !strstr(instant.problem.message, "bare")));
    *scan = date ? instant : duration;
    return false;
}

/* Whether the words up to here belong to a number behind them: `peak 20,000/s`. */
static bool number_behind(const idarch_scan *scan)
{
    idarch_scan copy = *scan;
    for (bool again = true; again;) {
        idarch_scan_blanks(&copy);
        again = idarch_scan_skip(&copy, ":") || idarch_scan_phrase(&copy, "of|is|up to|about");
    }
    return copy.at < copy.text.len && g_ascii_isdigit(copy.text.ptr[copy.at]);
}

/* Words that qualify a rate; behind it, those that belong to a second rate are left. */
static void scan_rate_words(idarch_scan *scan, idarch_value *value, bool behind)
{
    static const char per_worker[] = "per worker|per instance|per node|per machine|per replica|"
                                     "per process|per pod|per generator|each worker|each instance|"
                                     "por trabajador|por instancia|por nodo|por maquina|"
                                     "por replica";
    static const char total[] = "in total|total|altogether|overall|for fleet|fleet|en total|"
                                "in all|all together|of all worker";
    static const char mean[] = "mean|average|avg|on average|in mean|media|promedio|de media|"
                               "sustained";
    static const char peak[] = "peak|at peak|in peak|at most|max|maximum|pico|en pico|maximo|"
                               "como maximo|de pico|burst";
    for (;;) {
        idarch_scan_blanks(scan);
        if (idarch_scan_skip(scan, ",") || idarch_scan_skip(scan, "(") ||
            idarch_scan_skip(scan, ")") || (!behind && idarch_scan_skip(scan, ":")))
            continue;
        idarch_scan next = *scan;
        bool worker = idarch_scan_phrase(&next, per_worker);
        bool average = !worker && idarch_scan_phrase(&next, mean);
        if (!worker && !average && !idarch_scan_phrase(&next, total) &&
            !idarch_scan_phrase(&next, peak))
            return;
        if (behind && number_behind(&next))
            return;
        value->per_worker = value->per_worker || worker;
        value->mean = value->mean || average;
        scan->at = next.at;
    }
}

/* The noun that is counted: IDs, requests, orders. One or two words before the unit. */
static void skip_noun(idarch_scan *scan)
{
    idarch_scan copy = *scan;
    idarch_ratio ns;
    for (int words = 0; words < 3; words++) {
        idarch_scan probe = copy;
        if (scan_per(&probe, &ns)) {
            scan->at = copy.at;
            return;
        }
        idarch_scan_blanks(&copy);
        if (!idarch_scan_word(&copy))
            return;
    }
}

static bool scan_rate(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_ratio ns, per_second;
    idarch_scan_fillers(scan, "about|up to|is|of|ca|hasta|roughly");
    scan_rate_words(scan, value, false);
    size_t start = scan->at;
    if (is_negative(scan))
        return fail_negative(scan, key);
    if (!idarch_scan_number(scan, &value->ratio))
        return false;
    skip_noun(scan);
    if (!scan_per(scan, &ns)) {
        idarch_scan rest = *scan;
        idarch_scan_fillers(&rest, "id");
        return idarch_scan_fail(scan, "unit-missing", start, rest.at,
                                "the rate has no unit of time",
                                "write it per unit: 20,000 IDs/s, or 20 per ms");
    }
    scan_rate_words(scan, value, true);
    idarch_ratio second = idarch_ratio_int(IDARCH_NS_PER_S);
    value->type = IDARCH_VALUE_RATE;
    return idarch_ratio_div(second, ns, &per_second) &&
           idarch_ratio_mul(value->ratio, per_second, &value->ratio);
}

/* One rate, or a mean and a peak in any order: then the peak counts. */
static bool read_rate(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_value other = {.ratio = {0, 1}, .argument = {0, 1}};
    if (!scan_rate(scan, key, value))
        return false;
    idarch_scan next = *scan;
    for (bool again = true; again;) {
        idarch_scan_blanks(&next);
        again = idarch_scan_skip(&next, ";") || idarch_scan_phrase(&next, "and|y|with|con");
    }
    if (scan_rate(&next, key, &other) && other.mean != value->mean) {
        scan->at = next.at;
        *value = value->mean ? other : *value;
    }
    return finish(scan, key);
}

/* 0.5 ms/s, 40 us per second */
static bool scan_time_by_time(idarch_scan *scan, idarch_ratio *share)
{
    idarch_scan copy = *scan;
    idarch_ratio gained, per;
    if (!idarch_scan_duration(&copy, &gained) || !scan_per(&copy, &per) ||
        !idarch_ratio_div(gained, per, share))
        return false;
    scan->at = copy.at;
    return true;
}

static bool read_drift(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    static const struct {
        const char *sign, *words;
        int64_t parts;
    } units[] = {{"%", "percent|por ciento", 100}, {"ppm", "part per million", 1000000},
                 {"ppb", "part per billion", 1000000000}};
    idarch_scan_fillers(scan, before_words);
    value->type = IDARCH_VALUE_SHARE;
    if (scan_time_by_time(scan, &value->ratio))
        return finish(scan, key);
    size_t start = scan->at;
    if (!idarch_scan_number(scan, &value->ratio))
        return false;
    bool fraction = memchr(scan->text.ptr + start, '/', scan->at - start) != NULL;
    idarch_scan_blanks(scan);
    for (size_t i = 0; i < 3; i++)
        if (idarch_scan_skip(scan, units[i].sign) || idarch_scan_phrase(scan, units[i].words))
            return idarch_ratio_mul(value->ratio, idarch_ratio_make(1, units[i].parts),
                                    &value->ratio) &&
                   finish(scan, key);
    if (value->ratio.num == 0 || fraction)
        return finish(scan, key);
    return idarch_scan_fail(scan, "unit-missing", start, scan->at, "the drift has no unit",
                            "write ppm, % or a fraction: 1000 ppm, 0.1 %, 1/12");
}

static bool read_yesno(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_scan_blanks(scan);
    bool yes = idarch_scan_phrase(scan, "ye|on|true|si|y") ||
               (key == IDARCH_KEY_UNIQUE &&
                idarch_scan_phrase(scan, "primary key|by primary key|clave primaria"));
    if (!yes && !idarch_scan_phrase(scan, "no|off|false|n"))
        return false;
    value->type = IDARCH_VALUE_YESNO;
    value->ratio = idarch_ratio_int(yes);
    return finish(scan, key);
}

static bool read_choice(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    static const char fillers[] =
        "leased|from|with|by|via|in|on|using|and|is|are|per|pod|id|at|of|through|reading|it|"
        "counted|clock|lease|worker|machine|node|number|as|to|de|por|en|con|del|key|time|start|"
        "every|service|source|kept|stored|written|sent|server|ordinal|user|request|cluster";
    idarch_words words = idarch_words_of(scan->arena, scan->text);
    idarch_strbuf rest = {.arena = scan->arena};
    size_t from = 0, to = 0;
    int choice = idarch_choice_find(key, &words, &from, &to);
    if (choice == -2)
        return idarch_scan_fail(scan, "setting-value", 0, scan->text.len,
                                "this names more than one choice",
                                idarch_printf(scan->arena, "%s takes %s", idarch_key_name(key),
                                              idarch_takes_text(scan->arena, key)));
    if (choice < 0)
        return false;
    for (size_t i = 0; i < words.count; i++) {
        bool taken = i >= from && i < to;
        if (!taken && idarch_fold_is(words.items[i].fold, turning_words))
            return false;
        if (!taken && !idarch_fold_is(words.items[i].fold, fillers))
            idarch_strbuf_printf(&rest, "%s%s", rest.len ? " " : "",
                                 idarch_str_dup(scan->arena,
                                                idarch_str_sub(scan->text, words.items[i].start,
                                                               words.items[i].end)));
    }
    value->type = IDARCH_VALUE_CHOICE;
    value->choice = choice;
    if (rest.len && !scan->problem.code)
        scan->problem = (idarch_problem){
            IDARCH_NOTE, "words-unread",
            idarch_printf(scan->arena, "read as '%s'; '%s' is not read",
                          idarch_key_choice(scan->arena, key, choice),
                          idarch_shown(scan->arena, idarch_str_of(rest.ptr))),
            "put remarks in parentheses", 0, scan->text.len};
    return true;
}

static void set_choice(idarch_value *value, idarch_key key, const char *name)
{
    value->type = IDARCH_VALUE_CHOICE;
    value->choice = idarch_key_choice_index(key, name);
}

static bool scan_argument(idarch_scan *scan, idarch_value *value)
{
    value->has_argument = idarch_scan_duration(scan, &value->argument);
    return value->has_argument || !scan->problem.code;
}

/* fail; wait; wait N, then fail; logical, cap N; reset */
static bool read_clock_rule(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    static const char fail_words[] = "fail|refuse|error|throw|raise|reject|stop|fallar|rechazar|"
                                     "return error|refuse request|refuse id|refuse to issue id|"
                                     "error out|raise error|throw error|fallo|give up";
    idarch_scan_blanks(scan);
    if (idarch_scan_phrase(scan, "wait up to|wait at most|wait for|wait|block for|block|sleep|"
                                 "spin|esperar hasta|esperar|espera hasta|espera")) {
        set_choice(value, key, "wait");
        idarch_scan_fillers(scan, before_words);
        if (!scan_argument(scan, value))
            return false;
        for (bool again = true; again;) {
            idarch_scan_blanks(scan);
            again = idarch_scan_skip(scan, ",") || idarch_scan_skip(scan, ";") ||
                    idarch_scan_phrase(scan, "then|after that|and then|and|else|luego|despue|y");
        }
        idarch_scan_phrase(scan, fail_words);
        idarch_scan_fillers(scan, "for clock|until clock catche up|until it catche up|"
                                  "id|request|alert|and");
        return finish(scan, key);
    }
    if (idarch_scan_phrase(scan, "logical clock|logical|keep counting|count on|hybrid|hlc|logico|"
                                 "reloj logico|go on counting")) {
        set_choice(value, key, "logical");
        for (bool again = true; again;) {
            idarch_scan_blanks(scan);
            again = idarch_scan_skip(scan, ",") || idarch_scan_skip(scan, "(") ||
                    idarch_scan_phrase(scan, "cap|capped at|cap at|at most|lead at most|lead|"
                                             "up to|tope|limite|capped|ahead|max");
        }
        if (!scan_argument(scan, value))
            return false;
        idarch_scan_skip(scan, ")");
        idarch_scan_fillers(scan, behind_words);
        return finish(scan, key);
    }
    if (idarch_scan_phrase(scan, fail_words)) {
        set_choice(value, key, "fail");
        idarch_scan_fillers(scan, "at once|immediately|id|request|error|and alert|to issue id|"
                                  "to issue");
        return finish(scan, key);
    }
    return read_choice(scan, key, value);
}

/* zero; random N */
static bool read_sequence_start(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_scan_blanks(scan);
    if (!idarch_scan_phrase(scan, "random|aleatorio|aleatoria"))
        return read_choice(scan, key, value);
    set_choice(value, key, "random");
    idarch_scan_fillers(scan, "below|under|up to|at most|from|of|hasta|meno de|0");
    idarch_scan_skip(scan, "..");
    idarch_scan_skip(scan, "-");
    idarch_scan_skip(scan, "\xE2\x80\x93");
    value->has_argument = idarch_scan_number(scan, &value->argument);
    return !scan->problem.code && finish(scan, key);
}

/* id % 4, modulo 4; range; hash */
static bool read_shard_by(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_scan copy = *scan;
    idarch_scan_fillers(&copy, "id");
    idarch_scan_blanks(&copy);
    if (!idarch_scan_skip(&copy, "%") && !idarch_scan_phrase(&copy, "modulo|mod"))
        return read_choice(scan, key, value);
    set_choice(value, key, "modulo");
    if (!idarch_scan_phrase(&copy, "n"))
        value->has_argument = idarch_scan_number(&copy, &value->argument);
    *scan = copy;
    return !scan->problem.code && finish(scan, key);
}

/* revoke; wait [N], then revoke; expire */
static bool read_release(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_scan_blanks(scan);
    idarch_scan copy = *scan;
    if (!idarch_scan_phrase(&copy, "wait|esperar|espera"))
        return read_choice(scan, key, value);
    idarch_scan_fillers(&copy, before_words);
    if (!scan_argument(&copy, value)) {
        *scan = copy;
        return false;
    }
    for (bool again = true; again;) {
        idarch_scan_blanks(&copy);
        again = idarch_scan_skip(&copy, ",") ||
                idarch_scan_phrase(&copy, "then|and then|and|luego|y");
    }
    if (!idarch_scan_phrase(&copy, "revoke|revocar"))
        return false;
    set_choice(value, key, "wait then revoke");
    *scan = copy;
    return finish(scan, key);
}

/* none, per tick, strict, [within] a duration */
static bool read_order(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    idarch_scan copy = *scan;
    idarch_scan_fillers(&copy, "sorted|within|by time|in|to|dentro de|ordenado|roughly|of");
    if (idarch_scan_duration(&copy, &value->argument)) {
        *scan = copy;
        set_choice(value, key, "within");
        value->has_argument = true;
        return finish(scan, key);
    }
    if (copy.problem.code || idarch_scan_end(&copy)) {
        *scan = copy;
        return false;
    }
    return read_choice(scan, key, value);
}

/* One address with a length of its prefix: 10.0.0.0/16, fd00::/8. */
static bool is_cidr(idarch_str s)
{
    size_t slash = idarch_str_find(s, '/', 0), dots = 0, colons = 0;
    unsigned bits = 0;
    if (slash == 0 || slash + 1 >= s.len || s.len - slash > 4)
        return false;
    for (size_t i = slash + 1; i < s.len; i++) {
        if (!g_ascii_isdigit(s.ptr[i]))
            return false;
        bits = bits * 10 + (unsigned)(s.ptr[i] - '0');
    }
    for (size_t i = 0, octet = 0; i < slash; i++) {
        octet = g_ascii_isdigit(s.ptr[i]) ? octet * 10 + (size_t)(s.ptr[i] - '0') : 0;
        dots += s.ptr[i] == '.';
        colons += s.ptr[i] == ':';
        if ((octet > 255 && idarch_str_find(s, ':', 0) == s.len) || octet > 9999)
            return false;
        if (!g_ascii_isxdigit(s.ptr[i]) && s.ptr[i] != '.' && s.ptr[i] != ':')
            return false;
    }
    return colons >= 2 ? bits <= 128 : dots == 3 && bits <= 32;
}

static bool read_network(idarch_scan *scan, idarch_value *value)
{
    bool any = false;
    for (size_t at = scan->at; at < scan->text.len;) {
        size_t end = at;
        while (end < scan->text.len && !strchr(", ;\t\n", scan->text.ptr[end]))
            end++;
        idarch_str one = idarch_str_sub(scan->text, at, end);
        bool joint = idarch_str_is(one, "and") || idarch_str_is(one, "y") || one.len == 0;
        if (!joint && !is_cidr(one))
            return false;
        any = any || !joint;
        at = end + 1;
    }
    value->type = IDARCH_VALUE_TEXT;
    return any;
}

static bool read_text(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    if (key == IDARCH_KEY_NETWORK)
        return read_network(scan, value);
    if (key == IDARCH_KEY_MAKESTEP) {
        idarch_words words = idarch_words_of(scan->arena, scan->text);
        bool number = idarch_str_trim(scan->text).len > 0 &&
                      strchr("0123456789.-", idarch_str_trim(scan->text).ptr[0]);
        bool none = words.count == 1 && idarch_fold_is(words.items[0].fold, "none|no|off|never");
        if (!number && !none)
            return false;
    }
    value->type = IDARCH_VALUE_TEXT;
    return idarch_str_trim(scan->text).len > 0;
}

static bool read_special(idarch_scan *scan, idarch_key key, idarch_value *value, bool *ok)
{
    static const struct {
        idarch_key key;
        bool (*read)(idarch_scan *scan, idarch_key key, idarch_value *value);
    } readers[] = {
        {IDARCH_KEY_CLOCK_RULE, read_clock_rule}, {IDARCH_KEY_SEQUENCE_START, read_sequence_start},
        {IDARCH_KEY_RELEASE, read_release},       {IDARCH_KEY_RESTARTS, read_restarts},
        {IDARCH_KEY_SHARD_BY, read_shard_by},
    };
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (readers[i].key == key) {
            *ok = readers[i].read(scan, key, value);
            return true;
        }
    return false;
}

static bool read_any(idarch_scan *scan, idarch_key key, idarch_value *value)
{
    bool ok = false;
    if (read_special(scan, key, value, &ok))
        return ok;
    switch (idarch_key_takes(key)) {
    case IDARCH_TAKES_TEXT:
    case IDARCH_TAKES_LAYOUT: return read_text(scan, key, value);
    case IDARCH_TAKES_NUMBER:
    case IDARCH_TAKES_NUMBER_OR_SHARE: return read_number(scan, key, value);
    case IDARCH_TAKES_DURATION: return read_duration(scan, key, value);
    case IDARCH_TAKES_INSTANT: return read_instant(scan, key, value);
    case IDARCH_TAKES_DURATION_OR_INSTANT: return read_duration_or_instant(scan, key, value);
    case IDARCH_TAKES_RATE: return read_rate(scan, key, value);
    case IDARCH_TAKES_DRIFT: return read_drift(scan, key, value);
    case IDARCH_TAKES_YESNO: return read_yesno(scan, key, value);
    case IDARCH_TAKES_ORDER: return read_order(scan, key, value);
    case IDARCH_TAKES_CHOICE: return read_choice(scan, key, value);
    }
    return false;
}

static bool is_unknown(idarch_arena *arena, idarch_str text)
{
    if (idarch_str_is(idarch_str_trim(text), "?"))
        return true;
    return idarch_fold_is(idarch_fold(arena, text),
                          "unknown|not known|not yet known|tbd|to be decided|to be determined|"
                          "n|na|not stated|not decided|desconocido|desconocida|por decidir");
}

/* Keys whose value cannot be nothing. */
static bool must_be_positive(idarch_key key)
{
    static const idarch_key keys[] = {
        IDARCH_KEY_ID_BITS,    IDARCH_KEY_TICK,          IDARCH_KEY_SERVICE_LIFE,
        IDARCH_KEY_REPLICAS,   IDARCH_KEY_PROCESSES,     IDARCH_KEY_CLUSTERS,
        IDARCH_KEY_LEASE_TTL,  IDARCH_KEY_KEEPALIVE,     IDARCH_KEY_STATEFULSETS,
        IDARCH_KEY_ETCD_NODES, IDARCH_KEY_TICKET_SERVERS, IDARCH_KEY_ELECTION_TIMEOUT,
        IDARCH_KEY_RATE,       IDARCH_KEY_BURST,
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i] == key)
            return true;
    return false;
}

static bool check_positive(idarch_scan *scan, idarch_key key, const idarch_value *value)
{
    bool amount = value->type == IDARCH_VALUE_NUMBER ||
                  value->type == IDARCH_VALUE_DURATION || value->type == IDARCH_VALUE_RATE;
    if (!amount || value->ratio.num > 0 || !must_be_positive(key))
        return true;
    return idarch_scan_fail(scan, "setting-value", 0, scan->text.len,
                            idarch_printf(scan->arena, "'%s' must be more than 0",
                                          idarch_key_name(key)),
                            idarch_printf(scan->arena, "%s takes %s", idarch_key_name(key),
                                          idarch_takes_text(scan->arena, key)));
}

/* `<` and `~` before a value say less than a setting does: read past, and warned of.
 * Returns where they end. */
static size_t skip_rough_sign(idarch_scan *scan)
{
    static const char *const signs[] = {"<", "~", "\xE2\x89\x88", "\xE2\x89\xB2"};
    idarch_scan_blanks(scan);
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (idarch_scan_skip(scan, signs[i])) {
            idarch_scan_skip(scan, "=");
            return scan->at;
        }
    return 0;
}

/* Without quotes around the whole. */
static void strip_quotes(idarch_scan *scan)
{
    static const char *const pairs[][2] = {{"\"", "\""}, {"'", "'"},
                                           {"\xE2\x80\x9C", "\xE2\x80\x9D"},
                                           {"\xC2\xAB", "\xC2\xBB"}};
    idarch_scan_blanks(scan);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        size_t open = strlen(pairs[i][0]), close = strlen(pairs[i][1]);
        idarch_str rest = idarch_str_sub(scan->text, scan->at, scan->text.len);
        if (rest.len <= open + close || !idarch_str_starts(rest, pairs[i][0]) ||
            !idarch_str_ends(rest, pairs[i][1]))
            continue;
        scan->at += open;
        scan->text.len -= close;
        return;
    }
}

bool idarch_value_read(idarch_arena *arena, idarch_key key, idarch_str text,
                       idarch_value *value, idarch_problem *problem)
{
    idarch_scan scan = {.arena = arena, .text = text};
    strip_quotes(&scan);
    size_t sign = skip_rough_sign(&scan);
    *value = (idarch_value){.ratio = {0, 1}, .argument = {0, 1}};
    *problem = (idarch_problem){.severity = IDARCH_NOTE};
    if (is_unknown(arena, text)) {
        value->type = IDARCH_VALUE_UNKNOWN;
        return true;
    }
    bool ok = read_any(&scan, key, value) && check_positive(&scan, key, value);
    if (ok && sign > 0)
        unread(&scan, IDARCH_WARNING, 0, sign);
    if (!ok)
        idarch_scan_fail(&scan, "setting-value", 0, text.len,
                         idarch_printf(arena, "this is no value for '%s'", idarch_key_name(key)),
                         idarch_printf(arena, "%s takes %s", idarch_key_name(key),
                                       idarch_takes_text(arena, key)));
    *problem = scan.problem;
    if (!ok)
        value->type = IDARCH_VALUE_NONE;
    return ok;
}

bool idarch_value_equal(idarch_arena *arena, const idarch_setting *a, const idarch_setting *b)
{
    const idarch_value *x = &a->value, *y = &b->value;
    if (x->type != y->type)
        return false;
    if (a->key == IDARCH_KEY_LAYOUT)
        return true; /* the layouts themselves are compared where they are read */
    switch (x->type) {
    case IDARCH_VALUE_NONE:
    case IDARCH_VALUE_UNKNOWN: return true;
    case IDARCH_VALUE_TEXT: {
        const char *p = idarch_fold(arena, idarch_str_of(a->text));
        return strcmp(p, idarch_fold(arena, idarch_str_of(b->text))) == 0;
    }
    case IDARCH_VALUE_CHOICE:
        return x->choice == y->choice && x->has_argument == y->has_argument &&
               (!x->has_argument || idarch_ratio_compare(x->argument, y->argument) == 0);
    case IDARCH_VALUE_RATE:
    case IDARCH_VALUE_NUMBER:
    case IDARCH_VALUE_SHARE:
    case IDARCH_VALUE_DURATION:
    case IDARCH_VALUE_INSTANT:
    case IDARCH_VALUE_YESNO:
        return x->per_worker == y->per_worker && x->mean == y->mean &&
               idarch_ratio_compare(x->ratio, y->ratio) == 0;
    }
    return false;
}
