import AccessModel
import Kernel

/// Overlays by their layers.
enum OverlayScenes {
    static let all = [
        RefusedScene(
            "an overlay",
            ""
        ) { $0.mount.layers = OverlayLayers(upper: .writable) },
        RefusedScene(
            "an overlay of a file in a lower layer",
            """
            owner, root, inner root: EXDEV lowerDirectory /d/below
              move-directory
            """
        ) {
            $0.mount.layers = OverlayLayers(upper: .writable)
            $0.layer = .lower
        },
        RefusedScene(
            "an overlay that moves directories",
            """
            owner, root, inner root: unknown layer /d/below
              move-directory
            """
        ) {
            $0.mount.layers = OverlayLayers(upper: .writable, movesDirectories: true)
            $0.layer = .lower
        },
        RefusedScene(
            "an overlay with layers that cannot be seen",
            """
            owner, root, inner root: unknown layer /d/below
              move-directory
            """
        ) {
            $0.mount.layers = OverlayLayers(upper: .writable)
            $0.layer = nil
        },
        RefusedScene(
            "an overlay that may be unable to copy a file",
            """
            owner: unknown copying /d/f
              write append open-truncate open-create truncate chmod chown chgrp touch
              set-time set-attribute set-acl
            owner, inner root: unknown copying /d
              create-anew create-file mkdir unlink rmdir delete rename move replace
            owner, root, inner root: EXDEV lowerDirectory /d/below
              move-directory
            owner, root, inner root: unknown copying /e
              link
            root, inner root: unknown copying /d/f
              write append open-truncate open-create truncate chmod chown chown-away chgrp
              chgrp-away touch set-time set-attribute set-acl
            root: unknown copying /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move replace
            """
        ) {
            $0.mount.layers = OverlayLayers(upper: .writable)
            $0.layer = .lower
            $0.isCopyable = nil
        },
        RefusedScene(
            "an overlay with a read-only upper layer",
            """
            owner: EROFS readOnlyUpper /d/f
              access-write write append open-truncate open-create truncate chmod chown chgrp
              touch set-time set-attribute set-acl
            owner, root, inner root: EROFS readOnlyUpper /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, root, inner root: EROFS readOnlyUpper /e
              link
            root, inner root: EROFS readOnlyUpper /d/f
              access-write write append open-truncate open-create truncate chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            """
        ) { $0.mount.layers = OverlayLayers(upper: .readOnly) },
        RefusedScene(
            "an overlay with a read-only upper layer and a file in a lower one",
            """
            owner: EROFS readOnlyUpper /d/f
              write append open-truncate open-create truncate chmod chown chgrp touch
              set-time set-attribute set-acl
            owner, inner root: EROFS readOnlyUpper /d
              create-anew create-file mkdir unlink rmdir delete rename move replace
            owner, root, inner root: EXDEV lowerDirectory /d/below
              move-directory
            owner, root, inner root: EROFS readOnlyUpper /e
              link
            root, inner root: EROFS readOnlyUpper /d/f
              write append open-truncate open-create truncate chmod chown chown-away chgrp
              chgrp-away touch set-time set-attribute set-acl
            root: EROFS readOnlyUpper /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move replace
            """
        ) {
            $0.mount.layers = OverlayLayers(upper: .readOnly)
            $0.layer = .lower
        },
        RefusedScene(
            "an overlay with a read-only upper layer and a merged directory",
            """
            owner: EROFS readOnlyUpper /d/f
              access-write write append open-truncate open-create truncate chmod chown chgrp
              touch set-time set-attribute set-acl
            owner, root, inner root: EROFS readOnlyUpper /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner, root, inner root: EROFS readOnlyUpper /e
              link
            root, inner root: EROFS readOnlyUpper /d/f
              access-write write append open-truncate open-create truncate chmod chown
              chown-away chgrp chgrp-away touch set-time set-attribute set-acl
            """
        ) {
            $0.mount.layers = OverlayLayers(upper: .readOnly)
            $0.layer = .merged
        },
        RefusedScene(
            "an overlay with an immutable upper layer",
            ""
        ) { $0.mount.layers = OverlayLayers(upper: .immutable) },
        RefusedScene(
            "an overlay with an immutable upper layer and a file in a lower one",
            """
            owner: unknown layer /d/f
              write append open-truncate open-create truncate chmod chown chgrp touch
              set-time set-attribute set-acl
            owner, inner root: unknown layer /d
              create-anew create-file mkdir unlink rmdir delete rename move replace
            owner, root, inner root: EXDEV lowerDirectory /d/below
              move-directory
            owner, root, inner root: unknown layer /e
              link
            root, inner root: unknown layer /d/f
              write append open-truncate open-create truncate chmod chown chown-away chgrp
              chgrp-away touch set-time set-attribute set-acl
            root: unknown layer /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move replace
            """
        ) {
            $0.mount.layers = OverlayLayers(upper: .immutable)
            $0.layer = .lower
        },
        RefusedScene(
            "an overlay with an upper layer that cannot be seen",
            """
            owner, root, inner root: unknown fileSystem /d/f
              set-attribute set-acl
            """
        ) { $0.mount.layers = OverlayLayers(isUpperSeen: false) },
        RefusedScene(
            "an overlay with a read-only upper layer and a directory that is perhaps merged",
            """
            owner, root, inner root: unknown layer /d/f
              access-write write append open-truncate open-create truncate link set-attribute
            owner, root, inner root: unknown layer /d
              create-anew create-file mkdir mknod unlink rmdir delete rename move
              move-directory replace
            owner: EROFS readOnlyUpper /d/f
              chmod chown chgrp touch set-time set-acl
            root, inner root: EROFS readOnlyUpper /d/f
              chmod chown chown-away chgrp chgrp-away touch set-time set-acl
            """
        ) {
            $0.mount.layers = OverlayLayers(upper: .readOnly)
            $0.layer = .perhapsMerged
        },
        RefusedScene(
            "an overlay with a file of a lower layer that can set no list, perhaps copied up",
            """
            owner, root, inner root: EXDEV lowerDirectory /d/below
              move-directory
            owner, root, inner root: unknown layer /d/f
              set-acl
            """
        ) {
            $0.mount.layers = OverlayLayers(lowerSetsLists: false)
            $0.layer = .lowerOrCopied
        },
        RefusedScene(
            "an overlay with an upper layer that can set no list",
            """
            owner, root, inner root: EOPNOTSUPP listOnLink /d/f
              set-acl
            """
        ) { $0.mount.layers = OverlayLayers(upperSetsLists: false) },
        RefusedScene(
            "an overlay with lower layers that can set no list, and an upper one that cannot be seen",
            """
            owner, root, inner root: unknown fileSystem /d/f
              set-attribute set-acl
            """
        ) { $0.mount.layers = OverlayLayers(isUpperSeen: false, lowerSetsLists: false) },
        RefusedScene(
            "an overlay of a file that may only seem immutable",
            """
            owner: unknown layer /d/f
              access-write write append open-truncate open-create truncate unlink delete
              rename move replace link chmod chown chgrp touch set-time set-attribute set-acl
            root, inner root: unknown layer /d/f
              access-write write append open-truncate open-create truncate unlink delete
              rename move replace link chmod chown chown-away chgrp chgrp-away touch set-time
              set-attribute set-acl
            """
        ) {
            $0.mount.layers = OverlayLayers()
            $0.file.isImmutable = true
            $0.file.mayOnlySeemImmutable = true
        },
        RefusedScene(
            "an overlay with a file of the upper layer over one that can set no list",
            ""
        ) {
            $0.mount.layers = OverlayLayers(lowerSetsLists: false)
            $0.layer = .upper
        },
        RefusedScene(
            "an overlay of a user namespace",
            """
            owner: unknown fileSystem /d/f
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute follow rename move replace chmod chown chgrp touch
              set-time set-attribute set-acl
            owner, other, root, inner root: EXDEV otherMount /e
              link
            other: unknown fileSystem /d/f
              access-read access-execute read execute follow
            root: unknown fileSystem /d/f
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute follow rename move replace chmod chown chown-away
              chgrp chgrp-away touch set-time set-attribute set-acl
            """
        ) { $0.mountOfFile = Mount(flags: .perhapsOfUserNamespace, layers: OverlayLayers()) },
        RefusedScene(
            "an overlay of a file for fs-verity",
            """
            owner, root, inner root: unknown fileSystem /d/f
              write append open-truncate open-create truncate
            """
        ) {
            $0.mount.layers = OverlayLayers()
            $0.mount.fileSystem = "overlay"
            $0.file.verity = .sealed
        },
    ]
}
