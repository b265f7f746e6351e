import ArgumentParser
import LinuxCapabilities
import Policies
import PolicyAuthoring
import PolicyLanguage

struct SchemaCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a policy or a test, for editors.",
        discussion: """
            Editors use the schema to complete and explain files. It is JSON Schema draft 7, made from the \
            same tables as the parser. yaml-language-server finds it by a comment on the first line of a \
            policy; for a test, write testfile.schema.json:

              # yaml-language-server: $schema=/usr/share/warrant/schemas/policy.schema.json

            EXAMPLES
              warrant schema > policy.schema.json
              warrant schema test > testfile.schema.json
            """
    )

    @Argument(help: "The kind of file: policy or test.")
    var kind: SchemaKind = .policy

    func answer() async throws -> ExitCode {
        let schema =
            switch kind {
            case .policy: Catalogue.linux.vocabulary.schema
            case .test: TestSchema.schema
            }
        try write(schema.json() + "\n")
        return ExitStatus.holds.code
    }
}

enum SchemaKind: String, CaseIterable, WordOption {
    case policy, test
}
