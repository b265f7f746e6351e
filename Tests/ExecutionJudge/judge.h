#pragma once
#include <stdint.h>
#include <sys/types.h>

#include "teller.h"

// Says what went wrong and ends this process: the scene is not as it should be, and nothing is judged.
_Noreturn void give_up(const char *what);
#define MUST(call) ({ long result_ = (long)(call); if (result_ == -1) give_up(#call); result_; })

// Ends this process once its parent has: what waits outlives nobody.
void end_with_parent(void);

// The next number of the standard input.
uint64_t next_number(void);

enum danger { NONE, SHARES_FILE_SYSTEM, TRACED_BY_ROOT, TRACED_BY_ITSELF };

// Who a process becomes; ids as the initial user namespace shows them.
struct credentials {
    int namespace;  // 0 is the initial one
    uint32_t user[4], group[4];
    int group_count;
    gid_t groups[MOST_GROUPS];
    uint64_t permitted, inheritable, effective, bounding, ambient;
    uint32_t secure_bits;
    int no_new_privs;
    enum danger danger;
};

struct credentials next_credentials(void);
void become(const struct credentials *credentials);
long set_capabilities(uint64_t effective, uint64_t permitted, uint64_t inheritable);

// User namespaces, by their numbers in the input; 0 is the initial one.
void make_namespaces(void);
int namespace_fd(int number);
// Enters one, where there is one to enter.
void enter_namespace(int number);

enum mount { PLAIN, NOSUID, FOREIGN, IDMAPPED, THEIRS, MOUNTS };

void make_mounts(void);
// Makes the program of a mount as the input says, and prints what it came out as.
void prepare_program(enum mount mount);
void execute_program(enum mount mount);

void judge_execution(void);
void judge_transition(void);
