/// A session of logind, see loginctl(1).
package struct SessionFacts: Hashable, Sendable {
    /// The process that began it, as logind's pid namespace counts.
    package let leader: Int32
    package let user: UInt32

    package init(leader: Int32, user: UInt32) {
        self.leader = leader
        self.user = user
    }
}

extension SystemBus {
    /// What logind says of a session; nil where there is none.
    ///
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` where there is no room for the bus's
    ///   thread.
    package func session(
        withID id: String,
        within limit: Duration = .seconds(10)
    ) async throws -> SessionFacts? {
        let find = MethodCall(
            service: .logind,
            path: "/org/freedesktop/login1",
            interface: "org.freedesktop.login1.Manager",
            member: "GetSession",
            arguments: [.text(id)]
        )
        do {
            let path = try await ask(find, within: limit) { reply throws(BusFailure) in
                try reply.path()
            }
            let look = MethodCall(
                service: .logind,
                path: path,
                interface: "org.freedesktop.DBus.Properties",
                member: "GetAll",
                arguments: [.text("org.freedesktop.login1.Session")]
            )
            return try await ask(look, within: limit, SessionFacts.init(reading:))
        } catch BusFailure.remote(.logind, "org.freedesktop.login1.NoSuchSession", _) {
            return nil
        }
    }
}

extension SessionFacts {
    fileprivate init(reading reply: BusMessage) throws(BusFailure) {
        let found = try reply.properties(["Leader", "User"])
        guard let leader = found["Leader"]?.number.flatMap(Int32.init(exactly:)),
            let user = found["User"]?.number
        else { throw .unreadable("it has no leader, or no user") }
        self.init(leader: leader, user: user)
    }
}
