import TestSupport

/// A random network with sockets.
struct JudgedNetwork {
    private static let addresses = [
        "127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.0",
        "192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "224.0.0.1", "ff05::1", "fe80::1",
        "255.255.255.255", "127.0.0.6", "::ffff:127.0.0.6",
    ]
    static let ports: [UInt16] = [1, 80, 1023, 1024, 8080]
    /// The users who may have created the first user namespace.
    static let makers: [UInt32] = [0, 3001]

    /// The user namespace that owns the network, by the judge's numbers.
    let owner: Int
    /// The line that creates the network, in the judge's words.
    let line: String
    let sockets: [String]

    init(_ random: inout SplitMix) {
        owner = [0, 0, 1, 2, 3].randomElement(using: &random) ?? 0
        let maker = Self.makers.randomElement(using: &random) ?? 0
        let isUp = Int.random(in: 0..<8, using: &random) > 0
        let start = [0, 80, 81, 1024, 1024, 1025, 9000, 32768].randomElement(using: &random) ?? 0
        let takesForeign = Int.random(in: 0..<6, using: &random) == 0
        let onlyIPv6 = Int.random(in: 0..<4, using: &random) == 0
        line =
            "network \(owner) \(maker) \(isUp ? 1 : 0) \(start) \(takesForeign ? 1 : 0) "
            + (onlyIPv6 ? "1" : "0")
        sockets = (0..<Int.random(in: 0...10, using: &random)).map { _ in Self.socket(&random) }
    }

    /// Returns an address, mostly one of the first, which sockets can share.
    static func address(_ random: inout SplitMix) -> String {
        let isCommon = Int.random(in: 0..<5, using: &random) < 3
        return addresses.prefix(isCommon ? 7 : addresses.count).randomElement(using: &random) ?? ""
    }

    static func transport(_ random: inout SplitMix) -> String {
        Int.random(in: 0..<3, using: &random) > 0 ? "tcp" : "udp"
    }

    private static func socket(_ random: inout SplitMix) -> String {
        // The flags are those of Tests/PortJudge/Judge.h. Most TCP sockets listen, because the kernel shows all their
        // facts.
        var flags = Int.random(in: 0...15, using: &random)
        if Int.random(in: 0..<4, using: &random) > 0 { flags |= 16 }
        if Int.random(in: 0..<4, using: &random) == 0 { flags |= 32 }
        if Int.random(in: 0..<8, using: &random) == 0 { flags |= 64 }
        if Int.random(in: 0..<6, using: &random) == 0 { flags |= 128 }
        let address = address(&random)
        let port = ports.randomElement(using: &random) ?? 0
        return "socket \(transport(&random)) \(address) \(port) \(flags)"
    }
}
