/// A bus, over which systemd and others are asked, and tell.
///
/// One thread holds the one connection: it is started at the first question, connects then, and
/// connects anew after the bus went away. Questions are sent without waiting for the answers to
/// others, and answered in any order. Each ends by its limit, and at once when it is cancelled.
package final class SystemBus: Sendable {
    /// The bus of the system.
    package static let shared = SystemBus()

    let inbox: BusInbox

    /// - Parameters:
    ///   - address: As D-Bus writes it, `unix:path=/run/dbus/system_bus_socket`; by default the
    ///     system's, or what `DBUS_SYSTEM_BUS_ADDRESS` says, unless this program runs with
    ///     privileges that its caller lacks, see secure_getenv(3). A process with privilege takes
    ///     only a socket's path from there.
    ///   - library: The library that sd-bus is loaded from: a file of the system's folders, or a path.
    package init(address: String? = nil, library: String = "libsystemd.so.0") {
        inbox = BusInbox(
            address: address.map(BusAddress.init(text:)) ?? .system,
            library: library
        )
    }

    private init(_ inbox: BusInbox) { self.inbox = inbox }

    /// The address of the bus that was asked, where the environment names another than the system's; nil where
    /// it was not asked, or nothing listens there. What it says of units, sessions and authorizations is not what the system's would.
    package var foreignBus: String? { inbox.foreignBus }

    deinit { inbox.close() }

    /// Runs `body` with a connection of its own to the same bus, which is gone when it returns: polkit takes
    /// back what it asks a person for a connection that is gone, and nothing else does for a call to systemd.
    func withConnection<Success: Sendable>(
        _ body: (SystemBus) async throws -> Success
    ) async throws -> Success {
        let bus = SystemBus(BusInbox(like: inbox))
        defer { bus.inbox.close(atOnce: true) }
        return try await body(bus)
    }

    /// What systemd says of a unit, which it loads for that where it had not, as `systemctl show`.
    ///
    /// A unit that does not exist has the load state `not-found`.
    /// - Throws: ``InvalidUnitName``, before anyone is asked; ``BusFailure``; `CancellationError`;
    ///   ``SystemError`` where there is no room for the bus's thread.
    package func unit(
        named name: String,
        within limit: Duration = .seconds(10)
    ) async throws -> UnitFacts {
        try await ask(try .properties(ofUnit: name), within: limit, UnitFacts.init(reading:))
    }

    /// What the settings of a unit give it, as `systemctl show` tells.
    ///
    /// - Throws: as ``unit(named:within:)``.
    package func settings(
        ofUnit name: String,
        within limit: Duration = .seconds(10)
    ) async throws -> UnitSettings {
        try await ask(try .properties(ofUnit: name), within: limit, UnitSettings.init(reading:))
    }

    /// Whether a unit is started at boot, as `systemctl is-enabled` says it: from the files as they
    /// are now, and of a template too. Nil where there is no such file.
    ///
    /// systemd reads its folders for the answer, which takes it about a millisecond.
    /// - Throws: as ``unit(named:within:)``.
    package func unitFileState(
        of name: String,
        within limit: Duration = .seconds(10)
    ) async throws -> UnitFileState? {
        let call = MethodCall.manager("GetUnitFileState", .text(try UnitName(name).text))
        do {
            return try await ask(call, within: limit) { reply throws(BusFailure) in
                UnitFileState(rawValue: try reply.text())
            }
        } catch BusFailure.remote(_, let name, _) where noUnitFile.contains(name) {
            return nil
        }
    }
}

private let noUnitFile: Set<String> = [
    "org.freedesktop.DBus.Error.FileNotFound", "org.freedesktop.systemd1.NoSuchUnit",
]
