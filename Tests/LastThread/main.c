// A process in which some thread has the effective user A at every moment, but never the same one for long. The main
// thread gives the user up, and the last thread executes the program again, by which it becomes the main thread.
//
//   LastThread USER OTHER     as root: A is USER, and all other ids are OTHER. Begins with the byte that it reads
//
// A hundred further threads never have the user. They only take time to look at.

#define _GNU_SOURCE
#include <grp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { idle_count = 100 };

static char **arguments;
static int other;
static atomic_int idle;
static atomic_int given_up;

// The call of the C library would change all threads.
static void set_users(int effective, int saved) {
    if (syscall(SYS_setresuid, other, effective, saved) != 0) _exit(70);
}

static void *stay_idle(void *unused) {
    set_users(other, other);
    atomic_fetch_add(&idle, 1);
    for (;;) pause();
    return unused;
}

static void *become_main(void *unused) {
    while (!given_up) {}
    execl("/proc/self/exe", arguments[0], arguments[1], arguments[2], "again", NULL);
    _exit(71);
    return unused;
}

int main(int count, char **given) {
    arguments = given;
    if (count < 3) return 64;
    other = atoi(given[2]);
    if (count == 3) {
        int user = atoi(given[1]);
        if (setgroups(0, NULL) != 0 || setresgid(other, other, other) != 0) return 72;
        set_users(user, user);
        char byte;
        if (read(STDIN_FILENO, &byte, 1) != 1 || write(STDOUT_FILENO, &byte, 1) != 1) return 73;
    }
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    pthread_t thread;
    for (int i = 0; i < idle_count; i++) {
        if (pthread_create(&thread, &small, stay_idle, NULL) != 0) return 74;
    }
    while (idle < idle_count) {}
    if (pthread_create(&thread, &small, become_main, NULL) != 0) return 74;
    set_users(other, other);
    given_up = 1;
    for (;;) pause();
}
