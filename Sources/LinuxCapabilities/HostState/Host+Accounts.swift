extension Host {
    /// The number of a user, who may be named by it; nil if there is no such user.
    ///
    /// - Throws: `SystemError` if the name service gives no answer; `CancellationError`.
    func user(named name: String) async throws -> UInt32? {
        if let number = SubjectNumber(name)?.id { return number }
        let found = try await accounts.account(of: name, groups: [])
        guard case .known(let account) = found else { return nil }
        return account.user
    }

    /// The number of a group, which may be named by it; nil if there is no such group.
    ///
    /// - Throws: as ``user(named:)``.
    func group(named name: String) async throws -> UInt32? {
        if let number = SubjectNumber(name)?.id { return number }
        // A user by number needs no entry, so that the group decides alone.
        let found = try await accounts.account(of: "0", groups: [name])
        guard case .known(let account) = found else { return nil }
        return account.groups.first
    }
}
