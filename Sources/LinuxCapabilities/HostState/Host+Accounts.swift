extension Host {
    /// Returns the number of a user with this name or number; nil if there is no such user.
    ///
    /// - Throws: `SystemError` if the name service gives no answer; `CancellationError`.
    func user(named name: String) async throws -> UInt32? {
        if let number = SubjectNumber(name)?.id { return number }
        let found = try await accounts.account(of: name, groups: [])
        guard case .known(let account) = found else { return nil }
        return account.user
    }

    /// Returns the number of a group with this name or number; nil if there is no such group.
    ///
    /// - Throws: The errors of ``user(named:)``.
    func group(named name: String) async throws -> UInt32? {
        if let number = SubjectNumber(name)?.id { return number }
        // A user given by number needs no entry, so the group alone decides.
        let found = try await accounts.account(of: "0", groups: [name])
        guard case .known(let account) = found else { return nil }
        return account.groups.first
    }
}
