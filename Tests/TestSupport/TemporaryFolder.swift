package import Foundation

/// A test's own folder, removed with its owner.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = "/tmp/warrant-\(UUID().uuidString.prefix(8))"
        try folder("")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func path(of name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

    @discardableResult
    package func file(_ name: String, _ text: String = "", mode: mode_t = 0o644) throws -> String {
        try data(name, Data(text.utf8), mode: mode)
    }

    @discardableResult
    package func data(_ name: String, _ bytes: Data, mode: mode_t = 0o644) throws -> String {
        try bytes.write(to: URL(filePath: path(of: name)))
        return try change(name, mode: mode)
    }

    @discardableResult
    package func folder(_ name: String, mode: mode_t = 0o755) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path(of: name),
            withIntermediateDirectories: false
        )
        return try change(name, mode: mode)
    }

    @discardableResult
    package func link(_ name: String, to target: String) throws -> String {
        try FileManager.default.createSymbolicLink(
            atPath: path(of: name),
            withDestinationPath: target
        )
        return path(of: name)
    }

    @discardableResult
    package func change(_ name: String, mode: mode_t) throws -> String {
        try FileManager.default.setAttributes(
            [.posixPermissions: Int(mode)],
            ofItemAtPath: path(of: name)
        )
        return path(of: name)
    }

    package func change(_ name: String, owner: Int) throws {
        try FileManager.default.setAttributes(
            [.ownerAccountID: owner],
            ofItemAtPath: path(of: name)
        )
    }
}
