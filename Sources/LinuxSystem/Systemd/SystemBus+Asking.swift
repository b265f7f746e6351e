extension SystemBus {
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
}

extension SystemBus {
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
}
