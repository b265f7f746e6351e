import AccessModel
import Kernel

/// Subvolumes of btrfs, and projects of ext4 and xfs.
enum PartScenes {
    static let all = [
        RefusedScene(
            "a read-only subvolume",
            """
            owner, other, root, inner root: EROFS readOnlySubvolume /d/f
              access-write write append open-truncate open-create truncate chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute
            owner, other, root, inner root: EROFS readOnlySubvolume /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, root, inner root: EROFS readOnlySubvolume /e
              link
            """
        ) {
            $0.mount.rules.parts = .subvolumes
            $0.isSubvolumeReadOnly = true
        },
        RefusedScene(
            "a writable subvolume",
            ""
        ) { $0.mount.rules.parts = .subvolumes },
        RefusedScene(
            "a read-only subvolume on a read-only mount",
            """
            owner, root, inner root: EROFS readOnlyMount /d/f
              access-write write append open-truncate open-create truncate chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            owner, other, root, inner root: EROFS readOnlyMount /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, other, root, inner root: EROFS readOnlyMount /e
              link
            other: EROFS readOnlyMount /d/f
              open-truncate chmod chown chown-away chgrp chgrp-away touch set-time
              set-attribute set-acl
            """
        ) {
            $0.mount.rules.parts = .subvolumes
            $0.isSubvolumeReadOnly = true
            $0.mount.flags = .readOnly
        },
        RefusedScene(
            "a pipe of a read-only subvolume",
            """
            owner, other, root, inner root: EROFS readOnlySubvolume /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, root, inner root: EROFS readOnlySubvolume /e
              link
            owner, root, inner root: EROFS readOnlySubvolume /d/f
              chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
            other: EROFS readOnlySubvolume /d/f
              chmod chown chown-away chgrp chgrp-away set-time set-attribute
            """
        ) {
            $0.mount.rules.parts = .subvolumes
            $0.isSubvolumeReadOnly = true
            $0.file.kind = .fifo
        },
        RefusedScene(
            "two subvolumes",
            """
            owner, root, inner root: EXDEV otherSubvolume /d/f
              move replace link
            owner, root, inner root: EXDEV otherSubvolume /d/below
              move-directory
            """
        ) {
            $0.mount.rules.parts = .subvolumes
            $0.other.device = DeviceNumber(major: 0, minor: 1)
            $0.replaced.device = DeviceNumber(major: 0, minor: 1)
        },
        RefusedScene(
            "the root of a subvolume",
            """
            owner, root, inner root: unknown fileSystem /d/below
              rmdir
            """
        ) {
            $0.mount.rules.parts = .subvolumes
            $0.below.inode = 256
            $0.below.device = DeviceNumber(major: 0, minor: 1)
        },
        RefusedScene(
            "another subvolume as a snapshot shows it",
            """
            owner, root, inner root: unknown fileSystem /d/below
              move-directory
            """
        ) {
            $0.mount.rules.parts = .subvolumes
            $0.below.inode = 2
        },
        RefusedScene(
            "a target that is the root of a subvolume",
            """
            owner, root, inner root: EISDIR isADirectory /d/f
              write append open-truncate open-create truncate unlink
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, root, inner root: ENOTEMPTY isASubvolume /e/h
              replace
            owner, root, inner root: EPERM directoryLink /d/f
              link
            other: EISDIR isADirectory /d/f
              write append open-truncate open-create truncate
            """
        ) {
            $0.mount.rules.parts = .subvolumes
            $0.replaced.inode = 256
            $0.file.kind = .directory
            $0.replaced.kind = .directory
        },
        RefusedScene(
            "a directory of another project",
            """
            owner, root, inner root: EXDEV otherProject /d/f
              rename move replace link
            owner, root, inner root: EXDEV otherProject /d/below
              move-directory
            """
        ) {
            $0.mount.rules.parts = .projects
            $0.projectOfDirectories = Project(id: 2, isHandedDown: true, refusesLinks: false)
        },
        RefusedScene(
            "a directory of the same project",
            ""
        ) {
            $0.mount.rules.parts = .projects
            $0.projectOfDirectories = Project(id: 1, isHandedDown: true, refusesLinks: false)
        },
        RefusedScene(
            "a directory that hands its project not down",
            ""
        ) {
            $0.mount.rules.parts = .projects
            $0.projectOfDirectories = Project(id: 2, isHandedDown: false, refusesLinks: false)
        },
        RefusedScene(
            "a directory with a project that cannot be seen",
            """
            owner, root, inner root: unknown project /d
              rename
            owner, root, inner root: unknown project /e
              move move-directory replace link
            """
        ) {
            $0.mount.rules.parts = .projects
            $0.projectOfDirectories = nil
        },
        RefusedScene(
            "a file with a project that cannot be seen",
            """
            owner, root, inner root: unknown project /d/f
              rename move replace link
            owner, root, inner root: unknown project /d/below
              move-directory
            """
        ) {
            $0.mount.rules.parts = .projects
            $0.project = nil
            $0.projectOfDirectories = Project(id: 2, isHandedDown: true, refusesLinks: false)
        },
        RefusedScene(
            "a pipe without a project",
            """
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, root, inner root: unknown fileSystem /d/f
              rename move replace link
            owner, root, inner root: EXDEV otherProject /d/below
              move-directory
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            """
        ) {
            $0.mount.rules.parts = .projects
            $0.project = Project(id: 0, isHandedDown: false, refusesLinks: false)
            $0.file.kind = .fifo
            $0.projectOfDirectories = Project(id: 2, isHandedDown: true, refusesLinks: false)
        },
    ]
}
