import TestSupport

/// A call of a container's first process: as a requirement of a policy, and as a line for the probe inside.
struct ContainerQuestion {
    /// The members of the requirement.
    let requirement: [String: Any]
    let line: String

    static func file(
        _ word: String,
        _ path: String,
        argument: String? = nil,
        here: String? = nil,
        follow: Bool? = nil
    ) -> Self {
        var requirement: [String: Any] = [word: path]
        requirement["argument"] = argument
        requirement["follow"] = follow
        let links = follow.map { $0 ? "1" : "0" } ?? "-1"
        return Self(
            requirement: requirement,
            line: ["question", word, links, path, here ?? argument ?? ""].joined(separator: "\t")
        )
    }

    static func socket(_ word: String, _ transport: String, _ address: String, _ port: Int)
        -> Self
    {
        let host = address.contains(":") ? "[\(address)]" : address
        return Self(
            requirement: [word: "\(transport):\(host):\(port)"],
            line: "\(word)\t\(transport)\t\(address)\t\(port)"
        )
    }

    static func family(_ word: String, _ family: String) -> Self {
        Self(requirement: [word: family], line: "\(word)\t\(family)")
    }

    static func capability(_ name: String, isEffective: Bool) -> Self {
        Self(
            requirement: ["capability": name, "in": isEffective ? "effective" : "permitted"],
            line: "\(isEffective ? "use" : "raise")\t\(OCICapability.number(of: name))"
        )
    }
}

/// The kernel capabilities that a random container can have.
enum OCICapability {
    private static let all: [(name: String, number: Int)] = [
        ("CAP_CHOWN", 0), ("CAP_DAC_OVERRIDE", 1), ("CAP_DAC_READ_SEARCH", 2), ("CAP_FOWNER", 3),
        ("CAP_FSETID", 4), ("CAP_KILL", 5), ("CAP_SETGID", 6), ("CAP_SETUID", 7),
        ("CAP_LINUX_IMMUTABLE", 9), ("CAP_NET_BIND_SERVICE", 10), ("CAP_NET_ADMIN", 12),
        ("CAP_NET_RAW", 13), ("CAP_SYS_ADMIN", 21), ("CAP_MKNOD", 27),
    ]
    /// CAP_SYS_ADMIN is rare, because it leaves few answers known.
    static let usual = all.map(\.name).filter { $0 != "CAP_SYS_ADMIN" }
    static let names = all.map(\.name)

    static func number(of name: String) -> Int { all.first { $0.name == name }?.number ?? 63 }
}
