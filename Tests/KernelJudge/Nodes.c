#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "Tree.h"

void restore_content(const struct node *node) {
    int file = must(open(node->path, O_WRONLY | O_TRUNC), "open", node->path);
    must(write(file, node->content.bytes, node->content.length), "write", node->path);
    close(file);
}

/// Each fifo is open in both directions while the judge runs, so no open of it waits for the other end.
static void make_fifo(const char *path) {
    must(mkfifo(path, 0600), "make", path);
    must(open(path, O_RDWR | O_CLOEXEC), "open", path);
}

static void note_made(struct node *node) {
    struct stat status;
    must(lstat(node->path, &status), "look at", node->path);
    node->device = status.st_dev;
    node->inode = status.st_ino;
    node->made_mode = status.st_mode;
}

void make_node(struct node *node) {
    const char *path = node->path;
    switch (node->kind) {
    case REGULAR:
        must(mknod(path, S_IFREG | 0600, 0), "make", path);
        restore_content(node);
        break;
    case DIRECTORY:
        if (strcmp(path, ".") != 0) must(mkdir(path, 0700), "make", path);
        break;
    case SYMLINK:
        must(symlink(node->content.bytes, path), "make", path);
        break;
    case FIFO:
        make_fifo(path);
        break;
    case SOCKET:
        must(mknod(path, S_IFSOCK | 0600, 0), "make", path);
        break;
    case DEVICE:
        must(mknod(path, S_IFCHR | 0600, makedev(1, 3)), "make", path);
        break;
    }
    restore_attributes(node);
    note_made(node);
}

static void remove_attributes(const struct node *node) {
    static const char *const names[] = {
        "system.posix_acl_access", "system.posix_acl_default", "user.warrant",
        "security.capability",
    };
    for (int i = 0; i < 4; i++) lremovexattr(node->path, names[i]);
}

/// The order keeps earlier changes: chown drops set-id bits and capabilities, and an access list changes the mode.
void restore_attributes(const struct node *node) {
    const char *path = node->path;
    must(lchown(path, node->uid, node->gid), "chown", path);
    if (node->kind == SYMLINK) return;
    remove_attributes(node);
    must(chmod(path, node->mode), "chmod", path);
    for (int i = 0; i < node->attributes.count; i++) {
        const struct attribute *attribute = &node->attributes.items[i];
        const struct word *value = &attribute->value;
        must(lsetxattr(path, attribute->name, value->bytes, value->length, 0), "setxattr", path);
    }
}

void set_flags(const char *path, int flags) {
    int file = must(open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC), "open", path);
    int all;
    must(ioctl(file, FS_IOC_GETFLAGS, &all), "get the flags of", path);
    all = (all & ~(FS_IMMUTABLE_FL | FS_APPEND_FL)) | flags;
    must(ioctl(file, FS_IOC_SETFLAGS, &all), "set the flags of", path);
    close(file);
}

void spell_kept(char path[32], int node) { snprintf(path, 32, "../keep/%d", node); }

/// Makes the further names, in folders that all exist by now.
static void make_aliases(const struct scene *scene) {
    for (int i = 0; i < scene->names.count; i++) {
        const struct name *name = &scene->names.items[i];
        const struct node *node = &scene->nodes.items[name->node];
        if (name->path == node->path) continue;
        enter_base(scene, name->base);
        must(link(node->path, name->path), "link", name->path);
    }
}

void make_nodes(struct scene *scene) {
    char kept[32];
    for (int i = 0; i < scene->nodes.count; i++) {
        struct node *node = &scene->nodes.items[i];
        enter_base(scene, node->base);
        // The overlay shows files of its lower layer with other inode numbers.
        if (node->is_lower) note_made(node);
        if (node->is_lower) continue;
        make_node(node);
        spell_kept(kept, i);
        if (node->kind != DIRECTORY) must(link(node->path, kept), "link", node->path);
    }
    make_aliases(scene);
}

void open_directories(const struct scene *scene) {
    for (int i = 0; i < scene->nodes.count; i++) {
        const struct node *node = &scene->nodes.items[i];
        if (node->kind != DIRECTORY) continue;
        enter_base(scene, node->base);
        lremovexattr(node->path, "system.posix_acl_access");
        must(chmod(node->path, 0777), "chmod", node->path);
    }
}

void finish_nodes(const struct scene *scene) {
    for (int i = 0; i < scene->nodes.count; i++) {
        const struct node *node = &scene->nodes.items[i];
        enter_base(scene, node->base);
        if (node->kind == DIRECTORY) restore_attributes(node);
        if (node->flags && !node->is_lower) set_flags(node->path, node->flags);
    }
}

void make_lower_nodes(struct scene *scene, int base) {
    for (int i = 0; i < scene->nodes.count; i++) {
        struct node *node = &scene->nodes.items[i];
        if (node->base != base || !node->is_lower) continue;
        make_node(node);
        if (node->flags) set_flags(node->path, node->flags);
    }
}
