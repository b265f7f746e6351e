/// How answers combine: DESIGN.md section 4, and nothing else.
extension ConditionResult {
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

    /// The opposite; no answer stays no answer, and `reason` tells what held that must not.
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

    /// The weakest of the parts, with the reasons of all that closed; nothing at all refuses.
    package static func allOf(_ parts: [Self]) -> Self {
        combined(parts, as: parts.max { $0.distance < $1.distance })
    }

    /// The strongest of the parts, with the reasons of all when none holds; nothing at all refuses.
    package static func anyOf(_ parts: [Self]) -> Self {
        combined(parts, as: parts.min { $0.distance < $1.distance })
    }

    private static func combined(_ parts: [Self], as decisive: Self?) -> Self {
        switch decisive {
        case .satisfied: .satisfied
        case .skipped: .skipped(parts.flatMap(\.reasons))
        case .undetermined: .undetermined(parts.flatMap(\.reasons))
        case .refused: .refused(parts.flatMap(\.reasons))
        case nil: .refused([Reason("empty-group", "the group", "is empty, which opens nothing")])
        }
    }
}
