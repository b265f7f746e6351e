import Logging
import Procedures

/// Asking for a capability where a look at it was not enough.
struct Asking<Subject: Capability>: Sendable {
    let capability: Subject
    /// How often to ask at most.
    let maximum: Int

    /// Looks, and asks where that is not enough and the context lets it.
    func found(in context: ConditionContext) async -> Found<Subject.Status> {
        guard context.mayAsk, maximum > 0 else { return await capability.found() }
        let answers = watch()
        defer { answers.end() }
        return await found(after: capability.found(), answers, in: context)
    }

    /// What others are answered who ask for the same; to be made before the first look.
    func watch() -> SingleFlight.Watch {
        SingleFlight.shared.watch(capability, of: RequestEnd<Subject.Status>.self)
    }

    /// Asks as often as it may and needs to, and looks again each time.
    ///
    /// That look decides, but for a yes that was meant for the request alone; and where neither is a yes,
    /// asking knows best why.
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
            case .success(let status):
                found = await capability.found()
                let answer = Found(status.meets(capability.requirement), by: Look(status))
                if !found.verdict.isAuthorized, !answer.verdict.isAuthorized || status.isForThisOnce
                {
                    found = answer
                }
            }
        }
        return found
    }
}

private typealias RequestEnd<Status> = Result<Status, any Error>

extension Capability {
    /// Asks, together with whoever asks for the same at the same time: one request, one answer.
    ///
    /// - Parameter isAnswered: Whether somebody was answered since the look for which this is: then it is
    ///   looked at first, for nobody is to be asked again for what was given.
    /// - Returns: The answer, or what kept it from asking.
    fileprivate func ask(
        unless isAnswered: @escaping @Sendable () -> Bool
    ) async -> RequestEnd<Status> {
        let shared = await SingleFlight.shared.run(self) { () -> RequestEnd<Status> in
            if isAnswered(), let status = try? await authorizationStatus(),
                status.meets(requirement).isAuthorized
            {
                return .success(status)
            }
            do {
                return .success(try await requestAuthorization())
            } catch {
                return .failure(error)
            }
        }
        return shared ?? .failure(CancellationError())
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
