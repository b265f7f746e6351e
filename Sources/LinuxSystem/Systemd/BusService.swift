/// A service on a bus, which answers questions or sends signals.
package struct BusService: Hashable, Sendable {
    /// The name for messages: `systemd`.
    package let title: String
    /// Its name on the bus.
    let name: String
    /// Whether a question may make the bus start the service. A bus without systemd has to report that instead.
    let isStarted: Bool

    package static let systemd = Self(
        title: "systemd",
        name: "org.freedesktop.systemd1",
        isStarted: false
    )
    /// systemd while it may be about to return. The bus holds a question until then.
    package static let returningSystemd = Self(
        title: "systemd",
        name: "org.freedesktop.systemd1",
        isStarted: true
    )
    /// polkit, which usually does not run before the first question.
    package static let polkit = Self(
        title: "polkit",
        name: "org.freedesktop.PolicyKit1",
        isStarted: true
    )
    package static let logind = Self(
        title: "logind",
        name: "org.freedesktop.login1",
        isStarted: true
    )
    /// The bus itself.
    package static let bus = Self(title: "D-Bus", name: "org.freedesktop.DBus", isStarted: false)
}
