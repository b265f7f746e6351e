import LinuxCapabilities
import LinuxSystem

/// The users of this machine. Each answer is recorded.
struct RecordedAccounts: AccountProbe {
    let recorder: HostRecorder

    func account(of user: String, groups: [String]?) async throws -> FoundAccount {
        let found = try await Host.live[Host.accountFamily].account(of: user, groups: groups)
        recorder.note { $0.note(found, of: user, in: groups) }
        if groups != nil, !found.isAnyway(user) { try await noteOwnGroups(of: user) }
        return found
    }

    func names(users: Set<UInt32>, groups: Set<UInt32>) async throws -> IDNames {
        let names = try await Host.live[Host.accountFamily].names(users: users, groups: groups)
        recorder.note { facts in
            for gid in groups {
                guard let name = names.knownGroup(gid), SubjectNumber(name) == nil else { continue }
                facts.groups[name] = gid
            }
        }
        return names
    }

    func likelyName(for name: String, _ kind: AccountKind) async throws -> String? {
        try await Host.live[Host.accountFamily].likelyName(for: name, kind)
    }

    /// Notes the user's own groups. A record identifies a user by these, and the question was about others.
    private func noteOwnGroups(of user: String) async throws {
        do {
            let found = try await Host.live[Host.accountFamily].account(of: user, groups: nil)
            recorder.note { $0.note(found, of: user, in: nil) }
        } catch is SystemError {
            // The record then lacks the user, and reports that for every question that depends on it.
        }
    }
}

extension FoundAccount {
    /// Returns whether a record does not need this account: it does not exist, or the question gives its number.
    fileprivate func isAnyway(_ user: String) -> Bool {
        switch self {
        case .known(let account): SubjectNumber(user)?.id == account.user
        case .noGroup: SubjectNumber(user) != nil
        case .noUser, .groupsNotKnown: true
        }
    }
}

extension HostFacts {
    /// - Parameter groups: The groups that were asked about in place of the user's own.
    fileprivate mutating func note(_ found: FoundAccount, of user: String, in groups: [String]?) {
        switch found {
        case .known(let account):
            guard let groups else { return users[user] = account }
            for (name, gid) in zip(groups, account.groups) where SubjectNumber(name)?.id != gid {
                self.groups[name] = gid
            }
        case .noUser: users[user] = .some(nil)
        case .noGroup(let group): missingGroups.insert(group)
        case .groupsNotKnown: break
        }
    }
}
