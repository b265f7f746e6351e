#pragma once
#include <stdint.h>
#include <sys/types.h>

#include "teller.h"

// Prints the problem and ends this process: the scene is wrong, and nothing is judged.
_Noreturn void give_up(const char *what);
#define MUST(call) ({ long result_ = (long)(call); if (result_ == -1) give_up(#call); result_; })

// Ends this process when its parent ends, so that no waiting process is left.
void end_with_parent(void);

// Reads the next number of standard input.
uint64_t next_number(void);

enum danger { NONE, SHARES_FILE_SYSTEM, TRACED_BY_ROOT, TRACED_BY_ITSELF };

// The credentials that a process takes on, with ids as in the initial user namespace.
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

// The user namespaces, by their numbers in the input; 0 is the initial one.
void make_namespaces(void);
int namespace_fd(int number);
// Enters a user namespace, unless it is the initial one.
void enter_namespace(int number);

enum mount { PLAIN, NOSUID, FOREIGN, IDMAPPED, THEIRS, MOUNTS };

void make_mounts(void);
// Makes the program of a mount as the input states, and prints its actual facts.
void prepare_program(enum mount mount);
void execute_program(enum mount mount);

void judge_execution(void);
void judge_transition(void);
