/// A D-Bus bus, over which Warrant calls systemd and other services and receives their signals.
///
/// One thread holds the one connection. It is started at the first question, connects then, and connects again after
/// the bus went away. A question is sent without waiting for the answers to others, and answers may come in any order.
/// Each question ends at its time limit, and at once when it is cancelled.
package final class SystemBus: Sendable {
    /// The bus of the system.
    package static let shared = SystemBus()

    private let inbox: BusInbox

    /// - Parameters:
    ///   - address: In D-Bus notation, `unix:path=/run/dbus/system_bus_socket`. The default is the system bus, or
    ///     `DBUS_SYSTEM_BUS_ADDRESS`, unless this program runs with privileges that its caller lacks, see
    ///     secure_getenv(3). A process with privilege accepts only the path of a socket from that variable.
    ///   - library: The library that sd-bus is loaded from: a file of the system's folders, or a path.
    package init(address: String? = nil, library: String = "libsystemd.so.0") {
        inbox = BusInbox(
            address: address.map(BusAddress.init(text:)) ?? .system,
            library: library
        )
    }

    private init(_ inbox: BusInbox) { self.inbox = inbox }

    /// The address of the bus that was asked, if the environment names another one than the system bus; nil if it was
    /// not asked, or no process listens there. Its answers about units, sessions and authorizations are not those of
    /// the system.
    package var foreignBus: String? { inbox.foreignBus }

    deinit { inbox.close() }

    /// Runs `body` with a separate connection to the same bus, which is closed when `body` returns. polkit takes back
    /// its question to a person when the connection is closed. For a call to systemd there is no other way to take it
    /// back.
    func withConnection<Success: Sendable>(
        _ body: (SystemBus) async throws -> Success
    ) async throws -> Success {
        let bus = SystemBus(BusInbox(like: inbox))
        defer { bus.inbox.close(atOnce: true) }
        return try await body(bus)
    }

    /// Returns systemd's facts about a unit, as `systemctl show` does. systemd loads the unit if it is not loaded.
    ///
    /// A unit that does not exist has the load state `not-found`.
    /// - Throws: ``InvalidUnitName``, before systemd is asked; ``BusFailure``; `CancellationError`; ``SystemError`` if
    ///   there is no room for the bus thread.
    package func unit(
        named name: String,
        within limit: Duration = .seconds(10)
    ) async throws -> UnitFacts {
        try await ask(try .properties(ofUnit: name), within: limit, UnitFacts.init(reading:))
    }

    /// Returns the settings of a unit, as `systemctl show` does.
    ///
    /// - Throws: As ``unit(named:within:)``.
    package func settings(
        ofUnit name: String,
        within limit: Duration = .seconds(10)
    ) async throws -> UnitSettings {
        try await ask(try .properties(ofUnit: name), within: limit, UnitSettings.init(reading:))
    }

    /// Returns the version of the running systemd and its features, as the two lines of `systemctl --version` show
    /// them.
    ///
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` if there is no room for the bus thread.
    package func managerVersion(
        within limit: Duration = .seconds(10)
    ) async throws -> (version: String, features: String) {
        func property(_ name: String) async throws -> String {
            try await ask(.property(ofManager: name), within: limit) { reply throws(BusFailure) in
                guard let text = try reply.variant()?.text else {
                    throw .unreadable("`\(name)` is no text")
                }
                return text
            }
        }
        async let features = property("Features")
        return (try await property("Version"), try await features)
    }

    /// Returns the facts of systemd about itself.
    ///
    /// - Throws: As ``unit(named:within:)``.
    package func managerFacts(within limit: Duration = .seconds(10)) async throws -> ManagerFacts {
        let call = MethodCall(
            service: .systemd,
            path: "/org/freedesktop/systemd1",
            interface: "org.freedesktop.DBus.Properties",
            member: "GetAll",
            arguments: [.text("org.freedesktop.systemd1.Manager")]
        )
        return try await ask(call, within: limit, ManagerFacts.init(reading:))
    }

    private static let noUnitFile: Set<String> = [
        "org.freedesktop.DBus.Error.FileNotFound", "org.freedesktop.systemd1.NoSuchUnit",
    ]

    /// Returns whether a unit is started at boot, as `systemctl is-enabled` does: from the current files, also for a
    /// template. Returns nil if there is no such file.
    ///
    /// systemd reads its folders for the answer, which takes it about a millisecond.
    /// - Throws: As ``unit(named:within:)``.
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

    /// Asks a question, and reads the answer on the thread of the bus.
    ///
    /// - Parameters:
    ///   - late: Called with an answer that comes after the caller stopped waiting, on the thread of the bus.
    ///   - read: Reads the answer, also on the thread of the bus.
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` if there is no room for the bus thread.
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

    /// Returns the user that the bus takes this process for, as an id of the bus' user namespace. It is the effective
    /// user at the time of the connection.
    ///
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` if there is no room for the bus thread.
    package func ownUser(within limit: Duration = .seconds(10)) async throws -> UInt32 {
        let name = try await ask(.bus("GetId"), within: limit) { $0.destination }
        return try await ask(.bus("GetConnectionUnixUser", .text(name)), within: limit) {
            reply throws(BusFailure) in
            try reply.number()
        }
    }

    /// Calls a method without waiting for the answer. A call that cannot be sent is lost.
    func tell(_ call: MethodCall) {
        try? inbox.post(BusQuestion(call, within: .seconds(30)) { _ in })
    }

    /// Receives a signal from ``BusEvent/listening`` on, as long as the subscription lives. It also reports the loss
    /// and the return of the bus, after which it listens again by itself.
    ///
    /// A caller that asks after ``BusEvent/listening`` misses nothing that happens after the answer.
    ///
    /// - Parameters:
    ///   - read: Reads the arguments of a signal, on the thread of the bus. If it fails, a signal was missed: the
    ///     caller gets ``BusEvent/deaf(_:)``, and then ``BusEvent/listening`` again.
    ///   - hear: Called on the thread of the bus, which waits for it. So it may only lock and signal. It can be called
    ///     once more while the subscription ends.
    /// - Throws: ``SystemError`` if there is no room for the bus thread.
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

    /// Returns logind's facts about a session, or nil if there is none.
    ///
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` if there is no room for the bus thread.
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

    /// Enables or disables a unit for boot, as systemctl(1) does: by links for its `[Install]` section.
    ///
    /// A unit without such a section stays as it is.
    /// - Parameter interactively: Whether polkit may ask a person first.
    /// - Throws: As ``run(_:_:interactively:)``, except for the job.
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
        // The links are permanent, and no link of another unit is replaced.
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
        // systemd has to read the new links.
        let reload = MethodCall.manager("Reload", interactively: interactively)
        try await ask(reload, within: limit) { _ in }
    }
}
