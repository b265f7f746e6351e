import Capabilities
import LinuxSystem
import Procedures

/// A user, a group or a membership that the name service knows, the same for every subject.
///
/// A primary group counts as a membership. A process keeps the groups from its start, so a new membership takes effect
/// at the next login.
/// - SeeAlso: nsswitch.conf(5), getent(1).
package struct HostAccount: Capability {
    package enum Kind: Hashable, Sendable {
        case user(String)
        case group(String)
        case member(String, of: String)

        /// The user and the group in bytes, as the name service compares them.
        private var names: (user: [UInt8]?, group: [UInt8]?) {
            switch self {
            case .user(let name): (Array(name.utf8), nil)
            case .group(let name): (nil, Array(name.utf8))
            case .member(let user, let group): (Array(user.utf8), Array(group.utf8))
            }
        }

        package static func == (one: Self, other: Self) -> Bool { one.names == other.names }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(names.user)
            hasher.combine(names.group)
        }
    }

    package let kind: Kind
    private let host: Host

    package init(_ kind: Kind, on host: Host = .live) {
        self.kind = kind
        self.host = host
    }

    package var name: String {
        switch kind {
        case .user(let name): "user \(name)"
        case .group(let name): "group \(name)"
        case .member(let user, let group): "member \(user) of \(group)"
        }
    }

    package var requirement: Void { () }

    /// - Throws: `SystemError` if the name service gives no answer.
    package func authorizationStatus() async throws -> HostStateStatus {
        HostStateStatus(verdict: try await verdict())
    }

    private func verdict() async throws -> Verdict {
        switch kind {
        case .user(let name):
            guard let uid = try await host.user(named: name) else {
                return .denied([absence(.accountMissing, "user", name, "useradd --system")])
            }
            return .authorized([existence("user", name, "uid \(uid)")])
        case .group(let name):
            guard let gid = try await host.group(named: name) else {
                return .denied([absence(.accountMissing, "group", name, "groupadd --system")])
            }
            return .authorized([existence("group", name, "gid \(gid)")])
        case .member(let user, let group): return try await membership(of: user, in: group)
        }
    }

    private func membership(of user: String, in group: String) async throws -> Verdict {
        guard case .known(let account) = try await host.accounts.account(of: user, groups: nil)
        else { return .denied([absence(.userMissing, "user", user, nil)]) }
        guard let gid = try await host.group(named: group) else {
            return .denied([absence(.groupMissing, "group", group, nil)])
        }
        let names = try await host.accounts.names(users: [], groups: Set(account.groups))
        let all = account.groups.map { names.group($0) }.joined(separator: " ")
        let holds = account.groups.contains(gid)
        let message = holds ? "is a member of `\(group)`" : "is not a member of `\(group)`"
        let subject = "user `\(user)`"
        let evidence = Evidence(
            "user \(user)",
            facts: all,
            question: "member of \(group)",
            finding: message,
            holds: holds
        )
        let isPlain = user.isPlainAccountName && group.isPlainAccountName
        let remedy = Remedy(
            "usermod --append --groups \(group) \(user)",
            note: "in effect from the next login or start on"
        )
        let remedies = holds || !isPlain ? [] : [remedy]
        let reason = Reason(
            .membership,
            subject,
            message,
            evidence: [evidence],
            remedies: remedies
        )
        return holds ? .authorized([reason]) : .denied([reason])
    }

    private func existence(_ kind: String, _ name: String, _ number: String) -> Reason {
        let evidence = Evidence(
            "\(kind) \(name)",
            facts: number,
            question: "exists",
            finding: "exists",
            holds: true
        )
        return Reason(.accountFound, "\(kind) \(name)", "has \(number)", evidence: [evidence])
    }

    /// - Parameter command: The command that creates the account; nil if the account is not the object of the question.
    private func absence(
        _ code: ReasonCode,
        _ kind: String,
        _ name: String,
        _ command: String?
    ) -> Reason {
        let message = "does not exist here"
        let evidence = Evidence(
            "\(kind) \(name)",
            question: "exists",
            finding: message,
            holds: false
        )
        let remedies = command.map {
            Remedy("\($0) \(name)", note: "or install the package that makes it")
        }
        return Reason(
            code,
            "\(kind) \(name)",
            message,
            evidence: [evidence],
            remedies: name.isPlainAccountName ? [remedies].compactMap(\.self) : []
        )
    }
}

extension String {
    /// True if useradd(8) accepts the name. Other names come from services that it does not change.
    fileprivate var isPlainAccountName: Bool {
        guard let first = utf8.first, utf8.count <= 32 else { return false }
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) || byte == 0x5F }
        let isOther = { (byte: UInt8) in (0x30...0x39).contains(byte) || byte == 0x2D }
        return isLetter(first) && utf8.allSatisfy { isLetter($0) || isOther($0) }
    }
}
