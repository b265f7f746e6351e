#ifndef SUBJECTS_H
#define SUBJECTS_H

#include "Scene.h"

/// Gives this process, which has one thread, the ids, the groups, the effective capabilities and the user namespace of
/// the subject. This cannot be undone.
void become(const struct scene *scene, const struct subject *subject);

/// Lets a program that this process executes keep all permitted capabilities, in its own user namespace.
void keep_capabilities(void);

/// Keeps only the effective capabilities in this process, because execve uses the permitted ones.
void give_up_the_rest(const struct subject *subject);

#endif
