import AccessModel
import Kernel
import TestSupport
import Testing

@Suite struct `Remedies of random refusals` {
    private typealias Case = (
        files: RandomFiles, tree: FileTree, question: FileQuestion, subject: Credentials
    )

    private static func each(
        trees: Int,
        _ cases: Int,
        _ law: (Case, [ProvenRemedy]) throws -> Void
    ) rethrows {
        print("laws of remedies: seed \(`Decisions about files`.seed)")
        for tree in 0..<UInt64(trees) {
            var files = RandomFiles(seed: `Decisions about files`.seed &+ tree)
            let tree = files.tree()
            var subject = files.subject()
            for number in 0..<cases {
                if number % 10 == 0 { subject = files.subject() }
                let question = files.question()
                guard case .refused(let refusal) = tree.refusal(of: question, for: subject),
                    let remedies = try? tree.remedies(of: refusal, in: question, for: subject)
                else { continue }
                try law((files, tree, question, subject), remedies)
            }
        }
    }

    @Test func `Each remedy gives a yes`() {
        var count = 0
        Self.each(trees: 120, 100) { found, remedies in
            for remedy in remedies {
                var (files, subject) = (found.files, found.subject)
                for change in remedy.changes { files.make(change, for: &subject) }
                let stop = files.tree().refusal(of: found.question, for: subject)
                #expect(stop == nil, "\(remedy) of \(found.question) by \(found.subject)")
                count += 1
            }
        }
        #expect(count > 1000)
    }

    /// An example is to list the directory of a file that is to be read.
    @Test func `Each remedy for several questions gives a yes to all`() {
        var count = 0
        Self.each(trees: 120, 100) { found, _ in
            let others = [FileOperation.list, .stat].map { operation in
                FileQuestion(operation, Array(found.question.path.parent))
            }
            guard
                case .refused(let refusal) = found.tree.refusal(
                    of: found.question,
                    for: found.subject
                ),
                let remedies = try? found.tree.remedies(
                    of: refusal,
                    in: found.question,
                    and: others,
                    for: found.subject
                )
            else { return }
            for remedy in remedies {
                var (files, subject) = (found.files, found.subject)
                for change in remedy.changes { files.make(change, for: &subject) }
                let tree = files.tree()
                for question in [found.question] + others {
                    #expect(tree.refusal(of: question, for: subject) == nil, "\(remedy)")
                }
                count += remedy.changes.count > 1 ? 1 : 0
            }
        }
        #expect(count > 100)
    }

    @Test func `Remedies differ, and each has one kind of change after the removal of flags`() {
        var joined = 0
        Self.each(trees: 150, 100) { _, remedies in
            #expect(Set(remedies).count == remedies.count)
            for remedy in remedies {
                let others = remedy.changes.drop { $0.removesFlags }
                #expect(Set(others.map(\.kind)).count <= 1)
                #expect(!others.contains { $0.removesFlags })
                #expect(Set(remedy.changes).count == remedy.changes.count)
                if !others.isEmpty, others.count < remedy.changes.count { joined += 1 }
            }
        }
        #expect(joined > 100)
    }

    /// Without one of the changes, the question is still refused, or an administrator cannot make another change.
    @Test func `No flag is removed in vain`() {
        Self.each(trees: 120, 100) { found, remedies in
            for remedy in remedies {
                for index in remedy.changes.indices where remedy.changes[index].removesFlags {
                    var (files, subject) = (found.files, found.subject)
                    for other in remedy.changes.indices where other != index {
                        files.make(remedy.changes[other], for: &subject)
                    }
                    let stop = files.tree().refusal(of: found.question, for: subject)
                    #expect(stop != nil, "\(remedy) of \(found.question) by \(found.subject)")
                }
            }
        }
    }

    @Test func `Remedies are sorted by the privilege that they give`() {
        Self.each(trees: 150, 100) { _, remedies in
            let ranks = remedies.map(\.rank)
            #expect(ranks == ranks.sorted())
            let lesser = ProvenRemedy.only(.capability(.dacReadSearch), in: remedies)
            #expect(!lesser || !ProvenRemedy.only(.capability(.dacOverride), in: remedies))
        }
    }

