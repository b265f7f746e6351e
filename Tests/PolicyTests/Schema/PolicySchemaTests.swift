import Foundation
import Policies
import PolicyAuthoring
import PolicyLanguage
import Testing

/// `scripts/check-policy-schema` compares the schema with the parser.
@Suite struct `Schema of policies` {
    let root: [String: Any]

    init() throws {
        let text = Catalogue.linux.vocabulary.schema.json()
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        root = try #require(value as? [String: Any])
    }

    @Test func `The schema describes each word and key`() throws {
        let definitions = try #require(root["definitions"] as? [String: [String: Any]])
        let mappings =
            [root]
            + ["requirement", "subject", "parameter", "include"].compactMap {
                definitions[$0]
            }
        var silent: [String] = []
        var keys: Set<String> = []
        for mapping in mappings {
            let properties = try #require(mapping["properties"] as? [String: [String: Any]])
            keys.formUnion(properties.keys)
            silent += properties.filter { ($0.value["description"] as? String ?? "").isEmpty }.keys
        }

        #expect(silent == [])
        #expect(mappings.count == 5)
        #expect(keys.isSuperset(of: Catalogue.linux.vocabulary.words.map(\.name)))
    }

    @Test func `The schema uses exactly its definitions`() throws {
        let text = Catalogue.linux.vocabulary.schema.json()
        let definitions = try #require(root["definitions"] as? [String: Any])
        let referred = Set(text.matches(of: /"#\/definitions\/([^"]+)"/).map { String($0.1) })

        #expect(referred.subtracting(definitions.keys) == [])
        #expect(Set(definitions.keys).subtracting(referred) == [])
    }

    @Test func `Each word has its own summary of one line`() {
        let words = Catalogue.linux.vocabulary.words
        let lines = words.map(\.summary)

        #expect(Set(lines).count == words.count)
        #expect(lines.filter { !$0.hasSuffix(".") || $0.count > 90 } == [])
    }
}

@Suite struct `Pattern of numbers` {
    @Test(arguments: [1, 9, 10, 11, 99, 100, 65535, 70_000])
    func `A pattern matches the numbers up to its limit`(limit: Int) throws {
        let pattern = try Regex("(?:" + Pattern.positive(upTo: limit) + ")")
        let taken = (0...70_001).filter { "\($0)".wholeMatch(of: pattern) != nil }

        #expect(taken == Array(1...limit))
        #expect("00\(limit)".wholeMatch(of: pattern) != nil)
        #expect("+1".wholeMatch(of: pattern) == nil)
    }
}
