/// Questions about overlays, by their layers.
extension SignedCase {
    private static let layers = "mkdir -p l/low l/both u/both u/up w m; overlay \"$PWD\"\n"

    static let ofOverlays: [SignedCase] = moves + writes + images + mappedLayers

    private static let moves: [SignedCase] = [
        ("low", 1, 18), ("both", 1, 18), ("up", 0, 0),
    ].map { (name: String, answer: Int, errno: Int) in
        SignedCase(
            "a directory to be moved: \(name)",
            answer: answer,
            errno: errno,
            layers + """
                ask "$1" can rename "$PWD/m/\(name)" "$PWD/m/moved"
                call perl deed rename m/\(name) m/moved
                """
        )
    }

    private static let writes: [SignedCase] = [
        SignedCase(
            "two names of one file of a lower layer",
            answer: 2,
            errno: 13,
            """
            mkdir l u w m; touch l/one; ln l/one l/two
            overlay "$PWD"
            ask \(nobody) "$1" can rename "$PWD/m/one" "$PWD/m/two"
            call \(nobody) perl deed rename m/one m/two
            """
        ),
        SignedCase(
            "two names of one file of the upper layer",
            answer: 0,
            errno: 0,
            """
            mkdir l u w m; overlay "$PWD"; touch m/one; ln m/one m/two
            ask \(nobody) "$1" can rename "$PWD/m/one" "$PWD/m/two"
            call \(nobody) perl deed rename m/one m/two
            """
        ),
        // A directory of two lower layers has one link, as one has that the upper layer has too.
        SignedCase(
            "a name in a directory of two lower layers, to be copied into an immutable one",
            answer: 2,
            errno: 1,
            """
            mkdir -p l/a/s l2/a/s u/a w m; chown 65534 l/a/s l2/a/s
            mount -t overlay o -o "lowerdir=$PWD/l:$PWD/l2,upperdir=$PWD/u,workdir=$PWD/w" m
            chattr +i u/a
            ask \(nobody) "$1" can create "$PWD/m/a/s/new"
            call \(nobody) perl deed create m/a/s/new
            chattr -i u/a
            """
        ),
        SignedCase(
            "a name in a directory of an immutable one, of the upper layer and one lower",
            answer: 0,
            errno: 0,
            """
            mkdir -p l/a/s u/a/s w m; chown 65534 u/a/s
            # The first look at `s` marks `a`, which fails with the flag.
            overlay "$PWD"; ls m/a/s >listing; chattr +i u/a
            ask \(nobody) "$1" can create "$PWD/m/a/s/new"
            call \(nobody) perl deed create m/a/s/new
            chattr -i u/a
            """
        ),
        SignedCase(
            "a directory of one lower layer with nothing but whiteouts",
            answer: 2,
            errno: 0,
            """
            mkdir -p l/gone u w m; mknod l/gone/one c 0 0; mknod l/gone/two c 0 0
            overlay "$PWD"
            ask "$1" can delete "$PWD/m/gone"
            call perl deed delete m/gone
            """
        ),
        SignedCase(
            "a directory of one lower layer with a whiteout and a file",
            answer: 1,
            errno: 39,
            """
            mkdir -p l/full u w m; mknod l/full/one c 0 0; touch l/full/two
            overlay "$PWD"
            ask "$1" can delete "$PWD/m/full"
            call perl deed delete m/full
            """
        ),
        SignedCase(
            "a full directory, over which another is moved, of an upper layer on xfs",
            answer: 1,
            errno: 17,
            xfs + """
                mkdir -p l disk/u disk/w m; overlay "$PWD/disk"
                mkdir -p m/one m/full/inner
                ask "$1" can rename "$PWD/m/one" "$PWD/m/full"
                call perl deed rename m/one m/full
                """
        ),
        SignedCase(
            "a list on an overlay whose upper layer has none",
            answer: 2,
            errno: 95,
            """
            mkdir l m up; mount -t ramfs r up; mkdir up/u up/w
            overlay "$PWD/up"; touch m/file
            ask "$1" can set-acl "$PWD/m/file"
            call perl deed set-acl m/file
            """
        ),
        SignedCase(
            "a list on an overlay whose upper layer is mounted without lists",
            answer: 1,
            errno: 95,
            """
            truncate -s 120M image; mkfs.btrfs image >mkfs; mkdir disk
            mount -o loop,noacl image disk; mkdir l m disk/u disk/w; overlay "$PWD/disk"; touch m/file
            ask "$1" can set-acl "$PWD/m/file"
            call perl deed set-acl m/file
            """
        ),
        SignedCase(
            "a file with a list, to be copied to an upper layer that is mounted without lists",
            answer: 2,
            errno: 95,
            """
            truncate -s 120M image; mkfs.btrfs image >mkfs; mkdir disk
            mount -o loop,noacl image disk; mkdir l m disk/u disk/w
            touch l/file; setfacl -m u:7:rw l/file; overlay "$PWD/disk"
            ask "$1" can write "$PWD/m/file"
            call perl deed write m/file
            """
        ),
        SignedCase(
            "a directory to be moved, with redirect_dir",
            answer: 0,
            errno: 0,
            """
            mkdir -p l/low u w m
            overlay "$PWD" ",redirect_dir=on"
            ask "$1" can rename "$PWD/m/low" "$PWD/m/moved"
            call perl deed rename m/low m/moved
            """
        ),
        SignedCase(
            "a name in an upper layer that is read-only",
            // Root could mount it again or change its flags, so the refusal is not final.
            answer: 2,
            errno: 30,
            readOnly + """
                ask "$1" can create "$PWD/m/low/new"
                call perl deed create m/low/new
                """
        ),
        SignedCase(
            "a file of a lower layer, the upper read-only",
            // Root could mount it again or change its flags, so the refusal is not final.
            answer: 2,
            errno: 30,
            readOnly + """
                ask "$1" can write "$PWD/m/file"
                call perl deed write m/file
                """
        ),
        SignedCase(
            "a name in an upper layer that is immutable",
            // Root could mount it again or change its flags, so the refusal is not final.
            answer: 2,
            errno: 1,
            immutable + """
                ask "$1" can create "$PWD/m/new"
                call perl deed create m/new
                chattr -i u
                """
        ),
        SignedCase(
            "an immutable file whose group is 65534",
            answer: 0,
            errno: 0,
            """
            mkdir -p l u w m; touch u/file; chown 1000:65534 u/file; chmod 400 u/file
            chattr +i u/file; overlay "$PWD"
            ask "$1" can read --as 1000:65534 "$PWD/m/file"
            call setpriv --reuid 1000 --regid 65534 --clear-groups perl deed read m/file
            chattr -i u/file
            """
        ),
        SignedCase(
            "a file to be copied to a layer that is immutable",
            answer: 2,
            errno: 1,
            immutable + """
                ask "$1" can write "$PWD/m/file"
                call perl deed write m/file
                chattr -i u
                """
        ),
    ]

