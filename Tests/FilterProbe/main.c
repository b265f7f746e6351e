// Runs a command under a seccomp filter that answers one system call with EPERM, or with EACCES where its name is
// in capitals; see seccomp(2).
//
//   FilterProbe CALL COMMAND...     CALL is faccessat2, socket, connect or CONNECT

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int number(const char *name) {
    if (strcmp(name, "faccessat2") == 0) return SYS_faccessat2;
    if (strcmp(name, "socket") == 0) return SYS_socket;
    if (strcasecmp(name, "connect") == 0) return SYS_connect;
    return -1;
}

int main(int count, char **arguments) {
    if (count < 3 || number(arguments[1]) < 0) {
        fprintf(stderr, "usage: FilterProbe faccessat2|socket|connect|CONNECT COMMAND...\n");
        return 64;
    }
    const unsigned error = strcmp(arguments[1], "CONNECT") == 0 ? EACCES : EPERM;
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number(arguments[1]), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof lines / sizeof *lines, lines};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        perror("prctl(2)");
        return 70;
    }
    execvp(arguments[2], arguments + 2);
    perror(arguments[2]);
    return 127;
}
