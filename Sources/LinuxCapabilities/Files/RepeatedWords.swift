package import AccessModel
import LinuxSystem

/// Says what the rules found about many questions, and looks up the names in it once each.
package struct RepeatedWords {
    /// How many names are kept; the memory must not grow with the questions.
    private static let limit = 1 << 16

    private var names = IDNames()
    private var users: Set<UInt32> = []
    private var groups: Set<UInt32> = []

    package init() {}

    /// What stops a question, in one line, which says so where no permission would mend it.
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
        let words = FileWords(tree, subject, names)
        let path = String(decoding: question.path, as: UTF8.self)
        let sentence = words.sentence(for: stop, about: path)
        guard case .refused(let refusal) = stop, !refusal.isPermission else { return sentence }
        return sentence + "; permission is not the cause"
    }

    private mutating func learn(_ id: PlaceID, in tree: FileTree, _ subject: Credentials) {
        let place = tree[id]
        learn(user: subject.user)
        learn(user: place.uid)
        learn(group: place.gid)
        for entry in tree.list(of: id) ?? [] {
            if case .user(let uid) = entry.tag { learn(user: uid) }
            if case .group(let gid) = entry.tag { learn(group: gid) }
        }
    }

    private mutating func learn(user uid: UInt32) {
        guard !users.contains(uid) else { return }
        forgetIfFull()
        users.insert(uid)
        names.learn(user: uid)
    }

    private mutating func learn(group gid: UInt32) {
        guard !groups.contains(gid) else { return }
        forgetIfFull()
        groups.insert(gid)
        names.learn(group: gid)
    }

    private mutating func forgetIfFull() {
        if users.count + groups.count >= Self.limit { self = RepeatedWords() }
    }
}
