// Facts that a thread knows about itself, and a tiny program that prints them.
//
// The program is the section "teller" of this one behind an ELF header. No loader and no library affects it. It starts
// in a small part of the 2 ms of this program, which is linked to Swift's library. Therefore it uses raw system calls,
// and no constant data.
#include "teller.h"

#include <elf.h>
#include <linux/capability.h>
#include <linux/prctl.h>
#include <string.h>
#include <sys/syscall.h>

#define TELLER __attribute__((section("teller"), used, no_sanitize("address", "thread", "undefined")))
#define INLINE static inline __attribute__((always_inline, no_sanitize("address", "thread", "undefined")))

INLINE long call(long number, long a, long b, long c) {
#if defined(__x86_64__)
    long result;
    register long d __asm__("r10") = 0;
    register long e __asm__("r8") = 0;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d), "r"(e)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = 0;
    register long x4 __asm__("x4") = 0;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
    return x0;
#else
#error "say here how this machine calls its kernel"
#endif
}

INLINE void tell_ids(struct told *told) {
    uint32_t id[3], groups[MOST_GROUPS];
    call(SYS_getresuid, (long)&id[0], (long)&id[1], (long)&id[2]);
    for (int i = 0; i < 3; i++) told->user[i] = id[i];
    told->user[3] = (uint32_t)call(SYS_setfsuid, -1, 0, 0);  // no id: only tells
    call(SYS_getresgid, (long)&id[0], (long)&id[1], (long)&id[2]);
    for (int i = 0; i < 3; i++) told->group[i] = id[i];
    told->group[3] = (uint32_t)call(SYS_setfsgid, -1, 0, 0);
    long count = call(SYS_getgroups, MOST_GROUPS, (long)groups, 0);
    told->group_count = count < 0 ? 0 : count;
    for (int i = 0; i < MOST_GROUPS; i++) told->groups[i] = i < count ? groups[i] : 0;
}

INLINE void tell_capabilities(struct told *told) {
    struct __user_cap_header_struct header;
    struct __user_cap_data_struct data[2];
    header.version = _LINUX_CAPABILITY_VERSION_3;
    header.pid = 0;
    call(SYS_capget, (long)&header, (long)data, 0);
    told->effective = data[0].effective | (uint64_t)data[1].effective << 32;
    told->permitted = data[0].permitted | (uint64_t)data[1].permitted << 32;
    told->inheritable = data[0].inheritable | (uint64_t)data[1].inheritable << 32;
    told->bounding = told->ambient = 0;
    for (long bit = 0; bit < 64; bit++) {
        if (call(SYS_prctl, PR_CAPBSET_READ, bit, 0) == 1) told->bounding |= (uint64_t)1 << bit;
        if (call(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, bit) == 1)
            told->ambient |= (uint64_t)1 << bit;
    }
    told->secure_bits = call(SYS_prctl, PR_GET_SECUREBITS, 0, 0);
    told->no_new_privs = call(SYS_prctl, PR_GET_NO_NEW_PRIVS, 0, 0);
}

INLINE void tell_all(struct answer *answer) {
    tell_ids(&answer->told);
    tell_capabilities(&answer->told);
    answer->told.at_secure = 0;
}

void tell(struct answer *answer) { tell_all(answer); }

// The stack as execve(2) leaves it: the arguments, the environment, and the auxiliary values of the kernel.
TELLER static void teller_main(long *stack) {
    struct answer answer;
    answer.error = 0;
    tell_all(&answer);
    long *word = stack + 1 + stack[0] + 1;
    while (*word) word++;
    for (word++; word[0] != AT_NULL; word += 2)
        if (word[0] == AT_SECURE) answer.told.at_secure = word[1];
    call(SYS_write, TELL_FD, (long)&answer, sizeof answer);
    call(SYS_exit_group, 0, 0, 0);
}

__attribute__((naked, section("teller"), used)) static void teller_start(void) {
#if defined(__x86_64__)
    __asm__("mov %rsp, %rdi\n\tcall teller_main");
#else
    __asm__("mov x0, sp\n\tb teller_main");
#endif
}

extern const char __start_teller[], __stop_teller[];

const void *teller_image(size_t *length) {
    enum { CODE = 128, ADDRESS = 0x400000 };
    static char image[4096];
    size_t size = CODE + (size_t)(__stop_teller - __start_teller);
    if (size > sizeof image) return NULL;
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
#if defined(__x86_64__)
        .e_machine = EM_X86_64,
#else
        .e_machine = EM_AARCH64,
#endif
        .e_version = EV_CURRENT,
        .e_entry = ADDRESS + CODE + (size_t)((const char *)teller_start - __start_teller),
        .e_phoff = sizeof(Elf64_Ehdr),
        .e_ehsize = sizeof(Elf64_Ehdr),
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = 1,
    };
    Elf64_Phdr segment = {
        .p_type = PT_LOAD,
        .p_flags = PF_R | PF_X,
        .p_vaddr = ADDRESS,
        .p_filesz = size,
        .p_memsz = size,
        .p_align = 4096,
    };
    memcpy(image, &header, sizeof header);
    memcpy(image + sizeof header, &segment, sizeof segment);
    memcpy(image + CODE, __start_teller, size - CODE);
    *length = size;
    return image;
}
