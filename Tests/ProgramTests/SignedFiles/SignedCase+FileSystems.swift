import Glibc

extension SignedCase {
    private static let layers = "mkdir -p l/low l/both u/both u/up w m; overlay \"$PWD\"\n"

    static let ofOverlays: [SignedCase] = moves + writes + images
    static let ofStates: [SignedCase] = swaps + shutDown + keys + verity

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

    private static let swaps: [SignedCase] =
        // Root could end the swapping first, but no permission lets this call do it.
        [("delete", "", 1), ("rename", "\"$PWD/new\"", 1), ("truncate", "", 26)].map {
            (action: String, argument: String, errno: Int) in
            SignedCase(
                "an active swap file: \(action)",
                answer: 1,
                errno: errno,
                """
                head -c 1048576 /dev/zero >swap; chmod 600 swap; mkswap swap >mkswap; swapon swap
                ask "$1" can \(action) "$PWD/swap" \(argument)
                call perl deed \(action) swap \(argument)
                swapoff swap
                """
            )
        }

    private static let shutDown: [SignedCase] = [
        SignedCase(
            "ext4 after a shutdown",
            answer: 2,
            errno: 5,
            image("") + """
                touch disk/file
                perl -e 'my $how = pack("L", 2); open(DISK, "<", "disk");
                    ioctl(DISK, 0x8004587d, $how) or exit 1'
                ask "$1" can read "$PWD/disk/file"
                call perl deed read disk/file
                """
        )
    ]

    private static let keys: [SignedCase] = [
        // The file has another name without its key.
        SignedCase(
            "fscrypt without its key: a file",
            answer: 1,
            errno: 126,
            encrypted + """
                name=$(ls disk/secret)
                ask "$1" can read "$PWD/disk/secret/$name"
                call perl deed read "disk/secret/$name"
                """
        ),
        SignedCase(
            "fscrypt without its key: a new name",
            answer: 1,
            errno: 126,
            encrypted + """
                ask "$1" can create "$PWD/disk/secret/new"
                call perl deed create disk/secret/new
                """
        ),
        SignedCase(
            "fscrypt with its key",
            answer: 0,
            errno: 0,
            image("-O encrypt") + key + """
                touch disk/secret/file
                ask "$1" can read "$PWD/disk/secret/file"
                call perl deed read disk/secret/file
                """
        ),
    ]

    /// True if this kernel has fs-verity. A kernel without it opens no file that uses it.
    // SAFETY: the text lives until the call returns, and the kernel only reads it.
    private static let kernelHasVerity = unsafe access("/sys/fs/ext4/features/verity", F_OK) == 0

    private static let verity: [SignedCase] = ["read", "write", "truncate", "chmod"].map { action in
        let isYes = kernelHasVerity && ["read", "chmod"].contains(action)
        let argument = action == "chmod" ? "0600" : ""
        return SignedCase(
            "fs-verity: \(action)",
            answer: isYes ? 0 : 1,
            errno: isYes ? 0 : kernelHasVerity ? 1 : 95,
            image("-O verity") + (kernelHasVerity ? seal : mark) + """
                ask "$1" can \(action) "$PWD/disk/file" \(argument)
                call perl deed \(action) disk/file \(argument)
                """
        )
    }

    /// Seals a file with `FS_IOC_ENABLE_VERITY`, SHA-256 in blocks of 4 KiB.
    private static let seal = """
        echo text >disk/file
        perl -e 'my $how = pack("LLLLQLLQx88", 1, 1, 4096, 0, 0, 0, 0, 0);
            open(FILE, "<", "disk/file"); ioctl(FILE, 0x40806685, $how) or die "seal: $!"'

        """
    /// Marks a file by the flag of its inode only.
    private static let mark = """
        echo text >disk/file; umount disk
        debugfs -w -R 'set_inode_field /file flags 0x180000' image 2>/dev/null
        mount -o loop image disk

        """

    static func image(_ options: String) -> String {
        """
        truncate -s 16M image; mkfs.ext4 -q \(options) image; mkdir disk; mount -o loop image disk

        """
    }

    /// Adds a key, and encrypts a directory with it.
    private static let key = """
        mkdir disk/secret
        cat >key <<'END'
        use Fcntl;
        sysopen(DISK, "disk/secret", O_RDONLY) or exit 1;
        my $key = pack("LLx32LLx32a64", 2, 0, 64, 0, "k" x 64);
        ioctl(DISK, 0xc0506617, $key) or die "add: $!";
        my $name = substr($key, 8, 16);
        my $policy = pack("CCCCx4a16", 2, 1, 4, 3, $name);
        ioctl(DISK, 0x800c6613, $policy) or die "set: $!";
        open(NAME, ">", "name"); print NAME $name; close(NAME);
        END
        perl key

        """
    private static let encrypted =
        image("-O encrypt") + key + """
            touch disk/secret/file
            cat >lock <<'END'
            use Fcntl;
            sysopen(DISK, "disk", O_RDONLY); open(NAME, "<", "name"); read(NAME, my $name, 16);
            my $key = pack("LLa16x16x24", 2, 0, $name);
            ioctl(DISK, 0xc0406618, $key) or die "remove: $!";
            END
            sync; perl lock

            """

