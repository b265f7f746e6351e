/// The result of a condition. Only ``satisfied`` opens the gate.
public enum ConditionResult: Hashable, Sendable {
    case satisfied
    /// Closes the gate quietly: there is nothing to do, and nothing is wrong.
    case skipped([Reason])
    /// Closes the gate: the answer is no.
    case refused([Reason])
    /// Closes the gate: there is no answer. No `Not` turns this into a yes.
    case undetermined([Reason])

    public var reasons: [Reason] {
        switch self {
        case .satisfied: []
        case .skipped(let reasons), .refused(let reasons), .undetermined(let reasons): reasons
        }
    }

    /// Each word that there is.
    package static var words: [String] {
        [satisfied, .skipped([]), .refused([]), .undetermined([])].map(\.word)
    }

    /// The result in one word, for messages.
    package var word: String {
        switch self {
        case .satisfied: "satisfied"
        case .skipped: "skipped"
        case .refused: "refused"
        case .undetermined: "undetermined"
        }
    }

    // MARK: The truth table of DESIGN.md, section 4

    /// The distance from an open gate. The greatest one decides for `AllOf`, the least one for `AnyOf`.
    private var distance: Int {
        switch self {
        case .satisfied: 0
        case .skipped: 1
        case .undetermined: 2
        case .refused: 3
        }
    }

    func isSameKind(as other: Self) -> Bool { distance == other.distance }

    /// Returns the opposite. Undetermined stays undetermined. `reason` names the condition that must not hold.
    package func negated(because reason: @autoclosure () -> Reason) -> Self {
        switch self {
        case .satisfied: .refused([reason()])
        case .skipped, .refused: .satisfied
        case .undetermined: self
        }
    }

    /// Turns a refusal into a skip. Undetermined stays undetermined.
    package var ignored: Self {
        if case .refused(let reasons) = self { .skipped(reasons) } else { self }
    }

    /// Returns the result farthest from an open gate, with the reasons of all parts that closed. An empty group
    /// refuses.
    package static func allOf(_ parts: [Self]) -> Self {
        combined(parts, as: parts.max { $0.distance < $1.distance })
    }

    /// Returns the result nearest to an open gate, with the reasons of all parts if none holds. An empty group refuses.
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
