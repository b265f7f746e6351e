import Testing

/// The tests of our ancestors: each line is either one of our tests or a decision in docs/lineage.md.
@Suite struct `A line of the lineage` {
    @Test func `Each line has either a test or a decision`() throws {
        let ids = try Self.ids
        let decided = try Self.decided
        let pinned = try Self.pinned

        #expect(ids.count > 300)
        #expect(ids.subtracting(decided).subtracting(pinned) == [], "in neither")
        #expect(decided.intersection(pinned) == [], "in both")
        #expect(decided.union(pinned).subtracting(ids) == [], "unknown")
    }

    /// The ids in the table; `A 6` stands for A1 to A6.
    private static var ids: Set<String> {
        get throws {
            let table = try Repository.text("docs/lineage.md").matches(of: /\b([A-Y]) (\d+)\b/)
            return Set(
                table.flatMap { match in
                    (1...(Int(match.output.2) ?? 1)).map { "\(match.output.1)\($0)" }
                }
            )
        }
    }

    private static var decided: Set<String> {
        get throws {
            let rows = try Repository.text("docs/lineage.md").split(separator: "\n")
            return Set(
                rows.compactMap { $0.prefixMatch(of: /\| ([A-Y]\d+) \|/).map { "\($0.output.1)" } }
            )
        }
    }

    /// The ids at the end of a test's name: `(C1)`, `(J6 J7)`.
    private static var pinned: Set<String> {
        get throws {
            let name = /func `[^`]*\(([A-Y]\d+(?: [A-Y]\d+)*)\)`/
            let texts = try Repository.texts(under: "Tests")
            return Set(
                texts.flatMap { text in
                    text.matches(of: name).flatMap {
                        $0.output.1.split(separator: " ").map { "\($0)" }
                    }
                }
            )
        }
    }
}
