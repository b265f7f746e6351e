/// All listeners to one signal on the thread of a bus, in the order in which they joined.
///
/// They share one match. A bus limits the matches of a connection, to 512 by default.
final class BusAudience {
    private struct Member {
        let listener: BusListener
        /// Whether the listener was told that it is deaf, and need not be told again.
        var isDeaf = false
    }

    let signal: BusSignal
    private var members: [Member] = []
    /// Nil until a connection is asked for the signal.
    private var match: BusMatch?

    init(of signal: BusSignal) { self.signal = signal }

    var isEmpty: Bool { members.isEmpty }

    var awaitsConnection: Bool { match == nil }

    func join(_ listener: BusListener) {
        members.append(Member(listener: listener))
        switch match?.answer {
        case .agreed?: listener.tell(.listening)
        case .refused(let failure)?: listener.tell(.deaf(failure))
        case nil: break
        }
    }

    func leave(_ listener: BusListener) { members.removeAll { $0.listener === listener } }

    /// Asks a connection for the signal, unless one was asked already.
    func attach(to connection: BusConnection) throws(BusFailure) {
        if match == nil { match = try connection.listen(for: self) }
    }

    /// Call this before the connection ends.
    func detach() {
        if case .agreed? = match?.answer {
            for index in members.indices { members[index].isDeaf = false }
        }
        match = nil
    }

    func tell(_ event: BusListener.Event) {
        for member in members { member.listener.tell(event) }
    }

    func tellDeaf(_ failure: BusFailure) {
        for index in members.indices where !members[index].isDeaf {
            members[index].isDeaf = true
            members[index].listener.tell(.deaf(failure))
        }
    }

    func hear(_ message: BusMessage) {
        for member in members {
            // The listener before has read the message to its end.
            message.rewind()
            member.listener.tell(.heard(message))
        }
    }
}
