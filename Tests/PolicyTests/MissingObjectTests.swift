import Capabilities
import Policies
import PolicyLanguage
import Procedures
import Testing

/// An object that does not exist gives a denial. The subject may undo that denial if it may create the object.
@Suite struct `Missing object` {
    /// `absent: yes|no|what` is denied, and creating the object has the named verdict.
    private struct Absent: MakingCapability {
        struct Status: AuthorizationStatus {
            let verdict: Verdict

            func meets(_ requirement: Void) -> Verdict { verdict }
        }

        let name: String
        let status: Verdict
        var created: Verdict?
        var requirement: Void { () }
        var making: (any Capability)? { created.map { Self(name: name, status: $0) } }

        func authorizationStatus() async -> Status { Status(verdict: status) }

    }

    private static let catalogue = Catalogue<String>(
        [
            .init(Vocabulary.Word("absent")) { use, _ throws(Diagnostic) in
                let found = Reason("found", "object", "is the answer")
                let created: Verdict =
                    switch use.value.value {
                    case "yes": .authorized([found])
                    case "no": .denied([found])
                    default: .undetermined([found])
                    }
                if use.value.value == "reach" {
                    let reach = Reason(.withinReach, "object", "is within reach")
                    return Absent(name: "absent", status: .undetermined([reach]))
                }
                let missing = Reason("missing", "object", "does not exist")
                return Absent(name: "absent", status: .denied([missing]), created: created)
            }
        ],
        defaultSubject: "me",
        bindSubject: { _ throws(Diagnostic) in "me" }
    )

    private static func outcome(_ text: String) async throws -> PolicyReport.Outcome {
        let whole = "warrant: 1\nname: test\n\(text)\n"
        let root = try YAMLTree.parse(Array(whole.utf8), file: "p.yaml")
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        return await (try Policy(syntax, to: catalogue) { _ in nil }).check().outcome
    }

    @Test(arguments: [
        ("yes", PolicyReport.Outcome.fails), ("no", .holds), ("what", .undetermined),
    ])
    func `The answer about creation decides a prohibition of a missing object`(
        creating: String,
        outcome: PolicyReport.Outcome
    ) async throws {
        for text in [
            "forbid: [{absent: \(creating)}]",
            "require: [{not: {absent: \(creating)}}]",
            "forbid: [{not: {not: {absent: \(creating)}}}]",
            "require: [{not: {not: {not: {absent: \(creating)}}}}]",
            "require: [{all: [{not: {any: [{absent: \(creating)}]}}]}]",
        ] {
            #expect(try await Self.outcome(text) == outcome, "\(text)")
        }
    }

    @Test(arguments: ["yes", "no", "what"])
    func `A missing object fails a requirement`(creating: String) async throws {
        for text in [
            "require: [{absent: \(creating)}]",
            "forbid: [{not: {absent: \(creating)}}]",
            "require: [{not: {not: {absent: \(creating)}}}]",
        ] {
            #expect(try await Self.outcome(text) == .fails, "\(text)")
        }
    }

    @Test(arguments: ["yes", "no", "what"])
    func `A missing object does not meet a when`(creating: String) async throws {
        let text = "[{absent: no, when: {absent: \(creating)}}]"
        #expect(try await Self.outcome("forbid: \(text)") == .undetermined)
        let negated = "[{absent: no, when: {not: {not: {absent: \(creating)}}}}]"
        #expect(try await Self.outcome("forbid: \(negated)") == .undetermined)
        // Either a question or its `not` always holds.
        let opposite = "[{absent: no, when: {not: {absent: \(creating)}}}]"
        #expect(try await Self.outcome("require: \(opposite)") == .fails)
    }

    /// A double negation changes nothing, so lint may remove it.
    @Test func `What a subject could do by itself breaks a prohibition under two negations too`()
        async throws
    {
        for text in [
            "{absent: reach}", "{not: {not: {absent: reach}}}",
            "{not: {any: [{not: {all: [{absent: reach}]}}]}}",
        ] {
            #expect(try await Self.outcome("forbid: [\(text)]") == .fails, "\(text)")
            #expect(
                try await Self.outcome("require: [{not: \(text)}]") == .undetermined,
                "\(text)"
            )
        }
    }
}
