#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge.h"

enum { MOST_NAMESPACES = 32, MOST_MAP = 1024 };

static int descriptors[MOST_NAMESPACES];
static int count;

struct namespace {
    int parent;
    uid_t owner;  // as the parent numbers users, like the maps
    gid_t group;
    int denies_groups;
    char users[MOST_MAP], groups[MOST_MAP];
};

static void next_map(char *map) {
    int length = 0;
    map[0] = 0;
    for (int lines = next_number(); lines > 0; lines--)
        for (int column = 0; column < 3; column++)
            length += snprintf(map + length, MOST_MAP - length, "%lu%c",
                               (unsigned long)next_number(), column < 2 ? ' ' : '\n');
}

static struct namespace next_namespace(void) {
    struct namespace next = {.parent = next_number()};
    next.owner = next_number();
    next.group = next_number();
    next.denies_groups = next_number();
    next_map(next.users);
    next_map(next.groups);
    return next;
}

static void write_file(pid_t pid, const char *name, const char *text) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    int file = MUST(open(path, O_WRONLY | O_CLOEXEC));
    if (*text && dprintf(file, "%s", text) < 0) give_up(path);
    close(file);
}

// Makes the namespace, reports that with a byte, and stays in it until it is killed.
static _Noreturn void found(const struct namespace *wanted, int said) {
    MUST(setresgid(wanted->group, wanted->group, wanted->group));
    MUST(setresuid(wanted->owner, wanted->owner, wanted->owner));
    MUST(unshare(CLONE_NEWUSER));
    MUST(prctl(PR_SET_DUMPABLE, 1));
    end_with_parent();  // now, since becoming another user forgets it
    MUST(write(said, "", 1));
    for (;;) pause();
}

// Reports the process in the namespace, and keeps it until the parent has the descriptor. Runs in the parent namespace,
// because the maps may be written only there.
static _Noreturn void settle(const struct namespace *wanted, int told, int is_had) {
    int said[2];
    char byte;
    enter_namespace(wanted->parent);
    MUST(pipe2(said, O_CLOEXEC));
    pid_t founder = MUST(fork());
    if (founder == 0) {
        close(told);  // so that its end is seen if we give up
        found(wanted, said[1]);
    }
    close(said[1]);
    if (read(said[0], &byte, 1) != 1) give_up("found a user namespace");
    if (wanted->denies_groups) write_file(founder, "setgroups", "deny");
    write_file(founder, "uid_map", wanted->users);
    write_file(founder, "gid_map", wanted->groups);
    MUST(write(told, &founder, sizeof founder));
    MUST(read(is_had, &byte, 1));
    MUST(kill(founder, SIGKILL));
    MUST(waitpid(founder, NULL, 0));
    _exit(0);
}

static int make_namespace(const struct namespace *wanted) {
    int told[2], is_had[2];
    pid_t founder;
    char path[64];
    MUST(pipe2(told, O_CLOEXEC));
    MUST(pipe2(is_had, O_CLOEXEC));
    pid_t settler = MUST(fork());
    if (settler == 0) {
        close(is_had[1]);
        settle(wanted, told[1], is_had[0]);
    }
    close(told[1]);
    close(is_had[0]);
    if (read(told[0], &founder, sizeof founder) != sizeof founder) give_up("make a namespace");
    close(told[0]);
    snprintf(path, sizeof path, "/proc/%d/ns/user", founder);
    int descriptor = MUST(open(path, O_RDONLY | O_CLOEXEC));
    close(is_had[1]);
    MUST(waitpid(settler, NULL, 0));
    return descriptor;
}

void make_namespaces(void) {
    int wanted = next_number();
    if (wanted >= MOST_NAMESPACES) give_up("too many namespaces");
    for (count = 1; count <= wanted; count++) {
        struct namespace next = next_namespace();
        descriptors[count] = make_namespace(&next);
    }
}

int namespace_fd(int number) {
    if (number < 1 || number >= count) give_up("no such namespace");
    return descriptors[number];
}

void enter_namespace(int number) {
    if (number > 0) MUST(setns(namespace_fd(number), CLONE_NEWUSER));
}
