package import Glibc

/// A test's own network, kept by a child: two links joined by a cable, down and without addresses.
package struct ForeignNetwork: Sendable {
    /// The process in the network.
    package let pid: pid_t

    /// Makes a network with its loopback up, and ends it after `body`. It needs root, and ip(8) of iproute2.
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

    /// Runs ip(8) in the network.
    package func ip(_ arguments: String) async throws {
        let words = arguments.split(separator: " ").map(String.init)
        let command = ["nsenter", "--net=/proc/\(pid)/ns/net", "ip"] + words
        _ = try await runCommand(command).success(of: command)
    }
}
