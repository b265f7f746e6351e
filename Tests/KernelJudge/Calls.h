#ifndef CALLS_H
#define CALLS_H

#include "Actions.h"

long call_access(const struct asking *);
long call_read(const struct asking *);
long call_write(const struct asking *);
long call_read_write(const struct asking *);
long call_append(const struct asking *);
long call_open_truncate(const struct asking *);
long call_open_create(const struct asking *);
long call_truncate(const struct asking *);
long call_execute(const struct asking *);
long call_search(const struct asking *);
long call_list(const struct asking *);
long call_stat(const struct asking *);
long call_read_link(const struct asking *);
long call_create(const struct asking *);
long call_delete(const struct asking *);
long call_rename(const struct asking *);
long call_link(const struct asking *);
long call_chmod(const struct asking *);
long call_chown(const struct asking *);
long call_chgrp(const struct asking *);
long call_touch(const struct asking *);
long call_set_attribute(const struct asking *);
long call_set_acl(const struct asking *);

#endif
