import Kernel
import LinuxCapabilities
import TestSupport

/// Somebody at random, by the ids of the initial user namespace.
struct JudgedSubject {
    /// By the judge's numbers, 0 being the initial one.
    let userNamespace: Int
    let user: UInt32
    let group: UInt32
    let capabilities: [KernelCapability]

    /// As the judge makes them, each with its ranges as the initial one numbers them.
    private static let maps = ["[[0,100000,65536]]", "[[0,101000,100]]", "[[0,0,65536]]"]
    /// Those that make the namespaces are among them.
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

    /// As `--as` has it, which is somebody in our own user namespace.
    var asUser: Subject? {
        guard userNamespace == 0 else { return nil }
        return .user("\(user)", groups: ["\(group)"], capabilities: capabilities)
    }

    /// As a line of a batch has it.
    var json: String {
        let names = capabilities.map { "\"\($0)\"" }.joined(separator: ",")
        let map = userNamespace == 0 ? nil : Self.maps[userNamespace - 1]
        let namespace = map.map { ",\"userns\":{\"uid\":\($0),\"gid\":\($0)}" } ?? ""
        return "{\"uid\":\(user),\"gid\":\(group),\"capabilities\":[\(names)]\(namespace)}"
    }
}
