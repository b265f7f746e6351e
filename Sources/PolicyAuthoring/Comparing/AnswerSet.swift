/// What a part of a policy may come to, as far as is known.
struct AnswerSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let authorized = AnswerSet(rawValue: 1)
    static let denied = AnswerSet(rawValue: 2)
    static let undetermined = AnswerSet(rawValue: 4)
    static let notApplicable = AnswerSet(rawValue: 8)

    /// All that a question may come to.
    static let anyAnswer: AnswerSet = [.authorized, .denied, .undetermined]

    /// Whether it is known.
    var isSingle: Bool { rawValue.nonzeroBitCount == 1 }

    func meets(_ other: AnswerSet) -> Bool { !isDisjoint(with: other) }

    /// What a `not` makes of it.
    var negated: AnswerSet {
        var result: AnswerSet = []
        if contains(.authorized) { result.insert(.denied) }
        if contains(.denied) { result.insert(.authorized) }
        if meets([.undetermined, .notApplicable]) { result.insert(.undetermined) }
        return result
    }
}
