import Foundation
import Questions
import Testing

/// The handwritten schemas in `docs` also name the actions.
@Suite struct `Schema in docs` {
    @Test(arguments: [
        ("batch.schema.json", WordTable.linux.batchActions),
        ("report.schema.json", WordTable.linux.actions),
    ])
    func `A schema names every action of the table`(file: String, actions: [String]) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/\(file)"), encoding: .utf8)
        let list = try #require(text.firstMatch(of: /"action": \{\s*"enum": \[([^\]]*)\]/))
        let named = list.1.matches(of: /"([^"]+)"/).map { String($0.1) }
        #expect(named.sorted() == actions.sorted())
    }
}
