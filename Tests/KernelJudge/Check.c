#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "Tree.h"

static const char *after_what;

static void differs(const struct node *node, const char *what) {
    fail("after %s: `%s` has another %s than it was made with", after_what, node->path, what);
}

/// Returns the number of relevant attributes; 0 for a symbolic link, which can have none.
static int attribute_count(const char *path) {
    char names[1024];
    ssize_t length = llistxattr(path, names, sizeof names);
    int count = 0;
    for (char *name = names; name < names + length; name += strlen(name) + 1)
        count += strncmp(name, "user.", 5) == 0 || strncmp(name, "system.posix", 12) == 0 ||
                 strcmp(name, "security.capability") == 0;
    return count;
}

static void check_attributes(const struct node *node) {
    char value[1024];
    if (attribute_count(node->path) != node->attributes.count) differs(node, "list of attributes");
    for (int i = 0; i < node->attributes.count; i++) {
        const struct attribute *attribute = &node->attributes.items[i];
        ssize_t length = lgetxattr(node->path, attribute->name, value, sizeof value);
        if (length != (ssize_t)attribute->value.length) differs(node, attribute->name);
        // The kernel sorts a list, and marks unused ids. The list's length and mask are enough to compare.
        bool is_list = strncmp(attribute->name, "system.", 7) == 0;
        if (!is_list && memcmp(value, attribute->value.bytes, length)) differs(node, attribute->name);
    }
}

static void check_content(const struct node *node) {
    char bytes[4096];
    ssize_t length;
    if (node->kind == SYMLINK) {
        length = must(readlink(node->path, bytes, sizeof bytes), "read", node->path);
    } else {
        int file = must(open(node->path, O_RDONLY | O_CLOEXEC), "open", node->path);
        length = must(read(file, bytes, sizeof bytes), "read", node->path);
        close(file);
    }
    if (length != (ssize_t)node->content.length) differs(node, "length");
    if (memcmp(bytes, node->content.bytes, length)) differs(node, "content");
}

static void check_name(const struct scene *scene, const struct name *name) {
    const struct node *node = &scene->nodes.items[name->node];
    struct statx status;
    if (statx(AT_FDCWD, name->path, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &status))
        fail("after %s: `%s` is missing", after_what, name->path);
    if (status.stx_ino != node->inode) differs(node, "inode");
    if (status.stx_mode != node->made_mode) differs(node, "mode");
    if (status.stx_uid != node->uid || status.stx_gid != node->gid) differs(node, "owner");
    int flags = (status.stx_attributes & STATX_ATTR_IMMUTABLE ? FS_IMMUTABLE_FL : 0) |
                (status.stx_attributes & STATX_ATTR_APPEND ? FS_APPEND_FL : 0);
    if (flags != node->flags) differs(node, "flag");
    if (node->kind != SYMLINK) check_attributes(node);
    if (node->kind == REGULAR || node->kind == SYMLINK) check_content(node);
}

static int entry_count(const char *path) {
    DIR *directory = opendir(path);
    if (!directory) fail("after %s: `%s` cannot be opened", after_what, path);
    int count = -2;
    while (readdir(directory)) count++;
    closedir(directory);
    return count;
}

static void check_entries(const struct scene *scene, const struct node *directory) {
    size_t length = strcmp(directory->path, ".") == 0 ? 0 : strlen(directory->path) + 1;
    int expected = 0;
    for (int i = 0; i < scene->names.count; i++) {
        const struct name *name = &scene->names.items[i];
        if (name->base != directory->base || strcmp(name->path, ".") == 0) continue;
        if (strlen(name->path) < length || strchr(name->path + length, '/')) continue;
        if (length && strncmp(name->path, directory->path, length - 1)) continue;
        expected += length == 0 || name->path[length - 1] == '/';
    }
    if (entry_count(directory->path) != expected) differs(directory, "number of entries");
}

void check_tree(const struct scene *scene, const char *after) {
    after_what = after;
    for (int i = 0; i < scene->names.count; i++) {
        enter_base(scene, scene->names.items[i].base);
        check_name(scene, &scene->names.items[i]);
    }
    for (int i = 0; i < scene->nodes.count; i++) {
        const struct node *node = &scene->nodes.items[i];
        enter_base(scene, node->base);
        if (node->kind == DIRECTORY) check_entries(scene, node);
    }
}
