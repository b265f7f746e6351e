#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge.h"

static void print(const struct answer *answer) {
    const uint64_t *numbers = (const uint64_t *)answer;
    for (size_t i = 0; i < sizeof *answer / sizeof *numbers; i++)
        printf("%lu%c", (unsigned long)numbers[i],
               i + 1 < sizeof *answer / sizeof *numbers ? ' ' : '\n');
}

// The pipe holds an answer, so that a child can end, or stop where it is traced, before it is read.
static struct answer answer_of(pid_t child, int answers) {
    struct answer answer;
    int status;
    while (MUST(waitpid(child, &status, 0)), WIFSTOPPED(status))
        MUST(ptrace(PTRACE_DETACH, child, 0, 0));
    if (read(answers, &answer, sizeof answer) != sizeof answer) give_up("no answer");
    close(answers);
    return answer;
}

static _Noreturn void execute(enum mount mount, int answers) {
    MUST(dup2(answers, TELL_FD));
    execute_program(mount);
    struct answer refused = {.error = errno};
    MUST(write(TELL_FD, &refused, sizeof refused));
    _exit(0);
}

static _Noreturn void execute_as(const struct credentials *credentials, enum mount mount, int answers) {
    become(credentials);
    if (credentials->danger != SHARES_FILE_SYSTEM) execute(mount, answers);
    pid_t sharer = MUST(syscall(SYS_clone, CLONE_FS | SIGCHLD, 0, 0, 0, 0));
    if (sharer == 0) execute(mount, answers);
    MUST(waitpid(sharer, NULL, 0));
    _exit(0);
}

void judge_execution(void) {
    struct credentials credentials = next_credentials();
    enum mount mount = next_number();
    int answers[2];
    prepare_program(mount);
    MUST(pipe2(answers, O_CLOEXEC));
    fflush(stdout);
    pid_t child = MUST(fork());
    if (child == 0) execute_as(&credentials, mount, answers[1]);
    close(answers[1]);
    struct answer answer = answer_of(child, answers[0]);
    print(&answer);
}

enum transition {
    SETUID, SETREUID, SETRESUID, SETFSUID, SETGID, SETREGID, SETRESGID, SETFSGID, SETGROUPS,
    CAPSET, AMBIENT_RAISE, AMBIENT_LOWER, AMBIENT_CLEAR, BOUNDING_DROP, SECURE_BITS, KEEP_CAPS,
    NO_NEW_PRIVS,
};

static long change(enum transition transition, const uint64_t a[4]) {
    gid_t groups[2] = {a[1], a[2]};
    switch (transition) {
    case SETUID: return setuid(a[0]);
    case SETREUID: return setreuid(a[0], a[1]);
    case SETRESUID: return setresuid(a[0], a[1], a[2]);
    case SETFSUID: return setfsuid(a[0]), 0;
    case SETGID: return setgid(a[0]);
    case SETREGID: return setregid(a[0], a[1]);
    case SETRESGID: return setresgid(a[0], a[1], a[2]);
    case SETFSGID: return setfsgid(a[0]), 0;
    case SETGROUPS: return setgroups(a[0], groups);
    case CAPSET: return set_capabilities(a[0], a[1], a[2]);
    case AMBIENT_RAISE: return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, a[0], 0, 0);
    case AMBIENT_LOWER: return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_LOWER, a[0], 0, 0);
    case AMBIENT_CLEAR: return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    case BOUNDING_DROP: return prctl(PR_CAPBSET_DROP, a[0]);
    case SECURE_BITS: return prctl(PR_SET_SECUREBITS, a[0]);
    case KEEP_CAPS: return prctl(PR_SET_KEEPCAPS, a[0]);
    case NO_NEW_PRIVS: return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    }
    give_up("no such transition");
}

void judge_transition(void) {
    struct credentials credentials = next_credentials();
    enum transition transition = next_number();
    uint64_t arguments[4];
    for (int i = 0; i < 4; i++) arguments[i] = next_number();
    int answers[2];
    MUST(pipe2(answers, O_CLOEXEC));
    fflush(stdout);
    pid_t child = MUST(fork());
    if (child == 0) {
        become(&credentials);
        struct answer answer = {.error = change(transition, arguments) == 0 ? 0 : errno};
        tell(&answer);
        MUST(write(answers[1], &answer, sizeof answer));
        _exit(0);
    }
    close(answers[1]);
    struct answer answer = answer_of(child, answers[0]);
    print(&answer);
}

static pid_t start_target(const struct credentials *credentials, int is_in_session) {
    int ready[2];
    char byte;
    MUST(pipe2(ready, O_CLOEXEC));
    fflush(stdout);
    pid_t target = MUST(fork());
    if (target == 0) {
        if (!is_in_session) MUST(setsid());
        become(credentials);
        end_with_parent();
        MUST(write(ready[1], "", 1));
        for (;;) pause();
    }
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1) give_up("no target");
    close(ready[0]);
    return target;
}

void judge_signal(void) {
    struct credentials target = next_credentials(), sender = next_credentials();
    int signal = next_number(), is_in_session = next_number(), answers[2];
    pid_t target_pid = start_target(&target, is_in_session);
    MUST(pipe2(answers, O_CLOEXEC));
    pid_t child = MUST(fork());
    if (child == 0) {
        become(&sender);
        struct answer answer = {.error = kill(target_pid, signal) == 0 ? 0 : errno};
        MUST(write(answers[1], &answer, sizeof answer));
        _exit(0);
    }
    close(answers[1]);
    struct answer answer = answer_of(child, answers[0]);
    printf("%lu\n", (unsigned long)answer.error);
    MUST(kill(target_pid, SIGKILL));
    MUST(waitpid(target_pid, NULL, 0));
}
