/// A session of logind, see loginctl(1).
package struct SessionFacts: Hashable, Sendable {
    /// The process that started the session, as an id of logind's pid namespace.
    package let leader: Int32
    package let user: UInt32

    package init(leader: Int32, user: UInt32) {
        self.leader = leader
        self.user = user
    }
}

extension SessionFacts {
    init(reading reply: BusMessage) throws(BusFailure) {
        let found = try reply.properties(["Leader", "User"])
        guard let leader = found["Leader"]?.number.flatMap(Int32.init(exactly:)),
            let user = found["User"]?.number
        else { throw .unreadable("it has no leader, or no user") }
        self.init(leader: leader, user: user)
    }
}
