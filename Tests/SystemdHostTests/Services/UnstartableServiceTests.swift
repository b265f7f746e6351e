import Foundation
import TestSupport
import Testing

extension `A real systemd` {
    /// systemd starts the services that were asked about.
    @Suite struct `A service that may not start` {
        let host: SystemdHost

        init() async throws {
            host = try await SystemdHost.shared
            // The names are those of this suite alone.
            let script = """
                set -e
                mkdir -p /var/lib/uns-ro /var/cache/uns-ro /run/uns-fixed /run/uns-append
                mountpoint -q /var/lib/uns-ro || mount -t tmpfs -o ro,mode=755 uns /var/lib/uns-ro
                mountpoint -q /var/cache/uns-ro || mount -t tmpfs -o ro uns /var/cache/uns-ro
                chattr +i /run/uns-fixed
                chattr +a /run/uns-append
                mkdir -p /run/uns-full/a /var/lib/uns-given/a
                touch /var/lib/uns-given/a/b
                [ -e /run/uns-full/a/b ] || touch /run/uns-full/a/b
                chattr +i /run/uns-full/a/b
                mkdir -p /var/lib/uns-list /opt/uns-list
                setfacl -d -m u:daemon:--- /var/lib/uns-list /opt/uns-list
                """
            try await host.run("sh", "-c", script)
        }

        /// Returns the exit status of a command of the service, asked about first and then started.
        private func start(
            _ lines: [String],
            _ command: String = "/bin/true",
            asking questions: [[String]]
        ) async throws -> (answers: [Ended], status: String) {
            let path = "/run/systemd/system/uns.service"
            let text = (["[Service]", "ExecStart=\(command)"] + lines).map { $0 + "\n" }.joined()
            try text.write(toFile: host.path(path), atomically: false, encoding: .utf8)
            try await host.run("systemctl", "daemon-reload")
            var answers: [Ended] = []
            for question in questions {
                let asked = [SystemdHost.program("warrant"), "can", "--unit-file", path] + question
                answers.append(try await host.ended(asked))
            }
            _ = try await host.status(of: "systemctl", "start", "--wait", "uns.service")
            let status = try await host.output(
                of: "systemctl",
                "show",
                "--value",
                "--property=ExecMainStatus",
                "uns.service"
            )
            _ = try await host.status(of: "systemctl", "reset-failed", "uns.service")
            return (answers, status)
        }

        @Test(
            arguments: [
                (["StateDirectory=uns-ro", "User=daemon"], "238", "238/STATE_DIRECTORY: `/var/"),
                (
                    ["StateDirectory=uns-ro", "StateDirectoryMode=0700"], "238",
                    "made or changed: EROFS"
                ),
                (
                    ["CacheDirectory=uns-ro/new"], "239",
                    "239/CACHE_DIRECTORY: `/var/cache/uns-ro/new"
                ),
                (
                    ["StateDirectory=uns-ro uns-ro/new"], "238",
                    "238/STATE_DIRECTORY: `/var/lib/uns-ro/new"
                ),
                (["RuntimeDirectory=uns-fixed", "User=daemon"], "233", "233/RUNTIME_DIRECTORY"),
                (["RuntimeDirectory=uns-append", "User=daemon"], "233", "made or changed: EPERM"),
                (["RuntimeDirectory=uns-fixed/new"], "233", "made or changed: EPERM"),
                (
                    ["RuntimeDirectory=uns-full", "User=daemon"], "233",
                    "`/run/uns-full/a/b` cannot be"
                ),
                (
                    ["BindPaths=/srv:/run/uns-fixed/a"], "226",
                    "`/run/uns-fixed/a` cannot be created"
                ),
                (["PrivateUsers=yes", "ReadOnlyPaths=/"], "217", "217/USER: `/proc`, where"),
                (["PrivateUsers=yes", "BindReadOnlyPaths=/proc"], "217", "is read-only; Bind"),
                (["PrivateUsers=yes", "InaccessiblePaths=/proc"], "217", "is hidden"),
                (["DevicePolicy=strict"], "208", "has DevicePolicy= in"),
                (["Type=exec", "SystemCallFilter=~write"], "31", "with SIGSYS"),
                (["Type=exec", "SystemCallFilter=~write:EPERM"], "203", "status 203/EXEC"),
                (["StandardInput=file:/nonexistent"], "208", "has StandardInput= in"),
                (["StandardOutput=append:/nonexistent/a"], "209", "has StandardOutput= in"),
                (
                    ["StandardError=append:/nonexistent/a", "StandardError=journal+foo"], "222",
                    "has StandardError= in"
                ),
                (["CPUAffinity=900"], "215", "has CPUAffinity= in"),
                (["NUMAPolicy=bind", "NUMAMask=5"], "242", "has NUMAPolicy= in"),
                (["NUMAMask=5"], "242", "has NUMAMask= in"),
                (["LoadCredential=foo:/nonexistent"], "243", "has LoadCredential= in"),
                (["NetworkNamespacePath=/nonexistent"], "225", "has NetworkNamespacePath= in"),
            ] as [([String], String, String)]
        )
        func `A service that systemd cannot start has no answer`(
            lines: [String],
            status: String,
            message: String
        ) async throws {
            let questions = [
                ["read", "/etc/passwd"], ["use", "CAP_CHOWN"], ["bind", "tcp:8081"],
            ]
            let found = try await start(lines, asking: questions)

            #expect(found.status == status)
            for (ended, question) in zip(found.answers, questions) {
                #expect(ended.status == 2, "\(question): \(ended)")
                let words = ended.output.split(whereSeparator: \.isWhitespace)
                #expect(words.joined(separator: " ").contains(message), "\(question): \(ended)")
            }
        }

