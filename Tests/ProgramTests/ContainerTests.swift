import TestSupport
import Testing

/// The program with `--container`. A process of setpriv(1) stands for the container, and a state file of runc for its
/// runtime, in a mount namespace with a directory `/run` of its own.
@Suite struct `A container on the command line` {
    private static let start = """
        mount -t tmpfs -o mode=755 tmpfs /run
        mkdir -p /run/runc/web
        setpriv --reuid=33 --regid=33 --clear-groups sleep infinity &
        until grep -q '^Uid:.33' /proc/$!/status; do :; done
        start=$(cut -d' ' -f22 /proc/$!/stat)
        state() { echo "{\\"init_process_pid\\":$1,\\"init_process_start\\":$2}" > /run/runc/web/state.json; }
        state $! $start

        """

    private func run(_ lines: String) async throws -> Ended {
        let folder = try TemporaryFolder()
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            subject: { container: web }
            require: [{ read: /etc/passwd }]
            forbid: [{ read: /etc/shadow }]
            """
        )
        return try await folder.inNamespaces(Self.start + lines)
    }

    @Test func `The first process of the container is judged`() async throws {
        let ended = try await run(
            """
            set +e
            $1 can --container web read /etc/passwd; echo $?
            $1 can --container runc:web read /etc/shadow >/dev/null; echo $?
            echo '{"subject":{"container":"web"},"action":"read","object":"/etc/passwd"}' |
                $1 can --batch -
            $1 check policy.yaml
            """
        )
        #expect(
            ended
                == Ended(
                    0,
                    output: """
                        ✓ container web may read /etc/passwd

                            /            drwxr-xr-x root:root  ✓ search  others r-x
                            /etc         drwxr-xr-x root:root  ✓ search  others r-x
                            /etc/passwd  -rw-r--r-- root:root  ✓ read  others r--
                        0
                        1
                        {"id":null,"verdict":"authorized","errno":null,"because":"others r--"}
                        policy.yaml: policy     (container web)

                          ✓ read /etc/passwd          others r--
                          ✓ forbid read /etc/shadow
                              0640 `root:shadow`, and user `www-data` is not in group `shadow`

                        all 2 hold

                        """
                )
        )
    }

    @Test func `A container without an answer ends with 2`() async throws {
        let ended = try await run(
            """
            set +e
            $1 can --container wbe read /; echo $?
            state $! 1; $1 can --container web read /; echo $?
            state $! $start; chmod o+w /run/runc/web/state.json
            $1 can --container web read /; echo $?
            """
        )
        #expect(
            ended
                == Ended(
                    0,
                    output: """
                        ? it is not known whether container wbe may read /
                          container wbe does not exist here; did you mean `web`?
                        2
                        ? it is not known whether container web may read /
                          container web has first process 5 in its state file; here, that is another
                          process by now
                        2
                        ? it is not known whether container web may read /
                          container web is not known: another user could write
                          `/run/runc/web/state.json`
                        2

                        """
                )
        )
    }

    @Test func `A name that no container has ends with 64`() async throws {
        let ended = try await TemporaryFolder().warrant(
            "can",
            "--container",
            "dockr:web",
            "read",
            "/"
        )
        #expect(ended.status == 64)
        #expect(
            ended.errors.hasPrefix(
                "Error: --container `dockr:web` names an unknown container runtime; "
                    + "did you mean `docker:`?\n"
            )
        )
    }
}
