import Foundation
import TestSupport
import Testing

extension `A real systemd` {
    /// systemd starts random services, which print their own credentials.
    @Suite struct `Service that does not run` {
        private static let seed =
            ProcessInfo.processInfo.environment["JUDGE_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0..<1_000_000)
        private static let count =
            ProcessInfo.processInfo.environment["JUDGE_SERVICES"].flatMap { Int($0) } ?? 60

        @Test func `A service gets the credentials that were foretold`() async throws {
            print("seed \(Self.seed)")
            let systemd = try await SystemdHost.shared
            try await Self.makePrograms(on: systemd)
            let folder = "/run/identities"
            try FileManager.default.createDirectory(
                atPath: systemd.path(folder),
                withIntermediateDirectories: true
            )
            var random = SplitMix(seed: Self.seed)
            let names = (0..<Self.count).map { "identity\($0).service" }
            var texts: [String] = []
            for name in names {
                let text = Self.service(&random, output: "\(folder)/\(name).out")
                texts.append(text)
                try text.write(
                    toFile: systemd.path("/run/systemd/system/\(name)"),
                    atomically: false,
                    encoding: .utf8
                )
            }
            try await systemd.run("systemctl", "daemon-reload")
            let paths = names.map { "/run/systemd/system/\($0)" }
            let foretold = try await Self.identities(of: paths, on: systemd)
            try #require(foretold.count == names.count)
            #expect(try await Self.identities(of: names, on: systemd) == foretold)

            var kinds: [String: Int] = [:]
            for (name, (text, foretold)) in zip(names, zip(texts, foretold)) {
                _ = try await systemd.status(of: "systemctl", "start", name)
                let status = try await systemd.output(
                    of: "systemctl",
                    "show",
                    "--value",
                    "--property=ExecMainStatus",
                    name
                )
                var seen = "fails with \(status)"
                if status == "0" {
                    let file = systemd.path("\(folder)/\(name).out")
                    seen = try Self.credentials(String(contentsOfFile: file, encoding: .utf8))
                }
                let expected =
                    foretold.range(of: #"with status (\d+)"#, options: .regularExpression).map {
                        "fails with \(foretold[$0].filter(\.isNumber))"
                    } ?? foretold
                kinds[status == "0" ? "started" : seen, default: 0] += 1
                #expect(expected == seen, "\(text)")
            }
            print(kinds)
            #expect(kinds["started", default: 0] > Self.count / 3)
        }

        private static func identities(
            of services: [String],
            on systemd: SystemdHost
        ) async throws -> [String] {
            let command = [SystemdHost.program("UnitProbe"), "--identities"] + services
            return try await systemd.output(ofCommand: command).split(separator: "\n")
                .map(String.init)
        }

        /// Programs that change the credentials of who executes them. They print their own status.
        private static func makePrograms(on systemd: SystemdHost) async throws {
            let script = """
                set -e
                cd /usr/local/bin
                cp /bin/cat cat-suid; chmod 4755 cat-suid
                cp /bin/cat cat-sgid; chown root:mail cat-sgid; chmod 2755 cat-sgid
                cp /bin/cat cat-caps; setcap cap_net_raw,cap_chown+ep cat-caps
                cp /bin/cat cat-inherit; setcap cap_net_raw,cap_chown+i cat-inherit
                cp /bin/cat cat-closed; chmod 700 cat-closed
                printf '#!/usr/local/bin/cat-suid\\n' >cat-script; chmod 755 cat-script
                """
            try await systemd.run("sh", "-c", script)
        }

        private static func service(_ random: inout SplitMix, output: String) -> String {
            var lines = ["[Service]", "Type=oneshot", "StandardOutput=truncate:\(output)"]
            func add(_ setting: String, _ values: [String?]) {
                guard let value = values.randomElement(using: &random) ?? nil else { return }
                lines.append("\(setting)=\(value)")
            }
            let users: [String?] = [
                nil, nil, "root", "nobody", "daemon", "65534", "7777", "nosuch",
            ]
            add(
                "User",
                users + Array(repeating: "nobody", count: 5) + Array(repeating: "daemon", count: 5)
            )
            add(
                "Group",
                [nil, nil, nil, nil, nil, nil, nil, nil, "root", "daemon", "mail", "mail", "65534"]
                    + ["54321", "nosuch"]
            )
            add("SupplementaryGroups", [nil, nil, nil, "mail adm", "users", "root"])
            let sets = [
                "CAP_CHOWN", "CAP_NET_RAW CAP_CHOWN", "~CAP_CHOWN", "~CAP_SETPCAP", "",
                "CAP_SYS_ADMIN CAP_SETUID CAP_SETGID CAP_SETPCAP CAP_NET_RAW", "~CAP_SYS_ADMIN",
            ]
            add("CapabilityBoundingSet", [nil, nil, nil] + sets)
            add(
                "AmbientCapabilities",
                [nil, nil, nil, "CAP_CHOWN", "CAP_NET_RAW CAP_CHOWN", "~CAP_CHOWN"]
            )
            add(
                "SecureBits",
                [
                    nil, nil, nil, nil, "keep-caps", "noroot", "no-setuid-fixup", "noroot-locked",
                    "noroot keep-caps-locked",
                ]
            )
            add("NoNewPrivileges", [nil, nil, nil, "yes", "no"])
            add("LockPersonality", [nil, nil, nil, "yes"])
            let namespaces = [
                "user net ipc uts mnt pid cgroup", "~user", "user", "~net mnt", "no", "",
            ]
            add("RestrictNamespaces", [nil, nil, nil, nil, "yes"] + namespaces)
            add("RestrictNamespaces", [nil, nil, nil, nil, nil, nil, nil] + namespaces)
            add("SystemCallArchitectures", [nil, nil, nil, nil, nil, nil, "native x86"])
            add("SystemCallLog", [nil, nil, nil, nil, nil, nil, "@clock"])
            add(
                "InaccessiblePaths",
                Array(repeating: nil, count: 60) + ["/run", "-/var/run"]
            )
            add("PrivateUsers", [nil, nil, nil, "yes"])
            add("PrivateDevices", [nil, nil, nil, nil, nil, "yes"])
            add("ProtectSystem", [nil, nil, nil, "yes", "strict"])
            add("ProtectKernelModules", [nil, nil, nil, nil, nil, "yes"])
            let programs = [
                "/bin/cat", "/bin/cat", "/bin/cat", "/bin/cat", "cat", "cat-caps", "cat-closed",
                "cat-missing",
                "/usr/local/bin/cat-suid",
                "/usr/local/bin/cat-sgid", "/usr/local/bin/cat-caps", "/usr/local/bin/cat-inherit",
                "/usr/local/bin/cat-closed", "/usr/local/bin/cat-missing",
                "/usr/local/bin/cat-script",
            ]
            let prefix = ["", "", "", "", "+", "!", "@"].randomElement(using: &random) ?? ""
            let program = programs.randomElement(using: &random) ?? ""
            let name = prefix == "@" ? " cat" : ""
            lines.append("ExecStart=\(prefix)\(program)\(name) /proc/self/status")
            return lines.joined(separator: "\n") + "\n"
        }

        /// Returns the line that `UnitProbe --identities` prints about such a process. proc(5) does not show the secure
        /// bits.
        private static func credentials(_ status: String) throws -> String {
            var fields: [String: [Substring]] = [:]
            for line in status.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { continue }
                fields[String(parts[0])] = parts[1].split(whereSeparator: \.isWhitespace)
            }
            let ids = ["Uid", "Gid"].map { (fields[$0] ?? []).prefix(3).joined(separator: " ") }
            let groups = (fields["Groups"] ?? []).compactMap { UInt32($0) }.sorted()
            let sets = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"].map { field in
                String(fields[field]?.first.flatMap { UInt64($0, radix: 16) } ?? .max, radix: 16)
            }
            return
                "\(ids.joined(separator: " ")) [\(groups.map(String.init).joined(separator: ","))] "
                + "\(sets.joined(separator: " ")) \(fields["NoNewPrivs"]?.first ?? "?")"
        }
    }
}
