import LinuxCapabilities
import Policies
import PolicyLanguage

/// The context of a policy that lint uses besides its text.
package struct LintContext: Sendable {
    /// Values for the parameters. A parameter without a value here and without a default stays open.
    private let settings: [String: String]
    /// The file that the policy was read from. Its directory is the base of the includes.
    private let file: SourceFile?

    /// Makes the context of a text alone, whose includes are not read.
    package init() {
        settings = [:]
        file = nil
    }

    init(settings: [String: String], file: SourceFile) {
        self.settings = settings
        self.file = file
    }

    var sources: ParameterSources {
        ParameterSources(
            settings: settings.mapValues { Setting($0) },
            environment: .unknown,
            areShared: true
        )
    }

    /// Returns a policy with all that it includes, or nil if the includes cannot be read.
    func whole(
        _ syntax: PolicySyntax,
        bound policy: Policy
    ) throws(Diagnostics) -> LintedPolicy.Whole? {
        guard !syntax.includes.isEmpty else { return .init(syntax, bound: policy) }
        guard let file else { return nil }
        var reader = PolicyReader(environment: .unknown)
        let parts = try reader.parts(of: syntax, in: file)
        let whole = syntax.including(parts)
        return .init(whole, bound: try Policy(whole, to: .open) { _ in nil })
    }
}
