// How a procedure ends, and who is told.
extension Execution {
    func transformed(_ outcome: ErasedOutcome) -> ErasedOutcome {
        guard steps.hasOptions else { return outcome }
        return steps.options.transforms.reduce(outcome) { $1($0) }
    }

    /// - Returns: What the worker is to carry out next, if anything.
    @inline(__always)
    func finish(_ outcome: ErasedOutcome, on worker: Worker) async -> Worker.Assignment? {
        let outcome = transformed(outcome)
        let (isHeld, hasRest) = state.withLock { state in
            state.deadline = .never
            state.slot.isOver = true
            defer { state.slot.isHeld = false }
            return (state.slot.isHeld, state.hasRest)
        }
        if hasRest { await leave(with: outcome) } else { tellEnd(of: outcome) }
        return worker.end(self, outcome, hasSlot: isHeld, isAnnounced: hasRest)
    }

    /// Before anybody goes on who waited for it, such as what it runs inside: that leaves last.
    @inline(never) private func leave(with outcome: ErasedOutcome) async {
        if let events = state.withLock({ $0.rest.events }) {
            await events.tell { [self] in tellEnd(of: outcome) }
        } else {
            tellEnd(of: outcome)
        }
        dropPermits()
        run.announceEnd()
        releaseExclusions()
    }

    func tellEnd(of outcome: ErasedOutcome) {
        log(outcome)
        guard isObserved else { return }
        switch outcome {
        case .cancelled(let cancellation): tell { $0.didCancel($1, cancellation) }
        case .refused(let refusal): tell { $0.didRefuse($1, refusal) }
        case .succeeded, .failed, .skipped: break
        }
        let summary = outcome.summary
        tell { $0.willFinish($1, summary) }
        tell { $0.didFinish($1, summary) }
    }

    var isObserved: Bool { !steps.observers.isEmpty || !core.observers.isEmpty }

    /// Tells all observers, the procedure's own before the queue's.
    func tell(_ event: (any Observer, ProcedureIdentity) -> Void) {
        for observer in steps.observers { event(observer, identity) }
        for observer in core.observers { event(observer, identity) }
    }
}
