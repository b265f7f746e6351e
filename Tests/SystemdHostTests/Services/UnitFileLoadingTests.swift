import Foundation
import LinuxCapabilities
import ServiceModel
import TestSupport
import Testing

extension `A real systemd` {
    @Suite struct `A service from its files` {
        let host: SystemdHost

        init() async throws { host = try await SystemdHost.shared }

        @Test(arguments: 0..<6)
        func `The settings are those that systemd loads`(round: Int) async throws {
            try await withFreshSeed { seed in
                var random = SplitMix(seed: seed &+ UInt64(round))
                let units = (0..<10).map { RandomUnitFile(round * 10 + $0, using: &random) }
                for (path, text) in units.flatMap(\.files) { try write(text, to: path) }
                try await host.run("systemctl", "daemon-reload")

                var loaded = 0
                for unit in units {
                    let shown = try await shown(unit.name)
                    let files = unit.files.sorted { $0.key < $1.key }
                        .map { "\($0.key):\n\($0.value)" }.joined(separator: "\n")
                    let found: LoadedUnit
                    do {
                        found = try await Host.live.unitFiles.unit(
                            at: unit.path,
                            root: host.path("/")
                        ).loaded()
                    } catch let error as UnitFileFault {
                        let isLoaded = shown.values["LoadState"] == "loaded"
                        #expect(!isLoaded, "\(error)\n\(files)")
                        continue
                    }
                    #expect(shown.values["LoadState"] == "loaded", "\(files)")
                    let model = ShownService(found.settings, files: found.files)
                    #expect(model.differences(from: shown) == [], "\(files)")
                    loaded += 1
                }
                #expect(loaded >= 5)
            }
        }

        @Test func `Bytes that are not UTF-8, and NUL bytes, are read as systemd reads them`()
            async throws
        {
            let start = "[Service]\nType=oneshot\nExecStart=/bin/true\n"
            let path = "/run/systemd/system/bytes.service"
            try write(start, to: path)
            let texts: [[UInt8]] = [
                Array("[Service]\nGroup=a\nUser=".utf8) + [0xFF] + Array("\nGroup=b\n".utf8),
                Array("[Service]\nGroup=a\0Group=b\nnonsense\0\nProtectHome=yes".utf8),
                Array("\u{FEFF}[Service]\r\nGroup=a\r\n\rProtectHome=yes\\\r\n".utf8),
            ]
            for (index, text) in texts.enumerated() {
                let file = host.path("\(path).d/\(index).conf")
                try make(URL(filePath: file).deletingLastPathComponent())
                try Data(text).write(to: URL(filePath: file))
                try await host.run("systemctl", "daemon-reload")
                let found = try await loaded(path)
                let model = ShownService(found.settings, files: found.files)
                #expect(model.differences(from: try await shown("bytes.service")) == [])
                try FileManager.default.removeItem(atPath: file)
            }
        }

        @Test func `An alias and a link from elsewhere have the names that systemd gives them`()
            async throws
        {
            let text = "[Service]\nType=oneshot\nExecStart=/bin/true\nUser=%p\n"
            let (local, etc) = ("/usr/local/lib/systemd/system", "/etc/systemd/system")
            try write(text, to: "\(local)/genuine@.service")
            try write(text, to: "/srv/genuine.service")
            try write("[Service]\nGroup=%N\n", to: "\(etc)/alias@.service.d/a.conf")
            try write("[Service]\nPrivateTmp=yes\n", to: "\(etc)/genuine@x.service.d/b.conf")
            let links = [
                ("\(etc)/alias@.service", "../../../usr/local/lib/systemd/system/genuine@.service"),
                ("\(etc)/second@.service", "alias@.service"),
                ("\(etc)/linked@.service", "/srv/genuine.service"),
                ("\(etc)/other-genuine@.service", "/srv/../srv/genuine.service"),
            ]
            for (link, target) in links {
                try await host.run("ln", "--symbolic", "--force", target, link)
            }
            try await host.run("systemctl", "daemon-reload")

            for name in ["alias", "second", "linked", "other-genuine"] {
                let unit = "\(name)@x.service"
                let path = "\(etc)/\(unit)"
                let found = try await loaded(path)
                let shown = try await shown(unit)
                #expect(found.name.text == shown.values["Id"])
                let model = ShownService(found.settings, files: found.files)
                #expect(model.differences(from: shown) == [], "\(name)")
            }
        }

        @Test func `A link whose name does not fit its target is no alias`() async throws {
            let text = "[Service]\nType=oneshot\nExecStart=/bin/true\n"
            let etc = "/etc/systemd/system"
            for name in ["fit@.service", "fit.service", "fit.conf", "below/fit.service"] {
                try write(text, to: "\(etc)/\(name)")
            }
            try write("[Socket]\nListenStream=/run/fit\n", to: "\(etc)/fit.socket")
            let links = [
                ("fit-a.service", "fit@.service"), ("fit-b.service", "fit@x.service"),
                ("fit-c@y.service", "fit@x.service"), ("fit-d@x.service", "fit@x.service"),
                ("fit-e@x.service", "fit@.service"), ("fit-f@x.service", "fit.service"),
                ("fit-g@.service", "fit.service"), ("fit-h@.service", "fit@x.service"),
                ("fit-i.service", "fit.socket"), ("fit-j.service", "fit.conf"),
                ("fit-k.service", "fit-a.service"), ("fit-l.service", "fit.service"),
                ("fit-m.service", "below/fit.service"), ("fit-n.service", "../system/fit@.service"),
            ]
            for (link, target) in links {
                try await host.run("ln", "--symbolic", "--force", target, "\(etc)/\(link)")
            }
            try await host.run("systemctl", "daemon-reload")

            var count = 0
            for (link, target) in links {
                let unit = link.replacing("@.", with: "@x.")
                let shown = try await shown(unit)
                if shown.values["LoadState"] == "loaded" {
                    let found = try await loaded("\(etc)/\(unit)")
                    #expect(found.name.text == shown.values["Id"], "\(link) -> \(target)")
                    count += 1
                } else {
                    await #expect(throws: UnitFileFault.self, "\(link) -> \(target)") {
                        try await loaded("\(etc)/\(unit)")
                    }
                }
            }
            #expect(count == 4)
        }

        private func loaded(_ path: String) async throws -> LoadedUnit {
            try await Host.live.unitFiles.unit(at: path, root: host.path("/")).loaded()
        }

        private func write(_ text: String, to path: String) throws {
            let url = URL(filePath: host.path(path))
            try make(url.deletingLastPathComponent())
            try Data(text.utf8).write(to: url)
        }

        private func make(_ folder: URL) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        private func shown(_ name: String) async throws -> ShownService {
            let label = name.utf8.map { byte in
                let isPlain =
                    byte < 0x80 && Character(UnicodeScalar(byte)).isLetter
                    || Character(UnicodeScalar(byte)).isNumber
                return isPlain ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
            }.joined()
            let reply = try await host.output(
                of: "busctl",
                "--json=short",
                "call",
                "org.freedesktop.systemd1",
                "/org/freedesktop/systemd1/unit/\(label)",
                "org.freedesktop.DBus.Properties",
                "GetAll",
                "s",
                ""
            )
            return try ShownService(reply: reply)
        }
    }
}
