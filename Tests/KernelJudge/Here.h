#ifndef HERE_H
#define HERE_H

/// Makes the call of each line of the input as this process is, and prints its errno as a name, or `0`. A line is a
/// question of a scene; `bind`, `connect` or `listen` with a transport, an address and a port; `icmp` or `raw-sockets`
/// with a family; or `use` or `raise` with the number of a kernel capability. Nothing is undone.
void answer_here(void);

#endif
