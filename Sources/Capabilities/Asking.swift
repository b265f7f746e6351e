import Logging
import Procedures

/// Asking for a capability where a look at it was not enough.
struct Asking<Subject: Capability>: Sendable {
    let capability: Subject
    /// How often to ask at most.
    let maximum: Int
    /// Whether somebody goes on to use what was judged: a bind is made for nobody else.
    var holds = true

    /// Looks, and asks where that is not enough and the context lets it.
    func found(in context: ConditionContext) async -> Found<Subject.Status> {
        guard context.mayAsk, maximum > 0 else { return await look() }
        let answers = watch()
        defer { answers.end() }
        return await found(after: look(), answers, in: context)
    }

    func look() async -> Found<Subject.Status> { await capability.found(holding: holds) }

    /// What others are answered who ask for the same; to be made before the first look.
    func watch() -> SingleFlight.Watch {
        SingleFlight.shared.watch(capability, of: Subject.RequestEnd.self)
    }

    /// Asks as often as it may and needs to, and looks again each time.
    ///
    /// - Parameters:
    ///   - answers: Made before `first` was found.
    ///   - context: Says whether it may ask at all.
    func found(
        after first: Found<Subject.Status>,
        _ answers: SingleFlight.Watch,
        in context: ConditionContext
    ) async -> Found<Subject.Status> {
        guard context.mayAsk, await capability.isAvailable() == .available else { return first }
        var found = first
        var seen = 0
        var asked = 0
        while !found.verdict.isAuthorized, asked < maximum, !Task.isCancelled {
            asked += 1
            context.logger.info("asking", metadata: ["capability": "\(capability.name)"])
            let end = await context.remedying {
                await capability.ask { [seen] in answers.landings > seen }
            }
            seen = answers.landings
            switch end {
            case .failure(let failure):
                return Found(found.verdict.adding(failure, of: capability.name))
            case .success(let answer): found = await self.found(after: answer)
            }
        }
        return found
    }

    /// Looks again, which decides, but for a yes that was meant for the request alone; and where neither is a
    /// yes, asking knows best why.
    private func found(after answer: Subject.Status) async -> Found<Subject.Status> {
        let found = await look()
        // What was obtained by asking may last no longer than this.
        withExtendedLifetime(answer) {}
        let verdict = await capability.assuming(answer.meets(capability.requirement))
        let answered = Found(verdict, by: Look(answer))
        guard !found.verdict.isAuthorized, !answered.verdict.isAuthorized || answer.isForThisOnce
        else { return found }
        guard answered.verdict.isAuthorized else { return answered }
        return Found(answered.verdict, by: answered.look, once: found.verdict)
    }
}

extension Capability {
    fileprivate typealias RequestEnd = SharedRequestEnd<Status>

    /// Asks, together with whoever asks for the same at the same time: one request, one answer; but a yes for
    /// this once is given to one of them, and the others ask for their own.
    ///
    /// - Parameter isAnswered: Whether somebody was answered since the look for which this is: then it is
    ///   looked at first, for nobody is to be asked again for what was given.
    /// - Returns: The answer, or what kept it from asking.
    fileprivate func ask(
        unless isAnswered: @escaping @Sendable () -> Bool
    ) async -> Result<Status, any Error> {
        repeat {
            let end = await SingleFlight.shared.run(self) { await request(unless: isAnswered) }
            guard let end else { break }
            if end.isForAll || end.take() { return end.result }
        } while !Task.isCancelled
        return .failure(CancellationError())
    }

    private func request(unless isAnswered: @Sendable () -> Bool) async -> RequestEnd {
        if isAnswered(), let status = try? await authorizationStatus(),
            status.meets(requirement).isAuthorized
        {
            return RequestEnd(.success(status), isForAll: true)
        }
        do {
            let status = try await requestAuthorization()
            let isForOne = status.isForThisOnce && status.meets(requirement).isAuthorized
            return RequestEnd(.success(status), isForAll: !isForOne)
        } catch {
            return RequestEnd(.failure(error), isForAll: true)
        }
    }
}

/// The status of a request, or of a look where none was needed any more.
private final class SharedRequestEnd<Status: AuthorizationStatus>: Sendable {
    let result: Result<Status, any Error>
    let isForAll: Bool
    private let isTaken = Locked(false)

    init(_ result: Result<Status, any Error>, isForAll: Bool) {
        self.result = result
        self.isForAll = isForAll
    }

    /// - Returns: Whether nobody else has.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

extension Verdict {
    /// No answer: asking might have led to one. What failed in the look and in asking is said once.
    fileprivate func adding(_ failure: any Error, of name: String) -> Verdict {
        let isKnown = reasons.contains { $0.message == "\(failure)" }
        let reason = Reason("request-failed", name, "could not be asked for: \(failure)")
        return .undetermined(reasons + (isKnown ? [] : [reason]))
    }
}
