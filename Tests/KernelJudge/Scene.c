#define _GNU_SOURCE
#include "Scene.h"

#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Actions.h"
#include "Settings.h"
#include "Words.h"

#define LAST(list) (&(list).items[(list).count - 1])

static void read_base(struct scene *scene, struct word *words) {
    struct base *base = APPENDED(scene->bases);
    base->kind = index_of(words[1].bytes, (const char *[]){"disk", "tmpfs", "overlay", NULL});
    base->is_read_only = strcmp(words[2].bytes, "ro") == 0;
}

static void read_name(struct scene *scene, int node, char *path) {
    struct name *name = APPENDED(scene->names);
    *name = (struct name){scene->nodes.items[node].base, path, node};
}

static void read_node(struct scene *scene, struct word *words) {
    struct node *node = APPENDED(scene->nodes);
    node->base = atoi(words[1].bytes);
    node->path = words[2].bytes;
    node->kind = index_of(
        words[3].bytes,
        (const char *[]){"file", "directory", "symlink", "fifo", "socket", "device", NULL}
    );
    node->mode = strtoul(words[4].bytes, NULL, 8);
    node->uid = strtoul(words[5].bytes, NULL, 10);
    node->gid = strtoul(words[6].bytes, NULL, 10);
    node->content = words[7];
    node->is_lower = strcmp(words[8].bytes, "lower") == 0;
    read_name(scene, scene->nodes.count - 1, node->path);
}

static void read_flags(struct scene *scene, struct word *words) {
    struct node *node = LAST(scene->nodes);
    if (strchr(words[1].bytes, 'i')) node->flags |= FS_IMMUTABLE_FL;
    if (strchr(words[1].bytes, 'a')) node->flags |= FS_APPEND_FL;
}

static void read_attribute(struct scene *scene, struct word *words) {
    struct attribute *attribute = APPENDED(LAST(scene->nodes)->attributes);
    *attribute = (struct attribute){words[1].bytes, words[2]};
}

static void read_alias(struct scene *scene, struct word *words) {
    read_name(scene, scene->nodes.count - 1, words[1].bytes);
}

static void read_user_namespace(struct scene *scene, struct word *words) {
    struct user_namespace *namespace = APPENDED(scene->user_namespaces);
    for (char *text = words[1].bytes; *text; text += strcspn(text, ","), text += *text == ',') {
        struct range *range = APPENDED(namespace->uids);
        sscanf(text, "%u:%u:%u", &range->inside, &range->host, &range->count);
    }
    for (char *text = words[2].bytes; *text; text += strcspn(text, ","), text += *text == ',') {
        struct range *range = APPENDED(namespace->gids);
        sscanf(text, "%u:%u:%u", &range->inside, &range->host, &range->count);
    }
}

static void read_mount(struct scene *scene, struct word *words) {
    struct mount *mount = APPENDED(scene->mounts);
    mount->base = atoi(words[1].bytes);
    mount->source = words[2].bytes;
    mount->at = words[3].bytes;
    const char *names[] = {"ro", "nosuid", "nodev", "noexec", "nosymfollow", NULL};
    const uint64_t flags[] = {
        MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV, MOUNT_ATTR_NOEXEC,
        MOUNT_ATTR_NOSYMFOLLOW,
    };
    for (char *name = strtok(words[4].bytes, ","); name; name = strtok(NULL, ","))
        mount->flags |= flags[index_of(name, names)];
    mount->idmap = atoi(words[5].bytes);
}

static void read_subject(struct scene *scene, struct word *words) {
    struct subject *subject = APPENDED(scene->subjects);
    subject->uid = strtoul(words[1].bytes, NULL, 10);
    subject->gid = strtoul(words[2].bytes, NULL, 10);
    for (char *group = strtok(words[3].bytes, ","); group; group = strtok(NULL, ","))
        *APPENDED(subject->groups) = strtoul(group, NULL, 10);
    subject->capabilities = strtoull(words[4].bytes, NULL, 16);
    subject->user_namespace = atoi(words[5].bytes);
    subject->first = subject->end = scene->questions.count;
}

static void read_question(struct scene *scene, struct word *words) {
    struct question *question = APPENDED(scene->questions);
    question->action = action_named(words[1].bytes);
    question->follow = atoi(words[2].bytes);
    question->object = words[3].bytes;
    question->argument = words[4].bytes;
    LAST(scene->subjects)->end++;
}

static void read_setting(struct scene *scene, struct word *words) {
    scene->settings[setting_named(words[1].bytes)] = atoi(words[2].bytes);
}

void read_scene(struct scene *scene) {
    static const char *names[] = {"setting", "base",  "node",    "flags",    "attribute", "alias",
                                  "users",   "mount", "subject", "question", NULL};
    static void (*const readers[])(struct scene *, struct word *) = {
        read_setting, read_base,           read_node,  read_flags,   read_attribute,
        read_alias,   read_user_namespace, read_mount, read_subject, read_question,
    };
    memset(scene->settings, -1, sizeof scene->settings);
    struct word words[maximum_words];
    while (read_words(words)) readers[index_of(words[0].bytes, names)](scene, words);
}

int node_named(const struct scene *scene, int base, const char *path) {
    for (int i = 0; i < scene->names.count; i++) {
        const struct name *name = &scene->names.items[i];
        if (name->base == base && strcmp(name->path, path) == 0) return name->node;
    }
    return -1;
}

int node_of(const struct scene *scene, dev_t device, ino_t inode) {
    for (int i = 0; i < scene->nodes.count; i++) {
        const struct node *node = &scene->nodes.items[i];
        if (node->inode == inode && node->device == device) return i;
    }
    return -1;
}
