/// Whether the work may start.
enum Gate {
    case open
    case closed(Outcome<any Sendable>)
    /// Somebody else carries the procedure on.
    case leftBehind
}

extension Execution {
    /// What to do next about the conditions.
    private enum Step {
        case look(Int, shift: Int, mayAsk: Bool, Nanoseconds)
        case wait(Int)
        /// All were looked at, or the rest does not matter any more.
        case done
        case leftBehind
    }

    /// Looks at all conditions that have not been looked at, and tells what they come to.
    func lookAtRest() async -> Gate {
        var step = nextStep()
        while true {
            switch step {
            case .look(let index, let shift, let mayAsk, let deadline):
                core.watch.note(deadline)
                let context = ConditionContext(execution: self, shift: shift, mayAsk: mayAsk)
                let result = await steps.conditions[index].condition.evaluate(in: context)
                step = nextStep(after: result, shift)
            case .wait(let index):
                await waitForRemedies(of: index)
                step = nextStep()
            case .done: return gateByConditions()
            case .leftBehind:
                countReturned()
                return .leftBehind
            }
        }
    }

    /// Looks again at those that want it, without asking: others were inside meanwhile.
    func lookAgain() async -> Gate {
        guard steps.conditions.contains(where: { $0.condition.looksAgain }) else { return .open }
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
        while let index = nextCondition(&state) {
            if state.hasRest, state.look.awaited <= index, !state.rest.produced.isEmpty {
                state.look.awaited = stopsAtFirstRefusal ? index + 1 : .max
                return .wait(index)
            }
            let limit = steps.conditions[index].limit ?? conditionLimit
            if let known = knownAnswer(index, limit, state) {
                state.look.settle(known.result, in: known.phase)
                continue
            }
            state.look.isLooking = true
            state.phase = .conditions
            state.limit = limit
            state.deadline = min(Nanoseconds(clamping: limit).after(core.timer.now), turn.overall)
            let mayAsk = !state.look.isAgain && state.look.isOpen && limits.remedies > .zero
            return .look(index, shift: state.shift, mayAsk: mayAsk, state.deadline)
        }
        return .done
    }

    /// The next condition to look at; nil where none is left or none matters any more.
    private func nextCondition(_ state: inout ExecutionState) -> Int? {
        if state.cancellation != nil || state.isOverdue { return nil }
        if stopsAtFirstRefusal, !state.look.isOpen { return nil }
        while state.look.isAgain, state.look.next < steps.conditions.count,
            !steps.conditions[state.look.next].condition.looksAgain
        {
            state.look.next += 1
        }
        return state.look.next < steps.conditions.count ? state.look.next : nil
    }

    private func gateByConditions() -> Gate {
        let (look, isOverdue, last) = state.withLock { ($0.look, $0.isOverdue, $0.phase) }
        if let cancelled = cancelled() { return .closed(cancelled) }
        if look.isOpen, !isOverdue { return .open }
        cancelRemedies()
        var findings = zip(steps.conditions, look.results).map {
            Refusal.Finding($0.condition.name, $1)
        }
        if isOverdue { findings.append(overdueFinding) }
        let phase = look.closedIn ?? (isOverdue ? last : .conditions)
        return Refusal.outcome(of: identity.name, phase, findings).map { .closed($0) } ?? .open
    }

    private var conditionLimit: Duration {
        steps.options == nil ? core.deadlines.condition : limits.condition
    }

    var stopsAtFirstRefusal: Bool { steps.options?.stopsAtFirstRefusal == true }
}
