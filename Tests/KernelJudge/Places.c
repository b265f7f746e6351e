#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Actions.h"
#include "Tree.h"

static int node_at(const struct scene *scene, int descriptor) {
    struct stat status;
    must(fstat(descriptor, &status), "look at", "a place");
    return node_of(scene, status.st_dev, status.st_ino);
}

/// Splits off the last name, without the slashes after it. Returns whether there were such slashes.
static bool split(char *path, char **name) {
    size_t length = strlen(path);
    bool is_slashed = length > 1 && path[length - 1] == '/';
    while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
    char *slash = strrchr(path, '/');
    *name = strdup(slash ? slash + 1 : path);
    if (slash) slash[slash == path] = '\0';
    else strcpy(path, ".");
    return is_slashed;
}

/// Returns a descriptor of the directory that holds the last name, or -1. A last link is followed by hand, because its
/// target need not exist yet.
static int open_parent(const char *path, bool follows, char **name) {
    char text[PATH_MAX + 1], target[PATH_MAX + 1];
    if (strlen(path) >= PATH_MAX) return -1;
    strcpy(text, path);
    int from = AT_FDCWD;
    for (int links = 0; links <= 40; links++) {
        // A slash at the end makes every later link be followed.
        follows |= split(text, name);
        int parent = openat(from, text, O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (from != AT_FDCWD) close(from);
        if (parent < 0) return -1;
        ssize_t length = -1;
        if (follows) length = readlinkat(parent, *name, target, PATH_MAX);
        if (length <= 0) return parent;
        target[length] = '\0';
        strcpy(text, target);
        from = parent;
    }
    close(from);
    return -1;
}

static struct place place_of(const struct scene *scene, const char *path, bool follows) {
    struct place place = {.directory = -1, .node = -1};
    int parent = open_parent(path, follows, &place.name);
    if (parent < 0) return place;
    place.directory = node_at(scene, parent);
    int target = openat(parent, place.name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (target >= 0) {
        place.node = node_at(scene, target);
        close(target);
    }
    close(parent);
    return place;
}

void find_places(struct scene *scene) {
    for (int i = 0; i < scene->questions.count; i++) {
        struct question *question = &scene->questions.items[i];
        enum effect effect = question->action->effect;
        if (effect == NOTHING) continue;
        bool follows = effect != NAMES && follows_links(question);
        if (effect == NEW_NAME) follows = follows_links(question);
        question->at_object = place_of(scene, question->object, follows);
        if (question->action->has_second_path)
            question->at_argument = place_of(scene, question->argument, false);
    }
}

void find_directories(struct scene *scene) {
    for (int i = 0; i < scene->questions.count; i++) {
        struct question *question = &scene->questions.items[i];
        struct stat status;
        question->is_directory = !lstat(question->object, &status) && S_ISDIR(status.st_mode);
    }
}