    static let ofParts: [SignedCase] =
        // Root could make the subvolume writable, so the refusal is not final.
        [
            ("write disk/old/file", 2, 30), ("truncate disk/old/file", 2, 30),
            ("create disk/old/new", 2, 30), ("delete disk/old/folder", 2, 30),
            ("rename disk/old/file disk/old/new", 2, 30), ("chown disk/old/fifo 7", 2, 30),
            ("chmod disk/old/file 600", 2, 30), ("write disk/one/file", 0, 0),
            ("rename disk/one/file disk/two/new", 1, 18),
            ("link disk/one/file disk/two/new", 1, 18),
            ("rename disk/one/file disk/one/new", 0, 0),
            ("rename disk/two disk/one/folder/two", 0, 0),
            ("rename disk/one/folder disk/two", 1, 18),
            ("rename disk/one disk/two", 1, 39),
            // The subvolume may be the default.
            ("delete disk/two", 2, 0),
            ("rename disk/copy/inner disk/copy/other", 1, 39), ("set-acl disk/copy/inner", 2, 95),
        ].map { inParts(subvolumes, $0, answer: $1, errno: $2) }
        + [
            // The owner of a file or directory may change its project first.
            ("rename disk/one/file disk/two/new", 2, 18),
            ("rename disk/one/folder disk/two/new", 2, 18),
            ("link disk/one/file disk/two/new", 2, 18),
            ("rename disk/two/file disk/two/new", 0, 0),
            ("rename disk/two/file disk/one/new", 0, 0),
            ("link disk/two/file disk/one/new", 0, 0),
            ("rename disk/one/folder disk/one/full", 1, 17), ("delete disk/one/full", 1, 39),
        ].map { inParts(projects, $0, answer: $1, errno: $2) } + [
            SignedCase(
                "a directory of one's own with another project",
                answer: 2,
                errno: 0,
                projects + """
                    chown -R 65534 disk
                    ask \(nobody) "$1" can rename "$PWD/disk/one/file" "$PWD/disk/two/new"
                    call \(nobody) sh -c 'chattr -P disk/two && mv disk/one/file disk/two/new'
                    """
            ),
            SignedCase(
                "a directory and a file of others with different projects",
                answer: 1,
                errno: 18,
                projects + """
                    chmod 777 disk/one disk/two
                    ask \(nobody) "$1" can rename "$PWD/disk/one/file" "$PWD/disk/two/new"
                    call \(nobody) perl deed rename "$PWD/disk/one/file" "$PWD/disk/two/new"
                    """
            ),
            SignedCase(
                "a file of one's own in a read-only subvolume, by its access list",
                answer: 2,
                errno: 0,
                subvolumes + """
                    chown 65534 disk/one/file; chmod 0 disk/one/file
                    btrfs -q subvolume snapshot -r disk/one disk/new
                    ask \(nobody) "$1" can read "$PWD/disk/new/file"
                    call \(nobody) sh -c 'setfacl -m u::r disk/new/file && perl deed read disk/new/file'
                    """
            ),
        ]

    private static func inParts(
        _ parts: String,
        _ question: String,
        answer: Int,
        errno: Int
    ) -> SignedCase {
        let words = question.replacing("disk/", with: "$PWD/disk/")
        let lines = parts + "ask \"$1\" can \(words)\ncall perl deed \(words)\n"
        return SignedCase(question, answer: answer, errno: errno, lines)
    }

    /// Two subvolumes, and a read-only snapshot of the first.
    private static let subvolumes = """
        truncate -s 120M image; mkfs.btrfs image >mkfs; mkdir disk; mount -o loop image disk
        btrfs -q subvolume create disk/one; btrfs -q subvolume create disk/two
        touch disk/one/file; mkdir disk/one/folder; mkfifo disk/one/fifo
        btrfs -q subvolume snapshot -r disk/one disk/old
        btrfs -q subvolume create disk/one/folder/inner; btrfs -q subvolume create disk/one/folder/other
        btrfs -q subvolume snapshot disk/one/folder/.. disk/snapshot; ln -s snapshot/folder disk/copy

        """

    private static let xfs =
        "truncate -s 300M image; mkfs.xfs -q image; mkdir disk; mount -o loop image disk\n"

    /// Two directories; the second hands down a project.
    private static let projects =
        xfs + """
            mkdir disk/one disk/two; touch disk/one/file; mkdir disk/one/folder
            chattr -p 7 disk/two; chattr +P disk/two; touch disk/two/file
            mkdir -p disk/one/full/x

            """

    static let ofBusyNames: [SignedCase] = [
        // The characters are equal, but the bytes are not.
        SignedCase(
            "a name that is none of a mount point, for all that it looks alike",
            answer: 0,
            errno: 0,
            """
            mkdir -p "$(printf 'e\\314\\201')/d" "$(printf '\\303\\251')/d"
            mount -t tmpfs own "$(printf 'e\\314\\201')/d"
            ask "$1" can delete "$PWD/$(printf '\\303\\251')/d"
            call perl deed delete "$(printf '\\303\\251')/d"
            """
        ),
        SignedCase(
            "a mount point whose name begins with a mark",
            answer: 1,
            errno: 16,
            """
            mkdir -p one/x two; mkdir "one/x/$(printf '\\314\\201')y"; mount --bind one two
            mount -t tmpfs own "one/x/$(printf '\\314\\201')y"
            ask "$1" can delete "$PWD/two/x/$(printf '\\314\\201')y"
            call perl deed delete "two/x/$(printf '\\314\\201')y"
            """
        ),
        SignedCase("a mount point", "delete", "/dev/shm", answer: 1, errno: 16),
        SignedCase(
            "a mount point, asked by who cannot look under it",
            answer: 1,
            errno: 16,
            """
            mkdir -m 777 open; mkdir -m 777 open/point; chown 65534 open/point
            mount -t tmpfs own open/point
            ask \(nobody) "$1" can delete "$PWD/open/point"
            call \(nobody) perl deed delete "$PWD/open/point"
            """
        ),
    ]
}
