#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "Calls.h"
#include "Words.h"

long call_create(const struct asking *asking) {
    static const char *const kinds[] = {"file", "directory", "symlink", "fifo", "device", NULL};
    const char *path = asking->question->object;
    switch (index_of(asking->question->argument, kinds)) {
    case 0: {
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        return file < 0 ? -1 : close(file);
    }
    case 1:
        return mkdir(path, 0755);
    case 2:
        return symlink("target", path);
    case 3:
        return mkfifo(path, 0644);
    default:
        return mknod(path, S_IFCHR | 0644, makedev(1, 3));
    }
}

long call_delete(const struct asking *asking) {
    const struct question *question = asking->question;
    bool is_directory = question->is_directory;
    if (*question->argument) is_directory = strcmp(question->argument, "directory") == 0;
    return is_directory ? rmdir(question->object) : unlink(question->object);
}

long call_rename(const struct asking *asking) {
    return rename(asking->question->object, asking->question->argument);
}

long call_link(const struct asking *asking) {
    const struct question *question = asking->question;
    int flags = follows_links(question) ? AT_SYMLINK_FOLLOW : 0;
    return linkat(AT_FDCWD, question->object, AT_FDCWD, question->argument, flags);
}
