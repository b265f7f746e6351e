import Capabilities

/// A reader of updates from one situation to the next.
struct Listener: Sendable {
    /// Waits until an update has this answer, or until updates end.
    let hears: @Sendable (Verdict.Answer) async -> Void

    /// Creates a listener that has already received the first update.
    ///
    /// - Returns: nil if some changes are not reported.
    init?<Subject: Capability>(to capability: Subject) async {
        guard capability.updates.unreported == nil else { return nil }
        let (answers, answer) = AsyncStream.makeStream(of: Verdict.Answer.self)
        let task = Task {
            do {
                for try await update in capability.updates {
                    answer.yield(capability.verdict(of: update).answer)
                }
            } catch {}
            answer.finish()
        }
        answer.onTermination = { _ in task.cancel() }
        var present: Verdict.Answer?
        for await answer in answers {
            present = answer
            break
        }
        hears = { [present] expected in
            if expected == present { return }
            for await answer in answers where answer == expected { return }
        }
    }
}
