/// Questions about overlays that cannot copy a file to their upper layer, whatever its permissions are.
extension SignedCase {
    static let ofCopies: [SignedCase] =
        [
            SignedCase(
                "copies are made in another subvolume",
                answer: 2,
                errno: 18,
                """
                truncate -s 120M image; mkfs.btrfs image >mkfs; mkdir disk l m; touch l/f
                mount -o loop image disk
                btrfs -q subvolume create disk/one; btrfs -q subvolume create disk/two
                mkdir disk/one/u disk/two/w
                mount -t overlay o -o "lowerdir=$PWD/l,upperdir=$PWD/disk/one/u,workdir=$PWD/disk/two/w" m
                ask "$1" can write "$PWD/m/f"
                call perl deed write m/f
                """
            ),
            SignedCase(
                "a directory that is moved within another",
                answer: 0,
                errno: 0,
                """
                long=$(printf 'x%.0s' $(seq 150)); mkdir -p m up "l/$long/$long/d"
                mount -t tmpfs up up; mkdir up/u up/w; overlay "$PWD/up" ,redirect_dir=on
                ask "$1" can rename "$PWD/m/$long/$long/d" "$PWD/m/$long/$long/e"
                call perl deed rename "m/$long/$long/d" "m/$long/$long/e"
                """
            ),
            SignedCase(
                "a directory with a long path that is moved",
                answer: 2,
                errno: 18,
                """
                long=$(printf 'x%.0s' $(seq 150)); mkdir -p m up "l/$long/$long/d" l/to
                mount -t tmpfs up up; mkdir up/u up/w; overlay "$PWD/up" ,redirect_dir=on
                ask "$1" can rename "$PWD/m/$long/$long/d" "$PWD/m/to/d"
                call perl deed rename "m/$long/$long/d" m/to/d
                """
            ),
        ] + flagged + synchronous + encryptedLayers + links + hiddenParents

    /// Copies are made in a directory with flags.
    private static let flagged: [SignedCase] = [
        ("i", "write", "f", ""), ("a", "chmod", "d", "700"),
    ].map { flag, action, name, argument in
        SignedCase(
            "copies are made in a directory with chattr +\(flag)",
            answer: 2,
            errno: 1,
            """
            mkdir l m up; mkdir l/d; touch l/f; mount -t tmpfs up up; mkdir up/u up/w
            overlay "$PWD/up"; chattr +\(flag) up/w/work
            ask "$1" can \(action) "$PWD/m/\(name)" \(argument)
            call perl deed \(action) m/\(name) \(argument)
            chattr -\(flag) up/w/work
            """
        )
    }

    /// tmpfs has no such files.
    private static let synchronous: [SignedCase] = [
        ("write m/f", "chattr +S l/f", 2, 95), ("chmod m/f 600", "chattr +S l/f", 2, 95),
        ("create m/d/new", "chattr +S l/d", 2, 95), ("write m/d/g", "chattr +S l/d", 2, 95),
        ("write m/f", "", 0, 0), ("create m/d/new", "", 0, 0),
    ].map { question, change, answer, errno in
        onTmpfs(
            "synchronous files",
            image(""),
            "touch disk/f; mkdir disk/d; touch disk/d/g",
            change,
            question,
            answer,
            errno
        )
    }

    private static let encryptedLayers: [SignedCase] = [
        ("chmod m/secret/$name 600", 2, 126), ("touch m/secret/$name", 2, 126),
        ("truncate m/secret/$name", 1, 126), ("open-truncate m/secret/$name", 2, 0),
        ("read m/secret/$name", 1, 126),
    ].map { question, answer, errno in
        onTmpfs(
            "a lower layer without its key",
            encrypted,
            "",
            "name=$(ls l/secret)",
            question,
            answer,
            errno
        )
    }

    /// A question about an overlay with the directory `disk` below a layer on tmpfs.
    private static func onTmpfs(
        _ title: String,
        _ disk: String,
        _ made: String,
        _ change: String,
        _ question: String,
        _ answer: Int,
        _ errno: Int
    ) -> SignedCase {
        let words = question.replacing("m/", with: "$PWD/m/")
        return SignedCase(
            "\(title): \(question), after `\(change)`",
            answer: answer,
            errno: errno,
            disk + """
                \(made)
                mkdir l m up; mount --bind disk l; \(change)
                mount -t tmpfs up up; mkdir up/u up/w; overlay "$PWD/up"
                ask "$1" can \(words)
                call perl deed \(question)
                """
        )
    }

