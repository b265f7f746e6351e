#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "Judge.h"

static socklen_t parse(const char *text, unsigned port, struct sockaddr_storage *address) {
    struct sockaddr_in *in = (void *)address;
    struct sockaddr_in6 *in6 = (void *)address;
    *address = (struct sockaddr_storage){.ss_family = strchr(text, ':') ? AF_INET6 : AF_INET};
    in->sin_port = htons(port);
    void *bytes = address->ss_family == AF_INET ? (void *)&in->sin_addr : (void *)&in6->sin6_addr;
    if (inet_pton(address->ss_family, text, bytes) != 1) give_up(text);
    return address->ss_family == AF_INET ? sizeof *in : sizeof *in6;
}

static void set(int socket, int level, int option, int value) {
    MUST(setsockopt(socket, level, option, &value, sizeof value));
}

int bound_socket(const char *transport, const char *text, unsigned port, int flags) {
    struct sockaddr_storage address;
    socklen_t length = parse(text, port, &address);
    int type = strcmp(transport, "tcp") ? SOCK_DGRAM : SOCK_STREAM;
    int made = MUST(socket(address.ss_family, type | SOCK_CLOEXEC, 0));
    if (flags & REUSES_ADDRESS) set(made, SOL_SOCKET, SO_REUSEADDR, 1);
    if (flags & REUSES_PORT) set(made, SOL_SOCKET, SO_REUSEPORT, 1);
    if (flags & ON_LOOPBACK) MUST(setsockopt(made, SOL_SOCKET, SO_BINDTODEVICE, "lo", 3));
    if (address.ss_family == AF_INET6 && flags & (IPV6_ONLY | BOTH_FAMILIES))
        set(made, IPPROTO_IPV6, IPV6_V6ONLY, !!(flags & IPV6_ONLY));
    if (bind(made, (void *)&address, length) == 0) return made;
    int error = errno;
    close(made);
    return -error;
}

// Connects to one of our sockets, or a socket to itself. Both ends stay open.
static void connect_to(int made, int is_stream) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    MUST(getsockname(made, (void *)&address, &length));
    if (!is_stream) {
        connect(made, (void *)&address, length);
        return;
    }
    int client = MUST(socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    // Another listener on the same port may have received the connection.
    if (connect(client, (void *)&address, length) == 0) accept4(made, NULL, NULL, SOCK_CLOEXEC);
}

int hold_socket(const char *transport, const char *address, unsigned port, int flags) {
    int is_stream = !strcmp(transport, "tcp");
    int made = bound_socket(transport, address, port, flags);
    if (made < 0) return -made;
    if (flags & LISTENS && is_stream && listen(made, 8) < 0) return errno;
    // Possibly no connection has arrived.
    struct timeval soon = {.tv_usec = 1000};
    MUST(setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon));
    if (flags & CONNECTS && (flags & LISTENS || !is_stream)) connect_to(made, is_stream);
    if (flags & ENDS_LISTENING && is_stream && flags & LISTENS) close(made);
    return 0;
}
