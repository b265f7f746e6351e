import Testing

@Suite struct `The assumptions of an answer` {
    /// Returns the codes of the one enumeration.
    private static func codes() throws -> [String] {
        let file = "Sources/LinuxCapabilities/Subjects/KnownAssumption.swift"
        return try Repository.text(file).split(separator: "\n").compactMap { line in
            let words = line.split(separator: "\"")
            return line.hasPrefix("    case ") && words.count == 2 ? String(words[1]) : nil
        }
    }

    @Test func `Each assumption is explained in the page on decisions`() throws {
        let page = try Repository.text("docs/decisions.md")
        let codes = try Self.codes()
        #expect(codes.count >= 5)
        #expect(codes.filter { !page.contains("\n| `\($0)` | ") } == [])
    }

    @Test func `The codes of assumptions are in one source file`() throws {
        let codes = try Self.codes()
        for source in Repository.sources where !source.path.hasSuffix("KnownAssumption.swift") {
            #expect(
                source.lines.filter { line in codes.contains { line.contains("\"\($0)\"") } } == []
            )
        }
    }
}
