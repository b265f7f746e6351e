/// Cases that only a namespace, or the process that made it, decides.
extension SignedCase {
    static let ofHandlers: [SignedCase] = [
        SignedCase(
            "a program for a handler that is not shown",
            answer: 2,
            errno: 0,
            """
            echo SIGNED18 >program; chmod 755 program; mkdir handlers
            cat >hidden <<'END'
            mount -t binfmt_misc none handlers
            echo ':signed:M::SIGNED18::/bin/true:' >handlers/register
            exec "$@"
            END
            hidden="unshare --user --map-root-user --mount sh hidden"
            ask $hidden "$1" can execute "$PWD/program"
            call $hidden perl deed execute "$PWD/program"
            """
        ),
        handled("a text by the name of a link", "echo text >program", "link.signed18", answer: 2),
        handled(
            "a binary by the name of a link",
            "cp /bin/true program.signed18; ln -s program.signed18 program",
            "program",
            answer: 0
        ),
        // If the kernel refuses a program with ENOEXEC, Perl passes it to a shell.
        handled(
            "a text by another name than that of the call",
            "echo exit 8 >program.signed18; ln -s program.signed18 program",
            "program",
            answer: 1,
            errno: 8
        ),
    ]

    /// Returns a case with a handler for an ending. It applies to the name in the call, wherever a link leads.
    private static func handled(
        _ title: String,
        _ make: String,
        _ name: String,
        answer: Int,
        errno: Int = 0
    ) -> SignedCase {
        SignedCase(
            title,
            answer: answer,
            errno: errno,
            """
            mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
            echo ':warrant18:E::signed18::/bin/true:' >/proc/sys/fs/binfmt_misc/register
            \(make); chmod 755 program; ln -s program link.signed18
            ask "$1" can execute "$PWD/\(name)"
            call perl deed execute "$PWD/\(name)"
            echo -1 >/proc/sys/fs/binfmt_misc/warrant18
            """
        )
    }

    static let ofNamespaces: [SignedCase] = [
        SignedCase(
            "a setting of a network whose user namespace oneself made",
            answer: 2,
            errno: 0,
            """
            mkfifo -m 666 ready go
            creator="setpriv --reuid 1000 --regid 1000 --clear-groups"
            $creator unshare --user --net sh -c 'echo >ready; read _ <go' &
            read _ <ready
            inside="nsenter --net=/proc/$!/ns/net $creator"
            ask $inside "$1" can write /proc/sys/net/ipv4/ip_forward
            call $inside perl deed write /proc/sys/net/ipv4/ip_forward
            echo >go; wait
            """
        ),
        hidden("from who made its user namespace", user: 1000, answer: 2, errno: 0),
        hidden("from another user", user: 1001, answer: 1, errno: 2),
        SignedCase(
            "a program that gives what another user of the process inherits",
            answer: 2,
            errno: 0,
            """
            mkdir disk; mount -t tmpfs -o mode=755 t disk
            cp /bin/true disk/program; chown 7:7 disk/program; chmod 700 disk/program
            setfattr -n security.capability -v 0x0100000200200000002000000000000000000000 disk/program
            mount -o remount,ro,bind disk; mkfifo ready go
            cat >process <<'END'
            require POSIX;
            my $call = (POSIX::uname())[4] eq "aarch64" ? 147 : 117;
            open(READY, ">", "ready"); open(GO, "+<", "go");
            syscall($call, 1000, 1000, 7); close(READY); <GO>;
            syscall($call, 7, 7, 7); exec("disk/program"); exit $! + 0;
            END
            setpriv --inh-caps=+net_raw setpriv --bounding-set=-net_raw perl process &
            read _ <ready || :
            ask "$1" can --pid $! execute "$PWD/disk/program"
            echo >go; errno=0; wait $! || errno=$?
            """
        ),
        SignedCase(
            "a setting by the effective user, which is another than files see",
            answer: 2,
            errno: 13,
            """
            mkfifo ready go
            cat >process <<'END'
            require POSIX;
            my @calls = (POSIX::uname())[4] eq "aarch64" ? (147, 151) : (117, 122);
            open(READY, ">", "ready"); open(GO, "+<", "go");
            syscall($calls[0], 0, 1000, 1000); syscall($calls[1], 0); close(READY); <GO>;
            open(SETTING, "+<", "/proc/sys/kernel/hostname") or exit $! + 0;
            END
            perl process &
            read _ <ready || :
            ask "$1" can --pid $! write /proc/sys/kernel/hostname
            echo >go; errno=0; wait $! || errno=$?
            """
        ),
        SignedCase(
            "a file system of a user namespace below",
            answer: 2,
            errno: 75,
            """
            deed="$PWD/deed"; mount -t tmpfs -o mode=755 t /mnt; cd /mnt; mkdir disk
            mkfifo -m 666 ready go
            unshare --user --mount --keep-caps sh -c '
                echo >ready; read _ <go
                exec setpriv --reuid 0 --regid 0 --clear-groups \\
                    sh -c "mount -t tmpfs -o mode=777 t disk; echo >ready; read _ <go"' &
            read _ <ready
            echo 0 100000 65536 >/proc/$!/uid_map; echo 0 100000 65536 >/proc/$!/gid_map
            echo >go; read _ <ready
            inside="nsenter --mount=/proc/$!/ns/mnt"
            ask $inside "$1" can create /mnt/disk/file
            call $inside perl "$deed" create /mnt/disk/file
            echo >go; wait
            """
        ),
        SignedCase(
            "the name of a thread of an undumpable process, for that process",
            answer: 2,
            errno: 0,
            """
            mkfifo ready go
            cat >process <<'END'
            require POSIX;
            my $call = (POSIX::uname())[4] eq "aarch64" ? 167 : 157;
            open(READY, ">", "ready"); open(GO, "+<", "go");
            $( = 1000; $) = "1000 1000"; $< = $> = 1000;
            syscall($call, 4, 0, 0, 0, 0); close(READY); <GO>;
            open(NAME, "+<", "/proc/$$/task/$$/comm") or exit $! + 0;
            END
            perl process &
            read _ <ready || :
            ask "$1" can --pid $! write /proc/$!/task/$!/comm
            echo >go; errno=0; wait $! || errno=$?
            """
        ),
        pinged("1 1", answer: 1, errno: 13),
        pinged("99999 100000", answer: 2, errno: 0),
        SignedCase(
            "packet sockets of another user namespace's network",
            answer: 1,
            errno: 1,
            """
            ask \(mapped) "$1" can raw-sockets packet
            call \(mapped) perl -e 'socket(S, 17, 3, 0) or exit $! + 0'
            """
        ),
        lowPort("user", by: "setpriv --reuid 1000 --regid 1000 --clear-groups", answer: 1),
        // For the settings of the network it is root in any user namespace.
        lowPort("root", by: "", answer: 2),
    ]

