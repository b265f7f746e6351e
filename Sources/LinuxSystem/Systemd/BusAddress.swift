import CLinux

/// Where a bus is, as D-Bus writes it: `unix:path=/run/dbus/system_bus_socket`.
struct BusAddress: Hashable, Sendable {
    let text: String

    /// The system's own bus, unless the environment names another and may be trusted to.
    static var system: BusAddress {
        // SAFETY: the text is copied at once; nil where the program runs with privileges that its
        // caller lacks, see secure_getenv(3).
        let named = unsafe clinux_secure_getenv("DBUS_SYSTEM_BUS_ADDRESS")
            .map { unsafe String(cString: $0) }
        guard let named, !named.isEmpty else {
            return BusAddress(text: "unix:path=/run/dbus/system_bus_socket")
        }
        return BusAddress(text: named)
    }

    /// For messages: the socket's path where it has one.
    var place: String {
        let prefix = "unix:path="
        guard text.hasPrefix(prefix), !text.contains(where: { ",;".contains($0) }) else {
            return text
        }
        return String(text.dropFirst(prefix.count))
    }
}
