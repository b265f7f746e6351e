#ifndef TREE_H
#define TREE_H

#include "Scene.h"

/// The file systems, each on a folder of its own, which nobody but root can reach.
void make_bases(struct scene *scene);
/// After the nodes are made.
void make_bases_read_only(const struct scene *scene);
/// The working directory becomes the base's root: a node's path is relative to it.
void enter_base(const struct scene *scene, int base);

/// All but those of a lower layer, which must exist by then; none immutable or append-only yet.
void make_nodes(struct scene *scene);
/// For everybody, until `finish_nodes`: below an idmapped mount root may be refused as well.
void open_directories(const struct scene *scene);
void finish_nodes(const struct scene *scene);
/// In the working directory, which is the root of the lower layer.
void make_lower_nodes(struct scene *scene, int base);
/// Made anew in the working directory, which is its base's root.
void make_node(struct node *node);
void restore_attributes(const struct node *node);
void restore_content(const struct node *node);
/// Sets immutable and append-only to what is told.
void set_flags(const char *path, int flags);
/// The second name by which a deleted node is brought back to the same inode.
void spell_kept(char path[32], int node);

/// The mounts, at `tree` below the folder; plain ones have no flags and no maps.
void show_tree(const struct scene *scene, bool is_plain);
void hide_tree(const struct scene *scene);
/// A user namespace of these maps, open.
void open_user_namespaces(struct scene *scene);
void change_mount(int descriptor, const char *path, uint64_t set, uint64_t clear, int idmap);

/// Where the questions lead, looked up by root in the plain tree.
void find_places(struct scene *scene);
/// Which objects are directories, looked up by root, by links only where the mounts let them be followed.
void find_directories(struct scene *scene);

/// Undoes what the question did; to be called after each success.
void undo(struct scene *scene, const struct question *question);

/// Ends the judge with a clear message if the tree is not as it was made.
void check_tree(const struct scene *scene, const char *after);

#endif
