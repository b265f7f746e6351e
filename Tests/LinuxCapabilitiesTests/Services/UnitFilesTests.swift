import Foundation
import LinuxCapabilities
import LinuxSystem
import ServiceModel
import TestSupport
import Testing

@Suite struct `The files of a service` {
    let root: TemporaryFolder

    init() throws { root = try TemporaryFolder() }

    private static let text = "[Service]\nExecStart=/bin/true\n"

    private func write(_ text: String, to path: String) throws {
        let url = URL(filePath: root.path(of: path))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    private func load(_ path: String) async throws -> LoadedUnit {
        try await Host.live.unitFiles.unit(at: path, root: root.path).loaded()
    }

    private func fault(_ path: String) async -> String? {
        await #expect(throws: UnitFileFault.self) { try await load(path) }?.description
    }

    @Test func `Drop-ins come from all directories, and a higher one hides the same name`()
        async throws
    {
        try write(Self.text + "User=a\n", to: "srv/web-one.service")
        try write("[Service]\nUser=b\n", to: "srv/web-one.service.d/10.conf")
        try write(
            "[Service]\nUser=hidden\n",
            to: "usr/lib/systemd/system/web-one.service.d/10.conf"
        )
        try write("[Service]\nGroup=c\n", to: "etc/systemd/system/web-.service.d/20.conf")
        try write("[Service]\nUMask=0077\n", to: "run/systemd/system/service.d/30.conf")
        try write("[Service]\nUser=no\n", to: "run/systemd/system/web-one.service.d/40.txt")
        try write("[Service]\nUser=no\n", to: "run/systemd/system/web-two.service.d/50.conf")
        try write("", to: "run/systemd/system/web-one.service.d/60.conf")
        try write("[Service]\nUser=no\n", to: "usr/lib/systemd/system/service.d/60.conf")

        let found = try await load("/srv/web-one.service")

        #expect(found.name.text == "web-one.service")
        #expect(found.settings.user?.words == "User=b in /srv/web-one.service.d/10.conf:2")
        #expect(
            found.settings.group?.words == "Group=c in /etc/systemd/system/web-.service.d/20.conf:2"
        )
        #expect(
            found.files == [
                "/srv/web-one.service", "/srv/web-one.service.d/10.conf",
                "/etc/systemd/system/web-.service.d/20.conf",
                "/run/systemd/system/service.d/30.conf",
                "/run/systemd/system/web-one.service.d/60.conf",
            ]
        )
    }

    @Test func `An instance has the file and the drop-ins of its template`() async throws {
        try write(Self.text + "User=%i\n", to: "srv/web@.service")
        try write("[Service]\nGroup=%i\n", to: "etc/systemd/system/web@.service.d/a.conf")
        try write("[Service]\nPrivateTmp=yes\n", to: "etc/systemd/system/web@one.service.d/b.conf")

        let found = try await load("/srv/web@one.service")

        #expect(found.name.text == "web@one.service")
        #expect(found.files.first == "/srv/web@.service")
        #expect(found.settings.user?.value == "one")
        #expect(found.settings.group?.value == "one")
        #expect(found.settings.files.privateTmp?.value == true)
        try write(Self.text + "User=own\n", to: "srv/web@one.service")
        #expect(try await load("/srv/web@one.service").settings.user?.value == "own")
    }

    @Test func `A link from elsewhere keeps its own name, and none leads out of the root`()
        async throws
    {
        try write(Self.text + "User=%p\n", to: "srv/real.service")
        try root.link("srv/alias.service", to: "real.service")
        try root.link("srv/out.service", to: "../../../../../../../../../../srv/real.service")
        try root.link("srv/absolute.service", to: "/srv/real.service")
        try root.link("srv/password.service", to: "/etc/passwd")
        try root.link("srv/loop.service", to: "loop.service")

        for name in ["alias", "out", "absolute"] {
            #expect(try await load("/srv/\(name).service").settings.user?.value == name)
        }
        // The machine has this file.
        #expect(await fault("/srv/password.service")?.contains("does not exist") == true)
        await #expect(throws: SystemError.self) { try await load("/srv/loop.service") }
    }

    @Test func `A link to a template is no alias of a unit`() async throws {
        try write(Self.text, to: "etc/systemd/system/real@.service")
        try root.link("etc/systemd/system/plain.service", to: "real@.service")
        #expect(
            await fault("/etc/systemd/system/plain.service")
                == "`/etc/systemd/system/plain.service` leads to `real@.service`, and cannot be its "
                + "alias, so systemd ignores the link; correct the link"
        )
        // Among the drop-ins of another unit, such a link is passed over.
        try write("[Service]\nUser=x\n", to: "etc/systemd/system/plain.service.d/a.conf")
        #expect(try await load("/etc/systemd/system/real@x.service").settings.user == nil)
    }

    @Test func `An alias is its unit, with the drop-ins of both names`() async throws {
        try write(Self.text + "User=%p\n", to: "usr/lib/systemd/system/real@.service")
        try write(Self.text + "Group=%p\n", to: "etc/systemd/system/real@.service")
        try root.link(
            "etc/systemd/system/other@.service",
            to: "/usr/lib/systemd/system/real@.service"
        )
        try write("[Service]\nUMask=0\n", to: "etc/systemd/system/other@.service.d/a.conf")
        try write("[Service]\nUMask=0\n", to: "run/systemd/system/real@.service.d/b.conf")

        for name in ["other@x.service", "real@x.service"] {
            let found = try await load("/etc/systemd/system/\(name)")
            #expect(found.name.text == "real@x.service")
            // The file is read under the name that was given.
            #expect(found.settings.group?.value == String(name.prefix { $0 != "@" }))
            #expect(found.settings.user == nil)
            #expect(
                found.files == [
                    "/etc/systemd/system/real@.service",
                    "/etc/systemd/system/other@.service.d/a.conf",
                    "/run/systemd/system/real@.service.d/b.conf",
                ]
            )
        }
    }

    @Test func `A file that is no service is refused with a remedy`() async throws {
        try write("", to: "srv/empty.service")
        try root.link("srv/masked.service", to: "/dev/null")
        try write("[Unit]\nDescription=x\n", to: "srv/unit.service")
        try write("[Service]\nUser=a/b\n", to: "srv/wrong.service")
        try write("[Socket]\n", to: "srv/a.socket")
        try write(Self.text, to: "srv/web@.service")
        try root.folder("srv/folder.service")
        try write(String(repeating: "#\n", count: (4 << 20) / 2) + "#", to: "srv/long.service")
        _ = unsafe mkfifo(root.path(of: "srv/pipe.service"), 0o600)

        let faults = [
            "/srv/none.service": "`/srv/none.service` does not exist; name a unit file",
            "/srv/none@a.service": "`/srv/none@a.service` does not exist; name a unit file",
            "/none/a.service": "`/none/a.service` does not exist; name a unit file",
            "/srv/empty.service":
                "`/srv/empty.service` is masked: it is empty or leads to `/dev/null`; systemd starts no such service",
            "/srv/masked.service":
                "`/srv/masked.service` is masked: it is empty or leads to `/dev/null`; systemd starts no such service",
            "/srv/unit.service":
                "`/srv/unit.service` has no setting in a section `[Service]`; add `ExecStart=` to it",
            "/srv/wrong.service":
                "systemd does not load the unit: /srv/wrong.service:2: the value of `User=` is neither a name nor a "
                + "number of a user or group; correct the line",
            "/srv/a.socket": "`/srv/a.socket` is no service; name a file that ends in `.service`",
            "/srv/": "`/srv/` is no service; name a file that ends in `.service`",
            "/srv/web@.service":
                "`/srv/web@.service` is a template; name an instance of it, such as `/srv/web@1.service`",
            "/srv/folder.service": "`/srv/folder.service` is not a regular file; name a unit file",
            "/srv/pipe.service": "`/srv/pipe.service` is not a regular file; name a unit file",
            "/srv/long.service":
                "`/srv/long.service` has more than 4194304 bytes, and is no unit file",
        ]
        for (path, expected) in faults { #expect(await fault(path) == expected) }
        #expect(await fault("/srv/a b.service")?.contains("character that is not allowed") == true)
    }

    @Test func `A pipe as a drop-in is refused, and a directory is ignored`() async throws {
        try write(Self.text, to: "srv/a.service")
        try write("", to: "srv/a.service.d/folder.conf/b")
        #expect(try await load("/srv/a.service").files.count == 1)
        _ = unsafe mkfifo(root.path(of: "srv/a.service.d/pipe.conf"), 0o600)
        #expect(await fault("/srv/a.service")?.contains("pipe.conf") == true)
    }

    @Test func `Every service of this machine is read`() async throws {
        let directory = "/usr/lib/systemd/system"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
            .filter { $0.hasSuffix(".service") }
        var read = 0
        for name in names {
            let name = name.replacingOccurrences(of: "@.service", with: "@a.service")
            do {
                let found = try await Host.live.unitFiles.unit(
                    at: "\(directory)/\(name)",
                    root: nil
                )
                let unit = try found.loaded()
                #expect(unit.ignored == [], "\(name)")
                #expect(!unit.settings.commands.isEmpty, "\(name)")
                read += 1
            } catch UnitFileFault.masked {
                continue
            } catch UnitFileFault.noService {
                // `systemd-exit.service` has only an action in its section `[Unit]`.
                continue
            }
        }
        #expect(read > 20)
    }

    @Test func `A relative path starts in the working directory`() async throws {
        let error = await #expect(throws: UnitFileFault.self) {
            try await Host.live.unitFiles.unit(at: "no/such.service", root: nil)
        }
        let path = "\(FileManager.default.currentDirectoryPath)/no/such.service"
        #expect(error == .missing(path))
    }

    @Test func `A described host has no unit files`() async {
        await #expect(throws: MissingFact.self) {
            try await Host.inMemory(HostFacts()).unitFiles.unit(at: "/a.service", root: nil)
        }
    }
}
