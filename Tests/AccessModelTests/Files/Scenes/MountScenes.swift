import AccessModel
import Kernel

/// Mounts that refuse calls.
enum MountScenes {
    static let all = [
        RefusedScene(
            "a read-only mount",
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
        ) { $0.mount.flags = .readOnly },
        RefusedScene(
            "a read-only file system",
            """
            owner, other, root, inner root: EROFS readOnlyFileSystem /d/f
              access-write write append open-truncate open-create truncate chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            owner, other, root, inner root: EROFS readOnlyFileSystem /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, other, root, inner root: EROFS readOnlyFileSystem /e
              link
            """
        ) { $0.mount.flags = .superblockReadOnly },
        RefusedScene(
            "a mount without execution",
            """
            owner, other, root, inner root: EACCES noExecMount /d/f
              access-execute execute
            """
        ) { $0.mount.flags = .noExec },
        RefusedScene(
            "a mount without links",
            """
            owner, other, root, inner root: ELOOP noSymlinkFollow /d/l
              follow
            """
        ) { $0.mount.flags = .noSymlinkFollow },
        RefusedScene(
            "a pipe on a read-only mount",
            """
            owner, other, root, inner root: EROFS readOnlyMount /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EROFS readOnlyMount /e
              link
            owner, other, root, inner root: EROFS readOnlyMount /d/f
              chmod chown chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            """
        ) {
            $0.mount.flags = .readOnly
            $0.file.kind = .fifo
        },
        RefusedScene(
            "a pipe on a read-only file system",
            """
            owner, other, root, inner root: EROFS readOnlyFileSystem /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EROFS readOnlyFileSystem /e
              link
            owner, other, root, inner root: EROFS readOnlyFileSystem /d/f
              chmod chown chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            """
        ) {
            $0.mount.flags = .superblockReadOnly
            $0.file.kind = .fifo
        },
        RefusedScene(
            "an idmapped mount",
            """
            owner, other, root, inner root: EOVERFLOW unmappedArgument /d/f
              chown-away chgrp-away
            other: EOVERFLOW unmappedSubject /d
              create-anew create-file mkdir mknod rename
            other: yes
              unlink rmdir delete replace
            other: EOVERFLOW unmappedSubject /e
              move move-directory
            """
        ) {
            let map = IDMap([IDMap.Range(inside: 0, outside: 0, count: 8)])
            $0.mount.users = map
            $0.mount.groups = map
            $0.directory.mode = 0o777
            $0.other.mode = 0o777
        },
        RefusedScene(
            "an idmapped mount with few groups",
            """
            owner, other, root, inner root: EOVERFLOW unmappedArgument /d/f
              chgrp-away
            other: EOVERFLOW unmappedSubject /d
              create-anew create-file mkdir mknod rename
            other: yes
              unlink rmdir delete replace
            other: EOVERFLOW unmappedSubject /e
              move move-directory
            """
        ) {
            $0.mount.groups = IDMap([IDMap.Range(inside: 0, outside: 0, count: 8)])
            $0.directory.mode = 0o777
            $0.other.mode = 0o777
        },
        RefusedScene(
            "a mount that may know fewer ids",
            """
            owner, root, inner root: unknown fileSystem /d
              create-anew create-file mkdir mknod rename
            owner, root, inner root: unknown fileSystem /e
              move move-directory link
            other: unknown fileSystem /d
              create-anew create-file mkdir mknod
            """
        ) { $0.mount.flags = .mayKnowFewerIDs },
        RefusedScene(
            "a truncation before Linux 6.14",
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
              open-truncate truncate chmod chown chown-away chgrp chgrp-away touch set-time
              set-attribute set-acl
            """
        ) {
            $0.settings.kernel = KernelVersion(6, 13)
            $0.mount.flags = .readOnly
        },
    ]
}
