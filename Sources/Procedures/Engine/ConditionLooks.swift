import Text

/// Evaluates the conditions of a procedure, one after another in the order written.
struct ConditionLooks: Sendable {
    let execution: Execution

    var remedies: Remedies { Remedies(execution: execution) }

    private var steps: Steps { execution.steps }
    private var core: QueueCore { execution.core }

    /// The next step in the evaluation of the conditions.
    private enum Step {
        case look(Int, shift: Int, mayAsk: Bool, isAgain: Bool, Nanoseconds)
        case wait(Int)
        /// The condition has its result without a look, and the result must still be logged.
        case known(Int, ConditionResult)
        /// All conditions were evaluated, and hold.
        case open
        /// A condition does not hold, and the rest do not matter any more.
        case closed
        case leftBehind
    }

    /// Evaluates all conditions that remain, and returns the state of the gate.
    func lookAtRest() async -> Gate {
        var step = nextStep()
        var context = ConditionContext(execution: execution)
        while true {
            switch step {
            case .look(let index, let shift, let mayAsk, let isAgain, let deadline):
                core.note(deadline)
                (context.shift, context.mayAsk, context.isAgain) = (shift, mayAsk, isAgain)
                context.index = index
                let result = await steps.conditions[index].evaluate(in: context)
                step =
                    execution.isObserved
                    ? nextStepTelling(of: index, result, shift) : nextStep(after: result, shift)
            case .wait(let index):
                await remedies.wait(before: index, all: !stopsAtFirstRefusal)
                step = nextStep()
            case .known(let index, let result):
                let condition = steps.conditions[index] as? any DecidingCondition
                condition?.logUndetermined(result.reasons, in: context)
                tell(of: index, result)
                step = nextStep()
            case .open: return .open
            case .closed: return closedGate()
            case .leftBehind:
                // The condition has returned after its procedure abandoned it.
                core.countAbandoned(-1)
                return .leftBehind
            }
        }
    }

    /// Evaluates the conditions with `looksAgain` again, without asking. Others may have been inside meanwhile.
    func lookAgain() async -> Gate {
        guard steps.conditions.contains(where: { $0.looksAgain }) else { return .open }
        execution.state.withLock { state in
            state.look.next = 0
            state.look.isAgain = true
        }
        return await lookAtRest()
    }

    private func nextStep() -> Step { execution.state.withLock { chooseStep(&$0) } }

    /// Records a result, unless the condition was abandoned.
    private func nextStep(after result: ConditionResult, _ shift: Int) -> Step {
        execution.state.withLock { state in
            guard state.shift == shift else { return .leftBehind }
            state.look.settle(result)
            state.deadline = .never
            return chooseStep(&state)
        }
    }

    /// The same, and tells observers of it meanwhile, while no time of a condition runs.
    @inline(never)
    private func nextStepTelling(of index: Int, _ result: ConditionResult, _ shift: Int) -> Step {
        let isOurs = execution.state.withLock { state in
            guard state.shift == shift else { return false }
            state.look.settle(result)
            state.deadline = .never
            return true
        }
        guard isOurs else { return .leftBehind }
        tell(of: index, result)
        return nextStep()
    }

    private func tell(of index: Int, _ result: ConditionResult) {
        execution.tell { $0.didEvaluate(steps.conditions[index].name, result, of: $1) }
    }

    /// Tells of the condition whose time was up, once another worker goes on without it.
    func tellOfLate() {
        let late = execution.state.withLock { $0.hasRest ? $0.rest.late.take() : nil }
        if let late { tell(of: late.index, late.result) }
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
                return .known(index, known.result)
            }
            state.look.isLooking = true
            state.phase = .conditions
            state.deadline = core.deadline(after: limit)
            let isAgain = state.look.isAgain
            let mayAsk = !isAgain && state.look.isOpen && mayRemedy
            let due = min(state.deadline, execution.turn.overall)
            return .look(index, shift: state.shift, mayAsk: mayAsk, isAgain: isAgain, due)
        }
        let isOpen = state.look.isOpen && state.cancellation == nil && !state.isOverdue
        return isOpen ? .open : .closed
    }

    /// Returns the next condition to evaluate, or nil if none is left or none matters any more.
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
        let (look, isOverdue, last) = execution.state.withLock {
            ($0.look, $0.isOverdue, $0.phase)
        }
        if let cancelled = execution.cancelled() { return .closed(cancelled) }
        remedies.cancel()
        var findings = zip(steps.conditions, look.results).map {
            Refusal.Finding($0.name, $1)
        }
        if isOverdue { findings.append(execution.overdueFinding) }
        let phase = look.closedIn ?? (isOverdue ? last : .conditions)
        let name = execution.identity.name
        return .closed(
            ErasedOutcome(closing: name, in: phase, by: findings)
                ?? .refused(Refusal(procedure: name, phase: phase, findings: findings))
        )
    }

    // MARK: Limits

    /// Returns the time limit of a condition.
    func limit(of index: Int) -> Duration {
        steps.options.limits[index] ?? execution.limits.condition
    }

    func nanoseconds(for index: Int) -> Nanoseconds {
        steps.hasOptions ? Nanoseconds(clamping: limit(of: index)) : core.conditionLimit
    }

    private var mayRemedy: Bool {
        steps.hasOptions ? execution.limits.remedies > .zero : core.mayRemedy
    }

    private var stopsAtFirstRefusal: Bool { steps.hasOptions && steps.options.stopsAtFirstRefusal }

    // MARK: Conditions without an answer

    /// Returns the result of a condition whose deadline passes during its look.
    ///
    /// - Parameter isOverall: True if the overall deadline passed.
    func unanswered(_ index: Int, in phase: Phase, isOverall: Bool) -> ConditionResult {
        if isOverall {
            return noAnswer(index, "gave no answer within the overall deadline of the procedure")
        }
        return late(index, phase == .remedies ? execution.limits.remedies : limit(of: index))
    }

    /// Returns the result of a condition that is decided without a look, and the phase of that decision; nil for the
    /// others.
    private func knownAnswer(
        _ index: Int,
        _ limit: Nanoseconds,
        _ state: borrowing ExecutionState
    ) -> (result: ConditionResult, phase: Phase)? {
        if core.hasTooManyAbandoned {
            return (tooManyAbandoned(index), .conditions)
        }
        if state.hasRest, let unmet = remedies.unmet(index, state.rest.produced[index] ?? []) {
            return (unmet, .remedies)
        }
        return limit.count > 0 ? nil : (late(index, self.limit(of: index)), .conditions)
    }

    private func late(_ index: Int, _ limit: Duration) -> ConditionResult {
        noAnswer(index, "gave no answer within \(limit.inWords)")
    }

    private func noAnswer(_ index: Int, _ message: String) -> ConditionResult {
        .undetermined([Reason(.deadlinePassed, steps.conditions[index].name, message)])
    }

    private func tooManyAbandoned(_ index: Int) -> ConditionResult {
        let message = """
            is not checked: \(Patience.abandonedLimit) conditions past their deadlines still run
            """
        return .undetermined([
            Reason(.tooManyAbandoned, steps.conditions[index].name, message)
        ])
    }
}
