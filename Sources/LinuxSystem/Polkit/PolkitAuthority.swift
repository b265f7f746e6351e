import Synchronization

/// polkit, asked over the system's bus, which starts it where it does not run.
///
/// What it says without asking anybody is kept until it sends `Changed`, as it does when its rules, its
/// actions, the sessions or its temporary authorizations change, and until it or the bus goes away. A change
/// of who is in a group, or of what a rule looks at outside polkit, is not announced.
/// - SeeAlso: polkit(8), and its D-Bus interface org.freedesktop.PolicyKit1.Authority.
package final class PolkitAuthority: Sendable {
    /// That of the system.
    package static let shared = PolkitAuthority(on: .shared)

    private static let path = "/org/freedesktop/PolicyKit1/Authority"
    private static let interface = "org.freedesktop.PolicyKit1.Authority"
    private static let signals = [
        BusSignal(of: .polkit, at: path, interface, "Changed"), .ownerChanged(of: .polkit),
    ]
    /// Of requests, so that each can be cancelled.
    private static let lastRequest = Atomic<UInt64>(0)

    package let bus: SystemBus
    private let memory = PolkitMemory(hearing: Set(signals))
    private let subscriptions = Mutex<[BusSubscription]>([])

    package init(on bus: SystemBus) { self.bus = bus }

    /// What polkit says without asking anybody; nil for an action that it does not know.
    ///
    /// - Parameter limit: For each of the one or two calls that it takes.
    /// - Throws: ``BusFailure``, a `remote` one of polkit's where it may not be asked this;
    ///   `CancellationError`; ``SystemError`` where there is no room for the bus's thread.
    package func answer(
        to question: PolkitQuestion,
        within limit: Duration = .seconds(30)
    ) async throws -> PolkitAnswer? {
        if let known = memory.answer(to: question) { return known }
        try listen()
        let age = memory.age
        guard let rule = try await rule(of: question.action, within: limit) else { return nil }
        let answer = try await check(question, within: limit) { reply throws(BusFailure) in
            try PolkitAnswer(reading: reply, rule)
        }
        memory.keep(answer, to: question, since: age)
        return answer
    }

    /// What polkit says once it has asked who may answer for the subject; nil for an action that it does not
    /// know. It still would have to ask where there is nobody.
    ///
    /// It is never kept: it may be meant for this once. When the task is cancelled or the limit passes,
    /// polkit is told to ask no further.
    /// - Throws: as ``answer(to:within:)``.
    package func answerOfPerson(
        to question: PolkitQuestion,
        within limit: Duration
    ) async throws -> PolkitAnswer? {
        try listen()
        guard let rule = try await rule(of: question.action, within: limit) else { return nil }
        let number = Self.lastRequest.add(1, ordering: .relaxed).newValue
        let request = "warrant-\(number)"
        do {
            return try await check(question, as: request, within: limit) {
                reply throws(BusFailure) in
                try PolkitAnswer(reading: reply, rule)
            }
        } catch {
            if error is CancellationError || (error as? BusFailure)?.isLate == true {
                bus.tell(Self.call("CancelCheckAuthorization", [.text(request)]))
            }
            throw error
        }
    }

    /// The unique name of the connection that owns a name on the bus; nil where none does.
    package func owner(
        ofName name: String,
        within limit: Duration = .seconds(30)
    ) async throws -> String? {
        let call = MethodCall(
            service: .bus,
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus",
            member: "GetNameOwner",
            arguments: [.text(name)]
        )
        do {
            return try await bus.ask(call, within: limit) { reply throws(BusFailure) in
                try reply.text()
            }
        } catch BusFailure.absent(.bus, _) {
            return nil
        }
    }
}

extension PolkitAuthority {
    /// Whether polkit may say something else, or somebody else owns a name on the bus.
    ///
    /// - Parameter name: Nil for none.
    /// - Throws: ``SystemError`` where there is no room for the bus's thread.
    package func changes(
        orOwnerOf name: String?,
        waking wake: @escaping @Sendable () -> Void
    ) throws(SystemError) -> BusChanges {
        // First, so that what was kept is forgotten before anybody is told that it may be otherwise.
        try listen()
        let changes = BusChanges(on: bus, waking: wake)
        for signal in Self.signals + (name.map { [.ownerChanged(of: $0)] } ?? []) {
            try changes.hear(signal)
        }
        return changes
    }

    /// From the first question on: nobody else needs to hear.
    private func listen() throws(SystemError) {
        try subscriptions.withLock { (subscriptions) throws(SystemError) in
            guard subscriptions.isEmpty else { return }
            for signal in Self.signals {
                let subscription = try bus.listen(to: signal) { _ in
                } _: { [memory] event in
                    memory.hear(event, of: signal)
                }
                subscriptions.append(subscription)
            }
        }
    }

    private func rule(
        of action: String,
        within limit: Duration
    ) async throws -> PolkitImplicitRule? {
        if let rules = memory.rules { return rules[action] }
        let age = memory.age
        let call = Self.call("EnumerateActions", [.text("C")])
        let rules = try await bus.ask(call, within: limit, PolkitImplicitRule.all(reading:))
        memory.keep(rules, since: age)
        return rules[action]
    }

    /// - Parameter request: The id by which it can be cancelled; nil to ask nobody.
    private func check(
        _ question: PolkitQuestion,
        as request: String? = nil,
        within limit: Duration,
        _ read: @escaping @Sendable (BusMessage) throws(BusFailure) -> PolkitAnswer
    ) async throws -> PolkitAnswer {
        let call = Self.call(
            "CheckAuthorization",
            [
                question.subject.argument, .text(question.action), .texts(question.details),
                .number(request == nil ? 0 : 1), .text(request ?? ""),
            ],
            interactively: request != nil
        )
        return try await bus.ask(call, within: limit, read)
    }

    private static func call(
        _ member: String,
        _ arguments: [BusArgument],
        interactively: Bool = false
    ) -> MethodCall {
        MethodCall(
            service: .polkit,
            path: path,
            interface: interface,
            member: member,
            arguments: arguments,
            isInteractive: interactively
        )
    }
}

extension BusFailure {
    fileprivate var isLate: Bool { if case .timedOut = self { true } else { false } }
}
