#define _GNU_SOURCE
#include <linux/capability.h>
#include <linux/securebits.h>
#include <grp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Judge.h"

static void set_effective(uint64_t sets) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    uint32_t low = sets, high = sets >> 32;
    struct __user_cap_data_struct data[2] = {{low, low, 0}, {high, high, 0}};
    MUST(syscall(SYS_capset, &header, data));
}

// Sets the ids before the namespace, which need not have them. The capability sets do not follow the ids.
static void become(int user_namespace, uint32_t user, uint32_t group, uint64_t effective) {
    MUST(setresgid(group, group, group));
    MUST(prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP));
    MUST(setresuid(user, user, user));
    enter_user_namespace(user_namespace);
    set_effective(effective);
}

static void answer_bind(void) {
    char transport[8], address[64];
    unsigned port;
    if (scanf("%7s %63s %u", transport, address, &port) != 3) give_up("bind");
    int made = bound_socket(transport, address, port, strcmp(transport, "tcp") ? 0 : REUSES_ADDRESS);
    // Closed before the answer, after which the test examines the next question.
    if (made >= 0) close(made);
    printf("%d\n", made < 0 ? -made : 0);
}

_Noreturn void be_subject(int user_namespace, uint32_t user, uint32_t group, uint64_t effective) {
    char word[16];
    become(user_namespace, user, group, effective);
    end_with_parent();
    // The sockets of the scene belong to other processes.
    MUST(close_range(3, ~0U, 0));
    printf("%d\n", getpid());
    while (scanf("%15s", word) == 1 && !strcmp(word, "bind")) answer_bind();
    if (strcmp(word, "end")) give_up(word);
    _exit(0);
}
