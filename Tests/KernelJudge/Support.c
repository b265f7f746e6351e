#define _GNU_SOURCE
#include "Support.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("KernelJudge: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(70);
}

long must(long result, const char *call, const char *object) {
    if (result < 0) fail("%s `%s`: %s", call, object, strerror(errno));
    return result;
}

void *appended(void **items, int *count, int *room, size_t size) {
    if (*count == *room) {
        *room = *room ? 2 * *room : 64;
        *items = realloc(*items, *room * size);
        if (!*items) fail("no memory");
    }
    return memset((char *)*items + (*count)++ * size, 0, size);
}
