public import Logging
public import Procedures

/// The options by which ``require(_:_:options:named:)`` and ``withPermit(for:options:named:_:)`` look, ask and log.
public struct GateOptions: Sendable {
    /// The longest time for each look; with zero or less there is no answer. It does not limit the work.
    public var lookLimit: Duration
    /// How often to ask if a look is not enough. Concurrent callers that ask for an equal capability share one request.
    public var asking: Asking
    /// The longest time to ask for each capability and to look at it again, in all.
    public var askLimit: Duration
    /// Receives each decision with its reasons.
    public var logger: Logger?
    /// Replaced by tests with a clock that can be skipped.
    var patience = Patience.ofProcess

    public init(
        asking: Asking = .never,
        within lookLimit: Duration = Deadlines.look,
        askingForUpTo askLimit: Duration = .seconds(300),
        logger: Logger? = nil
    ) {
        self.asking = asking
        self.lookLimit = lookLimit
        self.askLimit = askLimit
        self.logger = logger
    }
}

/// Returns only if every one of these capabilities is authorized.
///
/// ```swift
/// try await require(FileAccess(.read, "/srv/key"), NetworkReachability.connect(to: "tcp:127.0.0.1:5432"))
/// ```
///
/// They are looked at, and asked for, in the order written, as the conditions of a procedure are. After the first that
/// is not authorized, the others are still looked at, so the refusal lists all, but they are not asked for. Put a
/// capability that prompts a person last: earlier findings are not looked at again.
///
/// A judged object can change before it is used. ``withPermit(for:options:named:_:)`` hands over the object itself.
///
/// - Parameter name: The name of the work in a refusal and in the log. The default is the calling function.
/// - Throws: ``/Procedures/Refusal`` with a finding for each capability, unless all are authorized, also if there is no
///   answer within ``GateOptions/lookLimit``; `CancellationError` when the task is cancelled.
public func require(
    _ first: some Capability,
    _ others: any Capability...,
    options: GateOptions = GateOptions(),
    named name: String = #function
) async throws {
    var entry = Entry(named: name, options)
    await entry.look(at: first)
    for capability in others { await entry.look(at: capability) }
    try entry.open()
}

/// Runs `body` only if a capability is authorized, with a permit for it.
///
/// ```swift
/// try await withPermit(for: FileAccess(.read, "/etc/ssl/private/site.key")) { permit in
///     let key = try permit.open()              // the very file that was judged
/// }
/// ```
///
/// It is for one call without a queue. `body` runs at most once, on the actor of the caller, and may use all that the
/// caller may use.
///
/// - Parameter name: The name of the work in a refusal and in the log. The default is the calling function.
/// - Returns: The result of `body`.
/// - Throws: ``/Procedures/Refusal`` with the reasons unless it is authorized, also if there is no answer within
///   ``GateOptions/lookLimit``; `CancellationError` when the task is cancelled before `body` begins; otherwise the
///   error of `body`.
public func withPermit<Subject: Capability, Success: ~Copyable>(
    for capability: Subject,
    options: GateOptions = GateOptions(),
    named name: String = #function,
    _ body: (borrowing Permit<Subject>) async throws -> Success
) async throws -> Success {
    var entry = Entry(named: name, options)
    let found = await entry.found(capability)
    try entry.open()
    return try await body(Permit(capability, holding: found.look?.held))
}

/// Runs `body` only if two capabilities are authorized, with a permit for each.
///
/// ```swift
/// try await withPermit(for: FileAccess(.read, key), NetworkReachability.bind("tcp:443")) { key, port in
///     try serve(on: port.socket(), with: key.open())
/// }
/// ```
///
/// It works like ``withPermit(for:options:named:_:)``. A refusal lists both; the second is not asked for if the first
/// is not authorized.
public func withPermit<First: Capability, Second: Capability, Success: ~Copyable>(
    for first: First,
    _ second: Second,
    options: GateOptions = GateOptions(),
    named name: String = #function,
    _ body: (borrowing Permit<First>, borrowing Permit<Second>) async throws -> Success
) async throws -> Success {
    var entry = Entry(named: name, options)
    let (one, two) = (await entry.found(first), await entry.found(second))
    try entry.open()
    return try await body(
        Permit(first, holding: one.look?.held),
        Permit(second, holding: two.look?.held)
    )
}

/// One passage of a gate, with the findings so far.
private struct Entry {
    let name: String
    let options: GateOptions
    var findings: [Refusal.Finding] = []

    init(named name: String, _ options: GateOptions) {
        self.name = name
        self.options = options
    }

    private var isOpen: Bool { findings.allSatisfy { $0.result == .satisfied } }

    mutating func look(at capability: some Capability) async {
        _ = await found(capability, holding: false)
    }

    mutating func found<Subject: Capability>(
        _ capability: Subject,
        holding: Bool = true
    ) async -> Found<Subject> {
        let found = await verdict(on: capability, holding: holding)
        if let logger = options.logger, !Task.isCancelled {
            capability.log(found.verdict, of: name, to: logger)
        }
        findings.append(Refusal.Finding(capability.name, found.verdict.conditionResult))
        return found
    }

    private func verdict<Subject: Capability>(
        on capability: Subject,
        holding: Bool
    ) async -> Found<Subject> {
        // A remembered yes needs no look, and so neither a task nor a deadline.
        if options.lookLimit > .zero, let known = (capability as? any Remembering)?.remembered,
            known.isAuthorized
        {
            return Found(known)
        }
        let asker = Asker(
            capability: capability,
            asking: isOpen ? options.asking : .never,
            limit: options.lookLimit,
            holds: holding,
            patience: options.patience
        )
        let context = ConditionContext(procedure: name, mayAsk: true)
        return await asker.found(forUpTo: options.askLimit, in: context)
    }

    /// - Throws: `Refusal` unless all capabilities are authorized; `CancellationError`.
    func open() throws {
        try Task.checkCancellation()
        guard isOpen else {
            throw Refusal(procedure: name, phase: .conditions, findings: findings)
        }
    }
}
