#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "Calls.h"

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

long call_chmod(const struct asking *asking) {
    const struct question *question = asking->question;
    mode_t mode = strtoul(question->argument, NULL, 8);
    if (follows_links(question)) return chmod(question->object, mode);
    return syscall(SYS_fchmodat2, AT_FDCWD, question->object, mode, AT_SYMLINK_NOFOLLOW);
}

/// Returns an id as the subject numbers it. An id without a number in its user namespace becomes one that does not
/// exist.
static unsigned inside(unsigned host, const struct range *ranges, int count) {
    for (int i = 0; i < count; i++)
        if (host - ranges[i].host < ranges[i].count) return host - ranges[i].host + ranges[i].inside;
    return 3999999999;
}

long call_chown(const struct asking *asking) {
    const struct question *question = asking->question;
    unsigned uid = strtoul(question->argument, NULL, 10);
    if (asking->subject && asking->subject->user_namespace >= 0) {
        const struct user_namespace *namespace =
            &asking->scene->user_namespaces.items[asking->subject->user_namespace];
        uid = inside(uid, namespace->uids.items, namespace->uids.count);
    }
    int flags = follows_links(question) ? 0 : AT_SYMLINK_NOFOLLOW;
    return fchownat(AT_FDCWD, question->object, uid, -1, flags);
}

long call_chgrp(const struct asking *asking) {
    const struct question *question = asking->question;
    unsigned gid = strtoul(question->argument, NULL, 10);
    if (asking->subject && asking->subject->user_namespace >= 0) {
        const struct user_namespace *namespace =
            &asking->scene->user_namespaces.items[asking->subject->user_namespace];
        gid = inside(gid, namespace->gids.items, namespace->gids.count);
    }
    int flags = follows_links(question) ? 0 : AT_SYMLINK_NOFOLLOW;
    return fchownat(AT_FDCWD, question->object, -1, gid, flags);
}

long call_touch(const struct asking *asking) {
    const struct question *question = asking->question;
    const struct timespec then[] = {{1000000000, 0}, {1000000000, 0}};
    bool is_now = strcmp(question->argument, "now") == 0 || !*question->argument;
    int flags = follows_links(question) ? 0 : AT_SYMLINK_NOFOLLOW;
    return utimensat(AT_FDCWD, question->object, is_now ? NULL : then, flags);
}

static long set(const struct question *question, const char *name, const void *value, size_t size) {
    if (follows_links(question)) return setxattr(question->object, name, value, size, 0);
    return lsetxattr(question->object, name, value, size, 0);
}

long call_set_attribute(const struct asking *asking) {
    return set(asking->question, "user.warrant", "1", 1);
}

/// A list that names no user, so that no id can be refused: `u::rw- g::r-- m::r-- o::r--`. Because of its mask, a mode
/// cannot express it.
long call_set_acl(const struct asking *asking) {
    static const struct {
        unsigned version;
        struct {
            unsigned short tag, permissions;
            unsigned id;
        } entries[4];
    } list = {2, {{0x01, 6, -1}, {0x04, 4, -1}, {0x10, 4, -1}, {0x20, 4, -1}}};
    return set(asking->question, "system.posix_acl_access", &list, sizeof list);
}
