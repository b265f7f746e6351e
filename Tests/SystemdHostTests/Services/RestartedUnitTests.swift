import Foundation
import LinuxCapabilities
import LinuxSystem
import Procedures
import ServiceModel
import TestSupport
import Testing

extension `A real systemd` {
    /// Answers about the process that systemd would start now for a unit.
    @Suite struct `A unit as systemd would start it` {
        let host: SystemdHost

        init() async throws { host = try await SystemdHost.shared }

        @Test func `Files and D-Bus give the same model for every service of the host`()
            async throws
        {
            let known = try await host.output(
                of: "systemctl",
                "list-unit-files",
                "--type=service",
                "--no-legend"
            ).split(separator: "\n").compactMap { $0.split(separator: " ").first }
            let names = known.map { String($0).replacing("@.", with: "@a-b.") }
            let counts = try await compare(names)
            #expect(counts.loaded > 30)
        }

        @Test func `Files and D-Bus give the same model for random units`() async throws {
            try await withFreshSeed { seed in
                var random = SplitMix(seed: seed)
                let units = (900..<960).map { RandomUnitFile($0, using: &random) }
                for (path, text) in units.flatMap(\.files) { try host.write(text, to: path) }
                try await host.run("systemctl", "daemon-reload")
                let counts = try await compare(units.map(\.name))
                #expect(counts.loaded > 30)
            }
        }

        /// Compares the settings from the files that systemd names with those that `--unit-file` finds.
        private func compare(_ names: [String]) async throws -> (loaded: Int, refused: Int) {
            let (bus, unitFiles) = (host.makeBus(), Host.live.unitFiles)
            var counts = (loaded: 0, refused: 0)
            let time = try await bus.managerFacts().readTime
            for name in names {
                let unit = try await bus.unit(named: name)
                let folder = (unit.files?.fragment ?? "").split(separator: "/").dropLast()
                let path = "/\(folder.joined(separator: "/"))/\(unit.id)"
                guard unit.loadState == .loaded else {
                    await #expect(throws: UnitFileFault.self, "\(name)") {
                        _ = try await unitFiles.unit(at: path, root: host.path("/")).loaded()
                    }
                    counts.refused += 1
                    continue
                }
                let loaded = try await unitFiles.unit(
                    loadedAs: unit,
                    after: time,
                    root: host.path("/")
                ).loaded()
                do {
                    let read = try await unitFiles.unit(at: path, root: host.path("/")).loaded()
                    let isSame = Self.words(loaded) == Self.words(read)
                    #expect(isSame, "\(name)")
                } catch UnitFileFault.noService {
                    #expect(loaded.settings.commands.isEmpty, "\(name)")
                }
                counts.loaded += 1
            }
            return counts
        }

        /// Returns all that is known of a unit as words in order, because sets have none. One of two directories may be
        /// a link to the other.
        private static func words(_ unit: LoadedUnit) -> [Substring] {
            "\(unit.name) \(unit.settings) \(unit.files) \(unit.ignored)"
                .replacing("/usr/lib/systemd", with: "/lib/systemd")
                .split { " ,:[]()".contains($0) }.sorted()
        }

        @Test func `An alias, an instance, and a stopped unit are answered for`() async throws {
            try host.write(service("User=nobody"), to: "/etc/systemd/system/res-a.service")
            try host.write(service("User=%i"), to: "/etc/systemd/system/res-t@.service")
            try await host.run(
                "ln",
                "--symbolic",
                "res-a.service",
                "/etc/systemd/system/res-alias.service"
            )
            try await host.run("systemctl", "daemon-reload")
            for name in ["res-a.service", "res-alias.service", "res-t@nobody.service"] {
                for option in [[], ["--restarted"]] {
                    let (status, words) = try await answer(["--unit", name] + option)
                    #expect(status == 1)
                    let start =
                        "✗ unit \(name) (as systemd would start it) may not read /etc/shadow"
                    #expect(words.hasPrefix(start), "\(words)")
                }
            }
            let (status, words) = try await answer([
                "--unit", "res-t@nobody.service", "--restarted", "--command", "ExecStartPre",
            ])
            #expect(status == 0)
            #expect(words.hasPrefix("✓ unit res-t@nobody.service (ExecStartPre, as systemd would"))
        }

        @Test func `A running unit is asked about itself, unless --restarted is given`()
            async throws
        {
            let (name, path) = ("res-run.service", "/etc/systemd/system/res-run.service")
            try host.write(service("User=nobody"), to: path)
            try await host.run("systemctl", "daemon-reload")
            try await host.run("systemctl", "start", name)
            try host.write(service("User=root"), to: path)
            let outdated = try await answer(["--unit", name, "--restarted"])
            #expect(outdated.status == 2)
            let message = "has files that changed after systemd read them; run `systemctl daemon-"
            #expect(outdated.words.contains(message), "\(outdated.words)")
            // systemd does not notice a file with an earlier time of modification.
            try await host.run("touch", "--date=yesterday", path)
            #expect(try await host.makeBus().unit(named: name).files?.areOutdated == false)
            let replaced = try await answer(["--unit", name, "--restarted"])
            #expect(replaced.status == 2)
            #expect(replaced.words.contains("may have replaced the file that systemd has read"))
            try await host.run("systemctl", "daemon-reload")
            #expect(try await answer(["--unit", name, "--restarted"]).status == 0)
            let running = try await answer(["--unit", name])
            #expect(running.status == 1)
            #expect(running.words.hasPrefix("✗ unit \(name) may not read /etc/shadow"))
            try host.write("[Service]\nUser=daemon\n", to: "\(path).d/a.conf")
            try await host.run("systemctl", "daemon-reload")
            #expect(try await answer(["--unit", name, "--restarted"]).status == 1)
            let changed = ["--unit", name, "--restarted", "--set-unit", "User=root"]
            #expect(try await answer(changed).status == 0)
            try await host.run("systemctl", "stop", name)
        }

