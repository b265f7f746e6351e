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
            if let made = Check(withoutOptions: arguments), (try? made.validate()) != nil {
                let parsed = try CheckCommand.parse(arguments).choice
                #expect(made == parsed, "seed \(seed): \(arguments)")
                compared += 1
            }
            if let made = Can(withoutOptions: arguments), (try? made.validate()) != nil {
                let parsed = try CanCommand.parse(arguments).choice
                #expect(made == parsed, "seed \(seed): \(arguments)")
                compared += 1
            }
        }
        #expect(compared > 2000, "seed \(seed)")
    }
}
