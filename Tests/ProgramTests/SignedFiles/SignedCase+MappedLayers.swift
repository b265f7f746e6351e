/// Questions about overlays with a layer on an idmapped mount, which does not map every owner.
extension SignedCase {
    static let mappedLayers: [SignedCase] = [
        SignedCase(
            "an owner without an id, and a group that may read",
            answer: 2,
            errno: 13,
            """
            mkdir low l u w m; touch low/file; chown 70000:0 low/file; chmod 640 low/file
            chattr +i low/file; perl idmap low l 1001; overlay "$PWD"
            ask "$1" can read --as 65534:65534 "$PWD/m/file"
            call \(nobody) perl deed read m/file; chattr -i low/file
            """
        ),
        SignedCase(
            "an owner without an id, and others who may read what root may not",
            answer: 2,
            errno: 13,
            """
            mkdir low l u w m; touch low/file; chown 70000:0 low/file; chmod 604 low/file
            perl idmap low l 1001; overlay "$PWD"
            ask "$1" can read --as 1000:1000 --ask model "$PWD/m/file"
            call setpriv --reuid 1000 --regid 1000 --clear-groups perl deed read m/file
            """
        ),
        copied("a file", "write", "", "touch low/f; setfacl -m u:70000:rw low/f", errno: 22),
        copied(
            "a directory",
            "create",
            "/new",
            "mkdir low/f; setfacl -m u:70000:rwx low/f",
            errno: 22
        ),
        copied(
            "an inherited list",
            "create",
            "/new",
            "mkdir low/f; setfacl -d -m u:70000:rwx low/f",
            errno: 22
        ),
        SignedCase(
            "an owner without an id in the upper layer",
            answer: 2,
            errno: 75,
            """
            mkdir l up mapped m; mount -t tmpfs up up; mkdir up/u up/w
            touch l/f; chown 1500:1500 l/f; chmod 666 l/f
            perl idmap up mapped 1000; overlay "$PWD/mapped"
            ask "$1" can write --as 1500:1500 "$PWD/m/f"
            call setpriv --reuid 1500 --regid 1500 --clear-groups perl deed write m/f
            """
        ),
        inUserNamespace(
            "an owner that it does not map",
            "write m/f",
            "touch l/f; chown 70000:0 l/f; chmod 666 l/f",
            errno: 75
        ),
        inUserNamespace("a device", "chmod m/f 600", "mknod l/f c 1 3", errno: 1),
        inUserNamespace("a device", "rename m/f m/g", "mknod l/f c 1 3", errno: 1),
    ]

    /// A question about an overlay that root of a user namespace mounts.
    private static func inUserNamespace(
        _ what: String,
        _ question: String,
        _ made: String,
        errno: Int
    ) -> SignedCase {
        SignedCase(
            "an overlay in a user namespace, and \(what): \(question)",
            answer: 2,
            errno: errno,
            """
            mkdir l m t; \(made)
            cat >inner <<'END'
            mount -t tmpfs t t; mkdir t/u t/w
            mount -t overlay o -o "lowerdir=$PWD/l,upperdir=$PWD/t/u,workdir=$PWD/t/w" m
            exec "$@"
            END
            inside="\(mapped) --mount sh inner"
            ask $inside "$1" can \(question.replacing("m/", with: "$PWD/m/"))
            call $inside perl deed \(question)
            """
        )
    }

    /// A file with a list whose ids the lower layer does not map.
    private static func copied(
        _ what: String,
        _ action: String,
        _ rest: String,
        _ made: String,
        errno: Int
    ) -> SignedCase {
        SignedCase(
            "\(what) with an access list that cannot be copied up",
            answer: 2,
            errno: errno,
            """
            mkdir low l u w m; \(made); chown 500:500 low/f; chmod a+rwX low/f
            perl idmap low l 1000; overlay "$PWD"
            ask "$1" can \(action) --as 500:500 "$PWD/m/f\(rest)"
            call setpriv --reuid 500 --regid 500 --clear-groups perl deed \(action) m/f\(rest)
            """
        )
    }

    /// Mounts a copy of a directory that maps as many ids as the last argument says, beginning with 0.
    static let idmap = """
        require POSIX;
        my ($from, $to, $count) = @ARGV;
        my $none = "";
        my $unshare = (POSIX::uname())[4] eq "aarch64" ? 97 : 272;
        pipe(READY, MADE);
        my $child = fork;
        if (!$child) {
            syscall($unshare, 0x10000000) == 0 or die "unshare: $!";
            close(MADE);
            POSIX::pause();
        }
        close(MADE);
        sysread(READY, my $end, 1);
        for (qw(uid_map gid_map)) {
            open(MAP, ">", "/proc/$child/$_");
            print MAP "0 0 $count";
            close(MAP) or die "$_: $!";
        }
        open(NAMESPACE, "<", "/proc/$child/ns/user") or die "user namespace: $!";
        my $tree = syscall(428, -100, $from, 0x80001);
        $tree >= 0 or die "open_tree: $!";
        my $map = pack("QQQQ", 0x100000, 0, 0, fileno(NAMESPACE));
        syscall(442, $tree, $none, 0x1000, $map, 32) == 0 or die "mount_setattr: $!";
        syscall(429, $tree, $none, -100, $to, 4) == 0 or die "move_mount: $!";
        kill("KILL", $child);
        """
}
