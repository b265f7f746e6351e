#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>

#include "Scene.h"

enum { maximum_words = 12 };

/// The words of the next line of standard input; those that are not there are empty.
bool read_words(struct word words[maximum_words]);

/// Where the name stands in the list, which ends with NULL; a name that is not there is a bug.
int index_of(const char *name, const char *const *names);

#endif
