#define _GNU_SOURCE
#include <linux/capability.h>
#include <linux/securebits.h>
#include <grp.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "judge.h"

struct credentials next_credentials(void) {
    struct credentials next = {.namespace = (int)next_number()};
    for (int i = 0; i < 4; i++) next.user[i] = next_number();
    for (int i = 0; i < 4; i++) next.group[i] = next_number();
    next.group_count = next_number();
    if (next.group_count > MOST_GROUPS) give_up("too many groups");
    for (int i = 0; i < next.group_count; i++) next.groups[i] = next_number();
    next.permitted = next_number();
    next.inheritable = next_number();
    next.effective = next_number();
    next.bounding = next_number();
    next.ambient = next_number();
    next.secure_bits = next_number();
    next.no_new_privs = next_number();
    next.danger = next_number();
    return next;
}

long set_capabilities(uint64_t effective, uint64_t permitted, uint64_t inheritable) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {
        {(uint32_t)effective, (uint32_t)permitted, (uint32_t)inheritable},
        {effective >> 32, permitted >> 32, inheritable >> 32},
    };
    return syscall(SYS_capset, &header, data);
}

// Sets the ids before the namespace, whose ids need not include ours. The capability sets do not follow the ids.
static void set_ids(const struct credentials *wanted) {
    const uint32_t *user = wanted->user, *group = wanted->group;
    MUST(setgroups(wanted->group_count, wanted->groups));
    MUST(setresgid(group[0], group[1], group[2]));
    setfsgid(group[3]);
    MUST(prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP));
    MUST(setresuid(user[0], user[1], user[2]));
    setfsuid(user[3]);
}

static void set_sets(const struct credentials *wanted) {
    struct answer now;
    tell(&now);
    uint64_t all = now.told.permitted;
    MUST(set_capabilities(all, all, wanted->inheritable));
    for (int bit = 0; bit < 64; bit++) {
        uint64_t mask = (uint64_t)1 << bit;
        if (now.told.bounding & ~wanted->bounding & mask) MUST(prctl(PR_CAPBSET_DROP, bit));
        if (wanted->ambient & mask)
            MUST(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, bit, 0, 0));
    }
    MUST(prctl(PR_SET_SECUREBITS, wanted->secure_bits));
    MUST(set_capabilities(wanted->effective, wanted->permitted, wanted->inheritable));
}

void become(const struct credentials *wanted) {
    if (wanted->danger == TRACED_BY_ROOT) MUST(ptrace(PTRACE_TRACEME, 0, 0, 0));
    set_ids(wanted);
    enter_namespace(wanted->namespace);
    set_sets(wanted);
    if (wanted->no_new_privs) MUST(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
    // The tracer has the rights of the process that asked to be traced.
    if (wanted->danger == TRACED_BY_ITSELF) MUST(ptrace(PTRACE_TRACEME, 0, 0, 0));
}
