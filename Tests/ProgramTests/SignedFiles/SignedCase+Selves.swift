extension SignedCase {
    static let ofSelf: [SignedCase] = [
        SignedCase(
            "a directory behind a magic link",
            "write",
            "/proc/self/cwd",
            answer: 1,
            errno: 21
        ),
        SignedCase(
            "a program behind a magic link",
            "search",
            "/proc/self/exe",
            answer: 1,
            errno: 20
        ),
        SignedCase(
            "a directory of settings",
            "execute",
            "/proc/sys/net/ipv4",
            answer: 1,
            errno: 13
        ),
        SignedCase(
            "a directory that the kernel keeps for a mount",
            "touch",
            "/sys/kernel/debug",
            answer: 2,
            errno: 1
        ),
        SignedCase(
            "the program of another process",
            by: nobody,
            "read-link",
            "/proc/1/exe",
            answer: 2,
            errno: 13
        ),
        SignedCase("memory of a process", by: nobody, "read", "/proc/1/maps", answer: 2, errno: 13),
        SignedCase(
            "no terminal",
            by: "setsid --wait \(nobody)",
            "read",
            "/dev/tty",
            answer: 2,
            errno: 6
        ),
        SignedCase("a file behind a magic link", "read", "/proc/self/exe", answer: 0, errno: 0),
        SignedCase(
            "a program that inherits what it needs",
            answer: 0,
            errno: 0,
            """
            cp /bin/true program
            setfattr -n security.capability -v 0x0100000200200000002000000000000000000000 program
            limited="setpriv --inh-caps=+net_raw setpriv --bounding-set=-net_raw --reuid 65534"
            ask $limited --clear-groups "$1" can execute "$PWD/program"
            call $limited --clear-groups perl deed execute "$PWD/program"
            """
        ),
        // Any user could remove the capabilities first, if the mount and the flags permit it.
        SignedCase(
            "a program that inherits too little",
            answer: 2,
            errno: 1,
            limited + """
                ask $limited "$1" can execute "$PWD/program"
                call $limited perl deed execute "$PWD/program"
                """
        ),
        SignedCase(
            "a program that inherits too little, once it gives nothing",
            answer: 2,
            errno: 0,
            limited + """
                ask $limited "$1" can execute "$PWD/program"
                call $limited perl deed take-capabilities "$PWD/program"
                """
        ),
        flagged("tmpfs", by: "mkdir disk; mount -t tmpfs -o mode=755 t disk", answer: 2, errno: 0),
        flagged("ext4", by: image(""), answer: 1, errno: 1),
        interpreted("a script", "echo '#!/bin/sh' >/mnt/i", errno: 5),
        interpreted("a long script", "{ echo '#!/bin/sh'; seq 99; } >/mnt/i", errno: 80),
        interpreted("a binary", "cp \"$linker\" /mnt/i", answer: 0, errno: 0),
    ]

    /// A chown(2) of an immutable file that changes no owner removes the capabilities, except on ext4.
    private static func flagged(
        _ name: String,
        by mount: String,
        answer: Int,
        errno: Int
    ) -> SignedCase {
        SignedCase(
            "an immutable program on \(name) that inherits too little",
            answer: answer,
            errno: errno,
            limited + """
                \(mount)
                cp --preserve=xattr program disk; chattr +i disk/program
                ask $limited "$1" can execute "$PWD/disk/program"
                call $limited perl deed take-capabilities "$PWD/disk/program"
                chattr -i disk/program
                """
        )
    }

    private static func interpreted(
        _ name: String,
        _ make: String,
        answer: Int = 1,
        errno: Int
    ) -> SignedCase {
        SignedCase(
            "a binary whose interpreter is \(name)",
            answer: answer,
            errno: errno,
            """
            mount -t tmpfs -o mode=755 t /mnt
            linker=$(perl -0777 -ne 'm#(/lib(64)?/ld-linux[^\\0]+)# and print $1' /bin/true)
            \(make)
            chmod 755 /mnt/i
            perl -0777 -pe 's#/lib(64)?/ld-linux[^\\0]+#"/mnt/i" . "\\0" x (length($&) - 6)#e' /bin/true >program
            chmod 755 program
            ask "$1" can execute "$PWD/program"
            call perl deed execute "$PWD/program"
            """
        )
    }

    /// Facts that another process sees differently about itself than this process does.
    static let ofOthers: [SignedCase] =
        ["shmmax", "sem", "pid_max"].map { name in
            SignedCase(
                "a setting of a namespace of its own: \(name)",
                answer: 2,
                errno: 0,
                """
                mkfifo ready go
                unshare --user --map-root-user --ipc --pid --fork sh -c '
                    echo >ready; read _ <go; exec perl deed write /proc/sys/kernel/\(name)' &
                read _ <ready
                ask "$1" can --pid "$(pgrep --parent $!)" write /proc/sys/kernel/\(name)
                echo >go; errno=0; wait $! || errno=$?
                """
            )
        } + [
            SignedCase(
                "an overlay whose mounter has no power over a file",
                answer: 2,
                errno: 13,
                """
                mount -t tmpfs -o mode=755 t /mnt; cp deed /mnt; cd /mnt
                mkdir l u w m; chown 100000:100000 u w
                echo >l/file; chown 101000:5555 l/file; chmod 600 l/file; mkfifo -m 666 ready go
                cat >user <<'END'
                echo >ready; read _ <go; exec perl deed read m/file
                END
                cat >root <<'END'
                mount -t overlay o -o lowerdir=/mnt/l,upperdir=/mnt/u,workdir=/mnt/w,userxattr m
                exec setpriv --reuid 1000 --regid 1000 --clear-groups sh user
                END
                unshare --user --keep-caps --mount sh -c '
                    echo >ready; read _ <go
                    exec setpriv --reuid 0 --regid 0 --clear-groups sh root' &
                read _ <ready
                echo 0 100000 65536 >/proc/$!/uid_map; echo 0 100000 65536 >/proc/$!/gid_map
                echo >go; read _ <ready
                ask "$1" can --pid $! read /mnt/m/file
                echo >go; errno=0; wait $! || errno=$?
                """
            ),
            SignedCase(
                "a root directory that was removed",
                answer: 1,
                errno: 2,
                """
                mkdir gone; mkfifo ready go
                perl -e 'open(R, ">", "ready"); open(G, "+<", "go"); chroot("gone"); chdir("/");
                    close(R); <G>; open(N, ">", "/new"); exit $! + 0' &
                read _ <ready || :
                rmdir gone
                ask "$1" can --pid $! create /new
                echo >go; errno=0; wait $! || errno=$?
                """
            ),
        ]

    /// A user who may not have the capabilities that a program requires.
    private static let limited = """
        cp /bin/true program
        setfattr -n security.capability -v 0x0100000200200000002000000000000000000000 program
        limited="setpriv --bounding-set=-net_raw --inh-caps=-all --reuid 65534 --clear-groups"

        """

    static let ofUserNamespaces: [SignedCase] = [
        SignedCase(
            "an append-only file",
            answer: 1,
            errno: 1,
            """
            touch file; chown 1234 file; chmod 666 file; chattr +a file
            ask \(mapped) "$1" can write "$PWD/file"
            call \(mapped) perl deed write file
            chattr -a file
            """
        ),
        SignedCase(
            "a device",
            answer: 1,
            errno: 1,
            """
            ask \(mapped) "$1" can create "$PWD/device" device
            call \(mapped) perl deed device device
            """
        ),
        SignedCase(
            "an owner without a number there",
            answer: 1,
            errno: 22,
            """
            touch file
            ask \(mapped) "$1" can chown "$PWD/file" 1234
            call \(mapped) perl deed chown file 1234
            """
        ),
        SignedCase(
            "the file of a user who is not in it",
            answer: 1,
            errno: 1,
            """
            mkdir -m 777 open; touch open/file; chown 1234:1234 open/file
            ask \(mapped) "$1" can chown "$PWD/open/file" 0
            call \(mapped) perl deed chown open/file 0
            """
        ),
        SignedCase(
            "a file of root",
            answer: 0,
            errno: 0,
            """
            touch file
            ask \(mapped) "$1" can write "$PWD/file"
            call \(mapped) perl deed write file
            """
        ),
        SignedCase(
            "a setting of the host, by its root",
            by: mapped,
            "write",
            "/proc/sys/kernel/panic",
            answer: 0,
            errno: 0
        ),
        SignedCase(
            "a setting of the host, by another root",
            by: "\(nobody) \(mapped)",
            "write",
            "/proc/sys/kernel/panic",
            answer: 1,
            errno: 13
        ),
        SignedCase(
            "a device on a file system of its own",
            answer: 2,
            errno: 13,
            """
            mkdir point; mount -t proc proc /proc
            \(mapped) --mount sh -c 'mount -t tmpfs own point; touch ready
                until [ -e made ]; do :; done; perl deed read point/null || echo $? >errno
                exec sleep 15' 2>errors &
            until [ -e ready ]; do :; done
            perl deed device /proc/$!/root/$PWD/point/null; touch made
            until [ -s errno ]; do :; done
            ask "$1" can --pid $! read "$PWD/point/null"
            errno=$(cat errno); kill $!
            """
        ),
    ]

    static let ofProcesses: [SignedCase] = hiddenFromSelf + hiddenFromOthers + unhidden

    private static let hiddenFromSelf: [SignedCase] =
        [("noaccess", 1), ("invisible", 2), ("ptraceable", 2)].map { (level: String, errno: Int) in
            SignedCase(
                "hidepid=\(level), asked by the user",
                answer: 1,
                errno: errno,
                """
                mount -t proc -o hidepid=\(level) proc /proc
                ask \(nobody) "$1" can stat /proc/1/status
                call \(nobody) perl deed stat /proc/1/status
                """
            )
        }

    private static let hiddenFromOthers: [SignedCase] =
        [("noaccess", 1), ("invisible", 2)].map { (level: String, errno: Int) in
            SignedCase(
                "hidepid=\(level), asked about a user",
                answer: 1,
                errno: errno,
                """
                mount -t proc -o hidepid=\(level) proc /proc
                ask "$1" can --as nobody stat /proc/1/status
                call \(nobody) perl deed stat /proc/1/status
                """
            )
        }

    private static let unhidden: [SignedCase] = [
        SignedCase(
            "hidepid, of the group that sees all",
            answer: 0,
            errno: 0,
            """
            mount -t proc -o hidepid=invisible,gid=65534 proc /proc
            ask "$1" can --as nobody:nogroup stat /proc/1/status
            call \(nobody) perl deed stat /proc/1/status
            """
        ),
        SignedCase(
            "subset=pid",
            answer: 1,
            errno: 2,
            """
            mkdir point; mount -t proc -o subset=pid proc point
            ask \(nobody) "$1" can stat "$PWD/point/cpuinfo"
            call \(nobody) perl deed stat point/cpuinfo
            """
        ),
    ]
}
