/* The table of setting keys and look-ups in a design. */
#include "model/design.h"

static const struct {
    const char *name;
    idarch_takes takes;
    const char *choices;
} keys[] = {
#define ROW(id, name, takes, choices) {(name), IDARCH_TAKES_##takes, (choices)},
    IDARCH_KEYS(ROW)
#undef ROW
};

const char *idarch_key_name(idarch_key key)
{
    return keys[key].name;
}

idarch_takes idarch_key_takes(idarch_key key)
{
    return keys[key].takes;
}

/* The choice at an index as a view, empty past the last. */
static idarch_str choice_at(idarch_key key, int index)
{
    idarch_str all = idarch_str_of(keys[key].choices);
    size_t start = 0;
    while (start < all.len) {
        size_t end = idarch_str_find(all, '|', start);
        if (index-- == 0)
            return idarch_str_sub(all, start, end);
        start = end + 1;
    }
    return (idarch_str){NULL, 0};
}

const char *idarch_key_choice(idarch_arena *arena, idarch_key key, int choice)
{
    idarch_str name = choice < 0 ? (idarch_str){NULL, 0} : choice_at(key, choice);
    return name.len ? idarch_str_dup(arena, name) : NULL;
}

int idarch_key_choice_index(idarch_key key, const char *name)
{
    for (int i = 0; choice_at(key, i).len; i++)
        if (idarch_str_is(choice_at(key, i), name))
            return i;
    return -1;
}

const idarch_setting *idarch_design_get(const idarch_design *design, idarch_key key)
{
    const idarch_setting *setting = &design->settings[key];
    bool stated = setting->value.type != IDARCH_VALUE_NONE &&
                  setting->value.type != IDARCH_VALUE_UNKNOWN;
    return stated ? setting : NULL;
}

bool idarch_design_is(const idarch_design *design, idarch_key key, const char *choice)
{
    const idarch_setting *setting = idarch_design_get(design, key);
    return setting && setting->value.type == IDARCH_VALUE_CHOICE &&
           setting->value.choice == idarch_key_choice_index(key, choice);
}
