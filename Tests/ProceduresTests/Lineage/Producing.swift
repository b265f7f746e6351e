import Procedures
import Testing

/// A condition that produces given procedures, and records its evaluations.
struct Producing: Condition {
    let name: String
    let produces: [any ProcedureConvertible]
    var producedRequirements: ProducedRequirements = .none
    var exclusions: Set<Exclusion> = []
    let result: ConditionResult
    let journal: Journal

    init(
        _ produced: any ProcedureConvertible...,
        requiring requirements: ProducedRequirements = .none,
        as name: String = "producing",
        _ result: ConditionResult = .satisfied,
        journal: Journal = Journal()
    ) {
        self.name = name
        produces = produced
        producedRequirements = requirements
        self.result = result
        self.journal = journal
    }

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        journal.note(name)
        return result
    }
}

/// Conditions, and the end of the procedure that they guard.
struct Guarded: Sendable, CustomTestStringConvertible {
    let conditions: [any Condition]
    let expected: String

    init(_ conditions: any Condition..., ends expected: String) {
        self.conditions = conditions
        self.expected = expected
    }

    var testDescription: String { conditions.map(\.name).joined(separator: "; ") }

    static let yes = TrueCondition()
    static let no = FalseCondition()
    static let ignored = IgnoredCondition(FalseCondition())

    static func all(_ parts: any Condition...) -> AllOf { AllOf(parts) }

    func outcome() async -> Outcome<Int> { await Self.outcome(of: conditions) }

    static func outcome(of conditions: [any Condition]) async -> Outcome<Int> {
        var procedure = Procedure("work") { 42 }
        for condition in conditions { procedure = procedure.condition(condition) }
        return await ProcedureQueue(width: 1).run(procedure)
    }
}

extension ProcedureConvertible {
    var procedureName: String { procedure.name }
    var procedureIdentity: ProcedureIdentity { procedure.identity }
}
