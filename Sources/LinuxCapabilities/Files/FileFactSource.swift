package import AccessModel

/// Where facts about files come from.
package protocol FileFactSource {
    var tree: FileTree { get }

    /// Reads what a decision lacks, and adds it to the tree: something, or that it cannot be known.
    func read(_ request: FactRequest)

    /// The first of some files that is not what it was when it was read; nil where all are.
    func changed(among places: [PlaceID]) -> PlaceID?

    /// The file to which the kernel grants the permissions of a question, added to the tree; nil where it
    /// does not, or is not to be asked.
    func reached(by inquiry: FileInquiry) -> PlaceID?
}

extension FileFactSource {
    /// Decides, and reads whatever that takes.
    package func refusal(of question: FileQuestion, for subject: Credentials) -> Stop? {
        var stop = tree.refusal(of: question, for: subject)
        while case .lacks(let request)? = stop {
            read(request)
            stop = tree.refusal(of: question, for: subject)
        }
        return stop
    }

    /// Reads whatever the decision of a question takes, and that of what a refused subject could by itself.
    package func readAll(for question: FileQuestion, _ subject: Credentials, _ reach: Reach) {
        guard case .refused(let refusal)? = refusal(of: question, for: subject) else { return }
        _ = byItself(question, after: refusal, reach)
    }

    /// Decides whether a subject that is refused could by itself, and reads whatever that takes.
    package func byItself(
        _ question: FileQuestion,
        after refusal: AccessModel.Refusal,
        _ reach: Reach
    ) -> FileReach {
        while true {
            do throws(Stop) {
                return try tree.byItself(question, after: refusal, reach)
            } catch .lacks(let request) {
                read(request)
            } catch {
                return .no
            }
        }
    }
}

// Where the rules cannot follow a path, and the kernel can.
extension FileFactSource {
    package func reached(by inquiry: FileInquiry) -> PlaceID? { nil }

    /// What a call asks besides the permissions; where that is not known either, what was not known before.
    func rest(
        of question: FileQuestion,
        onPermitted file: PlaceID,
        after unknown: Stop?
    ) -> Stop? {
        var stop = tree.refusal(of: question.operation, onPermitted: file)
        while case .lacks(let request)? = stop {
            read(request)
            stop = tree.refusal(of: question.operation, onPermitted: file)
        }
        if case .unknown(let rest)? = stop, rest.cause == .fileSystem { return unknown }
        return stop
    }
}
