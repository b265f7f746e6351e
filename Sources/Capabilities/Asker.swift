import Logging
import Procedures
import Text

/// Looks at a capability, and asks for it if a look was not enough.
struct Asker<Subject: Capability>: Sendable {
    let capability: Subject
    let asking: Asking
    /// The longest time for each look.
    let limit: Duration
    /// True if the work uses the judged object. A bind is made only then.
    var holds = true
    /// The patience to use in place of the context's.
    var patience: Patience?

    /// Looks, then asks if the look is not enough and the context permits it.
    func found(in context: ConditionContext) async -> Found<Subject> {
        guard context.mayAsk, asking.maximum > 0 else { return await look(in: context) }
        let answers = watch()
        defer { answers.end() }
        return await found(after: look(in: context), answers, in: context)
    }

    func look(in context: ConditionContext) async -> Found<Subject> {
        do throws(NoAnswer) {
            return try await answer(in: context) { [capability, holds] in
                await capability.found(holding: holds)
            }
        } catch {
            return Found(.undetermined([error.reason(of: capability.name)]))
        }
    }

    /// Looks, then asks if the look is not enough. It is for callers outside a queue, whose procedures have a deadline
    /// for it.
    ///
    /// - Parameters:
    ///   - remedy: The longest time to ask and to look again, in all.
    ///   - awaitingEnd: True if anything that asking began, such as a question on the terminal, must have ended when
    ///     this returns. Otherwise it is abandoned.
    ///   - tell: Called before asking starts.
    func found(
        forUpTo remedy: Duration,
        in context: ConditionContext,
        awaitingEnd: Bool = false,
        telling tell: @Sendable () -> Void = {}
    ) async -> Found<Subject> {
        let answers = watch()
        defer { answers.end() }
        let first = await look(in: context)
        guard !first.verdict.isAuthorized, asking.maximum > 0 else { return first }
        tell()
        let ask = { @Sendable in await found(after: first, answers, in: context) }
        do throws(NoAnswer) {
            guard awaitingEnd else {
                return try await (patience ?? context.patience).answer(within: remedy, ask)
            }
            let asked = Task { await ask() }
            if let found = await withDeadline(remedy, { await asked.value }) { return found }
            asked.cancel()
            let found = await asked.value
            guard found.verdict.isAuthorized else { throw .late(remedy) }
            return found
        } catch {
            let late = Verdict.undetermined([error.reason(of: capability.name)])
            return Found(late.following(first.verdict), otherwise: first.verdict)
        }
    }

    private func answer<Value: Sendable>(
        in context: ConditionContext,
        _ body: @escaping @Sendable () async -> Value
    ) async throws(NoAnswer) -> Value {
        // Without a queue the caller may be an actor, and a look must not block the actor's thread.
        if let patience { return try await patience.answer(within: limit, body) }
        return try await context.patience.answer(within: limit, startsHere: true, body)
    }

    private func isAvailable(in context: ConditionContext) async -> Bool {
        let availability = try? await answer(in: context) { [capability] in
            await capability.isAvailable()
        }
        return availability == .available
    }

    /// Watches the answers to other requests for the same capability. Call it before the first look.
    func watch() -> SingleFlight<Void>.Watch {
        SingleFlight<Void>.shared.watch(capability, of: Subject.RequestEnd.self)
    }

    /// Asks as often as it may and needs to, and looks again each time.
    ///
    /// - Parameters:
    ///   - first: Its reasons come before those of an unsuccessful request.
    ///   - answers: A watch that was made before `first` was found.
    ///   - context: States whether it may ask at all.
    func found(
        after first: Found<Subject>,
        _ answers: SingleFlight<Void>.Watch,
        in context: ConditionContext
    ) async -> Found<Subject> {
        guard !first.verdict.isAuthorized, context.mayAsk, await isAvailable(in: context) else {
            return first
        }
        context.note(first.verdict.reasons)
        var found = first
        var seen = 0
        var asked = 0
        while !found.verdict.isAuthorized, asked < asking.maximum, !Task.isCancelled {
            asked += 1
            context.logger.info("asking", metadata: ["capability": "\(capability.name.onOneLine)"])
            let end = await context.remedying {
                await capability.ask { [seen] in answers.landings > seen }
            }
            seen = answers.landings
            switch end {
            case .failure(let failure):
                let verdict = first.verdict.adding(failure, of: capability.name)
                return Found(verdict, otherwise: first.verdict)
            case .success(let answer):
                found = await self.found(after: answer, first.verdict, in: context)
            }
        }
        return found
    }

    /// Looks again. This look decides, unless the request's yes holds for the request alone. If neither is a yes, the
    /// reasons of the first look come first, then those of the request.
    private func found(
        after answer: Subject.Status,
        _ first: Verdict,
        in context: ConditionContext
    ) async -> Found<Subject> {
        let found = await look(in: context)
        // An authorization that asking obtained may last no longer than this value.
        withExtendedLifetime(answer) {}
        let verdict = await verdict(by: answer, in: context)
        let answered = Found<Subject>(verdict, by: Look(answer))
        guard !found.verdict.isAuthorized, !answered.verdict.isAuthorized || answer.isForThisOnce
        else { return found }
        guard answered.verdict.isAuthorized else {
            return Found(answered.verdict.following(first), otherwise: found.verdict)
        }
        return Found(answered.verdict, by: answered.look, otherwise: found.verdict)
    }

    /// Returns the verdict of an answer. Looking up the assumptions of a yes has the time limit of a look.
    private func verdict(by answer: Subject.Status, in context: ConditionContext) async -> Verdict {
        let verdict = answer.meets(capability.requirement)
        guard verdict.isAuthorized else { return verdict }
        do throws(NoAnswer) {
            return try await self.answer(in: context) { [capability] in
                await capability.assuming(verdict)
            }
        } catch {
            return .undetermined([error.reason(of: capability.name)])
        }
    }
}

extension Capability {
    fileprivate typealias RequestEnd = SharedRequestEnd<Status>

    /// Asks once, together with concurrent callers that ask for the same. All of them share one request and its answer.
    /// Only one of them gets a one-time yes, and the others ask again.
    ///
    /// - Parameter isAnswered: True if another caller was answered since the look that led to this request. Then the
    ///   capability is looked at first, so a person is not asked again for a given authorization.
    /// - Returns: The answer, or the error that prevented asking.
    fileprivate func ask(
        unless isAnswered: @escaping @Sendable () -> Bool
    ) async -> Result<Status, any Error> {
        repeat {
            let end = await SingleFlight<Void>.shared.run(self) {
                await request(unless: isAnswered)
            }
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

/// The status of a request, or of a look if no request was needed any more.
private final class SharedRequestEnd<Status: AuthorizationStatus>: Sendable {
    let result: Result<Status, any Error>
    let isForAll: Bool
    private let isTaken = Locked(false)

    init(_ result: Result<Status, any Error>, isForAll: Bool) {
        self.result = result
        self.isForAll = isForAll
    }

    /// - Returns: True for the first caller only.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

extension Verdict {
    /// Returns an undetermined verdict, because asking might have led to an answer. A failure that the look also had is
    /// stated once.
    fileprivate func adding(_ failure: any Error, of name: String) -> Verdict {
        let isKnown = reasons.contains { $0.message == "\(failure)" }
        let reason = Reason(.requestFailed, name, "could not be asked for: \(failure)")
        return .undetermined(reasons + (isKnown ? [] : [reason]))
    }
}
