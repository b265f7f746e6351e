import Capabilities
import Policies
import PolicyLanguage
import Procedures
import WarrantTesting

/// Policies whose one word, `say: yes|no|what`, gives the named verdict.
enum ScriptedPolicy {
    static let catalogue = Catalogue<String>(
        [
            .init(Vocabulary.Word("say")) { use, subject throws(Diagnostic) in
                let reason = Reason("said", use.value.value, "said for \(subject)")
                switch use.value.value {
                case "yes": return ScriptedCapability("say yes", .authorized([reason]))
                case "no": return ScriptedCapability("say no", .denied([reason]))
                case "what": return ScriptedCapability("say what", .undetermined([reason]))
                default:
                    throw Diagnostic("cannot-say", at: use.value.location, "cannot say that")
                }
            }
        ],
        defaultSubject: "me",
        bindSubject: { syntax throws(Diagnostic) in
            if case .unit(let name, _, _) = syntax.kind { name.value } else { "other" }
        }
    )

    static func policy(_ text: String, subject: String? = nil) throws -> Policy {
        let root = try YAMLTree.parse(
            Array("warrant: 1\nname: test\n\(text)\n".utf8),
            file: "p.yaml"
        )
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        return try Policy(syntax, to: catalogue, subject: subject) { $0 == "me" ? nil : $0 }
    }

    static func report(_ text: String) async throws -> PolicyReport {
        await (try policy(text)).check()
    }
}
