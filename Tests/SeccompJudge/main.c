// Loads seccomp filters, and then makes system calls or becomes a command.
//
//   SeccompJudge FILE [COMMAND...]
//   SeccompJudge FILE thread          only a second thread loads them, and then answers as cat(1)
//
// Each line of FILE is a filter: its instructions, each four numbers `code true false operand`. Without a command, it
// prints `ready`. Each line of its input is then a call, the number and six arguments, which a child makes. It prints the
// errno, 0 for success, or the negative number of the signal that ended the child.

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int load(char *line) {
    static struct sock_filter lines[BPF_MAXINSNS];
    unsigned short count = 0;
    for (char *end; count < BPF_MAXINSNS; count++) {
        unsigned long numbers[4];
        for (int i = 0; i < 4; i++) {
            numbers[i] = strtoul(line, &end, 10);
            if (end == line) goto done;
            line = end;
        }
        lines[count] = (struct sock_filter){(unsigned short)numbers[0], (unsigned char)numbers[1],
                                            (unsigned char)numbers[2], (unsigned)numbers[3]};
    }
done:;
    struct sock_fprog program = {count, lines};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static long made(const unsigned long *words) {
    const pid_t child = fork();
    if (child == 0) {
        const long result = syscall((long)words[0], words[1], words[2], words[3], words[4], words[5], words[6]);
        const int code = result < 0 ? errno : 0;
        // More than the 8 bits of a status.
        printf("%d\n", code);
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static char *filters[64];
static int known = 0;

static void load_all(void) {
    for (int i = 0; i < known; i++) {
        if (load(filters[i]) == 0) continue;
        perror("prctl");
        _exit(70);
    }
}

static void *echo(void *nothing) {
    load_all();
    char byte;
    while (read(0, &byte, 1) == 1 && write(1, &byte, 1) == 1) {}
    return nothing;
}

int main(int count, char **arguments) {
    static char line[1 << 20];
    if (count < 2) {
        fprintf(stderr, "usage: SeccompJudge FILE [COMMAND...]\n");
        return 64;
    }
    FILE *file = fopen(arguments[1], "r");
    if (file == NULL || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        perror(arguments[1]);
        return 70;
    }
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    // All are read before the first is loaded, which may refuse to read.
    while (known < 64 && fgets(line, sizeof line, file) != NULL) {
        size_t size = 0;
        while (line[size] != 0) size++;
        filters[known] = malloc(size + 1);
        for (size_t i = 0; i <= size; i++) filters[known][i] = line[i];
        known++;
    }
    fclose(file);
    if (count == 3 && strcmp(arguments[2], "thread") == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, echo, NULL);
        pthread_join(thread, NULL);
        return 0;
    }
    load_all();
    if (count > 2) {
        execv(arguments[2], arguments + 2);
        perror(arguments[2]);
        return 127;
    }
    printf("ready\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        unsigned long words[7] = {0};
        char *rest = line;
        for (int i = 0; i < 7; i++) words[i] = strtoul(rest, &rest, 10);
        const long signal = made(words);
        if (signal != 0) printf("-%ld\n", signal);
        fflush(stdout);
    }
    return 0;
}
