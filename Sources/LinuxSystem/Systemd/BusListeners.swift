/// All who listen on the thread of a bus, in the order in which they came.
struct BusListeners {
    private struct Entry {
        let listener: BusListener
        /// Nil where no connection was asked for it yet.
        var match: BusMatch?
        /// Whether it was told so, and need not be again.
        var isDeaf = false
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Whether somebody waits for a connection to ask.
    var areWaiting: Bool { entries.contains { $0.match == nil } }

    mutating func change(joining: [BusListener], leaving: [BusListener]) {
        entries += joining.map { Entry(listener: $0) }
        entries.removeAll { entry in leaving.contains { $0 === entry.listener } }
    }

    /// Asks a connection for what nobody was asked for yet.
    mutating func attach(to connection: BusConnection) throws(BusFailure) {
        for index in entries.indices where entries[index].match == nil {
            entries[index].match = try connection.listen(for: entries[index].listener)
        }
    }

    /// To be called before the connection goes.
    mutating func detach() {
        for index in entries.indices {
            if entries[index].match?.isInForce == true { entries[index].isDeaf = false }
            entries[index].match = nil
        }
    }

    mutating func tellDeaf(_ failure: BusFailure) {
        for index in entries.indices where !entries[index].isDeaf {
            entries[index].isDeaf = true
            entries[index].listener.tell(.deaf(failure))
        }
    }
}
