#ifndef TREE_H
#define TREE_H

#include "Scene.h"

/// Makes the file systems, each on a separate folder that only root can reach.
void make_bases(struct scene *scene);
/// Must be called after the nodes are made.
void make_bases_read_only(const struct scene *scene);
/// Makes the base's root the working directory: the path of a node is relative to it.
void enter_base(const struct scene *scene, int base);

/// Makes all nodes except those of a lower layer, which must exist by then. None is immutable or append-only yet.
void make_nodes(struct scene *scene);
/// Opens the directories to every user until `finish_nodes`: below an idmapped mount, root may be refused too.
void open_directories(const struct scene *scene);
void finish_nodes(const struct scene *scene);
/// Makes the nodes in the working directory, which is the root of the lower layer.
void make_lower_nodes(struct scene *scene, int base);
/// Makes a node again in the working directory, which is its base's root.
void make_node(struct node *node);
void restore_attributes(const struct node *node);
void restore_content(const struct node *node);
/// Sets immutable and append-only to the given flags.
void set_flags(const char *path, int flags);
/// Writes the second name, by which a deleted node gets the same inode back.
void spell_kept(char path[32], int node);

/// Shows the mounts at `tree` below the folder. Plain mounts have no flags and no maps.
void show_tree(const struct scene *scene, bool is_plain);
void hide_tree(const struct scene *scene);
/// Opens a user namespace for each pair of maps.
void open_user_namespaces(struct scene *scene);
void change_mount(int descriptor, const char *path, uint64_t set, uint64_t clear, int idmap);

/// Finds the targets of the questions. Root looks them up in the plain tree.
void find_places(struct scene *scene);
/// Finds the objects that are directories. Root looks them up, and follows links only if the mounts permit it.
void find_directories(struct scene *scene);

/// Undoes the changes of the question. Must be called after each success.
void undo(struct scene *scene, const struct question *question);

/// Ends the judge with a clear message if the tree is not as it was made.
void check_tree(const struct scene *scene, const char *after);

#endif
