import LinuxCapabilities
import Policies
import PolicyLanguage
import TestSupport
import Testing

@Suite struct `Printed policy` {
    private static func parsed(_ text: String) throws(Diagnostics) -> PolicySyntax {
        let root = try YAMLTree.parse(Array(text.utf8), file: "p")
        return try PolicySyntax.parse(root, vocabulary: Catalogue<Subject>.linux.vocabulary)
    }

    private static func expectSame(_ text: String, _ hint: String = "") throws {
        let policy = try parsed(text)
        let printed = policy.text
        let again = try parsed(printed)
        #expect(again.placeless == policy.placeless, "\(hint)\n\(text)\n\(printed)")
        #expect(again.text == printed, "\(hint)\n\(printed)")
    }

    @Test func `A printed random policy parses to the same policy`() async throws {
        try await withFreshSeed { seed in
            for number in 0..<500 as Range<UInt64> {
                var policy = RandomPolicy(seed: seed &+ number)
                try Self.expectSame(policy.text(), "policy \(number)")
            }
        }
    }

    /// Each policy contains a rare construct.
    @Test(arguments: [
        "require: [{ read: '/a\"\\ # ${x} $${x} $$${x} $$$$${ $', as: 'b:c,d' }]",
        "require: [{ read: '/$${x}', id: \"a:b\", because: \"\\e\\u202e\\N\\U0001F469 -\" }]",
        "require: [{ read: '/${x}', because: '${none}', within: 90s }]",
        "require: [{ read: /a, within: 999999999h }, { read: /a, within: 1500ms }]",
        "require: [{ read: /a, severity: advice, within: 60s }, { read: /a, within: 3661s }]",
        "require: [{ read: /a, as: { user: '0', groups: ['4'], capabilities: [] } }]",
        "subject: { pid: 1 }\nforbid: [{ capability: CAP_KILL, in: ambient, when: { icmp: ipv4 } }]",
        "subject: { unit: '${x}.service' }\n"
            + "require: [{ not: { all: [{ not: { chmod: /a, argument: '0600', follow: false } }] } }]",
        "include: { a: a.yaml, b: { policy: ' b', set: { x: '', 'y z': '${x}$${' } } }",
    ])
    func `A printed policy with rare features parses to the same policy`(lines: String) throws {
        let parameters =
            "parameters: { x: { default: '$${x}', summary: s }, none: { default: '' }, "
            + "p: { type: port, default: '1', environment: P } }\n"
        let text = "warrant: 1\nname: 'n # \"'\nsummary: ${x}\n" + parameters + lines
        try Self.expectSame(text)
    }

    @Test func `A printed policy keeps names of any length`() throws {
        let name = String(repeating: "k", count: 3000)
        try Self.expectSame(
            "warrant: 1\nname: n\nparameters:\n  ? \(name)\n  : { default: a }\n"
                + "include:\n  ? \(name)\n  : { policy: a, set: { ? \(name) : b } }\n"
                + "require: [{ read: '/${\(name)}' }]"
        )
    }

    @Test func `A printed policy has a fixed layout`() throws {
        let policy = try Self.parsed(
            """
            { warrant: 1, name: n, subject: { user: a }, require: [
              { all: [{ read: /a, follow: false }, { not: { bind: 'tcp:1' } }], because: why },
            ] }
            """
        )
        #expect(
            policy.text == """
                warrant: 1
                name: "n"
                subject: { user: "a" }
                require:
                  - because: "why"
                    all:
                      - read: "/a"
                        follow: "false"
                      - not:
                          bind: "tcp:1"

                """
        )
    }
}
