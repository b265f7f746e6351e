// Makes calls for real, as the process of a service. Each argument is a question, and each call has a child of its own.
//
//   judge WORD=OBJECT[|ARGUMENT]...
//
// Prints a line for each question in order: "yes", or "no" with the errno or the signal. The last line is "end". The
// words are those of the policy language. It is linked statically, because a service may hide the libraries.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <net/ethernet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// A call that takes longer counts as refused, with SIGALRM.
enum { SECONDS = 3 };

// In the order of their numbers.
static const char *capabilities[] = {
    "CAP_CHOWN",              "CAP_DAC_OVERRIDE",    "CAP_DAC_READ_SEARCH",  "CAP_FOWNER",
    "CAP_FSETID",             "CAP_KILL",            "CAP_SETGID",           "CAP_SETUID",
    "CAP_SETPCAP",            "CAP_LINUX_IMMUTABLE", "CAP_NET_BIND_SERVICE", "CAP_NET_BROADCAST",
    "CAP_NET_ADMIN",          "CAP_NET_RAW",         "CAP_IPC_LOCK",         "CAP_IPC_OWNER",
    "CAP_SYS_MODULE",         "CAP_SYS_RAWIO",       "CAP_SYS_CHROOT",       "CAP_SYS_PTRACE",
    "CAP_SYS_PACCT",          "CAP_SYS_ADMIN",       "CAP_SYS_BOOT",         "CAP_SYS_NICE",
    "CAP_SYS_RESOURCE",       "CAP_SYS_TIME",        "CAP_SYS_TTY_CONFIG",   "CAP_MKNOD",
    "CAP_LEASE",              "CAP_AUDIT_WRITE",     "CAP_AUDIT_CONTROL",    "CAP_SETFCAP",
    "CAP_MAC_OVERRIDE",       "CAP_MAC_ADMIN",       "CAP_SYSLOG",           "CAP_WAKE_ALARM",
    "CAP_BLOCK_SUSPEND",      "CAP_AUDIT_READ",      "CAP_PERFMON",          "CAP_BPF",
    "CAP_CHECKPOINT_RESTORE",
};

// Each function `call_...` makes one call, and returns 0 or its errno. The child ends then, which closes descriptors.

static int error_of(long result) { return result < 0 ? errno : 0; }

// Nothing waits for the other end of a device or a FIFO, and no terminal becomes that of the service.
static int opened(const char *path, int flags) {
    return error_of(open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600));
}

static int call_read(const char *path, const char *argument) {
    (void)argument;
    return opened(path, O_RDONLY);
}

static int call_write(const char *path, const char *argument) {
    (void)argument;
    return opened(path, O_WRONLY);
}

static int call_read_write(const char *path, const char *argument) {
    (void)argument;
    return opened(path, O_RDWR);
}

static int call_append(const char *path, const char *argument) {
    (void)argument;
    return opened(path, O_WRONLY | O_APPEND);
}

static int call_open_truncate(const char *path, const char *argument) {
    (void)argument;
    return opened(path, O_WRONLY | O_TRUNC);
}

static int call_open_create(const char *path, const char *argument) {
    (void)argument;
    return opened(path, O_WRONLY | O_CREAT);
}

// Creates the object and deletes it again.
static int call_create(const char *path, const char *argument) {
    int is_directory = strcmp(argument, "directory") == 0;
    int error = is_directory ? error_of(mkdir(path, 0700)) : opened(path, O_WRONLY | O_CREAT | O_EXCL);
    if (error == 0) (void)(is_directory ? rmdir(path) : unlink(path));
    return error;
}

static int call_stat(const char *path, const char *argument) {
    (void)argument;
    struct stat status;
    return error_of(stat(path, &status));
}

static int call_search(const char *path, const char *argument) {
    (void)argument;
    return error_of(chdir(path));
}

static int call_list(const char *path, const char *argument) {
    (void)argument;
    char entries[4096];
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return errno;
    return error_of(syscall(SYS_getdents64, directory, entries, sizeof entries));
}

