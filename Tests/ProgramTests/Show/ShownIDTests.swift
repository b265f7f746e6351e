import PolicyAuthoring
import TestSupport
import Testing

@testable import WarrantCLI

@Suite struct `Outline of a policy` {
    @Test func `Every id appears once in each format and width`() async throws {
        try await withFreshSeed { seed in
            for number in 0..<200 as Range<UInt64> {
                var random = RandomPolicy(seed: seed &+ number, hasIDs: true)
                let text = random.text()
                let policy = try LintedPolicy(Array(text.utf8), file: "p").policy
                let outline = PolicyOutline(policy)
                for (format, shown) in formats(outline) {
                    let stray = random.ids.filter { shown.ranges(of: $0).count != 1 }
                    #expect(stray == [], "seed \(seed &+ number), \(format):\n\(text)\n\(shown)")
                }
                await Task.yield()  // All tests share a thread for each core.
            }
        }
    }

    private func formats(_ outline: PolicyOutline) -> [(String, String)] {
        let diagram = Diagram(outline)
        let tables = [40, 80, 200].flatMap { columns -> [(String, String)] in
            let style = Style(hasColor: columns == 80, columns: columns, isTerminal: true)
            return [
                ("table \(columns)", OutlineTable(outline, style).text),
                ("tree \(columns)", OutlineTree(outline: outline, style: style).text),
            ]
        }
        return tables + [
            ("dot", DOTDiagram(diagram: diagram).text),
            ("svg", SVGDiagram(diagram: diagram).text),
        ]
    }

    @Test func `No box of a diagram covers another`() async throws {
        try await withFreshSeed { seed in
            for number in 0..<100 as Range<UInt64> {
                var random = RandomPolicy(seed: seed &+ number)
                let policy = try LintedPolicy(Array(random.text().utf8), file: "p").policy
                let layout = DiagramLayout(Diagram(PolicyOutline(policy)))
                #expect(layout.hasRoomForAll, "seed \(seed &+ number)")
                await Task.yield()  // All tests share a thread for each core.
            }
        }
    }
}

extension DiagramLayout {
    /// True if all boxes are inside the picture and do not overlap.
    fileprivate var hasRoomForAll: Bool {
        let areInside = placed.allSatisfy {
            $0.x >= 0 && $0.y >= 0 && $0.x + $0.width <= width && $0.y + $0.height <= height
        }
        return areInside
            && placed.indices.allSatisfy { index in
                placed[(index + 1)...].allSatisfy { placed[index].isApart(from: $0) }
            }
    }
}

extension DiagramLayout.Placed {
    fileprivate func isApart(from other: Self) -> Bool {
        x + width < other.x || other.x + other.width < x || y + height < other.y
            || other.y + other.height < y
    }
}
