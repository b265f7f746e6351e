public import Capabilities
import Procedures

/// A capability that gives scripted verdicts, and counts looks and requests.
///
/// ```swift
/// let key = ScriptedCapability("key", .denied([]), answers: [.authorized()])
/// _ = await queue.run(Procedure("work") {}.condition(AuthorizedFor(key, asking: .once)))
/// #expect(key.looks == 2)
/// #expect(key.requests == 1)
/// ```
///
/// Equal only to itself.
public final class ScriptedCapability: KeepableCapability {
    /// The result of a scripted look.
    public struct Status: AuthorizationStatus {
        private let verdict: Verdict

        public init(_ verdict: Verdict) { self.verdict = verdict }

        public func meets(_ requirement: Void) -> Verdict { verdict }
    }

    private struct Script {
        var findings: [Result<Verdict, any Error>]
        var answers: [Verdict] = []
        var looks = 0
        var requests = 0
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastWatcher = 0
        var isSilent = false

        mutating func finding() -> Result<Verdict, any Error> {
            let last = findings.first ?? .success(.undetermined([]))
            return findings.count > 1 ? findings.removeFirst() : last
        }
    }

    public let name: String
    public var requirement: Void { () }
    private let script: Locked<Script>
    private let availability: Availability
    private let whenAsked: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - verdicts: The results of successive looks. The last one stays. Undetermined if there are none.
    ///   - answers: The results of all looks after the first request, after the second, and so on. The last one stays.
    ///     Without any, a request changes nothing.
    ///   - whenAsked: Called during a request. It may wait, count or throw. If it throws, the request fails and its
    ///     answer is not given.
    public init(
        _ name: String = "scripted",
        _ verdicts: Verdict...,
        availability: Availability = .available,
        answers: [Verdict] = [],
        whenAsked: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.name = name
        self.availability = availability
        self.whenAsked = whenAsked
        script = Locked(Script(findings: verdicts.map { .success($0) }, answers: answers))
    }

    /// A capability whose looks all throw.
    public init(_ name: String = "scripted", failing error: any Error) {
        self.name = name
        availability = .available
        whenAsked = {}
        script = Locked(Script(findings: [.failure(error)]))
    }

    /// The number of looks. A request with a scripted answer is not a look.
    public var looks: Int { script.withLock { $0.looks } }

    /// The number of requests, including failed ones.
    public var requests: Int { script.withLock { $0.requests } }

    public func isAvailable() async -> Availability { availability }

    public func authorizationStatus() async throws -> Status {
        let finding = script.withLock { script in
            script.looks += 1
            return script.finding()
        }
        return Status(try finding.get())
    }

    public func requestAuthorization() async throws -> Status {
        script.withLock { $0.requests += 1 }
        try await whenAsked()
        let answer = script.withLock { script -> Verdict? in
            guard let answer = script.answers.first else { return nil }
            if script.answers.count > 1 { script.answers.removeFirst() }
            script.findings = [.success(answer)]
            return answer
        }
        if let answer { return Status(answer) }
        return try await authorizationStatus()
    }

    /// Begins with the result of a look, and continues with each ``change(to:)``.
    public var updates: StatusUpdates<Status> {
        StatusUpdates {
            try await self.authorizationStatus()
        } whenever: {
            self.changes()
        }
    }

    /// The number of tasks that wait for changes.
    public var watchers: Int { script.withLock { $0.watchers.count } }

    /// Sets the result of all looks from now on, and announces a change.
    public func change(to verdict: Verdict) { change(to: .success(verdict)) }

    /// Lets all looks throw from now on, and announces a change.
    public func change(toFailing error: any Error) { change(to: .failure(error)) }

    /// Ends all updates. No change is announced any more.
    public func endUpdates() {
        let watchers = script.withLock { script in
            script.isSilent = true
            return Array(script.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }

    private func change(to finding: Result<Verdict, any Error>) {
        let watchers = script.withLock { script in
            script.findings = [finding]
            return Array(script.watchers.values)
        }
        for watcher in watchers { watcher.yield() }
    }

    private func changes() -> AsyncStream<Void> {
        let (changes, change) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let (number, isSilent) = script.withLock { script in
            script.lastWatcher += 1
            script.watchers[script.lastWatcher] = change
            return (script.lastWatcher, script.isSilent)
        }
        change.onTermination = { [weak self] _ in
            _ = self?.script.withLock { $0.watchers.removeValue(forKey: number) }
        }
        if isSilent { change.finish() }
        return changes
    }

    public static func == (one: ScriptedCapability, other: ScriptedCapability) -> Bool {
        one === other
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
