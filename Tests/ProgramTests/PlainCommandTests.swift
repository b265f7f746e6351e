import ArgumentParser
import TestSupport
import Testing

@testable import WarrantCLI

@Suite struct `A plain command line` {
    /// Arguments that a shell may pass, with repeated, empty and hostile ones among them.
    private static func arguments(_ random: inout SplitMix) -> [String] {
        let words = [
            "read", "/etc/passwd", "help", "", "a=b", "é", "\u{202E}", "x y", "json", "1", "host",
        ]
        let options = [
            "--as", "--pid", "--unit", "--container", "--unit-file", "--as=1", "--strict", "-",
            "--", "--unit-files", "-a", "--\u{301}as",
        ]
        return (0..<Int.random(in: 0...5, using: &random)).map { _ in
            let kind = Int.random(in: 0..<4, using: &random) == 0 ? options : words
            return kind.randomElement(using: &random) ?? ""
        }
    }

    @Test func `is what the parser makes of the same arguments`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        var compared = (words: 0, subjects: 0)
        for _ in 1...4000 {
            let arguments = Self.arguments(&random)
            guard let (words, subject) = SubjectChoice.split(arguments) else { continue }
            let count = subject.isGiven ? \(words: Int, subjects: Int).subjects : \.words
            if let made = Check(plain: words, about: subject), (try? made.validate()) != nil {
                let parsed = try CheckCommand.parse(arguments).choice
                #expect(made == parsed, "seed \(seed): \(arguments)")
                compared[keyPath: count] += 1
            }
            if let made = Can(plain: words, about: subject), (try? made.validate()) != nil {
                let parsed = try CanCommand.parse(arguments).choice
                #expect(made == parsed, "seed \(seed): \(arguments)")
                compared[keyPath: count] += 1
            }
        }
        #expect(compared.words > 1000 && compared.subjects > 300, "seed \(seed): \(compared)")
    }

    private static let ofUnit = ["--unit-file", "a.service"]

    /// Each value that the command line can change, with options that change it.
    private static let ofCheck: [String: [String]] = [
        "format": ["--format", "json"], "only": ["--only", "failures"], "evidence": ["--evidence"],
        "changes": ofUnit + ["--set-unit", "User=a", "--changes"], "probe": ofUnit + ["--probe"],
        "strict": ["--strict"], "allowWritablePolicy": ["--allow-writable-policy"],
        "authorize": ["--authorize"], "within": ["--authorize", "--within", "1s"],
        "parameterChoice": ["--set", "a=b"], "subjectChoice": ["--pid", "1"],
    ]
    private static let ofCan: [String: [String]] = [
        "object": ["read", "/"], "argument": ["rename", "/a", "/b"], "noFollow": ["--no-follow"],
        "format": ["--format", "json"], "ask": ["--ask", "model"], "strict": ["--strict"],
        "batch": ["--batch", "-"], "list": ["--list"], "depth": ["--list", "--depth", "1"],
        "limit": ["--list", "--limit", "1"], "may": ["--list", "--may", "write"],
        "notOwner": ["--list", "--not-owner"], "authorize": ["--authorize"],
        "within": ["--authorize", "--within", "1s"], "subjectChoice": ["--pid", "1"],
        "action": ["read"],
    ]
    private static let ofSubject: [String: [String]] = [
        "user": ["--as", "nobody"], "pid": ["--pid", "1"], "unit": ["--unit", "a.service"],
        "restarted": ["--unit", "a.service", "--restarted"], "container": ["--container", "a"],
        "unitFile": ofUnit, "command": ofUnit + ["--command", "ExecStop"],
        "setUnit": ofUnit + ["--set-unit", "User=a"],
        "systemdVersion": ofUnit + ["--systemd-version", "252"],
        "capabilities": ["--as", "nobody", "--capabilities", "cap_chown"],
        "exactFilter": ["--pid", "1", "--exact-filter"],
    ]

    @Test func `An option of check changes what it asks for`() throws {
        try expectChanges(Self.ofCheck, of: Check(policy: ["p"]), but: ["policy"]) {
            try CheckCommand.parse($0 + ["p"]).choice
        }
    }

    @Test func `An option of can changes what it asks for`() throws {
        try expectChanges(Self.ofCan, of: Can()) { try CanCommand.parse($0).choice }
    }

    @Test func `An option about the subject changes it`() throws {
        try expectChanges(Self.ofSubject, of: SubjectChoice()) {
            try CanCommand.parse($0).choice.subjectChoice
        }
    }

    private func expectChanges<Choice>(
        _ options: [String: [String]],
        of standard: Choice,
        but others: [String] = [],
        _ parse: ([String]) throws -> Choice
    ) throws {
        let values = values(of: standard)
        #expect(Set(values.keys) == Set(options.keys).union(others))
        for (name, arguments) in options {
            #expect(self.values(of: try parse(arguments))[name] != values[name], "\(name)")
        }
    }

    private func values(of choice: some Any) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: Mirror(reflecting: choice).children.map {
                ($0.label ?? "", "\($0.value)")
            }
        )
    }
}
