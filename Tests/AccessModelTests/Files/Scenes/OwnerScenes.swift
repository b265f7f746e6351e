import AccessModel
import Kernel

/// Owners and modes of a file and its directory.
enum OwnerScenes {
    static let all = [
        RefusedScene(
            "a file without an owner",
            """
            owner, other, root, inner root: EACCES unmappedOwner /d/f
              access-write write append open-truncate open-create truncate touch
            owner, other, root, inner root: EOVERFLOW unmappedOwner /d/f
              unlink delete rename move replace link chmod chgrp chgrp-away set-time
            owner: EPERM needsChown /d/f
              chown
            owner, other, root, inner root: EPERM unmappedOwner /d/f
              set-attribute set-acl
            inner root: EPERM needsChown /d/f
              chown chown-away
            """
        ) { $0.file.uid = noID },
        RefusedScene(
            "a file without a group",
            """
            owner, root, inner root: EACCES unmappedOwner /d/f
              access-write write append open-truncate open-create truncate
            owner, root, inner root: EOVERFLOW unmappedOwner /d/f
              unlink delete rename move replace link chmod chown chown-away touch set-time
            owner, other, root, inner root: EPERM unmappedOwner /d/f
              set-attribute set-acl
            other: EACCES unmappedOwner /d/f
              access-write write append open-truncate open-create truncate touch
            other: EOVERFLOW unmappedOwner /d/f
              unlink delete rename move replace link chmod chown chown-away set-time
            inner root: EPERM needsChown /d/f
              chgrp chgrp-away
            """
        ) { $0.file.gid = noID },
        RefusedScene(
            "a file with a doubtful owner",
            """
            owner, other, root, inner root: unknown owner /d/f
              access-write write append open-truncate open-create truncate unlink delete
              rename move replace link chmod chown chown-away chgrp chgrp-away touch set-time
              set-attribute set-acl
            """
        ) { $0.file.hasAmbiguousOwner = true },
        RefusedScene(
            "a file with a doubtful owner who is valid",
            """
            owner, root, inner root: unknown owner /d/f
              access-write write append open-truncate open-create truncate link chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            other: unknown owner /d/f
              chown chown-away chgrp chgrp-away
            """
        ) {
            $0.file.hasAmbiguousOwner = true
            $0.file.isOwnerValid = true
        },
        RefusedScene(
            "a file whose group may all",
            """
            owner: EACCES permissionRefused /d/f
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute follow set-attribute
            owner: yes
              chgrp-away
            other: yes
              access-write write append open-truncate open-create truncate touch
              set-attribute
            other: EACCES permissionRefused /e
              link
            """
        ) {
            $0.file.mode = 0o070
            $0.file.gid = 8
        },
        RefusedScene(
            "a file that others may write",
            """
            other: yes
              access-write write append open-truncate open-create truncate touch
              set-attribute
            other: EACCES permissionRefused /e
              link
            """
        ) { $0.file.mode = 0o777 },
        RefusedScene(
            "a set-user-id file",
            ""
        ) { $0.file.mode = 0o4755 },
        RefusedScene(
            "a set-group-id file",
            ""
        ) { $0.file.mode = 0o2755 },
        RefusedScene(
            "a set-group-id file of another group",
            """
            inner root: EACCES permissionRefused /d/f
              access-write write append open-truncate open-create truncate set-attribute
            inner root: EPERM needsChown /d/f
              chown chown-away chgrp chgrp-away
            """
        ) {
            $0.file.mode = 0o2745
            $0.file.gid = 9
        },
        RefusedScene(
            "a file of another user",
            """
            owner: EACCES permissionRefused /d/f
              access-write write append open-truncate open-create truncate touch
              set-attribute
            owner: EPERM protectedHardlink /d/f
              link
            owner: EPERM notOwner /d/f
              chmod set-time set-acl
            owner: EPERM needsChown /d/f
              chown chgrp
            other: yes
              access-write write append open-truncate open-create truncate chmod chown-away
              chgrp-away touch set-time set-attribute set-acl
            other: EACCES permissionRefused /e
              link
            """
        ) {
            $0.file.uid = 8
            $0.file.gid = 8
        },
        RefusedScene(
            "a file of a user without a mapping",
            """
            owner, inner root: EACCES permissionRefused /d/f
              access-write write append open-truncate open-create truncate touch
              set-attribute
            owner, inner root: EPERM protectedHardlink /d/f
              link
            owner, inner root: EPERM notOwner /d/f
              chmod set-time set-acl
            owner: EPERM needsChown /d/f
              chown chgrp
            inner root: EPERM needsChown /d/f
              chown chown-away chgrp chgrp-away
            """
        ) {
            $0.file.uid = 20
            $0.file.gid = 20
        },
        RefusedScene(
            "a file that nobody may execute",
            """
            owner, other, root, inner root: EACCES permissionRefused /d/f
              access-execute execute
            """
        ) { $0.file.mode = 0o644 },
        RefusedScene(
            "a removed directory",
            """
            owner, root, inner root: ENOENT missing /d
              create-anew create-file mkdir mknod rename
            other: ENOENT missing /d
              create-anew create-file mkdir mknod
            """
        ) { $0.directory.isRemoved = true },
        RefusedScene(
            "a directory that nobody may search",
            """
            owner: EACCES permissionRefused /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            other: EACCES permissionRefused /d
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute search list stat read-link follow link chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            """
        ) { $0.directory.mode = 0o600 },
        RefusedScene(
            "a directory that may not be written",
            """
            owner: EACCES permissionRefused /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            """
        ) { $0.directory.mode = 0o555 },
        RefusedScene(
            "a directory below that may not be written",
            """
            owner: EACCES permissionRefused /d/below
              move-directory
            """
        ) { $0.below.mode = 0o555 },
    ]
}
