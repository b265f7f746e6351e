/// Whether the work may start.
enum Gate {
    case open
    case closed(ErasedOutcome)
    /// Somebody else carries the procedure on.
    case leftBehind
    /// It waits, in no slot and with no worker.
    case parked(hadSlot: Bool)

    /// How far the procedure came by it; nil where it goes on.
    var attempted: Attempted? {
        switch self {
        case .open: nil
        case .closed(let outcome): .ended(outcome)
        case .leftBehind: .leftBehind
        case .parked(let hadSlot): .parked(hadSlot: hadSlot)
        }
    }
}

/// How far a worker came with a procedure.
enum Attempted {
    case ended(ErasedOutcome)
    case leftBehind
    case parked(hadSlot: Bool)
}

extension Execution {
    /// What to do next about the conditions.
    private enum Step {
        case look(Int, shift: Int, mayAsk: Bool, isAgain: Bool, Nanoseconds)
        case wait(Int)
        /// One has its answer without a look, which is still to be logged.
        case known(Int, [Reason])
        /// All were looked at, and hold.
        case open
        /// Something does not hold, so that the rest may not matter any more.
        case closed
        case leftBehind
    }

    /// Looks at all conditions that have not been looked at, and tells what they come to.
    func lookAtRest() async -> Gate {
        var step = nextStep()
        var context = ConditionContext(execution: self)
        while true {
            switch step {
            case .look(let index, let shift, let mayAsk, let isAgain, let deadline):
                core.note(deadline)
                (context.shift, context.mayAsk, context.isAgain) = (shift, mayAsk, isAgain)
                context.index = index
                let result = await steps.conditions[index].evaluate(in: context)
                step = nextStep(after: result, shift)
            case .wait(let index):
                await waitForRemedies(of: index)
                step = nextStep()
            case .known(let index, let reasons):
                let condition = steps.conditions[index] as? any DecidingCondition
                condition?.logUndetermined(reasons, in: context)
                step = nextStep()
            case .open: return .open
            case .closed: return closedGate()
            case .leftBehind:
                countReturned()
                return .leftBehind
            }
        }
    }

    /// Looks again at those that want it, without asking: others may have been inside meanwhile.
    func lookAgain() async -> Gate {
        guard steps.conditions.contains(where: { $0.looksAgain }) else { return .open }
        state.withLock { state in
            state.look.next = 0
            state.look.isAgain = true
        }
        return await lookAtRest()
    }

    private func nextStep() -> Step { state.withLock { chooseStep(&$0) } }

    /// Notes an answer, unless nobody waits for it any more.
    private func nextStep(after result: ConditionResult, _ shift: Int) -> Step {
        state.withLock { state in
            guard state.shift == shift else { return .leftBehind }
            state.look.settle(result)
            state.deadline = .never
            return chooseStep(&state)
        }
    }

    private func chooseStep(_ state: inout ExecutionState) -> Step {
        if let index = nextCondition(&state) {
            if state.hasRest, state.look.awaited <= index, !state.rest.produced.isEmpty {
                state.look.awaited = stopsAtFirstRefusal ? index + 1 : .max
                return .wait(index)
            }
            let limit = nanoseconds(for: index)
            if let known = knownAnswer(index, limit, state) {
                state.look.settle(known.result, in: known.phase)
                return .known(index, known.result.reasons)
            }
            state.look.isLooking = true
            state.phase = .conditions
            state.deadline = core.deadline(after: limit)
            let isAgain = state.look.isAgain
            let mayAsk = !isAgain && state.look.isOpen && mayRemedy
            let due = min(state.deadline, turn.overall)
            return .look(index, shift: state.shift, mayAsk: mayAsk, isAgain: isAgain, due)
        }
        let isOpen = state.look.isOpen && state.cancellation == nil && !state.isOverdue
        return isOpen ? .open : .closed
    }

    /// The next condition to look at; nil where none is left or none matters any more.
    private func nextCondition(_ state: inout ExecutionState) -> Int? {
        if state.cancellation != nil || state.isOverdue { return nil }
        if stopsAtFirstRefusal, !state.look.isOpen { return nil }
        while state.look.isAgain, state.look.next < steps.conditions.count,
            !steps.conditions[state.look.next].looksAgain
        {
            state.look.next += 1
        }
        return state.look.next < steps.conditions.count ? state.look.next : nil
    }

    private func closedGate() -> Gate {
        let (look, isOverdue, last) = state.withLock { ($0.look, $0.isOverdue, $0.phase) }
        if let cancelled = cancelled() { return .closed(cancelled) }
        cancelRemedies()
        var findings = zip(steps.conditions, look.results).map {
            Refusal.Finding($0.name, $1)
        }
        if isOverdue { findings.append(overdueFinding) }
        let phase = look.closedIn ?? (isOverdue ? last : .conditions)
        return .closed(
            Refusal.outcome(of: identity.name, phase, findings)
                ?? .refused(Refusal(procedure: identity.name, phase: phase, findings: findings))
        )
    }

    /// How long a condition may take.
    func limit(of index: Int) -> Duration { steps.options.limits[index] ?? limits.condition }

    func nanoseconds(for index: Int) -> Nanoseconds {
        steps.hasOptions ? Nanoseconds(clamping: limit(of: index)) : core.conditionLimit
    }

    private var mayRemedy: Bool {
        steps.hasOptions ? limits.remedies > .zero : core.mayRemedy
    }

    var stopsAtFirstRefusal: Bool { steps.hasOptions && steps.options.stopsAtFirstRefusal }
}
