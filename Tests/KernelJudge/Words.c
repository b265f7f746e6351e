#define _GNU_SOURCE
#include "Words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct word unescaped(char *text) {
    struct word word = {text, 0};
    for (; *text; word.length++) {
        unsigned byte = (unsigned char)*text;
        if (byte == '\\' && sscanf(text, "\\x%2x", &byte) == 1)
            text += 4;
        else
            text++;
        word.bytes[word.length] = (char)byte;
    }
    word.bytes[word.length] = '\0';
    return word;
}

bool read_words(struct word words[maximum_words]) {
    static char nothing[1];
    char *line = NULL;  // the words stay in it
    size_t room = 0;
    ssize_t length = getline(&line, &room, stdin);
    if (length < 0) return false;
    if (line[length - 1] == '\n') line[length - 1] = '\0';
    for (int i = 0; i < maximum_words; i++) {
        char *word = line ? strsep(&line, "\t") : NULL;
        words[i] = word ? unescaped(word) : (struct word){nothing, 0};
    }
    return true;
}

int index_of(const char *name, const char *const *names) {
    for (int i = 0; names[i]; i++)
        if (strcmp(name, names[i]) == 0) return i;
    fail("`%s` is no word of a scene", name);
}
