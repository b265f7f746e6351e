/// Signals of one kind, told apart by the bus; see "Match Rules" in the D-Bus specification.
package struct BusSignal: Hashable, Sendable {
    let service: BusService
    let path: String
    let interface: String
    let member: String
    let firstArgument: String?

    /// - Parameters:
    ///   - path: The object that sends it.
    ///   - firstArgument: What its first argument has to be, a text; nil for whatever it is.
    package init(
        of service: BusService,
        at path: String,
        _ interface: String,
        _ member: String,
        firstArgument: String? = nil
    ) {
        self.service = service
        self.path = path
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }

    var rule: String {
        let rule =
            "type='signal',sender='\(service.name)',path='\(path)',interface='\(interface)',"
            + "member='\(member)'"
        guard let firstArgument else { return rule }
        // As in a shell, an apostrophe stands outside what is quoted.
        return "\(rule),arg0='\(firstArgument.replacing("'", with: #"'\''"#))'"
    }
}

extension BusSignal {
    /// That a service came to the bus, went, or was replaced by another process.
    static func ownerChanged(of service: BusService) -> Self { ownerChanged(of: service.name) }

    /// The same of any name; of that of a connection, `:1.42`, that it ended.
    static func ownerChanged(of name: String) -> Self {
        Self(
            of: .bus,
            at: "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "NameOwnerChanged",
            firstArgument: name
        )
    }
}

/// What who listens is told, in the order in which it happened.
package enum BusEvent<Value: Sendable>: Sendable {
    /// From now on every signal is told. What was before is not: look now.
    case listening
    /// - Parameter sender: The connection that sent it, `:1.42`, which the bus vouches for. Anybody may send
    ///   a signal to us alone and call it systemd's: where that would do harm, compare this.
    case signal(Value, sender: String)
    /// Signals may have been missed, and are until it listens again, which it does by itself.
    case deaf(BusFailure)
}

/// Signals are told for as long as it lives.
package final class BusSubscription: Sendable {
    private let bus: SystemBus
    private let listener: BusListener

    init(_ listener: BusListener, on bus: SystemBus) {
        self.listener = listener
        self.bus = bus
    }

    deinit { bus.forget(listener) }
}
