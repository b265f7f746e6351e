#define _GNU_SOURCE
#include "Settings.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Support.h"
#include "Words.h"

static const char *const names[] = {
    "protected_symlinks", "protected_hardlinks", "protected_regular", "protected_fifos", NULL,
};
static const char lock_path[] = "/run/warrant-kernel-judge.lock";
static int files[setting_count];
static int originals[setting_count];
static int lock;

int setting_named(const char *name) { return index_of(name, names); }

void change_settings(const int values[setting_count]) {
    char text[12];
    for (int i = 0; i < setting_count; i++) {
        if (values[i] < 0) continue;
        int length = snprintf(text, sizeof text, "%d\n", values[i]);
        must(pwrite(files[i], text, length, 0), "write", names[i]);
    }
}

static void open_settings(void) {
    char path[64], text[12];
    for (int i = 0; i < setting_count; i++) {
        snprintf(path, sizeof path, "/proc/sys/fs/%s", names[i]);
        files[i] = must(open(path, O_RDWR | O_CLOEXEC), "open", path);
        text[must(pread(files[i], text, sizeof text - 1, 0), "read", path)] = '\0';
        originals[i] = atoi(text);
    }
}

/// Restores the settings after a judge was killed. The lock file then still holds the earlier values.
static void restore_what_was_left(void) {
    char text[64];
    text[must(pread(lock, text, sizeof text - 1, 0), "read", lock_path)] = '\0';
    int *o = originals;
    if (sscanf(text, "%d %d %d %d", o, o + 1, o + 2, o + 3) == 4) change_settings(originals);
}

void hold_settings(void) {
    lock = must(open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600), "open", lock_path);
    // The lock belongs to this process only, not to its children.
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    must(fcntl(lock, F_SETLKW, &whole), "lock", lock_path);
    open_settings();
    restore_what_was_left();
    must(ftruncate(lock, 0), "truncate", lock_path);
    const int *o = originals;
    must(dprintf(lock, "%d %d %d %d\n", o[0], o[1], o[2], o[3]), "write", lock_path);
}

void restore_settings(void) {
    change_settings(originals);
    must(ftruncate(lock, 0), "truncate", lock_path);
}
