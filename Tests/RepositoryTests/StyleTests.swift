import Testing

@Suite struct `A source file` {
    @Test func `is shorter than 200 lines`() {
        let long = Repository.sources.filter { $0.lines.count > 200 }

        #expect(long.map(\.path) == [])
    }

    @Test func `has functions of at most 25 lines, tables exempt`() {
        let long = Repository.sources.flatMap { file in
            file.functions.filter { $0.length > 25 && !$0.isTable }.map {
                "\(file.path):\($0.line) \($0.length) lines"
            }
        }

        #expect(long == [])
    }

    /// A check that finds nothing because it sees nothing would pass as well.
    @Test func `has functions that the check above can see`() {
        let functions = Repository.sources.flatMap(\.functions)

        #expect(functions.count > 300)
        #expect(functions.contains { $0.length > 20 })
        #expect(functions.contains { $0.isTable })
    }

    @Test func `proves every unchecked claim to be sendable`() {
        let unproven = Repository.sources.flatMap { file in
            file.lines.indices.filter { index in
                SourceFile.code(file.lines[index]).contains("@unchecked Sendable")
                    && !file.lines[max(0, index - 6)...min(index + 6, file.lines.count - 1)]
                        .contains { $0.contains("// INVARIANT:") }
            }.map { "\(file.path):\($0 + 1)" }
        }

        #expect(unproven == [])
    }

    @Test func `says why where it calls C`() {
        let silent = Repository.sources.filter { file in
            file.lines.contains { SourceFile.code($0).contains(" unsafe ") }
                && !file.lines.contains { $0.contains("// SAFETY:") }
        }

        #expect(silent.map(\.path) == [])
    }
}
