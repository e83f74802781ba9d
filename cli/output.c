/* Writing files whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

static bool write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t written = write(fd, bytes, len);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        len -= (size_t)written;
    }
    return true;
}

int idarch_write_stdout(const char *bytes, size_t len)
{
    fflush(stdout);
    if (!write_all(STDOUT_FILENO, bytes, len))
        return idarch_io_error("standard output: %s", g_strerror(errno));
    return IDARCH_EXIT_GOOD;
}

/* A device, pipe or socket: there is nothing to replace. */
static int write_special(const char *path, const char *bytes, size_t len)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return idarch_io_error("%s: %s", path, g_strerror(errno));
    bool good = write_all(fd, bytes, len);
    int error = errno;
    if (close(fd) != 0 && good) {
        good = false;
        error = errno;
    }
    return good ? IDARCH_EXIT_GOOD : idarch_io_error("%s: %s", path, g_strerror(error));
}

enum { LINKS_MOST = 16 };

/* Where a symbolic link leads, seen from the link's own folder. NULL: no link. */
static char *follow(const char *path)
{
    char *link = g_file_read_link(path, NULL);
    if (!link || g_path_is_absolute(link))
        return link;
    char *folder = g_path_get_dirname(path);
    char *target = g_build_filename(folder, link, NULL);
    g_free(folder);
    g_free(link);
    return target;
}

/* The file that symbolic links lead to, there or not, so that the links are kept. */
static char *resolve(const char *path)
{
    char *target = g_strdup(path);
    for (int i = 0; i < LINKS_MOST; i++) {
        char *next = follow(target);
        if (!next)
            break;
        g_free(target);
        target = next;
    }
    return target;
}

/* A new file's mode, or that of the file that is replaced. */
static mode_t mode_for(const char *target)
{
    struct stat about;
    if (stat(target, &about) == 0)
        return about.st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool write_temporary(int fd, mode_t mode, const char *bytes, size_t len)
{
    bool good = write_all(fd, bytes, len) && fchmod(fd, mode) == 0;
    int error = errno;
    if (close(fd) != 0 && good)
        return false;
    errno = error;
    return good;
}

static int replace_file(const char *target, const char *bytes, size_t len)
{
    char *folder = g_path_get_dirname(target);
    char *temporary = g_build_filename(folder, ".idarch-XXXXXX", NULL);
    int fd = g_mkstemp_full(temporary, O_WRONLY | O_CLOEXEC, 0600);
    int status = IDARCH_EXIT_GOOD;
    if (fd < 0) {
        status = idarch_io_error("%s: %s", target, g_strerror(errno));
    } else if (!write_temporary(fd, mode_for(target), bytes, len) ||
               rename(temporary, target) != 0) {
        status = idarch_io_error("%s: %s", target, g_strerror(errno));
        unlink(temporary);
    }
    g_free(temporary);
    g_free(folder);
    return status;
}

int idarch_write_file(const char *path, const char *bytes, size_t len)
{
    if (strcmp(path, "-") == 0)
        return idarch_write_stdout(bytes, len);
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        if (S_ISDIR(about.st_mode))
            return idarch_io_error("%s: is a directory", path);
        return write_special(path, bytes, len);
    }
    char *target = resolve(path);
    int status = replace_file(target, bytes, len);
    g_free(target);
    return status;
}
