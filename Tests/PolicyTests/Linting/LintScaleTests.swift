import Policies
import PolicyAuthoring
import PolicyLanguage
import Testing

/// Texts that once took minutes if they were long.
@Suite struct `Long policy` {
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: @Sendable (_ size: Int) -> String

        init(_ name: String, _ lines: @escaping @Sendable (_ size: Int) -> String) {
            testDescription = name
            self.lines = lines
        }

        func text(_ size: Int) -> String { Linted.head + lines(size) }
    }

    static let wrong = ["- read: ${nope}\n", "- capability: nope\n", "- raed: /a\n", "- read: a\n"]

    static let oneLine = Shape("one line") { size in
        "require: [\((0..<size).map { "{ read: /ä//\($0) }," }.joined())]"
    }
    static let comments = Shape("comments") { size in
        "require: [{ read: /a }]\n"
            + String(repeating: "# warrant: allow single-part x\n", count: size)
    }
    static let duplicates = Shape("duplicates, each second with a comment") { size in
        "require:\n" + (0..<size).map { "  # \($0)\n  - read: /a\n  - read: /a\n" }.joined()
    }
    static let groups = Shape("groups of one part") { size in
        "require:\n" + (0..<size).map { "- any:\n  - read: /\($0)\n" }.joined()
    }
    static let shapes =
        [oneLine, comments, duplicates, groups]
        + wrong.map { line in
            Shape(line) { size in
                "parameters:\n" + (0..<size).map { "  p\($0): { default: a }\n" }.joined()
                    + "require:\n" + String(repeating: line, count: size)
            }
        }

    @Test(arguments: shapes)
    func `The time to lint grows with the size of a policy`(shape: Shape) async {
        let texts = [500: shape.text(500), 4000: shape.text(4000)]
        let growth = growth { size in _ = Linted.result(texts[size] ?? "").fixed }
        #expect(growth < 24)
    }

    @Test func `A repair handles a policy in one line`() {
        let fixed = Linted.result(Self.oneLine.text(500)).fixed
        #expect(fixed.repaired == 500 && fixed.findings.isEmpty)
    }

    @Test func `A repair handles a comment on each line`() {
        let result = Linted.result(Self.comments.text(500))
        #expect(result.findings.count == 500)
        #expect(result.fixed.findings.isEmpty)
    }

    @Test func `A repair removes many duplicate requirements`() {
        let result = Linted.result(Self.duplicates.text(500))
        #expect(result.findings.count == 2 * 500 - 1)
        // A requirement with its own comment before it stays.
        #expect(result.fixed.repaired == 500)
    }

    @Test(arguments: wrong)
    func `Lint stops after a hundred findings`(line: String) {
        let text = Linted.head + "require:\n" + String(repeating: line, count: 500)
        let result = Linted.result(text)
        #expect(result.isInvalid && result.findings.count == 101)
        #expect(result.findings.last?.diagnostic.id == "too-many-problems")
    }
}
