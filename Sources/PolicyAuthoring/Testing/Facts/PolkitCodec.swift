import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// The answer of polkit to each action, for all users or for each of some users.
///
/// `yes`, `no`, `asks`, or `missing` for an action that polkit does not know.
enum PolkitCodec: FactCodec {
    static let keys = ["polkit"]

    static func schema(of key: String) -> SchemaValue {
        let answers = FactSchema.words(["yes", "no", "asks", "missing"])
        return FactSchema.named(
            ["anyOf": [answers, FactSchema.named(answers, "the answer to each user")]],
            "the answer to each action, or one for each user"
        )
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "polkit") { entry throws(Diagnostic) in
            let action = entry.key.value
            guard case .mapping(let entries) = entry.value.kind else {
                let answer = try answer(entry.value, to: action)
                reader.facts.polkit[action] = HostFacts.Polkit(answer)
                return
            }
            var answers: [UInt32: PolkitAnswer] = [:]
            for entry in entries where !entry.value.isForgotten {
                let user = try reader.user(entry.key)
                answers[user] = try answer(entry.value, to: entry.key.value)
            }
            reader.facts.polkit[action] = HostFacts.Polkit(of: answers)
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let actions = writer.facts.polkit.sorted { $0.key < $1.key }
        let lines = actions.flatMap { action, polkit -> [String] in
            if polkit.hasAnswer { return ["\(action.inYAML): \(word(polkit.answer))"] }
            let answers = polkit.answers.sorted { $0.key < $1.key }
                .map { "\(writer.user($0).inYAML): \(word($1))" }
            return ["\(action.inYAML):"] + answers.map { "  \($0)" }
        }
        return writer.section("polkit", lines)
    }

    private static func answer(_ node: Node, to key: String) throws(Diagnostic) -> PolkitAnswer? {
        let text = try node.text(of: key)
        switch text.value {
        case "yes": return PolkitAnswer(.yes)
        case "no": return PolkitAnswer(.no)
        case "asks": return PolkitAnswer(.challenge)
        case "missing": return nil
        default: throw .unknownValue(text, of: key, known: ["yes", "no", "asks", "missing"])
        }
    }

    private static func word(_ answer: PolkitAnswer?) -> String {
        switch answer?.decision {
        case .yes: "yes"
        case .no: "no"
        case .challenge: "asks"
        case nil: "missing"
        }
    }
}
