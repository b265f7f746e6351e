#define _GNU_SOURCE
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Judge.h"

static int descriptors[NAMESPACES];

// Enters the namespace, makes another namespace of the kind as a user, reports that, and stays until it is killed.
static _Noreturn void found(int parent, uint32_t maker, int kind, int said) {
    enter_user_namespace(parent);
    MUST(setresgid(maker, maker, maker));
    if (kind == CLONE_NEWUSER) MUST(setresuid(maker, maker, maker));
    MUST(unshare(kind));
    MUST(prctl(PR_SET_DUMPABLE, 1));
    // This comes last, because a change of credentials undoes it.
    end_with_parent();
    MUST(write(said, "", 1));
    for (;;) pause();
}

static void write_map(pid_t pid, const char *name, const char *map) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    int file = MUST(open(path, O_WRONLY | O_CLOEXEC));
    MUST(write(file, map, strlen(map)));
    close(file);
}

// The maps may be written only in the parent namespace.
static void write_maps(pid_t pid, int parent, const char *map) {
    pid_t writer = MUST(fork());
    if (writer == 0) {
        enter_user_namespace(parent);
        write_map(pid, "uid_map", map);
        write_map(pid, "gid_map", map);
        _exit(0);
    }
    int status;
    MUST(waitpid(writer, &status, 0));
    if (status != 0) give_up("write a map");
}

// Returns a namespace of a kind, which the descriptor keeps alive.
static int new_namespace(int parent, uint32_t maker, int kind, const char *map) {
    int said[2];
    char byte, path[64];
    MUST(pipe2(said, O_CLOEXEC));
    pid_t founder = MUST(fork());
    if (founder == 0) found(parent, maker, kind, said[1]);
    close(said[1]);
    if (read(said[0], &byte, 1) != 1) give_up("found a namespace");
    close(said[0]);
    if (map) write_maps(founder, parent, map);
    snprintf(path, sizeof path, "/proc/%d/ns/%s", founder, map ? "user" : "net");
    int descriptor = MUST(open(path, O_RDONLY | O_CLOEXEC));
    // A process stays in a user namespace, and shows its maps; the descriptor keeps a network.
    if (map) return descriptor;
    MUST(kill(founder, SIGKILL));
    MUST(waitpid(founder, NULL, 0));
    return descriptor;
}

void make_user_namespaces(uint32_t owner) {
    descriptors[1] = new_namespace(0, owner, CLONE_NEWUSER, "0 100000 65536");
    descriptors[2] = new_namespace(1, 5, CLONE_NEWUSER, "0 1000 100");
    descriptors[3] = new_namespace(0, 3002, CLONE_NEWUSER, "0 0 65536");
}

void enter_user_namespace(int number) {
    if (number > 0) MUST(setns(descriptors[number], CLONE_NEWUSER));
}

void enter_new_network(int owner, int is_up) {
    MUST(setns(new_namespace(owner, 0, CLONE_NEWNET, NULL), CLONE_NEWNET));
    if (!is_up) return;
    struct ifreq loopback = {.ifr_name = "lo", .ifr_flags = IFF_UP};
    int any = MUST(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    MUST(ioctl(any, SIOCSIFFLAGS, &loopback));
    close(any);
}

void set_parameter(const char *path, unsigned value) {
    char whole[64];
    snprintf(whole, sizeof whole, "/proc/sys/net/%s", path);
    int file = MUST(open(whole, O_WRONLY | O_CLOEXEC));
    if (dprintf(file, "%u", value) < 0) give_up(whole);
    close(file);
}
