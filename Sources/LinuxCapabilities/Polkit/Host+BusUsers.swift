import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

extension Host {
    /// Returns a reason if an id may stand for another user on the bus than here. D-Bus, systemd and polkit use the ids
    /// of their own user namespace; see user_namespaces(7). Their answer would be about that other user.
    ///
    /// - Parameters:
    ///   - users: The users by ids of this process.
    ///   - object: The object of the question.
    /// - Returns: The reason why there is no answer; nil if each id is known to stand for the same user there.
    /// - Throws: The errors of ``PolkitProbe/ownUserOnBus()``.
    func doubt(ofUsersOnBus users: some Collection<UInt32>, about object: String) async throws
        -> Reason?
    {
        guard try !processes.ownNamespace().isInitial else { return nil }
        // The bus reports its id of this process. Other users may have other ids in a namespace above ours.
        let user = try processes.ownUsers().effective
        if users.allSatisfy({ $0 == user }), try await polkit.ownUserOnBus() == user { return nil }
        return Reason(
            .usersElsewhere,
            object,
            "is not known: the bus counts users in another user namespace; ask outside of this one"
        )
    }

    /// Returns a reason if the mounts of a process, or of a service that would start, may hide the bus from it.
    func doubt(
        ofBusFor subject: Subject,
        _ identity: SubjectIdentity,
        about object: String
    ) async throws -> Reason? {
        let hasOwnMounts = identity.place.map { $0.seesOurMounts != true } ?? false
        guard hasOwnMounts || identity.sandbox?.changesFiles == true else { return nil }
        let socket = "/run/dbus/system_bus_socket"
        // connect(2) needs write permission, see unix(7).
        let access = FileAccess(.access(.write), socket, as: subject, on: self)
        let verdict = try await access.authorizationStatus().verdict
        if verdict.isAuthorized { return nil }
        let cause = verdict.reasons.first.map { ": \($0.object) \($0.message)" } ?? ""
        let message = "is not known: \(subject) may not reach the bus at \(socket)\(cause)"
        return Reason(.unreachable, object, message)
    }
}
