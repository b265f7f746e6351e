import ArgumentParser
import Policies
import PolicyAuthoring

struct Show: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a policy as a table, a tree or a picture.",
        usage: "warrant show [<options>] <policy>",
        discussion: """
            Shows every requirement of a policy and of the policies that it includes, with the values of \
            parameters. It does not examine this host.

            EXAMPLES
              warrant show nginx
              warrant show --set port=8080 --format tree web.yaml
              warrant show --format svg web.yaml > web.svg
              warrant show --format dot web.yaml | dot -Tpng > web.png

            Exits 0, 65 when the policy is wrong, 66 when it cannot be read.
            """
    )

    @Argument(
        help: "A policy file, or a folder that holds one.",
        completion: .policies
    )
    var policy: String

    @Option(
        help: "How to show it: table or tree for people, dot or svg for a picture."
    )
    var format: ShowFormat = .table

    @OptionGroup
    var parameterOptions: ParameterOptions

    func answer() async throws -> ExitCode {
        let settings = try parameterOptions.choice.settings()
        let loaded = [try LoadedPolicy(shownAt: policy, settings: settings)]
        try parameterOptions.choice.refuseWrong(settings, for: loaded)
        for policy in loaded { try write(text(of: PolicyOutline(try policy.ready().policy))) }
        return ExitStatus.holds.code
    }

    private func text(of outline: PolicyOutline) -> String {
        switch format {
        case .table: OutlineTable(outline, Style.ofStandardOutput).text
        case .tree: OutlineTree(outline: outline, style: Style.ofStandardOutput).text
        case .dot: DOTDiagram(diagram: Diagram(outline)).text
        case .svg: SVGDiagram(diagram: Diagram(outline)).text
        }
    }
}

enum ShowFormat: String, CaseIterable, WordOption {
    case table, tree, dot, svg
}
