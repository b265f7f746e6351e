/// A method call over a bus.
struct MethodCall: Sendable {
    let service: BusService
    let path: String
    let interface: String
    let member: String
    var arguments: [BusArgument] = []
    /// Whether the called service may ask a person first; see `ALLOW_INTERACTIVE_AUTHORIZATION` in the D-Bus
    /// specification.
    var isInteractive = false
}

extension MethodCall {
    /// Returns a call of systemd's manager.
    static func manager(
        _ member: String,
        _ arguments: BusArgument...,
        of service: BusService = .systemd,
        interactively: Bool = false
    ) -> Self {
        Self(
            service: service,
            path: "/org/freedesktop/systemd1",
            interface: "org.freedesktop.systemd1.Manager",
            member: member,
            arguments: arguments,
            isInteractive: interactively
        )
    }

    /// Returns a call that asks for a property of systemd's manager.
    static func property(ofManager name: String) -> Self {
        Self(
            service: .systemd,
            path: "/org/freedesktop/systemd1",
            interface: "org.freedesktop.DBus.Properties",
            member: "Get",
            arguments: [.text("org.freedesktop.systemd1.Manager"), .text(name)]
        )
    }

    /// Returns a call of the bus itself.
    static func bus(_ member: String, _ arguments: BusArgument...) -> Self {
        Self(
            service: .bus,
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus",
            member: member,
            arguments: arguments
        )
    }

    /// Returns a call that asks for all properties of a unit at one moment.
    ///
    /// - Throws: ``InvalidUnitName``.
    static func properties(ofUnit name: String) throws -> Self {
        let name = try UnitName(name)
        guard !name.isTemplate else { throw InvalidUnitName(name.text, .template) }
        return Self(
            service: .systemd,
            path: name.objectPath,
            interface: "org.freedesktop.DBus.Properties",
            member: "GetAll",
            // An empty interface means all: the properties of a unit and those of its type.
            arguments: [.text("")]
        )
    }
}
