/// How a condition answered whether its procedure may start. Only ``satisfied`` opens the gate.
public enum ConditionResult: Hashable, Sendable {
    case satisfied
    /// Closes the gate quietly: there is nothing to do here, and nothing is wrong.
    case skipped([Reason])
    /// Closes the gate: the answer is no.
    case refused([Reason])
    /// Closes the gate: there is no answer, and no `Not` turns this into one.
    case undetermined([Reason])

    public var reasons: [Reason] {
        switch self {
        case .satisfied: []
        case .skipped(let reasons), .refused(let reasons), .undetermined(let reasons): reasons
        }
    }
}
