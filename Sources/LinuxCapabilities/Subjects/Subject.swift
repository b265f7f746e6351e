import Capabilities
public import Kernel
import LinuxSystem
import Procedures

/// The subject of a question.
public enum Subject: Hashable, Sendable {
    /// The looking thread.
    case current
    case process(pid: Int32)
    /// A user by name or number. The groups, the primary one first, replace those of the name service. The kernel
    /// capabilities are the effective ones.
    case user(String, groups: [String]? = nil, capabilities: [KernelCapability]? = nil)
    /// A running unit: its main process for a yes, every process of its control group for a no.
    ///
    /// A process that was moved to another group, such as that of a session, does not belong to the unit.
    case unit(String)
    /// The first process of a running container of podman, Docker, containerd, runc or crun, by name, id, beginning of
    /// an id, or `RUNTIME:NAME`.
    ///
    /// The state files of the runtimes lead to it. They must be files that only root and this user can write.
    case container(String)
    /// A command of a service that does not run, as systemd would start it now from a unit file with its drop-ins.
    case unitFile(String, UnitStart = UnitStart())
    /// A command of a service as systemd would start it now, from the files that systemd has loaded, whether the
    /// service runs or not.
    case restartedUnit(String, UnitStart = UnitStart())
}

// Names are compared byte by byte, as the name service and the kernel do.
extension Subject {
    public static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.current, .current): true
        case (.process(let one), .process(let other)): one == other
        default: one.kind == other.kind && one.words.elementsEqual(other.words)
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(words)
    }

    private var kind: Int {
        switch self {
        case .current: 0
        case .process: 1
        case .user: 2
        case .unit: 3
        case .container: 4
        case .unitFile: 5
        case .restartedUnit: 6
        }
    }

    /// The text of the subject in bytes, and the number of texts of each list.
    private var words: [[UInt8]] {
        let words: [String] =
            switch self {
            case .current: []
            case .process(let pid): ["\(pid)"]
            case .user(let user, let groups, let capabilities):
                [user, "\(groups?.count ?? -1)"] + (groups ?? [])
                    + ["\(capabilities?.count ?? -1)"] + (capabilities ?? []).map(\.name)
            case .unit(let name), .container(let name): [name]
            case .unitFile(let name, let start), .restartedUnit(let name, let start):
                [name, start.command ?? "", start.systemdVersion ?? ""] + start.settings
            }
        return words.map { Array($0.utf8) }
    }
}

extension Subject: CustomStringConvertible {
    /// For example: user www-data:shadow with CAP_DAC_READ_SEARCH
    public var description: String {
        switch self {
        case .current: "this process"
        case .process(let pid): "process \(pid)"
        case .user: "user \(name)"
        case .unit(let name): "unit \(name)"
        case .container(let name): "container \(name)"
        case .unitFile(let path, let start):
            "unit file \(path)" + (start.command.map { " (\($0))" } ?? "")
                + start.changes
        case .restartedUnit(let name, let start):
            "unit \(name) (\(start.command.map { "\($0), " } ?? "")as systemd would start it)"
                + start.changes
        }
    }

    /// The description without the word `user`.
    package var name: String {
        guard case .user(let user, let groups, let capabilities) = self else { return description }
        let name = groups.map { "\(user):\($0.joined(separator: ","))" } ?? user
        guard let capabilities else { return name }
        let held = capabilities.map(\.name).joined(separator: ",")
        return "\(name) with \(held.isEmpty ? "nothing" : held)"
    }
}

extension Subject {
    /// The reason why changes of a subject, apart from its end, are not announced; nil if there is none.
    var unreported: Reason? {
        switch self {
        case .current, .user: nil
        case .process:
            Reason(
                .notWatched,
                description,
                "may change its ids and kernel capabilities, and the kernel announces only its end"
            )
        case .unit, .container:
            Reason(
                .notWatched,
                description,
                "has a main process that may change its ids and kernel capabilities, and the kernel "
                    + "announces only its end"
            )
        case .unitFile, .restartedUnit:
            Reason(.notWatched, description, "may change, and so may its drop-ins")
        }
    }
}

extension Subject {
    /// The reason why an answer about a subject may become wrong without an announcement; nil if there is none.
    var unkeepable: Reason? {
        guard case .user = self else { return unreported }
        let message = "may get other ids and groups, and no change of the accounts is announced"
        return Reason(.notWatched, description, message)
    }
}

/// A uid or a gid written as a number: only digits, although Swift would also accept `-0`.
package struct SubjectNumber {
    package let id: UInt32

    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }),
            let id = UInt32(text), id != .max
        else { return nil }
        self.id = id
    }
}

extension Subject {
    /// True for a service as systemd would start it.
    package var isService: Bool {
        switch self {
        case .unitFile, .restartedUnit: true
        case .current, .process, .user, .unit, .container: false
        }
    }

    /// Returns a service with another start. Every other subject stays the same.
    package func changingStart(_ change: (inout UnitStart) -> Void) -> Subject {
        switch self {
        case .unitFile(let path, var start):
            change(&start)
            return .unitFile(path, start)
        case .restartedUnit(let name, var start):
            change(&start)
            return .restartedUnit(name, start)
        case .current, .process, .user, .unit, .container: return self
        }
    }

    /// The fault of a question about this subject, whichever users exist here, with its remedy; nil if there is none.
    /// The text continues the subject's name.
    package var problem: String? {
        if case .container(let name) = self { return ContainerName.problem(of: name) }
        if case .unitFile(let path, let start) = self {
            guard path.isAbsolutePath else { return "is a relative path; write it from `/` on" }
            return start.problem
        }
        if case .restartedUnit(_, let start) = self { return start.problem }
        guard case .user(let user, let groups, _) = self else { return nil }
        if let problem = Self.problem(of: user, "user") { return problem }
        guard let groups else { return nil }
        guard !groups.isEmpty else {
            return
                "has no group after the colon; leave out the colon for the groups that the user has here"
        }
        return groups.lazy.compactMap { Self.problem(of: $0, "group") }.first
    }

    private static func problem(of name: String, _ kind: String) -> String? {
        if name.isEmpty { return "names an empty \(kind); give a name or a number" }
        let isStrange = name.unicodeScalars.contains { $0.value < 0x20 || $0 == ":" || $0 == "," }
        if isStrange || name.hasPrefix("-") || name.hasPrefix("+") {
            return "names `\(name)`, which is not a valid \(kind) name; give a name or a number"
        }
        let isNumber = name.utf8.allSatisfy { (48...57).contains($0) }
        guard isNumber, SubjectNumber(name) == nil else { return nil }
        return "names \(kind) \(name), which is not a valid number; the last one is 4294967294"
    }
}
