import Foundation
import Testing

extension `A real systemd` {
    /// Tests with the program, which runs on the host of the unit's processes.
    @Suite struct `Processes of a unit` {
        private static let policy = "/run/unit-processes.yaml"

        private func check(_ unit: String, _ forbidden: String...) async throws -> Int {
            let systemd = try await SystemdHost.shared
            let text =
                "warrant: 1\nname: p\nsubject: { unit: \(unit) }\nforbid:\n"
                + forbidden.map { "  - \($0)\n" }.joined()
            try text.write(
                toFile: systemd.path(Self.policy),
                atomically: false,
                encoding: .utf8
            )
            let program = SystemdHost.program("warrant")
            return try await systemd.status(of: program, "check", Self.policy)
        }

        private static let forbidden = [
            "capability: CAP_SYS_ADMIN", "read: /etc/shadow", "bind: tcp:80",
        ]

        /// The main process is harmless, and a process that `+` starts as root runs beside it.
        @Test func `A prohibition fails if one process of a unit violates it`() async throws {
            let systemd = try await SystemdHost.shared
            try await systemd.write(
                "[Service]",
                "User=nobody",
                "ExecStart=/bin/sleep infinity",
                "ExecStartPost=+/bin/sh -c '/bin/sleep infinity &'",
                toUnit: "mixed.service"
            )
            try await systemd.write(
                "[Service]",
                "User=nobody",
                "ExecStart=/bin/sh -c '/bin/sleep infinity & exec /bin/sleep infinity'",
                toUnit: "harmless.service"
            )
            try await systemd.run("systemctl", "start", "mixed.service", "harmless.service")
            for question in Self.forbidden {
                #expect(try await check("mixed.service", question) == 1, "\(question)")
                #expect(try await check("harmless.service", question) == 0, "\(question)")
            }
            // A record has those processes too, and the same result. Otherwise it would report a mismatch and exit with
            // 2.
            #expect(try await check("mixed.service", Self.forbidden[0]) == 1)
            let record = try await systemd.output(
                of: SystemdHost.program("warrant"),
                "record",
                Self.policy
            )
            #expect(record.contains("\n      others:\n"), "\(record)")
            // An `authorized` is still about the main process only.
            let program = SystemdHost.program("warrant")
            let can = { (unit: String) in
                try await systemd.status(of: program, "can", "--unit", unit, "read", "/etc/passwd")
            }
            #expect(try await can("mixed.service") == 0)
            #expect(try await can("harmless.service") == 0)
            try await systemd.run("systemctl", "stop", "mixed.service", "harmless.service")
        }
    }
}
