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
        let used = Set(
            users.entries.flatMap { [$0.uid, $0.gid] } + groups.entries.map(\.gid)
        )
        let free = OtherIDs(besides: used, try UserNamespaces.own())
        let (user, group) = ("\(free.users[0])", "\(free.groups[0])")
        let others = try await capability(.user(user, groups: [group])).verdict()
        let root = try await capability(.user("0", groups: ["0"])).verdict()
        var found = WhoCan(
            others: others.answer,
            othersReason: others.reason?.replacing("uid \(user)", with: "another user"),
            rootReason: root.reason,
            isWhole: users.isWhole && groups.isWhole
        )
        var seen: Set<[UInt8]> = []
        for (entry, subject) in zip(users.entries, subjects)
        where seen.insert(Array(entry.name.utf8)).inserted {
            try Task.checkCancellation()
            let who = User(entry.name, uid: entry.uid)
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
        for entry in groups.entries where seen.insert(Array(entry.name.utf8)).inserted {
            try Task.checkCancellation()
            let member = Subject.user(user, groups: [group, "\(entry.gid)"])
            switch (found.others, try await capability(member).verdict().answer) {
            case (.authorized, .denied), (.denied, .authorized): found.groups.append(entry.name)
            default: break
            }
        }
        return found
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