    @Test func `The search for remedies does not change the facts`() throws {
        try Self.each(trees: 40, 10) { found, remedies in
            let before = found.tree.facts
            let stop = found.tree.refusal(of: found.question, for: found.subject)
            guard case .refused(let refusal) = stop else { return }
            let again = try found.tree.remedies(
                of: refusal,
                in: found.question,
                for: found.subject
            )
            #expect(again == remedies)
            #expect(found.tree.facts == before)
            #expect(found.tree.refusal(of: found.question, for: found.subject) == stop)
        }
    }
}

@Suite struct `Preventions of random permissions` {
    @Test func `Each prevention gives a lasting no, and gives no one else more`() {
        print("laws of preventions: seed \(`Decisions about files`.seed)")
        var counts: [Int: Int] = [:]
        for tree in 0..<UInt64(800) {
            var files = RandomFiles(seed: `Decisions about files`.seed &+ tree)
            let tree = files.tree()
            for _ in 0..<100 {
                let (subject, question) = (files.subject(), files.question())
                guard tree.refusal(of: question, for: subject) == nil,
                    let found = try? tree.preventions(
                        of: question,
                        for: subject,
                        Reach(ReachingThread(subject))
                    )
                else { continue }
                #expect(found.map(\.rank) == found.map(\.rank).sorted())
                for prevention in found {
                    var (changed, other) = (files, subject)
                    for change in prevention.changes { changed.make(change, for: &other) }
                    let after = changed.tree()
                    guard case .refused(let refusal) = after.refusal(of: question, for: other)
                    else {
                        Issue.record("\(prevention) of \(question) by \(subject)")
                        continue
                    }
                    let reach = Reach(ReachingThread(other))
                    switch try? after.byItself(question, after: refusal, reach) {
                    case .no, .never: break
                    case let way: Issue.record("\(prevention) of \(question): \(way as Any)")
                    }
                    // The subject cannot put another file in its place.
                    for end in question.path.indices.dropFirst()
                    where end == question.path.endIndex - 1 || question.path[end] == 0x2F {
                        let name = Array(question.path[..<end])
                        let move = FileQuestion(.rename(to: name + [0x7E]), name)
                        #expect(
                            after.refusal(of: move, for: other) != nil,
                            "\(prevention): \(move)"
                        )
                    }
                    // No user, and no group, gets a permission.
                    for user in [0, 1, 2, 3, 99, 65_534] as [UInt32] {
                        let any = Credentials(user: user, group: user)
                        let isMore =
                            tree.refusal(of: question, for: any) != nil
                            && after.refusal(of: question, for: any) == nil
                        #expect(!isMore, "\(prevention) lets \(user) do \(question)")
                    }
                    counts[prevention.rank, default: 0] += 1
                }
            }
        }
        print("preventions: \(counts)")
        #expect(counts[0, default: 0] > 20 && counts[2, default: 0] > 20)
    }
}

extension [UInt8] {
    fileprivate var parent: ArraySlice<UInt8> {
        let slash = lastIndex(of: UInt8(ascii: "/")) ?? startIndex
        return self[...slash]
    }
}

extension ProvenRemedy {
    fileprivate static func only(_ change: Change, in remedies: [ProvenRemedy]) -> Bool {
        remedies.contains { $0.changes == [change] }
    }
}

extension FileTree {
    fileprivate var facts: String {
        "\(places) \(mounts) "
            + details.map { "\($0.list ?? []) \($0.mount) \($0.emptiness) \($0.names.count)" }
            .joined()
    }
}

extension ProvenRemedy {
    /// Membership in root's group ranks after all changes of a file.
    fileprivate var rank: Int {
        changes.contains(.join(group: 0)) ? 8 : changes.last?.kind ?? 0
    }
}

extension Change {
    fileprivate var removesFlags: Bool {
        switch self {
        case .notImmutable, .notAppendOnly, .mount: true
        default: false
        }
    }

    fileprivate var kind: Int {
        switch self {
        case .listEntry, .restrictingEntry: 0
        case .join: 1
        case .mode, .modeWithout: 2
        case .notImmutable: 3
        case .notAppendOnly: 4
        case .mount: 5
        case .owner: 6
        case .become: 7
        case .capability: 9
        }
    }
}
