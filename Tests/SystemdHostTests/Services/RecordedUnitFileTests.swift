import TestSupport
import Testing

extension `A real systemd` {
    /// `warrant record --unit-file`: a test of a service that has not started.
    @Suite struct `Record of a unit file` {
        private static let warrant = SystemdHost.program("warrant")

        /// systemd makes the directories at the start, so a record of the running service has them as they really are.
        @Test func `A record before the first start is the record after it`() async throws {
            let host = try await SystemdHost.shared
            try await withFreshSeed { seed in
                var random = SplitMix(seed: seed)
                for number in 0..<12 {
                    var failure: (any Error)?
                    do { try await compare(number, &random, on: host) } catch { failure = error }
                    // Other tests look at every unit of the host.
                    try await host.run("rm", "/etc/systemd/system/recorded\(number).service")
                    try await host.run("systemctl", "daemon-reload")
                    if let failure { throw failure }
                }
            }
        }

        private func compare(
            _ number: Int,
            _ random: inout SplitMix,
            on host: SystemdHost
        ) async throws {
            let name = "recorded\(number)"
            let unit = "/etc/systemd/system/\(name).service"
            let user = ["nobody", "daemon", "root"].randomElement(using: &random) ?? ""
            let group = Bool.random(using: &random) ? ["Group=mail"] : []
            let lines =
                ["[Service]", "Type=exec", "ExecStart=/bin/sleep infinity", "User=\(user)"] + group
                + Self.directories(of: name, &random)
            let made = Self.existing(name, user, &random)
            try host.write(lines.joined(separator: "\n") + "\n", to: unit)
            try await host.run("sh", "-e", "-c", made.joined(separator: "; "))
            try await host.run("systemctl", "daemon-reload")
            let policy = "/run/\(name).yaml"
            try await host.run("sh", "-c", "\(Self.warrant) new --unit-file \(unit) > \(policy)")
            let others = ["read: /var/lib/\(name)/a/data", "list: /var/log/\(name), as: mail"]
                .map { "  - { \($0) }" }.joined(separator: "\\n")
            try await host.run("sed", "-i", "s|^require:|&\\n\(others)|", policy)
            let before = try await Self.record(policy, "--unit-file", unit, on: host)
            try await host.run("systemctl", "start", "\(name).service")
            let after = try await Self.record(policy, on: host)
            try await host.run("systemctl", "stop", "\(name).service")
            let note = "# The directories of `\(unit)` are here as systemd makes them.\n"
            #expect(before.contains(note))
            #expect(before.replacing(note, with: "") == after, "\(lines), with \(made)")
        }

        private static func record(
            _ policy: String,
            _ options: String...,
            on host: SystemdHost
        ) async throws -> String {
            let test = policy.replacing(".yaml", with: ".test.yaml")
            let record = "\(warrant) record --coverage \(options.joined(separator: " ")) \(policy)"
            try await host.run("sh", "-c", "\(record) > \(test) && \(warrant) test \(test)")
            return try await host.output(of: "cat", test)
        }

        /// Returns commands that make some of the directories before.
        private static func existing(
            _ name: String,
            _ user: String,
            _ random: inout SplitMix
        ) -> [String] {
            let data = "/var/lib/\(name)/a/data"
            let (state, logs) = ("/var/lib/\(name)", "/var/log/\(name)")
            let commands = [
                "install -D -m 0600 /dev/null \(data); setfacl -m u:daemon:rw,u:nobody:- \(data)",
                "mkdir -p \(state); setfacl -m u:mail:rwx \(state)",
                "mkdir -p \(logs); setfacl -m u:mail:rwx \(logs)",
                "mkdir -p \(logs); chown \(user): \(logs)",
                "mkdir -p \(state)/a; chown \(user): \(state)/a; setfacl -m u:mail:rwx \(state)/a",
                "mkdir -p \(state)/a; chgrp mail \(state)/a; chmod g+s \(state)/a",
                "mkdir -p /var/cache/\(name)/a",
                "install -D -m 2640 /dev/null \(data); chown -R \(user): \(state)",
            ]
            return commands.filter { _ in Bool.random(using: &random) }
        }

        private static func directories(of name: String, _ random: inout SplitMix) -> [String] {
            ["Runtime", "State", "Cache", "Logs", "Configuration"].flatMap { kind -> [String] in
                guard Bool.random(using: &random) else { return [] }
                let names = ["", "/a", "/a/b", "/a/d/e", "/c"].filter { _ in
                    Bool.random(using: &random)
                }
                let mode =
                    ["0755", "0750", "0700", "2775", "1777"].randomElement(using: &random) ?? ""
                let list = (names.isEmpty ? [""] : names).map { name + $0 }
                return [
                    "\(kind)Directory=\(list.joined(separator: " "))",
                    "\(kind)DirectoryMode=\(mode)",
                ]
            }
        }
    }
}
