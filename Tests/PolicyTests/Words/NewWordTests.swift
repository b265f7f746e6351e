import AccessModel
import Capabilities
import LinuxCapabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Procedures
import Questions
import Testing

/// A word that no file in `Sources` names, added to a table in this test only.
@Suite struct `New word in the table` {
    private let table = WordTable(WordTable.linux.words + [.lit])

    private func policy(_ requirement: String) throws -> Policy {
        let text = "warrant: 1\nname: test\nrequire:\n  - \(requirement)\n"
        let root = try YAMLTree.parse(Array(text.utf8), file: "p.yaml")
        let catalogue = Catalogue(table, on: .live)
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        return try Policy(syntax, to: catalogue) { _ in nil }
    }

    private func problems(_ requirement: String) -> [String] {
        do {
            _ = try policy(requirement)
            return []
        } catch {
            return (error as? Diagnostics)?.all.map(\.description) ?? ["\(error)"]
        }
    }

    @Test(arguments: [
        ("lit: kitchen", PolicyReport.Outcome.holds), ("{lit: kitchen, colour: red}", .fails),
        ("lit: cellar", .fails),
    ])
    func `A policy checks a word`(requirement: String, outcome: PolicyReport.Outcome) async throws {
        #expect(await (try policy(requirement)).check().outcome == outcome)
    }

    @Test(arguments: [
        ("lit: attic", "p.yaml:4:10: `attic` has no lamp [invalid-room]"),
        (
            "{lit: kitchen, colour: rd}",
            "p.yaml:4:28: `rd` is not a value of `colour`; did you mean `red`? [unknown-value]"
        ),
        ("lamp: kitchen", "p.yaml:4:5: unknown word `lamp`; did you mean `lit`? [unknown-word]"),
    ])
    func `An invalid use of the word is reported`(requirement: String, problem: String) {
        #expect(problems(requirement) == [problem])
    }

    @Test func `A new word is an action of a question`() async throws {
        let question = try #require(try table.question("lit", "kitchen", "red"))
        #expect(question.claim == .state(object: "the lamp of kitchen", state: "lit red"))
        #expect(await question.verdict(strict: false).isDenied)
        #expect(table.actions.last == "lit")
        #expect(table.advice(for: "lamp", among: table.actions) == "did you mean `lit`?")
    }

    @Test func `A new word is an action of a batch`() async throws {
        let object = Array("kitchen".utf8)
        let question = try #require(
            try table.batchQuestion("lit", object, nil, follow: nil)
        )
        var facts = try BatchFacts(strict: false)
        let answer = await facts.answer(question, Credentials(user: 33, group: 33))
        #expect(answer.verdict == .authorized)
        #expect(table.batchActions.last == "lit")
    }

    @Test func `A new word is in the schema`() {
        let schema = Catalogue(table, on: .live).vocabulary.schema.json()
        #expect(schema.contains("\"lit\": {"))
        #expect(schema.contains("A lamp is lit."))
        #expect(schema.contains("Its colour."))
        #expect(schema.contains("{ \"required\": [\"lit\"] }"))
    }

    /// The completion, the manual and the errors of `who-can` list these.
    @Test func `A new word is an action of who-can`() {
        #expect(table.userActions.last == "lit")
        #expect(table.help(\.isOfUsers).hasSuffix("by its lamp"))
    }

    @Test func `A new word is in the help`() {
        let line = "  lit ROOM [red|green]" + String(repeating: " ", count: 9) + "by its lamp"
        #expect(table.help.split(separator: "\n").last.map(String.init) == line)
    }

    @Test(arguments: [
        ("lit: kitchen", "{lit: kitchen, colour: red}", true),
        ("{lit: kitchen, colour: red}", "lit: kitchen", false),
    ])
    func `A comparison follows new implications`(old: String, new: String, isAsMuch: Bool) throws {
        let comparison = try policy(new).compared(
            with: policy(old),
            by: QuestionRelations(table)
        )
        let demandsAsMuch = if case .demandsAsMuch = comparison { true } else { false }
        #expect(demandsAsMuch == isAsMuch)
    }
}

extension Verdict {
    fileprivate var isDenied: Bool { if case .denied = self { true } else { false } }
}

/// The state of the lamp in a room. In the kitchen it is lit, in green.
private struct Lamp: SharedQuestion, Hashable {
    struct Status: AuthorizationStatus {
        let isLit: Bool

        func meets(_ requirement: Void) -> Verdict {
            let reason = Reason("lamp", "the lamp", isLit ? "is lit" : "is not lit")
            return isLit ? .authorized([reason]) : .denied([reason])
        }
    }

    let room: String
    let colour: String?

    var name: String { "lit \(room)" + (colour.map { " \($0)" } ?? "") }
    var requirement: Void { () }

    func authorizationStatus() async -> Status {
        Status(isLit: room == "kitchen" && colour != "red")
    }
}

extension Word {
    fileprivate static let lit = Word(
        "lit",
        "A lamp is lit.",
        keys: [Vocabulary.Key("colour", values: ["red", "green"], "Its colour.")],
        synonyms: ["lamp"],
        actions: [
            Action(
                "lit",
                "ROOM [red|green]",
                "by its lamp",
                argument: "colour",
                .state { room, colour in
                    ("the lamp of \(room)", "lit" + (colour.map { " \($0)" } ?? ""))
                }
            )
        ],
        isOfUsers: true,
        relations: Relations(
            of: Lamp.self,
            implied: { $0.colour == nil ? [] : [Lamp(room: $0.room, colour: nil)] }
        ),
        batch: { line throws(InvalidUse) in
            .shared(Lamp(room: line.value, colour: line.argument))
        }
    ) { use throws(InvalidUse) in
        guard use.value != "attic" else {
            throw InvalidUse("invalid-room", "\(use.value.quoted) has no lamp")
        }
        return Lamp(room: use.value, colour: use.keys["colour"])
    }
}
