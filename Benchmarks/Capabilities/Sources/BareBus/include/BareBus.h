// A unit's state by plain sd-bus: the same call on a bus that stays open, and nothing read of the answer.
#ifndef BARE_BUS_H
#define BARE_BUS_H

// Opens the bus of the system at its first use, for the thread that calls.
//
// Returns 0, or a negative errno.
int bare_unit(const char *path);

#endif
