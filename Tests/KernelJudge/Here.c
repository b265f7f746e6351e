#define _GNU_SOURCE
#include "Here.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Actions.h"
#include "Words.h"

static int question(struct word *words) {
    struct question question = {.object = words[3].bytes, .argument = words[4].bytes};
    question.action = action_named(words[1].bytes);
    question.follow = atoi(words[2].bytes);
    return performed(&(struct asking){.question = &question});
}

/// Returns the errno of making a socket, which is closed.
static int make_socket(int family, int type, int protocol) {
    int made = socket(family, type | SOCK_CLOEXEC, protocol);
    if (made < 0) return errno;
    close(made);
    return 0;
}

static int make_raw_socket(struct word *words) {
    switch (index_of(words[1].bytes, (const char *[]){"ipv4", "ipv6", "packet", NULL})) {
    case 0: return make_socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);
    case 1: return make_socket(AF_INET6, SOCK_RAW, IPPROTO_ICMPV6);
    default: return make_socket(AF_PACKET, SOCK_RAW, 0);
    }
}

/// Makes a socket for echo requests as ping(8) does: without privilege, or else a raw one.
static int make_echo_socket(struct word *words) {
    bool is_ipv6 = strcmp(words[1].bytes, "ipv6") == 0;
    int error = make_socket(is_ipv6 ? AF_INET6 : AF_INET, SOCK_DGRAM, is_ipv6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP);
    return error ? make_raw_socket(words) : 0;
}

/// Opens a socket as servers and clients usually do, uses it, and closes it.
static int use_socket(struct word *words, int (*use)(int, const struct sockaddr *, socklen_t)) {
    struct sockaddr_storage address = {.ss_family = strchr(words[2].bytes, ':') ? AF_INET6 : AF_INET};
    struct sockaddr_in *in = (void *)&address;
    struct sockaddr_in6 *in6 = (void *)&address;
    bool is_ipv6 = address.ss_family == AF_INET6, is_tcp = strcmp(words[1].bytes, "tcp") == 0;
    in->sin_port = htons(atoi(words[3].bytes));
    void *bytes = is_ipv6 ? (void *)&in6->sin6_addr : (void *)&in->sin_addr;
    if (inet_pton(address.ss_family, words[2].bytes, bytes) != 1) fail("`%s` is no address", words[2].bytes);
    int made = socket(address.ss_family, (is_tcp ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC, 0);
    if (made < 0) return errno;
    if (is_tcp) setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    int error = use(made, (void *)&address, is_ipv6 ? sizeof *in6 : sizeof *in) ? errno : 0;
    close(made);
    return error;
}

/// Listens until the end.
static int listen_at(int made, const struct sockaddr *address, socklen_t length) {
    return bind(made, address, length) || listen(dup(made), 8);
}

static int listen_on_port(struct word *words) { return use_socket(words, listen_at); }
static int bind_port(struct word *words) { return use_socket(words, bind); }
static int connect_port(struct word *words) { return use_socket(words, connect); }

static int holds(const struct word *words, bool is_effective) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    must(syscall(SYS_capget, &header, data), "capget", "this process");
    unsigned number = strtoul(words[1].bytes, NULL, 10);
    unsigned half = is_effective ? data[number / 32].effective : data[number / 32].permitted;
    return half >> number % 32 & 1 ? 0 : EPERM;
}

static int use_capability(struct word *words) { return holds(words, true); }
static int raise_capability(struct word *words) { return holds(words, false); }

void answer_here(void) {
    static const char *const names[] = {"question", "bind", "connect", "listen", "icmp", "raw-sockets", "use", "raise", NULL};
    static int (*const answers[])(struct word *) = {
        question,         bind_port,       connect_port,   listen_on_port,
        make_echo_socket, make_raw_socket, use_capability, raise_capability,
    };
    struct word words[maximum_words];
    // A program that a question starts has no place for its errors.
    must(fcntl(STDERR_FILENO, F_SETFD, FD_CLOEXEC), "fcntl", "the errors");
    puts("ready");
    fflush(stdout);
    while (read_words(words)) {
        int error = answers[index_of(words[0].bytes, names)](words);
        puts(error ? strerrorname_np(error) : "0");
        fflush(stdout);
    }
}
