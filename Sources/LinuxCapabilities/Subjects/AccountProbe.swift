import LinuxSystem
import Text

/// Finds users and groups with the name service.
package protocol AccountProbe: Sendable {
    /// - Parameters:
    ///   - user: A name or a number; a number needs no entry if its groups are given.
    ///   - groups: Names or numbers, the primary one first; nil for those of the name service.
    /// - Throws: ``SystemError`` if the name service gives no answer; `CancellationError`.
    func account(of user: String, groups: [String]?) async throws -> FoundAccount

    /// Returns the user with the groups that initgroups(3) sets, the given one first in place of the primary one.
    ///
    /// - Parameters:
    ///   - user: A name or a number, which needs an entry.
    ///   - group: A name or a number, which needs an entry, unless it is 0 or 65534.
    /// - Throws: The errors of ``account(of:groups:)``; ``MissingFact`` if this is not described.
    func account(of user: String, inGroup group: String) async throws -> FoundAccount

    /// Returns the names of those users and groups that have one.
    ///
    /// - Throws: `CancellationError`; ``SystemError`` if no thread is available.
    func names(users: Set<UInt32>, groups: Set<UInt32>) async throws -> IDNames

    /// Returns the existing user or group whose name resembles a misspelt one; nil if none does.
    ///
    /// - Throws: The errors of ``account(of:groups:)``.
    func likelyName(for name: String, _ kind: AccountKind) async throws -> String?
}

/// A table of the name service.
package enum AccountKind: String {
    case user, group

    /// The number of names that are compared with a misspelt one.
    private static let listed = 10_000

    /// Returns the name in this host's table that resembles a misspelt one; nil if none does.
    package func likelyName(for name: String) -> String? {
        let known: [String]
        do throws(SystemError) {
            switch self {
            case .user: known = try Accounts.users(atMost: Self.listed).entries.map(\.name)
            case .group: known = try Accounts.groups(atMost: Self.listed).entries.map(\.name)
            }
        } catch {
            // Some name services find accounts and list none. The answer that an account is missing stands without a
            // suggestion.
            return nil
        }
        return nearest(to: name, among: known)
    }
}

extension Host {
    package static let accountFamily = Family<any AccountProbe>(live: LiveAccounts())

    package var accounts: any AccountProbe { self[Self.accountFamily] }
}

/// A user at its start, with its groups, the primary one first.
package struct SubjectAccount: Hashable, Sendable {
    package var user: UInt32
    package var groups: [UInt32]

    package init(user: UInt32, groups: [UInt32]) {
        self.user = user
        self.groups = groups
    }
}

package enum FoundAccount: Hashable, Sendable {
    case known(SubjectAccount)
    case noUser
    case noGroup(String)
    /// A number without an entry. It may be a user whose groups are not known here.
    case groupsNotKnown
}

extension AccountProbe {
    package func account(of user: String, inGroup group: String) async throws -> FoundAccount {
        throw MissingFact("the groups of \(user) beside \(group)")
    }
}

struct LiveAccounts: AccountProbe {
    func account(of user: String, groups: [String]?) async throws -> FoundAccount {
        try await BlockingThreads.shared.run(user) { try Self.look(user, groups) }
    }

    func account(of user: String, inGroup group: String) async throws -> FoundAccount {
        try await BlockingThreads.shared.run(user) {
            guard let account = try Self.account(user, SubjectNumber(user)?.id) else {
                return .noUser
            }
            let number = SubjectNumber(group)?.id
            guard let gid = try number ?? Accounts.group(named: group),
                try gid == 0 || gid == 65534 || Accounts.groupName(gid) != nil
            else { return .noGroup(group) }
            let inGroup = UserAccount(name: account.name, uid: account.uid, gid: gid)
            return .known(
                SubjectAccount(user: account.uid, groups: try Accounts.groups(of: inGroup))
            )
        }
    }

    func names(users: Set<UInt32>, groups: Set<UInt32>) async throws -> IDNames {
        try await BlockingThreads.shared.run("names of accounts") {
            IDNames.live(users: users, groups: groups)
        }
    }

    func likelyName(for name: String, _ kind: AccountKind) async throws -> String? {
        try await BlockingThreads.shared.run(name) { kind.likelyName(for: name) }
    }

    private static func look(_ user: String, _ groups: [String]?) throws -> FoundAccount {
        let number = SubjectNumber(user)?.id
        guard let groups else {
            if let account = try account(user, number) {
                let groups = try Accounts.groups(of: account)
                return .known(SubjectAccount(user: account.uid, groups: groups))
            }
            return number == nil ? .noUser : .groupsNotKnown
        }
        guard let uid = try number ?? Accounts.user(named: user)?.uid else { return .noUser }
        var ids: [UInt32] = []
        for group in groups {
            guard let gid = try SubjectNumber(group)?.id ?? Accounts.group(named: group) else {
                return .noGroup(group)
            }
            ids.append(gid)
        }
        return .known(SubjectAccount(user: uid, groups: ids))
    }

    /// Looks up an account. A number is never looked up as a name.
    private static func account(
        _ user: String,
        _ number: UInt32?
    ) throws(SystemError) -> UserAccount? {
        guard let number else { return try Accounts.user(named: user) }
        return try Accounts.user(numbered: number)
    }
}
