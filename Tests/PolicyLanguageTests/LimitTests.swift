import PolicyLanguage
import Testing

@Suite struct `The limits of a policy` {
    static let tooDeep =
        "this is nested deeper than 32 levels; divide it into several requirements [too-deep]"

    @Test(arguments: [("[", "]"), ("- ", ""), ("{a: ", "}")])
    func `A policy may be nested 32 levels deep and no deeper`(begin: String, end: String) {
        let sound = String(repeating: begin, count: 32) + "x" + String(repeating: end, count: 32)

        #expect(complaints(ofBytes: Array(sound.utf8)) == [])
        #expect(
            complaints(ofBytes: Array((begin + sound + end).utf8))
                == ["p.yaml:1:\(32 * begin.count + 1): \(Self.tooDeep)"]
        )
    }

    @Test(arguments: ["[", "- ", "{a: ", "? ", "[{", "- ? "])
    func `A file of nothing but nesting yields one diagnostic`(begin: String) {
        let text = String(repeating: begin, count: 200_000)

        #expect(complaints(ofBytes: Array(text.utf8)).count == 1)
    }

    @Test func `A policy may have a million nodes and no more`() {
        let sound = "[" + String(repeating: "a,", count: 999_999) + "]"
        let many = "[" + String(repeating: "a,", count: 1_000_000) + "]"

        #expect(complaints(ofBytes: Array(sound.utf8)) == [])
        #expect(
            complaints(ofBytes: Array(many.utf8)) == [
                "p.yaml:1:2000000: the policy holds more than 1,000,000 texts, lists and mappings; "
                    + "divide it into several policies [too-many-nodes]"
            ]
        )
    }

    @Test func `An alias bomb is refused at its first anchor`() {
        let first = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        let bomb = (1...9).reduce(first) { text, level in
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            return text + "a\(level): &a\(level) [\(aliases)]\n"
        }

        #expect(
            complaints(ofBytes: Array(bomb.utf8)) == [
                "p.yaml:1:5: the anchor `&a0` is not allowed in a policy; "
                    + "remove it, and repeat the value in each place [alias-used]"
            ]
        )
    }

    @Test func `Parameters that expand a text beyond 16 MiB are refused`() {
        let parameter = String(repeating: "x", count: 1 << 20)
        let text = """
            warrant: 1
            name: n
            parameters: { x: { default: \(parameter) } }
            require: [ { read: '\(String(repeating: "${x}", count: 17))' } ]
            """

        #expect(
            complaints(of: text) == [
                "p.yaml:4:20: the policy grows past 16 MiB when its parameters are filled in; "
                    + "use shorter values [text-too-large]"
            ]
        )
    }

    @Test func `At most a hundred problems of a policy are reported`() {
        let text =
            "warrant: 1\nname: n\nrequire:\n" + String(repeating: "- wibble: x\n", count: 5000)
        let lines = complaints(of: text)

        #expect(lines.count == 101)
        #expect(
            lines.last
                == "p.yaml:103:3: there are more problems than the 100 shown; "
                + "put these right first [too-many-problems]"
        )
    }
}
