#ifndef FOLDER_H
#define FOLDER_H

/// A new folder with the mount points in it; it must not exist.
void make_folder(const char *path, int base_count);

/// With all that is in it, immutable or not.
void remove_folder(const char *path);

#endif
