import Foundation
import TestSupport
import Testing

extension `A real systemd` {
    /// Random services and policies. systemd starts each service with the settings that `warrant harden` prints.
    @Suite struct `Hardening of a service` {
        private static let count = 6
        private static let tops = ["/srv/h", "/home/h", "/etc/h", "/var/h", "/root/h", "/tmp/h"]
        private static let settings = [
            "ProtectSystem=yes", "PrivateTmp=yes", "CapabilityBoundingSet=~CAP_CHOWN",
            "ReadOnlyPaths=/srv/h/a", "ProtectHome=read-only", "InaccessiblePaths=/etc/h/b",
        ]

        @Test func `The service may do what is required, and nothing that is forbidden`()
            async throws
        {
            let systemd = try await SystemdHost.shared
            try await Self.build(on: systemd)
            try await withFreshSeed { seed in
                var random = SplitMix(seed: seed)
                var verified = 0
                for number in 0..<Self.count {
                    let service = HardenedService(number, systemd, &random)
                    if try await service.judge(&random, "seed \(seed)") { verified += 1 }
                }
                #expect(verified > Self.count / 2, "seed \(seed)")
            }
        }

        private static func build(on systemd: SystemdHost) async throws {
            let script = """
                set -e
                for top in \(tops.joined(separator: " ")); do
                    mkdir -p $top/a $top/b
                    chmod 0777 $top/a
                    echo text >$top/f; echo text >$top/a/f; echo text >$top/b/f
                    chmod 0666 $top/a/f
                done
                chmod 0711 /root /home
                mkdir -p /run/h
                """
            try await systemd.run("sh", "-c", script)
            try caller.write(
                toFile: systemd.path("/usr/local/lib/harden-caller"),
                atomically: false,
                encoding: .utf8
            )
        }

