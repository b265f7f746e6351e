package import Foundation

/// A network of a test's own, in which a child lives: two links joined by a cable, down and without addresses.
package struct ForeignNetwork: Sendable {
    /// Who lives there.
    package let pid: pid_t

    /// Makes one, with its loopback up, and ends it after `body`. Needs root, and ip(8) of iproute2.
    package static func make<Value: ~Copyable>(
        _ body: (ForeignNetwork) async throws -> Value
    ) async throws -> Value {
        try await withChild(["unshare", "--net", "cat"]) { child in
            let network = ForeignNetwork(pid: child.pid)
            try await network.ip("link set lo up")
            try await network.ip("link add near type veth peer name far")
            return try await body(network)
        }
    }

    /// Runs ip(8) there.
    package func ip(_ arguments: String) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["nsenter", "--net=/proc/\(pid)/ns/net", "ip"]
            + arguments.split(separator: " ").map(String.init)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let status = try await process.end()
        guard status == 0 else {
            throw Failure(description: "`ip \(arguments)` ended with \(status)")
        }
    }

    struct Failure: Error, CustomStringConvertible { let description: String }
}
