#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
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

// The pipe holds an answer, so a child can end, or stop while it is traced, before the answer is read.
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
    SETRESUID, SETRESGID, SETGROUPS, CAPSET, AMBIENT_RAISE, AMBIENT_LOWER, AMBIENT_CLEAR,
    BOUNDING_DROP, SECURE_BITS, KEEP_CAPS, NO_NEW_PRIVS,
};

static long change(enum transition transition, const uint64_t a[4]) {
    gid_t groups[2] = {a[1], a[2]};
    switch (transition) {
    case SETRESUID: return setresuid(a[0], a[1], a[2]);
    case SETRESGID: return setresgid(a[0], a[1], a[2]);
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
