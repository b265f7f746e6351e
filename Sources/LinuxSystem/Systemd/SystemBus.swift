/// A bus, over which systemd and others are asked, and tell.
///
/// One thread holds the one connection: it is started at the first question, connects then, and
/// connects anew after the bus went away. Questions are sent without waiting for the answers to
/// others, and answered in any order. Each ends by its limit, and at once when it is cancelled.
package final class SystemBus: Sendable {
    /// The bus of the system.
    package static let shared = SystemBus()

    private let inbox: BusInbox

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

    private static let noUnitFile: Set<String> = [
        "org.freedesktop.DBus.Error.FileNotFound", "org.freedesktop.systemd1.NoSuchUnit",
    ]

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
        } catch BusFailure.remote(_, let name, _) where Self.noUnitFile.contains(name) {
            return nil
        }
    }

    /// Asks, and reads the answer on the thread of the bus.
    ///
    /// - Parameters:
    ///   - late: Told what was answered once nobody waited for it any more, on the thread of the bus.
    ///   - read: Reads the answer, on the thread of the bus too.
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` where there is no room for the bus's
    ///   thread.
    func ask<Success: Sendable>(
        _ call: MethodCall,
        within limit: Duration,
        late: @escaping @Sendable (Success) -> Void = { _ in },
        _ read: @escaping @Sendable (BusMessage) throws(BusFailure) -> Success
    ) async throws -> Success {
        let answer = Answer<Success>()
        let question = BusQuestion(call, within: limit) { outcome in
            let result = Result { try read(outcome.get()) }
            if !answer.settle(result), case .success(let success) = result { late(success) }
        }
        return try await withTaskCancellationHandler {
            try await answer.value { try inbox.post(question) }
        } onCancel: {
            answer.settle(.failure(CancellationError()))
        }
    }

    /// The user that the bus takes this process for, as the user namespace of the bus counts: the effective one
    /// at the time of the connection.
    ///
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` where there is no room for the bus's
    ///   thread.
    package func ownUser(within limit: Duration = .seconds(10)) async throws -> UInt32 {
        func call(_ member: String, _ arguments: [BusArgument] = []) -> MethodCall {
            MethodCall(
                service: .bus,
                path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus",
                member: member,
                arguments: arguments
            )
        }
        let name = try await ask(call("GetId"), within: limit) { $0.destination }
        return try await ask(call("GetConnectionUnixUser", [.text(name)]), within: limit) {
            reply throws(BusFailure) in
            try reply.number()
        }
    }

    /// Calls a method whose answer nobody waits for; what cannot be sent is lost.
    func tell(_ call: MethodCall) {
        try? inbox.post(BusQuestion(call, within: .seconds(30)) { _ in })
    }

    /// Tells of signals, from ``BusEvent/listening`` on, for as long as the subscription lives; and of the
    /// bus's going and coming, after which it listens anew by itself.
    ///
    /// Who listens before asking, and is told that it listens, misses nothing that happens after the answer.
    ///
    /// - Parameters:
    ///   - read: Reads the arguments of a signal, on the thread of the bus. Where it fails, something was
    ///     missed: ``BusEvent/deaf(_:)`` is told, and that it listens again.
    ///   - hear: Called on the thread of the bus, which waits for it: it may lock and signal, and no more.
    ///     It can be called once more while the subscription ends.
    /// - Throws: ``SystemError`` where there is no room for the bus's thread.
    package func listen<Value: Sendable>(
        to signal: BusSignal,
        reading read: @escaping @Sendable (BusMessage) throws(BusFailure) -> Value,
        _ hear: @escaping @Sendable (BusEvent<Value>) -> Void
    ) throws(SystemError) -> BusSubscription {
        let listener = BusListener(signal) { event in
            switch event {
            case .listening: hear(.listening)
            case .deaf(let failure): hear(.deaf(failure))
            case .heard(let message):
                do throws(BusFailure) {
                    hear(.signal(try read(message), sender: message.sender))
                } catch {
                    hear(.deaf(error))
                    hear(.listening)
                }
            }
        }
        try inbox.join(listener)
        return BusSubscription(listener, on: self)
    }

    func forget(_ listener: BusListener) { inbox.leave(listener) }

    /// What logind says of a session; nil where there is none.
    ///
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` where there is no room for the bus's
    ///   thread.
    package func session(
        withID id: String,
        within limit: Duration = .seconds(10)
    ) async throws -> SessionFacts? {
        let find = MethodCall(
            service: .logind,
            path: "/org/freedesktop/login1",
            interface: "org.freedesktop.login1.Manager",
            member: "GetSession",
            arguments: [.text(id)]
        )
        do {
            let path = try await ask(find, within: limit) { reply throws(BusFailure) in
                try reply.path()
            }
            let look = MethodCall(
                service: .logind,
                path: path,
                interface: "org.freedesktop.DBus.Properties",
                member: "GetAll",
                arguments: [.text("org.freedesktop.login1.Session")]
            )
            return try await ask(look, within: limit, SessionFacts.init(reading:))
        } catch BusFailure.remote(.logind, "org.freedesktop.login1.NoSuchSession", _) {
            return nil
        }
    }

    /// Has a unit started at boot, or no more, as systemctl(1) does: by links for its `[Install]` section.
    ///
    /// A unit without such a section stays as it is.
    /// - Parameter interactively: Whether polkit may ask a person first.
    /// - Throws: as ``run(_:_:interactively:)``, but for the job.
    package func enable(
        _ isEnabled: Bool,
        _ unit: String,
        interactively: Bool = false
    ) async throws {
        guard !interactively else {
            return try await withConnection { bus in
                try await bus.enable(isEnabled, try UnitName(unit), interactively: true)
            }
        }
        try await enable(isEnabled, try UnitName(unit), interactively: false)
    }

    private func enable(
        _ isEnabled: Bool,
        _ unit: UnitName,
        interactively: Bool
    ) async throws {
        let name = BusArgument.texts([unit.text])
        // For good, and no link of another unit is replaced.
        let call =
            isEnabled
            ? MethodCall.manager(
                "EnableUnitFiles",
                name,
                .flag(false),
                .flag(false),
                interactively: interactively
            )
            : .manager("DisableUnitFiles", name, .flag(false), interactively: interactively)
        let limit = Duration.seconds(interactively ? 300 : 60)
        try await ask(call, within: limit) { _ in }
        // So that systemd knows what the links say.
        let reload = MethodCall.manager("Reload", interactively: interactively)
        try await ask(reload, within: limit) { _ in }
    }
}
