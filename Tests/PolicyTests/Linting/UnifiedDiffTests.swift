import Policies
import PolicyAuthoring
import TestSupport
import Testing

@Suite struct `Unified diff` {
    @Test func `A diff turns the old text into the new one`() async throws {
        try await withFreshSeed { seed in
            var random = SplitMix(seed: seed)
            for number in 0..<2000 {
                let old = Self.text(&random, count: random.below(30))
                let new = Self.changed(old, &random)
                let diff = UnifiedDiff(from: Array(old.utf8), to: Array(new.utf8), file: "f").text
                let patched = try Self.patched(old, diff)
                #expect(patched == new, "text \(number)\n\(old)\n\(diff)")
                #expect(diff.isEmpty == (old == new))
            }
        }
    }

    /// The search for the fewest changes between long texts once took minutes.
    @Test(arguments: [1, 2])
    func `The time of a diff grows with the size of its texts`(
        period: Int
    ) throws {
        func texts(_ size: Int) -> (old: [UInt8], new: [UInt8]) {
            let old = (0..<size).map { "- read: /a//\($0)\n" }
            let new = (0..<size).map { $0 % period == 0 ? "- read: /a/\($0)\n" : old[$0] }
            return (Array(old.joined().utf8), Array(new.joined().utf8))
        }
        let all = [500: texts(500), 4000: texts(4000)]
        let growth = growth { size in
            guard let (old, new) = all[size] else { return }
            _ = UnifiedDiff(from: old, to: new, file: "f").text
        }
        #expect(growth < 24)

        let (old, new) = texts(1000)
        let diff = UnifiedDiff(from: old, to: new, file: "f").text
        let patched = try Self.patched(String(decoding: old, as: UTF8.self), diff)
        #expect(patched == String(decoding: new, as: UTF8.self))
        #expect(diff.split(separator: "\n").count { $0.hasPrefix("-") } == 1000 / period + 1)
    }

    private static func text(_ random: inout SplitMix, count: Int) -> String {
        let lines = (0..<count).map { _ in random.pick(["a", "b", "", "c d", "- e"]) + "\n" }
        return lines.joined() + random.pick(["", "", "end"])
    }

    private static func changed(_ text: String, _ random: inout SplitMix) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for _ in 0..<random.below(5) {
            let place = random.below(lines.count + 1)
            let end = min(lines.count, place + random.below(4))
            let new = (0..<random.below(4)).map { _ in random.pick(["a", "x", "", "y z"]) }
            lines.replaceSubrange(place..<end, with: new)
        }
        return lines.joined(separator: "\n")
    }

    /// Applies a diff like patch(1), but strictly: every line of the old text must be where the diff has it.
    private static func patched(_ text: String, _ diff: String) throws -> String {
        let old = lines(of: text)
        var (result, position) = ("", 0)
        for line in lines(of: diff).dropFirst(2) {
            if line.hasPrefix("@@") {
                let numbers = line.matches(of: /\d+/).compactMap { Int($0.output) }
                let start = numbers[1] == 0 ? numbers[0] : numbers[0] - 1
                result += old[position..<start].joined()
                position = start
            } else if line.hasPrefix("\\") {
                result.removeLast()
            } else {
                if !line.hasPrefix("+") {
                    let isLast = position == old.count - 1 && !text.hasSuffix("\n")
                    try #require(old[position] == line.dropFirst().dropLast(isLast ? 1 : 0))
                    position += 1
                    // The next line states that this line has no end. It adds nothing to the new text.
                    if isLast, line.hasPrefix("-") { result += "\n" }
                }
                if !line.hasPrefix("-") { result += line.dropFirst() }
            }
        }
        return result + old[position...].joined()
    }

    /// Returns the lines, each with its end.
    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
        if lines.last == "\n" { lines.removeLast() } else { lines[lines.count - 1].removeLast() }
        return lines
    }
}