    private static func lowPort(_ who: String, by maker: String, answer: Int) -> SignedCase {
        SignedCase(
            "a low port of the host's network, by \(who) in a user namespace",
            answer: answer,
            errno: 13,
            """
            inside="\(maker) \(mapped)"
            ask $inside "$1" can bind tcp:80
            call $inside perl -MSocket -e '
                socket(S, 2, 1, 0); bind(S, sockaddr_in(80, INADDR_ANY)) or exit $! + 0'
            """
        )
    }

    private static func hidden(
        _ title: String,
        user: Int,
        answer: Int,
        errno: Int
    ) -> SignedCase {
        SignedCase(
            "a process that is hidden, \(title)",
            answer: answer,
            errno: errno,
            """
            mkfifo -m 666 ready go
            setpriv --reuid 1000 --regid 1000 --clear-groups unshare --user --keep-caps sh -c '
                echo >ready; read _ <go
                exec setpriv --reuid 0 --regid 0 --clear-groups sh -c "echo >ready; read _ <go"' &
            read _ <ready
            echo 0 100000 65536 >/proc/$!/uid_map; echo 0 100000 65536 >/proc/$!/gid_map
            echo >go; read _ <ready
            mount -t proc -o hidepid=2 proc /proc
            ask "$1" can --as \(user):\(user) stat /proc/$!/status
            call setpriv --reuid \(user) --regid \(user) --clear-groups perl deed stat /proc/$!/status
            echo >go; wait
            """
        )
    }

    /// Returns a case of a process that may become any group of its user namespace, and is in none that may send.
    private static func pinged(_ range: String, answer: Int, errno: Int) -> SignedCase {
        SignedCase(
            "a ping by the groups \(range)",
            answer: answer,
            errno: errno,
            """
            mount -t tmpfs -o mode=755 t /mnt; cd /mnt; mkfifo -m 666 ready go
            cat >networked <<'END'
            echo "$2" >/proc/sys/net/ipv4/ping_group_range
            cat >process <<'PROCESS'
            open(READY, ">", "ready"); open(GO, "+<", "go"); close(READY); <GO>;
            $( = 0; $) = "0 0"; socket(S, 2, 2, 1) or exit $! + 0;
            PROCESS
            unshare --user --keep-caps sh -c '
                echo >ready; read _ <go
                exec setpriv --reuid 0 --regid 5 --clear-groups perl process' &
            read _ <ready
            echo 0 100000 65536 >/proc/$!/uid_map; echo 0 100000 65536 >/proc/$!/gid_map
            echo >go; read _ <ready || :
            answer=0; "$1" can --pid $! icmp ipv4 >answer || answer=$?
            echo >go; errno=0; wait $! || errno=$?
            echo "$answer $errno" >ended
            END
            unshare --net sh networked "$1" "\(range)"
            read answer errno <ended
            """
        )
    }
}
