import Glibc

extension SignedCase {
    static let ofStates: [SignedCase] = swaps + shutDown + keys + verity

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
    static let encrypted =
        image("-O encrypt") + key + """
            echo text >disk/secret/file
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

    static let xfs =
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
