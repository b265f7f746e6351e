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

    /// In one word, as a message says it.
    var word: String {
        switch self {
        case .satisfied: "satisfied"
        case .skipped: "skipped"
        case .refused: "refused"
        case .undetermined: "undetermined"
        }
    }

    // MARK: The truth table of DESIGN.md, section 4

    /// How far from opening the gate: of several answers the greatest decides for `AllOf`, the least
    /// for `AnyOf`.
    private var distance: Int {
        switch self {
        case .satisfied: 0
        case .skipped: 1
        case .undetermined: 2
        case .refused: 3
        }
    }

    func isSameKind(as other: Self) -> Bool { distance == other.distance }

    /// The opposite. No answer stays no answer; `reason` says what holds and must not.
    package func negated(because reason: @autoclosure () -> Reason) -> Self {
        switch self {
        case .satisfied: .refused([reason()])
        case .skipped, .refused: .satisfied
        case .undetermined: self
        }
    }

    /// A no closes quietly; no answer stays no answer.
    package var ignored: Self {
        if case .refused(let reasons) = self { .skipped(reasons) } else { self }
    }

    /// The weakest of the parts, with the reasons of all that closed. An empty group refuses.
    package static func allOf(_ parts: [Self]) -> Self {
        combined(parts, as: parts.max { $0.distance < $1.distance })
    }

    /// The strongest of the parts, with the reasons of all when none holds. An empty group refuses.
    package static func anyOf(_ parts: [Self]) -> Self {
        combined(parts, as: parts.min { $0.distance < $1.distance })
    }

    private static func combined(_ parts: [Self], as decisive: Self?) -> Self {
        switch decisive {
        case .satisfied: .satisfied
        case .skipped: .skipped(parts.flatMap(\.reasons))
        case .undetermined: .undetermined(parts.flatMap(\.reasons))
        case .refused: .refused(parts.flatMap(\.reasons))
        case nil: .refused([Reason(.emptyGroup, "the group", "is empty, which opens nothing")])
        }
    }
}
