package import Capabilities
package import LinuxCapabilities
import PolicyLanguage
import Procedures

/// One question, as `warrant can` was asked it.
package struct Question: Sendable {
    package let capability: any Capability
    /// What the answer states.
    package let claim: Claim

    package enum Claim: Hashable, Sendable {
        /// What the subject may, to follow `may`: `read /etc/shadow`.
        case may(String)
        /// What something is, the same for every subject.
        case state(object: String, state: String)
    }

    /// Looks, and gives the answer that there is by then.
    package func verdict(within limit: Duration = Deadlines.look, strict: Bool) async -> Verdict {
        let asked = strict ? capability.strict : capability
        let verdict = await withDeadline(limit, startsHere: true) { await asked.verdict() }
        let late = "gave no answer within \(limit.spelled)"
        return verdict ?? .undetermined([Reason(.noAnswerInTime, asked.name, late)])
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
    /// What an action asks of a subject.
    ///
    /// - Returns: nil for an action that is in no word.
    /// - Throws: ``InvalidUse`` for an object or an argument that means nothing.
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

    /// What a line of a batch asks of the subject that it describes.
    ///
    /// - Returns: nil for an action that is in no word, or is not asked of such a subject.
    /// - Throws: ``InvalidUse`` for an object or an argument that means nothing.
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
            let problem = "\(action.quoted) takes no argument, but here is \(argument.quoted)"
            return Self("needless-argument", problem)
        }
        let problem = "\(argument.quoted) is an argument, but \(action.quoted) takes none"
        return Self("needless-argument", problem, help: "leave it out")
    }
}
