import Foundation
import Policies
import PolicyAuthoring
import PolicyLanguage
import Testing

@Suite struct `Page of a lint rule` {
    /// The pages and their examples are read from the tree that these tests were built from.
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/rules")

    static let rules = Linter.linux.rules.map { type(of: $0).id }

    private static func text(_ rule: String) throws -> String {
        try String(contentsOf: folder.appending(path: "\(rule).md"), encoding: .utf8)
    }

    /// Returns the only block below a heading as a policy.
    private static func example(_ heading: String, of rule: String) throws -> String {
        let text = try text(rule)
        let section = try #require(text.components(separatedBy: "\n## \(heading)\n").last)
        let block = try #require(section.components(separatedBy: "```yaml\n").dropFirst().first)
        let policy = try #require(block.components(separatedBy: "```").first)
        return policy.hasPrefix("warrant:") ? policy : Linted.head + policy
    }

    @Test func `Each lint rule has a page`() throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(pages.sorted() == Self.rules.map { "\($0).md" }.sorted())
        #expect(Set(Self.rules).count == Self.rules.count)
        #expect(Self.rules.count >= 25)
    }

    @Test(arguments: rules)
    func `The page of a rule has its four sections`(rule: String) throws {
        let headings = try Self.text(rule).split(separator: "\n").filter { $0.hasPrefix("#") }
        #expect(headings == ["# \(rule)", "## What", "## Why", "## Avoid", "## Prefer"])
    }

    @Test(arguments: rules)
    func `The example to avoid has one finding of its rule`(rule: String) throws {
        let found = Linted.result(try Self.example("Avoid", of: rule)).findings
        #expect(found.map(\.diagnostic.id) == [rule])
    }

    @Test(arguments: rules)
    func `The example to prefer has no finding`(rule: String) throws {
        #expect(Linted.lines(try Self.example("Prefer", of: rule)) == [])
    }
}
