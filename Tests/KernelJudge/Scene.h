#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "Support.h"

struct word {
    char *bytes;
    size_t length;
};

/// A separate file system, made and repaired through a mount that only root can reach.
struct base {
    enum { DISK, TMPFS, OVERLAY } kind;
    bool is_read_only;
    int root;  // a descriptor of the folder that the tree shows
};

enum kind { REGULAR, DIRECTORY, SYMLINK, FIFO, SOCKET, DEVICE };

struct attribute {
    char *name;
    struct word value;
};

struct node {
    int base;
    char *path;  // below the base's root, `.` for itself
    enum kind kind;
    mode_t mode;  // as told; an access list changes it
    uid_t uid;
    gid_t gid;
    struct word content;  // of a symbolic link its target
    LIST(struct attribute) attributes;
    int flags;      // FS_IMMUTABLE_FL, FS_APPEND_FL
    bool is_lower;  // of an overlay's lower layer: it has no second name

    // As made:
    dev_t device;
    ino_t inode;
    mode_t made_mode;
};

struct name {
    int base;
    char *path;
    int node;
};

struct range {
    unsigned inside, host, count;
};

struct user_namespace {
    LIST(struct range) uids;
    LIST(struct range) gids;
    int descriptor;
};

struct mount {
    int base;
    char *source;  // below the base's root
    char *at;      // below the tree
    uint64_t flags;
    int idmap;  // a user namespace, or -1
};

struct subject {
    uid_t uid;
    gid_t gid;
    LIST(gid_t) groups;
    uint64_t capabilities;
    int user_namespace;  // or -1
    int first, end;      // its questions
};

/// The place that a path leads to in the whole tree, for any subject.
struct place {
    int directory;  // a node, or -1 outside of the tree
    char *name;
    int node;  // or -1
};

struct question {
    const struct action *action;
    int follow;  // 1, 0, or -1 where not told
    char *object, *argument;
    struct place at_object, at_argument;
    bool is_directory;  // what lstat shows
};

struct scene {
    const char *folder;
    LIST(struct base) bases;
    LIST(struct node) nodes;
    LIST(struct name) names;
    LIST(struct user_namespace) user_namespaces;
    LIST(struct mount) mounts;
    LIST(struct subject) subjects;
    LIST(struct question) questions;
    int settings[4];  // of enum setting, -1 where not told
};

/// Reads lines of words separated by tabs. A byte may be written as `\xHH`.
void read_scene(struct scene *scene);

/// Returns the node with a name, or -1.
int node_named(const struct scene *scene, int base, const char *path);

/// Returns the node that has this inode now, or -1.
int node_of(const struct scene *scene, dev_t device, ino_t inode);

#endif
