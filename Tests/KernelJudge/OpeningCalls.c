#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Calls.h"

/// No open blocks: the judge holds both ends of each fifo.
static long opened(const struct asking *asking, int how) {
    const struct question *question = asking->question;
    int last = follows_links(question) ? 0 : O_NOFOLLOW;
    int file = open(question->object, how | last | O_CLOEXEC | O_NOCTTY, 0644);
    return file < 0 ? -1 : close(file);
}

long call_read(const struct asking *asking) { return opened(asking, O_RDONLY); }
long call_write(const struct asking *asking) { return opened(asking, O_WRONLY); }
long call_read_write(const struct asking *asking) { return opened(asking, O_RDWR); }
long call_append(const struct asking *asking) { return opened(asking, O_WRONLY | O_APPEND); }
long call_open_truncate(const struct asking *asking) { return opened(asking, O_WRONLY | O_TRUNC); }
long call_open_create(const struct asking *asking) { return opened(asking, O_WRONLY | O_CREAT); }
long call_list(const struct asking *asking) { return opened(asking, O_RDONLY | O_DIRECTORY); }

long call_access(const struct asking *asking) {
    const struct question *question = asking->question;
    int mode = F_OK;
    if (strchr(question->argument, 'r')) mode |= R_OK;
    if (strchr(question->argument, 'w')) mode |= W_OK;
    if (strchr(question->argument, 'x')) mode |= X_OK;
    int flags = AT_EACCESS | (follows_links(question) ? 0 : AT_SYMLINK_NOFOLLOW);
    // On an old kernel, the C library's own function would decide by itself.
    return syscall(SYS_faccessat2, AT_FDCWD, question->object, mode, flags);
}

long call_truncate(const struct asking *asking) { return truncate(asking->question->object, 0); }

/// chdir(2) always follows links: the folder is therefore opened, and then entered.
long call_search(const struct asking *asking) {
    const struct question *question = asking->question;
    if (follows_links(question)) return chdir(question->object);
    int folder = open(question->object, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return -1;
    long result = fchdir(folder);
    close(folder);  // which leaves errno alone where it succeeds
    return result;
}

long call_stat(const struct asking *asking) {
    struct stat status;
    int flags = follows_links(asking->question) ? 0 : AT_SYMLINK_NOFOLLOW;
    return fstatat(AT_FDCWD, asking->question->object, &status, flags);
}

long call_read_link(const struct asking *asking) {
    char target[PATH_MAX];
    return readlink(asking->question->object, target, sizeof target);
}
