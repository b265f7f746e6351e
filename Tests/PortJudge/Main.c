// The kernel as the judge of bind(2).
//
// Reads a line, executes it and answers with a line. A test can therefore examine the same network and the same subject
// before the subject binds. Tests/LinuxCapabilitiesTests/Network/Judge, which writes the lines, defines them.
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Judge.h"

_Noreturn void give_up(const char *what) {
    fprintf(stderr, "PortJudge: %s: %s\n", what, strerror(errno));
    exit(1);
}

void end_with_parent(void) { MUST(prctl(PR_SET_PDEATHSIG, SIGKILL)); }

static void make_network(void) {
    unsigned owner, maker, is_up, start, takes_foreign, only_ipv6;
    if (scanf("%u %u %u %u %u %u", &owner, &maker, &is_up, &start, &takes_foreign, &only_ipv6) != 6)
        give_up("network");
    make_user_namespaces(maker);
    enter_new_network(owner, is_up);
    set_parameter("ipv4/ip_unprivileged_port_start", start);
    set_parameter("ipv4/ip_nonlocal_bind", takes_foreign);
    set_parameter("ipv6/bindv6only", only_ipv6);
    printf("made\n");
}

static void make_socket(void) {
    char transport[8], address[64];
    unsigned port, flags;
    if (scanf("%7s %63s %u %u", transport, address, &port, &flags) != 4) give_up("socket");
    printf("%d\n", hold_socket(transport, address, port, flags));
}

static void make_subject(void) {
    unsigned namespace, user, group;
    unsigned long effective;
    if (scanf("%u %u %u %lu", &namespace, &user, &group, &effective) != 4) give_up("subject");
    pid_t child = MUST(fork());
    if (child == 0) be_subject(namespace, user, group, effective);
    int status;
    MUST(waitpid(child, &status, 0));
    if (status != 0) give_up("the subject");
    printf("ended\n");
}

int main(void) {
    char word[16];
    // The caller may have blocked signals.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    end_with_parent();
    setvbuf(stdout, NULL, _IOLBF, 0);
    MUST(setgroups(0, NULL));
    while (scanf("%15s", word) == 1) {
        if (!strcmp(word, "network")) make_network();
        else if (!strcmp(word, "socket")) make_socket();
        else if (!strcmp(word, "subject")) make_subject();
        else give_up(word);
    }
    return 0;
}
