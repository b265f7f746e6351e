import AccessModel
import Kernel

/// Files that are not regular.
enum KindScenes {
    static let all = [
        RefusedScene(
            "a pipe",
            """
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            """
        ) { $0.file.kind = .fifo },
        RefusedScene(
            "a socket",
            """
            owner, root, inner root: ENXIO isASocket /d/f
              read write append open-truncate open-create follow
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            other: ENXIO isASocket /d/f
              read follow
            """
        ) { $0.file.kind = .socket },
        RefusedScene(
            "a directory in its place",
            """
            owner, root, inner root: EISDIR isADirectory /d/f
              write append open-truncate open-create truncate unlink
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, root, inner root: ENOTDIR notADirectory /e/h
              replace
            owner, root, inner root: EPERM directoryLink /d/f
              link
            other: EISDIR isADirectory /d/f
              write append open-truncate open-create truncate
            """
        ) { $0.file.kind = .directory },
        RefusedScene(
            "a link in its place",
            """
            owner, other, root, inner root: unknown magicLink /d/f
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute stat follow chmod chown chown-away chgrp
              chgrp-away touch set-time set-attribute set-acl
            """
        ) { $0.file.kind = .symbolicLink },
        RefusedScene(
            "a block device",
            """
            owner, root, inner root: unknown device /d/f
              read write append open-truncate open-create follow
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            other: unknown device /d/f
              read follow
            """
        ) { $0.file.kind = .blockDevice },
        RefusedScene(
            "a null device",
            """
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            """
        ) {
            $0.file.kind = .characterDevice
            $0.file.deviceNumber = DeviceNumber(major: 1, minor: 3)
        },
        RefusedScene(
            "a null device of a user namespace",
            """
            owner, root, inner root: unknown device /d/f
              read write append open-truncate open-create follow
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            other: unknown device /d/f
              read follow
            """
        ) {
            $0.file.kind = .characterDevice
            $0.file.deviceNumber = DeviceNumber(major: 1, minor: 3)
            $0.mount.flags = .perhapsOfUserNamespace
        },
        RefusedScene(
            "a memory device",
            """
            owner, root, inner root: unknown device /d/f
              read write append open-truncate open-create follow
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            other: unknown device /d/f
              read follow
            """
        ) {
            $0.file.kind = .characterDevice
            $0.file.deviceNumber = DeviceNumber(major: 1, minor: 1)
        },
        RefusedScene(
            "a null device on a mount without devices",
            """
            owner, other, root, inner root: EACCES noDevMount /d/f
              read write append open-truncate open-create follow
            owner, other, root, inner root: EINVAL notRegular /d/f
              truncate
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, other, root, inner root: EPERM attributeKind /d/f
              set-attribute
            """
        ) {
            $0.file.kind = .characterDevice
            $0.file.deviceNumber = DeviceNumber(major: 1, minor: 3)
            $0.mount.flags = .noDev
        },
        RefusedScene(
            "a replaced file of the same number",
            """
            other: yes
              replace
            """
        ) { $0.replaced.inode = 12 },
        RefusedScene(
            "a directory to replace",
            """
            owner, root, inner root: EISDIR isADirectory /e/h
              replace
            """
        ) { $0.replaced.kind = .directory },
        RefusedScene(
            "a directory at a sticky place",
            """
            owner, root, inner root: EISDIR isADirectory /d/f
              write append open-truncate open-create truncate unlink
            owner, other, root, inner root: EACCES notExecutableKind /d/f
              execute
            owner, root, inner root: ENOTDIR notADirectory /e/h
              replace
            owner, root, inner root: EPERM directoryLink /d/f
              link
            other: EISDIR isADirectory /d/f
              write append open-truncate open-create truncate
            other: yes
              create-anew create-file mkdir
            other: EPERM needsMknod /d
              mknod
            other: EPERM sticky /d/f
              unlink delete rename move replace
            other: EPERM sticky /d/below
              rmdir move-directory
            """
        ) {
            $0.directory.mode = 0o1777
            $0.file.kind = .directory
        },
    ]
}
