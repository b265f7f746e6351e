package import Capabilities
package import LinuxCapabilities
import PolicyLanguage
import Procedures

/// A question of `warrant can`.
package struct Question: Sendable {
    package let capability: any Capability
    /// The statement that the answer makes.
    package let claim: Claim

    package enum Claim: Hashable, Sendable {
        /// A permission of the subject, to follow `may`: `read /etc/shadow`.
        case may(String)
        /// A state of an object, the same for every subject.
        case state(object: String, state: String)
    }

    /// Returns the verdict, or undetermined if there is none within the limit.
    package func verdict(within limit: Duration = Deadlines.look, strict: Bool) async -> Verdict {
        let asked = strict ? capability.strict : capability
        return await .of(asked.name, within: limit) { await asked.verdict() }
    }
}

extension Question.Claim {
    fileprivate init(_ sentence: Word.Sentence, of object: String, _ argument: String?) {
        switch sentence {
        case .may(let phrase): self = .may(phrase(object, argument))
        case .state(let words):
            let (object, state) = words(object, argument)
            self = .state(object: object, state: state)
        }
    }
}

extension WordTable {
    /// Returns the question that an action asks about a subject.
    ///
    /// - Returns: nil for an unknown action.
    /// - Throws: ``InvalidUse`` for an invalid object or argument.
    package func question(
        _ name: String,
        _ object: String,
        _ argument: String?,
        follow: Bool? = nil,
        asking: FileAccess.Asking? = nil,
        as subject: Subject = .current,
        on host: Host = .live
    ) throws(InvalidUse) -> Question? {
        guard let (word, action) = action(name) else { return nil }
        if let argument, action.argument == nil {
            throw .needlessArgument(argument, of: name, isOfFile: word.fileAction != nil)
        }
        var keys = action.fixed
        if let key = action.argument { keys[key] = argument }
        if let follow { keys["follow"] = "\(follow)" }
        let use = Word.Use(
            object,
            keys: keys,
            as: subject,
            on: host,
            asking: asking ?? .both,
            isTyped: true
        )
        let claim = Question.Claim(action.sentence, of: object, argument)
        return Question(capability: try word.bind(use), claim: claim)
    }

    /// Returns the question of a batch line about the subject that it describes.
    ///
    /// - Returns: nil for an action that is unknown or cannot be used with such a subject.
    /// - Throws: ``InvalidUse`` for an invalid object or argument.
    package func batchQuestion(
        _ name: String,
        _ object: [UInt8],
        _ argument: String?,
        follow: Bool?
    ) throws(InvalidUse) -> BatchQuestion? {
        guard let batch = batch(name) else { return nil }
        if let argument, !batch.takesArgument {
            throw .needlessArgument(argument, of: name, isOfFile: batch.isOfFile)
        }
        return try batch.make(Word.Line(object: object, argument: argument, follow: follow))
    }
}

extension InvalidUse {
    fileprivate static func needlessArgument(
        _ argument: String,
        of action: String,
        isOfFile: Bool
    ) -> Self {
        guard isOfFile else {
            let problem = "\(action.quoted) takes no argument, but it got \(argument.quoted)"
            return Self("needless-argument", problem)
        }
        let problem = "\(action.quoted) takes one path, and \(argument.quoted) is one more"
        return Self("needless-argument", problem, help: "leave one of them out")
    }
}
