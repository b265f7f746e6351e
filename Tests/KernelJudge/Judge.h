#ifndef JUDGE_H
#define JUDGE_H

#include <stdio.h>

#include "Scene.h"

/// Makes the tree in a mount namespace of this process' own, lets the command look at it, asks each
/// question, and undoes what it did.
void judge(struct scene *scene, int check_interval, char **command);
/// A line each: the name of the errno, or 0.
void print_verdicts(const struct scene *scene, FILE *output);

#endif
