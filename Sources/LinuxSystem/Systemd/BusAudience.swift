/// All who listen to one signal on the thread of a bus, in the order in which they came.
///
/// They share one match: a bus lets a connection have some hundreds, 512 by default.
final class BusAudience {
    private struct Member {
        let listener: BusListener
        /// Whether it was told so, and need not be again.
        var isDeaf = false
    }

    let signal: BusSignal
    private var members: [Member] = []
    /// Nil where no connection was asked for it yet.
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

    /// Asks a connection for it, where none was asked yet.
    func attach(to connection: BusConnection) throws(BusFailure) {
        if match == nil { match = try connection.listen(for: self) }
    }

    /// To be called before the connection goes.
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
            // Whoever was told before has read it.
            message.rewind()
            member.listener.tell(.heard(message))
        }
    }
}
