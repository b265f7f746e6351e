#ifndef FOLDER_H
#define FOLDER_H

/// Makes a new folder with the mount points in it. It must not exist.
void make_folder(const char *path, int base_count);

/// Removes a folder with its contents, also immutable files.
void remove_folder(const char *path);

#endif
