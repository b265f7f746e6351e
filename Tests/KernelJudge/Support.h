#ifndef SUPPORT_H
#define SUPPORT_H

#include <stddef.h>

/// Ends the process: what is made is removed by the process that waits for it.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The result, unless it is negative: then the call failed, which is never expected here.
long must(long result, const char *call, const char *object);

/// Arrays that grow; zeroed, and never given back.
#define LIST(type)       \
    struct {             \
        type *items;     \
        int count, room; \
    }
#define APPENDED(list) \
    ((__typeof__((list).items))appended((void **)&(list).items, &(list).count, &(list).room, sizeof *(list).items))
void *appended(void **items, int *count, int *room, size_t size);

#endif
