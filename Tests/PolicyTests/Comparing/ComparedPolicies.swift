import Capabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Procedures
import Questions
import Synchronization
import TestSupport
import WarrantTesting

/// Policies whose one word, `ask: a`, asks a host that a test makes up.
enum ComparedPolicies {
    typealias Host = [String: ReferencePolicy.Answer]

    /// For each question, those that are authorized wherever it is, or that have its answer wherever it has one.
    typealias Implications = [String: [String]]

    static func policy(_ text: String, on host: Host = [:]) throws -> Policy {
        let catalogue = catalogue(host)
        let root = try YAMLTree.parse(
            Array("warrant: 1\nname: test\n\(text)\n".utf8),
            file: "p.yaml"
        )
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        return try Policy(syntax, to: catalogue) { _ in nil }
    }

    private static func catalogue(_ host: Host) -> Catalogue<String> {
        Catalogue<String>(
            [
                .init(Vocabulary.Word("ask")) { use, _ throws(Diagnostic) in
                    Question(name: use.value.value, host: host)
                }
            ],
            defaultSubject: "me",
            bindSubject: { _ throws(Diagnostic) in "other" }
        )
    }

    static func relations(
        _ implications: Implications = [:],
        settled: Implications = [:],
        never: Set<String> = [],
        doubtful: Set<String> = []
    ) -> QuestionRelations {
        QuestionRelations(
            implied: { capability in
                implications[capability.name, default: []].map { Question(name: $0, host: [:]) }
            },
            settled: { capability in
                settled[capability.name, default: []].map { Question(name: $0, host: [:]) }
            },
            isNeverGranted: { never.contains($0.name) },
            isPossible: { !doubtful.contains($0.question.name) },
            arePossible: { one, other in
                !doubtful.contains("\(one.question.name)\(other.question.name)")
                    && !doubtful.contains("\(other.question.name)\(one.question.name)")
            }
        )
    }

    /// Returns all combinations of answers to some questions.
    static func hosts(
        of questions: [String],
        _ implications: Implications = [:],
        settled: Implications = [:],
        never: Set<String> = []
    ) -> [Host] {
        let all = questions.reduce([Host()]) { hosts, question in
            hosts.flatMap { host in
                ReferencePolicy.Answer.allCases.map { host.merging([question: $0]) { $1 } }
            }
        }
        return all.filter { host in
            !never.contains { host[$0] == .yes }
                && settled.allSatisfy { question, others in
                    host[question] == .what || others.allSatisfy { host[$0] == host[question] }
                }
                && implications.allSatisfy { question, implied in
                    implied.allSatisfy {
                        (host[question] != .yes || host[$0] == .yes)
                            && (host[$0] != .no || host[question] == .no)
                    }
                }
        }
    }
}

extension ComparedPolicies {
    /// A question. Two are equal if they ask the same, on any host.
    struct Question: Capability {
        struct Status: AuthorizationStatus {
            let verdict: Verdict
            func meets(_ requirement: Void) -> Verdict { verdict }
        }

        let name: String
        let host: Host
        var requirement: Void { () }

        func authorizationStatus() async -> Status {
            let reason = Reason("said", name, "was said")
            return switch host[name] {
            case .yes: Status(verdict: .authorized([reason]))
            case .no: Status(verdict: .denied([reason]))
            case .what, nil: Status(verdict: .undetermined([reason]))
            }
        }

        static func == (a: Self, b: Self) -> Bool { a.name == b.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// Returns the text of a random policy over a few questions.
    static func random(_ random: inout SplitMix, asking questions: [String]) -> String {
        ["require", "forbid"].map { rule in
            let least = rule == "require" ? 1 : 0
            let list = (0..<least + random.below(3)).map { _ in
                let keys = random.chance(10) ? ", severity: advice" : ""
                return "{\(part(&random, questions, depth: 3))\(keys)}"
            }
            return list.isEmpty ? "" : "\(rule): [\(list.joined(separator: ", "))]\n"
        }.joined()
    }

    private static func part(
        _ random: inout SplitMix,
        _ questions: [String],
        depth: Int
    ) -> String {
        let choice = depth > 0 ? random.below(7) : 0
        let when =
            random.chance(25) && depth > 0
            ? ", when: {\(part(&random, questions, depth: depth - 2))}" : ""
        switch choice {
        case 4: return "not: {\(part(&random, questions, depth: depth - 1))}\(when)"
        case 5, 6:
            let parts = (0...random.below(2)).map { _ in
                "{\(part(&random, questions, depth: depth - 1))}"
            }
            let group = choice == 5 ? "all" : "any"
            return "\(group): [\(parts.joined(separator: ", "))]\(when)"
        default: return "ask: \(random.pick(questions))\(when)"
        }
    }
}
