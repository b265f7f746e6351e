/// A restriction that a unit can have, and the way in which it is loosened if a requirement needs that.
struct Restriction: Sendable {
    /// The settings of one step, in the order in which the unit has them.
    typealias Lines = [String]

    /// From the tightest to the loosest.
    let steps: [Lines]
    /// The effect, for a reader of the unit.
    private let tightPurpose: String
    /// The effect with allowances, which follow it.
    private let allowingPurpose: String
    /// The index of the step in force; nil if the unit cannot have the restriction.
    var step: Int? = 0
    /// The lines that permit single uses again.
    var allowances: [Allowance] = []
    /// The requirement that does not hold with a tighter step.
    var obstacle: String?

    /// A line that permits what a requirement needs.
    struct Allowance: Hashable, Sendable {
        let line: String
        let requirement: String
    }

    init(_ purpose: String, allowing allowingPurpose: String? = nil, _ steps: Lines...) {
        tightPurpose = purpose
        self.allowingPurpose = allowingPurpose ?? purpose
        self.steps = steps
    }

    var purpose: String { allowances.isEmpty ? tightPurpose : allowingPurpose }

    var lines: Lines {
        guard let step else { return [] }
        return steps[step] + allowances.map(\.line)
    }

    /// True for the bounding set, whose allowances are kernel capabilities.
    var limitsCapabilities: Bool { steps[0] == [Self.noCapabilities] }

    var limitsFamilies: Bool { steps[0].last == "RestrictAddressFamilies=AF_UNIX" }

    private static let noCapabilities = "CapabilityBoundingSet="

    /// The restrictions that the words of a policy can decide about, in the order of the drop-in.
    ///
    /// - SeeAlso: systemd.exec(5), "Capabilities" and "Sandboxing".
    static let all = [
        Self("no program that it starts can gain privileges", ["NoNewPrivileges=yes"]),
        Self(
            "it has no kernel capabilities",
            allowing: "it has no kernel capabilities but these",
            [noCapabilities]
        ),
        Self(
            "it cannot change the system's files",
            ["ProtectSystem=strict"],
            ["ProtectSystem=full"],
            ["ProtectSystem=yes"]
        ),
        Self(
            "it does not see the files of users",
            ["ProtectHome=yes"],
            ["ProtectHome=read-only"]
        ),
        Self("its temporary files are its own", ["PrivateTmp=yes"]),
        Self("it sees only pseudo devices", ["PrivateDevices=yes"]),
        Self("it cannot change settings of the kernel", ["ProtectKernelTunables=yes"]),
        Self("it cannot load modules", ["ProtectKernelModules=yes"]),
        Self("it cannot read the log of the kernel", ["ProtectKernelLogs=yes"]),
        Self("it cannot change control groups", ["ProtectControlGroups=yes"]),
        Self("it cannot set the clock", ["ProtectClock=yes"]),
        Self("it cannot rename the host", ["ProtectHostname=yes"]),
        Self("it does not see processes of others", ["ProtectProc=invisible"]),
        Self("it sees nothing but processes in /proc", ["ProcSubset=pid"]),
        Self(
            "it has only sockets of this host",
            allowing: "it has only sockets of this host, and these",
            ["RestrictAddressFamilies=", "RestrictAddressFamilies=AF_UNIX"]
        ),
    ]
}

/// A setting that no word of a policy decides about. It is printed as a comment.
package struct HardeningSuggestion: Sendable, Encodable {
    package let setting: String
    package let purpose: String

    package static let all = [
        Self(setting: "RestrictNamespaces=yes", purpose: "if it makes no namespaces"),
        Self(setting: "RestrictRealtime=yes", purpose: "if it needs no realtime scheduling"),
        Self(setting: "RestrictSUIDSGID=yes", purpose: "if it makes no set-user-id files"),
        Self(setting: "LockPersonality=yes", purpose: "if it runs no programs of another system"),
        Self(setting: "MemoryDenyWriteExecute=yes", purpose: "if it compiles nothing at run time"),
        Self(setting: "SystemCallArchitectures=native", purpose: "if it has no 32-bit programs"),
        Self(setting: "SystemCallFilter=@system-service", purpose: "for most services"),
        Self(setting: "KeyringMode=private", purpose: "if it shares no keys"),
        Self(setting: "UMask=0077", purpose: "if no other user reads its files"),
    ]
}