static int call_execute(const char *path, const char *argument) {
    (void)argument;
    char *arguments[] = {(char *)path, NULL}, *environment[] = {NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0) {
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
    execve(path, arguments, environment);
    return errno;
}

static int call_truncate(const char *path, const char *argument) {
    (void)argument;
    return error_of(truncate(path, 0));
}

static int call_touch(const char *path, const char *argument) {
    (void)argument;
    return error_of(utimensat(AT_FDCWD, path, NULL, 0));
}

static int call_set_attribute(const char *path, const char *argument) {
    (void)argument;
    return error_of(setxattr(path, "user.judge", "1", 1, 0));
}

static int call_delete(const char *path, const char *argument) {
    (void)argument;
    struct stat status;
    if (lstat(path, &status) < 0) return errno;
    return error_of(S_ISDIR(status.st_mode) ? rmdir(path) : unlink(path));
}

static int call_rename(const char *path, const char *new_path) { return error_of(rename(path, new_path)); }

static int call_link(const char *path, const char *new_path) { return error_of(link(path, new_path)); }

static int call_chmod(const char *path, const char *mode) {
    return error_of(chmod(path, (mode_t)strtoul(mode, NULL, 8)));
}

static int call_chown(const char *path, const char *user) {
    return error_of(chown(path, (uid_t)strtoul(user, NULL, 10), (gid_t)-1));
}

static int call_chgrp(const char *path, const char *group) {
    return error_of(chown(path, (uid_t)-1, (gid_t)strtoul(group, NULL, 10)));
}

// AT_EACCESS judges the effective user, as the question does.
static int call_access(const char *path, const char *rights) {
    int mode = (strchr(rights, 'r') ? R_OK : 0) | (strchr(rights, 'w') ? W_OK : 0) | (strchr(rights, 'x') ? X_OK : 0);
    return error_of(faccessat(AT_FDCWD, path, mode, AT_EACCESS));
}

// Parses `tcp:PORT`, `udp:PORT`, `tcp:ADDRESS:PORT`, `tcp:[ADDRESS]:PORT` or `unix:PATH`, and makes a socket for it.
static int make_socket(const char *text, struct sockaddr_storage *address, socklen_t *length) {
    *address = (struct sockaddr_storage){0};
    if (strncmp(text, "unix:", 5) == 0) {
        struct sockaddr_un *local = (void *)address;
        local->sun_family = AF_UNIX;
        if (snprintf(local->sun_path, sizeof local->sun_path, "%s", text + 5) >= (int)sizeof local->sun_path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        *length = sizeof *local;
        return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    }
    int type = strncmp(text, "udp:", 4) == 0 ? SOCK_DGRAM : SOCK_STREAM;
    char host[64];
    snprintf(host, sizeof host, "%s", text + 4);
    char *colon = strrchr(host, ':');
    in_port_t port = htons((uint16_t)strtoul(colon ? colon + 1 : host, NULL, 10));
    if (colon) *colon = 0;
    if (host[0] == '[') {
        struct sockaddr_in6 *six = (void *)address;
        *six = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = port};
        host[strcspn(host, "]")] = 0;
        inet_pton(AF_INET6, host + 1, &six->sin6_addr);
        *length = sizeof *six;
    } else {
        struct sockaddr_in *four = (void *)address;
        *four = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = port};
        if (colon) inet_pton(AF_INET, host, &four->sin_addr);
        *length = sizeof *four;
    }
    return socket(address->ss_family, type | SOCK_CLOEXEC, 0);
}

static int call_bind(const char *text, const char *argument) {
    (void)argument;
    struct sockaddr_storage address;
    socklen_t length;
    int end = make_socket(text, &address, &length);
    if (end < 0 || bind(end, (struct sockaddr *)&address, length) < 0) return errno;
    if (address.ss_family == AF_UNIX) unlink(text + 5);
    return 0;
}

static int call_connect(const char *text, const char *argument) {
    (void)argument;
    struct sockaddr_storage address;
    socklen_t length;
    int end = make_socket(text, &address, &length);
    return end < 0 ? errno : error_of(connect(end, (struct sockaddr *)&address, length));
}

static int call_raw_sockets(const char *family, const char *argument) {
    (void)argument;
    if (strcmp(family, "packet") == 0) return error_of(socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)));
    return error_of(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}

// ping(8) tries a socket for echo requests first, and then a raw one.
static int call_icmp(const char *family, const char *argument) {
    (void)family, (void)argument;
    if (socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP) >= 0) return 0;
    return error_of(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}

static int call_capability(const char *name, const char *argument) {
    (void)argument;
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    if (syscall(SYS_capget, &header, data) < 0) return errno;
    for (int i = 0; i < COUNT(capabilities); i++)
        if (strcmp(capabilities[i], name) == 0) return data[i / 32].effective >> (i % 32) & 1 ? 0 : EPERM;
    return EINVAL;
}

static const struct {
    const char *word;
    int (*call)(const char *object, const char *argument);
} calls[] = {
    {"access", call_access},
    {"append", call_append},
    {"bind", call_bind},
    {"capability", call_capability},
    {"chgrp", call_chgrp},
    {"chmod", call_chmod},
    {"chown", call_chown},
    {"connect", call_connect},
    {"create", call_create},
    {"delete", call_delete},
    {"execute", call_execute},
    {"icmp", call_icmp},
    {"link", call_link},
    {"list", call_list},
    {"open-create", call_open_create},
    {"open-truncate", call_open_truncate},
    {"raw-sockets", call_raw_sockets},
    {"read", call_read},
    {"read-write", call_read_write},
    {"rename", call_rename},
    {"search", call_search},
    {"set-attribute", call_set_attribute},
    {"stat", call_stat},
    {"touch", call_touch},
    {"truncate", call_truncate},
    {"write", call_write},
};

static _Noreturn void give_up(const char *what) {
    printf("judge: %s\n", what);
    exit(70);
}

static int make_call(char *question) {
    char *object = strchr(question, '=');
    if (!object) give_up(question);
    *object++ = 0;
    char *argument = strchr(object, '|');
    if (argument) *argument++ = 0;
    for (int i = 0; i < COUNT(calls); i++)
        if (strcmp(calls[i].word, question) == 0) return calls[i].call(object, argument ? argument : "");
    give_up(question);
}

// The child reports an error through a pipe, which execve(2) closes. If a filter kills it, nothing arrives.
static void judge(char *question) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) < 0) give_up("pipe2");
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) give_up("fork");
    if (child == 0) {
        close(report[0]);
        alarm(SECONDS);
        int error = make_call(question);
        if (error && write(report[1], &error, sizeof error) != sizeof error) _exit(71);
        _exit(0);
    }
    close(report[1]);
    int error = 0, status;
    ssize_t length = read(report[0], &error, sizeof error);
    close(report[0]);
    waitpid(child, &status, 0);
    if (length == sizeof error)
        printf("no %s\n", strerrorname_np(error));
    else if (WIFSIGNALED(status))
        printf("no SIG%s\n", sigabbrev_np(WTERMSIG(status)));
    else if (WEXITSTATUS(status) >= 70)
        give_up("a question without a call");
    else
        printf("yes\n");
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) judge(arguments[i]);
    printf("end\n");
    return 0;
}
