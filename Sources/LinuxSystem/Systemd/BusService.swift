/// Who is asked over a bus, or tells something there.
package struct BusService: Hashable, Sendable {
    /// For messages: `systemd`.
    package let title: String
    /// Its name on the bus.
    let name: String
    /// Whether a question may make the bus start it: a bus without systemd shall say so.
    let isStarted: Bool

    package static let systemd = Self(
        title: "systemd",
        name: "org.freedesktop.systemd1",
        isStarted: false
    )
    /// The same, where it may be about to come back: the bus holds what it is asked until then.
    package static let returningSystemd = Self(
        title: "systemd",
        name: "org.freedesktop.systemd1",
        isStarted: true
    )
    /// Not run before it is first asked, as a rule.
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
