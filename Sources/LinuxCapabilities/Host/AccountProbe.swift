package import AccessModel
package import LinuxSystem

/// Finds who a user is, by the name service.
package protocol AccountProbe: Sendable {
    /// - Parameters:
    ///   - user: A name or a number; a number needs no entry where its groups are given.
    ///   - groups: Names or numbers, the primary one first; nil for those of the name service.
    ///   - capabilities: The effective ones; nil for what the user would have by itself: root the bounding
    ///     set of this process, all others none.
    /// - Throws: ``SystemError`` where the name service gives no answer.
    func identity(
        of user: String,
        groups: [String]?,
        capabilities: [KernelCapability]?
    ) async throws -> FoundIdentity
}

package enum FoundIdentity: Hashable, Sendable {
    case known(AssumedIdentity)
    /// Who of them does not exist here: `group backup`.
    case unknown(String)
}

struct LiveAccounts: AccountProbe {
    func identity(
        of user: String,
        groups: [String]?,
        capabilities: [KernelCapability]?
    ) async throws -> FoundIdentity {
        try await BlockingThreads.shared.run(user) {
            let account = try Self.account(user)
            guard let uid = account?.uid ?? UInt32(user), uid != .max else {
                return .unknown("user \(user)")
            }
            var ids: [UInt32] = []
            for group in groups ?? [] {
                guard let gid = try Self.group(group) else { return .unknown("group \(group)") }
                ids.append(gid)
            }
            if groups == nil, let account { ids = Accounts.groups(of: account) }
            guard let primary = ids.first else { return .unknown("a group of user \(user)") }
            let effective = try capabilities.map { KernelCapabilitySet($0).mask } ?? Self.own(uid)
            return .known(
                AssumedIdentity(user: uid, group: primary, groups: Set(ids), effective: effective)
            )
        }
    }

    /// A name may look like a number: names come first, as in chown(1).
    private static func account(_ user: String) throws(SystemError) -> UserAccount? {
        if let named = try Accounts.user(named: user) { return named }
        guard let uid = UInt32(user) else { return nil }
        return try Accounts.user(numbered: uid)
    }

    private static func group(_ group: String) throws(SystemError) -> UInt32? {
        if let named = try Accounts.group(named: group) { return named }
        return UInt32(group).flatMap { $0 == .max ? nil : $0 }
    }

    private static func own(_ uid: UInt32) throws(SystemError) -> UInt64 {
        guard uid == 0 else { return 0 }
        let last = UInt8(clamping: try CapabilityCalls.last())
        return try CapabilityCalls.ownSets(bits: 0...last).bounding
    }
}
