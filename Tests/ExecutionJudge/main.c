// The kernel as the judge of the rules of execution, and of kernel capabilities.
//
// Reads numbers: the user namespaces to make, then cases of credentials and calls. Takes on the credentials, makes the
// call, and prints a line of numbers for each case. The tests in Tests/AccessModelTests/Judge, which write and read the
// numbers, define their meaning.
#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "judge.h"

_Noreturn void give_up(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    _exit(1);
}

void end_with_parent(void) { MUST(prctl(PR_SET_PDEATHSIG, SIGKILL)); }

static int next_number_or_end(uint64_t *number) {
    return scanf("%lu", (unsigned long *)number) == 1;
}

uint64_t next_number(void) {
    uint64_t number;
    if (!next_number_or_end(&number)) give_up("the input ends early");
    return number;
}

int main(void) {
    uint64_t kind;
    setvbuf(stdin, NULL, _IOFBF, 1 << 20);
    // The caller may have blocked signals.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    MUST(setgroups(0, NULL));  // now, since some namespaces deny it
    make_namespaces();
    make_mounts();
    while (next_number_or_end(&kind)) {
        switch (kind) {
        case 0: judge_execution(); break;
        case 1: judge_transition(); break;
        default: give_up("no such case");
        }
    }
    fflush(stdout);
    return 0;
}
