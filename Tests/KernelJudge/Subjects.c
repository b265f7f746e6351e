#define _GNU_SOURCE
#include "Subjects.h"

#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void set_capabilities(uint64_t effective, uint64_t permitted, uint64_t inheritable) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {
        {(unsigned)effective, (unsigned)permitted, (unsigned)inheritable},
        {(unsigned)(effective >> 32), (unsigned)(permitted >> 32), (unsigned)(inheritable >> 32)},
    };
    must(syscall(SYS_capset, &header, data), "capset", "a subject");
}

static uint64_t permitted_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    must(syscall(SYS_capget, &header, data), "capget", "the judge");
    return data[0].permitted | (uint64_t)data[1].permitted << 32;
}

void become(const struct scene *scene, const struct subject *subject) {
    // Otherwise the new ids would remove the capabilities that the next calls need.
    must(prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP), "set securebits", "");
    must(setgroups(subject->groups.count, subject->groups.items), "setgroups", "");
    must(setresgid(subject->gid, subject->gid, subject->gid), "setresgid", "");
    must(setresuid(subject->uid, subject->uid, subject->uid), "setresuid", "");
    if (subject->user_namespace >= 0) {
        int namespace = scene->user_namespaces.items[subject->user_namespace].descriptor;
        must(setns(namespace, CLONE_NEWUSER), "setns", "a user namespace");
    }
    set_capabilities(subject->capabilities, permitted_capabilities(), 0);
}

void keep_capabilities(void) {
    uint64_t all = permitted_capabilities();
    set_capabilities(all, all, all);
    for (int capability = 0; capability < 64; capability++)
        if (all >> capability & 1)
            must(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0), "raise", "");
}

void give_up_the_rest(const struct subject *subject) {
    set_capabilities(subject->capabilities, subject->capabilities, 0);
}
