#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mount.h>
#include <stdio.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Tree.h"

/// Both layers are on one file system, so that an inode keeps its number when it is copied up.
static void mount_overlay(struct scene *scene, int base, const char *path) {
    char *layers, *options;
    must(asprintf(&layers, "%s/.layers/%d", scene->folder, base), "spell", path);
    must(mount("warrant", layers, "tmpfs", 0, "mode=755"), "mount", layers);
    must(chdir(layers), "enter", layers);
    const char *folders[] = {"lower", "upper", "work", "lower/root"};
    for (int i = 0; i < 4; i++) must(mkdir(folders[i], 0755), "make", folders[i]);
    must(chdir("lower/root"), "enter", layers);
    make_lower_nodes(scene, base);
    must(
        asprintf(&options, "lowerdir=%s/lower,upperdir=%s/upper,workdir=%s/work", layers, layers,
                 layers),
        "spell", path
    );
    must(mount("warrant", path, "overlay", 0, options), "mount", options);
    free(layers);
    free(options);
}

static void make_base(struct scene *scene, int index) {
    struct base *base = &scene->bases.items[index];
    char *path;
    must(asprintf(&path, "%s/.bases/%d", scene->folder, index), "spell", scene->folder);
    switch (base->kind) {
    case DISK:
        must(mount(path, path, NULL, MS_BIND, NULL), "bind", path);
        change_mount(AT_FDCWD, path, 0, MOUNT_ATTR_RDONLY, -1);
        break;
    case TMPFS:
        must(mount("warrant", path, "tmpfs", 0, "mode=755"), "mount", path);
        break;
    case OVERLAY:
        mount_overlay(scene, index, path);
        break;
    }
    must(chdir(path), "enter", path);
    must(mkdir("keep", 0700), "make", "keep");
    if (base->kind != OVERLAY) must(mkdir("root", 0755), "make", "root");
    base->root = must(open("root", O_PATH | O_DIRECTORY | O_CLOEXEC), "open", path);
    free(path);
}

void make_bases(struct scene *scene) {
    for (int i = 0; i < scene->bases.count; i++) make_base(scene, i);
}

/// Only the superblock becomes read-only; each mount of it keeps its own flags. An overlay is unchanged, above layers
/// that are read-only.
void make_bases_read_only(const struct scene *scene) {
    char path[256];
    for (int i = 0; i < scene->bases.count; i++) {
        if (!scene->bases.items[i].is_read_only) continue;
        const char *folder = scene->bases.items[i].kind == OVERLAY ? ".layers" : ".bases";
        snprintf(path, sizeof path, "%s/%s/%d", scene->folder, folder, i);
        must(mount(NULL, path, NULL, MS_REMOUNT | MS_RDONLY, NULL), "remount", path);
        change_mount(AT_FDCWD, path, 0, MOUNT_ATTR_RDONLY, -1);
    }
}

void enter_base(const struct scene *scene, int base) {
    must(fchdir(scene->bases.items[base].root), "enter", "a base");
}
