#ifndef SUPPORT_H
#define SUPPORT_H

#include <stddef.h>

/// Ends the process. The process that waits for it removes the files.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Returns the result, unless it is negative: then an unexpected failure ends the process.
long must(long result, const char *call, const char *object);

/// Growing arrays, zeroed and never freed.
#define LIST(type)       \
    struct {             \
        type *items;     \
        int count, room; \
    }
#define APPENDED(list) \
    ((__typeof__((list).items))appended((void **)&(list).items, &(list).count, &(list).room, sizeof *(list).items))
void *appended(void **items, int *count, int *room, size_t size);

#endif