        @Test(arguments: [
            ["StateDirectory=uns-ro"], ["StateDirectory=uns-given", "User=daemon"],
            ["BindPaths=/srv:/run/uns-append/a"], ["StandardInput=null", "StandardError=inherit"],
            ["StandardInput=data", "StandardInputText=a"], ["StandardOutput=journal+console"],
            ["Type=exec", "SystemCallFilter=~write", "Type=simple"],
            ["Type=exec", "SystemCallFilter=~mount"], ["CPUAffinity=900", "CPUAffinity="],
            ["PrivateUsers=yes", "ProtectProc=invisible", "ProcSubset=pid"],
            ["PrivateUsers=yes", "ProtectSystem=strict", "ProtectKernelTunables=yes"],
        ])
        func `A service that systemd can start has an answer`(lines: [String]) async throws {
            let found = try await start(lines, asking: [["read", "/etc/passwd"]])

            // A program without write(2) does not print, and `true` does not write.
            #expect(found.status == "0")
            #expect(found.answers.map(\.status) == [0], "\(found.answers)")
        }

        /// systemd checks the program before it becomes the user of the service, and after the user namespace is made.
        @Test(
            arguments: ["daemon:games", "daemon:daemon", "root:games", "games:root"],
            ["0700", "0701", "0001", "0055", "0100"]
        )
        func `A program must be executable for systemd and for the service`(
            owner: String,
            mode: String
        ) async throws {
            let folder = "/opt/uns-own"
            let script = """
                set -e
                rm -rf \(folder)
                mkdir -p \(folder)/closed
                cp /bin/true \(folder)/p
                cp /bin/true \(folder)/closed/p
                chown \(owner) \(folder)/p \(folder)/closed
                chmod \(mode) \(folder)/p \(folder)/closed
                """
            try await host.run("sh", "-c", script)
            for lines in [[], ["PrivateUsers=yes"], ["PrivateUsers=yes", "Group=games"]] {
                for program in ["\(folder)/p", "\(folder)/closed/p"] {
                    let settings = ["User=daemon"] + lines
                    let found = try await start(
                        settings,
                        program,
                        asking: [["read", "/etc/passwd"]]
                    )
                    let isAnswered = found.answers.map(\.status) == [0]
                    let text = "\(settings) \(program): \(found)"
                    #expect(found.status == (isAnswered ? "0" : "203"), "\(text)")
                    #expect(isAnswered || found.answers[0].output.contains("203/EXEC"), "\(text)")
                }
            }
        }

        /// Mounts a new file system with a map of ids: the first number of the file system, that of the mount, the count.
        private static let idmapped = """
            import ctypes, os, sys
            c = ctypes.CDLL(None, use_errno=True)
            def call(*all):
                found = c.syscall(*all)
                assert found >= 0, os.strerror(ctypes.get_errno())
                return found
            path, map = sys.argv[1:]
            os.makedirs(path, exist_ok=True)
            ready, done = os.pipe(), os.pipe()
            child = os.fork()
            if child == 0:
                assert c.unshare(0x10000000) == 0
                os.write(ready[1], b"a")
                os.read(done[0], 1)
                os._exit(0)
            os.read(ready[0], 1)
            for kind in "ug":
                open(f"/proc/{child}/{kind}id_map", "w").write(map)
            users = os.open(f"/proc/{child}/ns/user", os.O_RDONLY)
            assert os.system(f"mount -t tmpfs uns {path}") == 0
            tree = call(428, -100, path.encode(), 1)
            values = (ctypes.c_uint64 * 4)(0x100000, 0, 0, users)
            call(442, tree, b"", 0x1000, ctypes.byref(values), 32)
            call(429, tree, b"", -100, path.encode(), 4)
            os.write(done[1], b"a")
            os.waitpid(child, 0)
            """

        @Test(
            arguments: [
                ("1000 65534 1", "daemon", "`/run/uns-map/q` cannot be made or changed: EOVERFLOW"),
                ("0 0 1", "daemon", "`/run/uns-map/q` cannot be owned by its user"),
                ("0 0 1", "root", nil), ("0 0 2", "daemon", nil),
            ] as [(String, String, String?)]
        )
        func `A directory on an idmapped mount needs ids there`(
            map: String,
            user: String,
            problem: String?
        ) async throws {
            try await host.run("python3", "-c", Self.idmapped, "/run/uns-map", map)
            let found = try await start(
                ["RuntimeDirectory=uns-map/q", "User=\(user)"],
                asking: [["read", "/etc/passwd"]]
            )
            try await host.run("sh", "-c", "umount /run/uns-map && umount /run/uns-map")

            #expect(found.status == (problem == nil ? "0" : "233"))
            #expect(found.answers.map(\.status) == [problem == nil ? 0 : 2], "\(found.answers)")
            let words = found.answers[0].output.split(whereSeparator: \.isWhitespace)
            let text = words.joined(separator: " ")
            #expect(problem.map(text.contains) != false, "\(text)")
        }

        /// The user could list them without the list.
        @Test(
            arguments: [
                (["StateDirectory=uns-list/a/b"], "/var/lib/uns-list/a"),
                (["BindPaths=/srv:/opt/uns-list/a/b"], "/opt/uns-list/a"),
            ] as [([String], String)]
        )
        func `A new directory may inherit an access list`(
            lines: [String],
            path: String
        ) async throws {
            let found = try await start(
                lines + ["User=daemon"],
                "/bin/ls \(path)",
                asking: [["list", path]]
            )

            #expect(found.status == "2")
            #expect(found.answers.map(\.status) == [2], "\(found.answers)")
        }
    }
}
