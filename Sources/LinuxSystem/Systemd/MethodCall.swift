/// A method that is called over a bus.
struct MethodCall: Sendable {
    let service: BusService
    let path: String
    let interface: String
    let member: String
    var arguments: [BusArgument] = []
    /// Whether who is called may ask a person first; see `ALLOW_INTERACTIVE_AUTHORIZATION` in the D-Bus
    /// specification.
    var isInteractive = false
}

extension MethodCall {
    /// One of systemd's manager.
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
}
