import LinuxCapabilities
import Policies
import PolicyLanguage
import Questions
import Testing

/// Tests tell requirements apart by their names. If a key changed the question and not its name, a test would not notice
/// that it was added.
@Suite struct `The name of a question` {
    private static func name(_ requirement: String) throws -> String {
        let text = "warrant: 1\nname: test\nrequire:\n  - \(requirement)\n"
        let root = try YAMLTree.parse(Array(text.utf8), file: "p.yaml")
        let catalogue = Catalogue<Subject>.linux
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        let policy = try Policy(syntax, to: catalogue) { _ in nil }
        return try #require(policy.requirements.first).part.title
    }

    /// Each list has some values of the keys of one word.
    @Test(arguments: [
        ["{read: /a}", "{read: /a, follow: false}"],
        ["{delete: /a}", "{delete: /a, follow: true}", "{delete: /a, argument: directory}"],
        ["{chmod: /a, argument: '0600'}", "{chmod: /a, argument: '0640'}"],
        ["{chown: /a, argument: 5}", "{chown: /a, argument: 6}"],
        ["{execute: /a}", "{execute: /a, argument: /b}"],
        ["{access: /a, argument: r}", "{access: /a, argument: rw}"],
        ["{create: /a}", "{create: /a, argument: directory}", "{create: /a, argument: fifo}"],
        [
            "{capability: CAP_KILL}", "{capability: CAP_KILL, in: permitted}",
            "{capability: CAP_KILL, in: bounding}", "{capability: CAP_KILL, in: ambient}",
        ],
        [
            "{unit: a.service}", "{unit: a.service, state: enabled}",
            "{unit: a.service, state: masked}",
        ],
        ["{sysctl: a.b, equals: 1}", "{sysctl: a.b, equals: 2}", "{sysctl: a.b, at-least: 1}"],
        [
            "{mode: /a, at-most: '0600'}", "{mode: /a, exactly: '0600'}",
            "{mode: /a, exactly: '0640'}",
        ],
        ["{owner: /a, is: root}", "{owner: /a, is: daemon}"],
        ["{group: /a, is: root}", "{group: /a, is: daemon}", "{group: a}"],
        ["{member: root, of: adm}", "{member: root, of: daemon}"],
    ])
    func `Questions that differ have different names`(requirements: [String]) throws {
        let names = try requirements.map(Self.name)
        #expect(Set(names).count == names.count, "\(names)")
    }

    @Test(arguments: [
        ("{read: /a, follow: true}", "{read: /a}"), ("{delete: /a, follow: false}", "{delete: /a}"),
        ("{capability: CAP_KILL, in: effective}", "{capability: CAP_KILL}"),
        ("{unit: a.service, state: active}", "{unit: a.service}"),
    ])
    func `The default of a key is not named`(written: String, plain: String) throws {
        #expect(try Self.name(written) == Self.name(plain))
    }
}
