#define _GNU_SOURCE
#include <errno.h>
#include <linux/fs.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Actions.h"
#include "Tree.h"

static void bring_back(struct scene *scene, int index) {
    struct node *node = &scene->nodes.items[index];
    char kept[32];
    spell_kept(kept, index);
    if (node->kind == DIRECTORY || node->is_lower)
        make_node(node);
    else
        must(link(kept, node->path), "bring back", node->path);
}

/// A renamed directory moves back to its place; everything else that stands here is new.
static void clear(const struct scene *scene, const char *path, const struct stat *status) {
    int moved = node_of(scene, status->st_dev, status->st_ino);
    if (!S_ISDIR(status->st_mode))
        must(unlink(path), "remove", path);
    else if (moved < 0)
        must(rmdir(path), "remove", path);
    else
        must(rename(path, scene->nodes.items[moved].path), "move back", path);
}

/// An open with O_CREAT of an existing file makes nothing. For a fifo it succeeds even if nothing could be repaired.
static bool is_as_made(const struct scene *scene, int base, const char *path) {
    int expected = node_named(scene, base, path);
    struct stat status;
    if (expected < 0 || lstat(path, &status) != 0) return false;
    const struct node *node = &scene->nodes.items[expected];
    return node->device == status.st_dev && node->inode == status.st_ino;
}

static void mend_name(struct scene *scene, int base, const char *path) {
    int expected = node_named(scene, base, path);
    const struct node *node = expected < 0 ? NULL : &scene->nodes.items[expected];
    struct stat status;
    bool is_there = lstat(path, &status) == 0;
    if (is_there) clear(scene, path, &status);
    if (!node) return;
    // Either its second name or its first name may be missing.
    if (strcmp(node->path, path) == 0) {
        bring_back(scene, expected);
        return;
    }
    char kept[32];
    spell_kept(kept, expected);
    must(link(kept, path), "bring back", path);
}

static void mend_place(struct scene *scene, const struct place *place) {
    const struct node *directory = &scene->nodes.items[place->directory];
    char path[PATH_MAX + NAME_MAX + 2];
    if (strcmp(directory->path, ".") == 0)
        snprintf(path, sizeof path, "%s", place->name);
    else
        snprintf(path, sizeof path, "%s/%s", directory->path, place->name);
    enter_base(scene, directory->base);
    if (is_as_made(scene, directory->base, path)) return;
    // New files in an append-only directory cannot be removed.
    if (directory->flags) set_flags(directory->path, 0);
    mend_name(scene, directory->base, path);
    if (directory->flags) set_flags(directory->path, directory->flags);
}

static void require(bool is_known, const struct question *question) {
    if (is_known) return;
    fail("%s changed `%s`, which is not of the tree", question->action->name, question->object);
}

void undo(struct scene *scene, const struct question *question) {
    enum effect effect = question->action->effect;
    const struct place *object = &question->at_object, *argument = &question->at_argument;
    if (effect == NAMES || effect == NEW_NAME) {
        require(object->directory >= 0, question);
        if (question->action->has_second_path) {
            require(argument->directory >= 0, question);
            mend_place(scene, argument);
        }
        mend_place(scene, object);
        return;
    }
    require(object->node >= 0, question);
    const struct node *node = &scene->nodes.items[object->node];
    enter_base(scene, node->base);
    // Truncating a fifo or a device has no effect. A read-only file system permits it too.
    if (effect == CONTENT && node->kind != REGULAR) return;
    if (effect == CONTENT) restore_content(node);
    restore_attributes(node);
}
