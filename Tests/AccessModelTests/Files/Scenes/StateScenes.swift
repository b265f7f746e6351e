import AccessModel

/// Files and directories that refuse calls because of their state.
enum StateScenes {
    static let all = [
        RefusedScene(
            "an immutable file",
            """
            owner, root, inner root: EPERM immutable /d/f
              access-write write append open-truncate open-create truncate unlink delete
              rename move replace link chmod chown chown-away chgrp chgrp-away touch set-time
              set-attribute set-acl
            other: EPERM immutable /d/f
              access-write write append open-truncate open-create truncate chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            """
        ) { $0.file.isImmutable = true },
        RefusedScene(
            "an immutable directory",
            """
            owner, other, root, inner root: EPERM immutable /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            """
        ) { $0.directory.isImmutable = true },
        RefusedScene(
            "an immutable directory below",
            """
            owner, root, inner root: EPERM immutable /d/below
              rmdir move-directory
            """
        ) { $0.below.isImmutable = true },
        RefusedScene(
            "an append-only file",
            """
            owner, root, inner root: EPERM appendOnly /d/f
              write open-truncate open-create truncate unlink delete rename move replace link
              chmod chown chown-away chgrp chgrp-away set-time set-attribute set-acl
            other: EPERM appendOnly /d/f
              chmod chown chown-away chgrp chgrp-away set-time set-attribute set-acl
            """
        ) { $0.file.isAppendOnly = true },
        RefusedScene(
            "an append-only directory",
            """
            owner, root, inner root: EPERM appendOnly /d
              unlink rmdir delete rename move move-directory replace
            """
        ) { $0.directory.isAppendOnly = true },
        RefusedScene(
            "a file sealed by fs-verity",
            """
            owner, root, inner root: EPERM verity /d/f
              write append open-truncate open-create truncate
            """
        ) { $0.file.verity = .sealed },
        RefusedScene(
            "a file for fs-verity without support",
            """
            owner: EOPNOTSUPP verity /d/f
              read write append open-truncate open-create truncate execute follow chmod chown
              chgrp touch set-time
            other: EOPNOTSUPP verity /d/f
              read execute follow
            root, inner root: EOPNOTSUPP verity /d/f
              read write append open-truncate open-create truncate execute follow chmod chown
              chown-away chgrp chgrp-away touch set-time
            """
        ) { $0.file.verity = .unsupported },
        RefusedScene(
            "an encrypted file without its key",
            """
            owner, root, inner root: ENOKEY encrypted /d/f
              read write append open-truncate open-create truncate execute follow
            other: ENOKEY encrypted /d/f
              read execute follow
            """
        ) {
            $0.file.isEncrypted = true
            $0.hasKey = false
        },
        RefusedScene(
            "an encrypted file with a key that cannot be seen",
            """
            owner, root, inner root: unknown key /d/f
              read write append open-truncate open-create truncate execute follow
            other: unknown key /d/f
              read execute follow
            """
        ) {
            $0.file.isEncrypted = true
            $0.hasKey = nil
        },
        RefusedScene(
            "an encrypted directory without its key",
            """
            owner, inner root: ENOKEY encrypted /d
              create-anew create-file mkdir rename move move-directory replace
            root: ENOKEY encrypted /d
              create-anew create-file mkdir mknod rename move move-directory replace
            """
        ) {
            $0.directory.isEncrypted = true
            $0.hasKey = false
        },
        RefusedScene(
            "an encrypted target directory",
            """
            owner, root, inner root: unknown key /e
              move move-directory replace link
            """
        ) { $0.other.isEncrypted = true },
        RefusedScene(
            "an active swap file",
            """
            owner, root, inner root: ETXTBSY activeSwap /d/f
              open-truncate truncate
            owner, root, inner root: EPERM activeSwap /d/f
              unlink delete rename move replace
            """
        ) { $0.isSwap = true },
        RefusedScene(
            "a directory that is not empty",
            """
            owner, root, inner root: ENOTEMPTY notEmpty /d/below
              rmdir
            """
        ) { $0.isEmpty = false },
        RefusedScene(
            "a mount point",
            """
            owner, root, inner root: EBUSY isAMountPoint /d/f
              unlink delete rename move replace
            """
        ) { $0.isMountPoint = true },
        RefusedScene(
            "a mount over a file that cannot be seen",
            """
            owner, root, inner root: at last EBUSY isAMountPoint /d/f
              unlink delete rename move replace
            other: at last EACCES permissionRefused /d
              unlink delete rename move replace
            """
        ) { $0.file.isMountRoot = true },
    ]
}
