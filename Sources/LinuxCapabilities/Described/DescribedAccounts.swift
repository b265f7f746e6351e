import Text

/// Described users.
struct DescribedAccounts: AccountProbe {
    let facts: DescribedFacts

    func account(of user: String, groups: [String]?) async throws -> FoundAccount {
        try facts.read { try $0.account(of: user, groups: groups) }
    }

    func names(users: Set<UInt32>, groups: Set<UInt32>) async throws -> IDNames {
        facts.read { IDNames($0) }
    }

    func likelyName(for name: String, _ kind: AccountKind) async throws -> String? {
        facts.read { facts in
            switch kind {
            case .user:
                nearest(to: name, among: facts.users.compactMap { $1 == nil ? nil : $0 }.sorted())
            case .group: nearest(to: name, among: facts.groups.keys.sorted())
            }
        }
    }
}

extension HostFacts {
    fileprivate func account(of user: String, groups: [String]?) throws -> FoundAccount {
        let known = users[user]
        if let known, known == nil { return .noUser }
        let number = try known == nil ? writtenID(user) : nil
        let account = known ?? number.flatMap { self.account(numbered: $0) }
        guard let uid = account?.user ?? number else {
            if isWhole { return .noUser }
            throw MissingFact("the user \(user)", in: "users")
        }
        guard let groups else {
            return account.map { .known($0) } ?? .groupsNotKnown
        }
        var ids: [UInt32] = []
        for group in groups {
            guard !missingGroups.contains(group),
                let gid = try self.groups[group] ?? writtenID(group)
            else {
                guard missingGroups.contains(group) || isWhole else {
                    throw MissingFact("the group \(group)", in: "groups")
                }
                return .noGroup(group)
            }
            ids.append(gid)
        }
        return .known(SubjectAccount(user: uid, groups: ids))
    }

    /// Returns the id that a text states; nil for a name.
    private func writtenID(_ text: String) throws -> UInt32? {
        guard let id = SubjectNumber(text)?.id else { return nil }
        // The account behind it has no known number.
        guard !madeUpIDs.contains(id) else { throw MissingFact("the number \(id)", in: "users") }
        return id
    }
}
