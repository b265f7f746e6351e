import Policies
import PolicyLanguage
import TestSupport
import Testing

@Suite struct `Parser of arbitrary bytes` {
    /// Pieces with a meaning in YAML or in the language. They reach more code than random bytes.
    static let pieces = [
        "warrant: 1\n", "name: n\n", "require:\n", "forbid:\n", "  - ", "    ", "read: /a\n",
        "any:\n", "not: ", "when: ", "as: ", "{", "}", "[", "]", ", ", ": ", "- ", "? ", "'", "\"",
        "|\n", ">\n", "&a ", "*a ", "!b ", "<<: ", "---\n", "...\n", "%YAML 1.1\n", "# c\n", "\t",
        "${a}", "$${", "0644", "500ms", "é", "\u{1F469}", "\\", "\0", "\u{202E}", "\r", "\n",
    ].map { Array($0.utf8) }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `Any text yields a policy or valid diagnostics`(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        for _ in 0..<20 {
            judge(randomBytes(&generator), seed)
            judge(randomPieces(&generator), seed)
            judge(mutated(Array(`A whole policy`.nginx.utf8), &generator), seed)
        }
    }

    private func judge(_ bytes: [UInt8], _ seed: UInt64) {
        do throws(Diagnostics) {
            let root = try YAMLTree.parse(bytes, file: "p.yaml")
            let policy = try PolicySyntax.parse(root, vocabulary: .sample)
            #expect(!(policy.require + policy.forbid).isEmpty, "seed \(seed): \(bytes)")
        } catch {
            let all = error.all
            let areSound =
                (1...101).contains(all.count)
                && all == all.sorted { $0.location < $1.location }
                && all.allSatisfy { isSound($0) }
            #expect(areSound, "seed \(seed): \(bytes) gave\n\(error)")
        }
    }

    private func isSound(_ diagnostic: Diagnostic) -> Bool {
        let line = diagnostic.description
        return LanguageRule(rawValue: diagnostic.id) != nil && diagnostic.help != nil
            && diagnostic.location.line > 0 && diagnostic.location.column > 0
            && line.utf8.count < 1000 && !line.unicodeScalars.contains { $0.value < 0x20 }
    }

    private func randomBytes(_ generator: inout SplitMix) -> [UInt8] {
        (0..<Int.random(in: 0...200, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
    }

    private func randomPieces(_ generator: inout SplitMix) -> [UInt8] {
        (0..<Int.random(in: 0...40, using: &generator)).flatMap { _ in
            Self.pieces.randomElement(using: &generator) ?? []
        }
    }

    private func mutated(_ bytes: [UInt8], _ generator: inout SplitMix) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...3, using: &generator) {
            let start = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, start + Int.random(in: 0...8, using: &generator))
            let piece = Self.pieces.randomElement(using: &generator) ?? []
            bytes.replaceSubrange(start..<end, with: Bool.random(using: &generator) ? piece : [])
        }
        return bytes
    }
}
