import Kernel
import LinuxCapabilities
import TestSupport

/// A random subject, by the ids of the initial user namespace.
struct JudgedSubject {
    /// The number of the user namespace in the judge; 0 is the initial one.
    let userNamespace: Int
    let user: UInt32
    let group: UInt32
    let capabilities: [KernelCapability]

    /// The maps that the judge creates, each with its ranges as in the initial namespace.
    private static let maps = ["[[0,100000,65536]]", "[[0,101000,100]]", "[[0,0,65536]]"]
    /// The users include those that create the namespaces.
    private static let users: [UInt32] = [
        0, 3000, 3001, 3002, 100_000, 100_005, 101_000, 101_005,
    ]
    private static let some: [KernelCapability] = [.chown, .netAdmin, .sysAdmin, .setuid, .netRaw]

    init(_ random: inout SplitMix) {
        userNamespace = [0, 0, 0, 1, 2, 3].randomElement(using: &random) ?? 0
        user = Self.users.randomElement(using: &random) ?? 0
        group = Self.users.randomElement(using: &random) ?? 0
        let others = Self.some.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        capabilities = others + (Bool.random(using: &random) ? [.netBindService] : [])
    }

    var line: String {
        "subject \(userNamespace) \(user) \(group) \(KernelCapabilitySet(capabilities).mask)"
    }

    /// The subject in the form of `--as`, which names a user of this process's user namespace.
    var asUser: Subject? {
        guard userNamespace == 0 else { return nil }
        return .user("\(user)", groups: ["\(group)"], capabilities: capabilities)
    }

    /// The subject in the form of a batch line.
    var json: String {
        let names = capabilities.map { "\"\($0)\"" }.joined(separator: ",")
        let map = userNamespace == 0 ? nil : Self.maps[userNamespace - 1]
        let namespace = map.map { ",\"userns\":{\"uid\":\($0),\"gid\":\($0)}" } ?? ""
        return "{\"uid\":\(user),\"gid\":\(group),\"capabilities\":[\(names)]\(namespace)}"
    }
}
