/// The outcome of a direct dependency.
public struct DependencyOutcome: Sendable {
    public let procedure: ProcedureIdentity
    public let outcome: Outcome<Void>
}

/// The outcomes of its dependencies that a starting procedure receives.
struct DependencyOutcomes {
    /// True if the conditions may need the outcomes.
    let keepsAll: Bool
    /// True if the work takes a list of outputs.
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

    /// The input of the work.
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

    /// Returns the outcome of a procedure that these outcomes keep from starting, or nil if it may start.
    func closing(_ procedure: String) -> ErasedOutcome? {
        ErasedOutcome(closing: procedure, in: .dependencies, by: findings)
    }
}
