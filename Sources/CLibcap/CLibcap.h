#ifndef WARRANT_CLIBCAP_H
#define WARRANT_CLIBCAP_H
#include "../CLinux/GNUView.h"
#include <sys/types.h>
#include <sys/capability.h>
#endif
