import Procedures

/// Gives scripted answers, one for each check, and records its evaluations.
struct PlannedLeaf: Condition {
    let number: Int
    let looks: [Answer]
    let asked: Answer?
    let owner: Int
    let run: GraphRun

    var name: String { "c\(number)" }
    var asks: Bool { asked != nil }

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        let found = looks[min(run.count(number), looks.count - 1)]
        run.note(owner, "looks \(number)")
        if number.isMultiple(of: 4) { await Task.yield() }
        guard let asked, context.mayAsk, found != .satisfied else { return ConditionResult(found) }
        run.note(owner, "asks \(number)")
        return ConditionResult(asked)
    }
}

/// Produces procedures for another condition.
struct ProducingNode: Condition {
    let part: any Condition
    let produces: [any ProcedureConvertible]
    let producedRequirements: ProducedRequirements

    var name: String { part.name }
    var asks: Bool { part.asks }

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        await part.evaluate(in: context)
    }
}

extension ProcedureContext {
    func produceAny(_ procedure: some ProcedureConvertible) throws {
        try produce(procedure.procedure)
    }
}

/// Records every event of all procedures except the root.
struct GraphObserver: Observer {
    let run: GraphRun

    private func note(_ procedure: ProcedureIdentity, _ text: String) {
        if let number = Int(procedure.name), number > 0 { run.note(number, text) }
    }

    func didAttach(to procedure: ProcedureIdentity) { note(procedure, "didAttach") }

    func willAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {
        note(procedure, "willAdd \(produced.name)")
    }

    func didAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {
        note(procedure, "didAdd \(produced.name)")
    }

    func willExecute(_ procedure: ProcedureIdentity) { note(procedure, "willExecute") }

    func didExecute(_ procedure: ProcedureIdentity) { note(procedure, "didExecute") }

    func didCancel(_ procedure: ProcedureIdentity, _ cancellation: Cancellation) {
        // No cancellation may be left to the end of the run.
        let isLate = cancellation.cause == .producer("0")
        note(procedure, isLate ? "didCancel late" : "didCancel")
    }

    func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal) {
        note(procedure, "didRefuse")
    }

    func willFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        note(procedure, "willFinish \(outcome.text)")
    }

    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        note(procedure, "didFinish \(outcome.text)")
    }
}
