/// How something that a procedure depends on directly has ended.
public struct DependencyOutcome: Sendable {
    public let procedure: ProcedureIdentity
    public let outcome: Outcome<Void>
}

/// What a procedure that starts is told of what it depends on.
struct DependencyOutcomes {
    /// Whether the conditions may want to know.
    let keepsAll: Bool
    /// Whether the work gets a list.
    let keepsOutputs: Bool
    private(set) var outcomes: [DependencyOutcome] = []
    private var outputs: [any Sendable] = []
    private var output: (any Sendable)?
    private var named: Set<ProcedureIdentity> = []
    private var findings: [Refusal.Finding] = []

    init(keepsAll: Bool, keepsOutputs: Bool) {
        self.keepsAll = keepsAll
        self.keepsOutputs = keepsOutputs
    }

    /// What the work gets.
    var input: any Sendable { keepsOutputs ? outputs : output ?? () }

    mutating func add(
        _ outcome: ErasedOutcome,
        of dependency: ProcedureIdentity,
        _ edge: Edge
    ) {
        if keepsAll {
            outcomes.append(DependencyOutcome(procedure: dependency, outcome: outcome.summary))
        }
        if edge.isInput, edge.required == .completion {
            output = outcome
        } else if case .succeeded(let output) = outcome {
            guard edge.isInput else { return }
            if keepsOutputs { outputs.append(output) } else { self.output = output }
        } else if edge.required == .success, let result = outcome.closing(dependency.name),
            named.insert(dependency).inserted
        {
            findings.append(Refusal.Finding(dependency.name, result))
        }
    }

    /// How a procedure ends that these keep from starting.
    func closing(_ procedure: String) -> ErasedOutcome? {
        ErasedOutcome(closing: procedure, in: .dependencies, by: findings)
    }
}
