package import AccessModel
import Kernel

/// Describes the findings of the rules about many questions, and looks up each name once.
package struct RepeatedWords {
    private var known = KnownNames()

    package init() {}

    /// Returns one line about the stop of a question. It states if permission is not the cause.
    ///
    /// The name service can block.
    package mutating func sentence(
        for stop: Stop,
        of question: FileQuestion,
        in tree: FileTree,
        _ subject: Credentials
    ) -> String {
        switch stop {
        case .refused(let refusal): learn(refusal.place, in: tree, subject)
        case .unknown(let unknown): learn(unknown.place, in: tree, subject)
        case .lacks: break
        }
        let words = FileWords(tree, subject, known.names)
        let path = String(decoding: question.path, as: UTF8.self)
        let sentence = words.sentence(for: stop, about: path)
        guard case .refused(let refusal) = stop, !refusal.isPermission else { return sentence }
        return sentence + "; permission is not the cause"
    }

    /// Returns what a refused user could gain by itself; the text continues the sentence of the refusal.
    package mutating func sentence(
        for refusal: AccessModel.Refusal,
        of question: FileQuestion,
        byItself subject: Credentials,
        in files: some FileFactSource
    ) -> String? {
        guard !files.tree.isBeyondReach(refusal, of: subject) else { return nil }
        let reach = Reach(ReachingThread(subject))
        let found = files.byItself(question, after: refusal, reach)
        learn(refusal.place, in: files.tree, subject)
        let words = FileWords(files.tree, subject, known.names)
        let finding = ReachFinding("it", found.inWords(words, refusal, reach))
        return finding.words
    }

    private mutating func learn(_ id: PlaceID, in tree: FileTree, _ subject: Credentials) {
        let place = tree[id]
        known.learn(user: subject.user)
        known.learn(user: place.uid)
        known.learn(group: place.gid)
        for entry in tree.list(of: id) ?? [] {
            if case .user(let uid) = entry.tag { known.learn(user: uid) }
            if case .group(let gid) = entry.tag { known.learn(group: gid) }
        }
    }
}
