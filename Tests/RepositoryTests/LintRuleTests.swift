import Foundation
import Testing

@Suite struct `A lint rule` {
    private static let sources = Repository.sources.filter {
        $0.path.hasPrefix("PolicyAuthoring/Linting/Rules/")
    }

    /// The id of each rule, and the name of its file.
    private static var rules: [(id: String, file: String)] {
        sources.compactMap { source in
            let line = source.lines.first { $0.contains("static let id = \"") }
            guard let id = line?.split(separator: "\"").dropFirst().first else { return nil }
            return (
                String(id), URL(filePath: source.path).deletingPathExtension().lastPathComponent
            )
        }
    }

    @Test func `A lint rule has a file of its name`() {
        let named = Self.rules.map { rule in
            rule.id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
                .joined()
        }
        #expect(named == Self.rules.map(\.file))
        #expect(Self.rules.count == Self.sources.count)
        #expect(Self.rules.count >= 25)
    }

    @Test func `A lint rule has a test file and a page`() throws {
        let tests = try Repository.names(in: "Tests/PolicyTests/Linting/Rules")
        let pages = try Repository.names(in: "docs/rules")

        #expect(tests == Self.rules.map { "\($0.file)Tests.swift" }.sorted())
        #expect(pages == Self.rules.map { "\($0.id).md" }.sorted())
    }

    @Test func `The linter applies every rule`() throws {
        let list = try Repository.text("Sources/PolicyAuthoring/Linting/Linter.swift")

        #expect(Self.rules.map(\.file).filter { !list.contains(" \($0)(") } == [])
    }
}
