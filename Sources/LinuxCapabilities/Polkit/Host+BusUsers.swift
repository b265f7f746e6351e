import Capabilities
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
    /// - Returns: Why there is no answer; nil where each number is known to stand for the same user there.
    /// - Throws: As ``PolkitProbe/ownUserOnBus()``.
    func doubt(ofUsersOnBus users: some Collection<UInt32>, about object: String) async throws
        -> Reason?
    {
        guard try !processes.ownNamespace().isInitial else { return nil }
        // The bus tells how it counts this process. A namespace above ours may count nobody else alike.
        let user = try processes.ownUsers().effective
        if users.allSatisfy({ $0 == user }), try await polkit.ownUserOnBus() == user { return nil }
        return Reason(
            .usersElsewhere,
            object,
            "is not known: the bus counts users in another user namespace; ask outside of this one"
        )
    }
}
