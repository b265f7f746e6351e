#define _GNU_SOURCE
#include "Actions.h"

#include <errno.h>
#include <string.h>

#include "Calls.h"

static const struct action actions[] = {
    {.name = "access", .perform = call_access},
    {.name = "read", .perform = call_read},
    {.name = "write", .perform = call_write},
    {.name = "read-write", .perform = call_read_write},
    {.name = "append", .perform = call_append},
    {.name = "open-truncate", .perform = call_open_truncate, .effect = CONTENT},
    {.name = "open-create", .perform = call_open_create, .effect = NEW_NAME},
    {.name = "truncate", .perform = call_truncate, .effect = CONTENT},
    {.name = "execute", .perform = call_execute},
    {.name = "search", .perform = call_search},
    {.name = "list", .perform = call_list},
    {.name = "stat", .perform = call_stat},
    {.name = "read-link", .perform = call_read_link},
    {.name = "create", .perform = call_create, .effect = NAMES},
    {.name = "delete", .perform = call_delete, .effect = NAMES},
    {.name = "rename", .perform = call_rename, .effect = NAMES, .has_second_path = true},
    {.name = "link", .perform = call_link, .effect = NAMES, .has_second_path = true, .leaves_links = true},
    {.name = "chmod", .perform = call_chmod, .effect = ATTRIBUTES},
    {.name = "chown", .perform = call_chown, .effect = ATTRIBUTES},
    {.name = "chgrp", .perform = call_chgrp, .effect = ATTRIBUTES},
    {.name = "touch", .perform = call_touch},
    {.name = "set-attribute", .perform = call_set_attribute, .effect = ATTRIBUTES},
    {.name = "set-acl", .perform = call_set_acl, .effect = ATTRIBUTES},
};

const struct action *action_named(const char *name) {
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0) return &actions[i];
    fail("`%s` is no action", name);
}

bool follows_links(const struct question *question) {
    return question->follow < 0 ? !question->action->leaves_links : question->follow;
}

int performed(const struct asking *asking) {
    return asking->question->action->perform(asking) < 0 ? errno : 0;
}
