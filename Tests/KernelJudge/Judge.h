#ifndef JUDGE_H
#define JUDGE_H

#include <stdio.h>

#include "Scene.h"

/// Makes the tree in a mount namespace of this process' own, lets the command look at it, asks each
/// question, and undoes what it did. With `--inside PROGRAM QUESTIONS` for a command, the program answers
/// the batch `QUESTIONS.N` as subject N, in that one's user namespace.
void judge(struct scene *scene, int check_interval, char **command);
/// A line each: the name of the errno, or 0.
void print_verdicts(const struct scene *scene, FILE *output);

#endif
