package import Capabilities
import Kernel
import LinuxSystem
import Procedures

extension WhoCan {
    /// Asks one capability about each user and each group that the name service lists.
    ///
    /// Users have the groups of the name service and no kernel capability. Root has the bounding set of this process.
    ///
    /// - Parameter capability: Returns the capability for a subject.
    /// - Throws: ``SystemError`` if the tables cannot be read; `CancellationError`; the errors of `capability`.
    package static func live(
        limit: Int = limit,
        _ capability: @Sendable (Subject) throws -> any Capability
    ) async throws -> WhoCan {
        let (users, subjects, groups) = try await BlockingThreads.shared.runAsCaller(
            "name service"
        ) {
            let users = try Accounts.users(atMost: limit)
            return (users, users.entries.map(\.subject), try Accounts.groups(atMost: limit))
        }
        let free = UnusedID(users.entries, groups.entries, try UserNamespaces.own())
        let other = free.subject(in: nil)
        let others = try await capability(other).verdict()
        let root = try await capability(.user("0", groups: ["0"])).verdict()
        var found = WhoCan(
            others: others.answer,
            othersReason: others.reason?.replacing("uid \(free.id)", with: "another user"),
            rootReason: root.reason,
            isWhole: users.isWhole && groups.isWhole
        )
        var seen: Set<[UInt8]> = []
        for (user, subject) in zip(users.entries, subjects)
        where seen.insert(Array(user.name.utf8)).inserted {
            try Task.checkCancellation()
            let who = User(user.name, uid: user.uid)
            guard let subject else {
                found.unknown.append(who)
                continue
            }
            switch try await capability(subject).verdict().answer {
            case .authorized: found.allowed.append(who)
            case .denied: found.denied.append(who)
            case .undetermined: found.unknown.append(who)
            }
        }
        seen = []
        for group in groups.entries where seen.insert(Array(group.name.utf8)).inserted {
            try Task.checkCancellation()
            let member = try await capability(free.subject(in: group.gid)).verdict()
            switch (found.others, member.answer) {
            case (.authorized, .denied), (.denied, .authorized): found.groups.append(group.name)
            default: break
            }
        }
        return found
    }
}

/// An id that no user and no group of the host has. It stands for all users who are not named.
private struct UnusedID {
    let id: UInt32

    /// - Parameter namespace: The user namespace that should map the id. If no mapped id is left, the id is unmapped.
    init(_ users: [UserAccount], _ groups: [GroupAccount], _ namespace: UserNamespace) {
        let used = Set(users.flatMap { [$0.uid, $0.gid] } + groups.map(\.gid))
        let highest = UInt32.max - 2
        let ends = (namespace.users.ranges + namespace.groups.ranges)
            .map { min(highest, $0.inside + ($0.count - 1)) }.sorted(by: >)
        // Only as many candidates below each end as ids are in use, because a range may have four billion.
        let candidates = ends.lazy.flatMap { end in
            (0...UInt32(used.count)).lazy.map { end - min(end, $0) }
        }
        id =
            candidates.first {
                !used.contains($0) && namespace.unmapped(user: $0, groups: [$0]) == nil
            } ?? highest
    }

    /// - Parameter group: A supplementary group; nil for none.
    func subject(in group: UInt32?) -> Subject {
        .user("\(id)", groups: ["\(id)"] + (group.map { ["\($0)"] } ?? []))
    }
}

extension UserAccount {
    /// The user as a subject. A name of digits would be taken for a number, perhaps another user's, so such a user is
    /// asked about by number. Nil if the name service does not report its groups.
    fileprivate var subject: Subject? {
        guard name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return .user(name) }
        guard let groups = try? Accounts.groups(of: self) else { return nil }
        return .user("\(uid)", groups: groups.map { "\($0)" })
    }
}

extension Verdict {
    /// The reason why it is not a yes, in one line.
    fileprivate var reason: String? {
        guard !isAuthorized, let reason = reasons.first else { return nil }
        return reason.message
    }
}
