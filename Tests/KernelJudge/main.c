#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Folder.h"
#include "Here.h"
#include "Judge.h"
#include "Settings.h"

// The started process makes only the folder, and outlives the one that judges. It restores the settings and the folder
// however that process ends.

static pid_t judging;

static void end_judging(int signal) {
    (void)signal;
    kill(judging, SIGKILL);
}

static void start_judging(struct scene *scene, int check_interval, FILE *verdicts, char **command) {
    judging = must(fork(), "fork", "");
    if (judging) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    judge(scene, check_interval, command);
    print_verdicts(scene, verdicts);
    exit(0);
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "--here") == 0) {
        answer_here();
        return 0;
    }
    if (count < 4) {
        fputs("usage: KernelJudge FOLDER VERDICTS CHECK-INTERVAL [COMMAND …] < SCENE\n"
              "       KernelJudge --here < QUESTIONS\n", stderr);
        return 64;
    }
    static struct scene scene;
    scene.folder = arguments[1];
    read_scene(&scene);
    FILE *verdicts = fopen(arguments[2], "we");
    if (!verdicts) fail("`%s` cannot be written", arguments[2]);
    hold_settings();
    make_folder(scene.folder, scene.bases.count);
    start_judging(&scene, atoi(arguments[3]), verdicts, arguments + 4);
    const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    for (int i = 0; i < 3; i++) signal(signals[i], end_judging);
    int status;
    must(waitpid(judging, &status, 0), "wait for", "the judging process");
    restore_settings();
    remove_folder(scene.folder);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
