import ArgumentParser
import LinuxCapabilities
import Policies
import PolicyLanguage

struct SchemaCommand: Answering {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a policy, for editors that complete and explain.",
        discussion: """
            Made from the tables that policies are read by, in draft 7. An editor with \
            yaml-language-server takes it from a comment at the head of a policy:

              # yaml-language-server: $schema=/usr/share/warrant/policy.schema.json

            EXAMPLES
              warrant schema > policy.schema.json
            """
    )

    func answer() async throws -> ExitCode {
        try write(Catalogue.linux.vocabulary.schema.json() + "\n")
        return ExitStatus.holds.code
    }
}
