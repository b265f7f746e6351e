import Foundation
import Testing

/// A folder of a test's own, in which it runs the program; gone with its owner.
///
/// Tests here become other users, mount, and give files away: they need root, and say so.
final class Folder: Sendable {
    let path: String

    init() throws {
        try #require(getuid() == 0, "the tests of the program need root; run them through sudo")
        path = "/tmp/warrant-\(UUID().uuidString.prefix(8))"
        try folder("")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The program as it was built, beside the tests.
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "warrant").path()

    func path(of name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

    func file(_ name: String, _ text: String = "", mode: Int = 0o644) throws {
        try data(name, Data(text.utf8), mode: mode)
    }

    func data(_ name: String, _ bytes: Data, mode: Int = 0o644) throws {
        try bytes.write(to: URL(filePath: path(of: name)))
        try change(name, mode: mode)
    }

    func folder(_ name: String, mode: Int = 0o755) throws {
        try FileManager.default.createDirectory(
            atPath: path(of: name),
            withIntermediateDirectories: false
        )
        try change(name, mode: mode)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(of: name),
            withDestinationPath: target
        )
    }

    func change(_ name: String, mode: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode],
            ofItemAtPath: path(of: name)
        )
    }

    func change(_ name: String, owner: Int) throws {
        try FileManager.default.setAttributes(
            [.ownerAccountID: owner],
            ofItemAtPath: path(of: name)
        )
    }

    /// A policy named `policy` that requires these, each written as a flow mapping without braces.
    func policy(_ requirements: String..., in name: String = "policy.yaml") throws {
        let list = requirements.map { "  - { \($0) }\n" }.joined()
        try file(name, "warrant: 1\nname: policy\nrequire:\n" + list)
    }
}
