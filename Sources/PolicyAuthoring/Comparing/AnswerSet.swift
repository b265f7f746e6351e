/// The possible answers of a part of a policy, as far as they are known.
struct AnswerSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let authorized = AnswerSet(rawValue: 1)
    static let denied = AnswerSet(rawValue: 2)
    static let undetermined = AnswerSet(rawValue: 4)
    static let notApplicable = AnswerSet(rawValue: 8)

    /// All answers that a question can have.
    static let anyAnswer: AnswerSet = [.authorized, .denied, .undetermined]

    /// True if the answer is known.
    var isSingle: Bool { rawValue.nonzeroBitCount == 1 }

    func meets(_ other: AnswerSet) -> Bool { !isDisjoint(with: other) }

    /// The possible answers of a `not` around the part.
    var negated: AnswerSet {
        var result: AnswerSet = []
        if contains(.authorized) { result.insert(.denied) }
        if contains(.denied) { result.insert(.authorized) }
        if meets([.undetermined, .notApplicable]) { result.insert(.undetermined) }
        return result
    }
}
