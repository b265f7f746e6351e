#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>

#include "Scene.h"

enum { maximum_words = 12 };

/// Reads the words of the next line of standard input; missing ones are empty.
bool read_words(struct word words[maximum_words]);

/// Returns the index of the name in the list, which ends with NULL. A missing name is a bug.
int index_of(const char *name, const char *const *names);

#endif
