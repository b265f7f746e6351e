// glibc with all it has. Every C module begins with this, so that all see the same types.
#ifndef WARRANT_GNU_VIEW_H
#define WARRANT_GNU_VIEW_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <features.h>

// Swift's own Glibc module is built without _GNU_SOURCE, where the member of `fd_set` has another
// name. Two views of one type in one compilation are an error, so we take Swift's.
#pragma push_macro("__USE_XOPEN")
#undef __USE_XOPEN
#include <sys/select.h>
#pragma pop_macro("__USE_XOPEN")

#endif
