#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Calls.h"
#include "Subjects.h"

/// A child makes the call. It shares this memory until it becomes another program, and so can return its errno.
long call_execute(const struct asking *asking) {
    const struct question *question = asking->question;
    int flags = follows_links(question) ? 0 : AT_SYMLINK_NOFOLLOW;
    char *arguments[] = {"program", NULL}, *variables[] = {NULL};
    volatile int error = 0;
    pid_t child = vfork();
    if (child == 0) {
        if (asking->subject) give_up_the_rest(asking->subject);
        if (*question->argument && chdir(question->argument)) {
            error = errno;
            _exit(0);
        }
        if (flags)
            syscall(SYS_execveat, AT_FDCWD, question->object, arguments, variables, flags);
        else
            execve(question->object, arguments, variables);
        error = errno;
        _exit(0);
    }
    must(child, "vfork", question->object);
    must(waitpid(child, NULL, 0), "wait", question->object);
    errno = error;
    return error ? -1 : 0;
}
