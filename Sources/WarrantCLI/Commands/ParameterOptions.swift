import ArgumentParser
import Policies
import PolicyAuthoring
import PolicyLanguage

/// The option that gives values to the parameters of policies.
struct ParameterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Give a parameter a value, in every policy that has it. May be repeated.",
            valueName: "name=value"
        )
    )
    var set: [String] = []

    var choice: ParameterChoice { ParameterChoice(set: set) }

    func validate() throws { _ = try choice.settings() }
}

/// Values for the parameters of policies. They take precedence over the values in a policy.
struct ParameterChoice: Equatable {
    /// As written: `NAME=VALUE`.
    var set: [String] = []

    func settings() throws -> [String: String] {
        var settings: [String: String] = [:]
        for text in set {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError("--set \(text.quoted) sets nothing; write --set NAME=VALUE")
            }
            guard settings.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
                throw ValidationError("--set gives \(String(parts[0]).quoted) twice; keep one")
            }
        }
        return settings
    }

    /// Refuses a setting that no policy accepts, which must be a typing error. Nothing is checked then.
    ///
    /// - Throws: `ValidationError` for a value of another type than its parameter, and for a name that no policy has. A
    ///   policy that cannot be read might have the name.
    func refuseWrong(_ settings: [String: String], for policies: [LoadedPolicy]) throws {
        try refuseWrong(settings, for: policies.map(\.declared))
    }

    /// Refuses such a setting for policies to be linted.
    func refuseWrong(
        _ settings: [String: String],
        for policies: [Result<LintedFile, UnreadablePolicy>]
    ) throws {
        try refuseWrong(settings, for: policies.map(\.declared))
    }

    private func refuseWrong(_ settings: [String: String], for policies: [Declared]) throws {
        guard !settings.isEmpty else { return }
        for case .wrong(let problems) in policies {
            guard let problem = problems.first(where: \.isAboutSetting) else { continue }
            throw ValidationError(problem.description)
        }
        var known: Set<String> = []
        for policy in policies {
            guard case .parameters(let names) = policy else { return }
            known.formUnion(names)
        }
        try refuseUnknown(settings, known: known.sorted())
    }

    private func refuseUnknown(_ settings: [String: String], known: [String]) throws {
        for name in settings.keys.sorted() where !known.contains(name) {
            throw ValidationError(
                "no policy here has the parameter \(name.quoted); "
                    + (known.isEmpty ? "leave out --set" : advice(for: name, among: known))
            )
        }
    }
}

/// The parameters that a policy declares, as far as it could be read.
private enum Declared {
    case parameters([String])
    case wrong([Diagnostic])
    case unreadable
}

extension LoadedPolicy {
    fileprivate var declared: Declared {
        switch self {
        case .ready(let file): .parameters(file.parameters)
        case .invalid(_, let diagnostics): .wrong(diagnostics.all)
        case .unreadable, .fault: .unreadable
        }
    }
}

extension Result<LintedFile, UnreadablePolicy> {
    fileprivate var declared: Declared {
        guard case .success(let file) = self else { return .unreadable }
        return file.result.isInvalid
            ? .wrong(file.result.findings.map(\.diagnostic))
            : .parameters(file.result.parameters)
    }
}
