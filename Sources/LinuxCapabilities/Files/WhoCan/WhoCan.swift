import AccessModel
package import Capabilities
import Kernel
import LinuxSystem

/// The users and groups of a host that may do something, and those that may not.
package struct WhoCan: Hashable, Sendable {
    /// A property of a file that no permission changes, so the caller probably meant another question.
    package enum Obstacle: Hashable, Sendable {
        case isADirectory
        /// A name that already exists.
        case exists
    }

    package struct User: Hashable, Sendable {
        package var name: String
        package var uid: UInt32

        package init(_ name: String, uid: UInt32) {
            self.name = name
            self.uid = uid
        }
    }

    /// The answer for a user who owns no file of the path, is in no group, and is not listed below.
    package var others: Verdict.Answer
    /// The reason why the others may not, or why that is not known; nil if they may.
    package var othersReason: String?
    /// The reason why even root may not; nil if root may.
    package var rootReason: String?
    /// The users who may, in the order of the name service.
    package var allowed: [User] = []
    package var denied: [User] = []
    package var unknown: [User] = []
    /// The groups of which each alone would give one of the others the opposite answer.
    package var groups: [String] = []
    /// The property that refuses even root, apart from permission.
    package var obstacle: Obstacle?
    /// True if the tables of users and groups had no more entries than the limit.
    package var isWhole: Bool

    package init(
        others: Verdict.Answer,
        othersReason: String? = nil,
        rootReason: String? = nil,
        isWhole: Bool = true
    ) {
        self.others = others
        self.othersReason = othersReason
        self.rootReason = rootReason
        self.isWhole = isWhole
    }

    /// True if every user's answer is known.
    package var isKnown: Bool { others != .undetermined && unknown.isEmpty && isWhole }
}

extension WhoCan {
    /// The limit for users, and for groups.
    package static let limit = 10_000

    /// Asks the rules for each user and each group that the name service lists.
    ///
    /// Users have the groups of the name service and no kernel capability. Root has the bounding set of this process.
    ///
    /// - Throws: ``SystemError`` if the tables or the host's facts cannot be read; `CancellationError`.
    package static func live(_ inquiry: FileInquiry, limit: Int = limit) async throws -> WhoCan {
        try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            let users = try Accounts.users(atMost: limit)
            let groups = try Accounts.groups(atMost: limit)
            let asked = try AskedForEverybody(inquiry)
            var found = asked.forOthers(isWhole: users.isWhole && groups.isWhole)
            var seen: Set<[UInt8]> = []
            for user in users.entries where seen.insert(Array(user.name.utf8)).inserted {
                let who = User(user.name, uid: user.uid)
                switch asked.answer(for: user) {
                case .authorized: found.allowed.append(who)
                case .denied: found.denied.append(who)
                case .undetermined: found.unknown.append(who)
                }
            }
            found.groups = asked.groups(groups.entries, thatTurn: found.others)
            found.obstacle = asked.obstacle
            return found
        }
    }
}

/// One question, asked for one user after another.
private struct AskedForEverybody {
    private let inquiry: FileInquiry
    private let files: LiveFileTree
    private let bounding: KernelCapabilitySet
    private let namespace: UserNamespace
    /// Ids that stand for every user whom the name service does not list.
    private var others = OtherIDs()

    init(_ inquiry: FileInquiry) throws {
        self.inquiry = inquiry
        files = try LiveFileTree()
        bounding = try ProcessCalls.ownCredentials().capabilities.bounding
        namespace = try UserNamespaces.own()
        // Root is asked first. The facts read for root show the owners of the files.
        _ = answer(credentials(uid: 0, gid: 0))
        let owners = owners()
        others = OtherIDs(
            besides: owners.users.union(owners.groups),
            namespace,
            mounts: files.tree.mounts
        )
    }

    private static let dependsOnMap =
        "depends on whether an idmapped mount on the path maps the ids of the user; "
        + "ask about one with `warrant can --as USER:GROUP`"

    func forOthers(isWhole: Bool) -> WhoCan {
        let all = others.users.flatMap { user in
            others.groups.map { credentials(uid: user, gid: $0) }
        }
        let areAlike = Set(all.map { answer($0) }).count == 1
        return WhoCan(
            others: areAlike ? answer(all[0]) : .undetermined,
            othersReason: areAlike
                ? reason(all[0]) : Self.dependsOnMap,
            rootReason: reason(credentials(uid: 0, gid: 0)),
            isWhole: isWhole
        )
    }

    /// Returns unknown if the name service does not report the groups of the user, or if this user namespace does not
    /// map the user.
    func answer(for user: UserAccount) -> Verdict.Answer {
        guard let groups = try? Accounts.groups(of: user),
            namespace.unmapped(user: user.uid, groups: groups) == nil
        else { return .undetermined }
        return answer(credentials(uid: user.uid, gid: user.gid, groups))
    }

    func groups(_ all: [GroupAccount], thatTurn others: Verdict.Answer) -> [String] {
        let other = (user: self.others.users[0], group: self.others.groups[0])
        var seen: Set<[UInt8]> = []
        return all.filter { group in
            guard seen.insert(Array(group.name.utf8)).inserted else { return false }
            let member = credentials(uid: other.user, gid: other.group, [group.gid])
            return switch (others, answer(member)) {
            case (.authorized, .denied), (.denied, .authorized): true
            default: false
            }
        }.map(\.name)
    }

    private func credentials(uid: UInt32, gid: UInt32, _ groups: [UInt32] = []) -> Credentials {
        Credentials(
            user: uid,
            group: gid,
            groups: groups,
            effective: uid == 0 ? bounding : .none,
            bounding: bounding,
            namespace: namespace
        )
    }

    private func answer(_ subject: Credentials) -> Verdict.Answer {
        switch files.refusal(of: inquiry.question, for: subject) {
        case nil: .authorized
        case .refused: .denied
        case .unknown, .lacks: .undetermined
        }
    }

    var obstacle: WhoCan.Obstacle? {
        let root = credentials(uid: 0, gid: 0)
        guard case .refused(let refusal)? = files.refusal(of: inquiry.question, for: root) else {
            return nil
        }
        return switch refusal.cause {
        case .isADirectory: .isADirectory
        case .exists: .exists
        default: nil
        }
    }

    private func reason(_ subject: Credentials) -> String? {
        guard let stop = files.refusal(of: inquiry.question, for: subject) else { return nil }
        let ids = owners()
        var names = IDNames.live(users: ids.users, groups: ids.groups)
        if subject.user == others.users[0] { names.call(user: others.users[0], "another user") }
        return FileWords(files.tree, subject, names).sentence(for: stop, about: inquiry.path)
    }

    private func owners() -> (users: Set<UInt32>, groups: Set<UInt32>) {
        var users: Set<UInt32> = [0]
        var groups: Set<UInt32> = []
        for (place, details) in zip(files.tree.places, files.tree.details) {
            users.insert(place.uid)
            groups.insert(place.gid)
            for entry in details.list ?? [] {
                if case .user(let uid) = entry.tag { users.insert(uid) }
                if case .group(let gid) = entry.tag { groups.insert(gid) }
            }
        }
        return (users, groups)
    }
}
