import Foundation
import TestSupport
import Testing

@Suite struct `The facts of a record` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func sysctl(_ name: String) throws -> String {
        let text = try String(contentsOfFile: "/proc/sys/fs/\(name)", encoding: .utf8)
        return "    fs.\(name): \(text.filter(\.isNumber))\n"
    }

    /// The kernel's answer for another user's link in a sticky directory depends on the settings.
    @Test func `A record has the settings that decided access to files`() async throws {
        try folder.folder("sticky", mode: 0o1777)
        try folder.file("key")
        let link = try folder.link("sticky/link", to: "../key")
        try #require(try await folder.run(["chown", "-h", "8", "sticky/link"]) == Ended(0))
        try folder.policy("read: \(link), as: nobody")
        try await FileSettingsLock.held {
            let text = try await folder.recorded("policy.yaml")
            for name in ["symlinks", "hardlinks", "regular", "fifos"] {
                let line = try Self.sysctl("protected_\(name)")
                #expect(text.contains(line), "\(line)\(text)")
            }
        }
    }

    @Test func `A record omits settings that decided nothing`() async throws {
        try folder.policy("capability: CAP_CHOWN, in: bounding")
        #expect(try await !folder.recorded("policy.yaml").contains("sysctls:"))
        try folder.policy("bind: tcp:8080")
        let text = try await folder.recorded("policy.yaml")
        #expect(text.contains("\n  sysctls:\n    net.ipv4.ip_unprivileged_port_start: "), "\(text)")
        #expect(!text.contains("fs.protected"), "\(text)")
        #expect(!text.contains("ping_group_range"), "\(text)")
    }

    /// `nobody` is not in that group; only one of the requirements gives it.
    @Test(arguments: [false, true])
    func `A record lists the actual groups of a user, not the given ones`(
        isLast: Bool
    ) async throws {
        try folder.file("key", mode: 0o604)
        try folder.change("key", owner: 0)
        try #require(try await folder.run(["chgrp", "adm", "key"]) == Ended(0))
        let key = folder.path(of: "key")
        let with = "read: \(key), as: \"nobody:adm\", id: with"
        let without = "read: \(key), as: nobody, id: without"
        let all = isLast ? [without, with] : [with, without]
        let list = all.map { "  - { \($0) }\n" }.joined()
        try folder.file("p.yaml", "warrant: 1\nname: p\nrequire:\n\(list)")
        let text = try await folder.recorded("p.yaml")
        #expect(text.contains("\n    nobody: { uid: 65534, groups: [nogroup] }\n"), "\(text)")
        #expect(text.contains("\n    adm: 4\n"), "\(text)")
        #expect(text.contains("\n      with: fails permission-refused\n"), "\(text)")
        #expect(text.contains("\n      without: holds\n"), "\(text)")
    }

    @Test func `The test notices a requirement that is removed from the policy`() async throws {
        let whole = "warrant: 1\nname: p\nrequire: [{ read: /etc/hostname }]\n"
        try folder.file("p.yaml", whole + "forbid: [{ read: /no/such/file }]\n")
        try folder.file("p.test.yaml", try await folder.recorded("p.yaml"))
        #expect(try await folder.warrant("test", "p.yaml").status == 0)
        try folder.file("p.yaml", whole)
        let ended = try await folder.warrant("test", "p.yaml")
        #expect(ended.status == 65)
        let message =
            "the policy has no requirement `forbid read /no/such/file`; if it was removed there, put it back"
        #expect(ended.output.contains(message), "\(ended)")
    }

    @Test func `A record identifies a user that was given with groups`() async throws {
        try folder.policy("read: /etc/shadow, as: \"nobody:adm\"")
        let text = try await folder.recorded("policy.yaml")
        #expect(text.contains("\n    nobody: { uid: 65534, groups: [nogroup] }\n"), "\(text)")
        try folder.policy("read: /etc/shadow, as: \"nobody:no-such-group\"")
        let missing = try await folder.recorded("policy.yaml")
        #expect(missing.contains("\n    no-such-group: missing\n"), "\(missing)")
    }
}
