#pragma once
#include <stdint.h>
#include <stdio.h>

// Prints the problem and ends this process: the scene is wrong, and nothing is judged.
_Noreturn void give_up(const char *what);
#define MUST(call) ({ long result_ = (long)(call); if (result_ == -1) give_up(#call); result_; })

// Ends this process when its parent ends, so that no waiting process is left.
void end_with_parent(void);

// User namespaces: 0 is the initial one, 1 and 3 are in it, 2 is in 1.
enum { NAMESPACES = 4 };

// `owner` is the user who makes the first one, as the initial user namespace numbers users.
void make_user_namespaces(uint32_t owner);
void enter_user_namespace(int number);

// Enters a network that a user namespace owns.
void enter_new_network(int owner, int is_up);
void set_parameter(const char *path, unsigned value);

enum socket_flag {
    REUSES_ADDRESS = 1, REUSES_PORT = 2, IPV6_ONLY = 4, BOTH_FAMILIES = 8, LISTENS = 16, CONNECTS = 32,
    ENDS_LISTENING = 64, ON_LOOPBACK = 128,
};

// Returns the descriptor of a bound socket, or the negative errno.
int bound_socket(const char *transport, const char *address, unsigned port, int flags);
// Opens a socket that stays, and listens or is connected as the flags state. Returns 0 or the errno of its bind.
int hold_socket(const char *transport, const char *address, unsigned port, int flags);

// Takes on credentials, and makes the binds of the input until the line `end`.
_Noreturn void be_subject(int user_namespace, uint32_t user, uint32_t group, uint64_t effective);
