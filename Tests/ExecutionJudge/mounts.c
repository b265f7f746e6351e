#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "judge.h"

int mount(const char *, const char *, const char *, unsigned long, const void *);  // <sys/mount.h>, which
enum { PRIVATE = 1 << 18, RECURSIVE = 1 << 14 };                   // does not go with <linux/mount.h>

static int roots[MOUNTS];

static void write_program(int root) {
    size_t length;
    const void *image = teller_image(&length);
    if (!image) give_up("the teller is too long");
    int file = MUST(openat(root, "program", O_CREAT | O_WRONLY | O_CLOEXEC, 0755));
    if (write(file, image, length) != (ssize_t)length) give_up("write the program");
    close(file);
}

static void attach(int tree, enum mount mount, const char *path) {
    MUST(mkdir(path, 0755));
    MUST(syscall(SYS_move_mount, tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH));
    roots[mount] = MUST(open(path, O_PATH | O_DIRECTORY | O_CLOEXEC));
}

static int clone_plain(void) {
    return MUST(syscall(SYS_open_tree, roots[PLAIN], "",
                        OPEN_TREE_CLONE | AT_EMPTY_PATH | OPEN_TREE_CLOEXEC));
}

static int change(int tree, struct mount_attr attributes) {
    MUST(syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH, &attributes, sizeof attributes));
    return tree;
}

// Mounts a file system of the first namespace, whose root makes the program in it.
static _Noreturn void mount_theirs(int told) {
    enter_namespace(1);
    MUST(setresgid(0, 0, 0));
    MUST(setresuid(0, 0, 0));
    MUST(unshare(CLONE_NEWNS));
    end_with_parent();
    int context = MUST(syscall(SYS_fsopen, "tmpfs", FSOPEN_CLOEXEC));
    MUST(syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "mode", "755", 0));
    MUST(syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0));
    int tree = MUST(syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, 0));
    write_program(tree);
    MUST(write(told, &tree, sizeof tree));
    for (;;) pause();
}

static int take_theirs(void) {
    int told[2], theirs;
    MUST(pipe2(told, O_CLOEXEC));
    pid_t mounter = MUST(fork());
    if (mounter == 0) mount_theirs(told[1]);
    close(told[1]);
    if (read(told[0], &theirs, sizeof theirs) != sizeof theirs) give_up("mount in a namespace");
    close(told[0]);
    int process = MUST(syscall(SYS_pidfd_open, mounter, 0));
    int tree = MUST(syscall(SYS_pidfd_getfd, process, theirs, 0));
    close(process);
    MUST(kill(mounter, SIGKILL));
    MUST(waitpid(mounter, NULL, 0));
    return tree;
}

// Mounts in a separate mount namespace, over a folder that every machine has. The mounts end with this process.
void make_mounts(void) {
    MUST(unshare(CLONE_NEWNS));
    MUST(mount("", "/", NULL, PRIVATE | RECURSIVE, NULL));
    MUST(mount("tmpfs", "/tmp", "tmpfs", 0, "mode=755"));
    MUST(mkdir("/tmp/plain", 0755));
    roots[PLAIN] = MUST(open("/tmp/plain", O_PATH | O_DIRECTORY | O_CLOEXEC));
    write_program(roots[PLAIN]);
    attach(change(clone_plain(), (struct mount_attr){.attr_set = MOUNT_ATTR_NOSUID}), NOSUID,
           "/tmp/nosuid");
    attach(change(clone_plain(), (struct mount_attr){.attr_set = MOUNT_ATTR_IDMAP,
                                                     .userns_fd = namespace_fd(2)}),
           IDMAPPED, "/tmp/idmapped");
    attach(take_theirs(), THEIRS, "/tmp/theirs");
    roots[FOREIGN] = clone_plain();
}

// A failed change does not matter: the test uses the actual facts.
static void change_program(const char *path) {
    mode_t mode = next_number();
    uid_t owner = next_number();
    gid_t group = next_number();
    size_t length = next_number();
    unsigned char attribute[64];
    if (length > sizeof attribute) give_up("the attribute is too long");
    for (size_t i = 0; i < length; i++) attribute[i] = next_number();
    removexattr(path, "security.capability");
    if (chown(path, owner, group) == 0) chmod(path, mode);
    if (length > 0) setxattr(path, "security.capability", attribute, length, 0);
}

void prepare_program(enum mount mount) {
    // Ids and attributes belong to the file system; all other mounts show the same file.
    change_program(mount == THEIRS ? "/tmp/theirs/program" : "/tmp/plain/program");
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d/program", roots[mount]);
    struct stat status;
    unsigned char attribute[64];
    MUST(stat(path, &status));
    ssize_t length = getxattr(path, "security.capability", attribute, sizeof attribute);
    if (length < 0) length = 0;
    printf("%u %u %u %zd", status.st_mode & 07777, status.st_uid, status.st_gid, length);
    for (ssize_t i = 0; i < length; i++) printf(" %u", attribute[i]);
    printf(" ");
}

void execute_program(enum mount mount) {
    char *const arguments[] = {"program", NULL}, *const environment[] = {NULL};
    syscall(SYS_execveat, roots[mount], "program", arguments, environment, 0);
}