        /// systemd compares only the time of the file behind all links.
        @Test func `A link or directory that came later may have replaced what systemd read`()
            async throws
        {
            let script = """
                set -e
                cd /etc/systemd/system
                mkdir -p /opt/res-a /opt/res-b /opt/res.d res-d.service.d
                cp res-w.service /opt/res-a/res-l.service
                cp res-w.service res-d.service
                (cat res-w.service; echo User=nobody) >/opt/res-b/res-l.service
                printf '[Service]\nUser=nobody\n' >/opt/res.d/a.conf
                printf '[Service]\nUser=root\n' >res-d.service.d/a.conf
                ln -s /opt/res-a res-way
                ln -s res-way/res-l.service res-l.service
                touch --date=yesterday /opt/res-?/res-l.service /opt/res.d/a.conf
                systemctl daemon-reload
                """
            try host.write(service(), to: "/etc/systemd/system/res-w.service")
            try await host.run("sh", "-c", script)
            let units = [
                ("res-l.service", "ln -sfn /opt/res-b res-way"),
                ("res-d.service", "mv res-d.service.d /opt/res.old; mv /opt/res.d res-d.service.d"),
            ]
            for (name, change) in units {
                #expect(try await answer(["--unit", name, "--restarted"]).status == 0)
                try await host.run("sh", "-c", "cd /etc/systemd/system; \(change)")
                #expect(try await host.makeBus().unit(named: name).files?.areOutdated == false)
                let replaced = try await answer(["--unit", name, "--restarted"])
                #expect(replaced.status == 2, "\(replaced)")
                #expect(replaced.words.contains("may have replaced the file that systemd has read"))
            }
            try await host.run("systemctl", "daemon-reload")
            for (name, _) in units {
                #expect(try await answer(["--unit", name, "--restarted"]).status == 1)
            }
        }

        @Test func `A transient unit has the settings of its start`() async throws {
            try await host.run(
                "systemd-run",
                "--unit=res-transient",
                "--property=User=nobody",
                "sleep",
                "infinity"
            )
            let name = "res-transient.service"
            let (status, words) = try await answer(["--unit", name, "--restarted"])
            #expect(status == 1)
            #expect(words.contains("user `nobody` is not in group `shadow`"), "\(words)")
            try await host.run("systemctl", "stop", name)
        }

        @Test func `The port of a running unit is free for its next process`() async throws {
            let name = "res-port.service"
            // It has started when the first process ends.
            let program =
                #"import os, socket, time; s = socket.create_server(("0.0.0.0", 81)); "#
                + "os.fork() and os._exit(0); time.sleep(1000)"
            try host.write(
                "[Service]\nType=forking\nExecStart=/usr/bin/python3 -c '\(program)'\n",
                to: "/etc/systemd/system/\(name)"
            )
            try await host.run("systemctl", "daemon-reload")
            try await host.run("systemctl", "start", name)
            let question = ["bind", "tcp:81"]
            #expect(try await answer(["--unit", name, "--restarted"], question).status == 0)
            let other = ["--unit", "dbus.service", "--restarted"]
            #expect(try await answer(other, question).status == 1)
            try host.write(
                "[Service]\nKillMode=process\n",
                to: "/etc/systemd/system/\(name).d/a.conf"
            )
            try await host.run("systemctl", "daemon-reload")
            let (status, words) = try await answer(["--unit", name, "--restarted"], question)
            #expect(status == 2)
            #expect(words.contains("held by a process that may survive the restart"), "\(words)")
            try await host.run("systemctl", "stop", name)
        }

        @Test func `A running unit loses its runtime directory unless it keeps it`() async throws {
            let (name, file) = ("res-runtime.service", "/run/res-runtime/pid")
            let start = "ExecStartPre=/usr/bin/touch \(file)\nExecStart=/usr/bin/sleep infinity\n"
            try host.write(
                "[Service]\nUser=nobody\nRuntimeDirectory=res-runtime\n\(start)",
                to: "/etc/systemd/system/\(name)"
            )
            try await host.run("systemctl", "daemon-reload")
            try await host.run("systemctl", "start", name)
            let options = ["--unit", name, "--restarted"]
            #expect(try await answer(options, ["read", file]).status == 2)
            #expect(try await answer(options, ["create", file]).status == 2)
            try host.write(
                "[Service]\nRuntimeDirectoryPreserve=restart\n",
                to: "/etc/systemd/system/\(name).d/a.conf"
            )
            try await host.run("systemctl", "daemon-reload")
            #expect(try await answer(options, ["read", file]).status == 0)
            try await host.run("systemctl", "stop", name)
        }

