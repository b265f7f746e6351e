import AccessModel
import TestSupport
import Testing

/// Answers about files that are certain without an examination of any file, on random trees.
@Suite struct `Certain answers about a file` {
    /// Paths with the ending of a directory are rare among random questions, so they are added here.
    private static func each(
        _ law: (inout RandomFiles, FileTree, FileQuestion, Credentials) -> Void
    ) {
        `Decisions about files`.each(trees: 150, 250) { files, tree, question, subject in
            var question = question
            if files.random.chance(30) {
                question.path += files.random.pick(["/", "/.", "/..", "//"]).utf8
            } else if files.random.chance(10) {
                question.path = Array(files.random.pick(["/", "//"]).utf8)
            }
            law(&files, tree, question, subject)
        }
    }

    @Test func `An implied question is granted with the question`() {
        var count = 0
        Self.each { _, tree, question, subject in
            guard tree.refusal(of: question, for: subject) == nil else { return }
            for operation in question.implied {
                var weaker = question
                weaker.operation = operation
                count += 1
                if let stop = tree.refusal(of: weaker, for: subject) {
                    Issue.record("\(stop) to \(operation), and not to \(question)")
                }
            }
        }
        #expect(count > 100)
    }

    @Test func `A question that is never granted is refused in random trees`() {
        var count = 0
        Self.each { _, tree, question, subject in
            guard question.isNeverGranted else { return }
            count += 1
            if tree.refusal(of: question, for: subject) == nil {
                Issue.record("a yes to \(question) by \(subject)")
            }
        }
        #expect(count > 1000)
    }

    @Test func `A question that is always granted is granted in random trees`() {
        var count = 0
        Self.each { _, tree, question, subject in
            var question = question
            question.operation = .stat
            guard question.isAlwaysGranted else { return }
            count += 1
            if let stop = tree.refusal(of: question, for: subject) {
                Issue.record("\(stop) to \(question) by \(subject)")
            }
        }
        #expect(count > 1000)
    }
}
