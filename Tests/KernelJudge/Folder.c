#define _GNU_SOURCE
#include "Folder.h"

#include <fcntl.h>
#include <ftw.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Support.h"

void make_folder(const char *path, int base_count) {
    char inner[256];
    must(mkdir(path, 0755), "make", path);
    const char *names[] = {"tree", ".bases", ".layers"};
    for (int i = 0; i < 3; i++) {
        snprintf(inner, sizeof inner, "%s/%s", path, names[i]);
        must(mkdir(inner, 0755), "make", inner);
    }
    for (int i = 0; i < base_count; i++) {
        snprintf(inner, sizeof inner, "%s/.bases/%d", path, i);
        must(mkdir(inner, 0755), "make", inner);
    }
}

static int free_entry(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)type, (void)place;
    if (!S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode)) return 0;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), flags;
    if (file < 0) return 0;
    if (ioctl(file, FS_IOC_GETFLAGS, &flags) == 0 && flags & (FS_IMMUTABLE_FL | FS_APPEND_FL)) {
        flags &= ~(FS_IMMUTABLE_FL | FS_APPEND_FL);
        ioctl(file, FS_IOC_SETFLAGS, &flags);
    }
    close(file);
    return 0;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)place;
    return type == FTW_DP || type == FTW_DNR ? rmdir(path) : unlink(path);
}

void remove_folder(const char *path) {
    nftw(path, free_entry, 32, FTW_PHYS);
    must(nftw(path, remove_entry, 32, FTW_PHYS | FTW_DEPTH), "remove", path);
}
