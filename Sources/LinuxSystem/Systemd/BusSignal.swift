/// A kind of signal, which the bus selects by a rule; see "Match Rules" in the D-Bus specification.
package struct BusSignal: Hashable, Sendable {
    let service: BusService
    let path: String
    let interface: String
    let member: String
    let firstArgument: String?

    /// - Parameters:
    ///   - path: The object that sends the signal.
    ///   - firstArgument: The required value of its first argument, a text; nil for any value.
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
        // An apostrophe has to stand outside the quotes, as in a shell.
        return "\(rule),arg0='\(firstArgument.replacing("'", with: #"'\''"#))'"
    }
}

extension BusSignal {
    /// The signal that a service appeared on the bus, left it, or was replaced by another process.
    static func ownerChanged(of service: BusService) -> Self { ownerChanged(of: service.name) }

    /// The same signal for any name. For the name of a connection, `:1.42`, it means that the connection ended.
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

/// The events that a listener receives, in the order in which they happened.
package enum BusEvent<Value: Sendable>: Sendable {
    /// From now on every signal is delivered. Earlier ones are not: look now.
    case listening
    /// - Parameter sender: The connection that sent it, `:1.42`, as the bus guarantees. Any connection may send a
    ///   signal directly to us and claim that it is systemd's. If that could do harm, compare the sender.
    case signal(Value, sender: String)
    /// Signals may have been missed, and may be until the next ``listening``, which comes by itself.
    case deaf(BusFailure)
}

/// A subscription to a signal, which ends with its release.
package final class BusSubscription: Sendable {
    private let bus: SystemBus
    private let listener: BusListener

    init(_ listener: BusListener, on bus: SystemBus) {
        self.listener = listener
        self.bus = bus
    }

    deinit { bus.forget(listener) }
}
