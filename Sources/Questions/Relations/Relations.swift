package import Capabilities

/// The known relations between the answers to a kind of question.
///
/// All of them concern one host. `compare` and the linter use them.
package struct Relations: Sendable {
    /// The type of the capability.
    let kind: ObjectIdentifier
    /// The questions that are authorized whenever this one is, for the same subject. Where one of them is denied, so is
    /// this one.
    let implied: @Sendable (any Capability) -> [any Capability]
    /// The questions that have the same answer whenever this one has an answer. If it has none, they may have any. Such
    /// a question implies none, and none implies it: `compare` follows answers only from the questions of the policies.
    let settled: @Sendable (any Capability) -> [any Capability]
    /// The questions that are not denied whenever this one is authorized. They may be undetermined.
    let presupposed: @Sendable (any Capability) -> [any Capability]
    /// True if no host ever authorizes the question.
    let isNeverGranted: @Sendable (any Capability) -> Bool
    /// True if some host certainly gives this answer.
    let isPossible: @Sendable (any Capability, _ isGranted: Bool) -> Bool
    /// True if some host certainly gives this answer, regardless of its answer to another question.
    let isPossibleBeside: @Sendable (Answer, Answer) -> Bool

    /// A question with its answer, yes or no.
    package struct Answer {
        package let question: any Capability
        package let isGranted: Bool

        package init(_ question: any Capability, isGranted: Bool) {
            self.question = question
            self.isGranted = isGranted
        }
    }

    /// - Parameters:
    ///   - isPossible: True if some host certainly gives this answer.
    ///   - isPossibleBeside: The same, regardless of that host's answer to the second question.
    package init<Asked: Capability>(
        of type: Asked.Type,
        implied: @escaping @Sendable (Asked) -> [any Capability] = { _ in [] },
        settled: @escaping @Sendable (Asked) -> [any Capability] = { _ in [] },
        presupposed: @escaping @Sendable (Asked) -> [any Capability] = { _ in [] },
        isNeverGranted: @escaping @Sendable (Asked) -> Bool = { _ in false },
        isPossible: @escaping @Sendable (Asked, Bool) -> Bool = { _, _ in true },
        isPossibleBeside: @escaping @Sendable (Asked, Bool, Answer) -> Bool = { _, _, _ in false }
    ) {
        kind = ObjectIdentifier(type)
        self.implied = { ($0 as? Asked).map(implied) ?? [] }
        self.settled = { ($0 as? Asked).map(settled) ?? [] }
        self.presupposed = { ($0 as? Asked).map(presupposed) ?? [] }
        self.isNeverGranted = { ($0 as? Asked).map(isNeverGranted) ?? false }
        self.isPossible = { question, isGranted in
            (question as? Asked).map { isPossible($0, isGranted) } ?? true
        }
        self.isPossibleBeside = { one, other in
            (one.question as? Asked).map { isPossibleBeside($0, one.isGranted, other) } ?? false
        }
    }
}

extension Capability {
    /// True if the subject is the user root, by name or number.
    var isAboutRoot: Bool {
        guard subjectName.hasPrefix("user ") else { return false }
        let user = subjectName.dropFirst("user ".count).prefix { $0 != ":" }
        return user == "root" || UInt32(user) == 0
    }
}
