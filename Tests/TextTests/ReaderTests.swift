import Foundation
import TestSupport
import Testing
import Text

/// Reads the written text with programs that do not know these notations.
@Suite struct `Written text, read by other programs` {
    private static let texts: [String] = {
        var random = SplitMix(seed: 18)
        let fixed = ["", "\n", "\n\n", "a\n", "\na", "-", "-\u{1B}", "'", "\\", "%s\u{1B}", "!"]
        return fixed + (0..<2000).map { _ in random.hostileText() }
    }()

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["sh", "bash"])
    func `A quoted text is one word of a shell`(shell: String) async throws {
        let lines = Self.texts.map { "printf '%s\\0' \($0.shellWord)" }
        #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.isHidden } })
        try folder.file("words", lines.joined(separator: "\n") + "\n")
        let read = try await runCommand([shell, folder.path(of: "words")])
        #expect(read.errors == "")
        let words = read.output.unicodeScalars.split(
            separator: "\0",
            omittingEmptySubsequences: false
        )
        // The comparison uses bytes: texts with differently composed marks are equal.
        #expect(
            words.dropLast().map { Array(String($0).utf8) } == Self.texts.map { Array($0.utf8) }
        )
    }

    @Test func `A written text is one string of JSON`() async throws {
        let read = try await lines(
            Self.texts.map { $0.written(in: .json) },
            through:
                "import json,sys\nfor line in open(sys.argv[1]): print(json.loads(line).encode().hex())"
        )
        #expect(read == Self.texts.map(\.hex))
    }

    @Test func `The command jq reads a written text as one string`() async throws {
        try folder.file("texts", Self.texts.map { $0.written(in: .json) + "\n" }.joined())
        let command = ["jq", "--compact-output", "explode", folder.path(of: "texts")]
        let read = try await runCommand(command).success(of: command)
        let expected = Self.texts.map { text in
            "[" + text.unicodeScalars.map { "\($0.value)" }.joined(separator: ",") + "]"
        }
        #expect(read.split(separator: "\n").map(String.init) == expected)
    }

    @Test func `A written text is one attribute value of XML`() async throws {
        let read = try await lines(
            Self.texts.map { "<a b=\"\($0.written(in: .xml))\">\($0.written(in: .xml))</a>" },
            through: """
                import sys, xml.etree.ElementTree as tree
                for line in open(sys.argv[1]):
                    a = tree.fromstring(line)
                    assert (a.text or '') == a.get('b')
                    print(a.get('b').encode().hex())
                """
        )
        #expect(read == Self.texts.map(\.onOneLine.hex))
    }

    private func lines(_ texts: [String], through program: String) async throws -> [String] {
        #expect(texts.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.isHidden } })
        try folder.file("texts", texts.map { $0 + "\n" }.joined())
        let command = ["python3", "-c", program, folder.path(of: "texts")]
        let read = try await runCommand(command)
        try #require(read.status == 0, "\(read.errors)")
        return read.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }
}

extension String {
    fileprivate var hex: String {
        utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
