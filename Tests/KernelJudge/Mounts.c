#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Tree.h"

void change_mount(int descriptor, const char *path, uint64_t set, uint64_t clear, int idmap) {
    struct mount_attr change = {.attr_set = set, .attr_clr = clear};
    if (idmap >= 0) {
        change.attr_set |= MOUNT_ATTR_IDMAP;
        change.userns_fd = idmap;
    }
    long result = mount_setattr(descriptor, path, AT_EMPTY_PATH, &change, sizeof change);
    must(result, "mount_setattr", path);
}

static void show_mount(const struct scene *scene, const struct mount *mount, bool is_plain) {
    char path[4096];
    enter_base(scene, mount->base);
    unsigned how = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_SYMLINK_NOFOLLOW;
    int tree = must(open_tree(AT_FDCWD, mount->source, how), "clone", mount->source);
    if (!is_plain && (mount->flags || mount->idmap >= 0)) {
        const struct user_namespace *maps = scene->user_namespaces.items + mount->idmap;
        change_mount(tree, "", mount->flags, 0, mount->idmap < 0 ? -1 : maps->descriptor);
    }
    snprintf(path, sizeof path, "%s/tree/%s", scene->folder, mount->at);
    long result = move_mount(tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH);
    must(result, "mount", path);
    close(tree);
}

void show_tree(const struct scene *scene, bool is_plain) {
    for (int i = 0; i < scene->mounts.count; i++)
        show_mount(scene, &scene->mounts.items[i], is_plain);
}

void hide_tree(const struct scene *scene) {
    char path[256];
    snprintf(path, sizeof path, "%s/tree", scene->folder);
    must(umount2(path, MNT_DETACH), "unmount", path);
}

static void write_map(pid_t process, const char *name, const struct range *ranges, int count) {
    char path[64], text[2048] = "";
    for (int i = 0; i < count; i++)
        sprintf(text + strlen(text), "%u %u %u\n", ranges[i].inside, ranges[i].host, ranges[i].count);
    snprintf(path, sizeof path, "/proc/%d/%s", process, name);
    int file = must(open(path, O_WRONLY | O_CLOEXEC), "open", path);
    must(write(file, text, strlen(text)), "write", path);
    close(file);
}

/// An open namespace lives on without a process in it.
static void open_user_namespace(struct user_namespace *namespace) {
    int ready[2];
    must(pipe2(ready, O_CLOEXEC), "pipe", "");
    pid_t process = must(fork(), "fork", "");
    if (process == 0) {
        must(unshare(CLONE_NEWUSER), "unshare", "a user namespace");
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        must(write(ready[1], "", 1), "write", "a pipe");
        for (;;) pause();
    }
    must(read(ready[0], (char[1]){0}, 1), "read", "a pipe");
    write_map(process, "uid_map", namespace->uids.items, namespace->uids.count);
    write_map(process, "gid_map", namespace->gids.items, namespace->gids.count);
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/ns/user", process);
    namespace->descriptor = must(open(path, O_RDONLY | O_CLOEXEC), "open", path);
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
    close(ready[0]);
    close(ready[1]);
}

void open_user_namespaces(struct scene *scene) {
    for (int i = 0; i < scene->user_namespaces.count; i++)
        open_user_namespace(&scene->user_namespaces.items[i]);
}
