/* Which link targets may stand in a file. What is refused is left out; nothing is
 * repaired, for browsers drop tabs and line ends inside a scheme before they read it. */
#include <string.h>

#include "render/scene.h"

/* Control characters, and backslashes, which browsers read as slashes. */
static bool has_trap(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7F || *text == '\\')
            return true;
    return false;
}

const char *idarch_link_allowed(const char *target)
{
    static const char *const schemes[] = {"http", "https", "mailto"};
    if (!target || !target[0] || has_trap(target) || target[0] == ' ' ||
        strncmp(target, "//", 2) == 0) /* another host */
        return NULL;
    size_t len = strcspn(target, ":/?#");
    if (target[len] != ':')
        return target; /* relative */
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (len == strlen(schemes[i]) && g_ascii_strncasecmp(target, schemes[i], len) == 0)
            return target;
    return NULL;
}