    /// A bind mount, and a chroot, of a directory below one that cannot be copied.
    private static let hiddenParents: [SignedCase] = [
        ("mount --bind m/d/sub part", "ask \"$1\" can write \"$PWD/part/f\"", "part/f"),
        (
            "mkfifo ready; perl -e 'chroot(\"m/d/sub\") or exit 1; print \"x\\n\"; close(STDOUT); sleep 99' "
                + ">ready 2>&1 & read -r _ <ready || :",
            "ask \"$1\" can --pid $! write /f", "m/d/sub/f"
        ),
        ("mount --bind m/d/sub/f file", "ask \"$1\" can write \"$PWD/file\"", "file"),
        (
            "printf '[Service]\\nExecStart=/bin/true\\nProtectSystem=strict\\nReadWritePaths=%s\\n' "
                + "\"$PWD/m/d/sub\" >web.service",
            "ask \"$1\" can --unit-file web.service write \"$PWD/m/d/sub/f\"", "m/d/sub/f"
        ),
    ].map { made, question, file in
        SignedCase(
            "a file below a directory that cannot be copied, after `\(made)`",
            answer: 2,
            errno: 95,
            image("") + """
                mkdir -p disk/d/sub l m up part; touch disk/d/sub/f file; chattr +S disk/d
                mount --bind disk l; mount -t tmpfs up up; mkdir up/u up/w; overlay "$PWD/up"
                \(made)
                \(question)
                call perl deed write \(file)
                """
        )
    }

    /// xfs can refuse new symbolic links in a directory. Its owner could end that first.
    private static let links: [SignedCase] = [
        ("disk/d", "", "", 2, 1), ("disk/d", "", nobody, 2, 1), ("disk/e", "", nobody, 0, 0),
        (
            "m",
            "mkdir l m; mount -t overlay o "
                + "-o \"lowerdir=$PWD/l,upperdir=$PWD/disk/d,workdir=$PWD/disk/w\" m",
            nobody, 2, 1
        ),
    ].map { (folder: String, mount: String, who: String, answer: Int, errno: Int) in
        SignedCase(
            "a new symbolic link on xfs in \(folder), by `\(who)`",
            answer: answer,
            errno: errno,
            xfs + """
                mkdir -m 777 disk/d disk/e; mkdir disk/w; xfs_io -c 'chattr +n' disk/d; \(mount)
                ask \(who) "$1" can create "$PWD/\(folder)/new" symlink
                call \(who) perl deed create-link "\(folder)/new"
                """
        )
    }

    /// Parts of the folder of a process on a mount of their own. Each hides itself by its own rule.
    static let ofProcessParts: [SignedCase] =
        [
            ("noaccess", "1/task", "can --as nobody stat", "stat", "/1/comm", 2, 1),
            ("invisible", "1/task/1", "can --as nobody stat", "stat", "", 2, 2),
            ("invisible", "1", "can --as nobody stat", "stat", "/comm", 1, 2),
            ("off", "1/task", "can --as nobody stat", "stat", "/1/comm", 0, 0),
            ("invisible", "sys/kernel", "can --as nobody stat", "stat", "/osrelease", 0, 0),
        ].map { level, part, question, call, rest, answer, errno in
            SignedCase(
                "hidepid=\(level), and \(part) on a mount of its own",
                answer: answer,
                errno: errno,
                """
                mkdir h part; mount -t proc -o hidepid=\(level) proc h; mount --bind h/\(part) part
                ask "$1" \(question) "$PWD/part\(rest)"
                call \(nobody) perl deed \(call) part\(rest)
                """
            )
        } + [
            SignedCase(
                "the folder of a process on a mount of its own",
                answer: 2,
                errno: 1,
                """
                mkdir part; mount --bind /proc/1 part
                ask "$1" can --ask model access "$PWD/part" w
                call test -w part
                """
            )
        ]
}
