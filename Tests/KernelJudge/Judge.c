#define _GNU_SOURCE
#include "Judge.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Actions.h"
#include "Settings.h"
#include "Subjects.h"
#include "Tree.h"

static short *verdicts;  // shared with the processes that ask

/// Everything except the tree is read-only from now on, so that a question cannot damage anything by mistake.
static void enter_own_mounts(const struct scene *scene) {
    struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
    must(unshare(CLONE_NEWNS), "unshare", "the mounts");
    must(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL), "make private", "/");
    int result = mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &read_only, sizeof read_only);
    must(result, "make read-only", "/");
    char layers[256];
    snprintf(layers, sizeof layers, "%s/.layers", scene->folder);
    // A program that asks inside a user namespace must reach the layers, to see whether they are read-only.
    must(mount("warrant", layers, "tmpfs", 0, "mode=711"), "mount", layers);
    for (int i = 0; i < scene->bases.count; i++) {
        snprintf(layers, sizeof layers, "%s/.layers/%d", scene->folder, i);
        must(mkdir(layers, 0700), "make", layers);
    }
}

static void make_tree(struct scene *scene) {
    umask(0);
    make_bases(scene);
    make_nodes(scene);
    show_tree(scene, true);
    find_places(scene);
    must(chdir("/"), "enter", "/");
    hide_tree(scene);
    open_directories(scene);
    show_tree(scene, false);
    find_directories(scene);
    finish_nodes(scene);
    make_bases_read_only(scene);
    must(chdir("/"), "enter", "/");
}

/// The exit status is not judged; the output is judged later.
static void let_look(char **command) {
    if (!*command) return;
    pid_t child = must(fork(), "fork", *command);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execvp(*command, command);
        must(-1, "execute", *command);
    }
    must(waitpid(child, NULL, 0), "wait for", *command);
}

/// Both files are opened before, because they may be unreachable inside the namespace.
static void look_inside(const struct scene *scene, int number, int program, const char *questions) {
    char path[4096];
    snprintf(path, sizeof path, "%s.%d", questions, number);
    int input = open(path, O_RDONLY | O_CLOEXEC);
    if (input < 0) return;  // a subject without a number there
    pid_t child = must(fork(), "fork", path);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        must(dup2(input, STDIN_FILENO), "read", path);
        become(scene, &scene->subjects.items[number]);
        keep_capabilities();
        char *arguments[] = {"warrant", "can", "--batch", "-", NULL};
        must(syscall(SYS_execveat, program, "", arguments, environ, AT_EMPTY_PATH), "execute", path);
    }
    close(input);
    must(waitpid(child, NULL, 0), "wait for", path);
}

static void let_look_inside(const struct scene *scene, char **command) {
    int program = must(open(command[1], O_PATH | O_CLOEXEC), "open", command[1]);
    for (int i = 0; i < scene->subjects.count; i++) look_inside(scene, i, program, command[2]);
    close(program);
}

/// The asking process stops after each change, so that root undoes it before the next question.
static void ask(const struct scene *scene, const struct subject *subject, int interval, int out, int in) {
    become(scene, subject);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = subject->first; i < subject->end; i++) {
        const struct question *question = &scene->questions.items[i];
        verdicts[i] = performed(&(struct asking){scene, subject, question});
        bool is_changed = !verdicts[i] && question->action->effect != NOTHING;
        if (!is_changed && !(interval && i % interval == 0)) continue;
        must(write(out, &i, sizeof i), "write", "a pipe");
        must(read(in, &i, sizeof i), "read", "a pipe");
    }
    _exit(0);
}

static void mend(struct scene *scene, int index, int interval) {
    const struct question *question = &scene->questions.items[index];
    if (!verdicts[index] && question->action->effect != NOTHING) undo(scene, question);
    if (!interval || index % interval) return;
    char after[9000];
    const char *name = question->action->name;
    snprintf(after, sizeof after, "%s `%s` `%s`", name, question->object, question->argument);
    check_tree(scene, after);
}

static void judge_subject(struct scene *scene, const struct subject *subject, int interval) {
    int told[2], done[2], index, status;
    must(pipe2(told, O_CLOEXEC), "pipe", "");
    must(pipe2(done, O_CLOEXEC), "pipe", "");
    pid_t child = must(fork(), "fork", "");
    if (child == 0) {
        close(told[0]);
        close(done[1]);
        ask(scene, subject, interval, told[1], done[0]);
    }
    close(told[1]);
    close(done[0]);
    while (must(read(told[0], &index, sizeof index), "read", "a pipe") > 0) {
        mend(scene, index, interval);
        must(write(done[1], &index, sizeof index), "write", "a pipe");
    }
    close(told[0]);
    close(done[1]);
    must(waitpid(child, &status, 0), "wait for", "a subject");
    if (status) fail("a subject ended with status %d", status);
}

void judge(struct scene *scene, int check_interval, char **command) {
    size_t size = (scene->questions.count + 1) * sizeof *verdicts;
    verdicts = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (verdicts == MAP_FAILED) fail("no memory");
    open_user_namespaces(scene);
    enter_own_mounts(scene);
    make_tree(scene);
    change_settings(scene->settings);
    if (*command && strcmp(*command, "--inside") == 0)
        let_look_inside(scene, command);
    else
        let_look(command);
    check_tree(scene, "the command");
    for (int i = 0; i < scene->subjects.count; i++)
        judge_subject(scene, &scene->subjects.items[i], check_interval);
    check_tree(scene, "all questions");
}

void print_verdicts(const struct scene *scene, FILE *output) {
    for (int i = 0; i < scene->questions.count; i++)
        fprintf(output, "%s\n", verdicts[i] ? strerrorname_np(verdicts[i]) : "0");
    if (fflush(output)) fail("the verdicts cannot be written");
}
