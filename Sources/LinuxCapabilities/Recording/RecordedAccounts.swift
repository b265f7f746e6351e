import LinuxSystem

/// The users of this machine, each that was asked about kept.
struct RecordedAccounts: AccountProbe {
    let recorder: HostRecorder

    func account(of user: String, groups: [String]?) async throws -> FoundAccount {
        let found = try await LiveAccounts().account(of: user, groups: groups)
        recorder.note { $0.note(found, of: user, in: groups) }
        if groups != nil, !found.isAnyway(user) { try await noteOwnGroups(of: user) }
        return found
    }

    func names(users: Set<UInt32>, groups: Set<UInt32>) async throws -> IDNames {
        let names = try await LiveAccounts().names(users: users, groups: groups)
        recorder.note { facts in
            for gid in groups {
                guard let name = names.knownGroup(gid), SubjectNumber(name) == nil else { continue }
                facts.groups[name] = gid
            }
        }
        return names
    }

    /// A record tells who a user is by the groups that the user is in, which were not those asked about.
    private func noteOwnGroups(of user: String) async throws {
        do {
            let found = try await LiveAccounts().account(of: user, groups: nil)
            recorder.note { $0.note(found, of: user, in: nil) }
        } catch is SystemError {
            // Then a record has no word for the user, and tells so of whatever depends on it.
        }
    }
}

extension FoundAccount {
    /// Whether a record need not say who this is: nobody, or whom the number in place of a name says.
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
