#ifndef JUDGE_H
#define JUDGE_H

#include <stdio.h>

#include "Scene.h"

/// Makes the tree in this process' own mount namespace, and lets the command examine it. Then it asks each question and
/// undoes the changes. If the command is `--inside PROGRAM QUESTIONS`, the program answers the batch `QUESTIONS.N` as
/// subject N, in that subject's user namespace.
void judge(struct scene *scene, int check_interval, char **command);
/// Prints one line for each question: the name of the errno, or 0.
void print_verdicts(const struct scene *scene, FILE *output);

#endif
