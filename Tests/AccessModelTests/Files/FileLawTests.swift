import AccessModel
import Kernel
import TestSupport
import Testing

/// Laws of every decision about a file, on random trees. The kernel is not asked.
@Suite struct `Decisions about files` {
    static let seed = UInt64.random(in: 0..<1_000_000)

    /// Makes random trees, each with a number of subjects and questions.
    static func each(
        trees: Int,
        _ cases: Int,
        _ law: (inout RandomFiles, FileTree, FileQuestion, Credentials) -> Void
    ) {
        print("laws of files: seed \(seed)")
        for tree in 0..<UInt64(trees) {
            var files = RandomFiles(seed: seed &+ tree)
            let tree = files.tree()
            var subject = files.subject()
            for number in 0..<cases {
                if number % 10 == 0 { subject = files.subject() }
                let question = files.question()
                law(&files, tree, question, subject)
            }
        }
    }

    /// No call on a file fails because the subject has too much privilege.
    @Test func `One more kernel capability never turns a yes into a no`() {
        Self.each(trees: 200, 250) { files, tree, question, subject in
            guard tree.refusal(of: question, for: subject) == nil else { return }
            let more = subject.with(files.random.pick(RandomFiles.capabilities))
            guard let stop = tree.refusal(of: question, for: more) else { return }
            Issue.record("\(stop) to \(question) by \(more)")
        }
    }

    @Test func `One bit less for the owner never turns a no into a yes`() {
        expectNoYes(ofOwner: nil, bits: [0o400, 0o200, 0o100])
    }

    /// For a subject that owns all files, neither the group's bits nor the others' bits apply.
    @Test func `One bit less never gives access to the owner of all files`() {
        expectNoYes(
            ofOwner: 7,
            bits: [0o400, 0o200, 0o100, 0o040, 0o020, 0o010, 0o004, 0o002, 0o001]
        )
    }

    private func expectNoYes(ofOwner owner: UInt32?, bits: [UInt16]) {
        print("laws of files: seed \(Self.seed)")
        for tree in 0..<300 as Range<UInt64> {
            var files = RandomFiles(seed: Self.seed &+ tree)
            if let owner {
                for index in files.files.indices { files.files[index].place.uid = owner }
            }
            var fewer = files
            let index = fewer.random.below(files.files.count)
            fewer.files[index].remove(fewer.random.pick(bits))
            let (before, after) = (files.tree(), fewer.tree())
            var subject = files.subject()
            for number in 0..<150 {
                if number % 10 == 0 { subject = files.subject() }
                if let owner { subject = Credentials(user: owner, group: subject.group) }
                let question = files.question()
                guard case .refused = before.refusal(of: question, for: subject) else { continue }
                guard after.refusal(of: question, for: subject) == nil else { continue }
                Issue.record("a yes to \(question) by \(subject)")
            }
        }
    }

    @Test func `A trace ends at the place that refuses`() {
        Self.each(trees: 150, 250) { _, tree, question, subject in
            let (stop, trace) = tree.tracedRefusal(of: question, for: subject)
            var isTrue = stop == tree.refusal(of: question, for: subject)
            if case .refused(let refusal) = stop {
                isTrue = isTrue && trace.last?.place == refusal.place
            }
            let held = stop == nil ? trace[...] : trace.dropLast()
            for case .permission(let wanted, let place) in held where place != trace.last?.place {
                isTrue = isTrue && tree.decision(wanted, on: place, subject).isPermitted
            }
            if !isTrue { Issue.record("\(trace) of \(question) by \(subject)") }
        }
    }

    @Test func `A decision needs no missing fact`() {
        Self.each(trees: 100, 250) { _, tree, question, subject in
            if case .lacks(let fact) = tree.refusal(of: question, for: subject) {
                Issue.record("\(fact) for \(question)")
            }
        }
    }
}

extension RandomFiles.File {
    /// Clears a bit, like chmod(1) with `-`.
    fileprivate mutating func remove(_ bit: UInt16) {
        place.mode &= ~bit
        let mode = place.mode
        list = list?.map { entry in
            switch entry.tag {
            case .owner: ListEntry(.owner, Permissions(rawValue: UInt8(mode >> 6 & 7)))
            case .mask: ListEntry(.mask, Permissions(rawValue: UInt8(mode >> 3 & 7)))
            case .other: ListEntry(.other, Permissions(rawValue: UInt8(mode & 7)))
            case .user, .owningGroup, .group: entry
            }
        }
    }
}
