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
                (["RuntimeDirectory=uns-fixed", "User=daemon"], "233", "233/RUNTIME_DIRECTORY"),
                (["RuntimeDirectory=uns-append", "User=daemon"], "233", "made or changed: EPERM"),
                (["RuntimeDirectory=uns-fixed/new"], "233", "made or changed: EPERM"),
                (["DevicePolicy=strict"], "208", "has DevicePolicy= in"),
                (["Type=exec", "SystemCallFilter=~write"], "31", "with SIGSYS"),
                (["Type=exec", "SystemCallFilter=~write:EPERM"], "203", "status 203/EXEC"),
                (["StandardInput=file:/nonexistent"], "208", "has StandardInput= in"),
                (["StandardOutput=append:/nonexistent/a"], "209", "has StandardOutput= in"),
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
            ["StateDirectory=uns-ro"], ["StandardInput=null", "StandardError=inherit"],
            ["StandardInput=data", "StandardInputText=a"], ["StandardOutput=journal+console"],
            ["Type=exec", "SystemCallFilter=~write", "Type=simple"],
            ["Type=exec", "SystemCallFilter=~mount"], ["CPUAffinity=900", "CPUAffinity="],
        ])
        func `A service that systemd can start has an answer`(lines: [String]) async throws {
            let found = try await start(lines, asking: [["read", "/etc/passwd"]])

            // A program without write(2) does not print, and `true` does not write.
            #expect(found.status == "0")
            #expect(found.answers.map(\.status) == [0], "\(found.answers)")
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
