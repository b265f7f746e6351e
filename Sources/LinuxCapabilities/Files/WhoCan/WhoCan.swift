import AccessModel
import Kernel
import LinuxSystem

/// Which users and groups of a host may do something, and which may not.
package struct WhoCan: Hashable, Sendable {
    package enum Answer: Hashable, Sendable { case yes, no, unknown }

    /// What of a file no permission changes, where another question was probably meant.
    package enum Obstacle: Hashable, Sendable {
        case isADirectory
        /// A name that is not free.
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

    /// The answer for whoever owns nothing there and is in no group: for all whom nothing else names.
    package var others: Answer
    /// Why the others may not, or why that is not known; nil where they may.
    package var othersReason: String?
    /// Why not even root may; nil where root may.
    package var rootReason: String?
    /// In the order of the name service.
    package var allowed: [User] = []
    package var denied: [User] = []
    package var unknown: [User] = []
    /// The groups by which alone one of the others would have the opposite answer.
    package var groups: [String] = []
    /// What refuses even root for another reason than permission.
    package var obstacle: Obstacle?
    /// Whether the tables of users and groups had no more entries than were asked for.
    package var isWhole: Bool

    package init(
        others: Answer,
        othersReason: String? = nil,
        rootReason: String? = nil,
        isWhole: Bool = true
    ) {
        self.others = others
        self.othersReason = othersReason
        self.rootReason = rootReason
        self.isWhole = isWhole
    }

    /// Whether everybody's answer is known.
    package var isKnown: Bool { others != .unknown && unknown.isEmpty && isWhole }
}

extension WhoCan {
    /// How many users, and how many groups, are asked about.
    package static let limit = 10_000

    /// Asks the rules for each user and each group that the name service lists.
    ///
    /// Users have the groups of the name service and no kernel capability; root has the bounding set of
    /// this process.
    /// - Throws: ``SystemError`` where the tables or the host's facts cannot be read; `CancellationError`.
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
                case .yes: found.allowed.append(who)
                case .no: found.denied.append(who)
                case .unknown: found.unknown.append(who)
                }
            }
            found.groups = asked.groups(groups.entries, thatTurn: found.others)
            found.obstacle = asked.obstacle
            return found
        }
    }
}

/// One question, asked for one after another.
private struct AskedForEverybody {
    private let inquiry: FileInquiry
    private let files: LiveFileTree
    private let bounding: KernelCapabilitySet
    private let namespace: UserNamespace
    /// An id that nobody has, and no file.
    private var nobodysID = UInt32.max - 1

    init(_ inquiry: FileInquiry) throws {
        self.inquiry = inquiry
        files = try LiveFileTree()
        bounding = try ProcessCalls.ownCredentials().capabilities.bounding
        namespace = try UserNamespaces.own()
        // Root is asked first: what is read for it shows whose the files are.
        _ = answer(credentials(uid: 0, gid: 0))
        while isOwner(nobodysID) { nobodysID -= 1 }
    }

    func forOthers(isWhole: Bool) -> WhoCan {
        let other = credentials(uid: nobodysID, gid: nobodysID)
        let root = credentials(uid: 0, gid: 0)
        return WhoCan(
            others: answer(other),
            othersReason: reason(other),
            rootReason: reason(root),
            isWhole: isWhole
        )
    }

    /// Unknown if the name service does not report the groups of the user, or if this user namespace does not map the
    /// user.
    func answer(for user: UserAccount) -> WhoCan.Answer {
        guard let groups = try? Accounts.groups(of: user),
            namespace.unmapped(user: user.uid, groups: groups) == nil
        else { return .unknown }
        return answer(credentials(uid: user.uid, gid: user.gid, groups))
    }

    func groups(_ all: [GroupAccount], thatTurn others: WhoCan.Answer) -> [String] {
        var seen: Set<[UInt8]> = []
        return all.filter { group in
            guard seen.insert(Array(group.name.utf8)).inserted else { return false }
            let member = credentials(uid: nobodysID, gid: nobodysID, [group.gid])
            return switch (others, answer(member)) {
            case (.yes, .no), (.no, .yes): true
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

    private func answer(_ subject: Credentials) -> WhoCan.Answer {
        switch files.refusal(of: inquiry.question, for: subject) {
        case nil: .yes
        case .refused: .no
        case .unknown, .lacks: .unknown
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
        if subject.user == nobodysID { names.call(user: nobodysID, "another user") }
        return FileWords(files.tree, subject, names).sentence(for: stop, about: inquiry.path)
    }

    private func isOwner(_ id: UInt32) -> Bool {
        let ids = owners()
        return ids.users.contains(id) || ids.groups.contains(id)
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
