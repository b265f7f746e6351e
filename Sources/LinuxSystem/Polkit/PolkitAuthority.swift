import Synchronization

/// polkit, asked over the system bus, which starts it on demand.
///
/// An answer without authentication is cached until polkit sends `Changed`, or until polkit or the bus ends. polkit
/// sends `Changed` when its rules, its actions, the sessions or its temporary authorizations change. It does not
/// announce changes of group membership, or of anything else outside polkit that a rule looks at.
/// - SeeAlso: polkit(8), and its D-Bus interface org.freedesktop.PolicyKit1.Authority.
package final class PolkitAuthority: Sendable {
    /// The authority on the system bus.
    package static let shared = PolkitAuthority(on: .shared)

    private static let path = "/org/freedesktop/PolicyKit1/Authority"
    private static let interface = "org.freedesktop.PolicyKit1.Authority"
    private static let signals = [
        BusSignal(of: .polkit, at: path, interface, "Changed"), .ownerChanged(of: .polkit),
    ]
    /// The number of the last request. It makes each request cancellable.
    private static let lastRequest = Atomic<UInt64>(0)

    package let bus: SystemBus
    private let memory = PolkitMemory(hearing: Set(signals))
    private let subscriptions = Mutex<[BusSubscription]>([])

    package init(on bus: SystemBus) { self.bus = bus }

    /// Returns polkit's answer without authentication, or nil for an action that polkit does not know.
    ///
    /// - Parameter limit: The time limit for each of the one or two calls.
    /// - Throws: ``BusFailure``, of kind `remote` if polkit refuses to answer this caller; `CancellationError`;
    ///   ``SystemError`` if there is no room for the bus thread.
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

    /// Returns polkit's answer after it has asked a person who may answer for the subject, or nil for an action that
    /// polkit does not know. The answer is still ``PolkitAnswer/Decision/challenge`` if no person can be asked.
    ///
    /// The answer is never cached, since it may be meant for this request only. If the task is cancelled or the limit
    /// passes, polkit is told to stop asking.
    /// - Throws: As ``answer(to:within:)``.
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
}

extension PolkitAuthority {
    /// Reports when polkit's answers may have changed, or the owner of a name on the bus has.
    ///
    /// - Parameter name: Nil for none.
    /// - Throws: ``SystemError`` if there is no room for the bus thread.
    package func changes(
        orOwnerOf name: String?,
        waking wake: @escaping @Sendable () -> Void
    ) throws(SystemError) -> BusChanges {
        // The cache listens first, so it is cleared before any caller learns of the change.
        try listen()
        let changes = BusChanges(on: bus, waking: wake)
        for signal in Self.signals + (name.map { [.ownerChanged(of: $0)] } ?? []) {
            try changes.hear(signal)
        }
        return changes
    }

    /// Listens from the first question on. Before it, the cache has nothing to clear.
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

    /// - Parameter request: The id by which the request can be cancelled; nil to ask no person.
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
