#pragma once
#include <stddef.h>
#include <stdint.h>

// The descriptor to which an executed program writes its answer.
enum { TELL_FD = 100, MOST_GROUPS = 8 };

// All facts that a thread has about itself, with ids as in its own user namespace.
struct told {
    uint64_t user[4];  // real, effective, saved, of the file system
    uint64_t group[4];
    uint64_t permitted, inheritable, effective, bounding, ambient;
    uint64_t secure_bits, no_new_privs, at_secure;
    uint64_t group_count, groups[MOST_GROUPS];
};

struct answer {
    uint64_t error;  // the errno of what was tried
    struct told told;
};

// Writes the calling thread's credentials.
void tell(struct answer *answer);

// Returns the bytes of a program that writes an answer to TELL_FD. Only the kernel affects it.
const void *teller_image(size_t *length);
