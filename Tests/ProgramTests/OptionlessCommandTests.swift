import ArgumentParser
import TestSupport
import Testing

@testable import WarrantCLI

@Suite struct `A command without options` {
    /// Arguments that a shell may pass, with repeated, empty and hostile ones among them.
    private static func arguments(_ random: inout SplitMix) -> [String] {
        let words = [
            "read", "/etc/passwd", "help", "", "a=b", "é", "\u{202E}", "x y", "json", "1", "host",
        ]
        return (0..<Int.random(in: 0...4, using: &random)).map { _ in
            words.randomElement(using: &random) ?? ""
        }
    }

    @Test func `is what the parser makes of the same arguments`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        var compared = 0
        for _ in 1...2000 {
            let arguments = Self.arguments(&random)
            compared += try check(Check.self, arguments, seed) ? 1 : 0
            compared += try check(Can.self, arguments, seed) ? 1 : 0
        }
        #expect(compared > 2000, "seed \(seed)")
    }

    /// - Returns: False if the parser has to report what is wrong.
    private func check<Command: OptionlessCommand>(
        _ type: Command.Type,
        _ arguments: [String],
        _ seed: UInt64
    ) throws -> Bool {
        guard var made = Command.withoutOptions(arguments), (try? made.validate()) != nil else {
            return false
        }
        let parsed = try Command.parse(arguments)
        #expect(values(of: made) == values(of: parsed), "seed \(seed): \(arguments)")
        return true
    }

    /// Returns the name and the value of each option and argument.
    private func values(of command: any ParsableArguments) -> [String] {
        Mirror(reflecting: command).children.flatMap { name, wrapper -> [String] in
            let value = Mirror(reflecting: wrapper).descendant("_parsedValue", "value")
            if let group = value as? any ParsableArguments { return values(of: group) }
            return ["\(name ?? ""): \(value.map { "\($0)" } ?? "not set")"]
        }
    }

    @Test func `has a value for each option`() throws {
        let check = try #require(Check.withoutOptions(["a"]))
        let can = try #require(Can.withoutOptions(["a"]))
        for command in [check, can] as [any ParsableArguments] {
            let values = values(of: command)
            #expect(values.count > 20 && !values.contains { $0.hasSuffix("not set") }, "\(values)")
        }
    }
}
