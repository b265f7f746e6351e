import AccessModel
import Kernel

/// File systems with rules of their own.
enum FileSystemScenes {
    static let all = [
        RefusedScene(
            "a file system with fixed names",
            """
            owner, root, inner root: EACCES noSuchOperation /d
              create-anew create-file
            owner, inner root: EPERM noSuchOperation /d
              mkdir unlink rmdir delete rename move move-directory replace
            owner, root, inner root: EPERM noSuchOperation /e
              link
            root: EPERM noSuchOperation /d
              mkdir mknod unlink rmdir delete rename move move-directory replace
            """
        ) { $0.mount.rules.names = .fixed },
        RefusedScene(
            "a file system with fixed names and its own directory",
            """
            owner: EACCES permissionRefused /d/f
              access-write set-attribute
            owner, root, inner root: EISDIR isADirectory /d/f
              write append open-truncate open-create truncate unlink
            owner, root, inner root: EACCES noSuchOperation /d
              create-anew create-file
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, inner root: EPERM noSuchOperation /d
              mkdir rmdir delete rename move move-directory
            owner, root, inner root: ENOTDIR notADirectory /e/h
              replace
            owner, root, inner root: EPERM noSuchOperation /e
              link
            owner: unknown fileSystem /d/f
              chmod chown chgrp touch set-time
            other: EISDIR isADirectory /d/f
              write append open-truncate open-create truncate
            root: EPERM noSuchOperation /d
              mkdir mknod rmdir delete rename move move-directory
            root, inner root: unknown fileSystem /d/f
              chmod chown chown-away chgrp chgrp-away touch set-time
            """
        ) {
            $0.mount.rules.names = .fixed
            $0.file.kind = .directory
            $0.file.mode = 0o555
        },
        RefusedScene(
            "a file system with fixed names that are seen",
            """
            owner, other, root, inner root: ENOENT missing /d/new
              create-anew create-file mkdir mknod
            owner, root, inner root: EPERM noSuchOperation /d
              unlink rmdir delete replace
            owner, other, root, inner root: ENOENT missing /d/g
              rename
            owner, other, root, inner root: ENOENT missing /e/f
              move link
            owner, other, root, inner root: ENOENT missing /e/g
              move-directory
            """
        ) { $0.mount.rules.names = .fixedAndSeen },
        RefusedScene(
            "a file system with names of its own",
            """
            owner, inner root: unknown fileSystem /d
              create-anew create-file mkdir unlink rmdir delete rename move move-directory
              replace
            owner, root, inner root: unknown fileSystem /e
              link
            root: unknown fileSystem /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            """
        ) { $0.mount.rules.names = .elsewhere },
        RefusedScene(
            "a file system with changes of its own",
            """
            owner: unknown fileSystem /d/f
              chmod chown chgrp
            root, inner root: unknown fileSystem /d/f
              chmod chown chown-away chgrp chgrp-away
            """
        ) { $0.mount.rules.changesFreely = false },
        RefusedScene(
            "a file system without attributes",
            """
            owner, root, inner root: EOPNOTSUPP noSuchOperation /d/f
              set-attribute
            """
        ) { $0.mount.rules.hasUserAttributes = false },
        RefusedScene(
            "a file system without access lists",
            """
            owner, other, root, inner root: EOPNOTSUPP listOnLink /d/f
              set-acl
            """
        ) { $0.mount.rules.hasAccessLists = false },
        RefusedScene(
            "a file system with permissions of its own",
            """
            owner, other, root, inner root: unknown fileSystem /d/f
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute follow chmod chown chown-away chgrp chgrp-away
              touch set-time set-attribute set-acl
            owner, other, root, inner root: EXDEV otherMount /e
              link
            """
        ) { $0.mountOfFile = Mount(rules: .elsewhere) },
        RefusedScene(
            "a file that its own threads may use",
            """
            owner: unknown fileSystem /d/f
              access-read access-write read write append open-truncate open-create truncate
              follow link set-attribute
            owner, other, root, inner root: EACCES permissionRefused /d/f
              access-execute execute
            other: unknown fileSystem /d/f
              access-read access-write read write append open-truncate open-create truncate
              follow link touch set-attribute
            """
        ) {
            $0.mount.rules.permission = .genericOrOwn
            $0.file.mode = 0
        },
        RefusedScene(
            "a file system with handlers",
            """
            owner, root, inner root: unknown fileSystem /d/f
              read write append open-truncate open-create follow
            other: unknown fileSystem /d/f
              read follow
            """
        ) { $0.mount.rules.opensFreely = false },
        RefusedScene(
            "a served file system",
            """
            owner, other, root, inner root: unknown fileSystem /d/f
              stat
            """
        ) { $0.mount.rules.statsFreely = false },
        RefusedScene(
            "a file system that is shut down",
            """
            owner, other, root, inner root: unknown shutDown /d/f
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute follow chmod chown chown-away chgrp chgrp-away
              touch set-time set-attribute set-acl
            owner, other, root, inner root: EXDEV otherMount /e
              link
            """
        ) { $0.mountOfFile = Mount(flags: .shutDown, rules: .elsewhere) },
        RefusedScene(
            "flags on a file of another file system",
            """
            owner, root, inner root: EPERM immutable /d/f
              access-write write append open-truncate open-create truncate unlink delete
              rename move replace link chmod chown chown-away chgrp chgrp-away touch set-time
              set-attribute set-acl
            other: EPERM immutable /d/f
              access-write write append open-truncate open-create truncate chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            """
        ) {
            $0.mount.fileSystem = "f2fs"
            $0.file.isImmutable = true
        },
        RefusedScene(
            "a settings directory",
            """
            owner, inner root: EACCES permissionRefused /d/f
              access-write access-execute write append open-truncate open-create truncate
              execute set-attribute
            owner, inner root: EACCES permissionRefused /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, inner root: EACCES permissionRefused /e
              link
            other, root: EACCES permissionRefused /d/f
              access-execute execute
            """
        ) { $0.mount.rules.permission = .procSys },
        RefusedScene(
            "a network's settings",
            """
            owner, inner root: unknown fileSystem /d/f
              access-write write append open-truncate open-create truncate link set-attribute
            owner, other, root, inner root: EACCES permissionRefused /d/f
              access-execute execute
            owner, other, inner root: unknown fileSystem /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            other: unknown fileSystem /d/f
              access-write write append open-truncate open-create truncate link touch
              set-attribute
            """
        ) {
            $0.mount.rules.permission = .procSysNetwork
            $0.mount.flags = .perhapsOfUserNamespace
        },
        RefusedScene(
            "a namespace's settings",
            """
            owner: EACCES permissionRefused /d/f
              access-write access-execute write append open-truncate open-create truncate
              execute set-attribute
            owner: EACCES permissionRefused /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner: EACCES permissionRefused /e
              link
            other, root, inner root: EACCES permissionRefused /d/f
              access-execute execute
            inner root: unknown fileSystem /d/f
              access-write write append open-truncate open-create truncate link set-attribute
            inner root: unknown fileSystem /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            """
        ) { $0.mount.rules.permission = .procSysNamespace },
    ]
}
