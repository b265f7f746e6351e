import Testing

@Suite struct `A source file` {
    @Test func `Each unchecked Sendable states its invariant`() {
        let unproven = Repository.sources.flatMap { file in
            file.lines.indices.filter { index in
                SourceFile.code(file.lines[index]).contains("@unchecked Sendable")
                    && !file.lines[max(0, index - 6)...min(index + 6, file.lines.count - 1)]
                        .contains { $0.contains("// INVARIANT:") }
            }.map { "\(file.path):\($0 + 1)" }
        }

        #expect(unproven == [])
    }

    @Test func `Each file that calls C states why that is safe`() {
        let silent = Repository.sources.filter { file in
            file.lines.contains { SourceFile.code($0).contains(" unsafe ") }
                && !file.lines.contains { $0.contains("// SAFETY:") }
        }

        #expect(silent.map(\.path) == [])
    }
}