    /// Layers that are images, as containers have them. statx(2) calls each file of EROFS immutable.
    private static let images: [SignedCase] =
        [
            ("", "chmod m/d/f 600", 0, 0), ("", "touch m/d/f", 0, 0), ("", "create m/d/new", 0, 0),
            ("", "create m/new", 0, 0), ("", "delete m/d/f", 0, 0), ("", "write l/null", 0, 0),
            ("", "chmod m/kept 600", 2, 1), ("", "create m/held/new", 2, 1),
            ("mount -o remount,bind,ro m", "write m/d/f", 2, 30),
            // The owner may copy the file up by another change first.
            ("", "set-acl m/d", 2, 95), ("", "set-acl m/d/f", 2, 95), ("", "set-acl m/kept", 2, 1),
        ].map { inImage($0, "", $1, answer: $2, errno: $3) }
        + [
            ("", "chmod m/own 640", 0, 0), ("", "chmod m/d/f 640", 1, 1),
            ("", "write m/d/f", 1, 13),
            // Only a call that may write shows whether a file is immutable.
            ("", "chmod m/shut 640", 2, 0),
            // The overlay keeps the flags that it found.
            ("stat m/mine >found; chattr +i u/mine", "chmod m/mine 640", 2, 1),
            ("chattr +i u/mine", "chmod m/mine 640", 1, 1),
            ("ls -R m >listing; chattr +i u/a", "create m/a/s/new", 2, 1),
        ].map { inImage($0, nobody, $1, answer: $2, errno: $3) }
        + [inImage(above, "", "chmod m/d/f 600", answer: 0, errno: 0)]

    /// Mounts another overlay in place of one.
    private static let above = """
        mkdir above work
        mount -t overlay o -o "lowerdir=$PWD/m,upperdir=$PWD/above,workdir=$PWD/work" m
        """

    private static func inImage(
        _ change: String,
        _ who: String,
        _ question: String,
        answer: Int,
        errno: Int
    ) -> SignedCase {
        let words = question.replacing("m/", with: "$PWD/m/").replacing(" l/", with: " $PWD/l/")
        let ask = "ask \(who) \"$1\" can \(words)\ncall \(who) perl deed \(words)\n"
        return SignedCase(
            "a lower layer of EROFS: \(change) \(question)",
            answer: answer,
            errno: errno,
            erofs + change + "\n" + ask + "chattr -i u/kept u/held u/mine u/a\n"
        )
    }

    private static let erofs = """
        mkdir -p from/d from/a/s l u/held u/a w m; mknod from/null c 1 3
        touch from/d/f from/own from/shut u/kept u/mine; chmod 400 from/shut u/mine
        chown 65534 from/own from/shut from/a/s u/mine
        mkfs.erofs --quiet image from; mount -t erofs -o loop image l
        overlay "$PWD"; chattr +i u/kept u/held

        """

    private static let readOnly = """
        mkdir -p l/low m layers; touch l/file
        mount -t tmpfs layers layers; mkdir layers/u layers/w
        overlay "$PWD/layers"; mount -o remount,ro layers

        """
    private static let immutable = """
        mkdir -p l/low u w m; touch l/file; overlay "$PWD"; chattr +i u

        """
}