        @Test func `A socket that systemd holds may be passed to the next process`() async throws {
            let (folder, name) = ("/etc/systemd/system", "res-socket.service")
            let socket = "[Socket]\nListenStream=127.0.0.1:82\nListenStream=/run/res-socket\n"
            try host.write(socket, to: "\(folder)/res-socket.socket")
            try host.write(service("User=nobody"), to: "\(folder)/\(name)")
            try await host.run("systemctl", "daemon-reload")
            try await host.run("systemctl", "start", "res-socket.socket")
            let port = ["bind", "tcp:127.0.0.1:82"]
            for question in [port, ["bind", "unix:/run/res-socket"]] {
                let (status, words) = try await answer(["--unit", name], question)
                #expect(status == 2)
                #expect(words.contains("held by systemd, which may pass it to unit \(name)"))
            }
            try await host.run("systemctl", "start", name)
            let running = try await answer(["--unit", name, "--restarted"], port)
            #expect(running.status == 0)
            #expect(
                running.words.hasSuffix("held by unit \(name) (as systemd would start it) already")
            )
            try await host.run("systemctl", "stop", "res-socket.socket", name)
        }

        @Test func `A policy says when it is about the next process`() async throws {
            try host.write(service("User=nobody"), to: "/etc/systemd/system/res-p.service")
            try await host.run("systemctl", "daemon-reload")
            for (subject, options, status, words) in [
                (
                    "{ unit: res-p.service }", [], 2,
                    "unit res-p.service has no main process: it is inactive (dead); `restarted` asks "
                        + "about the process that systemd would start"
                ),
                (
                    "{ unit: res-p.service, restarted: true }", [], 0,
                    "(unit res-p.service (as systemd would start it))"
                ),
                (
                    "{ unit: res-p.service, restarted: true, command: ExecStartPre }", [], 1,
                    "(unit res-p.service (ExecStartPre, as systemd would start it))"
                ),
                (
                    "{ unit: nosuch.service }", ["--unit", "res-p.service"], 0,
                    "(unit res-p.service (as systemd would start it))"
                ),
            ] as [(String, [String], Int, String)] {
                let policy =
                    "warrant: 1\nname: p\nsubject: \(subject)\nforbid: [{ read: /etc/shadow }]\n"
                try host.write(policy, to: "/etc/res-p.yaml")
                let ended = try await host.ended(
                    [SystemdHost.program("warrant"), "check"] + options + ["/etc/res-p.yaml"]
                )
                #expect(ended.status == status, "\(ended)")
                let found = ended.output.split(whereSeparator: \.isWhitespace)
                #expect(found.joined(separator: " ").contains(words), "\(ended)")
            }
        }

        @Test func `What systemd would not start has no answer`() async throws {
            let folder = "/etc/systemd/system"
            try host.write("[Service]\nUser=root\n", to: "\(folder)/res-bad.service")
            try host.write("[Unit]\nX=1\n", to: "\(folder)/res-empty.target")
            try await host.run("ln", "--symbolic", "/dev/null", "\(folder)/res-masked.service")
            try await host.run("systemctl", "daemon-reload")
            for (name, message) in [
                ("res-masked.service", "is masked, so that systemd does not start it"),
                ("res-bad.service", "is not loaded: Unit res-bad.service has a bad unit file"),
                ("res-empty.target", "is no service; name a unit that ends in `.service`"),
                ("res-nosuch.service", "does not exist here"),
            ] {
                let (status, words) = try await answer(["--unit", name, "--restarted"])
                #expect(status == 2)
                let who = "unit \(name) (as systemd would start it)"
                #expect(words.contains("\(who) \(message)"), "\(words)")
            }
            let (status, words) = try await answer(["--unit", "res-nosuch.service"])
            #expect(status == 2)
            #expect(words.contains("unit res-nosuch.service does not exist here"))
        }

        /// The bus leads to the systemd of the host, which is not process 1 here.
        @Test func `Another process 1 than the systemd on the bus has no answer`() async throws {
            let outside = Host.live(systemdOn: host.makeBus())
            let subject = Subject.restartedUnit("dbus.service")
            guard case .unknown(let reason) = try await outside.identity(of: subject) else {
                Issue.record("expected no answer")
                return
            }
            #expect(reason.code == "subject-not-known")
            #expect(reason.message.hasSuffix("which would start it, is not the systemd on the bus"))
        }

        private func service(_ lines: String...) -> String {
            let start = ["ExecStartPre=+/bin/true", "ExecStart=/bin/sleep infinity"]
            return (["[Service]"] + start + lines).map { $0 + "\n" }.joined()
        }

        /// Returns the report in one line.
        private func answer(
            _ options: [String],
            _ question: [String] = ["read", "/etc/shadow"]
        ) async throws -> (status: Int, words: String) {
            try await host.warrant(["can"] + options + question)
        }
    }
}
