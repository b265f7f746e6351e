import AccessModel

/// Processes that a mount of proc(5) hides: its option `hidepid`.
enum ProcessScenes {
    static let all = [
        RefusedScene(
            "a hidden process without access",
            """
            owner, inner root: unknown hidden /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search list stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            other: EPERM hiddenProcess /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search list stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            """
        ) { $0.directory.hiding = ProcessHiding(.noAccess, group: 5) },
        RefusedScene(
            "an invisible process",
            """
            owner, inner root: unknown hidden /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search list stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            """
        ) { $0.directory.hiding = ProcessHiding(.invisible, group: 8) },
        RefusedScene(
            "a process for those who trace it",
            """
            owner, inner root: unknown hidden /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search list stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            other: ENOENT hiddenProcess /d
              access-read access-write access-execute read write append open-truncate
              open-create create-anew truncate execute search list stat read-link follow
              create-file mkdir mknod unlink rmdir delete rename move move-directory replace
              link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
              set-acl
            """
        ) { $0.directory.hiding = ProcessHiding(.ptraceable, group: 8) },
        RefusedScene(
            "a process hidden for an unknown group",
            """
            owner, inner root: unknown hidden /d/f
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute stat follow link set-attribute
            other: unknown hidden /d/f
              access-read access-write access-execute read write append open-truncate
              open-create truncate execute stat follow link touch set-attribute
            """
        ) { $0.file.hiding = ProcessHiding(.invisible, group: nil) },
    ]
}
