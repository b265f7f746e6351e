import Capabilities

/// Somebody who is told of changes from one situation to the next.
struct Listener: Sendable {
    /// Waits until it is told that the capability is this, or that nothing more is told.
    let hears: @Sendable (Verdict.Answer) async -> Void

    /// Listens by the time that it is made.
    ///
    /// - Returns: nil where something may change unreported.
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
