import Kernel
import LinuxSystem
import Procedures

extension Host {
    /// Whether a number stands for another user on the bus than here, where the answer would be about that
    /// one. D-Bus, systemd and polkit count users in their own user namespace; see user_namespaces(7).
    ///
    /// - Parameters:
    ///   - users: As this process counts.
    ///   - object: What is asked about.
    /// - Returns: Why there is no answer; nil where each number stands for the same user there.
    /// - Throws: As ``PolkitProbe/ownUserOnBus()``.
    func doubt(ofUsersOnBus users: some Collection<UInt32>, about object: String) async throws
        -> Reason?
    {
        let own = try processes.ownNamespace()
        guard !own.isInitial else { return nil }
        let user = try processes.ownUsers().effective
        func isItsOwn(_ user: UInt32) -> Bool { own.users.outside(of: user) == user }
        if try await polkit.ownUserOnBus() == user {
            // The bus is in our namespace; or in one above, which counts us, and perhaps not all, alike.
            if !isItsOwn(user) || users.allSatisfy(isItsOwn) { return nil }
        }
        return Reason(
            "users-elsewhere",
            object,
            "is not known: the bus counts users in another user namespace; ask outside of this one"
        )
    }
}
