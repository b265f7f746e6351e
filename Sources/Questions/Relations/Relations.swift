package import Capabilities

/// What is known of the answers to a kind of question, beyond what each answer says.
///
/// All of it is about one host. `compare` and the linter ask it.
package struct Relations: Sendable {
    /// The type of the capability.
    let kind: ObjectIdentifier
    /// What is authorized wherever a question is, for the same subject.
    let implied: @Sendable (any Capability) -> [any Capability]
    /// What is not denied wherever a question is authorized; it may have no answer then.
    let presupposed: @Sendable (any Capability) -> [any Capability]
    /// Whether no host ever says yes.
    let isNeverGranted: @Sendable (any Capability) -> Bool
    /// Whether some host is sure to answer so.
    let isPossible: @Sendable (any Capability, _ isGranted: Bool) -> Bool
    /// Whether some host is sure to answer so, whatever it answers to another question.
    let isPossibleBeside: @Sendable (Answer, Answer) -> Bool

    /// A question, and whether it is answered by a yes or a no.
    package struct Answer {
        package let question: any Capability
        package let isGranted: Bool

        package init(_ question: any Capability, isGranted: Bool) {
            self.question = question
            self.isGranted = isGranted
        }
    }

    /// - Parameters:
    ///   - isPossible: Whether some host is sure to answer so; true only where that is sure.
    ///   - isPossibleBeside: The same, whatever that host answers to the second question.
    package init<Asked: Capability>(
        of type: Asked.Type,
        implied: @escaping @Sendable (Asked) -> [any Capability] = { _ in [] },
        presupposed: @escaping @Sendable (Asked) -> [any Capability] = { _ in [] },
        isNeverGranted: @escaping @Sendable (Asked) -> Bool = { _ in false },
        isPossible: @escaping @Sendable (Asked, Bool) -> Bool = { _, _ in true },
        isPossibleBeside: @escaping @Sendable (Asked, Bool, Answer) -> Bool = { _, _, _ in false }
    ) {
        kind = ObjectIdentifier(type)
        self.implied = { ($0 as? Asked).map(implied) ?? [] }
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
    /// Whether it is about the user root, by name or number.
    var isAboutRoot: Bool {
        guard subjectName.hasPrefix("user ") else { return false }
        let user = subjectName.dropFirst("user ".count).prefix { $0 != ":" }
        return user == "root" || UInt32(user) == 0
    }
}
