#ifndef SUBJECTS_H
#define SUBJECTS_H

#include "Scene.h"

/// This process, of one thread, has from now on the ids, the groups, the effective capabilities and
/// the user namespace of the subject; it cannot come back.
void become(const struct scene *scene, const struct subject *subject);

/// A program that this process becomes has all its permitted capabilities, in its own user namespace.
void keep_capabilities(void);

/// This process keeps no more than the effective capabilities, as execve asks for the permitted.
void give_up_the_rest(const struct subject *subject);

#endif
