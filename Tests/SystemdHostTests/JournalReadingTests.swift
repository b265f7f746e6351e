import Testing

extension `A real systemd` {
    /// The subjects that systemd-journald admits, according to journalctl(1).
    @Suite(.serialized) struct `Readers of the journal` {
        private static let warrant = SystemdHost.program("warrant")

        /// The readers by user, by groups, and by kernel capabilities.
        private static let readers: [(name: String, words: [String])] = [
            ("root", ["--reuid", "0", "--regid", "0", "--clear-groups"]),
            ("of systemd-journal", user + ["--groups", "systemd-journal"]),
            ("of adm", user + ["--groups", "adm"]),
            ("of another group", user + ["--groups", "mail"]),
            ("of none", user + ["--clear-groups"]),
            (
                "with CAP_DAC_READ_SEARCH",
                user + [
                    "--clear-groups", "--inh-caps", "+dac_read_search", "--ambient-caps",
                    "+dac_read_search",
                ]
            ),
        ]
        private static let user = ["--reuid", "4242", "--regid", "4242"]

        private static func journalctl(
            _ reader: [String],
            on systemd: SystemdHost
        ) async throws -> Int {
            let command = ["journalctl", "--system", "--quiet", "--lines=1", "--output=cat"]
            return try await systemd.status(ofCommand: ["setpriv"] + reader + ["--"] + command)
        }

        private static func agree(on systemd: SystemdHost) async throws -> [Int] {
            var found: [Int] = []
            for (name, words) in readers {
                let real = try await journalctl(words, on: systemd)
                let question = ["--", warrant, "can", "read-journal", "system"]
                let status = try await systemd.status(ofCommand: ["setpriv"] + words + question)
                #expect(status == (real == 0 ? 0 : 1), "\(name): journalctl ended with \(real)")
                found.append(status)
            }
            return found
        }

        /// The exit statuses, in the order of `readers`.
        private static let expected: [Int] = [0, 0, 0, 1, 1, 0]

        @Test func `Warrant and journalctl agree, whatever stores the journal`() async throws {
            let systemd = try await SystemdHost.shared
            for storage in ["volatile", "persistent"] {
                try await Self.keep(storage, on: systemd)
                #expect(try await Self.agree(on: systemd) == Self.expected, "\(storage)")
            }
            try await Self.keep("auto", on: systemd)
        }

        @Test func `Users and units are judged by name as readers of the journal`() async throws {
            let systemd = try await SystemdHost.shared
            for (who, expected) in [
                ("root", 0), ("nobody", 1), ("4242:4242,systemd-journal", 0),
                ("4242:4242,adm", 0), ("4242:4242,mail", 1),
            ] as [(String, Int)] {
                let words = [Self.warrant, "can", "--as", who, "read-journal", "system"]
                #expect(try await systemd.status(ofCommand: words) == expected, "\(who)")
            }
            for (group, expected) in [("systemd-journal", 0), ("mail", 1)] as [(String, Int)] {
                let unit = "reader-\(group).service"
                try await systemd.run(
                    "systemd-run",
                    "--quiet",
                    "--unit=\(unit)",
                    "--property=DynamicUser=yes",
                    "--property=SupplementaryGroups=\(group)",
                    "sleep",
                    "infinity"
                )
                let words = [Self.warrant, "can", "--unit", unit, "read-journal", "system"]
                #expect(try await systemd.status(ofCommand: words) == expected, "\(unit)")
                try await systemd.run("systemctl", "stop", unit)
            }
        }

        private static func keep(_ storage: String, on systemd: SystemdHost) async throws {
            let script = """
                mkdir -p /run/systemd/journald.conf.d
                printf '[Journal]\\nStorage=%s\\n' \(storage) >/run/systemd/journald.conf.d/test.conf
                rm -rf /var/log/journal/* /run/log/journal/*
                mkdir -p /var/log/journal
                systemctl restart systemd-journald
                [ \(storage) = volatile ] || journalctl --flush
                systemd-tmpfiles --create --prefix /var/log/journal --prefix /run/log/journal
                echo to be read | systemd-cat
                journalctl --sync
                """
            try await systemd.run("sh", "-euc", script)
        }
    }
}
