// Runs a command under a filter.
//
//   FilterProbe CALL[=ERRNO] COMMAND...   seccomp(2) answers a call, one of those below, with EPERM or another number
//   FilterProbe FOLDER COMMAND...         the control group (version 2) of that folder has a program of bpf(2) that refuses
//                                         every connect(2) over IPv4

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const char *name;
    int number;
} calls[] = {
    {"faccessat2", SYS_faccessat2},
    {"socket", SYS_socket},
    {"connect", SYS_connect},
    {"epoll_create1", SYS_epoll_create1},
    {"eventfd2", SYS_eventfd2},
    {"epoll_ctl", SYS_epoll_ctl},
#ifdef SYS_epoll_wait
    {"epoll_wait", SYS_epoll_wait},
#else
    {"epoll_wait", SYS_epoll_pwait},
#endif
    {"gettid", SYS_gettid},
    {"prctl", SYS_prctl},
    {"clone", SYS_clone},
    {"statx", SYS_statx},
};

static int number(const char *name) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcspn(name, "=") == strlen(calls[i].name) && strncmp(name, calls[i].name, strlen(calls[i].name)) == 0)
            return calls[i].number;
    }
    return -1;
}

// The kernel answers EPERM if such a program returns 0.
static int refuse_connections(const char *folder) {
    const struct bpf_insn lines[] = {{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0},
                                     {.code = BPF_JMP | BPF_EXIT}};
    union bpf_attr load = {.prog_type = BPF_PROG_TYPE_CGROUP_SOCK_ADDR,
                           .insn_cnt = 2,
                           .insns = (uintptr_t)lines,
                           .license = (uintptr_t) "",
                           .expected_attach_type = BPF_CGROUP_INET4_CONNECT};
    union bpf_attr attach = {.attach_type = BPF_CGROUP_INET4_CONNECT};
    int group = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int list = openat(group, "cgroup.procs", O_WRONLY | O_CLOEXEC);
    int program = (int)syscall(SYS_bpf, BPF_PROG_LOAD, &load, sizeof load);
    attach.target_fd = (unsigned)group;
    attach.attach_bpf_fd = (unsigned)program;
    if (group < 0 || list < 0 || program < 0 || write(list, "0", 1) != 1) return -1;
    return (int)syscall(SYS_bpf, BPF_PROG_ATTACH, &attach, sizeof attach);
}

static int refuse_call(const char *name) {
    const char *written = strchr(name, '=');
    const unsigned error = written ? (unsigned)atoi(written + 1) : EPERM;
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number(name), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof lines / sizeof *lines, lines};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int count, char **arguments) {
    const int is_group = count > 1 && arguments[1][0] == '/';
    if (count < 3 || (!is_group && number(arguments[1]) < 0)) {
        fprintf(stderr, "usage: FilterProbe CALL|FOLDER COMMAND...\n");
        return 64;
    }
    if ((is_group ? refuse_connections(arguments[1]) : refuse_call(arguments[1])) != 0) {
        perror(arguments[1]);
        return 70;
    }
    execvp(arguments[2], arguments + 2);
    perror(arguments[2]);
    return 127;
}
