/* Reads the ID column as people write it: `BIGINT in PostgreSQL 18`, `BIGINT UNSIGNED in
 * MySQL 8.4`, `uuid`, `CHAR(36)`, `NUMERIC(20)`. What is not known stays unknown. */
#include "validate/check.h"

typedef struct type_row {
    const char *word;
    check_column_kind kind;
    unsigned bits; /* of the signed integer's positive half */
} type_row;

/* Longer words first where one begins another. */
static const type_row types[] = {
    {"bigserial", CHECK_COLUMN_INTEGER, 63}, {"smallserial", CHECK_COLUMN_INTEGER, 15},
    {"serial8", CHECK_COLUMN_INTEGER, 63},   {"serial", CHECK_COLUMN_INTEGER, 31},
    {"bigint", CHECK_COLUMN_INTEGER, 63},    {"int8", CHECK_COLUMN_INTEGER, 63},
    {"int64", CHECK_COLUMN_INTEGER, 63},     {"long", CHECK_COLUMN_INTEGER, 63},
    {"mediumint", CHECK_COLUMN_INTEGER, 23}, {"smallint", CHECK_COLUMN_INTEGER, 15},
    {"integer", CHECK_COLUMN_INTEGER, 31},   {"int4", CHECK_COLUMN_INTEGER, 31},
    {"int2", CHECK_COLUMN_INTEGER, 15},      {"int", CHECK_COLUMN_INTEGER, 31},
    {"uniqueidentifier", CHECK_COLUMN_UUID, 128}, {"uuid", CHECK_COLUMN_UUID, 128},
    {"guid", CHECK_COLUMN_UUID, 128},        {"nvarchar", CHECK_COLUMN_TEXT, 0},
    {"varchar2", CHECK_COLUMN_TEXT, 0},      {"varchar", CHECK_COLUMN_TEXT, 0},
    {"char", CHECK_COLUMN_TEXT, 0},          {"text", CHECK_COLUMN_TEXT, 0},
    {"string", CHECK_COLUMN_TEXT, 0},        {"varbinary", CHECK_COLUMN_BINARY, 0},
    {"binary", CHECK_COLUMN_BINARY, 0},      {"bytea", CHECK_COLUMN_BINARY, 0},
    {"boolean", CHECK_COLUMN_INTEGER, 1},    {"bool", CHECK_COLUMN_INTEGER, 1},
    {"tinyint", CHECK_COLUMN_INTEGER, 7},    {"binary_double", CHECK_COLUMN_FLOAT, 53},
    {"binary_float", CHECK_COLUMN_FLOAT, 24}, {"double", CHECK_COLUMN_FLOAT, 53},
    {"float8", CHECK_COLUMN_FLOAT, 53},      {"float4", CHECK_COLUMN_FLOAT, 24},
    {"float", CHECK_COLUMN_FLOAT, 53},       {"real", CHECK_COLUMN_FLOAT, 24},
    {"raw", CHECK_COLUMN_BINARY, 0},         {"numeric", CHECK_COLUMN_DECIMAL, 0},
    {"decimal", CHECK_COLUMN_DECIMAL, 0},    {"number", CHECK_COLUMN_DECIMAL, 0},
};

static char *lowered(idarch_arena *arena, const char *text)
{
    char *out = idarch_strdup(arena, text);
    for (char *p = out; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return out;
}

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* The word in the text as a whole word, or NULL. */
static const char *find_word(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || !is_word_char(at[-1])) && !is_word_char(at[len]))
            return at;
    return NULL;
}

/* The number that follows, after blanks and one of the characters skip; 0 for none. */
static unsigned number_after(const char *at, char skip)
{
    unsigned value = 0;
    while (*at == ' ' || (skip && *at == skip))
        at++;
    for (; *at >= '0' && *at <= '9' && value < 100000; at++)
        value = value * 10 + (unsigned)(*at - '0');
    return value;
}

static void read_type(check_column *column, const char *text)
{
    const char *first = NULL;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const char *at = find_word(text, types[i].word);
        if (!at || (first && at >= first))
            continue;
        first = at;
        column->kind = types[i].kind;
        column->type = types[i].word;
        column->bits = types[i].bits;
        column->length = number_after(at + strlen(types[i].word), '(');
    }
}

static void read_store(check_column *column, const char *text)
{
    static const char *const clustered[] = {"mysql", "mariadb", "innodb", "sql server"};
    static const char *const postgres[] = {"postgresql", "postgres"};
    for (size_t i = 0; i < sizeof clustered / sizeof clustered[0]; i++)
        if (find_word(text, clustered[i]))
            column->clustered_store = true;
    for (size_t i = 0; i < sizeof postgres / sizeof postgres[0]; i++) {
        const char *at = find_word(text, postgres[i]);
        if (!at)
            continue;
        column->postgres = true;
        column->version = number_after(at + strlen(postgres[i]), '\0');
        return;
    }
}

check_column check_read_column(idarch_arena *arena, const char *text)
{
    check_column column = {0};
    const char *lower = lowered(arena, text);
    read_type(&column, lower);
    read_store(&column, lower);
    if (column.kind == CHECK_COLUMN_INTEGER) {
        column.is_signed = !find_word(lower, "unsigned");
        column.bits += !column.is_signed;
    }
    if (column.kind == CHECK_COLUMN_BINARY)
        column.bits = column.length * 8;
    return column;
}
