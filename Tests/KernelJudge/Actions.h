#ifndef ACTIONS_H
#define ACTIONS_H

#include "Scene.h"

/// The lasting effect of a success.
enum effect {
    NOTHING,  // times aside, which no rule asks for
    ATTRIBUTES,
    CONTENT,
    NAMES,
    NEW_NAME,  // where a last symbolic link is followed to a file that is not there yet
};

struct asking {
    const struct scene *scene;      // NULL for this process as it is
    const struct subject *subject;  // NULL for this process as it is
    const struct question *question;
};

struct action {
    const char *name;
    /// The system call. The result is negative, with errno set, if it fails.
    long (*perform)(const struct asking *asking);
    enum effect effect;
    bool has_second_path;
    bool leaves_links;  // where the question does not tell
};

const struct action *action_named(const char *name);
bool follows_links(const struct question *question);

/// Returns 0, or the errno of the call.
int performed(const struct asking *asking);

#endif