        /// Makes each call of its input, and sends its errno to systemd.
        private static let caller = #"""
            use strict; use Socket;
            my @found;
            while (my $line = <STDIN>) {
                chomp $line;
                my ($call, $object) = split / /, $line, 2;
                my $ok; $! = 0;
                if ($call eq 'read') { $ok = sysopen(my $f, $object, 0x800) }
                elsif ($call eq 'write') { $ok = sysopen(my $f, $object, 0x801) }
                elsif ($call eq 'create') { $ok = sysopen(my $f, $object, 0x8c1, 0644); unlink $object if $ok }
                elsif ($call eq 'list') { $ok = opendir(my $d, $object) }
                elsif ($call eq 'bind') {
                    my ($port) = $object =~ /(\d+)$/;
                    socket(my $s, PF_INET, SOCK_STREAM, 0);
                    $ok = bind($s, sockaddr_in($port, INADDR_LOOPBACK));
                }
                push @found, $ok ? 0 : $!+0;
            }
            socket(my $s, PF_UNIX, SOCK_DGRAM, 0) or die;
            send($s, "STATUS=@found", 0, sockaddr_un($ENV{NOTIFY_SOCKET})) or die;
            """#

        /// One service, its calls, and a policy made of those that succeed.
        private struct HardenedService {
            private let systemd: SystemdHost
            private let name: String
            private let text: String
            private let calls: [String]

            init(_ number: Int, _ systemd: SystemdHost, _ random: inout SplitMix) {
                self.systemd = systemd
                name = "harden\(number).service"
                var lines = [
                    "[Service]", "Type=oneshot", "RemainAfterExit=yes", "NotifyAccess=all",
                    "ExecStart=/usr/bin/perl /usr/local/lib/harden-caller",
                ]
                if random.below(3) > 0 { lines.append("User=nobody") }
                lines += `Hardening of a service`.settings.filter { _ in random.below(5) == 0 }
                text = lines.map { $0 + "\n" }.joined()
                var calls: [String] = ["bind tcp:127.0.0.1:81", "bind tcp:127.0.0.1:8081"]
                for top in `Hardening of a service`.tops {
                    for place in ["", "/a", "/b"] {
                        calls += ["read \(top)\(place)/f", "write \(top)\(place)/f"]
                        calls += ["create \(top)\(place)/new", "list \(top)\(place)"]
                    }
                }
                calls += ["read /proc/1/status", "write /dev/null", "list /boot", "create /usr/h"]
                self.calls = calls
            }

            /// - Returns: True if the settings were verified.
            func judge(_ random: inout SplitMix, _ seed: String) async throws -> Bool {
                // The real one has an input besides, which is not modelled.
                try write(text, "/run/h/\(name)")
                let input = "StandardInput=file:/run/h/\(name).in\n"
                try write(text + input, "/run/systemd/system/\(name)")
                try write(calls.map { $0 + "\n" }.joined(), "/run/h/\(name).in")
                var granted = try await results(with: []).filter { $0.value == 0 }.map(\.key)
                granted.sort()
                granted.shuffle(using: &random)
                let required = Array(granted.prefix(1 + random.below(5)))
                let forbidden = granted.dropFirst(required.count).filter { $0.contains("/h/") }
                    .prefix(random.below(3))
                try write(policy(required, Array(forbidden)), "/run/h/\(name).yaml")
                let ended = try await systemd.ended([
                    SystemdHost.program("warrant"), "harden", "--format", "json", "--unit-file",
                    "/run/h/\(name)", "/run/h/\(name).yaml",
                ])
                let about = "\(seed): \(text) \(required) \(forbidden) \(ended)"
                // A forbidden use may be part of a required one.
                try #require([0, 1].contains(ended.status), "\(about)")
                guard ended.status == 0 else {
                    #expect(!forbidden.isEmpty, "\(about)")
                    return false
                }
                let report = try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8))
                let found = try await results(with: report.settings.map(\.setting))
                for call in required { #expect(found[call] == 0, "\(call) \(about)") }
                for call in forbidden { #expect(found[call] != 0, "\(call) \(about)") }
                for index in report.settings.indices where report.settings[index].isAllowance {
                    var fewer = report.settings
                    let line = fewer.remove(at: index).setting
                    let found = try await results(with: fewer.map(\.setting))
                    #expect(required.contains { found[$0] != 0 }, "without \(line): \(about)")
                }
                return true
            }

            private struct Report: Decodable {
                struct Line: Decodable {
                    let setting: String
                    let isAllowance: Bool
                }

                let settings: [Line]
            }

            private func policy(_ required: [String], _ forbidden: [String]) -> String {
                func list(_ rule: String, _ calls: [String]) -> String {
                    calls.isEmpty ? "" : "\(rule):\n" + calls.map { "  - \(item($0))\n" }.joined()
                }
                return "warrant: 1\nname: hardened\n" + list("require", required)
                    + list("forbid", forbidden)
            }

            private func item(_ call: String) -> String {
                let words = call.split(separator: " ", maxSplits: 1)
                return "\(words[0]): \(words[1])"
            }

            private func write(_ text: String, _ path: String) throws {
                let path = systemd.path(path)
                try text.write(toFile: path, atomically: false, encoding: .utf8)
            }

            /// Returns the errno of each call by a service with these settings, none if it does not start.
            private func results(with settings: [String]) async throws -> [String: Int] {
                let folder = "/run/systemd/system/\(name).d"
                try await systemd.run("mkdir", "-p", folder)
                let lines = ["[Service]"] + settings
                try write(lines.map { $0 + "\n" }.joined(), "\(folder)/zz-harden.conf")
                try await systemd.run("systemctl", "daemon-reload")
                guard try await systemd.status(of: "systemctl", "restart", name) == 0 else {
                    return [:]
                }
                let status = try await systemd.output(
                    of: "systemctl",
                    "show",
                    "--value",
                    "--property=StatusText",
                    name
                )
                let numbers = status.split { !$0.isNumber }.compactMap { Int($0) }
                try #require(numbers.count == calls.count, "\(name): \(status)")
                // The drop-in of a trial is no part of the unit that is hardened.
                try await systemd.run("rm", "\(folder)/zz-harden.conf")
                return Dictionary(uniqueKeysWithValues: zip(calls, numbers))
            }
        }
    }
}
