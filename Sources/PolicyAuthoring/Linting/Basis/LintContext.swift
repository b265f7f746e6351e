import LinuxCapabilities
import Policies
import PolicyLanguage

/// What lint knows of a policy besides its text.
package struct LintContext: Sendable {
    /// Values for its parameters. One that has no value here and no default is left open.
    private let settings: [String: String]
    /// The file that it was read from, and so the directory from which its includes are.
    private let file: SourceFile?

    /// Of a text alone, whose includes are not read.
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

    /// A policy with all that it includes; nil where that cannot be read.
    func whole(
        _ syntax: PolicySyntax,
        bound policy: Policy
    ) throws(Diagnostics) -> LintedPolicy.Whole? {
        guard !syntax.includes.isEmpty else { return .init(syntax, bound: policy) }
        guard let file else { return nil }
        var reader = PolicyReader(
            vocabulary: Catalogue<Subject>.linux.vocabulary,
            environment: .unknown
        )
        let parts = try reader.parts(of: syntax, in: file)
        let whole = syntax.including(parts)
        return .init(whole, bound: try Policy(whole, to: .open) { _ in nil })
    }
}
