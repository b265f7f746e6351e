import PolicyLanguage
import Testing

@Suite struct `A diagnostic` {
    @Test func `A diagnostic is one line of place, problem, help and id`() {
        let diagnostic = Diagnostic("an-id", at: place(3, 7), "a problem", help: "a help")

        #expect(diagnostic.description == "p.yaml:3:7: a problem; a help [an-id]")
    }

    @Test func `A diagnostic may have no help`() {
        #expect(
            Diagnostic("an-id", at: place(3, 7), "a problem").description
                == "p.yaml:3:7: a problem [an-id]"
        )
    }

    /// The length does not depend on text from the policy.
    @Test func `A diagnostic cuts long text`() {
        let text = String(repeating: "ä", count: 5000)
        let long = Diagnostic("an-id", at: place(3, 7), text, help: text)
        let cut = String(repeating: "ä", count: 600) + "…"
        #expect(long.description == "p.yaml:3:7: \(cut); \(cut) [an-id]")
        // Readers see one letter, which has many marks.
        let letter = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(letter.quoted == "`a\(String(repeating: "\u{301}", count: 59))…`")
    }

    @Test func `A diagnostic escapes characters that a terminal acts on or hides`() {
        let location = SourceLocation(file: "a\u{1B}[31m\n.yaml", line: 1, column: 1)

        #expect(
            Diagnostic("an-id", at: location, "`\t\r\u{202E}\u{200B}é`").description
                == "a\\u{1b}[31m\\n.yaml:1:1: `\\t\\r\\u{202e}\\u{200b}é` [an-id]"
        )
    }
}

@Suite struct `A set of diagnostics` {
    @Test func `Diagnostics are in the order of their places, and stable`() {
        let found = [(2, 1, "d"), (1, 9, "b"), (1, 2, "a"), (1, 9, "c")]
            .map { Diagnostic($0.2, at: place($0.0, $0.1), "") }

        #expect(Diagnostics(found)?.all.map(\.id) == ["a", "b", "c", "d"])
    }

    @Test func `A set of diagnostics is never empty`() {
        #expect(Diagnostics([]) == nil)
    }

    @Test func `A set keeps a hundred diagnostics and states that there are more`() {
        let problems = Problems()
        for line in 1...101 { problems.report(Diagnostic("x", at: place(line, 1), "")) }

        #expect(problems.found?.all.count == 101)
        #expect(
            problems.found?.all.last?.description
                == "p.yaml:100:1: there are more problems than the 100 shown; "
                + "put these right first [too-many-problems]"
        )
    }
}
