import AccessModel
import Kernel

/// Sticky directories and the settings `fs.protected_*` of proc_sys_fs(5).
enum StickyScenes {
    static let all = [
        RefusedScene(
            "a sticky directory",
            """
            other: yes
              create-anew create-file mkdir
            other, root, inner root: EACCES protectedSymlink /d/l
              follow
            other: EPERM needsMknod /d
              mknod
            other: EPERM sticky /d/f
              unlink delete rename move replace
            other: EPERM sticky /d/below
              rmdir move-directory
            """
        ) {
            $0.directory.mode = 0o1777
            $0.directory.uid = 9
            $0.other.mode = 0o777
        },
        RefusedScene(
            "a directory that all may write",
            """
            other: yes
              create-anew create-file mkdir unlink rmdir delete rename move replace
            other: EPERM needsMknod /d
              mknod
            other: EACCES permissionRefused /d/below
              move-directory
            """
        ) {
            $0.directory.mode = 0o777
            $0.other.mode = 0o777
            $0.directory.uid = 9
        },
        RefusedScene(
            "a sticky directory of a doubtful owner",
            """
            owner, other, root, inner root: unknown owner /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, other, root, inner root: unknown owner /d/l
              follow
            """
        ) {
            $0.directory.mode = 0o1777
            $0.directory.hasAmbiguousOwner = true
            $0.other.mode = 0o777
        },
        RefusedScene(
            "a sticky directory with a file of a doubtful owner",
            """
            owner, other, root, inner root: unknown owner /d/f
              access-write write append open-truncate open-create truncate unlink delete
              rename move replace link chmod chown chown-away chgrp chgrp-away touch set-time
              set-attribute set-acl
            other: yes
              create-anew create-file mkdir
            other, root, inner root: EACCES protectedSymlink /d/l
              follow
            other: EPERM needsMknod /d
              mknod
            other: EPERM sticky /d/below
              rmdir move-directory
            """
        ) {
            $0.directory.mode = 0o1777
            $0.directory.uid = 9
            $0.file.hasAmbiguousOwner = true
            $0.other.mode = 0o777
        },
        RefusedScene(
            "protected regular files",
            """
            owner, other, root, inner root: EACCES permissionRefused /d/f
              access-execute execute
            other: yes
              access-write write append open-truncate create-anew truncate create-file mkdir
              touch set-attribute
            other, root, inner root: EACCES stickyProtected /d/f
              open-create
            other, root, inner root: EACCES protectedSymlink /d/l
              follow
            other: EPERM needsMknod /d
              mknod
            other: EPERM sticky /d/f
              unlink delete rename move replace
            other: EPERM sticky /d/below
              rmdir move-directory
            other: EACCES permissionRefused /e
              link
            """
        ) {
            $0.directory.mode = 0o1777
            $0.directory.uid = 9
            $0.file.mode = 0o666
            $0.settings.protectedRegular = 1
        },
        RefusedScene(
            "protected regular files in a directory of a group, setting 1",
            """
            owner, inner root: EACCES permissionRefused /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search list stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            other: yes
              access-write write append open-truncate open-create create-anew truncate
              create-file mkdir touch set-attribute
            other, root: EACCES permissionRefused /d/f
              access-execute execute
            other: EPERM needsMknod /d
              mknod
            other: EPERM sticky /d/f
              unlink delete rename move replace
            other: EPERM sticky /d/below
              rmdir move-directory
            other: EACCES permissionRefused /e
              link
            """
        ) {
            $0.directory.mode = 0o1770
            $0.directory.gid = 8
            $0.directory.uid = 9
            $0.file.mode = 0o666
            $0.settings.protectedRegular = 1
        },
        RefusedScene(
            "protected regular files in a directory of a group, setting 2",
            """
            owner, inner root: EACCES permissionRefused /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search list stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            other: yes
              access-write write append open-truncate create-anew truncate create-file mkdir
              touch set-attribute
            other, root: EACCES permissionRefused /d/f
              access-execute execute
            other, root: EACCES stickyProtected /d/f
              open-create
            other: EPERM needsMknod /d
              mknod
            other: EPERM sticky /d/f
              unlink delete rename move replace
            other: EPERM sticky /d/below
              rmdir move-directory
            other: EACCES permissionRefused /e
              link
            """
        ) {
            $0.directory.mode = 0o1770
            $0.directory.gid = 8
            $0.directory.uid = 9
            $0.file.mode = 0o666
            $0.settings.protectedRegular = 2
        },
        RefusedScene(
            "protected regular files in a directory that is not sticky",
            """
            owner, other, root, inner root: EACCES permissionRefused /d/f
              access-execute execute
            other: yes
              access-write write append open-truncate open-create create-anew truncate
              create-file mkdir unlink rmdir delete rename touch set-attribute
            other: EPERM needsMknod /d
              mknod
            other: EACCES permissionRefused /e
              move move-directory replace link
            """
        ) {
            $0.directory.mode = 0o777
            $0.directory.uid = 9
            $0.file.mode = 0o666
            $0.settings.protectedRegular = 2
        },
        RefusedScene(
            "protected pipes",
            """
            owner, other, root, inner root: EACCES permissionRefused /d/f
              access-execute
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            other: yes
              access-write write append open-truncate create-anew create-file mkdir touch
            other, root, inner root: EACCES stickyProtected /d/f
              open-create
            other, root, inner root: EACCES protectedSymlink /d/l
              follow
            other: EPERM needsMknod /d
              mknod
            other: EPERM sticky /d/f
              unlink delete rename move replace
            other: EPERM sticky /d/below
              rmdir move-directory
            """
        ) {
            $0.directory.mode = 0o1777
            $0.directory.uid = 9
            $0.file.kind = .fifo
            $0.file.mode = 0o666
            $0.settings.protectedFifos = 1
            $0.settings.protectedRegular = 0
        },
        RefusedScene(
            "protected pipes in a directory of a group, setting 2",
            """
            owner, inner root: EACCES permissionRefused /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search list stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            other: yes
              access-write write append open-truncate create-anew create-file mkdir touch
            other, root: EACCES permissionRefused /d/f
              access-execute
            other, root: EACCES stickyProtected /d/f
              open-create
            other, root: EINVAL notRegular /d/f
              truncate
            other, root: EACCES notExecutableKind /d/f
              execute
            other: EPERM needsMknod /d
              mknod
            other: EPERM sticky /d/f
              unlink delete rename move replace
            other: EPERM sticky /d/below
              rmdir move-directory
            other, root: EPERM attributeKind /d/f
              set-attribute
            """
        ) {
            $0.directory.mode = 0o1770
            $0.directory.gid = 8
            $0.directory.uid = 9
            $0.file.kind = .fifo
            $0.file.mode = 0o666
            $0.settings.protectedFifos = 2
            $0.settings.protectedRegular = 0
        },
        RefusedScene(
            "unprotected hard links",
            """
            other: yes
              link
            """
        ) {
            $0.settings.protectedHardlinks = 0
            $0.other.mode = 0o777
        },
        RefusedScene(
            "protected hard links to a file that others may read and write",
            """
            owner, other, root, inner root: EACCES permissionRefused /d/f
              access-execute execute
            other: yes
              access-write write append open-truncate open-create truncate link touch
              set-attribute
            """
        ) {
            $0.other.mode = 0o777
            $0.file.mode = 0o666
        },
        RefusedScene(
            "protected hard links to a set-user-id file",
            """
            other: yes
              access-write write append open-truncate open-create truncate touch
              set-attribute
            """
        ) {
            $0.other.mode = 0o777
            $0.file.mode = 0o4777
        },
        RefusedScene(
            "protected hard links to a set-group-id program",
            """
            other: yes
              access-write write append open-truncate open-create truncate touch
              set-attribute
            """
        ) {
            $0.other.mode = 0o777
            $0.file.mode = 0o2777
        },
        RefusedScene(
            "protected hard links to a set-group-id file",
            """
            other: yes
              access-write write append open-truncate open-create truncate link touch
              set-attribute
            """
        ) {
            $0.other.mode = 0o777
            $0.file.mode = 0o2767
        },
    ]
}
