import PolicyLanguage
import Testing

@Suite struct `Rules of the language` {
    static let start = "warrant: 1\nname: n\n"
    static let requirement = start + "forbid:\n  - "

    /// The shortest text that breaks each rule; the other suites fix the messages.
    static let examples: [LanguageRule: String] = [
        .fileTooLarge: String(repeating: " ", count: 16 << 20 + 1),
        .byteOrderMark: "\u{FEFF}a: b",
        .controlCharacter: "a: \u{202E}",
        .directiveUsed: "%YAML 1.1\n---\na: b",
        .emptyFile: "",
        .tooManyProblems: start + "forbid: [" + String(repeating: "a,", count: 101) + "]",
        .notYAML: "a: b: c",
        .tooDeep: String(repeating: "[", count: 33),
        .tooManyNodes: "[" + String(repeating: "a,", count: 1_000_000) + "]",
        .aliasUsed: "*a",
        .tagUsed: "!a b",
        .mergeKey: "<<: a",
        .secondDocument: "a: b\n---\n",
        .keyNotText: "[]: a",
        .duplicateKey: "a: b\na: c",
        .unknownVersion: "warrant: 0",
        .missingKey: "a: b",
        .unknownKey: requirement + "{ read: /a, b: c }",
        .misplacedKey: requirement + "{ read: /a, state: failed }",
        .wrongType: "[]",
        .emptyList: requirement + "any: []",
        .requiresNothing: start,
        .invalidNamespace: start + "include: { a b: c }",
        .invalidSubject: start + "subject: {}",
        .invalidParameter: start + "parameters: { 'a b': {} }",
        .missingValue: start + "parameters: { a: {} }",
        .invalidSetting: start + "parameters: { outside: { type: number } }",
        .refusedEnvironment: start + "parameters: { a: { environment: A } }",
        .unknownParameter: requirement + "read: ${a}",
        .invalidSubstitution: requirement + "read: ${a",
        .textTooLarge: start
            + "parameters: { a: { default: \(String(repeating: "b", count: 1 << 23)) } }\n"
            + "forbid: [{ read: '${a}${a}${a}' }]",
        .missingWord: requirement + "because: a",
        .unknownWord: requirement + "a: b",
        .severalWords: requirement + "{ read: /a, bind: tcp:1 }",
        .unknownValue: requirement + "{ unit: a, state: b }",
        .unquotedMode: requirement + "{ chmod: /a, mode: 0644 }",
        .invalidMode: requirement + "{ chmod: /a, mode: a }",
        .invalidBoolean: requirement + "{ read: /a, follow: a }",
        .invalidDuration: requirement + "{ read: /a, within: 0s }",
        .invalidIdentifier: requirement + "{ read: /a, id: b c }",
        .duplicateIdentifier: requirement + "{ read: /a, id: b }\n  - { read: /a, id: b }",
    ]

    @Test(arguments: LanguageRule.allCases.filter { $0 != .notUTF8 })
    func `Each rule is broken by an example`(rule: LanguageRule) throws {
        let text = try #require(Self.examples[rule], "an example for \(rule.rawValue)")

        let sources = ParameterSources(
            settings: ["outside": Setting("x")],
            environment: .refused,
            areShared: true
        )
        #expect(complaints(of: text, from: sources).contains { $0.hasSuffix("[\(rule.rawValue)]") })
    }

    @Test func `Each rule has an id in kebab case`() {
        for rule in LanguageRule.allCases {
            #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "8" })
        }
    }
}
